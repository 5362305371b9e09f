"""Judges on the day: who has judged stays in the rota, and what changes of it is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from desk.judges_file import Judges
from schedules.errors import SeatingError
from schedules.judges import NOBODY
from schedules.names import name_key
from schedules.phrases import phrase

if TYPE_CHECKING:
    from optimizer.judge_problem import Tables
    from schedules.schedule import Schedule


def with_played(judges: Judges, given: Schedule, after: int | None) -> tuple[Judges, Tables | None]:
    """Return the judges with all who have judged, and who judged in the rounds played.

    Parameters
    ----------
    judges
        Who judges from now on, with their wishes.
    given
        The schedule with the rota as it was.
    after
        Rounds played; None where nobody says.

    Returns
    -------
    judges, played
        Whoever judged and is not among the judges any more is absent from the rounds left.
        ``played`` has the shape (rounds played, tables), or is None if ``after`` is.

    Raises
    ------
    SeatingError
        If there is no such round, or the schedule has no judges.
    """
    if after is None:
        return judges, None
    rounds, rota = given.num_rounds, given.judges
    if not 0 <= after < rounds:
        raise SeatingError(
            f"--after {after} does not fit: the schedule has {rounds} rounds, and one at least is "
            f"to be judged anew; a number from 0 to {rounds - 1} fits."
        )
    if rota is None:
        raise SeatingError(
            f"--after {after} keeps the judges of rounds played, and the schedule has no judges; "
            "leave it out."
        )
    names, absent = list(judges.names), list(judges.absent)
    keys = [name_key(name) for name in names]
    played = np.full((after, rota.tables.shape[1]), NOBODY, dtype=np.int32)
    for (r, t), judge in np.ndenumerate(rota.tables[:after]):
        if judge == NOBODY:
            continue
        key = name_key(rota.names[judge])
        if key not in keys:
            absent += [(len(names), left) for left in range(after, rounds)]
            names.append(rota.names[judge])
            keys.append(key)
        played[r, t] = keys.index(key)
    return Judges(tuple(names), judges.not_with, tuple(absent)), played


def what_changes(before: Schedule, now: Schedule, kept: int | None, lang: str) -> list[str]:
    """Return in a sentence which rounds have other judges than they had; none at a first rota.

    Parameters
    ----------
    before, now
        The schedule with its judges as they were and as they are.
    kept
        Rounds that were to keep theirs; None where nobody said.
    lang
        ``"en"`` or ``"ru"``.
    """
    if before.judges is None or now.judges is None:
        return []
    if kept:
        return [phrase("judges.kept", lang, rounds=_runs(list(range(kept))))]
    tables = range(before.judges.tables.shape[1])
    changed = [
        r
        for r in range(before.num_rounds)
        if any(before.judges.judge_of(r, t) != now.judges.judge_of(r, t) for t in tables)
    ]
    if kept is not None or not changed:
        return []
    return [phrase("judges.changed", lang, rounds=_runs(changed))]


def _runs(rounds: list[int]) -> str:
    """Return rounds from 0 as people write them: "1, 3–5"."""
    runs: list[list[int]] = []
    for r in rounds:
        if runs and runs[-1][1] == r - 1:
            runs[-1][1] = r
        else:
            runs.append([r, r])
    return ", ".join(f"{a + 1}" if a == b else f"{a + 1}–{b + 1}" for a, b in runs)
