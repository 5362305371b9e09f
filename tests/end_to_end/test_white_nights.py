"""White Nights 2016 from the players file to the archive: 40 players, 6 + 3 + 4 rounds."""

import csv
import io
import json
import subprocess
import sys
import zipfile
from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest
from event_runs import Desk
from recount import recount

from tournament.event_file import schema

HERE = Path(__file__).parent


@pytest.fixture
def played(folder):
    """The archive of the event that the first test plays."""
    if not (folder / "cup.zip").exists():
        pytest.skip("test_the_whole_event was not run, or failed")
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("white_nights")


@pytest.mark.slow
def test_the_whole_event(folder, capsys):
    desk = Desk(folder, capsys)
    desk.ok("new", "--format", "white-nights-2016")
    desk.ok("register", desk.players(40), "--state", "confirmed")
    refused = desk.no("draw", "--seed", "lottery 1 2 3")
    assert "0 players are paid" in refused
    assert "register" in refused
    desk.ok("register", desk.players(40), "--state", "paid")
    desk.ok("check-in", "--all")
    desk.ok("draw", "--seed", "lottery 1 2 3")
    for _ in range(2):
        desk.play()
        desk.ok("draw")

    # a missed round: after the draw of round 3 one is not there; a stand-in plays on his chair
    seats = desk.json("print")["tables"]
    missing = seats[1][4]["name"]
    rows = desk.games(**{missing.replace(" ", "_"): "Guest"})
    assert "seating event missed" in desk.no("record", desk.file(rows))
    desk.ok("missed", missing, "--substitute", "Guest", "--why", "train")
    desk.ok("record", desk.file(rows))
    assert desk.table()[missing]["games"] == 2
    desk.ok("draw")
    before = desk.json("print")["tables"]

    # a protocol of round 3 corrected after round 4 was drawn: standings move, the round stays
    wrong = [row for row in rows if row["table"] == 1]
    right = [{**row, "result": "red" if row["result"] == "black" else "black"} for row in wrong]
    right = [{**row, "extras": ""} for row in right]
    assert "--why" in desk.no("correct", desk.file(right))
    assert "recorded already" in desk.no("record", desk.file(right))
    points = {name: row["points"] for name, row in desk.table().items()}
    said = desk.ok("correct", desk.file(right), "--why", "result misread")
    assert "preliminary, round 4" in said
    after = {name: row["points"] for name, row in desk.table().items()}
    assert points != after
    assert desk.json("print")["tables"] == before

    desk.play()
    desk.ok("draw")
    # known before the draw that somebody will be away: he is not seated, a chair is free
    desk.play()
    away = next(name for name, row in desk.table().items() if row["games"] == 5)
    desk.ok("missed", away, "--why", "told in advance")
    desk.ok("draw")
    seated = [seat["name"] for table in desk.json("print")["tables"] for seat in table]
    assert away not in seated
    assert seated.count("") == 1
    desk.play()

    desk.ok("check-in", "--all", "--day", "2")
    for _ in range(3):
        desk.ok("draw")
        desk.play()
    assert "cut" in desk.no("draw")
    desk.ok("cut")
    desk.ok("draw")
    _check_final(desk)
    for number in range(1, 5):
        desk.play(f"final:{number}")
    desk.ok("finish")
    assert desk.json("status")["phase"] == "finished"
    desk.ok("archive", "-o", folder / "cup.zip")

    table = desk.json("standings")["rows"]
    counted, apart = recount(folder / "cup.zip")
    assert [(row["name"], row["points"]) for row in table] == [
        (row["name"], str(row["points"])) for _, row in counted
    ]
    assert not apart
    assert sum(row["games"] for row in table) == 40 * 10 - 2
    _check_nominations(folder, [row for _, row in counted])


def _check_nominations(folder, rows):
    """Most wins as don, sheriff and mafia, most first-night deaths, of who played 9 games."""
    with zipfile.ZipFile(folder / "cup.zip") as packed:
        log = list(csv.DictReader(io.StringIO(packed.read("log.csv").decode("utf-8-sig"))))
    stated = dict(json.loads(log[-1]["after"])["nominations"])
    assert log[-1]["what"] == "finish"
    for name, column in (
        ("Best don", "don"), ("Best sheriff", "sheriff"), ("Best mafia", "mafia"),
        ("Most first-night deaths", "first_killed"),
    ):  # fmt: skip
        most = max(row[column] for row in rows if row["games"] >= 9)
        due = {row["name"] for row in rows if row["games"] >= 9 and row[column] == most}
        assert set(stated[name]) == due


def _check_final(desk):
    """Nobody has a seat twice in the four games, and no two are neighbours twice."""
    seats, pairs = set(), set()
    for number in range(1, 5):
        table = desk.json("print", "--round", f"final:{number}")["tables"][0]
        names = [seat["name"] for seat in table]
        assert len(set(names)) == 10
        seats |= set(enumerate(names))
        pairs |= {frozenset((names[n], names[n - 1])) for n in range(10)}
    assert len(seats) == 40
    assert len(pairs) == 40


@pytest.mark.slow
def test_every_round_is_as_the_second_program_counts_it(played):
    folder = played
    with zipfile.ZipFile(folder / "cup.zip") as packed:
        event = packed.read("event.json").decode()
    jsonschema.validate(json.loads(event), schema())
    (folder / "event.json").write_text(event, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "desk", "swiss", "check", str(folder / "event.json"), "--json"],
        capture_output=True, text=True, cwd=HERE.parents[1], check=False,
    )  # fmt: skip
    found = json.loads(done.stdout)
    wrong = [(one["round"], one["findings"]) for one in found["rounds"] if one["findings"]]
    assert found["right"], wrong
    assert sum(one["recounted"] for one in found["rounds"]) == 9
    assert json.loads(event)["corrections"]


@pytest.mark.slow
def test_the_recount_runs_alone(played):
    folder = played
    done = subprocess.run(
        [sys.executable, "-I", str(HERE / "recount.py"), str(folder / "cup.zip")],
        capture_output=True, text=True, cwd=folder, check=True,
    )  # fmt: skip
    lines = json.loads(done.stdout)
    assert len(lines) == 40
    assert Fraction(lines[0][2]) > 0
