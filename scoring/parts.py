"""What a game is worth to a slot, part by part: between the points and the standings."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from scoring.protocol import Chair, Game

Part = Literal[
    "win", "beside", "best_move", "extras", "titles", "autobonus", "compensation", "penalties",
    "given",
]  # fmt: skip
PARTS: tuple[Part, ...] = get_args(Part)
"""Parts of a score in the order in which they are shown.

win: points for the result, times the difficulty K where the rules say so; beside: what a role or
a clean win adds to it, which K leaves alone; best_move: for the blacks named by the first killed;
extras: the judge's awards; titles: best player and the like; autobonus: the automatic bonus;
compensation: Ci; penalties: fouls, removals and what the judge took off; given: computed elsewhere
and taken as it is.
"""


@dataclass(frozen=True, slots=True)
class GameScore:
    """One slot's score in one game.

    Attributes
    ----------
    game, chair
        Which game, and who sat there.
    slot
        Whose points they are; empty if nobody's (a substitute for an absent player).
    parts
        Points of each part before the weight, only those that are not nothing.
    weights
        Weight of each of these parts: the stage's times the game's, or 1 where the rules leave a
        part out.
    difficulty
        K by which the win was multiplied; 1 where it was not.
    """

    game: Game
    chair: Chair
    slot: str
    parts: tuple[tuple[Part, Fraction], ...]
    weights: tuple[Fraction, ...]
    difficulty: Fraction = Fraction(1)

    @property
    def total(self) -> Fraction:
        """Sum of the parts, each times its weight."""
        return sum(
            (points * weight for (_, points), weight in zip(self.parts, self.weights, strict=True)),
            Fraction(0),
        )

    def part(self, name: Part) -> Fraction:
        """Return the weighted points of one part."""
        for (part, points), weight in zip(self.parts, self.weights, strict=True):
            if part == name:
                return points * weight
        return Fraction(0)
