"""``seating import``: a schedule file from the file of another program."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

from desk.check import note_lines
from desk.errors import DONE, NO, say
from desk.output import STDOUT, check_ending, check_writable, free_name, pipe
from desk.screen import console, print_lines
from schedules.errors import ForeignFileError, SeatingError
from schedules.files import dump_schedule
from schedules.foreign.mafia_schedule import read_participants
from schedules.foreign.reading import FORMATS, OURS, detect, read_any
from schedules.names import read_players
from schedules.phrases import phrase
from schedules.sheets.quality import field_words
from schedules.texts import decode, read_file
from schedules.verify import verify
from schedules.writing import write_text


def run(
    file: Path,
    *,
    source: str | None,
    names: Path | None,
    title: str,
    out: Path | None,
    lang: str,
) -> int:
    """Write the schedule of another program as a schedule file; return the exit status.

    Parameters
    ----------
    file, source
        The file, and its format, one of :data:`schedules.foreign.reading.FORMATS`; detected if
        None.
    names
        Names in the order of the slots: a players file, or participants of mafia-schedule.
    title
        A title, above that of the file.
    out
        Where to write: beside the file if None.
    lang
        Language of what is printed.

    Raises
    ------
    SeatingError
        If the file or the names cannot be read, or the schedule file cannot be written.
    """
    kind = source or detect(file)
    if kind == OURS:
        raise ForeignFileError(
            f"{file} is taken for a schedule file of ours, which needs no import: seating check "
            f"{shlex.quote(str(file))}. If it is of another program, say which with --from: "
            f"{', '.join(FORMATS)}."
        )
    target = out or file.with_suffix(".json")
    if target != STDOUT:
        check_writable(target, inputs=(file, names))
        if out is None and target.exists():
            free = shlex.quote(str(free_name(target)))
            raise SeatingError(
                f"{target} is there already and is not written over, since nobody named it; name "
                f"the schedule file to write with -o, as in -o {free}."
            )
        check_ending(target, kind="json")
    # a format that was only detected stays a guess, which the error names
    reading = read_any(file, source=source, names=read_names(names) if names else ())
    schedule = replace(reading.schedule, name=title) if title else reading.schedule
    if faults := verify(schedule):
        number = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        option = f" --from {source}" if source else ""
        say(
            f"Error: {file} is not a valid schedule ({number}) and is not imported. {faults[0]} "
            f"See all faults with: seating check {shlex.quote(str(file))}{option}"
        )
        return NO
    text = dump_schedule(schedule)
    if target == STDOUT:
        pipe(text.encode())
        return DONE
    write_text(target, text)
    players, tables, rounds = field_words(schedule, lang)
    said = phrase(
        "foreign.imported",
        lang,
        file=file,
        format=kind,
        players=players,
        tables=tables,
        rounds=rounds,
    )
    written = phrase("foreign.written", lang, out=shlex.quote(str(target)))
    print_lines(console(), [said, *note_lines(reading.notes, lang), written])
    return DONE


def read_names(path: Path) -> tuple[str, ...]:
    """Return the names of a players file, or of participants of mafia-schedule, in order."""
    if path.suffix.lower() != ".json":
        return read_players(path).names
    data = read_file(path, "participants file", ForeignFileError)
    text = decode(path, data, "save it as text in UTF-8", ForeignFileError)
    try:
        return read_participants(text)
    except ForeignFileError as error:
        raise ForeignFileError(f"{path}: {error}") from error
