"""Shares of seats whose games, not seats, are the independent observations.

The six civilians of a game win or lose together: they are one observation and not six.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from scoring.statistics.intervals import CONFIDENCE, wilson

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True)
class ClusteredShare:
    """A share of seats with the uncertainty that its games leave.

    Attributes
    ----------
    games, seats, hits
        Games with a seat in question, such seats, and those at which it happened.
    share, error
        hits / seats and its standard error.
    low, high
        The ends of its interval.
    effective
        As many independent seats would tell as much: seats over the design effect.
    """

    games: int
    seats: int
    hits: int
    share: float
    error: float
    low: float
    high: float
    effective: float


def clustered_share(
    hits: npt.ArrayLike, seats: npt.ArrayLike, *, confidence: float = CONFIDENCE
) -> ClusteredShare:
    """Return a share of seats with an interval in which the game is the unit.

    With y hits at m seats of each of G games and p = Σy / Σm, the variance of p is that of a
    ratio, G / (G - 1) · Σ(y - p m)² / (Σm)². The interval is Wilson's with the number of seats
    that would have this variance if they were independent, n = p(1 - p) / variance, made smaller
    by (z / t)² where few games leave the variance itself uncertain.

    Parameters
    ----------
    hits, seats
        Of each game, shape (G,). Games without a seat in question do not count.
    confidence
        How often such an interval holds the true share.

    Returns
    -------
    ClusteredShare
        NaN without a seat. A share that the rules fix in every game has an error of 0. Where it
        never or always happened the games are taken for the independent observations, and of a
        single game the error is not known (NaN).

    References
    ----------
    W. G. Cochran, Sampling Techniques, 3rd edition (Wiley 1977), sections 3.12 and 6.3: the
    variance. E. L. Korn and B. I. Graubard, Confidence intervals for proportions with small
    expected number of positive counts estimated from survey data, Survey Methodology 24 (1998),
    193-201: effective size and (z / t)². N. Dean and M. Pagano, Evaluating confidence interval
    methods for binomial proportions in clustered surveys, Journal of Survey Statistics and
    Methodology 3 (2015), 484-503: with Wilson's interval.
    """
    import numpy as np

    y: Any = np.asarray(hits, dtype=np.int64)
    m: Any = np.asarray(seats, dtype=np.int64)
    y, m = y[m > 0], m[m > 0]
    sums = [np.array([value]) for value in (len(m), *Sums.of(y, m))]
    found = shares_of_sums(*sums, confidence=confidence)
    share, error, low, high, effective = (float(values[0]) for values in found)
    return ClusteredShare(len(m), int(m.sum()), int(y.sum()), share, error, low, high, effective)


class Sums(NamedTuple):
    """What the interval needs of the games of a group: sums over them of y, m, y², ym and m²."""

    hits: Any
    seats: Any
    hits_squared: Any
    both: Any
    seats_squared: Any

    @classmethod
    def of(cls, hits: Any, seats: Any) -> Sums:
        """Return the sums of one group."""
        return cls(*(each.sum() for each in cls.terms(hits, seats)))

    @classmethod
    def terms(cls, hits: Any, seats: Any) -> Sums:
        """Return what is summed, of each game."""
        return cls(hits, seats, hits * hits, hits * seats, seats * seats)


def shares_of_sums(
    games: Any, *sums: Any, confidence: float = CONFIDENCE
) -> tuple[npt.NDArray[np.float64], ...]:
    """Return shares of many groups at once: share, error, low, high, effective, each (groups,).

    Parameters
    ----------
    games
        Of each group, (groups,).
    *sums
        The fields of :class:`Sums`, each (groups,).
    confidence
        See :func:`clustered_share`.
    """
    import numpy as np
    from scipy.stats import norm, t

    count, y, m, yy, ym, mm = (np.asarray(value, dtype=float) for value in (games, *sums))
    with np.errstate(divide="ignore", invalid="ignore"):
        share = y / m
        # whole numbers, so what is left of a share that the rules fix is rounding
        apart = yy - 2 * share * ym + share**2 * mm
        apart = np.where(apart < 1e-9 * np.maximum(yy, 1), 0.0, apart)
        variance = np.where(count > 1, count / (count - 1) * apart / m**2, np.nan)
        inner, several = (share > 0) & (share < 1), count > 1
        effective = np.where(inner & several, share * (1 - share) / variance, count)
        tail = (1 + confidence) / 2
        quantile = t.ppf(tail, np.maximum(count - 1, 1))
        shrunk = np.where(several, effective * (norm.ppf(tail) / quantile) ** 2, effective)
        low, high = wilson(share * shrunk, shrunk, confidence=confidence)
    fixed = inner & several & (apart == 0)
    low, high = np.where(fixed, share, low), np.where(fixed, share, high)
    return share, np.sqrt(variance), low, high, effective
