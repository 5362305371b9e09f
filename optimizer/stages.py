"""The stages that the library of ready schedules is to hold, and how people write a stage."""

from __future__ import annotations

import re
from dataclasses import replace

from optimizer.problem import state_problem
from schedules.errors import ProblemError
from schedules.library import USUAL_SEATS, teams_in_turn
from schedules.problem import Problem

FULL = tuple(f"{10 * t}/{t}/{r}" for t in range(1, 11) for r in range(3, 16))
OTHERS = (
    "12/1x10", "15/1x10", "16/1x10", "20/2x8", "20/2x10", "21/2x10", "23/2x10", "24/2x10",
    "25/2x8", "25/2x10", "26/2x10", "28/2x10", "30/2x7", "30/3x9", "30/3x10", "30/3x12",
    "30/3/14-teams-of-2", "31/3x10", "32/3x10", "36/3x10", "38/3x10", "39/3x10", "40/4x6",
    "40/4x10", "40/4/15-teams-of-2", "50/5x10", "60/6x10", "70/7x10", "80/8x6", "100/10x10",
    "11/1x10", "13/1x10", "22/2x10",
)  # fmt: skip
"""Stages that the library is to hold: full tables of ten, and usual fields of all sizes."""

_STAGE = re.compile(
    r"(?P<players>\d+)/(?P<tables>\d+)(?:/(?P<rounds>\d+))?(?:x(?P<games>\d+))?"
    r"(?:-seats-(?P<seats>\d+))?(?:-teams-of-(?P<size>\d+))?"
)


def stage(text: str) -> Problem:
    """Return the stage that a text names.

    Parameters
    ----------
    text
        ``30/3/9`` is players, tables and rounds; ``25/2/10x8`` has 8 games each; ``25/2x8`` the
        fewest rounds that hold them; ``-teams-of-2`` and ``-seats-4`` may follow.

    Raises
    ------
    ProblemError
        If the text names none, or the numbers do not fit together.
    """
    match = _STAGE.fullmatch(text.strip())
    if match is None or not (match["rounds"] or match["games"]):
        raise ProblemError(
            f"{text.strip()!r} is no stage; write players/tables/rounds, such as 30/3/9, or with "
            "games each 25/2/10x8 or 25/2x8."
        )
    told = {name: int(number) for name, number in match.groupdict().items() if number}
    players, seats = told["players"], told.get("seats", USUAL_SEATS)
    tables = told["tables"]
    if min(told.values()) < 1:
        raise ProblemError(f"{text.strip()!r}: every number must be at least 1.")
    games = told.get("games")
    at_once = max(min(tables, players // seats), 1)
    rounds = told.get("rounds") or -(-players * (games or 0) // (seats * at_once))
    problem = state_problem(
        num_players=players, num_tables=tables, num_rounds=rounds, num_seats=seats,
        games_per_player=games,
    )  # fmt: skip
    size = told.get("size")
    if size is None:
        return problem
    if players % size or size < 2:
        raise ProblemError(f"{text.strip()!r}: {players} players are no teams of {size}.")
    return replace(problem, teams=teams_in_turn(players, size))


def label(name: str) -> str:
    """Return a stage as people write it, ``30/3/9``, from its name in the library."""
    return name.replace("-", "/", 2)


def stages() -> tuple[Problem, ...]:
    """Return the stages that the library is to hold, each once."""
    return tuple(dict.fromkeys(stage(text) for text in (*FULL, *OTHERS)))
