"""Wishes that give way: what they come to, what they may not cost, and their bounds."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer.annealing import random_tables
from optimizer.cpsat.waits import can_be_asked, least_play, least_wait
from optimizer.places import movable_players, place_players
from optimizer.round_order import movable_rounds, order_key, order_rounds
from optimizer.score import score
from optimizer.seats import assign_seats
from optimizer.soft_bounds import apart_bound, in_a_row_bound, teams_bound
from schedules import Problem, Schedule
from schedules.measures import longest_run, measure
from schedules.soft import measure_soft, meetings_in_a_row
from schedules.wishes import SoftWishes


def seated(problem: Problem, tables) -> Schedule:
    return Schedule(problem, assign_seats(tables, problem.num_tables, problem.num_seats))


FIELDS = st.sampled_from(
    [Problem(12, 3, 5, 4), Problem(8, 2, 4, 4), Problem(9, 2, 6, 4, 4), Problem(7, 1, 7, 4, 4)]
)


@given(FIELDS, st.integers(0, 10**6), st.data())
@settings(deadline=None, max_examples=40)
def test_places_and_order_cost_the_criteria_before_them_nothing(problem, seed, data):
    group = st.lists(
        st.integers(0, problem.num_players - 1), min_size=2, max_size=4, unique=True
    ).map(tuple)
    soft = SoftWishes((data.draw(group),), (data.draw(group),), data.draw(st.booleans()))
    problem = replace(problem, soft=soft)
    before = random_tables(problem, seed)
    after = order_rounds(problem, place_players(problem, before, seed=1, moves=2000), seed=1)
    assert score(problem, after) == score(problem, before)
    old, new = measure_soft(seated(problem, before)), measure_soft(seated(problem, after))
    # each wish counts by what the search pays: eight for a meeting, one for its square
    cost = 8 * old.apart_meetings + old.apart_squares - 8 * old.together_meetings
    assert 8 * new.apart_meetings + new.apart_squares - 8 * new.together_meetings <= cost
    if soft.not_in_a_row:
        unordered = place_players(problem, before, seed=1, moves=2000)
        assert new.in_a_row <= meetings_in_a_row(unordered)


def test_players_whom_a_wish_names_keep_their_places():
    problem = Problem(
        12, 3, 5, 4, apart=((0, 1),), fixed_tables=((2, 0),), at_least=(((3, 4), 1),),
        soft=SoftWishes(prefer_apart=((0, 5, 6),)),
    )  # fmt: skip
    assert movable_players(problem).tolist() == [5, 6, 7, 8, 9, 10, 11]
    tables = random_tables(problem, 3)
    placed = place_players(problem, tables, seed=1)
    assert (placed[:, :5] == tables[:, :5]).all()


def test_rounds_with_fewer_tables_or_absences_stay_where_they_are():
    assert movable_rounds(Problem(31, 3, 11, 10, 10)).tolist() == list(range(10))
    assert movable_rounds(Problem(9, 2, 6, 4, 4, absent=((0, 1),))).size == 0


@given(st.integers(0, 10**6))
@settings(deadline=None, max_examples=10)
def test_a_short_stage_gets_the_best_order_there_is(seed):
    problem = Problem(7, 1, 7, 4, 4)
    tables = random_tables(problem, seed)
    identity = np.arange(7)
    best = min(order_key(tables, np.array(order), None) for order in permutations(range(7)))
    found = order_key(order_rounds(problem, tables, seed=seed), identity, None)
    assert found[1] == best[1], "the longest wait"
    assert found[2] <= best[2] + 1, "the longest run of games, or one more"


WAITING = [(5, 1, 5, 4, 4), (6, 1, 6, 4, 4), (7, 1, 7, 4, 4), (5, 1, 5, 2, 2), (9, 2, 4, 4, 3)]


@pytest.mark.parametrize("numbers", [n for n in WAITING if n[0] * n[4] % n[3] == 0])
def test_least_wait_and_play_are_at_most_those_of_any_schedule(numbers):
    problem = Problem(*numbers)
    assert can_be_asked(problem)
    found = []
    for seed in range(300):
        out = random_tables(problem, seed) < 0
        found.append((longest_run(out), longest_run(~out)))
    wait, play = min(found)
    assert least_wait(problem, problem.num_rounds) <= min(w for w, _ in found)
    assert least_play(problem, problem.num_rounds, wait) <= play


def test_least_wait_and_play_of_one_who_pauses_in_turn():
    # five players, one table of four: somebody pauses in the first round and then plays four
    problem = Problem(5, 1, 5, 4, 4)
    assert least_wait(problem, 5) == 1
    assert least_play(problem, 5, 1) == 4


def tables_of(problem: Problem):
    """Yield matrices of a tiny stage: many random ones."""
    for seed in range(400):
        yield random_tables(problem, seed)


def test_the_bounds_of_soft_wishes_hold_and_are_met_where_counting_says_so():
    soft = SoftWishes(prefer_apart=((0, 1, 2),), not_in_a_row=True)
    problem = Problem(8, 2, 3, 4, soft=soft, teams=((3, 4), (5, 6)))
    least, row = apart_bound(problem), in_a_row_bound(problem)
    assert least.value == 3  # three players at two tables: one pair a round
    assert row.value == 8  # two rounds share 2 x 2 cells of two players: four pairs, twice
    found = [measure_soft(seated(problem, tables)) for tables in tables_of(problem)]
    assert min(one.apart_meetings for one in found) == least.value
    assert min(one.in_a_row for one in found) == row.value
    assert teams_bound(problem).value == 0


def test_teams_that_cannot_all_meet_equally_often():
    # three rounds have 36 meetings, over 6 pairs of teams
    even = Problem(8, 2, 3, 4, teams=((0, 1), (2, 3), (4, 5), (6, 7)))
    assert teams_bound(even).value == 0
    odd = Problem(8, 2, 2, 4, teams=((0, 1), (2, 3), (4, 5), (6, 7)))
    assert teams_bound(odd).value == 0  # 24 meetings over 6 pairs of teams
    uneven = Problem(9, 3, 2, 3, teams=((0, 1, 2), (3, 4, 5), (6, 7, 8)))
    assert teams_bound(uneven).value == 0  # 18 over 3
    five = Problem(10, 2, 1, 5, teams=((0, 1), (2, 3), (4, 5), (6, 7), (8, 9)))
    assert teams_bound(five).value == 0  # 20 over 10
    assert teams_bound(replace(five, teams=five.teams[:4])).value == 0  # two are in no team
    four = Problem(8, 4, 3, 2, teams=((0, 1), (2, 3), (4, 5), (6, 7)))
    assert teams_bound(four).value == 0  # 12 over 6
    assert teams_bound(replace(four, num_rounds=2, games_per_player=2)).value == 1  # 8 over 6
    tables = random_tables(four, 1)
    assert measure(seated(four, tables)).team_most >= 0
