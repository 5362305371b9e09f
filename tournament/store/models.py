"""The tables of an event's database. Whoever changes one adds a step to :mod:`.migrations`.

Every table names its event, so that one PostgreSQL database holds many; an SQLite file holds one.
Structured values (a seating, a protocol) are JSON texts; points are texts such as ``12/5``.
Nothing of the event is ever deleted: what no longer holds has a later version, or the log number
that ended it. What the judges' pages keep for themselves (pins, visits, drafts) is replaced.
"""

from __future__ import annotations

from typing import Annotated

from sqlalchemy import ForeignKey, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

Key = Annotated[int, mapped_column(primary_key=True, autoincrement=True)]
OfEvent = Annotated[int, mapped_column(ForeignKey("events.id"), index=True)]
OfLog = Annotated[int, mapped_column(ForeignKey("log.id", deferrable=True, initially="DEFERRED"))]
Long = Annotated[str, mapped_column(Text)]


class Base(DeclarativeBase):
    """What all tables share."""


class Version(Base):
    """The version of the tables, one row."""

    __tablename__ = "schema_version"
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    version: Mapped[int]


class EventRow(Base):
    """An event: its name, format and rules as they were when it was made."""

    __tablename__ = "events"
    id: Mapped[Key]
    name: Mapped[str] = mapped_column(Text, unique=True)
    format_name: Mapped[Long]
    format_text: Mapped[Long]
    rules_name: Mapped[Long]
    rules_text: Mapped[Long]
    seed: Mapped[Long] = mapped_column(default="")
    phase: Mapped[Long] = mapped_column(default="registration")


class LogRow(Base):
    """One change: when, who, what, why, and what was there before and after. Append-only."""

    __tablename__ = "log"
    id: Mapped[Key]
    event_id: Mapped[OfEvent]
    at: Mapped[Long]
    who: Mapped[Long]
    what: Mapped[Long]
    why: Mapped[Long]
    before: Mapped[Long]
    after: Mapped[Long]


class EntryRow(Base):
    """A person who registered, as a player or for the pool of substitutes."""

    __tablename__ = "entries"
    __table_args__ = (UniqueConstraint("event_id", "name"),)
    id: Mapped[Key]
    event_id: Mapped[OfEvent]
    name: Mapped[Long]
    club: Mapped[Long] = mapped_column(default="")
    city: Mapped[Long] = mapped_column(default="")
    team: Mapped[Long] = mapped_column(default="")
    state: Mapped[Long] = mapped_column(default="applied")
    priority: Mapped[int] = mapped_column(default=0)
    pool: Mapped[bool] = mapped_column(default=False)
    banned_until: Mapped[Long] = mapped_column(default="")


class CheckInRow(Base):
    """Somebody who is there on a day."""

    __tablename__ = "check_ins"
    __table_args__ = (UniqueConstraint("entry_id", "day"),)
    id: Mapped[Key]
    event_id: Mapped[OfEvent]
    entry_id: Mapped[int] = mapped_column(ForeignKey("entries.id"))
    day: Mapped[int]
    log_id: Mapped[OfLog]


class OccupantRow(Base):
    """Who sits in a slot from a round on; the first of a slot drew it."""

    __tablename__ = "occupants"
    id: Mapped[Key]
    event_id: Mapped[OfEvent]
    slot: Mapped[int]
    entry_id: Mapped[int] = mapped_column(ForeignKey("entries.id"))
    stage: Mapped[Long] = mapped_column(default="")
    round: Mapped[int] = mapped_column(default=0)
    log_id: Mapped[OfLog]


class FieldRow(Base):
    """Who enters a stage, in order of the standings of the cut."""

    __tablename__ = "fields"
    __table_args__ = (UniqueConstraint("event_id", "stage"),)
    id: Mapped[Key]
    event_id: Mapped[OfEvent]
    stage: Mapped[Long]
    slots: Mapped[Long]
    log_id: Mapped[OfLog]


class RoundRow(Base):
    """A round that is seated: who sits where, and what it was drawn by."""

    __tablename__ = "rounds"
    __table_args__ = (UniqueConstraint("event_id", "stage", "round"),)
    id: Mapped[Key]
    event_id: Mapped[OfEvent]
    stage: Mapped[Long]
    round: Mapped[int]
    mode: Mapped[Long]
    seed: Mapped[Long]
    tables: Mapped[Long]
    facts: Mapped[Long]
    log_id: Mapped[OfLog]


class ProtocolRow(Base):
    """A version of the record of one game; the last one counts."""

    __tablename__ = "protocols"
    __table_args__ = (UniqueConstraint("event_id", "stage", "round", "table", "version"),)
    id: Mapped[Key]
    event_id: Mapped[OfEvent]
    stage: Mapped[Long]
    round: Mapped[int]
    table: Mapped[int]
    version: Mapped[int]
    game: Mapped[Long]
    log_id: Mapped[OfLog]


class AdjustmentRow(Base):
    """What happened to a slot outside the games; ``ended`` is the log number that took it back."""

    __tablename__ = "adjustments"
    id: Mapped[Key]
    event_id: Mapped[OfEvent]
    slot: Mapped[int]
    kind: Mapped[Long]
    points: Mapped[Long] = mapped_column(default="")
    stage: Mapped[Long] = mapped_column(default="")
    round: Mapped[int] = mapped_column(default=0)
    reason: Mapped[Long] = mapped_column(default="")
    log_id: Mapped[OfLog]
    ended: Mapped[int | None] = mapped_column(default=None)


class AbsenceRow(Base):
    """A game that a stand-in plays for a slot, or that a slot is not seated in."""

    __tablename__ = "absences"
    __table_args__ = (UniqueConstraint("event_id", "stage", "round", "slot"),)
    id: Mapped[Key]
    event_id: Mapped[OfEvent]
    slot: Mapped[int]
    stage: Mapped[Long]
    round: Mapped[int]
    stand_in: Mapped[Long] = mapped_column(default="")
    log_id: Mapped[OfLog]


class PinRow(Base):
    """Who may use the judges' pages, and the hash of his PIN; a new PIN takes its place."""

    __tablename__ = "pins"
    __table_args__ = (UniqueConstraint("event_id", "name"),)
    id: Mapped[Key]
    event_id: Mapped[OfEvent]
    name: Mapped[Long]
    chief: Mapped[bool] = mapped_column(default=False)
    hash: Mapped[Long]
    made: Mapped[Long]


class VisitRow(Base):
    """A browser that gave the right PIN: the hash of its cookie, and until when it is let in."""

    __tablename__ = "visits"
    id: Mapped[Key]
    event_id: Mapped[OfEvent]
    pin_id: Mapped[int] = mapped_column(ForeignKey("pins.id"))
    token: Mapped[str] = mapped_column(Text, unique=True)
    form_token: Mapped[Long]
    until: Mapped[Long]


class DraftRow(Base):
    """A protocol that is being entered: who holds the game, since when, and what stands in it.

    It is no part of the record: each save takes the place of the one before.
    """

    __tablename__ = "drafts"
    __table_args__ = (UniqueConstraint("event_id", "stage", "round", "table"),)
    id: Mapped[Key]
    event_id: Mapped[OfEvent]
    stage: Mapped[Long]
    round: Mapped[int]
    table: Mapped[int]
    holder: Mapped[Long]
    since: Mapped[Long]
    fields: Mapped[Long] = mapped_column(default="{}")
    saved: Mapped[Long] = mapped_column(default="")
    version: Mapped[int] = mapped_column(default=0)
