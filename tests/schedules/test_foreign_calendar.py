import re
from dataclasses import replace
from datetime import datetime

import pytest
from foreign_cases import schedules
from hypothesis import given, settings
from hypothesis import strategies as st

from schedules.errors import ForeignFileError
from schedules.foreign.calendar import calendar_text

START, STAMP = datetime(2026, 12, 5, 10), datetime(2026, 11, 5, 9, 30, 7)


def events(text: str) -> list[dict[str, str]]:
    """Return the properties of each event, unfolded and with their escapes undone."""
    found: list[dict[str, str]] = []
    for line in text.replace("\r\n ", "").split("\r\n"):
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found and ":" in line:
            key, value = line.split(":", 1)
            found[-1][key] = re.sub(
                r"\\(.)", lambda m: "\n" if m[1] in "nN" else m[1], value, flags=re.DOTALL
            )
    return found


def test_an_event_a_round(idle):
    schedule = replace(idle, name="Кубок, осень; A\\B").with_players(
        ["Анна", "გიორგი", "a;b", "c,d", "e\\f", "g", "h", "i"]
    )
    text = calendar_text(schedule, start=START, stamp=STAMP, minutes=45, lang="ru")
    assert text.startswith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:")
    assert text.endswith("END:VEVENT\r\nEND:VCALENDAR\r\n")
    first, second, third = events(text)
    assert first["UID"] == f"{schedule.digest()}-1@seating"
    assert first["DTSTAMP"] == "20261105T093007Z"
    assert (first["DTSTART"], first["DTEND"]) == ("20261205T100000", "20261205T104500")
    assert (third["DTSTART"], third["DTEND"]) == ("20261205T113000", "20261205T121500")
    assert second["SUMMARY"] == "Кубок, осень; A\\B: Тур 2"
    assert second["DESCRIPTION"] == (
        "Стол 1: 1. i, 2. Анна, 3. e\\f, 4. გიორგი\nНе играют: a;b, c,d, g, h"
    )


def test_without_names_or_title(full):
    event = events(calendar_text(full, start=START, stamp=STAMP))[0]
    assert event["SUMMARY"] == "Round 1"
    assert event["DTEND"] == "20261205T105000"
    assert event["DESCRIPTION"].startswith("Table 1: 1. No.\N{NO-BREAK SPACE}1, 2. No.")


@settings(deadline=None)
@given(schedules(), st.text(max_size=100), st.integers(1, 1440))
def test_lines_are_short_and_nothing_is_lost(schedule, name, minutes):
    schedule = replace(schedule, name=name.encode("utf-8", "replace").decode())
    text = calendar_text(schedule, start=START, stamp=STAMP, minutes=minutes)
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert not re.search(r"(?<!\r)\n|\r(?!\n)", text)
    assert text.count("BEGIN:VEVENT") == text.count("END:VEVENT") == schedule.num_rounds
    found = events(text)
    assert len({event["UID"] for event in found}) == schedule.num_rounds
    for event in found:
        for player in schedule.players:
            assert player in event["DESCRIPTION"]


@pytest.mark.parametrize("minutes", [0, -5, 1441])
def test_minutes_that_cannot_be(full, minutes):
    with pytest.raises(ForeignFileError, match="write 1 to 1440"):
        calendar_text(full, start=START, stamp=STAMP, minutes=minutes)


def test_the_end_of_time(full):
    with pytest.raises(ForeignFileError, match="after the year 9999"):
        calendar_text(full, start=datetime(9999, 12, 31, 23), stamp=STAMP)
