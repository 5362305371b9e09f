"""``seating swiss simulate``: what a rule of the Swiss rounds does, measured on made-up events."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import comb

from desk.errors import DONE, say
from desk.output import pipe
from desk.screen import console, plain, print_lines
from desk.swiss_wishes import check_effort
from optimizer.swiss.engine import RULES
from optimizer.swiss.modes import BLOCKS, RANDOM, Mode
from optimizer.swiss.simulate import Format, Mean, Model, Outcome, simulate
from schedules.errors import SeatingError
from schedules.phrases import number, phrase

MODES = ("strict", "blocks:2", "random:free")
"""What is compared if nothing is asked for; a window takes minutes for a handful of events."""
EVERY = 5.0
"""Seconds between two lines of progress."""


@dataclass(frozen=True)
class Request:
    """What stands on the command line of ``seating swiss simulate``."""

    events: int = 20
    seed: int = 1
    modes: tuple[str, ...] = ()
    players: int = 40
    seats: int = 10
    random_rounds: int = 3
    rounds: int = 6
    opening: str = "random"
    effort: float = 0.5
    strength: float = 0.5
    red: float = 0.55
    as_json: bool = False
    lang: str = "en"


def run(request: Request) -> int:
    """Simulate, print the table with its model, and a paragraph for the regulations."""
    modes = list(dict.fromkeys(Mode.parse(mode) for mode in request.modes or MODES))
    form, model = _settings(request)
    began = said = time.monotonic()

    def progress(done: int) -> None:
        nonlocal said
        if time.monotonic() - said > EVERY:
            said = time.monotonic()
            say(f"{done} / {request.events * len(modes)}, {said - began:.0f} s")

    outcomes = simulate(
        modes, events=request.events, seed=request.seed, form=form, model=model,
        effort=request.effort, progress=progress,
    )  # fmt: skip
    if request.as_json:
        data = {
            "format": "seating-swiss-policies/1", "events": request.events, "seed": request.seed,
            "event": {**asdict(form), "opening": str(form.opening)}, "model": asdict(model),
            "effort": request.effort,
            "policies": [{**asdict(o), "mode": str(o.mode)} for o in outcomes],
        }  # fmt: skip
        pipe((json.dumps(data, indent=2) + "\n").encode())
        return DONE
    _show(outcomes, request, form, model)
    return DONE


def _settings(request: Request) -> tuple[Format, Model]:
    for name, value, least in (
        ("--events", request.events, 1),
        ("--players", request.players, 2 * request.seats),
        ("--seats", request.seats, 2),
        ("--rounds", request.rounds, 2),
        ("--random-rounds", request.random_rounds, 0),
        ("--seed", request.seed, 0),
    ):
        if value < least:
            raise SeatingError(f"{name} {value} does not fit; {least} or more does.")
    if not 0 < request.red < 1:
        raise SeatingError(f"--red {request.red:g} is no part of the games; write 0.55.")
    check_effort(request.effort)
    if not 0 <= request.strength <= 10:
        raise SeatingError(f"--strength {request.strength:g} does not fit; 0 to 10 does.")
    opening = Mode.parse(request.opening)
    if opening.kind != RANDOM:
        raise SeatingError(
            f"--opening {opening} does not fit: the random rounds are random or random:free."
        )
    form = Format(
        request.players, request.seats, request.random_rounds, request.rounds,
        opening,
    )  # fmt: skip
    return form, Model(strength=request.strength, red=request.red)


def _show(outcomes: Sequence[Outcome], request: Request, form: Format, model: Model) -> None:
    from rich import box
    from rich.table import Table

    lang, screen = request.lang, console()
    counted = {
        "count": request.events, "seed": request.seed, "players": form.num_players,
        "tables": form.num_players // form.num_seats, "seats": form.num_seats,
        "random": form.random_rounds, "rounds": form.rounds,
    }  # fmt: skip
    print_lines(screen, [phrase("swiss.simulate.title", lang, **counted), ""])
    grid = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    values = {"pairs": comb(form.num_players, 2)}
    for column, often in (("mode", 0), ("often", form.often), ("more", form.often + 1),
                          ("stay", 0), ("gap", 0)):  # fmt: skip
        head = phrase(f"swiss.simulate.column.{column}", lang, often=often, **values)
        grid.add_column(head, justify="left" if column == "mode" else "right")
    for outcome in outcomes:
        means = (outcome.often, outcome.more_often, outcome.stay, outcome.gap)
        grid.add_row(
            plain(str(outcome.mode)), *(_mean(mean, request.events, lang) for mean in means)
        )
    screen.print(grid)
    errors = "errors" if request.events > 1 else "one"
    shares = {
        "strength": number(model.strength, lang),
        "red": number(model.red, lang),
        "best": number(model.best_move, lang),
    }
    print_lines(
        screen,
        [
            "",
            phrase(f"swiss.simulate.{errors}", lang),
            phrase("swiss.simulate.model", lang, **shares),
        ],
    )
    named = [o.mode for o in outcomes if request.modes] or [Mode(BLOCKS, 2)]
    for text in dict.fromkeys(regulation(mode, form, lang) for mode in named):
        print_lines(screen, ["", text])


def regulation(mode: Mode, form: Format, lang: str) -> str:
    """Return a paragraph for the regulations of an event: what the rounds of a mode are."""
    return phrase(
        f"swiss.simulate.regulation.{mode.kind}", lang, first=form.random_rounds + 1,
        size=mode.size, block=mode.size * form.num_seats, seats=form.num_seats, rules=RULES,
    )  # fmt: skip


def _mean(mean: Mean, events: int, lang: str) -> str:
    error = number(mean.error, lang) if events > 1 else phrase("word.none", lang)
    return f"{number(mean.value, lang)} ± {error}"
