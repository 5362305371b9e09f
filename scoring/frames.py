"""Standings and scored games as pandas frames, for notebooks. This module imports pandas.

Frames are for looking and counting: points are floats there. Places were decided before, by exact
numbers.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pandas as pd

from scoring.parts import PARTS
from scoring.points import Scores
from scoring.protocol import ROLES
from scoring.table import Row, Standings
from scoring.tally import NOTHING


def standings_frame(table: Standings) -> pd.DataFrame:
    """Return one row a line, in order of the places; who is listed apart is at the end.

    Columns: place and last (``<NA>`` for who is listed apart), slot, occupant, total, points,
    every part, adjustments, games, wins, wins by role, first_killed, final, award, by (the rung
    that puts him before the next, "" for the last).
    """
    rows = [_line(row) for row in (*table.rows, *table.apart)]
    frame = pd.DataFrame(rows, columns=list(rows[0]) if rows else None)
    places = ["place", "last"]
    return frame.astype(dict.fromkeys(places, "Int64")) if rows else frame


def _line(row: Row) -> dict[str, Any]:
    tally = row.tally
    return {
        "place": row.place or None,
        "last": row.last or None,
        "slot": row.slot,
        "occupant": row.occupant,
        "total": float(row.total),
        "points": float(tally.points),
        **{part: float(tally.parts.get(part, NOTHING)) for part in PARTS},
        "adjustments": float(tally.adjustments),
        "games": tally.games,
        "wins": sum(tally.wins.values()),
        **{f"wins_{role}": tally.wins.get(role, 0) for role in ROLES},
        "first_killed": tally.first_killed,
        "final": tally.final,
        "award": row.award,
        "by": row.reason.by if row.reason else "",
    }


def games_frame(scores: Scores) -> pd.DataFrame:
    """Return one row a seat of every game that counts, with its weighted parts.

    Columns: stage, round, table, result, seat, slot ("" where the points are nobody's), player,
    role, won, difficulty, every part, total. Equal scores are computed once.
    """
    known: dict[tuple[int, int], tuple[float, ...]] = {}
    rows = []
    for score in scores.games:
        game, chair = score.game, score.chair
        same = (id(score.parts), id(score.weights))
        if same not in known:
            parts = dict.fromkeys(PARTS, Fraction(0))
            for (part, points), weight in zip(score.parts, score.weights, strict=True):
                parts[part] += points * weight
            known[same] = (*map(float, parts.values()), float(score.total))
        rows.append(
            (
                game.stage, game.round, game.table, game.result, chair.seat, score.slot,
                chair.player, chair.role, game.won(chair), float(score.difficulty), *known[same],
            )
        )  # fmt: skip
    names = (
        "stage", "round", "table", "result", "seat", "slot", "player", "role", "won", "difficulty",
        *PARTS, "total",
    )  # fmt: skip
    return pd.DataFrame(rows, columns=list(names))
