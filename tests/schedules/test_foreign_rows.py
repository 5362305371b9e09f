"""Tables of one row a seat, as CSV and as workbooks."""

import csv
import io

import pytest

from schedules.errors import ForeignFileError
from schedules.foreign.reading import detect, read_any
from schedules.foreign.workbook import read_workbook
from schedules.sheets.csv_sheet import csv_text
from schedules.sheets.workbook import workbook_bytes


@pytest.fixture
def named(full):
    return full.with_players(
        ["Анна", "გიორგი", "O'Neil; Jr", 'Lev "Leo"', "=1+1", "-2", "Smith, John", "1984"]
    )


def plain_sheet(rows):
    from openpyxl import Workbook

    book = Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    "change",
    [
        str.encode,
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.encode("utf-16"),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: ("sep=,\n" + text).encode(),
        lambda text: text.replace("\n", "\n\n").encode(),
        lambda text: text.replace("\n", ",\n").encode(),
        lambda text: text.replace("round,table,seat,slot,name", "Тур,Стол,Место,№,Имя").encode(),
    ],
)
def test_as_people_save_it(tmp_path, named, change):
    path = tmp_path / "x.csv"
    path.write_bytes(change(csv_text(named)))
    assert detect(path) == "csv"
    assert read_any(path).schedule == named


def test_semicolons_and_cp1251(tmp_path, full):
    named = full.with_players([f"Игрок {n}" for n in range(8)])
    path = tmp_path / "x.csv"
    path.write_bytes(csv_text(named).replace(",", ";").encode("cp1251"))
    assert read_any(path).schedule == named


def test_a_plain_sheet(named, tmp_path):
    named = named.with_players([name.replace("=", "≈") for name in named.players])  # no formula
    rows = list(csv.reader(io.StringIO(csv_text(named))))
    rows = [[int(cell) if cell.isdigit() else cell for cell in row] for row in rows]
    path = tmp_path / "x.xlsx"
    path.write_bytes(plain_sheet(rows))
    assert detect(path) == "xlsx"
    assert read_any(path).schedule == named


def test_our_workbook_keeps_the_title(tkemali):
    for lang in ("en", "ru"):
        back = read_workbook(workbook_bytes(tkemali, lang=lang)).schedule
        assert back == tkemali
        assert back.name == tkemali.name != ""


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("round,table", "round,x", "line 1: there is no column for table"),
        ("slot,name", "x,y", "line 1: there is no column for slot or name"),
        ("\n1,1,2,2,", "\n1,x,2,2,", "line 3, column 'table': 'x' is no number from 1 up"),
        ("\n1,1,2,2,", "\n1,1,0,2,", "line 3, column 'seat': '0' is no number from 1 up"),
        ("\n1,1,2,2,", "\n1,1,1,2,", "line 3: round 1, table 1, seat 1 stands already in line 2"),
        ("\n1,1,2,2,გ", "\n1,1,2,2,z", "slot 2 has the name 'გიორგი', and 'zიორგი' in line 3"),
        ("\n3,", "\n4,", "round 3 is missing and there is a round 4"),
        (",1984", ",", "slot 8 has no name and others have one"),
        (",1984", ",анна", "slots 1 and 8 both have the name 'анна'"),
        ("\n1,1,2,2,", "\n1,1,2,9999999,", "the slots 2 and 9999999 both have the name"),
        ("\n1,1,2,2,", "\n9999,9999,9999,2,", "round 4 is missing"),
        ("\n1,1,2,2,", "\n1,9999,9999,2,", "more than any tournament has"),
    ],
)
def test_what_is_wrong_and_where(tmp_path, named, before, after, says):
    path = tmp_path / "x.csv"
    text = csv_text(named)
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")
    with pytest.raises(ForeignFileError, match=says) as caught:
        read_any(path, source="csv")
    assert str(caught.value).startswith(f"{path}: ")


def test_every_bad_row_is_named(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("round,table,seat,slot\n" + "x,1,1,1\n" * 30, encoding="utf-8")
    with pytest.raises(ForeignFileError) as caught:
        read_any(path)
    lines = str(caught.value).splitlines()
    assert lines[1].startswith("- line 2, column 'round'")
    assert lines[-2] == "- and 10 more"
    assert lines[-1].startswith("It was read as CSV of one row a seat; if it is another format")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the file is empty"),
        ("round,table,seat,name\n", "nobody sits"),
        ("round,table,seat,name\n1,1,1,\n", "line 2, column 'name': the name is empty"),
        ('round,table,seat,name\n1,1,1,"a\n', "cannot be read .*check the quotes"),
    ],
)
def test_nothing_in_it(tmp_path, text, says):
    path = tmp_path / "x.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ForeignFileError, match=says):
        read_any(path, source="csv")


def test_workbooks_that_cannot_be_read(tmp_path):
    for data, says in (
        (b"PK\x03\x04 and nothing", "is not an Excel workbook that can be read"),
        (plain_sheet([["name", "club"], ["Anna", "x"]]), "row 1: there is no column for round"),
        (plain_sheet([]), "the file is empty"),
        (plain_sheet([["round", "table", "seat", "slot"], [1, 1, 1, "x"]]), "row 2, column 'slot'"),
    ):
        path = tmp_path / "x.xlsx"
        path.write_bytes(data)
        with pytest.raises(ForeignFileError, match=says):
            read_any(path)


@pytest.mark.parametrize(
    ("cell", "value", "says"),
    [
        ("C3", "x", "row 3, column 3: 'x' is no number"),
        ("A4", 1, r"row \d: slot 1 stands there twice"),
        ("A4", 99, "the slots are not 1, 2, 3"),
        ("D3", None, "row 3, column 4: '' is no number"),
    ],
)
def test_our_workbook_changed_by_hand(named, cell, value, says):
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(workbook_bytes(named)))
    book.worksheets[1][cell] = value
    out = io.BytesIO()
    book.save(out)
    with pytest.raises(ForeignFileError, match=says):
        read_workbook(out.getvalue())


def test_a_row_longer_than_the_header_is_refused(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("round,table,seat,name\n1,1,1,Kim, Anna\n1,1,2,Boris\n", encoding="utf-8")
    with pytest.raises(ForeignFileError, match="line 2, column 5: there are more columns"):
        read_any(path)
