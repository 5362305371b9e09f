"""Refusals of the engine with the players' names in place of their numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from desk.wishes import with_names
from optimizer.errors import InfeasibleError
from schedules.errors import ProblemError

PLAYER = re.compile(r"\b[Pp]layer (\d+)\b")
TOGETHER = re.compile(r"\b(?:\d+, )*\d+ and \d+(?= are to be kept apart)")


@contextmanager
def called_by_name(names: Sequence[str]) -> Iterator[None]:
    """Put names into the refusals of what runs inside, where there are names."""
    try:
        yield
    except InfeasibleError as error:
        if not names:
            raise
        text = named(str(error), names)
        if text == str(error) and error.players:
            text = with_names(text, error.players, names)
        raise InfeasibleError(text, error.players) from None
    except ProblemError as error:
        if not names:
            raise
        raise ProblemError(named(str(error), names)) from None


def named(message: str, names: Sequence[str]) -> str:
    """Return a message with names: "Anna (1) is locked" for "player 1 is locked".

    Examples
    --------
    >>> named("player 2 is locked; 1, 2 and 3 are to be kept apart", ("Anna", "Boris", "Eva"))
    'Boris (2) is locked; Anna (1), Boris (2) and Eva (3) are to be kept apart'
    """

    def called(found: re.Match[str]) -> str:
        number = int(found[found.lastindex or 0])
        return f"{names[number - 1]} ({number})" if 1 <= number <= len(names) else found[0]

    text = PLAYER.sub(called, message)
    return TOGETHER.sub(lambda group: re.sub(r"\d+", called, group[0]), text)
