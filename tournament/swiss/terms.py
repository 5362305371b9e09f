"""The order of the criteria in each mode, and the numbers of the vector that are sums."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

ORDERS: Mapping[str, tuple[str, ...]] = {
    "strict": ("Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q9"),
    "window": ("Q3", "Q4", "Q5", "Q1", "Q2", "Q6", "Q7", "Q9"),
    "blocks": ("Q3", "Q4", "Q5", "Q1", "Q2", "Q6", "Q7", "Q8", "Q9"),
    "random": ("Q3", "Q6"),
}


@dataclass(frozen=True)
class Term:
    """One number of the vector that is a sum, over pairs of one table or over players' tables.

    Attributes
    ----------
    code, detail
        The criterion, and which of its numbers: how often the pairs have met, or from 1.
    pairs
        Worth of each pair at one table, symmetric, shape (players, players); None if it is not
        about pairs.
    tables
        Worth of each player at each table, shape (players, tables); None if it is not.
    """

    code: str
    detail: int
    pairs: Ints | None = None
    tables: Ints | None = None

    def of(self, seating: Ints, num_tables: int) -> int:
        """Return the number of a seating: the table of each player."""
        total = 0
        if self.tables is not None:
            total += int(self.tables[np.arange(len(seating)), seating].sum())
        if self.pairs is not None:
            same = seating[:, None] == seating[None, :]
            total += int(self.pairs[same].sum()) // 2
        return total
