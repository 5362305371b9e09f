"""The commands ``seating library``: what their options are called."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from desk import options as o

Job = Callable[[], int]

BUILD = "The build"

library = typer.Typer(
    name="library",
    help="The ready schedules that seating matrix answers from: list them, make them better.",
    add_completion=False,
    no_args_is_help=False,
    rich_markup_mode="rich",
)

Only = Annotated[
    str | None,
    typer.Option(
        "--only",
        help="Stages, as players/tables/rounds: 30/3/9,25/2/10x8 (8 games each). "
        "Without it all that the library is to hold.",
        metavar="STAGES",
        rich_help_panel=BUILD,
        show_default=False,
    ),
]
BuildTime = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        help="Seconds to search for each matrix: 60 if left out; 0 only gives seats to what is "
        "known already.",
        parser=o.seconds,
        metavar="SECONDS",
        rich_help_panel=BUILD,
        show_default=False,
    ),
]
BuildIterations = Annotated[
    int | None,
    o.number(
        "--iterations", "Moves for each matrix instead of a time: the same files again.", BUILD
    ),
]
BuildSeed = Annotated[int | None, o.number("--seed", "Another seed: 1 if left out.", BUILD)]
BuildWorkers = Annotated[
    int | None,
    o.number("--workers", "Matrices at a time: one a processor if left out.", BUILD),
]
Matrices = Annotated[
    list[Path] | None,
    o.file_option(
        ("--matrices",),
        "Matrices or a schedule file to begin from. May stand several times.",
        BUILD,
        "FILE.json",
    ),
]
Into = Annotated[
    Path | None,
    o.file_option(
        ("--into",), "Folder of the library: that of this program if left out.", BUILD, "FOLDER"
    ),
]


@library.command("list")
def list_(folder: Into = None, lang: o.LangOption = o.Lang.en) -> Job:
    """List the ready schedules: how good each is, and what is proved.

    Example: seating library list
    """

    def job() -> int:
        from desk import library as command

        return command.show(folder, lang=lang.value)

    return job


@library.command()
def build(
    only: Only = None,
    time_limit: BuildTime = None,
    iterations: BuildIterations = None,
    seed: BuildSeed = None,
    workers: BuildWorkers = None,
    matrices: Matrices = None,
    into: Into = None,
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Search for better schedules than the library holds; a worse one never replaces a better.

    Example: seating library build --only 30/3/9,25/2/10x8 --time-limit 60
    """

    def job() -> int:
        from desk import library as command

        request = command.Request(
            only=only,
            time_limit=time_limit,
            iterations=iterations,
            seed=1 if seed is None else seed,
            workers=workers,
            matrices=tuple(matrices or ()),
            into=into,
            lang=lang.value,
        )
        return command.build(request)

    return job
