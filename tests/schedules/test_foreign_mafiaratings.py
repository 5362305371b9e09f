import json

import numpy as np
import pytest

from schedules import EMPTY
from schedules.errors import ForeignFileError
from schedules.foreign.mafiaratings import mafiaratings_text, read_mafiaratings


def test_players_count_from_nought(full):
    data = json.loads(mafiaratings_text(full))
    assert list(data) == ["seating"]
    assert data["seating"] == full.seating.tolist()


@pytest.mark.parametrize(
    "wrap",
    [
        lambda grid: grid,
        lambda grid: {"seating": grid},
        lambda grid: {"rounds": grid},
        lambda grid: {"seating": {"rounds": grid, "version": 3, "hash": "8_2_3"}},
    ],
)
def test_the_keys_of_the_site(full, wrap):
    assert read_mafiaratings(json.dumps(wrap(full.seating.tolist()))).schedule == full


@pytest.mark.parametrize("key", ["seating", "tables"])
def test_the_oldest_are_table_by_table(full, key):
    by_table = full.seating.transpose(1, 0, 2).tolist()
    assert read_mafiaratings(json.dumps({key: by_table})).schedule == full


def test_from_one(full):
    assert read_mafiaratings(json.dumps((full.seating + 1).tolist())).schedule == full


def test_numbers_of_people_stand_for_their_names(full):
    people = np.array([5, 17, 18, 25, 100, 264, 833, 9001])
    schedule = read_mafiaratings(json.dumps(people[full.seating].tolist())).schedule
    assert np.array_equal(schedule.seating, full.seating)
    assert schedule.players == tuple(map(str, people))


def test_nought_is_an_empty_chair_among_people():
    grid = [[[7, 8, 9], [10, 11, 0]], [[10, 9, 7], [8, 11, 0]]]
    schedule = read_mafiaratings(json.dumps(grid)).schedule
    assert schedule.seating[0, 1].tolist() == [3, 4, EMPTY]
    grid = [[[1, 2, 0], [3, 4, 0]], [[1, 3, 0], [2, 4, 0]]]
    schedule = read_mafiaratings(json.dumps(grid)).schedule
    assert schedule.seating[0].tolist() == [[0, 1, EMPTY], [2, 3, EMPTY]]


def test_fewer_tables_in_the_last_round(idle):
    text = mafiaratings_text(idle)
    assert [len(round_) for round_ in json.loads(text)["seating"]] == [2, 1, 1]
    assert read_mafiaratings(text).schedule == idle
    data = json.loads(text)
    data["seating"][1].append(None)
    data["seating"][2].append([])
    assert read_mafiaratings(json.dumps(data)).schedule == idle


def test_names(full):
    named = full.with_players([f'Игрок "{n}"; გ' for n in range(8)])
    assert read_mafiaratings(mafiaratings_text(named)).schedule == named
    given = tuple("abcdefgh")
    assert read_mafiaratings(mafiaratings_text(named), names=given).schedule.players == given
    with pytest.raises(ForeignFileError, match="2 names for 8 players"):
        read_mafiaratings(mafiaratings_text(full), names=("a", "b"))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ([], "holds nobody"),
        ({"seating": [[[None]]]}, "holds nobody"),
        ({"seating": [[[0]]]}, "No tournament has these seats"),
        ({"x": 1}, '"seating" is missing'),
        ({"seating": {"x": 1}}, '"seating" is missing'),
        ({"seating": 5}, '"seating" holds 5; a list belongs there'),
        ([[[0, 1], ["x", 2]]], '"seating", entry 1, entry 2, entry 1 holds "x"'),
        ([[[0, 1, 2], [3, 4]]], "round 1, table 2 has 2 seats and others have 3"),
    ],
)
def test_what_is_wrong_and_where(data, says):
    with pytest.raises(ForeignFileError, match=says):
        read_mafiaratings(json.dumps(data))
