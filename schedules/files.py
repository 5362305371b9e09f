"""The schedule file, ``seating-schedule/1``: read with every wrong place named, written for people.

A file that can be read may still be an invalid schedule; that is for :mod:`schedules.verify`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from schedules.errors import ScheduleFileError
from schedules.fields import FORMAT, FileFields, check_keys, check_shape, derive_problem, loads
from schedules.judge_fields import rota_data, rota_of
from schedules.measures import measure
from schedules.numbering import from_file, to_file
from schedules.problem_fields import problem_as_json
from schedules.schedule import Schedule
from schedules.verify import verify
from schedules.writing import write_text

SHEETS = (".html", ".htm", ".csv", ".xlsx", ".xls", ".pdf")
"""Endings of what is made from a schedule file."""


def read_schedule(path: str | os.PathLike[str]) -> Schedule:
    """Read a schedule file.

    Parameters
    ----------
    path
        A file in the format ``seating-schedule/1``: UTF-8 JSON, with or without a byte order mark.

    Raises
    ------
    ScheduleFileError
        If the file is not there or holds what no schedule can; the message names the first wrong
        place. A schedule that breaks rules is read all the same, so that its faults can be listed.
    """
    path = Path(path)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise ScheduleFileError(f"There is no file {path}; check its name and folder.") from None
    except IsADirectoryError:
        raise ScheduleFileError(f"{path} is a folder; name the schedule file in it.") from None
    except OSError as error:
        raise ScheduleFileError(f"{path} cannot be read: {error.strerror}.") from error
    if _is_sheet(path, data):
        raise ScheduleFileError(
            f"{path}: this is a sheet; give the .json schedule it was made from."
        )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ScheduleFileError(
            f"{path}: line {line} is not UTF-8; save the file in UTF-8."
        ) from error
    return parse_schedule(text, source=str(path))


def _is_sheet(path: Path, data: bytes) -> bool:
    """Whether a file is a web page, a workbook, a PDF or a table, and not JSON of another name."""
    start = data[:64].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if start.startswith((b"<!doctype html", b"<html", b"pk\x03\x04", b"%pdf")):
        return True
    return path.suffix.lower() in SHEETS and not start.startswith((b"{", b"["))


def parse_schedule(text: str, *, source: str = "") -> Schedule:
    """Read a schedule from the text of a schedule file.

    Parameters
    ----------
    text
        JSON in the format ``seating-schedule/1``.
    source
        Where the text comes from; errors begin with it.

    Raises
    ------
    ScheduleFileError
        As :func:`read_schedule`.
    """
    try:
        return _parse(text)
    except ScheduleFileError as error:
        raise ScheduleFileError(f"{source}: {error}" if source else str(error)) from error.__cause__


def _parse(text: str) -> Schedule:
    data = loads(text.removeprefix("\ufeff"))
    check_keys(data)
    fields = FileFields.read(data)
    check_shape(fields.rounds)
    problem = derive_problem(fields)
    if fields.players and len(fields.players) != problem.num_players:
        raise ScheduleFileError(
            f'"players" holds {len(fields.players)} names for {problem.num_players} players; '
            "write one for each player, or leave the key out."
        )
    seating = np.array(
        [[[from_file(n) for n in table] for table in tables] for tables in fields.rounds]
    )
    return Schedule(
        problem=problem,
        seating=seating,
        name=fields.name,
        players=tuple(fields.players),
        certificate=fields.certificate,
        made=fields.made,
        judges=rota_of(fields.judges, shape=seating.shape[:2], num_players=problem.num_players),
    )


def write_schedule(schedule: Schedule, path: str | os.PathLike[str]) -> None:
    """Write a schedule file, whole or not at all.

    Raises
    ------
    SeatingError
        If it cannot be written there; see :func:`schedules.writing.write_text`.
    """
    write_text(path, dump_schedule(schedule))


def dump_schedule(schedule: Schedule) -> str:
    """Return the text of the schedule file: JSON, one table a line, keys in a fixed order.

    The measures are counted anew; a schedule that breaks rules is written without them.
    """
    parts = {"format": _line(FORMAT)}
    if schedule.name:
        parts["name"] = _line(schedule.name)
    parts["problem"] = _line(problem_as_json(schedule.problem))
    parts["rounds"] = _rounds(schedule)
    if schedule.players:
        parts["players"] = "[\n    " + ",\n    ".join(map(_line, schedule.players)) + "\n  ]"
    if schedule.judges is not None:
        parts["judges"] = _entries(rota_data(schedule.judges))
    if not verify(schedule):
        parts["measures"] = _entries(measure(schedule).as_json())
    if schedule.certificate is not None:
        parts["certificate"] = _entries(schedule.certificate)
    if schedule.made is not None:
        parts["made"] = _line(schedule.made)
    return "{\n  " + ",\n  ".join(f'"{key}": {text}' for key, text in parts.items()) + "\n}\n"


@cache
def _schema_text() -> str:
    return (files("schedules") / "seating-schedule-1.schema.json").read_text(encoding="utf-8")


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of the schedule file."""
    loaded: dict[str, Any] = json.loads(_schema_text())
    return loaded


def _rounds(schedule: Schedule) -> str:
    cells = [
        [[_line(to_file(value)) for value in seats] for seats in tables]
        for tables in schedule.seating.tolist()
    ]
    width = max((len(cell) for tables in cells for seats in tables for cell in seats), default=0)
    rounds = [
        ",\n     ".join(
            "[" + ", ".join(cell.rjust(width) for cell in seats) + "]" for seats in tables
        )
        for tables in cells
    ]
    return "[\n    [" + "],\n    [".join(rounds) + "]\n  ]"


def _entries(data: Mapping[str, Any]) -> str:
    """Return an object with one entry a line."""
    if not data:
        return "{}"
    lines = (f"{_line(str(key))}: {_line(value)}" for key, value in data.items())
    return "{\n    " + ",\n    ".join(lines) + "\n  }"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, default=_plain)


def _plain(value: Any) -> Any:
    """Return what JSON knows for a NumPy value or a mapping that is not a dict."""
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} cannot stand in a schedule file")
