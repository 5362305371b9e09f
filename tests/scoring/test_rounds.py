"""The order of play: by the rules and the numbers of the rounds, not by the rows of a file."""

from dataclasses import replace
from fractions import Fraction as F

import pytest
from hand_made import replaced
from hypothesis import given, settings
from hypothesis import strategies as st
from rule_games import play

from scoring.errors import ScoringError
from scoring.explain import changed
from scoring.protocol import Protocols
from scoring.rounds import in_order
from scoring.rules_file import load_rules
from scoring.standings import standings

RULES = load_rules("white-nights-2016")
TKEMALI = load_rules("tkemali-2016")


def final_first():
    return Protocols((
        play("black", 1, stage="финал"), play("red", 2, stage="отбор"),
        play("red", 1, stage="отбор"),
    ))  # fmt: skip


def test_the_final_comes_last_wherever_its_rows_stand():
    table = standings(final_first(), RULES, until=("отбор", 2))
    assert table.provisional, "the final is still to come"
    assert table.row("p1").total == 4, "two red wins of 2; the final is not counted yet"
    assert not table.row("p1").tally.final
    whole = standings(final_first(), RULES, until=("финал", 1))
    assert not whole.provisional
    # by hand: red 2, black 1, K = 2 - 2/3 = 4/3; the final twice: 2 x 4/3 x 2
    assert whole.row("p10").total == F(16, 3)


def test_stages_that_are_no_final_stand_as_they_first_appear():
    games = (play("red", 1, stage="semi"), play("red", 2, stage="prelim"),
             play("red", 1, stage="prelim"), play("red", 1, stage="semi"))  # fmt: skip
    found = in_order(Protocols(games), RULES)
    assert [(game.stage, game.round) for game in found.games] == [
        ("semi", 1), ("semi", 1), ("prelim", 1), ("prelim", 2)
    ]  # fmt: skip
    assert in_order(found, RULES) is found


@settings(deadline=None, max_examples=20)
@given(st.permutations(replaced().games))
def test_the_order_of_the_rows_changes_nothing(games):
    """Occupants and all: provided that the first stage is not ambiguous, only one is no final."""
    usual, mixed = replaced(), replace(replaced(), games=tuple(games), occupants=())
    for until in (("qualification", 3), ("qualification", 9), None):
        expected = standings(replace(usual, occupants=()), TKEMALI, until=until)
        found = standings(mixed, TKEMALI, until=until)
        assert {r.slot: (r.place, r.total, r.occupant) for r in found.rows} == {
            r.slot: (r.place, r.total, r.occupant) for r in expected.rows
        }
        assert found.provisional == expected.provisional


def test_a_stage_is_found_by_every_name_that_the_rules_have_for_it():
    assert RULES.find_stage("final", ("отбор", "финал")) == "финал"
    assert RULES.find_stage("ФИНАЛ", ("отбор", "финал")) == "финал"
    assert RULES.find_stage("semi", ("отбор", "финал")) is None
    assert RULES.find_stage("финал", ("final", "finals")) is None, "it could be either"
    other = changed(RULES, "final=3", ("отбор", "финал"))
    assert other is not None
    assert other.stage("финал").weight == 3
    assert other.stage("финал").final
    with pytest.raises(ScoringError, match="there is no stage 'semi'"):
        changed(RULES, "semi=3", ("отбор", "финал"))
