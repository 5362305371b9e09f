"""``seating export``: sheets for people from a schedule file."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

from desk.errors import DONE, NO, say
from desk.output import STDOUT, check_ending, check_writable, pipe
from desk.screen import console, print_lines
from schedules.errors import SeatingError
from schedules.files import read_schedule
from schedules.names import bind, read_players
from schedules.phrases import phrase
from schedules.schedule import Schedule
from schedules.verify import verify
from schedules.writing import write_bytes

TARGETS = ("csv", "xlsx", "html")


def run(file: Path, *, to: str, out: Path | None, lang: str, names: Path | None) -> int:
    """Write a schedule file as a sheet; return the exit status.

    Raises
    ------
    SeatingError
        If the schedule or the names cannot be read, or the sheet cannot be written.
    """
    schedule = read_schedule(file)  # first: who gives a sheet should hear that, and nothing else
    target = out or file.with_suffix(f".{to}")
    if target == STDOUT:
        if to == "xlsx":
            raise SeatingError("A workbook cannot go to the screen; name a file with -o OUT.xlsx.")
    else:
        check_writable(target, inputs=(file, names))
        check_ending(target, kind=to)
    if names is not None:
        schedule = bind(schedule, read_players(names))
    if faults := verify(schedule):
        number = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        say(
            f"Error: {file} is not a valid schedule ({number}) and is not exported. {faults[0]} "
            f"See all faults with: seating check {shlex.quote(str(file))}"
        )
        return NO
    if to != "csv" and schedule.certificate is not None:
        # a sheet that people believe says only what can be proved of its seats now
        from desk.check import certificate_of

        schedule = replace(schedule, certificate=certificate_of(schedule))
    data = sheet(schedule, to=to, lang=lang)
    if target == STDOUT:
        pipe(data)
        return DONE
    write_bytes(target, data)
    print_lines(console(), [phrase(f"desk.exported.{to}", lang, out=target)])
    return DONE


def sheet(schedule: Schedule, *, to: str, lang: str) -> bytes:
    """Return a valid schedule as a sheet of one of the :data:`TARGETS`."""
    if to == "xlsx":
        from schedules.sheets.workbook import workbook_bytes

        return workbook_bytes(schedule, lang=lang)
    if to == "html":
        from schedules.sheets.html import html_sheet

        return html_sheet(schedule, lang=lang).encode()
    from schedules.sheets.csv_sheet import csv_text

    return csv_text(schedule, lang=lang).encode()
