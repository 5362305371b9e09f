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


def _text(name: str, words: str, metavar: str, panel: str = "") -> Any:
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
Why = Annotated[str, _text("--why", "The reason.", "TEXT", WHO_AND_WHY)]
Substitute = Annotated[
    str, _text("--substitute", "Who plays instead; the first of the pool if left out.", "NAME")
]
Accept = Annotated[
    str,
    _text("--accept", "Where others would be seated again: the code of what was shown.", "CODE"),
]
Json = Annotated[
    bool, typer.Option("--json", help="For programs; docs/event.md describes it.",
                       rich_help_panel=o.RESULT),
]  # fmt: skip
Round = Annotated[str | None, _text("--round", "One round.", "STAGE:ROUND")]
Until = Annotated[str | None, _text("--until", "As of the end of a round.", "STAGE:ROUND")]
Out = Annotated[Path | None, o.file_option(("-o", "--out"), "Write it there.", o.RESULT, "FILE")]


def _job(step: str, /, *given: Any, **options: Any) -> Job:
    """Return what a command does; the modules that do it are imported only then."""

    def job() -> int:
        from desk import event as steps
        from desk import event_changes, event_judges, event_trouble

        places = (event_changes, event_trouble, event_judges, steps)
        command: Callable[..., int] = next(
            getattr(place, step) for place in places if hasattr(place, step)
        )
        return command(*given, **options)

    return job


@event.command()
def describe(format_name: FormatName, lang: o.LangOption = o.Lang.en) -> Job:
    """Print a format in words: stages, seating, who enters, what happens when it goes wrong."""
    return _job("describe_format", format_name, lang=lang.value)


@event.command()
def new(
    file: EventFile,
    format_name: Annotated[str, _text("--format", "A format, or a TOML file.", "FORMAT")],
    name: Annotated[str, _text("--name", "What the event is called.", "TEXT")] = "",
    who: Who = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Make an event by a format.

    Example: seating event new cup.seating --format tkemali-2016
    """
    return _job("make", file, format_name, name=name, who=who, lang=lang.value)


@event.command()
def register(
    file: EventFile,
    players: Annotated[
        Path | None, typer.Argument(metavar="PLAYERS", help="CSV or XLSX.", show_default=False)
    ] = None,
    player: Annotated[list[str] | None, _text("--player", "One player.", "NAME")] = None,
    state: Annotated[
        str, typer.Option("--state", help="applied, confirmed, paid or withdrawn.")
    ] = "applied",
    priority: Annotated[
        int, typer.Option("--priority", help="The greater, the sooner a place is theirs.")
    ] = 0,
    substitute: Annotated[bool, typer.Option("--substitute", help="They are substitutes.")] = False,
    who: Who = "",
    why: Why = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Put players on the list, or change their state; substitutes at any time."""
    return _job(
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
    return _job("note_there", file, names or [], day=day, everybody=everybody, who=who,
                lang=lang.value)  # fmt: skip


@event.command()
def draw(
    file: EventFile,
    seed: Annotated[str, _text("--seed", "Of the first draw: nobody could know it.", "TEXT")] = "",
    digest: Annotated[
        bool, typer.Option("--digest", help="Only print what to publish before the seed.")
    ] = False,
    who: Who = "",
    why: Why = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Draw the slots, then seat the next round or stage by its rule."""
    return _job("draw_next", file, seed=seed, digest=digest, who=who, why=why, lang=lang.value)


@event.command()
def record(
    file: EventFile,
    protocols: ProtocolsFile,
    judge: Annotated[
        str, _text("--judge", "Who judged, where the file does not say.", "NAME")
    ] = "",
    who: Who = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Record protocols; the same ones again change nothing."""
    return _job("record_games", file, protocols, judge=judge, who=who, lang=lang.value)


@event.command()
def judges(
    file: EventFile,
    named: Annotated[
        Path | None,
        _text("--judges", "CSV or XLSX: name, not with, absent rounds: docs/event.md.", "FILE"),
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
    return _job("seat_judges", file, judges_file=named, none=none, again=again, who=who, why=why,
                lang=lang.value)  # fmt: skip


@event.command()
def correct(
    file: EventFile, protocols: ProtocolsFile, who: Who = "", why: Why = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:  # fmt: skip
    """Correct recorded protocols: standings move, drawn rounds stay, the old ones are kept."""
    return _job("correct_games", file, protocols, who=who, why=why, lang=lang.value)


@event.command()
def penalty(
    file: EventFile,
    player: Player,
    points: Annotated[str, _text("--points", "Below 0 takes off, above 0 gives.", "POINTS")],
    who: Who = "",
    why: Why = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Take points off a player, or give some, outside the games."""
    return _job("penalise", file, player, points=points, who=who, why=why, lang=lang.value)


@event.command()
def late(
    file: EventFile,
    player: Player,
    minutes: Annotated[int, typer.Option("--minutes", help="How late.")] = 31,
    until: Annotated[
        str | None, _text("--from", "The first round he plays; those before are missed.",
                          "STAGE:ROUND")
    ] = None,
    substitute: Substitute = "",
    accept: Accept = "",
    who: Who = "",
    why: Why = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:  # fmt: skip
    """Somebody is late for the first game: penalised, a substitute plays it."""
    return _job("come_late", file, player, minutes=minutes, until=until, substitute=substitute,
                accept=accept, who=who, why=why, lang=lang.value)  # fmt: skip


@event.command()
def missed(
    file: EventFile, player: Player, substitute: Substitute = "", accept: Accept = "",
    who: Who = "", why: Why = "", lang: o.LangOption = o.Lang.en,
) -> Job:  # fmt: skip
    """Somebody misses his next round; a stand-in plays, whose points are nobody's."""
    return _job("miss_round", file, player, substitute=substitute, accept=accept, who=who, why=why,
                lang=lang.value)  # fmt: skip


@event.command()
def disqualify(
    file: EventFile, player: Player, substitute: Substitute = "", accept: Accept = "",
    who: Who = "", why: Why = "", lang: o.LangOption = o.Lang.en,
) -> Job:  # fmt: skip
    """Disqualify a player; a substitute takes over where the format has them."""
    return _job("put_out", file, player, substitute=substitute, accept=accept, who=who, why=why,
                lang=lang.value)  # fmt: skip


@event.command()
def withdraw(
    file: EventFile, player: Player, substitute: Substitute = "", accept: Accept = "",
    who: Who = "", why: Why = "", lang: o.LangOption = o.Lang.en,
) -> Job:  # fmt: skip
    """Let a player leave: from the list, or after the start as the format has it."""
    return _job("leave", file, player, substitute=substitute, accept=accept, who=who, why=why,
                lang=lang.value)  # fmt: skip


@event.command()
def replace(
    file: EventFile, player: Player, substitute: Substitute = "", who: Who = "", why: Why = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:  # fmt: skip
    """Let a substitute take over a place from its next game on, with its points."""
    return _job("hand_over", file, player, substitute=substitute, who=who, why=why,
                lang=lang.value)  # fmt: skip


@event.command()
def swap(
    file: EventFile,
    player: Player,
    other: Player,
    rest: Annotated[
        bool, typer.Option("--rest", help="In all rounds left of a stage that is seated ahead.")
    ] = False,
    accept: Accept = "",
    who: Who = "",
    why: Why = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Let two players of the open round change chairs."""
    return _job("change_chairs", file, player, other, rest=rest, accept=accept, who=who, why=why,
                lang=lang.value)  # fmt: skip


@event.command("close-table")
def close_table(
    file: EventFile,
    tables: Annotated[int, typer.Option("--tables", help="How many are left.")],
    table: Annotated[
        int | None, _text("--table", "Which one closes, in a stage seated ahead.", "NUMBER")
    ] = None,
    accept: Accept = "",
    who: Who = "",
    why: Why = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Say how many tables are left for the rounds to come; those over sit out in turn."""
    return _job("leave_tables", file, tables, table=table, accept=accept, who=who, why=why,
                lang=lang.value)  # fmt: skip


@event.command()
def undo(
    file: EventFile,
    line: Annotated[int, typer.Argument(metavar="NUMBER", help="Of the line of the log.")],
    who: Who = "",
    why: Why = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Take back what was recorded about a player by mistake; the log keeps both lines."""
    return _job("take_back", file, line, who=who, why=why, lang=lang.value)


@event.command()
def fan(
    file: EventFile,
    guest: Annotated[list[str] | None, _text("--guest", "Who plays besides.", "NAME")] = None,
    without: Annotated[list[str] | None, _text("--without", "Who does not.", "NAME")] = None,
    who: Who = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Seat unrated fan games for who is not in the stage being played, and for guests."""
    return _job("play_for_fun", file, guest or [], without or [], who=who, lang=lang.value)


@event.command()
def log(file: EventFile, lang: o.LangOption = o.Lang.en) -> Job:
    """Show every change: when, who, what, why."""
    return _job("show_log", file, lang=lang.value)


@event.command()
def standings(
    file: EventFile, until: Until = None,
    stage: Annotated[str | None, _text("--stage", "Of one stage only.", "STAGE")] = None,
    out: Out = None, as_json: Json = False, lang: o.LangOption = o.Lang.en,
) -> Job:  # fmt: skip
    """Show the standings with the reason for each place, or write them as CSV, XLSX or HTML."""
    return _job("show_standings", file, until=until, stage=stage, out=out, as_json=as_json,
                lang=lang.value)  # fmt: skip


@event.command()
def cut(file: EventFile, who: Who = "", lang: o.LangOption = o.Lang.en) -> Job:
    """Decide who enters the next stage."""
    return _job("cut_field", file, who=who, lang=lang.value)


@event.command()
def status(file: EventFile, as_json: Json = False, lang: o.LangOption = o.Lang.en) -> Job:
    """Say where the tournament stands, and what to do next."""
    return _job("show_status", file, as_json=as_json, lang=lang.value)


@event.command("print")
def print_(
    file: EventFile,
    round_: Round = None,
    forms: Annotated[
        bool, typer.Option("--forms", help="Protocols to fill in, as CSV: names on their seats.")
    ] = False,
    card: Annotated[bool, typer.Option("--card", help="The rules card of the format.")] = False,
    out: Out = None,
    as_json: Json = False,
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Print who sits where: the open round, another, or a sheet (-o FILE.html|xlsx|csv|pdf)."""
    if card:
        return _job("print_card", file, lang=lang.value)
    if forms:
        return _job("write_forms", file, round_=round_, out=out, lang=lang.value)
    return _job("print_seating", file, round_=round_, out=out, as_json=as_json, lang=lang.value)


@event.command()
def finish(file: EventFile, who: Who = "", lang: o.LangOption = o.Lang.en) -> Job:
    """End the tournament: places and nominations."""
    return _job("end", file, who=who, lang=lang.value)


@event.command()
def archive(file: EventFile, out: Out = None, lang: o.LangOption = o.Lang.en) -> Job:
    """Write one ZIP with schedules, protocols, standings, draws, the log, and the event file."""
    return _job("write_archive", file, out=out, lang=lang.value)


@event.command()
def backup(file: EventFile, out: Out = None, lang: o.LangOption = o.Lang.en) -> Job:
    """Copy the event while it runs."""
    return _job("write_backup", file, out=out, lang=lang.value)


@event.command()
def simulate(
    format_name: FormatName, out: Out = None,
    seed: Annotated[int, typer.Option("--seed", help="Another seed, another event.")] = 1,
    lang: o.LangOption = o.Lang.en,
) -> Job:  # fmt: skip
    """Play a whole event with made-up games; keep it with -o EVENT."""
    return _job("play", format_name, out=out, seed=seed, lang=lang.value)
