"""Standings as people and programs save them: what is understood, and what is refused in words."""

from fractions import Fraction

import pytest
from swiss_day_cases import NAMES, cup, rows, table

from desk.swiss_standings import COLUMNS, read_standings
from schedules.errors import NamesError
from scoring.phrases import phrase


def refused(path, known=tuple(NAMES)):
    with pytest.raises(NamesError) as caught:
        read_standings(path, known, len(known))
    return str(caught.value)


def test_a_row_with_more_cells_than_the_header_is_refused(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("name,total\nRita,6,666667\nBob,3\n", encoding="utf-8")
    assert "row 2, column 3: there are more columns than in the first row" in refused(path, ())
    path.write_text("name;total\nRita;6,666667\nBob;3\n", encoding="utf-8")
    assert read_standings(path, (), 0).points[0] == Fraction(6666667, 1000000)
    path.write_text('name,total\nRita,"6,666667"\nBob,3\n', encoding="utf-8")
    assert read_standings(path, (), 0).points[0] == Fraction(6666667, 1000000)


@pytest.mark.parametrize("word", ["Итого", "ИТОГО:", "Total", "Всего", "Average"])
def test_a_row_of_sums_is_no_player(tmp_path, word):
    path = table(tmp_path / "x.csv", [*rows(), f";{word};43"])
    assert f"row 10: {word!r} looks like a row of sums" in refused(path)
    path = table(tmp_path / "x.csv", [*rows(), f"{word};;43"])
    assert f"row 10: {word!r} looks like a row of sums" in refused(path)
    path = table(tmp_path / "x.csv", [*rows(), f"9;{word};43"])  # somebody is called so
    assert read_standings(path, NAMES, 8).names[8] == word


def test_a_misspelt_name_is_no_late_entry(tmp_path):
    path = table(tmp_path / "x.csv", ["Ana;10", *(f"{name};1" for name in NAMES[1:])], "name;total")
    said = refused(path)
    assert "row 2: 'Ana' is not in the schedule, and 'Anna', slot 1, has no row" in said
    path = table(tmp_path / "x.csv", [*(f"{name};1" for name in NAMES), "Ana;0"], "name;total")
    assert read_standings(path, NAMES, 8).names[8] == "Ana"
    path = table(tmp_path / "x.csv", [f"{name};1" for name in NAMES[1:]], "name;total")
    assert "no row for slot 1 (Anna)" in refused(path)


def test_places_are_no_slots(tmp_path):
    path = table(tmp_path / "x.csv", ["1;Boris;9", "2;Anna;8", *rows()[2:]])
    assert "row 2: slot 1 stands beside 'Boris', who has slot 2" in refused(path)


def test_a_renamed_slot_is_said(seating, tmp_path):
    cup(tmp_path / "cup.json")
    table(tmp_path / "x.csv", ["1;Xenia;9", *rows()[1:]])
    done = seating("swiss", "next", "x.csv", "--history", "cup.json", "--mode", "strict", "-q")
    assert "Slot 1 was Anna in the schedule and is Xenia in the standings." in done.out


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_workbook_of_the_scores_is_understood(tmp_path, lang):
    """Titles stand above its header, a heading and a remark below its rows."""
    from openpyxl import Workbook

    book = Workbook()
    for row in (
        ["Cup 2016"], ["Rules: Cup"], [],
        [phrase(f"word.{word}", lang) for word in ("place", "slot", "player", "total")],
        [1, "2", "Boris", 9.25], [2, "1", "Anna", 8],
        [], [phrase("word.apart", lang)], [None, "3", "Clara", 1.5], ["A remark."],
    ):  # fmt: skip
        book.active.append(row)
    book.save(tmp_path / "scores.xlsx")
    found = read_standings(tmp_path / "scores.xlsx", NAMES[:3], 3)
    assert found.points == (Fraction(8), Fraction(37, 4), Fraction(3, 2))
    assert phrase("word.total", lang).casefold() in COLUMNS["total"]


def test_whom_not_to_meet_is_parted_by_comma_or_semicolon(tmp_path):
    path = table(tmp_path / "x.csv", ['1;A;0;"B; C"', "2;B;0;", '3;C;0;"A, B"'],
                 "slot;name;total;not with")  # fmt: skip
    assert read_standings(path, (), 0).apart == ((0, 1, 2), (2, 0, 1))


def test_active_is_yes_no_or_left_open(tmp_path):
    path = table(tmp_path / "x.csv", ["1;0;yes", "2;0;нет", "3;0;", "4;0;Да"], "slot;total;active")
    assert read_standings(path, (), 0).active == (True, False, None, True)
    path = table(tmp_path / "x.csv", ["1;0;perhaps", "2;0;"], "slot;total;active")
    assert "row 2, active: 'perhaps' is neither yes nor no" in refused(path, ())


def test_points_may_be_missing_before_round_1_alone(tmp_path):
    path = table(tmp_path / "x.csv", NAMES, "name")
    assert read_standings(path, (), 0).points == (Fraction(0),) * 8
    assert "has no points" in refused(path)
