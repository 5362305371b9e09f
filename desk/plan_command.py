"""The command ``seating plan``: what its options are called."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated

import typer

from desk import options as o

DAY = "The day"


def hours(text: str) -> float:
    """Read hours, ``7.5``, ``7,5`` or ``7:30``, or say in our words that they are none."""
    clock = re.fullmatch(r"(\d{1,4}):([0-5]\d)", text.strip())
    if clock:
        return int(clock[1]) + int(clock[2]) / 60
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        raise typer.BadParameter(
            f"{text!r} is not a number of hours, such as 8, 7.5 or 7:30."
        ) from None


Players = Annotated[int, o.number("--players", "Players.")]
Tables = Annotated[int, o.number("--tables", "Tables that can play at the same time.")]
Hours = Annotated[
    float,
    typer.Option(
        "--hours",
        help="From the first game's start to the last one's end: 8, 7.5 or 7:30.",
        parser=hours,
        metavar="HOURS",
        rich_help_panel=DAY,
        show_default=False,
    ),
]
Minutes = Annotated[int | None, o.number("--minutes", "Minutes of a game: 50 if left out.", DAY)]
BreakMinutes = Annotated[
    int | None, o.number("--break-minutes", "Minutes between two games: 0 if left out.", DAY)
]
Finals = Annotated[
    int | None,
    o.number("--finals", "Games of the final: every number up to 4 is tried if left out.", DAY),
]


def plan(
    players: Players,
    tables: Tables,
    hours: Hours,
    minutes: Minutes = None,
    break_minutes: BreakMinutes = None,
    finals: Finals = None,
    seats: o.Seats = None,
    lang: o.LangOption = o.Lang.en,
) -> Callable[[], int]:
    """Show which formats fit into a day, side by side: rounds, games each, finals, how even.

    Example: seating plan --players 37 --tables 3 --hours 8
    """

    def job() -> int:
        from desk import plan as command

        request = command.Request(
            players=players,
            tables=tables,
            hours=hours,
            minutes=command.GAME if minutes is None else minutes,
            break_minutes=break_minutes or 0,
            finals=finals,
            seats=command.SEATS if seats is None else seats,
            lang=lang.value,
        )
        return command.run(request)

    return job
