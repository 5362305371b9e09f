"""A tournament in one CSV, one row a seat, with every component of the score beside it.

Who was killed first is marked on his own row, and the best move is there only as its points, from
which the hits are decoded (:data:`HITS`). What the source computed itself (win, Ci, total) goes on
record, to be compared with. Where players come in teams, no column tells them: teammates are those
who never meet (:func:`scoring.importers.teams.teams_never_met`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from scoring.files.cells import Cells, columns_of
from scoring.importers.gathering import gathered
from scoring.importers.teams import teams_never_met
from scoring.protocol import Chair, Exit, Game, Protocols, Result

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "game": ("game_id",),
    "title": ("title",),  # "Тур 12 стол 1": round and table
    "winner": ("winner",),
    "seat": ("seat",),
    "player": ("player",),
    "role": ("role",),
    "first_killed": ("first_killed",),  # 1 on the row of the first killed
    "dop": ("dop",),  # the judge's extra
    "best_move": ("lh",),  # points of the best move
    "penalty": ("penalty",),
    "tech_penalty": ("tech_penalty",),
    "win_pts": ("win_pts",),
    "ci": ("ci",),
    "total": ("total",),
}
"""Columns by what we call them."""
ON_RECORD = ("win_pts", "ci", "total")
HITS: Mapping[Fraction, int] = {
    Fraction(0): 0,
    Fraction(1, 10): 1,
    Fraction(3, 10): 2,
    Fraction(3, 5): 3,
}
"""Blacks named by the points of a best move (MafiaUniverse 2025; scoring.md, section 4)."""


def matches(rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows are such a tournament."""
    columns, _ = columns_of(rows[0] if rows else (), COLUMNS)
    return columns.keys() >= {"game", "winner", "seat", "player", "role", "dop", "best_move"}


def protocols(source: object, rows: Sequence[Sequence[str]]) -> Protocols:
    """Return the protocols, with the teams if there are any."""
    games = list(_games(rows))
    return gathered(
        source, games, teams=teams_never_met([one for one in games if isinstance(one, Game)])
    )


def _games(rows: Sequence[Sequence[str]]) -> Iterator[Game | str]:
    columns, _ = columns_of(rows[0], COLUMNS)
    blocks: dict[str, list[tuple[int, Sequence[str]]]] = {}
    for line, row in enumerate(rows[1:], start=2):
        if len(row) > columns["game"]:
            blocks.setdefault(row[columns["game"]], []).append((line, row))
    for place, (game, block) in enumerate(blocks.items(), start=1):
        faults: list[str] = []
        cells = [Cells(row, columns, f"line {line}", faults) for line, row in block]
        yield _game(f"game {game}", place, cells, faults)


def _game(label: str, place: int, cells: Sequence[Cells], faults: list[str]) -> Game | str:
    first = cells[0]
    result = first.word("winner", "result", "write red or black")
    chairs = [chair for cell in cells if (chair := _chair(cell))]
    killed = [cell for cell in cells if cell.flag("first_killed")]
    if len(killed) > 1:
        killed[1].fault("first_killed", "only one is killed first")
    told = None
    for cell in cells:
        points = cell.points("best_move") or Fraction(0)
        if points not in HITS:
            cell.fault("best_move", f"write one of {', '.join(map(str, map(float, HITS)))}")
        elif cell in killed:
            told = HITS[points]
        elif points:
            cell.fault("best_move", "only the first killed has one")
    if faults:
        return f"{label} does not count: {' '.join(faults)}"
    title = first.name("title")
    numbers = re.fullmatch(r"Тур (\d{1,5}) стол (\d{1,4})", title)
    record: dict[str, Any] = {
        "seats": {
            cell.raw("seat"): {name: cell.raw(name) for name in ON_RECORD if cell.raw(name)}
            for cell in cells
        }
    }
    return Game(
        stage="",
        round=int(numbers[1]) if numbers else place,
        table=int(numbers[2]) if numbers else 1,
        result=cast("Result", result),
        chairs=tuple(chairs),
        first_killed=killed[0].whole("seat") if killed else None,
        name=title or label,
        record=record,
        hits_told=told,
    )


def _chair(cell: Cells) -> Chair | None:
    role = cell.role()
    if role is None:
        return None
    dop = cell.points("dop") or Fraction(0)
    penalties = [("judge", dop)] if dop < 0 else []
    for kind, name in (("judge", "penalty"), ("tech", "tech_penalty")):
        if points := cell.points(name):
            penalties.append((kind, -abs(points)))
    return Chair(
        seat=cell.whole("seat"),
        player=cell.name("player"),
        role=role,
        exit=Exit("night", 1) if cell.flag("first_killed") else None,
        extras=(dop,) if dop > 0 else (),
        penalties=tuple(penalties),
    )
