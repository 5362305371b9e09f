"""Every format: written, read, written again, equal."""

import pytest
from foreign_cases import schedules
from hypothesis import given, settings
from hypothesis import strategies as st

from schedules.errors import ForeignFileError
from schedules.foreign.labels import numbers_only
from schedules.foreign.mafia_schedule import (
    mafia_schedule_text,
    participants_text,
    read_mafia_schedule,
    read_participants,
)
from schedules.foreign.mafiaratings import mafiaratings_text, read_mafiaratings
from schedules.foreign.mwt import mwt_text, read_mwt
from schedules.foreign.reading import detect, read_any
from schedules.foreign.rows import read_rows
from schedules.foreign.workbook import read_workbook
from schedules.sheets.csv_sheet import csv_text
from schedules.sheets.workbook import workbook_bytes
from schedules.texts import csv_rows
from schedules.verify import verify


@settings(deadline=None)
@given(schedules())
def test_what_is_drawn_is_valid(schedule):
    assert verify(schedule) == []


@settings(deadline=None)
@given(schedules())
def test_mwt(schedule):
    if any(";" in name for name in schedule.players) or numbers_only(schedule.players):
        with pytest.raises(ForeignFileError):
            mwt_text(schedule)
        return
    text = mwt_text(schedule)
    back = read_mwt(text, names=schedule.players).schedule
    assert back == schedule
    assert mwt_text(back) == text
    # without the names the slots are others and the text is the same
    assert mwt_text(read_mwt(text).schedule) == text


@settings(deadline=None)
@given(schedules(first_tables=True))
def test_mafia_schedule(schedule):
    text = mafia_schedule_text(schedule)
    names = read_participants(participants_text(schedule)) if schedule.players else ()
    assert read_mafia_schedule(text, names=names).schedule == schedule


@settings(deadline=None)
@given(schedules())
def test_mafiaratings(schedule):
    assert read_mafiaratings(mafiaratings_text(schedule)).schedule == schedule


@settings(deadline=None)
@given(schedules())
def test_csv(schedule):
    rows = csv_rows("x", csv_text(schedule), ForeignFileError)
    assert read_rows(rows).schedule == schedule


@settings(deadline=None)
@given(schedules(named=True), st.randoms())
def test_csv_without_slots_or_order(schedule, rng):
    rows = [row[:3] + row[4:] for row in csv_rows("x", csv_text(schedule), ForeignFileError)]
    body = rows[1:]
    rng.shuffle(body)
    if numbers_only(schedule.players):
        return
    assert read_rows([rows[0], *body], names=schedule.players).schedule == schedule


@settings(deadline=None, max_examples=20)
@given(schedules(), st.sampled_from(("en", "ru")))
def test_our_workbook(schedule, lang):
    assert read_workbook(workbook_bytes(schedule, lang=lang)).schedule == schedule


@pytest.mark.parametrize("named", [False, True])
def test_each_format_is_detected(tmp_path, tkemali, named):
    schedule = tkemali.with_players([f"Игрок {n}" for n in range(30)]) if named else tkemali
    for kind, data in (
        ("mwt", mwt_text(schedule).encode()),
        ("mafia-schedule", mafia_schedule_text(schedule).encode()),
        ("mafiaratings", mafiaratings_text(schedule).encode()),
        ("csv", csv_text(schedule).encode()),
        ("xlsx", workbook_bytes(schedule)),
    ):
        path = tmp_path / f"file-{kind}"  # an ending would tell
        path.write_bytes(data)
        assert detect(path) == kind
        back = read_any(path)
        assert back.notes == ()
        order = [back.schedule.player_label(p) for p in back.schedule.seating.ravel().tolist()]
        due = [schedule.player_label(p) for p in schedule.seating.ravel().tolist()]
        if kind != "mafia-schedule":
            assert order == due
        assert read_any(path, source=kind).schedule == back.schedule
