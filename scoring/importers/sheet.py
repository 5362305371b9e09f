"""The protocol form that clubs keep in a spreadsheet, one block of rows a game.

A block, in Russian or Ukrainian, as in the sheets of ``Seezov/FamilyMafiaApp`` (scoring.md,
section 5)::

    Дата  2024-03-02  Ведущий  Анна
    №     Игрок       Роль     Фолы            Балл  Штраф  ЛХ   Доп
    1     Борис       Дон      TRUE TRUE FALSE 1            0    0,5
    …     (ten seats; a box for each foul)
    ПУ    8           Лучший ход  2 5 7
    Победа:           Мафия
          Номер       Комментарии
          1           what the judge noted behind the extra

A column "Авто" is the automatic bonus. Points of the form itself (Балл, ЛХ) go on record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from scoring.files.cells import Cells
from scoring.files.texts import tidy
from scoring.files.words import key, lookup, meaning
from scoring.importers.gathering import gathered
from scoring.protocol import Chair, Exit, Game, Protocols, Result

DATE = ("дата", "date")
KILLED = ("пу", "первый убитый")
WINNER = ("победа:", "перемога:", "победа", "перемога")
NUMBER = ("номер",)
HEADERS: Mapping[str, tuple[str, ...]] = {
    "seat": ("№", "#"),
    "player": ("игрок", "гравець"),
    "role": ("роль",),
    "fouls": ("фолы", "фоли"),
    "given": ("балл", "бал", "баллы"),
    "penalties": ("штраф",),
    "autobonus": ("авто", "автобонус"),
    "best_move": ("лх", "кх"),
    "extras": ("доп", "допы"),
}
SEATS = 10


def matches(rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows hold such blocks."""
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        return False
    firsts = {key(str(row[0])) for row in rows if row}
    return bool(firsts & set(DATE)) and bool(firsts & set(KILLED)) and bool(firsts & set(WINNER))


def protocols(source: object, rows: Sequence[Sequence[str]]) -> Protocols:
    """Return the protocols, in order of the blocks; each is a round of one table."""
    starts = [line for line, row in enumerate(rows) if row and key(row[0]) in DATE]
    ends = [*starts[1:], len(rows)]
    return gathered(source, _games(rows, list(zip(starts, ends, strict=True))))


def _games(rows: Sequence[Sequence[str]], spans: list[tuple[int, int]]) -> Iterator[Game | str]:
    for number, (start, end) in enumerate(spans, start=1):
        faults: list[str] = []
        game = _game(number, start, rows[start:end], faults)
        if faults or game is None:
            yield f"game {number} (line {start + 1} on) does not count: {' '.join(faults)}"
        else:
            yield game


def _cell(row: Sequence[str], column: int) -> str:
    return row[column].strip() if column < len(row) else ""


def _game(
    number: int, start: int, block: Sequence[Sequence[str]], faults: list[str]
) -> Game | None:
    """Return the game of a block; None after a fault."""
    head = next((at for at, row in enumerate(block) if _columns(row).keys() >= {"role"}), None)
    killed = next((row for row in block if row and key(row[0]) in KILLED), None)
    winner = next((row for row in block if row and key(row[0]) in WINNER), None)
    if head is None or killed is None or winner is None:
        faults.append("its header, the row ПУ or the row of the winner is missing.")
        return None
    result = meaning("result", _cell(winner, 2))
    if result is None:
        faults.append(f"its winner is {_cell(winner, 2)!r}.")
    columns = _columns(block[head])
    seats = [
        Cells(row, columns, f"line {start + at + 1}", faults)
        for at, row in enumerate(block[head + 1 : head + 1 + SEATS], start=head + 1)
    ]
    row = Cells(killed, {"first_killed": 1, "b1": 3, "b2": 4, "b3": 5}, "row ПУ", faults)
    first = row.seat("first_killed")
    move = tuple(seat for name in ("b1", "b2", "b3") if (seat := row.seat(name)))
    comments = _comments(block)
    chairs = [
        chair for cell in seats if (chair := _chair(cell, first, "autobonus" in columns, comments))
    ]
    if faults or result is None:
        return None
    written = {
        name: {cell.raw("seat"): cell.raw(column) for cell in seats if cell.raw(column)}
        for name, column in (("points", "given"), ("best_move_points", "best_move"))
    }
    record: dict[str, Any] = {name: values for name, values in written.items() if values}
    if date := _cell(block[0], 1):
        record["date"] = date
    return Game(
        stage="",
        round=number,
        table=1,
        result=cast("Result", result),
        chairs=tuple(chairs),
        first_killed=first,
        best_move=move,
        judge=tidy(_cell(block[0], 3)),
        record=record,
    )


def _columns(row: Sequence[str]) -> dict[str, int]:
    known = lookup(HEADERS)
    found: dict[str, int] = {}
    for index, cell in enumerate(row):
        if column := known.get(key(cell)):
            found.setdefault(column, index)
    return found


def _chair(
    cell: Cells, first: int | None, automatic: bool, comments: Mapping[str, str]
) -> Chair | None:
    role, seat = cell.role(), cell.whole("seat")
    if role is None:
        return None
    fouls = _fouls(cell)
    extra, penalty = cell.points("extras") or Fraction(0), cell.points("penalties") or Fraction(0)
    taken = [points for points in (extra, -abs(penalty)) if points < 0]
    left = Exit("night", 1) if seat == first else None
    return Chair(
        seat=seat,
        player=cell.name("player"),
        role=role,
        fouls=fouls,
        exit=left,
        extras=(extra,) if extra > 0 else (),
        penalties=tuple(("judge", points) for points in taken),
        autobonus=bool(cell.points("autobonus")) if automatic else True,
        comment=comments.get(cell.raw("seat"), ""),
    )


def _fouls(cell: Cells) -> int:
    """Return the fouls: boxes under the header and the two columns beside it, or a number."""
    at = cell.columns.get("fouls")
    if at is None:
        return 0
    inside = [
        _cell(cell.row, column)
        for column in range(at, at + 3)
        if column == at or column not in cell.columns.values()
    ]
    if inside[0].isdecimal() and not any(inside[1:]):
        return cell.whole("fouls")
    return sum(meaning("flag", box) == "1" for box in inside if box)


def _comments(block: Sequence[Sequence[str]]) -> dict[str, str]:
    """Return what is noted behind each seat below the form."""
    start = next((at for at, row in enumerate(block) if key(_cell(row, 1)) in NUMBER), len(block))
    noted: dict[str, str] = {}
    for row in block[start + 1 :]:
        seat, text = _cell(row, 1), _cell(row, 2)
        if seat and text:
            noted[seat] = f"{noted[seat]}; {text}" if seat in noted else text
    return noted
