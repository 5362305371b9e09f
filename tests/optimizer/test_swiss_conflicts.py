"""What cannot be: a smallest set of wishes is named, and each of them is needed."""

from itertools import combinations

import numpy as np
import pytest
from swiss_fields import plain

from optimizer.errors import InfeasibleError
from optimizer.swiss import Lock, Mode, next_round
from optimizer.swiss.conflict import find_conflict

EIGHT = [8, 7, 6, 5, 4, 3, 2, 1]


def refused(problem, mode="blocks:2"):
    with pytest.raises(InfeasibleError) as caught:
        next_round(problem, mode=mode, seed=1)
    return caught.value


def test_two_locks_against_two_who_are_kept_apart():
    locks = (Lock(0, table=0), Lock(3, table=0), Lock(5, table=1))
    error = refused(plain(EIGHT, (4, 4), apart=((0, 3), (1, 2)), locks=locks))
    assert "1 and 4 are to be kept apart (A3)" in str(error)
    assert "player 1 is locked to table 1 (A2)" in str(error)
    assert "player 4 is locked to table 1 (A2)" in str(error)
    assert "2 and 3" not in str(error)
    assert "player 6" not in str(error)
    assert error.players == (0, 3)


def test_more_locked_to_a_table_than_it_seats():
    locks = tuple(Lock(p, table=0) for p in range(3))
    conflict = find_conflict(plain(EIGHT[:4], (2, 2), locks=locks), Mode.parse("strict"))
    assert len(conflict.wishes) == 3
    assert conflict.smallest


def test_two_locked_to_one_seat():
    locks = (Lock(0, table=0, seat=1), Lock(1, table=0, seat=1))
    error = refused(plain(EIGHT, (4, 4), locks=locks))
    assert "player 1 is locked to table 1, seat 2 (A2)" in str(error)
    assert "player 2 is locked to table 1, seat 2 (A2)" in str(error)


def test_the_mode_is_part_of_a_conflict():
    # 1 and 2 are at home at table 1 and strict leaves them no other
    error = refused(plain(EIGHT, (4, 4), apart=((0, 1),)), mode="strict")
    assert "the mode of the round is strict (A5)" in str(error)
    assert "1 and 2 are to be kept apart (A3)" in str(error)
    next_round(plain(EIGHT, (4, 4), apart=((0, 1),)), mode="blocks:2", seed=1)


def test_a_cap_on_meetings_when_all_have_met():
    history = np.array([[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]]])
    error = refused(plain(EIGHT[:4], (2, 2), history=history, most_meetings=1))
    assert "nobody meets anybody more than 1 times (A7)" in str(error)


def test_a_cap_on_meetings_in_a_row_parts_who_met_last():
    history = np.array([[[0, 1], [2, 3]], [[0, 2], [1, 3]]])
    problem = plain([4, 3, 2, 1], (2, 2), history=history, most_in_a_row=1)
    # 1 met 3 in the round before and 2 in the one before that: 1-3 is out, 1-4 is new
    round_ = next_round(problem, mode="blocks:2", seed=1)
    assert sorted(map(sorted, round_.seating.tolist())) == [[0, 3], [1, 2]]


def test_too_many_of_a_club():
    # five of club a at two tables with at most two each
    clubs = ("a",) * 5 + ("",) * 3
    error = refused(plain(EIGHT, (4, 4), clubs=clubs, club_limit=2))
    assert "at most 2 of a club share a table (A4)" in str(error)
    with_four = plain(EIGHT, (4, 4), clubs=("a",) * 4 + ("",) * 4, club_limit=2)
    round_ = next_round(with_four, mode="blocks:2", seed=1)
    assert sorted(sum(p < 4 for p in row) for row in round_.seating.tolist()) == [2, 2]


def test_locks_that_leave_nobody_to_sit_out():
    error = refused(plain([3, 2, 1], (2,), locks=tuple(Lock(p) for p in range(3))))
    assert str(error).count("is locked to play (A2)") == 3


def test_every_wish_of_a_conflict_of_larger_brackets_is_needed():
    # three tables need CP-SAT: four who are all kept apart do not fit three tables
    apart = tuple(combinations(range(4), 2))
    problem = plain(list(range(9)), (3, 3, 3), apart=(*apart, (4, 5)))
    conflict = find_conflict(problem, Mode.parse("blocks:3"))
    assert len(conflict.wishes) == 6
    assert conflict.smallest
    assert conflict.players == (0, 1, 2, 3)
