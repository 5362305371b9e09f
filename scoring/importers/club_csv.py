"""A club's seasons in one CSV, one row a seat, with marks of the games that count.

The columns and what becomes of each are in :data:`COLUMNS`. Games that are not marked as rated and
standard (templates, other games, games without a result) are left out with that reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from scoring.files.cells import Cells, columns_of
from scoring.importers.gathering import gathered
from scoring.protocol import Chair, Exit, Game, Protocols, Result

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "season": ("season",),  # the stage, "season 3"
    "game": ("game",),  # the round; each game of a season is a round of one table
    "judge": ("judge",),
    "winner": ("winner",),  # red or black; anything else has no result
    "first_killed": ("first_killed_seat",),  # 0 for nobody
    "bm1": ("bm1",),
    "bm2": ("bm2",),
    "bm3": ("bm3",),
    "seat": ("seat",),
    "player": ("player",),
    "role": ("role",),
    "fouls": ("fouls",),
    "removed": ("removed",),  # an exit, by fouls if there are four of them
    "extra": ("extra",),  # an award; below 0, a penalty of the judge
    "penalty": ("penalty",),  # a penalty of the judge
    "auto_bonus": ("auto_bonus",),
    "bm_points": ("bm_points",),  # on record, as the club counted them
    "rated": ("rated",),
    "standard": ("standard",),
}
"""Columns by what we call them."""
FOULS_TO_LEAVE = 4


def matches(rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows are such seasons."""
    columns, _ = columns_of(rows[0] if rows else (), COLUMNS)
    return columns.keys() >= {"season", "game", "winner", "seat", "player", "role", "rated"}


def protocols(source: object, rows: Sequence[Sequence[str]]) -> Protocols:
    """Return the games that are marked to count, season after season."""
    return gathered(source, _games(rows))


def _games(rows: Sequence[Sequence[str]]) -> Iterator[Game | str]:
    columns, _ = columns_of(rows[0], COLUMNS)
    season, number = columns["season"], columns["game"]
    blocks: dict[tuple[str, str], list[tuple[int, Sequence[str]]]] = {}
    for line, row in enumerate(rows[1:], start=2):
        if len(row) > max(season, number):
            blocks.setdefault((row[season], row[number]), []).append((line, row))
        elif row:
            yield f"line {line} is cut off: {','.join(row)!r}"
    for (season_name, game), block in blocks.items():
        label = f"season {season_name}, game {game}"
        faults: list[str] = []
        cells = [Cells(row, columns, f"line {line}", faults) for line, row in block]
        yield _game(label, f"season {season_name}", cells, faults)


def _game(label: str, stage: str, cells: Sequence[Cells], faults: list[str]) -> Game | str:
    first = cells[0]
    lines = f"line {first.place.removeprefix('line ')} on, {len(cells)} rows"
    unmarked = [
        name for name in ("rated", "standard") if name in first.columns and first.raw(name) != "1"
    ]
    if unmarked:
        said = first.raw("winner").rstrip(":")
        return f"{label} ({lines}) does not count: not {' nor '.join(unmarked)}, winner {said!r}."
    winner = first.raw("winner")
    if winner not in ("red", "black"):
        return f"{label} ({lines}) does not count: its winner is {winner!r}."
    chairs = [chair for cell in cells if (chair := _chair(cell, first))]
    move = tuple(cell for name in ("bm1", "bm2", "bm3") if (cell := first.whole(name)))
    killed = first.whole("first_killed")
    number = first.whole("game")
    points = {cell.raw("seat"): cell.raw("bm_points") for cell in cells if cell.raw("bm_points")}
    if faults:
        return f"{label} ({lines}) does not count: {' '.join(faults)}"
    record: dict[str, Any] = {"bm_points": points} if points else {}
    return Game(
        stage=stage,
        round=number,
        table=1,
        result=cast("Result", winner),
        chairs=tuple(chairs),
        first_killed=killed or None,
        best_move=move,
        judge=first.name("judge"),
        name=label,
        record=record,
    )


def _chair(cell: Cells, first: Cells) -> Chair | None:
    role = cell.role()
    if role is None:
        return None
    seat, fouls = cell.whole("seat"), cell.whole("fouls")
    left = None
    if seat == first.whole("first_killed"):
        left = Exit("night", 1)
    if cell.flag("removed"):
        left = Exit("fouls" if fouls == FOULS_TO_LEAVE else "removed")
    extra, penalty = cell.points("extra") or Fraction(0), cell.points("penalty") or Fraction(0)
    taken = [points for points in (extra, -abs(penalty)) if points < 0]
    return Chair(
        seat=seat,
        player=cell.name("player"),
        role=role,
        fouls=fouls,
        exit=left,
        extras=(extra,) if extra > 0 else (),
        penalties=tuple(("judge", points) for points in taken),
        autobonus=cell.flag("auto_bonus", True),
    )
