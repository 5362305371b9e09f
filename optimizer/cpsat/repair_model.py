"""The rounds left as a CP-SAT model: who plays at which table, with the played rounds as given."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from optimizer.cpsat.variables import Levels, Linear, Literal, total

if TYPE_CHECKING:
    from optimizer.repair.plan import Plan
    from optimizer.repair.wishes import IntArray, Wish

Tables = NDArray[np.int32]
"""Table of each player in each round left, shape (rounds left, players); -1 sits out."""
Fact = Callable[[Tables], int]


class RestModel:
    """Who plays where in the rounds left, every rule and wish stated, and no criterion yet.

    Every variable comes with the fact that it states, so that any seating of the rounds left is
    a complete hint. Changes of a player are counted from :attr:`Plan.base`.

    Parameters
    ----------
    plan
        The rounds left.
    met
        Meetings in the rounds played, shape (players, players).
    wishes
        The wishes to keep.
    meetings
        Whether all meetings are stated, or only those that a wish limits.
    """

    def __init__(
        self, plan: Plan, met: IntArray, wishes: Iterable[Wish], *, meetings: bool = True
    ) -> None:
        self.plan = plan
        self.met = met
        self.base = plan.base
        self.model = cp_model.CpModel()
        self.facts: list[tuple[Literal, Fact]] = []
        self.table: dict[tuple[int, int, int], Literal] = {}
        self.meet: dict[tuple[int, int, int], Literal] = {}
        self.most: dict[tuple[int, int], int] = {}
        self.least: dict[tuple[int, int], int] = {}
        self._games()
        self._wishes(list(wishes))
        self._meetings(everybody=meetings)

    def boolean(self, fact: Fact) -> Literal:
        """Return a new Boolean that states the fact."""
        variable = self.model.new_bool_var("")
        self.facts.append((variable, fact))
        return variable

    def hint(self, tables: Tables) -> None:
        """Hand a seating of the rounds left to the solver, every variable of it."""
        self.model.clear_hints()
        for variable, fact in self.facts:
            self.model.add_hint(variable, int(fact(tables)))

    def tables_of(self, value: Callable[[int], int]) -> Tables:
        """Return the seating that a solution, variable index to value, stands for."""
        tables = np.full(self.plan.there.shape, -1, dtype=np.int32)
        for (p, r, t), literal in self.table.items():
            if value(literal.index):
                tables[r, p] = t
        return tables

    def plays(self, p: int, r: int) -> list[Literal]:
        """Return the tables at which a player may be in a round, as literals."""
        return [self.table[p, r, t] for t in self.plan.tables[r] if (p, r, t) in self.table]

    # -- rules -------------------------------------------------------------------------------

    def _games(self) -> None:
        """Seat everybody at most once a round, in as many games of as many players as planned."""
        plan, seats = self.plan, self.plan.problem.num_seats
        for r, present in enumerate(plan.there):
            players = np.flatnonzero(present).tolist()
            for p in players:
                for t in plan.tables[r]:
                    self.table[p, r, t] = self.boolean(lambda x, p=p, r=r, t=t: x[r, p] == t)  # type: ignore[misc]
                if plan.chairs[r] == len(players):
                    self.model.add_exactly_one(self.plays(p, r))
                else:
                    self.model.add_at_most_one(self.plays(p, r))
            games, chairs = int(plan.games[r]), int(plan.chairs[r])
            low = int(plan.smallest[r])
            high = seats if low < chairs // games else -(-chairs // games)
            used = {
                t: self.boolean(lambda x, r=r, t=t: (x[r] == t).any())  # type: ignore[misc]
                for t in plan.tables[r]
            }
            self.model.add(total(used.values()) == games)
            for t, here in used.items():
                size = total(self.table[p, r, t] for p in players)
                self.model.add(size <= high * here)
                self.model.add(size >= low * here)
            self.model.add(total(x for p in players for x in self.plays(p, r)) == chairs)

    def _wishes(self, wishes: list[Wish]) -> None:
        """Keep the wishes; limits of meetings count those of the rounds played."""
        rounds = range(self.plan.num_rounds)
        for wish in wishes:
            pairs = list(combinations(sorted(wish.players), 2))
            if wish.kind == "apart":
                self._apart(wish.players)
            elif wish.kind == "at_most":
                for pair in pairs:
                    left = max(wish.number - int(self.met[pair]), 0)
                    self.most[pair] = min(self.most.get(pair, left), left)
            elif wish.kind == "at_least":
                for pair in pairs:
                    left = wish.number - int(self.met[pair])
                    self.least[pair] = max(self.least.get(pair, 0), left)
            elif wish.kind == "judge":
                self._bar(wish.players[0], (wish.round or 0) - self.plan.after, [wish.number])
            else:
                for r in rounds:
                    bars = [t for t in self.plan.tables[r] if not wish.allows(t)]
                    self._bar(wish.players[0], r, bars)

    def _apart(self, players: Iterable[int]) -> None:
        """Have at most one of the players at a table: stronger than pair by pair."""
        group = list(players)
        for r in range(self.plan.num_rounds):
            for t in self.plan.tables[r]:
                here = [self.table[p, r, t] for p in group if (p, r, t) in self.table]
                self.model.add_at_most_one(here)

    def _bar(self, p: int, r: int, tables: Iterable[int]) -> None:
        for t in tables:
            if (p, r, t) in self.table:
                self.model.add(self.table[p, r, t] == 0)

    def _meetings(self, *, everybody: bool) -> None:
        """Let two players meet in a round where they are at one table, and in no other."""
        for r, present in enumerate(self.plan.there):
            for i, j in combinations(np.flatnonzero(present).tolist(), 2):
                if everybody or (i, j) in self.most or (i, j) in self.least:
                    self._meeting(i, j, r)
        for i, j in self.most.keys() | self.least.keys():
            count = total(self.meet_in(i, j))
            self.model.add(count <= self.most.get((i, j), self.plan.num_rounds))
            self.model.add(count >= self.least.get((i, j), 0))

    def _meeting(self, i: int, j: int, r: int) -> None:
        together = self.meet[i, j, r] = self.boolean(lambda x: x[r, i] == x[r, j] >= 0)
        for t in self.plan.tables[r]:
            mine, other = self.table[i, r, t], self.table[j, r, t]
            self.model.add_bool_or(~mine, ~other, together)
            self.model.add_bool_or(~mine, ~together, other)
            self.model.add_bool_or(~other, ~together, mine)
        self.model.add_bool_or(~together, *self.plays(i, r))

    def meet_in(self, i: int, j: int) -> list[Literal]:
        """Return in which rounds left two players meet, as literals."""
        return [
            m for r in range(self.plan.num_rounds) if (m := self.meet.get((i, j, r))) is not None
        ]

    # -- counts ------------------------------------------------------------------------------

    def levels(
        self, low: int, terms: list[Literal], fact: Fact, *, cap: int | None = None
    ) -> Levels:
        """Return the levels of ``low`` plus a sum of Booleans; the fact is the whole count.

        With ``cap`` the rules hold the sum to that.
        """
        most = len(terms) if cap is None else min(len(terms), cap)
        steps = tuple(
            self.boolean(lambda x, level=low + n: fact(x) >= level)  # type: ignore[misc]
            for n in range(1, most + 1)
        )
        for lower, upper in pairwise(steps):
            self.model.add_implication(upper, lower)
        if terms:
            self.model.add(total(terms) == total(steps))
        return Levels(low, steps)

    def number(self, high: int, fact: Fact) -> Literal:
        """Return a new whole number from 0 to ``high`` that states the fact."""
        variable = self.model.new_int_var(0, high, "")
        self.facts.append((variable, fact))
        return variable

    def changed_games(self) -> Linear:
        """Player-rounds whose game is another one: who moves, sits out or comes in.

        In a round that has more or fewer chairs than players who would have played, as many as
        the difference come in or sit out. That follows from the rules; it is stated because the
        relaxation does not see it.
        """
        rounds: list[Linear] = []
        for r, present in enumerate(self.plan.there):
            terms: list[Linear] = []
            for p in np.flatnonzero(present).tolist():
                before = int(self.base[r, p])
                if before < 0:
                    terms += self.plays(p, r)
                elif (p, r, before) in self.table:
                    terms.append(1 - self.table[p, r, before])
                else:
                    terms.append(1)
            difference = int(self.plan.chairs[r]) - int((self.base[r] >= 0).sum())
            rounds.append(total(terms))
            self.model.add(rounds[-1] >= abs(difference))
        return total(rounds)

    def changed_seats(self) -> Linear:
        """Chairs that somebody else has: whoever stays in a game keeps his seat.

        In one game they are as many as leave it or as come to it, whichever is more; those who
        are not there any more leave it in any case and are no question here.
        """
        terms: list[Linear] = []
        for r, present in enumerate(self.plan.there):
            players = np.flatnonzero(present).tolist()
            for t in self.plan.tables[r]:
                stay = [p for p in players if self.base[r, p] == t]
                come = [p for p in players if self.base[r, p] != t]

                def fact(x: Tables, r: int = r, t: int = t) -> int:
                    leave = ((self.base[r] == t) & (x[r] != t) & self.plan.there[r]).sum()
                    return max(int(leave), int(((self.base[r] != t) & (x[r] == t)).sum()))

                seats = self.number(len(players), fact)
                self.model.add(seats >= total(1 - self.table[p, r, t] for p in stay))
                self.model.add(seats >= total(self.table[p, r, t] for p in come))
                terms.append(seats)
        return total(terms)
