"""The rule sets of 2016. All numbers are by hand from the regulations, the sums written out."""

from dataclasses import replace
from fractions import Fraction

import pytest
from rule_games import CIVILIAN, DON, MAFIA, SHERIFF, extra, fined, parts, play, points

from scoring.errors import ProtocolError
from scoring.points import score_games
from scoring.protocol import Adjustment, Occupant, Protocols
from scoring.rules_file import load_rules

F = Fraction
WHITE_NIGHTS = load_rules("white-nights-2016")
TKEMALI = load_rules("tkemali-2016")
SCHEMES = ("white-nights-2016", "fiim-mwt-2016", "tkemali-2016")
ALL_BLACK, TWO_BLACK, ONE_BLACK = (8, 9, 10), (2, 8, 10), (2, 3, 9)


@pytest.mark.parametrize("name", SCHEMES)
@pytest.mark.parametrize(
    ("first", "named", "worth"),
    [
        (CIVILIAN, ALL_BLACK, F(1, 2)), (CIVILIAN, TWO_BLACK, F(1, 4)), (CIVILIAN, ONE_BLACK, 0),
        (SHERIFF, ALL_BLACK, F(1, 4)), (SHERIFF, TWO_BLACK, 0), (SHERIFF, ONE_BLACK, 0),
        (CIVILIAN, (8, 9), F(1, 4)),  # fewer names than three: what they hit counts
        (CIVILIAN, (), 0),
        (MAFIA, (9, 10), 0), (DON, (8, 9), 0),  # a black one who shot himself
    ],
)  # fmt: skip
def test_the_best_move(name, first, named, worth):
    for result in ("red", "black"):  # whoever wins
        game = play(result, first=first, named=named)
        assert parts(game, name, first).get("best_move", 0) == worth


@pytest.mark.parametrize("name", SCHEMES)
def test_a_win_is_2_times_k_for_the_heavy_ones_and_a_defeat_0(name):
    """Five games, 3 : 2 for red: K = 1 + (2.5 - 2)/2.5 = 6/5, a heavy win 2.4."""
    games = [play(r, n) for n, r in enumerate(["red", "black", "red", "black", "red"], start=1)]
    found = points(games, name)
    assert found["p1"] == 3 * 2
    assert found["p8"] == 2 * F(12, 5)


def test_stages_multiply_the_whole_game_and_k_too():
    """By hand, one game of each stage won by black, one by red: K of 4 games, 3 : 1, is 3/2.

    The red win of the semi-final is heavy: 2 · 3/2 = 3, with +1 and a best move of 0.5 it is 4.5,
    times 1.5 = 6.75. The don of the final: (2 + 0.5) · 2 = 5.
    """
    games = [
        play("black", 1, stage="preliminary"),
        play("red", 1, stage="semi-final", first=1, named=ALL_BLACK, seats={1: extra("1")}),
        play("black", 2, stage="Полуфинал"),
        play("black", 1, stage="final", seats={10: extra("0.5")}),
    ]
    found = points(games, WHITE_NIGHTS)
    assert found["p1"] == F(9, 2) * F(3, 2) == F(27, 4)
    assert found["p2"] == 3 * F(3, 2)
    assert found["p10"] == 2 + 2 * F(3, 2) + F(5, 2) * 2
    assert found["p8"] == 2 + 2 * F(3, 2) + 2 * 2


def test_the_largest_heavy_wins_of_the_rules():
    """N = 40, 24 : 16: a heavy win is worth 2.4, in the semi-final 3.6, in the final 4.8."""
    red = [("preliminary", 22), ("semifinal", 1), ("final", 1)]
    black = [("preliminary", 14), ("semifinal", 1), ("final", 1)]
    games = [
        play(result, n, stage=stage)
        for stage in ("preliminary", "semifinal", "final")
        for result, counts in (("red", dict(red)), ("black", dict(black)))
        for n in range(counts[stage])
    ]
    scores = score_games(Protocols(tuple(games)), WHITE_NIGHTS).games
    won = {s.game.stage: s.total for s in scores if s.slot == "p10" and s.game.result == "black"}
    assert won == {"preliminary": F(12, 5), "semifinal": F(18, 5), "final": F(24, 5)}


def test_a_missed_round_costs_2_whatever_the_stage():
    missed = Adjustment("p1", "missed_round", stage="final", round=1)
    protocols = Protocols((play("red", 1, stage="final"),), adjustments=(missed, missed))
    assert [cost for _, cost in score_games(protocols, WHITE_NIGHTS).adjustments] == [-2, -2]
    assert WHITE_NIGHTS.no_award["missed_round"] == 2


def test_a_stage_that_the_cup_does_not_know_is_refused():
    with pytest.raises(ProtocolError, match="'finale' is not one of white-nights-2016") as caught:
        points([play("red", stage="finale")], WHITE_NIGHTS)
    assert "rename it, or add it to the rules" in str(caught.value)


LEGAL = [
    {}, {1: "1"}, {1: "0.5"}, {8: "0.5"}, {1: "1", 2: "0.5"}, {1: "1", 8: "0.5"},
    {1: "0.5", 9: "0.5"},
]  # fmt: skip
"""Every legal set of awards of a game that red won (scoring.md, section 2)."""


@pytest.mark.parametrize("awards", LEGAL)
def test_legal_extras(awards):
    game = play("red", seats={seat: extra(points) for seat, points in awards.items()})
    scores = score_games(Protocols((game,)), WHITE_NIGHTS).games
    assert sum(score.part("extras") for score in scores) == sum(map(F, awards.values())) <= F(3, 2)


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ({8: extra("1")}, "seat 8: +1 to a loser is no award; the awards are +1 to a winner"),
        ({1: extra("0.7")}, "seat 1: +0.7 to a winner is no award"),
        ({1: extra("-0.5")}, "seat 1: -0.5 to a winner is no award"),
        ({1: extra("1"), 2: extra("1")}, "seats 1, 2: +1 to a winner is given 2 times"),
        ({8: extra("0.5"), 9: extra("0.5")}, "seats 8, 9: +0.5 to a loser is given 2 times"),
        ({1: extra("1"), 2: extra("0.5"), 8: extra("0.5")}, "seats 1, 2, 8: 3 players have extra"),
        ({1: extra("1", "0.5")}, "seat 1: 2 awards for one player, and 1 at most may be"),
        ({1: fined("-1")}, "seat 1: a penalty 'judge' of -1, which white-nights-2016 does not"),
    ],
)
def test_illegal_extras_are_refused(seats, said):
    game = play("red", 3, stage="final", seats=seats)
    with pytest.raises(ProtocolError) as caught:
        score_games(Protocols((game,)), WHITE_NIGHTS)
    assert any(
        fault.startswith("final, round 3, table 1, " + said) for fault in caught.value.faults
    )


def test_every_illegal_extra_is_listed():
    games = [play("red", 1, seats={8: extra("1")}), play("draw", 2, seats={1: extra("1")})]
    with pytest.raises(ProtocolError) as caught:
        score_games(Protocols(tuple(games)), WHITE_NIGHTS)
    assert len(caught.value.faults) == 2
    assert all(fault in str(caught.value) for fault in caught.value.faults)
    assert "+1 in a draw is no award" in caught.value.faults[1]


def test_the_reconstruction_has_nothing_of_the_cup_but_its_scoring():
    scheme = load_rules("fiim-mwt-2016")
    assert scheme.reconstruction
    assert scheme.best_move == WHITE_NIGHTS.best_move == TKEMALI.best_move
    assert scheme.extras == WHITE_NIGHTS.extras == TKEMALI.extras
    assert scheme.result_points == WHITE_NIGHTS.result_points == TKEMALI.result_points
    assert scheme.tie_break == WHITE_NIGHTS.tie_break == TKEMALI.tie_break
    assert (scheme.stages, scheme.adjustment_points) == ({}, {})
    # the edge: any stage is worth 1 there
    assert points([play("red", stage="whatever")], scheme)["p1"] == 2


def test_the_final_of_tkemali_counts_12_tenths():
    """By hand: 2 : 2 games, K = 1; 2 + (2 + 1) · 1.2 = 5.6."""
    games = [
        play("red", 1, stage="qualification"),
        play("black", 2, stage="qualification"),
        play("red", 1, stage="final", seats={1: extra("1")}),
        play("black", 2, stage="final"),
    ]
    assert points(games, TKEMALI)["p1"] == F(28, 5)
    assert TKEMALI.stage("Финал").final
    assert not TKEMALI.stage("qualification").final


def test_k_of_tkemali_is_one_series_of_31_games_and_can_be_switched_off():
    """27 + 4 games; 16 : 15 is as even as it gets, K = 2 - 30/31 = 32/31."""
    games = [play("red" if n < 14 else "black", n, stage="qualification") for n in range(27)]
    games += [play("red" if n < 2 else "black", n, stage="final") for n in range(4)]
    scores = score_games(Protocols(tuple(games)), TKEMALI)
    assert scores.difficulty[""].coefficient == F(32, 31)
    heavy = [s for s in scores.games if s.difficulty != 1]
    assert {s.game.result for s in heavy} == {"black"}
    off = score_games(Protocols(tuple(games)), replace(TKEMALI, difficulty=None))
    assert off.difficulty == {}
    assert {s.difficulty for s in off.games} == {F(1)}


def tkemali_late(occupants=()):
    """P1 is late: a substitute plays his first game; then he or another goes on."""
    games = (
        play("red", 1, stage="qualification", seats={1: {"substitute": True, "player": "sub"}}),
        play("red", 2, stage="qualification", seats={1: {"slot": "p1"}}),
    )
    late = Adjustment("p1", "late", stage="qualification", round=1)
    return Protocols(games, adjustments=(late,), occupants=tuple(occupants))


def test_late_costs_2_and_the_game_of_the_substitute_is_nobodys():
    """5.6: -2, and game 1 is the substitute's; it counts in N, so N = 2."""
    scores = score_games(tkemali_late(), TKEMALI)
    assert [cost for _, cost in scores.adjustments] == [-2]
    assert scores.difficulty[""].num_games == 2
    assert [s.slot for s in scores.games if s.chair.seat == 1] == ["", "p1"]
    assert points(tkemali_late(), TKEMALI)["p1"] == 2
    assert "sub" not in points(tkemali_late(), TKEMALI)


def test_who_replaces_a_disqualified_player_starts_with_what_was_earned():
    """5.9: the -2 was not earned, so it does not pass on, unless the rules say it does."""
    other = Occupant("p1", "sub", "qualification", 2)
    scores = score_games(tkemali_late([other]), TKEMALI)
    assert [cost for _, cost in scores.adjustments] == [0]
    inherits = replace(TKEMALI, inherit_penalties=True)
    assert [cost for _, cost in score_games(tkemali_late([other]), inherits).adjustments] == [-2]
    # as of round 1 the late player still sits there
    then = score_games(tkemali_late([other]), TKEMALI, until=("qualification", 1))
    assert [cost for _, cost in then.adjustments] == [-2]
    # what the substitute himself does later is his
    own = Adjustment("p1", "late", stage="qualification", round=2)
    both = replace(tkemali_late([other]), adjustments=(own,))
    assert [cost for _, cost in score_games(both, TKEMALI).adjustments] == [-2]
