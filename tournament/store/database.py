"""Opening an event's database, and changing it: every change one transaction and one log line."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, func, select
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.orm import Session

from tournament.store.loading import load_state
from tournament.store.migrations import LAST, make_tables, migrate, version_of
from tournament.store.models import EventRow, LogRow
from tournament.store.saying import BUSY_SECONDS, TRIES, StoreError, is_busy, sentences
from tournament.store.state import State


@dataclass
class Change:
    """A change being made: the session of its transaction, the event as it was, the log line.

    Attributes
    ----------
    session
        What rows are added to.
    state
        The event before the change.
    log_id
        Number of the log line, which rows of the change refer to.
    before, after
        What the log line tells; filled by whoever makes the change.
    idle
        Whether it turned out that nothing changes: then there is no log line either.
    """

    session: Session
    state: State
    log_id: int
    before: dict[str, Any] = field(default_factory=dict)
    after: dict[str, Any] = field(default_factory=dict)
    idle: bool = False

    @property
    def event_id(self) -> int:
        """The event in its database."""
        return self.state.event_id


class Store:
    """An event in its database.

    Parameters
    ----------
    engine
        Of the database.
    where
        What messages call it: the file, or the URL without the password.
    name
        Name of the event where the database holds several; empty for the only one.
    """

    def __init__(self, engine: Engine, where: str, *, name: str = "", path: Path | None = None):
        self.engine = engine
        self.where = where
        self.name = name
        self.path = path

    def close(self) -> None:
        """Let the database go."""
        self.engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def read(self) -> State:
        """Return the event as it stands."""
        reading = self.engine.execution_options(reading=True)
        with sentences(self.where), Session(reading) as session:
            return load_state(session, self._event_id(session))

    @contextlib.contextmanager
    def change(
        self, what: str, *, who: str, why: str = "", head: int | None = None
    ) -> Iterator[Change]:
        """Make one change: all of it is kept with its log line, or nothing.

        Parameters
        ----------
        what, who, why
            For the log: the command, the person, the reason.
        head
            Number of the last log line that the change was computed from; None if it is computed
            inside.

        Raises
        ------
        StoreError
            If the database cannot be written, or was changed since ``head``.
        """
        with sentences(self.where), self._begun() as session:
            state = load_state(session, self._event_id(session))
            if head is not None and head != state.head:
                raise StoreError(
                    "The event was changed by somebody else in the meantime; look at it again "
                    "with seating event status, and repeat the command."
                )
            line = LogRow(
                event_id=state.event_id, at=now(), who=who, what=what, why=why, before="", after=""
            )
            # its number is needed by the rows of the change, its text is known only afterwards
            number = session.execute(select(func.coalesce(func.max(LogRow.id), 0))).scalar_one() + 1
            made = Change(session, state, number)
            line.id = number
            yield made
            if made.idle:
                return
            line.before, line.after = _json(made.before), _json(made.after)
            session.add(line)
            session.flush()
            session.commit()

    @contextlib.contextmanager
    def notes(self, *, reading: bool = False) -> Iterator[tuple[Session, int]]:
        """Yield a session and the event's number for what is no change of the event and not logged.

        PINs, visits and drafts of the judges' pages (:mod:`tournament.store.notes`). What is
        written is one transaction; with ``reading`` nothing is.
        """
        if reading:
            engine = self.engine.execution_options(reading=True)
            with sentences(self.where), Session(engine) as session:
                yield session, self._event_id(session)
            return
        with sentences(self.where), self._begun() as session:
            yield session, self._event_id(session)
            session.commit()

    @contextlib.contextmanager
    def _begun(self) -> Iterator[Session]:
        """Yield a session that holds the right to write; waits for its turn, again and again."""
        for attempt in range(TRIES):
            session = Session(self.engine, autoflush=False)
            try:
                session.connection()
                break
            except OperationalError as error:
                session.close()
                if not is_busy(error) or attempt == TRIES - 1:
                    raise
                time.sleep(0.2 * (attempt + 1))
        try:
            if self.engine.dialect.name == "postgresql":
                # one writer at a time, as SQLite has it
                session.connection().exec_driver_sql("LOCK TABLE log IN EXCLUSIVE MODE")
            yield session
        finally:
            session.close()

    def _event_id(self, session: Session) -> int:
        rows = session.execute(select(EventRow.id, EventRow.name).order_by(EventRow.id)).all()
        if not self.name and len(rows) == 1:
            return int(rows[0].id)
        for row in rows:
            if row.name == self.name:
                return int(row.id)
        names = ", ".join(repr(row.name) for row in rows) or "none"
        said = f"holds no event {self.name!r}" if self.name else f"holds {len(rows)} events"
        raise StoreError(
            f"{self.where} {said}; name one after #, as in URL#name. There are: {names}."
        )

    def backup(self, to: Path) -> None:
        """Copy the event's file while it runs; the copy is whole and at the last change.

        Raises
        ------
        StoreError
            If the event is in a database of its own, the target is taken, or it cannot be written.
        """
        if self.path is None:
            raise StoreError("A database on a server is copied by its own tools, such as pg_dump.")
        if to.exists():
            raise StoreError(f"{to} is there already; name a new file for the copy.")
        with sentences(str(to)), self.engine.connect() as connection:
            raw = connection.connection.driver_connection
            assert raw is not None
            raw.rollback()
            raw.execute("VACUUM INTO ?", (str(to),))


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, default=str) if value else ""


def now() -> str:
    """Return the time of a log line: UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def open_store(event: str | Path) -> Store:
    """Open an event: a file, or ``postgresql+psycopg://...#name``.

    Tables of an earlier version are brought up to the present one.

    Raises
    ------
    SeatingError
        If there is no such event, or it cannot be opened.
    """
    text = str(event)
    if "://" in text:
        url, _, name = text.partition("#")
        store = Store(_engine(url), url.rpartition("@")[2], name=name)
    else:
        path = Path(text)
        if path.is_dir():
            raise StoreError(f"{path} is a folder; name the event's file.")
        if not path.exists():
            raise StoreError(f"There is no event {path}; make it with seating event new {path}.")
        if path.stat().st_size == 0:  # SQLite would make a database of it
            raise StoreError(f"{path} is empty, so it holds no event; take the last backup.")
        store = Store(_engine(f"sqlite:///{path}"), text, path=path)
    try:
        with sentences(store.where):
            with store.engine.execution_options(reading=True).connect() as connection:
                version = version_of(connection)
                connection.rollback()
            if version != LAST:
                with store.engine.begin() as connection:
                    migrate(connection, where=store.where)
    except BaseException:
        store.close()
        raise
    return store


def create(
    event: str | Path, *, name: str, format_: tuple[str, str], rules: tuple[str, str], who: str
) -> Store:
    """Make a new event.

    Parameters
    ----------
    event
        A file that is not there yet, or a URL of a database.
    name
        What the event is called.
    format_, rules
        Name and text of the format and of the rule set, which are kept with the event.
    who
        For the log.

    Raises
    ------
    StoreError
        If the file is there already, the database holds an event of this name, or it cannot be
        written.
    """
    text = str(event)
    path = None if "://" in text else Path(text)
    if path is not None and path.exists():
        raise StoreError(f"{path} is there already; name another file, or go on with that event.")
    if path is not None and not path.parent.is_dir():
        raise StoreError(f"There is no folder {path.parent}; make it, or name another place.")
    url = f"sqlite:///{path}" if path is not None else text.partition("#")[0]
    store = Store(_engine(url), text.rpartition("@")[2], name=name, path=path)
    try:
        with sentences(store.where), Session(store.engine) as session:
            make_tables(session.connection())
            if session.scalar(select(EventRow.id).where(EventRow.name == name)) is not None:
                raise StoreError(f"{store.where} holds an event {name!r} already; name another.")
            row = EventRow(
                name=name, format_name=format_[0], format_text=format_[1],
                rules_name=rules[0], rules_text=rules[1], seed="", phase="registration",
            )  # fmt: skip
            session.add(row)
            session.flush()
            after = _json({"name": name, "format": format_[0], "rules": rules[0]})
            number = session.execute(select(func.coalesce(func.max(LogRow.id), 0))).scalar_one() + 1
            session.add(
                LogRow(id=number, event_id=row.id, at=now(), who=who, what="new", why="",
                       before="", after=after)
            )  # fmt: skip
            session.commit()
    except BaseException:
        store.close()
        if path is not None:
            for ending in ("", "-wal", "-shm"):
                path.with_name(path.name + ending).unlink(missing_ok=True)
        raise
    return store


def _engine(url: str) -> Engine:
    """Return an engine; SQLite with its write-ahead log, foreign keys, and real transactions."""
    if not url.startswith("sqlite"):
        try:
            return create_engine(url)
        except (ImportError, ValueError, DBAPIError) as error:
            raise StoreError(
                f"The database cannot be reached ({error}); write "
                "postgresql+psycopg://user@host/name#event, and install psycopg."
            ) from None
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine, "connect")
    def _connect(raw: Any, _: object) -> None:
        raw.isolation_level = None  # the driver begins transactions late; we begin them ourselves
        for pragma in (
            f"busy_timeout={BUSY_SECONDS * 1000}", "journal_mode=WAL", "synchronous=FULL",
            "foreign_keys=ON",
        ):  # fmt: skip
            raw.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:
        # the right to write is taken at once: a reader that turns writer late would be refused
        reading = connection.get_execution_options().get("reading")
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine
