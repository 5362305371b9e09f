"""What a schedule has to satisfy: the field, the room, and the hard wishes."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from schedules.errors import ProblemError


@dataclass(frozen=True)
class Problem:
    """A stage to be seated ahead: how many players, tables, seats, rounds and games each.

    Players are numbered from 0 here; files, screens and paper count from 1.

    Parameters
    ----------
    num_players, num_tables, num_rounds, num_seats
        The field, the tables that play at the same time, the rounds, the seats at a table.
    games_per_player
        Games that each player plays in the stage (``g``). ``num_players * games_per_player``
        must be a whole number of full games, and no more than the room holds.
    apart
        Groups of players no two of whom may ever meet.
    at_most
        Pairs ``(group, limit)``: no two players of the group meet more than ``limit`` times.

    Raises
    ------
    ProblemError
        If the numbers cannot fit together.
    """

    num_players: int
    num_tables: int
    num_rounds: int
    num_seats: int = 10
    games_per_player: int = 0
    apart: tuple[tuple[int, ...], ...] = field(default=())
    at_most: tuple[tuple[tuple[int, ...], int], ...] = field(default=())

    def __post_init__(self) -> None:
        if self.games_per_player == 0 and self.num_players == self.num_tables * self.num_seats:
            object.__setattr__(self, "games_per_player", self.num_rounds)
        for name, value, least in (
            ("players", self.num_players, 2),
            ("tables", self.num_tables, 1),
            ("seats at a table", self.num_seats, 2),
            ("rounds", self.num_rounds, 1),
            ("games of each player", self.games_per_player, 1),
        ):
            if value < least:
                raise ProblemError(f"The number of {name} is {value}; it must be at least {least}.")
        if self.games_per_player > self.num_rounds:
            raise ProblemError(
                f"{self.games_per_player} games each do not fit in {self.num_rounds} rounds: "
                "nobody can play twice in one round."
            )
        chairs = self.num_players * self.games_per_player
        at_once = min(self.num_tables, self.num_players // self.num_seats)
        room = self.num_rounds * at_once * self.num_seats
        if chairs % self.num_seats or chairs > room:
            raise ProblemError(
                f"{self.num_players} players with {self.games_per_player} games each need "
                f"{chairs} seats; {self.num_rounds} rounds of {at_once} full tables of "
                f"{self.num_seats} offer {room}, and every game must be full."
            )
        for group in (*self.apart, *(group for group, _ in self.at_most)):
            if len(set(group)) != len(group) or len(group) < 2:
                raise ProblemError(
                    "A wish names at least two different players: "
                    f"{', '.join(str(p + 1) for p in group)}."
                )
            for player in group:
                if not 0 <= player < self.num_players:
                    raise ProblemError(
                        f"A wish names player {player + 1}; the players are "
                        f"1 to {self.num_players}."
                    )
        for group, limit in self.at_most:
            if limit < 0:
                raise ProblemError(
                    f"At most {limit} meetings of {', '.join(str(p + 1) for p in group)}: "
                    "the limit must be 0 or more."
                )

    @property
    def num_games(self) -> int:
        """Games of the whole stage, over all tables and rounds."""
        return self.num_players * self.games_per_player // self.num_seats

    @property
    def full(self) -> bool:
        """Whether everybody plays in every round and no table is ever idle."""
        everybody = self.games_per_player == self.num_rounds
        return everybody and self.num_players == self.num_tables * self.num_seats

    @property
    def mean_meetings(self) -> float:
        """Mean number of meetings of a pair, μ = g (k - 1) / (P - 1)."""
        return self.games_per_player * (self.num_seats - 1) / (self.num_players - 1)

    @property
    def band(self) -> tuple[int, int]:
        """Return ``(max(0, ⌊μ⌋ - 1), ⌈μ⌉ + 1)``: a meeting count outside it breaks criterion 3."""
        total = self.games_per_player * (self.num_seats - 1)
        others = self.num_players - 1
        return max(0, total // others - 1), -(-total // others) + 1

    def limits(self) -> NDArray[np.int32]:
        """Return the most meetings allowed to each pair, shape (players, players).

        Pairs without a wish have the number of rounds; the diagonal is the number of rounds.
        """
        limit = np.full((self.num_players, self.num_players), self.num_rounds, dtype=np.int32)
        for group, most in (*((g, 0) for g in self.apart), *self.at_most):
            for i, j in combinations(group, 2):
                limit[i, j] = limit[j, i] = min(limit[i, j], most)
        return limit
