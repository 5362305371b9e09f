"""Who meets whom, in the three numbers that are compared: never met, outside the band, Σ λ²."""

from __future__ import annotations

from dataclasses import dataclass

from optimizer.criteria import Prefer
from optimizer.progress import Progress
from schedules.measures import Measures


@dataclass(frozen=True)
class Quality:
    """Criteria 2-4 of one matrix.

    Attributes
    ----------
    never_met, band_excess, spread
        As in :class:`schedules.measures.Measures`.
    """

    never_met: int
    band_excess: int
    spread: int

    @classmethod
    def of(cls, found: Measures | Progress) -> Quality:
        """Take the three numbers out of the measures of a schedule or a report of the search."""
        return cls(found.never_met, found.band_excess, found.spread)

    def key(self, prefer: Prefer) -> tuple[int, int, int]:
        """Return the numbers in the order they are compared in; the smaller is the better."""
        if prefer == "spread":
            return self.spread, self.never_met, self.band_excess
        return self.never_met, self.band_excess, self.spread

    def against(self, other: Quality) -> tuple[int, int, int]:
        """Return by how much each number is above the other's: never met, excess, Σ λ²."""
        return (
            self.never_met - other.never_met,
            self.band_excess - other.band_excess,
            self.spread - other.spread,
        )
