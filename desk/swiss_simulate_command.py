"""The command ``seating swiss simulate``: what its options are called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

from desk import options as o

Job = Callable[[], int]

FIELD, GAMES = "The event", "The games"


def share(name: str, text: str) -> Any:
    """Return an option that holds a decimal number."""
    return typer.Option(
        name, help=text, parser=o.decimal, metavar="X", rich_help_panel=GAMES, show_default=False
    )


Events = Annotated[int | None, o.number("--events", "Made-up events of each rule: 20.", FIELD)]
Seed = Annotated[int | None, o.number("--seed", "Other players, other luck: 1.", FIELD)]
Modes = Annotated[
    list[str] | None,
    typer.Option(
        "--mode",
        help="A rule to try, again and again: strict, blocks:2 and random:free if left out.",
        metavar="MODE",
        rich_help_panel=FIELD,
        show_default=False,
    ),
]
Players = Annotated[int | None, o.number("--players", "Players: 40.", FIELD)]
Seats = Annotated[int | None, o.number("--seats", "Seats at a table: 10.", FIELD)]
RandomRounds = Annotated[int | None, o.number("--random-rounds", "Random rounds: 3.", FIELD)]
Rounds = Annotated[int | None, o.number("--rounds", "Rounds after them: 6.", FIELD)]
Opening = Annotated[
    str,
    typer.Option(
        "--opening",
        help="The random rounds: random keeps repeats few, random:free leaves them to chance.",
        metavar="MODE",
        rich_help_panel=FIELD,
    ),
]
Strength = Annotated[
    float | None, share("--strength", "Deviation of the strengths, in logits of a win: 0.5.")
]
Red = Annotated[float | None, share("--red", "How often red wins between equals: 0.55.")]
Effort = Annotated[
    float | None,
    o.effort("What the solver may spend on a number of a round that is not enumerated: 0.5."
             " With 0.02 a window is some four times as fast.", FIELD),
]  # fmt: skip
AsJson = Annotated[
    bool, typer.Option("--json", help="For programs; all digits.", rich_help_panel=o.RESULT)
]


def simulate(
    events: Events = None,
    seed: Seed = None,
    mode: Modes = None,
    players: Players = None,
    seats: Seats = None,
    random_rounds: RandomRounds = None,
    rounds: Rounds = None,
    opening: Opening = "random",
    effort: Effort = None,
    strength: Strength = None,
    red: Red = None,
    as_json: AsJson = False,
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Measure what a rule of the Swiss rounds does: repeats, mobility, fairness of tables.

    Example: seating swiss simulate --events 1000 --seed 1 --mode blocks:2
    """

    def job() -> int:
        from desk import swiss_simulate as command

        given = {
            "events": events, "seed": seed, "players": players, "seats": seats,
            "random_rounds": random_rounds, "rounds": rounds, "strength": strength, "red": red,
            "effort": effort,
        }  # fmt: skip
        stated: dict[str, Any] = {key: value for key, value in given.items() if value is not None}
        request = command.Request(
            modes=tuple(mode or ()), opening=opening, as_json=as_json, lang=lang.value, **stated
        )
        return command.run(request)

    return job
