"""The standings as a workbook: a sheet of places, and every game of everybody.

Names are written as text, so that one that begins with ``=``, ``+``, ``-`` or ``@`` stays a name.
The same standings give the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from scoring.exact import rounded
from scoring.explain import Explanation
from scoring.phrases import notes, phrase, who
from scoring.remarks import remarks
from scoring.sheets.views import Column, columns, game_lines, no_awards, replaced_lines, whole_sum
from scoring.table import Row, Standings

MADE = datetime(2000, 1, 1)  # a fixed date: the bytes depend on the standings alone
INK, SOFT, BAND, RULE = "#1C2530", "#5A6572", "#E8EDF1", "#C3CBD2"
WIDTHS = {"occupant": 26, "reason": 46, "place": 8}
USUAL_WIDTH = 10


def workbook_bytes(
    table: Standings, explained: Sequence[Explanation] = (), *, title: str = "", lang: str = "en"
) -> bytes:
    """Return the workbook.

    Parameters
    ----------
    table
        The standings.
    explained
        Explanations of :func:`scoring.explain.explanations`, for a second sheet with every game;
        without them there is one sheet.
    title
        What was played.
    lang
        ``"en"`` or ``"ru"``.
    """
    import xlsxwriter

    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True, "strings_to_numbers": False})
    book.set_properties({"title": title or phrase("word.title", lang), "created": MADE})
    styles = _styles(book, table.rules.places)
    _places(book, table, title, lang, styles)
    if explained:
        _games(book, table, explained, lang, styles)
    book.close()
    return out.getvalue()


def _styles(book: Any, places: int) -> dict[str, Any]:
    line = {"font_color": INK, "valign": "top", "bottom": 1, "bottom_color": RULE}
    head = {**line, "bold": True, "bg_color": BAND, "text_wrap": True, "bottom_color": SOFT}
    decimals = f"0.{'#' * places}" if places else "0"
    looks = {
        "title": {"bold": True, "font_size": 16, "font_color": INK},
        "note": {"font_color": SOFT, "text_wrap": False},
        "head": head,
        "text": {**line, "text_wrap": True},
        "place": {**line, "num_format": "0", "align": "left"},
        "points": {**line, "num_format": decimals},
        "count": {**line, "num_format": "0;-0;"},
        "name": {**line, "bold": True},
    }
    return {name: book.add_format(look) for name, look in looks.items()}


def _places(book: Any, table: Standings, title: str, lang: str, styles: dict[str, Any]) -> None:
    sheet = book.add_worksheet(phrase("word.title", lang))
    _paper(sheet)
    sheet.write_string(0, 0, title or table.rules.title, styles["title"])
    texts = [f"{phrase('word.rules', lang)}: {table.rules.title}", *notes(table, lang)]
    texts += remarks(table, lang)
    texts += no_awards(table, lang)
    for row, text in enumerate(texts, start=1):
        sheet.write_string(row, 0, text, styles["note"])
    top = len(texts) + 2
    shape = columns(table, lang)
    for place, column in enumerate(shape):
        sheet.set_column(place, place, WIDTHS.get(column.key, USUAL_WIDTH))
        sheet.write_string(top, place, column.title, styles["head"])
    sheet.repeat_rows(top)
    sheet.freeze_panes(top + 1, 0)
    at = _lines(sheet, table.rows, shape, top + 1, styles)
    if table.apart:
        sheet.write_string(at + 1, 0, phrase("word.apart", lang), styles["name"])
        at = _lines(sheet, table.apart, shape, at + 2, styles)
    for text in replaced_lines(table, lang):
        at += 1
        sheet.write_string(at, 0, text, styles["note"])


def _lines(
    sheet: Any, rows: Sequence[Row], shape: Sequence[Column], at: int, styles: dict[str, Any]
) -> int:
    for row in rows:
        for place, column in enumerate(shape):
            if column.key == "place" and row.place and row.place == row.last:
                sheet.write_number(at, place, row.place, styles["place"])
            else:
                _write(sheet, at, place, column.value(row), styles[column.kind])
        at += 1
    return at


def _write(sheet: Any, at: int, place: int, value: str | Fraction | int, style: Any) -> None:
    if isinstance(value, str):
        sheet.write_string(at, place, value, style)
    else:
        sheet.write_number(at, place, float(rounded(Fraction(value), 6)), style)


def _games(
    book: Any, table: Standings, explained: Sequence[Explanation], lang: str, styles: dict[str, Any]
) -> None:
    sheet = book.add_worksheet(phrase("word.explanation", lang))
    _paper(sheet)
    titles = ("player", "game", "seat", "role", "result", "sum", "points")
    widths = (26, 26, 8, 12, 14, 60, 10)
    for place, (title, width) in enumerate(zip(titles, widths, strict=True)):
        sheet.set_column(place, place, width)
        sheet.write_string(0, place, phrase(f"word.{title}", lang), styles["head"])
    sheet.repeat_rows(0)
    sheet.freeze_panes(1, 0)
    at = 1
    for explanation in explained:
        name = who(explanation.row)
        for line in game_lines(explanation, table.rules, lang):
            cells = (line.player or name, line.label, line.seat, line.role, line.result, line.terms)
            for place, text in enumerate(cells):
                sheet.write_string(at, place, text, styles["text"])
            _write(sheet, at, len(cells), line.points, styles["points"])
            at += 1
        total = whole_sum(explanation, table.rules, lang)
        for place, text in enumerate((name, phrase("word.total", lang), "", "", "", "", total)):
            sheet.write_string(at, place, text, styles["name"])
        at += 1


def _paper(sheet: Any) -> None:
    sheet.set_landscape()
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    sheet.hide_gridlines(2)
