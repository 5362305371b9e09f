"""The rounds so far, by player: who sat where, who met whom, who sat beside whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from optimizer.swiss.problem import SwissProblem

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Past:
    """The history of a problem, by round and player.

    Attributes
    ----------
    tables, seats
        Table and seat from 0, shape (rounds, players); -1 where the player had none.
    last_seats
        The last taken seat of the game that he played, shape (rounds, players); -1 without one.
    """

    tables: Ints
    seats: Ints
    last_seats: Ints

    @classmethod
    def of(cls, problem: SwissProblem) -> Past:
        """Read the history of a problem."""
        rounds, count = len(problem.history), problem.num_players
        tables = np.full((rounds, count), -1, dtype=np.int64)
        seats, last = tables.copy(), tables.copy()
        for r, t, s in np.argwhere(problem.history >= 0).tolist():
            player = problem.history[r, t, s]
            tables[r, player], seats[r, player] = t, s
            last[r, player] = np.flatnonzero(problem.history[r, t] >= 0)[-1]
        return cls(tables, seats, last)

    def together(self, players: Sequence[int]) -> Bools:
        """Return who sat at one table in each round, shape (rounds, players, players)."""
        where = self.tables[:, list(players)]
        same: Bools = (where[:, :, None] == where[:, None, :]) & (where[:, :, None] >= 0)
        same[:, np.arange(len(players)), np.arange(len(players))] = False
        return same

    def neighbours(self, problem: SwissProblem, players: Sequence[int]) -> Ints:
        """Return how often players sat side by side, shape (players, players)."""
        index = {p: n for n, p in enumerate(players)}
        count = np.zeros((len(players), len(players)), dtype=np.int64)
        for r, player in ((r, p) for r in range(len(self.tables)) for p in players):
            seat, table = self.seats[r, player], self.tables[r, player]
            if seat < 0:
                continue
            last = self.last_seats[r, player]
            following = seat + 1 if seat < last else 0
            # at a table of two the ring would count the same neighbours twice
            if following == 0 and last < 2:
                continue
            other = index.get(int(problem.history[r, table, following]))
            if other is not None:
                count[index[player], other] += 1
                count[other, index[player]] += 1
        return count
