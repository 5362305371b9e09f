"""Per rule: a forced violation is infeasible, and the case just inside is not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from optimizer.cpsat.model import SeatingModel, build
from optimizer.cpsat.rules import games_cross_evenly
from optimizer.cpsat.solve import INFEASIBLE, OPTIMAL, Params, run
from schedules.problem import Problem

FULL = Problem(6, 2, 3, num_seats=3)
WAITING = Problem(9, 3, 3, num_seats=3, games_per_player=2)
TABLE = Problem(5, 1, 1, num_seats=5)

Force = dict[tuple[str, tuple[int, ...]], int]


def answer(model: SeatingModel, force: Force) -> str:
    v = model.variables
    for (family, key), value in force.items():
        v.model.add(v.family(family)[key] == value)
    return run(v.model, Params(20.0, workers=1)).status


def table(p: int, r: int, t: int) -> tuple[str, tuple[int, ...]]:
    return "table", (p, r, t)


CASES: dict[str, tuple[Callable[[], SeatingModel], Force, Force]] = {
    "one table in a round": (
        lambda: build(FULL, seats=False),
        {table(0, 0, 0): 1, table(0, 0, 1): 1},
        {table(0, 0, 0): 1, table(0, 1, 1): 1},
    ),
    "nobody sits out where everybody plays": (
        lambda: build(FULL, seats=False),
        {table(0, 0, 0): 0, table(0, 0, 1): 0},
        {table(0, 0, 0): 0, table(0, 0, 1): 1},
    ),
    "no more players than seats": (
        lambda: build(FULL, seats=False),
        {table(p, 0, 0): 1 for p in range(4)},
        {table(p, 0, 0): 1 for p in range(3)},
    ),
    "no game with an empty chair": (
        lambda: build(WAITING, seats=False),
        {("used", (0, 0)): 1} | {table(p, 0, 0): 0 for p in range(7)},
        {("used", (0, 0)): 1} | {table(p, 0, 0): 0 for p in range(6)},
    ),
    "nobody at a table without a game": (
        lambda: build(WAITING, seats=False),
        {("used", (0, 2)): 0, table(0, 0, 2): 1},
        {("used", (0, 2)): 0, table(0, 0, 1): 1},
    ),
    "the last tables stay empty": (
        lambda: build(WAITING, seats=False),
        {("used", (0, 1)): 0, ("used", (0, 2)): 1},
        {("used", (0, 1)): 0, ("used", (0, 2)): 0},
    ),
    "every game is held": (
        lambda: build(WAITING, seats=False),
        {("used", (0, 1)): 0, ("used", (1, 1)): 0},
        {("used", (0, 1)): 0, ("used", (1, 1)): 1},
    ),
    "everyone plays his games, not fewer": (
        lambda: build(WAITING, seats=False),
        {("plays", (0, 0)): 0, ("plays", (0, 1)): 0},
        {("plays", (0, 0)): 0, ("plays", (0, 1)): 1},
    ),
    "everyone plays his games, not more": (
        lambda: build(WAITING, seats=False),
        {("plays", (0, r)): 1 for r in range(3)},
        {("plays", (0, r)): 1 for r in range(2)},
    ),
    "players at one table meet": (
        lambda: build(FULL, seats=False),
        {table(0, 0, 0): 1, table(1, 0, 0): 1, ("meet", (0, 1, 0)): 0},
        {table(0, 0, 0): 1, table(1, 0, 0): 1, ("meet", (0, 1, 0)): 1},
    ),
    "players at two tables do not meet": (
        lambda: build(FULL, seats=False),
        {table(0, 0, 0): 1, table(1, 0, 1): 1, ("meet", (0, 1, 0)): 1},
        {table(0, 0, 0): 1, table(1, 0, 1): 1, ("meet", (0, 1, 0)): 0},
    ),
    "players who wish to be apart": (
        lambda: build(Problem(6, 2, 3, num_seats=3, apart=((0, 1),)), seats=False),
        {table(0, 2, 1): 1, table(1, 2, 1): 1},
        {table(0, 2, 1): 1, table(1, 2, 0): 1},
    ),
    "players who wish to be apart, without the other meetings": (
        lambda: build(Problem(6, 2, 3, num_seats=3, apart=((0, 1),)), seats=False, meetings=False),
        {table(0, 2, 1): 1, table(1, 2, 1): 1},
        {table(0, 2, 1): 1, table(1, 2, 0): 1},
    ),
    "at most two meetings": (
        lambda: build(
            Problem(6, 2, 3, num_seats=3, at_most=(((0, 1), 2),)), seats=False, meetings=False
        ),
        {table(p, r, 0): 1 for p in (0, 1) for r in range(3)},
        {table(p, r, 0): 1 for p in (0, 1) for r in range(2)},
    ),
    "a seat holds one player": (
        lambda: build(FULL),
        {("chair", (0, 0, 0, 1)): 1, ("chair", (1, 0, 0, 1)): 1},
        {("chair", (0, 0, 0, 1)): 1, ("chair", (1, 0, 1, 1)): 1},
    ),
    "a player has one seat": (
        lambda: build(FULL),
        {("seat", (0, 0, 0)): 1, ("seat", (0, 0, 1)): 1},
        {("seat", (0, 0, 0)): 1, ("seat", (0, 1, 1)): 1},
    ),
    "a seat is at the player's own table": (
        lambda: build(FULL),
        {table(0, 0, 0): 1, ("chair", (0, 0, 1, 0)): 1},
        {table(0, 0, 0): 1, ("chair", (0, 0, 0, 0)): 1},
    ),
    "players side by side are neighbours": (
        lambda: build(TABLE),
        {("seat", (0, 0, 1)): 1, ("seat", (1, 0, 2)): 1, ("beside", (0, 1, 0)): 0},
        {("seat", (0, 0, 1)): 1, ("seat", (1, 0, 3)): 1, ("beside", (0, 1, 0)): 0},
    ),
    "the first and the last seat are side by side": (
        lambda: build(TABLE),
        {("seat", (0, 0, 0)): 1, ("seat", (1, 0, 4)): 1, ("beside", (0, 1, 0)): 0},
        {("seat", (0, 0, 0)): 1, ("seat", (1, 0, 4)): 1, ("beside", (0, 1, 0)): 1},
    ),
    "players with a seat between them are no neighbours": (
        lambda: build(TABLE),
        {("seat", (0, 0, 0)): 1, ("seat", (1, 0, 2)): 1, ("beside", (0, 1, 0)): 1},
        {("seat", (0, 0, 0)): 1, ("seat", (1, 0, 1)): 1, ("beside", (0, 1, 0)): 1},
    ),
}


@pytest.mark.parametrize("rule", CASES)
def test_a_forced_violation_is_infeasible(rule: str) -> None:
    make, violation, _ = CASES[rule]
    assert answer(make(), violation) == INFEASIBLE


@pytest.mark.parametrize("rule", CASES)
def test_the_case_just_inside_is_feasible(rule: str) -> None:
    make, _, inside = CASES[rule]
    assert answer(make(), inside) == OPTIMAL


def test_even_crossing_is_left_by_a_third_common_player() -> None:
    problem = Problem(8, 2, 2, num_seats=4)
    for common, status in ((3, INFEASIBLE), (2, OPTIMAL)):
        model = build(problem, seats=False, meetings=False, overlaps=True)
        games_cross_evenly(model.variables)
        force = {table(p, r, 0): 1 for p in range(common) for r in range(2)}
        assert answer(model, force) == status


def test_what_a_model_leaves_out_it_does_not_state() -> None:
    lean = build(FULL, seats=False, meetings=False)
    with pytest.raises(ValueError, match="never_met looks at meetings"):
        lean.criterion("never_met")
    with pytest.raises(ValueError, match="seat_uneven looks at seats"):
        lean.criterion("seat_uneven")
    with pytest.raises(ValueError, match="seats need the meetings"):
        build(FULL, meetings=False)
    with pytest.raises(ValueError, match="nobody sits out"):
        build(WAITING, overlaps=True)
