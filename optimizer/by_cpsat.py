"""A stage seated by CP-SAT alone, and the bounds that it proved on the way."""

from __future__ import annotations

from optimizer.conflict import find_conflict
from optimizer.cpsat.engine import CpSatResult, solve_with_cpsat
from optimizer.criteria import Prefer
from optimizer.errors import InfeasibleError, NothingFoundError
from optimizer.portfolio import Found
from optimizer.reporter import Reporter
from optimizer.score import score
from optimizer.stopping import Clock
from schedules.problem import Problem
from schedules.schedule import Schedule

CPSAT_CODES = {
    "never_met": "never_met",
    "band_excess": "outside_band",
    "team_range": "teams",
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


def by_cpsat(
    problem: Problem,
    prefer: Prefer,
    seed: int,
    workers: int,
    clock: Clock,
    reporter: Reporter,
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
