"""``seating export``: a schedule file as a sheet for people, or for another program."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from desk.errors import DONE, NO, say
from desk.output import ENDINGS, STDOUT, check_ending, check_writable, pipe
from desk.screen import console, print_lines
from schedules.errors import SeatingError
from schedules.files import read_schedule
from schedules.names import bind, read_players
from schedules.phrases import phrase
from schedules.schedule import Schedule
from schedules.verify import verify
from schedules.writing import write_bytes

TARGETS = ("csv", "xlsx", "html", "mwt", "mafia-schedule", "mafiaratings", "ics")
NAMELESS = "mafia-schedule"
"""The target whose names stand in a file of their own."""
CALENDAR = "ics"
MINUTES = 50
"""Minutes of a game, where nobody says how many."""
FIRST_HOUR = 10
"""When round 1 begins tomorrow, where nobody says when."""


@dataclass(frozen=True)
class Request:
    """What is asked for on the command line.

    Attributes
    ----------
    file, to, out, names, lang
        The schedule file, one of :data:`TARGETS`, the file to write, names for the slots, the
        language of the sheet.
    participants
        Where the names go, for :data:`NAMELESS`.
    start, minutes
        When round 1 begins and how long a game lasts, for :data:`CALENDAR`.
    """

    file: Path
    to: str
    out: Path | None = None
    names: Path | None = None
    lang: str = "en"
    participants: Path | None = None
    start: datetime | None = None
    minutes: int | None = None


def run(request: Request) -> int:
    """Write a schedule file as a sheet; return the exit status.

    Raises
    ------
    SeatingError
        If the schedule or the names cannot be read, or the sheet cannot be written.
    """
    file, to, lang = request.file, request.to, request.lang
    schedule = read_schedule(file)  # first: who gives a sheet should hear that, and nothing else
    target = _check_targets(request)
    if request.names is not None:
        schedule = bind(schedule, read_players(request.names))
    if faults := verify(schedule):
        number = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        say(
            f"Error: {file} is not a valid schedule ({number}) and is not exported. {faults[0]} "
            f"See all faults with: seating check {shlex.quote(str(file))}"
        )
        return NO
    if to in ("xlsx", "html") and schedule.certificate is not None:
        # a sheet that people believe says only what can be proved of its seats now
        from desk.check import certificate_of

        schedule = replace(schedule, certificate=certificate_of(schedule))
    start = request.start or _tomorrow()
    minutes = MINUTES if request.minutes is None else request.minutes
    data = sheet(schedule, to=to, lang=lang, start=start, minutes=minutes)
    if request.participants is not None:
        from schedules.foreign.mafia_schedule import participants_text

        write_bytes(request.participants, participants_text(schedule).encode())
    if target == STDOUT:
        pipe(data)
        return DONE
    write_bytes(target, data)
    lines = [phrase(f"desk.exported.{to}", lang, out=target)]
    if to == CALENDAR and request.start is None:
        lines.append(phrase("foreign.starts", lang, start=f"{start:%Y-%m-%d %H:%M}"))
    if request.participants is not None:
        lines.append(phrase("foreign.participants", lang, out=request.participants))
    elif to == NAMELESS and schedule.players:
        lines.append(phrase("foreign.no_names", lang))
    print_lines(console(), lines)
    return DONE


def _check_targets(request: Request) -> Path:
    """Return the file to write; raise SeatingError if it, or an option, does not fit."""
    file, to = request.file, request.to
    if to != CALENDAR and (request.start is not None or request.minutes is not None):
        raise SeatingError("--start and --minutes are for calendars; add --to ics.")
    if to != NAMELESS and request.participants is not None:
        raise SeatingError(f"--participants is a file of {NAMELESS}; add --to {NAMELESS}.")
    ending = ENDINGS.get(to, f".{to}")
    # a schedule file ends in .json too, and must not be written over
    named = file.with_suffix(f".{to}{ending}") if ending == ".json" else file.with_suffix(ending)
    target = request.out or named
    inputs = (file, request.names)
    if target == STDOUT:
        if to == "xlsx":
            raise SeatingError("A workbook cannot go to the screen; name a file with -o OUT.xlsx.")
    else:
        check_writable(target, inputs=inputs)
        check_ending(target, kind=to)
    if request.participants is not None:
        check_writable(request.participants, inputs=(*inputs, target))
        check_ending(request.participants, kind=to)
        if request.participants.resolve() == target.resolve():
            raise SeatingError("--participants and -o name the same file; name two.")
    return target


def _tomorrow() -> datetime:
    """Return ten o'clock of tomorrow, by the clock on the wall."""
    today = datetime.now().astimezone().replace(tzinfo=None)
    morning = today.replace(hour=FIRST_HOUR, minute=0, second=0, microsecond=0)
    return morning + timedelta(days=1)


def sheet(schedule: Schedule, *, to: str, lang: str, start: datetime, minutes: int) -> bytes:
    """Return a valid schedule as a sheet of one of the :data:`TARGETS`."""
    if to == "xlsx":
        from schedules.sheets.workbook import workbook_bytes

        return workbook_bytes(schedule, lang=lang)
    if to == "html":
        from schedules.sheets.html import html_sheet

        return html_sheet(schedule, lang=lang).encode()
    if to == CALENDAR:
        from schedules.foreign.calendar import calendar_text

        stamp = datetime.now(UTC)
        text = calendar_text(schedule, start=start, stamp=stamp, minutes=minutes, lang=lang)
    elif to == "mwt":
        from schedules.foreign.mwt import mwt_text

        text = mwt_text(schedule)
    elif to == "mafia-schedule":
        from schedules.foreign.mafia_schedule import mafia_schedule_text

        text = mafia_schedule_text(schedule)
    elif to == "mafiaratings":
        from schedules.foreign.mafiaratings import mafiaratings_text

        text = mafiaratings_text(schedule)
    else:
        from schedules.sheets.csv_sheet import csv_text

        text = csv_text(schedule, lang=lang)
    return text.encode()
