"""The store of an event: an SQLite file through SQLAlchemy, or PostgreSQL by its URL."""

from tournament.store.database import Change, Store, create, open_store
from tournament.store.saying import StoreError
from tournament.store.state import (
    Absence,
    Entry,
    Logged,
    Recorded,
    Seated,
    Slot,
    State,
)

__all__ = [
    "Absence",
    "Change",
    "Entry",
    "Logged",
    "Recorded",
    "Seated",
    "Slot",
    "State",
    "Store",
    "StoreError",
    "create",
    "open_store",
]
