"""The schedule itself: who sits where, in which round."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from schedules.problem import Problem

if TYPE_CHECKING:
    from schedules.judges import Rota

EMPTY = -1
"""Stands on a chair where nobody sits."""


@dataclass(frozen=True, eq=False)
class Schedule:
    """Who sits on which seat of which table in each round of a stage.

    Parameters
    ----------
    problem
        What the schedule is meant to satisfy.
    seating
        Players from 0, shape (rounds, tables, seats); ``EMPTY`` (-1) on an empty chair.
        The array is copied and made read-only.
    name
        Title for sheets, such as "Tkemali Tour 2016, qualification".
    players
        Names by slot, or empty while the slots are not drawn.
    certificate
        Per criterion the value, the bound, whether it is proved best and by which argument,
        in the form of the file.
    made
        Version, seed, seconds and the like: how the schedule came about.
    judges
        Who judges which table in each round, or ``None`` where no judges are named.

    Notes
    -----
    A schedule may be invalid; :func:`schedules.verify.verify` lists its faults.
    """

    problem: Problem
    seating: NDArray[np.int32]
    name: str = ""
    players: tuple[str, ...] = ()
    certificate: Mapping[str, Any] | None = None
    made: Mapping[str, Any] | None = field(default=None)
    judges: Rota | None = None

    def __post_init__(self) -> None:
        seating = np.array(self.seating, dtype=np.int32)
        if seating.ndim != 3:
            raise ValueError(f"seating has {seating.ndim} dimensions; rounds, tables, seats are 3")
        seating.setflags(write=False)
        object.__setattr__(self, "seating", seating)
        object.__setattr__(self, "players", tuple(self.players))

    @property
    def num_rounds(self) -> int:
        """Rounds that stand in the schedule."""
        return int(self.seating.shape[0])

    def player_label(self, player: int) -> str:
        """Return the name of a slot, or its number from 1 while no names are bound."""
        return self.players[player] if self.players else str(player + 1)

    def table_of(self) -> NDArray[np.int32]:
        """Return the table of each player in each round, shape (rounds, players); -1 sits out."""
        rounds, tables, _ = self.seating.shape
        where = np.full((rounds, self.problem.num_players), EMPTY, dtype=np.int32)
        for r in range(rounds):
            for t in range(tables):
                sitting = self.seating[r, t][self.seating[r, t] >= 0]
                where[r, sitting] = t
        return where

    def digest(self) -> str:
        """Return eight letters that tell two schedules apart: printed on every sheet.

        SHA-256 over the seating (players from 1, rounds, tables and seats in order) and the
        names, so that two printed copies can be compared at a glance. Judges are taken in too,
        tables and names: other judges, other letters. A schedule without judges has the letters
        it had before there were judges in the file.
        """
        text = repr((self.seating + 1).tolist()) + "\n" + "\n".join(self.players)
        if self.judges is not None:
            text += "\n\njudges\n" + self.judges.text()
        return hashlib.sha256(text.encode()).hexdigest()[:8]

    def with_players(self, players: ArrayLike) -> Schedule:
        """Return the same schedule with names bound to the slots in order."""
        return replace(self, players=tuple(str(p) for p in np.asarray(players).tolist()))

    def _repr_html_(self) -> str:
        from schedules.notebook import schedule_html  # only notebooks ask for it

        return schedule_html(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Schedule):
            return NotImplemented
        return (
            self.problem == other.problem
            and np.array_equal(self.seating, other.seating)
            and self.name == other.name
            and self.players == other.players
            and self.judges == other.judges
        )

    def __hash__(self) -> int:
        return hash((self.problem, self.seating.tobytes(), self.name, self.players, self.judges))
