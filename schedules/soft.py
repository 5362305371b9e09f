"""How far the soft wishes are kept, recounted from the seats."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from schedules.measures import IntArray, meetings
from schedules.problem import Problem
from schedules.schedule import Schedule
from schedules.wishes import Group


@dataclass(frozen=True)
class SoftMeasures:
    """What the soft wishes come to.

    Attributes
    ----------
    apart_meetings, apart_squares, apart_most
        Meetings of players who prefer to be apart, over all their pairs; Σ of their squares; and
        of the pair that meets most often.
    together_meetings, together_fewest
        Meetings of players who prefer to meet, and those of the pair that meets least often.
    team_squares, team_fewest, team_most
        Σ over two teams of the squares of their meetings, and the least and greatest.
    in_a_row
        Pairs and rounds: two players who met in the round before meet again.
    """

    apart_meetings: int
    apart_squares: int
    apart_most: int
    together_meetings: int
    together_fewest: int
    team_squares: int
    team_fewest: int
    team_most: int
    in_a_row: int


def pairs_of(groups: tuple[Group, ...]) -> NDArray[np.intp]:
    """Return the pairs within groups, each once, shape (pairs, 2)."""
    pairs = {tuple(sorted(pair)) for group in groups for pair in combinations(group, 2)}
    return np.array(sorted(pairs), dtype=np.intp).reshape(-1, 2)


def team_meetings(problem: Problem, met: IntArray) -> IntArray:
    """Return the meetings of each two teams, one number for each pair of teams."""
    belongs = np.zeros((len(problem.teams), problem.num_players), dtype=np.int64)
    for team, members in enumerate(problem.teams):
        belongs[team, list(members)] = 1
    between: IntArray = (belongs @ met @ belongs.T)[np.triu_indices(len(belongs), 1)]
    return between


def meetings_in_a_row(tables: NDArray[np.int32]) -> int:
    """Count the pairs who meet in two rounds running, over all rounds.

    Parameters
    ----------
    tables
        Table of each player in each round, shape (rounds, players); -1 sits out.
    """
    total, width = 0, int(tables.max()) + 1
    for before, row in pairwise(tables):
        both = (before >= 0) & (row >= 0)
        overlap = np.bincount(before[both] * width + row[both])
        total += int((overlap * (overlap - 1) // 2).sum())
    return total


def measure_soft(schedule: Schedule) -> SoftMeasures:
    """Recount the soft wishes of a schedule."""
    problem, met = schedule.problem, meetings(schedule)
    apart = met[tuple(pairs_of(problem.soft.prefer_apart).T)]
    together = met[tuple(pairs_of(problem.soft.prefer_together).T)]
    teams = team_meetings(problem, met)
    return SoftMeasures(
        apart_meetings=int(apart.sum()),
        apart_squares=int((apart**2).sum()),
        apart_most=int(apart.max(initial=0)),
        together_meetings=int(together.sum()),
        together_fewest=int(together.min()) if len(together) else 0,
        team_squares=int((teams**2).sum()),
        team_fewest=int(teams.min()) if len(teams) else 0,
        team_most=int(teams.max(initial=0)),
        in_a_row=meetings_in_a_row(schedule.table_of()),
    )
