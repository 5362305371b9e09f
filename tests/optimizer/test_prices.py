import json
from pathlib import Path

import numpy as np
import pytest

from optimizer.prices import band_prices, read_searches, tables_front
from schedules import Problem, Schedule
from schedules.files import write_schedule

ROOT = Path(__file__).resolve().parents[2]
SMALL = Problem(6, 2, 2, 3)
SAME = [[[0, 1, 2], [3, 4, 5]], [[0, 1, 2], [3, 4, 5]]]
MIXED = [[[0, 1, 2], [3, 4, 5]], [[0, 1, 3], [2, 4, 5]]]


def test_the_price_of_two_schedules_by_hand(tmp_path):
    write_schedule(Schedule(SMALL, np.array(MIXED)), tmp_path / "6-2-2.spread.json")
    write_schedule(Schedule(SMALL, np.array(SAME)), tmp_path / "6-2-2.json")
    write_schedule(Schedule(SMALL, np.array(SAME)), tmp_path / "6-2-3.json")  # has no other
    frame = band_prices(tmp_path)
    assert frame.index.tolist() == ["6/2/2"]
    row = frame.loc["6/2/2"]
    # mixed: the pairs 1-2 and 5-6 twice, eight pairs once, five never: 2 * 4 + 8 = 16, the bound;
    # the same round again: six pairs twice, nine never: 24, which is half as much again
    assert (row.bound, row.spread, row.spread_band) == (16, 16, 24)
    assert row.price == pytest.approx(50)
    # four meetings of each with five others are 0.8: the band is 0 to 2, so only "never" counts
    assert (row.unwanted, row.unwanted_band) == (5, 9)
    assert bool(row.everybody)


def test_the_library_pays_for_the_band_and_gets_it():
    frame = band_prices()
    assert len(frame) >= 20
    assert (frame.price > 0).all()
    assert (frame.spread >= frame.bound).all()
    assert frame.index.is_unique
    assert "30/3/9" not in frame.index  # one matrix there is best by both orders


def test_the_front_at_thirty_players():
    # By hand. x players keep their table between two rounds; over the 72 ordered pairs of rounds
    # Σ x = Σ visits² - 270. A 3 by 3 table with margins 10 and trace x of 9 or more has squares
    # of 102 at least; below, each player fewer on the diagonal costs 2 (8: 104, 7: 106, 6: 108).
    # So the overlaps are at least 72 * 102 + 2 (72 * 9 - Σ x), and Σ λ² half of what is more.
    frame = tables_front(Problem(30, 3, 9, 10), 1000)
    squares = frame.table_squares
    assert squares.tolist() == list(range(810, 1001, 2))
    assert frame.spread.tolist() == np.maximum(3807, 4725 - squares).tolist()


def test_searches_are_counted_by_hand(tmp_path):
    path = tmp_path / "found.json"
    found = [
        {"prices": [1, 0], "rounds": ["000111", "000111"]},
        {"prices": [4, 1], "rounds": ["000111", "001011"]},
    ]
    path.write_text(json.dumps(found), "utf-8")
    same, mixed = read_searches(path, SMALL).to_dict("records")
    assert same == {
        "prices": "1 : 0", "spread": 24, "table_squares": 24, "meetings": "0 to 2",
        "visits": "0 to 2", "above": 8,
    }  # fmt: skip
    # two players see both tables (1 + 1), four one of them (4): 20; 16 is the bound of the spread
    assert (mixed["spread"], mixed["table_squares"], mixed["above"]) == (16, 20, 0)


def test_the_stored_searches_are_matrices_above_the_front():
    path = ROOT / "notebooks" / "data" / "tables_against_spread.json"
    rounds = [row for entry in json.loads(path.read_text("utf-8")) for row in entry["rounds"]]
    assert {tuple(row.count(table) for table in "012") for row in rounds} == {(10, 10, 10)}
    frame = read_searches(path, Problem(30, 3, 9, 10))
    assert (frame.above >= 0).all()
    assert (frame.above == 0).sum() >= 4
