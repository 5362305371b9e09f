"""What ``seating score --json`` prints; docs/score-json.md describes it, and it is kept stable."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from scoring.exact import rounded
from scoring.explain import Explanation, WhatIf
from scoring.parts import PARTS, GameScore
from scoring.phrases import reason as reason_text
from scoring.protocol import ROLES, Protocols
from scoring.replaced import Replaced
from scoring.rules import Rules
from scoring.standings import Cut
from scoring.table import Reason, Row, Standings
from scoring.tally import NOTHING

FORMAT = "seating-score/1"
DECIMALS = 6


def report(
    file: Path,
    protocols: Protocols,
    table: Standings,
    lang: str,
    *,
    cut: Cut | None = None,
    explanation: Explanation | None = None,
    other: WhatIf | None = None,
) -> dict[str, Any]:
    """Return the standings and what else was asked for, as it is written."""
    until = table.until
    return {
        "format": FORMAT,
        "file": str(file),
        "name": protocols.name,
        "rules": _rules(table.rules),
        "stage": table.stage,
        "until": None if until is None else {"stage": until[0], "round": until[1]},
        "teams": table.teams,
        "seed": table.seed,
        "provisional": table.provisional,
        "needs_lot": table.needs_lot,
        "difficulty": [
            {
                "series": series,
                "red": one.red,
                "black": one.black,
                "coefficient": _number(one.coefficient),
                "exact": str(one.coefficient),
            }
            for series, one in table.difficulty.items()
        ],
        "standings": [_row(row, table.rules, lang) for row in table.rows],
        "apart": [_row(row, table.rules, lang) for row in table.apart],
        "replaced": [_replaced(one) for one in table.replaced],
        "cut": None if cut is None else _cut(cut, table.rules, lang),
        "explain": None if explanation is None else _explanation(explanation, table.rules, lang),
        "what_if": None if other is None else _what_if(other),
        "left_out": list(protocols.left_out),
        "spellings": [list(names) for names in table.twins],
    }


def _number(value: Fraction) -> int | float:
    """Return a number as JSON has it, with six decimals at most, rounded half up."""
    short = rounded(value, DECIMALS)
    return int(short) if short.denominator == 1 else float(short)


def _rules(rules: Rules) -> dict[str, Any]:
    return {
        "name": rules.name,
        "title": rules.title,
        "source": rules.source,
        "year": rules.year,
        "reconstruction": rules.reconstruction,
    }


def _row(row: Row, rules: Rules, lang: str) -> dict[str, Any]:
    tally = row.tally
    return {
        "place": row.place or None,
        "last": row.last or None,
        "slot": row.slot,
        "occupant": row.occupant,
        "total": _number(row.total),
        "exact": str(row.total),
        "points": _number(tally.points),
        "parts": {part: _number(tally.parts.get(part, NOTHING)) for part in PARTS},
        "adjustments": _number(tally.adjustments),
        "games": tally.games,
        "wins": {role: tally.wins.get(role, 0) for role in ROLES},
        "first_killed": tally.first_killed,
        "final": tally.final,
        "award": row.award,
        "barred": list(row.barred),
        "reason": _reason(row.reason, rules, lang),
    }


def _replaced(one: Replaced) -> dict[str, Any]:
    since = one.since
    return {
        "player": one.player,
        "slot": one.slot,
        "kind": one.kind,
        "stage": one.stage,
        "round": one.round,
        "reason": one.reason,
        "successor": one.successor,
        "since": None if since is None else {"stage": since[0], "round": since[1]},
    }


def _reason(reason: Reason | None, rules: Rules, lang: str) -> dict[str, Any] | None:
    if reason is None:
        return None
    return {
        "against": reason.against,
        "by": reason.by,
        "ours": _value(reason.ours),
        "theirs": _value(reason.theirs),
        "text": reason_text(reason, rules, lang),
    }


def _value(value: Fraction | str | None) -> int | float | str | None:
    return _number(value) if isinstance(value, Fraction) else value


def _slots(rows: Sequence[Row]) -> list[str]:
    return [row.slot for row in rows]


def _cut(cut: Cut, rules: Rules, lang: str) -> dict[str, Any]:
    return {
        "chosen": _slots(cut.chosen),
        "undecided": _slots(cut.undecided),
        "free": cut.free,
        "skipped": _slots(cut.skipped),
        "decided": _reason(cut.decided, rules, lang),
    }


def _explanation(explanation: Explanation, rules: Rules, lang: str) -> dict[str, Any]:
    return {
        "slot": explanation.row.slot,
        "occupant": explanation.row.occupant,
        "games": [_game(score) for score in explanation.games],
        "adjustments": [
            {
                "kind": adjustment.kind,
                "player": about,
                "stage": adjustment.stage,
                "round": adjustment.round,
                "points": _number(points),
                "reason": adjustment.reason,
            }
            for (adjustment, points), about in zip(
                explanation.adjustments, explanation.about, strict=True
            )
        ],
        "points": _number(explanation.points),
        "divisor": _number(explanation.divisor),
        "total": _number(explanation.total),
        "ahead": _reason(explanation.row.reason, rules, lang),
        "behind": _reason(explanation.row.behind, rules, lang),
    }


def _game(score: GameScore) -> dict[str, Any]:
    game, chair = score.game, score.chair
    return {
        "stage": game.stage,
        "round": game.round,
        "table": game.table,
        "seat": chair.seat,
        "player": chair.player,
        "role": chair.role,
        "result": game.result,
        "won": game.won(chair),
        "difficulty": _number(score.difficulty),
        "parts": [
            {"part": part, "points": _number(points), "weight": _number(weight)}
            for (part, points), weight in zip(score.parts, score.weights, strict=True)
        ],
        "total": _number(score.total),
    }


def _what_if(other: WhatIf) -> dict[str, Any]:
    return {
        "rules": _rules(other.after.rules),
        "moves": [
            {
                "slot": move.before.slot,
                "occupant": move.before.occupant,
                "before": move.before.place or None,
                "after": move.after.place or None,
                "total_before": _number(move.before.total),
                "total_after": _number(move.after.total),
            }
            for move in other.moves
        ],
    }
