"""Repair of a real stage, 30 players at 3 tables in 9 rounds, within the time of a pause."""

from __future__ import annotations

import time

import numpy as np
import pytest
from brute_force import case

from optimizer.errors import InfeasibleError
from optimizer.repair import repair, replay
from schedules.files import dump_schedule, parse_schedule, read_schedule
from schedules.measures import games_played, meetings
from schedules.schedule import EMPTY
from schedules.verify import verify


@pytest.fixture(scope="module")
def stage():
    return read_schedule(case("matrices/tkemali_seated.json"))


def repaired(stage, **asks):
    done = repair(stage, after=4, **asks)
    assert verify(done.schedule) == []
    assert stage.seating[:4].tobytes() == done.schedule.seating[:4].tobytes()
    assert np.array_equal(replay(stage.seating, done.changes), done.schedule.seating)
    assert parse_schedule(dump_schedule(done.schedule)) == done.schedule
    assert done.schedule.certificate is not None
    return done


def test_without_player_17_his_chair_stays_empty_and_nobody_moves(stage):
    began = time.monotonic()
    done = repaired(stage, withdraw=[16])
    assert time.monotonic() - began < 10.0
    assert not done.full
    assert (done.smallest, done.games, done.changed_games) == (9, {9: 29}, 0)
    assert [change.before for change in done.changes] == [16] * 5
    assert {change.after for change in done.changes} == {EMPTY}
    assert done.change_proved
    assert done.outlook is not None
    assert done.outlook.games == {8: 13, 7: 16}
    assert done.outlook.changed_games >= 45  # nine of 29 sit out in each of five rounds


def test_without_player_17_full_tables_share_the_games_evenly(stage):
    done = repaired(stage, withdraw=[16], full_tables=True)
    sizes = (done.schedule.seating[4:] >= 0).sum(axis=2)
    assert np.array_equal(np.sort(sizes, axis=1), [[0, 10, 10]] * 5)
    assert done.games == {8: 13, 7: 16}
    assert done.even_proved
    assert done.changed_games >= done.change_bound >= 45
    if done.change_proved:  # as a rule in half a second
        assert done.changed_games == 50


def test_two_who_sat_together_leave_games_of_nine(stage):
    done = repaired(stage, withdraw=[16, 3])
    together = int((stage.table_of()[4:, 16] == stage.table_of()[4:, 3]).sum())
    assert (done.smallest, done.changed_games) == (9, together)
    assert done.games == {9: 28}


def test_four_who_leave_would_make_games_of_eight_so_tables_are_full(stage):
    done = repaired(stage, withdraw=[16, 3, 5, 8])
    assert done.full
    assert done.smallest == 10
    assert done.outlook is not None
    assert done.outlook.smallest == 8


def test_a_newcomer_changes_nothing_and_a_swap_only_the_two(stage):
    assert repaired(stage, replace=[(16, "")]).changes == ()
    done = repaired(stage, swap=(2, 8))
    assert {change.before for change in done.changes} == {2, 8}
    assert {change.after for change in done.changes} == {2, 8}


def test_a_late_player_has_an_empty_chair_until_he_comes(stage):
    done = repaired(stage, late=[(16, 6)])
    assert [change.round for change in done.changes] == [4, 5]
    assert games_played(done.schedule)[16] == 7


def test_a_closed_table_stands_idle_and_all_sit_out_in_turn(stage):
    done = repaired(stage, close_tables=[1])
    assert (done.schedule.seating[4:, 1] == EMPTY).all()
    assert done.games == {8: 10, 7: 20}
    assert done.even_proved


def test_new_wishes_hold_from_the_next_round_on(stage):
    done = repaired(stage, apart=[(3, 16)], forbidden_tables=[(4, 1)])
    assert done.change_proved
    met = meetings(done.schedule)[3, 16]
    assert met == sum((stage.table_of()[:4, 3] == stage.table_of()[:4, 16]).tolist())
    assert not (done.schedule.table_of()[4:, 4] == 1).any()


def test_four_at_three_tables_cannot_be_kept_apart(stage):
    with pytest.raises(InfeasibleError, match="In round 5 it cannot be that players 4, 17, 21"):
        repair(stage, after=4, apart=[(3, 16, 20, 29)])
