import json
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer.seat_moves import anneal, set_up
from optimizer.seat_search import improve_seats, neighbour_bound
from optimizer.seats import assign_seats
from optimizer.xorshift import new_state
from schedules.errors import ProblemError
from schedules.measures import Measures, measure
from schedules.problem import Problem
from schedules.schedule import Schedule

CASES = Path(__file__).parents[3] / "shared" / "cases" / "matrices"


def random_tables(seed, num_players, num_tables, num_seats, num_rounds):
    """Tables at random; each round has a random number of games, so players differ in games."""
    random = np.random.default_rng(seed)
    tables = np.full((num_rounds, num_players), -1, dtype=np.int32)
    for row in tables:
        games = random.integers(0, min(num_tables, num_players // num_seats) + 1)
        at = random.permutation(num_tables)[:games]
        playing = random.permutation(num_players)[: games * num_seats]
        row[playing] = np.repeat(at, num_seats)
    return tables


@st.composite
def matrices(draw):
    num_seats = draw(st.integers(2, 10))
    num_tables = draw(st.integers(1, 4))
    num_players = num_seats * num_tables + draw(st.integers(0, 7))
    num_rounds = draw(st.integers(1, 25))
    seed = draw(st.integers(0, 2**32 - 1))
    tables = random_tables(seed, num_players, num_tables, num_seats, num_rounds)
    return tables, num_tables, num_seats


def full_tables(seed, num_tables, num_seats, num_rounds):
    random = np.random.default_rng(seed)
    row = np.repeat(np.arange(num_tables, dtype=np.int32), num_seats)
    return np.array([random.permutation(row) for _ in range(num_rounds)])


def counts(seating, num_players):
    """Games of each player on each seat."""
    return np.array(
        [
            np.bincount(column[column >= 0], minlength=num_players)
            for column in np.moveaxis(seating, 2, 0).reshape(seating.shape[2], -1)
        ]
    ).T


def assert_fair(visits, games, width, num_seats):
    assert (visits >= games * width // num_seats).all()
    assert (visits <= -(-games * width // num_seats)).all()


def assert_seated(seating, tables):
    """The same players at the same tables, each on one seat."""
    where = np.full_like(tables, -1)
    for r, t in np.ndindex(seating.shape[:2]):
        players = seating[r, t]
        assert (players >= 0).all() or (players == -1).all()
        if players[0] >= 0:
            assert len(set(players.tolist())) == len(players)
            where[r, players] = t
    assert np.array_equal(where, tables)


def measured(seating, tables, num_seats) -> Measures:
    games = int((tables[:, 0] >= 0).sum())
    num_players = tables.shape[1]
    problem = Problem(num_players, seating.shape[1], len(tables), num_seats, games)
    return measure(Schedule(problem, seating))


def shared_tables(num_tables, num_rounds):
    path = CASES / "tables_2_to_10.json"
    if not path.exists():
        pytest.skip(f"the shared case {path.name} is not here")
    for case in json.loads(path.read_text()):
        if (case["tables"], case["rounds"]) == (num_tables, num_rounds):
            rows = case["spread"]["rounds"]
            return np.array([[int(c) for c in row] for row in rows], dtype=np.int32)
    raise AssertionError("no such case")


@given(matrices())
@settings(deadline=None)
def test_every_seat_and_both_halves_are_even_whatever_the_tables(case):
    tables, num_tables, num_seats = case
    seating = assign_seats(tables, num_tables, num_seats)
    assert_seated(seating, tables)
    visits = counts(seating, tables.shape[1])
    games = (tables >= 0).sum(axis=0)
    half = (num_seats + 1) // 2
    assert_fair(visits, games[:, None], 1, num_seats)
    assert_fair(visits[:, :half].sum(axis=1), games, half, num_seats)
    assert_fair(visits[:, half:].sum(axis=1), games, num_seats - half, num_seats)


@given(st.integers(0, 10**6), st.sampled_from([2, 3, 4, 8]), st.integers(1, 25))
@settings(deadline=None)
def test_pairs_of_seats_are_even_where_every_block_divides_its_parent(seed, num_seats, num_rounds):
    tables = random_tables(seed, 3 * num_seats + 2, 3, num_seats, num_rounds)
    visits = counts(assign_seats(tables, 3, num_seats), tables.shape[1])
    games = (tables >= 0).sum(axis=0)
    for s in range(0, num_seats - 1, 2):
        assert_fair(visits[:, s : s + 2].sum(axis=1), games, 2, num_seats)


def test_a_game_that_is_not_full_is_named():
    tables = full_tables(1, 3, 4, 5)
    tables[3, np.flatnonzero(tables[3] == 1)[0]] = -1
    with pytest.raises(ProblemError, match="Round 4, table 2 has 3 players"):
        assign_seats(tables, 3, 4)


def test_a_table_that_does_not_exist_is_named():
    tables = full_tables(1, 3, 4, 5)
    with pytest.raises(ProblemError, match="there are only 2 tables"):
        assign_seats(tables, 2, 4)


@given(matrices(), st.integers(0, 100))
@settings(deadline=None, max_examples=40)
def test_the_search_keeps_games_and_balance_and_never_gets_worse(case, seed):
    tables, num_tables, num_seats = case
    before = assign_seats(tables, num_tables, num_seats)
    after = improve_seats(before, seed=seed, iterations=20_000)
    assert_seated(after, tables)
    games = (tables >= 0).sum(axis=0)
    assert_fair(counts(after, tables.shape[1]), games[:, None], 1, num_seats)
    if not games.any():
        return
    was, now = (set_up(s[(s >= 0).all(axis=2)]).faults.tolist() for s in (before, after))
    assert now <= was
    assert now[:2] == [0, 0]
    assert now[4] >= neighbour_bound(tables, num_tables, num_seats)
    assert now[3] >= neighbour_bound(tables, num_tables, num_seats, times=2)


@pytest.mark.parametrize("num_seats", [2, 3, 4, 5, 7, 10])
def test_faults_kept_move_by_move_equal_a_full_recount(num_seats):
    tables = random_tables(num_seats, 3 * num_seats + 2, 3, num_seats, 12)
    seating = assign_seats(tables, 3, num_seats)
    board = set_up(seating[(seating >= 0).all(axis=2)])
    weights = np.array([2, 1, 1, 2, 4], dtype=np.int64)
    anneal(board, weights, new_state(1), 5000, 8.0, 2.0)
    fresh = set_up(board.games)
    for name in ("faults", "seat", "half", "pair", "beside", "num_lent"):
        assert np.array_equal(getattr(board, name), getattr(fresh, name)), name
    lent = set(board.lent[: board.num_lent[0]].tolist())
    assert lent == set(fresh.lent[: fresh.num_lent[0]].tolist())
    assert np.array_equal(set_up(board.best).faults, board.best_faults)


def test_the_faults_are_the_measures():
    tables = random_tables(5, 24, 2, 10, 14)
    seating = assign_seats(tables, 2, 10)[:, :, np.random.default_rng(1).permutation(10)]
    board = set_up(seating[(seating >= 0).all(axis=2)])
    found = measure(Schedule(Problem(24, 2, 14, 10, 10), seating))
    assert int(board.faults[4]) == found.neighbour_repeats
    assert (int(board.faults[3]) > 0) == (found.neighbour_most > 2)
    assert (int(board.faults[2]) > 0) == (found.seat_pair_uneven > 0)
    assert (int(board.faults[1]) > 0) == (found.half_uneven > 0)


def test_the_same_seed_and_iterations_give_the_same_seats():
    tables = full_tables(3, 3, 10, 9)
    start = assign_seats(tables, 3, 10)
    first = improve_seats(start, seed=4, iterations=100_000)
    assert np.array_equal(first, improve_seats(start, seed=4, iterations=100_000))
    never = improve_seats(start, seed=4, iterations=100_000, stop=lambda: False)
    assert np.array_equal(first, never)
    assert not np.array_equal(first, improve_seats(start, seed=5, iterations=100_000))


def test_stop_ends_the_search_at_once():
    start = assign_seats(full_tables(3, 2, 10, 10), 2, 10)
    assert np.array_equal(start, improve_seats(start, seed=1, iterations=10**15, stop=lambda: True))


def test_neighbour_bound_counts():
    # Nineteen others and twenty neighbours: one repeat for each of twenty players.
    assert neighbour_bound(shared_tables(2, 10), 2, 10) == 10
    # One table of 4, three games: each player has 6 neighbours among 3 others.
    tables = np.zeros((3, 4), dtype=np.int32)
    assert neighbour_bound(tables, 1, 4) == 6
    assert neighbour_bound(tables, 1, 4, times=2) == 0
    assert neighbour_bound(tables[:, :2], 1, 2) == 2  # two players, three games side by side


def test_a_tiny_case_reaches_the_exhaustive_best():
    tables = np.zeros((3, 4), dtype=np.int32)
    orders = [np.array(order, dtype=np.int32) for order in permutations(range(4))]
    best = min(
        set_up(np.array([orders[0], second, third])).faults.tolist()
        for second, third in product(orders, orders)
    )
    seating = improve_seats(assign_seats(tables, 1, 4), seed=1, iterations=100_000)
    assert set_up(seating[:, 0]).faults.tolist() == best
    assert best[4] == neighbour_bound(tables, 1, 4)


def test_tkemali_has_perfect_seats_and_no_neighbours_twice():
    tables = shared_tables(3, 9)
    start = assign_seats(tables, 3, 10)
    seating = improve_seats(start, seed=1, iterations=100_000_000)
    found = measured(seating, tables, 10)
    assert (found.seat_uneven, found.half_uneven, found.seat_pair_uneven) == (0, 0, 0)
    assert (found.neighbour_repeats, found.neighbour_most) == (0, 1)
    assert (found.first_most, found.last_most) == (1, 1)


def test_forty_players_twelve_rounds_have_480_different_neighbours():
    tables = shared_tables(4, 12)
    seating = improve_seats(assign_seats(tables, 4, 10), seed=1, iterations=30_000_000)
    found = measured(seating, tables, 10)
    assert (found.seat_uneven, found.half_uneven, found.seat_pair_uneven) == (0, 0, 0)
    assert found.neighbour_repeats == 0


def test_as_many_games_as_seats_stay_even_on_the_way_out():
    tables = shared_tables(2, 10)
    seating = improve_seats(assign_seats(tables, 2, 10), seed=1, iterations=12_000_000)
    found = measured(seating, tables, 10)
    assert (found.seat_uneven, found.half_uneven, found.seat_pair_uneven) == (0, 0, 0)
    assert found.neighbour_repeats < 60
