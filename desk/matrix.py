"""``seating matrix``: seat a whole stage ahead, keep the best found, and say how good it is."""

from __future__ import annotations

import math
import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from desk.errors import DONE, say
from desk.judges import JUDGE_SECONDS, JudgeRequest, judges_of, with_judges
from desk.judges_file import Judges
from desk.judges_words import rota_lines
from desk.live import ProgressLine
from desk.output import STDOUT, check_ending, check_writable, keep, pipe
from desk.problem_file import NUMBERS, Facts, read_problem
from desk.ready import Ready, begun_from_library, ready
from desk.screen import console, plain, print_lines, print_rounds
from desk.stopping import Stopper, in_background
from desk.summary import summary
from desk.wish_options import WishOptions, column_facts, resolved
from desk.wishes import club_cells, readings, with_names
from optimizer.errors import InfeasibleError
from schedules.errors import SeatingError
from schedules.files import dump_schedule
from schedules.names import PlayersFile, read_players
from schedules.phrases import phrase
from schedules.problem import Problem
from schedules.schedule import Schedule

if TYPE_CHECKING:
    from optimizer.criteria import Prefer
    from optimizer.solve import Engine, Solution

TIME_LIMIT = 60.0
"""Seconds that are spent where neither a time limit nor a number of iterations is given."""
MOST_WORKERS = 256
SEATS = 10
MOST = {
    "players": (2000, "seat a part of the field at a time"),
    "tables": (200, "seat a part of the field at a time"),
    "rounds": (200, "seat the stages one after another"),
    "seats": (50, "that is no game at one table, write the seats of one table"),
}
"""The largest stage that is searched, and what to do with a larger one."""


@dataclass(frozen=True)
class Request:
    """What stands on the command line of ``seating matrix``; ``None`` where nothing stands."""

    given: Facts
    wishes: WishOptions
    short_tables: bool = False
    names: Path | None = None
    judges: Path | None = None
    problem: Path | None = None
    time_limit: float | None = None
    iterations: int | None = None
    seed: int = 1
    workers: int | None = None
    prefer: str = "order"
    engine: str = "auto"
    no_library: bool = False
    title: str = ""
    lang: str = "en"
    quiet: bool = False
    as_json: bool = False
    out: Path | None = None

    @property
    def to_stdout(self) -> bool:
        """Whether the schedule file itself goes to stdout."""
        return self.as_json or self.out == STDOUT


def run(request: Request) -> int:
    """Search, write and show; return the exit status.

    Raises
    ------
    SeatingError
        For every mistake in the request, before the search begins; and if the file cannot be
        written after it.
    """
    _check_numbers(request)
    players = read_players(request.names) if request.names else None
    try:
        return _seat(request, players)
    except InfeasibleError as error:
        if players is None or not error.players:
            raise
        column = request.wishes.club_column
        cells = () if column is None else club_cells(players, column)
        raise InfeasibleError(
            with_names(str(error), error.players, players.names, clubs=cells), error.players
        ) from error


def _seat(request: Request, players: PlayersFile | None) -> int:
    """Search, write and show a stage whose numbers and names are read."""
    problem = _problem(request, players)
    if request.out and request.out != STDOUT:
        check_writable(request.out, inputs=(request.names, request.problem, request.judges))
        check_ending(request.out, kind="json")
    judging = None
    if request.judges:
        seconds = min(JUDGE_SECONDS, request.time_limit or JUDGE_SECONDS)
        judging = JudgeRequest(request.judges, seed=request.seed, time_limit=seconds)
    judges = judges_of(judging, problem, players.names if players else ()) if judging else None
    screen, notes = console(), console(stderr=True)
    if not request.out and not request.as_json and not request.quiet:
        print_lines(notes, [phrase("desk.not_kept", request.lang)])
    with Stopper() as stopper:
        solution = _answer(problem, request, stopper)
        schedule = solution.schedule
        if players:
            schedule = schedule.with_players(players.names)
        if request.out and request.out != STDOUT:
            try:
                keep(schedule, request.out)
            except SeatingError:
                print_rounds(screen, schedule, request.lang)  # on the screen it is not lost
                raise
            stopper.written = True
        if judging and judges:
            schedule = _judged(schedule, judges, judging, request, stopper)
        if not request.quiet:
            target = notes if request.to_stdout else screen
            print_lines(target, [_ending(solution, request)])
        if request.to_stdout:
            pipe(dump_schedule(schedule).encode())
        else:
            _show(schedule, request)
    return DONE


def _judged(
    schedule: Schedule, judges: Judges, judging: JudgeRequest, request: Request, stopper: Stopper
) -> Schedule:
    """Give a schedule that is kept already its judges, and keep it again."""
    file = request.out if request.out != STDOUT else None
    try:
        schedule, _ = with_judges(schedule, judges, judging, stop=stopper.event.is_set)
    except InfeasibleError as error:
        if file is None:
            print_rounds(console(stderr=True), schedule, request.lang)
        kept = f" The seating is kept in {file}, without judges." if file else ""
        raise InfeasibleError(f"{error}{kept} Another --seed gives another seating.") from error
    if file is not None:
        keep(schedule, file)
    return schedule


def _check_numbers(request: Request) -> None:
    """Refuse numbers that cannot be meant, with what could be."""
    for option, value, usual in (
        ("--time-limit", request.time_limit, 60),
        ("--iterations", request.iterations, 10_000_000),
    ):
        if value is not None and not (value > 0 and math.isfinite(value)):
            raise SeatingError(f"{option} is {value}; write a number above 0, such as {usual}.")
    if request.time_limit is not None and request.iterations is not None:
        raise SeatingError("Give --time-limit or --iterations, not both: the first one ends it.")
    if request.wishes.clubs != "never" and request.wishes.club_column is None:
        raise SeatingError("--clubs says how often clubmates meet: name the --club-column too.")
    if request.workers is not None and not 1 <= request.workers <= MOST_WORKERS:
        raise SeatingError(
            f"--workers is {request.workers}; write a number from 1 to {MOST_WORKERS}, "
            "or leave it out to use every processor."
        )
    for option, column in (
        ("--club-column", request.wishes.club_column),
        ("--team-column", request.wishes.team_column),
    ):
        if column is not None and request.names is None:
            what = "teams" if "team" in option else "clubs"
            raise SeatingError(f"{option} needs the {what}: give the file with --names FILE.")


def _problem(request: Request, players: PlayersFile | None) -> Problem:
    """Return the problem from the file, the options above it, and the names."""
    from optimizer.problem import state_problem

    filed = read_problem(request.problem) if request.problem else Facts()
    numbers = {key: _first(getattr(request.given, key), getattr(filed, key)) for key in NUMBERS}
    if numbers["players"] is None and players:
        numbers["players"] = len(players.names)
    missing = [f"--{key}" for key in ("players", "tables", "rounds") if numbers[key] is None]
    if missing:
        raise SeatingError(
            f"Missing: {', '.join(missing)}. Say how many there are, as in "
            "seating matrix --players 30 --tables 3 --rounds 9."
        )
    for key, (most, mend) in MOST.items():
        if (numbers[key] or 0) > most:
            raise SeatingError(f"--{key} is {numbers[key]}, more than {most} {key}: {mend}.")
    num_players = numbers["players"] or 0
    games = numbers["games_per_player"]
    if games is not None and games < 1:
        raise SeatingError(
            f"--games-per-player is {games}; write at least 1, or leave it out where everybody "
            "plays in every round."
        )
    names = players.names if players else ()
    if players and len(names) != num_players:
        raise SeatingError(
            f"{players.source} holds {len(names)} names and the players are to be {num_players}; "
            f"write --players {len(names)}, or leave it out, or mend the file."
        )
    facts = filed.joined(request.wishes.facts())
    if players:
        facts = facts.joined(column_facts(players))
    wishes = resolved(facts, request.wishes, players, num_players)
    if not request.quiet:
        for note in readings(facts.groups(), names, num_players):
            say(note)
    seats = SEATS if numbers["seats"] is None else numbers["seats"]
    num_tables = numbers["tables"] or 0
    filled = num_players // max(seats, 1)
    if request.short_tables:
        wishes["fewest_seats"] = seats - 1
    elif games is not None and 0 < filled < num_tables:
        say(f"{num_players} players fill {filled} of {num_tables} tables; the others stand idle.")
        num_tables = filled
    problem = state_problem(
        num_players=num_players,
        num_tables=num_tables,
        num_rounds=numbers["rounds"] or 0,
        num_seats=seats,
        games_per_player=games,
        **wishes,
    )
    enough = -(-problem.num_games // max(min(num_tables, filled), 1))
    if not request.short_tables and enough < problem.num_rounds:
        say(
            f"{enough} rounds hold all these games; in {problem.num_rounds} some tables stand idle."
        )
    return problem


def _first(option: int | None, filed: int | None) -> int | None:
    return filed if option is None else option


def _answer(problem: Problem, request: Request, stopper: Stopper) -> Solution | Ready:
    """Answer from the library at once, or search, from the library's answer if there is one."""
    asked = request.time_limit is not None or request.iterations is not None
    searched = request.no_library or request.engine == "cp-sat"
    start = None if searched else ready(problem, prefer=request.prefer, title=request.title)
    if start is None:
        return _search(problem, request, stopper)
    if not asked:
        return start
    solution = _search(problem, request, stopper, start=start.schedule)
    return replace(solution, schedule=begun_from_library(solution.schedule))


def _search(
    problem: Problem, request: Request, stopper: Stopper, *, start: Schedule | None = None
) -> Solution:
    """Run the search in the background, its progress on the screen."""
    with ProgressLine(request.lang, quiet=request.quiet) as line:

        def work() -> Solution:
            # compiling and loading the kernels takes seconds: the line is there before them
            from optimizer.solve import solve
            from optimizer.stopping import Budget

            seconds = request.time_limit or (None if request.iterations else TIME_LIMIT)
            return solve(
                problem,
                budget=Budget(time_limit=seconds, iterations=request.iterations),
                prefer=cast("Prefer", request.prefer),
                engine=cast("Engine", request.engine),
                seed=request.seed,
                workers=request.workers,
                progress=line.news,
                stop=stopper.event,
                name=request.title,
                start=start,
            )

        return in_background(work, line.tick)


def _ending(solution: Solution | Ready, request: Request) -> str:
    """Say why the search ended and where the result is."""
    seconds = round(solution.seconds)
    ended = phrase(f"desk.ended.{solution.stopped}", request.lang, seconds=seconds)
    if request.out and request.out != STDOUT:
        key = "desk.interrupted_to" if solution.stopped == "interrupted" else "desk.written_to"
        return phrase(key, request.lang, ended=ended, out=request.out)
    return phrase("desk.ended_only", request.lang, ended=ended)


def _show(schedule: Schedule, request: Request) -> None:
    """Print the rounds unless a file holds them, and the summary unless nobody wants it."""
    screen, lang = console(), request.lang
    if not request.out:
        print_rounds(screen, schedule, lang)
    if request.quiet:
        return
    if request.out:
        print_lines(screen, [""])
    print_lines(
        screen, [*summary(schedule, schedule.certificate, lang), *rota_lines(schedule, lang), ""]
    )
    if request.out:
        code = phrase("word.digest", lang, digest=schedule.digest())
        print_lines(screen, [f"{code}. {phrase('desk.then_print', lang)}"])
        russian = " --lang ru" if lang == "ru" else ""
        command = f"  seating export {shlex.quote(str(request.out))} --to html{russian}"
        screen.print(plain(command), soft_wrap=True)  # whole, to be copied
    else:
        print_lines(screen, [phrase("desk.then_keep", lang)])
