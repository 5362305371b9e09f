import io
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from openpyxl import load_workbook

from schedules import SeatingError
from schedules.measures import meetings
from schedules.phrases import LANGS
from schedules.sheets.workbook import workbook_bytes, write_workbook

NAMES = ("=1+1", "+7", "-5", "@SUM(A1)", "Ёж & Ко", "http://x.example", "<b>", "007")
ROUND, PLAYER, TABLE, PAIRS, QUALITY = range(5)


def read(schedule, lang="en"):
    return load_workbook(io.BytesIO(workbook_bytes(schedule, lang=lang)))


def values(sheet):
    return [list(row) for row in sheet.iter_rows(values_only=True)]


def blocks(sheet, num_seats):
    """Seating by block (round or table), seat and column, as it stands on the sheet."""
    rows = values(sheet)[1:]
    starts = [i for i, row in enumerate(rows) if isinstance(row[0], int) and row[0] == 1]
    return [[row[1:] for row in rows[i : i + num_seats]] for i in starts]


@pytest.mark.parametrize("lang", LANGS)
def test_by_round_and_by_table_equal_the_schedule(tkemali, lang):
    names = tuple(f"Имя {n}" for n in range(30))
    book = read(replace(tkemali, players=names), lang)
    wanted = np.array(names, dtype=object)[tkemali.seating]
    by_round = np.array(blocks(book.worksheets[ROUND], 10), dtype=object)
    assert np.array_equal(by_round.transpose(0, 2, 1), wanted)
    by_table = np.array(blocks(book.worksheets[TABLE], 10), dtype=object)
    assert np.array_equal(by_table.transpose(2, 0, 1), wanted)


def test_by_player_equals_the_schedule(peer_25):
    rows = values(read(peer_25).worksheets[PLAYER])
    assert rows[0][2] == "Round 1"
    assert rows[1][:4] == ["No.", "Player", "Table", "Seat"]
    assert len(rows) == 27
    for row in rows[2:]:
        player = row[0] - 1
        places = list(zip(row[2:22:2], row[3:22:2], strict=True))
        for r, place in enumerate(places):
            found = np.argwhere(peer_25.seating[r] == player)
            wanted = tuple(found[0] + 1) if len(found) else ("—", "—")
            assert place == wanted
        assert row[22] == 8


def test_pairs_equal_the_meetings(peer_25):
    names = tuple(f"Имя {25 - n}" for n in range(25))
    rows = values(read(replace(peer_25, players=names)).worksheets[PAIRS])
    met = meetings(peer_25)
    assert rows[0][2:] == list(names)
    for i, row in enumerate(rows[1:]):
        assert row[:2] == [i + 1, names[i]]
        for j, value in enumerate(row[2:]):
            assert value == ("—" if i == j else met[i, j])


def test_names_that_look_like_formulas_or_links_are_text(full):
    book = read(replace(full, players=NAMES, name="=cup & Co"))
    seen = set()
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                assert cell.data_type != "f"
                assert cell.hyperlink is None
                if cell.value in NAMES:
                    assert cell.data_type == "s"
                    seen.add((sheet.title, cell.value))
    assert {name for _, name in seen} == set(NAMES)
    assert len(seen) == 4 * len(NAMES)
    assert book.worksheets[QUALITY]["A1"].value == "=cup & Co"


def test_sitting_out_and_idle_tables(idle):
    book = read(replace(idle, players=tuple("ABCDEFGH")))
    rows = values(book.worksheets[ROUND])
    assert [row[0] for row in rows if str(row[0]).startswith("Sitting out")] == [
        "Sitting out: C, D, F, G",
        "Sitting out: A, B, E, H",
    ]
    second = blocks(book.worksheets[ROUND], 4)[1]
    assert [row[1] for row in second] == [None] * 4


def test_without_names_a_player_is_not_taken_for_a_seat(full):
    for lang, mark in (("ru", "№"), ("en", "No.\xa0")):
        found = blocks(read(full, lang).worksheets[ROUND], 4)[0]
        assert [row[0] for row in found] == [f"{mark}{p + 1}" for p in full.seating[0, 0]]


@pytest.mark.parametrize("lang", LANGS)
def test_same_schedule_same_bytes(tkemali, lang):
    assert workbook_bytes(tkemali, lang=lang) == workbook_bytes(tkemali, lang=lang)


def test_same_bytes_in_another_process(full, tmp_path):
    code = (
        "import sys, numpy as np\n"
        "from schedules import Problem, Schedule\n"
        "from schedules.sheets.workbook import write_workbook\n"
        f"s = Schedule(Problem(8, 2, 3, 4), np.array({full.seating.tolist()}))\n"
        "write_workbook(s, sys.argv[1], lang='ru')\n"
    )
    out = tmp_path / "other.xlsx"
    subprocess.run([sys.executable, "-c", code, str(out)], check=True)
    assert out.read_bytes() == workbook_bytes(full, lang="ru")


def test_print_set_up(tkemali):
    book = read(replace(tkemali, name="Cup & Co"))
    for sheet in book.worksheets:
        assert sheet.page_setup.orientation == "landscape"
        assert sheet.page_setup.paperSize == 9
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.page_setup.fitToWidth in (None, 1)
        assert sheet.page_setup.fitToHeight == 0
        assert sheet.oddHeader.left.text == "Cup && Co"
        assert sheet.oddFooter.left.text == f"Code {replace(tkemali, name='x').digest()}"
    frozen = [sheet.freeze_panes for sheet in book.worksheets]
    assert frozen == ["B2", "C3", "B2", "C2", None]
    titles = [sheet.print_title_rows for sheet in book.worksheets]
    assert titles == ["$1:$1", "$1:$2", "$1:$1", "$1:$1", None]
    assert len(book.worksheets[ROUND].row_breaks.brk) == 8


def test_long_titles_and_line_ends_keep_the_header_whole(full):
    book = read(replace(full, name="Очень длинное название\n" * 40))
    header = book.worksheets[ROUND].oddHeader
    assert "\n" not in header.left.text
    assert header.right.text == "By round"


def test_certificate_and_words(full):
    lines = [{"criterion": "spread", "value": 99, "bound": 90, "proved": False, "gap": 9}]
    book = read(replace(full, certificate={"order": "order", "criteria": lines}), "ru")
    assert [sheet.title for sheet in book.worksheets] == [
        "По турам",
        "По игрокам",
        "По столам",
        "Встречи",
        "Качество",
    ]
    rows = values(book.worksheets[QUALITY])
    assert ["Сумма квадратов встреч", 99, 90, "до наилучшего не больше\xa09", None] in [
        [*row[:4], row[4] or None] for row in rows
    ]
    assert any("8 игроков, 2 стола, 3 тура." in str(row[0]) for row in rows)
    assert any("сертификата" in str(row[0]) for row in values(read(full, "ru").worksheets[QUALITY]))


def test_writing_to_a_file(full, tmp_path):
    path = tmp_path / "sheet.xlsx"
    write_workbook(full, path)
    assert path.read_bytes() == workbook_bytes(full)
    with pytest.raises(SeatingError):
        write_workbook(full, tmp_path / "none" / "sheet.xlsx")
    with pytest.raises(SeatingError, match="'de'"):
        workbook_bytes(full, lang="de")


def test_a_repair_shows_on_every_sheet_and_an_empty_chair_has_its_word(full):
    seating = full.seating.copy()
    player = int(seating[-1, 0, 0])
    seating[-1, 0, 0] = -1
    rounds = full.num_rounds
    problem = replace(
        full.problem,
        absent=((player, rounds - 1),),
        other_games=((player, rounds - 1),),
        fewest_seats=full.problem.num_seats - 1,
    )
    made = {"repairs": [{"after": rounds - 1}]}
    left = replace(full, problem=problem, seating=seating, made=made)
    book = read(left, lang="ru")
    said = f"Версия после тура {rounds - 1}"
    assert said in book.properties.title
    assert all(said in sheet.oddFooter.left.text for sheet in book.worksheets)
    assert said in [cell.value for row in book.worksheets[-1].iter_rows() for cell in row]
    cells = [cell.value for row in book.worksheets[0].iter_rows() for cell in row]
    assert cells.count("свободно") == 1
    assert not any("Не играют" in str(cell) for cell in cells)
    assert "Версия" not in read(full, lang="ru").worksheets[0].oddFooter.left.text
