"""``seating study``: what a format and the coefficient of its final do, by made-up tournaments."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desk.errors import DONE, INTERRUPTED, say
from desk.live import PLAIN_EVERY
from desk.output import STDOUT, check_writable, pipe
from desk.screen import console, plain, print_lines
from desk.stopping import Stopper
from schedules.errors import SeatingError
from schedules.phrases import number, phrase
from tournament.simulate import Ending, GameModel, Plan, Row, as_csv, interval, plan, study
from tournament.simulation.study import PARTS, YES_OR_NO

if TYPE_CHECKING:
    from rich.table import Table

FORMATS = ("tkemali-2016", "white-nights-2016")
BEFORE = ("best_in_final", "ten_in_final", "met_often", "met_most", "never_met")
"""Measures that are settled before the final."""
AFTER = ("best_wins", "champion_rank", "final_decides", "final_winner", "tau")
LEAST_SKILL = 0.01
"""Less would drown in rounding."""
SHARES = ("best_in_final", "ten_in_final", "best_wins", "final_decides", "final_winner")
"""Measures that are shown in percent."""


@dataclass(frozen=True)
class Request:
    """What stands on the command line of ``seating study``."""

    formats: tuple[str, ...] = FORMATS
    final_weights: tuple[float, ...] = ()
    reset: bool = False
    modes: tuple[str, ...] = ()
    players: int | None = None
    skill: float = 1.0
    events: int = 1000
    seed: int = 1
    workers: int = 1
    cluster: str | None = None
    out: Path | None = None
    as_json: bool = False
    quiet: bool = False
    lang: str = "en"


def run(request: Request) -> int:
    """Simulate, show the figures with their errors, and write them."""
    _check(request)
    plans = _plans(request)
    endings = [Ending(weight) for weight in request.final_weights or (None,)]
    endings += [Ending(reset=True)] if request.reset else []
    model = GameModel()
    model = replace(
        model, red_spread=model.red_spread * request.skill,
        black_spread=model.black_spread * request.skill,
    )  # fmt: skip
    with ExitStack() as stack:
        stopper = stack.enter_context(Stopper())
        progress = stack.enter_context(Line(request.lang, quiet=request.quiet))
        rows = study(
            plans, endings, events=request.events, seed=request.seed, model=model,
            workers=request.workers, cluster=request.cluster, progress=progress.news,
            stop=stopper.event.is_set,
        )  # fmt: skip
    if not rows:
        say("Stopped before anything was found; nothing is written.")
        return INTERRUPTED
    if progress.done < progress.of and not request.quiet:
        say(phrase("study.stopped", request.lang, done=progress.done, of=progress.of))
    if request.out is not None and request.out != STDOUT:
        request.out.write_text(as_csv(rows, skill=request.skill), "utf-8", newline="\n")
    if request.out == STDOUT:
        pipe(as_csv(rows, skill=request.skill).encode())
    elif request.as_json:
        pipe((json.dumps(_as_json(rows, request, model), indent=2) + "\n").encode())
    elif not (request.quiet and request.out is not None):
        _show(rows, request)
    return DONE


def _check(request: Request) -> None:
    for name, value in (
        ("--events", request.events), ("--workers", request.workers),
        ("--seed", request.seed + 1),
    ):  # fmt: skip
        if value < 1:
            shown, least = (value - 1, 0) if name == "--seed" else (value, 1)
            raise SeatingError(f"{name} {shown} does not fit; {least} or more does.")
    if not LEAST_SKILL <= request.skill <= 100:
        raise SeatingError(
            f"--skill {request.skill:g} does not fit; {LEAST_SKILL:g} to 100 does: with less, "
            "nobody is the best."
        )
    for weight in request.final_weights:
        if not 0 <= weight <= 1000:
            raise SeatingError(f"--final-weight {weight:g} does not fit; 0 to 1000 does.")
    if request.out is not None and request.out != STDOUT:
        if request.out.is_dir():
            raise SeatingError(
                f"{request.out} is a folder; name a file in it, such as -o "
                f"{request.out / 'study.csv'}."
            )
        if request.out.suffix.lower() != ".csv":
            raise SeatingError(
                f"{request.out}: the figures are written as CSV; write -o "
                f"{request.out.with_suffix('.csv')}."
            )
        check_writable(request.out)


def _plans(request: Request) -> list[Plan]:
    """Return every format in every mode; a format without rounds by points comes once."""
    found: dict[tuple[str, str], Plan] = {}
    for name in request.formats:
        for mode in request.modes or (None,):
            one = plan(name, mode=mode, players=request.players)
            found.setdefault((one.format_name, one.mode), one)
            if mode not in (None, one.mode) and not request.quiet:
                say(
                    f"{one.format_name} has no rounds by points: --mode {mode} changes nothing "
                    "in it."
                )
    return list(found.values())


class Line:
    """How far the work is: a live line on a terminal, else a line now and then."""

    def __init__(self, lang: str, *, quiet: bool) -> None:
        self._lang, self._quiet = lang, quiet
        self._screen = console(stderr=True)
        self._stack = ExitStack()
        self._live: Any = None
        self._began = self._said = time.monotonic()
        self.done, self.of = 0, 0

    def __enter__(self) -> Line:
        if not self._quiet and self._screen.is_terminal:
            from rich.live import Live

            self._live = Live("", console=self._screen, auto_refresh=False, transient=True)
            self._stack.enter_context(self._live)
        return self

    def __exit__(self, *details: object) -> None:
        self._stack.close()

    def news(self, done: int, of: int) -> None:
        """Take how many events are done."""
        self.done, self.of = done, of
        now = time.monotonic()
        spent = now - self._began
        text = phrase(
            "study.progress", self._lang, done=done, of=of, seconds=int(spent),
            left=int(spent / done * (of - done)),
        )  # fmt: skip
        if self._live is not None:
            from rich.text import Text

            self._live.update(Text(text, no_wrap=True, overflow="ellipsis"), refresh=True)
        elif not self._quiet and now - self._said > PLAIN_EVERY:
            self._said = now
            say(text)


def _as_json(rows: Sequence[Row], request: Request, model: GameModel) -> dict[str, Any]:
    return {
        "format": "seating-study/1",
        "events": request.events,
        "seed": request.seed,
        "model": asdict(model),
        "rows": [
            {name: row.cells(request.skill)[name] for name in PARTS}
            | {name: asdict(mean) for name, mean in row.means.items()}
            for row in rows
        ],
    }  # fmt: skip


def _show(rows: Sequence[Row], request: Request) -> None:
    lang, screen = request.lang, console()
    for _, same in groupby(rows, key=lambda row: (row.plan.format_name, row.plan.mode)):
        group = list(same)
        first = group[0]
        head = phrase(
            "study.title", lang, format=first.plan.format_name, mode=first.plan.mode,
            players=first.plan.players, games=first.plan.games, events=first.events,
            seed=first.seed,
        )  # fmt: skip
        print_lines(screen, [head, ""])
        screen.print(_before(group[0], lang))
        screen.print()
        screen.print(_endings(group, lang))
        screen.print()
    print_lines(screen, [phrase("study.errors", lang)])


def _before(row: Row, lang: str) -> Table:
    """Return what is settled before the final, a row for each measure."""
    grid = _table()
    grid.add_column(phrase("study.column.before", lang))
    grid.add_column("", justify="right", no_wrap=True)
    for name in BEFORE:
        grid.add_row(_label(name, lang), _cell(name, row, lang))
    return grid


def _endings(rows: Sequence[Row], lang: str) -> Table:
    """Return what the final settles, a row for each way in which it counts."""
    grid = _table()
    grid.add_column(phrase("study.column.final", lang), no_wrap=True)
    for name in AFTER:
        grid.add_column(_label(name, lang), justify="right")
    for row in rows:
        ending = phrase("study.column.reset", lang)
        if not row.ending.reset:
            ending = f"× {number(row.weight, lang)}"
        grid.add_row(ending, *(_cell(name, row, lang) for name in AFTER))
    return grid


def _table() -> Table:
    from rich import box
    from rich.table import Table

    return Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))


def _label(name: str, lang: str) -> str:
    return plain(phrase(f"study.measure.{name}", lang))


def _cell(name: str, row: Row, lang: str) -> str:
    """Return a mean with half its 95 % interval, its ends if they lie unevenly, or a dash."""
    times, digits = (100, 1) if name in SHARES else (1, 3 if name == "tau" else 2)
    mean = row.means[name]

    def shown(part: float) -> str:
        return number(times * part, lang, digits=digits)

    ends = interval(name, mean.value, mean.error, row.events)
    if ends is None:
        return f"{shown(mean.value)} ± –"
    if name in YES_OR_NO and mean.value in (0, 1):
        return f"{shown(mean.value)} ({shown(ends[0])}–{shown(ends[1])})"
    if not mean.error:
        return shown(mean.value)
    return f"{shown(mean.value)} ± {shown(ends[1] - mean.value)}"
