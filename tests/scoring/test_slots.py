"""Points stay with the slot: substitutes, handovers, and whom an adjustment was about."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from protocol_cases import game, seated

from scoring.check import check_protocols
from scoring.errors import ProtocolError
from scoring.protocol import Adjustment, Occupant, Protocols
from scoring.slots import (
    adjusted_player,
    concerns_last_occupant,
    last_occupants,
    occupant,
    occupants_by_slot,
    past_players,
    replace_player,
    substitute_for_late,
)


def four_rounds() -> Protocols:
    return Protocols((
        game(1, stage="qualification"), game(2, stage="qualification"),
        game(1, stage="final"), game(2, stage="final"),
    ))  # fmt: skip


def test_nobody_replaced():
    them = four_rounds()
    assert occupant(them, "P1") == "P1"
    assert last_occupants(them) == {f"P{n}": f"P{n}" for n in range(1, 11)}
    assert past_players(them, "P4") == ("P4",)
    assert occupants_by_slot(them) == {}


def test_a_disqualified_player_is_replaced():
    """Tkemali Tour 2016, 5.9: the substitute goes on with what the slot has earned."""
    them = replace_player(
        four_rounds(), "P3", "New", stage="qualification", round=2, disqualified=True, reason="5.8"
    )
    assert [one.chair(3).player for one in them.games] == ["P3", "New", "New", "New"]
    assert {one.chair(3).owner for one in them.games} == {"P3"}
    assert them.slots == four_rounds().slots
    assert last_occupants(them)["P3"] == "New"
    assert occupant(them, "P3", stage="qualification", round=1) == "P3"
    assert occupant(them, "P3", stage="final", round=1) == "New"
    assert past_players(them, "P3") == ("P3", "New")
    (out,) = them.adjustments
    assert (out.kind, out.reason) == ("disqualified", "5.8")
    assert adjusted_player(them, out) == "P3"
    assert not concerns_last_occupant(them, out)
    later = Adjustment("P3", "penalty", None, "final", 2)
    assert concerns_last_occupant(them, later)
    # one of no known round is about whoever was there first, as the points have it
    assert not concerns_last_occupant(them, Adjustment("P3", "penalty"))
    assert check_protocols(them) == []


def test_a_slot_is_handed_over_twice():
    them = replace_player(four_rounds(), "P3", "B", stage="qualification", round=2)
    them = replace_player(them, "P3", "C", stage="final", round=2)
    assert [one.chair(3).player for one in them.games] == ["P3", "B", "B", "C"]
    assert past_players(them, "P3") == ("P3", "B", "C")
    assert check_protocols(them) == []


def test_a_substitute_plays_for_a_late_player():
    """Tkemali Tour 2016, 5.6: the first game belongs to nobody, the late one has a mark."""
    them = substitute_for_late(
        four_rounds(), "P3", "Sub", stage="qualification", round=1, reason="40 minutes"
    )
    chair = them.games[0].chair(3)
    assert (chair.player, chair.slot, chair.substitute) == ("Sub", "P3", True)
    assert them.games[1:] == four_rounds().games[1:]
    assert len(them.games) == 4  # it still counts for K
    assert them.adjustments == (Adjustment("P3", "late", None, "qualification", 1, "40 minutes"),)
    assert last_occupants(them)["P3"] == "P3"
    assert "Sub" not in them.slots
    assert check_protocols(them) == []


def test_the_substitute_of_a_late_player_may_then_replace_him():
    """5.6: not there by the second game, the substitute plays on for the disqualified one."""
    them = substitute_for_late(four_rounds(), "P3", "Sub", stage="qualification", round=1)
    them = replace_player(them, "P3", "Sub", stage="qualification", round=2, disqualified=True)
    assert [one.chair(3).player for one in them.games] == ["Sub"] * 4
    assert [one.chair(3).substitute for one in them.games] == [True, False, False, False]
    assert last_occupants(them)["P3"] == "Sub"
    assert [adjusted_player(them, one) for one in them.adjustments] == ["P3", "P3"]
    assert check_protocols(them) == []


def test_what_cannot_be():
    them = four_rounds()
    with pytest.raises(ProtocolError, match="no slot Q"):
        replace_player(them, "Q", "New", stage="final", round=2)
    with pytest.raises(ProtocolError, match="P4 occupies slot P4"):
        replace_player(them, "P3", "P4", stage="final", round=2)
    handed = replace_player(them, "P3", "New", stage="final", round=1)
    with pytest.raises(ProtocolError, match="later round"):
        replace_player(handed, "P3", "Other", stage="qualification", round=2)
    with pytest.raises(ProtocolError, match="no game of its own in round 9"):
        substitute_for_late(them, "P3", "Sub", stage="final", round=9)


def test_numbered_slots():
    one = seated(game(1), 1, player="Anna", slot="17")
    them = Protocols((one, seated(game(2), 1, player="Boris", slot="17")))
    assert last_occupants(them)["17"] == "Boris"
    assert occupant(them, "17", stage="main", round=1) == "Anna"
    assert past_players(them, "17") == ("Anna", "Boris")
    written = replace(them, occupants=(Occupant("17", "Anna"), Occupant("17", "Boris", "main", 2)))
    assert check_protocols(written) == []
    assert occupants_by_slot(written)["17"] == written.occupants


def test_an_adjusted_slot_without_games_shows_itself():
    them = replace(four_rounds(), adjustments=(Adjustment("Q", "withdrawn"),))
    assert last_occupants(them)["Q"] == "Q"
    assert past_players(them, "Q") == ("Q",)


def test_whoever_is_replaced_before_the_start_never_had_the_slot():
    them = replace_player(
        four_rounds(), "P3", "New", stage="qualification", round=1, disqualified=True
    )
    assert [one.chair(3).player for one in them.games] == ["New"] * 4
    assert them.adjustments == ()
    assert past_players(them, "P3") == ("New",)
    assert check_protocols(them) == []


def test_disqualified_between_two_stages():
    them = replace_player(four_rounds(), "P3", "New", stage="final", round=1, disqualified=True)
    (out,) = them.adjustments
    assert adjusted_player(them, out) == "P3"
    assert not concerns_last_occupant(them, out)
    assert check_protocols(them) == []


def test_the_stage_may_be_left_out_where_there_is_one():
    them = Protocols((game(1), game(2)))
    handed = replace_player(them, "P3", "New", round=2)
    assert handed.occupants == (Occupant("P3", "P3"), Occupant("P3", "New", "main", 2))
    assert occupant(handed, "P3", round=1) == "P3"
    assert occupant(handed, "P3", round=2) == "New"
    with pytest.raises(ProtocolError, match="Say in which stage"):
        replace_player(four_rounds(), "P3", "New", round=2)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.tuples(st.integers(1, 10), st.integers(2, 6)), unique=True, max_size=6))
def test_handing_over_changes_players_and_nothing_else(handovers):
    """Whatever is handed over: the slots, the games and whose they are stay as they were."""
    before = Protocols(tuple(game(number) for number in range(1, 7)))
    them = before
    for number, (seat, round) in enumerate(sorted(handovers, key=lambda one: one[1])):
        them = replace_player(them, f"P{seat}", f"New {number}", round=round)
    assert them.slots == before.slots
    assert check_protocols(them) == []
    for one, two in zip(before.games, them.games, strict=True):
        assert [chair.owner for chair in one.chairs] == [chair.owner for chair in two.chairs]
        for chair in two.chairs:
            assert occupant(them, chair.owner, round=two.round) == chair.player
            assert chair.player in past_players(them, chair.owner)
    shown = last_occupants(them)
    assert shown == {chair.owner: chair.player for chair in them.games[-1].chairs}
