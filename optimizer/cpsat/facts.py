"""What each variable says about a given schedule, so that every hint is complete."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from schedules.measures import (
    IntArray,
    Measures,
    longest_run,
    measure,
    meetings,
    neighbours,
    seat_visits,
    table_visits,
    together_out,
    waiting,
)
from schedules.schedule import Schedule


class Facts:
    """The value of every variable of a model under one schedule.

    Parameters
    ----------
    schedule
        Any schedule of the problem that the model states.
    """

    def __init__(self, schedule: Schedule) -> None:
        self.schedule = schedule
        self.table = schedule.table_of()
        self._of: dict[str, Callable[..., Any]] = {
            "table": lambda p, r, t: self.table[r, p] == t,
            "plays": lambda p, r: self.table[r, p] >= 0,
            "used": lambda r, t: (self.table[r] == t).any(),
            "meet": lambda i, j, r: self.table[r, i] == self.table[r, j] >= 0,
            "met": lambda i, j, level: self.met[i, j] >= level,
            "visits": lambda p, t, level: self.visits[p, t] >= level,
            "table_missed": lambda: self.measures.table_fewest == 0,
            "table_fewest": lambda: self.measures.table_fewest,
            "table_most": lambda: self.measures.table_most,
            "team_fewest": lambda: self.measures.team_fewest,
            "team_most": lambda: self.measures.team_most,
            "both": lambda p, r, t, s, u: self.table[r, p] == t and self.table[s, p] == u,
            "overlap": lambda r, t, s, u, level: self.overlap[r, t, s, u] >= level,
            "seat": lambda p, r, s: self.seat[r, p] == s,
            "chair": lambda p, r, t, s: self.table[r, p] == t and self.seat[r, p] == s,
            "beside": lambda i, j, r: self.beside[i, j, r],
            "side": lambda i, j, level: self.sides[i, j] >= level,
            "uneven": self._uneven,
            "first_most": lambda: self.seats[:, 0].max(),
            "last_most": lambda: self.seats[:, -1].max(),
            "neighbours_thrice": lambda: max(self.sides.max() - 2, 0),
            "wait": lambda n: longest_run(self.waiting) >= n,
            "play": lambda n: longest_run(self.table >= 0) >= n,
            "out": lambda i, j, r: self.waiting[r, i] and self.waiting[r, j],
            "together_out_most": lambda: together_out(schedule).max(),
        }

    def value(self, family: str, key: tuple[int, ...]) -> int:
        """Return the value of the variable of a family with this key."""
        return int(self._of[family](*key))

    @cached_property
    def waiting(self) -> NDArray[np.bool_]:
        """Who sits out a round though he is there."""
        return waiting(self.schedule)

    @cached_property
    def measures(self) -> Measures:
        """The measures of the schedule."""
        return measure(self.schedule)

    @cached_property
    def met(self) -> IntArray:
        """How often each two players meet."""
        return meetings(self.schedule)

    @cached_property
    def visits(self) -> IntArray:
        """How often each player is at each table."""
        return table_visits(self.schedule)

    @cached_property
    def seats(self) -> IntArray:
        """How often each player has each seat."""
        return seat_visits(self.schedule)

    @cached_property
    def sides(self) -> IntArray:
        """How often each two players sit side by side."""
        return neighbours(self.schedule)

    @cached_property
    def seat(self) -> NDArray[np.int32]:
        """Seat of each player in each round, shape (rounds, players); -1 sits out."""
        where = np.full_like(self.table, -1)
        for r, t, s in np.argwhere(self.schedule.seating >= 0).tolist():
            where[r, self.schedule.seating[r, t, s]] = s
        return where

    @cached_property
    def beside(self) -> NDArray[np.bool_]:
        """Whether two players are neighbours in a round; shape (players, players, rounds)."""
        seating = self.schedule.seating
        players = self.schedule.problem.num_players
        flags = np.zeros((players, players, len(seating)), dtype=bool)
        for r, tables in enumerate(seating):
            left, right = tables, np.roll(tables, -1, axis=1)
            both = (left >= 0) & (right >= 0)
            flags[left[both], right[both], r] = flags[right[both], left[both], r] = True
        return flags

    @cached_property
    def overlap(self) -> IntArray:
        """How many players two games share; shape (rounds, tables, rounds, tables)."""
        rounds, tables = self.schedule.seating.shape[:2]
        shared = np.zeros((rounds, tables, rounds, tables), dtype=np.int64)
        for r, s in combinations(range(rounds), 2):
            np.add.at(shared[r, :, s, :], (self.table[r], self.table[s]), 1)
        return shared

    def _uneven(self, p: int, first: int, behind: int) -> bool:
        problem = self.schedule.problem
        share = int(problem.due_games()[p]) * (behind - first)
        taken = int(self.seats[p, first:behind].sum())
        return not share // problem.num_seats <= taken <= -(-share // problem.num_seats)
