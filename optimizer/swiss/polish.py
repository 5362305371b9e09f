"""Turns of two and of three players that better a seating: a start for CP-SAT, and its last word.

Where CP-SAT proves everything this changes nothing but its time. Where it ends with a gap, no
exchange of two players and no turn of three betters what is given out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from optimizer.swiss.absolute import Rules
from optimizer.swiss.past import Bools, Ints
from optimizer.swiss.quality import Count, Kind

LARGEST = 160
"""Players of a bracket in which turns of three are looked at: their number grows as the cube."""
MOST_COUNTED = 400
"""Turns, equal in all numbers before, of which one that is no sum is counted out in full."""

Turn = tuple[int, ...]
"""Players, each of whom goes to the table of the next, the last to that of the first."""


def polish(
    rules: Rules, counts: Sequence[Count], table_of: Ints, *, threes: bool = True
) -> Ints:  # fmt: skip
    """Return a seating that no turn betters, or as good as the given one.

    Parameters
    ----------
    rules, counts
        What holds, and the numbers of the vector in order.
    table_of
        A seating that keeps the rules.
    threes
        Also turn three players at a time.
    """
    table_of = table_of.copy()
    while True:
        turn = _better(rules, counts, table_of, threes and len(table_of) <= LARGEST)
        if turn is None:
            return table_of
        table_of = _turned(table_of, turn)


def _turned(table_of: Ints, turn: Turn) -> Ints:
    turned = table_of.copy()
    turned[list(turn)] = table_of[[*turn[1:], turn[0]]]
    return turned


def _better(rules: Rules, counts: Sequence[Count], table_of: Ints, threes: bool) -> Turn | None:
    """Return the turn that brings down the first number that any turn brings down, or None."""
    moves = _Moves(table_of)
    may = rules.allowed[:, table_of]
    banned = moves.costs(Count("A3", 1, Kind.PAIRS, rules.banned.astype(np.int64)))[0]
    may &= (banned == 0) & (table_of[:, None] != table_of[None, :])
    costs = [
        moves.costs(count) if count.kind in (Kind.PLACES, Kind.PAIRS) else None for count in counts
    ]
    search = _Search(rules, counts, table_of, costs)
    for group, turns in moves.turns(may, threes):
        found = search.first(group, turns)
        if found is not None:
            return found
    return None


@dataclass(frozen=True, eq=False)
class _Moves:
    """What it costs that one player goes to the table of another, who leaves it."""

    table_of: Ints

    def costs(self, count: Count) -> tuple[Ints, Ints]:
        """Return the cost of x at the table of y without y, and of x where he is."""
        players = np.arange(len(self.table_of))
        if count.kind is Kind.PLACES:
            return count.values[:, self.table_of], count.values[players, self.table_of]
        tables = np.arange(int(self.table_of.max()) + 1)
        at = (self.table_of[:, None] == tables).astype(np.float64)
        # small whole numbers, exact as floats, whose product is some hundred times as quick
        sums = (count.values.astype(np.float64) @ at).astype(np.int64)
        return sums[:, self.table_of] - count.values, sums[players, self.table_of]

    def turns(self, may: Bools, threes: bool) -> Iterator[tuple[Turn, Bools]]:
        """Yield first players of turns, and which others can follow: pairs, then threes.

        An empty group stands for exchanges of two; its array is by both. ``(p,)`` stands for turns
        of three that begin with p, the least of them; its array is by the second and the third.
        """
        yield (), np.triu(may & may.T)
        if not threes:
            return
        apart = self.table_of[:, None] != self.table_of[None, :]
        for p in range(len(self.table_of)):
            turns = may & apart & may[p][:, None] & may[:, p][None, :]
            turns[: p + 1] = False
            turns[:, : p + 1] = False
            if turns.any():
                yield (p,), turns


@dataclass(frozen=True, eq=False)
class _Search:
    rules: Rules
    counts: Sequence[Count]
    table_of: Ints
    costs: Sequence[tuple[Ints, Ints] | None]

    def first(self, group: Turn, turns: Bools) -> Turn | None:
        """Return the best turn of a group by the first number that any of them brings down."""
        if self.rules.clubs:
            turns = self._keeping_clubs(group, turns)
        for count, costs in zip(self.counts, self.costs, strict=True):
            if not turns.any():
                return None
            if costs is None:
                found, turns = self._counted(count, group, turns)
                if found is not None:
                    return found
                continue
            there, own = costs
            if group:
                p = group[0]
                change = there[p][:, None] + there + there[:, p][None, :] - own[p]
            else:
                change = there + there.T
            change = change - own[:, None] - own[None, :]
            change = np.where(turns, change, 0)
            if change.min() < 0:
                return (*group, *map(int, np.unravel_index(change.argmin(), change.shape)))
            turns = turns & (change == 0)
        return None

    def _counted(self, count: Count, group: Turn, turns: Bools) -> tuple[Turn | None, Bools]:
        """Count a number that is no sum for each turn that is left, if they are few."""
        now = count.of(self.table_of)
        places = np.argwhere(turns)[:MOST_COUNTED]
        equal = np.zeros_like(turns)
        for q, r in places.tolist():
            value = count.of(_turned(self.table_of, (*group, q, r)))
            if value < now:
                return (*group, q, r), equal
            equal[q, r] = value == now
        return None, equal

    def _keeping_clubs(self, group: Turn, turns: Bools) -> Bools:
        kept = np.zeros_like(turns)
        for q, r in np.argwhere(turns).tolist():
            kept[q, r] = self.rules.keeps(_turned(self.table_of, (*group, q, r)))
        return kept
