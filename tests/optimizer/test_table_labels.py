from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer.table_labels import relabel_tables


def random_tables(seed, num_players, num_tables, num_seats, num_rounds):
    random = np.random.default_rng(seed)
    tables = np.full((num_rounds, num_players), -1, dtype=np.int32)
    for row in tables:
        games = random.integers(1, num_tables + 1)
        playing = random.permutation(num_players)[: games * num_seats]
        row[playing] = np.repeat(np.arange(games), num_seats)
    return tables


def key(tables, num_tables):
    visits = np.stack([(tables == t).sum(axis=0) for t in range(num_tables)])
    return int(visits.max() - visits.min()), int((visits**2).sum())


def together(row):
    return (row[:, None] == row) & (row >= 0)


@given(
    st.integers(0, 10**6),
    st.integers(1, 4),
    st.integers(2, 6),
    st.integers(1, 8),
    st.integers(0, 3),
)
@settings(deadline=None, max_examples=60)
def test_meetings_and_fixed_rounds_stay_and_evenness_never_falls(
    seed, num_tables, num_seats, num_rounds, fixed
):
    tables = random_tables(seed, num_tables * num_seats + 2, num_tables, num_seats, num_rounds)
    found = relabel_tables(tables, num_tables, seed=seed, iterations=5000, fixed_rounds=fixed)
    assert np.array_equal(found[:fixed], tables[:fixed])
    for before, after in zip(tables, found, strict=True):
        assert set(before.tolist()) == set(after.tolist())  # the same numbers, sitting out too
        assert np.array_equal(together(before), together(after))
    assert key(found, num_tables) <= key(tables, num_tables)


@pytest.mark.parametrize("seed", range(4))
def test_three_tables_five_rounds_reach_the_exhaustive_best(seed):
    random = np.random.default_rng(seed)
    row = np.repeat(np.arange(3, dtype=np.int32), 10)
    tables = np.array([random.permutation(row) for _ in range(5)])
    orders = [np.array(order, dtype=np.int32) for order in permutations(range(3))]
    best = min(
        key(np.array([tables[0], *(o[r] for o, r in zip(pick, tables[1:], strict=True))]), 3)
        for pick in product(orders, repeat=4)
    )
    assert key(relabel_tables(tables, 3, seed=seed, iterations=300_000), 3) == best


def test_players_who_can_visit_every_table_do():
    # The groups 0-3 stay together, so the numbers of a Latin square are best.
    tables = np.tile(np.repeat(np.arange(4, dtype=np.int32), 5), (4, 1))
    found = relabel_tables(tables, 4, seed=1, iterations=200_000)
    assert key(found, 4) == (0, 80)


def test_the_same_seed_and_iterations_give_the_same_tables():
    tables = random_tables(3, 44, 4, 10, 12)
    first = relabel_tables(tables, 4, seed=7, iterations=50_000)
    assert np.array_equal(first, relabel_tables(tables, 4, seed=7, iterations=50_000))


def test_one_table_has_nothing_to_permute():
    tables = np.zeros((3, 10), dtype=np.int32)
    assert np.array_equal(relabel_tables(tables, 1, seed=1, iterations=1000), tables)
