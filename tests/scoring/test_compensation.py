"""Ci: the formula, what is paid of it, and whose counters count."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rule_games import MAFIA, play

from scoring.compensation import amount, compensations, deaths
from scoring.exact import root
from scoring.rules import CompensationRule, StageRule
from scoring.rules_file import load_rules

F = Fraction
SHARE = CompensationRule("share", F(2, 5), cap=F(2, 5))
LINEAR = CompensationRule("linear", F(6, 5), offset=F(-9, 50), cap=F(3, 10))
TRIANGLE = CompensationRule("triangle", F(1), only_with_hits=True)
RULES = load_rules("fiim-2020")


@pytest.mark.parametrize(
    ("rule", "killed", "games", "ci"),
    [
        # by hand: B = round(0.4 N)
        (SHARE, 1, 10, F(1, 10)),  # B = 4, 0.4 / 4
        (SHARE, 4, 10, F(2, 5)),
        (SHARE, 5, 10, F(2, 5)),  # the cap
        (SHARE, 1, 9, F(1, 10)),  # B = round(3.6) = 4
        (SHARE, 1, 11, F(1, 10)),  # B = round(4.4) = 4
        (SHARE, 1, 12, F(2, 25)),  # B = round(4.8) = 5
        (SHARE, 1, 1, F(2, 5)),  # B = round(0.4) = 0 is taken for 1
        (SHARE, 0, 10, F(0)),
        (SHARE, 0, 0, F(0)),
        (replace(SHARE, floor=4), 1, 5, F(1, 10)),  # B = 2, at least 4
        (replace(SHARE, floor=4), 1, 20, F(1, 20)),  # B = 8
        (replace(SHARE, cap=None), 5, 10, F(1, 2)),
        (LINEAR, 1, 10, F(0)),  # 0.12 - 0.18 is below 0
        (LINEAR, 3, 20, F(0)),  # 0.18 - 0.18
        (LINEAR, 2, 10, F(3, 50)),  # 0.24 - 0.18
        (LINEAR, 4, 10, F(3, 10)),  # 0.48 - 0.18 = 0.3, the cap
        (LINEAR, 5, 10, F(3, 10)),
        (TRIANGLE, 1, 10, F(0)),  # k = 1 - 1
        (TRIANGLE, 3, 25, F(3, 4) / 5),  # k = 3 - 2.5 = 1/2, k(k+1) = 3/4
        (TRIANGLE, 4, 20, F(6) / root(20)),  # k = 2
    ],
)
def test_amount(rule, killed, games, ci):
    assert amount(rule, killed, games) == ci


@given(st.integers(0, 60), st.integers(1, 60))
@settings(deadline=None)
def test_it_grows_with_deaths_and_keeps_its_bounds(killed, games):
    for rule in (SHARE, LINEAR, TRIANGLE):
        assert 0 <= amount(rule, killed, games) <= amount(rule, killed + 1, games)
        if rule.cap is not None:
            assert amount(rule, killed, games) <= rule.cap


def with_rule(rule, **more):
    return replace(RULES, compensation=rule, **more)


def first(result, number, **more):
    return play(result, number, first=1, **more)


def test_paid_for_every_lost_game_with_the_deaths_of_all():
    """By hand: five games, i = 3, B = 2, so 0.4 (the cap) in each of the two lost ones."""
    games = [first("black", 1), first("black", 2), first("red", 3), play("red", 4), play("red", 5)]
    assert compensations(games, RULES, {}) == {0: F(2, 5), 1: F(2, 5)}


def test_one_death_in_ten_games():
    games = [first("black", 1), *(play("red", n) for n in range(2, 11))]
    assert compensations(games, RULES, {}) == {0: F(1, 10)}


def test_factors_by_hits_and_result():
    """The overlay's: whole, half, half, a quarter; i = 4 of N = 10, so 0.4, 0.2, 0.2, 0.1."""
    rules = load_rules("fsm-overlay")
    hit, miss = (8, 2, 3), (2, 3, 4)
    games = [
        first("black", 1, named=hit), first("red", 2, named=hit),
        first("black", 3, named=miss), first("red", 4, named=miss),
        *(play("red", n) for n in range(5, 11)),
    ]  # fmt: skip
    assert compensations(games, rules, {}) == {0: F(2, 5), 1: F(1, 5), 2: F(1, 5), 3: F(1, 10)}


def test_a_black_player_gets_none_and_counts_none():
    games = [play("red", 1, first=MAFIA), first("black", 2), *(play("red", n) for n in (3, 4))]
    assert compensations(games, RULES, {}) == {1: F(1, 5)}  # N = 4, B = 2, i = 1
    assert deaths(games, RULES, SHARE, {})["main", f"p{MAFIA}"].deaths == 0


def test_a_draw_pays_nothing_and_still_counts():
    games = [first("draw", 1), first("black", 2), *(play("red", n) for n in range(3, 11))]
    assert compensations(games, RULES, {}) == {1: F(1, 5)}  # i = 2 of N = 10


def test_a_substitute_has_no_compensation_and_the_slot_no_game():
    away = {1: {"substitute": True}}
    games = [first("black", 1, seats=away), first("black", 2), play("red", 3)]
    assert compensations(games, RULES, {}) == {1: F(2, 5)}  # N = 2, B = 1
    found = deaths(games, RULES, SHARE, {})["main", "p1"]
    assert (found.deaths, found.games) == (1, 2)


def test_counters_of_the_team():
    """By hand: p1 and p2 are a team, so N = 20, B = 8, i = 2: 0.4 · 2/8 = 0.1 for each game.

    Alone p1 has N = 10, B = 4 and i = 2: 0.2.
    """
    games = [first("black", 1), first("black", 2), *(play("red", n) for n in range(3, 11))]
    teams = {f"p{n}": "A" if n < 3 else f"B{n}" for n in range(1, 11)}
    rules = with_rule(replace(SHARE, counter="team"))
    assert compensations(games, rules, teams) == {0: F(1, 10), 1: F(1, 10)}
    assert compensations(games, with_rule(SHARE), {}) == {0: F(1, 5), 1: F(1, 5)}


def test_groups_count_apart():
    """By hand: ten games with one death, B = 4, 0.1; five with two, B = 2, 0.4 each.

    Together fifteen games with three deaths, B = 6: 0.2 each.
    """
    games = [
        first("black", 1, stage="a"), *(play("red", n, stage="a") for n in range(2, 11)),
        first("black", 1, stage="b"), first("black", 2, stage="b"),
        *(play("red", n, stage="b") for n in range(3, 6)),
    ]  # fmt: skip
    stages = {"a": StageRule(group="x"), "b": StageRule(group="y")}
    apart = {0: F(1, 10), 10: F(2, 5), 11: F(2, 5)}

    def paid(group, stages):
        return compensations(games, with_rule(replace(SHARE, group=group), stages=stages), {})

    assert paid("group", stages) == paid("stage", {}) == apart
    assert paid("whole", stages) == paid("group", {}) == dict.fromkeys(apart, F(1, 5))


def test_rounded_half_up_when_paid():
    """N = 20, B = 8, i = 1: 0.4/8 = 0.05 whole, 0.025 half, which is 0.03 to two decimals."""
    rules = load_rules("fsm-overlay")
    games = [first("red", 1, named=(8,)), *(play("red", n) for n in range(2, 21))]
    assert compensations(games, rules, {}) == {0: F(3, 100)}


def test_the_triangle_is_paid_once_in_the_last_such_game():
    """By hand: x = 2 of n = 4 with a hit, k = 2 - 0.4 = 8/5, k(k+1) = 104/25, over root 4."""
    rules = with_rule(TRIANGLE)
    games = [
        first("black", 1, named=(8,)), first("red", 2, named=(9,)), first("red", 3, named=(2,)),
        play("red", 4),
    ]  # fmt: skip
    assert compensations(games, rules, {}) == {2: F(104, 25) / 2}


def test_rules_without_compensation_pay_nothing():
    assert compensations([first("black", 1)], load_rules("white-nights-2016"), {}) == {}
