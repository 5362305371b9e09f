import json

import pytest
from desk_runs import CASES, ROOT

from schedules import read_schedule
from schedules.foreign.mafia_schedule import mafia_schedule_text, participants_text
from schedules.foreign.mafiaratings import mafiaratings_text
from schedules.foreign.mwt import mwt_text
from schedules.sheets.csv_sheet import csv_text
from schedules.sheets.workbook import workbook_bytes

NAMES = ("Анна", "გიორგი", "Борис", "O'Neil", "E", "F", 'Lev "Leo"', "H")


@pytest.fixture
def peer(tmp_path, small):
    """The small schedule in every format, with names where the format has them."""
    schedule = read_schedule(small).with_players(NAMES)
    files = {
        "mwt": mwt_text(schedule).encode(),
        "mafia-schedule": mafia_schedule_text(schedule).encode(),
        "mafiaratings": mafiaratings_text(schedule).encode(),
        "csv": csv_text(schedule).encode(),
        "xlsx": workbook_bytes(schedule),
    }
    for kind, data in files.items():
        (tmp_path / kind).write_bytes(data)
    (tmp_path / "people.json").write_text(participants_text(schedule), encoding="utf-8")
    (tmp_path / "names.csv").write_text("name\n" + "\n".join(NAMES), encoding="utf-8")
    return schedule


KINDS = ["mwt", "mafia-schedule", "mafiaratings", "csv", "xlsx"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("names", ["people.json", "names.csv"])
def test_every_format_with_names(seating, peer, tmp_path, kind, names):
    done = seating("import", kind, "--names", names, "-o", "x.json", "--name", "Small")
    assert done.status == 0, done
    assert done.err == ""
    assert done.out.splitlines() == [
        f"{kind} was read as {kind}: 8 players, 2 tables, 3 rounds.",
        "Written to x.json. How good it is: seating check x.json",
    ]
    assert read_schedule(tmp_path / "x.json") == peer


@pytest.mark.parametrize("kind", KINDS)
def test_told_or_detected(seating, peer, kind):
    told = seating("import", kind, "--from", kind, "-o", "-")
    assert told.status == 0
    assert json.loads(told.out)["format"] == "seating-schedule/1"
    assert seating("import", kind, "-o", "-").out == told.out


def test_russian_and_the_default_name(seating, peer, tmp_path):
    (tmp_path / "mwt").rename(tmp_path / "their seats.txt")
    done = seating("import", "their seats.txt", "--lang", "ru")
    assert done.out.splitlines() == [
        "their seats.txt прочитан как mwt: 8 игроков, 2 стола, 3 тура.",
        "Записано в 'their seats.json'. Насколько это хорошо: seating check 'their seats.json'",
    ]
    assert read_schedule(tmp_path / "their seats.json").players == NAMES


@pytest.mark.parametrize("kind", KINDS)
def test_check_reads_it_too(seating, peer, small, kind):
    done = seating("check", kind, "--json", fake=False)
    assert done.status == 0, done
    ours = json.loads(seating("check", small, "--json", fake=False).out)
    theirs = json.loads(done.out)
    assert theirs["problem"] == ours["problem"]
    assert theirs["measures"] == ours["measures"]
    assert theirs["certificate"] == ours["certificate"]


def test_check_of_a_peers_file(seating):
    path = CASES / "schedules" / "mafia_schedule_25_2_10x8.json"
    if not path.exists():
        pytest.skip("the cases are not beside the project, in shared/cases")
    done = seating("check", path, fake=False)
    assert done.status == 0
    assert done.out.startswith(f"{path} is valid.\n")
    assert "Spread of meetings (sum of squares) 2984: best known bound 2940" in done.out


def test_players_who_play_another_number_of_games(seating, tmp_path):
    (tmp_path / "x.txt").write_text("1\n2\n\n3\n4\n\n1\n5\n\n6\n7\n", encoding="utf-8")
    done = seating("import", "x.txt")
    assert done.status == 0, done
    assert "1 player plays another number of games than most (1): 1 (2).\n" in done.out
    assert read_schedule(tmp_path / "x.json").problem.other_games == ((0, 2),)
    assert (
        "1 игрок играет не столько игр, сколько большинство (1): 1 (2)."
        in seating("check", "x.txt", "--lang", "ru").out
    )


def test_an_invalid_schedule_is_not_imported(seating, tmp_path):
    (tmp_path / "their x.txt").write_text("A;A\nB;C\n\nA;B\nC;D\n", encoding="utf-8")
    done = seating("import", "their x.txt", "--from", "mwt")
    assert done.status == 1
    assert "their x.txt is not a valid schedule (" in done.err
    assert "seating check 'their x.txt' --from mwt" in done.err
    assert not (tmp_path / "their x.json").exists()
    done = seating("check", "their x.txt")
    assert done.status == 1
    assert "their x.txt is not valid" in done.out


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("none.txt",), "There is no file none.txt"),
        (("small.json",), "small.json is taken for a schedule file of ours, which needs no import"),
        (("mwt", "--from", "csv"), "line 1: there is no column for round"),
        (("mwt", "--from", "pdf"), "'pdf' is not one of 'mwt', 'mafia-schedule', 'mafiaratings'"),
        (("mwt", "-o", "x.csv"), "a schedule file ends in .json"),
        (("mwt", "-o", "mwt"), "mwt is read by this command"),
        (("mwt", "--names", "people.json", "-o", "people.json"), "is read by this command"),
        (("mwt", "--names", "small.json"), 'small.json: "people" is missing'),
        (("mwt", "--names", "few.csv"), "is not among the names that were given"),
        (("csv", "--names", "few.csv"), "there are 2 names for 8 players"),
        (("few.csv",), "this is none of the formats"),
    ],
)
def test_wrong_input(seating, peer, tmp_path, args, says):
    (tmp_path / "few.csv").write_text("name\nAnna\nBoris\n", encoding="utf-8")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    done = seating("import", *args)
    assert done.status == 2, done
    assert says in done.err
    assert done.out == ""
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_the_document_shows_each_layout_as_it_is_read(seating, tmp_path):
    text = (ROOT / "docs" / "foreign-files.md").read_text("utf-8")
    blocks = [block.split("```")[0].partition("\n") for block in text.split("```")[1::2]]
    shown = {kind: body for kind, _, body in blocks if kind in ("text", "json", "csv")}
    assert set(shown) == {"text", "json", "csv"}
    for kind, _, body in blocks:
        if kind not in shown:
            continue
        name = tmp_path / "example"
        name.write_text(body, encoding="utf-8")
        if '"people"' in body:
            continue
        done = seating("import", name, "-o", "-")
        assert done.status == 0, (body, done)


def test_a_name_that_nobody_gave_replaces_no_file(seating, tmp_path, small):
    seating("export", small, "--to", "mwt", "-o", "small.txt")
    before = small.read_bytes()
    done = seating("import", "small.txt")
    assert done.status == 2, done
    assert "small.json is there already and is not written over" in done.err
    assert "-o small-2.json" in done.err
    assert small.read_bytes() == before
    assert seating("import", "small.txt", "-o", "small.json").status == 0
    assert small.read_bytes() != before


@pytest.mark.parametrize("name", ["cut.json", "cut"])
def test_a_file_that_is_cut_off_is_said_to_be(seating, tmp_path, small, name):
    seating("export", small, "--to", "mafiaratings", "-o", "whole.json")
    whole = (tmp_path / "whole.json").read_bytes()
    (tmp_path / name).write_bytes(whole[: len(whole) // 2])
    done = seating("import", name, "-o", "new.json")
    assert done.status == 2, done
    assert f"{name} is cut off: the JSON ends in line" in done.err
    assert "of ours" not in done.err


def test_every_game_that_lacks_players_is_listed(seating, tmp_path, small):
    seating("export", small, "--to", "csv", "-o", "small.csv")
    text = (tmp_path / "small.csv").read_text(encoding="utf-8-sig")
    mark = ";" if ";" in text.splitlines()[0] else ","
    rows = [row for row in text.splitlines() if row.split(mark)[:3] not in (
        ["2", "1", "4"], ["3", "2", "1"]
    )]  # fmt: skip
    (tmp_path / "gaps.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    done = seating("import", "gaps.csv", "-o", "gaps.json")
    assert done.status == 0, done
    assert "2 games have fewer players than the 4 seats" in done.out
    assert "2/1 (3), 3/2 (3)" in done.out
