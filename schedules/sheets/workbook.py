"""The schedule as a workbook: by round, by player, by table, who meets whom, and the quality.

The workbook is for people: every name is written as text, so that one that begins with ``=``,
``+``, ``-`` or ``@`` stays a name. The same schedule gives the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from schedules.measures import meetings
from schedules.phrases import check_lang, phrase
from schedules.schedule import Schedule
from schedules.sheets import quality, views
from schedules.sheets.views import (
    Game,
    Person,
    by_name,
    judge_views,
    player_views,
    round_views,
    table_views,
)
from schedules.writing import write_bytes

MADE = datetime(2000, 1, 1)  # a fixed date: the bytes depend on the schedule alone
INK, SOFT, BAND, RULE = "#1C2530", "#5A6572", "#E8EDF1", "#C3CBD2"
A4 = 9
SEAT_WIDTH = 9
LINE_POINTS, TITLE_POINTS = 21, 27
PAGE_LETTERS = 118
"""Widths of columns that fill a page on its side; wider sheets are scaled down to it."""
HEADER_LIMIT = 120
"""Letters of a title in the page header; Excel allows 255 with the codes and the digest."""


def write_workbook(schedule: Schedule, path: str | Path, *, lang: str = "en") -> None:
    """Write the workbook of a schedule to a file, whole or not at all.

    Parameters
    ----------
    schedule
        A valid schedule, with or without names.
    path
        Where to write; usually ends in ``.xlsx``.
    lang
        ``"en"`` or ``"ru"``.

    Raises
    ------
    SeatingError
        If the language is unknown or the file cannot be written.
    """
    write_bytes(path, workbook_bytes(schedule, lang=lang))


def workbook_bytes(schedule: Schedule, *, lang: str = "en") -> bytes:
    """Return the workbook of a schedule, the same bytes for the same schedule and language."""
    import xlsxwriter

    check_lang(lang)
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True, "strings_to_numbers": False})
    version = views.version(schedule, lang)
    title = " · ".join(filter(None, [quality.title(schedule, lang), version]))
    book.set_properties({"title": title, "created": MADE})
    writer = _Writer(schedule, lang, book, _formats(book))
    for key, fill in (
        ("sheet.rounds", _by_round),
        ("sheet.by_player", _by_player),
        ("sheet.tables", _by_table),
        ("sheet.judges_short", _judges),
        ("sheet.matrix_short", _matrix),
        ("sheet.quality_short", _quality),
    ):
        if fill is not _judges or schedule.judges is not None:
            writer.add(key, fill)
    book.close()
    return out.getvalue()


def _formats(book: Any) -> dict[str, Any]:
    """Return the formats by name; calm, and readable when printed grey."""
    line = {"font_color": INK, "valign": "vcenter", "bottom": 1, "bottom_color": RULE}
    centre = {"align": "center"}
    head = {**line, "bold": True, "bg_color": BAND, "text_wrap": True, "bottom_color": SOFT}
    styles: dict[str, dict[str, Any]] = {
        "head": head,
        "head_centre": {**head, **centre},
        "band": {"font_color": INK, "bold": True, "font_size": 15, "valign": "vcenter"},
        "text": line,
        "name": {**line, "shrink": True},
        "large": {**line, "shrink": True, "font_size": 13},
        "judge": {**line, "shrink": True, "italic": True, "font_color": SOFT},
        "wrap": {**line, "text_wrap": True, "valign": "top"},
        "figure": {**line, "align": "left", "valign": "top"},
        "number": {**line, **centre},
        "table": {**line, **centre, "bold": True, "left": 1, "left_color": RULE},
        "seat": {**line, **centre, "font_color": SOFT},
        "out": {"font_color": INK, "italic": True, "valign": "vcenter", "text_wrap": True},
        "off": {**line, **centre, "font_color": SOFT},
        "turned": {**line, **centre, "rotation": 90, "valign": "bottom"},
        "cell": {"font_color": INK, "align": "center", "valign": "vcenter"},
        "self": {"font_color": SOFT, "bg_color": BAND, "align": "center"},
        "never": {"bold": True, "border": 1, "bg_color": "#FFFFFF"},
        "title": {"font_color": INK, "bold": True, "font_size": 16},
        "strong": {**line, "bold": True, "text_wrap": True, "valign": "top"},
        "soft": {"font_color": SOFT},
    }
    return {name: book.add_format(style) for name, style in styles.items()}


@dataclass(frozen=True)
class _Writer:
    """What the sheets need in common."""

    schedule: Schedule
    lang: str
    book: Any
    formats: dict[str, Any]

    @property
    def labels(self) -> list[str]:
        """Names, or numbers, of all players."""
        return [self.label(p) for p in by_name(self.schedule)]

    def label(self, one: Person) -> str:
        """Return the name of a player, or the number marked as one."""
        return views.shown(self.schedule, self.lang, one)

    def say(self, key: str, **values: object) -> str:
        return phrase(key, self.lang, **values)

    def add(self, key: str, fill: Callable[[_Writer, Any], None]) -> None:
        """Add a sheet with its print set-up and let ``fill`` write the cells."""
        sheet = self.book.add_worksheet(self.say(key))
        sheet.set_landscape()
        sheet.set_paper(A4)
        sheet.set_margins(left=0.4, right=0.4, top=0.8, bottom=0.6)
        sheet.fit_to_pages(1, 0)
        sheet.hide_gridlines(2)
        subject = self.say(key)
        name = quality.title(self.schedule, self.lang)[:HEADER_LIMIT]
        version = views.version(self.schedule, self.lang)
        code = self.say("word.digest", digest=self.schedule.digest())
        digest = f"{version} · {code}" if version else code
        sheet.set_header(f"&L{_plain(name)}&R{_plain(subject)}")
        sheet.set_footer(f"&L{_plain(digest)}&R&P / &N")
        fill(self, sheet)

    def row(self, sheet: Any, row: int, cells: Sequence[tuple[object, str]]) -> None:
        """Write a row of (value, format); text is always text, numbers are numbers."""
        for column, (value, style) in enumerate(cells):
            if isinstance(value, int | float):
                sheet.write_number(row, column, value, self.formats[style])
            elif value == "":
                sheet.write_blank(row, column, None, self.formats[style])
            else:
                sheet.write_string(row, column, str(value), self.formats[style])


def _plain(text: str) -> str:
    """Escape a text for a page header, where ``&`` begins a code.

    Line ends would begin a second line over the sheet.
    """
    return " ".join(text.split()).replace("&", "&&")


def _by_round(w: _Writer, sheet: Any) -> None:
    """Write a block a round, a printed page each: a line a seat, a column a table."""
    num_tables = w.schedule.seating.shape[1]
    heads = [w.say("place.table", table=t + 1) for t in range(num_tables)]
    blocks = [
        _Block(
            w.say("place.round", round=view.number),
            {game.table: game for game in view.games},
            ", ".join(w.label(p) for p in view.out),
        )
        for view in round_views(w.schedule)
    ]
    _blocks(w, sheet, heads, blocks)


def _by_table(w: _Writer, sheet: Any) -> None:
    """Write a block a table, a printed page each: a line a seat, a column a round."""
    heads = [w.say("place.round", round=r + 1) for r in range(w.schedule.num_rounds)]
    blocks = [
        _Block(
            w.say("place.table", table=view.number),
            {game.round: game for game in view.games},
        )
        for view in table_views(w.schedule)
    ]
    _blocks(w, sheet, heads, blocks)


@dataclass(frozen=True)
class _Block:
    """Games side by side under one title; ``games`` by the number of their column."""

    title: str
    games: dict[int, Game]
    out: str = ""


def _blocks(w: _Writer, sheet: Any, heads: Sequence[str], blocks: Sequence[_Block]) -> None:
    """Write the blocks below one another, with a page break after each."""
    num_seats = w.schedule.seating.shape[2]
    columns = range(1, len(heads) + 1)
    share = (PAGE_LETTERS - SEAT_WIDTH) // len(heads)
    width = max(min(share, 36), min(18, 4 + max(map(len, w.labels))))
    sheet.set_column(0, 0, SEAT_WIDTH)
    sheet.set_column(1, len(heads), width)
    w.row(sheet, 0, [(w.say("word.seat"), "head_centre"), *((text, "head") for text in heads)])
    row, breaks = 1, []
    for block in blocks:
        sheet.set_row(row, TITLE_POINTS)
        w.row(sheet, row, [(block.title, "band")])
        if w.schedule.judges is not None:
            row += 1
            sheet.set_row(row, LINE_POINTS)
            names = [block.games[c].judge if c in block.games else "" for c in columns]
            w.row(sheet, row, [(w.say("judges.judge"), "seat"), *((n, "judge") for n in names)])
        for seat in range(num_seats):
            row += 1
            sheet.set_row(row, LINE_POINTS)
            names = [_chair(w, block.games.get(c), seat) for c in columns]
            w.row(sheet, row, [(seat + 1, "seat"), *((name, "large") for name in names)])
        if block.out:
            row += 1
            out = f"{w.say('place.sitting_out')}: {block.out}"
            lines = 1 + len(out) // (SEAT_WIDTH + width * len(heads))
            sheet.set_row(row, LINE_POINTS * lines)
            sheet.merge_range(row, 0, row, len(heads), "", w.formats["out"])
            w.row(sheet, row, [(out, "out")])
        row += 1
        breaks.append(row)
    sheet.set_h_pagebreaks(breaks[:-1])
    sheet.freeze_panes(1, 1)
    sheet.repeat_rows(0)


def _chair(w: _Writer, game: Game | None, seat: int) -> str:
    """Return who sits there; blank only where no game is."""
    if game is None:
        return ""
    chair = game.seats[seat]
    return w.say("word.empty") if chair is None else w.label(chair)


def _by_player(w: _Writer, sheet: Any) -> None:
    """Write a line a player, with table and seat of each round in two columns."""
    num_rounds = w.schedule.num_rounds
    sheet.set_column(0, 0, 6)
    sheet.set_column(1, 1, 30)
    sheet.set_column(2, 2 + 2 * num_rounds, 6.5)
    first = [(w.say("word.slot"), "head_centre"), (w.say("word.player"), "head")]
    w.row(sheet, 0, [("", "head"), ("", "head")])
    w.row(sheet, 1, [*first, *[(w.say(k), "head_centre") for k in _TABLE_SEAT] * num_rounds])
    for r in range(num_rounds):
        text = w.say("place.round", round=r + 1)
        sheet.merge_range(0, 2 + 2 * r, 0, 3 + 2 * r, text, w.formats["head_centre"])
    sheet.write_string(0, 2 + 2 * num_rounds, "", w.formats["head"])
    sheet.write_string(1, 2 + 2 * num_rounds, w.say("word.games"), w.formats["head_centre"])
    none = w.say("word.none")
    for row, view in enumerate(player_views(w.schedule), start=2):
        cells: list[tuple[object, str]] = [
            (view.person.slot, "seat"),
            (w.label(view.person), "name"),
        ]
        for place in view.places:
            if place is None:
                cells += [(none, "off"), (none, "off")]
            else:
                cells += [(place.table, "table"), (place.seat, "number")]
        w.row(sheet, row, [*cells, (view.num_games, "number")])
    sheet.freeze_panes(2, 2)
    sheet.repeat_rows(0, 1)


def _judges(w: _Writer, sheet: Any) -> None:
    """Write a line a judge, with the table of each round and the number of games."""
    num_rounds = w.schedule.num_rounds
    sheet.set_column(0, 0, 30)
    sheet.set_column(1, 1 + num_rounds, 8)
    heads = [w.say("place.round", round=r + 1) for r in range(num_rounds)]
    heads.append(w.say("word.games"))
    w.row(sheet, 0, [(w.say("judges.judge"), "head"), *((text, "head_centre") for text in heads)])
    none = w.say("word.none")
    for row, view in enumerate(judge_views(w.schedule), start=1):
        tables = [(none, "off") if t is None else (t, "table") for t in view.tables]
        w.row(sheet, row, [(view.name, "name"), *tables, (view.num_games, "number")])
    sheet.freeze_panes(1, 1)
    sheet.repeat_rows(0)


_TABLE_SEAT = ("word.table", "word.seat")


def _matrix(w: _Writer, sheet: Any) -> None:
    """Write how often each two players meet, shaded, with names on both axes.

    Rows and columns stand in the order of the players' numbers, as in the HTML sheet.
    """
    met = meetings(w.schedule).tolist()
    limits = w.schedule.problem.limits().tolist()
    people = [views.person(w.schedule, p) for p in range(len(met))]
    last = 1 + len(people)
    sheet.set_column(0, 0, 6)
    sheet.set_column(1, 1, 30)
    sheet.set_column(2, last, 3.6)
    sheet.set_row(0, min(180, max(30, 6.5 * max(map(len, w.labels)))))
    head = [(w.say("word.slot"), "head_centre"), (w.say("word.player"), "head")]
    w.row(sheet, 0, [*head, *((w.label(p), "turned") for p in people)])
    for i, one in enumerate(people, start=1):
        w.row(sheet, i, [(one.slot, "seat"), (w.label(one), "name")])
        for j, other in enumerate(people, start=2):
            if one == other:
                sheet.write_string(i, j, w.say("word.none"), w.formats["self"])
            else:
                value = met[one.slot - 1][other.slot - 1]
                if value or limits[one.slot - 1][other.slot - 1]:
                    sheet.write_number(i, j, value, w.formats["cell"])
                else:
                    sheet.write_string(i, j, quality.APART, w.formats["cell"])
    whole = (1, 2, len(people), last)
    never = {"type": "cell", "criteria": "==", "value": 0, "format": w.formats["never"]}
    sheet.conditional_format(*whole, {**never, "stop_if_true": True})
    shades = {"type": "2_color_scale", "min_color": "#F6F9FB", "max_color": "#86A9C3"}
    sheet.conditional_format(*whole, shades)
    sheet.freeze_panes(1, 2)
    sheet.repeat_rows(0)
    sheet.repeat_columns(0, 1)


def _quality(w: _Writer, sheet: Any) -> None:
    """Write the measures in words, the histogram, and the certificate."""
    schedule, lang = w.schedule, w.lang
    sheet.set_column(0, 0, 46)
    sheet.set_column(1, 2, 13)
    sheet.set_column(3, 4, 40)
    digest = w.say("word.digest", digest=schedule.digest())
    sheet.set_row(0, 26)
    w.row(sheet, 0, [(quality.title(schedule, lang), "title")])
    w.row(sheet, 1, [(f"{digest}. {w.say('sheet.digest_help')}", "soft")])
    if version := views.version(schedule, lang):
        w.row(sheet, 2, [(version, "strong")])
    row = 3
    for sentence in quality.sentences(schedule, lang):
        sheet.merge_range(row, 0, row, 4, "", w.formats["text"])
        w.row(sheet, row, [(sentence, "text")])
        row += 1
    row += 1
    w.row(sheet, row, [(w.say("sheet.histogram"), "band")])
    row += 1
    w.row(sheet, row, [(w.say("sheet.matrix_short"), "head"), (w.say("sheet.pairs"), "head")])
    for bar in quality.histogram(schedule):
        row += 1
        w.row(sheet, row, [(bar.met, "number"), (bar.pairs, "number")])
    row += 2
    w.row(sheet, row, [(w.say("certificate.title"), "band")])
    _certificate(w, sheet, row + 1)


def _figure(single: float | None, words: str) -> float | str:
    return words if single is None else single


def _certificate(w: _Writer, sheet: Any, row: int) -> None:
    lines = quality.criteria(w.schedule, w.lang)
    if not lines:
        w.row(sheet, row, [(w.say("certificate.missing"), "soft")])
        return
    order = quality.order_sentence(w.schedule, w.lang)
    if order:
        w.row(sheet, row, [(order, "soft")])
        row += 1
    names = ("criterion", "value", "bound", "verdict", "argument")
    w.row(sheet, row, [(w.say(f"certificate.{name}_title"), "head") for name in names])
    for line in lines:
        row += 1
        cells: list[tuple[object, str]] = [
            (line.name, "wrap"),
            (_figure(line.value_number, line.value), "figure"),
            (_figure(line.bound_number, line.bound), "figure"),
            (line.verdict, "strong" if line.proved else "wrap"),
            (line.argument, "wrap"),
        ]
        w.row(sheet, row, cells)
