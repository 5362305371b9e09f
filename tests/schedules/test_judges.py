import csv
import io
import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schedules import (
    InvalidScheduleError,
    Problem,
    Schedule,
    ScheduleFileError,
    check_valid,
    dump_schedule,
    parse_schedule,
)
from schedules.files import schema
from schedules.judges import Rota, measure_rota, verify_rota
from schedules.sheets import views
from schedules.sheets.csv_sheet import csv_text
from schedules.sheets.html import html_sheet
from schedules.sheets.workbook import workbook_bytes
from schedules.verify import verify

NAMES = ("Анна", "=Boris", "<Clara>")
TABLES = [[0, 1], [1, 0], [2, 1]]


@pytest.fixture
def rota() -> Rota:
    """Three judges for the three rounds of two tables of ``full``."""
    return Rota(NAMES, np.array(TABLES), forbidden=((0, 7), (1, 0)), absent=((2, 0),))


@pytest.fixture
def judged(full) -> Schedule:
    return replace(full, judges=Rota(NAMES, np.array(TABLES), absent=((2, 0),)))


def changed(tables, round_, table, judge):
    out = np.array(tables)
    out[round_, table] = judge
    return out


def test_a_valid_rota_has_no_fault(full, judged):
    assert verify_rota(full, judged.judges) == []
    assert verify(judged) == []


@pytest.mark.parametrize(
    ("tables", "extra", "codes"),
    [
        (changed(TABLES, 1, 0, -1), {}, ["judge_missing"]),
        (changed(TABLES, 1, 0, 0), {}, ["judge_twice"]),
        (changed(TABLES, 1, 0, 3), {}, ["judge_number"]),
        (changed(TABLES, 1, 0, -2), {}, ["judge_number"]),
        (TABLES, {"forbidden": ((0, 3),)}, ["judge_forbidden", "judge_forbidden"]),
        (TABLES, {"absent": ((1, 1),)}, ["judge_absent"]),
        (TABLES, {"absent": ((3, 1),)}, ["judge_wish"]),
        (TABLES, {"absent": ((0, 3),)}, ["judge_wish"]),
        (TABLES, {"forbidden": ((0, 8),)}, ["judge_wish"]),
        (TABLES, {"names": ("Anna", "anna", "")}, ["judge_name", "judge_name"]),
        (TABLES[:2], {}, ["judges_shape"]),
    ],
)
def test_each_broken_rule_is_found(full, tables, extra, codes):
    rota = Rota(**{"names": NAMES, "tables": np.array(tables), **extra})
    assert [fault.code for fault in verify_rota(full, rota)] == codes
    with pytest.raises(InvalidScheduleError):
        check_valid(replace(full, judges=rota))


def test_a_judge_of_no_game_is_a_fault(idle):
    rota = Rota(("A", "B"), np.array([[0, 1], [0, -1], [0, 1]]))
    assert [str(fault) for fault in verify_rota(idle, rota)] == [
        "Round 3, table 2 has a judge, B, and no game."
    ]


def test_a_fault_names_judge_player_and_place(full):
    named = full.with_players([f"P{n}" for n in range(8)])
    rota = Rota(NAMES, np.array(TABLES), forbidden=((1, 4),))
    first = verify_rota(named, rota)[0]
    assert str(first) == "=Boris judges P4 in round 1, table 2, and must not."
    assert (first.round, first.table, first.seat, first.player) == (0, 1, 0, 4)


def test_measures_are_counted_from_the_tables(full, rota):
    found = measure_rota(full, rota)
    assert found.games.tolist() == [2, 3, 1]
    assert found.visits.tolist() == [[1, 1], [1, 2], [1, 0]]
    assert found.meetings[0].tolist() == [1, 1, 2, 2, 0, 0, 1, 1]
    assert not found.may_meet[0, 7]
    assert found.repeats == 0
    assert rota.by_judge()[2] == ("<Clara>", [None, None, 0])


def test_a_rota_is_a_value(rota):
    same = Rota(list(NAMES), np.array(TABLES), forbidden=[(1, 0), (0, 7), (0, 7)], absent=[(2, 0)])
    assert same == rota
    assert hash(same) == hash(rota)
    assert replace(rota, absent=()) != rota
    assert replace(rota, tables=changed(TABLES, 0, 0, 2)) != rota
    with pytest.raises(ValueError, match="read-only"):
        rota.tables[0, 0] = 1


def test_the_digest_takes_judges_in_and_stays_where_there_are_none(full, judged):
    assert full.digest() == "4a198426"  # printed before there were judges; must never change
    other = replace(judged, judges=replace(judged.judges, tables=changed(TABLES, 2, 0, 0)))
    renamed = replace(judged, judges=replace(judged.judges, names=("A", "B", "C")))
    digests = {one.digest() for one in (full, judged, other, renamed)}
    assert len(digests) == 4
    assert judged != full
    assert judged.with_players("ABCDEFGH").judges == judged.judges


@settings(deadline=None, max_examples=50)
@given(st.data())
def test_written_and_read_again_is_equal(data):
    rounds, tables = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 3))
    judges = data.draw(st.integers(1, 4))
    seating = np.arange(rounds * tables * 2).reshape(rounds, tables, 2) % (tables * 2)
    cells = st.integers(-1, judges - 1)
    rota = Rota(
        tuple(data.draw(st.lists(st.text(min_size=1), min_size=judges, max_size=judges))),
        np.array(
            data.draw(
                st.lists(
                    st.lists(cells, min_size=tables, max_size=tables),
                    min_size=rounds,
                    max_size=rounds,
                )
            )
        ),
        tuple(
            data.draw(
                st.lists(
                    st.tuples(st.integers(0, judges - 1), st.integers(0, tables * 2 - 1)),
                    max_size=4,
                )
            )
        ),
        tuple(
            data.draw(
                st.lists(
                    st.tuples(st.integers(0, judges - 1), st.integers(0, rounds - 1)), max_size=4
                )
            )
        ),
    )
    try:
        "".join(rota.names).encode()
    except UnicodeEncodeError:
        return
    schedule = Schedule(Problem(tables * 2, tables, rounds, 2), seating, judges=rota)
    again = parse_schedule(dump_schedule(schedule))
    assert again == schedule
    assert again.digest() == schedule.digest()


def test_the_file_counts_from_one_and_keeps_its_schema(judged, idle):
    jsonschema = pytest.importorskip("jsonschema")
    data = json.loads(dump_schedule(judged))
    assert data["judges"] == {
        "names": list(NAMES),
        "rounds": [[1, 2], [2, 1], [3, 2]],
        "absent": [[3, 1]],
    }
    jsonschema.validate(data, schema())
    resting = replace(idle, judges=Rota(("A", "B"), np.array([[0, 1], [0, -1], [1, -1]])))
    data = json.loads(dump_schedule(resting))
    assert data["judges"]["rounds"] == [[1, 2], [1, None], [2, None]]
    jsonschema.validate(data, schema())


@pytest.mark.parametrize(
    ("judges", "words"),
    [
        (5, '"judges" holds 5; an object with names and rounds belongs there.'),
        ({"names": ["A"]}, '"judges" has no "rounds"'),
        ({"names": ["A"], "round": []}, '"round" is not a key'),
        ({"names": ["A", 3], "rounds": []}, '"judges", names, name 2 holds 3; a text belongs'),
        (
            {"names": ["A"], "rounds": [[1, "x"]]},
            '"judges", rounds, round 1, table 2 holds "x"; the number of a judge',
        ),
        ({"names": ["A"], "rounds": [[1, 1]]}, '"judges" has 1 rounds and the schedule 3'),
        (
            {"names": ["A"], "rounds": [[1, 1], [1], [1, 1]]},
            '"judges", round 2 has 1 tables and the schedule 2',
        ),
        (
            {"names": ["A"], "rounds": [[1, 1], [1, 2], [1, 1]]},
            '"judges", round 2, table 2 holds 2; the judges are numbered from 1 to 1.',
        ),
        (
            {"names": ["A"], "rounds": [[1, 1]] * 3, "not_with": [[1, 9]]},
            '"judges", "not_with", pair 1 holds 9; the players are numbered from 1 to 8.',
        ),
        (
            {"names": ["A"], "rounds": [[1, 1]] * 3, "absent": [[1]]},
            '"judges", absent, pair 1',
        ),
    ],
)
def test_wrong_judges_in_a_file_are_named(full, judges, words):
    data = json.loads(dump_schedule(full))
    data["judges"] = judges
    with pytest.raises(ScheduleFileError) as caught:
        parse_schedule(json.dumps(data))
    assert words in str(caught.value)


def test_views_say_who_judges_where(judged):
    assert [game.judge for game in views.games(judged)] == [NAMES[j] for row in TABLES for j in row]
    lists = views.judge_views(judged)
    assert [view.tables for view in lists] == [(1, 2, None), (2, 1, 2), (None, None, 1)]
    assert [view.num_games for view in lists] == [2, 3, 1]


@pytest.mark.parametrize(("lang", "word"), [("en", "Judge: "), ("ru", "Судья: ")])
def test_html_shows_the_judges_at_their_tables_and_on_a_page(judged, full, lang, word):
    page = html_sheet(judged, lang=lang)
    assert page.count(f"{word}Анна") == 4  # two games, by round and by table
    assert page.count(f"{word}&lt;Clara&gt;") == 2
    assert "<Clara>" not in page
    assert '<section id="judges">' in page
    assert 'href="#judges"' in page
    assert 'id="print-judges"' in page
    plain = html_sheet(full, lang=lang)
    assert word not in plain
    assert 'id="judges"' not in plain


def test_the_workbook_shows_the_judges_as_text(judged, full):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.load_workbook(io.BytesIO(workbook_bytes(judged)))
    rounds = list(book["By round"].iter_rows(values_only=True))
    judges = [row[1:3] for row in rounds if row[0] == "Judge"]
    assert judges == [("Анна", "=Boris"), ("=Boris", "Анна"), ("<Clara>", "=Boris")]
    rows = list(book["Judges"].iter_rows(values_only=True))
    assert rows[0] == ("Judge", "Round 1", "Round 2", "Round 3", "Games")
    assert rows[1] == ("Анна", 1, 2, "—", 2)
    assert book["Judges"]["A3"].data_type == "s"
    assert "Judges" not in openpyxl.load_workbook(io.BytesIO(workbook_bytes(full))).sheetnames


def test_csv_has_a_column_for_the_judge_only_where_there_is_one(judged, full):
    rows = list(csv.DictReader(io.StringIO(csv_text(judged))))
    assert {row["judge"] for row in rows if row["round"] == "3"} == {"<Clara>", "=Boris"}
    assert "judge" not in csv_text(full).splitlines()[0]
