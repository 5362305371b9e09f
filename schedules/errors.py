"""The one family of errors that people read: what is wrong, where, and what mends it."""


class SeatingError(Exception):
    """Something a person can mend; the message says what is wrong, where, and how to mend it.

    The command line prints the message on stderr and leaves with status 2.
    """


class ScheduleFileError(SeatingError):
    """A schedule file that cannot be read: not JSON, a wrong field, a wrong place."""


class ForeignFileError(ScheduleFileError):
    """A schedule of another program that cannot be read, or one that its format cannot hold."""


class ProblemError(SeatingError):
    """A tournament that cannot be seated as stated: the numbers do not fit together."""


class NamesError(SeatingError):
    """A players file with faults; the message lists every bad row."""
