"""Shares of seats whose games, not seats, are the independent observations.

The six civilians of a game win or lose together: they are one observation and not six.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scoring.statistics.intervals import CONFIDENCE, wilson

if TYPE_CHECKING:
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
    from scipy.stats import norm, t

    y: Any = np.asarray(hits, dtype=float)
    m: Any = np.asarray(seats, dtype=float)
    y, m = y[m > 0], m[m > 0]
    games, count, total = len(m), float(y.sum()), float(m.sum())
    if not games:
        nan = float("nan")
        return ClusteredShare(0, 0, 0, nan, nan, nan, nan, 0.0)
    share = count / total
    variance = float("nan")
    if games > 1:
        variance = games / (games - 1) * float(((y - share * m) ** 2).sum()) / total**2
    if 0 < share < 1 and variance < 1e-15:
        # nothing is left to chance, as the seven red seats of a game
        return ClusteredShare(games, int(total), int(count), share, 0.0, share, share, float("inf"))
    effective = float(games)
    if 0 < share < 1 and games > 1:
        effective = share * (1 - share) / variance
    tail = (1 + confidence) / 2
    shrunk = effective
    if games > 1:
        shrunk *= float(norm.ppf(tail) / t.ppf(tail, games - 1)) ** 2
    low, high = wilson([share * shrunk], [shrunk], confidence=confidence)
    return ClusteredShare(
        games, int(total), int(count), share, variance**0.5, float(low[0]), float(high[0]),
        effective,
    )  # fmt: skip
