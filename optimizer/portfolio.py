"""Many kinds of search under one budget: in waves, each twice as long, the best kinds go on.

Every wave depends only on the waves before it, and every search in it only on its seed and its
moves. So the same seed and number of moves give the same matrix however many workers there are,
and a longer limit does what a shorter one did and then more.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from optimizer.bounds import spread_bound, table_range_bound, table_squares_bound
from optimizer.criteria import Key, Prefer
from optimizer.kinds import (
    Effort,
    FromBest,
    Kind,
    Seed,
    Symmetric,
    kinds_for,
    weights_for,
    with_pauses,
    with_teams,
)
from optimizer.pair_cost import Ints, Weights
from optimizer.score import Score, score
from optimizer.stopping import Clock
from optimizer.table_labels import relabel_tables
from schedules.problem import Problem

FIRST_MOVES = 1_000_000
"""Moves of each search in the first wave."""

LONGEST = 400_000_000
"""Moves of the longest search, about half a minute."""

SURVIVORS = 4
"""Searches in a wave once the kinds have been tried."""

FAMILY_WAVES = 4
"""Waves in which every family of kinds is still tried."""

LABEL_MOVES = 300_000
"""Exchanges of table numbers tried for a matrix that may become the best, some 30 ms."""

SYMMETRIC_SHARE = 4
"""A symmetric search has so many times the moves of others: it needs them, and they are well
spent."""

EVEN_MOVES = 8_000_000
"""Moves of a search once criteria 2-4 are proved: many short ones find more matrices as good,
of which one may have the more even tables."""

PATIENCE = 6
"""Waves without a better matrix after which, criteria 2-4 being proved, the search ends."""

UNEVEN_PATIENCE = 40
"""The same while most and fewest visits to tables differ by two or more above their bound."""


@dataclass(frozen=True)
class Target:
    """What cannot be beaten: the search stops where these are met.

    Attributes
    ----------
    never_met, band_excess, spread, team_range
        Proved lower bounds.
    """

    never_met: int
    band_excess: int
    spread: int
    team_range: int = 0

    def met_by(self, found: Score) -> bool:
        """Whether criteria 2-4 of a matrix cannot be better."""
        return (
            found.broken == 0
            and found.never_met <= self.never_met
            and found.band_excess <= self.band_excess
            and found.team_range <= self.team_range
            and found.spread <= self.spread
        )


@dataclass(frozen=True)
class Found:
    """A matrix with its score."""

    tables: Ints
    score: Score


@dataclass(frozen=True)
class Task:
    """One search of a wave."""

    kind: Kind
    seed: Seed
    moves: int
    cut: int | None
    rank: int


class Portfolio:
    """The search for who meets whom at which table; :meth:`run` returns the best matrix.

    Parameters
    ----------
    problem, prefer, seed
        What is searched for, under which order of criteria.
    target
        Bounds at which to stop.
    clock, workers
        The budget, and how many searches run side by side.
    tell
        Told the best so far and the moves spent, a few times a second.
    start
        A matrix to begin with, shape (rounds, players); the answer is never worse.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        prefer: Prefer,
        seed: int,
        target: Target,
        clock: Clock,
        workers: int,
        tell: Callable[[Found | None, int], None],
        start: Ints | None = None,
    ) -> None:
        self._problem, self._prefer, self._seed = problem, prefer, seed
        self._target, self._clock, self._workers = target, clock, workers
        self._tell = tell
        self._kinds = kinds_for(problem, prefer)
        self._barred = None if problem.alike else problem.barred()
        self._ranks: dict[int, Key] = {}
        self._best: Found | None = None if start is None else Found(start, score(problem, start))
        self._shown: Found | None = None
        self._moves = 0
        self._lock = threading.Lock()
        self._enough = False

    def run(self) -> Found:
        """Search until the budget is spent or nothing can be better; return the best matrix."""
        stale = 0
        if self._best is not None and self._perfect(self._best.score):
            return self._best
        with ThreadPoolExecutor(self._workers) as pool:
            for wave in self._waves():
                before = self._best.score.key(self._prefer) if self._best else None
                results = list(pool.map(self._search, wave))
                for task, found in zip(wave, results, strict=True):
                    if found is not None:
                        self._rank(task, found)
                assert self._best is not None, "the first search of a wave always returns"
                after = self._best.score.key(self._prefer)
                stale = 0 if after != before else stale + 1
                if self._clock.over() or self._perfect(self._best.score):
                    break
                if self._target.met_by(self._best.score) and stale >= self._patience():
                    break
        assert self._best is not None
        return self._best

    def _patience(self) -> int:
        """Return the waves to wait for more even tables: many where they may be far from best."""
        assert self._best is not None
        found = self._best.score
        given = None if self._prefer == "tables" else found.spread
        gap = found.table_range - table_range_bound(self._problem, given).value
        return PATIENCE if gap <= 1 else UNEVEN_PATIENCE

    def _waves(self) -> Iterator[list[Task]]:
        """Yield the tasks of each wave until the moves of the budget are spent."""
        left = self._clock.budget.iterations
        moves, number = FIRST_MOVES, 0
        while left is None or left > 0:
            wave = []
            for place, (rank, kind) in enumerate(self._chosen(number)):
                planned = moves * SYMMETRIC_SHARE if isinstance(kind, Symmetric) else moves
                planned = min(planned, LONGEST)
                cut = left if left is not None and left < planned else None
                wave.append(Task(kind, (self._seed, number, place), planned, cut, rank))
                left = None if left is None else left - planned
                if left is not None and left <= 0:
                    break
            yield wave
            number += 1
            if self._best is not None and self._target.met_by(self._best.score):
                moves = EVEN_MOVES
            else:
                moves = min(2 * moves, LONGEST)

    def _chosen(self, wave: int) -> list[tuple[int, Kind]]:
        """Return the kinds of a wave: all at first, then the better half, down to a few.

        The best of each family stays for a few waves more: a symmetric search needs more moves
        than others before it shows what it can do.
        """
        everything = list(enumerate(self._kinds))
        if self._best is None:
            return everything
        if wave == 0:  # there is a start
            return [(-1, self._again(wave)), *everything]
        ranked = sorted(everything, key=lambda item: (self._ranks[item[0]], item[0]))
        keep = max(len(ranked) >> wave, 2)
        chosen = ranked[:keep]
        if wave <= FAMILY_WAVES:
            for item in ranked[keep:]:
                if type(item[1]) not in {type(kind) for _, kind in chosen}:
                    chosen.append(item)
        while len(chosen) < SURVIVORS - 1:
            chosen += ranked[: min(keep, SURVIVORS - 1 - len(chosen))]
        return [*chosen, (-1, self._again(wave))]

    def _again(self, wave: int) -> Kind:
        """Return a cold annealing of the best matrix, at heats that alternate."""
        assert self._best is not None
        weights = weights_for(self._prefer)[wave % 2]
        if self._target.met_by(self._best.score):
            # nothing is left to win among the pairs: walk along equal spread for even tables
            weights = Weights(spread=8, never=96, excess=64, visits=1)
        if not self._problem.everybody_always and wave % 4:
            weights = with_pauses(weights)
        elif self._problem.everybody_always and len(self._problem.teams) > 1:
            weights = with_teams(weights, 1 + wave % 2)
        heat = (0.8, 0.5, 1.1)[wave % 3]
        return FromBest(self._best.tables.tobytes(), weights, heat)

    def _search(self, task: Task) -> Found | None:
        """Run one task in a worker; None if there was no time to begin."""
        if self._over() and (self._best is not None or task.seed[2] != 0):
            return None
        effort = Effort(
            task.moves,
            self._over,
            self._spent,
            lambda tables: score(self._problem, tables).key(self._prefer),
            self._target.never_met,
            spread_bound(self._problem).value,
            task.cut,
        )
        tables = task.kind.run(self._problem, task.seed, effort)
        found = Found(tables, score(self._problem, tables))
        best = self._best
        if (
            self._prefer == "tables"
            or best is None
            or found.score.pairs(self._prefer) <= best.score.pairs(self._prefer)
        ):
            tables = relabel_tables(
                tables,
                self._problem.num_tables,
                seed=self._seed,
                iterations=LABEL_MOVES,
                barred=self._barred,
                bound=self._problem.bound_to_tables,
            )
            found = Found(tables, score(self._problem, tables))
        self._show(found)
        if self._clock.budget.iterations is None and self._perfect(found.score):
            self._enough = True
        return found

    def _rank(self, task: Task, found: Found) -> None:
        """Take a result into the ranking of the kinds, and as the best if it is better."""
        key = found.score.key(self._prefer)
        if task.rank >= 0:
            pairs = found.score.pairs(self._prefer)
            self._ranks[task.rank] = min(self._ranks.get(task.rank, pairs), pairs)
        if self._best is None or key < self._best.score.key(self._prefer):
            self._best = found

    def _show(self, found: Found) -> None:
        """Tell of a better matrix at once; the waves rank it in their own order later."""
        with self._lock:
            key, shown = found.score.key(self._prefer), self._shown
            if shown is None or key < shown.score.key(self._prefer):
                self._shown = found
        self._tell(self._shown, self._moves)

    def _perfect(self, found: Score) -> bool:
        """Whether criteria 1-5 cannot be better."""
        if not self._target.met_by(found):
            return False
        given = None if self._prefer == "tables" else found.spread
        return (
            found.table_squares <= table_squares_bound(self._problem, given).value
            and found.table_range <= table_range_bound(self._problem, given).value
        )

    def _over(self) -> bool:
        return self._enough or self._clock.over()

    def _spent(self, moves: int) -> None:
        with self._lock:
            self._moves += moves
        self._tell(self._shown, self._moves)
