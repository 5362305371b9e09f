"""Points and K as of each draw, worked out by hand from White Nights' rules."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.protocol import Adjustment, Chair, Game, Occupant, Protocols
from tournament.event_form import (
    Basis,
    Coefficient,
    Correction,
    Event,
    Player,
    Round,
    Settings,
    Stage,
    When,
)
from tournament.swiss.rescore import recount
from tournament.swiss_check import check_round

ROUNDS = (
    ((1, 2), (3, 4)),
    ((1, 3), (2, 4)),
    ((1, 4), (2, 3)),
)
RESULTS = (("red", "black"), ("red", "red"), ("red", "red"))


def game(round_, table, result, **more):
    red, black = ROUNDS[round_ - 1][table - 1]
    chairs = (Chair(1, f"P{red}", "civilian"), Chair(2, f"P{black}", "mafia"))
    return Game("prelim", round_, table, result, chairs, **more)


def an_event(**more):
    """Return three rounds of two tables of two: on seat 1 a red player, on seat 2 a black one."""
    games = tuple(game(r, t, RESULTS[r - 1][t - 1]) for r in (1, 2, 3) for t in (1, 2))
    players = tuple(Player(n, f"P{n}") for n in range(1, 5))
    stage = Stage("prelim", rounds=4, modes=("random",), settings=Settings(seats=2))
    rounds = tuple(Round("prelim", n, "random", t) for n, t in enumerate(ROUNDS, 1))
    rounds += (Round("prelim", 4, "random", ROUNDS[0]),)
    event = Event(
        "By hand", players, (stage,), rounds, rules="white-nights-2016", seed="x",
        protocols=Protocols(games=games),
    )  # fmt: skip
    return replace(event, **more)


def points(event, index):
    from scoring.rules_file import load_rules

    found = recount(event, index, load_rules)
    return {player: str(value) for player, value in found.points.items()}


def test_k_moves_all_points_so_far_and_the_draw_keeps_the_k_of_then():
    event = an_event()
    assert points(event, 0) == {1: "0", 2: "0", 3: "0", 4: "0"}
    # round 1: red 1, black 1, so K = 2 - 2 * 1/2 = 1; 1 and 4 won
    assert points(event, 1) == {1: "2", 2: "0", 3: "0", 4: "2"}
    # after round 2 red 3, black 1: K = 2 - 2 * 1/4 = 3/2 for black; 1 and 2 won as red
    assert points(event, 2) == {1: "4", 2: "2", 3: "0", 4: "3"}
    # after round 3 red 5, black 1: K = 2 - 2 * 1/6 = 5/3, so 4's win in round 1 is worth 10/3
    assert points(event, 3) == {1: "6", 2: "4", 3: "0", 4: "10/3"}


def with_basis(event, index, given, k):
    basis = Basis({p: Fraction(v) for p, v in given.items()}, (k,))
    rounds = list(event.rounds)
    rounds[index] = replace(rounds[index], basis=basis)
    return replace(event, rounds=tuple(rounds))


def codes(event, index):
    return {finding.code for finding in check_round(event, index).findings}


def test_a_round_drawn_by_other_points_or_another_k_is_named():
    then = {1: 4, 2: 2, 3: 0, 4: 3}
    k = Coefficient("", 3, 1, Fraction(3, 2))
    right = with_basis(an_event(), 2, then, k)
    assert not codes(right, 2) & {"points", "difficulty"}
    assert "points" in codes(with_basis(an_event(), 2, {**then, 4: 2}, k), 2)
    old = Coefficient("", 1, 1, Fraction(1))
    found = check_round(with_basis(an_event(), 2, then, old), 2).findings
    said = next(finding for finding in found if finding.code == "difficulty")
    assert said.values["due"] == "1.5"
    assert "(3 : 1)" in said.sentence()


def test_a_penalty_counts_from_the_draw_that_knew_it():
    late = Adjustment("P1", "missed_round", stage="prelim", round=1)
    protocols = replace(an_event().protocols, adjustments=(late,))
    event = an_event(protocols=protocols)
    assert [points(event, i)[1] for i in range(4)] == ["0", "0", "2", "4"]  # -2 from round 2 on
    found = replace(event, corrections=(Correction(When("prelim", 4), adjustment=1),))
    assert [points(found, i)[1] for i in range(4)] == ["0", "2", "4", "4"]  # found before round 4


def test_a_protocol_corrected_after_the_draw_leaves_the_draw_as_it_was():
    # until the draw of round 3 the game of round 1, table 1 stood as won by black
    before = game(1, 1, "black")
    wrong = Correction(When("prelim", 3), game=("prelim", 1, 1), before=before, why="misread")
    event = an_event(corrections=(wrong,))
    # black won both: red 0, K = 2 for red, of which there is none
    assert points(event, 1) == {1: "0", 2: "2", 3: "0", 4: "2"}
    assert points(event, 2) == points(an_event(), 2)
    # a protocol that came in late: only 3-4 was known at the draw of round 2
    missing = Correction(When("prelim", 3), game=("prelim", 1, 1))
    assert points(an_event(corrections=(missing,)), 1) == {1: "0", 2: "0", 3: "0", 4: "2"}


def test_of_two_corrections_of_a_game_each_draw_knew_its_own():
    first = Correction(When("prelim", 3), game=("prelim", 1, 1), before=game(1, 1, "black"))
    second = Correction(When("prelim", 4), game=("prelim", 1, 1), before=game(1, 1, "draw"))
    event = an_event(corrections=(first, second))
    assert points(event, 1)[2] == "2"
    # as a draw: round 2 gave two red wins, black one: K = 2 - 2/3 = 4/3 for black
    assert points(event, 2) == {1: "2", 2: "2", 3: "0", 4: "8/3"}
    assert points(event, 3) == points(an_event(), 3)


def test_the_weight_of_a_stage_is_that_of_the_event():
    event = an_event()
    heavy = replace(event.stages[0], weight=Fraction(3, 2))
    assert points(replace(event, stages=(heavy,)), 1)[1] == "3"


def test_points_stay_with_the_number_when_its_player_is_replaced():
    protocols = an_event().protocols
    last = protocols.games[2]
    chairs = (replace(last.chairs[0], player="New", slot="P1"), last.chairs[1])
    games = (*protocols.games[:2], replace(last, chairs=chairs), *protocols.games[3:])
    occupants = (Occupant("P1", "New", "prelim", 2),)
    fined = (Adjustment("P1", "missed_round", stage="prelim", round=1),)
    event = an_event(
        protocols=replace(protocols, games=games, occupants=occupants, adjustments=fined)
    )
    # what was earned passes on; what the predecessor lost does not (rule 5.9 of Tkemali)
    assert points(event, 2)[1] == "4"
    # that is so from the draw of the round in which the substitute comes in
    assert points(event, 1)[1] == "2"


def test_the_number_of_a_player_owns_a_seat_as_his_name_does():
    protocols = an_event().protocols
    games = tuple(
        replace(one, chairs=tuple(replace(c, slot=c.player[1:], player="?") for c in one.chairs))
        for one in protocols.games
    )
    event = an_event(protocols=replace(protocols, games=games))
    assert points(event, 3) == points(an_event(), 3)


@pytest.mark.parametrize("rules", ["", "none"])
def test_without_rules_nothing_is_counted_and_the_points_are_taken(rules):
    event = with_basis(
        an_event(rules=rules), 2, dict.fromkeys(range(1, 5), 7), Coefficient("", 1, 1, Fraction(1))
    )
    report = check_round(event, 2)
    assert not report.recounted
    assert not {finding.code for finding in report.findings} & {"points", "difficulty"}


def test_unknown_rules_are_said_and_the_rest_is_checked():
    report = check_round(an_event(rules="no-such-rules"), 1)
    said = next(finding for finding in report.findings if finding.code == "rules")
    assert "no-such-rules" in said.sentence()
    assert report.brackets
