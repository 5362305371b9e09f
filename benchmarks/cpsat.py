"""How far CP-SAT comes alone: the largest stages that it proves within the time limit."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.child import Done, in_child
from optimizer.criteria import Prefer
from schedules import Problem

FAMILIES = ((6, 2), (8, 2), (9, 3), (12, 3), (16, 4), (20, 2), (30, 3))
"""Players and tables; the rounds grow while CP-SAT proves something of who meets whom."""

ROUNDS = range(2, 13)

MEETINGS = ("never_met", "band_excess", "spread")
"""The criteria of who meets whom, as CP-SAT names them."""


@dataclass(frozen=True)
class Attempt:
    """One stage given to CP-SAT alone.

    Attributes
    ----------
    problem
        The stage.
    status
        In CP-SAT's words: "optimal" where every criterion is proved best.
    spread, spread_bound
        Σ λ² found and its bound; None if nothing was found.
    proved, criteria
        How many criteria, from the first on, are proved best, and how many there are.
    stuck
        The first criterion that is not proved; empty if all are.
    meetings_proved
        Whether never met, the band and Σ λ² are proved best.
    seconds
        Time it took.
    """

    problem: Problem
    status: str
    spread: int | None
    spread_bound: int | None
    proved: int
    criteria: int
    stuck: str
    meetings_proved: bool
    seconds: float

    @property
    def spread_proved(self) -> bool:
        """Whether Σ λ² stands at its bound, whatever the criteria before it."""
        return self.spread is not None and self.spread == self.spread_bound


def attempt(
    problem: Problem, *, prefer: Prefer, time_limit: float, seed: int, workers: int | None
) -> Attempt:
    """Give one stage to CP-SAT alone."""
    from optimizer.cpsat.engine import solve_with_cpsat

    result = solve_with_cpsat(
        problem,
        prefer=prefer,
        time_limit=time_limit,
        seed=seed,
        workers=workers or os.cpu_count() or 1,
    )
    open_ = [row.name for row in result.criteria if not row.proved]
    spread = next((row for row in result.criteria if row.name == "spread"), None)
    return Attempt(
        problem=problem,
        status=result.status,
        spread=spread.value if spread else None,
        spread_bound=spread.bound if spread else None,
        proved=len(result.criteria) - len(open_),
        criteria=len(result.criteria),
        stuck=open_[0] if open_ else "",
        meetings_proved=bool(result.criteria) and not set(MEETINGS) & set(open_),
        seconds=result.seconds,
    )


def climb(
    *,
    prefer: Prefer,
    time_limit: float,
    seed: int,
    workers: int | None,
    heard: Callable[[Done[Attempt]], None],
    families: tuple[tuple[int, int], ...] = FAMILIES,
) -> None:
    """Give each family more and more rounds, until CP-SAT proves nothing of who meets whom.

    Nothing means neither all of never met, band and Σ λ² nor Σ λ² for itself.
    Each stage runs in a process of its own; ``heard`` is told of it when it is done.
    """
    for num_players, num_tables in families:
        for num_rounds in ROUNDS:
            problem = Problem(num_players, num_tables, num_rounds, num_players // num_tables)
            done = in_child(
                attempt, problem, prefer=prefer, time_limit=time_limit, seed=seed, workers=workers
            )
            heard(done)
            if not (done.result.meetings_proved or done.result.spread_proved):
                break
