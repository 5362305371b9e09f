"""The commands ``seating event``: what their options are called. What they do: ``desk.event``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from desk import options as o

Job = Callable[[], int]

WHO_AND_WHY = "For the log"

event = typer.Typer(
    name="event",
    help="A whole tournament, from the players' list to the prizes: docs/event.md.",
    add_completion=False,
    no_args_is_help=False,
    rich_markup_mode="rich",
)


def text(name: str, words: str, metavar: str, panel: str = "") -> Any:
    """Return an option that takes a text."""
    return typer.Option(
        name, help=words, metavar=metavar, rich_help_panel=panel or None, show_default=False
    )


EventFile = Annotated[
    str, typer.Argument(metavar="EVENT", help="The event's file.", show_default=False)
]
Player = Annotated[
    str,
    typer.Argument(metavar="PLAYER", help="The name, or the number of the slot.",
                   show_default=False),
]  # fmt: skip
FormatName = Annotated[
    str, typer.Argument(metavar="FORMAT", help="A format by its name, or a TOML file.")
]
ProtocolsFile = Annotated[
    Path,
    typer.Argument(metavar="PROTOCOLS", help="CSV, XLSX or JSON: docs/protocol-files.md.",
                   show_default=False),
]  # fmt: skip
Who = Annotated[
    str,
    typer.Option("--who", help="Who makes the change.", envvar="SEATING_WHO", metavar="NAME",
                 rich_help_panel=WHO_AND_WHY, show_default=False),
]  # fmt: skip
Why = Annotated[str, text("--why", "The reason.", "TEXT", WHO_AND_WHY)]
Json = Annotated[
    bool, typer.Option("--json", help="For programs; docs/event.md describes it.",
                       rich_help_panel=o.RESULT),
]  # fmt: skip
Round = Annotated[str | None, text("--round", "One round.", "STAGE:ROUND")]
Until = Annotated[str | None, text("--until", "As of the end of a round.", "STAGE:ROUND")]
Source = Annotated[
    str | None,
    text("--from", "What kind of file, if it is not recognised: docs/protocol-files.md.", "KIND"),
]
Out = Annotated[Path | None, o.file_option(("-o", "--out"), "Write it there.", o.RESULT, "FILE")]


def job_of(step: str, /, *given: Any, **options: Any) -> Job:
    """Return what a command does; the modules that do it are imported only then."""

    def job() -> int:
        from desk import event as steps
        from desk import (
            event_changes,
            event_forms,
            event_judges,
            event_log,
            event_players,
            event_sheets,
            event_trouble,
        )  # fmt: skip

        places = (
            event_changes, event_trouble, event_judges, event_sheets, event_log, event_forms,
            event_players, steps,
        )  # fmt: skip
        command: Callable[..., int] = next(
            getattr(place, step) for place in places if hasattr(place, step)
        )
        return command(*given, **options)

    return job


@event.command()
def describe(format_name: FormatName, lang: o.LangOption = o.Lang.en) -> Job:
    """Print a format in words: stages, seating, who enters, what happens when it goes wrong."""
    return job_of("describe_format", format_name, lang=lang.value)


@event.command()
def new(
    file: EventFile,
    format_name: Annotated[str, text("--format", "A format, or a TOML file.", "FORMAT")],
    name: Annotated[str, text("--name", "What the event is called.", "TEXT")] = "",
    who: Who = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Make an event by a format.

    Example: seating event new cup.seating --format tkemali-2016
    """
    return job_of("make", file, format_name, name=name, who=who, lang=lang.value)


@event.command()
def register(
    file: EventFile,
    players: Annotated[
        Path | None, typer.Argument(metavar="PLAYERS", help="CSV or XLSX.", show_default=False)
    ] = None,
    player: Annotated[list[str] | None, text("--player", "One player.", "NAME")] = None,
    state: Annotated[
        str,
        text(
            "--state",
            "applied, confirmed, paid or withdrawn; left out: who is new has applied, "
            "the others stay as they are.",
            "STATE",
        ),
    ] = "",
    priority: Annotated[
        int, typer.Option("--priority", help="The greater, the sooner a place is theirs.")
    ] = 0,
    substitute: Annotated[bool, typer.Option("--substitute", help="They are substitutes.")] = False,
    who: Who = "",
    why: Why = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Put players on the list, or change their state; substitutes at any time."""
    return job_of(
        "put_on_list", file, players, player or [], state=state, priority=priority,
        pool=substitute, who=who, why=why, lang=lang.value,
    )  # fmt: skip


@event.command("check-in")
def check_in(
    file: EventFile,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME...", help="Who is there.")
    ] = None,
    day: Annotated[int, typer.Option("--day", help="The day.")] = 1,
    everybody: Annotated[bool, typer.Option("--all", help="Everybody who is due.")] = False,
    who: Who = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Note who is there on a day."""
    return job_of("note_there", file, names or [], day=day, everybody=everybody, who=who,
                lang=lang.value)  # fmt: skip


@event.command()
def draw(
    file: EventFile,
    seed: Annotated[str, text("--seed", "Of the first draw: nobody could know it.", "TEXT")] = "",
    digest: Annotated[
        bool, typer.Option("--digest", help="Only print what to publish before the seed.")
    ] = False,
    without_check_in: Annotated[
        bool, typer.Option("--without-check-in", help="Seat those too who have not checked in.")
    ] = False,
    who: Who = "",
    why: Why = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Draw the slots, then seat the next round or stage by its rule."""
    return job_of("draw_next", file, seed=seed, digest=digest, without_check_in=without_check_in,
                  who=who, why=why, lang=lang.value)  # fmt: skip


@event.command()
def record(
    file: EventFile,
    protocols: ProtocolsFile,
    judge: Annotated[str, text("--judge", "Who judged, where the file does not say.", "NAME")] = "",
    source: Source = None,
    who: Who = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Record protocols; the same ones again change nothing, forms not filled in are passed over."""
    return job_of(
        "record_games", file, protocols, source=source, judge=judge, who=who, lang=lang.value
    )


@event.command()
def judges(
    file: EventFile,
    named: Annotated[
        Path | None,
        text("--judges", "CSV or XLSX: name, not with, absent rounds: docs/event.md.", "FILE"),
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Share the same judges out over the rounds left.")
    ] = False,
    none: Annotated[bool, typer.Option("--none", help="Go on without judges.")] = False,
    who: Who = "",
    why: Why = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Name the judges and give them tables; alone it shows who judges where."""
    return job_of("seat_judges", file, judges_file=named, none=none, again=again, who=who, why=why,
                lang=lang.value)  # fmt: skip


@event.command()
def correct(
    file: EventFile, protocols: ProtocolsFile, source: Source = None, who: Who = "",
    why: Why = "", lang: o.LangOption = o.Lang.en,
) -> Job:  # fmt: skip
    """Correct recorded protocols: standings move, drawn rounds stay, the old ones are kept."""
    return job_of(
        "correct_games", file, protocols, source=source, who=who, why=why, lang=lang.value
    )


@event.command()
def penalty(
    file: EventFile,
    player: Player,
    points: Annotated[str, text("--points", "Below 0 takes off, above 0 gives.", "POINTS")],
    who: Who = "",
    why: Why = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Take points off a player, or give some, outside the games."""
    return job_of("penalise", file, player, points=points, who=who, why=why, lang=lang.value)


@event.command()
def fan(
    file: EventFile,
    guest: Annotated[list[str] | None, text("--guest", "Who plays besides.", "NAME")] = None,
    without: Annotated[list[str] | None, text("--without", "Who does not.", "NAME")] = None,
    recorded: Annotated[
        Path | None, text("--record", "Protocols of fan games, to be shown apart.", "FILE")
    ] = None,
    standings: Annotated[bool, typer.Option("--standings", help="Who won how many.")] = False,
    who: Who = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Seat unrated fan games for who is not in the stage being played, and for guests."""
    return job_of("play_for_fun", file, guest or [], without or [], recorded=recorded,
                  standings=standings, who=who, lang=lang.value)  # fmt: skip


@event.command()
def log(file: EventFile, lang: o.LangOption = o.Lang.en) -> Job:
    """Show every change: when, who, what, about whom, why."""
    return job_of("show_log", file, lang=lang.value)


@event.command()
def standings(
    file: EventFile, until: Until = None,
    stage: Annotated[str | None, text("--stage", "Of one stage only.", "STAGE")] = None,
    out: Out = None, as_json: Json = False, lang: o.LangOption = o.Lang.en,
) -> Job:  # fmt: skip
    """Show the standings with the reason for each place, or write them as CSV, XLSX or HTML."""
    return job_of("show_standings", file, until=until, stage=stage, out=out, as_json=as_json,
                lang=lang.value)  # fmt: skip


@event.command()
def cut(file: EventFile, who: Who = "", lang: o.LangOption = o.Lang.en) -> Job:
    """Decide who enters the next stage."""
    return job_of("cut_field", file, who=who, lang=lang.value)


@event.command()
def status(
    file: EventFile,
    players: Annotated[
        bool, typer.Option("--players", help="Everybody: state, slot, check-in.")
    ] = False,
    as_json: Json = False,
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Say where the tournament stands, and what to do next."""
    if players:
        return job_of("show_players", file, as_json=as_json, lang=lang.value)
    return job_of("show_status", file, as_json=as_json, lang=lang.value)


@event.command("print")
def print_(
    file: EventFile,
    round_: Round = None,
    forms: Annotated[
        bool,
        typer.Option("--forms", help="Protocols to fill in (CSV, XLSX), names on seats."),
    ] = False,
    protocols: Annotated[
        bool, typer.Option("--protocols", help="A page a game for the judges, HTML or PDF.")
    ] = False,
    card: Annotated[bool, typer.Option("--card", help="The rules card of the format.")] = False,
    out: Out = None,
    as_json: Json = False,
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Print who sits where: the open round, another, or a sheet (-o FILE.html|xlsx|csv|pdf)."""
    if card:
        return job_of("print_card", file, lang=lang.value)
    if forms:
        return job_of("write_forms", file, round_=round_, out=out, lang=lang.value)
    if protocols:
        return job_of("write_protocols", file, round_=round_, out=out, lang=lang.value)
    if out is not None:
        return job_of("write_seating", file, round_=round_, out=out, lang=lang.value)
    return job_of("print_seating", file, round_=round_, as_json=as_json, lang=lang.value)


@event.command()
def finish(file: EventFile, who: Who = "", lang: o.LangOption = o.Lang.en) -> Job:
    """End the tournament: places and nominations."""
    return job_of("end", file, who=who, lang=lang.value)


@event.command()
def archive(
    file: EventFile, out: Out = None,
    force: Annotated[bool, typer.Option("--force", help="Over a file that is there.")] = False,
    lang: o.LangOption = o.Lang.en,
) -> Job:  # fmt: skip
    """Write one ZIP with schedules, protocols, standings, draws, the log, and the event file.

    A file that is there already is written over only with --force.
    """
    return job_of("write_archive", file, out=out, force=force, lang=lang.value)


@event.command()
def backup(file: EventFile, out: Out = None, lang: o.LangOption = o.Lang.en) -> Job:
    """Copy the event while it runs."""
    return job_of("write_backup", file, out=out, lang=lang.value)


@event.command()
def simulate(
    format_name: FormatName, out: Out = None,
    seed: Annotated[int, typer.Option("--seed", help="Another seed, another event.")] = 1,
    lang: o.LangOption = o.Lang.en,
) -> Job:  # fmt: skip
    """Play a whole event with made-up games; keep it with -o EVENT."""
    return job_of("play", format_name, out=out, seed=seed, lang=lang.value)
