"""The event that ``seating swiss check`` recounts: its file, its store, or its archive."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from schedules.errors import SeatingError
from schedules.texts import decode, read_file
from scoring.rules import Rules
from scoring.rules_file import read_rules
from tournament.event_file import dump_event, parse_event, read_event
from tournament.event_form import Event

SQLITE = b"SQLite format 3\0"
MEND = "give an event file, the file of seating event, or the ZIP of seating event archive"


def read_any(path: Path) -> tuple[Event, Rules | None]:
    """Return an event, and the rules that it holds itself; ``None`` where it only names them.

    Parameters
    ----------
    path
        An event so far: ``seating-event/1`` as JSON, the file that ``seating event`` keeps, or the
        archive that it writes.

    Raises
    ------
    SeatingError
        If it is none of these, or what is in it does not fit together.
    """
    data = read_file(path, "event", SeatingError)
    if data.startswith(SQLITE):
        return _of_store(path)
    if data.startswith(b"PK"):
        return _of_archive(path, data)
    return read_event(path), None


def _of_store(path: Path) -> tuple[Event, Rules]:
    from tournament.flow.exporting import event_of
    from tournament.store import open_store

    with open_store(path) as store:
        state = store.read()
    # through its text: what is checked of a file is checked here too
    return parse_event(dump_event(event_of(state)), source=str(path)), state.rules


def _of_archive(path: Path, data: bytes) -> tuple[Event, Rules | None]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            names = packed.namelist()
            if "event.json" not in names:
                raise SeatingError(f"{path} is no archive of an event; {MEND}.")
            text = decode(path, packed.read("event.json"), MEND, SeatingError)
            kept = [name for name in names if name.startswith("rules/")]
            rules = packed.read(kept[0]) if kept else None
    except zipfile.BadZipFile as error:
        raise SeatingError(f"{path} is a damaged ZIP ({error}); take the archive anew.") from error
    event = parse_event(text, source=f"{path}, event.json")
    if rules is None:
        return event, None
    name = Path(kept[0]).stem
    text = decode(path, rules, MEND, SeatingError)
    return event, read_rules(text, name=name, where=f"{path}, {kept[0]}")
