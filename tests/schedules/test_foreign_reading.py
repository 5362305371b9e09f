import json

import pytest

from schedules import dump_schedule
from schedules.errors import ForeignFileError, ScheduleFileError
from schedules.foreign.mwt import mwt_text
from schedules.foreign.reading import FORMATS, OURS, detect, read_any


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
        ("x.json", b'{"games": '),
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
