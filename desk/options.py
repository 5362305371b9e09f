"""The kinds of options that the commands share, and how their values are read.

Numbers are read here and not by typer, whose words for a mistake are a programmer's.
"""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer


class Lang(StrEnum):
    """Languages of what people read."""

    en = "en"
    ru = "ru"


class Prefer(StrEnum):
    """Orders of the criteria."""

    order = "order"
    spread = "spread"
    tables = "tables"


class Engine(StrEnum):
    """Ways to search."""

    auto = "auto"
    search = "search"
    cp_sat = "cp-sat"


class Target(StrEnum):
    """Sheets that can be written."""

    csv = "csv"
    xlsx = "xlsx"
    html = "html"
    mwt = "mwt"
    mafia_schedule = "mafia-schedule"
    mafiaratings = "mafiaratings"
    ics = "ics"


def whole(text: str) -> int:
    """Read a whole number, or say in our words that it is none."""
    if not re.fullmatch(r"[+-]?[0-9]+", text.strip()):
        raise typer.BadParameter(f"{text!r} is not a whole number.")
    if len(text.strip()) > 18:
        raise typer.BadParameter(f"{text.strip()} is too large.")
    return int(text)


def decimal(text: str) -> float:
    """Read a decimal number, or say in our words that it is none."""
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a number.") from None


def seconds(text: str) -> float:
    """Read a number of seconds, or say in our words that it is none."""
    try:
        return decimal(text)
    except typer.BadParameter:
        raise typer.BadParameter(f"{text!r} is not a number of seconds.") from None


FIELD, WISHES, SEARCH, RESULT = "The tournament", "Wishes", "The search", "The result"


def number(name: str, text: str, panel: str = FIELD) -> Any:
    """Return an option that holds a whole number."""
    return typer.Option(
        name, help=text, parser=whole, metavar="N", rich_help_panel=panel, show_default=False
    )


def file_option(names: tuple[str, ...], text: str, panel: str, metavar: str = "FILE") -> Any:
    """Return an option that names a file."""
    return typer.Option(
        *names, help=text, metavar=metavar, rich_help_panel=panel, show_default=False
    )


LangOption = Annotated[
    Lang,
    typer.Option(
        "--lang",
        help="Language of what is printed; errors are in English.",
        rich_help_panel=RESULT,
    ),
]
ScheduleFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A schedule file.", show_default=False)
]

Players = Annotated[int | None, number("--players", "Players.")]
Tables = Annotated[int | None, number("--tables", "Tables that play at the same time.")]
Rounds = Annotated[int | None, number("--rounds", "Rounds.")]
Seats = Annotated[int | None, number("--seats", "Seats at a table: 10 if left out.")]
GamesPerPlayer = Annotated[
    int | None,
    number("--games-per-player", "Games of each player, where some sit out in each round."),
]
ShortTables = Annotated[
    bool,
    typer.Option(
        "--short-tables",
        help="Everybody plays in every round though a few players are missing: a game may lack "
        "one, if the rules allow it.",
        rich_help_panel=FIELD,
    ),
]
ProblemFile = Annotated[
    Path | None,
    file_option(
        ("--problem",), "The tournament and its wishes as TOML; options go above it.", FIELD
    ),
]
NamesFile = Annotated[
    Path | None,
    file_option(
        ("--names",), "The players' names, CSV or XLSX, in the order of their slots.", FIELD
    ),
]
Title = Annotated[
    str,
    typer.Option(
        "--name", help="A title.", metavar="TITLE", rich_help_panel=FIELD, show_default=False
    ),
]


def effort(text: str, panel: str) -> Any:
    """Return the option for what the solver may spend, in its own measure, about seconds."""
    return typer.Option(
        "--effort", help=text, parser=decimal, metavar="X", rich_help_panel=panel,
        show_default=False,
    )  # fmt: skip


TimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        help="Seconds to search: 60 if left out. Ctrl-C ends it earlier and keeps the best.",
        parser=seconds,
        metavar="SECONDS",
        rich_help_panel=SEARCH,
        show_default=False,
    ),
]
Iterations = Annotated[
    int | None,
    number(
        "--iterations",
        "Moves to try instead of a time: the same file again, but for made.seconds.",
        SEARCH,
    ),
]
Seed = Annotated[
    int | None, number("--seed", "Another seed, another seating: 1 if left out.", SEARCH)
]
Workers = Annotated[
    int | None, number("--workers", "Threads: one a processor if left out.", SEARCH)
]
PreferOption = Annotated[
    Prefer,
    typer.Option(
        "--prefer",
        help="Which criteria come before which: order (everyone meets everyone, even meetings, "
        "even tables), spread (even meetings first), tables (even tables before even meetings).",
        rich_help_panel=SEARCH,
    ),
]
EngineOption = Annotated[
    Engine, typer.Option("--engine", help="How to search.", rich_help_panel=SEARCH)
]
NoLibrary = Annotated[
    bool,
    typer.Option(
        "--no-library",
        help="Search from nothing. Otherwise a ready schedule of the library is the answer at "
        "once, or with a time limit or iterations where the search begins.",
        rich_help_panel=SEARCH,
    ),
]
MatrixOut = Annotated[
    Path | None,
    file_option(("-o", "--out"), "The schedule file to write; - is stdout.", RESULT, "FILE.json"),
]
FileJson = Annotated[
    bool,
    typer.Option(
        "--json",
        help="Print the schedule file itself on stdout, for programs.",
        rich_help_panel=RESULT,
    ),
]
Quiet = Annotated[
    bool,
    typer.Option("--quiet", "-q", help="No progress and no summary.", rich_help_panel=RESULT),
]

CheckJson = Annotated[
    bool,
    typer.Option(
        "--json", help="For programs; docs/check-json.md describes it.", rich_help_panel=RESULT
    ),
]
To = Annotated[
    Target,
    typer.Option(
        "--to",
        help="csv for programs, xlsx for a spreadsheet, html to show and print; mwt, "
        "mafia-schedule, mafiaratings for these programs, ics for calendars.",
        metavar="FORMAT",
        show_default=False,
    ),
]
SheetOut = Annotated[
    Path | None,
    file_option(
        ("-o", "--out"),
        "The file to write: FILE with another ending if left out; - is stdout (not xlsx).",
        RESULT,
        "OUT",
    ),
]
SheetNames = Annotated[
    Path | None, file_option(("--names",), "Names for the slots, CSV or XLSX.", RESULT)
]

DrawNames = Annotated[
    Path | None,
    file_option(("--names",), "The players, CSV or XLSX; their order makes no difference.", FIELD),
]
DrawSeed = Annotated[
    str | None,
    typer.Option(
        "--seed",
        help='Any text that nobody could know beforehand: "2016-05-14 lottery 7 12 33".',
        metavar="TEXT",
        rich_help_panel=FIELD,
        show_default=False,
    ),
]
DigestsOnly = Annotated[
    bool,
    typer.Option(
        "--digests-only",
        help="Print what to publish before the seed is known, and stop.",
        rich_help_panel=RESULT,
    ),
]
DrawCheck = Annotated[
    bool,
    typer.Option(
        "--check",
        help="Do the draw that FILE records again; status 1 if its names are others.",
        rich_help_panel=RESULT,
    ),
]


def draw_wish(name: str, text: str, metavar: str) -> Any:
    """Return an option that holds a wish for a draw and may stand several times."""
    return typer.Option(
        name, help=text, metavar=metavar, rich_help_panel=WISHES, show_default=False
    )


Keep = Annotated[
    list[str] | None,
    draw_wish("--keep", 'A slot and who has it without a draw: "17=Anna".', "SLOT=NAME"),
]
Avoid = Annotated[
    list[str] | None,
    draw_wish("--avoid", 'Two who get slots that meet least: "Anna,Boris".', "NAMES"),
]
Welcome = Annotated[
    list[str] | None,
    draw_wish("--welcome", 'Two who get slots that meet most: "Anna,Boris".', "NAMES"),
]
FromAfar = Annotated[
    list[str] | None,
    draw_wish("--from-afar", "Visitors, who get the best balanced slots.", "NAMES"),
]
HomeCity = Annotated[
    str | None,
    draw_wish(
        "--home-city", "Visitors are all whose column city holds another city than this.", "CITY"
    ),
]
DrawOut = Annotated[
    Path | None,
    file_option(("-o", "--out"), "The schedule file to write; - is stdout.", RESULT, "FILE.json"),
]
