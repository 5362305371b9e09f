"""Reading an event whole from its database, and games as the texts that are kept there."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scoring.protocol import Adjustment, Game, Protocols
from scoring.rules_file import read_rules
from tournament.formats_file import Format, read_format
from tournament.store import models as m
from tournament.store.state import (
    Absence,
    Entry,
    Logged,
    Outside,
    Recorded,
    Seated,
    Slot,
    State,
)


def load_state(session: Session, event_id: int) -> State:
    """Read an event whole."""
    row = session.get_one(m.EventRow, event_id)
    read = _Reader(session, event_id)
    entries = read.entries()
    format_ = read_format(row.format_text, name=row.format_name)
    head = session.scalar(select(func.max(m.LogRow.id)).where(m.LogRow.event_id == event_id))
    return State(
        event_id=event_id,
        head=head or 0,
        name=row.name,
        seed=row.seed,
        phase=row.phase,
        format=format_,
        rules=read_rules(row.rules_text, name=row.rules_name),
        rules_text=row.rules_text,
        entries=tuple(entries.values()),
        slots=tuple(
            Slot(one.slot, entries[one.entry_id], one.stage, one.round)
            for one in read.rows(m.OccupantRow, m.OccupantRow.slot, m.OccupantRow.id)
        ),
        rounds=read.rounds(format_),
        fields={one.stage: tuple(json.loads(one.slots)) for one in read.rows(m.FieldRow)},
        versions=read.versions(),
        outside=tuple(_outside(one) for one in read.rows(m.AdjustmentRow) if one.ended is None),
        absences=tuple(
            Absence(one.slot, one.stage, one.round, one.stand_in) for one in read.rows(m.AbsenceRow)
        ),
        log=tuple(
            Logged(one.id, one.at, one.who, one.what, one.why, one.before, one.after)
            for one in read.rows(m.LogRow)
        ),
    )


class _Reader:
    """Reads the rows of one event."""

    def __init__(self, session: Session, event_id: int) -> None:
        self.session, self.event_id = session, event_id

    def rows(self, table: Any, *order: Any) -> Iterable[Any]:
        """Return the rows of a table, in the order in which they were made if no other is given."""
        query = select(table).where(table.event_id == self.event_id)
        return self.session.scalars(query.order_by(*(order or (table.id,))))

    def entries(self) -> dict[int, Entry]:
        """Return everybody who registered, by his number in the database."""
        days: dict[int, set[int]] = {}
        for one in self.rows(m.CheckInRow):
            days.setdefault(one.entry_id, set()).add(one.day)
        return {
            one.id: Entry(
                one.id, one.name, one.club, one.city, one.team, one.state, one.priority, one.pool,
                one.banned_until, frozenset(days.get(one.id, ())),
            )
            for one in self.rows(m.EntryRow)
        }  # fmt: skip

    def rounds(self, format_: Format) -> tuple[Seated, ...]:
        """Return the rounds that are seated, in order of play."""
        order = {moment: place for place, moment in enumerate(format_.moments)}
        found = [
            Seated(
                one.stage, one.round, one.mode, one.seed,
                tuple(map(tuple, json.loads(one.tables))), json.loads(one.facts), one.log_id,
            )
            for one in self.rows(m.RoundRow)
        ]  # fmt: skip
        return tuple(sorted(found, key=lambda one: order[one.moment]))

    def versions(self) -> dict[tuple[str, int, int], tuple[Recorded, ...]]:
        """Return every version of every protocol."""
        found: dict[tuple[str, int, int], tuple[Recorded, ...]] = {}
        for one in self.rows(m.ProtocolRow, m.ProtocolRow.version):
            key = (one.stage, one.round, one.table)
            added = Recorded(game_of(one.game), one.version, one.log_id)
            found[key] = (*found.get(key, ()), added)
        return found


def _outside(row: m.AdjustmentRow) -> Outside:
    points = Fraction(row.points) if row.points else None
    kind: Any = row.kind
    found = Adjustment(str(row.slot), kind, points, row.stage, row.round, row.reason)
    return Outside(row.id, found, row.log_id)


def game_of(text: str) -> Game:
    """Return a game from its JSON text."""
    from scoring.files import json_form

    read = json_form.protocols(
        "protocol", {"format": json_form.FORMAT, "games": [json.loads(text)]}
    )
    return read.games[0]


def game_text(game: Game) -> str:
    """Return a game as the JSON text that is kept."""
    from scoring.files.json_form import to_json

    kept = json.loads(to_json(Protocols(games=(game,))))["games"][0]
    return json.dumps(kept, ensure_ascii=False, sort_keys=True)
