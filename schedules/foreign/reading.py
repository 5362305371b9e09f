"""Any schedule, ours or another program's: which format a file is in, and what stands in it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from schedules.errors import ForeignFileError, ScheduleFileError
from schedules.files import read_schedule
from schedules.foreign.derived import Reading
from schedules.foreign.mafia_schedule import read_mafia_schedule
from schedules.foreign.mafiaratings import read_mafiaratings
from schedules.foreign.mwt import blocks, read_mwt
from schedules.foreign.rows import is_header, read_rows
from schedules.foreign.workbook import read_workbook
from schedules.texts import csv_rows, decode, read_file

OURS = "seating"
FORMATS = ("mwt", "mafia-schedule", "mafiaratings", "csv", "xlsx")
"""Formats of other programs that are read; :data:`OURS` is the schedule file itself."""

_TITLES = {
    "mwt": "MWT text",
    "mafia-schedule": "JSON of mafia-schedule",
    "mafiaratings": "JSON of mafiaratings",
    "csv": "CSV of one row a seat",
    "xlsx": "a workbook",
}
_MEND = "save it as text in UTF-8"
_OWN_MARK = b"seating-schedule"


def detect(path: str | os.PathLike[str]) -> str:
    """Return the format of a file from what stands in it: one of :data:`FORMATS`, or ours.

    Whatever is JSON but of no other program is taken for ours, so that its faults are named.

    Raises
    ------
    ForeignFileError
        If the file is not there, or in none of the formats.
    """
    path = Path(path)
    return _detect(path, read_file(path, "schedule", ForeignFileError))


def read_any(
    path: str | os.PathLike[str], *, source: str | None = None, names: Sequence[str] = ()
) -> Reading:
    """Read a schedule in any of the formats.

    Parameters
    ----------
    path
        The file.
    source
        One of :data:`FORMATS`, or :data:`OURS`; detected if left out.
    names
        The names in the order of the slots, for files of another program.

    Raises
    ------
    ScheduleFileError
        If the file cannot be read; the message begins with it, names the place, and where the
        format was only guessed, the formats that there are.
    """
    path = Path(path)
    data = read_file(path, "schedule", ForeignFileError)
    kind = source or _detect(path, data)
    if kind == OURS:
        return Reading(read_schedule(path))
    try:
        return _READERS[kind](data, names)
    except ScheduleFileError as error:
        # a list of bad rows has lines of its own
        gap = "\n" if "\n" in str(error) else " "
        guessed = "" if source else f"{gap}It was read as {_TITLES[kind]}; {_other(kind)}"
        raise ForeignFileError(f"{path}: {error}{guessed}") from error


def _broken(error: ValueError | RecursionError, data: bytes) -> str:
    """Say where a text stops being JSON, and whether its end is missing."""
    mend = "take the whole file from the program that wrote it, by saving or downloading it anew."
    if not isinstance(error, json.JSONDecodeError):
        return f"cannot be read as JSON; {mend}"
    rest = error.doc[error.pos :].strip()
    if not rest or error.msg.startswith("Unterminated"):
        return f"is cut off: the JSON ends in line {error.doc.count(chr(10)) + 1}; {mend}"
    return f"is no JSON: line {error.lineno}, column {error.colno} does not fit; {mend}"


def _other(kind: str) -> str:
    others = ", ".join(name for name in FORMATS if name != kind)
    return f"if it is another format, say which with --from: {others}."


def _text(data: bytes) -> str:
    return decode("the file", data, _MEND, ForeignFileError)


def _read_csv(data: bytes, names: Sequence[str]) -> Reading:
    return read_rows(csv_rows("the file", _text(data), ForeignFileError), names=names)


_READERS: dict[str, Callable[[bytes, Sequence[str]], Reading]] = {
    "mwt": lambda data, names: read_mwt(_text(data), names=names),
    "mafia-schedule": lambda data, names: read_mafia_schedule(_text(data), names=names),
    "mafiaratings": lambda data, names: read_mafiaratings(_text(data), names=names),
    "csv": _read_csv,
    "xlsx": lambda data, names: read_workbook(data, names=names),
}


def _detect(path: Path, data: bytes) -> str:
    if data.startswith(b"PK"):
        return "xlsx"
    start = data[:64].removeprefix(b"\xef\xbb\xbf").lstrip()
    json_like = start.startswith((b"{", b"["))
    if path.suffix.lower() == ".json" or json_like:
        return _detect_json(path, data)
    sheet = path.suffix.lower() in (".html", ".htm", ".pdf", ".xls", ".ics", ".toml")
    if sheet or start.lower().startswith((b"<", b"%pdf", b"\xd0\xcf\x11\xe0", b"begin:vcalendar")):
        raise ForeignFileError(
            f"{path}: this is a sheet or another file that no schedule is read from; give the "
            f".json schedule it was made from, or one of {', '.join(FORMATS)}."
        )
    text = decode(path, data, _MEND, ForeignFileError)
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise ForeignFileError(f"{path} is empty; give a file with a schedule in it.")
    first = next((line for line in lines if not re.fullmatch(r"sep=.", line)), "")
    if any(is_header(first.replace('"', "").split(mark)) for mark in ";\t,"):
        return "csv"
    if path.suffix.lower() == ".csv" and re.search(r"\b(round|тур)\b", first, re.IGNORECASE):
        return "csv"
    # a single round of MWT text looks like any list, of players for one
    if len(blocks(text)) >= 2:
        return "mwt"
    raise ForeignFileError(
        f"{path}: this is none of the formats that are known by their look ({', '.join(FORMATS)}, "
        "and our own .json); if it is one of them all the same, say which with --from."
    )


def _detect_json(path: Path, data: bytes) -> str:
    """Return whose JSON it is; what is ours and cannot be read is left to our reader.

    Raises
    ------
    ForeignFileError
        If the text begins as JSON and is none, and nothing in it says that it is a schedule file
        of ours.
    """
    try:
        found: Any = json.loads(data.removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError) as error:
        if _OWN_MARK in data or not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")):
            return OURS
        raise ForeignFileError(f"{path} {_broken(error, data)}") from None
    if isinstance(found, list):
        return "mafiaratings" if found and isinstance(found[0], list) else OURS
    if not isinstance(found, dict) or "format" in found or "problem" in found:
        return OURS
    if "games" in found or "configuration" in found:
        return "mafia-schedule"
    return "mafiaratings" if {"seating", "rounds", "tables"} & set(found) else OURS
