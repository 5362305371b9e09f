import csv
import io
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schedules import Problem, Schedule, SeatingError
from schedules.sheets.csv_sheet import FIELDS, csv_text

NAMES = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), include_characters="\t\n"), min_size=1
)


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_one_row_a_seat(full):
    rows = read(csv_text(full))
    assert len(rows) == full.seating.size
    assert tuple(rows[0]) == FIELDS
    assert rows[0] == {"round": "1", "table": "1", "seat": "1", "slot": "1", "name": ""}
    seating = np.zeros_like(full.seating)
    for row in rows:
        seating[int(row["round"]) - 1, int(row["table"]) - 1, int(row["seat"]) - 1] = (
            int(row["slot"]) - 1
        )
    assert np.array_equal(seating, full.seating)


def test_an_idle_table_has_no_rows(idle):
    rows = read(csv_text(idle))
    assert {(row["round"], row["table"]) for row in rows} == {
        ("1", "1"),
        ("1", "2"),
        ("2", "1"),
        ("3", "1"),
    }


def test_the_header_is_the_same_in_every_language(full):
    assert csv_text(full, lang="ru") == csv_text(full, lang="en")
    with pytest.raises(SeatingError):
        csv_text(full, lang="de")


def test_names_that_look_like_formulas_stay_as_they_are(full):
    names = ("=1+1", "+7", "-5", "@home", "\ttab", 'a "b", c', "x;y", "ნინო")
    rows = read(csv_text(replace(full, players=names)))
    assert {int(row["slot"]): row["name"] for row in rows} == dict(enumerate(names, start=1))


@settings(deadline=None)
@given(st.lists(NAMES, min_size=4, max_size=4))
def test_every_name_reads_back(names):
    schedule = Schedule(Problem(4, 1, 1, 4), np.array([[[3, 1, 0, 2]]]), players=tuple(names))
    rows = read(csv_text(schedule))
    assert [row["name"] for row in rows] == [names[3], names[1], names[0], names[2]]
