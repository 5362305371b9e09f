import numpy as np
import pytest

from schedules import EMPTY
from schedules.errors import ForeignFileError
from schedules.foreign.mwt import mwt_text, read_mwt
from schedules.foreign.reading import read_any
from schedules.verify import verify

TEXT = "Анна;Борис\nგიორგი;Daria\n\nDaria;გიორგი\nАнна;Борис\n"


def labels(schedule):
    return [
        [[schedule.player_label(p) if p >= 0 else "" for p in game] for game in round_]
        for round_ in schedule.seating.tolist()
    ]


def test_a_line_is_a_seat_and_a_column_a_table():
    schedule = read_mwt(TEXT).schedule
    assert schedule.players == ("Анна", "გიორგი", "Борис", "Daria"), "as they first sit"
    assert labels(schedule) == [
        [["Анна", "გიორგი"], ["Борис", "Daria"]],
        [["Daria", "Анна"], ["გიორგი", "Борис"]],
    ]
    assert verify(schedule) == []


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.encode("utf-16"),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
        TEXT.replace("Борис\n", "Борис;\n").encode(),
        ("\n \n" + TEXT.replace("\n\n", "\n\n\t\n\n") + "\n\n").encode(),
        TEXT.replace(";", " ;\N{NO-BREAK SPACE}").encode(),
        TEXT.replace(";", "\t").encode(),
        TEXT.replace(";", ", ").encode(),
    ],
)
def test_as_people_save_it(tmp_path, data):
    path = tmp_path / "x.txt"
    path.write_bytes(data)
    assert read_any(path).schedule == read_mwt(TEXT).schedule


def test_cp1251(tmp_path):
    text = TEXT.replace("გიორგი", "Георгий")
    path = tmp_path / "x.txt"
    path.write_bytes(text.encode("cp1251"))
    assert read_any(path).schedule == read_mwt(text).schedule


def test_a_damaged_letter_is_no_reason_to_read_rubbish(tmp_path):
    path = tmp_path / "x.txt"
    damaged = TEXT.encode().replace("Б".encode(), b"\xd0", 1)
    path.write_bytes(damaged)
    with pytest.raises(ForeignFileError, match="line 1 is not UTF-8 as the rest is"):
        read_any(path)


@pytest.mark.parametrize("first", [0, 1])
def test_numbers_are_slots(full, first):
    text = "".join(
        "".join(";".join(str(game[s] + first) for game in round_) + "\n" for s in range(4)) + "\n"
        for round_ in full.seating.tolist()
    )
    assert read_mwt(text).schedule == full
    assert (mwt_text(full) == text) is (first == 1)


def test_the_last_round_may_have_fewer_tables(idle):
    text = mwt_text(idle)
    assert text.splitlines()[:7] == ["1;5", "2;6", "3;7", "4;8", "", "8", "1"]
    back = read_mwt(text).schedule
    assert np.array_equal(back.seating, idle.seating)
    assert back == idle


def test_an_empty_chair_is_a_smaller_table_and_is_said():
    reading = read_mwt("1;4\n2;5\n3;6\n\n1;3\n4;2\n5;\n")
    assert reading.schedule.seating[1, 1, 2] == EMPTY
    assert reading.schedule.problem.fewest_seats == 2
    assert [note.code for note in reading.notes] == ["uneven", "small_table"]
    place = {"round": 2, "table": 2, "count": 2, "seats": 3}
    assert reading.notes[1].values == place
    assert reading.schedule.problem.other_games == ((5, 1),)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the file is empty"),
        ("; ;\n;\n", "nobody sits"),
        ("1;2\n3;4\n\n1;2\n\n2;1\n4;3\n", "line 4: a round of 1 seats where others have 2"),
        ("1;2\n3;4\n2;1\n4;3\n\n1;4\n2;3\n\n1;3\n4;2\n", "lines 1 to 4: .* an empty line after"),
        ("1;2\n3\n\n1;3\n2;4\n", "line 2 has 1 of the 2 tables of its round"),
        ("Анна;B\nC;D\n\nанна;C\nB;D\n", "line 4: 'анна' is written 'Анна' in line 1"),
        ("Пётр;B\nC;D\n\nПетр;C\nB;D\n", "line 4: 'Петр' is written 'Пётр' in line 1"),
        ("1\n2\n3\n1\n\n1\n2\n3\n2\n", "Player 1 sits twice in round 1: at table 1, seat 1"),
    ],
)
def test_what_is_wrong_and_where(text, says):
    with pytest.raises(ForeignFileError, match=says):
        read_mwt(text)


def test_somebody_twice_in_a_round_is_left_to_the_verifier():
    schedule = read_mwt("A;A\nB;C\n\nA;B\nC;D\n").schedule
    assert {fault.code for fault in verify(schedule)} >= {"twice_in_round"}


def test_names_that_were_given():
    names = ("Daria", "Борис", "გიორგი", "Анна")
    assert read_mwt(TEXT, names=names).schedule.players == names
    with pytest.raises(ForeignFileError, match="line 1: 'Борис' is not among the names"):
        read_mwt(TEXT, names=("Daria", "Глеб", "გიორგი", "Анна"))
    with pytest.raises(ForeignFileError, match=r"'Ева' is among the names .* and never sits"):
        read_mwt(TEXT, names=(*names, "Ева"))
    with pytest.raises(ForeignFileError, match="3 names for 4 players"):
        read_mwt("1;2\n3;4\n", names=names[:3])


@pytest.mark.parametrize("name", ["a;b", "a\nb", " ", "a\u2028b"])
def test_names_that_it_cannot_hold(full, name):
    players = [name, *(f"p{n}" for n in range(7))]
    with pytest.raises(ForeignFileError, match="cannot stand in MWT text"):
        mwt_text(full.with_players(players))


def test_names_that_are_all_numbers(full):
    with pytest.raises(ForeignFileError, match="All names are numbers"):
        mwt_text(full.with_players(range(1, 9)))


def test_commas_at_one_table(waiting):
    schedule = waiting.with_players(["Smith, John", "B", "C", "D", "E"])
    assert read_mwt(mwt_text(schedule), names=schedule.players).schedule == schedule
