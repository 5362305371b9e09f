"""S1 to S6: who sits on which seat of a table, exactly, and D1 to the last chair.

A table is a ring, so that with neighbours in it this is no plain assignment. It is solved by
dynamic programming over the sets of players already seated, seat 1 first (Held and Karp, "A dynamic
programming approach to sequencing problems", 1962): ten players are 2^10 sets for each of the ten
who may be on seat 1. Costs are two whole numbers compared one after the other, S2-S4 and S5-S6 each
in one, with room for the largest sums, so that nothing is weighed against anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from optimizer.swiss.past import Ints, Past
from optimizer.swiss.problem import SwissProblem

NEVER = np.int64(2**60)
"""Cost of a seat where a player may not sit; sums of ten of them are not made."""
PARTS = (("S2", 1), ("S3", 1), ("S4", 1), ("S5", 1), ("S6", 1), ("S6", 2))
"""The numbers of the S vector, in order."""


@dataclass(frozen=True)
class Seated:
    """The seats of one table.

    Attributes
    ----------
    table
        From 0.
    players
        By seat.
    vector
        S2, S3, S4, S5 and the two of S6; all proved.
    """

    table: int
    players: tuple[int, ...]
    vector: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class _Costs:
    """What a table's players, by place, cost on each seat and side by side.

    Shape (players, seats): ``used`` is S2, ``fourth`` S3, ``last`` S4, ``halves`` and ``ends`` S6.
    Shape (players, players): ``beside`` is S5.
    """

    may: NDArray[np.bool_]
    used: Ints
    fourth: Ints
    last: Ints
    halves: Ints
    ends: Ints
    beside: Ints

    def vector(self) -> tuple[int, ...]:
        """Return the S vector where the player in place n sits on seat n."""
        z = len(self.may)
        own = np.arange(z)
        sums = [int(c[own, own].sum()) for c in (self.used, self.fourth, self.last)]
        ring = range(z if z > 2 else z - 1)
        beside = sum(int(self.beside[n, (n + 1) % z]) for n in ring)
        return (*sums, beside, *(int(c[own, own].sum()) for c in (self.halves, self.ends)))


def seat_table(
    problem: SwissProblem, past: Past, table: int, players: Sequence[int]
) -> Seated | None:  # fmt: skip
    """Return the best seats of a table, unique by D1; ``None`` if locks leave no way (S1).

    Parameters
    ----------
    problem, past
        The field and the rounds so far.
    table
        From 0.
    players
        Who sits there, in draw order.
    """
    costs = _costs(problem, past, players)
    upper = _joined([costs.used, costs.fourth, costs.last])
    upper[~costs.may] = NEVER
    pairs, halves, ends = costs.beside, _shifted(costs.halves), _shifted(costs.ends)
    ends_room = int(ends.max(axis=1).sum()) + 1
    halves_room = (int(halves.max(axis=1).sum()) + 1) * ends_room
    order = _best_ring(upper, halves * ends_room + ends, pairs * halves_room)
    if order[0] < 0:
        return None
    seated = [players[n] for n in order.tolist()]
    return Seated(table, tuple(seated), seat_vector(problem, past, seated))


def seat_vector(problem: SwissProblem, past: Past, seated: Sequence[int]) -> tuple[int, ...]:
    """Return the S vector of a table whose players stand in the order of their seats."""
    return _costs(problem, past, seated).vector()


def _may(problem: SwissProblem, players: Sequence[int]) -> NDArray[np.bool_]:
    size = len(players)
    may: NDArray[np.bool_] = np.ones((size, size), dtype=bool)
    place = {p: n for n, p in enumerate(players)}
    for player, seat in problem.forbidden_seats:
        if player in place and seat < size:
            may[place[player], seat] = False
    for lock in problem.locks:
        if lock.player in place and lock.seat is not None:
            may[place[lock.player]] &= np.arange(size) == lock.seat
    return may


def _costs(problem: SwissProblem, past: Past, players: Sequence[int]) -> _Costs:
    size, width = len(players), problem.width
    own = list(players)
    seats, last_seats = past.seats[:, own], past.last_seats[:, own]
    times = (seats[:, :, None] == np.arange(width)).sum(axis=0).astype(np.int64)
    here = times[:, :size]
    fourths = (times**4).sum(axis=1)
    chairs = np.arange(size)
    last = np.zeros((size, size), dtype=np.int64)
    if len(seats):
        last = (seats[-1][:, None] == chairs).astype(np.int64)
    side = np.where(chairs < width // 2, 1, np.where(chairs >= width - width // 2, -1, 0))
    sides = np.where(
        seats < 0, 0, np.where(seats < width // 2, 1, np.where(seats >= width - width // 2, -1, 0))
    ).sum(axis=0)
    end = np.zeros(size, dtype=np.int64)
    end[0], end[-1] = 1, -1
    ends = (seats == 0).sum(axis=0) - ((seats == last_seats) & (seats >= 0)).sum(axis=0)
    return _Costs(
        may=_may(problem, players),
        used=((here > 0) & (here == 0).any(axis=1)[:, None]).astype(np.int64),
        fourth=fourths[:, None] + (here + 1) ** 4 - here**4,
        last=last,
        halves=(sides[:, None] + side) ** 2,
        ends=(ends[:, None] + end) ** 2,
        beside=past.neighbours(problem, players),
    )


def _shifted(costs: Ints) -> Ints:
    """Return costs from 0 up: everybody has exactly one seat, so a constant changes nothing."""
    shifted: Ints = costs - costs.min(axis=1, keepdims=True)
    return shifted


def _joined(parts: list[Ints]) -> Ints:
    """Return one number for several, the first the most important, whatever the sums."""
    joined = np.zeros_like(parts[0])
    for part in parts:
        shifted = _shifted(part)
        joined = joined * (int(shifted.max(axis=1).sum()) + 1) + shifted
    return joined


@njit(cache=True, nogil=True)
def _best_ring(upper, lower, beside):  # type: ignore[no-untyped-def]
    """Return the players by seat, the least cost first, then the least list of places.

    ``to_go`` holds, for a set of seated players and the last of them, the least cost of all seats
    that are left, the ring closed to the player on seat 1.
    """
    size = upper.shape[0]
    full = (1 << size) - 1
    best = np.full(size, -1, dtype=np.int64)
    best_high, best_low = NEVER, NEVER
    high = np.empty((1 << size, size), dtype=np.int64)
    low = np.empty((1 << size, size), dtype=np.int64)
    for first in range(size):
        if upper[first, 0] >= NEVER:
            continue
        _fill(first, upper, lower, beside, high, low)
        start = 1 << first
        if high[start, first] >= NEVER:
            continue
        total_high = upper[first, 0] + high[start, first]
        total_low = lower[first, 0] + low[start, first]
        if total_high > best_high or (total_high == best_high and total_low >= best_low):
            continue
        best_high, best_low = total_high, total_low
        best[0] = first
        seated, last = start, first
        seat = 1
        while seated != full:
            for other in range(size):
                after = seated | (1 << other)
                if after == seated or upper[other, seat] >= NEVER or high[after, other] >= NEVER:
                    continue
                cost_high = upper[other, seat] + high[after, other]
                cost_low = lower[other, seat] + beside[last, other] + low[after, other]
                if cost_high == high[seated, last] and cost_low == low[seated, last]:
                    best[seat] = other
                    break
            last = best[seat]
            seated |= 1 << last
            seat += 1
    return best


@njit(cache=True, nogil=True)
def _fill(first, upper, lower, beside, high, low):  # type: ignore[no-untyped-def]
    """Fill the table of costs to go for one player on seat 1, larger sets first."""
    size = upper.shape[0]
    full = (1 << size) - 1
    for seated in range(full, 0, -1):
        if not seated & (1 << first):
            continue
        seat = 0
        for player in range(size):
            seat += (seated >> player) & 1
        for last in range(size):
            if not seated & (1 << last) or (last == first and seat > 1):
                continue
            if seated == full:
                high[seated, last] = 0
                low[seated, last] = beside[last, first] if size > 2 else 0
                continue
            least_high, least_low = NEVER, NEVER
            for other in range(size):
                after = seated | (1 << other)
                if after == seated or upper[other, seat] >= NEVER or high[after, other] >= NEVER:
                    continue
                cost_high = upper[other, seat] + high[after, other]
                cost_low = lower[other, seat] + beside[last, other] + low[after, other]
                if cost_high < least_high or (cost_high == least_high and cost_low < least_low):
                    least_high, least_low = cost_high, cost_low
            high[seated, last] = least_high
            low[seated, last] = least_low
