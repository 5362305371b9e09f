"""Our own CSV of protocols, one row a seat, in and out; a workbook has the same columns.

The form is described in ``docs/protocol-files.md``.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import cast

from scoring.check import refusal
from scoring.errors import ProtocolError
from scoring.files.cells import Cells, columns_of
from scoring.files.texts import MOST_NAMED
from scoring.files.words import HEADERS, key, meaning, number_text
from scoring.protocol import (
    Adjustment,
    AdjustmentKind,
    Chair,
    Game,
    Occupant,
    Protocols,
    Result,
)

NEEDED = ("seat", "player", "role", "result")
"""Columns without which rows are no protocols; "round" or "game" besides."""
GAME_COLUMNS = ("result", "judge", "first_killed", "best_move", "hits", "factor", "record")
"""What belongs to the whole game: written in each row, or in one of them."""
ALWAYS = (
    "stage", "round", "table", "result", "judge", "first_killed", "best_move", "seat", "player",
    "role", "fouls", "exit", "extras", "penalties",
)  # fmt: skip
"""Columns that are written even where nothing stands in them."""


def missing_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the columns that our own form needs and the first row does not name."""
    columns, _ = columns_of(next((row for row in rows if row), ()), HEADERS)
    missing = [column for column in NEEDED if column not in columns]
    return missing if {"round", "game"} & set(columns) else [*missing, "round"]


def matches(rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows are headed as our own form."""
    return not missing_columns(rows)


@dataclass(slots=True)
class _Block:
    """The rows of one game."""

    first: Cells
    rows: list[Cells] = field(default_factory=list)
    seats: set[str] = field(default_factory=set)


def protocols(source: object, rows: Sequence[Sequence[str]]) -> Protocols:
    """Return the protocols of the rows of a file, the first of which names the columns.

    Rows of one game need not stand together. Columns that are not known are listed in
    ``left_out``.

    Raises
    ------
    ProtocolError
        If columns are missing or cells cannot be read; every one is listed with its line.
    """
    head = next((index for index, row in enumerate(rows) if row), None)
    if head is None:
        raise ProtocolError(f"{source} is empty; write one row for each seat of each game.")
    columns, strange = columns_of(rows[head], HEADERS)
    if missing := missing_columns(rows):
        raise ProtocolError(
            f"{source} has no column {', '.join(missing)}; name the columns in the first row, "
            f"such as {', '.join(ALWAYS)}."
        )
    faults: list[str] = []
    cells = [
        Cells(row, columns, f"{source}, line {line}", faults)
        for line, row in enumerate(rows[head + 1 :], start=head + 2)
        if any(map(str.strip, row))
    ]
    faults += [fault for cell in cells if (fault := cell.beyond(len(rows[head])))]
    other: dict[str, list[Cells]] = {}
    blocks: list[_Block] = []
    latest: dict[tuple[str, ...], _Block] = {}
    for cell in cells:
        kind = cell.word("row", "row", "leave it empty, or write adjustment, occupant or team")
        if kind == "seat":
            _join(cell, blocks, latest)
        elif kind:
            other.setdefault(kind, []).append(cell)
    games = [_game(block, place) for place, block in enumerate(blocks, start=1)]
    left = [cell.raw("comment") for cell in other.get("left_out", ())]
    left += [
        f"{source}: the column {header!r} is not read"
        for header, index in strange.items()
        if any(index < len(cell.row) and cell.row[index].strip() for cell in cells)
    ]
    found = Protocols(
        games=tuple(game for game in games if game),
        adjustments=tuple(map(_adjustment, other.get("adjustment", ()))),
        occupants=tuple(
            Occupant(
                cell.name("slot"),
                cell.name("player"),
                cell.name("stage"),
                cell.whole("round"),
                cell.place,
            )
            for cell in other.get("occupant", ())
        ),
        teams=_teams(cells),
        name=next((cell.raw("comment") for cell in other.get("tournament", ())), ""),
        left_out=tuple(left),
    )
    if faults:
        raise refusal(f"{source} cannot be read", faults, most=MOST_NAMED)
    return found


def _join(cell: Cells, blocks: list[_Block], latest: dict[tuple[str, ...], _Block]) -> None:
    """Put a row to its game; when the game's first seat comes again, it is another game."""
    place = tuple(cell.name(column) for column in ("stage", "round", "table", "game"))
    seat = cell.raw("seat")
    block = latest.get(place)
    if block is None or block.first.raw("seat") == seat:
        block = latest[place] = _Block(cell)
        blocks.append(block)
    block.rows.append(cell)


def _game(block: _Block, place: int) -> Game | None:
    """Return the game of a block; None after a fault."""
    first = block.first
    head: dict[str, Cells] = {}
    for column in GAME_COLUMNS:
        written = [cell for cell in block.rows if cell.raw(column)]
        head[column] = written[0] if written else first
        for cell in written:
            other = head[column]
            if cell.raw(column) == other.raw(column):
                continue  # as it nearly always is
            if _same(cell, column) != _same(other, column):
                cell.fault(column, f"{first.place} says {head[column].raw(column)!r} of this game")
                break
    result = head["result"].word("result", "result", "write red, black, draw or void")
    chairs = [chair for cell in block.rows if (chair := _chair(cell))]
    number = first.whole("round", place)
    if result is None or len(chairs) < len(block.rows):
        return None
    return Game(
        stage=first.name("stage"),
        round=number,
        table=first.whole("table", 1),
        result=cast("Result", result),
        chairs=tuple(sorted(chairs, key=lambda chair: chair.seat)),
        first_killed=head["first_killed"].seat("first_killed"),
        best_move=head["best_move"].seats("best_move"),
        judge=head["judge"].name("judge"),
        name=first.name("game"),
        factor=head["factor"].points("factor") or Fraction(1),
        record=head["record"].record(),
        hits_told=head["hits"].whole("hits") if head["hits"].raw("hits") else None,
    )


def _same(cell: Cells, column: str) -> str:
    """Return what a cell says, however it is spelt."""
    text = cell.raw(column)
    return (meaning("result", text) if column == "result" else None) or key(text)


def _chair(cell: Cells) -> Chair | None:
    role = cell.role()
    if not cell.raw("seat"):
        cell.fault("seat", "write the seat, from 1")
        return None
    if role is None:
        return None
    return Chair(
        seat=cell.whole("seat"),
        player=cell.name("player"),
        role=role,
        slot=cell.name("slot"),
        substitute=cell.flag("substitute"),
        fouls=cell.whole("fouls"),
        tech_fouls=cell.whole("tech_fouls"),
        exit=cell.exit(),
        extras=cell.awards("extras"),
        penalties=cell.penalties(),
        autobonus=cell.flag("autobonus", True),
        best_player=cell.flag("best_player"),
        best_move_award=cell.flag("best_move_award"),
        given=cell.points("given"),
        comment=cell.raw("comment"),
    )


def _adjustment(cell: Cells) -> Adjustment:
    kind = cell.word("kind", "adjustment", "write missed_round, late, penalty, bonus, …")
    return Adjustment(
        cell.name("slot"),
        cast("AdjustmentKind", kind or "penalty"),
        cell.points("points"),
        cell.name("stage"),
        cell.whole("round"),
        cell.raw("comment"),
        cell.place,
    )


def _teams(cells: Sequence[Cells]) -> dict[str, str]:
    """Return the team of each slot; two teams of one slot are a fault."""
    teams: dict[str, str] = {}
    for cell in cells:
        team, slot = cell.name("team"), cell.name("slot") or cell.name("player")
        if team and teams.setdefault(slot, team) != team:
            cell.fault("team", f"another row says {teams[slot]!r} of {slot}")
    return teams


def to_csv(found: Protocols) -> str:
    """Return the protocols as our own CSV, so that reading it gives the same found."""
    rows = [*_seat_rows(found), *_other_rows(found)]
    used = {name for row in rows for name, text in row.items() if text}
    names = [name for name in HEADERS if name in used or name in ALWAYS]
    out = io.StringIO()
    writer = csv.DictWriter(out, names, restval="", extrasaction="ignore", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _seat_rows(found: Protocols) -> Iterator[dict[str, str]]:
    for game in found.games:
        head = {
            "stage": game.stage,
            "round": str(game.round),
            "table": str(game.table),
            "game": game.name,
            "result": game.result,
            "judge": game.judge,
            "first_killed": str(game.first_killed or ""),
            "best_move": " ".join(map(str, game.best_move)),
            "hits": "" if game.hits_told is None else str(game.hits_told),
            "factor": "" if game.factor == 1 else number_text(game.factor),
        }
        record = json.dumps(dict(game.record), ensure_ascii=False) if game.record else ""
        for chair in game.chairs:
            yield head | _seat_row(chair, found) | {"record": record}
            record = ""


def _seat_row(chair: Chair, found: Protocols) -> dict[str, str]:
    left = chair.exit
    return {
        "seat": str(chair.seat),
        "player": chair.player,
        "slot": chair.slot,
        "team": found.teams.get(chair.owner, ""),
        "substitute": "1" if chair.substitute else "",
        "role": chair.role,
        "fouls": str(chair.fouls or ""),
        "tech_fouls": str(chair.tech_fouls or ""),
        "exit": f"{left.kind} {left.number or ''}".strip() if left else "",
        "extras": " ".join(map(number_text, chair.extras)),
        "penalties": " ".join(f"{kind}:{number_text(points)}" for kind, points in chair.penalties),
        "autobonus": "" if chair.autobonus else "0",
        "best_player": "1" if chair.best_player else "",
        "best_move_award": "1" if chair.best_move_award else "",
        "given": "" if chair.given is None else number_text(chair.given),
        "comment": chair.comment,
    }


def _other_rows(found: Protocols) -> Iterator[dict[str, str]]:
    """Everything that is not a seat."""
    for one in found.adjustments:
        yield {
            "row": "adjustment",
            "slot": one.slot,
            "kind": one.kind,
            "points": "" if one.points is None else number_text(one.points),
            "stage": one.stage,
            "round": str(one.round or ""),
            "comment": one.reason,
        }
    for occupant in found.occupants:
        yield {
            "row": "occupant",
            "slot": occupant.slot,
            "player": occupant.player,
            "stage": occupant.stage,
            "round": str(occupant.round or ""),
        }
    seated = {chair.owner for game in found.games for chair in game.chairs}
    for slot, team in found.teams.items():
        if slot not in seated:
            yield {"row": "team", "slot": slot, "team": team}
    if found.name:
        yield {"row": "tournament", "comment": found.name}
    for reason in found.left_out:
        yield {"row": "left_out", "comment": reason}
