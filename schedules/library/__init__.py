"""Ready schedules for the usual fields: one file a stage, beside this module, without names.

A file is called by its stage: ``30-3-9.json`` is 30 players, 3 tables, 9 rounds;
``25-2-10x8.json`` 10 rounds of which everybody plays 8; ``30-3-14-teams-of-2.json`` 15 teams of
two. Where the order ``spread`` of the criteria has another, better answer than the usual order,
that stands in ``... .spread.json``. :mod:`optimizer.library` makes and improves the files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path

import numpy as np

from schedules.files import read_schedule
from schedules.problem import Problem
from schedules.schedule import Schedule
from schedules.verify import check_valid

FOLDER = Path(__file__).parent
"""Where the files are."""

USUAL_SEATS = 10
"""Seats at a table that a name does not tell."""

SPREAD = ".spread"


@dataclass(frozen=True)
class Entry:
    """A schedule of the library.

    Attributes
    ----------
    name
        The name of the file without ``.json``, such as ``30-3-9.spread``.
    schedule
        Valid, with its certificate.
    """

    name: str
    schedule: Schedule


def name_of(problem: Problem) -> str | None:
    """Return what the library calls a stage, or None if it has wishes that no library can know.

    Teams of equal size, everybody in one, are no such wish: whoever is in which, the players can
    be numbered anew.
    """
    if _has_wishes(problem):
        return None
    name = f"{problem.num_players}-{problem.num_tables}-{problem.num_rounds}"
    if problem.games_per_player != problem.num_rounds:
        name += f"x{problem.games_per_player}"
    if problem.num_seats != USUAL_SEATS:
        name += f"-seats-{problem.num_seats}"
    if not problem.teams:
        return name
    size = len(problem.teams[0])
    alike = all(len(team) == size for team in problem.teams)
    if not alike or size * len(problem.teams) != problem.num_players:
        return None
    return f"{name}-teams-of-{size}"


def teams_in_turn(num_players: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Return the teams as the files have them: the first players, the next ones, and so on."""
    return tuple(tuple(range(p, p + size)) for p in range(0, num_players, size))


def find(problem: Problem, prefer: str = "order", *, folder: Path = FOLDER) -> Schedule | None:
    """Return the ready schedule of a stage, or None if there is none.

    Parameters
    ----------
    problem
        The stage; it must be that of the file in every number and have no wishes but teams.
    prefer
        The order of the criteria; ``tables`` has no library.
    folder
        Where the files are.

    Returns
    -------
    Schedule or None
        Verified, for the very problem that was asked. Its certificate is that of the file, and
        None if the file was certified under another order.

    Raises
    ------
    ScheduleFileError, InvalidScheduleError
        If somebody has spoiled the file.
    """
    name = name_of(problem)
    if name is None or prefer == "tables":
        return None
    for path in (folder / f"{name}{SPREAD}.json", folder / f"{name}.json"):
        if (prefer == "spread" or path.stem == name) and path.is_file():
            return fit(read_schedule(path), problem, prefer)
    return None


def fit(filed: Schedule, problem: Problem, prefer: str) -> Schedule:
    """Return a schedule with the players of a problem's teams in the places of its own.

    Parameters
    ----------
    filed
        A schedule of a stage that the library calls by the same name.
    problem
        The stage; its players may be in teams of other numbers.
    prefer
        The order that is asked for; a certificate under another one is left out.

    Raises
    ------
    InvalidScheduleError
        If the schedule is not one of this stage.
    """
    number = np.roll(
        np.arange(-1, problem.num_players, dtype=np.int32), -1
    )  # -1, an empty chair, is the last
    for team, ours in zip(filed.problem.teams, problem.teams, strict=True):
        number[list(team)] = ours
    certificate = filed.certificate
    if certificate is not None and certificate.get("order") != prefer:
        certificate = None
    schedule = replace(
        filed, problem=problem, seating=number[filed.seating], certificate=certificate
    )
    check_valid(schedule)
    return schedule


def entries(folder: Path = FOLDER) -> Iterator[Entry]:
    """Yield every schedule of the library: by seats, tables, players and rounds."""
    found = [Entry(path.stem, read_schedule(path)) for path in folder.glob("*.json")]
    yield from sorted(found, key=_rank)


def _rank(entry: Entry) -> tuple[int, int, int, int, int, str]:
    problem = entry.schedule.problem
    return (
        problem.num_seats, problem.num_tables, problem.num_players, problem.num_rounds,
        problem.games_per_player, entry.name,
    )  # fmt: skip


def _has_wishes(problem: Problem) -> bool:
    """Whether a stage is more than its numbers and teams."""
    numbers = ("num_players", "num_tables", "num_rounds", "num_seats", "games_per_player")
    wishes = (
        getattr(problem, field.name)
        for field in fields(problem)
        if field.name not in (*numbers, "teams", "fewest_seats")
    )
    return any(wishes) or problem.fewest_seats < problem.num_seats
