"""One run of our optimizer, with the moments at which it found something better."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.quality import Quality
from optimizer.criteria import Prefer
from optimizer.progress import Progress
from schedules import Problem
from schedules.measures import Measures, measure

WARM_UP = 3.0
"""Seconds of the solve that comes before the one that counts."""


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
        best = self.quality.key(self.prefer)
        return next(
            (m.seconds for m in self.moments if m.quality.key(self.prefer) <= best), self.seconds
        )

    def seconds_to_match(self, other: Quality) -> float | None:
        """When the search was first at least as good as another matrix; None if it never was."""
        moments = (*self.moments, Moment(self.seconds, self.quality))
        return next((m.seconds for m in moments if m.quality.as_good_as(other, self.prefer)), None)


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
        seconds=solution.seconds,
        stopped=solution.stopped,
    )


def warm_up(*, workers: int | None) -> None:
    """Seat a tiny stage and throw it away: what is compiled on first use is compiled then.

    Its games are too few for the bounds, so that every kind of search is tried, and the polish.
    """
    from optimizer.solve import solve
    from optimizer.stopping import Budget

    tiny = Problem(num_players=9, num_tables=3, num_rounds=6, num_seats=3)
    solve(tiny, budget=Budget(time_limit=WARM_UP), seed=1, workers=workers)
