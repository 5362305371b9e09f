"""A bracket of Swiss seating for CP-SAT: three tables and more, or a window.

One number of the vector is brought down at a time and then kept, the last solution is a complete
hint, and D1 is settled in the same way: the tables of a few players at a time, in draw order, as
the digits of a number. The model itself is in :mod:`optimizer.cpsat.swiss_model`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import ortools

from optimizer.cpsat.solve import INFEASIBLE, OPTIMAL, Outcome, Params, run
from optimizer.cpsat.swiss_model import BracketModel
from optimizer.swiss.absolute import Rules
from optimizer.swiss.past import Ints
from optimizer.swiss.quality import Count, Kind
from optimizer.swiss.starts import lots

ENGINE = f"cp-sat {ortools.__version__}"
AFTER_A_GAP = 4
"""Once a number is not proved those behind it get this part of the effort: they can be good, but
the round is not proved best any more."""

NUMBERS = 2.2
"""So many numbers of a vector may take all of their effort."""
LEAST = 0.025
"""The part of its effort that a number gets in any case."""


@dataclass(frozen=True)
class Limits:
    """How long CP-SAT may work on a bracket.

    Attributes
    ----------
    effort
        For each number of the vector, in CP-SAT's own measure of work: about seconds, but the same
        answer on every machine. All of them together get :data:`NUMBERS` times as much, and a
        little for each of those that come after that.
    seconds
        On the clock for the whole bracket; only a machine that is much too slow gets there.
    """

    effort: float = 2.0
    seconds: float = 60.0


@dataclass(frozen=True, eq=False)
class Solved:
    """What CP-SAT found for a bracket.

    Attributes
    ----------
    table_of
        By place; empty if there is none.
    vector, bounds
        A value and a proved bound for each count, the values before it given.
    unique
        Whether D1 is settled, which is tried only where every number is proved.
    infeasible
        Whether it is proved that nothing keeps the rules.
    faults
        What the solver did wrong, in sentences.
    """

    table_of: Ints
    vector: tuple[int, ...] = ()
    bounds: tuple[int, ...] = ()
    unique: bool = False
    infeasible: bool = False
    faults: tuple[str, ...] = ()


def solve_bracket(
    rules: Rules,
    counts: Sequence[Count],
    order: Sequence[int],
    *,
    games: Sequence[Ints] = (),
    start: Ints | None = None,
    limits: Limits | None = None,
) -> Solved:
    """Return the best seating of a bracket, criterion by criterion.

    Parameters
    ----------
    rules, counts, order
        What holds, the numbers of the vector, and the players by place in draw order.
    games
        Players of this bracket, by place, who met in one earlier game; they help to prove.
    start
        A seating to begin with, if one is known.
    limits
        How long it may take.
    """
    limits = limits or Limits()
    nobody = np.zeros(0, dtype=np.int64)
    if not rules.allowed.any(axis=1).all():
        return Solved(nobody, infeasible=True)
    model = BracketModel(rules, games)
    search = _Search(model, limits)
    if start is not None and rules.keeps(start):
        search.best = start
    elif not search.begin():
        return Solved(nobody, infeasible=search.infeasible, faults=tuple(search.faults))
    if any(count.code == "Q3" and count.values.any() for count in counts):
        model.cut_by_games()
    vector: list[int] = []
    bounds: list[int] = []
    for count in counts:
        value, bound = search.bring_down(count, vector[-1] if vector else None)
        vector.append(value)
        bounds.append(bound)
        search.proved = search.proved and value == bound
    unique = search.proved and search.draw(order)
    return Solved(
        search.reached, tuple(vector), tuple(bounds), unique, faults=tuple(search.faults)
    )  # fmt: skip


class _Search:
    """The best seating so far, and how long is left."""

    def __init__(self, model: BracketModel, limits: Limits) -> None:
        self.model, self.limits = model, limits
        self.deadline = time.monotonic() + limits.seconds
        self.best: Ints | None = None
        self.infeasible = False
        self.proved = True
        self.left = NUMBERS * limits.effort
        self.faults: list[str] = []

    def _run(self, *, stop_at: int | None = None, patience: float = 1.0) -> Outcome:
        """Run the model with what is left of the effort."""
        effort = self.limits.effort
        here = min(effort / (1 if self.proved else AFTER_A_GAP), self.left)
        params = Params(
            time_limit=max(0.05, self.deadline - time.monotonic()),
            deterministic_limit=patience * max(here, LEAST * effort),
            workers=1,
            known_feasible=self.best is not None,
        )
        outcome = run(self.model.model, params, stop_at=stop_at)
        self.left -= outcome.work
        return outcome

    def begin(self) -> bool:
        """Find a first seating (A9)."""
        outcome = self._run(patience=10.0)
        self.left = NUMBERS * self.limits.effort
        self.infeasible = outcome.status == INFEASIBLE
        if outcome.found:
            self.best = self.model.read(outcome)
        return outcome.found

    def bring_down(self, count: Count, before: int | None) -> tuple[int, int]:
        """Bring one number down and keep it; return it and its bound."""
        best = self.reached
        if not count.values.any() and count.kind is not Kind.WORST_COUNT:
            return 0, 0
        expression = self.model.expression(count, before)
        value = count.of(best)
        if isinstance(expression, int):
            return value, value
        bound = max(count.floor, 1 if count.kind is Kind.WORST_COUNT else 0)
        if value > bound:
            value, bound = self._less(expression, count, bound)
        self.model.model.add(expression <= value)
        return value, min(value, bound)

    def _less(self, expression: Any, count: Count, floor: int) -> tuple[int, int]:
        self.model.model.minimize(expression)
        self.model.hint(self.reached)
        outcome = self._run(stop_at=floor)
        self.model.model.clear_objective()
        self.faults += outcome.faults
        if outcome.found:
            found = self.model.read(outcome)
            if count.of(found) < count.of(self.reached):
                self.best = found
        value = count.of(self.reached)
        return value, max(floor, value if outcome.status == OPTIMAL else outcome.bound or 0)

    @property
    def reached(self) -> Ints:
        """The best seating so far; there is one."""
        if self.best is None:
            raise ValueError("there is no seating to go on from")
        return self.best

    def draw(self, order: Sequence[int]) -> bool:
        """Settle D1: the least list of tables in draw order; return whether it is proved."""
        proved = True
        for players, count in lots(self.model.rules, order):
            value = count.of(self.reached)
            expression = self.model.expression(count, None)
            if value and not isinstance(expression, int):
                value, bound = self._less(expression, count, 0)
                proved = proved and bound >= value
            for player in players:
                self.model.model.add(self.model.x[player, int(self.reached[player])] == 1)
        return proved
