"""Round forms: protocols to fill in, written with names on their seats and read back."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from desk.event import read_state, say_all, seated_round
from desk.output import check_writable
from schedules.errors import SeatingError
from schedules.writing import write_bytes
from scoring.errors import ProtocolError
from scoring.files import csv_form, read_protocols
from scoring.files.cells import columns_of
from scoring.files.texts import csv_rows, decode, read_bytes, sheet_rows, tidy
from scoring.files.words import HEADERS
from scoring.protocol import Game
from tournament.flow.asking import idle_seats, stage_word
from tournament.flow.bench import judges_at
from tournament.flow.drawing import who_sits
from tournament.phrases import phrase
from tournament.store import State
from tournament.store.state import Seated

FORM = (
    ("stage", "этап"), ("round", "тур"), ("table", "стол"), ("seat", "место"), ("player", "игрок"),
    ("role", "роль"), ("result", "результат"), ("first_killed", "первый убитый"),
    ("best_move", "лучший ход"), ("fouls", "фолы"), ("exit", "выход"), ("extras", "доп. баллы"),
    ("penalties", "штраф"), ("judge", "судья"),
)  # fmt: skip
"""Columns of a protocol to fill in, in English and Russian: docs/protocol-files.md."""
GIVEN = ("stage", "round", "table", "game", "seat", "player", "judge", "slot", "team")
"""Columns that stand there before anybody fills in a game."""
ENDINGS = (".csv", ".xlsx")

Rows = list[list[str]]
Place = tuple[str, str, str]
"""Stage, round and table of a game as they are written."""


def write_forms(event: str, *, round_: str | None, out: Path | None, lang: str) -> int:
    """Write protocols to fill in, names on their seats; ``record`` reads them back."""
    if out is None or out.suffix.lower() not in ENDINGS:
        raise SeatingError("Name the file of the forms, such as -o round1.csv or -o round1.xlsx.")
    check_writable(out)
    state = read_state(event)
    rows = form_rows(state, seated_round(state, round_), lang)
    write_bytes(out, _workbook(rows) if out.suffix.lower() == ".xlsx" else _csv(rows, lang))
    return say_all([phrase("event.written", lang, out=out)])


def form_rows(state: State, one: Seated, lang: str) -> list[list[str | int]]:
    """Return the rows of a round's forms; penalties only where the rules of the event know them."""
    rules = state.rules
    known = rules.judge_penalties or rules.penalty_points
    columns = [names for names in FORM if known or names[0] != "penalties"]
    rows: list[list[str | int]] = [[names[lang == "ru"] for names in columns]]
    sitting = who_sits(state, one)
    for table in one.in_play:
        idle = idle_seats(state, one, table)
        for seat, name in enumerate(sitting[table - 1], 1):
            if seat not in idle:
                given: dict[str, str | int] = {
                    "stage": stage_word(state, one.stage, lang), "round": one.round,
                    "table": table, "seat": seat, "player": name,
                    "judge": judges_at(one)[table - 1],
                }  # fmt: skip
                rows.append([given.get(column, "") for column, _ in columns])
    return rows


def _csv(rows: Sequence[Sequence[str | int]], lang: str) -> bytes:
    """Return rows as CSV; parted as Excel expects it: by ; where commas stand in numbers."""
    held = io.StringIO()
    csv.writer(held, delimiter=";" if lang == "ru" else ",").writerows(rows)
    return ("\N{BOM}" + held.getvalue()).encode()


def _workbook(rows: Sequence[Sequence[str | int]]) -> bytes:
    import xlsxwriter

    held = io.BytesIO()
    book = xlsxwriter.Workbook(held, {"in_memory": True, "strings_to_formulas": False})
    sheet = book.add_worksheet()
    for number, row in enumerate(rows):
        sheet.write_row(number, 0, row)
    sheet.freeze_panes(1, 0)
    sheet.set_column(0, 0, 18)
    sheet.set_column(4, 4, 24)
    book.close()
    return held.getvalue()


def read_games(file: Path, *, source: str | None) -> tuple[tuple[Game, ...], tuple[Place, ...]]:
    """Return the protocols of a file, and the games of it of which nothing is filled in.

    Raises
    ------
    ProtocolError
        If a game is filled in by half, or none is.
    """
    if source not in (None, "seating"):
        return read_protocols(file, source=source).games, ()
    rows = _own_rows(file)
    if rows is None:
        return read_protocols(file, source=source).games, ()
    kept, empty = without_empty(rows)
    if empty and not any(any(map(str.strip, row)) for row in kept[1:]):
        raise ProtocolError(
            f"{file}: nothing is filled in yet; write the roles, and the result once for each game."
        )
    return csv_form.protocols(file, kept).games, empty


def _own_rows(file: Path) -> Rows | None:
    """Return the rows of a table in our own form; None if it is something else."""
    data = read_bytes(file)
    if data.startswith(b"PK"):
        rows = sheet_rows(file, data)
    elif data.startswith(b"\xd0\xcf\x11\xe0"):
        return None
    else:
        text = decode(file, data)
        if text.lstrip()[:1] in ("{", "["):
            return None
        rows = csv_rows(file, text)
    head = next((row for row in rows if row), [])
    own = set(columns_of(head, HEADERS)[0]) >= {"seat", "player", "role", "result", "round"}
    return rows if own and not columns_of(head, HEADERS)[1] else None


def without_empty(rows: Rows) -> tuple[Rows, tuple[Place, ...]]:
    """Return rows, blank where nothing of their game is filled in, and which games those are."""
    head = next(n for n, row in enumerate(rows) if row)
    columns, _ = columns_of(rows[head], HEADERS)

    def cell(row: list[str], column: str) -> str:
        index = columns.get(column, len(row))
        return tidy(row[index]) if index < len(row) else ""

    def place_of(row: list[str]) -> Place:
        return cell(row, "stage"), cell(row, "round"), cell(row, "table")

    games = dict.fromkeys(place_of(row) for row in rows[head + 1 :] if any(map(str.strip, row)))
    filled = {
        place_of(row)
        for row in rows[head + 1 :]
        if any(cell(row, column) for column in columns if column not in GIVEN)
    }
    kept = [row if n <= head or place_of(row) in filled else [] for n, row in enumerate(rows)]
    return kept, tuple(place for place in games if place not in filled)
