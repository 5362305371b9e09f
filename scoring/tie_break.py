"""Equal points: the chain of what decides, one rung after another, and the lot at its end.

Every rung is a number of a slot, of which more is better, or less where :data:`LESS` has it. The
lot is drawn from a seed that is kept with the standings, so that anybody can draw it again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Literal
from unicodedata import category, normalize

from scoring.parts import Part
from scoring.rules import Rules, TieBreak
from scoring.tally import NOTHING, Tally

ADDITIONAL: tuple[Part, ...] = ("extras", "titles", "best_move")
"""Parts that are additional points: what the judge gave and the best move, without fines."""
ADDITIONAL_NET: tuple[Part, ...] = (*ADDITIONAL, "autobonus", "penalties")
"""The same as FIIM adds it up: the automatic bonus with it, and the fines taken off."""

LESS: frozenset[TieBreak] = frozenset(("games", "qualification_place", "name", "lot"))
"""Rungs of which less is better."""

Value = Fraction | str
Decided = TieBreak | Literal["final", "equal"]
"""What puts one before another: a rung, or the final; or nothing: they are equal."""

LOT_METHOD = "seating-lot/1"


def _sum(tally: Tally, parts: Sequence[Part]) -> Fraction:
    return sum((tally.parts.get(part, NOTHING) for part in parts), NOTHING)


RUNGS: Mapping[TieBreak, Callable[[Tally], Fraction | int]] = {
    "extras": lambda tally: _sum(tally, ("extras",)),
    "additional": lambda tally: _sum(tally, ADDITIONAL),
    "additional_net": lambda tally: _sum(tally, ADDITIONAL_NET),
    "best_moves": lambda tally: tally.best_moves,
    "wins": lambda tally: sum(tally.wins.values()),
    "wins_don": lambda tally: tally.wins.get("don", 0),
    "wins_sheriff": lambda tally: tally.wins.get("sheriff", 0),
    "wins_mafia": lambda tally: tally.wins.get("mafia", 0),
    "wins_special": lambda tally: tally.wins.get("don", 0) + tally.wins.get("sheriff", 0),
    "best_player": lambda tally: tally.best_player,
    "first_killed": lambda tally: tally.first_killed,
    "games": lambda tally: tally.games,
    "penalties": lambda tally: _sum(tally, ("penalties",)) + tally.adjustments,
}
"""What a tally says by itself. Points and wins are added over all games; the additional points
are weighted as they were gained, wins and deaths are counted without weight."""


def measures(
    tally: Tally, rules: Rules, *, slot: str, name: str, qualification: int = 0
) -> dict[TieBreak, Value]:
    """Return the value of every rung of the rules' chain but the lot, points first."""
    found: dict[TieBreak, Value] = {"points": tally.total(rules.normalisation)}
    for rung in rules.tie_break:
        if rung in RUNGS:
            found[rung] = Fraction(RUNGS[rung](tally))
        elif rung == "qualification_place":
            found[rung] = Fraction(qualification)
        elif rung == "name":
            found[rung] = name or slot
    return found


def ranking(value: Value, rung: TieBreak) -> Value:
    """Return a value by which sorting puts the better first."""
    if isinstance(value, str) or rung in LESS:
        return value
    return -value


def first_difference(
    ours: Mapping[TieBreak, Value], theirs: Mapping[TieBreak, Value]
) -> TieBreak | None:
    """Return the first rung that tells two apart; None if all are equal."""
    return next((rung for rung, value in ours.items() if value != theirs[rung]), None)


def tidy(text: str) -> str:
    """Return a text composed (Unicode NFC), with single spaces and nothing invisible."""
    visible = "".join(character for character in text if category(character) != "Cf")
    return " ".join(normalize("NFC", visible).split())


def ticket(seed: str, slot: str) -> str:
    r"""Return the ticket of a slot in the lot ``seating-lot/1``; the least comes first.

    It is the SHA-256 of the seed, a line feed, and the name of the slot, both tidied and in
    UTF-8, as 64 digits. Two slots draw the same tickets whoever else is equal with them, so
    a lot can be redone by hand: ``printf '%s\n%s' SEED SLOT | sha256sum``.
    """
    return sha256(f"{tidy(seed)}\n{tidy(slot)}".encode()).hexdigest()
