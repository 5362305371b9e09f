"""Fields, planes and difference schemes: the laws they are built on, and full tables."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_annealing import check_shape, meetings_between

from optimizer.bounds import overlaps_bound
from optimizer.constructions import (
    DELETIONS,
    broken_plane,
    difference_scheme,
    plane,
    plane_orders,
    scheme_fits,
)
from optimizer.fields import ORDERS, field
from schedules.problem import Problem


@pytest.mark.parametrize("order", ORDERS)
def test_the_axioms_of_a_field(order):
    add, multiply = field(order)
    everything = np.arange(order)
    for table in (add, multiply):
        assert table.shape == (order, order)
        assert table.min() >= 0
        assert table.max() < order
        assert (table == table.T).all(), "commutative"
        a, b, c = np.ix_(everything, everything, everything)
        assert (table[table[a, b], c] == table[a, table[b, c]]).all(), "associative"
    assert (multiply[a, add[b, c]] == add[multiply[a, b], multiply[a, c]]).all(), "distributive"
    assert (add[0] == everything).all(), "zero"
    assert (multiply[0] == 0).all()
    one = int(np.flatnonzero((multiply == everything).all(axis=1)).item())
    assert one != 0
    assert all(sorted(row) == everything.tolist() for row in add.tolist()), "differences"
    for row in multiply[1:]:
        assert sorted(row.tolist()) == everything.tolist(), "quotients"


@pytest.mark.parametrize("order", [q for q in ORDERS if q <= 13])
def test_two_points_of_a_plane_share_a_line_in_exactly_one_class(order):
    lines = plane(order)
    assert lines.shape == (order + 1, order**2)
    for parallel in lines:
        assert np.bincount(parallel).tolist() == [order] * order
    together = (lines[:, :, None] == lines[:, None, :]).sum(axis=0)
    np.fill_diagonal(together, 1)
    assert (together == 1).all()


@st.composite
def full_problems(draw: st.DrawFn) -> Problem:
    tables, seats = draw(st.integers(1, 11)), draw(st.integers(2, 10))
    return Problem(tables * seats, tables, draw(st.integers(1, 14)), seats)


def check_broken_plane(problem: Problem, order: int, deletion, seed: int) -> None:
    tables, built = broken_plane(problem, order, deletion, seed)
    check_shape(problem, tables)
    assert tables.dtype == np.int32
    assert built == min(problem.num_rounds, order + 1)
    again, _ = broken_plane(problem, order, deletion, seed)
    assert (tables == again).all(), "the same seed, the same start"


@given(full_problems(), st.sampled_from(DELETIONS), st.integers(0, 99), st.data())
@settings(deadline=None, max_examples=150)
def test_every_table_of_a_broken_plane_is_full(problem, deletion, seed, data):
    orders = plane_orders(problem)
    assume(orders)
    check_broken_plane(problem, data.draw(st.sampled_from(orders)), deletion, seed)


@pytest.mark.parametrize("deletion", DELETIONS)
@pytest.mark.parametrize("tables", range(3, 12))
def test_every_table_of_a_broken_plane_is_full_at_tables_of_ten(tables, deletion):
    problem = Problem(10 * tables, tables, 13)
    orders = plane_orders(problem)
    assert orders, "fewer than three tables have no plane; these have"
    for order in orders:
        check_broken_plane(problem, order, deletion, 1)


@pytest.mark.parametrize("tables", [6, 7, 8, 9, 10])
def test_there_is_a_plane_for_many_tables(tables):
    assert plane_orders(Problem(10 * tables, tables, 10))


def test_sitting_out_has_no_plane():
    assert plane_orders(Problem(101, 10, 101, 10, 100)) == []
    assert not scheme_fits(Problem(51, 5, 51, 10, 50))


def test_a_plane_without_one_point_meets_the_bound_at_80():
    # theory.md C3: AG(2, 9) without a point; the rest is dealing one player of each broken line
    problem = Problem(80, 8, 10)
    tables, built = broken_plane(problem, 9, "random", 1)
    met = meetings_between(tables)[np.triu_indices(80, 1)]
    assert built == 10
    assert (met**2).sum() <= 1.1 * overlaps_bound(problem)
    random = np.random.default_rng(1).permuted(tables, axis=1)
    worse = meetings_between(random)[np.triu_indices(80, 1)]
    assert (met**2).sum() < (worse**2).sum()


def crossing(first: np.ndarray, second: np.ndarray, size: int) -> np.ndarray:
    counts = np.zeros((size, size), dtype=int)
    np.add.at(counts, (first, second), 1)
    return counts


@pytest.mark.parametrize("prime", [3, 5, 7])
def test_every_two_rounds_of_a_difference_scheme_cross_evenly(prime):
    for joining in (0, 1):
        problem = Problem(2 * prime * prime, prime, 2 * prime + joining, 2 * prime)
        assert scheme_fits(problem)
        tables, built = difference_scheme(problem, joining, 1)
        assert built == 2 * prime + joining
        check_shape(problem, tables)
        for one, other in itertools.combinations(tables, 2):
            assert (crossing(one, other, prime) == 2).all()
        met = meetings_between(tables)[np.triu_indices(problem.num_players, 1)]
        assert (met**2).sum() == overlaps_bound(problem)


@pytest.mark.parametrize("prime", [3, 5, 7])
def test_the_groups_of_a_difference_scheme_never_meet_their_own(prime):
    problem = Problem(2 * prime * prime, prime, 2 * prime, 2 * prime)
    tables, _ = difference_scheme(problem, 0, 1)
    met = meetings_between(tables)
    group = np.arange(problem.num_players) // prime
    own = (group[:, None] == group) & ~np.eye(problem.num_players, dtype=bool)
    assert (met[own] == 0).all()
    assert (met[group[:, None] != group] == 2).all()


@pytest.mark.parametrize(("joining", "values"), [(2, [2, 3]), (3, [2, 3])])
def test_joining_groups_at_50_players_makes_all_pairs_meet_two_or_three_times(joining, values):
    problem = Problem(50, 5, 10 + joining)
    tables, built = difference_scheme(problem, joining, 1)
    met = meetings_between(tables)[np.triu_indices(50, 1)]
    assert built == 10 + joining
    # t joined rounds: t meetings inside a group, two or three across (theory.md C2)
    assert np.unique(met).tolist() == sorted({joining, *values})
    assert joining not in (2, 3) or np.unique(met).tolist() == values


@given(st.sampled_from([3, 5, 7]), st.integers(1, 18), st.integers(0, 4), st.integers(0, 99))
@settings(deadline=None, max_examples=60)
def test_every_table_of_a_difference_scheme_is_full(prime, rounds, joining, seed):
    problem = Problem(2 * prime * prime, prime, rounds, 2 * prime)
    tables, built = difference_scheme(problem, joining, seed)
    check_shape(problem, tables)
    assert built == min(rounds, 2 * prime + joining)
    assert (tables == difference_scheme(problem, joining, seed)[0]).all()


@pytest.mark.parametrize(
    "problem",
    [
        Problem(20, 2, 9),
        Problem(30, 3, 9),
        Problem(40, 4, 9),
        Problem(32, 4, 9, 8),
        Problem(162, 9, 9, 18),
        Problem(50, 5, 9, apart=((0, 1),)),
        Problem(50, 5, 9, at_most=(((0, 1), 1),)),
        Problem(50, 5, 9, 10, 8),
    ],
    ids=str,
)
def test_where_a_difference_scheme_does_not_fit(problem):
    assert not scheme_fits(problem)
