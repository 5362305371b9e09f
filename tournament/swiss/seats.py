"""Seats at one table: their vector, and the best of all ways to take them.

docs/swiss.md, "Seats". All orders of a table are weighed at once by dynamic programming from the
last seat to the first, over who is seated already, the first speaker and the one seated last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tournament.swiss.state import State, end, half, open_seats, pair, ring

CODES = ("S2", "S3", "S4", "S5", "S6", "S6")
"""Criterion of each of the six numbers."""
MOST_SEATS = 16
"""Seats of the largest table whose orders are compared: the memory doubles with each seat."""
Costs = NDArray[Any]
"""Whole numbers, of 64 bits or of Python."""
Six = tuple[int, int, int, int, int, int]


@dataclass(frozen=True, eq=False)
class SeatPlan:
    """One table of a round: who sits there, in draw order, and what each seat would cost him.

    Attributes
    ----------
    state
        The round.
    table
        The table, from 1.
    players
        Its players in draw order.
    """

    state: State
    table: int
    players: tuple[int, ...]

    @property
    def size(self) -> int:
        """Seats of the table."""
        return len(self.players)

    def may(self, player: int, seat: int) -> bool:
        """Whether a player may have a seat: his locks, and the seats forbidden to him (S1)."""
        return seat in open_seats(self.state, player, self.size)

    def alone(self, player: int, seat: int) -> tuple[int, int, int, int, int]:
        """Return what a player adds on a seat whoever sits beside him: S2, S3, S4 and S6 twice."""
        state = self.state
        had: Mapping[int, int] = state.seats.get(player, {})
        unseen = any(not had.get(other) for other in range(1, self.size + 1))
        fourth = sum((had.get(one, 0) + (one == seat)) ** 4 for one in range(1, state.width + 1))
        last = state.places.get(player, (0, 0))[1]
        halves = state.halves.get(player, 0) + half(seat, state.width)
        ends = state.ends.get(player, 0) + end(seat, self.size)
        return (
            int(unseen and bool(had.get(seat))),
            fourth,
            int(last == seat),
            halves**2,
            ends**2,
        )

    def beside(self, one: int, other: int) -> int:
        """Return earlier rounds in which two players were neighbours (S5)."""
        return self.state.neighbours.get(pair(one, other), 0)

    def vector(self, order: Sequence[int]) -> Six:
        """Return the six numbers of a table, its players from seat 1 on."""
        parts = [self.alone(player, seat) for seat, player in enumerate(order, 1)]
        s2, s3, s4, halves, ends = (sum(part[i] for part in parts) for i in range(5))
        s5 = sum(self.state.neighbours.get(two, 0) for two in ring(tuple(order)))
        return (s2, s3, s4, s5, halves, ends)

    @cached_property
    def limits(self) -> tuple[int, ...]:
        """One more than each of the six numbers can be at this table."""
        costs = [self.alone(p, seat) for p in self.players for seat in range(1, self.size + 1)]
        alone = [self.size * max(cost[i] for cost in costs) + 1 for i in range(5)]
        sides = self.size * max(
            (self.beside(p, q) for p in self.players for q in self.players if p != q), default=0
        )
        return (alone[0], alone[1], alone[2], sides + 1, alone[3], alone[4])

    @cached_property
    def scale(self) -> tuple[int, ...]:
        """Weights that make one whole number of the six, the earlier one always the heavier."""
        weights = [1]
        for limit in reversed(self.limits[1:]):
            weights.append(weights[-1] * limit)
        return tuple(reversed(weights))

    def best(self) -> tuple[int, ...] | None:
        """Return the best of all orders, of equal ones the first by D1; None if there is none."""
        size, weights = self.size, self.scale
        dearest = weights[0] * self.limits[0]
        # Python's own whole numbers where 64 bits would be too few: slower, and as exact
        kind: Any = np.int64 if dearest < 2**60 else object
        never = 2 * dearest
        alone = np.full((size, size), never, dtype=kind)
        for i, player in enumerate(self.players):
            for seat in range(1, size + 1):
                if self.may(player, seat):
                    s2, s3, s4, halves, ends = self.alone(player, seat)
                    numbers = (s2, s3, s4, 0, halves, ends)
                    alone[i, seat - 1] = sum(w * n for w, n in zip(weights, numbers, strict=True))
        side = np.zeros((size, size), dtype=kind)
        if size > 2:  # at a table of two the one pair is the same in both orders
            for i, player in enumerate(self.players):
                side[i] = [weights[3] * self.beside(player, other) for other in self.players]
        order = _cheapest(alone, side, never)
        return None if order is None else tuple(self.players[i] for i in order)


def _completions(alone: Costs, side: Costs, never: int) -> Costs:
    """Return what the seats that are left cost at least, the ring's last pair included.

    Shape (sets of players as bits, first speaker, who was seated last): the players of the set
    are on the first seats. The costs are exact; ``never`` or more is what cannot be.
    """
    size = len(alone)
    rest = np.full((1 << size, size, size), never, dtype=alone.dtype)
    rest[-1] = side.T
    sets = np.arange(1 << size)
    count = np.array([int(one).bit_count() for one in sets])
    for seated in range(size - 1, 0, -1):
        layer = sets[count == seated]
        for one in range(size):
            free = layer[(layer >> one) & 1 == 0]
            onward = rest[free | 1 << one, :, one] + alone[one, seated]
            cost = onward[:, :, None] + side[:, one][None, None, :]
            rest[free] = np.minimum(rest[free], np.minimum(cost, never))
    return rest


def _cheapest(alone: Costs, side: Costs, never: int) -> list[int] | None:
    """Return the cheapest order, the first by D1 among equal ones; None if there is none."""
    size = len(alone)
    rest = _completions(alone, side, never)
    begin = [alone[i, 0] + rest[1 << i, i, i] for i in range(size)]
    least = min(begin)
    if least >= never:
        return None
    first = begin.index(least)
    order, seated, last = [first], 1 << first, first
    while len(order) < size:
        due = rest[seated, first, last]
        last = next(
            one
            for one in range(size)
            if not seated >> one & 1
            and alone[one, len(order)] + side[last, one] + rest[seated | 1 << one, first, one]
            == due
        )
        order.append(last)
        seated |= 1 << last
    return order
