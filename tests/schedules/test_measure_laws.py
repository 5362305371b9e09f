"""What renaming and reordering must not change."""

import math
from collections import Counter
from dataclasses import asdict, replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from schedules import EMPTY, Problem, Schedule
from schedules.measures import measure
from schedules.verify import verify

TABLES = {"table_fewest", "table_most", "table_squares"}
WAITS = {"longest_wait", "longest_play"}


@st.composite
def cases(draw):
    """A schedule, valid or not, and a source of permutations."""
    rounds, tables, seats = draw(st.tuples(st.integers(1, 5), st.integers(1, 4), st.integers(2, 6)))
    waiting = draw(st.integers(0, 3))
    players = tables * seats + waiting
    games = rounds
    if waiting:  # equal games for all whenever the numbers allow it
        games = max(
            (
                g
                for g in range(1, rounds + 1)
                if players * g % seats == 0 and players * g <= rounds * tables * seats
            ),
            default=0,
        )
        if not games:
            players, games = tables * seats, rounds
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    seating = np.stack(
        [rng.permutation(players)[: tables * seats].reshape(tables, seats) for _ in range(rounds)]
    )
    holes = draw(st.lists(st.integers(0, math.prod(seating.shape) - 1), max_size=2))
    seating.reshape(-1)[holes] = EMPTY
    groups = ((0, 1),) if draw(st.booleans()) else ()
    problem = Problem(players, tables, rounds, seats, games, apart=groups)
    return Schedule(problem, seating), rng


def changed(before, after):
    one, two = asdict(measure(before)), asdict(measure(after))
    return {key for key in one if one[key] != two[key]}


def faults(schedule):
    return Counter(fault.code for fault in verify(schedule))


@settings(deadline=None)
@given(cases())
def test_renaming_players_changes_nothing(case):
    schedule, rng = case
    new = rng.permutation(schedule.problem.num_players)
    seating = np.where(schedule.seating >= 0, new[schedule.seating], EMPTY)
    apart = tuple(tuple(int(new[p]) for p in group) for group in schedule.problem.apart)
    renamed = Schedule(replace(schedule.problem, apart=apart), seating)
    assert changed(schedule, renamed) == set()
    assert faults(schedule) == faults(renamed)


@settings(deadline=None)
@given(cases())
def test_renumbering_tables_changes_nothing(case):
    schedule, rng = case
    order = rng.permutation(schedule.problem.num_tables)
    renumbered = replace(schedule, seating=schedule.seating[:, order])
    assert changed(schedule, renumbered) == set()
    assert faults(schedule) == faults(renumbered)


@settings(deadline=None)
@given(cases())
def test_renumbering_tables_of_each_round_changes_only_the_visits_to_tables(case):
    schedule, rng = case
    seating = np.stack([rng.permutation(round_, axis=0) for round_ in schedule.seating])
    assert changed(schedule, replace(schedule, seating=seating)) <= TABLES
    assert faults(schedule) == faults(replace(schedule, seating=seating))


@settings(deadline=None)
@given(cases())
def test_reordering_rounds_changes_only_the_waits(case):
    schedule, rng = case
    order = rng.permutation(schedule.num_rounds)
    reordered = replace(schedule, seating=schedule.seating[order])
    assert changed(schedule, reordered) <= WAITS
    assert faults(schedule) == faults(reordered)


@settings(deadline=None)
@given(cases())
def test_turning_a_table_changes_only_the_seats(case):
    # the table is round: neighbours stay neighbours, wherever seat 1 is
    schedule, rng = case
    seating = np.roll(schedule.seating, int(rng.integers(schedule.problem.num_seats)), axis=2)
    seats = {"half_uneven", "seat_pair_uneven", "first_most", "last_most"}
    assert changed(schedule, replace(schedule, seating=seating)) <= seats
    assert faults(schedule) == faults(replace(schedule, seating=seating))
