"""How far the soft wishes are kept, recounted from the seats."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from schedules.measures import meetings
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
    in_a_row
        Pairs and rounds: two players who met in the round before meet again.
    """

    apart_meetings: int
    apart_squares: int
    apart_most: int
    together_meetings: int
    together_fewest: int
    in_a_row: int


def pairs_of(groups: tuple[Group, ...]) -> NDArray[np.intp]:
    """Return the pairs within groups, each once, shape (pairs, 2)."""
    pairs = {tuple(sorted(pair)) for group in groups for pair in combinations(group, 2)}
    return np.array(sorted(pairs), dtype=np.intp).reshape(-1, 2)


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
    return SoftMeasures(
        apart_meetings=int(apart.sum()),
        apart_squares=int((apart**2).sum()),
        apart_most=int(apart.max(initial=0)),
        together_meetings=int(together.sum()),
        together_fewest=int(together.min()) if len(together) else 0,
        in_a_row=meetings_in_a_row(schedule.table_of()),
    )
