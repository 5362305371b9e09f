"""Intervals of shares, and whether shares differ by more than chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

CONFIDENCE = 0.95


def wilson(
    hits: npt.ArrayLike, trials: npt.ArrayLike, *, confidence: float = CONFIDENCE
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return the lower and upper ends of Wilson's score interval of a share.

    With p = hits / n and z the normal quantile, the ends are
    (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n).

    Parameters
    ----------
    hits, trials
        How often it happened, and how often it could have.
    confidence
        How often such an interval holds the true share.

    Returns
    -------
    tuple of arrays
        Both ends; NaN where there were no trials.

    References
    ----------
    E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of
    the American Statistical Association 22 (1927), 209-212.
    """
    import numpy as np
    from scipy.stats import norm

    count = np.asarray(hits, dtype=float)
    n = np.asarray(trials, dtype=float)
    z2 = float(norm.ppf((1 + confidence) / 2)) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        share = count / n
        middle = share + z2 / (2 * n)
        half = np.sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n * n)))
        scale = 1 + z2 / n
        low, high = (middle - half) / scale, (middle + half) / scale
    # the ends at no hits and at nothing but hits are exactly 0 and 1
    return np.where(count == 0, np.where(n > 0, 0.0, np.nan), low), np.where(
        count == n, np.where(n > 0, 1.0, np.nan), high
    )


def homogeneity(hits: npt.ArrayLike, trials: npt.ArrayLike) -> tuple[float, int, float]:
    """Return χ², degrees of freedom and p of the hypothesis that all groups have one share.

    Pearson's test of a table of two columns; groups without trials are left out. With fewer than
    two groups, or a share of 0 or 1 in all, there is nothing to tell apart: (0, 0, 1).
    """
    import numpy as np
    from scipy.stats import chi2

    count: Any = np.asarray(hits, dtype=float)
    n: Any = np.asarray(trials, dtype=float)
    count, n = count[n > 0], n[n > 0]
    if len(n) < 2 or not 0 < count.sum() < n.sum():
        return 0.0, 0, 1.0
    share = count.sum() / n.sum()
    value = float((((count - n * share) ** 2) / (n * share * (1 - share))).sum())
    freedom = len(n) - 1
    return value, freedom, float(chi2.sf(value, freedom))
