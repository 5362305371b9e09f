import csv
import io
import json
import sys
import zipfile

import pytest
from desk_runs import leftovers

from schedules import read_schedule


@pytest.mark.parametrize("to", ["csv", "xlsx", "html"])
def test_the_default_name_is_the_file_with_another_ending(seating, small, tmp_path, to):
    done = seating("export", small, "--to", to)
    assert done.status == 0, done
    out = tmp_path / f"small.{to}"
    assert done.out.startswith(f"Written to {out}: ")
    data = out.read_bytes()
    if to == "xlsx":
        assert zipfile.is_zipfile(out)
    else:
        assert data.decode("utf-8")
    assert leftovers(tmp_path) == []


def test_csv_on_stdout_with_names(seating, small, tmp_path):
    (tmp_path / "n.csv").write_text("\n".join(f"Игрок {n}" for n in range(1, 9)), "utf-8")
    done = seating("export", small, "--to", "csv", "-o", "-", "--names", "n.csv")
    assert done.status == 0
    assert done.err == ""
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert len(rows) == 24
    assert rows[0] == {"round": "1", "table": "1", "seat": "1", "slot": "1", "name": "Игрок 1"}


def test_html_in_russian_on_stdout(seating, small):
    done = seating("export", small, "--to", "html", "--lang", "ru", "-o", "-")
    assert done.status == 0
    assert "Рассадка" in done.out
    assert read_schedule(small).digest() in done.out


def test_a_workbook_does_not_go_to_the_screen(seating, small):
    done = seating("export", small, "--to", "xlsx", "-o", "-")
    assert done.status == 2
    assert "name a file with -o OUT.xlsx" in done.err


def test_an_invalid_schedule_is_not_exported(seating, small, tmp_path):
    text = small.read_text("utf-8").replace("[2,1,5,6]", "[2,1,5,3]")
    (tmp_path / "my bad.json").write_text(text, encoding="utf-8")
    done = seating("export", "my bad.json", "--to", "html")
    assert done.status == 1
    assert "my bad.json is not a valid schedule (2 faults) and is not exported." in done.err
    assert "seating check 'my bad.json'" in done.err
    assert not (tmp_path / "my bad.html").exists()


def test_nothing_that_is_read_is_written_over(seating, small, tmp_path):
    before = small.read_bytes()
    done = seating("export", small, "--to", "csv", "-o", small)
    assert done.status == 2
    assert "is read by this command" in done.err
    small.rename(tmp_path / "small.csv")
    assert seating("export", "small.csv", "--to", "csv").status == 2
    assert (tmp_path / "small.csv").read_bytes() == before


@pytest.mark.parametrize(
    ("to", "out", "says"),
    [
        ("html", "x.pdf", "write -o x.html; for a PDF print the page"),
        ("html", "x.xlsx", "write -o x.html, or --to xlsx."),
        ("csv", "my x.json", "write -o 'my x.csv'."),
    ],
)
def test_a_sheet_of_another_kind_than_its_name(seating, small, tmp_path, to, out, says):
    done = seating("export", small, "--to", to, "-o", out)
    assert done.status == 2
    assert says in done.err
    assert not (tmp_path / out).exists()


def test_a_page_is_not_read_back_and_no_sheet_is_exported(seating, small):
    for to in ("html", "csv", "xlsx"):
        assert seating("export", small, "--to", to, "-o", f"x.{to}").status == 0
        done = seating("export", f"x.{to}", "--to", to)
        assert done.status == 2
        assert done.err == (
            f"Error: x.{to}: this is a sheet; give the .json schedule it was made from.\n"
        )
    done = seating("check", "x.html")
    assert done.status == 2
    assert "x.html: this is a sheet" in done.err
    assert "give the .json schedule it was made from" in done.err


@pytest.mark.parametrize(
    ("to", "name"),
    [
        ("mwt", "small.txt"),
        ("mafia-schedule", "small.mafia-schedule.json"),
        ("mafiaratings", "small.mafiaratings.json"),
        ("ics", "small.ics"),
    ],
)
def test_files_of_other_programs(seating, small, tmp_path, to, name):
    done = seating("export", small, "--to", to)
    assert done.status == 0, done
    assert done.out.startswith(f"Written to {tmp_path / name}: ")
    piped = seating("export", small, "--to", to, "-o", "-")
    if to == "ics":
        assert "Round 1 begins on " in done.out
        assert piped.out.startswith("BEGIN:VCALENDAR\n")  # line ends as text has them
    else:
        assert (tmp_path / name).read_text("utf-8") == piped.out


def test_a_calendar_with_its_times(seating, small, tmp_path):
    args = ("--start", "2026-12-05 10:00", "--minutes", "45", "--lang", "ru")
    done = seating("export", small, "--to", "ics", *args)
    assert done.out.count("\n") == 1, "nothing to say of a time that was given"
    data = (tmp_path / "small.ics").read_bytes()
    assert b"DTSTART:20261205T113000\r\n" in data
    assert "SUMMARY:Small: Тур 3\r\n".encode() in data


@pytest.mark.parametrize("start", ["05.12.2026 10:00", "5.12.2026 9:05"])
def test_a_start_as_it_is_written_in_russian(seating, small, tmp_path, start):
    done = seating("export", small, "--to", "ics", "--start", start)
    assert done.status == 0, done
    hour = b"100000" if start.endswith("10:00") else b"090500"
    assert b"DTSTART:20261205T" + hour in (tmp_path / "small.ics").read_bytes()


def test_the_judges_stand_in_the_calendar(seating, small, tmp_path):
    (tmp_path / "j.csv").write_text("name\nOleg\nPavel\n", "utf-8")
    seating("judges", small, "--judges", "j.csv", "-o", "judged.json")
    done = seating("export", "judged.json", "--to", "ics", "-o", "-")
    text = done.out.replace("\n ", "")  # lines are folded
    assert text.count("Judge: Oleg") == text.count("Judge: Pavel") == 3


def test_participants(seating, small, tmp_path):
    (tmp_path / "n.csv").write_text("\n".join(f"Игрок {n}" for n in range(1, 9)), "utf-8")
    args = ("export", small, "--to", "mafia-schedule", "--names", "n.csv")
    assert "add --participants people.json" in seating(*args).out
    done = seating(*args, "--participants", "people.json")
    assert "The names are written to people.json." in done.out
    people = json.loads((tmp_path / "people.json").read_text("utf-8"))["people"]
    assert people[7] == {"id": 7, "name": "Игрок 8"}


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--to", "csv", "--minutes", "5"), "--start and --minutes are for calendars"),
        (("--to", "ics", "--start", "soon"), "'soon' is no time; write a day and a time"),
        (("--to", "ics", "--start", "2026-12-05"), "has a zone or no time of day"),
        (("--to", "ics", "--start", "2026-12-05 10:00+03:00"), "has a zone or no time of day"),
        (("--to", "ics", "--minutes", "0"), "A game of 0 minutes cannot be"),
        (("--to", "mwt", "--participants", "p.json"), "add --to mafia-schedule"),
        (("--to", "mwt", "-o", "x.csv"), "write -o x.txt, or --to csv."),
        (("--to", "mafiaratings", "-o", "x.html"), "write -o x.json, or --to html."),
        (
            ("--to", "mafia-schedule", "--participants", "x.json", "-o", "x.json"),
            "--participants and -o name the same file",
        ),
        (
            ("--to", "mafia-schedule", "--participants", "small.json"),
            "small.json is read by this command",
        ),
    ],
)
def test_options_that_do_not_fit(seating, small, tmp_path, args, says):
    done = seating("export", small, *args)
    assert done.status == 2
    assert says in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["small.json"]


def test_wrong_input(seating, small, tmp_path):
    (tmp_path / "n.csv").write_text("name\nAnna\nBoris\n", encoding="utf-8")
    for args, says in (
        (("--to", "pdf"), "'pdf' is not one of 'csv', 'xlsx', 'html'"),
        ((), "Missing option '--to'. Choose from: csv, xlsx, html"),
        (("--to", "csv", "--names", "n.csv"), "holds 2 names and the schedule has 8 players"),
        (("--to", "csv", "-o", "none/x.csv"), "there is no folder none"),
    ):
        done = seating("export", small, *args)
        assert done.status == 2
        assert says in done.err
        assert len(done.err.splitlines()) == 1


def test_a_full_disk_leaves_nothing_half_written(seating, small, tmp_path):
    done = seating("export", small, "--to", "html", FAKE_DISK="full")
    assert done.status == 2
    assert "the disk is full" in done.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["small.json"]


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is of Linux")
def test_a_full_device(seating, small):
    done = seating("export", small, "--to", "csv", "-o", "/dev/full")
    assert done.status == 2
    assert "/dev/full cannot be written: the disk is full" in done.err
