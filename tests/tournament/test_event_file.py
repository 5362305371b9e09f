"""seating-event/1: in and out, its schema, and every wrong place named at once."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from brute_swiss import next_round
from jsonschema import Draft202012Validator

from scoring.protocol import Adjustment, Chair, Game, Occupant, Protocols
from tournament.event_file import (
    EventFileError,
    dump_event,
    parse_event,
    read_event,
    schema,
    write_event,
)
from tournament.event_form import (
    Basis,
    Coefficient,
    Correction,
    Edit,
    Event,
    Lock,
    Player,
    Round,
    Settings,
    Stage,
    When,
)
from tournament.swiss_check import check_event
from tournament.swiss_events import random_event

ROOT = Path(__file__).resolve().parents[2]
ROLES = ("civilian",) * 6 + ("sheriff", "mafia", "mafia", "don")


def dealt(first, count):
    """Return numbers at tables of ten, from one on."""
    numbers = [1 + (first + n) % count for n in range(count)]
    return tuple(tuple(numbers[t : t + 10]) for t in range(0, count, 10))


def protocol(stage, number, table, seats, names, *, result="red"):
    chairs = tuple(
        Chair(seat, names.get(who, f"P{who}"), role, slot=str(who))
        for seat, (who, role) in enumerate(zip(seats, ROLES, strict=True), 1)
    )
    return Game(stage, number, table, result, chairs, first_killed=1, best_move=(8, 9, 2))


def white_nights():
    """Return the White Nights Cup: 40 players, 6 + 3 + 4 rounds, with all that can happen."""
    finalists = tuple(range(1, 11))
    stages = (
        Stage("prelim", 6, modes=("random",) * 3 + ("blocks:2",) * 3,
              settings=Settings(apart=((4, 17),), judge_conflicts=(("Ivan", 7),))),
        Stage("semi-final", 3, weight=Fraction(3, 2), modes=("blocks:2",)),
        Stage("final", 4, weight=Fraction(2), final=True, modes=("final",), players=finalists),
        Stage("fan games", 2, rules="none", modes=("matrix",)),
    )  # fmt: skip
    players = tuple(
        Player(n, f"P{n}", club="Alfa" if n % 3 else "", left=When("final", 1) if n == 40 else None)
        for n in range(1, 41)
    )
    points = {n: Fraction(n, 7) for n in range(1, 41)}
    rounds, games = [], []
    for stage in stages[:2]:
        for number in range(1, stage.rounds + 1):
            tables = dealt(3 * number + len(rounds), 40)
            mode = stage.modes[min(number, len(stage.modes)) - 1]
            k = Coefficient("", 5, 7, Fraction(7, 6))
            basis = Basis(points, (k,)) if mode != "random" else None
            judges = ("Ivan", "Vera", "Oleg", "Anna")
            rounds.append(Round(stage.name, number, mode, tables, judges=judges, basis=basis))
            games += [protocol(stage.name, number, t, s, {}) for t, s in enumerate(tables, 1)]
    rounds[4] = replace(
        rounds[4],
        drawn=dealt(1, 40),
        edits=(Edit("Vera", "16:05", "a lame leg", (3, 9)), Edit("Vera", "16:06", "stream")),
        locks=(
            Lock(7, table=1, seat=2, who="Vera", when="15:50", why="stream"),
            Lock(8, sits=True),
        ),
        seed="its own",
        sizes=(10, 10, 10, 10),
        certificate={"vectors": [[1, 2]], "proved": [True]},
    )
    rounds += [Round("final", n, "final", dealt(n, 10)) for n in range(1, 5)]
    adjustments = (Adjustment("P5", "missed_round", stage="prelim", round=4),)
    corrections = (
        Correction(When("semi-final", 1), adjustment=1, who="Vera", when="13:00", why="late"),
        Correction(
            When("prelim", 6),
            game=("prelim", 2, 1),
            before=replace(games[4], result="black"),
            who="Vera",
            when="17:30",
            why="misread",
        ),
        Correction(When("prelim", 6), game=("prelim", 2, 2)),
    )
    protocols = Protocols(games=tuple(games), adjustments=adjustments)
    return Event(
        "White Nights 2016", players, stages, tuple(rounds), rules="white-nights-2016",
        seed="lottery 7 12 33", protocols=protocols, corrections=corrections,
    )  # fmt: skip


def tkemali():
    """Return the Tkemali Tour: 30 players by a matrix; number 4 is replaced from round 2 on."""
    stages = (
        Stage("qualification", 9, modes=("matrix",)),
        Stage("final", 4, weight=Fraction(6, 5), final=True, modes=("final",),
              players=tuple(range(1, 11))),
    )  # fmt: skip
    players = tuple(Player(n, f"P{n}", team=f"Team {n % 10}") for n in range(1, 31))
    rounds = [Round("qualification", n, "matrix", dealt(7 * n, 30)) for n in range(1, 10)]
    rounds += [Round("final", n, "final", dealt(n, 10)) for n in range(1, 5)]
    games = []
    for round_ in rounds:
        names = {} if round_ is rounds[0] else {4: "Substitute"}
        games += [
            protocol(round_.stage, round_.number, t, seats, names, result="black")
            for t, seats in enumerate(round_.tables, 1)
        ]
    # round 1: number 9 came late, and somebody played for him whose points are nobody's
    chairs = tuple(
        replace(chair, player="Stand-in", substitute=True) if chair.slot == "9" else chair
        for chair in games[0].chairs
    )
    games[0] = replace(games[0], chairs=chairs)
    protocols = Protocols(
        games=tuple(games),
        adjustments=(
            Adjustment("9", "late", stage="qualification", round=1),
            Adjustment("4", "disqualified", stage="qualification", round=1, reason="5.8 a"),
        ),
        occupants=(Occupant("4", "Substitute", "qualification", 2),),
    )
    return Event(
        "Tkemali Tour 2016", players, stages, tuple(rounds), rules="tkemali-2016",
        seed="1", protocols=protocols,
    )  # fmt: skip


def uneven():
    """Return a small event with an empty chair, an absent player, a late one and two sit-outs."""
    players = (Player(1, "A"), Player(2, "B"), Player(3, "C", entered=When("s", 2)), Player(5, "D"))
    rounds = (
        Round("s", 1, "random", ((1, None, 2),), absent=(5,)),
        Round("s", 2, "strict", ((1, 2),), sit_out=(3, 5), locks=(Lock(5, sits=False),)),
    )
    settings = Settings(
        seats=2, uneven=True, least_repeats=False, most_of_club=1, by_team=True,
        fixed_tables=((1, 1),), forbidden_tables=((2, 3),), forbidden_seats=((2, 1),),
        most_meetings=3, most_in_a_row=1,
    )  # fmt: skip
    return Event("", players, (Stage("s", 2, group="main", settings=settings),), rounds)


@pytest.mark.parametrize("make", [white_nights, tkemali, uneven])
def test_what_is_written_is_read_again_and_keeps_to_the_schema(make):
    event = make()
    text = dump_event(event)
    assert parse_event(text) == event
    Draft202012Validator(schema()).validate(json.loads(text))
    assert dump_event(parse_event(text)) == text


def test_the_schema_is_one_itself():
    Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("number", range(12))
def test_random_events_keep_to_the_schema(number):
    event = random_event(f"file {number}", next_round, formats=((2, 2), (3, 1), (2, 3)))
    text = dump_event(event)
    assert parse_event(text) == event
    Draft202012Validator(schema()).validate(json.loads(text))


def test_whole_tournaments_can_be_checked():
    # by hand they are not the best; here only that nothing is missing to recount them
    report = check_event(white_nights())
    assert len(report.rounds) == 13
    assert report.rounds[4].edited
    assert check_event(tkemali()).right


def test_files(tmp_path):
    path = tmp_path / "event.json"
    write_event(uneven(), path)
    assert read_event(path) == uneven()
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert read_event(path) == uneven()


def faults(data):
    with pytest.raises(EventFileError) as caught:
        parse_event(json.dumps(data), source="event.json")
    return caught.value.faults


def plain():
    return json.loads(dump_event(uneven()))


def test_the_example_of_the_page_is_an_event_with_the_points_it_says():
    text = (ROOT / "docs" / "event-file.md").read_text("utf-8")
    example = text.split("```json\n")[1].split("```")[0]
    Draft202012Validator(schema()).validate(json.loads(example))
    report = check_event(parse_event(example))
    assert all(one.recounted for one in report.rounds)
    # 2 and 4 won (2 points each; K = 1, as each colour won one game), 1 lost with half a point
    assert report.right, [finding.sentence() for one in report.rounds for finding in one.findings]
    assert parse_event(dump_event(parse_event(example))) == parse_event(example)


def test_keys_of_ones_own_are_passed_over():
    data = plain()
    data["x-note"] = {"anything": [1]}
    data["players"][0]["x-phone"] = "112"
    data["rounds"][0]["x-hall"] = 2
    assert parse_event(json.dumps(data)) == uneven()
    Draft202012Validator(schema()).validate(data)


def test_every_wrong_field_is_named_with_its_place():
    data = plain()
    data["players"][1]["number"] = "two"
    data["stages"][0]["round"] = 2
    data["rounds"][1]["tables"][0][1] = "B"
    data["rounds"][1]["drawn_by"] = {"points": [[1, "a lot"]]}
    del data["rounds"][0]["mode"]
    found = faults(data)
    assert 'player 2, number holds "two"; a whole number belongs there.' in found
    assert any(
        line.startswith("stage 1, round: there is no such key; did you mean 'rounds'?")
        for line in found
    )
    assert 'round 2, table 1, seat 2 holds "B"; a whole number belongs there.' in found
    assert any("point 1" in line and '"a lot"' in line and "12/5" in line for line in found)
    assert "round 1 has no 'mode'; add it." in found
    assert len(found) == 5


def test_wrong_protocols_keep_their_game_and_seat():
    data = json.loads(dump_event(white_nights()))
    data["protocols"]["games"][2]["seats"][4]["role"] = "cat"
    data["corrections"][1]["before"]["result"] = "blue"
    found = faults(data)
    assert any("protocols" in line and "game 3" in line and "seat 5" in line for line in found)
    assert any("correction 2, before" in line and "blue" in line for line in found)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d["players"].append({"number": 1, "name": "E"}), "Two players have number 1"),
        (lambda d: d["players"].append({"number": 9, "name": "a"}), "Two players are called"),
        (lambda d: d["players"][0].update(number=0), "numbers count from 1"),
        (lambda d: d["players"][0].update(name=" "), "has no name"),
        (lambda d: d["players"][2]["entered"].update(stage="t"), "there is no stage 't'"),
        (lambda d: d["stages"].append(dict(d["stages"][0])), "Two stages are called 's'"),
        (lambda d: d["stages"][0].update(modes=["block:2"]), "the mode 'block:2' is not known"),
        (lambda d: d["stages"][0].update(modes=["blocks:0"]), "the mode 'blocks:0'"),
        (lambda d: d["stages"][0].update(modes=["random"] * 3), "3 modes for 2 rounds"),
        (lambda d: d["stages"][0]["settings"].update(apart=[[1]]), "two different players"),
        (lambda d: d["stages"][0]["settings"].update(apart=[[1, 8]]), "names player 8"),
        (lambda d: d["stages"][0]["settings"].update(most_meetings=0), "most_meetings is 0"),
        (lambda d: d["stages"][0]["settings"].update(seats=1), "a table has 2 or more"),
        (lambda d: d["stages"][0]["settings"].update(fixed_tables=[[1, 1], [1, 2]]), "two tables"),
        (lambda d: d["rounds"].reverse(), "order of play"),
        (lambda d: d["rounds"][1].update(round=3), "the stage has rounds 1 to 2"),
        (lambda d: d["rounds"][1].update(stage="t"), "there is no such stage"),
        (lambda d: d["rounds"][1].update(tables=[[1, 4]]), "names player 4"),
        (lambda d: d["rounds"][1].update(tables=[[]]), "seats nobody"),
        (lambda d: d["rounds"][1].update(judges=["X", "Y"]), "2 judges for 1 tables"),
        (lambda d: d["rounds"][1].update(drawn=[[2, 1]]), "changed after the draw"),
        (lambda d: d["rounds"][1].update(absent=[5]), "sits out and is absent"),
        (lambda d: d["rounds"][1].update(locks=[{"player": 1, "table": 4}]), "tables are 1 to 1"),
        (lambda d: d["rounds"][1].update(locks=[{"player": 1}]), "it says nothing"),
        (
            lambda d: d["rounds"][1].update(locks=[{"player": 1, "seat": 1, "sits": False}]),
            "sits out and has a place",
        ),
        (
            lambda d: d["rounds"][1].update(drawn_by={"points": [[1, 0]]}),
            "points lacks player 2 and 2 more",
        ),
    ],
)
def test_what_does_not_fit_together_is_said(change, words):
    data = plain()
    change(data)
    assert any(words in line for line in faults(data)), faults(data)


def test_protocols_have_to_fit_the_seating():
    event = white_nights()
    first = event.protocols.games[0]

    def said(game, **more):
        protocols = replace(event.protocols, games=(game, *event.protocols.games[1:]), **more)
        with pytest.raises(EventFileError) as caught:
            parse_event(dump_event(replace(event, protocols=protocols)))
        return str(caught.value)

    assert "for which nobody was seated" in said(replace(first, table=5))
    chairs = (replace(first.chairs[0], slot=first.chairs[1].slot), *first.chairs[1:])
    assert "who is seated elsewhere" in said(replace(first, chairs=chairs))
    chairs = (replace(first.chairs[0], slot="Nobody"), *first.chairs[1:])
    assert "neither a number nor a name" in said(replace(first, chairs=chairs))
    stranger = Adjustment("Nobody", "late")
    assert "adjustment 1: 'Nobody' is none" in said(first, adjustments=(stranger,))
    nowhere = Occupant("P4", "New", "no such stage", 1)
    assert "there is no stage 'no such stage'" in said(first, occupants=(nowhere,))
    assert "occupant 1: 'Nobody' is none" in said(first, occupants=(Occupant("Nobody", "New"),))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "is not JSON"),
        ("[]", "an event begins with"),
        ('{"format": "seating-event/2"}', "seating-event/2"),
        ('{"format": "seating-event/1"}', "has no 'players'"),
        ('{"format": "seating-event/1", "players": [], "stages": []}', "There are no players"),
        ('{"format": "seating-event/1", "players": 3, "stages": []}', "players holds 3; a list"),
    ],
)
def test_what_is_no_event_is_refused(text, words):
    with pytest.raises(EventFileError, match="cannot be used") as caught:
        parse_event(text)
    assert words in str(caught.value)


def test_many_faults_are_listed_up_to_a_number():
    data = plain()
    data["players"] = [{"number": "x"} for _ in range(40)]
    with pytest.raises(EventFileError) as caught:
        parse_event(json.dumps(data))
    assert "and 50 more" in str(caught.value)
    assert len(caught.value.faults) == 80
