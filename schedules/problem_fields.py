"""The ``problem`` of a schedule file: its fields, and the way to a Problem and back."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, StrictBool, StrictInt

from schedules.problem import Problem
from schedules.wishes import Group, SoftWishes

NUMBERS = ("players", "tables", "seats", "rounds", "games_per_player", "fewest_seats")
GROUPS = ("apart", "teams", "prefer_apart", "prefer_together")
"""Wishes that are lists of groups of players."""
LIMITS = ("at_most", "at_least")
"""Wishes that are lists of a group and a number of meetings."""
COUNTS = ("other_games",)
"""Facts that are lists of a player and a number."""
PLACES = ("fixed_tables", "forbidden_tables", "absent")
"""Wishes that are lists of a player and a table or a round, both from 1."""
SOFT = ("prefer_apart", "prefer_together", "not_in_a_row")
PROBLEM_KEYS = (*NUMBERS, *GROUPS, *LIMITS, *COUNTS, *PLACES, "not_in_a_row")


class ProblemFields(BaseModel):
    """The ``problem`` of a file; what is left out is derived from the rounds."""

    players: StrictInt | None = None
    tables: StrictInt | None = None
    seats: StrictInt | None = None
    rounds: StrictInt | None = None
    games_per_player: StrictInt | None = None
    fewest_seats: StrictInt | None = None
    apart: list[list[StrictInt]] = []
    teams: list[list[StrictInt]] = []
    prefer_apart: list[list[StrictInt]] = []
    prefer_together: list[list[StrictInt]] = []
    at_most: list[tuple[list[StrictInt], StrictInt]] = []
    at_least: list[tuple[list[StrictInt], StrictInt]] = []
    other_games: list[tuple[StrictInt, StrictInt]] = []
    fixed_tables: list[tuple[StrictInt, StrictInt]] = []
    forbidden_tables: list[tuple[StrictInt, StrictInt]] = []
    absent: list[tuple[StrictInt, StrictInt]] = []
    not_in_a_row: StrictBool = False

    def wishes(self) -> dict[str, Any]:
        """Return the wishes as :class:`~schedules.problem.Problem` takes them, from 0."""
        soft = SoftWishes(
            prefer_apart=_groups(self.prefer_apart),
            prefer_together=_groups(self.prefer_together),
            not_in_a_row=self.not_in_a_row,
        )
        return {
            "apart": _groups(self.apart),
            "teams": _groups(self.teams),
            **{
                key: tuple((_group(group), most) for group, most in getattr(self, key))
                for key in LIMITS
            },
            "other_games": tuple((player - 1, games) for player, games in self.other_games),
            **{key: tuple((p - 1, n - 1) for p, n in getattr(self, key)) for key in PLACES},
            "fewest_seats": self.fewest_seats or 0,
            "soft": soft,
        }


def _group(numbers: list[int]) -> Group:
    return tuple(number - 1 for number in numbers)


def _groups(groups: list[list[int]]) -> tuple[Group, ...]:
    return tuple(_group(group) for group in groups)


def problem_as_json(problem: Problem) -> dict[str, Any]:
    """Return the ``problem`` of a file, counted from 1; wishes that there are not are left out."""
    data: dict[str, Any] = {
        "players": problem.num_players,
        "tables": problem.num_tables,
        "seats": problem.num_seats,
        "rounds": problem.num_rounds,
        "games_per_player": problem.games_per_player,
    }
    if problem.fewest_seats < problem.num_seats:
        data["fewest_seats"] = problem.fewest_seats
    for key in GROUPS:
        groups = getattr(problem.soft if key in SOFT else problem, key)
        data[key] = [[p + 1 for p in group] for group in groups]
    for key in LIMITS:
        data[key] = [[[p + 1 for p in group], most] for group, most in getattr(problem, key)]
    data["other_games"] = [[player + 1, games] for player, games in problem.other_games]
    for key in PLACES:
        data[key] = [[player + 1, place + 1] for player, place in getattr(problem, key)]
    data["not_in_a_row"] = problem.soft.not_in_a_row
    return {key: value for key, value in data.items() if value or key in NUMBERS}
