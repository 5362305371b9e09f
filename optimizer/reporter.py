"""What the parts of a search tell, as one stream of progress."""

from __future__ import annotations

import threading

from optimizer.bounds import spread_bound
from optimizer.portfolio import Found
from optimizer.progress import Progress, Report
from optimizer.stopping import Clock
from schedules.problem import Problem


class Reporter:
    """Turns what the parts of the search tell into :class:`Progress`."""

    def __init__(self, problem: Problem, clock: Clock, report: Report | None) -> None:
        self._bound = spread_bound(problem).value
        self._clock, self._report = clock, report
        self._lock = threading.Lock()
        self._shown: Found | None = None
        self._moves = 0
        self.stage = "tables"

    def tell(self, found: Found | None, moves: int) -> None:
        """Report the best so far; called from any thread."""
        if self._report is None or found is None:
            return
        with self._lock:
            new, self._shown, self._moves = found is not self._shown, found, moves
            best = found.score
            self._report(
                Progress(
                    self._clock.seconds, self.stage, best.never_met, best.band_excess,
                    best.spread, self._bound, new, moves,
                )
            )  # fmt: skip

    def again(self) -> None:
        """Report the same best once more: the clock runs."""
        self.tell(self._shown, self._moves)
