"""What the judges' pages keep beside the event: PINs, who is let in, half-entered protocols.

None of it is a change of the event, so none stands in its log; each function is one transaction.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from tournament.store.database import Store, now
from tournament.store.models import DraftRow, PinRow, VisitRow

Place = tuple[str, int, int]
"""Stage, round and table of a game."""


@dataclass(frozen=True, slots=True)
class Pin:
    """Who may use the pages: his name, whether he is the chief judge, the hash of his PIN."""

    name: str
    chief: bool
    hash: str


@dataclass(frozen=True, slots=True)
class Visit:
    """A browser that is let in: for whom, and the token that its forms carry."""

    name: str
    chief: bool
    form_token: str


@dataclass(frozen=True)
class Draft:
    """A protocol that is being entered.

    Attributes
    ----------
    holder, since
        Who enters it, and since when (UTC).
    fields
        What stands in it, as it was typed.
    saved, version
        When it was saved last ("" for never), and how often.
    """

    holder: str
    since: str
    fields: Mapping[str, str] = field(default_factory=dict)
    saved: str = ""
    version: int = 0


def pins(store: Store) -> tuple[Pin, ...]:
    """Return everybody who has a PIN, the chief judge first."""
    with store.notes(reading=True) as (session, event_id):
        found = session.scalars(select(PinRow).where(PinRow.event_id == event_id))
        kept = [Pin(one.name, one.chief, one.hash) for one in found]
    return tuple(sorted(kept, key=lambda one: not one.chief))


def keep_pin(store: Store, pin: Pin) -> None:
    """Keep a PIN, in place of the one that he had; whoever came in with that is let out."""
    with store.notes() as (session, event_id):
        query = select(PinRow).where(PinRow.event_id == event_id, PinRow.name == pin.name)
        row = session.scalars(query).first()
        if row is None:
            session.add(
                PinRow(
                    event_id=event_id, name=pin.name, chief=pin.chief, hash=pin.hash, made=now()
                )
            )  # fmt: skip
            return
        row.hash, row.made = pin.hash, now()
        session.execute(delete(VisitRow).where(VisitRow.pin_id == row.id))


def let_in(store: Store, name: str, *, token: str, form_token: str, until: str) -> None:
    """Let a browser in until a time (UTC); ``token`` is the hash of its cookie."""
    with store.notes() as (session, event_id):
        query = select(PinRow).where(PinRow.event_id == event_id, PinRow.name == name)
        row = session.scalars(query).one()
        session.execute(delete(VisitRow).where(VisitRow.until < now()))
        session.add(
            VisitRow(
                event_id=event_id, pin_id=row.id, token=token, form_token=form_token, until=until
            )
        )  # fmt: skip


def visit(store: Store, token: str) -> Visit | None:
    """Return who a browser was let in for; None if it was not, or no longer is."""
    with store.notes(reading=True) as (session, event_id):
        query = (
            select(PinRow.name, PinRow.chief, VisitRow.form_token)
            .join(PinRow, VisitRow.pin_id == PinRow.id)
            .where(VisitRow.event_id == event_id, VisitRow.token == token, VisitRow.until >= now())
        )
        row = session.execute(query).first()
    return None if row is None else Visit(row.name, row.chief, row.form_token)


def let_out(store: Store, token: str) -> None:
    """Forget a browser that was let in."""
    with store.notes() as (session, event_id):
        session.execute(
            delete(VisitRow).where(VisitRow.event_id == event_id, VisitRow.token == token)
        )


def drafts(store: Store) -> dict[Place, Draft]:
    """Return every protocol that is being entered."""
    with store.notes(reading=True) as (session, event_id):
        rows = session.scalars(select(DraftRow).where(DraftRow.event_id == event_id))
        return {(one.stage, one.round, one.table): _draft(one) for one in rows}


def hold(store: Store, place: Place, holder: str, *, over: str = "") -> Draft:
    """Take a game to enter its protocol, with what was entered so far, and return it.

    Parameters
    ----------
    over
        From whom it is taken over; a game that somebody else holds stays his without that.
    """
    with store.notes() as (session, event_id):
        row = _row(session, event_id, place) or _taken(session, event_id, place, holder)
        if row.holder != holder and row.holder == over:
            row.holder, row.since = holder, now()
        return _draft(row)


def keep_draft(store: Store, place: Place, holder: str, fields: Mapping[str, str]) -> Draft:
    """Save what stands in a protocol, and return it as it is kept.

    A game that nobody holds is his from then on; if somebody else holds it nothing is saved, and
    his draft is returned.
    """
    with store.notes() as (session, event_id):
        row = _row(session, event_id, place) or _taken(session, event_id, place, holder)
        if row.holder == holder:
            row.fields = json.dumps(dict(fields), ensure_ascii=False)
            row.saved, row.version = now(), row.version + 1
        return _draft(row)


def drop_draft(store: Store, place: Place) -> None:
    """Forget what was being entered: it is recorded, or whoever held the game lets it go."""
    with store.notes() as (session, event_id):
        row = _row(session, event_id, place)
        if row is not None:
            session.delete(row)


def _row(session: Session, event_id: int, place: Place) -> DraftRow | None:
    return session.scalars(
        select(DraftRow).where(
            DraftRow.event_id == event_id,
            DraftRow.stage == place[0],
            DraftRow.round == place[1],
            DraftRow.table == place[2],
        )
    ).first()


def _taken(session: Session, event_id: int, place: Place, holder: str) -> DraftRow:
    row = DraftRow(
        event_id=event_id, stage=place[0], round=place[1], table=place[2], holder=holder,
        since=now(), fields="{}", saved="", version=0,
    )  # fmt: skip
    session.add(row)
    return row


def _draft(row: DraftRow) -> Draft:
    return Draft(row.holder, row.since, json.loads(row.fields), row.saved, row.version)
