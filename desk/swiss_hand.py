"""A Swiss round changed by hand: read from its file, with its cost and who signs it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimizer.swiss import SwissRound
from optimizer.swiss.explain import Edit, edited
from schedules.errors import SeatingError
from schedules.files import read_schedule
from schedules.schedule import EMPTY


@dataclass(frozen=True, eq=False)
class Hand:
    """A round changed by hand, with the difference and who signs it.

    Attributes
    ----------
    seating
        Players from 0, shape (tables, seats) of the round.
    edit
        What it changes.
    who, when, why
        For the log.
    """

    seating: NDArray[np.int32]
    edit: Edit
    who: str
    when: str
    why: str

    def of(self, round_: SwissRound) -> SwissRound:
        """Return the round with the seats as they are changed."""
        return replace(round_, seating=self.seating)

    def as_json(self) -> dict[str, Any]:
        """Return the log of the change as it stands in the file; players and tables from 1."""
        return {
            "who": self.who, "when": self.when, "why": self.why,
            "moved": [p + 1 for p in self.edit.moved],
            "breaks": [
                {"criterion": b.code, "players": [p + 1 for p in b.players],
                 "table": None if b.table is None else b.table + 1}
                for b in self.edit.breaches
            ],
            "changes": [
                {"tables": [t + 1 for t in change.tables], "criterion": d.code, "part": d.part,
                 "before": d.before, "after": d.after}
                for change in (*self.edit.tables, *self.edit.seats)
                for d in change.differences
            ],
        }  # fmt: skip


def read_hand(
    path: Path, round_: SwissRound, names: Sequence[str], *, who: str, when: str, why: str
) -> Hand:
    """Return the round as a file has it, with what that costs.

    Parameters
    ----------
    path
        A schedule with this round in it, changed by hand.
    round_
        The round as the rule gives it.
    names
        By slot, or empty; for errors.
    who, when, why
        For the log.

    Raises
    ------
    SeatingError
        If the file has no such round, other players or tables, or somebody sits there twice.
    """
    changed = read_schedule(path)
    problem = round_.setting.problem
    number = problem.round_number
    if changed.num_rounds < number:
        raise SeatingError(f"{path} has no round {number}; give the file with it.")
    seating = changed.seating[number - 1]
    tables, width = problem.num_tables, problem.width
    fits = seating.max(initial=0) < problem.num_players and len(seating) >= tables
    if not fits or (seating[tables:] != EMPTY).any() or (seating[:, width:] != EMPTY).any():
        raise SeatingError(
            f"{path}: round {number} has other players or tables than this event; "
            "change the file that this command wrote."
        )
    same = np.full((tables, width), EMPTY, dtype=np.int32)
    same[:, : seating.shape[1]] = seating[:tables, :width]
    if faults := _twice(same, round_, names):
        raise SeatingError(f"{path}, round {number}: {'; '.join(faults)}. Mend the round.")
    return Hand(same, edited(round_, same), who, when, why)


def _twice(seating: NDArray[np.int32], round_: SwissRound, names: Sequence[str]) -> list[str]:
    """Say who sits twice, and where, and who is missing for it."""

    def called(player: int) -> str:
        return f"{names[player]} ({player + 1})" if names else f"player {player + 1}"

    seated, times = np.unique(seating[seating != EMPTY], return_counts=True)
    faults = []
    for player in seated[times > 1].tolist():
        chairs = " and ".join(
            f"table {t + 1}, seat {s + 1}" for t, s in np.argwhere(seating == player).tolist()
        )
        faults.append(f"{called(player)} sits twice: {chairs}")
    missing = [p for p in round_.setting.playing if p not in set(seated.tolist())]
    if faults and missing:
        faults.append(f"no seat has {', '.join(map(called, missing))}")
    return faults
