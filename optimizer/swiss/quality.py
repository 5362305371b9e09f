"""Q1 to Q9: the numbers of a bracket's vector, in the order of the round's mode.

Each number is a :class:`Count`, made once from the setting and the rounds before and then read by
every engine: enumeration, CP-SAT and the recount of a seating by hand. ``docs/swiss.md`` defines
them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from math import comb, lcm

import numpy as np

from optimizer.swiss.absolute import club_members
from optimizer.swiss.brackets import Setting
from optimizer.swiss.modes import BLOCKS, RANDOM, STRICT, WINDOW, Mode
from optimizer.swiss.past import Ints, Past

ORDER = {
    STRICT: ("Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q9"),
    WINDOW: ("Q3", "Q4", "Q5", "Q1", "Q2", "Q6", "Q7", "Q9"),
    BLOCKS: ("Q3", "Q4", "Q5", "Q1", "Q2", "Q6", "Q7", "Q8", "Q9"),
    RANDOM: ("Q3", "Q6"),
}
"""The criteria that count in each mode, the most important first."""


class Kind(StrEnum):
    """How a number comes from who sits where."""

    PLACES = "places"
    """Sum of values[player, his table]."""
    PAIRS = "pairs"
    """Sum of values[p, q] over pairs at one table."""
    WORST = "worst"
    """Largest sum of values[p, q] over the others at p's table."""
    WORST_COUNT = "worst_count"
    """How many players have the largest such sum."""
    RANGE = "range"
    """Largest minus smallest sum of values[player, table] over a table's players."""


@dataclass(frozen=True, eq=False)
class Count:
    """One number of the vector.

    Attributes
    ----------
    code
        ``Q1`` to ``Q9``.
    part
        Which number of the criterion, from 1; for Q3 the meetings that are counted.
    kind, values
        How it comes from the seating.
    floor
        No seating has less, by counting.
    """

    code: str
    part: int
    kind: Kind
    values: Ints
    floor: int = 0

    def of(self, table_of: Ints) -> int:
        """Return the number for a seating; ``table_of`` is by player, both by place."""
        if self.kind is Kind.PLACES:
            return int(self.values[np.arange(len(table_of)), table_of].sum())
        if self.kind is Kind.RANGE:
            tables = range(self.values.shape[1])
            sums = [int(self.values[table_of == t, t].sum()) for t in tables]
            return max(sums) - min(sums)
        same = table_of[:, None] == table_of[None, :]
        sums = np.where(same, self.values, 0).sum(axis=1)
        if self.kind is Kind.PAIRS:
            return int(sums.sum()) // 2
        worst = int(sums.max())
        return worst if self.kind is Kind.WORST else int((sums == worst).sum())


def counts(
    setting: Setting, past: Past, tables: Sequence[int], players: Sequence[int]
) -> tuple[Count, ...]:
    """Return the numbers of the vector for some tables and the players who share them out.

    Parameters
    ----------
    setting, past
        The round, and the rounds before it.
    tables, players
        From 0; the arrays of the counts are by the place in these lists.
    """
    return tuple(
        count
        for code in codes(setting.mode)
        for count in _MADE[code](_View(setting, past, list(tables), list(players)))
    )


def codes(mode: Mode) -> tuple[str, ...]:
    """Return the criteria that count in a mode, the most important first."""
    return () if mode.kind == RANDOM and not mode.least_repeats else ORDER[mode.kind]


def float_of(setting: Setting, player: int, table: int) -> int:
    """Return 0 if a player at a table is no floater, else how he floats: -1 higher, 1 lower."""
    home = int(setting.home[player])
    if setting.placed[player] or table == home:
        return 0
    points = setting.problem.points
    if any(points[q] == points[player] for q in _at_home(setting, table)):
        return 0
    return 1 if table > home else -1


def _at_home(setting: Setting, table: int) -> list[int]:
    """Return the free players whose home a table is, in order of rank."""
    return [p for p in setting.playing if setting.home[p] == table and not setting.placed[p]]


@dataclass(frozen=True, eq=False)
class _View:
    setting: Setting
    past: Past
    tables: list[int]
    players: list[int]

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.players), len(self.tables)

    def floats(self) -> Ints:
        """Return how each player would float at each table."""
        setting = self.setting
        points = setting.problem.points
        there = [{points[q] for q in _at_home(setting, t)} for t in self.tables]
        floats = np.zeros(self.shape, dtype=np.int64)
        for n, player in enumerate(self.players):
            if setting.placed[player]:
                continue
            for column, table in enumerate(self.tables):
                if points[player] not in there[column]:
                    floats[n, column] = np.sign(table - setting.home[player])
        return floats


def _floaters(view: _View) -> tuple[Count, ...]:
    return (Count("Q1", 1, Kind.PLACES, np.abs(view.floats())),)


def _distances(view: _View) -> tuple[Count, ...]:
    rank, floats = view.setting.rank, view.floats()
    far = np.zeros(view.shape, dtype=np.int64)
    for column, table in enumerate(view.tables):
        ranks = [int(rank[p]) for p in _at_home(view.setting, table)]
        for n, player in enumerate(view.players):
            if ranks and floats[n, column]:
                own = int(rank[player])
                far[n, column] = ranks[0] - own if floats[n, column] > 0 else own - ranks[-1]
    return (Count("Q2", 1, Kind.PLACES, far),)


def _repeats(view: _View) -> tuple[Count, ...]:
    met = view.past.together(view.players).sum(axis=0)
    most = view.setting.problem.round_number
    return tuple(
        Count("Q3", c, Kind.PAIRS, (met == c - 1).astype(np.int64)) for c in range(most, 1, -1)
    )


def _recent(view: _View) -> tuple[Count, ...]:
    together = view.past.together(view.players).astype(np.int64)
    nobody = np.zeros((len(view.players),) * 2, dtype=np.int64)
    return tuple(
        Count("Q4", back, Kind.PAIRS, together[-back] if len(together) >= back else nobody)
        for back in (1, 2)
    )


def _worst_off(view: _View) -> tuple[Count, ...]:
    met = view.past.together(view.players).sum(axis=0).astype(np.int64)
    return Count("Q5", 1, Kind.WORST, met), Count("Q5", 2, Kind.WORST_COUNT, met)


def _clubmates(view: _View) -> tuple[Count, ...]:
    mates = np.zeros((len(view.players),) * 2, dtype=np.int64)
    floor = 0
    for members in club_members(view.setting.problem, view.players):
        for i, j in combinations(members.tolist(), 2):
            mates[i, j] = mates[j, i] = 1
        # pairs are fewest where the members are spread over the tables as evenly as can be
        most, more = divmod(len(members), len(view.tables))
        floor += more * comb(most + 1, 2) + (len(view.tables) - more) * comb(most, 2)
    return (Count("Q6", 1, Kind.PAIRS, mates, floor),)


def _same_floats(view: _View) -> tuple[Count, ...]:
    last = np.array([view.setting.problem.last_floats[p] for p in view.players], dtype=np.int64)
    floats = view.floats()
    again = (floats != 0) & (floats == last[:, None])
    return (Count("Q7", 1, Kind.PLACES, again.astype(np.int64)),)


def _balance(view: _View) -> tuple[Count, ...]:
    sizes = [view.setting.problem.table_sizes[t] for t in view.tables]
    weights = np.array([lcm(*sizes) // size for size in sizes], dtype=np.int64)
    return (Count("Q8", 1, Kind.RANGE, view.setting.rank[view.players][:, None] * weights),)


def _same_place(view: _View) -> tuple[Count, ...]:
    same = np.zeros(view.shape, dtype=np.int64)
    if len(view.past.tables):
        last = view.past.tables[-1, view.players]
        same = (last[:, None] == np.array(view.tables)).astype(np.int64)
    judged = view.setting.problem.judged
    under = np.zeros(view.shape, dtype=np.int64)
    if judged is not None:
        under = np.asarray(judged)[np.ix_(view.players, view.tables)].astype(np.int64)
    return Count("Q9", 1, Kind.PLACES, same), Count("Q9", 2, Kind.PLACES, under)


_MADE: dict[str, Callable[[_View], tuple[Count, ...]]] = {
    "Q1": _floaters, "Q2": _distances, "Q3": _repeats, "Q4": _recent, "Q5": _worst_off,
    "Q6": _clubmates, "Q7": _same_floats, "Q8": _balance, "Q9": _same_place,
}  # fmt: skip
