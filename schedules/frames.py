"""Schedules as pandas frames, for notebooks; everything counts from 1 here.

This module imports pandas, so nothing that the command line needs at its start imports it.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from schedules import measures
from schedules.ideal import ideal_histogram
from schedules.numbering import to_file
from schedules.schedule import EMPTY, Schedule


def seats_frame(schedule: Schedule) -> pd.DataFrame:
    """Return one row a seat: round, table, seat, slot and name.

    An empty chair has no slot (``<NA>``) and the name "". While no names are bound, the name is
    the number of the slot.
    """
    round_, table, seat = (np.indices(schedule.seating.shape).reshape(3, -1) + 1).tolist()
    values = schedule.seating.ravel().tolist()
    players = range(schedule.problem.num_players)
    return pd.DataFrame(
        {
            "round": round_,
            "table": table,
            "seat": seat,
            "slot": pd.array([to_file(value) for value in values], dtype="Int64"),
            "name": [
                schedule.player_label(value)
                if value in players
                else ("" if value == EMPTY else str(to_file(value)))
                for value in values
            ],
        }
    )


def meetings_frame(schedule: Schedule) -> pd.DataFrame:
    """Return how often each two players meet: players by players, zero diagonal."""
    return _square(schedule, measures.meetings(schedule))


def neighbours_frame(schedule: Schedule) -> pd.DataFrame:
    """Return how often each two players sit side by side: players by players."""
    return _square(schedule, measures.neighbours(schedule))


def histogram_frame(schedule: Schedule) -> pd.DataFrame:
    """Return one row for each number of meetings: pairs, pairs in the ideal, inside the band.

    The ideal has every pair meet ⌊μ⌋ or ⌈μ⌉ times; it is seldom reachable.
    """
    met = measures.pair_values(measures.meetings(schedule))
    ideal = ideal_histogram(met)
    low, high = measures.measure(schedule).band
    numbers = range(min(int(met.min()), *ideal), max(int(met.max()), *ideal) + 1)
    return pd.DataFrame(
        {
            "meetings": list(numbers),
            "pairs": [int((met == n).sum()) for n in numbers],
            "ideal": [ideal.get(n, 0) for n in numbers],
            "in_band": [low <= n <= high for n in numbers],
        }
    )


def table_visits_frame(schedule: Schedule) -> pd.DataFrame:
    """Return how often each player is at each table: players by tables."""
    visits = measures.table_visits(schedule)
    return pd.DataFrame(visits, _players(schedule), _numbers(visits.shape[1], "table"))


def seat_visits_frame(schedule: Schedule) -> pd.DataFrame:
    """Return how often each player has each seat: players by seats."""
    visits = measures.seat_visits(schedule)
    return pd.DataFrame(visits, _players(schedule), _numbers(visits.shape[1], "seat"))


def sitting_out_frame(schedule: Schedule) -> pd.DataFrame:
    """Return who sits out when, true for sitting out: rounds by players."""
    out = measures.sitting_out(schedule)
    return pd.DataFrame(out, _numbers(len(out), "round"), _players(schedule))


def measures_frame(schedule: Schedule) -> pd.DataFrame:
    """Return one row for each measure, as they stand in the schedule file."""
    data = measures.measure(schedule).as_json()
    return pd.DataFrame(
        {"measure": list(data), "value": pd.Series(list(data.values()), dtype=object)}
    )


def _square(schedule: Schedule, counts: measures.IntArray) -> pd.DataFrame:
    return pd.DataFrame(counts, _players(schedule), _players(schedule))


def _players(schedule: Schedule) -> pd.Index[str] | pd.Index[int]:
    if schedule.players:
        return pd.Index(schedule.players, name="player")
    return _numbers(schedule.problem.num_players, "player")


def _numbers(last: int, name: str) -> pd.Index[int]:
    return pd.RangeIndex(1, last + 1, name=name)
