"""What stands in a table of standings, in the order of its columns, for the screen and sheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from scoring.explain import Explanation
from scoring.parts import PARTS, GameScore, Part
from scoring.phrases import number, phrase, place, reason, why_barred
from scoring.protocol import ROLES, Game, Role
from scoring.rules import Rules
from scoring.table import Row, Standings
from scoring.tally import NOTHING

Kind = Literal["text", "points", "count"]


@dataclass(frozen=True)
class Column:
    """One column: its heading, what kind of thing stands in it, and what that is for a line."""

    key: str
    title: str
    kind: Kind
    value: Callable[[Row], str | Fraction | int]

    def shown(self, row: Row, lang: str, places: int) -> str:
        """Return what people read in the line; nothing where it is nothing."""
        value = self.value(row)
        if isinstance(value, str):
            return value
        if self.key in ("total", "games"):
            return number(Fraction(value), lang, places)
        return number(Fraction(value), lang, places) if value else ""


def columns(table: Standings, lang: str, *, reasons: bool = True) -> tuple[Column, ...]:
    """Return the columns that have anything in them, the place first and its reason last."""
    everybody = (*table.rows, *table.apart)
    rules = table.rules
    slots = any(row.slot != row.occupant for row in everybody)
    who = phrase("word.team" if table.teams else "word.player", lang)
    found = [Column("place", phrase("word.place", lang), "text", place)]
    if slots:
        found.append(Column("slot", phrase("word.slot", lang), "text", lambda row: row.slot))
    found.append(Column("occupant", who, "text", lambda row: row.occupant + "*" * bool(row.barred)))
    found.append(Column("total", phrase("word.total", lang), "points", lambda row: row.total))
    if rules.normalisation != "sum":
        title = phrase("word.points", lang)
        found.append(Column("points", title, "points", lambda row: row.tally.points))
    for part in PARTS:
        if any(row.parts.get(part) for row in everybody):
            found.append(Column(part, phrase(f"part.{part}", lang), "points", _part(part)))
    if any(row.tally.adjustments for row in everybody):
        title = phrase("word.adjustments", lang)
        found.append(Column("adjustments", title, "points", lambda row: row.tally.adjustments))
    found.append(Column("games", phrase("word.games", lang), "count", lambda row: row.tally.games))
    found.append(
        Column("wins", phrase("word.wins", lang), "count", lambda row: sum(row.wins.values()))
    )
    for role in ROLES:
        title = phrase(f"wins.{role}", lang)
        found.append(Column(f"wins_{role}", title, "count", _wins(role)))
    title = phrase("word.first_killed", lang)
    found.append(Column("first_killed", title, "count", lambda row: row.tally.first_killed))
    if reasons:
        found.append(
            Column(
                "reason", phrase("word.reason", lang), "text",
                lambda row: why_place(row, rules, lang),
            )
        )  # fmt: skip
    return tuple(found)


def _part(part: Part) -> Callable[[Row], Fraction]:
    return lambda row: row.parts.get(part, NOTHING)


def _wins(role: Role) -> Callable[[Row], int]:
    return lambda row: row.wins.get(role, 0)


def why_place(row: Row, rules: Rules, lang: str) -> str:
    """Return why a line stands before the next, or for the last why it stands behind.

    Where a line shares its place with the one before, that comes first.
    """
    if not row.place:
        return why_barred(row, lang)
    shared = row.behind is not None and row.behind.by == "equal"
    ends = row.reason is None or (shared and row.reason.by != "equal")
    above = reason(row.behind, rules, lang, behind=True) if ends else ""
    return "; ".join(filter(None, (above, reason(row.reason, rules, lang))))


def both_sides(row: Row, rules: Rules, lang: str) -> str:
    """Return why a line stands behind the one before and before the next, and gets no award."""
    said = (
        reason(row.behind, rules, lang, behind=True),
        reason(row.reason, rules, lang),
        f"{phrase('word.no_award', lang)}: {why_barred(row, lang)}" if row.barred else "",
    )
    return "; ".join(filter(None, dict.fromkeys(said)))  # equals on both sides are said once


def game_label(game: Game, lang: str) -> str:
    """Return what a game is called: its own name, or its stage, round and table."""
    if game.name:
        return game.name
    stage = f"{game.stage}, " if game.stage else ""
    return phrase("note.game", lang, stage=stage, round=game.round, table=game.table)


def no_awards(table: Standings, lang: str) -> list[str]:
    """Return a note for the lines with a star: who gets no award, and why."""
    found = [f"{row.occupant} ({why_barred(row, lang)})" for row in table.rows if row.barred]
    return [phrase("note.no_award", lang, why="; ".join(found))] if found else []


@dataclass(frozen=True)
class GameLine:
    """A game of an explanation in words: which, on which seat, as what, and its points.

    ``player`` is who played it, where a slot had several; "" where it is always the same.
    """

    label: str
    player: str
    seat: str
    role: str
    result: str
    terms: str
    points: Fraction


def game_lines(explanation: Explanation, rules: Rules, lang: str) -> Sequence[GameLine]:
    """Return a line for each game, then one for each thing that happened outside the games."""
    several = len(explanation.players) > 1
    lines = [
        GameLine(
            game_label(score.game, lang),
            score.chair.player if several else "",
            str(score.chair.seat),
            phrase(f"role.{score.chair.role}", lang),
            phrase(f"result.{_result(score)}", lang),
            terms(score, rules, lang),
            score.total,
        )
        for score in explanation.games
    ]
    for (adjustment, points), about in zip(explanation.adjustments, explanation.about, strict=True):
        where = _when(adjustment.stage, adjustment.round, lang)
        kind = phrase(f"adjustment.{adjustment.kind}", lang)
        why = [adjustment.reason] if adjustment.reason else []
        price = rules.adjustment_points.get(adjustment.kind, adjustment.points)
        if price and not points:
            why.append(
                phrase("note.not_passed_on", lang, name=about, heir=explanation.row.occupant,
                       points=number(price, lang, rules.places))
            )  # fmt: skip
        lines.append(
            GameLine(
                f"{where}: {kind}" if where else kind, about if several else "",
                "", "", "", "; ".join(why), points,
            )
        )  # fmt: skip
    return lines


def _when(stage: str, number_: int, lang: str) -> str:
    """Return a stage and a round in words, as far as they are known."""
    rounds = [f"{phrase('word.round', lang)} {number_}"] if number_ else []
    return ", ".join([*([stage] if stage else []), *rounds])


def replaced_lines(table: Standings, lang: str) -> list[str]:
    """Return a sentence for each who was put out and replaced: why, when, by whom, from when."""
    lines = []
    for one in table.replaced:
        why = phrase(f"adjustment.{one.kind}", lang)
        where = _when(one.stage, one.round, lang)
        why += f" ({where})" if where else ""
        why += f", {one.reason}" if one.reason else ""
        since = _when(*one.since, lang) if one.since else ""
        since = f" ({phrase('word.since', lang)} {since})" if since else ""
        lines.append(
            phrase("note.replaced", lang, name=one.player, slot=one.slot, why=why,
                   heir=one.successor, since=since)
        )  # fmt: skip
    return lines


def _result(score: GameScore) -> str:
    if score.game.result in ("draw", "void"):
        return score.game.result
    return "won" if score.game.won(score.chair) else "lost"


def terms(score: GameScore, rules: Rules, lang: str) -> str:
    """Return the sum of a game in writing: "win 2 × K 1.25 × 1.5 + best move 0.5 × 1.5"."""
    applies = rules.difficulty.applies if rules.difficulty else ()
    found = []
    move = _best_move(score, rules, lang)
    for (part, points), weight in zip(score.parts, score.weights, strict=True):
        times = score.difficulty if part in applies else Fraction(1)
        name = (move if part == "best_move" else "") or phrase(f"part.{part}", lang)
        text = f"{name} {number(points / times, lang, 4)}"
        if times != 1:
            text += f" × K {number(times, lang, 4)}"
        if weight != 1:
            text += f" × {number(weight, lang, 4)}"
        found.append(text)
    if move and all(part != "best_move" for part, _ in score.parts):
        found.append(f"{move} 0")
    return " + ".join(found)


def _best_move(score: GameScore, rules: Rules, lang: str) -> str:
    """Return what the first killed hit of what he named, "best move 2 of 3:"; "" if nothing."""
    game = score.game
    judged = game.best_move or game.hits_told is not None
    if game.first_killed != score.chair.seat or not judged or not rules.best_move:
        return ""
    named = len(game.best_move) or rules.best_move_names
    return phrase("note.best_move", lang, part=phrase("part.best_move", lang), hits=game.hits,
                  named=named)  # fmt: skip


def whole_sum(explanation: Explanation, rules: Rules, lang: str) -> str:
    """Return how the total comes of its parts, and of what they are divided by."""
    places, tally = rules.places, explanation.row.tally
    total = number(explanation.total, lang, places)
    if rules.normalisation == "sum":
        parts = [(f"part.{part}", tally.parts[part]) for part in PARTS if tally.parts.get(part)]
        if tally.adjustments:
            parts.append(("word.adjustments", tally.adjustments))
        if len(parts) < 2:
            return total
        made_of = " + ".join(
            f"{phrase(key, lang)} {number(points, lang, places)}" for key, points in parts
        )
        return phrase("note.made_of", lang, sum=total, terms=made_of)
    key = "note.over_games" if rules.normalisation == "per_game" else "note.over_root"
    points = number(explanation.points, lang, places)
    over = phrase(key, lang, points=points, games=tally.games)
    return phrase("note.made_of", lang, sum=total, terms=over)
