"""The rota of judges as a CP-SAT model: one criterion after another, each with its proved bound."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from ortools.sat.python import cp_model

from optimizer.cpsat.solve import UNKNOWN, Outcome, Params, run
from optimizer.judge_bounds import CODES
from optimizer.judge_problem import JudgeProblem, Tables, empty_tables

LARGEST = 60_000
"""Variables of the largest rota that CP-SAT is tried on."""
LEAST_SECONDS = 0.1

Variable: TypeAlias = Any  # ortools leaves its variables without a type that mypy accepts
Terms: TypeAlias = list[Variable]


def size(problem: JudgeProblem) -> int:
    """Return about how many variables the model would have."""
    rounds, _, judges = problem.shape
    return int(problem.allowed.sum()) + judges * problem.schedule.problem.num_players * rounds


@dataclass
class Counts:
    """How often something happens, by judge and table or player.

    ``bits[j, x]`` is a row of which as many are set as the count says. With the odd numbers 1,
    3, 5, ... as weights a row sums to the square of its count where the first bits are the ones
    set, and to more elsewhere; so making the sum small, or keeping it small, squares the count.
    """

    bits: dict[tuple[int, int], Terms]

    def squares(self) -> cp_model.LinearExprT:
        """Return the sum of the squares of all counts, or more."""
        return cp_model.LinearExpr.weighted_sum(
            [bit for row in self.bits.values() for bit in row],
            [2 * n + 1 for row in self.bits.values() for n in range(len(row))],
        )


class RotaModel:
    """Variables, rules and criteria of a rota; ``sits[r, t, j]``: judge j is there in round r."""

    def __init__(self, problem: JudgeProblem) -> None:
        self.problem = problem
        self.model = cp_model.CpModel()
        self.sits: dict[tuple[int, int, int], Variable] = {
            (r, t, j): self.model.new_bool_var("")
            for r, t, j in np.argwhere(problem.allowed).tolist()
        }
        self._one_judge_a_game()
        self._one_game_a_round()
        self.games = self._counts(lambda r, t, j: [(j, 0)])
        self.visits = self._counts(lambda r, t, j: [(j, t)])
        seats = problem.schedule.seating
        self.met = self._counts(lambda r, t, j: [(j, p) for p in seats[r, t].tolist() if p >= 0])
        rounds = problem.shape[0]
        self.tops = [self.model.new_int_var(0, rounds, "") for _ in problem.names]
        self.bottoms = [self.model.new_int_var(0, rounds, "") for _ in problem.names]
        self.widest = self.model.new_int_var(0, rounds, "")
        self._ranges_of_visits()
        self.most = self.model.new_int_var(0, rounds, "")
        self.fewest = self.model.new_int_var(0, rounds, "")
        self._range_of_meetings()
        self.stays = self._stays()
        self.criteria: dict[str, cp_model.LinearExprT] = {
            "judge_games": self.games.squares(),
            "judge_table_range": self.widest,
            "judge_table_squares": self.visits.squares(),
            "judge_player_range": self.most - self.fewest,
            "judge_player_squares": self.met.squares(),
            "judge_repeats": cp_model.LinearExpr.sum(list(self.stays.values())),
        }

    def _one_judge_a_game(self) -> None:
        """Give every game exactly one judge."""
        for r, t in np.argwhere(self.problem.playing).tolist():
            judges = np.flatnonzero(self.problem.allowed[r, t]).tolist()
            self.model.add_exactly_one([self.sits[r, t, j] for j in judges])

    def _one_game_a_round(self) -> None:
        """Keep each judge to one table a round."""
        rounds, _, judges = self.problem.shape
        for r in range(rounds):
            for j in range(judges):
                tables = np.flatnonzero(self.problem.allowed[r, :, j]).tolist()
                self.model.add_at_most_one([self.sits[r, t, j] for t in tables])

    def _counts(self, counted: Callable[[int, int, int], Iterable[tuple[int, int]]]) -> Counts:
        """Count the games of each judge by what they are counted for."""
        terms: dict[tuple[int, int], Terms] = {}
        for (r, t, j), sits in self.sits.items():
            for place in counted(r, t, j):
                terms.setdefault(place, []).append(sits)
        bits = {}
        for place, games in terms.items():
            bits[place] = [self.model.new_bool_var("") for _ in games]
            self.model.add(cp_model.LinearExpr.sum(bits[place]) == cp_model.LinearExpr.sum(games))
        return Counts(bits)

    def _ranges_of_visits(self) -> None:
        """Keep each judge's visits to any table between his bottom and his top."""
        _, num_tables, judges = self.problem.shape
        for j in range(judges):
            for t in range(num_tables):
                visits = cp_model.LinearExpr.sum(self.visits.bits.get((j, t), []))
                self.model.add(visits <= self.tops[j])
                self.model.add(visits >= self.bottoms[j])
            self.model.add(self.tops[j] - self.bottoms[j] <= self.widest)

    def _range_of_meetings(self) -> None:
        """Keep the games of every player before every judge who may judge him between two ends."""
        judges = range(len(self.problem.names))
        for j in judges:
            for p in range(self.problem.schedule.problem.num_players):
                if (j, p) not in self.problem.forbidden:
                    met = cp_model.LinearExpr.sum(self.met.bits.get((j, p), []))
                    self.model.add(met <= self.most)
                    self.model.add(met >= self.fewest)

    def _stays(self) -> dict[tuple[int, int, int], Variable]:
        """Mark each judge who is at one table in two rounds running."""
        stays = {}
        for (r, t, j), sits in self.sits.items():
            after = self.sits.get((r + 1, t, j))
            if after is not None:
                stays[r, t, j] = self.model.new_bool_var("")
                self.model.add(sits + after - 1 <= stays[r, t, j])
        return stays

    def hint(self, tables: Tables) -> None:
        """Give a whole rota as the hint, every variable of the model."""
        self.model.clear_hints()
        add = self.model.add_hint
        found = self.problem.measure(tables)
        for (r, t, j), sits in self.sits.items():
            add(sits, int(tables[r, t] == j))
        for counts, values in (
            (self.games, found.games[:, None]),
            (self.visits, found.visits),
            (self.met, found.meetings),
        ):
            for place, row in counts.bits.items():
                for n, bit in enumerate(row):
                    add(bit, int(n < values[place]))
        for j, (top, bottom) in enumerate(zip(self.tops, self.bottoms, strict=True)):
            add(top, int(found.visits[j].max()))
            add(bottom, int(found.visits[j].min()))
        add(self.widest, int(np.ptp(found.visits, axis=1).max()))
        add(self.most, int(found.meetings[found.may_meet].max()))
        add(self.fewest, int(found.meetings[found.may_meet].min()))
        for (r, t, j), stays in self.stays.items():
            add(stays, int(tables[r, t] == j == tables[r + 1, t]))

    def tables(self, outcome: Outcome) -> Tables:
        """Return the rota of a solution."""
        tables = empty_tables(self.problem)
        for (r, t, j), sits in self.sits.items():
            if outcome.value(sits.index):
                tables[r, t] = j
        return tables


def polish(
    problem: JudgeProblem,
    tables: Tables,
    *,
    floors: Mapping[str, int],
    params: Params,
    stop: Callable[[], bool] | None = None,
) -> tuple[Tables, dict[str, int]]:
    """Make a rota better, criterion after criterion, and prove how good it can be at all.

    Parameters
    ----------
    problem
        The judges and their games.
    tables
        A valid rota to start from; the result is never worse.
    floors
        Bounds known beforehand; a criterion that stands at its own costs nothing. That of the
        games is what they are, and is kept.
    params
        The time limit is for all criteria; each that others follow gets half of what is left.
    stop
        Asked whether to stop.

    Returns
    -------
    tables, bounds
        The rota, and the bounds that were proved here, by criterion.
    """
    deadline = time.monotonic() + params.time_limit
    model = RotaModel(problem)
    proved: dict[str, int] = {}
    for n, code in enumerate(CODES):
        stated = model.criteria[code]
        left = deadline - time.monotonic()
        if left < LEAST_SECONDS or (stop is not None and stop()):
            break
        if problem.key(tables)[n] > floors[code]:
            model.model.minimize(stated)
            model.hint(tables)
            limit = left if code == CODES[-1] else left / 2
            outcome = run(
                model.model,
                replace(params, time_limit=limit, known_feasible=True),
                stop_at=floors[code],
                stop=stop,
            )
            if outcome.found:
                tables = min(tables, model.tables(outcome), key=problem.key)
            if outcome.status != UNKNOWN and outcome.bound is not None:
                proved[code] = max(outcome.bound, floors[code])
        model.model.add(stated <= problem.key(tables)[n])
    return tables, proved
