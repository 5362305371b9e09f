"""The symmetric search: rotation, orbits, unfolding, and the running cost over orbits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_annealing import check_shape, meetings_between, recount

from optimizer.annealing import Cooling, board_of, random_tables, thresholds
from optimizer.bounds import spread_bound
from optimizer.kernels import anneal_orbits
from optimizer.pair_cost import PairCost, Weights
from optimizer.symmetric import anneal_symmetric, orders, pair_orbits, rotation, unfold
from optimizer.xorshift import new_state
from schedules.problem import Problem

# players, tables, rounds, seats, order: with and without a fixed player, odd and even
SYMMETRIES = [
    (8, 2, 4, 4, 2),
    (9, 3, 4, 3, 2),
    (9, 3, 3, 3, 3),
    (10, 2, 6, 5, 3),
    (12, 3, 6, 4, 3),
    (12, 3, 4, 4, 4),
    (9, 3, 8, 3, 4),
    (10, 2, 5, 5, 5),
    (16, 4, 5, 4, 5),
    (12, 2, 6, 6, 6),
    (8, 2, 8, 4, 8),
]


@st.composite
def symmetries(draw: st.DrawFn) -> tuple[Problem, int]:
    players, tables, rounds, seats, order = draw(st.sampled_from(SYMMETRIES))
    return Problem(players, tables, rounds, seats), order


@pytest.mark.parametrize("shape", SYMMETRIES)
def test_the_orders_offered_are_those_that_fit(shape):
    players, tables, rounds, seats, order = shape
    problem = Problem(players, tables, rounds, seats)
    assert order in orders(problem)
    for fitting in orders(problem):
        assert rounds % fitting == 0
        assert players % fitting in (0, 1)


def test_wishes_and_sitting_out_have_no_symmetry():
    assert orders(Problem(30, 3, 9)) == [3]
    assert orders(Problem(30, 3, 9, apart=((0, 1),))) == []
    assert orders(Problem(30, 3, 9, at_most=(((0, 1), 1),))) == []
    assert orders(Problem(12, 1, 12, 10, 10)) == []
    assert orders(Problem(8, 2, 4, 4, 2)) == []


@given(st.integers(2, 40), st.integers(2, 12))
@settings(deadline=None)
def test_a_rotation_has_its_order_and_fixes_the_rest(players, order):
    image = rotation(players, order)
    assert sorted(image.tolist()) == list(range(players))
    power = np.arange(players)
    for turn in range(1, order + 1):
        power = image[power]
        moved = players - players % order
        assert (power[moved:] == np.arange(moved, players)).all()
        assert (power[:moved] == np.arange(moved)).any() == (turn == order and moved > 0)


@given(symmetries())
@settings(deadline=None)
def test_pairs_of_one_orbit_are_images_of_each_other(symmetry):
    problem, order = symmetry
    image = rotation(problem.num_players, order)
    orbit, sizes = pair_orbits(image)
    upper = np.triu_indices(problem.num_players, 1)
    assert (orbit == orbit.T).all()
    assert (orbit[upper] == orbit[image[upper[0]], image[upper[1]]]).all()
    assert np.bincount(orbit[upper]).tolist() == sizes.tolist()
    assert set(sizes.tolist()) <= ({order, order // 2} if order % 2 == 0 else {order})


@given(symmetries(), st.integers(0, 10**6))
@settings(deadline=None, max_examples=60)
def test_unfolding_gives_the_images_and_meetings_turn_with_them(symmetry, seed):
    problem, order = symmetry
    image = rotation(problem.num_players, order)
    representatives = random_tables(problem, seed)[: problem.num_rounds // order]
    tables = unfold(representatives, image, order)
    assert tables.shape == (len(representatives) * order, problem.num_players)
    check_shape(problem, tables)
    for start in range(len(representatives)):
        rounds = tables[start * order : (start + 1) * order]
        assert (rounds[0] == representatives[start]).all()
        for turn in range(order):
            after = rounds[(turn + 1) % order]
            assert (after[image] == rounds[turn]).all(), "the last turns into the first"
    met = meetings_between(tables)
    assert (met[np.ix_(image, image)] == met).all()


def exact_cost(problem: Problem, order: int, weights: Weights, representatives) -> int:
    """Return what the kernel counts: the cost of all rounds by the order, doubled if even."""
    unit = 2 if order % 2 == 0 else 1
    tables = unfold(representatives, rotation(problem.num_players, order), order)
    total = recount(problem, weights, tables) * unit
    assert total % order == 0
    return total // order


@given(
    symmetries(),
    st.builds(Weights, st.integers(1, 8), st.integers(0, 12), st.integers(0, 8)),
    st.integers(0, 10**6),
    st.floats(0.3, 40),
    st.integers(0, 400),
)
@settings(deadline=None, max_examples=120)
def test_the_running_cost_over_orbits_is_a_full_recount(symmetry, weights, seed, heat, moves):
    problem, order = symmetry
    orbit, sizes = pair_orbits(rotation(problem.num_players, order))
    step = (order // sizes).astype(np.int32)
    weight = (sizes * (2 if order % 2 == 0 else 1) // order).astype(np.int32)
    board = board_of(problem, random_tables(problem, seed)[: problem.num_rounds // order])
    where = board.where

    def meetings_by_orbit() -> np.ndarray:
        met = meetings_between(unfold(where, rotation(problem.num_players, order), order))
        upper = np.triu_indices(problem.num_players, 1)
        by_orbit = np.zeros(len(sizes), dtype=np.int32)
        by_orbit[orbit[upper]] = met[upper]
        return by_orbit

    met, table = meetings_by_orbit(), PairCost(problem, weights).table
    cost = best = exact_cost(problem, order, weights, where)
    state = new_state(seed)
    for _ in range(3):
        cost, best = anneal_orbits(
            board, orbit, met, weight, step, table, state, thresholds(heat), moves,
            cost, best,
        )  # fmt: skip
        assert cost == exact_cost(problem, order, weights, where)
        assert best == exact_cost(problem, order, weights, board.best_where)
        assert (met == meetings_by_orbit()).all()
        for r in range(len(where)):
            for p in range(problem.num_players):
                assert board.members[r, where[r, p], board.slot[r, p]] == p


@given(symmetries(), st.integers(0, 10**6), st.integers(1, 5000))
@settings(deadline=None, max_examples=40)
def test_the_search_returns_a_symmetric_matrix_no_worse_than_its_start(symmetry, seed, moves):
    problem, order = symmetry
    weights = Weights(never=12, excess=8)
    found = anneal_symmetric(
        problem, order, weights=weights, cooling=Cooling(3.0, 0.6, moves), seed=(seed,),
        over=lambda: False,
    )  # fmt: skip
    check_shape(problem, found)
    image = rotation(problem.num_players, order)
    met = meetings_between(found)
    assert (met[np.ix_(image, image)] == met).all()
    start = unfold(random_tables(problem, seed)[: problem.num_rounds // order], image, order)
    assert recount(problem, weights, found) <= recount(problem, weights, start)


@pytest.mark.parametrize("shape", [(8, 2, 4, 4, 2), (12, 3, 3, 4, 3), (16, 4, 5, 4, 5)])
def test_it_stops_at_a_target_only_when_the_target_is_met(shape):
    players, tables, rounds, seats, order = shape
    problem, said = Problem(players, tables, rounds, seats), []
    bound = spread_bound(problem).value
    found = anneal_symmetric(
        problem, order, weights=Weights(), cooling=Cooling(3.0, 0.3, 200_000), seed=(1,),
        over=lambda: False, target=bound, spent=said.append,
    )  # fmt: skip
    if sum(said) < 200_000:
        assert recount(problem, Weights(), found) == bound
    assert recount(problem, Weights(), found) >= bound


def test_order_three_comes_near_the_bound_at_the_tkemali_size():
    problem = Problem(30, 3, 9)
    found = anneal_symmetric(
        problem, 3, weights=Weights(never=4, excess=2), cooling=Cooling(3.0, 0.6, 10_000_000),
        seed=(1,), over=lambda: False,
    )  # fmt: skip
    met = meetings_between(found)[np.triu_indices(30, 1)]
    assert met.min() >= 1
    assert 3807 <= (met**2).sum() <= 3870  # plain annealing from random needs longer for this
