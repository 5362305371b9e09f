"""The Tkemali Tour: the final times 1.2, a late player, a disqualified one and who replaces him."""

from dataclasses import replace
from fractions import Fraction as F

import pytest
from hand_made import replaced

from scoring.errors import ProtocolError, ScoringError
from scoring.explain import explain
from scoring.protocol import Adjustment, Protocols
from scoring.rules_file import load_rules
from scoring.sheets.html import html_sheet
from scoring.sheets.views import game_lines, replaced_lines
from scoring.standings import cut, standings

RULES = load_rules("tkemali-2016")

# By hand. Odd games are red wins: 5 of the 9, and 2 of the 4 of the final; so red won 7 of 13,
# black 6: K = 2 - 2 x 6/13 = 14/13 for the black wins. Seat 5 is always red.
QUALIFICATION = 4 * 2  # games 3, 5, 7, 9; game 1 was played by a substitute, for nobody
FINAL = 2 * 2 * F("1.2")


def test_the_substitute_has_what_was_earned_and_not_what_was_lost():
    row = standings(replaced(), RULES).row("5")
    assert row.occupant == "New5"
    assert row.total == QUALIFICATION + FINAL == F("12.8")
    assert row.tally.adjustments == 0
    assert row.award
    assert row.tally.final
    assert row.tally.games == 12, "not the game of the substitute"


def test_a_red_neighbour_has_game_1_as_well():
    table = standings(replaced(), RULES)
    assert table.row("4").total == 5 * 2 + FINAL
    black = (4 + 2 * F("1.2")) * 2 * F(14, 13)
    assert table.row("10").total == black
    assert table.difficulty[""].coefficient == F(14, 13), "the substitute's game counts for K"


def test_the_other_reading_passes_the_fine_on():
    inherited = replace(RULES, inherit_penalties=True)
    assert standings(replaced(), inherited).row("5").total == QUALIFICATION + FINAL - 2


def test_before_he_was_replaced_the_late_one_stands_there_himself():
    table = standings(replaced(), RULES, until=("qualification", 2))
    row = table.row("5")
    assert row.occupant == "Late5"
    assert row.total == -2, "late is -2, and game 2 is lost"
    assert table.provisional
    # K as of then is that of two games, one won by each team
    assert table.difficulty[""].coefficient == 1


def test_disqualified_without_a_substitute_he_is_out_and_the_next_one_goes_on():
    found = replace(
        replaced(),
        occupants=(),
        adjustments=(Adjustment("2", "disqualified", None, "qualification", 9),),
    )
    table = standings(found, RULES, until=("qualification", 9))
    assert [row.slot for row in table.apart] == ["2"]
    assert table.apart[0].barred == ("disqualified",)
    going = cut(table, 5)
    names = {row.slot for row in (*going.chosen, *going.undecided)}
    assert "2" not in names
    assert [row.slot for row in going.skipped] == ["2"]


def test_the_explanation_adds_up():
    found = explain(replaced(), RULES, "New5")
    assert len(found.games) == 12
    assert sum((score.total for score in found.games), F(0)) == found.points == F("12.8")
    assert [adjustment.kind for adjustment, _ in found.adjustments] == ["late", "disqualified"]
    assert [points for _, points in found.adjustments] == [0, 0]
    weights = {score.game.stage: score.weights for score in found.games if score.parts}
    assert weights == {"qualification": (1,), "final": (F("1.2"),)}


def test_the_standing_of_a_stage_is_of_its_games_alone():
    table = standings(replaced(), RULES, stage="final")
    assert table.row("5").total == FINAL
    assert len(table.rows) == 10


@pytest.mark.parametrize("name", ["5", "New5", "new5"])
def test_a_line_is_found_by_slot_and_by_name(name):
    assert standings(replaced(), RULES).row(name).slot == "5"


def test_a_stage_that_is_not_played_yet():
    with pytest.raises(ScoringError, match="No game of the stage 'final' counts yet"):
        standings(replaced(), RULES, stage="final", until=("qualification", 1))
    assert standings(Protocols(()), RULES).rows == ()


def with_adjustments(*them):
    return replace(replaced(), occupants=(), adjustments=them)


def test_a_missed_game_bars_from_awards_unless_by_a_recorded_lateness():
    """Tkemali 5.5: no award for who misses a game; 5.6: but for the one he was late for."""
    missed = Adjustment("2", "missed_round", None, "qualification", 3)
    row = standings(with_adjustments(missed), RULES).row("2")
    assert row.barred == ("missed_round",)
    assert row.tally.adjustments == 0
    first = Adjustment("2", "missed_round", None, "qualification", 1)
    late = Adjustment("2", "late", None, "qualification", 1)
    row = standings(with_adjustments(first, late), RULES).row("2")
    assert row.award
    assert row.tally.adjustments == -2


@pytest.mark.parametrize(
    ("rules", "kind", "said"),
    [
        ("fiim-v7", "missed_round", "a missed round without points"),
        ("white-nights-2016", "late", "lateness without points"),
    ],
)
def test_what_the_rules_do_not_know_is_never_a_silent_zero(rules, kind, said):
    own = load_rules(rules)
    given = Adjustment("2", kind, None, "qualification", 3)
    with pytest.raises(ProtocolError, match=said) as caught:
        standings(with_adjustments(given), own)
    assert "take rules that know it" in str(caught.value)
    for points in (F(0), F(-1)):
        table = standings(with_adjustments(replace(given, points=points)), own)
        assert table.row("2").tally.adjustments == points


def test_the_replaced_one_is_listed_with_the_reason_and_from_when():
    table = standings(replaced(), RULES)
    (gone,) = table.replaced
    assert (gone.player, gone.slot, gone.kind) == ("Late5", "5", "disqualified")
    assert (gone.stage, gone.round) == ("qualification", 3)
    assert (gone.successor, gone.since) == ("New5", ("qualification", 4))
    assert replaced_lines(table, "en") == [
        "Late5 (No. 5): disqualified (qualification, round 3); New5 goes on in his place (from "
        "qualification, round 4)."
    ]
    assert table.row("Late5").occupant == "New5", "his slot is found by his name as well"
    assert standings(replaced(), RULES, until=("qualification", 2)).replaced == ()
    assert standings(replaced(), RULES, until=("qualification", 3)).replaced == ()
    page = html_sheet(table, lang="ru")
    assert "вместо него играет New5" in page
    assert "Вне зачёта" in page


def test_the_explanation_says_who_played_and_what_is_not_passed_on():
    found = explain(replaced(), RULES, "5")
    assert found.players == ("Late5", "New5")
    assert found.about == ("Late5", "Late5")
    lines = game_lines(found, RULES, "en")
    # rounds 2 and 3 are Late5's, 4 to 9 and the four of the final are New5's
    assert [line.player for line in lines] == ["Late5"] * 2 + ["New5"] * 10 + ["Late5"] * 2
    late, out = lines[-2:]
    assert late.points == out.points == 0
    assert late.terms == (
        "-2 was of Late5 and is not passed on to New5, who starts with the points that were earned"
    )
    assert out.terms == ""
    other = explain(replaced(), RULES, "4")
    assert {line.player for line in game_lines(other, RULES, "en")} == {""}
