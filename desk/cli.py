"""The command ``seating``: what its options are called. What they do stands in their modules.

Each command returns what is to be done instead of doing it, so that nothing of the work runs
inside the option parser and every error ends in :func:`desk.errors.guarded`. Modules that load
NumPy, the optimizer or the sheets are imported only by the command that needs them: the help is
there at once.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any, cast

import typer

from desk import file_options as f
from desk import judge_options as j
from desk import options as o
from desk import options_wishes as w
from desk.errors import DEBUG_VARIABLE, WRONG_INPUT, guarded, say
from desk.event_day_commands import event
from desk.event_serve_command import serve
from desk.library_commands import library
from desk.plan_command import plan
from desk.repair_command import repair
from desk.score_command import score
from desk.study_command import study
from desk.swiss_commands import swiss

Job = Callable[[], int]

_UsageError = cast("type[Exception]", typer.BadParameter.__bases__[0])
"""What typer raises for a wrong option; some versions carry a click of their own, so no import."""

app = typer.Typer(
    name="seating",
    help="Seats tournaments of games with many players at a table, and proves how good it is.",
    epilog="Exit status: 0 done, 1 the answer is no, 2 wrong input. More: docs/command-line.md",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(library)
app.add_typer(swiss)
event.command()(serve)
app.add_typer(event)
app.command()(plan)
app.command()(study)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"seating {version('seating')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", is_eager=True, callback=_print_version
        ),
    ] = False,
    debug: Annotated[
        bool,
        typer.Option("--debug", help=f"Show tracebacks, as {DEBUG_VARIABLE}=1 does."),
    ] = False,
) -> None:
    """Take the options that stand before a command; ``--debug`` is read by :func:`main`."""


@app.command()
def matrix(
    players: o.Players = None,
    tables: o.Tables = None,
    rounds: o.Rounds = None,
    seats: o.Seats = None,
    games_per_player: o.GamesPerPlayer = None,
    short_tables: o.ShortTables = False,
    problem: o.ProblemFile = None,
    names: o.NamesFile = None,
    judges: j.MaybeJudges = None,
    name: o.Title = "",
    apart: w.Apart = None,
    at_most: w.AtMost = None,
    at_least: w.AtLeast = None,
    prefer_apart: w.PreferApart = None,
    together: w.Together = None,
    club_column: w.ClubColumn = None,
    clubs: w.ClubsOption = w.Clubs.never,
    team: w.Team = None,
    team_column: w.TeamColumn = None,
    fewer: w.Fewer = None,
    fixed_table: w.FixedTable = None,
    forbid_table: w.ForbidTable = None,
    absent: w.Absent = None,
    not_in_a_row: w.NotInARow = False,
    time_limit: o.TimeLimit = None,
    iterations: o.Iterations = None,
    seed: o.Seed = None,
    workers: o.Workers = None,
    prefer: o.PreferOption = o.Prefer.order,
    engine: o.EngineOption = o.Engine.auto,
    no_library: o.NoLibrary = False,
    out: o.MatrixOut = None,
    as_json: o.FileJson = False,
    quiet: o.Quiet = False,
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Seat a whole stage ahead: who sits where in every round.

    Example: seating matrix --players 30 --tables 3 --rounds 9 -o seating.json
    """

    def job() -> int:
        from desk import matrix as command
        from desk.problem_file import Facts
        from desk.wish_options import WishOptions

        request = command.Request(
            given=Facts(players, tables, rounds, seats, games_per_player),
            short_tables=short_tables,
            wishes=WishOptions(
                apart=tuple(apart or ()),
                prefer_apart=tuple(prefer_apart or ()),
                together=tuple(together or ()),
                team=tuple(team or ()),
                at_most=tuple(at_most or ()),
                at_least=tuple(at_least or ()),
                fewer=tuple(fewer or ()),
                fixed_table=tuple(fixed_table or ()),
                forbid_table=tuple(forbid_table or ()),
                absent=tuple(absent or ()),
                not_in_a_row=not_in_a_row,
                club_column=club_column,
                team_column=team_column,
                clubs=clubs.value,
            ),
            names=names,
            judges=judges,
            problem=problem,
            time_limit=time_limit,
            iterations=iterations,
            seed=1 if seed is None else seed,
            workers=workers,
            prefer=prefer.value,
            engine=engine.value,
            no_library=no_library,
            title=name,
            lang=lang.value,
            quiet=quiet,
            as_json=as_json,
            out=out,
        )
        return command.run(request)

    return job


@app.command()
def judges(
    file: o.ScheduleFile,
    judges: j.JudgesOrKept = None,
    after: j.JudgedAfter = None,
    not_with: j.NotWith = None,
    absent: j.JudgeAbsent = None,
    time_limit: j.JudgeSeconds = None,
    seed: j.JudgeSeed = None,
    out: j.JudgedOut = None,
    quiet: o.Quiet = False,
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Give a schedule its judges: who judges which table in each round.

    Example: seating judges seating.json --judges judges.csv --not-with "Anna:17" -o judged.json
    """

    def job() -> int:
        from desk import judges as command

        request = command.JudgeRequest(
            file=judges,
            not_with=tuple(not_with or ()),
            absent=tuple(absent or ()),
            seed=1 if seed is None else seed,
            time_limit=time_limit,
            after=after,
        )
        return command.run(file, request, out=out, lang=lang.value, quiet=quiet)

    return job


@app.command()
def check(
    file: f.AnyFile,
    source: f.From = None,
    as_json: o.CheckJson = False,
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Say whether a schedule is valid, how good it is, how far from the proven bound.

    Ours or another program's. Leaves with status 1 if it is not valid, 2 if it cannot be read.
    """

    def job() -> int:
        from desk import check as command

        named = source.value if source else None
        return command.run(file, source=named, as_json=as_json, lang=lang.value)

    return job


@app.command()
def compare(
    first: f.FirstFile,
    second: f.SecondFile,
    source: f.From = None,
    as_json: f.CompareJson = False,
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Compare two schedules criterion by criterion, ours or another program's.

    Example: seating compare ours.json theirs.txt
    """

    def job() -> int:
        from desk import compare as command

        named = source.value if source else None
        return command.run(first, second, source=named, as_json=as_json, lang=lang.value)

    return job


@app.command("import")
def import_(
    file: f.ForeignFile,
    source: f.From = None,
    names: f.ImportNames = None,
    name: o.Title = "",
    out: f.ImportOut = None,
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Make a schedule file of another program's file.

    Example: seating import theirs.txt --from mwt -o cup.json
    """

    def job() -> int:
        from desk import imports as command

        named = source.value if source else None
        return command.run(file, source=named, names=names, title=name, out=out, lang=lang.value)

    return job


@app.command()
def export(
    file: o.ScheduleFile,
    to: o.To,
    out: o.SheetOut = None,
    names: o.SheetNames = None,
    participants: f.Participants = None,
    start: f.Start = None,
    minutes: f.Minutes = None,
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Write a schedule as a sheet for people or other programs.

    Example: seating export seating.json --to html --lang ru
    """

    def job() -> int:
        from desk import export as command

        request = command.Request(
            file,
            to=to.value,
            out=out,
            names=names,
            lang=lang.value,
            participants=participants,
            start=start,
            minutes=minutes,
        )
        return command.run(request)

    return job


@app.command()
def draw(
    file: o.ScheduleFile,
    names: o.DrawNames = None,
    seed: o.DrawSeed = None,
    keep: o.Keep = None,
    avoid: o.Avoid = None,
    welcome: o.Welcome = None,
    from_afar: o.FromAfar = None,
    home_city: o.HomeCity = None,
    digests_only: o.DigestsOnly = False,
    check: o.DrawCheck = False,
    out: o.DrawOut = None,
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Draw which player gets which slot, so that anyone can redo it: docs/draw.md.

    Example: seating draw seating.json --names players.csv --seed "lottery 7 12 33" -o cup.json
    """

    def job() -> int:
        from desk import draw as command
        from desk.draw_wishes import WishTexts

        wishes = WishTexts(
            keep=tuple(keep or ()),
            avoid=tuple(avoid or ()),
            welcome=tuple(welcome or ()),
            from_afar=tuple(from_afar or ()),
            home_city=home_city,
        )
        request = command.Request(
            file,
            names=names,
            seed=seed,
            wishes=wishes,
            digests_only=digests_only,
            check=check,
            lang=lang.value,
            out=out,
        )
        return command.run(request)

    return job


app.command()(repair)
app.command()(score)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    Parameters
    ----------
    argv
        What stands after ``seating``; ``None`` is what it was called with.
    """
    arguments = list(sys.argv[1:] if argv is None else argv) or ["--help"]
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name no terminal knows is no reason to fail
    debug = "--debug" in arguments or bool(os.environ.get(DEBUG_VARIABLE))
    return guarded(partial(_parse_and_run, arguments), debug=debug)


def _parse_and_run(arguments: list[str]) -> int:
    command = typer.main.get_command(app)
    try:
        job = command.main(arguments, prog_name="seating", standalone_mode=False)
    except _UsageError as caught:
        error: Any = caught
        context = getattr(error, "ctx", None)
        path = context.command_path if context else "seating"
        sentence = " ".join(error.format_message().split()).rstrip(".")
        sentence = sentence.replace("Value error, ", "")  # the validator's word, not a person's
        end = "" if sentence.endswith("?") else "."
        say(f"Error: {sentence}{end} {path} --help shows what there is.")
        return WRONG_INPUT
    # typer answers a number where it has done all there was to do, as for --help
    status: int = job() if callable(job) else job or 0
    return status
