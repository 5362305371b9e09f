"""The part of the order that a matrix decides before anyone has a seat."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from optimizer.criteria import Key, Prefer
from optimizer.pair_cost import Ints, meetings_of, visits_of
from schedules.problem import Problem


@dataclass(frozen=True)
class Score:
    """Criteria 1-5 of a matrix (tables of all players in all rounds).

    Attributes
    ----------
    broken
        Meetings above what the wishes allow.
    never_met, band_excess, spread
        As in :class:`schedules.measures.Measures`.
    table_missed, table_range, table_squares
        Whether somebody misses a table he could visit; most less fewest visits; Σ visits².
    """

    broken: int
    never_met: int
    band_excess: int
    spread: int
    table_missed: int
    table_range: int
    table_squares: int

    def pairs(self, prefer: Prefer) -> Key:
        """Return criteria 1-4 in order."""
        met = (self.never_met, self.band_excess)
        pairs = (self.spread, *met) if prefer == "spread" else (*met, self.spread)
        return (self.broken, *pairs)

    def visits(self) -> Key:
        """Return criterion 5."""
        return self.table_missed, self.table_range, self.table_squares

    def key(self, prefer: Prefer) -> Key:
        """Return criteria 1-5 in order; ``tables`` puts 5 before 4."""
        if prefer == "tables":
            return (self.broken, self.never_met, self.band_excess, *self.visits(), self.spread)
        return (*self.pairs(prefer), *self.visits())


def score(problem: Problem, tables: Ints) -> Score:
    """Measure a matrix, shape (rounds, players)."""
    met = meetings_of(tables)
    upper = np.triu_indices(problem.num_players, 1)
    over = np.maximum(met - problem.limits(), 0)[upper]
    pairs = met[upper].astype(np.int64)
    low, high = problem.band
    visits = visits_of(tables, problem.num_tables).astype(np.int64)
    fewest, most = int(visits.min()), int(visits.max())
    return Score(
        broken=int(over.sum()),
        never_met=int((pairs == 0).sum()),
        band_excess=int((np.maximum(low - pairs, 0) + np.maximum(pairs - high, 0)).sum()),
        spread=int((pairs**2).sum()),
        table_missed=int(fewest == 0 and problem.games_per_player >= problem.num_tables),
        table_range=most - fewest,
        table_squares=int((visits**2).sum()),
    )
