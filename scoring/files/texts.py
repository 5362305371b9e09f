"""Files as people save them: what encoding, what separator, which cells of a workbook."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import re
import unicodedata
import zlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from scoring.errors import ProtocolError

MEND = "save the protocols as CSV or JSON in UTF-8, or as XLSX"
MOST_NAMED = 40
"""Bad places that a message names; a file with more has another fault, such as a wrong column."""


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return the bytes of a file of protocols, unpacked where it is packed by gzip."""
    path = Path(path)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise ProtocolError(f"There is no file {path}; check its name and folder.") from None
    except IsADirectoryError:
        raise ProtocolError(f"{path} is a folder; name the protocols in it.") from None
    except OSError as error:
        raise ProtocolError(f"{path} cannot be read: {error.strerror}.") from error
    if data.startswith(b"\x1f\x8b"):
        try:
            return gzip.decompress(data)
        except (OSError, EOFError, zlib.error):
            raise ProtocolError(f"{path} is a damaged gzip file; copy it anew.") from None
    return data


@lru_cache(maxsize=65536)
def tidy(text: str) -> str:
    """Return a name as it is kept: composed characters, single spaces, nothing invisible."""
    if text.isascii() and "  " not in text and text.isprintable():
        return text.strip()
    visible = "".join(c for c in text if unicodedata.category(c) not in ("Cf", "Cs"))
    return " ".join(unicodedata.normalize("NFC", visible).split())


def decode(source: object, data: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16 with its mark, or the Russian Windows cp1251."""
    marked = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1251"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError as error:
            if encoding == "utf-8-sig" and _mostly_utf8(data):
                line = data.count(b"\n", 0, error.start) + 1
                raise ProtocolError(
                    f"{source}: line {line} is not UTF-8 as the rest is; {MEND}."
                ) from None
            continue
        if "\0" not in text:
            return text
    raise ProtocolError(f"{source} is not a text file; {MEND}.")


def _mostly_utf8(data: bytes) -> bool:
    """Whether bytes are UTF-8 with a damaged place: as cp1251 they would be read as rubbish."""
    text = data.decode("utf-8", "replace")
    broken = text.count("\N{REPLACEMENT CHARACTER}")
    return sum(not letter.isascii() for letter in text) > 2 * broken


def csv_rows(source: object, text: str) -> list[list[str]]:
    """Return the rows of a CSV text, parted by ``;``, tab or ``,``; an empty line is ``[]``."""
    first = next((line for line in io.StringIO(text) if line.strip()), "")
    mark = re.fullmatch(r"sep=(.)\s*", first)  # written by Excel for itself
    bare = re.sub(r'"[^"]*"', "", first)
    delimiter = mark[1] if mark else next((d for d in ";\t," if d in bare), ",")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        rows = list(reader)
    except csv.Error as error:
        raise ProtocolError(
            f"{source}, line {reader.line_num} cannot be read ({error}); "
            'check the quotes: a quote inside a quoted text is written twice, "".'
        ) from error
    return [[], *rows[1:]] if mark else rows


def sheet_rows(source: object, data: bytes) -> list[list[str]]:
    """Return the cells of the first sheet of a workbook as text; an empty row is ``[]``."""
    from openpyxl import load_workbook

    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # some programs write a wrong size there
        rows = [[_cell_text(cell) for cell in row] for row in sheet.iter_rows(values_only=True)]
    except Exception as error:  # zip, XML and openpyxl each have errors of their own
        raise ProtocolError(
            f"{source} is not an Excel workbook that can be read; save it anew as .xlsx or as CSV."
        ) from error
    return [row if any(map(str.strip, row)) else [] for row in rows]


def _cell_text(cell: Any) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return str(int(cell))
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))  # a nickname such as 1984, which Excel holds as 1984.0
    return str(cell)


def json_value(source: object, text: str) -> Any:
    """Return the value of a JSON text.

    Raises
    ------
    ProtocolError
        If it is no JSON, with the line.
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ProtocolError(
            f"{source}, line {error.lineno} is not JSON ({error.msg}); save or download it anew."
        ) from None
    except (RecursionError, ValueError) as error:
        raise ProtocolError(f"{source} is no JSON of protocols: {error}.") from None
