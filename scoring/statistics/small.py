"""Tests for groups too small for χ²: exact ones, and by drawing what chance alone would make.

χ² is an approximation that holds where every expected count is large enough; of three games without
a kill it makes a difference out of nothing.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

LEAST_EXPECTED = 5
"""With any expected count below it χ² is not trusted (W. G. Cochran, Some methods for strengthening
the common χ² tests, Biometrics 10 (1954), 417-451, in its strict form)."""
FEWEST_WINS = 20
"""With fewer wins of a team the number of runs is not taken for normal (the reach of the tables of
F. S. Swed and C. Eisenhart, Annals of Mathematical Statistics 14 (1943), 66-87)."""
DRAWS = 9_999
SEED = 1


def too_small(hits: npt.NDArray[np.float64], trials: npt.NDArray[np.float64]) -> bool:
    """Return whether groups that share one share have an expected count too small for χ²."""
    share = hits.sum() / trials.sum()
    return bool(trials.min() * min(share, 1 - share) < LEAST_EXPECTED)


def fisher(hits: npt.NDArray[np.float64], trials: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Return Fisher's p of two groups, and the least p that any outcome of such groups could have.

    Given both sizes and the hits of both together, the hits of the first are hypergeometric.

    References
    ----------
    R. A. Fisher, Statistical Methods for Research Workers, 5th edition (1934), section 21.02.
    R. E. Tarone, A modified Bonferroni method for discrete data, Biometrics 46 (1990), 515-522:
    the least p that can be reached tells whether there is a test at all.
    """
    from scipy.stats import fisher_exact, hypergeom

    table = [[hits[0], trials[0] - hits[0]], [hits[1], trials[1] - hits[1]]]
    total, first, both = int(trials.sum()), int(trials[0]), int(hits.sum())
    ends = max(0, first + both - total), min(first, both)
    return float(fisher_exact(table).pvalue), float(hypergeom.pmf(ends, total, both, first).min())


def drawn_homogeneity(hits: npt.NDArray[np.float64], trials: npt.NDArray[np.float64]) -> float:
    """Return p of χ² of homogeneity, the hits dealt anew among all games :data:`DRAWS` times.

    p = (1 + those at least as extreme) / (1 + draws): see
    :func:`scoring.statistics.seats.seat_effect`.
    """
    import numpy as np

    rng = np.random.default_rng(SEED)
    whole = trials.astype(np.int64)
    drawn = rng.multivariate_hypergeometric(whole, int(hits.sum()), DRAWS)
    # hits in all are given, so Σ (O - E)² / E over hits and misses is in proportion to this
    expected = trials * hits.sum() / trials.sum()
    return _share_above(((drawn - expected) ** 2 / trials).sum(1), hits, expected, trials)


def drawn_fit(counts: npt.NDArray[np.float64], shares: npt.NDArray[np.float64]) -> float:
    """Return p of Pearson's χ² of fit with as many counts drawn from the shares."""
    import numpy as np

    rng = np.random.default_rng(SEED)
    expected = counts.sum() * shares
    drawn = rng.multinomial(int(counts.sum()), shares, DRAWS)
    return _share_above(((drawn - expected) ** 2 / expected).sum(1), counts, expected, expected)


def _share_above(
    values: npt.NDArray[np.float64],
    observed: npt.NDArray[np.float64],
    expected: npt.NDArray[np.float64],
    weights: npt.NDArray[np.float64],
) -> float:
    value = float(((observed - expected) ** 2 / weights).sum())
    # equal statistics may differ in their last bits
    extreme = int((values >= value - 1e-9 * max(1.0, value)).sum())
    return (1 + extreme) / (1 + DRAWS)


def exact_runs(runs: int, one: int, other: int) -> float:
    """Return the two-sided p of a number of runs, all orders of the winners being alike.

    Of the C(n, a) orders of a wins of one team and b of the other, 2 C(a-1, k-1) C(b-1, k-1) have
    2k runs, and C(a-1, k) C(b-1, k-1) + C(a-1, k-1) C(b-1, k) have 2k + 1. p counts the orders
    whose number of runs is as far from the mean or further.

    References
    ----------
    A. Wald and J. Wolfowitz, as for :func:`scoring.statistics.runs_finding`.
    """
    n = one + other
    # 2ab/n is the mean less one; times n all is in whole numbers
    far = abs((runs - 1) * n - 2 * one * other)
    orders: dict[int, int] = {}
    for k in range(1, min(one, other) + 1):
        same = comb(one - 1, k - 1) * comb(other - 1, k - 1)
        ends_alike = comb(one - 1, k) * comb(other - 1, k - 1)
        ends_alike += comb(one - 1, k - 1) * comb(other - 1, k)
        orders |= {2 * k: 2 * same, 2 * k + 1: ends_alike}
    extreme = sum(
        ways for each, ways in orders.items() if abs((each - 1) * n - 2 * one * other) >= far
    )
    return extreme / comb(n, one)
