"""A5, the freedom of a round: at which tables the rank of a player lets him sit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from schedules.errors import ProblemError

RANDOM, BLOCKS, WINDOW, STRICT = "random", "blocks", "window", "strict"


@dataclass(frozen=True)
class Mode:
    """The declared freedom of one round.

    Attributes
    ----------
    kind
        ``random``, ``blocks``, ``window`` or ``strict``.
    size
        Tables of a block, or ranks of the window; 0 otherwise.
    least_repeats
        In a random round: whether repeats are kept as few as can be.
    """

    kind: str
    size: int = 0
    least_repeats: bool = True

    @classmethod
    def parse(cls, text: str) -> Mode:
        """Read ``random``, ``random:free`` (repeats left to chance), ``blocks:2``, ``window:5``.

        Raises
        ------
        ProblemError
            If it is none of these.
        """
        found = re.fullmatch(r"(random)(:free)?|(blocks|window):(\d{1,6})|(strict)", text.strip())
        if found is None or found[4] == "0" * len(found[4] or "-"):
            raise ProblemError(
                f"The mode {text!r} is not known; use random, random:free, blocks:2, window:5 "
                "or strict (1 or more for the number)."
            )
        if found[1]:
            return cls(RANDOM, least_repeats=found[2] is None)
        return cls(found[3] or STRICT, int(found[4] or 0))

    def __str__(self) -> str:
        if self.kind == RANDOM:
            return RANDOM if self.least_repeats else f"{RANDOM}:free"
        return f"{self.kind}:{self.size}" if self.size else self.kind


def allowed_tables(
    mode: Mode, ranks: NDArray[np.int64], points: list[Fraction], home: NDArray[np.int64],
    num_tables: int,
) -> NDArray[np.bool_]:  # fmt: skip
    """Return where free players may sit by their rank, shape (free players, tables).

    Parameters
    ----------
    mode
        The mode of the round.
    ranks, points, home
        Of the free players in order of rank.
    num_tables
        Tables of the round.
    """
    shape = (len(ranks), num_tables)
    if mode.kind == RANDOM:
        return np.ones(shape, dtype=bool)
    if mode.kind == BLOCKS:
        same: NDArray[np.bool_] = home[:, None] // mode.size == np.arange(num_tables) // mode.size
        return same
    own: NDArray[np.bool_] = home[:, None] == np.arange(num_tables)
    allowed = np.zeros(shape, dtype=bool)
    for n in range(len(ranks)):
        if mode.kind == WINDOW:
            first, last = np.searchsorted(ranks, [ranks[n] - mode.size, ranks[n] + mode.size + 1])
        else:
            first, last = n, n + 1
            while first > 0 and points[first - 1] == points[n]:
                first -= 1
            while last < len(points) and points[last] == points[n]:
                last += 1
        allowed[n] = own[first:last].any(axis=0)
    return allowed
