"""PINs: made once, kept hashed, and tried only so often."""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING

from schedules.errors import SeatingError
from schedules.names import name_key
from schedules.texts import tidy
from tournament.store import Store
from tournament.store.notes import Pin, keep_pin, let_in, pins

if TYPE_CHECKING:
    from argon2 import PasswordHasher

CHIEF = "chief"
"""The name of the chief judge, on the pages and in the log."""
CHANGED = "new-pin"
"""What the log calls a PIN that replaced another; it tells whose, never which."""
DIGITS = 6
LET_IN_HOURS = 72
"""For how long a browser is let in: a tournament of two days, and the evening before."""
WINDOW_SECONDS = 300
FROM_ONE_ADDRESS = 10
"""Wrong PINs of one address in the window; then it waits."""
FOR_ONE_NAME = 20
"""Wrong PINs for one name in the window, from wherever: 6 digits withstand that for months."""


@cache
def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher

    return PasswordHasher()


def make_pin() -> str:
    """Return a new PIN."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"


def hash_of(secret: str) -> str:
    """Return what is kept of a long random secret, such as a cookie."""
    return hashlib.sha256(secret.encode()).hexdigest()


def make_pins(store: Store, judges: Sequence[str], *, new: Sequence[str] = ()) -> dict[str, str]:
    """Give a PIN to the chief judge and to each judge who has none, and to those named anew.

    Returns
    -------
    dict
        The new PINs by name, to be shown this once: only their hashes are kept.

    Raises
    ------
    SeatingError
        If a judge has no name or the chief's, or somebody is to get another PIN who has none.
    """
    known = {name_key(pin.name): pin for pin in pins(store)}
    wanted = [Pin(CHIEF, chief=True, hash="")]
    for text in judges:
        name = tidy(text)
        if not name or name_key(name) == CHIEF:
            raise SeatingError(f"--judge {text!r}: name a judge, and not {CHIEF!r}.")
        wanted.append(Pin(name, chief=False, hash=""))
    made = {name_key(pin.name): pin for pin in wanted if name_key(pin.name) not in known}
    for text in new:
        found = known.get(name_key(tidy(text))) or made.get(name_key(tidy(text)))
        if found is None:
            names = ", ".join(pin.name for pin in known.values()) or "nobody yet"
            raise SeatingError(
                f"{text!r} has no PIN that could be replaced; there is one for: {names}. "
                f"A new judge gets one with --judge {text!r}."
            )
        made[name_key(found.name)] = found
    shown = {}
    for pin in made.values():
        shown[pin.name] = make_pin()
        keep_pin(store, Pin(pin.name, pin.chief, _hasher().hash(shown[pin.name])))
    if changed := [name for name in shown if name_key(name) in known]:
        with store.change(CHANGED, who="") as change:
            change.after["names"] = changed
    return shown


class Attempts:
    """Counts wrong PINs by address and by name, and says when no more are taken.

    An attempt counts from its beginning, so that many at once are no way around.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._times: defaultdict[str, deque[float]] = defaultdict(deque)
        self._lock = threading.Lock()

    def begin(self, address: str, name: str) -> int:
        """Note an attempt; return the seconds to wait, 0 if it may be made."""
        now = self.clock()
        limits = {f"address {address}": FROM_ONE_ADDRESS, f"name {name_key(name)}": FOR_ONE_NAME}
        with self._lock:
            for key in [*self._times]:
                times = self._times[key]
                while times and times[0] <= now - WINDOW_SECONDS:
                    times.popleft()
                if not times:
                    del self._times[key]
            waits = [
                self._times[key][0] + WINDOW_SECONDS - now
                for key, most in limits.items()
                if len(self._times.get(key, ())) >= most
            ]
            if waits:
                return int(max(waits)) + 1
            for key in limits:
                self._times[key].append(now)
        return 0

    def succeeded(self, address: str, name: str) -> None:
        """Take the last attempt back: it was right."""
        with self._lock:
            for key in (f"address {address}", f"name {name_key(name)}"):
                if self._times[key]:
                    self._times[key].pop()


class Door:
    """Lets browsers in by their PINs."""

    def __init__(self, store: Store, attempts: Attempts | None = None) -> None:
        self.store = store
        self.attempts = attempts or Attempts()
        self._one_at_a_time = threading.Lock()  # a hash takes 64 MB

    def enter(self, name: str, pin: str, *, address: str) -> tuple[str, int]:
        """Return the cookie of who gave his PIN, "" if it is wrong; and the seconds to wait."""
        wait = self.attempts.begin(address, name)
        if wait:
            return "", wait
        found = next((one for one in pins(self.store) if one.name == name), None)
        with self._one_at_a_time:
            right = _is_right(found.hash if found else _nobodys_hash(), pin)
        if found is None or not right:
            return "", 0
        self.attempts.succeeded(address, name)
        token = secrets.token_urlsafe(32)
        until = datetime.now(UTC) + timedelta(hours=LET_IN_HOURS)
        let_in(
            self.store, name, token=hash_of(token), form_token=secrets.token_urlsafe(24),
            until=until.strftime("%Y-%m-%dT%H:%M:%SZ"),
        )  # fmt: skip
        return token, 0


def _is_right(kept: str, pin: str) -> bool:
    from argon2.exceptions import VerificationError

    try:
        return _hasher().verify(kept, "".join(pin.split()))
    except VerificationError:
        return False


@cache
def _nobodys_hash() -> str:
    """Return a hash to try for a name that there is not: it takes as long."""
    return _hasher().hash(secrets.token_urlsafe(16))
