"""The protocol: the record of one game, and all protocols of a tournament with what belongs to it.

Seats, rounds, tables, nights and days count from 1, as on the paper form. Nothing here knows a
rule set: what a game is worth is for :mod:`scoring.points`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, get_args

Role = Literal["civilian", "sheriff", "mafia", "don"]
Result = Literal["red", "black", "draw", "void"]
ExitKind = Literal["vote", "night", "fouls", "tech", "removed", "team_loss", "give_up"]
AdjustmentKind = Literal["missed_round", "late", "penalty", "bonus", "disqualified", "withdrawn"]

ROLES: tuple[Role, ...] = get_args(Role)
RESULTS: tuple[Result, ...] = get_args(Result)
EXITS: tuple[ExitKind, ...] = get_args(ExitKind)
ADJUSTMENTS: tuple[AdjustmentKind, ...] = get_args(AdjustmentKind)
BLACK: frozenset[str] = frozenset(("mafia", "don"))
"""Roles of the black team; the others are red."""


def colour(role: str) -> Literal["red", "black"]:
    """Return the team of a role."""
    return "black" if role in BLACK else "red"


@dataclass(frozen=True, slots=True)
class Exit:
    """How a player left the table before the end.

    Attributes
    ----------
    kind
        Voted out, killed at night, four fouls, technical fouls, removed by the judge, removed
        with a loss of his whole team, or given up.
    number
        The night (for "night") or the day, from 1; None where it is not recorded.
    """

    kind: ExitKind
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat of a game: who sat there, in which role, and what the judge wrote behind him.

    Attributes
    ----------
    seat
        From 1.
    player
        Who sat there, a name or an id.
    role
        His role.
    slot
        The slot of the schedule that he played for; empty where it is himself.
    substitute
        Whether he played for an absent one, so that the points of this game belong to nobody.
    fouls, tech_fouls
        Warnings, 0 to 4, and technical ones.
    exit
        How he left, if he did.
    extras
        What the judge awarded, each award by itself.
    penalties
        What the judge took off, each negative and by its kind ("judge" where none is given).
    autobonus
        Whether the automatic bonus of some rules stands; the judge may take it away.
    best_player, best_move_award
        Titles that some rules give for a game.
    given
        Points that another system computed and only hands over.
    comment
        Whatever the judge noted.
    """

    seat: int
    player: str
    role: Role
    slot: str = ""
    substitute: bool = False
    fouls: int = 0
    tech_fouls: int = 0
    exit: Exit | None = None
    extras: tuple[Fraction, ...] = ()
    penalties: tuple[tuple[str, Fraction], ...] = ()
    autobonus: bool = True
    best_player: bool = False
    best_move_award: bool = False
    given: Fraction | None = None
    comment: str = ""

    @property
    def owner(self) -> str:
        """The slot that the points of this seat belong to, unless he is a mere substitute."""
        return self.slot or self.player

    @property
    def red(self) -> bool:
        """Whether he plays for the red team."""
        return self.role not in BLACK


@dataclass(frozen=True, slots=True)
class Game:
    """The record of one game: one table in one round of one stage.

    Attributes
    ----------
    stage, round, table
        Where it stands in the tournament: the name of the stage, and numbers from 1.
    result
        Which team won; a draw; or void, a game that does not count.
    chairs
        One for each seat, in order of the seats.
    first_killed
        Seat of the player killed in the first night; None if nobody was.
    best_move
        Seats that he named, in order, as many as he named.
    judge
        Who judged it.
    name
        What the source calls the game, such as "Round 3, table 2".
    factor
        Weight of this one game, beside that of its stage.
    record
        What else is on record, as the source has it: nominations, votes, shots, checks, times.
    hits_told
        Blacks that the best move named, where the source tells only their number.
    """

    stage: str
    round: int
    table: int
    result: Result
    chairs: tuple[Chair, ...]
    first_killed: int | None = None
    best_move: tuple[int, ...] = ()
    judge: str = ""
    name: str = ""
    factor: Fraction = Fraction(1)
    record: Mapping[str, Any] = field(default_factory=dict)
    hits_told: int | None = None

    @property
    def label(self) -> str:
        """What the game is called in messages."""
        if self.name:
            return self.name
        stage = f"{self.stage}, " if self.stage else ""
        return f"{stage}round {self.round}, table {self.table}"

    def chair(self, seat: int) -> Chair:
        """Return the chair of a seat, from 1.

        Raises
        ------
        KeyError
            If the game has no such seat.
        """
        for chair in self.chairs:
            if chair.seat == seat:
                return chair
        raise KeyError(seat)

    def won(self, chair: Chair) -> bool:
        """Whether the team of a chair won."""
        return self.result == ("red" if chair.red else "black")

    @property
    def hits(self) -> int:
        """Black players among those that the best move named."""
        if self.hits_told is not None and not self.best_move:
            return self.hits_told
        black = {chair.seat for chair in self.chairs if not chair.red}
        return len(black & set(self.best_move))


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What happened to a slot outside the games.

    Attributes
    ----------
    slot
        Whom it is about.
    kind
        A missed round, lateness, another penalty or bonus, a disqualification, a withdrawal.
    points
        What it is worth where the rules do not say; None leaves it to them.
    stage, round
        When, as far as it is known.
    reason
        In words.
    where
        Where it stands in its file, for messages.
    """

    slot: str
    kind: AdjustmentKind
    points: Fraction | None = None
    stage: str = ""
    round: int = 0
    reason: str = ""
    where: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who sits in a slot from a round on.

    Attributes
    ----------
    slot, player
        The slot and who occupies it from then on.
    stage, round
        The first round in which he does; the first of all if empty and 0.
    where
        Where it stands in its file, for messages.
    """

    slot: str
    player: str
    stage: str = ""
    round: int = 0
    where: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Protocols:
    """All protocols of a tournament, a season or a club, in the order of play.

    Attributes
    ----------
    games
        In order of play: stage after stage, round after round.
    adjustments
        What happened outside the games.
    occupants
        Who sat in which slot from when on, in order; empty where nobody was replaced.
    teams
        Team of each slot, where teams play.
    name
        What it is.
    left_out
        Rows or games of the source that cannot count, each with its reason and place.
    """

    games: tuple[Game, ...]
    adjustments: tuple[Adjustment, ...] = ()
    occupants: tuple[Occupant, ...] = ()
    teams: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    left_out: tuple[str, ...] = ()

    @property
    def stages(self) -> tuple[str, ...]:
        """Names of the stages in order of play."""
        return tuple(dict.fromkeys(game.stage for game in self.games))

    @property
    def slots(self) -> tuple[str, ...]:
        """Every slot that points can belong to, in order of first appearance."""
        found: dict[str, None] = {}
        for game in self.games:
            for chair in game.chairs:
                if not chair.substitute:
                    found.setdefault(chair.owner)
        for adjustment in self.adjustments:
            found.setdefault(adjustment.slot)
        return tuple(found)
