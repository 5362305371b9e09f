"""Tkemali 2016 from the players file to the archive: 30 players, 9 + 4 rounds; rules 5.4-5.9."""

import csv
import io
import itertools
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from event_runs import Desk
from recount import recount

from schedules.files import read_schedule
from schedules.verify import verify
from scoring.check import check_valid
from scoring.files import read_protocols
from scoring.rules_file import load_rules
from scoring.standings import standings
from tournament.event_file import read_event
from tournament.swiss_check import check_event

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def desk(tmp_path, capsys):
    """An event whose slots and qualification are drawn, with two substitutes in the pool."""
    desk = Desk(tmp_path, capsys)
    desk.ok("new", "--format", "tkemali-2016")
    desk.ok("register", desk.players(32), "--state", "paid")
    for name in ("Sub A", "Sub B"):
        desk.ok("register", "--player", name, "--substitute")
    desk.ok("draw", "--seed", "lottery 9 9 9")
    return desk


def seated(desk, round_, table=1, seat=1):
    return desk.json("print", "--round", round_)["tables"][table - 1][seat - 1]["name"]


def row_of(desk, name):
    return desk.table()[name]


def test_the_matrix_is_the_best_known_one(desk):
    """2.5: everyone plays with everyone; 30 of the 32 who paid play, two wait."""
    rounds = [desk.json("print", "--round", f"qualification:{n}")["tables"] for n in range(1, 10)]
    met = set()
    for tables in rounds:
        for table in tables:
            met |= {frozenset(p) for p in itertools.combinations([s["name"] for s in table], 2)}
    assert len(met) == 30 * 29 // 2
    assert "Player 31" not in {name for pair in met for name in pair}


@pytest.mark.slow
def test_three_judges_record_at_once(desk, tmp_path):
    """Three processes, a table each: all protocols are there, and nobody hears of a lock."""
    rows = desk.games()
    files = [desk.file([r for r in rows if r["table"] == n], f"t{n}.csv") for n in (1, 2, 3)]
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "desk", "event", "record", desk.event, str(file)],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for file in files
    ]  # fmt: skip
    for process in running:
        _, said = process.communicate(timeout=120)
        assert process.returncode == 0, said
    assert desk.json("status")["recorded"] == 3
    assert desk.json("status")["open"] == ["qualification", 2]


def test_5_4_who_refuses_to_go_on_is_disqualified(desk):
    desk.play()
    who = seated(desk, "qualification:2")
    assert "--why" in desk.no("withdraw", who)
    desk.ok("withdraw", who, "--why", "went home")
    assert seated(desk, "qualification:2") == "Sub A"
    assert "plays no more" in desk.no("withdraw", who, "--why", "went home")
    status = desk.ok("status")
    assert "substitutes free: 1" in status


def test_5_5_a_missed_game_disqualifies(desk):
    desk.play()
    who = seated(desk, "qualification:2")
    said = desk.no("missed", who)
    assert "disqualified" in said
    assert "seating event disqualify" in said
    desk.ok("disqualify", who, "--why", "missed game 2")
    desk.play()
    assert who not in desk.table()


def test_5_6_late_on_day_1(desk):
    """More than 30 minutes: -2, a substitute plays game 1 only, and his points are nobody's."""
    who = seated(desk, "qualification:1")
    assert "no lateness" in desk.no("late", who, "--minutes", "30")
    desk.ok("late", who, "--minutes", "31")
    assert seated(desk, "qualification:1") == "Sub A"
    desk.play()
    assert row_of(desk, who)["games"] == 0
    assert row_of(desk, who)["points"] == "-2"
    assert seated(desk, "qualification:2", *_place(desk, 2, who)) == who
    assert "not the first of a day" in desk.no("late", who, "--minutes", "45")
    desk.play()
    assert row_of(desk, who)["games"] == 1


def test_5_6_absent_at_game_2(desk):
    """Disqualified; the substitute of game 1 stays, from nothing: the -2 is not passed on."""
    who = seated(desk, "qualification:1")
    desk.ok("late", who, "--minutes", "40", "--substitute", "Sub B")
    desk.play()
    desk.ok("disqualify", who, "--why", "not there at game 2 (5.6)")
    row = row_of(desk, "Sub B")
    assert (row["points"], row["games"], row["barred"]) == ("0", 0, [])
    assert who not in desk.table()
    desk.play()
    assert row_of(desk, "Sub B")["games"] == 1


def test_5_6_two_are_late(desk):
    """Nobody stands in twice in a round, nor takes a place over while he stands in elsewhere."""
    one, two, three = (seated(desk, "qualification:1", 1, seat) for seat in (1, 2, 3))
    desk.ok("late", one, "--minutes", "40")
    assert "for another" in desk.no("late", two, "--minutes", "40", "--substitute", "Sub A")
    desk.ok("late", two, "--minutes", "40")
    assert seated(desk, "qualification:1", 1, 2) == "Sub B"
    assert "Nobody is free" in desk.no("late", three, "--minutes", "40")
    said = desk.ok("disqualify", three, "--why", "5.8")
    assert "No substitute is free" in said
    assert seated(desk, "qualification:1", 1, 3) == ""
    desk.play()


def test_5_7_late_on_day_2(desk):
    for _ in range(7):
        desk.play()
    who = seated(desk, "qualification:8")
    said = desk.no("late", who, "--minutes", "31")
    assert "late on day 2" in said
    desk.ok("disqualify", who, "--why", "late on day 2 (5.7)")
    assert seated(desk, "qualification:8") == "Sub A"


def test_5_8_and_5_9_the_points_pass_on(desk):
    """A reason of 5.8 is kept; the substitute begins with what was earned."""
    for _ in range(3):
        desk.play()
    best = desk.json("standings")["rows"][0]
    who = best["name"]
    assert "--why" in desk.no("disqualify", who)
    desk.ok("disqualify", who, "--why", "5.8 b: a hint from the hall")
    row = row_of(desk, "Sub A")
    assert (row["points"], row["slot"]) == (best["points"], best["slot"])
    assert row["place"] == 1


def test_5_9_without_a_substitute_the_chair_is_kept_until_one_comes(desk):
    """The decision stands at once, and it is said how a substitute is put in later."""
    for n in (1, 2):
        desk.ok("disqualify", str(n), "--why", "5.8")
    said = " ".join(desk.ok("disqualify", "3", "--why", "5.8").split())
    assert "his points are nobody's" in said
    assert 'register EVENT --player "NAME" --substitute' in said
    assert "replace EVENT 3 --substitute" in said
    desk.play()
    desk.ok("register", "--player", "Sub C", "--substitute")
    assert "Sub C" in desk.ok("replace", "3", "--why", "5.9")
    desk.play()
    row = row_of(desk, "Sub C")
    assert (row["slot"], row["games"]) == (3, 1)
    assert "Playing: 30; out: 3; substitutes free: 0" in " ".join(desk.ok("status").split())
    lines = desk.ok("status", "--players", "--lang", "ru").splitlines()
    assert lines[2].split() == ["3", "Sub", "C:", "заявка"]
    assert sum("дисквалификация" in line for line in lines) == 3
    people = desk.json("status", "--players")["players"]
    assert [one["part"] for one in people].count("waiting") == 2
    assert [one["slot"] for one in people if one["part"] == "out"] == [1, 2, 3]


def _place(desk, round_, name):
    tables = desk.json("print", "--round", f"qualification:{round_}")["tables"]
    for number, table in enumerate(tables, 1):
        for seat in table:
            if seat["name"] == name:
                return number, seat["seat"]
    raise AssertionError(name)


def test_the_whole_event_with_a_disqualification(desk, tmp_path):
    late = seated(desk, "qualification:1", 2, 3)
    desk.ok("late", late, "--minutes", "50")
    for number in range(1, 10):
        desk.play()
        if number == 4:
            desk.ok("disqualify", seated(desk, "qualification:5", 3, 3), "--why", "5.8 a")
    assert "cut" in desk.no("draw")
    desk.ok("cut")
    desk.ok("check-in", "--all", "--day", "2")
    desk.ok("draw")
    assert "not over" in desk.no("finish")
    desk.play()
    finalist = seated(desk, "final:2", 1, 7)
    desk.ok("register", "--player", "Sub C", "--substitute")
    desk.ok("disqualify", finalist, "--why", "5.5", "--substitute", "Sub C")
    for _ in range(3):
        desk.play()
    assert "Sub C" in desk.table()
    desk.ok("finish")
    desk.ok("finish")  # again: nothing happens
    desk.ok("archive", "-o", tmp_path / "cup.zip")

    counted, apart = recount(tmp_path / "cup.zip")
    table = desk.json("standings")["rows"]
    assert len(table) == 30
    assert not apart
    assert [(row["name"], row["points"]) for row in table] == [
        (row["name"], str(row["points"])) for _, row in counted
    ]
    names = [row["name"] for row in table]
    assert "Sub A" in names  # he filled in for the late one, then had a place of his own
    assert finalist not in names
    with zipfile.ZipFile(tmp_path / "cup.zip") as packed:
        held = packed.namelist()
        log = list(csv.DictReader(io.StringIO(packed.read("log.csv").decode("utf-8-sig"))))
        draws = json.loads(packed.read("draws.json"))
        people = csv.DictReader(io.StringIO(packed.read("players.csv").decode("utf-8-sig")))
        states = {row["name"]: row["state"] for row in people}
        places = {row["name"]: row for row in json.loads(packed.read("standings.json"))}
    assert states[finalist] == "disqualified"
    gone = places[finalist]
    assert (gone["place"], gone["state"], gone["successor"]) == ("", "disqualified", "Sub C")
    assert gone["games"] == 10  # nine of the qualification, one of the final
    assert places["Sub C"]["state"] == "playing"
    assert "--force" in desk.no("archive", "-o", tmp_path / "cup.zip")
    desk.ok("archive", "-o", tmp_path / "cup.zip", "--force")
    assert {"event.json", "protocols.csv", "standings.csv", "schedules/final.json"} <= set(held)
    assert [one["what"] for one in log[:5]] == ["new", "register", "register", "register", "draw"]
    assert [one["why"] for one in log if one["what"] == "disqualify"] == ["5.8 a", "5.5"]
    assert draws[0]["seed"] == "lottery 9 9 9"
    assert draws[0]["method"] == "seating-draw/1"
    _check_by_our_own_readers(tmp_path, table)
    assert "finished" in desk.no("penalty", names[0], "--points", "-1", "--why", "x")


def _check_by_our_own_readers(folder, table):
    """The archive's protocols, read and checked like anybody's, give the same standings."""
    with zipfile.ZipFile(folder / "cup.zip") as packed:
        packed.extractall(folder / "open")
    event = read_event(folder / "open" / "event.json")
    assert check_event(event).right
    for name in ("protocols.csv", "protocols.json"):
        protocols = read_protocols(folder / "open" / name)
        check_valid(protocols)
        counted = standings(
            protocols, load_rules(folder / "open" / "rules" / "tkemali-2016.toml"),
            seed=f"{event.seed} lot",
        )  # fmt: skip
        assert [(row.occupant, str(row.total)) for row in counted.rows] == [
            (row["name"], row["points"]) for row in table
        ]
    for stage, rounds in (("qualification", 9), ("final", 4)):
        schedule = read_schedule(folder / "open" / "schedules" / f"{stage}.json")
        assert schedule.num_rounds == rounds
        assert not verify(schedule)
