"""``seating swiss check`` as a process: what it prints, and how it leaves."""

import json
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tournament"))
from brute_swiss import next_round

from desk.swiss_check import round_lines
from tournament.event_file import dump_event
from tournament.swiss_events import exchanged, random_event


@pytest.fixture(scope="module")
def event():
    """An event of three rounds at two tables of three, each seated as the rule has it."""
    for number in range(100):
        found = random_event(f"desk {number}", next_round, formats=((3, 2),), rounds=3)
        tables = [len(one.tables) for one in found.rounds]
        if tables == [2, 2, 2] and found.rounds[1].drawn is None:
            return found
    raise AssertionError("no such event")


@pytest.fixture
def right(tmp_path, event):
    path = tmp_path / "right.json"
    path.write_text(dump_event(event), "utf-8")
    return path


@pytest.fixture
def wrong(tmp_path, event):
    data = json.loads(dump_event(event))
    tables = data["rounds"][1]["tables"]
    changed = exchanged(tables, tables[0][0], tables[1][0])
    data["rounds"][1]["tables"] = changed
    data["rounds"][1].pop("certificate", None)
    data["protocols"]["games"] = [g for g in data["protocols"]["games"] if _is_first(data, g)]
    data["rounds"] = data["rounds"][:2]
    data.pop("corrections", None)
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(data), "utf-8")
    return path


def _is_first(data, game):
    first = data["rounds"][0]
    return (game["stage"], game["round"]) == (first["stage"], first["round"])


def test_a_right_event(seating, right):
    done = seating("swiss", "check", right)
    assert done.status == 0, done
    assert "3 rounds, all seated as the rules have it." in done.out
    assert "not counted anew" not in done.out
    russian = seating("swiss", "check", right, "--lang", "ru")
    assert "3 тура, все рассажены по правилам." in russian.out


def test_a_wrong_round_is_named_with_the_criterion_and_the_change(seating, wrong):
    done = seating("swiss", "check", wrong)
    assert done.status == 1, done
    assert "finding" in done.out
    assert any(f"{code}:" in done.out for code in ("A3", "A5", "D1", *(f"Q{n}" for n in range(10))))


def test_json_says_the_same(seating, right, wrong):
    done = seating("swiss", "check", right, "--json")
    found = json.loads(done.out)
    assert found["format"] == "seating-swiss-check/1"
    assert found["right"] is True
    assert [one["round"] for one in found["rounds"]][-1] >= 1
    assert all(one["recounted"] for one in found["rounds"])
    done = seating("swiss", "check", wrong, "--json")
    assert done.status == 1
    found = json.loads(done.out)
    assert found["right"] is False
    assert all(set(f) >= {"code", "sentence", "players"} for f in found["rounds"][1]["findings"])


def test_other_rules_give_other_points(seating, right):
    done = seating("swiss", "check", right, "--rules", "classic-3-4-4-5")
    assert done.status == 1
    assert "points; the protocols known then give" in done.out
    done = seating("swiss", "check", right, "--rules", "no-such-rules")
    assert done.status == 2
    assert "no-such-rules" in done.err


def test_what_cannot_be_read(seating, tmp_path, right):
    assert seating("swiss", "check").status == 2
    done = seating("swiss", "check", tmp_path / "missing.json")
    assert done.status == 2
    assert "There is no file" in done.err
    data = json.loads(right.read_text("utf-8"))
    data["rounds"][0]["tables"][0][0] = 99
    data["players"][0]["name"] = ""
    right.write_text(json.dumps(data), "utf-8")
    done = seating("swiss", "check", right)
    assert done.status == 2
    assert "names player 99" in done.err
    assert "has no name" in done.err


def test_the_trial_by_random_events(seating, tmp_path):
    done = seating("swiss", "check", "--simulate", "3", "--seed", "5", "--mutate", fake=False)
    assert done.status == 0, done
    assert "Events: 3 (seed 5)" in done.out
    assert "0 disagreements." in done.out
    (tmp_path / "kept").mkdir()
    done = seating("swiss", "check", "--simulate", "2", "--json", "--keep", "kept", fake=False)
    found = json.loads(done.out)
    assert found["events"] == 2
    assert found["disagreements"] == 0
    assert list((tmp_path / "kept").iterdir()) == []


def test_a_trial_that_cannot_be_meant(seating, right):
    assert seating("swiss", "check", right, "--simulate", "3").status == 2
    assert seating("swiss", "check", "--simulate", "0").status == 2
    done = seating("swiss", "check", "--simulate", "1", "--keep", "no-such-folder")
    assert done.status == 2
    assert "no folder" in done.err


def test_the_store_and_the_archive_of_an_event_are_read(seating, tmp_path):
    made = seating(
        "event", "simulate", "one-table-club-night", "--seed", "1", "-o", "e.seating", fake=False
    )
    assert made.status == 0, made
    assert seating("event", "archive", "e.seating", "-o", "e.zip").status == 0
    with zipfile.ZipFile(tmp_path / "e.zip") as packed:
        (tmp_path / "e.json").write_bytes(packed.read("event.json"))
    said = [seating("swiss", "check", name) for name in ("e.json", "e.seating", "e.zip")]
    assert [done.status for done in said] == [0, 0, 0], said
    assert said[0].out == said[1].out == said[2].out
    assert "all seated as the rules have it" in said[0].out


def test_an_archive_counts_by_its_own_rules(seating, tmp_path):
    """Rules of the organiser's own: the event file alone cannot be counted, the archive can."""
    seating(
        "event", "simulate", "one-table-club-night", "--seed", "1", "-o", "e.seating", fake=False
    )
    seating("event", "archive", "e.seating", "-o", "e.zip")
    with zipfile.ZipFile(tmp_path / "e.zip") as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    event = json.loads(files["event.json"])
    (kept,) = [name for name in files if name.startswith("rules/")]
    event["rules"] = "our-own"
    files["event.json"] = json.dumps(event).encode()
    files["rules/our-own.toml"] = files.pop(kept)
    with zipfile.ZipFile(tmp_path / "own.zip", "w") as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    assert seating("swiss", "check", "own.zip").status == 0


def test_a_zip_without_an_event_is_refused(seating, tmp_path):
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as packed:
        packed.writestr("other.json", "{}")
    done = seating("swiss", "check", "x.zip")
    assert done.status == 2
    assert "x.zip is no archive of an event" in done.err
    (tmp_path / "y.zip").write_bytes(b"PK and no more")
    done = seating("swiss", "check", "y.zip")
    assert done.status == 2
    assert "damaged ZIP" in done.err


@pytest.mark.parametrize(
    ("tables", "lang", "words"),
    [((3,), "en", "Table 3"), ((1, 2), "en", "Tables 1, 2"), ((3,), "ru", "Стол 3"),
     ((1, 2), "ru", "Столы 1, 2")],
)  # fmt: skip
def test_one_table_is_no_tables(tables, lang, words):
    bracket = SimpleNamespace(tables=tables, vector=(("Q6", 1, 2),), search=None)
    one = SimpleNamespace(stage="main", number=2, mode="strict", findings=(), brackets=(bracket,),
                          not_compared=(), edited=())  # fmt: skip
    assert round_lines(one, lang)[1].strip() == f"{words}: Q6 2"
