"""Work in the background that a person can stop: Ctrl-C keeps the best, a second one leaves."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any, Self, TypeVar

from desk.errors import Leave

Result = TypeVar("Result")

SIGNALS = (signal.SIGINT, signal.SIGTERM)
TICK = 0.1
"""Seconds between two looks at the clock, the signals and the progress."""
SAME = 1.0
"""Seconds in which two signals are one wish: some programs signal a process and its group."""


class Stopper:
    """Turns the first signal to end into a wish to stop, and a later one into :class:`Leave`.

    A signal that is ignored when the program starts, as under ``nohup``, stays ignored.

    Attributes
    ----------
    event
        Set when somebody wants the work to stop.
    written
        Whether the result stands in its file; to be set by whoever writes it.
    """

    def __init__(self) -> None:
        self.event = threading.Event()
        self.written = False
        self._first = 0.0
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        for number in SIGNALS:
            if signal.getsignal(number) != signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._handle)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._before.items():
            # the twin of the signal that ended the work may still be on its way
            signal.signal(number, self._handle_late if self.event.is_set() else handler)

    def _handle_late(self, number: int, frame: FrameType | None) -> None:
        if time.monotonic() - self._first > SAME:
            signal.signal(number, self._before[signal.Signals(number)])
            signal.raise_signal(number)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if not self.event.is_set():
            self._first = now
            self.event.set()
        elif now - self._first > SAME:
            fate = "the file is written" if self.written else "nothing is written"
            raise Leave(128 + number, sentence=f"Stopped at once: {fate}.")


def in_background(work: Callable[[], Result], tick: Callable[[], None]) -> Result:
    """Run work in another thread while this one answers signals and shows progress.

    Compiled kernels let other threads run but not Python's own signal handlers, which need the
    main thread: so the work must not stand in it.

    Parameters
    ----------
    work
        Called once, in a thread that does not keep the program alive.
    tick
        Called in this thread every :data:`TICK` seconds until the work is done.

    Returns
    -------
    What the work returns; what it raises is raised here.
    """
    done = threading.Event()
    outcome: list[Result] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            outcome.append(work())
        except BaseException as error:
            failure.append(error)
        finally:
            done.set()

    threading.Thread(target=run, name="search", daemon=True).start()
    while not done.wait(TICK):
        tick()
    if failure:
        raise failure[0]
    return outcome[0]
