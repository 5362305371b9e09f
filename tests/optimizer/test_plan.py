from math import gcd

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from optimizer.plan import Day, plan_day
from optimizer.problem import state_problem
from schedules.errors import ProblemError
from schedules.library import find
from schedules.measures import measure


def day(players, tables, hours, *, seats=10, game=50, pause=0):
    return Day(players, tables, seats, round(hours * 60), game, pause)


@settings(deadline=None, max_examples=80)
@given(
    st.integers(2, 60), st.integers(1, 6), st.integers(2, 10), st.integers(50, 900),
    st.integers(10, 90), st.integers(0, 30), st.none() | st.integers(0, 4),
)  # fmt: skip
def test_every_format_fits_the_day_and_is_a_problem(
    players, tables, seats, minutes, game, pause, finals
):
    asked = Day(players, tables, seats, minutes, game, pause)
    try:
        found = plan_day(asked, finals=finals)
    except ProblemError:
        return
    assert found.formats
    assert 0 <= found.advised < len(found.formats)
    for format_ in found.formats:
        problem = format_.problem
        assert finals is None or format_.finals == finals
        assert format_.minutes <= minutes
        played = problem.num_rounds + format_.finals
        assert format_.minutes == played * game + (played - 1) * pause
        assert problem.num_tables == asked.at_once
        fewest, most = format_.games
        assert most - fewest == (0 if format_.equal else 1)
        again = state_problem(
            num_players=players, num_tables=problem.num_tables, num_rounds=problem.num_rounds,
            num_seats=seats, games_per_player=problem.games_per_player,
            fewer=[player for player, _ in problem.other_games],
        )  # fmt: skip
        assert again == problem
        assert 1 <= format_.last_tables <= problem.num_tables
    equal = [format_ for format_ in found.formats if format_.equal]
    assert bool(equal) == (found.equal_games == 0)
    assert not equal or found.formats[found.advised].equal


@settings(deadline=None, max_examples=40)
@given(st.integers(10, 60), st.integers(1, 6), st.integers(1, 14))
def test_equal_games_are_as_many_as_the_rounds_hold(players, tables, slots):
    at_once = min(tables, players // 10)
    assume(slots * at_once * 10 >= players)
    found = plan_day(Day(players, tables, 10, slots * 60, 60, 0), finals=0)
    most = [
        games
        for games in range(1, slots + 1)
        if players * games % 10 == 0 and -(-players * games // (10 * at_once)) <= slots
    ]
    equal = [format_.games[0] for format_ in found.formats if format_.equal]
    assert equal == ([max(most)] if most else [])
    if found.equal_games:
        assert found.equal_games == 10 // gcd(players, 10)
        assert found.equal_rounds > slots


def test_a_full_field_needs_nobody_and_nobody_waits():
    found = plan_day(day(30, 3, 8))
    assert [f.problem.num_rounds for f in found.formats] == [9, 8, 7, 6, 5]
    assert [f.finals for f in found.formats] == [0, 1, 2, 3, 4]
    assert found.missing == 0
    assert all(f.waits == (0, 0) for f in found.formats)


def test_37_players_at_three_tables_cannot_all_play_equally_often_in_eight_hours():
    found = plan_day(day(37, 3, 8), finals=0)
    (only,) = found.formats
    assert only.games == (7, 8)
    assert only.waits == (1, 2)
    assert len(only.problem.other_games) == 26
    assert (found.equal_games, found.equal_rounds) == (10, 13)
    assert found.missing == 0  # three tables are full; there is no fourth


def test_29_players_at_three_tables_lack_one():
    found = plan_day(day(29, 3, 8), finals=0)
    assert found.missing == 1
    assert found.day.at_once == 2
    assert found.formats[0].problem.num_tables == 2


def test_the_last_round_may_have_fewer_tables():
    found = plan_day(day(25, 2, 6.67), finals=0)
    equal = next(f for f in found.formats if f.equal)
    assert (equal.problem.num_rounds, equal.games, equal.last_tables) == (8, (6, 6), 1)


def test_breaks_are_between_games_only():
    assert day(30, 3, 2, pause=20).slots == 2
    assert day(30, 3, 1.99, pause=20).slots == 1


def test_what_the_library_holds_is_told_and_else_only_bounds():
    found = plan_day(day(30, 3, 8), finals=0)
    (full,) = found.formats
    ready = find(full.problem)
    if ready is None:
        pytest.skip("the library does not hold 30/3/9")
    measured = measure(ready)
    assert full.quality.ready
    assert full.quality.spread == measured.spread == full.quality.bound == 3807
    assert (full.quality.fewest, full.quality.most) == (1, 4)
    unknown = plan_day(day(37, 3, 8), finals=0).formats[0].quality
    assert not unknown.ready
    assert unknown.spread is None
    assert unknown.fewest is None
    assert unknown.bound > 0


def test_the_advice_leaves_time_for_a_final_only_where_everyone_still_meets_everyone():
    found = plan_day(day(30, 3, 8))
    advised = found.formats[found.advised]
    if not advised.quality.ready:
        pytest.skip("the library does not hold 30 players at 3 tables")
    assert advised.quality.meets == 0
    for format_ in found.formats:
        if format_.finals > advised.finals:
            assert format_.quality.meets > 0


@pytest.mark.parametrize(
    ("asked", "finals", "said"),
    [
        (day(9, 1, 8), None, "find 1 more"),
        (day(0, 1, 8), None, "number of players is 0"),
        (day(30, 0, 8), None, "number of tables is 0"),
        (day(30, 3, 0.5), None, "nothing fits"),
        (day(30, 3, 3), 3, "no round before a final of 3"),
        (day(30, 3, 8), 5, "final of 5"),
        (day(30, 3, 8), -1, "final of -1"),
        (day(10, 1, 8), 2, "finalists"),
        (day(25, 1, 2), None, "do not give each of 25 players one game"),
        (day(30, 3, 8, seats=1), None, "no game"),
        (day(30, 3, 240, game=1), None, "more than the 200"),
    ],
)
def test_a_day_on_which_nothing_can_be_played_is_refused(asked, finals, said):
    with pytest.raises(ProblemError, match=said):
        plan_day(asked, finals=finals)
