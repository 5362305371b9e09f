"""The commands ``seating swiss``: what their options are called."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from desk import options as o
from desk.swiss_next_command import next_
from desk.swiss_simulate_command import simulate

Job = Callable[[], int]

RECOUNT = "The recount"
TRIAL = "The trial of the program itself"

swiss = typer.Typer(
    name="swiss",
    help="Swiss seating: the rule is docs/swiss.md.",
    add_completion=False,
    no_args_is_help=False,
    rich_markup_mode="rich",
)

EventFile = Annotated[
    Path | None,
    typer.Argument(
        metavar="EVENT",
        help="An event so far: the file of seating event, its archive (ZIP), or JSON as "
        "docs/event-file.md has it.",
        show_default=False,
    ),
]
RulesName = Annotated[
    str | None,
    typer.Option(
        "--rules",
        help="Count points by these rules and not by those that the event names.",
        metavar="NAME|FILE.toml",
        rich_help_panel=RECOUNT,
        show_default=False,
    ),
]
Simulate = Annotated[
    int | None,
    o.number("--simulate", "Play so many random events, and check what is drawn in them.", TRIAL),
]
SimulateSeed = Annotated[int | None, o.number("--seed", "Another seed: 1 if left out.", TRIAL)]
Large = Annotated[
    bool,
    typer.Option("--large", help="Fields of 20 to 49 at tables of ten.", rich_help_panel=TRIAL),
]
Mutate = Annotated[
    bool,
    typer.Option(
        "--mutate",
        help="Exchange two players in each right round, too: the checker has to notice.",
        rich_help_panel=TRIAL,
    ),
]
AsJson = Annotated[
    bool,
    typer.Option(
        "--json",
        help="For programs; docs/event-file.md describes it.",
        rich_help_panel=o.RESULT,
    ),
]
KeepIn = Annotated[
    Path | None,
    o.file_option(
        ("--keep",), "Folder for events in which the two programs disagree.", TRIAL, "FOLDER"
    ),
]


swiss.command("next")(next_)
swiss.command("simulate")(simulate)


@swiss.command()
def check(
    file: EventFile = None,
    rules: RulesName = None,
    as_json: AsJson = False,
    simulate: Simulate = None,
    seed: SimulateSeed = None,
    large: Large = False,
    mutate: Mutate = False,
    keep: KeepIn = None,
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Recount every round of an event by a second program, and say what is not by the rules.

    Names the criterion that is broken or could be better, and the change. Status 1 if any is.

    Example: seating swiss check cup.seating
    """

    def job() -> int:
        from desk import swiss_check as command

        if simulate is None:
            return command.run(file, rules=rules, as_json=as_json, lang=lang.value)
        trial = command.Trial(simulate, 1 if seed is None else seed, large, mutate, keep)
        return command.simulate(trial, file, as_json=as_json, lang=lang.value)

    return job
