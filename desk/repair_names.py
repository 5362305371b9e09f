"""Refusals of a repair with the players' names in them, where the schedule has names."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NUMBERED = re.compile(r"\b[Pp]layers? ([0-9]+(?:, [0-9]+)*(?: and [0-9]+)?)(?![0-9])")


def named(message: str, names: Sequence[str]) -> str:
    """Return "Anna and Boris (1, 2) are to ..." for "players 1 and 2 are to ...".

    Parameters
    ----------
    message
        A sentence whose players are numbers from 1.
    names
        The names by slot; without them the sentence stays as it is.
    """

    def told(found: re.Match[str]) -> str:
        numbers = [int(number) for number in re.findall(r"[0-9]+", found[1])]
        if not all(1 <= number <= len(names) for number in numbers):
            return found[0]
        words = [names[number - 1] for number in numbers]
        who = " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
        return f"{who} ({', '.join(map(str, numbers))})"

    return _NUMBERED.sub(told, message)
