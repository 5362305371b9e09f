"""Games of gomafia.pro: the JSON of its tournament page, or a table scraped from it.

The layout is in scoring.md, section 5; no real file was at hand. The site tells who won, the roles
and the points of each player, which are taken as given; it does not tell who was killed first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from scoring.files.cells import Cells, columns_of
from scoring.files.words import meaning
from scoring.importers.gathering import Fields, Unreadable, gathered
from scoring.protocol import Chair, Game, Protocols, Result, Role

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "round": ("gameNum", "game_num", "game", "игра", "тур"),
    "table": ("tableNum", "table_num", "table", "стол"),
    "result": ("win", "winner", "result", "победа", "результат"),
    "judge": ("referee", "judge", "судья", "ведущий"),
    "seat": ("place", "seat", "место", "№"),
    "player": ("login", "логин"),
    "role": ("role", "роль"),
    "given": ("points", "баллы", "очки"),
    "id": ("id",),
    "elo": ("elo",),
    "elo_delta": ("eloDelta", "elo_delta"),
}
"""Columns of the table, one row a seat; id and elo go on record."""
NEEDED = ("round", "result", "seat", "player", "role")


def matches(content: Any) -> bool:
    """Whether a JSON value, or rows, are such games."""
    if isinstance(content, dict):
        return isinstance(_data(content).get("games"), list) and any(
            isinstance(one, dict) and "gameNum" in one for one in _data(content)["games"]
        )
    rows = content if isinstance(content, list) else []
    first: Any = next((row for row in rows if row), [])
    if not isinstance(first, list) or not all(isinstance(cell, str) for cell in first):
        return False
    columns, _ = columns_of(first, COLUMNS)
    return all(name in columns for name in NEEDED)


def protocols(source: object, content: Any) -> Protocols:
    """Return the protocols, the points of each player as given."""
    if isinstance(content, dict):
        tournament = _data(content).get("tournament")
        name = tournament.get("name", "") if isinstance(tournament, dict) else ""
        return gathered(source, _games_of_json(_data(content)), name=str(name))
    return gathered(source, _games_of_rows(content))


def _data(content: Mapping[str, Any]) -> Mapping[str, Any]:
    inner = content.get("data")
    return inner if isinstance(inner, dict) else content


def _games_of_json(data: Mapping[str, Any]) -> Iterator[Game | str]:
    for value in data.get("games") or []:
        try:
            outer = Fields.of(value, "a game")
            number = outer.whole("gameNum")
            tables = outer.items("game")
        except Unreadable as error:
            yield f"{error}: the game does not count."
            continue
        for place, table in enumerate(tables, start=1):
            try:
                yield _game(Fields.of(table, f"game {number}, table {place}"), number, place)
            except Unreadable as error:
                yield f"{error}: the game does not count."


def _word(fields: Fields, name: str, kind: str) -> str:
    text = fields.text(name)
    found = meaning(kind, text)
    if found is None:
        raise fields.bad(name, f"a {kind}")
    return found


def _game(fields: Fields, number: int, place: int) -> Game:
    chairs: list[Chair] = []
    seats: dict[str, Any] = {}
    for index, value in enumerate(fields.items("table"), start=1):
        one = Fields.of(value, f"{fields.place}, seat {index}")
        seat = one.whole("place", index)
        points = one.points("points") if one.value.get("points") is not None else None
        chairs.append(
            Chair(
                seat=seat,
                player=one.text("login"),
                role=cast("Role", _word(one, "role", "role")),
                given=points,
            )
        )
        if rest := one.rest():
            seats[str(seat)] = rest
    result = _word(fields, "win", "result")
    table, judge = fields.whole("tableNum", place), fields.text("referee")
    record = fields.rest()
    if seats:
        record["seats"] = seats
    return Game("", number, table, cast("Result", result), tuple(chairs), judge=judge,
                record=record)  # fmt: skip


def _games_of_rows(rows: Sequence[Sequence[str]]) -> Iterator[Game | str]:
    head = next(index for index, row in enumerate(rows) if row)
    columns, _ = columns_of(rows[head], COLUMNS)
    blocks: dict[tuple[str, str], list[Cells]] = {}
    for line, row in enumerate(rows[head + 1 :], start=head + 2):
        if any(map(str.strip, row)):
            cells = Cells(row, columns, f"line {line}", [])
            cells.faults.extend(filter(None, [cells.beyond(len(rows[head]))]))
            blocks.setdefault((cells.raw("round"), cells.raw("table")), []).append(cells)
    for block in blocks.values():
        first = block[0]
        result = first.word("result", "result", "write red or black")
        chairs, seats = [], {}
        for one in block:
            role = one.role()
            seat = one.whole("seat")
            if role:
                chairs.append(
                    Chair(
                        seat=seat, player=one.name("player"), role=role, given=one.points("given")
                    )
                )
            rest = {name: one.raw(name) for name in ("id", "elo", "elo_delta") if one.raw(name)}
            if rest:
                seats[str(seat)] = rest
        number, table = first.whole("round"), first.whole("table", 1)
        faults = [fault for one in block for fault in one.faults]
        if faults or result is None:
            yield f"game {number}, table {table} does not count: {' '.join(faults)}"
            continue
        yield Game(
            "",
            number,
            table,
            cast("Result", result),
            tuple(sorted(chairs, key=lambda chair: chair.seat)),
            judge=first.name("judge"),
            record={"seats": seats} if seats else {},
        )
