"""Where results go: whether a file can be written is found out before the work, not after it."""

from __future__ import annotations

import contextlib
import os
import secrets
import shlex
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from schedules.errors import SeatingError

if TYPE_CHECKING:
    from schedules.schedule import Schedule

STDOUT = Path("-")
"""As a file name it means: not to a file but on, to the next program."""


def check_writable(path: Path, *, inputs: Iterable[Path | None] = ()) -> None:
    """Raise :class:`SeatingError` unless a file can be written there.

    A file beside the target is made and deleted again: permissions alone do not tell, since a
    disk may be read-only and an administrator is allowed everything.

    Parameters
    ----------
    path
        The file to be written later.
    inputs
        Files that the command reads; none of them may be written over.
    """
    try:
        for given in inputs:
            if given is not None and path.exists() and given.exists() and path.samefile(given):
                raise SeatingError(f"{path} is read by this command; name another file with -o.")
        if path.is_dir():
            raise SeatingError(
                f"{path} is a folder; name a file in it, such as -o {path / 'seating.json'}."
            )
        if not path.exists():
            _probe(path)
        elif path.is_file():  # a pipe or a device stands for itself and has nothing beside it
            if not os.access(path, os.W_OK):
                raise SeatingError(f"{path} is read-only; name another file with -o.")
            _probe(path)
    except OSError as error:
        raise SeatingError(
            f"{path} cannot be written: {error.strerror}. Name another file or folder with -o."
        ) from error


def free_name(path: Path) -> Path:
    """Return a name beside a file that is not taken: cup-2.json beside cup.json."""
    number = 2
    while (found := path.with_stem(f"{path.stem}-{number}")).exists():
        number += 1
    return found


KINDS = {
    ".csv": "csv", ".doc": "doc", ".docx": "docx", ".htm": "html", ".html": "html",
    ".ics": "ics", ".json": "json", ".ods": "ods", ".pdf": "pdf", ".xls": "xls", ".xlsx": "xlsx",
}  # fmt: skip
"""Endings that promise a kind of file; others promise nothing."""
SHEETS = ("csv", "xlsx", "html")
ENDINGS = {"mwt": ".txt", "mafia-schedule": ".json", "mafiaratings": ".json"}
"""Endings of the kinds that are not called by theirs."""


def check_ending(path: Path, *, kind: str) -> None:
    """Raise :class:`SeatingError` if the ending of a file to be written promises another kind.

    Parameters
    ----------
    path
        The file to be written.
    kind
        What will stand in it: ``"json"``, a schedule, or what it is exported to.
    """
    ending = ENDINGS.get(kind, f".{kind}")
    promised = KINDS.get(path.suffix.lower(), kind)
    if promised == kind or path.suffix.lower() == ending:
        return
    mended = shlex.quote(str(path.with_suffix(ending)))
    if kind == "json":
        to = promised if promised in SHEETS else "html"
        raise SeatingError(
            f"{path}: a schedule file ends in .json; write -o {mended}, and then make "
            f"the sheet with: seating export {mended} --to {to}"
        )
    if promised in SHEETS:
        mend = f"write -o {mended}, or --to {promised}."
    elif promised == "pdf":
        mend = f"write -o {mended}; for a PDF print the page of --to html from a browser."
    else:
        mend = f"write -o {mended}."
    raise SeatingError(f"{path}: --to {kind} does not write a {path.suffix} file; {mend}")


def _probe(path: Path) -> None:
    """Make a file in the folder of the target and delete it again."""
    folder = path.resolve().parent
    if not folder.is_dir():
        raise SeatingError(
            f"{path} cannot be written: there is no folder {path.parent}. "
            "Create it, or name another file with -o."
        )
    probe = folder / f".{secrets.token_hex(8)}.part"
    try:
        probe.touch(exist_ok=False)
    finally:
        with contextlib.suppress(OSError):
            probe.unlink(missing_ok=True)


def keep(schedule: Schedule, path: Path) -> None:
    """Write a schedule that took long to find; if it cannot be, keep it elsewhere and say where.

    Raises
    ------
    SeatingError
        If the file cannot be written; the message names the place where the schedule is kept.
    """
    from schedules.files import write_schedule

    try:
        write_schedule(schedule, path)
    except SeatingError as error:
        refuge = Path(tempfile.gettempdir()) / f"seating-{schedule.digest()}.json"
        try:
            write_schedule(schedule, refuge)
        except SeatingError:
            raise error from None
        raise SeatingError(f"{error} The seating is kept in {refuge}.") from error


def pipe(data: bytes) -> None:
    """Write bytes to stdout as they are: UTF-8 whatever the terminal speaks."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
