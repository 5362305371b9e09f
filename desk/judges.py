"""``seating judges``: a rota of judges for a schedule file, kept in the file itself."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from desk.errors import DONE, NO, say
from desk.judges_file import Field, Judges, read_judges, with_options
from desk.judges_played import what_changes, with_played
from desk.judges_words import print_rota, rota_lines
from desk.output import STDOUT, check_ending, check_writable, pipe
from desk.screen import console, plain, print_lines
from desk.stopping import Stopper, in_background
from schedules.errors import SeatingError
from schedules.files import dump_schedule, read_schedule, write_schedule
from schedules.phrases import phrase
from schedules.schedule import Schedule
from schedules.verify import verify

if TYPE_CHECKING:
    from optimizer.certificate import Criterion
    from optimizer.judge_problem import Tables
    from schedules.judges import Rota
    from schedules.problem import Problem

JUDGE_SECONDS = 10.0
"""Seconds that are spent where no time limit is given."""


@dataclass(frozen=True)
class JudgeRequest:
    """Who judges, as it stands on the command line: the file, and the wishes added to it.

    Without a file they are the judges whom the schedule has already; ``after`` rounds are played
    and keep theirs.
    """

    file: Path | None = None
    not_with: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    seed: int = 1
    time_limit: float | None = None
    after: int | None = None


def run(
    schedule_file: Path, request: JudgeRequest, *, out: Path | None, lang: str, quiet: bool = False
) -> int:
    """Give a schedule file judges, write it and say how even they are; return the exit status.

    Raises
    ------
    InfeasibleError
        If some round cannot be judged.
    SeatingError
        If the files cannot be read, a wish names nobody, or the result cannot be written.
    """
    _check_seconds(request)
    given = read_schedule(schedule_file)
    schedule = replace(given, judges=None)
    if faults := verify(schedule):
        number = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        say(
            f"Error: {schedule_file} is not a valid schedule ({number}) and gets no judges. "
            f"{faults[0]} See all faults with: seating check {shlex.quote(str(schedule_file))}"
        )
        return NO
    if out and out != STDOUT:
        check_writable(out, inputs=(schedule_file, request.file))
        check_ending(out, kind="json")
    judges = judges_of(request, schedule.problem, schedule.players, rota=given.judges)
    judges, played = with_played(judges, given, request.after)
    with Stopper() as stopper:  # the first Ctrl-C ends the search and keeps the best so far

        def work() -> tuple[Schedule, tuple[Criterion, ...]]:
            return with_judges(schedule, judges, request, played=played, stop=stopper.event.is_set)

        judged, criteria = in_background(work, lambda: None)
    if out == STDOUT:
        pipe(dump_schedule(judged).encode())
        return DONE
    if out:
        write_schedule(judged, out)
    if not quiet or not out:
        kept = None if played is None else len(played)
        print_lines(console(), what_changes(given, judged, kept, lang))
        _show(judged, criteria, out, lang)
    return DONE


def _check_seconds(request: JudgeRequest) -> None:
    seconds = request.time_limit
    if seconds is not None and not (seconds > 0 and math.isfinite(seconds)):
        raise SeatingError(f"--time-limit is {seconds}; write a number above 0, such as 10.")


def judges_of(
    request: JudgeRequest, problem: Problem, players: tuple[str, ...], *, rota: Rota | None = None
) -> Judges:
    """Read the judges of a stage, and refuse at once what no seating of it could keep.

    Raises
    ------
    InfeasibleError
        If there are fewer judges than tables that play in every round, or a player whom none of
        them may judge.
    SeatingError
        If the file or a wish cannot be read.
    """
    from optimizer.errors import InfeasibleError

    field = Field(players, problem.num_players, problem.num_rounds)
    if request.file is not None:
        judges = read_judges(request.file, field)
    elif rota is not None:
        judges = Judges(rota.names, rota.forbidden, rota.absent)
    else:
        raise SeatingError(
            "Missing: --judges FILE, a table with a column name; the schedule has no judges yet."
        )
    judges = with_options(judges, field, not_with=request.not_with, absent=request.absent)
    count = len(judges.names)
    least = -(-problem.num_games // problem.num_rounds)  # tables of the fullest round at least
    if count < least:
        there = "is 1 judge" if count == 1 else f"are {count} judges"
        raise InfeasibleError(
            f"There {there} and some round has {least} tables or more; "
            f"name {least - count} more in {request.file or 'a file of all, with --judges'}."
        )
    for player in sorted({player for _, player in judges.not_with}):
        if all((judge, player) in judges.not_with for judge in range(count)):
            who = players[player] if players else f"player {player + 1}"
            raise InfeasibleError(
                f"None of the judges may judge {who}; drop one of these wishes, or name "
                "another judge."
            )
    return judges


def with_judges(
    schedule: Schedule,
    judges: Judges,
    request: JudgeRequest,
    *,
    played: Tables | None = None,
    stop: Callable[[], bool] | None = None,
) -> tuple[Schedule, tuple[Criterion, ...]]:
    """Return a valid schedule with a rota of judges, and what is proved of the rota.

    Raises
    ------
    InfeasibleError
        If some round cannot be judged.
    """
    from optimizer.judges import find_rota

    found = find_rota(
        schedule,
        judges.names,
        not_with=judges.not_with,
        absent=judges.absent,
        played=played,
        seed=request.seed,
        time_limit=JUDGE_SECONDS if request.time_limit is None else request.time_limit,
        stop=stop,
    )
    return replace(schedule, judges=found.rota), found.criteria


def _show(schedule: Schedule, criteria: tuple[Criterion, ...], out: Path | None, lang: str) -> None:
    """Print the rota where no file holds it, the summary, and what to do next."""
    screen = console()
    if out is None:
        print_rota(screen, schedule, lang)
    else:
        print_lines(screen, [phrase("judges.written", lang, out=out), ""])
    print_lines(screen, rota_lines(schedule, lang, criteria=[line.as_json() for line in criteria]))
    print_lines(screen, [""])
    if out is None:
        print_lines(screen, [phrase("judges.not_kept", lang)])
        return
    code = phrase("word.digest", lang, digest=schedule.digest())
    print_lines(screen, [f"{code}. {phrase('desk.then_print', lang)}"])
    russian = " --lang ru" if lang == "ru" else ""
    screen.print(
        plain(f"  seating export {shlex.quote(str(out))} --to html{russian}"), soft_wrap=True
    )
