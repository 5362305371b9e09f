"""The part of the order that a matrix decides before anyone has a seat."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from optimizer.criteria import Key, Prefer
from optimizer.pair_cost import Ints, meetings_of, visits_of
from schedules.measures import team_meetings
from schedules.problem import Problem


@dataclass(frozen=True)
class Score:
    """Criteria 1-5 and 8 of a matrix (tables of all players in all rounds).

    Attributes
    ----------
    broken
        Meetings above what the wishes allow, and short of what they ask.
    never_met, band_excess, spread
        As in :class:`schedules.measures.Measures`.
    table_missed, table_range, table_squares
        Whether somebody misses a table he could visit; most less fewest visits; Σ visits².
    together_out
        Most rounds in which the same two players both sit out.
    team_range
        Most less fewest meetings of two teams; 0 without teams.
    always_out
        Pairs who sit out in the very same rounds, where each sits out more than once; see
        :func:`with_always_out`.
    """

    broken: int
    never_met: int
    band_excess: int
    spread: int
    table_missed: int
    table_range: int
    table_squares: int
    together_out: int = 0
    team_range: int = 0
    always_out: int = 0

    def pairs(self, prefer: Prefer) -> Key:
        """Return criteria 1-4 in order."""
        met = (self.never_met, self.band_excess, self.team_range)
        pairs = (self.spread, *met) if prefer == "spread" else (*met, self.spread)
        return (self.broken, *with_always_out(pairs, self.always_out, prefer))

    def visits(self) -> Key:
        """Return criterion 5."""
        return self.table_missed, self.table_range, self.table_squares

    def key(self, prefer: Prefer) -> Key:
        """Return criteria 1-5 in order, and 8; ``tables`` puts 5 before 4."""
        if prefer == "tables":
            broken, *met, spread = self.pairs(prefer)
            head = (broken, *met, *self.visits(), spread)
        else:
            head = (*self.pairs(prefer), *self.visits())
        return (*head, self.together_out)


def with_always_out(key: Key, always_out: int, prefer: Prefer) -> Key:
    """Return the order of criteria on a matrix, with those who always sit out together.

    They come right behind the pairs that never meet: criterion 8 says that nobody always sits out
    with the same people, and no evenness elsewhere makes up for it in the eyes of those two.
    Where the spread goes before all, so it does here.
    """
    return key if prefer == "spread" else (key[0], always_out, *key[1:])


def score(problem: Problem, tables: Ints) -> Score:
    """Measure a matrix, shape (rounds, players)."""
    met = meetings_of(tables)
    upper = np.triu_indices(problem.num_players, 1)
    limits = problem.limits()[upper]
    pairs = met[upper].astype(np.int64)
    broken = np.maximum(pairs - limits, 0)
    if problem.at_least:
        broken += np.maximum(problem.least_meetings()[upper] - pairs, 0)
    spread = int((pairs**2).sum())
    pairs = pairs[limits > 0]
    low, high = problem.band
    visits = visits_of(tables, problem.num_tables).astype(np.int64)
    bound = problem.bound_to_tables
    free = visits[[p for p in range(problem.num_players) if p not in bound]] if bound else visits
    free = free if len(free) else visits
    fewest, most = int(free.min()), int(free.max())
    return Score(
        broken=int(broken.sum()),
        never_met=int((pairs == 0).sum()),
        band_excess=int((np.maximum(low - pairs, 0) + np.maximum(pairs - high, 0)).sum()),
        spread=spread,
        table_missed=int(fewest == 0 and problem.games_per_player >= problem.num_tables),
        table_range=most - fewest,
        table_squares=int((visits**2).sum()),
        together_out=_together_out(tables),
        team_range=_team_range(problem, met),
        always_out=_always_out(tables),
    )


def _always_out(tables: Ints) -> int:
    """Count the pairs who sit out in the very same rounds, twice or more."""
    out = (tables < 0).astype(np.int64)
    if not out.any():
        return 0
    together, times = out.T @ out, out.sum(axis=0)
    same = (together == times[:, None]) & (together == times[None, :]) & (together > 1)
    return int(np.triu(same, 1).sum())


def _team_range(problem: Problem, met: Ints) -> int:
    """Return how far the meetings of two teams differ, over all pairs of teams."""
    if len(problem.teams) < 2:
        return 0
    between = team_meetings(problem, met.astype(np.int64))
    return int(between.max()) - int(between.min())


def _together_out(tables: Ints) -> int:
    """Return the most rounds in which the same two players both sit out."""
    out = (tables < 0).astype(np.int64)
    if not out.any():
        return 0
    return int(np.triu(out.T @ out, 1).max())
