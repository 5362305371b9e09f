"""What all pages of one event share: its store, who may come in, what was said and done."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from desk.web.asking import Ask, PageError
from desk.web.pins import Door
from tournament.store import Store
from tournament.store.state import Seated, State

MOST_KEPT = 2000
"""Forms and messages that are remembered."""


class Once:
    """Remembers which forms were sent, so that a second press of a button does nothing twice."""

    def __init__(self) -> None:
        self._done: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, number: str) -> bool:
        """Whether a form is sent for the first time; it counts as sent from now on."""
        with self._lock:
            if not number or number in self._done:
                return False
            self._done[number] = None
            while len(self._done) > MOST_KEPT:
                self._done.popitem(last=False)
            return True

    def failed(self, number: str) -> None:
        """Let a form be sent again: nothing came of it."""
        with self._lock:
            self._done.pop(number, None)


class Said:
    """Sentences for the next page that somebody sees."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, list[str]] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, token: str, lines: Sequence[str]) -> None:
        """Keep sentences for a browser."""
        with self._lock:
            self._lines.setdefault(token, []).extend(lines)
            while len(self._lines) > MOST_KEPT:
                self._lines.popitem(last=False)

    def take(self, token: str) -> list[str]:
        """Return them, once."""
        with self._lock:
            return self._lines.pop(token, []) if token else []


@dataclass
class Site:
    """The pages of one event.

    Attributes
    ----------
    store, lang
        The event, and the language of who has not chosen one.
    door, once, said
        Who is let in, which forms were sent, what is to be said.
    secret
        What the forms of the PIN page are signed with; another with every start.
    """

    store: Store
    lang: str = "en"
    door: Door = field(init=False)
    once: Once = field(default_factory=Once)
    said: Said = field(default_factory=Said)
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32))

    def __post_init__(self) -> None:
        self.door = Door(self.store)

    def state(self) -> State:
        """Return the event as it stands."""
        return self.store.read()

    def guest_token(self, guest: str) -> str:
        """Return what the form of the PIN page carries for one who is not let in yet."""
        return hmac.new(self.secret, guest.encode(), hashlib.sha256).hexdigest()

    def check_form(self, ask: Ask) -> None:
        """Refuse a form that was not made by a page of ours for this browser.

        Raises
        ------
        PageError
            If its token is another.
        """
        due = ask.visit.form_token if ask.visit else self.guest_token(ask.guest)
        whole = ask.visit is not None or bool(ask.guest)
        given = ask.fields.get("form_token", "")
        if not whole or not hmac.compare_digest(due.encode(), given.encode()):
            raise PageError(403, "error.old_form")


def round_of(state: State, ask: Ask) -> Seated:
    """Return the round that stands in a path.

    Raises
    ------
    PageError
        If there is none, or it is not seated.
    """
    stage, number = _number(ask, "stage"), _number(ask, "round")
    if not 1 <= stage <= len(state.format.stages):
        raise PageError(404, "error.no_round")
    found = state.seated((state.format.stages[stage - 1].name, number))
    if found is None:
        raise PageError(404, "error.no_round")
    return found


def table_in(seated: Seated, ask: Ask) -> int:
    """Return the table that stands in a path.

    Raises
    ------
    PageError
        If the round has no such table.
    """
    table = _number(ask, "table")
    if table not in seated.in_play:
        raise PageError(404, "error.no_game")
    return table


def _number(ask: Ask, name: str) -> int:
    text = ask.parts.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise PageError(404, "error.no_page")
    return int(text)
