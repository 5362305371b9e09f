"""The options that name judges, of ``seating judges`` and ``seating matrix``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from desk.options import RESULT, SEARCH, file_option, number, seconds

JUDGES = "Judges"
TEXT = (
    "The judges, CSV or XLSX: a column name, and if you like not with (players) and absent rounds."
)


def _wish(option: str, text: str, example: str) -> object:
    return typer.Option(
        option, help=text, metavar=example, rich_help_panel=JUDGES, show_default=False
    )


JudgesOrKept = Annotated[
    Path | None,
    file_option(("--judges",), f"{TEXT} Left out: the judges whom the schedule has.", JUDGES),
]
MaybeJudges = Annotated[
    Path | None,
    file_option(
        ("--judges",),
        f"{TEXT} They are searched for after the seats, for 10 seconds at most, or --time-limit "
        "if that is less.",
        JUDGES,
    ),
]
JudgedAfter = Annotated[
    int | None,
    number("--after", "Rounds that are played; they keep the judges that the file has.", JUDGES),
]
NotWith = Annotated[
    list[str] | None,
    _wish(
        "--not-with",
        "A judge and the players he must not judge, by name or number. May stand several times.",
        "JUDGE:PLAYERS",
    ),
]
JudgeAbsent = Annotated[
    list[str] | None,
    _wish(
        "--absent",
        "A judge and the rounds in which he is not there. May stand several times.",
        "JUDGE:ROUNDS",
    ),
]
JudgeSeconds = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        help="Seconds to search: 10 if left out; less where all is proved best before.",
        parser=seconds,
        metavar="SECONDS",
        rich_help_panel=SEARCH,
        show_default=False,
    ),
]
JudgeSeed = Annotated[
    int | None, number("--seed", "Another seed, another rota: 1 if left out.", SEARCH)
]
JudgedOut = Annotated[
    Path | None,
    file_option(
        ("-o", "--out"),
        "The schedule file with judges to write; - is stdout.",
        RESULT,
        "FILE.json",
    ),
]
