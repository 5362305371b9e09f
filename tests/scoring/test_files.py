"""Our own forms: what goes out comes back, and what people save is read."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from protocol_cases import game, protocols, seated

from scoring.errors import ProtocolError
from scoring.exact import exact
from scoring.files import csv_form, json_form, read_protocols, to_csv, write_protocols
from scoring.files.texts import csv_rows
from scoring.files.words import number_text
from scoring.protocol import Adjustment, Exit, Protocols

F = Fraction
RUSSIAN = """Этап;Тур;Стол;Победа;Судья;ПУ;ЛХ;Место;Игрок;Роль;Фолы;Выход;Доп. баллы;Штраф
Отбор;1;2;красные;Анна;1;7, 8, 10;1;Ёж;мирный;;ночь 1;0,5;
;;;;;;;;;;;;;
"""
SEATS = """Отбор;1;2;Красные;Анна;1;7, 8, 10;{seat};{name};{role};{fouls};{exit};;{penalty}
"""


def russian() -> str:
    words = ["мир", "Мирный", "мирный житель", "МИР.", "мирный", "ШЕРИФ", "маф", "мафия", "дон"]
    text = RUSSIAN
    for seat, role in enumerate(words, start=2):
        fouls = "4" if seat == 3 else ""
        text += SEATS.format(
            seat=seat, name=f"Игрок {seat}", role=role, fouls=fouls,
            exit="фолы" if fouls else "голосование 2" if seat == 9 else "",
            penalty="-0,5" if fouls else "",
        )  # fmt: skip
    return text


def check_russian(found: Protocols) -> None:
    (one,) = found.games
    assert (one.stage, one.round, one.table, one.result) == ("Отбор", 1, 2, "red")
    assert (one.judge, one.first_killed, one.best_move) == ("Анна", 1, (7, 8, 10))
    assert [chair.role for chair in one.chairs] == [
        *["civilian"] * 6, "sheriff", "mafia", "mafia", "don",
    ]  # fmt: skip
    assert one.chair(1).player == "Ёж"
    assert one.chair(1).exit == Exit("night", 1)
    assert one.chair(1).extras == (F(1, 2),)
    assert one.chair(3).exit == Exit("fouls")
    assert one.chair(3).penalties == (("judge", F(-1, 2)),)
    assert one.chair(9).exit == Exit("vote", 2)


@settings(deadline=None, max_examples=60)
@given(protocols())
def test_csv_comes_back(drawn):
    assert csv_form.protocols("it", csv_rows("it", to_csv(drawn))) == drawn


@settings(deadline=None, max_examples=60)
@given(protocols())
def test_json_comes_back(drawn):
    text = json_form.to_json(drawn)
    assert json_form.protocols("it", json.loads(text)) == drawn


@settings(deadline=None, max_examples=20)
@given(protocols())
def test_files_come_back(tmp_path_factory, drawn):
    folder = tmp_path_factory.mktemp("protocols")
    for name in ("it.csv", "it.json"):
        write_protocols(drawn, folder / name)
        assert read_protocols(folder / name) == drawn


@pytest.mark.parametrize("value", [F(0), F(-1, 2), F(7), F(1, 3), F(-3, 8), F(123, 1000)])
def test_numbers_are_written_exactly(value):
    assert exact(number_text(value)) == value


@pytest.mark.parametrize(
    "encode",
    [
        pytest.param(lambda text: text.encode("utf-8"), id="utf-8"),
        pytest.param(lambda text: text.encode("utf-8-sig"), id="utf-8 with its mark"),
        pytest.param(lambda text: text.encode("utf-16"), id="utf-16"),
        pytest.param(lambda text: text.encode("cp1251"), id="cp1251"),
        pytest.param(lambda text: text.replace("\n", "\r\n").encode("cp1251"), id="crlf"),
    ],
)
def test_a_russian_table(tmp_path, encode):
    path = tmp_path / "протоколы.csv"
    path.write_bytes(encode(russian()))
    check_russian(read_protocols(path))


def test_commas_part_cells_too(tmp_path):
    path = tmp_path / "it.csv"
    rows = csv_rows("it", russian())
    quoted = [",".join(f'"{cell}"' for cell in row) for row in rows]
    path.write_text("\n".join(quoted), "utf-8")
    check_russian(read_protocols(path))


def test_a_workbook(tmp_path):
    from openpyxl import Workbook

    book = Workbook()
    for row in csv_rows("it", russian()):
        numbers = [int(cell) if cell.isdecimal() else cell for cell in row]
        book.active.append([-0.5 if cell == "-0,5" else cell for cell in numbers])
    book.save(tmp_path / "it.xlsx")
    check_russian(read_protocols(tmp_path / "it.xlsx"))


def test_rows_of_a_game_may_stand_apart():
    one, two = game(1, 1), game(1, 2, first=10)
    head, *rows = csv_rows("it", to_csv(Protocols((one, two))))
    by_seat = sorted(rows, key=lambda row: int(row[head.index("seat")]))
    assert csv_form.protocols("it", [head, *by_seat]).games == (one, two)


def test_a_game_recorded_twice_stays_twice():
    twice = Protocols((game(), game()))
    assert csv_form.protocols("it", csv_rows("it", to_csv(twice))) == twice


def test_what_is_not_read_is_listed():
    head, *rows = csv_rows("it", to_csv(Protocols((game(),))))
    rows = [[*row, "yes" if place else ""] for place, row in enumerate(rows)]
    found = csv_form.protocols("it", [[*head, "Настроение"], *rows])
    assert found.games == (game(),)
    assert found.left_out == ("it: the column 'Настроение' is not read",)


def test_every_bad_cell_is_named(tmp_path):
    path = tmp_path / "it.csv"
    text = to_csv(Protocols((game(), game(2, first=10)))).replace("sheriff", "шерип", 1)
    lines = text.split("\r\n")
    lines[15] = lines[15].replace("red", "blue")
    path.write_text("\n".join(lines), "utf-8")
    with pytest.raises(ProtocolError) as raised:
        read_protocols(path)
    faults = raised.value.faults
    assert len(faults) == 2
    assert "line 8: role is 'шерип'; write civilian" in faults[0]
    assert "line 16: result is 'blue'" in faults[1]
    assert "line 12 says 'red'" in faults[1]


def test_every_bad_place_of_json_is_named():
    value = json.loads(json_form.to_json(Protocols((game(), game(2, first=10)))))
    value["games"][0]["seats"][2]["role"] = "doctor"
    value["games"][1]["result"] = "blue"
    value["games"][1]["seats"][4]["extras"] = [0.5, "much"]
    with pytest.raises(ProtocolError) as raised:
        json_form.protocols("it", value)
    places = [fault.split(":")[0] for fault in raised.value.faults]
    assert places == ["game 1, seat 3, role", "game 2, result", "game 2, seat 5, extra 2"]


def test_a_later_version_is_refused():
    value = {"format": "seating-protocols/9", "games": []}
    with pytest.raises(ProtocolError, match="update the program"):
        json_form.protocols("it", value)


def test_points_of_nothing_are_not_left_to_the_rules():
    late = Adjustment("P1", "late", F(0), "main", 1)
    for_all = Protocols((game(),), adjustments=(late,))
    assert json_form.protocols("it", json.loads(json_form.to_json(for_all))) == for_all


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("no.csv", None, "There is no file"),
        ("empty.csv", b"", "kind that is known"),
        ("list.csv", b"name;club\nA;B\n", "lacks the columns seat, role, result, round"),
        ("list.csv", b"a;b\nA;B\n", "gomafia"),
        ("it.json", b'{"rounds": []}', "JSON of Polemica"),
        ("it.json", b'{"rounds": [', "line 1 is not JSON"),
        ("it.xlsx", b"PK\x03\x04rubbish", "is not an Excel workbook"),
        ("it.xls", b"\xd0\xcf\x11\xe0rubbish", "old Excel"),
        ("it.gz", b"\x1f\x8brubbish", "damaged gzip"),
        ("it.csv", b"\x00\x01\x02", "is not a text file"),
    ],
)
def test_other_files_are_refused_in_a_sentence(tmp_path, name, data, said):
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(ProtocolError, match=said):
        read_protocols(tmp_path / name)


def test_a_source_may_be_named(tmp_path):
    write_protocols(Protocols((game(),)), tmp_path / "it.csv")
    assert read_protocols(tmp_path / "it.csv", source="seating").games == (game(),)
    with pytest.raises(ProtocolError, match="polemica is JSON of Polemica"):
        read_protocols(tmp_path / "it.csv", source="polemica")
    with pytest.raises(ProtocolError, match="no source 'excel'"):
        read_protocols(tmp_path / "it.csv", source="excel")


def test_only_our_endings_are_written(tmp_path):
    with pytest.raises(ProtocolError, match=r"\.csv or \.json"):
        write_protocols(Protocols(()), tmp_path / "it.txt")
    with pytest.raises(ProtocolError, match="cannot be written"):
        write_protocols(Protocols(()), tmp_path / "no" / "it.csv")
    with pytest.raises(ProtocolError, match="half a character"):
        write_protocols(Protocols((), name="\ud800"), tmp_path / "it.csv")


def test_two_teams_of_one_slot_are_refused():
    one = Protocols((game(), game(2)), teams={"P1": "Red"})
    head, *rows = csv_rows("it", to_csv(one))
    rows[10][head.index("team")] = "Blue"
    with pytest.raises(ProtocolError, match="another row says 'Red' of P1"):
        csv_form.protocols("it", [head, *rows])


def test_a_game_says_one_thing_of_itself():
    text = to_csv(Protocols((game(judge="Anna"),))).replace("Anna", "Boris", 1)
    with pytest.raises(ProtocolError, match="judge is 'Anna'"):
        csv_form.protocols("it", csv_rows("it", text))
    blank = to_csv(Protocols((game(judge="Anna"),))).replace("Anna", "", 9)
    assert csv_form.protocols("it", csv_rows("it", blank)).games == (game(judge="Anna"),)


def test_extras_and_exits_as_people_write_them():
    one = seated(replace(game(), first_killed=3), 3, exit=Exit("night", 1), extras=(F(1), F(1, 2)))
    text = to_csv(Protocols((one,))).replace("1 0.5", "+1 0.50").replace("night 1", "Ночь 1")
    assert csv_form.protocols("it", csv_rows("it", text)).games == (one,)


def test_a_row_longer_than_the_header_is_refused(tmp_path):
    path = tmp_path / "games.csv"
    head, first, *rest = to_csv(Protocols((game(),))).splitlines()
    torn = [head, f"{first},0,5", *rest]
    path.write_text("\n".join(torn), "utf-8")
    with pytest.raises(ProtocolError, match="line 2: there are more columns than in the first row"):
        read_protocols(path)
