"""JSON of mafiaratings: ``seating[round][table][seat]`` with numbers of players from 0.

The site keeps the rounds of a seating by different keys at different times: as the list itself,
under ``seating``, or under ``rounds`` within ``seating``; and in the oldest events table by table.
A seating that was taken from the games played holds the site's numbers of people instead, with 0
on an empty chair.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, StrictInt, StrictStr

from schedules.errors import ForeignFileError
from schedules.foreign.derived import Reading, empty_seating, reading_of
from schedules.foreign.json_text import checked, dump_lists
from schedules.foreign.labels import check_count
from schedules.json_values import load_json
from schedules.schedule import EMPTY, Schedule
from schedules.texts import tidy

Grid = list[list[list[int | None]]]


class File(BaseModel):
    """The rounds of a seating, and the names that only we write beside them."""

    seating: list[list[list[StrictInt | None] | None] | None]
    players: list[StrictStr] = []


def read_mafiaratings(text: str, *, names: Sequence[str] = ()) -> Reading:
    """Read a seating of mafiaratings.

    Parameters
    ----------
    text
        Its JSON. Numbers of people that are not those of players from 0 or from 1 get their
        slots in order, and stand for the names.
    names
        The names in the order of the numbers.

    Raises
    ------
    ForeignFileError
        If the file is not of this format, or its tables are not of one size.
    """
    data = load_json(text, error=ForeignFileError)
    inner, by_table, numbered = _inner(data)
    beside = data.get("players", []) if isinstance(data, dict) else []
    file = checked(File, {"seating": inner, "players": beside})
    grid: Grid = [[table or [] for table in round_ or []] for round_ in file.seating]
    if by_table or (_somebody_twice(grid) and not _somebody_twice(_turned(grid))):
        grid = _turned(grid)
    seats = max((len(table) for round_ in grid for table in round_), default=0)
    if not seats:
        raise ForeignFileError('"seating" holds nobody; write the tables of each round.')
    for r, round_ in enumerate(grid, 1):
        for t, table in enumerate(round_, 1):
            if table and len(table) != seats:
                raise ForeignFileError(
                    f"round {r}, table {t} has {len(table)} seats and others have {seats}; "
                    "write null on an empty chair."
                )
    slots, own = _slots(grid, numbered=numbered)
    seating = empty_seating(len(grid), max(map(len, grid)), seats)
    for r, round_ in enumerate(grid):
        for t, table in enumerate(round_):
            for s, number in enumerate(table):
                seating[r, t, s] = EMPTY if number is None else slots.get(number, EMPTY)
    given = tuple(names) or tuple(tidy(name) for name in file.players)
    check_count(given, len(slots))
    return reading_of(seating, num_players=len(slots), players=given or own)


def _inner(data: Any) -> tuple[Any, bool, bool]:
    """Return the lists, whether they are table by table, and whether players count from 0."""
    numbered = False
    for _ in range(2):
        if not isinstance(data, dict):
            break
        # what comes out of the site's own seatings says so, and counts from 0
        numbered = numbered or "version" in data
        key = next((key for key in ("seating", "rounds", "tables") if key in data), None)
        if key is None:
            raise ForeignFileError('"seating" is missing; it holds the tables of each round.')
        data = data[key]
        if key == "tables":
            return data, True, numbered
    return data, False, numbered


def _turned(grid: Grid) -> Grid:
    """Return [table][round][seat] as [round][table][seat]."""
    rounds = max(map(len, grid), default=0)
    return [[table[r] if r < len(table) else [] for table in grid] for r in range(rounds)]


def _somebody_twice(grid: Grid) -> bool:
    for round_ in grid:
        sitting = [number for table in round_ for number in table if number is not None]
        people = [number for number in sitting if number != 0]  # 0 may be an empty chair
        if len(set(people)) < len(people):
            return True
    return False


def _slots(grid: Grid, *, numbered: bool) -> tuple[dict[int, int], tuple[str, ...]]:
    """Return the slot of each number, and the numbers as names where they are of people."""
    rounds = [[n for table in round_ for n in table if n is not None] for round_ in grid]
    distinct = sorted({number for sitting in rounds for number in sitting})
    from_nought = distinct == list(range(len(distinct)))
    if not numbered and (not from_nought or any(sitting.count(0) > 1 for sitting in rounds)):
        distinct = [number for number in distinct if number != 0]
    if not distinct:
        raise ForeignFileError('"seating" holds nobody; write the tables of each round.')
    slots = {number: slot for slot, number in enumerate(distinct)}
    first = distinct[0]
    in_order = distinct == list(range(first, first + len(distinct))) and first in (0, 1)
    return slots, () if in_order else tuple(map(str, distinct))


def mafiaratings_text(schedule: Schedule) -> str:
    """Return a schedule as ``{"seating": [round][table][seat]}``, with players from 0.

    An empty chair is null, and last tables that are idle are left out. Names stand under
    ``players``, which the site does not read.
    """
    rounds = []
    for round_ in schedule.seating.tolist():
        playing = [t for t, game in enumerate(round_) if any(p != EMPTY for p in game)]
        tables = round_[: playing[-1] + 1] if playing else []
        rounds.append([[None if p == EMPTY else p for p in game] for game in tables])
    parts: dict[str, Any] = {"seating": rounds}
    if schedule.players:
        parts["players"] = list(schedule.players)
    return dump_lists(parts)
