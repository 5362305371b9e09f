"""Who is meant by what stands on a chair: a number or a name, in files that know no slots."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from schedules.errors import ForeignFileError
from schedules.foreign.derived import Reading, empty_seating, reading_of
from schedules.names import name_key

_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True)
class Seat:
    """A taken chair: round, table and seat from 0, what stands there, and where in the file."""

    round: int
    table: int
    seat: int
    label: str
    where: str


def reading_of_labels(
    seats: Sequence[Seat], shape: tuple[int, int, int], names: Sequence[str] = ()
) -> Reading:
    """Return the schedule of labelled chairs.

    Labels that are all the whole numbers from 1 to their count, or from 0, are slots; anything
    else is a name, and names get their slots in the order in which they first sit, unless
    ``names`` says in which.

    Parameters
    ----------
    seats
        The taken chairs in the order of the file, with tidy labels.
    shape
        Rounds, tables and seats at a table.
    names
        The names in the order of the slots.

    Raises
    ------
    ForeignFileError
        If one name is written in two ways, or the names are not those who sit.
    """
    seating = empty_seating(*shape)
    if not seats:
        raise ForeignFileError("nobody sits in this file; write the players of each round.")
    slots = _numbers(seats)
    players: tuple[str, ...] = tuple(names)
    if slots is None:
        slots, players = _named(seats, names)
    num_players = len(set(slots.values()))
    check_count(names, num_players)
    for seat in seats:
        seating[seat.round, seat.table, seat.seat] = slots[seat.label]
    return reading_of(_trimmed(seating), num_players=num_players, players=players)


def _trimmed(seating: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the seating without last tables at which nobody ever sits."""
    used = np.flatnonzero((seating >= 0).any(axis=(0, 2)))
    return seating[:, : int(used[-1]) + 1]


def _numbers(seats: Sequence[Seat]) -> dict[str, int] | None:
    """Return the slot, from 0, of each label if the labels number the players."""
    labels = {seat.label for seat in seats}
    if not all(_NUMBER.fullmatch(label) for label in labels):
        return None
    numbers = {label: int(label) for label in labels}
    distinct = set(numbers.values())
    for first in (1, 0):
        if distinct == set(range(first, first + len(distinct))):
            return {label: number - first for label, number in numbers.items()}
    return None


def check_count(names: Sequence[str], num_players: int) -> None:
    """Raise ForeignFileError unless there are no names or one for each player."""
    if names and len(names) != num_players:
        raise ForeignFileError(
            f"there are {len(names)} names for {num_players} players; give one for each player."
        )


def numbers_only(names: Sequence[str]) -> bool:
    """Whether names would be taken for the numbers of slots when they are read back."""
    seats = [Seat(0, 0, index, name, "") for index, name in enumerate(names)]
    return bool(names) and _numbers(seats) is not None


def _named(seats: Sequence[Seat], names: Sequence[str]) -> tuple[dict[str, int], tuple[str, ...]]:
    """Return the slot of each label, and the names by slot."""
    by_key = {name_key(name): slot for slot, name in enumerate(names)}
    first: dict[str, Seat] = {}
    slots: dict[str, int] = {}
    for seat in seats:
        key = name_key(seat.label)
        earlier = first.setdefault(key, seat)
        if earlier.label != seat.label:
            raise ForeignFileError(
                f"{seat.where}: {seat.label!r} is written {earlier.label!r} in {earlier.where}; "
                "write one person's name in one way, and tell two people apart by a word."
            )
        if names and key not in by_key:
            raise ForeignFileError(
                f"{seat.where}: {seat.label!r} is not among the names that were given; correct "
                "either, or leave the names out."
            )
        slots.setdefault(seat.label, by_key[key] if names else len(slots))
    if names and len(slots) < len(names):
        absent = next(name for name in names if name_key(name) not in first)
        raise ForeignFileError(
            f"{absent!r} is among the names that were given and never sits; take the name out."
        )
    return slots, tuple(names) or tuple(slots)
