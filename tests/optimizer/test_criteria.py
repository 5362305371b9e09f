"""The order of the criteria, and the score of a matrix against the measures of a schedule."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from brute_force import seats_in_order
from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer.annealing import random_tables
from optimizer.criteria import PREFERENCES, key, pairs_key, seats_key, tables_key
from optimizer.score import score, with_always_out
from schedules.measures import measure
from schedules.problem import Problem
from schedules.schedule import Schedule

PROBLEMS = [
    Problem(8, 2, 3, 4),
    Problem(30, 3, 9),
    Problem(12, 3, 2, 4),
    Problem(5, 1, 5, 4, 4),
    Problem(9, 2, 5, 3, 3),
]


def seated(problem: Problem, seed: int = 1) -> Schedule:
    tables = random_tables(problem, seed)
    return Schedule(problem, seats_in_order(problem, tables))


BASE = measure(seated(Problem(30, 3, 9)))

# criterion by criterion, as the design lists them: a field, and whether more of it is worse
ORDER = {
    "order": ["never_met", "band_excess", "team_most", "spread", "table_most", "table_squares"],
    "spread": ["spread", "never_met", "band_excess", "team_most", "table_most", "table_squares"],
    "tables": ["never_met", "band_excess", "team_most", "table_most", "table_squares", "spread"],
}
AFTER = [
    "seat_uneven", "half_uneven", "seat_pair_uneven", "first_most", "last_most",
    "neighbour_repeats", "longest_wait", "longest_play", "together_out_most",
]  # fmt: skip


@pytest.mark.parametrize("prefer", PREFERENCES)
def test_an_earlier_criterion_outweighs_all_later_ones(prefer):
    fields = [*ORDER[prefer], *AFTER]
    best = key(BASE, 9, 3, prefer)
    for place, field in enumerate(fields):
        worse = replace(BASE, **{field: getattr(BASE, field) + 1})
        much_better = {later: 0 for later in fields[place + 1 :]}
        if "table_most" in much_better:
            much_better["table_most"] = BASE.table_fewest
        mended = replace(worse, **much_better)
        assert key(mended, 9, 3, prefer) > best, field
        assert key(worse, 9, 3, prefer) > best, field


@pytest.mark.parametrize("prefer", PREFERENCES)
def test_a_table_that_somebody_misses_counts_before_the_range(prefer):
    missed = replace(BASE, table_fewest=0, table_most=3, table_squares=0)
    visited = replace(BASE, table_fewest=1, table_most=9)
    assert key(visited, 9, 3, prefer) < key(missed, 9, 3, prefer)
    # who plays fewer games than there are tables cannot visit all of them
    assert key(visited, 2, 3, prefer) > key(missed, 2, 3, prefer)


def test_three_times_side_by_side_is_worse_than_any_number_of_repeats():
    twice = replace(BASE, neighbour_most=2, neighbour_repeats=50)
    thrice = replace(BASE, neighbour_most=3, neighbour_repeats=2)
    assert seats_key(twice) < seats_key(thrice)


def test_the_parts_of_the_key_are_in_it():
    assert key(BASE, 9, 3)[:4] == pairs_key(BASE, "order")
    assert key(BASE, 9, 3)[4:7] == tables_key(BASE, 9, 3)
    assert key(BASE, 9, 3)[7:14] == seats_key(BASE)


@given(st.sampled_from(PROBLEMS), st.integers(0, 10**6))
@settings(deadline=None, max_examples=60)
def test_the_score_of_a_matrix_is_what_its_schedule_measures(problem, seed):
    schedule = seated(problem, seed)
    found, measured = score(problem, schedule.table_of()), measure(schedule)
    assert found.never_met == measured.never_met
    assert found.band_excess == measured.band_excess
    assert found.spread == measured.spread
    assert found.table_range == measured.table_most - measured.table_fewest
    assert found.table_squares == measured.table_squares
    for prefer in PREFERENCES:
        whole = key(measured, problem.games_per_player, problem.num_tables, prefer)
        waits = measured.together_out_most
        order = with_always_out(whole, found.always_out, prefer)
        upto = 7 if prefer == "spread" else 8
        assert found.key(prefer) == (0, *order[:upto], waits), "a broken wish comes first"
        met = with_always_out(pairs_key(measured, prefer), found.always_out, prefer)
        assert found.pairs(prefer)[1:] == met


def test_a_broken_wish_comes_before_everything():
    problem = Problem(8, 2, 3, 4)
    wished = replace(problem, apart=((0, 1),), at_most=(((2, 3), 1), ((2, 3, 4), 2)))
    together = np.tile(np.repeat([0, 1], 4), (3, 1)).astype(np.int32)
    assert score(problem, together).broken == 0
    # 1 and 2 meet three times too often, 3 and 4 twice; 5 is at the other table
    assert score(wished, together).broken == 5
    for prefer in PREFERENCES:
        assert score(wished, together).key(prefer)[0] == 5
        assert score(wished, together).pairs(prefer)[0] == 5


def test_two_who_always_sit_out_together():
    problem = Problem(6, 1, 6, 4, 4)
    tables = np.zeros((6, 6), dtype=np.int32)
    for r, pair in enumerate(((0, 1), (0, 1), (2, 3), (2, 4), (3, 5), (4, 5))):
        tables[r, list(pair)] = -1
    assert score(problem, tables).always_out == 1
    assert score(problem, tables).pairs("order")[:3] == (0, 0, 1), "behind those who never meet"
    assert 1 not in score(problem, tables).pairs("spread")
