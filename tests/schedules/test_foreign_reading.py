import json
from dataclasses import replace

import pytest
from foreign_cases import schedules
from hypothesis import given, settings
from hypothesis import strategies as st

from schedules import dump_schedule
from schedules.errors import ForeignFileError, ScheduleFileError, SeatingError
from schedules.foreign.mafia_schedule import mafia_schedule_text
from schedules.foreign.mafiaratings import mafiaratings_text
from schedules.foreign.mwt import mwt_text
from schedules.foreign.reading import FORMATS, OURS, detect, read_any
from schedules.sheets.csv_sheet import csv_text
from schedules.sheets.workbook import workbook_bytes
from schedules.verify import verify


def test_our_own_file(tmp_path, full):
    path = tmp_path / "x.txt"
    path.write_text(dump_schedule(full), encoding="utf-8")
    assert detect(path) == OURS
    assert read_any(path).schedule == full
    assert read_any(path, source=OURS).schedule == full


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("x.json", b""),
        ("x.json", b"round,table,seat\n"),
        ("x.json", b'{"format": "seating-schedule/1", '),
        ("x", b"[1, 2]"),
        ("x", b'{"problem": {}, "rounds": []}'),
        ("x", b'{"x": 1}'),
    ],
)
def test_what_is_no_other_programs_json_is_for_our_reader(tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data)
    assert detect(path) == OURS
    with pytest.raises(ScheduleFileError):
        read_any(path)


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("x.txt", b"", "is empty"),
        ("x.txt", b"hello\n", "none of the formats"),
        ("players.csv", b"name\nAnna\nBoris\n", "none of the formats"),
        ("x.ics", b"x", "this is a sheet or another file"),
        ("x", b"BEGIN:VCALENDAR\r\n", "this is a sheet or another file"),
        ("x", b"<!DOCTYPE html><p>", "this is a sheet or another file"),
        ("x", b"\x00\x01", "is not a text file"),
    ],
)
def test_none_of_the_formats(tmp_path, name, data, says):
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(ForeignFileError, match=says):
        detect(path)


def test_a_wrong_guess_names_the_other_formats(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("One line.\n\nTwo\nlines.\n\nOne.\n", encoding="utf-8")
    assert detect(path) == "mwt"
    with pytest.raises(ForeignFileError) as caught:
        read_any(path)
    said = str(caught.value)
    assert said.startswith(f"{path}: lines 3 to 4: a round of 2 seats")
    assert "It was read as MWT text; if it is another format, say which with --from:" in said
    assert all(name in said for name in FORMATS if name != "mwt")
    with pytest.raises(ForeignFileError) as caught:
        read_any(path, source="mwt")
    assert "--from" not in str(caught.value)


def test_a_format_that_was_told_is_believed(tmp_path, full):
    path = tmp_path / "x.txt"
    path.write_text(mwt_text(full).split("\n\n")[0], encoding="utf-8")  # one round
    with pytest.raises(ForeignFileError, match="say which with --from"):
        read_any(path)
    assert read_any(path, source="mwt").schedule.num_rounds == 1
    path.write_text(json.dumps({"rounds": full.seating.tolist()}), encoding="utf-8")
    assert read_any(path, source="mafiaratings").schedule == full
    with pytest.raises(ForeignFileError, match='"configuration" is missing'):
        read_any(path, source="mafia-schedule")


def test_no_file_and_a_folder(tmp_path):
    with pytest.raises(ForeignFileError, match="There is no file"):
        read_any(tmp_path / "none.txt")
    with pytest.raises(ForeignFileError, match="is a folder; name the schedule in it"):
        detect(tmp_path)


PIECES = [b";", b",", b"\n", b"null", b"[", b"]", b"-1", b"1e9", b"99999999", b'""', b"{}", b"0.5"]


@settings(deadline=None, max_examples=150)
@given(schedules(), st.sampled_from(FORMATS), st.randoms(use_true_random=False))
def test_a_damaged_file_is_read_or_refused_in_words(tmp_path_factory, schedule, kind, rng):
    data = bytearray(written(schedule, kind))
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(data) + 1)
        change = rng.choice(("byte", "cut", "piece", "end"))
        if change == "byte":
            data[at : at + 1] = bytes([rng.randrange(256)])
        elif change == "cut":
            del data[at : at + rng.randint(1, 30)]
        elif change == "piece":
            data[at:at] = rng.choice(PIECES)
        else:
            del data[at:]
    path = tmp_path_factory.getbasetemp() / "damaged"
    path.write_bytes(data)
    said, found = str(path), None
    try:
        found = read_any(path, source=rng.choice([None, kind])).schedule
    except SeatingError as error:
        said = str(error)
    assert said.startswith(str(path))
    if found is not None:
        verify(found)


def written(schedule, kind):
    if kind == "xlsx":
        return workbook_bytes(schedule)
    bare = replace(schedule, players=())
    return {
        "mwt": lambda: mwt_text(bare),
        "mafia-schedule": lambda: mafia_schedule_text(replace(bare, seating=bare.seating[:1])),
        "mafiaratings": lambda: mafiaratings_text(schedule),
        "csv": lambda: csv_text(schedule),
    }[kind]().encode()


@pytest.mark.parametrize("data", [b'{"games": ', b'{"seating": [[["1", "2', b"[[[0, 1"])
def test_json_without_its_end_is_cut_off(tmp_path, data):
    path = tmp_path / "x.json"
    path.write_bytes(data)
    with pytest.raises(ForeignFileError, match="is cut off: the JSON ends in line 1; "):
        detect(path)
