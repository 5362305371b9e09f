"""Files of bare matrices, which table each player has in each round, to begin a library from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from optimizer.pair_cost import Ints
from schedules.errors import SeatingError
from schedules.files import parse_schedule
from schedules.library import USUAL_SEATS, name_of
from schedules.problem import Problem
from schedules.schedule import Schedule

Known = dict[str, list[Ints | Schedule]]
"""Matrices of shape (rounds, players), and whole schedules, by the library's name of the stage."""

KEYS = ("spread", "meets")
"""The matrices that an entry may hold."""


def read_matrices(paths: Iterable[Path]) -> Known:
    """Read files of matrices, or schedule files, by stage.

    Parameters
    ----------
    paths
        JSON files. A list of ``{"tables", "rounds", "spread": {"rounds": [...]}, "meets": {...}}``
        holds matrices of full tables of ten: a round is a string with each player's table, one
        digit from 0. A schedule file (``seating-schedule/1``) gives its seats too.

    Raises
    ------
    SeatingError
        If a file is neither, or a matrix does not fit; the message names the entry.
    """
    known: Known = {}
    for path in paths:
        for name, start in _starts(path):
            known.setdefault(name, []).append(start)
    return known


def _starts(path: Path) -> Iterator[tuple[str, Ints | Schedule]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
        data = json.loads(text)
    except FileNotFoundError:
        raise SeatingError(f"There is no file {path}; check its name and folder.") from None
    except OSError as error:
        raise SeatingError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise SeatingError(
            f"{path} is not JSON in UTF-8 ({error}); give a file of matrices."
        ) from error
    if isinstance(data, dict):
        schedule = parse_schedule(text, source=str(path))
        name = name_of(schedule.problem)
        if name is None:
            raise SeatingError(f"{path} has wishes; the library holds stages without any.")
        yield name, schedule
        return
    if not isinstance(data, list):
        raise SeatingError(f"{path} holds no list of matrices; see docs/command-line.md.")
    for number, entry in enumerate(data, start=1):
        try:
            yield from _matrices(entry)
        except (KeyError, TypeError, ValueError) as error:
            raise SeatingError(
                f"{path}: entry {number} is no matrix ({error}); it needs tables, rounds, and "
                'spread or meets with "rounds", a digit a player.'
            ) from error


def _matrices(entry: Any) -> Iterator[tuple[str, Ints]]:
    num_tables, num_rounds = int(entry["tables"]), int(entry["rounds"])
    num_players = num_tables * USUAL_SEATS
    name = name_of(Problem(num_players, num_tables, num_rounds))
    assert name is not None, "there are no wishes"
    for key in KEYS:
        if key not in entry:
            continue
        rows = [[int(digit) for digit in round_] for round_ in entry[key]["rounds"]]
        tables = np.array(rows, dtype=np.int32)
        if tables.shape != (num_rounds, num_players):
            raise ValueError(f"{key} is not {num_rounds} rounds of {num_players} digits")
        full = all((np.bincount(row, minlength=num_tables) == USUAL_SEATS).all() for row in tables)
        if tables.max() >= num_tables or not full:
            raise ValueError(f"{key} has a table without {USUAL_SEATS} players")
        yield name, tables
