"""Every rule that protocols are checked by has a mutant that breaks it and nothing else."""

from dataclasses import replace
from fractions import Fraction

import pytest
from protocol_cases import TEN, game, seated

from scoring.check import check_protocols, check_valid
from scoring.errors import ProtocolError
from scoring.files.csv_form import protocols as read_rows
from scoring.protocol import Adjustment, Exit, Occupant, Protocols

F = Fraction


def sound() -> Protocols:
    """Two rounds of two tables with everything that may stand in a protocol."""
    first = game(1, 1, first_killed=3, best_move=(7, 8, 10), judge="J")
    first = seated(first, 3, exit=Exit("night", 1), extras=(F(1, 2),))
    first = seated(first, 8, exit=Exit("fouls", 2), fouls=4, penalties=(("judge", F(-1, 2)),))
    first = seated(first, 9, exit=Exit("vote", 1), tech_fouls=1)
    second = seated(game(2, 1), 1, player="New", slot="P1")
    return Protocols(
        (first, game(1, 2, first=10), second, game(2, 2, first=10)),
        adjustments=(
            Adjustment("P2", "late", None, "main", 1),
            Adjustment("P3", "bonus", F(1)),
            Adjustment("P4", "penalty", F(-2)),
        ),
        occupants=(Occupant("P1", "P1"), Occupant("P1", "New", "main", 2)),
        teams={"P1": "Red"},
    )


def first(**fields):
    def change(them: Protocols) -> Protocols:
        return replace(them, games=(replace(them.games[0], **fields), *them.games[1:]))

    return change


def seat(number, /, *, at=0, **fields):
    def change(them: Protocols) -> Protocols:
        games = list(them.games)
        games[at] = seated(games[at], number, **fields)
        return replace(them, games=tuple(games))

    return change


def whole(**fields):
    return lambda them: replace(them, **fields)


def without_seat_five(them: Protocols) -> Protocols:
    one = them.games[0]
    chairs = tuple(chair for chair in one.chairs if chair.seat != 5)
    return first(chairs=chairs)(them)


def a_game_more(them: Protocols) -> Protocols:
    return replace(them, games=(*them.games, game(2, 2, first=20)))


MUTANTS = [
    ("game_number", first(round=0), 0),
    ("game_number", first(table=0), 0),
    ("result", first(result="blue"), 0),
    ("factor", first(factor=F(0)), 0),
    ("seat_missing", without_seat_five, 5),
    ("seat_twice", seat(5, seat=6), 6),
    ("seat_unknown", seat(5, seat=11), 11),
    ("roles", seat(1, role="don"), 0),
    ("roles", seat(1, role="doctor"), 0),
    ("no_player", seat(2, player=""), 2),
    ("player_twice", seat(2, player="P3"), 3),
    ("fouls", seat(1, fouls=5), 1),
    ("fouls", seat(1, fouls=-1), 1),
    ("tech_fouls", seat(1, tech_fouls=-1), 1),
    ("penalty_sign", seat(1, penalties=(("judge", F(1, 2)),)), 1),
    ("fouls_no_exit", seat(1, fouls=4), 1),
    ("exit", seat(1, exit=Exit("bored")), 1),
    ("exit_number", seat(1, exit=Exit("vote", 0)), 1),
    ("exit_fouls", seat(1, exit=Exit("fouls", 1), fouls=3), 1),
    ("night_twice", seat(1, exit=Exit("night", 1)), 3),
    ("night_one", seat(2, at=1, exit=Exit("night", 1)), 2),
    ("first_killed", first(first_killed=11, best_move=()), 0),
    ("first_killed_exit", seat(3, exit=Exit("vote", 1)), 3),
    ("first_killed_exit", seat(3, exit=Exit("night", 2)), 3),
    ("best_move_nobody", first(first_killed=None), 0),
    ("best_move_long", first(best_move=(7, 8, 9, 10)), 3),
    ("best_move_twice", first(best_move=(7, 8, 8)), 3),
    ("best_move_self", first(best_move=(3, 8, 9)), 3),
    ("best_move_seat", first(best_move=(7, 8, 12)), 3),
    ("best_move_hits", first(hits_told=3), 3),
    ("best_move_hits", first(best_move=(), hits_told=4), 3),
    ("game_twice", a_game_more, 0),
    ("player_in_two_games", seat(4, at=1, player="P4"), 4),
    ("slot_in_two_games", seat(4, at=1, slot="S"), 4),
    ("adjustment_slot", whole(adjustments=(Adjustment("nobody", "late"),)), 0),
    ("adjustment_kind", whole(adjustments=(Adjustment("P1", "rude"),)), 0),
    ("adjustment_stage", whole(adjustments=(Adjustment("P1", "late", None, "final"),)), 0),
    ("adjustment_sign", whole(adjustments=(Adjustment("P1", "penalty", F(2)),)), 0),
    ("adjustment_sign", whole(adjustments=(Adjustment("P1", "bonus", F(-2)),)), 0),
    (
        "missed_and_played",
        whole(adjustments=(Adjustment("P1", "missed_round", None, "main", 1),)),
        0,
    ),
    ("round_beyond", whole(adjustments=(Adjustment("P1", "late", None, "main", 3),)), 0),
    ("round_beyond", whole(adjustments=(Adjustment("P1", "withdrawn", None, "main", 4),)), 0),
    ("round_beyond", whole(occupants=(Occupant("P2", "P2"), Occupant("P2", "X", "main", 4))), 0),
    ("occupant_nobody", whole(occupants=(Occupant("P2", ""),)), 0),
    ("team_slot", whole(teams={"nobody": "Red"}), 0),
    ("occupant_slot", whole(occupants=(Occupant("nobody", "X"),)), 0),
    ("occupant_stage", whole(occupants=(Occupant("P2", "P2", "final", 1),)), 0),
    ("occupant_stage", whole(occupants=(Occupant("P2", "P2", "", 2),)), 0),
    (
        "occupant_order",
        whole(occupants=(Occupant("P1", "New", "main", 2), Occupant("P1", "P1", "main", 1))),
        0,
    ),
    (
        "not_the_occupant",
        whole(occupants=(Occupant("P1", "P1"), Occupant("P1", "Another", "main", 2))),
        1,
    ),
]


def test_sound_protocols_have_no_fault():
    assert check_protocols(sound()) == []
    check_valid(sound())


@pytest.mark.parametrize(("code", "change", "seat"), MUTANTS)
def test_a_mutant_of_each_rule_is_found(code, change, seat):
    them = sound()
    if code == "slot_in_two_games":  # the same slot at both tables of round 1
        them = change_of_seat_five(them)
    faults = check_protocols(change(them))
    assert {fault.code for fault in faults} - BESIDES.get(code, set()) == {code}
    mine = [fault for fault in faults if fault.code == code]
    assert len(mine) == 1
    assert mine[0].seat == seat
    assert mine[0].mend
    if mine[0].seat:
        assert f"seat {mine[0].seat}: " in str(mine[0])


BESIDES = {
    # a seat that is missing or wrong takes its role with it, or leaves its own seat empty
    "seat_missing": {"roles"},
    "seat_twice": {"seat_missing"},
    "seat_unknown": {"seat_missing"},
    # who leaves in the first night without being the first killed
    "night_twice": {"night_one"},
    "first_killed": {"night_one"},
    "best_move_nobody": {"night_one"},
}


def change_of_seat_five(them: Protocols) -> Protocols:
    return seat(5, slot="S")(them)


def test_all_faults_come_at_once():
    them = sound()
    for change in (seat(1, fouls=5), seat(2, player=""), first(best_move=(7, 7, 3))):
        them = change(them)
    codes = [fault.code for fault in check_protocols(them)]
    assert codes == ["no_player", "fouls", "best_move_twice", "best_move_self"]
    with pytest.raises(ProtocolError) as raised:
        check_valid(them)
    assert len(raised.value.faults) == 4
    assert all(fault in str(raised.value) for fault in raised.value.faults)
    assert "main, round 1, table 1, seat 1: 5 fouls cannot be; write 0 to 4." in str(raised.value)


def test_the_rules_may_state_another_game():
    one = game()
    roles = ("civilian", "sheriff", "mafia", "civilian")
    four = (replace(chair, role=role) for chair, role in zip(one.chairs, roles, strict=False))
    small = replace(one, chairs=tuple(four))
    them = Protocols((small,))
    assert check_protocols(them)
    roles = {"civilian": 2, "sheriff": 1, "mafia": 1}
    assert check_protocols(them, seats=4, roles=roles) == []


def test_a_substitute_may_sit_for_a_slot_that_is_not_his():
    them = sound()
    games = (seated(them.games[0], 2, player="Sub", slot="P2", substitute=True), *them.games[1:])
    assert check_protocols(replace(them, games=games)) == []


def test_every_role_is_dealt_as_often_as_the_rules_say():
    assert sorted(chair.role for chair in game().chairs) == sorted(TEN)


def test_a_stage_may_be_still_to_come():
    them = sound()
    final = Occupant("P2", "Heir", "final", 1)
    late = Adjustment("P3", "late", None, "final", 1)
    them = replace(
        them, occupants=(*them.occupants, Occupant("P2", "P2"), final), adjustments=(late,)
    )
    codes = [fault.code for fault in check_protocols(them)]
    assert codes == ["adjustment_stage", "occupant_stage"]
    assert check_protocols(them, stages=["final"]) == []


def test_rows_about_something_else_are_named_by_their_line():
    rows = [
        ["row", "stage", "round", "seat", "player", "role", "result", "slot", "kind"],
        *(["", "main", "1", str(n), f"P{n}", c.role, "red", "", ""]
          for n, c in enumerate(game(1).chairs, start=1)),
        ["occupant", "main", "1", "", "", "", "", "P1", ""],
        ["adjustment", "main", "1", "", "", "", "", "P2", "missed_round"],
        ["adjustment", "main", "7", "", "", "", "", "P3", "late"],
    ]  # fmt: skip
    said = [str(fault) for fault in check_protocols(read_rows("g.csv", rows))]
    assert [text.split(":")[0] for text in said] == [
        "g.csv, line 13", "g.csv, line 14", "g.csv, line 12"
    ]  # fmt: skip
    assert "he sat at a table in round 1 (main, round 1, table 1)" in said[0]
    assert "round 7 of main is not played; the last one is 1" in said[1]
    assert "no name stands there; name the player" in said[2]


def test_a_missed_round_that_a_substitute_played_is_no_fault():
    them = seated(game(1), 1, player="Sub", slot="P1", substitute=True)
    missed = Adjustment("P1", "missed_round", None, "main", 1)
    assert check_protocols(Protocols((them, game(2)), adjustments=(missed,))) == []
    out = Adjustment("P1", "disqualified", None, "main", 3)  # before the round to come
    assert check_protocols(Protocols((them, game(2)), adjustments=(out,))) == []
