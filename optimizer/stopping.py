"""When to stop: a time limit, a number of moves, or somebody who asks."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

from schedules import ProblemError


@dataclass(frozen=True)
class Budget:
    """How much may be spent: seconds, or moves of the search (the same file on any machine).

    Raises
    ------
    ProblemError
        If neither or both are given, or one is not positive.
    """

    time_limit: float | None = None
    iterations: int | None = None

    def __post_init__(self) -> None:
        if (self.time_limit is None) == (self.iterations is None):
            raise ProblemError("Give a time limit or a number of iterations, one of the two.")
        if not (self.time_limit or self.iterations or 0) > 0:
            raise ProblemError("A time limit or a number of iterations must be above 0.")


@dataclass
class Clock:
    """A running budget that threads ask; ``stop`` may be set from outside at any time."""

    budget: Budget
    stop: threading.Event = field(default_factory=threading.Event)
    share: float = 1.0
    started: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.started

    def left(self) -> float:
        """Seconds left of this clock's share of the time limit; infinite without one."""
        if self.budget.time_limit is None:
            return float("inf")
        return self.budget.time_limit * self.share - self.seconds

    def over(self) -> bool:
        """Whether to stop now."""
        return self.stop.is_set() or self.left() <= 0

    def part(self, share: float) -> Clock:
        """Return the same clock, over when ``share`` of the whole time limit is spent."""
        return Clock(self.budget, self.stop, share, self.started)
