"""What is measured: stages by their short names, such as ``30/3/9`` and ``25/2/10x8``."""

from __future__ import annotations

import re

from schedules import Problem, ProblemError

DEFAULT = (
    *(f"{players}/{tables}/{rounds}" for players, tables in ((20, 2), (30, 3), (40, 4))
      for rounds in range(6, 13)),
    "50/5/10",
    "60/6/10",
    "100/10/10",
)  # fmt: skip
"""The stages that are measured unless others are asked for."""

_NAME = re.compile(r"(\d+)/(\d+)/(\d+)(?:x(\d+))?")


def parse(text: str) -> Problem:
    """Return the stage of a short name.

    ``P/T/R``: everybody plays in each of R rounds, at T tables of P/T. ``P/T/RxG``: T tables of
    ten and G games each, so that some sit out.

    Raises
    ------
    ProblemError
        If the text is no such name, or its numbers do not fit together.
    """
    match = _NAME.fullmatch(text.strip())
    if match is None:
        raise ProblemError(
            f'"{text.strip()}" is not a configuration. Write players/tables/rounds, as in '
            "30/3/9, or with games each where some sit out, as in 25/2/10x8."
        )
    players, tables, rounds = (int(number) for number in match.groups()[:3])
    if match[4] is not None:
        return Problem(players, tables, rounds, 10, int(match[4]))
    if tables == 0 or players % tables:
        raise ProblemError(
            f"{players} players do not fill {tables} tables evenly. Where some sit out, add the "
            f"games each: {text.strip()}x8."
        )
    return Problem(players, tables, rounds, players // tables)


def parse_list(text: str) -> list[Problem]:
    """Return the stages of a list of short names with commas; none for an empty list."""
    return [parse(part) for part in text.split(",") if part.strip()]


def label(problem: Problem) -> str:
    """Return the short name of a stage."""
    name = f"{problem.num_players}/{problem.num_tables}/{problem.num_rounds}"
    return name if problem.full else f"{name}x{problem.games_per_player}"
