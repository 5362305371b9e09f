"""What a CP-SAT model may still decide: everything, or a neighbourhood of a known schedule."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from schedules.problem import Problem
from schedules.schedule import Schedule

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Freedom:
    """Where each player may be: the places that the model has to choose from.

    A player with one place left in a round is fixed there, and the model spends no variable on
    him; that is what makes polishing two rounds of a long stage a small model.

    Attributes
    ----------
    tables
        Whether the player may be at the table in the round; shape (players, rounds, tables).
    out
        Whether the player may sit out in the round; shape (players, rounds).
    seats
        Whether the player may have the seat in the round; shape (players, rounds, seats).
    """

    tables: Flags
    out: Flags
    seats: Flags

    @property
    def num_choices(self) -> int:
        """Table variables that are left to choose, a measure of the size of the model."""
        places = self.tables.sum(axis=2) + self.out
        return int(places[places > 1].sum())

    def with_free_rounds(self, *rounds: int) -> Freedom:
        """Return the same with everybody free to take any table and seat of these rounds."""
        tables, out, seats = self.tables.copy(), self.out.copy(), self.seats.copy()
        chosen = list(rounds)
        tables[:, chosen] = True
        # who sits out stays a question only where somebody does: a full round has no choice
        out[:, chosen] |= self.out[:, chosen].any(axis=0)
        seats[:, chosen] = True
        return replace(self, tables=tables, out=out, seats=seats)

    def with_free_players(self, *players: int) -> Freedom:
        """Return the same with these players free to take one another's places in every round."""
        tables, out, seats = self.tables.copy(), self.out.copy(), self.seats.copy()
        chosen = list(players)
        tables[chosen] |= self.tables[chosen].any(axis=0)
        out[chosen] |= self.out[chosen].any(axis=0)
        seats[chosen] = True
        return replace(self, tables=tables, out=out, seats=seats)

    def with_free_tables(self, *tables: int) -> Freedom:
        """Return the same with the players at these tables free to change among them, all rounds.

        The players who sit at one of the tables in a round may take any of them in that round.
        """
        where, seats = self.tables.copy(), self.seats.copy()
        chosen = list(tables)
        there = self.tables[:, :, chosen].any(axis=2)
        for table in chosen:
            where[:, :, table] |= there
        seats[there] = True
        return replace(self, tables=where, seats=seats)

    def with_free_seats(self, *games: tuple[int, int]) -> Freedom:
        """Return the same with the seats of these games, (round, table), open to their players."""
        seats = self.seats.copy()
        for r, t in games:
            seats[self.tables[:, r, t], r] = True
        return replace(self, seats=seats)

    def with_all_seats(self) -> Freedom:
        """Return the same with every seat open: for models of the tables alone, and of the seats.

        The tables stay as they are.
        """
        return replace(self, seats=np.ones_like(self.seats))


def everything(problem: Problem) -> Freedom:
    """Return the freedom of an empty stage: any player anywhere."""
    players, rounds = problem.num_players, problem.num_rounds
    return Freedom(
        tables=np.ones((players, rounds, problem.num_tables), dtype=bool),
        out=np.repeat(problem.due_games()[:, None] < rounds, rounds, axis=1),
        seats=np.ones((players, rounds, problem.num_seats), dtype=bool),
    )


def fixed(schedule: Schedule) -> Freedom:
    """Return the freedom of a schedule that is kept as it is; the ``with_`` methods open it."""
    problem = schedule.problem
    players, rounds = problem.num_players, problem.num_rounds
    tables = np.zeros((players, rounds, problem.num_tables), dtype=bool)
    seats = np.zeros((players, rounds, problem.num_seats), dtype=bool)
    for r, t, s in np.argwhere(schedule.seating >= 0):
        player = schedule.seating[r, t, s]
        tables[player, r, t] = True
        seats[player, r, s] = True
    out: Flags = np.logical_not(tables.any(axis=2))
    return Freedom(tables=tables, out=out, seats=seats)
