"""Errors of the optimizer that people read."""

from schedules.errors import SeatingError


class InfeasibleError(SeatingError):
    """What was asked is proved impossible; the message says why. Exit status 1, not 2."""


class NothingFoundError(SeatingError):
    """No valid schedule was found in the time given, and none was proved impossible: status 1."""
