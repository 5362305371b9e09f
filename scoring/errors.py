"""Errors of the scoring that people read: what is wrong, where, and how to mend it."""

from __future__ import annotations

from collections.abc import Sequence


class ScoringError(Exception):
    """Something a person can mend. The command line prints it and leaves with status 2."""


class ProtocolError(ScoringError):
    """Protocols that cannot be counted; the message lists every fault."""

    def __init__(self, message: str, faults: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(faults)


class RulesError(ScoringError):
    """A rules file that cannot be used; the message names the file, the line and the mend."""
