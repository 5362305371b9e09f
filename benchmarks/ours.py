"""One run of our optimizer, with the moments at which it found something better."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.quality import Quality
from optimizer.criteria import Prefer
from optimizer.progress import Progress
from schedules import Problem
from schedules.measures import Measures, measure

TINY = (Problem(20, 2, 4), Problem(12, 2, 6, 5, 5))
"""Stages that use every kernel between them: one where all play, one where some sit out."""

WARM_UP = 1.0
"""Seconds of each of the solves that come before the one that counts."""


@dataclass(frozen=True)
class Moment:
    """When a better matrix was found, in seconds since the start, and how good it is."""

    seconds: float
    quality: Quality


@dataclass(frozen=True)
class OurRun:
    """What came out of one run.

    Attributes
    ----------
    problem, prefer
        What was searched for, under which order of criteria.
    measures
        Of the verified schedule.
    spread_bound
        No schedule has a lower Σ λ².
    moments
        Every better matrix, in order of time.
    seconds
        Time of the whole run, seats and certificate included.
    stopped
        Why it stopped, as in :class:`optimizer.solve.Solution`.
    """

    problem: Problem
    prefer: Prefer
    measures: Measures
    spread_bound: int
    moments: tuple[Moment, ...]
    seconds: float
    stopped: str

    @property
    def quality(self) -> Quality:
        """Criteria 2-4 of the schedule."""
        return Quality.of(self.measures)

    @property
    def gap(self) -> float:
        """How far Σ λ² is above its bound, as a share of the bound."""
        return self.measures.spread / self.spread_bound - 1

    @property
    def seconds_to_best(self) -> float:
        """When criteria 2-4 first stood as in the result: at their bound, or at the best found."""
        reached = self.seconds_to_order(self.quality)
        assert reached is not None, "the end of the run counts as a moment"
        return reached

    def seconds_to_spread(self, other: Quality) -> float | None:
        """When Σ λ² was first no greater than another's; None if it never was."""
        return self._first(lambda found: found.spread <= other.spread)

    def seconds_to_order(self, other: Quality) -> float | None:
        """When criteria 2-4 were first not behind another's in their order; None if never."""
        return self._first(lambda found: found.key(self.prefer) <= other.key(self.prefer))

    def _first(self, good: Callable[[Quality], bool]) -> float | None:
        moments = (*self.moments, Moment(self.seconds, self.quality))
        return next((moment.seconds for moment in moments if good(moment.quality)), None)


def run_ours(
    problem: Problem, *, prefer: Prefer, time_limit: float, seed: int, workers: int | None
) -> OurRun:
    """Seat a stage within a time limit, kernels compiled beforehand, and say what came out."""
    from optimizer.bounds import spread_bound
    from optimizer.solve import solve
    from optimizer.stopping import Budget

    warm_up(workers=workers)
    moments: list[Moment] = []

    def hear(told: Progress) -> None:
        if told.new_best:
            moments.append(Moment(told.seconds, Quality.of(told)))

    began = time.monotonic()
    solution = solve(
        problem,
        budget=Budget(time_limit=time_limit),
        prefer=prefer,
        seed=seed,
        workers=workers,
        progress=hear,
    )
    return OurRun(
        problem=problem,
        prefer=prefer,
        measures=measure(solution.schedule),
        spread_bound=spread_bound(problem).value,
        moments=tuple(moments),
        seconds=time.monotonic() - began,
        stopped=solution.stopped,
    )


def warm_up(*, workers: int | None) -> None:
    """Seat tiny stages and throw them away: what is loaded on first use is loaded then."""
    from optimizer.solve import solve
    from optimizer.stopping import Budget

    for problem in TINY:
        solve(problem, budget=Budget(time_limit=WARM_UP), seed=1, workers=workers)


def compile_kernels() -> None:
    """Leave every kernel compiled on the disk, for the processes that come after."""
    from optimizer.compiled import get_ready

    get_ready()
