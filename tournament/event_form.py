"""An event so far, as ``seating-event/1`` holds it: who plays, what was drawn and by what.

Players, tables, seats and rounds count from 1 here, as in the file and on paper: a player's number
is the number he drew before round 1, and the slot that his points belong to. Whoever computes
with arrays turns them to 0 himself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from scoring.protocol import Adjustment, Game, Protocols

Table = tuple[int | None, ...]
"""Players by seat; None is a chair without a player of the event: empty, or a stand-in's."""
Tables = tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class When:
    """A round of a stage."""

    stage: str
    round: int


@dataclass(frozen=True, slots=True)
class Player:
    """Who takes part.

    Attributes
    ----------
    number
        His draw number, from 1; a substitute takes over the number with its points.
    name
        Who drew the number. Who plays for it later stands in the protocols' occupants.
    club, team
        Where he belongs, if anywhere.
    entered
        The first round that he may be seated in; None for the first of all.
    left
        The first round that he is not seated in any more; None if he stays.
    """

    number: int
    name: str
    club: str = ""
    team: str = ""
    entered: When | None = None
    left: When | None = None


@dataclass(frozen=True)
class Settings:
    """What the draws of a stage have to keep, and what they may weigh.

    Attributes
    ----------
    apart
        Groups whose members never sit at one table.
    seats
        Seats of a table.
    uneven
        Whether tables of unequal size are set rather than that anybody sits out.
    most_of_club, by_team
        How many of one club may sit at a table, None for any number; whether teams are meant
        instead of clubs, here and where clubmates are counted.
    fixed_tables, forbidden_tables, forbidden_seats
        Pairs of a player and a table or seat.
    judge_conflicts
        Pairs of a judge's name and a player whom he may not judge.
    most_meetings, most_in_a_row
        How often two players may meet at most, in all and in consecutive rounds.
    least_repeats
        Whether random rounds are drawn among the seatings with the fewest repeats.
    """

    apart: tuple[tuple[int, ...], ...] = ()
    seats: int = 10
    uneven: bool = False
    most_of_club: int | None = None
    by_team: bool = False
    fixed_tables: tuple[tuple[int, int], ...] = ()
    forbidden_tables: tuple[tuple[int, int], ...] = ()
    forbidden_seats: tuple[tuple[int, int], ...] = ()
    judge_conflicts: tuple[tuple[str, int], ...] = ()
    most_meetings: int | None = None
    most_in_a_row: int | None = None
    least_repeats: bool = True


@dataclass(frozen=True)
class Stage:
    """A run of rounds with one weight.

    Attributes
    ----------
    name
        As the protocols call it.
    rounds
        How many are planned.
    weight
        What its games are worth; None for what the rules say.
    group
        Stages of one group share the counters of K and Ci.
    final
        Whether its players take the first places.
    rules
        Name of the rule set; empty for that of the event, ``"none"`` for games without points.
    modes
        How each round is seated: ``random``, ``blocks:2``, ``window:5``, ``strict``, or
        ``matrix`` and ``final``, which are not drawn round by round.
    players
        Numbers of those who enter; None for everybody.
    settings
        What its draws have to keep.
    """

    name: str
    rounds: int
    weight: Fraction | None = None
    group: str = ""
    final: bool = False
    rules: str = ""
    modes: tuple[str, ...] = ()
    players: tuple[int, ...] | None = None
    settings: Settings = field(default_factory=Settings)


@dataclass(frozen=True, slots=True)
class Lock:
    """What the chief judge settled before a draw.

    Attributes
    ----------
    player
        Whom it is about.
    table, seat
        Where he sits; None where that is open.
    sits
        False if he sits out, True if he plays wherever it may be; None where a place says it.
    who, when, why
        As it was logged.
    """

    player: int
    table: int | None = None
    seat: int | None = None
    sits: bool | None = None
    who: str = ""
    when: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Coefficient:
    """K of a series of games as a draw used it: games won by the red and the black team."""

    series: str
    red: int
    black: int
    value: Fraction


@dataclass(frozen=True)
class Basis:
    """What a round was drawn by, frozen with the draw: the points of everybody, and K."""

    points: Mapping[int, Fraction]
    difficulty: tuple[Coefficient, ...] = ()


@dataclass(frozen=True, slots=True)
class Edit:
    """A change by hand after the draw: who made it, when and why, and whom it moved."""

    who: str
    when: str
    why: str
    swap: tuple[int, int] | None = None


@dataclass(frozen=True)
class Round:
    """One round: how it was drawn, and who sat where.

    Attributes
    ----------
    stage, number
        Which round it is.
    mode
        How it was seated; see :class:`Stage`.
    tables
        Who sat where, after changes by hand.
    drawn
        Who was drawn where; None where it is the same.
    judges
        Judge of each table; empty where nobody is assigned.
    sit_out
        Who was there and had no seat.
    absent
        Who belongs to the stage and was not there when the round was drawn.
    sizes
        Players at each table where the chief judge declared them; None where the settings say it.
    locks
        What was settled before the draw.
    seed
        What its draw was made from.
    basis
        Points and K that it was drawn by; None where points played no part.
    edits
        Changes by hand, in order.
    certificate
        What the program that drew it said of it; only compared with.
    """

    stage: str
    number: int
    mode: str
    tables: Tables
    drawn: Tables | None = None
    judges: tuple[str, ...] = ()
    sit_out: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    sizes: tuple[int, ...] | None = None
    locks: tuple[Lock, ...] = ()
    seed: str = ""
    basis: Basis | None = None
    edits: tuple[Edit, ...] = ()
    certificate: Mapping[str, Any] | None = None

    @property
    def seated(self) -> Tables:
        """Who was drawn where, before anybody changed it by hand."""
        return self.tables if self.drawn is None else self.drawn

    @property
    def label(self) -> str:
        """What the round is called in messages."""
        return f"{self.stage}, round {self.number}"


@dataclass(frozen=True)
class Correction:
    """A protocol or an adjustment that became known later than its round.

    Attributes
    ----------
    known_from
        The first draw that knew it.
    before
        The protocol as all earlier draws knew it; None where there was none yet. The corrected
        one, of the same stage, round and table, stands among the protocols.
    game
        Stage, round and table of the protocol; None where an adjustment is meant.
    adjustment
        Place of the adjustment among those of the protocols, from 1.
    who, when, why
        As it was logged.
    """

    known_from: When
    game: tuple[str, int, int] | None = None
    before: Game | None = None
    adjustment: int | None = None
    who: str = ""
    when: str = ""
    why: str = ""


@dataclass(frozen=True)
class Event:
    """A tournament so far.

    Attributes
    ----------
    name, rules, seed
        What it is called, the name of its rule set, and the seed of its draws.
    players
        In order of their numbers.
    stages, rounds
        In order of play; only rounds that are seated.
    protocols
        Of the rounds played. Points belong to the player whose number or name is the chair's
        owner.
    corrections
        What became known later than its round.
    """

    name: str
    players: tuple[Player, ...]
    stages: tuple[Stage, ...]
    rounds: tuple[Round, ...]
    rules: str = ""
    seed: str = ""
    protocols: Protocols = field(default_factory=lambda: Protocols(games=()))
    corrections: tuple[Correction, ...] = ()

    def stage(self, name: str) -> Stage:
        """Return a stage by its name."""
        return next(stage for stage in self.stages if stage.name == name)

    def moment(self, when: When) -> tuple[int, int]:
        """Return when a round is, so that rounds of all stages can be compared."""
        order = [stage.name for stage in self.stages]
        return (order.index(when.stage), when.round)

    def numbers(self) -> dict[str, int]:
        """Return the player's number by every text that can own a chair: the number, the name."""
        by_name = {player.name: player.number for player in self.players}
        return by_name | {str(player.number): player.number for player in self.players}

    def active(self, round_: Round) -> tuple[int, ...]:
        """Return who can be seated in a round: entered, not left, of the stage, not absent."""
        now = self.moment(When(round_.stage, round_.number))
        allowed = self.stage(round_.stage).players
        return tuple(
            player.number
            for player in self.players
            if (allowed is None or player.number in allowed)
            and (player.entered is None or self.moment(player.entered) <= now)
            and (player.left is None or now < self.moment(player.left))
            and player.number not in round_.absent
        )


def adjustment_moment(event: Event, adjustment: Adjustment) -> tuple[int, int]:
    """Return when an adjustment happened; what has no stage is as old as the tournament."""
    if not adjustment.stage:
        return (-1, 0)
    return event.moment(When(adjustment.stage, adjustment.round))
