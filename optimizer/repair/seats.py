"""Seats of the games that changed: who stays keeps his seat, newcomers share out the others."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from optimizer.cpsat.repair_model import Tables
from optimizer.criteria import Key, seats_key
from optimizer.repair.plan import Plan
from schedules.measures import measure
from schedules.schedule import EMPTY, Schedule

SWEEPS = 4
"""Rounds of swaps at most; the second seldom finds much."""

Seating = NDArray[np.int32]
Game = tuple[int, int]


def seat_newcomers(plan: Plan, tables: Tables) -> tuple[Seating, dict[Game, list[int]]]:
    """Seat the rounds left at given tables with as few changed seats as can be.

    Parameters
    ----------
    plan
        The rounds left; its seating says who had which seat.
    tables
        Table of each player in each round left; -1 sits out.

    Returns
    -------
    seating, free
        The whole seating, rounds played included, and for each game the seats that are not kept
        by somebody who stays. A newcomer gets the seat that he had least often so far.
    """
    seating = np.array(plan.seating)
    problem = plan.problem
    free: dict[Game, list[int]] = {}
    had = np.zeros((problem.num_players, problem.num_seats), dtype=np.int64)
    for s in range(problem.num_seats):
        column = seating[: plan.after, :, s]
        np.add.at(had[:, s], column[column >= 0], 1)
    for r, row in enumerate(tables):
        for t in range(problem.num_tables):
            chairs = seating[plan.after + r, t]
            stays = np.isin(chairs, np.flatnonzero(row == t))
            newcomers = np.setdiff1d(np.flatnonzero(row == t), chairs)
            chairs[~stays] = EMPTY
            open_ = np.flatnonzero(chairs == EMPTY)
            if len(newcomers):
                free[plan.after + r, t] = open_.tolist()
                who, where = linear_sum_assignment(had[newcomers][:, open_])
                chairs[open_[where]] = newcomers[who]
            taken = np.flatnonzero(chairs >= 0)
            had[chairs[taken], taken] += 1
    return seating, free


def improve_free_seats(schedule: Schedule, free: dict[Game, list[int]], *, sweeps: int) -> Schedule:
    """Swap newcomers, or a newcomer and an empty chair, while seats get better by the criteria.

    Parameters
    ----------
    schedule
        The seating after :func:`seat_newcomers`.
    free
        The seats of each game that may be swapped.
    sweeps
        How often to go through all games at most; it ends where nothing helps any more.
    """
    seating = np.array(schedule.seating)

    def key() -> Key:
        return seats_key(measure(replace(schedule, seating=seating)))

    best = key()
    for _ in range(sweeps):
        before = best
        for (r, t), seats in free.items():
            for a, b in combinations(seats, 2):
                chairs = seating[r, t]
                chairs[[a, b]] = chairs[[b, a]]
                found = key()
                if found < best:
                    best = found
                else:
                    chairs[[a, b]] = chairs[[b, a]]
        if best == before:
            break
    return replace(schedule, seating=seating)
