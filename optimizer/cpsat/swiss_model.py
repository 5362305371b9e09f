"""The variables and rules of a bracket of Swiss seating, and the numbers of its vector.

x[p, t] says that a player sits at a table; y[p, q] >= x[p, t] + x[q, t] - 1 that two are together,
only for pairs that count.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from ortools.sat.python import cp_model

from optimizer.cpsat.solve import Outcome
from optimizer.swiss.absolute import Rules
from optimizer.swiss.past import Ints
from optimizer.swiss.quality import Count, Kind


class BracketModel:
    """The variables and rules of a bracket, and the numbers of its vector as expressions."""

    def __init__(self, rules: Rules, games: Sequence[Ints]) -> None:
        self.rules = rules
        self.model = cp_model.CpModel()
        self.hints: list[tuple[Any, Any]] = []
        allowed = rules.allowed
        self.x: dict[tuple[int, int], Any] = {
            (int(p), int(t)): self.model.new_bool_var(f"x{p}_{t}") for p, t in np.argwhere(allowed)
        }
        self.y: dict[tuple[int, int], Any] = {}
        self.games = games
        for p in range(len(allowed)):
            self.model.add_exactly_one(self.x[p, int(t)] for t in np.flatnonzero(allowed[p]))
        for t, size in enumerate(rules.sizes):
            self.model.add(sum(self._at(t, range(len(allowed)))) == size)
            for club in rules.clubs:
                self.model.add(sum(self._at(t, club.tolist())) <= rules.club_limit)
        for p, q in np.argwhere(np.triu(rules.banned)).tolist():
            for t in np.flatnonzero(allowed[p] & allowed[q]).tolist():
                self.model.add_at_most_one(self.x[p, t], self.x[q, t])

    def _at(self, table: int, players: Sequence[int] | range) -> list[Any]:
        return [self.x[p, table] for p in players if (p, table) in self.x]

    def together(self, p: int, q: int) -> Any:
        """Return a variable that is 1 where two sit together; 0 where they cannot."""
        pair = (min(p, q), max(p, q))
        if pair in self.y:
            return self.y[pair]
        tables = np.flatnonzero(self.rules.allowed[p] & self.rules.allowed[q]).tolist()
        if not tables or self.rules.banned[p, q]:
            return 0
        both = self.model.new_bool_var(f"y{pair[0]}_{pair[1]}")
        for t in tables:
            self.model.add(both >= self.x[p, t] + self.x[q, t] - 1)
        self.y[pair] = both
        return both

    def cut_by_games(self) -> None:
        """Add, for players who all met in one game, how many pairs of them a split leaves at least.

        c players at a table are c (c - 1) / 2 pairs, which is at least k c - k (k + 1) / 2 for
        every whole k: lines below a convex curve. It holds anyway; it helps to prove.
        """
        for game in self.games:
            terms = []
            for t in range(len(self.rules.sizes)):
                there = self._at(t, game.tolist())
                if len(there) < 2:
                    continue
                pairs = self.model.new_int_var(0, len(there) * (len(there) - 1) // 2, "")
                for k in range(1, len(there)):
                    self.model.add(pairs >= k * sum(there) - k * (k + 1) // 2)
                members = game.copy()
                self.hints.append((pairs, lambda o, g=members, t=t: _pairs(int((o[g] == t).sum()))))
                terms.append(pairs)
            if terms:
                every = [self.together(p, q) for p, q in combinations(game.tolist(), 2)]
                self.model.add(sum(every) >= sum(terms))

    def expression(self, count: Count, worst: int | None) -> Any:
        """Return a number of the vector; ``worst`` is the value of Q5's first for its second."""
        values = count.values
        if count.kind is Kind.PLACES:
            return sum(int(values[p, t]) * x for (p, t), x in self.x.items() if values[p, t])
        if count.kind is Kind.PAIRS:
            pairs = np.argwhere(np.triu(values)).tolist()
            return sum(int(values[p, q]) * self.together(p, q) for p, q in pairs)
        if count.kind is Kind.RANGE:
            return self._range(values)
        sums = [
            sum(int(values[p, q]) * self.together(p, q) for q in np.flatnonzero(values[p]).tolist())
            for p in range(len(values))
        ]
        if count.kind is Kind.WORST:
            most = self.model.new_int_var(0, int(values.sum(axis=1).max()), "worst")
            for each in sums:
                self.model.add(most >= each)
            self.hints.append((most, count.of))
            return most
        return self._worst_count(values, sums, worst or 0)

    def _worst_count(self, values: Ints, sums: list[Any], worst: int) -> Any:
        if worst == 0:
            return len(sums)
        has = []
        for p, each in enumerate(sums):
            if values[p].sum() < worst:
                continue
            one = self.model.new_bool_var(f"worst{p}")
            self.model.add(each <= worst - 1 + one)
            self.hints.append((one, lambda o, p=p: int(values[p][o == o[p]].sum() >= worst)))
            has.append(one)
        return sum(has)

    def _range(self, values: Ints) -> Any:
        most = int(np.abs(values).sum())
        low = self.model.new_int_var(0, most, "low")
        high = self.model.new_int_var(0, most, "high")

        def sums(table_of: Ints) -> list[int]:
            return [int(values[table_of == t, t].sum()) for t in range(values.shape[1])]

        for t in range(values.shape[1]):
            total = sum(int(values[p, t]) * x for (p, at), x in self.x.items() if at == t)
            self.model.add(low <= total)
            self.model.add(high >= total)
        self.hints.append((low, lambda o: min(sums(o))))
        self.hints.append((high, lambda o: max(sums(o))))
        return high - low

    def hint(self, table_of: Ints) -> None:
        """Give a complete hint: every variable of the model.

        All at once, as the model stores it: a call for each of the many tables and pairs would take
        longer than the solver does.
        """
        self.model.clear_hints()
        places = np.array(list(self.x), dtype=np.int64).reshape(-1, 2)
        pairs = np.array(list(self.y), dtype=np.int64).reshape(-1, 2)
        hint = self.model.proto.solution_hint
        hint.vars.extend([v.index for v in (*self.x.values(), *self.y.values())])
        hint.values.extend((table_of[places[:, 0]] == places[:, 1]).astype(int).tolist())
        hint.values.extend((table_of[pairs[:, 0]] == table_of[pairs[:, 1]]).astype(int).tolist())
        for variable, value in self.hints:
            self.model.add_hint(variable, value(table_of))

    def read(self, outcome: Outcome) -> Ints:
        """Return the table of each player."""
        table_of = np.zeros(len(self.rules.allowed), dtype=np.int64)
        for (p, t), x in self.x.items():
            if outcome.value(x.index):
                table_of[p] = t
        return table_of


def _pairs(players: int) -> int:
    return players * (players - 1) // 2
