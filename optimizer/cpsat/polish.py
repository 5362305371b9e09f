"""Large-neighbourhood search: free a little of a schedule, keep the rest, let CP-SAT mend it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np

from optimizer.cpsat.criteria import Criterion, in_order
from optimizer.cpsat.floors import floors
from optimizer.cpsat.freedom import Freedom, fixed
from optimizer.cpsat.lexicographic import Progress, Stop, optimise, values
from optimizer.cpsat.model import build
from optimizer.cpsat.solve import Params
from optimizer.criteria import Prefer
from optimizer.seats import assign_seats
from schedules.schedule import Schedule
from schedules.verify import check_valid

STEP_SECONDS = 10.0
STEP_WORK = 0.5
"""Limits of one neighbourhood: seconds on the clock, and CP-SAT's deterministic time."""
LARGEST_STEP = 1200
"""Table variables of one neighbourhood; larger ones are seldom finished within the limits."""


def polish(
    schedule: Schedule,
    *,
    prefer: Prefer = "order",
    time_limit: float = 60.0,
    seed: int = 0,
    workers: int = 1,
    max_steps: int | None = None,
    stop: Stop | None = None,
    progress: Progress | None = None,
) -> Schedule:
    """Improve a schedule piece by piece; the result is never worse in the order of criteria.

    First the tables: two rounds, two tables over all rounds, or a few players over all rounds are
    freed while all else stands still. Then, with the tables settled, the seats of a few games at
    a time. Every step is judged by measures recounted from the seats.

    Parameters
    ----------
    schedule
        A valid schedule.
    prefer
        The order of the criteria.
    time_limit
        Seconds; the tables have the first two thirds.
    seed, workers
        Order of the neighbourhoods and choices of CP-SAT; its threads.
    max_steps
        Neighbourhoods of each kind (tables, seats) at most. With one worker and this limit, not
        the clock, the same seed gives the same schedule.
    stop, progress
        Asked whether to stop; told of each better schedule.

    Raises
    ------
    InvalidScheduleError
        If the schedule is not valid.
    """
    check_valid(schedule)
    began = time.monotonic()
    rng = np.random.default_rng(seed)
    order = in_order(prefer)
    best = schedule

    def better(found: Schedule) -> None:
        nonlocal best
        candidate = replace(schedule, seating=found.seating, certificate=None)
        if values(candidate, order) < values(best, order):
            best = candidate
            if progress is not None:
                progress(best)

    for seats, until in ((False, time_limit * 2 / 3), (True, time_limit)):
        search = _Search(best, order, seats, rng, Params(STEP_SECONDS, STEP_WORK, workers, seed))
        search.run(began + until, max_steps, stop)
        better(search.schedule)
    check_valid(best)
    return best


class _Search:
    """Neighbourhood after neighbourhood, of the tables alone or of the seats alone."""

    def __init__(
        self,
        schedule: Schedule,
        order: list[Criterion],
        seats: bool,
        rng: np.random.Generator,
        params: Params,
    ) -> None:
        self.schedule = schedule
        self.seats = seats
        self.rng = rng
        self.params = params
        self.floors = floors(schedule.problem)
        self.criteria = [c for c in order if (c.scope == "seats") == seats]

    def run(self, deadline: float, max_steps: int | None, stop: Stop | None) -> None:
        """Try neighbourhoods until the time is over, or all were tried since the last success."""
        steps = 0
        fruitful = True
        while fruitful and not self._perfect():
            fruitful = False
            for freedom in self._neighbourhoods():
                left = deadline - time.monotonic()
                asked = stop is not None and stop()
                if asked or left <= 0 or (max_steps is not None and steps >= max_steps):
                    return
                steps += 1
                if self._step(freedom, left, stop):
                    fruitful = True
                    break

    def _perfect(self) -> bool:
        floor = tuple(self.floors[criterion.name] for criterion in self.criteria)
        return values(self.schedule, self.criteria) <= floor

    def _step(self, freedom: Freedom, left: float, stop: Stop | None) -> bool:
        """Let CP-SAT mend one neighbourhood; return whether the schedule became better."""
        model = build(self.schedule.problem, seats=self.seats, freedom=freedom)
        params = replace(self.params, time_limit=min(left, STEP_SECONDS))
        stage = optimise(
            model,
            self.criteria,
            self.schedule,
            params=params,
            floors=self.floors,
            together=True,
            stop=stop,
        )
        if stage.schedule is None or stage.schedule is self.schedule:
            return False
        self.schedule = stage.schedule if self.seats else seated(stage.schedule)
        return True

    def _neighbourhoods(self) -> Iterator[Freedom]:
        problem = self.schedule.problem
        base = fixed(self.schedule)
        if self.seats:
            games = np.argwhere((self.schedule.seating >= 0).all(axis=2)).tolist()
            yield from self._seat_neighbourhoods(base, [(r, t) for r, t in games])
            return
        base = base.with_all_seats()
        moves: list[Freedom] = [
            base.with_free_rounds(*pair) for pair in combinations(range(problem.num_rounds), 2)
        ]
        moves += [
            base.with_free_tables(*pair) for pair in combinations(range(problem.num_tables), 2)
        ]
        players = self.rng.permutation(problem.num_players).tolist()
        size = max(2, min(len(players), LARGEST_STEP // (problem.num_rounds * problem.num_tables)))
        moves += [
            base.with_free_players(*players[n : n + size]) for n in range(0, len(players), size)
        ]
        for n in self.rng.permutation(len(moves)).tolist():
            if 0 < moves[n].num_choices <= LARGEST_STEP:
                yield moves[n]

    def _seat_neighbourhoods(
        self, base: Freedom, games: list[tuple[int, int]]
    ) -> Iterator[Freedom]:
        """Free the seats of some games at a time, each game several times in other company."""
        for size in (4, 8, 12):
            for _ in range(2):
                order = self.rng.permutation(len(games)).tolist()
                for n in range(0, len(order), size):
                    yield base.with_free_seats(*(games[m] for m in order[n : n + size]))


def seated(schedule: Schedule) -> Schedule:
    """Return the same tables with seats dealt evenly: every seat as often as every other."""
    problem = schedule.problem
    seating = assign_seats(schedule.table_of(), problem.num_tables, problem.num_seats)
    return replace(schedule, seating=seating)
