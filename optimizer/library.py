"""The library of ready schedules, made and made better: a file is only replaced by a better one.

What stands in the library is found by :mod:`schedules.library`; here is what fills it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from optimizer.annealing import Cooling, anneal, random_tables
from optimizer.bounds import spread_bound
from optimizer.certificate import certify
from optimizer.compiled import get_ready
from optimizer.criteria import Key, Prefer, key
from optimizer.kinds import weights_for
from optimizer.matrices_file import Known
from optimizer.pair_cost import Ints
from optimizer.round_order import order_rounds
from optimizer.score import score, with_always_out
from optimizer.seat_search import improve_seats
from optimizer.seats import assign_seats
from optimizer.solve import SEAT_MOVES, solve
from optimizer.stopping import Budget
from optimizer.table_labels import relabel_tables
from schedules.files import read_schedule, write_schedule
from schedules.library import SPREAD, find, fit, name_of
from schedules.measures import measure
from schedules.problem import Problem
from schedules.schedule import Schedule
from schedules.verify import check_valid

ORDERS: tuple[Prefer, ...] = ("order", "spread")
"""Orders of the criteria that have a library."""

LABEL_MOVES = 3_000_000
"""Exchanges of table numbers tried for a matrix without seats, about a second."""

FIRST_SEARCH = 20_000_000
"""Moves of the search where nothing at all is known and no search was asked for."""

NEW_ROUND_MOVES = 2_000_000
"""Moves to seat one round more, the others being as they are: a tenth of a second."""


@dataclass(frozen=True)
class Effort:
    """What is spent on each matrix besides its seats.

    Attributes
    ----------
    budget
        Of the search; None seats what is known already and searches for nothing.
    seed
        Of every random choice: the same seed and iterations give the same files.
    seat_moves
        Swaps of seats tried for a matrix that has none; seldom all of them are needed.
    """

    budget: Budget | None = None
    seed: int = 1
    seat_moves: int = SEAT_MOVES


@dataclass(frozen=True)
class Built:
    """What became of a stage.

    Attributes
    ----------
    name
        As in :func:`schedules.library.name_of`.
    written
        Names of the files that were written or replaced; empty if nothing better was found.
    held
        What the library holds of it under the usual order.
    """

    name: str
    written: tuple[str, ...]
    held: Schedule


def build_all(
    problems: Sequence[Problem],
    *,
    into: Path,
    known: Known,
    effort: Effort,
    workers: int,
    report: Callable[[Built], None],
) -> None:
    """Make or better the files of many stages side by side.

    Parameters
    ----------
    problems
        The stages; those with fewer rounds come first, because the others begin from them.
    into
        The folder of the library.
    known
        Matrices to begin with (:func:`optimizer.matrices_file.read_matrices`).
    effort, workers
        What is spent on each stage, and how many are worked on at a time.
    report
        Told of each stage as it is done.
    """
    ranked = sorted(problems, key=lambda problem: problem.num_rounds)
    with Parallel(n_jobs=workers, return_as="generator_unordered") as parallel:
        for _, wave in groupby(ranked, key=lambda problem: problem.num_rounds):
            for built in parallel(
                delayed(build)(problem, into=into, starts=_starts(known, problem), effort=effort)
                for problem in wave
            ):
                report(built)


def _starts(known: Known, problem: Problem) -> Sequence[Ints | Schedule]:
    return known.get(name_of(problem) or "", ())


def build(
    problem: Problem, *, into: Path, starts: Sequence[Ints | Schedule], effort: Effort
) -> Built:
    """Make or better the files of one stage.

    Parameters
    ----------
    problem
        A stage that the library can hold.
    into
        The folder of the library; a file there is where the search begins.
    starts
        Matrices and schedules of this stage to begin with as well.
    effort
        What is spent.
    """
    get_ready()
    name = name_of(problem)
    assert name is not None, "a stage of the library has no wishes"
    written: dict[str, None] = {}  # names in their order, each once
    matrices = [start for start in starts if not isinstance(start, Schedule)]
    for start in starts:
        if isinstance(start, Schedule):
            whole = fit(start, problem, "order")
            written |= dict.fromkeys(offer(whole, into, _made(effort)))
            matrices.append(whole.table_of())
    matrices += _longer(problem, into, effort.seed)
    for prefer in ORDERS:
        held = find(problem, "order", folder=into)
        if prefer == "spread" and held is not None and _both_ways(held):
            break
        found = _better(problem, prefer, into, matrices, effort)
        written |= dict.fromkeys(offer(found, into, _made(effort)))
        matrices.append(found.table_of())
    held = find(problem, "order", folder=into)
    assert held is not None, "a schedule was just offered"
    return Built(name, tuple(path for path in written if (into / path).exists()), held)


def _both_ways(held: Schedule) -> bool:
    """Whether nothing can have a smaller spread, so that it is best by spread as well."""
    return measure(held).spread == spread_bound(held.problem).value


def _longer(problem: Problem, folder: Path, seed: int) -> Iterator[Ints]:
    """Yield the matrices of one round fewer, with one round more."""
    rounds = problem.num_rounds - 1
    if not problem.full or rounds < 1:
        return
    shorter = replace(problem, num_rounds=rounds, games_per_player=rounds)
    seen: set[bytes] = set()
    for prefer in ORDERS:
        held = find(shorter, prefer, folder=folder)
        if held is None or held.table_of().tobytes() in seen:
            continue
        seen.add(held.table_of().tobytes())
        tables = random_tables(problem, seed, prefer)
        tables[:rounds] = held.table_of()
        yield anneal(
            problem,
            tables,
            weights=weights_for(prefer)[0],
            cooling=Cooling(3.0, 0.3, NEW_ROUND_MOVES),
            seed=(seed, prefer),
            over=lambda: False,
            free=np.array([rounds]),
        )


def _better(
    problem: Problem, prefer: Prefer, folder: Path, matrices: Sequence[Ints], effort: Effort
) -> Schedule:
    """Return the best there is of a stage under an order, after a search if one is asked for."""
    held = find(problem, prefer, folder=folder)
    best = min(matrices, key=lambda tables: score(problem, tables).key(prefer), default=None)
    start = held
    if best is not None and (
        held is None
        or score(problem, best).pairs(prefer) < score(problem, held.table_of()).pairs(prefer)
    ):
        start = seated(problem, best, seed=effort.seed, moves=effort.seat_moves)
    if start is not None and effort.budget is None:
        return start
    return solve(
        problem,
        budget=effort.budget or Budget(iterations=FIRST_SEARCH),
        prefer=prefer,
        engine="search",
        seed=effort.seed,
        workers=1,
        start=start,
    ).schedule


def seated(problem: Problem, tables: Ints, *, seed: int, moves: int = SEAT_MOVES) -> Schedule:
    """Return a schedule for a matrix: tables with even numbers, rounds in order, seats.

    Parameters
    ----------
    problem, tables
        The stage and its matrix, shape (rounds, players).
    seed, moves
        The same seed and swaps of seats give the same schedule, whatever the machine.
    """
    tables = relabel_tables(tables, problem.num_tables, seed=seed, iterations=LABEL_MOVES)
    tables = order_rounds(problem, tables, seed=seed)
    seats = assign_seats(tables, problem.num_tables, problem.num_seats)
    return Schedule(problem, improve_seats(seats, seed=seed, iterations=moves))


def offer(schedule: Schedule, folder: Path, made: Mapping[str, Any]) -> list[str]:
    """Put a schedule into the library where it is better than what stands there.

    It is judged twice: under the usual order, and under ``spread``. What it drives out of the
    first place may still be the best by spread.

    Parameters
    ----------
    schedule
        A valid schedule of a stage that the library can hold.
    folder
        Where the files are.
    made
        How the schedule came about, for the file.

    Returns
    -------
    list of str
        The files written; empty if nothing was better.
    """
    check_valid(schedule)
    name = name_of(schedule.problem)
    assert name is not None, "a stage of the library has no wishes"
    usual, spread = folder / f"{name}.json", folder / f"{name}{SPREAD}.json"
    held, held_spread = _held(usual), _held(spread)
    first = _best([held, schedule], "order")
    other = _best([first, held_spread, held, schedule], "spread")
    written = []
    # what is driven out of one file is in the other before it goes
    if other is not first and other is not held_spread:
        _write(other, spread, "spread", made)
        written.append(spread.name)
    if first is not held:
        _write(first, usual, "order", made)
        written.append(usual.name)
    if other is first:
        spread.unlink(missing_ok=True)
    return written


def _held(path: Path) -> Schedule | None:
    if not path.is_file():
        return None
    schedule = read_schedule(path)
    check_valid(schedule)
    return schedule


def _best(schedules: Sequence[Schedule | None], prefer: Prefer) -> Schedule:
    """Return the best under an order; of equal ones the first."""
    there = [schedule for schedule in schedules if schedule is not None]
    return min(there, key=lambda schedule: rank(schedule, prefer))


def rank(schedule: Schedule, prefer: Prefer) -> Key:
    """Return the order of criteria on a schedule; the lesser is the better one."""
    problem = schedule.problem
    order = key(measure(schedule), problem.games_per_player, problem.num_tables, prefer)
    return with_always_out(order, score(problem, schedule.table_of()).always_out, prefer)


def _made(effort: Effort) -> dict[str, Any]:
    spent = {}
    if effort.budget is not None and effort.budget.iterations is not None:
        spent["iterations"] = effort.budget.iterations
    return {"version": version("seating"), "seed": effort.seed, "engine": "library", **spent}


def _write(schedule: Schedule, path: Path, prefer: Prefer, made: Mapping[str, Any]) -> None:
    bare = replace(
        schedule,
        name="",
        players=(),
        judges=None,
        certificate=certify(schedule, prefer=prefer).as_json(),
        made={**made, "prefer": prefer},
    )
    write_schedule(bare, path)
