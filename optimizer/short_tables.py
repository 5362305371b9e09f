"""Everybody plays though the tables are not full: games of one player fewer, shared out evenly.

Where a few players are missing, empty chairs stand in for them: the stage is seated as if the
tables were full, with a player for each missing one, and these are then taken away. They met
everybody evenly, so everybody shares evenly in the smaller games.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from schedules.problem import Problem
from schedules.schedule import EMPTY, Schedule


def missing_players(problem: Problem) -> int:
    """Return how many players the tables are short of, if everybody is to play in every round."""
    return problem.num_tables * problem.num_seats - problem.num_players


def with_stand_ins(problem: Problem) -> Problem:
    """Return the stage with full tables: missing players are stood in for, never two at a table.

    Parameters
    ----------
    problem
        A stage in which everybody plays in every round and a game may lack one player.

    Raises
    ------
    ValueError
        If it is no such stage: more players are missing than there are tables.
    """
    missing = missing_players(problem)
    if not (problem.everybody_always and 0 < missing <= problem.num_tables):
        raise ValueError(f"{missing} players are missing at {problem.num_tables} tables")
    players = problem.num_players
    stand_ins = tuple(range(players, players + missing))
    return replace(
        problem,
        num_players=players + missing,
        fewest_seats=problem.num_seats,
        apart=(*problem.apart, *([stand_ins] if missing > 1 else [])),
    )


def without_stand_ins(schedule: Schedule, problem: Problem) -> Schedule:
    """Return a schedule of :func:`with_stand_ins` with empty chairs in place of the stand-ins."""
    seating = np.where(schedule.seating >= problem.num_players, EMPTY, schedule.seating)
    return replace(schedule, problem=problem, seating=seating, certificate=None)
