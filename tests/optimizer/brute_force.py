"""Every schedule of a tiny problem, listed without a line of the optimizer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from schedules.problem import Problem

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases"

Round = tuple[tuple[int, ...], ...]
Array = NDArray[np.int64]


def case(name: str) -> Path:
    path = CASES / name
    if not path.exists():
        pytest.skip(f"the case {name} is not beside the project, in shared/cases")
    return path


def stored_matrices() -> Iterator[tuple[dict[str, Any], str, Array]]:
    """Yield each stored matrix: its entry, what it is best by, and its tables (rounds, players)."""
    for entry in json.loads(case("matrices/tables_2_to_10.json").read_text("utf-8")):
        for kind in ("spread", "meets"):
            if kind in entry:
                rows = [[int(table) for table in row] for row in entry[kind]["rounds"]]
                yield entry, kind, np.array(rows)


def seats_in_order(problem: Problem, tables: Array) -> Array:
    """Seat the players of each table in the order of their numbers; -1 on an empty chair."""
    seating = np.full((len(tables), problem.num_tables, problem.num_seats), -1)
    for r, row in enumerate(tables):
        for t in range(problem.num_tables):
            sitting = np.flatnonzero(row == t)
            seating[r, t, : len(sitting)] = sitting
    return seating


def rounds_of(problem: Problem) -> list[Round]:
    """Return every set of disjoint games that the tables hold, tables not told apart."""
    games = list(combinations(range(problem.num_players), problem.num_seats))
    always = problem.full and problem.games_per_player == problem.num_rounds
    fewest = problem.num_tables if always else 0
    return [
        chosen
        for count in range(fewest, problem.num_tables + 1)
        for chosen in combinations(games, count)
        if len({p for game in chosen for p in game}) == count * problem.num_seats
    ]


@dataclass(frozen=True)
class Everything:
    """All schedules: meetings (schedules, pairs) and visits (schedules, players, tables)."""

    problem: Problem
    met: Array
    visits: Array

    @property
    def spread(self) -> Array:
        return (self.met**2).sum(axis=1)

    @property
    def never(self) -> Array:
        return (self.met == 0).sum(axis=1)

    @property
    def width(self) -> Array:
        return self.met.max(axis=1) - self.met.min(axis=1)

    @property
    def excess(self) -> Array:
        low, high = self.problem.band
        return (np.maximum(low - self.met, 0) + np.maximum(self.met - high, 0)).sum(axis=1)

    @property
    def table_squares(self) -> Array:
        return (self.visits**2).sum(axis=(1, 2))

    @property
    def table_range(self) -> Array:
        return self.visits.max(axis=(1, 2)) - self.visits.min(axis=(1, 2))


def everything(problem: Problem, *, told_apart: bool = False) -> Everything:
    """List all schedules of a problem without wishes, up to the order of the rounds.

    With ``told_apart`` each numbering of the tables is a schedule of its own; without it the
    visits are those of one numbering and mean nothing.
    """
    rounds = rounds_of(problem)
    if told_apart:
        rounds = [order for chosen in rounds for order in permutations(chosen)]
    players, tables = problem.num_players, problem.num_tables
    upper = np.triu_indices(players, 1)
    met = np.zeros((len(rounds), len(upper[0])), dtype=np.int64)
    visits = np.zeros((len(rounds), players, tables), dtype=np.int64)
    for n, chosen in enumerate(rounds):
        together = np.zeros((players, players), dtype=np.int64)
        for table, game in enumerate(chosen):
            together[np.ix_(game, game)] = 1
            visits[n, list(game), table] = 1
        met[n] = together[upper]
    picks = np.array(list(combinations_with_replacement(range(len(rounds)), problem.num_rounds)))
    visited = visits[picks].sum(axis=1)
    valid = (visited.sum(axis=2) == problem.games_per_player).all(axis=1)
    return Everything(problem, met[picks[valid]].sum(axis=1), visited[valid])
