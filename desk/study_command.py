"""The command ``seating study``: what its options are called."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from desk import options as o

Job = Callable[[], int]
EVENT, WORK = "The event", "The work"


def _several(name: str, text: str, metavar: str, **more: Any) -> Any:
    return typer.Option(
        name, help=text, metavar=metavar, rich_help_panel=EVENT, show_default=False, **more
    )


Formats = Annotated[
    list[str] | None,
    _several(
        "--format",
        "A format, shipped or the path of one, again and again: tkemali-2016 and "
        "white-nights-2016 if left out.",
        "FORMAT",
    ),
]
Weights = Annotated[
    list[Any] | None,
    _several(
        "--final-weight",
        "A coefficient of the final, again and again: that of the format if left out.",
        "X",
        parser=o.decimal,
    ),
]
Reset = Annotated[
    bool,
    typer.Option(
        "--reset",
        help="Also a final that decides by its own points alone.",
        rich_help_panel=EVENT,
    ),
]
Modes = Annotated[
    list[str] | None,
    _several(
        "--mode",
        "Seating of the rounds by points, again and again: strict, blocks:2, window:5, random, "
        "random:free; matrix seats all before the final. That of the format if left out.",
        "MODE",
    ),
]
Players = Annotated[int | None, o.number("--players", "Another size of the field.", EVENT)]
Skill = Annotated[
    float | None,
    typer.Option(
        "--skill",
        help="How far apart the players are: 1 as in a club, 2 twice as far.",
        parser=o.decimal,
        metavar="X",
        rich_help_panel=EVENT,
        show_default=False,
    ),
]
Events = Annotated[int | None, o.number("--events", "Events of each kind: 1000.", WORK)]
Seed = Annotated[int | None, o.number("--seed", "Other players, other luck: 1.", WORK)]
Workers = Annotated[int | None, o.number("--workers", "Processes side by side: 1.", WORK)]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        help="Address of a Dask scheduler whose machines do the work: tcp://10.0.0.5:8786.",
        metavar="ADDRESS",
        rich_help_panel=WORK,
        show_default=False,
    ),
]
Out = Annotated[Path | None, o.file_option(("-o", "--out"), "Write the figures as CSV.", o.RESULT)]
AsJson = Annotated[
    bool, typer.Option("--json", help="For programs; all digits.", rich_help_panel=o.RESULT)
]


def study(
    formats: Formats = None,
    final_weights: Weights = None,
    reset: Reset = False,
    mode: Modes = None,
    players: Players = None,
    skill: Skill = None,
    events: Events = None,
    seed: Seed = None,
    workers: Workers = None,
    cluster: Cluster = None,
    out: Out = None,
    as_json: AsJson = False,
    quiet: o.Quiet = False,
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Play made-up tournaments: how often the best player wins, and what the final decides.

    Example: seating study --format tkemali-2016 --final-weight 1 --final-weight 1.2 --reset
    """

    def job() -> int:
        from desk import study as command

        given = {
            "players": players, "skill": skill, "events": events, "seed": seed,
            "workers": workers, "formats": tuple(formats) if formats else None,
        }  # fmt: skip
        stated: dict[str, Any] = {key: value for key, value in given.items() if value is not None}
        request = command.Request(
            final_weights=tuple(final_weights or ()), reset=reset, modes=tuple(mode or ()),
            cluster=cluster, out=out, as_json=as_json, quiet=quiet, lang=lang.value, **stated,
        )  # fmt: skip
        return command.run(request)

    return job
