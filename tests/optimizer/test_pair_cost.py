"""The convex cost of the search: what it is made of, its steps, and its price for wishes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer.criteria import PREFERENCES
from optimizer.kinds import weights_for
from optimizer.pair_cost import PairCost, Weights, meetings_of, visits_of
from schedules.problem import Problem

PROBLEMS = [
    Problem(30, 3, 9),
    Problem(30, 3, 9, apart=((0, 1, 2),), at_most=(((3, 4), 1), ((4, 5), 2))),
    Problem(8, 2, 3, 4, apart=((0, 7),)),
    Problem(100, 10, 4, at_most=(((0, 1), 1),)),
    Problem(20, 2, 15),
    Problem(25, 2, 10, 10, 8, apart=((2, 3),)),
]
WEIGHTS = [weights for prefer in PREFERENCES for weights in weights_for(prefer)]


def row(cost: PairCost, i: int, j: int) -> list[int]:
    """Return the cost of the pair by λ, up to one meeting more than the rounds."""
    at = int(cost.offset[i, j])
    return cost.table[at : at + cost.width].tolist()


def priced(problem: Problem, weights: Weights, limit: int, met: int) -> int:
    """Price one pair from the words of the design."""
    low, high = problem.band
    price = weights.spread * met * met
    price += weights.excess * (max(met - high, 0) + max(min(low, limit) - met, 0))
    if met == 0 and limit > 0:
        price += weights.never
    return price


@pytest.mark.parametrize("weights", WEIGHTS, ids=str)
@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_each_pair_pays_what_the_design_says(problem, weights):
    cost, limits = PairCost(problem, weights), problem.limits()
    for i, j in ((0, 1), (3, 4), (4, 5), (2, 3), (0, 7), (5, 6)):
        limit = int(limits[i, j])
        prices = row(cost, i, j)
        assert len(prices) == problem.num_rounds + 2
        for met, price in enumerate(prices[: limit + 1]):
            assert price == priced(problem, weights, limit, met)


@pytest.mark.parametrize("weights", WEIGHTS, ids=str)
@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_the_cost_of_every_class_is_convex(problem, weights):
    cost = PairCost(problem, weights)
    for start in np.unique(cost.offset):
        steps = cost.up[start : start + cost.width - 1].tolist()
        assert steps == sorted(steps)
        assert steps == np.diff(cost.table[start : start + cost.width]).tolist()


@pytest.mark.parametrize("weights", WEIGHTS, ids=str)
@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_the_steps_are_differences_of_the_cost(problem, weights):
    cost = PairCost(problem, weights)
    assert cost.table.dtype == cost.up.dtype == cost.down.dtype == np.int32
    assert len(cost.up) == len(cost.down) == len(cost.table)
    assert cost.table[-1] == cost.up[-1] == cost.down[-1] == 0, "the diagonal is free"
    for start in np.unique(cost.offset):
        at = np.arange(start, start + cost.width - 1)
        assert (cost.table[at] + cost.up[at] == cost.table[at + 1]).all()
        assert (cost.table[at + 1] + cost.down[at + 1] == cost.table[at]).all()


@pytest.mark.parametrize("weights", WEIGHTS, ids=str)
@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_a_forbidden_meeting_costs_more_than_any_other_step_it_could_save(problem, weights):
    cost, limits = PairCost(problem, weights), problem.limits()
    free = PairCost(Problem(*shape(problem)), weights)
    dearest = max(
        abs(int(step)) for step in free.up[: min(problem.num_rounds, problem.band[1] + 1)]
    )
    for i, j in zip(*np.nonzero(limits < problem.num_rounds), strict=True):
        at = int(cost.offset[i, j]) + int(limits[i, j])
        assert cost.up[at] > dearest, (i, j)


def shape(problem: Problem) -> tuple[int, int, int, int, int]:
    return (
        problem.num_players,
        problem.num_tables,
        problem.num_rounds,
        problem.num_seats,
        problem.games_per_player,
    )


@given(st.integers(0, 2**32 - 1), st.sampled_from(PROBLEMS), st.sampled_from(WEIGHTS))
@settings(deadline=None, max_examples=60)
def test_meetings_visits_and_the_total_are_recounted_from_the_tables(seed, problem, weights):
    rng = np.random.default_rng(seed)
    tables = rng.integers(
        -1, problem.num_tables, (problem.num_rounds, problem.num_players), dtype=np.int32
    )
    met, visits = meetings_of(tables), visits_of(tables, problem.num_tables)
    cost = PairCost(problem, weights)
    total = 0
    for i in range(min(problem.num_players, 30)):
        for j in range(problem.num_players):
            same = sum(1 for row_ in tables.tolist() if row_[i] == row_[j] >= 0)
            assert met[i, j] == (same if i != j else 0)
    for i in range(problem.num_players):
        for t in range(problem.num_tables):
            assert visits[i, t] == sum(1 for row_ in tables.tolist() if row_[i] == t)
        for j in range(i):
            total += int(cost.table[cost.offset[i, j] + met[i, j]])
    assert cost.total(met) == total
