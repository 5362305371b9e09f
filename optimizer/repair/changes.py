"""What a repair changes: chair by chair, and player by player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from schedules.numbering import to_file
from schedules.schedule import EMPTY

Seating = NDArray[np.int32]
Place = tuple[int, int]


@dataclass(frozen=True, order=True)
class Change:
    """One chair that another player has, or nobody; all from 0.

    Attributes
    ----------
    round, table, seat
        The chair.
    before, after
        Who sat there and who sits there now; ``EMPTY`` (-1) is nobody.
    """

    round: int
    table: int
    seat: int
    before: int
    after: int

    def as_json(self) -> dict[str, int | None]:
        """Return the change as a file writes it: from 1, ``null`` for nobody."""
        return {
            "round": self.round + 1,
            "table": self.table + 1,
            "seat": self.seat + 1,
            "before": to_file(self.before),
            "after": to_file(self.after),
        }


@dataclass(frozen=True, order=True)
class Move:
    """What a player has to be told of one round: where he sat and where he sits; from 0.

    Attributes
    ----------
    player, round
        Who, and when.
    before, after
        Table and seat; None where he sits out.
    """

    player: int
    round: int
    before: Place | None
    after: Place | None

    @property
    def another_game(self) -> bool:
        """Whether he plays in another game, and not only on another seat of the same."""
        tables = [place[0] if place else None for place in (self.before, self.after)]
        return tables[0] != tables[1]

    def as_json(self) -> dict[str, Any]:
        """Return the move as a file writes it: places from 1, ``null`` for sitting out."""
        return {
            "player": self.player + 1,
            "round": self.round + 1,
            "before": _from_one(self.before),
            "after": _from_one(self.after),
        }


def _from_one(place: Place | None) -> list[int] | None:
    return None if place is None else [place[0] + 1, place[1] + 1]


def changes_between(before: Seating, after: Seating) -> tuple[Change, ...]:
    """List the chairs that differ, in the order of rounds, tables and seats."""
    return tuple(
        Change(r, t, s, int(before[r, t, s]), int(after[r, t, s]))
        for r, t, s in np.argwhere(before != after).tolist()
    )


def replay(seating: Seating, changes: Iterable[Change]) -> Seating:
    """Return a seating with the changes made, chair by chair.

    Raises
    ------
    ValueError
        If somebody else sits on a chair than a change says.
    """
    result = np.array(seating)
    for change in changes:
        cell = (change.round, change.table, change.seat)
        if result[cell] != change.before:
            raise ValueError(f"{change} does not fit: {result[cell]} sits there")
        result[cell] = change.after
    return result


def moves_between(before: Seating, after: Seating) -> tuple[Move, ...]:
    """List for every player the rounds in which his place differs."""
    old, new = _places(before), _places(after)
    moves = [
        Move(player, r, old.get((player, r)), new.get((player, r)))
        for player, r in old.keys() | new.keys()
        if old.get((player, r)) != new.get((player, r))
    ]
    return tuple(sorted(moves, key=lambda move: (move.player, move.round)))


def _places(seating: Seating) -> dict[tuple[int, int], Place]:
    return {
        (int(seating[r, t, s]), r): (t, s) for r, t, s in np.argwhere(seating != EMPTY).tolist()
    }
