"""The command ``seating score``: what its options are called."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from desk import options as o
from desk.options import RESULT, file_option, number

Job = Callable[[], int]

COUNTED = "What is counted"
ASKED = "What is asked"


def _text(name: str, words: str, metavar: str, panel: str) -> Any:
    """Return an option that holds a text."""
    return typer.Option(
        name, help=words, metavar=metavar, rich_help_panel=panel, show_default=False
    )


ProtocolsFile = Annotated[
    Path | None,
    typer.Argument(
        metavar="PROTOCOLS",
        help="The games: our CSV, XLSX or JSON, or a file of another program.",
        show_default=False,
    ),
]
RulesName = Annotated[
    str | None,
    _text("--rules", "A rule set by its name, or a file of rules.", "NAME|FILE.toml", COUNTED),
]
ListRules = Annotated[
    bool,
    typer.Option("--list-rules", help="Show the rule sets that there are.", rich_help_panel=ASKED),
]
Source = Annotated[
    str | None,
    _text("--from", "What kind of file it is, if that is not found out.", "KIND", COUNTED),
]
Stage = Annotated[str | None, _text("--stage", "Count one stage only.", "STAGE", COUNTED)]
Until = Annotated[
    str | None,
    _text("--until", 'Stand as of a round, with the K of then: "final:2".', "STAGE:ROUND", COUNTED),
]
Seed = Annotated[
    str | None,
    _text("--seed", "A text to draw the lot from, for those who are equal.", "TEXT", COUNTED),
]
Teams = Annotated[bool, typer.Option("--teams", help="Rank the teams.", rich_help_panel=COUNTED)]
Explain = Annotated[
    str | None,
    _text("--explain", "Every game and part of one player or slot.", "PLAYER", ASKED),
]
WhatIf = Annotated[
    str | None,
    _text(
        "--what-if",
        "Whose place changes by other rules, without K (K=off), or with another coefficient of a "
        "stage (final=1.5).",
        "RULES|CHANGE",
        ASKED,
    ),
]
CutAt = Annotated[int | None, number("--cut", "Who goes on, if so many do.", ASKED)]
Out = Annotated[
    Path | None,
    file_option(
        ("-o", "--out"), "Write the standings; the ending says how.", RESULT, "FILE.csv|xlsx|html"
    ),
]
Json = Annotated[
    bool,
    typer.Option(
        "--json", help="For programs; docs/score-json.md describes it.", rich_help_panel=RESULT
    ),
]


def score(
    file: ProtocolsFile = None,
    rules: RulesName = None,
    source: Source = None,
    stage: Stage = None,
    until: Until = None,
    seed: Seed = None,
    teams: Teams = False,
    explain: Explain = None,
    what_if: WhatIf = None,
    cut: CutAt = None,
    list_rules: ListRules = False,
    out: Out = None,
    as_json: Json = False,
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Count the points of a tournament's games, and say why each place is what it is.

    Example: seating score games.csv --rules white-nights-2016 --seed "lottery 7 12 33"
    """

    def job() -> int:
        from desk import score as command

        if list_rules:
            return command.list_rules(lang=lang.value)
        request = command.Request(
            file,
            rules=rules,
            source=source,
            stage=stage,
            until=until,
            seed=seed,
            teams=teams,
            explain=explain,
            what_if=what_if,
            cut=cut,
            out=out,
            as_json=as_json,
            lang=lang.value,
        )
        return command.run(request)

    return job
