"""The options of ``import``, ``compare`` and the exports to other programs."""

from __future__ import annotations

import re
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from desk.options import RESULT, file_option, number

_RUSSIAN = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})[ T,]+([0-9]{1,2}):([0-9]{2})")
"""A time as it is written in Russian: day, month and year with dots between them, then the hour."""


class Source(StrEnum):
    """Formats of other programs that can be read."""

    mwt = "mwt"
    mafia_schedule = "mafia-schedule"
    mafiaratings = "mafiaratings"
    csv = "csv"
    xlsx = "xlsx"


def moment(text: str) -> datetime:
    """Read a day and a time without a zone, or say in our words that it is none."""
    mend = 'write a day and a time, such as "2026-12-05 10:00" or "05.12.2026 10:00".'
    russian = _RUSSIAN.fullmatch(text.strip())
    try:
        if russian:
            day, month, year, hour, minute = map(int, russian.groups())
            return datetime(year, month, day, hour, minute)
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no time; {mend}") from None
    if found.tzinfo is not None or ":" not in text:
        raise typer.BadParameter(f"{text!r} has a zone or no time of day; {mend}")
    return found


Participants = Annotated[
    Path | None,
    file_option(
        ("--participants",), "Where the names go, with --to mafia-schedule.", RESULT, "FILE.json"
    ),
]
Start = Annotated[
    datetime | None,
    typer.Option(
        "--start",
        help='When round 1 begins, with --to ics: "2026-12-05 10:00". Tomorrow at 10:00 if left '
        "out.",
        parser=moment,
        metavar="TIME",
        rich_help_panel=RESULT,
        show_default=False,
    ),
]
Minutes = Annotated[
    int | None, number("--minutes", "Minutes of a game, with --to ics: 50 if left out.", RESULT)
]

From = Annotated[
    Source | None,
    typer.Option(
        "--from",
        help="The format of another program's file, where it is not detected: mwt, "
        "mafia-schedule, mafiaratings, csv, xlsx.",
        metavar="FORMAT",
        show_default=False,
    ),
]
AnyFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="A schedule file, or one of another program.", show_default=False
    ),
]
ForeignFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A file of another program.", show_default=False)
]
FirstFile = Annotated[
    Path, typer.Argument(metavar="A", help="A schedule in any format.", show_default=False)
]
SecondFile = Annotated[Path, typer.Argument(metavar="B", help="Another.", show_default=False)]
ImportNames = Annotated[
    Path | None,
    file_option(
        ("--names",),
        "Names in the order of the slots: CSV, XLSX, or participants of mafia-schedule.",
        RESULT,
    ),
]
ImportOut = Annotated[
    Path | None,
    file_option(
        ("-o", "--out"),
        "The schedule file to write: FILE.json if left out; - is stdout.",
        RESULT,
        "OUT.json",
    ),
]
CompareJson = Annotated[
    bool,
    typer.Option(
        "--json", help="For programs; docs/compare-json.md describes it.", rich_help_panel=RESULT
    ),
]
