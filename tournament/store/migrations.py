"""From any earlier version of the tables to the present one, step by step.

A new database gets the tables as :mod:`.models` has them and the last version's number. An older
one is brought up by one step a version, in the transaction in which it is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    ForeignKey,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    insert,
    inspect,
    select,
    text,
    update,
)

from schedules.errors import SeatingError
from tournament.store.models import Base, Version

FIRST = 1
LAST = 3


def _to_2(connection: Connection) -> None:
    """Keep until when somebody is banned (a player who leaves the White Nights, for a year)."""
    connection.execute(text("ALTER TABLE entries ADD COLUMN banned_until TEXT NOT NULL DEFAULT ''"))


def _to_3(connection: Connection) -> None:
    """Keep what the judges' pages need: PINs, who is let in, protocols that are being entered."""
    kept = MetaData()
    events = Table("events", kept, Column("id", Integer, primary_key=True))

    def table(name: str, *columns: Column[Any] | UniqueConstraint) -> Table:
        number = Column("id", Integer, primary_key=True, autoincrement=True)
        event: Column[Any] = Column("event_id", ForeignKey("events.id"), nullable=False, index=True)
        return Table(name, kept, number, event, *columns)

    def must(name: str, kind: type[Text | Integer | Boolean] = Text, **how: Any) -> Column[Any]:
        return Column(name, kind, nullable=False, **how)

    table(
        "pins", must("name"), must("chief", Boolean), must("hash"), must("made"),
        UniqueConstraint("event_id", "name"),
    )  # fmt: skip
    table(
        "visits", Column("pin_id", ForeignKey("pins.id"), nullable=False),
        must("token", unique=True), must("form_token"), must("until"),
    )  # fmt: skip
    table(
        "drafts", must("stage"), must("round", Integer), must("table", Integer), must("holder"),
        must("since"), must("fields"), must("saved"), must("version", Integer),
        UniqueConstraint("event_id", "stage", "round", "table"),
    )  # fmt: skip
    kept.create_all(connection, tables=[one for one in kept.sorted_tables if one is not events])


STEPS: Mapping[int, Callable[[Connection], None]] = {2: _to_2, 3: _to_3}
"""What leads to each version from the one before."""

KEEP_LOG = {
    "sqlite": (
        "CREATE TRIGGER IF NOT EXISTS log_stays_{verb} BEFORE {VERB} ON log "
        "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
    ),
    "postgresql": (
        "CREATE OR REPLACE FUNCTION log_stays() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the log is append-only'; END $$",
        "CREATE OR REPLACE TRIGGER log_stays_{verb} BEFORE {VERB} ON log "
        "FOR EACH ROW EXECUTE FUNCTION log_stays()",
    ),
}
"""What makes a database itself refuse to change or delete a line of the log."""


def make_tables(connection: Connection) -> None:
    """Make all tables of the last version, unless they are there."""
    Base.metadata.create_all(connection)
    if connection.execute(select(Version.version)).first() is None:
        connection.execute(insert(Version).values(id=1, version=LAST))
    for verb in ("update", "delete"):
        for statement in KEEP_LOG.get(connection.dialect.name, ()):
            connection.exec_driver_sql(
                statement.replace("{verb}", verb).replace("{VERB}", verb.upper())
            )


def version_of(connection: Connection) -> int | None:
    """Return the version of the tables; None where there are none of an event."""
    if not inspect(connection).has_table("schema_version"):
        return None
    found = connection.execute(select(Version.version)).scalar()
    return None if found is None else int(found)


def migrate(connection: Connection, *, where: str) -> None:
    """Bring the tables to the last version.

    Raises
    ------
    SeatingError
        If they are of a later version than this program knows, or of no event.
    """
    version = version_of(connection)
    if version is None:
        raise SeatingError(f"{where} is no event; make one with seating event new.")
    if version > LAST:
        raise SeatingError(
            f"{where} was made by a later version of seating (form {version}, this one knows "
            f"{LAST}); update the program."
        )
    for step in range(version + 1, LAST + 1):
        STEPS[step](connection)
        connection.execute(update(Version).values(version=step))
