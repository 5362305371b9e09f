"""Seat a stage: who meets whom, at which table, on which seat, and what is proved of it."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Literal, get_args

import numpy as np

from optimizer.bounds import spread_bound
from optimizer.certificate import Certificate, certify, pair_bounds
from optimizer.compiled import get_ready
from optimizer.conflict import SETTLED, find_conflict, worth_asking
from optimizer.cpsat.engine import CpSatResult, solve_with_cpsat
from optimizer.cpsat.model import build
from optimizer.cpsat.polish import polish
from optimizer.cpsat.solve import INFEASIBLE, run
from optimizer.criteria import PREFERENCES, Key, Prefer, key
from optimizer.errors import InfeasibleError, NothingFoundError
from optimizer.pair_cost import Ints
from optimizer.places import place_players
from optimizer.portfolio import Found, Portfolio, Target
from optimizer.problem import check_wishes
from optimizer.progress import Progress, Report
from optimizer.round_order import order_rounds
from optimizer.score import score
from optimizer.seat_search import improve_seats
from optimizer.seats import assign_seats
from optimizer.soft_bounds import teams_bound
from optimizer.stopping import Budget, Clock
from schedules.measures import measure
from schedules.problem import Problem
from schedules.schedule import Schedule
from schedules.verify import check_valid

Engine = Literal["auto", "search", "cp-sat"]
ENGINES: tuple[Engine, ...] = get_args(Engine)

__all__ = ["ENGINES", "PREFERENCES", "Budget", "Solution", "solve"]

TABLES_SHARE = 0.8
"""Share of a time limit for who meets whom; the seats have the rest, and CP-SAT what they leave."""

SEAT_MOVES = 60_000_000
"""Seat swaps tried at most, some ten seconds; seldom all of them are needed."""

CPSAT_CODES = {
    "never_met": "never_met",
    "band_excess": "outside_band",
    "spread": "spread",
    "table_range": "table_range",
    "table_squares": "table_squares",
    "seat_uneven": "seats",
    "half_uneven": "halves",
    "seat_pair_uneven": "seat_pairs",
    "neighbour_repeats": "neighbours",
    "longest_wait": "longest_wait",
    "longest_play": "longest_play",
}
"""Criteria of CP-SAT that are a line of the certificate, and the code of that line."""

GRACE = 0.5
"""Seconds that the seats get even when the search was stopped before."""


@dataclass(frozen=True)
class Solution:
    """What came out of :func:`solve`.

    Attributes
    ----------
    schedule
        Verified; carries its certificate and how it was made.
    certificate
        What is proved of it.
    stopped
        ``proved`` (nothing can be better), ``searched`` (criteria 2-4 are proved and the rest
        brought nothing more), ``time``, ``iterations`` or ``interrupted``.
    seconds
        Time it took.
    """

    schedule: Schedule
    certificate: Certificate
    stopped: str
    seconds: float


class _Reporter:
    """Turns what the parts of the search tell into :class:`Progress`."""

    def __init__(self, problem: Problem, clock: Clock, report: Report | None) -> None:
        self._bound = spread_bound(problem).value
        self._clock, self._report = clock, report
        self._lock = threading.Lock()
        self._shown: Found | None = None
        self._moves = 0
        self.stage = "tables"

    def tell(self, found: Found | None, moves: int) -> None:
        """Report the best so far; called from any thread."""
        if self._report is None or found is None:
            return
        with self._lock:
            new, self._shown, self._moves = found is not self._shown, found, moves
            best = found.score
            self._report(
                Progress(
                    self._clock.seconds, self.stage, best.never_met, best.band_excess,
                    best.spread, self._bound, new, moves,
                )
            )  # fmt: skip

    def again(self) -> None:
        """Report the same best once more: the clock runs."""
        self.tell(self._shown, self._moves)


def solve(
    problem: Problem,
    *,
    budget: Budget,
    prefer: Prefer = "order",
    engine: Engine = "auto",
    seed: int = 1,
    workers: int | None = None,
    progress: Report | None = None,
    stop: threading.Event | None = None,
    name: str = "",
    start: Schedule | None = None,
) -> Solution:
    """Seat a whole stage under the order of criteria of the design.

    Parameters
    ----------
    problem
        The stage with its wishes (:func:`optimizer.problem.state_problem`).
    budget
        A time limit in seconds, not counting what the first run on a machine takes to compile
        its loops (:mod:`optimizer.compiled`), or a number of moves: the same seed and moves give
        the same schedule, however many workers there are.
    prefer
        ``order``; ``spread`` puts criterion 4 before 2 and 3; ``tables`` puts 5 before 4.
    engine
        ``search`` for the local search alone, ``cp-sat`` for CP-SAT alone, ``auto`` for the
        local search and then CP-SAT in the time left; iterations leave no time.
    seed
        Of every random choice.
    workers
        Searches side by side; the cores of the machine without it.
    progress
        Told a few times a second, from any thread.
    stop
        Set it to end the search with the best found so far.
    name
        Title for the schedule.
    start
        A valid schedule of the same problem to begin with, such as one of the library; the answer
        is never worse in the order of criteria. CP-SAT alone takes it as its hint.

    Raises
    ------
    InfeasibleError
        If the wishes are proved impossible.
    NothingFoundError
        If no schedule that keeps the wishes was found in the budget.
    """
    check_wishes(problem)
    get_ready()
    clock = Clock(budget, stop or threading.Event())
    crew = workers or os.cpu_count() or 1
    reporter = _Reporter(problem, clock, progress)
    if engine == "cp-sat":
        schedule, searched = _by_cpsat(problem, prefer, seed, crew, clock, reporter, start)
    else:
        searched = {}
        schedule = _by_search(problem, prefer, seed, crew, clock, reporter, start)
        if engine == "auto" and budget.iterations is None:
            schedule = _polished(schedule, prefer, seed, clock, reporter)
        if start is not None and _key(start, prefer) <= _key(schedule, prefer):
            schedule = start
    certificate = certify(schedule, prefer=prefer, searched=searched)
    seconds = round(clock.seconds, 1)
    spent = {"iterations": budget.iterations} if budget.iterations else {}
    made = {
        "version": version("seating"), "seed": seed, "prefer": prefer, "engine": engine,
        **spent, "seconds": seconds,
    }  # fmt: skip
    schedule = replace(schedule, name=name, certificate=certificate.as_json(), made=made)
    check_valid(schedule)
    return Solution(schedule, certificate, _why_stopped(certificate, clock), seconds)


def _why_stopped(certificate: Certificate, clock: Clock) -> str:
    if certificate.proved:
        return "proved"
    if clock.stop.is_set():
        return "interrupted"
    if clock.budget.iterations is not None:
        return "iterations"
    settled = all(certificate[code].proved for code in ("never_met", "outside_band", "spread"))
    return "searched" if settled and clock.left() > 0 else "time"


def _by_search(
    problem: Problem,
    prefer: Prefer,
    seed: int,
    workers: int,
    clock: Clock,
    reporter: _Reporter,
    start: Schedule | None,
) -> Schedule:
    """Tables by the portfolio, then seats."""
    begin = start.table_of() if start is not None else _first(problem, seed)
    bounds = pair_bounds(problem)
    spread = spread_bound(problem) if prefer == "spread" else bounds.spread
    found = Portfolio(
        problem,
        prefer=prefer,
        seed=seed,
        target=Target(
            bounds.never_met.value,
            bounds.band_excess.value,
            spread.value,
            teams_bound(problem).value,
        ),
        clock=clock.part(TABLES_SHARE),
        workers=workers,
        tell=reporter.tell,
        start=begin,
    ).run()
    if found.score.broken:
        raise NothingFoundError(
            f"No seating that keeps every wish was found in {clock.seconds:.0f} s: the best "
            f"still breaks {found.score.broken} of them. Let it search longer, or drop a wish."
        )
    tables = place_players(problem, found.tables, seed=seed)
    tables = order_rounds(problem, tables, seed=seed)
    same = start is not None and np.array_equal(tables, start.table_of())
    return _seated(problem, tables, seed, clock, reporter, start if same else None)


def _first(problem: Problem, seed: int) -> Ints | None:
    """Return a matrix that keeps every wish, where CP-SAT is needed to be sure of one.

    Raises
    ------
    InfeasibleError
        If CP-SAT proved that there is none.
    """
    if not worth_asking(problem):
        return None
    model = build(problem, seats=False, meetings=False)
    outcome = run(model.variables.model, replace(SETTLED, seed=seed % 2**31))
    if outcome.status == INFEASIBLE:
        conflict = find_conflict(problem)
        raise InfeasibleError(conflict.sentence(), conflict.players)
    return model.schedule(outcome).table_of() if outcome.found else None


def _seated(
    problem: Problem,
    tables: Ints,
    seed: int,
    clock: Clock,
    reporter: _Reporter,
    start: Schedule | None = None,
) -> Schedule:
    """Give everyone a seat: even by the theorem, then halves and neighbours by search."""
    reporter.stage = "seats"
    reporter.again()
    if start is None:
        seating = assign_seats(tables, problem.num_tables, problem.num_seats)
    else:
        seating = start.seating
    moves = SEAT_MOVES if clock.budget.iterations is None else SEAT_MOVES // 3

    until = clock.seconds + GRACE

    def over() -> bool:
        reporter.again()
        return clock.over() and clock.seconds >= until

    seating = improve_seats(seating, seed=seed, iterations=moves, stop=over)
    return Schedule(problem, seating)


def _key(schedule: Schedule, prefer: Prefer) -> Key:
    problem = schedule.problem
    return key(measure(schedule), problem.games_per_player, problem.num_tables, prefer)


def _polished(
    schedule: Schedule, prefer: Prefer, seed: int, clock: Clock, reporter: _Reporter
) -> Schedule:
    """Let CP-SAT improve the schedule in the time left, if anything is left to improve."""
    left = clock.left()
    if clock.over() or left < 1 or certify(schedule, prefer=prefer).proved:
        return schedule
    reporter.stage = "polish"
    reporter.again()
    better = polish(schedule, prefer=prefer, time_limit=left, seed=seed, stop=clock.over)
    return better if _key(better, prefer) < _key(schedule, prefer) else schedule


def _by_cpsat(
    problem: Problem,
    prefer: Prefer,
    seed: int,
    workers: int,
    clock: Clock,
    reporter: _Reporter,
    start: Schedule | None,
) -> tuple[Schedule, dict[str, int]]:
    """Solve with CP-SAT alone; return the schedule, and the bounds it proved by code."""
    limit = clock.left()
    counted = clock.budget.iterations

    def heard(schedule: Schedule) -> None:
        tables = schedule.table_of()
        reporter.tell(Found(tables, score(problem, tables)), 0)

    result = solve_with_cpsat(
        problem,
        prefer=prefer,
        time_limit=3600.0 if counted else limit,
        # CP-SAT counts its own work; one worker makes it repeatable
        deterministic_limit=counted / 1e6 if counted else None,
        seed=seed,
        workers=1 if counted else workers,
        hint=start,
        progress=heard,
        stop=clock.over,
    )
    if result.schedule is None:
        if result.status == "proved infeasible":
            conflict = find_conflict(problem)
            raise InfeasibleError(conflict.sentence(), conflict.players)
        raise NothingFoundError(
            f"CP-SAT found no seating in {clock.seconds:.0f} s. Give it more time, or use "
            "--engine auto."
        )
    return result.schedule, _searched(result)


def _searched(result: CpSatResult) -> dict[str, int]:
    """Return the bounds that CP-SAT proved, up to the first criterion that it did not settle.

    Those behind it hold only for the value that it has here.
    """
    bounds: dict[str, int] = {}
    for row in result.criteria:
        if row.name in CPSAT_CODES:
            bounds[CPSAT_CODES[row.name]] = row.bound
        if not row.proved:
            break
    return bounds
