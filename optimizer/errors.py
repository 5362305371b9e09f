"""Errors of the optimizer that people read."""

from collections.abc import Sequence

from schedules.errors import SeatingError


class InfeasibleError(SeatingError):
    """What was asked is proved impossible; the message says why. Exit status 1, not 2.

    Attributes
    ----------
    players
        The players of the wishes that conflict, from 0; empty if the reason names none.
    """

    def __init__(self, message: str, players: Sequence[int] = ()) -> None:
        super().__init__(message)
        self.players = tuple(players)


class NothingFoundError(SeatingError):
    """No valid schedule was found in the time given, and none was proved impossible: status 1."""
