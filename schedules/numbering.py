"""The one place where numbers from 1 (files, screens, paper) meet numbers from 0 (arrays)."""

from __future__ import annotations

from schedules.schedule import EMPTY

Cell = tuple[int, int, int]
"""Round, table and seat of one chair, from 0."""


def from_file(number: int | None) -> int:
    """Return what stands in the array for what stands on a chair in a file.

    ``None`` is an empty chair. A number below 1 is nobody; it moves one further down than the
    others, so that 0 does not fall on ``EMPTY`` and the verifier still sees what was written.
    """
    if number is None:
        return EMPTY
    return number - 1 if number >= 1 else number + EMPTY - 1


def to_file(value: int) -> int | None:
    """Return what stands on a chair in a file; undoes :func:`from_file`."""
    if value == EMPTY:
        return None
    return value + 1 if value >= 0 else value - EMPTY + 1


def place(cell: Cell) -> str:
    """Return a chair in words, counted from 1: "round 3, table 2, seat 7"."""
    round_, table, seat = cell
    return f"round {round_ + 1}, table {table + 1}, seat {seat + 1}"
