"""Conclusions side by side: what each test says, once all of them are taken into account.

A test with p below 0.05 is expected once in twenty when nothing is the matter, so p is corrected
for their number. A test that finds nothing says little unless it would have seen an effect that
matters, so the least effect that it would have seen stands beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scoring.statistics.intervals import homogeneity
from scoring.statistics.small import (
    DRAWS,
    FEWEST_WINS,
    LEAST_EXPECTED,
    drawn_fit,
    drawn_homogeneity,
    exact_runs,
    fisher,
    too_small,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    from scoring.statistics.seats import SeatEffect

LEVEL, POWER = 0.05, 0.8
LEAST_SHOWN = 0.001
NAN = float("nan")
NOTHING = "nothing to compare"


@dataclass(frozen=True)
class Finding:
    """What one test says.

    Attributes
    ----------
    question, test
        What was asked, and how.
    n
        Independent observations: games, or best moves.
    value, freedom, p
        The statistic (NaN where the test has none), its degrees of freedom (0 where it has none)
        and p, not corrected; p is NaN where there is nothing to compare, such as the tables of a
        club that has one, or too few games for any outcome to be below 0.05.
    least
        The least spread of the groups' true shares (root mean square of their distances from the
        common share, in points of per cent) that the test would see at level 0.05 with
        probability 0.8; None where no spread is in question, or a group is too small for it.
    reason
        Why there is no p.
    small
        Whether a group is too small for χ², so that p is exact or drawn.
    """

    question: str
    test: str
    n: int
    value: float
    freedom: int
    p: float
    least: float | None = None
    reason: str = NOTHING
    small: bool = False

    @property
    def sentence(self) -> str:
        """The conclusion in words, with its test and what the test could have seen."""
        if self.p != self.p:
            return f"{self.question}: {self.reason}, n = {self.n:,}."
        seen = "a difference" if self.p < LEVEL else "no difference seen"
        value = f"{self.value:.1f}" if self.value == self.value else ""
        value += f" on {self.freedom} df" if self.freedom else ""
        p = f"p = {self.p:.3f}" if self.p >= LEAST_SHOWN else f"p < {LEAST_SHOWN}"
        told = ", ".join(part for part in (self.test, value, p, f"n = {self.n:,}") if part)
        words = f"{self.question}: {seen} ({told})."
        if self.least is not None:
            words += f" A spread of {self.least:.1f} points would be seen four times in five."
        if self.small:
            words += " Some groups are too small to say what would be seen."
        return words


def groups_finding(
    question: str, hits: npt.ArrayLike, trials: npt.ArrayLike, *, nothing: str = NOTHING
) -> Finding:
    """Return whether groups of games differ in their share: homogeneity, with the least spread.

    Where a count is expected below 5 two groups have Fisher's exact test, and more of them χ² with
    the hits dealt anew among all games; see :mod:`scoring.statistics.small`.

    Parameters
    ----------
    question
        What was asked.
    hits, trials
        Of each group.
    nothing
        What is said if there are not two groups with games, such as "no judges in the file".
    """
    import numpy as np

    count, n = np.asarray(hits, dtype=float), np.asarray(trials, dtype=float)
    count, n = count[n > 0], n[n > 0]
    value, freedom, p = homogeneity(count, n)
    test, total = "χ² of homogeneity", int(n.sum())
    if not freedom:
        return Finding(
            question, test, total, NAN, 0, NAN, reason=nothing if len(n) < 2 else NOTHING
        )
    if not too_small(count, n):
        least = 100 * least_spread(n, float(count.sum() / n.sum()))
        return Finding(question, test, total, value, freedom, p, least)
    if freedom > 1:
        test += f" by {DRAWS:,} permutations"
        drawn = drawn_homogeneity(count, n)
        return Finding(question, test, total, value, freedom, drawn, small=True)
    p, least_p = fisher(count, n)
    if least_p >= LEVEL:
        few = f"too few to say ({n[0]:.0f} and {n[1]:.0f})"
        return Finding(question, "Fisher's exact test", total, NAN, 0, NAN, reason=few)
    return Finding(question, "Fisher's exact test", total, NAN, 0, p, small=True)


def seats_finding(question: str, effect: SeatEffect, *, nothing: str = NOTHING) -> Finding:
    """Return what a permutation test of seats says, with the least spread it would have seen.

    The spread is that of the chance of the event from seat to seat; ``nothing`` is what is said
    where it happened in no game.
    """
    test = f"{effect.permutations:,} permutations"
    if not effect.freedom:
        return Finding(question, test, effect.games, NAN, 0, NAN, reason=nothing)
    # the statistic grows by games² |spread|² / (variance that the seats share)
    variance = float((effect.error**2).sum()) / effect.freedom
    needed = noncentrality(effect.freedom) * variance / len(effect.observed)
    small = bool(effect.expected.min() < LEAST_EXPECTED)
    return Finding(
        question, test, effect.games, effect.value, effect.freedom, effect.p,
        None if small else 100 * needed**0.5 / effect.games, small=small,
    )  # fmt: skip


def fit_finding(
    question: str, counts: npt.ArrayLike, shares: npt.ArrayLike, *, nothing: str = NOTHING
) -> Finding:
    """Return whether counts fit given shares (Pearson's χ²), such as hits those of blind guesses.

    Where a count is expected below 5, p comes from counts drawn from the shares.
    The least spread is left out: the shares are not one. ``nothing`` is said without counts.
    """
    import numpy as np
    from scipy.stats import chisquare

    observed = np.asarray(counts, dtype=float)
    total = observed.sum()
    if not total:
        return Finding(question, "χ² of fit", 0, NAN, 0, NAN, reason=nothing)
    chances = np.asarray(shares, dtype=float)
    found = chisquare(observed, total * chances)
    test, p = "χ² of fit", float(found.pvalue)
    if total * chances.min() < LEAST_EXPECTED:
        test, p = f"χ² of fit by {DRAWS:,} draws", drawn_fit(observed, chances)
    return Finding(question, test, int(total), float(found.statistic), len(observed) - 1, p)


def runs_finding(question: str, red_won: npt.ArrayLike) -> Finding:
    """Return whether games are independent of the games before: the runs test.

    Of n games with a red and b black wins in an order without memory, the number of runs (games
    in a row with the same winner) has mean 1 + 2ab/n and variance 2ab(2ab - n) / (n²(n - 1)).
    The value is z: below 0 the winners come in streaks, above 0 they alternate. With fewer than 20
    wins of a team p is exact (:func:`scoring.statistics.small.exact_runs`).

    Parameters
    ----------
    question
        What was asked.
    red_won
        The winners in order of play, without draws and void games.

    References
    ----------
    A. Wald and J. Wolfowitz, On a test whether two samples are from the same population, Annals of
    Mathematical Statistics 11 (1940), 147-162.
    """
    import numpy as np
    from scipy.stats import norm

    red = np.asarray(red_won, dtype=bool)
    n, won, lost = len(red), int(red.sum()), int((~red).sum())
    product = 2.0 * won * lost
    variance = product * (product - n) / (n * n * (n - 1)) if n > 1 else 0.0
    if variance <= 0:
        return Finding(question, "runs test", n, NAN, 0, NAN)
    runs = 1 + int((red[1:] != red[:-1]).sum())
    z = float((runs - 1 - product / n) / variance**0.5)
    if min(won, lost) < FEWEST_WINS:
        return Finding(question, "exact runs test", n, z, 0, exact_runs(runs, won, lost))
    return Finding(question, "runs test", n, z, 0, float(2 * norm.sf(abs(z))))


def holm(p: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Return p-values corrected by Holm: below 0.05, none of them is false but once in twenty.

    The i-th smallest of m is multiplied by m - i + 1; none is smaller than the one before.

    References
    ----------
    S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of
    Statistics 6 (1979), 65-70.
    """
    import numpy as np

    values = np.asarray(p, dtype=float)
    order = np.argsort(values, kind="stable")
    corrected = np.empty_like(values)
    steps = values[order] * np.arange(len(values), 0, -1)
    corrected[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return corrected


def findings_frame(findings: Sequence[Finding]) -> pd.DataFrame:
    """Return the conclusions as a table, p corrected for their number.

    Columns: test, n, value, freedom, p, holm (see :func:`holm`), bh (Benjamini and Hochberg: of
    those below 0.05, one in twenty is expected to be false), least. Where there was nothing to
    compare no test was made, and none is counted.
    """
    import pandas as pd
    from scipy.stats import false_discovery_control

    rows: list[dict[str, Any]] = [vars(finding) for finding in findings]
    columns = ["question", "test", "n", "value", "freedom", "p", "least"]
    table = pd.DataFrame(rows, columns=columns).set_index("question")
    p = table["p"].to_numpy(dtype=float)
    made = p == p
    table.insert(5, "holm", p)
    table.insert(6, "bh", p)
    if made.any():
        table.loc[made, "holm"] = holm(p[made])
        table.loc[made, "bh"] = false_discovery_control(p[made], method="bh")
    return table.astype({"least": float})


def noncentrality(freedom: int, *, power: float = POWER, level: float = LEVEL) -> float:
    """Return how far from none an effect must be for a χ² test to see it with that power.

    It is the λ at which χ² with the noncentrality λ exceeds the test's limit with that
    probability.
    """
    from scipy.optimize import brentq
    from scipy.stats import chi2, ncx2

    limit = float(chi2.isf(level, freedom))

    def missing(effect: float) -> float:
        return float(ncx2.sf(limit, freedom, effect)) - power

    return float(brentq(missing, 1e-9, 1000.0 + 10.0 * freedom))


def homogeneity_power(
    trials: npt.ArrayLike, shares: npt.ArrayLike, *, level: float = LEVEL
) -> float:
    """Return how often the test of homogeneity sees that these true shares differ.

    With p the common share, λ = Σ n (p_i - p)² / (p (1 - p)).

    References
    ----------
    J. Cohen, Statistical Power Analysis for the Behavioral Sciences, 2nd edition (1988), chapter 7.
    """
    import numpy as np
    from scipy.stats import chi2, ncx2

    n, each = np.asarray(trials, dtype=float), np.asarray(shares, dtype=float)
    common = float((n * each).sum() / n.sum())
    effect = float((n * (each - common) ** 2).sum() / (common * (1 - common)))
    limit = float(chi2.isf(level, len(n) - 1))
    return float(ncx2.sf(limit, len(n) - 1, effect)) if effect > 0 else level


def least_spread(
    trials: npt.ArrayLike, share: float, *, power: float = POWER, level: float = LEVEL
) -> float:
    """Return the least spread of true shares that the test of homogeneity sees with that power.

    The spread is the root mean square of the distances from the common share, games weighing
    alike: √(λ p (1 - p) / Σn).
    """
    import numpy as np

    n = np.asarray(trials, dtype=float)
    n = n[n > 0]
    needed = noncentrality(len(n) - 1, power=power, level=level)
    return float((needed * share * (1 - share) / n.sum()) ** 0.5)
