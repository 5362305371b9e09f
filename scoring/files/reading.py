"""Reading protocols from a file of whatever kind, and writing our own."""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol, cast

from scoring.errors import ProtocolError
from scoring.files import csv_form
from scoring.files.texts import csv_rows, decode, json_value, read_bytes, sheet_rows
from scoring.protocol import Protocols

Rows = Sequence[Sequence[str]]
"""A file as rows of cells."""


class Importer(Protocol):
    """What a module offers that reads one kind of file."""

    def matches(self, content: Any) -> bool:
        """Whether a JSON value, or rows, look like this kind."""

    def protocols(self, source: object, content: Any) -> Protocols:
        """Return the protocols; every fault in one ProtocolError."""


@dataclass(frozen=True)
class Source:
    """A kind of file that protocols are read from.

    Attributes
    ----------
    title
        What it is, for people.
    shape
        Whether it is JSON, or rows of a CSV or a workbook.
    module
        The module that reads it.
    """

    title: str
    shape: Literal["json", "rows"]
    module: str

    def importer(self) -> Importer:
        """Return the module, which is only loaded now."""
        return cast("Importer", importlib.import_module(self.module))


SOURCES: Mapping[str, tuple[Source, ...]] = {
    "club-csv": (Source("a club's seasons, one row a seat", "rows", "scoring.importers.club_csv"),),
    "marathon-csv": (
        Source("one row a seat with every component", "rows", "scoring.importers.marathon_csv"),
    ),
    "gomafia": (
        Source("JSON of gomafia.pro", "json", "scoring.importers.gomafia"),
        Source("a table of gomafia.pro", "rows", "scoring.importers.gomafia"),
    ),
    "sheet": (Source("a form of blocks, one a game", "rows", "scoring.importers.sheet"),),
    "mafiaratings": (Source("JSON of mafiaratings", "json", "scoring.importers.mafiaratings"),),
    "mwt": (Source("JSON of the Mafia World Tour", "json", "scoring.importers.mwt"),),
    "polemica": (Source("JSON of Polemica", "json", "scoring.importers.polemica"),),
    "seating": (
        Source("our own JSON", "json", "scoring.files.json_form"),
        Source("our own CSV or XLSX, one row a seat", "rows", "scoring.files.csv_form"),
    ),
}
"""Every kind by the name that ``source`` and ``--from`` take, in the order in which they are tried.

Ours is last: it understands so many headers that other tables would pass for it.
"""


def read_protocols(path: str | os.PathLike[str], *, source: str | None = None) -> Protocols:
    """Return the protocols of a file: our own CSV, JSON or XLSX, or of another program.

    Parameters
    ----------
    path
        The file; it may be packed by gzip, and text may be in UTF-8, UTF-16 or cp1251.
    source
        What kind it is, a name of :data:`SOURCES`; found out from the content if None.

    Returns
    -------
    Protocols
        With what cannot count in ``left_out``, each with its reason. They are not checked yet: see
        :func:`scoring.check.check_protocols`.

    Raises
    ------
    ProtocolError
        If the file cannot be read, is of no known kind, or has bad places, each of which is listed.
    """
    path = Path(path)
    if source is not None and source not in SOURCES:
        raise ProtocolError(f"There is no source {source!r}; name one of {', '.join(SOURCES)}.")
    shape, content = _content(path)
    tried = [
        one
        for name in (SOURCES if source is None else (source,))
        for one in SOURCES[name]
        if one.shape == shape
    ]
    if source is not None and tried:
        return tried[0].importer().protocols(path, content)
    for one in tried:
        if one.importer().matches(content):
            return one.importer().protocols(path, content)
    raise _unknown(path, shape, content, source, tried)


def _content(path: Path) -> tuple[Literal["json", "rows"], Any]:
    """Return what a file holds, as a JSON value or as rows."""
    data = read_bytes(path)
    if data.startswith(b"PK"):
        return "rows", sheet_rows(path, data)
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise ProtocolError(f"{path} is an old Excel file; save it as .xlsx or as CSV.")
    text = decode(path, data)
    if text.lstrip()[:1] in ("{", "["):
        return "json", json_value(path, text)
    return "rows", csv_rows(path, text)


def _unknown(
    path: Path, shape: str, content: Any, source: str | None, tried: Sequence[Source]
) -> ProtocolError:
    """Return the error of a file that is of no known kind."""
    is_shape = "JSON" if shape == "json" else "a table"
    if source is not None:
        kinds = " or ".join(one.title for one in SOURCES[source])
        return ProtocolError(
            f"{path} is {is_shape}, and {source} is {kinds}; name another kind with --from, "
            f"one of {', '.join(SOURCES)}."
        )
    missing = csv_form.missing_columns(content) if shape == "rows" else []
    own = f" For our own form it lacks the columns {', '.join(missing)}." if missing else ""
    return ProtocolError(
        f"{path} is {is_shape} of no kind that is known; tried: "
        f"{'; '.join(one.title for one in tried)}.{own} "
        f"If it is one of them, name it with --from: {', '.join(SOURCES)}."
    )


def write_protocols(protocols: Protocols, path: str | os.PathLike[str]) -> None:
    """Write protocols in our own form, as CSV or JSON by the ending of the name.

    Raises
    ------
    ProtocolError
        If the ending is another, or the file cannot be written.
    """
    path = Path(path)
    if path.suffix.lower() == ".json":
        from scoring.files.json_form import to_json

        text = to_json(protocols)
    elif path.suffix.lower() == ".csv":
        text = "\N{BOM}" + csv_form.to_csv(protocols)  # or Excel takes it for cp1251
    else:
        raise ProtocolError(f"{path} should end in .csv or .json; name the file so.")
    try:
        path.write_text(text, "utf-8", newline="")
    except UnicodeEncodeError as error:
        broken = text[error.start - 20 : error.start].rpartition("\n")[2]
        raise ProtocolError(
            f"{path} cannot be written: after {broken!r} comes half a character; correct that text."
        ) from None
    except OSError as error:
        raise ProtocolError(f"{path} cannot be written: {error.strerror}.") from error
