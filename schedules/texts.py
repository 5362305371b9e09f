"""Text files, CSV and workbooks as people save them: what encoding, what separator, which cells.

Every function takes the kind of error to raise, so that a players file and a schedule of another
program are each answered in their own words.
"""

from __future__ import annotations

import csv
import io
import os
import re
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from schedules.errors import SeatingError


def read_file(path: str | os.PathLike[str], what: str, kind: type[SeatingError]) -> bytes:
    """Return the bytes of a file; ``what`` it should be stands in the error."""
    path = Path(path)
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise kind(f"There is no file {path}; check its name and folder.") from None
    except IsADirectoryError:
        raise kind(f"{path} is a folder; name the {what} in it.") from None
    except OSError as error:
        raise kind(f"{path} cannot be read: {error.strerror}.") from error


def tidy(text: str) -> str:
    """Return a name as it is kept: composed characters, single spaces, nothing invisible."""
    visible = "".join(c for c in text if unicodedata.category(c) != "Cf")
    return " ".join(unicodedata.normalize("NFC", visible).split())


def decode(source: object, data: bytes, mend: str, kind: type[SeatingError]) -> str:
    """Return the text of a file in UTF-8, UTF-16 with its mark, or the Russian Windows cp1251.

    Parameters
    ----------
    source
        The file; the error begins with it.
    data
        Its bytes.
    mend
        How the file should be saved if it is no text, as the end of a sentence.
    kind
        The error to raise.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    else:
        encodings = ["utf-8-sig", "cp1251"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError as error:
            if encoding == "utf-8-sig" and _mostly_utf8(data):
                line = data.count(b"\n", 0, error.start) + 1
                raise kind(f"{source}: line {line} is not UTF-8 as the rest is; {mend}.") from None
            continue
        if "\0" not in text:
            return text
    raise kind(f"{source} is not a text file; {mend}.")


def _mostly_utf8(data: bytes) -> bool:
    """Whether bytes are UTF-8 with a damaged place: as cp1251 they would be read as rubbish."""
    text = data.decode("utf-8", "replace")
    broken = text.count("\N{REPLACEMENT CHARACTER}")
    return sum(not letter.isascii() for letter in text) > 2 * broken


def csv_rows(source: object, text: str, kind: type[SeatingError]) -> list[list[str]]:
    """Return the rows of a CSV text, parted by ``;``, tab or ``,``; an empty line is ``[]``."""
    lines = text.splitlines()
    mark = re.fullmatch(r"sep=(.)", lines[0]) if lines else None  # written by Excel for itself
    bare = re.sub(r'"[^"]*"', "", next((line for line in lines if line.strip()), ""))
    delimiter = mark[1] if mark else next((d for d in ";\t," if d in bare), ",")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        rows = list(reader)
    except csv.Error as error:
        raise kind(
            f"{source}, line {reader.line_num} cannot be read ({error}); "
            'check the quotes: a quote inside a quoted name is written twice, "".'
        ) from error
    return [[], *rows[1:]] if mark else rows


def wide_rows(
    rows: Iterable[tuple[int, Sequence[str]]], width: int, *, word: str = "row"
) -> list[str]:
    """Return a fault for each row that holds something beyond the columns of the header.

    A comma that is not quoted tears a cell in two: ``Rita,6,666667`` under two headers is not 6
    points.

    Parameters
    ----------
    rows
        The rows below the header, each with its number in the file.
    width
        Cells of the header.
    word
        What a row is called in errors.
    """
    return [
        f"{word} {n}, column {width + 1}: there are more columns than in the first row; "
        "put a name or number with a comma in quotes, or part the columns by ;"
        for n, row in rows
        if any(map(tidy, row[width:]))
    ]


def sheets(source: object, data: bytes, kind: type[SeatingError]) -> list[list[list[str]]]:
    """Return the cells of every sheet of a workbook as text; a row with nothing in it is ``[]``."""
    from openpyxl import load_workbook

    found = []
    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # some programs write a wrong size there
            rows = ([_cell_text(c) for c in row] for row in sheet.iter_rows(values_only=True))
            # every row of a sheet is as wide as the widest: an empty one is a gap, not a player
            found.append([row if any(map(tidy, row)) else [] for row in rows])
    except Exception as error:  # zip, XML and openpyxl each have errors of their own
        raise kind(
            f"{source} is not an Excel workbook that can be read; save it anew as .xlsx or as CSV."
        ) from error
    if not found:
        raise kind(f"{source} is an Excel workbook without sheets; save it anew as .xlsx.")
    return found


def _cell_text(cell: Any) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))  # a nickname such as 1984, which Excel holds as 1984.0
    return str(cell)
