"""Renaming a schedule to its canonical form, for models that break symmetry."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from optimizer.cpsat.rules import code_weights
from schedules.schedule import EMPTY, Schedule


def canonical(schedule: Schedule, *, tables: bool, rounds: bool) -> Schedule:
    """Return the schedule in canonical form, as good as before in all that the model sees.

    Parameters
    ----------
    schedule
        Any valid schedule whose unused tables are the last ones.
    tables, rounds
        As in :func:`optimizer.cpsat.rules.canonical_form`.
    """
    seating = schedule.seating
    players = schedule.problem.num_players
    first = seating[0][seating[0] >= 0]
    waiting = np.setdiff1d(np.arange(players), first)
    new_of = np.empty(players, dtype=np.int32)
    new_of[np.concatenate([first, waiting])] = np.arange(players)
    renamed = np.where(seating >= 0, new_of[seating], EMPTY).astype(np.int32)
    if tables:
        leaders = np.where(renamed >= 0, renamed, players).min(axis=2)
        order = np.argsort(leaders, axis=1, kind="stable")
        renamed = np.take_along_axis(renamed, order[:, :, None], axis=1)
    if rounds:
        where = replace(schedule, seating=renamed).table_of()
        weights = code_weights(players, schedule.problem.num_tables)
        codes = (where[1:, : len(weights)] + 1) @ np.array(weights)
        order = np.argsort(codes, kind="stable")
        renamed[1:] = renamed[1:][order]
    return replace(schedule, seating=renamed)
