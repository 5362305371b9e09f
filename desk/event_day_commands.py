"""``seating event`` when the day goes wrong. What the commands do: ``desk.event_trouble``."""

from __future__ import annotations

from typing import Annotated

import typer

from desk import options as o
from desk.event_commands import EventFile, Job, Player, Who, Why, event, job_of, text

__all__ = ["event"]

Accept = Annotated[
    str,
    text("--accept", "Where others would be seated again: the code of what was shown.", "CODE"),
]
Substitute = Annotated[
    str, text("--substitute", "Who plays instead; the first of the pool if left out.", "NAME")
]


@event.command()
def late(
    file: EventFile,
    player: Player,
    minutes: Annotated[int | None, text("--minutes", "How late.", "NUMBER")] = None,
    until: Annotated[
        str | None, text("--from", "The first round he plays; those before are missed.",
                          "STAGE:ROUND")
    ] = None,
    substitute: Substitute = "",
    accept: Accept = "",
    who: Who = "",
    why: Why = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:  # fmt: skip
    """Somebody is late for the first game: penalised, a substitute plays it."""
    return job_of("come_late", file, player, minutes=minutes, until=until, substitute=substitute,
                accept=accept, who=who, why=why, lang=lang.value)  # fmt: skip


@event.command()
def missed(
    file: EventFile, player: Player, substitute: Substitute = "", accept: Accept = "",
    who: Who = "", why: Why = "", lang: o.LangOption = o.Lang.en,
) -> Job:  # fmt: skip
    """Somebody misses his next round; a stand-in plays, whose points are nobody's."""
    return job_of("miss_round", file, player, substitute=substitute, accept=accept, who=who,
                why=why, lang=lang.value)  # fmt: skip


@event.command()
def disqualify(
    file: EventFile, player: Player, substitute: Substitute = "", accept: Accept = "",
    who: Who = "", why: Why = "", lang: o.LangOption = o.Lang.en,
) -> Job:  # fmt: skip
    """Disqualify a player; a substitute takes over where the format has them."""
    return job_of("put_out", file, player, substitute=substitute, accept=accept, who=who, why=why,
                lang=lang.value)  # fmt: skip


@event.command()
def withdraw(
    file: EventFile, player: Player, substitute: Substitute = "", accept: Accept = "",
    who: Who = "", why: Why = "", lang: o.LangOption = o.Lang.en,
) -> Job:  # fmt: skip
    """Let a player leave: from the list, or after the start as the format has it."""
    return job_of("leave", file, player, substitute=substitute, accept=accept, who=who, why=why,
                lang=lang.value)  # fmt: skip


@event.command()
def replace(
    file: EventFile, player: Player, substitute: Substitute = "", who: Who = "", why: Why = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:  # fmt: skip
    """Let a substitute take over a place from its next game on, with its points."""
    return job_of("hand_over", file, player, substitute=substitute, who=who, why=why,
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
    return job_of("change_chairs", file, player, other, rest=rest, accept=accept, who=who, why=why,
                lang=lang.value)  # fmt: skip


@event.command("close-table")
def close_table(
    file: EventFile,
    tables: Annotated[int, typer.Option("--tables", help="How many are left.")],
    table: Annotated[
        int | None, text("--table", "Which one closes, in a stage seated ahead.", "NUMBER")
    ] = None,
    accept: Accept = "",
    who: Who = "",
    why: Why = "",
    lang: o.LangOption = o.Lang.en,
) -> Job:
    """Say how many tables are left for the rounds to come; those over sit out in turn."""
    return job_of("leave_tables", file, tables, table=table, accept=accept, who=who, why=why,
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
    return job_of("take_back", file, line, who=who, why=why, lang=lang.value)
