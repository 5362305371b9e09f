"""A1 to A10: a round by hand that breaks each, and the case just inside."""

from dataclasses import replace

import pytest
from swiss_cases import an_event, codes, findings

from tournament.event_form import Lock, Player, When

DESCENDING = {1: 4, 2: 3, 3: 2, 4: 1}


def keys(event):
    return {finding.key for finding in findings(event)}


def test_a1_somebody_is_missing_or_sits_twice_or_should_not_be_there():
    whole = an_event([[1, 2], [3, 4]], points=DESCENDING, mode="blocks:1")
    assert "A1" not in codes(whole)
    assert "missing" in keys(an_event([[1, 2], [3]], points=DESCENDING, mode="blocks:1"))
    assert "twice" in keys(an_event([[1, 2], [3, 1]], points=DESCENDING, mode="blocks:1"))
    away = an_event([[1, 2], [3, 4]], points=DESCENDING, mode="blocks:1", absent=(4,))
    assert "not_active" in keys(away)
    both = an_event([[1, 2], [3, 4]], points=DESCENDING, mode="blocks:1", sit_out=(4,))
    assert "sits_and_waits" in keys(both)


def test_a1_tables_are_as_large_as_declared():
    three = {1: 5, 2: 4, 3: 3, 4: 2, 5: 1}
    even = an_event([[1, 2, 3], [4, 5]], points=three, mode="blocks:1", uneven=True)
    assert "A1" not in codes(even)
    # five players and three seats: the larger table comes first
    other = an_event([[1, 2], [3, 4, 5]], points=three, mode="blocks:1", uneven=True)
    assert "sizes" in keys(other)
    declared = an_event([[1, 2], [3, 4, 5]], points=three, mode="blocks:1", sizes=(2, 3))
    assert "sizes" not in keys(declared)


def test_a2_locks():
    def locked(*locks, tables=((1, 2), (3, 4)), **more):
        return an_event(tables, points=DESCENDING, mode="random", locks=locks, **more)

    assert "lock_table" in keys(locked(Lock(1, table=2)))
    assert "A2" not in codes(locked(Lock(1, table=1)))
    assert "lock_seat" in keys(locked(Lock(1, seat=2)))
    assert "A2" not in codes(locked(Lock(1, seat=1)))
    assert "lock_waits" in keys(locked(Lock(1, sits=False)))
    # with 1 locked to play, 2 has to wait, though 1 has fewest points
    poor = {1: 1, 2: 2, 3: 3}
    waits = an_event([[1, 3]], points=poor, locks=(Lock(1, sits=True),), sit_out=(2,))
    assert not codes(waits) & {"A2", "A6", "A10"}
    skipped = an_event([[2, 3]], points=poor, locks=(Lock(1, sits=True),), sit_out=(1,))
    assert "lock_plays" in keys(skipped)


def test_a2_more_players_bound_to_a_table_than_it_has_seats():
    bound = tuple(Lock(p, table=1) for p in (1, 2, 3))
    assert "overfull" in keys(an_event([[1, 2], [3, 4]], points=DESCENDING, locks=bound))
    assert "overfull" not in keys(an_event([[1, 2], [3, 4]], points=DESCENDING, locks=bound[:2]))


def test_a2_a_lock_wins_over_the_mode_and_over_a_fixed_table():
    # 4 is locked to table 1: then 1 is at home there too, 2 and 3 at table 2, and nobody floats
    event = an_event(
        [[1, 4], [2, 3]],
        points=DESCENDING,
        mode="strict",
        locks=(Lock(4, table=1),),
        fixed_tables=((4, 2),),
    )
    assert not codes(event) & {"A2", "A3", "A5"}


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        ({"apart": ((1, 2),)}, "apart"),
        ({"fixed_tables": ((1, 2),)}, "fixed"),
        ({"forbidden_tables": ((1, 1),)}, "forbidden_table"),
        ({"forbidden_seats": ((1, 1),)}, "forbidden_seat"),
        ({"judge_conflicts": (("Ivan", 1),), "judges": ("Ivan", "Vera")}, "judge"),
    ],
)
def test_a3_wishes(settings, key):
    broken = an_event([[1, 2], [3, 4]], points=DESCENDING, **settings)
    assert key in keys(broken)
    # 2 and 3 in each other's place and 1 at the other table, on the other seat: all are kept
    kept = an_event([[4, 2], [3, 1]], points=DESCENDING, **settings)
    assert "A3" not in codes(kept)


def test_a4_players_of_a_club():
    clubs = tuple(Player(n, f"P{n}", club="Alfa" if n < 3 else "") for n in range(1, 5))
    tables, apart = [[1, 2], [3, 4]], [[1, 3], [2, 4]]
    assert "A4" in codes(an_event(tables, points=DESCENDING, players=clubs, most_of_club=1))
    assert "A4" not in codes(an_event(tables, points=DESCENDING, players=clubs, most_of_club=2))
    assert "A4" not in codes(an_event(apart, points=DESCENDING, players=clubs, most_of_club=1))
    # nobody's club is no club: 3 and 4 may sit together; and teams are not clubs
    by_team = an_event(tables, points=DESCENDING, players=clubs, most_of_club=1, by_team=True)
    assert "A4" not in codes(by_team)


@pytest.mark.parametrize(
    ("mode", "tables", "right"),
    [
        ("strict", [[1, 3], [2, 4]], False),
        ("strict", [[2, 1], [3, 4]], True),
        ("blocks:1", [[1, 3], [2, 4]], False),
        ("blocks:2", [[1, 3], [2, 4]], True),
        ("window:1", [[1, 3], [2, 4]], True),
        ("window:1", [[2, 3], [1, 4]], False),  # the home tables of ranks 1 and 2 are table 1
        ("window:2", [[2, 3], [1, 4]], True),
        ("random", [[3, 4], [1, 2]], True),
    ],
)
def test_a5_tables_that_the_mode_allows(mode, tables, right):
    assert ("A5" not in codes(an_event(tables, points=DESCENDING, mode=mode))) == right


def test_a5_equal_points_at_a_boundary_may_be_exchanged_and_no_others():
    # 2 and 3 have equal points and are at home at tables 1 and 2
    points = {1: 4, 2: 3, 3: 3, 4: 1}
    assert "A5" not in codes(an_event([[1, 3], [2, 4]], points=points, mode="strict"))
    assert "A5" in codes(an_event([[1, 4], [2, 3]], points=points, mode="strict"))


def test_a6_nobody_waits_again_before_everybody_has():
    points = {1: 3, 2: 2, 3: 1}
    past = [[[1, 2]]]  # 3 sat out
    assert "A6" in codes(an_event([[1, 2]], past=past, points=points, sit_out=(3,)))
    # of the two who have not waited 2 has fewer points
    assert not codes(an_event([[1, 3]], past=past, points=points, sit_out=(2,))) & {"A6", "A10"}
    assert "A10" in codes(an_event([[2, 3]], past=past, points=points, sit_out=(1,)))


def test_a10_of_equal_points_the_last_to_draw_his_number_waits():
    points = {1: 3, 2: 1, 3: 1}
    assert "A10" in codes(an_event([[1, 3]], points=points, sit_out=(2,)))
    assert not codes(an_event([[1, 2]], points=points, sit_out=(3,))) & {"A6", "A10"}


def test_a6_absence_is_no_waiting():
    # 3 was away in round 1, so he has not waited yet and waits now
    points = {1: 3, 2: 2, 3: 1}
    event = an_event([[1, 2]], past=[[[1, 2]]], points=points, sit_out=(3,))
    assert "A6" in codes(event)
    away = (replace(event.rounds[0], absent=(3,)), event.rounds[1])
    assert "A6" not in codes(replace(event, rounds=away))


def test_a7_a8_caps_on_meetings():
    past = [[[1, 2], [3, 4]], [[1, 3], [2, 4]]]
    again, fresh = [[1, 2], [3, 4]], [[1, 4], [2, 3]]

    def event(tables, **caps):
        return an_event(tables, past=past, points=DESCENDING, **caps)

    assert "A7" in codes(event(again, most_meetings=1))
    assert "A7" not in codes(event(again, most_meetings=2))
    assert "A7" not in codes(event(fresh, most_meetings=1))
    # 1 and 2 did not meet in round 2, so round 3 is no second in a row; 1 and 3 did
    assert "A8" not in codes(event(again, most_in_a_row=1))
    assert "A8" in codes(event([[1, 3], [2, 4]], most_in_a_row=1))
    assert "A8" not in codes(event([[1, 3], [2, 4]], most_in_a_row=2))


def test_who_came_late_or_has_left_is_not_seated_before_or_after():
    late = an_event([[1, 2], [3, 4]], past=[[[1, 2]]], points=DESCENDING, mode="blocks:1")
    players = (*late.players[:3], replace(late.players[3], entered=When("swiss", 1)))
    assert "A1" not in codes(replace(late, players=players))
    players = (*late.players[:3], replace(late.players[3], entered=When("swiss", 2)))
    assert "not_active" in keys(replace(late, players=players))
    players = (*late.players[:3], replace(late.players[3], left=When("swiss", 2)))
    assert "A1" not in codes(replace(late, players=players))
    players = (*late.players[:3], replace(late.players[3], left=When("swiss", 1)))
    assert "not_active" in keys(replace(late, players=players))


def test_a_matrix_is_only_asked_who_sits_in_it():
    event = an_event([[3, 1], [4, 2]], points=DESCENDING, mode="matrix", apart=((1, 3),))
    assert codes(event) == set()
    assert "A1" in codes(an_event([[3, 3], [4, 2]], points=DESCENDING, mode="matrix"))


def test_a9_where_nothing_could_be_right_it_says_so():
    three = {"apart": ((1, 2, 3),)}
    assert {"A3", "A9"} <= codes(an_event([[1, 2], [3, 4]], points=DESCENDING, **three))
    two = {"apart": ((1, 2),)}
    assert "A9" not in codes(an_event([[1, 2], [3, 4]], points=DESCENDING, **two))
    assert "A9" in codes(an_event([[1, 2], [3, 4]], points=DESCENDING, mode="strict", **two))


def test_who_sits_outside_of_his_block_does_not_make_the_blocks_impossible():
    found = codes(an_event([[3, 2], [1, 4]], points=DESCENDING, mode="blocks:1"))
    assert "A5" in found
    assert "A9" not in found
