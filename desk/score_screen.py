"""How ``seating score`` shows standings, an explanation and a comparison on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from desk.errors import say
from desk.screen import plain, print_lines
from schedules.phrases import phrase
from scoring.explain import Explanation, WhatIf
from scoring.phrases import notes, number, place, readings, reason, who
from scoring.phrases import phrase as word
from scoring.remarks import remarks
from scoring.sheets.views import (
    Column,
    both_sides,
    columns,
    game_lines,
    no_awards,
    replaced_lines,
    whole_sum,
    why_place,
)
from scoring.standings import Cut
from scoring.table import Row, Standings

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

SPARED = (
    "wins_civilian", "wins_sheriff", "wins_mafia", "wins_don", "first_killed", "games", "given",
    "wins", "points", "beside", "titles", "autobonus", "compensation", "best_move", "extras",
    "win", "penalties", "adjustments",
)  # fmt: skip
"""Columns that a narrow terminal spares, the first ones first; the sheets have them all."""
NEVER_SHOWN = 4
"""The first so many of them stand in the sheets only."""
NAME_WIDTH, REASON_WIDTH = 16, 26
"""Letters that a name and a reason should have, before columns of numbers are spared."""


def _table(titles: Sequence[tuple[str, Literal["left", "right"]]]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for title, side in titles:
        table.add_column(title, justify=side, overflow="fold", no_wrap=side == "right")
    return table


def _heading(table: Standings, title: str, lang: str) -> list[str]:
    rules = f"{word('word.rules', lang)}: {table.rules.title}"
    return [*([title] if title else []), rules, *notes(table, lang), *remarks(table, lang), ""]


def print_standings(screen: Console, table: Standings, lang: str, *, title: str) -> None:
    """Print the standings, what must be said with them, and who is listed apart."""
    print_lines(screen, _heading(table, title, lang))
    _print_rows(screen, table.rows, table, lang)
    lines = no_awards(table, lang)
    fitting = {column.key for column in _fitting(screen, table.rows, table, lang)}
    spared = [
        column.title
        for column in columns(table, lang, reasons=False)
        if column.key not in fitting and column.key not in SPARED[:NEVER_SHOWN]
    ]
    if spared:
        lines.append(phrase("score.narrow", lang, columns=", ".join(spared)))
    print_lines(screen, lines)
    gone = replaced_lines(table, lang)
    if table.apart or gone:
        print_lines(screen, ["", word("word.apart", lang)])
    if table.apart:
        _print_rows(screen, table.apart, table, lang)
    print_lines(screen, gone)


def _print_rows(screen: Console, rows: Sequence[Row], table: Standings, lang: str) -> None:
    shape = _fitting(screen, rows, table, lang)
    titles: list[tuple[str, Literal["left", "right"]]] = [
        (column.title, "left" if column.key == "occupant" else "right") for column in shape
    ]
    drawn = _table([*titles, (word("word.reason", lang), "left")])
    for row in rows:
        cells = [plain(column.shown(row, lang, table.rules.places)) for column in shape]
        drawn.add_row(*cells, plain(why_place(row, table.rules, lang)))
    screen.print(drawn)


def _fitting(screen: Console, rows: Sequence[Row], table: Standings, lang: str) -> list[Column]:
    """Return the columns that leave the names and the reasons enough room."""
    shape = [
        column
        for column in columns(table, lang, reasons=False)
        if column.key not in SPARED[:NEVER_SHOWN]
    ]
    widths = {
        column.key: 2
        + max(len(text) for text in (column.title, *_texts(column, rows, table, lang)))
        for column in shape
    }
    widths["occupant"] = min(widths["occupant"], NAME_WIDTH + 2)
    for key in SPARED:
        if sum(widths[column.key] for column in shape) + REASON_WIDTH <= screen.width:
            break
        shape = [column for column in shape if column.key != key]
    return shape


def _texts(column: Column, rows: Sequence[Row], table: Standings, lang: str) -> list[str]:
    return [column.shown(row, lang, table.rules.places) for row in rows]


def print_explanation(
    screen: Console, explanation: Explanation, table: Standings, lang: str
) -> None:
    """Print every game of a player, what else he has, the sum, and why his place is his."""
    row, rules = explanation.row, table.rules
    print_lines(screen, _heading(table, who(row), lang))
    several = len(explanation.players) > 1
    player: list[tuple[str, Literal["left", "right"]]] = [(word("word.player", lang), "left")]
    drawn = _table(
        [
            (word("word.game", lang), "left"),
            *(player if several else ()),
            (word("word.seat", lang), "right"),
            (word("word.role", lang), "left"),
            (word("word.result", lang), "left"),
            (word("word.sum", lang), "left"),
            (word("word.points", lang), "right"),
        ]
    )
    for line in game_lines(explanation, rules, lang):
        points = number(line.points, lang, rules.places)
        whose = (line.player,) if several else ()
        cells = (line.label, *whose, line.seat, line.role, line.result, line.terms, points)
        drawn.add_row(*map(plain, cells))
    screen.print(drawn)
    print_lines(screen, ["", f"{word('word.total', lang)}: {whole_sum(explanation, rules, lang)}"])
    why = both_sides(row, rules, lang)
    where = f"{word('word.place', lang)} {place(row)}" if row.place else word("word.apart", lang)
    print_lines(screen, [f"{where}: {why}" if why else where])
    if rules.readings:
        print_lines(screen, ["", *readings(rules, lang)])


def print_moves(screen: Console, other: WhatIf, change: str, lang: str) -> None:
    """Print whose place is another by other rules."""
    print_lines(screen, _heading(other.before, "", lang)[:-1])
    after = other.after
    print_lines(screen, [f"{word('word.after', lang)}: {change} ({after.rules.title})"])
    print_lines(screen, [*(f"  {note}" for note in notes(after, lang)), ""])
    if not other.moves:
        print_lines(screen, [phrase("score.no_moves", lang)])
        return
    total = word("word.total", lang)
    drawn = _table(
        [
            (word("word.player", lang), "left"),
            (word("word.before", lang), "right"),
            (word("word.after", lang), "right"),
            (total, "right"),
            (f"{total}: {word('word.after', lang)}", "right"),
        ]
    )
    for move in other.moves:
        rows = ((move.before, other.before.rules), (move.after, after.rules))
        totals = [number(row.total, lang, rules.places) for row, rules in rows]
        places = [place(row) or word("word.apart", lang) for row, _ in rows]
        drawn.add_row(plain(who(move.before)), *places, *totals)
    screen.print(drawn)
    count = len(other.before.rows) + len(other.before.apart)
    print_lines(screen, ["", phrase("score.moves", lang, moved=len(other.moves), all=count)])


def print_cut(screen: Console, going: Cut, table: Standings, lang: str) -> None:
    """Print who goes on, who is skipped, and what decides at the cut."""

    def names(rows: Sequence[Row]) -> str:
        return ", ".join(who(row) for row in rows)

    lines = ["", phrase("score.cut", lang, names=names(going.chosen))]
    if going.undecided:
        lines.append(phrase("score.undecided", lang, names=names(going.undecided), free=going.free))
    if going.skipped:
        lines.append(phrase("score.skipped", lang, names=names(going.skipped)))
    if going.decided is not None:
        last = who(going.chosen[-1])
        lines.append(
            phrase("score.decided", lang, name=last, why=reason(going.decided, table.rules, lang))
        )
    print_lines(screen, lines)


def say_remarks(table: Standings, lang: str) -> None:
    """Say on stderr, where the standings are not shown, what a screen has above them."""
    for line in remarks(table, lang):
        say(line)
