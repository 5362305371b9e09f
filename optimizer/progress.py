"""What a long search tells while it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """One moment of the search.

    Attributes
    ----------
    seconds
        Since the start.
    stage
        ``tables`` (who meets whom), ``seats``, or ``polish``.
    never_met, band_excess, spread
        Of the best found so far.
    spread_bound
        No schedule has a lower Σ λ².
    new_best
        Whether the best is newer than the last report.
    iterations
        Moves tried so far.
    """

    seconds: float
    stage: str
    never_met: int
    band_excess: int
    spread: int
    spread_bound: int
    new_best: bool
    iterations: int


Report = Callable[[Progress], None]
