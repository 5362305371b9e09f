"""Stating a problem: what fits is said, what cannot be is refused with the reason."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from brute_force import rounds_of
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from optimizer.errors import InfeasibleError
from optimizer.problem import check_wishes, state_problem
from schedules.errors import ProblemError, SeatingError
from schedules.problem import Problem


def refusal(error: type[SeatingError] = ProblemError, **numbers) -> str:
    with pytest.raises(error) as caught:
        state_problem(**numbers)
    assert type(caught.value) is error
    return str(caught.value)


def numbers_in(pattern: str, said: str) -> list[int]:
    found = re.search(pattern, said)
    return [int(number) for number in re.findall(r"\d+", found[1])] if found else []


def offers(said: str) -> list[tuple[int, int, int]]:
    """Read tables, rounds and games each out of what a refusal says would fit."""
    tables = numbers_in(r"With (\d+) tables?,", said)
    rounds = numbers_in(r"In (\d+) rounds? these", said)
    games = numbers_in(r"make full games: (.*) games each", said)
    return [(tables[0], rounds[0], each) for each in games]


def only_offer(said: str) -> tuple[int, int, int] | None:
    """Read the same where more rounds are needed: tables, least rounds, games each."""
    games = numbers_in(r"Full games need (\d+) games each", said)
    tables = numbers_in(r"With (\d+) tables?,", said)
    rounds = numbers_in(r"at least (\d+) rounds", said)
    return (tables[0], rounds[0], games[0]) if games else None


def test_numbers_that_fit():
    problem = state_problem(num_players=30, num_tables=3, num_rounds=9)
    assert problem == Problem(30, 3, 9, 10, 9)
    assert problem.full
    waiting = state_problem(num_players=25, num_tables=2, num_rounds=10, games_per_player=8)
    assert waiting == Problem(25, 2, 10, 10, 8)
    mahjong = state_problem(num_players=16, num_tables=4, num_rounds=5, num_seats=4)
    assert mahjong.games_per_player == 5


def test_29_players_at_3_tables():
    said = refusal(num_players=29, num_tables=3, num_rounds=9)
    assert "29 players do not fill 3 tables of 10 (30 would)" in said
    # 29 is prime to 10: full games only with 10 games each, 290 chairs at 20 a round
    assert only_offer(said) == (2, 15, 10)
    state_problem(num_players=29, num_tables=2, num_rounds=15, games_per_player=10)


def test_31_players_at_3_tables():
    said = refusal(num_players=31, num_tables=3, num_rounds=9)
    assert "1 of 31 players sit out" in said
    assert "--games-per-player" in said
    assert only_offer(said) == (3, 11, 10)
    state_problem(num_players=31, num_tables=3, num_rounds=11, games_per_player=10)


def test_36_players_at_3_tables_are_offered_what_fits():
    said = refusal(num_players=36, num_tables=3, num_rounds=12)
    assert offers(said) == [(3, 12, 5), (3, 12, 10)]
    said = refusal(num_players=36, num_tables=3, num_rounds=12, games_per_player=9)
    assert "324" in said
    assert (3, 12, 10) in offers(said)


def test_7_players_are_too_few_for_any_table():
    said = refusal(num_players=7, num_tables=1, num_rounds=3)
    assert "(10 would)" in said
    assert offers(said) == []
    assert only_offer(said) is None


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ({"num_rounds": 0}, "rounds is 0"),
        ({"num_rounds": -1}, "rounds is -1"),
        ({"num_tables": 0}, "tables is 0"),
        ({"num_players": 1}, "players is 1"),
        ({"num_seats": 1}, "seats at a table is 1"),
        ({"games_per_player": -2}, "games of each player is -2"),
        ({"games_per_player": 0}, "games of each player is 0"),
        ({"games_per_player": 10}, "10 games each"),
    ],
)
def test_numbers_below_any_tournament(numbers, said):
    assert said in refusal(**({"num_players": 30, "num_tables": 3, "num_rounds": 9} | numbers))


def test_more_games_than_the_players_can_fill_at_one_time():
    # five players fill two tables of two, never three: four rounds hold eight games, not ten
    assert len(max(rounds_of(Problem(5, 3, 5, 2, 4)), key=len)) == 2
    refusal(num_players=5, num_tables=3, num_rounds=4, num_seats=2, games_per_player=4)


@given(st.integers(2, 60), st.integers(1, 6), st.integers(1, 15), st.integers(2, 10))
@settings(deadline=None, max_examples=300)
def test_every_number_that_a_refusal_offers_fits(players, tables, rounds, seats):
    assume(players != tables * seats)
    said = refusal(num_players=players, num_tables=tables, num_rounds=rounds, num_seats=seats)
    for fitting, within, games in offers(said):
        problem = state_problem(
            num_players=players, num_tables=fitting, num_rounds=within, num_seats=seats,
            games_per_player=games,
        )  # fmt: skip
        assert problem.games_per_player == games
    if only := only_offer(said):
        fitting, enough, games = only
        asked = {"num_players": players, "num_tables": fitting, "num_seats": seats}
        state_problem(num_rounds=enough, games_per_player=games, **asked)
        with pytest.raises(ProblemError):
            state_problem(num_rounds=enough - 1, games_per_player=games, **asked)
    if uneven := re.search(r"(\d+) of the players with one game fewer than (\d+)", said):
        at_once = min(tables, players // seats)
        problem = state_problem(
            num_players=players, num_tables=at_once, num_rounds=rounds, num_seats=seats,
            games_per_player=int(uneven[2]), fewer=range(int(uneven[1])),
        )  # fmt: skip
        assert problem.num_games == at_once * rounds, "no table is ever idle"
    if more := numbers_in(r"\((\d+) would\)", said):
        state_problem(num_players=more[0], num_tables=tables, num_rounds=rounds, num_seats=seats)
    if fewer := numbers_in(r"(\d+) tables? would be full", said):
        state_problem(num_players=players, num_tables=fewer[0], num_rounds=rounds, num_seats=seats)
    assert only or uneven or more or fewer or offers(said), "a refusal says what mends it"


THREE_TABLES = {"num_players": 30, "num_tables": 3, "num_rounds": 9}


def test_four_players_cannot_be_kept_apart_at_three_tables():
    said = refusal(InfeasibleError, **THREE_TABLES, apart=[(4, 7, 9, 21)])
    assert "5, 8, 10 and 22" in said
    assert "3 tables" in said
    state_problem(**THREE_TABLES, apart=[(4, 7, 9)])


def test_a_group_is_found_among_pairs_of_wishes():
    pairs = list(combinations((2, 11, 17, 29), 2))
    said = refusal(InfeasibleError, **THREE_TABLES, apart=pairs)
    assert "3, 12, 18 and 30" in said
    for left_out in pairs:
        state_problem(**THREE_TABLES, apart=[pair for pair in pairs if pair != left_out])


def test_no_meeting_at_most_is_kept_apart_too():
    said = refusal(InfeasibleError, **THREE_TABLES, apart=[(0, 1, 2)], at_most=[((0, 1, 2, 3), 0)])
    assert "1, 2, 3 and 4" in said


def test_only_as_many_are_named_as_the_argument_needs():
    said = refusal(InfeasibleError, **THREE_TABLES, apart=[tuple(range(10, 20))])
    assert len(re.findall(r"\d+", said.split(" are to be")[0])) == 4


def test_limits_that_leave_a_player_without_opponents():
    # player 1 needs 9 games x 9 opponents = 81 meetings; 29 others twice is only 58
    said = refusal(InfeasibleError, **THREE_TABLES, at_most=[(tuple(range(30)), 2)])
    assert "Player 1 needs 81" in said
    assert "58" in said
    state_problem(**THREE_TABLES, at_most=[(tuple(range(30)), 3)])


def test_limits_that_leave_one_player_short():
    # 8 players, 2 tables of 4, 3 rounds: 9 meetings; 6 others once and one three times is 9
    numbers = {"num_players": 8, "num_tables": 2, "num_rounds": 3, "num_seats": 4}
    once = [((0, other), 1) for other in range(1, 7)]
    state_problem(**numbers, at_most=once)
    said = refusal(InfeasibleError, **numbers, at_most=[*once, ((0, 7), 2)])
    assert "Player 1 needs 9" in said
    assert "allow 8 at most" in said


def test_limits_that_starve_a_player_who_sometimes_sits_out():
    # four games of four are twelve meetings; four others at most twice each are eight
    numbers = {"num_players": 5, "num_tables": 1, "num_rounds": 5, "num_seats": 4}
    said = refusal(InfeasibleError, **numbers, games_per_player=4, at_most=[(tuple(range(5)), 2)])
    assert "needs 12" in said


def test_sitting_out_leaves_room_to_keep_more_players_apart():
    # 6 players, 1 table of 2, 3 games: three players apart need not share anything
    problem = Problem(6, 1, 3, 2, 1, apart=((0, 1, 2),))
    check_wishes(problem)


def test_a_wish_about_nobody():
    assert "31" in refusal(**THREE_TABLES, apart=[(0, 30)])
    assert "two different" in refusal(**THREE_TABLES, apart=[(3,)])
    assert "0 or more" in refusal(**THREE_TABLES, at_most=[((0, 1), -1)])
