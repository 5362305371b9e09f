"""The variables of the seating model, each with its meaning in a schedule."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any

import numpy as np
from ortools.sat.python import cp_model

from optimizer.cpsat.freedom import Freedom
from schedules.problem import Problem

Literal = Any
"""A Boolean variable of CP-SAT or its negation."""
Linear = Any
"""A linear expression of CP-SAT, or a plain number."""


@dataclass(frozen=True)
class Levels:
    """A count as a sum of Booleans, one for each level: "at least 1", "at least 2", ...

    The levels up to ``low`` are reached in any case and have no Boolean; ``steps[n]`` stands for
    "at least ``low + 1 + n``". Sums, squares and distances outside a band are linear in them.
    """

    low: int
    steps: tuple[Literal, ...]

    @property
    def high(self) -> int:
        """Greatest value that the count can take."""
        return self.low + len(self.steps)

    def at_least(self, level: int) -> Linear:
        """Return 1 where the count is at least the level, else 0."""
        if level <= self.low:
            return 1
        return self.steps[level - self.low - 1] if level <= self.high else 0

    def square(self) -> Linear:
        """Return the square of the count: Σ (2 l - 1) over the levels l that are reached."""
        weights = [2 * (self.low + 1 + n) - 1 for n in range(len(self.steps))]
        return self.low**2 + cp_model.LinearExpr.weighted_sum(self.steps, weights)

    def below(self, low: int) -> Linear:
        """Return how far the count lies below ``low``."""
        levels = range(self.low + 1, low + 1)
        return len(levels) - total(self.at_least(level) for level in levels)

    def above(self, high: int) -> Linear:
        """Return how far the count lies above ``high``."""
        return total(self.at_least(level) for level in range(high + 1, self.high + 1))


def total(terms: Iterable[Linear]) -> Linear:
    """Return the sum of expressions, numbers among them, in one linear expression."""
    return cp_model.LinearExpr.sum(list(terms))


class Variables:
    """All variables of one model, by family and key.

    Every variable states a fact about a schedule: family ``"table"`` with key ``(p, r, t)`` is
    "player p is at table t in round r". So :mod:`optimizer.cpsat.facts` can say the value of each
    variable for any schedule, which makes every hint complete.

    A place that the freedom leaves no choice about is the constant 1, or is missing (0).

    Parameters
    ----------
    problem
        The stage.
    freedom
        What may be decided.
    meetings
        Whether all meetings are stated, or only those that a wish limits.
    """

    def __init__(self, problem: Problem, freedom: Freedom, *, meetings: bool = True) -> None:
        self.problem = problem
        self.freedom = freedom
        self.meetings = meetings
        self.model = cp_model.CpModel()
        self.one = self.model.new_constant(1)
        self.families: dict[str, dict[tuple[int, ...], Literal]] = {}
        self.counts: dict[str, dict[tuple[int, ...], Levels]] = {}
        self._tables()
        self._meetings()

    def boolean(self, family: str, *key: int) -> Literal:
        """Return a new Boolean of the family."""
        variable = self.family(family)[key] = self.model.new_bool_var("")
        return variable

    def integer(self, family: str, low: int, high: int) -> Literal:
        """Return the whole number of a family that has one member, with the empty key."""
        members = self.family(family)
        if () not in members:
            members[()] = self.model.new_int_var(low, high, "")
        return members[()]

    def family(self, name: str) -> dict[tuple[int, ...], Literal]:
        """Return the variables of a family by key; an empty one if the model has none."""
        return self.families.setdefault(name, {})

    def levels(
        self, family: str, key: tuple[int, ...], terms: list[Literal], *, cap: int | None = None
    ) -> Levels:
        """Return the levels of a sum of Booleans, tied to the sum.

        Parameters
        ----------
        family, key
            Where the count belongs; the level is added to the key.
        terms
            The Booleans that are counted.
        cap
            A limit that a hard rule sets to the sum.
        """
        low = sum(term is self.one for term in terms)
        open_terms = [term for term in terms if term is not self.one]
        high = low + len(open_terms)
        if cap is not None:
            high = max(low, min(high, cap))
        steps = tuple(self.boolean(family, *key, level) for level in range(low + 1, high + 1))
        for lower, upper in pairwise(steps):
            self.model.add_implication(upper, lower)
        if open_terms:
            self.model.add(total(open_terms) == total(steps))
        count = Levels(low, steps)
        self.counts.setdefault(family, {})[key] = count
        return count

    # -- tables ------------------------------------------------------------------------------

    def _tables(self) -> None:
        """Who is at which table ("table"), who plays ("plays"), which games happen ("used")."""
        problem, may = self.problem, self.freedom
        table, plays, used = self.family("table"), self.family("plays"), self.family("used")
        choices = may.tables.sum(axis=2) + may.out
        for p, r, t in np.argwhere(may.tables).tolist():
            fixed = choices[p, r] == 1
            table[p, r, t] = self.one if fixed else self.boolean("table", p, r, t)
        for p, r in np.argwhere(may.tables.any(axis=2)).tolist():
            plays[p, r] = self.boolean("plays", p, r) if may.out[p, r] else self.one
        every = problem.num_games >= problem.num_rounds * problem.num_tables
        for r in range(problem.num_rounds):
            for t in range(problem.num_tables):
                there = [table[p, r, t] for p in np.flatnonzero(may.tables[:, r, t]).tolist()]
                if every or any(v is self.one for v in there):
                    used[r, t] = self.one
                elif there:
                    self.boolean("used", r, t)

    def _meetings(self) -> None:
        """Whether two players meet in a round ("meet"); missing where they cannot."""
        meet, may = self.family("meet"), self.freedom.tables
        single = (may.sum(axis=2) + self.freedom.out) == 1
        wanted = np.full_like(self.problem.limits(), self.meetings, dtype=bool)
        wanted |= self.problem.limits() < self.problem.num_rounds
        wanted |= self.problem.least_meetings() > 0
        for r in range(self.problem.num_rounds):
            places = may[:, r].astype(np.int32)
            together = np.triu((places @ places.T > 0) & wanted, 1)
            for i, j in np.argwhere(together).tolist():
                settled = single[i, r] and single[j, r]
                meet[i, j, r] = self.one if settled else self.boolean("meet", i, j, r)

    @cached_property
    def met(self) -> dict[tuple[int, ...], Levels]:
        """How often each two players meet, λ, in levels; family "met", key ``(i, j)``."""
        meet, rounds = self.family("meet"), range(self.problem.num_rounds)
        limits = self.problem.limits()
        for i, j in combinations(range(self.problem.num_players), 2):
            terms = [v for r in rounds if (v := meet.get((i, j, r))) is not None]
            self.levels("met", (i, j), terms, cap=int(limits[i, j]))
        return self.counts["met"]

    @cached_property
    def may_meet(self) -> list[tuple[int, int]]:
        """Pairs that no wish keeps apart."""
        allowed = np.triu(self.problem.limits() > 0, 1)
        return [(i, j) for i, j in np.argwhere(allowed).tolist()]

    @property
    def free_visits(self) -> list[Levels]:
        """Visits to tables of the players whom no wish binds to one, or keeps from one."""
        bound = self.problem.bound_to_tables
        if len(bound) == self.problem.num_players:
            return list(self.visits.values())
        return [count for (p, _), count in self.visits.items() if p not in bound]

    @cached_property
    def visits(self) -> dict[tuple[int, ...], Levels]:
        """How often each player is at each table, in levels; family "visits", key ``(p, t)``."""
        table, rounds = self.family("table"), range(self.problem.num_rounds)
        due = self.problem.due_games().tolist()
        for p in range(self.problem.num_players):
            for t in range(self.problem.num_tables):
                terms = [v for r in rounds if (v := table.get((p, r, t))) is not None]
                self.levels("visits", (p, t), terms, cap=due[p])
        return self.counts["visits"]

    @staticmethod
    def range_of(expression: Linear) -> tuple[int, int]:
        """Return the least and greatest value that the variables of an expression allow it."""
        flat = cp_model.FlatIntExpr(expression)
        low = high = int(flat.offset)
        for variable, weight in zip(flat.vars, flat.coeffs, strict=True):
            domain = list(variable.proto.domain)  # itself, it does not know negative indices
            ends = (int(weight) * domain[0], int(weight) * domain[-1])
            low, high = low + min(ends), high + max(ends)
        return low, high

    def add_seats(self) -> None:
        """Add who has which seat of which table ("chair") and which seat at all ("seat")."""
        chair, seat, may = self.family("chair"), self.family("seat"), self.freedom.seats
        where: dict[tuple[int, int], list[int]] = {}
        for p, r, t in self.family("table"):
            where.setdefault((p, r), []).append(t)
        for (p, r), tables in where.items():
            seats = np.flatnonzero(may[p, r]).tolist()
            sure = self.family("plays")[p, r] is self.one
            for s in seats:
                if sure and len(tables) == len(seats) == 1:
                    seat[p, r, s] = chair[p, r, tables[0], s] = self.one
                elif len(tables) == 1:
                    seat[p, r, s] = chair[p, r, tables[0], s] = self.boolean("seat", p, r, s)
                else:
                    seat[p, r, s] = self.boolean("seat", p, r, s)
                    for t in tables:
                        self.boolean("chair", p, r, t, s)

    @cached_property
    def beside(self) -> dict[tuple[int, ...], Levels]:
        """How often each two players sit side by side, in levels; family "side", key ``(i, j)``.

        Whether they do so in a round is the family "beside", key ``(i, j, r)``.
        """
        beside = self.family("beside")
        terms: dict[tuple[int, int], list[Literal]] = {}
        for (i, j, r), together in self.family("meet").items():
            near = self._may_be_neighbours(i, j, r)
            if near is None:
                continue
            settled = near and together is self.one
            beside[i, j, r] = self.one if settled else self.boolean("beside", i, j, r)
            terms.setdefault((i, j), []).append(beside[i, j, r])
        for key, sides in terms.items():
            self.levels("side", key, sides)
        return self.counts.setdefault("side", {})

    def _may_be_neighbours(self, i: int, j: int, r: int) -> bool | None:
        """Return True if the two are surely on adjacent seats, None if they cannot be."""
        mine, other = self.freedom.seats[i, r], self.freedom.seats[j, r]
        if not (mine & (np.roll(other, 1) | np.roll(other, -1))).any():
            return None
        return bool(mine.sum() == other.sum() == 1)
