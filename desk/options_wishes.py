"""The options of ``seating matrix`` that hold wishes about players."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

WISHES = "Wishes"


class Clubs(StrEnum):
    """How often clubmates are to meet."""

    never = "never"
    rarely = "rarely"


def wish(name: str, text: str, metavar: str = "PLAYERS") -> Any:
    """Return an option that holds a wish and may stand several times."""
    return typer.Option(
        name, help=text, metavar=metavar, rich_help_panel=WISHES, show_default=False
    )


def column(name: str, text: str) -> Any:
    """Return an option that names a column of the names file."""
    return typer.Option(
        name, help=text, metavar="COLUMN", rich_help_panel=WISHES, show_default=False
    )


Apart = Annotated[
    list[str] | None,
    wish(
        "--apart",
        "Players who never meet, by number or by name: 4,17. May stand several times, as all "
        "wishes may. With --names a word that is a name means that player; #20 is always the "
        "slot 20.",
    ),
]
AtMost = Annotated[
    list[str] | None,
    wish("--at-most", "Players who meet at most so often: 4,17:2.", "PLAYERS:N"),
]
AtLeast = Annotated[
    list[str] | None,
    wish("--at-least", "Players who meet at least so often: 4,17:2.", "PLAYERS:N"),
]
PreferApart = Annotated[
    list[str] | None,
    wish("--prefer-apart", "Players who better meet rarely; evenness of meetings goes first."),
]
Together = Annotated[
    list[str] | None,
    wish("--together", "Players who better meet often; evenness of meetings goes first."),
]
ClubColumn = Annotated[
    str | None,
    column(
        "--club-column",
        "Column of the names file, club or city: clubmates never meet; "
        "a cell that is empty or holds only a dash is no club.",
    ),
]
ClubsOption = Annotated[
    Clubs,
    typer.Option(
        "--clubs",
        help="How often clubmates meet: never, or rarely (as rarely and evenly as the evenness "
        "of all meetings allows).",
        rich_help_panel=WISHES,
    ),
]
Team = Annotated[
    list[str] | None,
    wish("--team", "A team: its players never meet."),
]
TeamColumn = Annotated[
    str | None,
    column("--team-column", "Column of the names file that holds the teams."),
]
Fewer = Annotated[
    list[str] | None,
    wish("--fewer", "Players who play one game fewer than the others."),
]
FixedTable = Annotated[
    list[str] | None,
    wish("--fixed-table", "Players who always sit at one table: 5:1.", "PLAYERS:TABLE"),
]
ForbidTable = Annotated[
    list[str] | None,
    wish("--forbid-table", "Players who never sit at a table: 5:2.", "PLAYERS:TABLE"),
]
Absent = Annotated[
    list[str] | None,
    wish("--absent", "Players who miss rounds: 7:3,4 or 7:3-5.", "PLAYERS:ROUNDS"),
]
NotInARow = Annotated[
    bool,
    typer.Option(
        "--not-in-a-row",
        help="Two players better not meet in two rounds running: the rounds are ordered so.",
        rich_help_panel=WISHES,
    ),
]
