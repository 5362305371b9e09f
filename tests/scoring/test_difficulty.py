"""The coefficient of difficulty: the examples of the rules, every edge, and what always holds."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rule_games import MAFIA, play

from scoring.difficulty import coefficient, difficulties, difficulty
from scoring.errors import ScoringError
from scoring.points import score_games
from scoring.protocol import Protocols
from scoring.rules import DifficultyRule, StageRule
from scoring.rules_file import load_rules

WHITE_NIGHTS = load_rules("white-nights-2016")
RESULTS = st.lists(st.sampled_from(("red", "black", "draw", "void")), max_size=40)


def series(red, black, draws=0, voids=0):
    """Games in an order in which the results are mixed."""
    results = Counter(red=red, black=black, draw=draws, void=voids)
    return [play(result, n) for n, result in enumerate(sorted(results.elements(), key=hash), 1)]


def scores_of(results, rules=WHITE_NIGHTS, **more):
    games = tuple(play(result, n) for n, result in enumerate(results, start=1))
    return score_games(Protocols(games), rules, **more)


@pytest.mark.parametrize(
    ("red", "black", "k", "heavy"),
    [
        (16, 24, Fraction(6, 5), "red"),  # examples of the rules, scoring.md section 2
        (24, 16, Fraction(6, 5), "black"),
        (3, 2, Fraction(6, 5), "black"),
        (1, 3, Fraction(3, 2), "red"),
        (12, 12, Fraction(1), None),  # as many wins: nobody's are heavy
        (0, 7, Fraction(2), "red"),  # n = 0: 2, and no game to use it on
        (0, 0, Fraction(1), None),  # no game at all
        (1, 0, Fraction(2), "black"),
        (15, 16, 1 + Fraction(1, 31), "red"),  # odd: never below 1 + 1/N
    ],
)
def test_coefficient_of_a_series(red, black, k, heavy):
    found = difficulty(series(red, black))
    assert (found.red, found.black) == (red, black)
    assert (found.coefficient, found.heavy) == (k, heavy)
    assert (found.num_games, found.num_heavy) == (red + black, min(red, black))


def test_draws_and_void_games_count_in_neither_number():
    assert difficulty(series(16, 24, draws=5, voids=3)) == difficulty(series(16, 24))


@pytest.mark.parametrize(("games", "heavy"), [(40, 21), (5, 3), (1, 1), (0, 1), (-1, 0), (4, -1)])
def test_numbers_that_cannot_be_are_refused(games, heavy):
    with pytest.raises(ScoringError):
        coefficient(games, heavy)


def test_the_wrong_way_round_is_named():
    with pytest.raises(ScoringError, match=r"24 of 40 games.*20 at most.*wrong way round"):
        coefficient(40, 24)


@given(st.integers(0, 500).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n // 2))))
@settings(deadline=None)
def test_it_lies_between_one_and_two_and_is_that_of_mafiaratings(numbers):
    games, heavy = numbers
    k = coefficient(games, heavy)
    assert 1 <= k <= 2
    if games:
        share = Fraction(games - heavy, games)  # mafiaratings' difficulty of a heavy game
        assert k == 2 * share
    if games % 2:
        assert k >= 1 + Fraction(1, games)


@given(RESULTS)
@settings(deadline=None, max_examples=40)
def test_only_wins_against_the_trend_are_multiplied(results):
    scores = scores_of(results)
    red, black = results.count("red"), results.count("black")
    k = coefficient(red + black, min(red, black))
    for score in scores.games:
        result = score.game.result
        won = result == ("red" if score.chair.red else "black")
        heavy = won and red != black and results.count(result) == min(red, black)
        assert score.difficulty == (k if heavy else 1)
        assert score.total == (2 * score.difficulty if won else 0)


@given(st.integers(1, 12), st.integers(0, 3))
@settings(deadline=None, max_examples=30)
def test_a_change_of_the_trend_changes_every_game_at_once(wins, more):
    """Red leads until black has won more: from then on the red wins are the heavy ones."""
    before = ["red"] * (wins + 1) + ["black"] * wins
    after = before + ["black"] * (2 + more)
    games = len(after)
    now = scores_of(after).games
    then = scores_of(after, until=("", len(before))).games
    k_then = 2 - Fraction(2 * wins, 2 * wins + 1)
    k_now = 2 - Fraction(2 * (wins + 1), games)
    assert {s.difficulty for s in then if s.game.result == "red"} == {1}
    assert {s.difficulty for s in then if s.game.result == "black" and not s.chair.red} == {k_then}
    assert {s.difficulty for s in now if s.game.result == "red" and s.chair.red} == {k_now}
    assert {s.difficulty for s in now if s.game.result == "black"} == {1}


def test_series_by_stage_and_by_group():
    """By hand: a 3 : 1, b 1 : 1, c 0 : 2; a and b are one group with 4 : 2, whole 4 : 4."""
    results = {"a": "red red red black", "b": "red black", "c": "black black"}
    games = [
        play(result, n, stage=stage)
        for stage, row in results.items()
        for n, result in enumerate(row.split(), start=1)
    ]
    stages = {"a": StageRule(group="x"), "b": StageRule(group="x"), "c": StageRule(group="y")}

    def found(kind):
        rules = replace(WHITE_NIGHTS, stages=stages, difficulty=DifficultyRule(kind))
        return {key: its.coefficient for key, its in difficulties(games, rules).items()}

    assert found("whole") == {"": Fraction(1)}
    assert found("stage") == {"a": Fraction(3, 2), "b": Fraction(1), "c": Fraction(2)}
    assert found("group") == {"x": 2 - Fraction(4, 6), "y": Fraction(2)}
    assert difficulties(games, replace(WHITE_NIGHTS, difficulty=None)) == {}


def test_a_part_that_is_multiplied_by_the_rules_alone():
    """K may be said to apply to the extras too: 1 in a heavy game is then worth K as well."""
    games = (play("red", 1), play("red", 2), play("red", 3),
             play("black", 4, seats={MAFIA: {"extras": (Fraction(1),)}}))  # fmt: skip
    rules = replace(WHITE_NIGHTS, difficulty=DifficultyRule(applies=("win", "extras")))
    score = score_games(Protocols(games), rules).games[-3]
    assert score.parts == (("win", Fraction(3)), ("extras", Fraction(3, 2)))
    plain = score_games(Protocols(games), WHITE_NIGHTS).games[-3]
    assert plain.parts == (("win", Fraction(3)), ("extras", Fraction(1)))
