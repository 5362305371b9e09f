import json
from dataclasses import replace

import numpy as np
import pytest
from foreign_cases import case
from hypothesis import given, settings
from hypothesis import strategies as st

from schedules import Problem, Schedule
from schedules.errors import ForeignFileError
from schedules.foreign.mafia_schedule import (
    mafia_schedule_text,
    participants_text,
    read_mafia_schedule,
    read_participants,
)
from schedules.foreign.reading import detect, read_any
from schedules.measures import (
    measure,
    meetings,
    pair_values,
    sitting_out,
    together_out,
)
from schedules.verify import verify

FILE_25, FILE_12 = (f"schedules/mafia_schedule_{name}.json" for name in ("25_2_10x8", "12_1_12x10"))


def unevenness(schedule):
    """Sum of (λ - μ)² over the pairs."""
    met = pair_values(meetings(schedule))
    return float(((met - met.mean()) ** 2).sum())


def test_25_players_are_read_and_measured():
    path = case(FILE_25)
    assert detect(path) == "mafia-schedule"
    reading = read_any(path)
    schedule = reading.schedule
    assert reading.notes == ()
    assert schedule.problem == Problem(25, 2, 10, 10, 8)
    assert verify(schedule) == []
    assert measure(schedule).spread == 2984
    assert unevenness(schedule) == pytest.approx(284)


def test_25_players_always_sit_out_with_the_same_four():
    schedule = read_any(case(FILE_25)).schedule
    together = together_out(schedule)
    assert sitting_out(schedule).sum(axis=0).tolist() == [2] * 25
    groups = {tuple(sorted([p, *np.flatnonzero(together[p] == 2).tolist()])) for p in range(25)}
    assert len(groups) == 5
    assert {len(group) for group in groups} == {5}
    assert set(np.unique(together)) == {0, 2}


def test_12_players_are_read_and_measured():
    schedule = read_any(case(FILE_12)).schedule
    assert schedule.problem == Problem(12, 1, 12, 10, 10)
    assert verify(schedule) == []
    assert measure(schedule).spread == 4428
    assert unevenness(schedule) == pytest.approx(9.82, abs=0.005)


def test_their_program_reads_what_we_write(tkemali, peer_25):
    peer = pytest.importorskip("mafia_schedule", reason="mafia-schedule is not installed")
    for schedule in (tkemali, peer_25):
        theirs = peer.Schedule.fromJson(json.loads(mafia_schedule_text(schedule)))
        theirs.validate()
        assert theirs.numAttempts == schedule.problem.games_per_player
    named = tkemali.with_players([f"Игрок {n}" for n in range(30)])
    player = pytest.importorskip("mafia_schedule.player")
    people = player.Participants.fromJson(json.loads(participants_text(named)))
    assert [people.find(n).name for n in range(30)] == list(named.players)


def pairs_apart(num_rounds=2):
    """6 players in 3 teams of 2, at two tables of 3; teams by blocks never meet."""
    rounds = [[[0, 2, 4], [1, 3, 5]], [[0, 3, 5], [1, 2, 4]]][:num_rounds]
    return Schedule(Problem(6, 2, num_rounds, 3), np.array(rounds))


def stated_teams(schedule, count):
    data = json.loads(mafia_schedule_text(schedule))
    data["configuration"]["numTeams"] = count
    return json.dumps(data)


def test_teams_are_found_where_only_one_way_fits():
    schedule = pairs_apart()
    reading = read_mafia_schedule(stated_teams(schedule, 3))
    assert reading.schedule.problem.teams == ((0, 1), (2, 3), (4, 5))
    assert reading.notes == ()
    assert verify(reading.schedule) == []
    text = mafia_schedule_text(reading.schedule)
    assert json.loads(text)["configuration"]["numTeams"] == 3
    assert read_mafia_schedule(text).schedule == reading.schedule


def test_teams_by_turns():
    turned = np.array([0, 3, 1, 4, 2, 5])[pairs_apart().seating]
    schedule = Schedule(pairs_apart().problem, turned)
    assert read_mafia_schedule(stated_teams(schedule, 3)).schedule.problem.teams == (
        (0, 3),
        (1, 4),
        (2, 5),
    )


@pytest.mark.parametrize("count", [2, 4, 6])
def test_teams_that_the_seats_do_not_tell_are_left_out_and_said(count):
    reading = read_mafia_schedule(stated_teams(pairs_apart(), count))
    assert reading.schedule.problem.teams == ()
    assert [note.code for note in reading.notes] == ["teams"]


@pytest.mark.parametrize("count", [0, 1])
def test_no_teams(count):
    assert read_mafia_schedule(stated_teams(pairs_apart(), count)).notes == ()
    assert "numTeams" not in mafia_schedule_text(pairs_apart())


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda d: d.pop("games"), '"games" is missing'),
        (lambda d: d["configuration"].pop("numTables"), '"configuration", "numTables" is missing'),
        (lambda d: d.update(games=[]), '"games" holds nobody'),
        (
            lambda d: d["games"][1]["players"].__setitem__(2, "Anna"),
            '"games", entry 2, "players", entry 3 holds "Anna"; a whole number belongs there',
        ),
        (lambda d: d["games"][1]["players"].pop(), "id 1 has 3 players and others have 4"),
        (lambda d: d["games"][1]["players"].__setitem__(2, 8), "holds player 8; .* 0 to 7"),
        (lambda d: d["games"][1].update(id=0), 'two games have the "id" 0'),
        (lambda d: d["rounds"].pop(), "states 3 rounds and 6 games and there are 2 and 6"),
        (lambda d: d["rounds"][0]["gameIds"].pop(), "the game with the id 1 stands in no round"),
        (lambda d: d["rounds"][0]["gameIds"].append(1), "the id 1 stands in rounds 2 times"),
        (lambda d: d["rounds"][0]["gameIds"].append(9), "round 1 names the game 9"),
        (lambda d: d["configuration"].update(numTables=1), "2 games for 1 tables"),
        (lambda d: d["configuration"].update(numTables=10**9), "more than any tournament has"),
        (lambda d: d["configuration"].update(numPlayers=10**12), "more than any tournament has"),
    ],
)
def test_what_is_wrong_and_where(full, change, says):
    data = json.loads(mafia_schedule_text(full))
    change(data)
    with pytest.raises(ForeignFileError, match=says):
        read_mafia_schedule(json.dumps(data))


@pytest.mark.parametrize("text", ["", "[]", "{", '"x"', "1" * 5000, "[" * 100_000, '"\\ud800"'])
def test_odd_json(text):
    with pytest.raises(ForeignFileError):
        read_mafia_schedule(text)
    with pytest.raises(ForeignFileError):
        read_participants(text)


def test_what_it_cannot_say(idle, waiting):
    turned = replace(idle, seating=idle.seating[:, ::-1])
    with pytest.raises(ForeignFileError, match="Round 2 has an idle table before one that plays"):
        mafia_schedule_text(turned)
    seating = waiting.seating.copy()
    seating[2, 0, 1] = -1
    with pytest.raises(ForeignFileError, match="Round 3 has an empty chair"):
        mafia_schedule_text(replace(waiting, seating=seating))


@settings(deadline=None)
@given(st.lists(st.text(min_size=1).filter(str.strip), min_size=1))
def test_participants_in_any_order(names):
    people = [{"id": n, "name": name} for n, name in enumerate(names)]
    try:
        read = read_participants(json.dumps({"people": people[::-1]}))
    except ForeignFileError:
        return  # a name of nothing that can be seen
    assert len(read) == len(names)


@pytest.mark.parametrize(
    ("people", "says"),
    [
        ([{"id": 1, "name": "a"}], "has the id 1 where 0 is due"),
        ([{"id": 0, "name": "a"}, {"id": 0, "name": "b"}], "has the id 0 where 1 is due"),
        ([{"id": 0, "name": " "}], "id 0 has no name"),
        ([{"id": 0}], '"people", entry 1, "name" is missing'),
    ],
)
def test_participants_that_are_wrong(people, says):
    with pytest.raises(ForeignFileError, match=says):
        read_participants(json.dumps({"people": people}))


def test_names_for_other_players(full):
    with pytest.raises(ForeignFileError, match="2 names for 8 players"):
        read_mafia_schedule(mafia_schedule_text(full), names=("a", "b"))


def test_players_who_play_more_or_less_are_said():
    rounds = [[[0, 1]], [[0, 2]], [[3, 4]]]
    schedule = read_mafia_schedule(
        json.dumps(
            {
                "configuration": {
                    "numPlayers": 5, "numTables": 1, "numRounds": 3, "numGames": 3,
                    "numAttempts": 1,
                },
                "rounds": [{"id": r, "gameIds": [r]} for r in range(3)],
                "games": [{"id": r, "players": rounds[r][0]} for r in range(3)],
            }
        )
    )  # fmt: skip
    assert schedule.schedule.problem.other_games == ((0, 2),)
    assert schedule.notes[0].values == {"count": 1, "usual": 1, "players": "1 (2)"}
    assert verify(schedule.schedule) == []
