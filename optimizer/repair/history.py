"""What earlier repairs did, read back from the schedule: to undo them, to give chairs back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from optimizer.repair.changes import Change, Place, replay
from schedules.numbering import to_file
from schedules.schedule import EMPTY, Schedule

Record = Mapping[str, Any]


def records(schedule: Schedule) -> tuple[Record, ...]:
    """Return the recorded repairs, the first one first; what is no record is left out."""
    found: Any = (schedule.made or {}).get("repairs")
    entries = found if isinstance(found, list) else []
    return tuple(entry for entry in entries if isinstance(entry, Mapping))


def as_record(changes: tuple[Change, ...]) -> list[list[int | None]]:
    """Return changed chairs as a record holds them: round, table, seat, before, after, from 1."""
    return [
        [c.round + 1, c.table + 1, c.seat + 1, to_file(c.before), to_file(c.after)] for c in changes
    ]


def changes_of(record: Record, schedule: Schedule) -> tuple[Change, ...] | None:
    """Return the chairs that a repair changed; None if the record does not say it."""
    rows = record.get("changes")
    if not isinstance(rows, list):
        return None
    ends, players = schedule.seating.shape, schedule.problem.num_players
    found = []
    for row in rows:
        if not isinstance(row, list) or len(row) != 5:
            return None
        chair, who = row[:3], [0 if p is None else p for p in row[3:]]
        if not all(type(n) is int for n in (*chair, *who)):
            return None
        if not all(1 <= n <= end for n, end in zip(chair, ends, strict=True)):
            return None
        if not all(0 <= p <= players for p in who):
            return None
        r, t, s = (n - 1 for n in chair)
        found.append(Change(r, t, s, *(p - 1 if p else EMPTY for p in who)))
    return tuple(found)


def earlier(schedule: Schedule) -> Iterator[tuple[Schedule, tuple[Record, ...]]]:
    """Yield the seats and names as they are, then as before the last repair, and so on back.

    With each stands which repairs are undone, the last one first. The end comes where a record
    does not say what was changed, or does not fit what stands there. Only seats and names go
    back; games of each player and wishes stay those of now.
    """
    undone: tuple[Record, ...] = ()
    yield schedule, undone
    for record in reversed(records(schedule)):
        changes = changes_of(record, schedule)
        if changes is None:
            return
        back = [Change(c.round, c.table, c.seat, c.after, c.before) for c in changes]
        try:
            seating = replay(schedule.seating, back)
        except ValueError:
            return
        names = _names_before(schedule.players, record)
        schedule = replace(schedule, seating=np.asarray(seating), players=names)
        undone = (*undone, record)
        yield schedule, undone


def _names_before(names: tuple[str, ...], record: Record) -> tuple[str, ...]:
    """Return the names before a repair that replaced some of the players."""
    before, rows = list(names), record.get("names_before")
    for row in rows if isinstance(rows, list) else []:
        if not isinstance(row, list) or len(row) != 2:
            continue
        slot, name = row
        if type(slot) is int and 1 <= slot <= len(before) and isinstance(name, str):
            before[slot - 1] = name
    return tuple(before)


def own_chairs(schedule: Schedule, player: int) -> dict[int, Place]:
    """Return the chair that a player last had in each round which a repair took from him."""
    found: dict[int, Place] = {}
    for record in records(schedule):
        for change in changes_of(record, schedule) or ():
            if change.before == player:
                found[change.round] = (change.table, change.seat)
    return found
