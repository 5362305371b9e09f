"""Bounds against the truth: every schedule of tiny problems, and every matrix we have."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from brute_force import Array, case, everything, stored_matrices
from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer.bounds import (
    Bound,
    even_squares,
    never_met_bound,
    overlaps_bound,
    pairs_bound,
    spread_bound,
    spread_bound_for_visits,
    table_range_bound,
    table_squares_bound,
)
from schedules.problem import Problem

FULL = [
    Problem(4, 2, 2, 2),
    Problem(4, 2, 3, 2),
    Problem(4, 2, 5, 2),
    Problem(6, 2, 2, 3),
    Problem(6, 2, 3, 3),
    Problem(6, 2, 5, 3),
    Problem(6, 3, 2, 2),
    Problem(6, 3, 3, 2),
    Problem(6, 3, 5, 2),
    Problem(8, 2, 2, 4),
    Problem(8, 2, 3, 4),
    Problem(8, 2, 4, 4),
    Problem(9, 3, 2, 3),
]
SITTING_OUT = [
    Problem(5, 1, 5, 4, 4),
    Problem(5, 1, 7, 4, 4),
    Problem(5, 2, 3, 2, 2),
    Problem(5, 2, 5, 2, 4),
    Problem(6, 1, 6, 4, 4),
    Problem(6, 1, 4, 3, 2),
    Problem(6, 2, 3, 2, 2),
    Problem(8, 2, 3, 4, 2),
]
TOLD_APART = [
    Problem(4, 2, 2, 2),
    Problem(4, 2, 3, 2),
    Problem(4, 2, 4, 2),
    Problem(6, 2, 2, 3),
    Problem(6, 2, 3, 3),
    Problem(6, 2, 4, 3),
    Problem(6, 3, 2, 2),
    Problem(6, 3, 3, 2),
    Problem(8, 2, 3, 4),
]


def ten(tables: int, rounds: int) -> Problem:
    return Problem(10 * tables, tables, rounds)


def name(value: object) -> str:
    if not isinstance(value, Problem):
        return str(value)
    problem = value
    return (
        f"{problem.num_players}/{problem.num_tables}/{problem.num_rounds}"
        f"x{problem.games_per_player} seats {problem.num_seats}"
    )


@given(st.integers(0, 40), st.integers(1, 12), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=200)
def test_an_even_split_has_the_least_squares(total, parts, random):
    split = [0] * parts
    for _ in range(total):
        split[random.randrange(parts)] += 1
    assert even_squares(total, parts) <= sum(n * n for n in split)
    even = [total // parts + (n < total % parts) for n in range(parts)]
    assert even_squares(total, parts) == sum(n * n for n in even)


@pytest.mark.parametrize("problem", [*FULL, *SITTING_OUT], ids=name)
def test_no_schedule_beats_the_bounds_on_meetings(problem):
    truth = everything(problem)
    assert len(truth.met) > 0
    assert pairs_bound(problem) <= truth.spread.min()
    assert overlaps_bound(problem) <= truth.spread.min()
    assert spread_bound(problem).value <= truth.spread.min()
    assert never_met_bound(problem).value <= truth.never.min()


@pytest.mark.parametrize("problem", FULL, ids=name)
def test_the_better_bound_on_the_spread_is_met_by_tiny_full_problems(problem):
    # true of these sizes, where few tables make the overlaps even; not a theorem
    assert spread_bound(problem).value == everything(problem).spread.min()


@pytest.mark.parametrize("problem", TOLD_APART, ids=name)
def test_no_schedule_beats_the_trade_off_of_tables_against_spread(problem):
    truth = everything(problem, told_apart=True)
    for spread in np.unique(truth.spread):
        least = truth.table_squares[truth.spread == spread].min()
        assert table_squares_bound(problem, int(spread)).value <= least
        # a looser promise on the spread can only allow more even visits
        assert table_squares_bound(problem, int(spread) + 1).value <= least
        narrowest = truth.table_range[truth.spread == spread].min()
        assert table_range_bound(problem, int(spread)).value <= narrowest
    for squares in np.unique(truth.table_squares):
        least = truth.spread[truth.table_squares == squares].min()
        assert spread_bound_for_visits(problem, int(squares)).value <= least
    assert table_squares_bound(problem).value <= truth.table_squares.min()
    assert table_range_bound(problem).value <= truth.table_range.min()


def test_the_least_spread_at_30_players_forbids_two_to_four_visits():
    # theory.md 1.4: visits in 2..4 need Σ visits² <= 870, the least spread needs 918
    problem = Problem(30, 3, 9)
    assert table_range_bound(problem, 3807).value == 3
    assert table_range_bound(problem, 3855).value == 2
    assert table_range_bound(problem, 3917).value == 0


def test_the_trade_off_says_something_at_a_tiny_size():
    # 4 players, 2 tables of 2, 3 rounds: meeting everyone once forces uneven visits
    problem = Problem(4, 2, 3, 2)
    truth = everything(problem, told_apart=True)
    best = truth.table_squares[truth.spread == truth.spread.min()].min()
    assert best > truth.table_squares.min()
    assert table_squares_bound(problem, int(truth.spread.min())).argument == "trace"
    assert table_squares_bound(problem, int(truth.spread.min())).value == best


@pytest.mark.parametrize(
    ("tables", "rounds", "bound"),
    [(3, 9, 3807), (3, 10, 4590), (2, 10, 4500), (4, 10, 4680), (5, 10, 4500)],
)
def test_the_bounds_that_the_design_names(tables, rounds, bound):
    assert spread_bound(ten(tables, rounds)).value == bound


# the brackets of the table "What is reachable" of the design; elsewhere the bound is reached
BRACKETS = {
    (3, 14): 8442, (3, 15): 9585,
    (4, 11): 5500, (4, 12): 6384, (4, 13): 7332, (4, 14): 8344, (4, 15): 9540,
    (5, 14): 8400, (5, 15): 9525,
    (6, 7): 2898, (6, 8): 3504, (6, 9): 4158, (6, 10): 4860, (6, 11): 5610, (6, 12): 6408,
    (6, 13): 7254, (6, 14): 8280, (6, 15): 9630,
    (7, 11): 5775, (7, 12): 6552, (7, 13): 7455, (7, 14): 8400, (7, 15): 9345,
    (8, 12): 6640, (8, 13): 7720, (8, 14): 8800, (8, 15): 9880,
    (9, 11): 5445, (9, 12): 6570, (9, 13): 7785, (9, 14): 9000, (9, 15): 10215,
    (10, 5): 2250, (10, 6): 2700, (10, 7): 3150, (10, 8): 3600, (10, 9): 4050, (10, 10): 4500,
    (10, 11): 4950, (10, 12): 6300, (10, 13): 7650, (10, 14): 9000,
}  # fmt: skip


def test_the_brackets_of_the_table_of_the_design():
    assert {at: spread_bound(ten(*at)).value for at in BRACKETS} == BRACKETS


LAST_OF_OVERLAPS = {2: 17, 3: 16, 4: 14, 5: 11, 6: 13, 7: 12, 8: 11, 9: 11}


@pytest.mark.parametrize(("tables", "last"), LAST_OF_OVERLAPS.items())
def test_which_argument_is_the_better_one(tables, last):
    for rounds in range(2, 20):
        problem = ten(tables, rounds)
        wins = overlaps_bound(problem) > pairs_bound(problem)
        assert wins == (rounds <= last), f"{rounds} rounds"
        assert spread_bound(problem).argument == ("overlaps" if wins else "pairs")


@pytest.mark.parametrize(
    ("problem", "pairs", "overlaps"),
    [
        (Problem(25, 2, 10, 10, 8), 2700, 2940),
        (Problem(36, 3, 12, 10, 10), 4320, 4536),
        (Problem(12, 1, 12, 10, 10), 4428, 4428),
        (Problem(26, 2, 13, 10, 10), 4290, 4446),
        (Problem(32, 3, 16, 10, 15), 9520, 9360),
    ],
    ids=name,
)
def test_the_bounds_with_sitting_out_that_the_theory_names(problem, pairs, overlaps):
    assert pairs_bound(problem) == pairs
    assert overlaps_bound(problem) == overlaps


@pytest.mark.parametrize("squares", [810, 820, 844, 855, 872, 900, 917, 918, 919, 984])
def test_the_trade_off_at_the_tkemali_size(squares):
    problem = ten(3, 9)
    assert spread_bound_for_visits(problem, squares).value == max(3807, 4725 - squares)


@pytest.mark.parametrize("spread", [3807, 3808, 3853, 3881, 3914, 3915, 3917, 4000])
def test_the_trade_off_at_the_tkemali_size_from_the_other_side(spread):
    assert table_squares_bound(ten(3, 9), spread).value == max(810, 4725 - spread)


@pytest.mark.parametrize(
    ("tables", "rounds", "bound"),
    [
        (2, 10, 4600),
        (3, 6, 1980), (3, 9, 3915), (3, 12, 6480),
        (4, 8, 3360), (4, 12, 6480),
        (5, 5, 1925), (5, 10, 4900),
        (6, 12, 6480),
        (10, 10, 5400),
    ],
)  # fmt: skip
def test_the_spread_with_exactly_even_tables(tables, rounds, bound):
    problem = ten(tables, rounds)
    even = problem.num_players * rounds**2 // tables
    assert spread_bound_for_visits(problem, even).value == bound


def test_wishes_to_be_apart_are_pairs_that_never_meet():
    problem = Problem(8, 2, 7, 4, apart=((0, 1), (0, 2)))
    assert never_met_bound(problem) == Bound(0, "trivial")  # they are not counted


def figures(problem: Problem, matrix: Array) -> tuple[int, int, int, int]:
    """Count never met, spread, Σ visits² and the range of visits, each from its definition."""
    same = (matrix[:, :, None] == matrix[:, None, :]).sum(axis=0)
    met = same[np.triu_indices(problem.num_players, 1)]
    visits = np.stack([(matrix == table).sum(axis=0) for table in range(problem.num_tables)])
    return (
        int((met == 0).sum()),
        int((met**2).sum()),
        int((visits**2).sum()),
        int(visits.max() - visits.min()),
    )


def test_the_stored_bounds_are_ours():
    entries = {(e["tables"], e["rounds"]): e["bound"] for e, _, _ in stored_matrices()}
    assert len(entries) == 9 * 13
    assert entries == {at: spread_bound(ten(*at)).value for at in entries}


def test_no_stored_matrix_beats_a_bound():
    count = 0
    for entry, kind, matrix in stored_matrices():
        problem = ten(entry["tables"], entry["rounds"])
        never, spread, squares, width = figures(problem, matrix)
        where = f"{problem.num_players}/{problem.num_tables}/{problem.num_rounds} {kind}"
        assert spread == entry[kind]["ss"], where
        assert spread >= spread_bound(problem).value, where
        assert spread >= spread_bound_for_visits(problem, squares).value, where
        assert never >= never_met_bound(problem).value, where
        assert squares >= table_squares_bound(problem, spread).value, where
        assert squares >= table_squares_bound(problem).value, where
        assert width >= table_range_bound(problem).value, where
        assert width >= table_range_bound(problem, spread).value, where
        count += 1
    assert count >= 117


def test_the_matrix_of_tkemali_is_above_its_bounds():
    from schedules import read_schedule
    from schedules.measures import measure

    schedule = read_schedule(case("matrices/tkemali_seated.json"))
    found = measure(schedule)
    assert found.spread == spread_bound(schedule.problem).value
    assert found.table_squares >= table_squares_bound(schedule.problem, found.spread).value == 918


def test_the_overlaps_of_short_tables_hold_for_every_schedule():
    """Five players at two tables of three, one with two: all splits of three rounds, by hand."""
    problem = Problem(5, 2, 3, 3, 3, fewest_seats=2)
    splits = [set(three) for three in combinations(range(5), 3)]
    least = min(
        sum(
            sum((i in three) == (j in three) for three in rounds) ** 2
            for i, j in combinations(range(5), 2)
        )
        for rounds in product(splits, repeat=3)
    )
    # 3 * 13 within the games, 6 * 7 between two rounds (5 over 4 cells), less 5 * 9: 36 / 2
    assert overlaps_bound(problem) == 18
    assert least >= 18
