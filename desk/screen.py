"""The terminal: consoles, text made safe to show, and the seating as tables."""

from __future__ import annotations

import re
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from schedules.schedule import Schedule

NAME_WIDTH = 16
"""Columns that a name should have before the tables of a round are parted into two blocks."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def plain(text: str) -> str:
    """Return a text without the control characters that could move or colour a terminal."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def console(*, stderr: bool = False) -> Console:
    """Return a console for stdout or stderr that only colours what we ask it to."""
    return _console_class()(
        file=sys.stderr if stderr else sys.stdout, highlight=False, markup=False, emoji=False
    )


@cache
def _console_class() -> type[Console]:
    from rich.console import Console

    class PipeConsole(Console):
        """A console that leaves a closed pipe to us; rich's own answer is exit status 1."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return PipeConsole


def print_lines(screen: Console, lines: list[str]) -> None:
    """Print sentences, wrapped between words on a terminal and whole in a file or pipe."""
    for line in lines:
        screen.print(plain(line), soft_wrap=not screen.is_terminal)


def print_rounds(screen: Console, schedule: Schedule, lang: str) -> None:
    """Print who sits where, and a blank line: a table of numbers, or of names for each round."""
    if schedule.players:
        for r in range(schedule.num_rounds):
            _print_named_round(screen, schedule, r, lang)
    else:
        screen.print(_numbers(schedule, lang))
        screen.print()


def _numbers(schedule: Schedule, lang: str) -> Table:
    """Return all rounds in one table, a row for each game: 27 rows for 9 rounds of 3 tables."""
    from schedules.phrases import phrase

    seats = schedule.seating.shape[2]
    table = _table()
    table.add_column(phrase("word.round", lang), justify="right")
    table.add_column(phrase("word.table", lang), justify="right")
    for seat in range(seats):
        table.add_column(str(seat + 1), justify="right", no_wrap=True, header_style="dim")
    for r, tables in enumerate(schedule.seating.tolist()):
        rows = [
            (str(t + 1), ["·" if p < 0 else str(p + 1) for p in game])
            for t, game in enumerate(tables)
            if max(game) >= 0
        ]
        out = [str(p + 1) for p in _out(schedule, r)]
        for first in range(0, len(out), seats):
            label = phrase("desk.out", lang) if first == 0 else ""
            rows.append((label, out[first : first + seats]))
        for index, (label, cells) in enumerate(rows):
            number = str(r + 1) if index == 0 else ""
            style = None if label.isdigit() else "dim"
            table.add_row(number, label, *cells, end_section=index == len(rows) - 1, style=style)
    return table


def _print_named_round(screen: Console, schedule: Schedule, r: int, lang: str) -> None:
    """Print one round: a column for each table, a row for each seat."""
    from rich.text import Text

    from schedules.phrases import phrase

    screen.print(Text(phrase("place.round", lang, round=r + 1), style="bold"))
    tables = [(t, game) for t, game in enumerate(schedule.seating[r].tolist()) if max(game) >= 0]
    abreast = max(1, (screen.width - 3) // (NAME_WIDTH + 1))
    for first in range(0, len(tables), abreast):
        block = tables[first : first + abreast]
        table = _table()
        table.add_column("", justify="right", style="dim")
        for t, _ in block:
            table.add_column(phrase("place.table", lang, table=t + 1), overflow="fold")
        for seat in range(schedule.seating.shape[2]):
            names = [Text(_on_chair(schedule, game[seat], lang)) for _, game in block]
            table.add_row(str(seat + 1), *names)
        screen.print(table)
    if out := _out(schedule, r):
        names_out = ", ".join(schedule.player_label(p) for p in out)
        print_lines(screen, [f"{phrase('place.sitting_out', lang)}: {names_out}"])
    screen.print()


def _on_chair(schedule: Schedule, player: int, lang: str) -> str:
    from schedules.phrases import phrase

    return phrase("word.none", lang) if player < 0 else plain(schedule.player_label(player))


def _table() -> Table:
    from rich import box
    from rich.table import Table

    style: dict[str, Any] = {"box": box.SIMPLE_HEAD, "pad_edge": False, "padding": (0, 1, 0, 0)}
    return Table(show_edge=False, **style)


def _out(schedule: Schedule, r: int) -> list[int]:
    sitting = set(schedule.seating[r].ravel().tolist())
    return [p for p in range(schedule.problem.num_players) if p not in sitting]
