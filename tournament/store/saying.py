"""What a database says, as sentences for people."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from sqlalchemy.exc import DBAPIError

from schedules.errors import SeatingError

BUSY_SECONDS = 30
"""How long a writer waits for another before he asks again."""
TRIES = 4


class StoreError(SeatingError):
    """An event that cannot be opened, read or written; nothing of the change was kept."""


def is_busy(error: DBAPIError) -> bool:
    """Whether somebody else is writing."""
    text = str(error.orig).lower()
    return "locked" in text or "busy" in text


@contextlib.contextmanager
def sentences(where: str) -> Iterator[None]:
    """Turn what a database says into a sentence for people."""
    try:
        yield
    except DBAPIError as error:
        text = str(error.orig)
        if is_busy(error):
            raise StoreError(
                f"{where} is being written by another program for longer than "
                f"{BUSY_SECONDS * TRIES} seconds; close it, and repeat the command."
            ) from None
        if "full" in text or "disk I/O" in text:
            raise StoreError(
                f"{where} cannot be written: the disk is full. Nothing of this change was kept, "
                "everything before is; free some space and repeat the command."
            ) from None
        if "readonly" in text or "unable to open" in text:
            raise StoreError(
                f"{where} cannot be written; check its folder's and its own permissions."
            ) from None
        if "not a database" in text or "malformed" in text:
            raise StoreError(
                f"{where} is no event of seating, or it is damaged; take the last backup."
            ) from None
        raise StoreError(f"{where} cannot be used: {text}.") from error
