import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from schedules import NamesError, PlayersFile, bind, read_players
from schedules.names import name_key, tidy


def players(tmp_path, text, encoding="utf-8"):
    path = tmp_path / "players.csv"
    path.write_bytes(text.encode(encoding))
    return read_players(path)


def refusal(tmp_path, text, encoding="utf-8"):
    with pytest.raises(NamesError) as caught:
        players(tmp_path, text, encoding)
    return str(caught.value)


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1251", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_reads_every_dress_of_csv(tmp_path, delimiter, encoding, end):
    rows = (
        ["№", "Ник", "Клуб", "Город", "Рейтинг"],
        ["1", "Тень", "Маска", "Казань", "1500"],
        ["2", " Ёж  Лесной ", "", "Омск", ""],
    )
    text = end.join(delimiter.join(row) for row in rows) + end
    read = players(tmp_path, text, encoding)
    assert read.names == ("Тень", "Ёж Лесной")
    assert read.clubs == ("Маска", "")
    assert read.cities == ("Казань", "Омск")
    assert read.ratings == (1500.0, None)
    assert read.source.endswith("players.csv")


@pytest.mark.parametrize("header", ["name", "Имя", "ИГРОК", "ник", "Nickname", " nick "])
def test_headers(tmp_path, header):
    assert players(tmp_path, f"{header};club\nA;B\n").clubs == ("B",)


def test_one_column_needs_no_header(tmp_path):
    assert players(tmp_path, "Аня\nБоря\n\n") == PlayersFile(
        ("Аня", "Боря"), source=str(tmp_path / "players.csv")
    )
    assert players(tmp_path, "имя\nАня\n").names == ("Аня",)
    assert players(tmp_path, '"Иванов, Иван"\nБоря\n').names == ("Иванов, Иван", "Боря")


def test_the_mark_of_excel_is_skipped(tmp_path):
    assert players(tmp_path, "sep=,\nname,club\nA;1,B\n").names == ("A;1",)


def test_every_bad_row_is_in_one_error(tmp_path):
    text = "имя;клуб;рейтинг\nСемён;А;1\n;Б;2\nсемён;;x\n\nСемен;;inf\nСе мён;;\nСемён;;5;9\n"
    message = refusal(tmp_path, text)
    lines = message.splitlines()
    assert lines[0].endswith("players.csv has rows to mend:")
    assert sorted(lines[1:]) == sorted(
        [
            "- row 8, column 4: there are more columns than in the first row; "
            "put a name or number with a comma in quotes, or part the columns by ;",
            "- row 3, column 'имя': the name is empty; write it, or delete the row",
            "- row 4, column 'имя': 'семён' differs only in letter case from 'Семён' in row 2; if "
            "they are two people, add a word that tells them apart, else delete one row",
            "- row 6, column 'имя': 'Семен' differs only in ё and е from 'Семён' in row 2; if "
            "they are two people, add a word that tells them apart, else delete one row",
            "- row 7, column 'имя': 'Се мён' differs only in spaces from 'Семён' in row 2; if "
            "they are two people, add a word that tells them apart, else delete one row",
            "- row 8, column 'имя': 'Семён' stands already in row 2; if "
            "they are two people, add a word that tells them apart, else delete one row",
            "- row 4, column 'рейтинг': 'x' is no number; write one or leave it empty",
            "- row 6, column 'рейтинг': 'inf' is no number; write one or leave it empty",
        ]
    )


def test_no_more_than_twenty_bad_rows_are_listed(tmp_path):
    message = refusal(tmp_path, "\n".join(["name", *["Анна"] * 26]))
    assert len(message.splitlines()) == 22
    assert message.endswith("\n- and 5 more")
    assert "and 0 more" not in refusal(tmp_path, "\n".join(["name", *["Анна"] * 21]))


def test_a_row_of_separators_is_a_lost_name(tmp_path):
    says = "row 3, column 'имя': the name is empty; write it, or delete the row"
    assert says in refusal(tmp_path, "имя;клуб\nА;Б\n;\nВ;Г\n;\n")
    assert players(tmp_path, "имя;клуб\nА;Б\n\nВ;Г\n;\n;\n").names == ("А", "В")


def test_a_dash_is_no_club(tmp_path):
    read = players(tmp_path, "имя;клуб;город\nА;-;—\nВ;–;Ош\nГ;а-б;--\n")
    assert read.clubs == ("", "", "а-б")
    assert read.cities == ("", "Ош", "")


@pytest.mark.parametrize("name", ["p.html", "p.JSON", "p.pdf", "p.ods"])
def test_a_file_of_another_kind_holds_no_players(tmp_path, name):
    (tmp_path / name).write_text("Аня\nБоря\n", encoding="utf-8")
    with pytest.raises(NamesError, match=r"is an? .*; give the players as CSV or XLSX"):
        read_players(tmp_path / name)


def test_other_forms_of_one_name(tmp_path):
    wide = "\uff26ox"
    assert f"{wide!r} differs only in the form of its characters from 'Fox'" in refusal(
        tmp_path, f"Fox\n{wide}\n"
    )
    assert "differs only in letter case, spaces, ё and е or the like" in refusal(
        tmp_path, "Ёж Лес\nежлес\n"
    )
    composed = unicodedata.normalize("NFC", "Йод")
    apart = unicodedata.normalize("NFD", "Йод")
    assert composed != apart
    assert "'Йод' stands already in row 1" in refusal(tmp_path, f"{composed}\n{apart}\n")
    assert "stands already in row 1" in refusal(tmp_path, "Аня\nА\u200bня\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty; write one player a row"),
        (" \n;;\n", "is empty"),
        ("name;club\n", "holds no players under its header"),
        ("клуб;город\nА;Б\n", "none of the columns 'клуб', 'город' is the name; write one of"),
        ("Аня;Маска\nБоря;Тень\n", "none of the columns 'Аня', 'Маска' is the name"),
        ("клуб\nА\n", "none of the columns 'клуб' is the name"),
        ("имя;ник\nА;Б\n", "has two columns for the name, 'имя' and 'ник'; rename the one"),
        ('name;club\n"Аня;Маска\n', "check the quotes"),
        ("a\0b\n", "is not a text file"),
    ],
)
def test_a_file_that_cannot_be_read(tmp_path, text, words):
    assert words in refusal(tmp_path, text)


def test_no_file(tmp_path):
    with pytest.raises(NamesError, match="There is no file"):
        read_players(tmp_path / "none.csv")
    with pytest.raises(NamesError, match="is a folder"):
        read_players(tmp_path)


def workbook(tmp_path, rows):
    path = tmp_path / "players.xlsx"
    book = Workbook()
    for row in rows:
        book.active.append(row)
    book.save(path)
    return path


def test_xlsx(tmp_path):
    path = workbook(tmp_path, [["Игрок", "Клуб", "rating"], [1984.0, "Маска", 12.5], ["Ёж", None]])
    read = read_players(path)
    assert read == PlayersFile(("1984", "Ёж"), ("Маска", ""), (), (12.5, None), str(path))


def test_xlsx_faults_name_the_row_of_the_sheet(tmp_path):
    path = workbook(tmp_path, [["Игрок", "Клуб"], ["Ёж", "А"], [], [None, "Б"], ["ёж", "В"]])
    with pytest.raises(NamesError, match=r"row 4, column 'Игрок'.*empty(.|\n)*row 5.*letter case"):
        read_players(path)


def test_a_spoilt_workbook(tmp_path):
    path = tmp_path / "players.xlsx"
    path.write_bytes(b"PK\x03\x04 spoilt")
    with pytest.raises(NamesError, match="not an Excel workbook that can be read"):
        read_players(path)
    path.write_bytes(b"\xd0\xcf\x11\xe0 old")
    with pytest.raises(NamesError, match="old Excel file"):
        read_players(path)


def test_bind(full):
    names = tuple("абвгдежз")
    assert bind(full, PlayersFile(names)).players == names
    assert bind(full, list(names)).players == names
    with pytest.raises(
        NamesError, match=r"p\.csv holds 7 names and the schedule has 8 players; ad"
    ):
        bind(full, PlayersFile(names[:7], source="p.csv"))
    with pytest.raises(
        NamesError, match=r"The list holds 9 names .* take out 1, or make a schedul"
    ):
        bind(full, [*names, "и"])


@settings(deadline=None)
@given(st.text())
def test_a_key_does_not_see_case_spaces_or_composition(text):
    name = tidy(text)
    assert tidy(name) == name
    for other in (f"  {name} ", name.replace(" ", "  "), unicodedata.normalize("NFD", name)):
        assert name_key(other) == name_key(name)
