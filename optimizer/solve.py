"""Seat a stage: who meets whom, at which table, on which seat, and what is proved of it."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Literal, get_args

import numpy as np

from optimizer.bounds import spread_bound
from optimizer.by_cpsat import by_cpsat
from optimizer.certificate import Certificate, certify, pair_bounds
from optimizer.compiled import get_ready
from optimizer.conflict import SETTLED, find_conflict, worth_asking
from optimizer.cpsat.model import build
from optimizer.cpsat.polish import polish
from optimizer.cpsat.solve import INFEASIBLE, run
from optimizer.criteria import PREFERENCES, Key, Prefer, key
from optimizer.errors import InfeasibleError, NothingFoundError
from optimizer.pair_cost import Ints
from optimizer.places import place_players
from optimizer.portfolio import Portfolio, Target
from optimizer.problem import check_wishes
from optimizer.progress import Report
from optimizer.reporter import Reporter
from optimizer.round_order import order_rounds
from optimizer.score import score, with_always_out
from optimizer.seat_search import improve_seats
from optimizer.seats import assign_seats
from optimizer.short_tables import with_stand_ins, without_stand_ins
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
        is never worse in the order of criteria. CP-SAT alone takes it as its hint. Where a game
        may lack a player it is one of :func:`optimizer.short_tables.with_stand_ins`.

    Raises
    ------
    InfeasibleError
        If the wishes are proved impossible.
    NothingFoundError
        If no schedule that keeps the wishes was found in the budget.
    """
    check_wishes(problem)
    if problem.fewest_seats < problem.num_seats:
        solution = solve(
            with_stand_ins(problem), budget=budget, prefer=prefer, engine=engine, seed=seed,
            workers=workers, progress=progress, stop=stop, name=name, start=start,
        )  # fmt: skip
        return _without_stand_ins(solution, problem, prefer)
    get_ready()
    clock = Clock(budget, stop or threading.Event())
    crew = workers or os.cpu_count() or 1
    reporter = Reporter(problem, clock, progress)
    if engine == "cp-sat":
        schedule, searched = by_cpsat(problem, prefer, seed, crew, clock, reporter, start)
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


def _without_stand_ins(solution: Solution, problem: Problem, prefer: Prefer) -> Solution:
    """Take away those who stood in for missing players, and prove what can be proved anew."""
    schedule = without_stand_ins(solution.schedule, problem)
    certificate = certify(schedule, prefer=prefer)
    schedule = replace(schedule, certificate=certificate.as_json())
    check_valid(schedule)
    return Solution(schedule, certificate, solution.stopped, solution.seconds)


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
    reporter: Reporter,
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
    reporter: Reporter,
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
    order = key(measure(schedule), problem.games_per_player, problem.num_tables, prefer)
    return with_always_out(order, score(problem, schedule.table_of()).always_out, prefer)


def _polished(
    schedule: Schedule, prefer: Prefer, seed: int, clock: Clock, reporter: Reporter
) -> Schedule:
    """Let CP-SAT improve the schedule in the time left, if anything is left to improve."""
    left = clock.left()
    if clock.over() or left < 1 or certify(schedule, prefer=prefer).proved:
        return schedule
    reporter.stage = "polish"
    reporter.again()
    better = polish(schedule, prefer=prefer, time_limit=left, seed=seed, stop=clock.over)
    return better if _key(better, prefer) < _key(schedule, prefer) else schedule
