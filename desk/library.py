"""``seating library``: the ready schedules as a list, and the build that makes them better."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desk.errors import DONE, INTERRUPTED, Leave, say
from desk.output import check_writable
from desk.screen import console, print_lines
from desk.stopping import Stopper, in_background
from desk.words import shown_value
from schedules.errors import SeatingError
from schedules.library import FOLDER, SPREAD, Entry, entries
from schedules.phrases import number, phrase
from schedules.schedule import Schedule

if TYPE_CHECKING:
    from rich.table import Table

    from optimizer.library import Built, Effort
    from schedules.problem import Problem

TIME_LIMIT = 60.0
MOST_WORKERS = 256

STOPPED = "Stopped: what is written so far is kept."
COLUMNS = ("never_met", "outside_band", "spread", "bound", "proved", "range", "visits")


@dataclass(frozen=True)
class Request:
    """What stands on the command line of ``seating library build``."""

    only: str | None = None
    time_limit: float | None = None
    iterations: int | None = None
    seed: int = 1
    workers: int | None = None
    matrices: tuple[Path, ...] = ()
    into: Path | None = None
    lang: str = "en"


def show(folder: Path | None, *, lang: str) -> int:
    """Print the library as a table; return the exit status.

    Raises
    ------
    SeatingError
        If there is no such folder, or a file in it is no schedule.
    """
    where = folder or FOLDER
    if not where.is_dir():
        raise SeatingError(f"There is no folder {where}; check its name.")
    screen = console()
    found = list(entries(where))
    if found:
        screen.print(_table(found, lang))
    said = [phrase("library.count", lang, count=len(found))]
    if found:
        settled = sum(_proved(entry.schedule) for entry in found)
        said.append(phrase("library.settled", lang, count=settled))
    if any(entry.name.endswith(SPREAD) for entry in found):
        said.append(phrase("library.by_spread", lang))
    print_lines(screen, [" ".join(said)])
    return DONE


def _table(found: list[Entry], lang: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    table.add_column(phrase("library.stage", lang), no_wrap=True)
    for column in COLUMNS:
        table.add_column(phrase(f"library.column.{column}", lang), justify="right")
    for entry in found:
        lines = _criteria(entry.schedule)
        spread = lines.get("spread", {})
        known = spread.get("bound") is not None
        table.add_row(
            _stage_name(entry.name),
            *(_value(lines, code, lang) for code in ("never_met", "outside_band", "spread")),
            str(spread["bound"]) if known else "",
            _how_far(entry.schedule, lang),
            _value(lines, "range", lang),
            _value(lines, "table_range", lang),
        )
    return table


def _stage_name(name: str) -> str:
    stage = name.removesuffix(SPREAD).replace("-", "/", 2)
    return f"{stage} *" if name.endswith(SPREAD) else stage


def _criteria(schedule: Schedule) -> Mapping[str, Mapping[str, Any]]:
    lines = (schedule.certificate or {}).get("criteria", ())
    return {line["criterion"]: line for line in lines}


def _value(lines: Mapping[str, Mapping[str, Any]], code: str, lang: str) -> str:
    if code not in lines:
        return ""
    value = lines[code]["value"]
    one = isinstance(value, list) and value[0] == value[1]
    return shown_value(value[0] if one else value, lang)


MEETINGS = ("never_met", "outside_band", "spread")


def _proved(schedule: Schedule) -> bool:
    """Whether it is proved that nobody can meet more evenly."""
    lines = _criteria(schedule)
    return all(code in lines and lines[code]["proved"] for code in MEETINGS)


def _how_far(schedule: Schedule, lang: str) -> str:
    """Say that the meetings are proved best, or how far the spread can be from its bound."""
    if _proved(schedule):
        return phrase("library.proved", lang)
    spread = _criteria(schedule).get("spread", {})
    if not spread.get("bound"):
        return ""
    return f"{number(100 * spread['gap'] / spread['bound'], lang, digits=1)} %"


def build(request: Request) -> int:
    """Make the library better and print a line for each stage; return the exit status.

    Raises
    ------
    SeatingError
        For every mistake in the request, and if a file cannot be written.
    """
    _check(request)
    into = request.into or FOLDER
    try:
        into.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SeatingError(
            f"{into} is no folder and cannot be made one: {error.strerror}. Name another."
        ) from error
    check_writable(into / "probe.json")
    workers = request.workers or os.cpu_count() or 1
    screen = console()
    ending = False
    with Stopper() as stopper:

        def tick() -> None:
            nonlocal ending
            if stopper.event.is_set() and not ending:
                ending = True  # once: afterwards there would be new processes to end
                _give_up(workers)

        def told(built: Built) -> None:
            print_lines(screen, [_told(built, request.lang)])

        def work() -> None:
            from optimizer.library import build_all
            from optimizer.matrices_file import read_matrices

            build_all(
                _stages(request.only), into=into, known=read_matrices(request.matrices),
                effort=_effort(request), workers=workers, report=told,
            )  # fmt: skip

        try:
            in_background(work, tick)
        except Exception:
            if not stopper.event.is_set():
                raise
            say(STOPPED)  # the error is that the processes were ended
            return INTERRUPTED
    return DONE


def _give_up(workers: int) -> None:
    """End what still searches: a file is put in its place whole or not at all."""
    if workers == 1:  # no process of its own: the search is a thread of this one
        raise Leave(INTERRUPTED, sentence=STOPPED)
    from joblib.externals.loky import get_reusable_executor

    running = get_reusable_executor(max_workers=workers, reuse=True)
    running.shutdown(wait=False, kill_workers=True)


def _check(request: Request) -> None:
    limit, moves = request.time_limit, request.iterations
    if limit is not None and not (limit >= 0 and math.isfinite(limit)):
        raise SeatingError(f"--time-limit is {limit}; write a number of seconds, such as 60, or 0.")
    if moves is not None and moves < 1:
        raise SeatingError(f"--iterations is {moves}; write a number above 0, such as 10000000.")
    if limit is not None and moves is not None:
        raise SeatingError("Give --time-limit or --iterations, not both: the first one ends it.")
    if request.workers is not None and not 1 <= request.workers <= MOST_WORKERS:
        raise SeatingError(
            f"--workers is {request.workers}; write a number from 1 to {MOST_WORKERS}, "
            "or leave it out to use every processor."
        )


def _effort(request: Request) -> Effort:
    from optimizer.library import Effort
    from optimizer.stopping import Budget

    if request.iterations is not None:
        return Effort(Budget(iterations=request.iterations), request.seed)
    seconds = TIME_LIMIT if request.time_limit is None else request.time_limit
    return Effort(Budget(time_limit=seconds) if seconds else None, request.seed)


def _stages(only: str | None) -> tuple[Problem, ...]:
    from optimizer.stages import stage, stages

    if only is None:
        return stages()
    wanted = tuple(dict.fromkeys(stage(text) for text in only.split(",") if text.strip()))
    if not wanted:
        raise SeatingError(f"--only is {only!r}; write stages, such as 30/3/9,25/2/10x8.")
    return wanted


def _told(built: Built, lang: str) -> str:
    lines = _criteria(built.held)
    found = phrase(
        "library.found",
        lang,
        stage=_stage_name(built.name),
        never=_value(lines, "never_met", lang),
        excess=_value(lines, "outside_band", lang),
        spread=_value(lines, "spread", lang),
        bound=lines["spread"]["bound"],
    )
    if not built.written:
        return f"{found} {phrase('library.kept', lang)}"
    return f"{found} {phrase('library.written', lang, files=', '.join(built.written))}"
