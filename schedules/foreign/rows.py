"""A table of one row a seat: round, table, seat, slot, name; our CSV, and a sheet like it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from schedules.errors import ForeignFileError
from schedules.foreign.derived import Reading
from schedules.foreign.labels import Seat, reading_of_labels
from schedules.names import HEADERS as PLAYER_HEADERS
from schedules.names import name_key
from schedules.texts import tidy, wide_rows

HEADERS: Mapping[str, tuple[str, ...]] = {
    "round": ("round", "тур", "раунд"),
    "table": ("table", "стол"),
    "seat": ("seat", "место"),
    "slot": ("slot", "no.", "no", "№", "номер"),
    "name": PLAYER_HEADERS["name"],
}
"""The headers that are understood, by column; other columns are left unread."""
MOST_FAULTS = 20
_NUMBER = re.compile(r"[0-9]{1,7}")


@dataclass(frozen=True)
class Line:
    """A row that is filled in: its number in the file and its cells by column, tidy."""

    number: int
    cells: Mapping[str, str]


def columns_of(row: Sequence[str]) -> dict[str, int]:
    """Return the known columns of a row of headers; of two alike the first."""
    known = {word: column for column, words in HEADERS.items() for word in words}
    found: dict[str, int] = {}
    for index, cell in enumerate(row):
        column = known.get(tidy(cell).casefold())
        if column is not None:
            found.setdefault(column, index)
    return found


def is_header(row: Sequence[str]) -> bool:
    """Whether a row looks like the headers of such a table, were it with a column missing."""
    found = columns_of(row)
    return len(found) >= 3 and len({"round", "table", "seat"} & set(found)) >= 2


def read_rows(
    rows: Sequence[Sequence[str]], *, names: Sequence[str] = (), word: str = "line"
) -> Reading:
    """Read a table of one row a seat.

    Parameters
    ----------
    rows
        The cells; the first row that is not empty holds the headers, in English or Russian. Of
        ``slot`` and ``name`` one may be missing.
    names
        The names in the order of the slots; without them, and without slots in the table, names
        get their slots as they first sit.
    word
        What a row is called in errors: "line" or "row".

    Raises
    ------
    ForeignFileError
        Which lists every bad row.
    """
    filled = [(n, row) for n, row in enumerate(rows, 1) if any(map(tidy, row))]
    if not filled:
        raise ForeignFileError("the file is empty; write one row a seat.")
    header = filled[0][1]
    columns = columns_of(header)
    missing = [column for column in ("round", "table", "seat") if column not in columns]
    if "slot" not in columns and "name" not in columns:
        missing.append("slot or name")
    if missing:
        raise ForeignFileError(
            f"{word} {filled[0][0]}: there is no column for {', '.join(missing)}; the first row "
            "holds the headers round, table, seat, slot, name."
        )
    lines = [
        Line(n, {c: tidy(row[i]) if i < len(row) else "" for c, i in columns.items()})
        for n, row in filled[1:]
    ]
    faults = [*wide_rows(filled[1:], len(header), word=word), *_faults(lines, word)]
    if faults:
        more = len(faults) - MOST_FAULTS
        shown = [*faults[:MOST_FAULTS], *([f"and {more} more"] if more > 0 else [])]
        raise ForeignFileError("\n- ".join(["there are rows to mend:", *shown]))
    by_slot = "slot" in columns
    seats = [
        Seat(
            int(line.cells["round"]) - 1,
            int(line.cells["table"]) - 1,
            int(line.cells["seat"]) - 1,
            str(int(line.cells["slot"])) if by_slot else line.cells["name"],
            f"{word} {line.number}",
        )
        for line in lines
    ]
    seats.sort(key=lambda seat: (seat.round, seat.table, seat.seat))
    if by_slot:
        given = tuple(names) or _names_by_slot(lines)
        return _reading_by_slot(seats, given)
    return reading_of_labels(seats, _shape(seats), names)


def _shape(seats: Sequence[Seat]) -> tuple[int, int, int]:
    """Return rounds, tables and seats; raise ForeignFileError where a round is missing."""
    rounds = {seat.round for seat in seats}
    for r in range(len(rounds)):
        if r not in rounds:
            raise ForeignFileError(
                f"round {r + 1} is missing and there is a round {max(rounds) + 1}; number the "
                "rounds from 1 without a gap."
            )
    most = max((seat.table for seat in seats), default=0)
    return len(rounds), most + 1, max((seat.seat for seat in seats), default=0) + 1


def _reading_by_slot(seats: Sequence[Seat], names: Sequence[str]) -> Reading:
    slots = {int(seat.label) for seat in seats}
    for slot in range(1, len(slots) + 1):
        if slot not in slots:
            raise ForeignFileError(
                f"slot {slot} never sits and there is a slot {max(slots)}; number the slots from "
                "1 without a gap."
            )
    return reading_of_labels(seats, _shape(seats), names)


def _faults(lines: Sequence[Line], word: str) -> list[str]:
    """Return what is wrong with each row, in words."""
    faults = []
    chairs: dict[tuple[int, int, int], int] = {}
    named: dict[str, Line] = {}
    for line in lines:
        place = f"{word} {line.number}"
        wrong = [
            f"{place}, column {column!r}: {text!r} is no number from 1 up"
            for column, text in line.cells.items()
            if column != "name" and (not _NUMBER.fullmatch(text) or int(text) == 0)
        ]
        name, slot = line.cells.get("name", ""), line.cells.get("slot", "")
        if "slot" not in line.cells and not name:
            wrong.append(f"{place}, column 'name': the name is empty; leave out empty chairs")
        if wrong:
            faults += wrong
            continue
        r, t, s = (int(line.cells[column]) for column in ("round", "table", "seat"))
        earlier = chairs.setdefault((r, t, s), line.number)
        if earlier != line.number:
            faults.append(
                f"{place}: round {r}, table {t}, seat {s} stands already in {word} {earlier}"
            )
        if slot:
            first = named.setdefault(str(int(slot)), line)
            if first.cells.get("name", "") != name:
                faults.append(
                    f"{place}: slot {slot} has the name {name!r}, and "
                    f"{first.cells.get('name', '')!r} in {word} {first.number}"
                )
    return faults


def _names_by_slot(lines: Sequence[Line]) -> tuple[str, ...]:
    """Return the names in the order of the slots, or none where no slot has one."""
    names = {int(line.cells["slot"]): line.cells.get("name", "") for line in lines}
    if not any(names.values()):
        return ()
    first: dict[str, int] = {}
    for slot, name in sorted(names.items()):
        if not name:
            raise ForeignFileError(f"slot {slot} has no name and others have one; write it.")
        earlier = first.setdefault(name_key(name), slot)
        if earlier != slot:
            raise ForeignFileError(
                f"the slots {earlier} and {slot} both have the name {name!r}; add a word that "
                "tells them apart."
            )
    return tuple(names[slot] for slot in sorted(names))
