"""Sheets of an event: who sits where, the judges' protocols to fill in by hand, the rules card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from desk.event import event_title, say_all, seated_round
from desk.output import check_writable
from schedules.errors import SeatingError
from schedules.schedule import Schedule
from schedules.writing import write_bytes
from tournament.flow.asking import idle_seats, is_idle, stands_empty
from tournament.flow.bench import judges_at
from tournament.flow.drawing import who_sits
from tournament.flow.exporting import schedule_of
from tournament.phrases import phrase
from tournament.store import State, open_store
from tournament.store.state import Seated

TEMPLATES = Path(__file__).with_name("templates")
NIGHTS, FOULS = 5, 4
ENDINGS = (".html", ".pdf", ".xlsx", ".csv")


@dataclass(frozen=True)
class ProtocolSheet:
    """One game on paper: its place, its judge, and names by seat (None: nobody plays there)."""

    head: str
    judge: str
    seats: tuple[tuple[int, str] | None, ...]


def write_seating(event: str, *, round_: str | None, out: Path, lang: str) -> int:
    """Write the seating of the stage, or of one round, as a sheet by its ending."""
    _check(out, ENDINGS)
    with open_store(event) as store:
        state = store.read()
    one = seated_round(state, round_)
    schedule = _for_people(state, one, only=round_ is not None, lang=lang)
    write_bytes(out, _sheet(schedule, out, card=state.format.card.get(lang, ()), lang=lang))
    return say_all([phrase("event.written", lang, out=out)])


def write_protocols(event: str, *, round_: str | None, out: Path | None, lang: str) -> int:
    """Write a page for each game to be played: names on their seats, and room for the rest.

    Every seated game of the open stage that is not recorded, or those of one round.
    """
    if out is None:
        raise SeatingError("Name the file of the protocol sheets, such as -o protocols.html.")
    _check(out, (".html", ".pdf"))
    with open_store(event) as store:
        state = store.read()
    chosen = seated_round(state, round_)
    rounds = [one for one in state.rounds if one.stage == chosen.stage]
    games = [
        (one, table)
        for one in ([chosen] if round_ is not None else rounds)
        for table in (one.in_play if round_ is not None else state.missing(one))
    ]
    if not games:
        raise SeatingError(
            f"Every game of {chosen.stage} is recorded; name a round with --round to print it."
        )
    page = protocol_page(state, games, lang=lang)
    write_bytes(out, _pdf(page) if out.suffix.lower() == ".pdf" else page.encode())
    return say_all([phrase("event.protocols_written", lang, out=out, count=len(games))])


def protocol_page(state: State, games: Sequence[tuple[Seated, int]], *, lang: str) -> str:
    """Return the protocols to fill in as one HTML page that asks nothing of the network."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip

    def say(key: str, **values: object) -> str:
        return phrase(f"protocol.{key}", lang, **values)

    return environment.get_template("protocols.html.j2").render(
        lang=lang, t=say, title=event_title(state, lang), card=state.format.card.get(lang, ()),
        sheets=[_protocol(state, one, table, lang) for one, table in games],
        nights=range(1, NIGHTS + 1), fouls=range(FOULS), names=range(state.rules.best_move_names),
    )  # fmt: skip


def _protocol(state: State, one: Seated, table: int, lang: str) -> ProtocolSheet:
    idle = idle_seats(state, one, table)
    titles = state.format.stage(one.stage).titles
    return ProtocolSheet(
        phrase("protocol.head", lang, stage=titles[lang], round=one.round, table=table),
        judges_at(one)[table - 1],
        tuple(
            None if seat in idle else (seat, name)
            for seat, name in enumerate(who_sits(state, one)[table - 1], 1)
        ),
    )


def _check(out: Path, endings: Sequence[str]) -> None:
    if out.suffix.lower() not in endings:
        raise SeatingError(f"{out}: name a file that ends in {', '.join(endings)}.")
    check_writable(out)


def _for_people(state: State, one: Seated, *, only: bool, lang: str) -> Schedule:
    """Return the schedule of a stage with a stand-in's word where who sat there has left."""
    schedule = schedule_of(state, one.stage, only=one.moment if only else None)
    title = state.format.stage(one.stage).titles[lang]
    rounds = [each for each in state.rounds if each.stage == one.stage]
    slots = sorted({slot for each in rounds for table in each.tables for slot in table if slot})
    if only:
        slots = sorted({slot for table in one.tables for slot in table if slot})
    last = one if only else rounds[-1]
    names = [
        f"{phrase('event.stand_in', lang)} {slot}"
        if stands_empty(state, slot, last) and slot in state.out and not is_idle(state, slot, last)
        else name
        for slot, name in zip(slots, schedule.players, strict=True)
    ]
    return replace(schedule, name=f"{event_title(state, lang)}: {title}", players=tuple(names))


def _sheet(schedule: Schedule, out: Path, *, card: Sequence[str], lang: str) -> bytes:
    from schedules.sheets.html import html_sheet

    ending = out.suffix.lower()
    if ending == ".csv":
        from schedules.sheets.csv_sheet import csv_text

        return csv_text(schedule, lang=lang).encode()
    if ending == ".xlsx":
        from schedules.sheets.workbook import workbook_bytes

        return workbook_bytes(schedule, lang=lang)
    page = html_sheet(schedule, lang=lang, card=card)
    return _pdf(page) if ending == ".pdf" else page.encode()


def _pdf(page: str) -> bytes:
    """Return a page as PDF.

    Raises
    ------
    SeatingError
        If WeasyPrint is not installed.
    """
    try:
        import weasyprint
    except (ImportError, OSError):  # OSError: its libraries of the system are missing
        raise SeatingError(
            "A PDF needs WeasyPrint: pip install seating[pdf]. Or write -o FILE.html, and print "
            "that page from a browser as PDF."
        ) from None
    written: Any = weasyprint.HTML(string=page).write_pdf()
    return bytes(written)
