"""Which wishes cannot be kept together: proved by CP-SAT, narrowed down, said in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from optimizer.cpsat.model import build
from optimizer.cpsat.solve import INFEASIBLE, Params, run
from schedules.errors import ProblemError
from schedules.problem import Problem
from schedules.wishes import listed

LARGEST = 6000
"""Table variables of a stage that CP-SAT is asked about before the search."""
SETTLED = Params(time_limit=20.0, deterministic_limit=2.0, workers=1)
"""Limits of one question, in CP-SAT's own measure of work: the same answer on every machine."""

FIELDS = (
    "apart", "teams", "at_most", "at_least", "fixed_tables", "forbidden_tables", "absent",
    "other_games",
)  # fmt: skip
"""Hard wishes of a problem, each a tuple of single wishes."""


@dataclass(frozen=True)
class Conflict:
    """Wishes that no schedule keeps together.

    Attributes
    ----------
    wishes
        In words, each of them needed as far as the search for a smaller set came.
    players
        Whom they name, from 0.
    smallest
        Whether dropping any one of them is proved to be enough.
    """

    wishes: tuple[str, ...]
    players: tuple[int, ...]
    smallest: bool

    def sentence(self) -> str:
        """Return what an organiser reads."""
        if not self.wishes:
            return "No seating fits these numbers. Change the players, tables, rounds or games."
        if len(self.wishes) == 1:
            return f"No seating keeps this wish: {self.wishes[0]}. Loosen it, or add a table."
        enough = "Drop any one of them." if self.smallest else "Drop some of them."
        return f"No seating keeps these wishes together: {'; '.join(self.wishes)}. {enough}"


def worth_asking(problem: Problem) -> bool:
    """Whether CP-SAT can be expected to settle if the wishes can be kept at all."""
    choices = problem.num_players * problem.num_rounds * problem.num_tables
    return choices <= LARGEST and any(getattr(problem, field) for field in FIELDS)


def status(problem: Problem, params: Params = SETTLED) -> str:
    """Say whether any schedule keeps every hard rule, in CP-SAT's words."""
    model = build(problem, seats=False, meetings=False)
    return run(model.variables.model, params).status


def find_conflict(problem: Problem) -> Conflict:
    """Narrow the wishes of a problem that is proved impossible down to some that conflict.

    One wish after another is left out, and stays out where the rest is still proved impossible
    (a deletion filter): what remains conflicts, and if every question was settled no wish of it
    is needless.
    """
    needed: list[tuple[str, Any]] = []
    smallest = True
    for field, wish in _wishes(problem):
        rest = tuple(other for other in getattr(problem, field) if other != wish)
        try:
            changed: dict[str, Any] = {field: rest}
            without = replace(problem, **changed)
        except ProblemError:  # numbers of games that only fit with this one
            needed.append((field, wish))
            continue
        found = status(without)
        if found == INFEASIBLE:
            problem = without
        else:
            needed.append((field, wish))
            smallest = smallest and found in ("optimal", "feasible")
    players = sorted({p for field, wish in needed for p in _players(field, wish)})
    return Conflict(tuple(_words(field, wish) for field, wish in needed), tuple(players), smallest)


def _wishes(problem: Problem) -> Iterator[tuple[str, Any]]:
    """Yield the single wishes; those named first are the first to be let go."""
    for field in reversed(FIELDS):
        for wish in getattr(problem, field):
            yield field, wish


def _players(field: str, wish: Any) -> tuple[int, ...]:
    if field in ("apart", "teams"):
        return tuple(wish)
    return tuple(wish[0]) if field in ("at_most", "at_least") else (wish[0],)


def _words(field: str, wish: Any) -> str:
    who = listed(_players(field, wish))
    if field == "apart":
        return f"{who} are to be kept apart"
    if field == "teams":
        return f"{who} are a team and never meet"
    if field in ("at_most", "at_least"):
        limit = "most" if field == "at_most" else "least"
        times = "once" if wish[1] == 1 else f"{wish[1]} times"
        return f"{who} are to meet at {limit} {times} each"
    number = wish[1] if field == "other_games" else wish[1] + 1
    return (
        f"player {who} "
        + {
            "fixed_tables": f"is always to sit at table {number}",
            "forbidden_tables": f"is never to sit at table {number}",
            "absent": f"is absent in round {number}",
            "other_games": f"is to play {number} games",
        }[field]
    )
