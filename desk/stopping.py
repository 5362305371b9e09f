"""Work in the background that a person can stop: Ctrl-C keeps the best, a second one leaves."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any, Self, TypeVar

from desk.errors import Leave

Result = TypeVar("Result")

SIGNALS = (signal.SIGINT, signal.SIGTERM)
TICK = 0.1
"""Seconds between two looks at the clock, the signals and the progress."""


class Stopper:
    """Turns the first signal to end into a wish to stop, and the second into :class:`Leave`.

    A signal that is ignored when the program starts, as under ``nohup``, stays ignored.

    Attributes
    ----------
    event
        Set when somebody wants the work to stop.
    """

    def __init__(self) -> None:
        self.event = threading.Event()
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
            signal.signal(number, handler)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self.event.is_set():
            raise Leave(128 + number)
        self.event.set()


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
