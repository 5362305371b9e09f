"""An event as it stands, read whole from its database: what every command decides by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scoring.protocol import Adjustment, Game, Occupant, Protocols
from scoring.rules import Rules
from tournament.formats_file import Format

Moment = tuple[str, int]
"""A stage and a round of it."""
STATES = ("applied", "confirmed", "paid", "withdrawn")


@dataclass(frozen=True, slots=True)
class Entry:
    """A person who registered.

    Attributes
    ----------
    id, name, club, city, team
        Who it is.
    state
        ``applied``, ``confirmed``, ``paid`` or ``withdrawn``.
    priority
        The greater, the sooner he is taken when there are more than places.
    pool
        Whether he is a substitute and no player.
    banned_until
        Last day of a ban, as a date; empty without one.
    days
        Days on which he checked in.
    """

    id: int
    name: str
    club: str = ""
    city: str = ""
    team: str = ""
    state: str = "applied"
    priority: int = 0
    pool: bool = False
    banned_until: str = ""
    days: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Slot:
    """Who sits in a slot from a round on (``stage`` empty: from the draw on)."""

    number: int
    entry: Entry
    stage: str = ""
    round: int = 0


@dataclass(frozen=True)
class Seated:
    """A round that is seated.

    Attributes
    ----------
    stage, round, mode, seed
        Which round, how it was seated and from which seed.
    tables
        Slots by table and seat; None is an empty chair.
    facts
        What else belongs to the draw: sit_out, absent, basis, certificate.
    log_id
        Of the draw.
    """

    stage: str
    round: int
    mode: str
    seed: str
    tables: tuple[tuple[int | None, ...], ...]
    facts: Mapping[str, Any]
    log_id: int

    @property
    def moment(self) -> Moment:
        """Its stage and number."""
        return self.stage, self.round

    @property
    def label(self) -> str:
        """What it is called in messages."""
        return f"{self.stage}, round {self.round}"

    @property
    def in_play(self) -> tuple[int, ...]:
        """The numbers of the tables at which somebody sits; a closed one stands idle."""
        tables = enumerate(self.tables, 1)
        return tuple(t for t, table in tables if any(slot is not None for slot in table))

    def place(self, slot: int) -> tuple[int, int] | None:
        """Return the table and seat of a slot, from 1; None where it has none."""
        for number, table in enumerate(self.tables, 1):
            if slot in table:
                return number, table.index(slot) + 1
        return None


@dataclass(frozen=True, slots=True)
class Recorded:
    """One version of a protocol."""

    game: Game
    version: int
    log_id: int


@dataclass(frozen=True, slots=True)
class Absence:
    """A game that a slot does not play itself; ``stand_in`` plays it, or nobody if empty."""

    slot: int
    stage: str
    round: int
    stand_in: str = ""


@dataclass(frozen=True, slots=True)
class Outside:
    """An adjustment in force, and the log line that made it."""

    id: int
    adjustment: Adjustment
    log_id: int


@dataclass(frozen=True, slots=True)
class Logged:
    """A line of the log."""

    id: int
    at: str
    who: str
    what: str
    why: str
    before: str
    after: str


@dataclass(frozen=True)
class State:
    """An event as it stands.

    Attributes
    ----------
    event_id, head
        Its number in the database, and the number of its last log line.
    name, seed, phase
        What it is called; the seed of the draw, empty before it; ``registration``, ``playing`` or
        ``finished``.
    format, rules, rules_text
        As they were when the event was made.
    entries, slots, rounds
        Who registered; who sits in which slot since when; what is seated.
    fields
        Who entered a stage by a cut, in order of the standings.
    versions
        Every version of every protocol.
    outside, absences
        Adjustments and absences.
    log
        All of it.
    """

    event_id: int
    head: int
    name: str
    seed: str
    phase: str
    format: Format
    rules: Rules
    rules_text: str
    entries: tuple[Entry, ...]
    slots: tuple[Slot, ...]
    rounds: tuple[Seated, ...]
    fields: Mapping[str, tuple[int, ...]]
    versions: Mapping[tuple[str, int, int], tuple[Recorded, ...]]
    outside: tuple[Outside, ...]
    absences: tuple[Absence, ...]
    log: tuple[Logged, ...]

    def order(self, stage: str, number: int) -> tuple[int, int]:
        """Return what tells which of two rounds is earlier; no stage is before all."""
        names = [one.name for one in self.format.stages]
        return (names.index(stage) if stage in names else -1, number)

    @cached_property
    def games(self) -> tuple[Game, ...]:
        """The last version of every protocol, in order of play."""
        found = [line[-1].game for line in self.versions.values()]
        return tuple(sorted(found, key=lambda g: (self.order(g.stage, g.round), g.table)))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Every slot."""
        return tuple(sorted({slot.number for slot in self.slots}))

    def occupant(self, slot: int, moment: Moment | None = None) -> Entry:
        """Return who sits in a slot, in a round or now."""
        now = None if moment is None else self.order(*moment)
        line = [one for one in self.slots if one.number == slot]
        held = [one for one in line if now is None or self.order(one.stage, one.round) <= now]
        return (held or line)[-1].entry

    def absence(self, slot: int, moment: Moment) -> Absence | None:
        """Return the absence of a slot in a round, if there is one."""
        for one in self.absences:
            if (one.slot, one.stage, one.round) == (slot, *moment):
                return one
        return None

    def seated(self, moment: Moment) -> Seated | None:
        """Return a round if it is seated."""
        return next((one for one in self.rounds if one.moment == moment), None)

    def game(self, stage: str, number: int, table: int) -> Game | None:
        """Return the protocol of a game, if it is recorded."""
        line = self.versions.get((stage, number, table))
        return line[-1].game if line else None

    def missing(self, one: Seated) -> tuple[int, ...]:
        """Return the tables of a round whose protocols are not recorded."""
        return tuple(t for t in one.in_play if (*one.moment, t) not in self.versions)

    @property
    def current(self) -> Seated | None:
        """The first seated round that lacks a protocol; None if all are there."""
        return next((one for one in self.rounds if self.missing(one)), None)

    @property
    def unseated(self) -> Moment | None:
        """The first round that nobody is seated in yet; None if all are."""
        seated = {one.moment for one in self.rounds}
        return next((moment for moment in self.format.moments if moment not in seated), None)

    @property
    def out(self) -> frozenset[int]:
        """Slots that play no more: out of the tournament and not handed over."""
        return frozenset(slot for slot in self.numbers if self.left_at(slot) is not None)

    def left_at(self, slot: int) -> Moment | None:
        """Return the first round that a slot plays no more; None while somebody plays for it."""
        last = max(self.order(one.stage, one.round) for one in self.slots if one.number == slot)
        for one in self.outside:
            found = one.adjustment
            is_out = found.slot == str(slot) and found.kind in ("disqualified", "withdrawn")
            if is_out and self.order(found.stage, found.round) >= last:
                return self.after((found.stage, found.round))
        return None

    def after(self, moment: Moment) -> Moment:
        """Return the round after a round; round 0 of a stage is before its first."""
        moments = self.format.moments
        later = [one for one in moments if self.order(*one) > self.order(*moment)]
        return later[0] if later else (moments[-1][0], moments[-1][1] + 1)

    @cached_property
    def protocols(self) -> Protocols:
        """Everything that counts, in the form of the scoring: slots are their numbers."""
        return Protocols(
            games=self.games,
            adjustments=tuple(one.adjustment for one in self.outside),
            occupants=tuple(
                Occupant(str(one.number), one.entry.name, one.stage, one.round)
                for one in self.slots
            ),
            teams={
                str(one.number): one.entry.team
                for one in self.slots
                if one.entry.team and not one.stage
            },
            name=self.name,
        )
