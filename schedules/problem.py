"""What a schedule has to satisfy: the field, the room, and the wishes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from schedules.errors import ProblemError
from schedules.wishes import (
    Group,
    SoftWishes,
    check_group,
    check_limit,
    check_places,
    only_once,
)


@dataclass(frozen=True)
class Problem:
    """A stage to be seated ahead: how many players, tables, seats, rounds and games each.

    Players, tables and rounds are numbered from 0 here; files, screens and paper count from 1.

    Parameters
    ----------
    num_players, num_tables, num_rounds, num_seats
        The field, the tables that play at the same time, the rounds, the seats at a table.
    games_per_player
        Games that each player plays in the stage (``g``). All of them together must be a whole
        number of full games, and no more than the room holds.
    apart
        Groups of players no two of whom may ever meet.
    at_most, at_least
        Pairs ``(group, limit)``: no two players of the group meet more, or less, often.
    teams
        Teams, of which no two members ever meet; the teams meet each other evenly.
    other_games
        Pairs ``(player, games)`` for those who do not play ``games_per_player`` games.
    fixed_tables, forbidden_tables
        Pairs ``(player, table)``: where a player always, or never, sits.
    absent
        Pairs ``(player, round)``: when a player is not there.
    fewest_seats
        Players that a game needs at least; all seats unless the rules allow a smaller table.
    soft
        Wishes that give way to the criteria before them.

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
    apart: tuple[Group, ...] = field(default=())
    at_most: tuple[tuple[Group, int], ...] = field(default=())
    at_least: tuple[tuple[Group, int], ...] = field(default=())
    teams: tuple[Group, ...] = field(default=())
    other_games: tuple[tuple[int, int], ...] = field(default=())
    fixed_tables: tuple[tuple[int, int], ...] = field(default=())
    forbidden_tables: tuple[tuple[int, int], ...] = field(default=())
    absent: tuple[tuple[int, int], ...] = field(default=())
    fewest_seats: int = 0
    soft: SoftWishes = field(default=SoftWishes())

    def __post_init__(self) -> None:
        if self.games_per_player == 0 and self.num_players == self.num_tables * self.num_seats:
            object.__setattr__(self, "games_per_player", self.num_rounds)
        if self.fewest_seats == 0:
            object.__setattr__(self, "fewest_seats", self.num_seats)
        for name, value, least in (
            ("players", self.num_players, 2),
            ("tables", self.num_tables, 1),
            ("seats at a table", self.num_seats, 2),
            ("rounds", self.num_rounds, 1),
            ("games of each player", self.games_per_player, 1),
            ("players that a game needs", self.fewest_seats, 2),
        ):
            if value < least:
                raise ProblemError(f"The number of {name} is {value}; it must be at least {least}.")
        if self.games_per_player > self.num_rounds:
            raise ProblemError(
                f"{self.games_per_player} games each do not fit in {self.num_rounds} rounds: "
                "nobody can play twice in one round."
            )
        self._check_wishes()
        self._check_room()

    def _check_room(self) -> None:
        """Refuse games that are not full, or more than the rounds hold."""
        chairs, seats = self.num_chairs, self.num_seats
        if self.fewest_seats > seats:
            raise ProblemError(
                f"A game needs {self.fewest_seats} players, but a table has {seats} seats."
            )
        at_once = min(self.num_tables, self.num_players // self.fewest_seats)
        room = self.num_rounds * min(at_once * seats, self.num_players)
        if self.fewest_seats < seats and chairs <= room:
            return
        if chairs % seats or chairs > self.num_rounds * at_once * seats:
            each = f"{self.num_players} players with {self.games_per_player} games each"
            if self.other_games:
                each += f" ({len(self.other_games)} of them with another number)"
            raise ProblemError(
                f"{each} need {chairs} seats; {self.num_rounds} rounds of {at_once} full tables "
                f"of {seats} offer {self.num_rounds * at_once * seats}, and every game must be "
                "full."
            )

    def _check_wishes(self) -> None:
        """Refuse wishes that name what there is not."""
        soft, players = self.soft, self.num_players
        limited = [group for group, _ in (*self.at_most, *self.at_least)]
        for group in (
            *self.apart, *limited, *self.teams, *soft.prefer_apart, *soft.prefer_together,
        ):  # fmt: skip
            check_group(group, players)
        for group, limit in self.at_most:
            check_limit(group, limit, "most", self.num_rounds)
        for group, limit in self.at_least:
            check_limit(group, limit, "least", self.num_rounds)
        check_places(self.fixed_tables, players, self.num_tables, "table")
        check_places(self.forbidden_tables, players, self.num_tables, "table")
        check_places(self.absent, players, self.num_rounds, "round")
        only_once(self.fixed_tables, "fixed tables")
        only_once(self.other_games, "numbers of games")
        in_teams = [player for team in self.teams for player in team]
        if len(set(in_teams)) < len(in_teams):
            twice = next(p for p in in_teams if in_teams.count(p) > 1)
            raise ProblemError(f"Player {twice + 1} is in two teams; keep him in one.")
        for player, games in self.other_games:
            check_places([(player, 0)], players, 1, "round")
            if not 0 <= games <= self.num_rounds:
                raise ProblemError(
                    f"Player {player + 1} is to play {games} games in {self.num_rounds} rounds; "
                    f"a number from 0 to {self.num_rounds} fits."
                )

    def due_games(self) -> NDArray[np.int64]:
        """Return the games that each player is to play, shape (players,)."""
        due = np.full(self.num_players, self.games_per_player, dtype=np.int64)
        for player, games in self.other_games:
            due[player] = games
        return due

    @property
    def num_chairs(self) -> int:
        """Seats that are taken in the whole stage, over all games."""
        fewer = sum(games - self.games_per_player for _, games in self.other_games)
        return self.num_players * self.games_per_player + fewer

    @property
    def num_games(self) -> int:
        """Games of the whole stage; where smaller tables are allowed, the fewest possible."""
        return -(-self.num_chairs // self.num_seats)

    @property
    def everybody_always(self) -> bool:
        """Whether everybody plays in every round."""
        return self.games_per_player == self.num_rounds and not self.other_games

    @property
    def full(self) -> bool:
        """Whether everybody plays in every round and no table is ever idle."""
        return self.everybody_always and self.num_players == self.num_tables * self.num_seats

    @property
    def alike(self) -> bool:
        """Whether no wish tells one player, table or round from another.

        Wishes about meetings do not count: they tell pairs apart, not places.
        """
        return not (self.other_games or self.bound_to_tables or self.absent)

    @property
    def nameless(self) -> bool:
        """Whether no hard wish tells one player from another: any numbering of them will do."""
        about_pairs = self.apart or self.teams or self.at_most or self.at_least
        return self.alike and not about_pairs

    @property
    def bound_to_tables(self) -> frozenset[int]:
        """Players who cannot visit all tables alike, by a wish."""
        return frozenset(p for p, _ in (*self.fixed_tables, *self.forbidden_tables))

    @property
    def mean_meetings(self) -> float:
        """Mean number of meetings of a pair that may meet, μ = g (k - 1) / (P - 1)."""
        total, pairs = self._total_and_pairs()
        return total / pairs

    def _total_and_pairs(self) -> tuple[int, int]:
        """Return twice the meetings of full games, and twice the pairs that may meet."""
        pairs = self.num_players * (self.num_players - 1) - 2 * self.num_kept_apart
        return self.num_chairs * (self.num_seats - 1), max(pairs, 1)

    @property
    def num_kept_apart(self) -> int:
        """Pairs that are never to meet."""
        if not (self.apart or self.teams or self.at_most):
            return 0
        return int((self.limits() == 0).sum()) // 2

    @property
    def band(self) -> tuple[int, int]:
        """Return ``(max(0, ⌊μ⌋ - 1), ⌈μ⌉ + 1)``: a meeting count outside it breaks criterion 3."""
        total, pairs = self._total_and_pairs()
        return max(0, total // pairs - 1), -(-total // pairs) + 1

    def _never(self) -> Iterator[Group]:
        yield from self.apart
        yield from self.teams

    def limits(self) -> NDArray[np.int32]:
        """Return the most meetings allowed to each pair, shape (players, players).

        Pairs without a wish have the number of rounds; the diagonal is the number of rounds.
        """
        limit = np.full((self.num_players, self.num_players), self.num_rounds, dtype=np.int32)
        for group, most in (*((g, 0) for g in self._never()), *self.at_most):
            for i, j in combinations(group, 2):
                limit[i, j] = limit[j, i] = min(limit[i, j], most)
        return limit

    def least_meetings(self) -> NDArray[np.int32]:
        """Return the fewest meetings that are asked of each pair, shape (players, players)."""
        least = np.zeros((self.num_players, self.num_players), dtype=np.int32)
        for group, fewest in self.at_least:
            for i, j in combinations(group, 2):
                least[i, j] = least[j, i] = max(least[i, j], fewest)
        return least

    def barred(self) -> NDArray[np.bool_]:
        """Return where no wish lets a player sit, shape (rounds, players, tables).

        A player who is absent is barred from every table of the round.
        """
        shape = (self.num_rounds, self.num_players, self.num_tables)
        barred: NDArray[np.bool_] = np.zeros(shape, dtype=bool)
        for player, table in self.fixed_tables:
            barred[:, player, np.arange(self.num_tables) != table] = True
        for player, table in self.forbidden_tables:
            barred[:, player, table] = True
        for player, round_ in self.absent:
            barred[round_, player] = True
        return barred
