"""Repair on small schedules: played rounds untouched, every kind of ask, refusals in words."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from repair_cases import check, random_schedule, slowly

from optimizer.errors import InfeasibleError
from optimizer.repair import Asks, changes_between, repair, repair_asked, replay
from optimizer.repair.history import earlier
from optimizer.repair.plan import make_plan
from optimizer.repair.wishes import played_meetings
from schedules.errors import ProblemError
from schedules.faults import InvalidScheduleError
from schedules.judges import Rota
from schedules.measures import games_played, meetings
from schedules.problem import Problem
from schedules.schedule import EMPTY, Schedule

SHAPES = [(6, 2, 3, 3), (8, 2, 4, 4), (9, 3, 3, 4), (6, 1, 3, 4), (10, 2, 4, 5), (12, 3, 4, 4)]


@st.composite
def cases(draw: st.DrawFn) -> tuple[Schedule, Asks]:
    players, tables, seats, rounds = draw(st.sampled_from(SHAPES))
    schedule = random_schedule(draw(st.integers(0, 10**6)), players, tables, seats, rounds)
    after = draw(st.integers(0, rounds - 1))
    everyone = draw(st.permutations(range(players)))
    what = draw(st.sampled_from(["withdraw", "two", "late", "swap", "close", "apart", "forbid"]))
    asks = {
        "withdraw": {"withdraw": tuple(everyone[:1])},
        "two": {"withdraw": tuple(everyone[:2])},
        "late": {"late": ((everyone[0], rounds - 1),)},
        "swap": {"swap": tuple(everyone[:2])},
        "close": {"close_tables": (draw(st.integers(0, tables - 1)),)},
        "apart": {"apart": (tuple(everyone[: draw(st.integers(2, 3))]),)},
        "forbid": {"forbidden_tables": ((everyone[0], draw(st.integers(0, tables - 1))),)},
    }[what]
    if what == "late":
        after = min(after, rounds - 2)
    return schedule, Asks(after, **asks, full_tables=draw(st.sampled_from([None, True, False])))


@slowly
@given(cases())
def test_every_repair_keeps_what_is_played_and_asked_for(case):
    schedule, asks = case
    try:
        done = repair_asked(schedule, asks, workers=1, time_limit=5.0)
    except InfeasibleError:
        return  # the tests below list everything to see that such an answer is true
    check(done)
    told = {(move.player, move.round) for move in done.moves}
    gone = {(p, r) for p in asks.withdraw for r in range(asks.after, schedule.num_rounds)}
    gone |= {(p, r) for p, first in asks.late for r in range(asks.after, first)}
    sat = {
        (who, change.round)
        for change in done.changes
        for who in (change.before, change.after)
        if who != EMPTY
    }
    assert told == sat - gone


def test_where_players_sit_out_they_fill_the_gap():
    schedule = random_schedule(2, 10, 2, 4, 5)
    done = repair(schedule, after=2, withdraw=[3], workers=1)
    check(done)
    assert done.full
    assert done.smallest == 4
    assert done.outlook is not None
    assert (done.outlook.smallest, done.outlook.changed_games) == (3, 0)
    short = repair(schedule, after=2, withdraw=[3], full_tables=False, workers=1)
    check(short)
    assert short.changed_games == 0
    assert short.games == {4: 9}


def test_a_swap_exchanges_the_places_exactly():
    schedule = random_schedule(7, 9, 3, 3, 4)
    done = repair(schedule, after=1, swap=(2, 8))
    check(done)
    names = np.arange(10)
    names[[2, 8]] = 8, 2
    assert np.array_equal(done.schedule.seating[1:], names[schedule.seating[1:]])
    assert done.change_proved
    twice = repair(done.schedule, after=1, swap=(2, 8)).schedule
    assert np.array_equal(twice.seating, schedule.seating)


def test_a_swap_that_breaks_a_wish_is_refused_in_words():
    schedule = random_schedule(7, 9, 3, 3, 4)
    apart = tuple((int(i), int(j)) for i, j in np.argwhere(np.triu(meetings(schedule) == 0, 1)))
    problem = Problem(9, 3, 4, 3, apart=apart)
    wished = Schedule(problem, schedule.seating)
    refused = 0
    for pair in combinations(range(9), 2):
        try:
            check(repair(wished, after=0 + 1, swap=pair))
        except InfeasibleError as error:
            refused += 1
            assert "cannot exchange their places" in str(error)  # noqa: PT017
            assert "kept apart and meet: round" in str(error)  # noqa: PT017
    assert refused


def test_a_newcomer_takes_the_slot_and_nothing_moves():
    schedule = random_schedule(1, 6, 2, 3, 3).with_players([f"P{n}" for n in range(6)])
    done = repair(schedule, after=1, replace=[(4, "Newcomer")])
    assert done.changes == ()
    assert done.renamed == ((4, "P4", "Newcomer"),)
    assert np.array_equal(done.schedule.seating, schedule.seating)
    assert done.schedule.made is not None
    assert done.schedule.made["repairs"][0]["replace"] == [[5, "Newcomer"]]


def test_a_substitute_who_comes_later_takes_an_empty_chair():
    schedule = random_schedule(1, 8, 2, 4, 4)
    left = repair(schedule, after=1, withdraw=[4], workers=1).schedule
    assert not left.problem.full
    back = repair(left, after=2, replace=[(4, "")], workers=1)
    check(back)
    assert back.smallest == 4
    assert games_played(back.schedule).tolist() == [4, 4, 4, 4, 3, 4, 4, 4]
    full = repair(schedule, after=1, withdraw=[4], full_tables=True, workers=1).schedule
    with pytest.raises(InfeasibleError, match="no game of the rounds left has an empty chair"):
        repair(full, after=2, replace=[(4, "")])


def test_a_pair_that_has_met_meets_no_more_and_the_verifier_holds_it():
    schedule = random_schedule(4, 6, 2, 3, 4)
    met = played_meetings(schedule, 2)
    i, j = map(int, np.argwhere(np.triu(met > 0, 1))[0])
    done = repair(schedule, after=2, apart=[(i, j)], workers=1)
    check(done)
    assert done.met_before == (((i, j), 0, int(met[i, j])),)
    assert ((i, j), met[i, j]) in done.schedule.problem.at_most
    assert meetings(done.schedule)[i, j] == met[i, j]


def test_a_table_forbidden_from_now_on_is_kept_by_later_repairs():
    schedule = random_schedule(4, 6, 2, 3, 4)
    first = repair(schedule, after=1, forbidden_tables=[(0, 1)], workers=1)
    check(first)
    later = repair(first.schedule, after=2, apart=[(0, 1), (2, 3)], workers=1)
    check(later)
    assert (later.schedule.table_of()[1:, 0] == 0).all()


@pytest.mark.parametrize("seed", range(5))
def test_judges_keep_their_tables_and_meet_nobody_they_must_not(seed):
    schedule = random_schedule(seed, 9, 3, 3, 4)
    where = schedule.table_of()
    never = tuple((t, p) for t in range(3) for p in range(9) if t not in where[:, p])
    assert never
    rota = Rota(("A", "B", "C"), np.tile([0, 1, 2], (4, 1)), forbidden=never)
    judged = Schedule(schedule.problem, schedule.seating, judges=rota)
    done = repair(judged, after=2, close_tables=[0])
    check(done)
    assert (done.schedule.judges.tables == [[0, 1, 2]] * 2 + [[-1, 1, 2]] * 2).all()


def test_asks_that_cannot_be_say_which_wish_and_which_round():
    schedule = random_schedule(3, 9, 3, 3, 4)
    with pytest.raises(InfeasibleError) as caught:
        repair(schedule, after=2, apart=[(0, 1, 2, 3)], forbidden_tables=[(7, 1)])
    assert (
        "In round 3 it cannot be that players 1, 2, 3 and 4 are to be kept apart (asked now)"
        in (str(caught.value))
    )
    assert "player 8" not in str(caught.value)
    assert caught.value.players == (0, 1, 2, 3)
    with pytest.raises(InfeasibleError, match="Round 3 has no table left"):
        repair(schedule, after=2, close_tables=[0, 1, 2])
    with pytest.raises(InfeasibleError, match="2 players, too few for a full table of 3"):
        repair(schedule, after=2, withdraw=range(7), full_tables=True)


@pytest.mark.parametrize(
    ("asks", "words"),
    [
        ({"after": 4, "withdraw": [0]}, "a number from 0 to 3 fits"),
        ({"after": 1}, "Nothing is asked for"),
        ({"after": 1, "withdraw": [9]}, "names player 10"),
        ({"after": 1, "withdraw": [1, 1]}, "Player 2 is named twice"),
        ({"after": 1, "withdraw": [1], "replace": [(1, "X")]}, "withdraw and be replaced"),
        ({"after": 1, "withdraw": [1], "swap": (1, 2)}, "leave him out of the swap"),
        ({"after": 1, "swap": (1, 1)}, "two different players"),
        ({"after": 1, "late": [(1, 1)]}, "a round from 3 to 4 fits"),
        ({"after": 1, "close_tables": [3]}, "names table 4"),
        ({"after": 1, "apart": [(1,)]}, "at least two different players"),
    ],
)
def test_asks_that_make_no_sense_say_what_would(asks, words):
    with pytest.raises(ProblemError, match=words):
        repair(random_schedule(3, 9, 3, 3, 4), **asks)


def test_an_invalid_schedule_is_not_repaired():
    schedule = random_schedule(3, 9, 3, 3, 4)
    seating = np.array(schedule.seating)
    seating[0, 0, 0] = seating[0, 1, 0]
    with pytest.raises(InvalidScheduleError):
        repair(Schedule(schedule.problem, seating), after=1, withdraw=[0])


def test_replaying_changes_on_another_seating_is_refused():
    one, other = random_schedule(3, 9, 3, 3, 4), random_schedule(4, 9, 3, 3, 4)
    changes = changes_between(one.seating, other.seating)
    with pytest.raises(ValueError, match="does not fit"):
        replay(other.seating, changes)


def test_gaps_that_have_to_be_filled_bound_the_change_without_any_search():
    schedule = random_schedule(7, 10, 2, 4, 5)
    asks = Asks(1, withdraw=(3,))
    plan = make_plan(schedule, asks, full=True)
    gaps = int((schedule.seating[1:] == 3).sum())
    assert plan.least_changes == gaps > 0
    done = repair_asked(schedule, asks, time_limit=2.0)
    assert done.full
    assert gaps <= done.change_bound <= done.changed_games


def test_who_comes_back_sits_where_he_sat_though_others_left_too():
    schedule = random_schedule(3, 8, 2, 4, 4)
    one = repair(schedule, after=1, withdraw=[2], full_tables=False, outlook=False).schedule
    both = repair(one, after=1, withdraw=[5], full_tables=False, outlook=False).schedule
    before = both.table_of()
    back = repair(both, after=2, late=[(2, 3)], full_tables=False, outlook=False)
    check(back)
    now = back.schedule
    assert (2, 3) not in now.problem.absent
    assert (2, 2) in now.problem.absent
    chair = (now.seating[3] == 2).nonzero()
    own = (schedule.seating[3] == 2).nonzero()
    if both.seating[3][own] == EMPTY:
        assert [axis.tolist() for axis in chair] == [axis.tolist() for axis in own]
    assert (np.delete(now.table_of(), 2, axis=1) == np.delete(before, 2, axis=1)).all()
    assert now.problem.due_games()[2] == both.problem.due_games()[2] + 1
    assert [asks for _, asks in earlier(now)][-1][-1]["withdraw"] == [3]
    assert (list(earlier(now))[-1][0].seating == schedule.seating).all()
