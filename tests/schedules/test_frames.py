import numpy as np
import pandas as pd
import pytest

from schedules import EMPTY, frames, measures
from schedules.measures import measure


@pytest.fixture(params=["tkemali", "full", "waiting", "idle"])
def schedule(request):
    return request.getfixturevalue(request.param)


def test_seats(schedule):
    frame = frames.seats_frame(schedule)
    assert list(frame.columns) == ["round", "table", "seat", "slot", "name"]
    assert len(frame) == schedule.seating.size
    for row in frame.itertuples():
        value = schedule.seating[row.round - 1, row.table - 1, row.seat - 1]
        if value == EMPTY:
            assert row.slot is pd.NA
            assert row.name == ""
        else:
            assert row.slot == value + 1
            assert row.name == str(value + 1)


def test_names_stand_in_every_frame(full):
    names = list("абвгдежз")
    named = full.with_players(names)
    seats = frames.seats_frame(named)
    assert seats.name.tolist() == [names[slot - 1] for slot in seats.slot]
    for make in (frames.meetings_frame, frames.table_visits_frame, frames.seat_visits_frame):
        assert make(named).index.tolist() == names
        assert make(full).index.tolist() == list(range(1, 9))
    assert frames.sitting_out_frame(named).columns.tolist() == names


def test_counts_agree_with_a_count_over_the_seats_frame(schedule):
    seats = frames.seats_frame(schedule).dropna()
    tables = seats.groupby(["slot", "table"]).size()
    chairs = seats.groupby(["slot", "seat"]).size()
    for frame, counted in (
        (frames.table_visits_frame(schedule), tables),
        (frames.seat_visits_frame(schedule), chairs),
    ):
        assert {at: frame.loc[at] for at in counted.index} == counted.to_dict()
        assert frame.to_numpy().sum() == len(seats)
    pairs = seats.merge(seats, on=["round", "table"])
    pairs = pairs[pairs.slot_x != pairs.slot_y].groupby(["slot_x", "slot_y"]).size()
    met = frames.meetings_frame(schedule)
    assert {at: met.loc[at] for at in pairs.index} == pairs.to_dict()
    assert met.to_numpy().sum() == pairs.sum()
    plays = seats.groupby("round").slot.apply(set)
    out = frames.sitting_out_frame(schedule)
    for number, row in out.iterrows():
        assert set(row.index[~row]) == plays[number]


def test_neighbours(full):
    frame = frames.neighbours_frame(full)
    assert frame.loc[1, 2] == 2
    assert frame.loc[1, 4] == 1  # seats 1 and 4 of a table of four
    assert (frame.to_numpy() == frame.to_numpy().T).all()
    assert frame.to_numpy().sum() == 2 * full.seating.size


def test_histogram(tkemali):
    frame = frames.histogram_frame(tkemali)
    assert dict(zip(frame.meetings, frame.pairs, strict=True)) == {1: 45, 2: 126, 3: 138, 4: 126}
    assert dict(zip(frame.meetings, frame.ideal, strict=True)) == {1: 0, 2: 90, 3: 345, 4: 0}
    assert frame.in_band.all()


def test_the_ideal_has_the_same_pairs_and_meetings(schedule):
    frame = frames.histogram_frame(schedule)
    assert frame.pairs.sum() == frame.ideal.sum()
    assert (frame.meetings * frame.pairs).sum() == (frame.meetings * frame.ideal).sum()
    met = measures.pair_values(measures.meetings(schedule))
    assert (frame.meetings * frame.pairs).sum() == met.sum()


def test_measures(tkemali):
    frame = frames.measures_frame(tkemali).set_index("measure").value
    assert frame.to_dict() == measure(tkemali).as_json()
    assert frame["spread"] == 3807
    assert np.isclose(frame["mean_meetings"], 81 / 29, atol=1e-6)
