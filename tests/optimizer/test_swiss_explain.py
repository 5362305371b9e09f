"""Why here, why not there, what a hand edit changes, the checklist."""

import numpy as np
import pytest
from swiss_fields import field, plain, tables

from optimizer.swiss import Lock, next_round
from optimizer.swiss.absolute import breaches
from optimizer.swiss.explain import Difference, checklist, edited, why_here, why_not
from optimizer.swiss.past import Past
from schedules.errors import ProblemError

HISTORY = np.array([[[0, 1, 2, 3], [4, 5, 6, 7]]])
TIED = [10, 9, 8, 5, 5, 3, 2, 1]
"""Worked out in test_swiss_hand: 4 and 5 are exchanged, which saves 6 of 12 repeats."""


@pytest.fixture
def tied():
    return next_round(plain(TIED, (4, 4), history=HISTORY), mode="strict", seed=1)


def test_a_place_by_points_would_cost_repeats(tied):
    answer = why_not(tied, 3, 0)
    assert (answer.verdict, answer.code) == ("worse", "Q3")
    assert answer.difference == Difference("Q3", 2, before=6, after=12)
    assert answer.difference.change == 6
    assert answer.proved


def test_a_rank_that_the_mode_does_not_allow(tied):
    assert (why_not(tied, 7, 0).verdict, why_not(tied, 7, 0).code) == ("forbidden", "A5")


def test_why_here_goes_through_all_tables(tied):
    assert [answer.verdict for answer in why_here(tied, 4)] == ["here", "worse"]


def test_what_is_as_good_is_left_to_the_draw():
    # two pairs of equals without a past: whoever sits where, nothing is better
    round_ = next_round(plain([1] * 4, (2, 2)), mode="strict", seed=1)
    player = int(round_.seating[0, 0])
    answer = why_not(round_, player, 1)
    assert (answer.verdict, answer.code, answer.difference) == ("equal", "D1", None)


def test_wishes_and_locks_are_named_as_the_reason():
    problem = plain(
        [4, 3, 2, 1], (2, 2), locks=(Lock(0, table=1),), forbidden_tables=((3, 0),),
        fixed_tables=((1, 0),),
    )  # fmt: skip
    round_ = next_round(problem, mode="blocks:2", seed=1)
    assert [why_not(round_, p, t).code for p, t in ((0, 0), (1, 1), (3, 0))] == ["A2", "A3", "A3"]


def test_a_wish_that_nobody_could_complete():
    # 1-2 are apart and 3-4 are apart: with 2 locked to table 1, 1 can only sit at table 2
    problem = plain([4, 3, 2, 1], (2, 2), locks=(Lock(1, table=0),), apart=((0, 1),))
    round_ = next_round(problem, mode="blocks:2", seed=1)
    assert why_not(round_, 0, 0).code == "A9"


def test_asking_about_nobody_or_nowhere(tied):
    with pytest.raises(ProblemError, match="There is no table 3"):
        why_not(tied, 0, 2)
    with pytest.raises(ProblemError, match="does not play"):
        why_not(tied, 8, 0)


def test_a_hand_edit_is_measured(tied):
    # put 4 and 5 back: 6 repeats more, both at home, and all eight keep their tables
    seating = tied.seating.copy()
    here, there = np.argwhere(seating == 4)[0], np.argwhere(seating == 3)[0]
    seating[tuple(here)], seating[tuple(there)] = 3, 4
    edit = edited(tied, seating)
    assert edit.moved == (3, 4)
    assert edit.breaches == ()
    (change,) = edit.tables
    assert change.tables == (0, 1)
    # Q5: everybody has met his three; Q9: 8 at the old table instead of 6
    assert change.differences == (
        Difference("Q3", 2, 6, 12),
        Difference("Q4", 1, 6, 12),
        Difference("Q5", 1, 2, 3),
        Difference("Q5", 2, 6, 8),
        Difference("Q9", 1, 6, 8),
    )


def test_an_edit_that_changes_nothing(tied):
    edit = edited(tied, tied.seating)
    assert (edit.moved, edit.breaches, edit.tables, edit.seats) == ((), (), (), ())


def test_a_hand_edit_that_breaks_the_mode_and_a_lock():
    problem = plain([8, 7, 6, 5, 4, 3, 2, 1], (4, 4), locks=(Lock(0, table=0),), apart=((0, 7),))
    round_ = next_round(problem, mode="strict", seed=1)
    seating = round_.seating.copy()
    here, there = np.argwhere(seating == 1)[0], np.argwhere(seating == 7)[0]
    seating[tuple(here)], seating[tuple(there)] = 7, 1
    found = {(b.code, b.players) for b in edited(round_, seating).breaches}
    assert found == {("A5", (1,)), ("A5", (7,)), ("A3", (0, 7))}
    swapped = round_.seating[::-1]
    assert "A2" in {b.code for b in edited(round_, swapped).breaches}


@pytest.mark.parametrize("mode", ["blocks:2", "window:3", "strict", "random"])
def test_what_is_seated_breaks_nothing(mode):
    for seed in range(6):
        round_ = next_round(field(seed, (4, 4, 3), extra=2), mode=mode, seed=seed)
        assert breaches(round_.setting, Past.of(round_.setting.problem), round_.seating) == []


def test_the_checklist_has_everybody_once_in_order_of_rank():
    round_ = next_round(field(3, (4, 4), extra=1, rounds=2), mode="blocks:2", seed=1)
    rows = checklist(round_)
    assert [row.rank for row in rows] == [1, 2, 3, 4, 5, 6, 7, 8, 0]
    past = Past.of(round_.setting.problem)
    for row in rows[:-1]:
        assert row.player + 1 in tables(round_)[row.table]
        assert round_.seating[row.table, row.seat] == row.player
        mates = [p for p in round_.seating[row.table].tolist() if p != row.player]
        met = sum(
            int(past.tables[r, row.player] == past.tables[r, q] >= 0)
            for r in range(2)
            for q in mates
        )
        assert row.repeats == met
    assert (rows[-1].table, rows[-1].sat_out) == (
        -1,
        round_.setting.problem.sat_out[rows[-1].player],
    )
