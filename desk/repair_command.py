"""The command ``seating repair``: what its options are called."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from desk import options as o
from desk.options import RESULT, SEARCH, file_option, number, seconds

Job = Callable[[], int]

WRONG = "What went wrong"


def ask(name: str, text: str, metavar: str) -> Any:
    """Return an option that says what went wrong and may stand several times."""
    return typer.Option(name, help=text, metavar=metavar, rich_help_panel=WRONG, show_default=False)


After = Annotated[
    int | None, number("--after", "Rounds that are played; they stay as they are.", WRONG)
]
Withdraw = Annotated[
    list[str] | None,
    ask("--withdraw", "Players who leave and nobody comes in for them: 17 or 17,3.", "PLAYERS"),
]
Replace = Annotated[
    list[str] | None,
    ask("--replace", 'Somebody else takes a slot: "17=Anna"; nobody else moves.', "PLAYER[=NAME]"),
]
Late = Annotated[
    list[str] | None,
    ask("--late", "A player who comes for a later round only: 17:6.", "PLAYER:ROUND"),
]
Swap = Annotated[
    str | None,
    ask("--swap", "Two players who exchange places in all rounds left: 3,9.", "PLAYERS"),
]
CloseTable = Annotated[
    list[str] | None, ask("--close-table", "A table at which nobody plays any more.", "TABLE")
]
Apart = Annotated[
    list[str] | None, ask("--apart", "Players who do not meet from now on: 4,17.", "PLAYERS")
]
AtMost = Annotated[
    list[str] | None,
    ask("--at-most", "Players who meet at most so often in all: 4,17:2.", "PLAYERS:N"),
]
ForbidTable = Annotated[
    list[str] | None,
    ask("--forbid-table", "A table where a player does not sit from now on: 5:2.", "PLAYER:TABLE"),
]
Tables = Annotated[
    bool | None,
    typer.Option(
        "--full-tables/--short-tables",
        help="Every game full and players sit out in turn, or everybody plays and a game may lack "
        "a player. Left out: what loses no game; docs/repair.md says how.",
        rich_help_panel=WRONG,
        show_default=False,
    ),
]
TimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        help="Seconds at most: 10 if left out.",
        parser=seconds,
        metavar="SECONDS",
        rich_help_panel=SEARCH,
        show_default=False,
    ),
]
DryRun = Annotated[
    bool,
    typer.Option(
        "--dry-run", help="Show what would change; write nothing.", rich_help_panel=RESULT
    ),
]
Out = Annotated[
    Path | None,
    file_option(
        ("-o", "--out"), "The schedule file to write, another than FILE.", RESULT, "FILE.json"
    ),
]
Json = Annotated[
    bool,
    typer.Option(
        "--json",
        help="The changes for programs; docs/repair.md describes it.",
        rich_help_panel=RESULT,
    ),
]


def repair(
    file: o.ScheduleFile,
    after: After = None,
    withdraw: Withdraw = None,
    replace: Replace = None,
    late: Late = None,
    swap: Swap = None,
    close_table: CloseTable = None,
    apart: Apart = None,
    at_most: AtMost = None,
    forbid_table: ForbidTable = None,
    full_tables: Tables = None,
    time_limit: TimeLimit = None,
    seed: o.Seed = None,
    dry_run: DryRun = False,
    out: Out = None,
    as_json: Json = False,
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Seat the rounds left again when the day goes wrong; rounds played stay as they are.

    Example: seating repair cup.json --after 4 --withdraw 17 -o cup2.json
    """

    def job() -> int:
        from desk import repair as command

        request = command.Request(
            file,
            after=after,
            withdraw=tuple(withdraw or ()),
            replace=tuple(replace or ()),
            late=tuple(late or ()),
            swap=swap,
            close_table=tuple(close_table or ()),
            apart=tuple(apart or ()),
            at_most=tuple(at_most or ()),
            forbid_table=tuple(forbid_table or ()),
            full_tables=full_tables,
            time_limit=time_limit,
            seed=1 if seed is None else seed,
            dry_run=dry_run,
            as_json=as_json,
            lang=lang.value,
            out=out,
        )
        return command.run(request)

    return job
