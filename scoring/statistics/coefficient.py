"""The difficulty coefficient K as a random number: what a series of chance alone makes of it.

K is counted from the results themselves. Were the chance p of a red win known, the coefficient of
an endless series would be 2 - 2 min(p, 1 - p); what a series of N games shows above that, and how
much it varies, is noise.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, overload

from scoring.difficulty import coefficient

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd


@overload
def expected_coefficient(num_games: int, red: Fraction) -> Fraction: ...
@overload
def expected_coefficient(num_games: int, red: float) -> float: ...
def expected_coefficient(num_games: int, red: Fraction | float) -> Fraction | float:
    """Return E[K], the mean coefficient of series of so many independent games.

    The sum over all numbers of red wins, Σ C(N, r) pʳ (1 - p)ᴺ⁻ʳ K(N, min(r, N - r)), where K is
    :func:`scoring.difficulty.coefficient`; exact if the chance is a fraction.

    Parameters
    ----------
    num_games
        N, games of the series that somebody won.
    red
        Chance p that the red team wins a game.

    Examples
    --------
    >>> print(expected_coefficient(4, Fraction(1, 2)))
    11/8
    """
    rest = 1 - red
    terms = [
        comb(num_games, won)
        * red**won
        * rest ** (num_games - won)
        * _as(red, coefficient(num_games, min(won, num_games - won)))
        for won in range(num_games + 1)
    ]
    return sum(terms[1:], terms[0])


def _as(like: Fraction | float, value: Fraction) -> Fraction | float:
    return value if isinstance(like, Fraction) else float(value)


@dataclass(frozen=True)
class Noise:
    """What is chance in the coefficient of series of so many games.

    Attributes
    ----------
    mean, spread
        Mean and standard deviation of K.
    endless
        K of an endless series, 2 - 2 min(p, 1 - p).
    excess
        Mean less endless: what chance adds in the mean.
    wrong_trend
        Chance that the team that wins fewer games of the series is not the one with the smaller
        chance to win; where the chances are equal there is no trend, and every series that shows
        one is wrong.
    noise
        Share of the mean bonus K - 1 that chance alone makes: excess / (mean - 1).
    """

    mean: float
    spread: float
    endless: float
    excess: float
    wrong_trend: float
    noise: float


def coefficient_noise(num_games: int, red: float) -> Noise:
    """Return how much of K is noise, from the exact distribution of the number of red wins.

    Parameters
    ----------
    num_games
        N, at least 1.
    red
        Chance p that the red team wins a game.
    """
    import numpy as np
    from scipy.stats import binom

    won = np.arange(num_games + 1)
    chance = binom.pmf(won, num_games, red)
    value = 2 - 2 * np.minimum(won, num_games - won) / num_games
    mean = float(chance @ value)
    endless = 2 - 2 * min(red, 1 - red)
    # the mean of a minimum is at most that of the means: below 0 is rounding
    excess = max(0.0, mean - endless)
    trend = np.sign(2 * won - num_games)
    wrong = (trend != 0) & (trend != np.sign(2 * red - 1))
    return Noise(
        mean=mean,
        spread=float(chance @ (value - mean) ** 2) ** 0.5,
        endless=endless,
        excess=excess,
        wrong_trend=float(chance @ wrong),
        noise=excess / (mean - 1),
    )


def simulated_coefficients(
    num_games: int, red: float, *, series: int, seed: int
) -> npt.NDArray[np.float64]:
    """Return K of so many simulated series, each game drawn by itself."""
    import numpy as np

    rng = np.random.default_rng(seed)
    won = (rng.random((series, num_games)) < red).sum(1)
    return np.asarray(2 - 2 * np.minimum(won, num_games - won) / num_games, dtype=float)


def block_coefficients(red_won: npt.ArrayLike, size: int) -> npt.NDArray[np.float64]:
    """Return K of games in a row, block after block, as if each block were a tournament.

    Parameters
    ----------
    red_won
        The winners in order of play, without draws and void games.
    size
        Games of a block; games that do not fill a last one are left out.
    """
    import numpy as np

    red = np.asarray(red_won, dtype=bool)
    won = red[: len(red) // size * size].reshape(-1, size).sum(1)
    return np.asarray(2 - 2 * np.minimum(won, size - won) / size, dtype=float)


def coefficient_table(
    games: tuple[int, ...] = (4, 12, 24, 31, 40),
    chances: tuple[float, ...] = (0.44, 0.5),
    *,
    series: int = 100_000,
    seed: int = 1,
) -> pd.DataFrame:
    """Return E[K] by formula and by simulation, and how much of K is noise.

    Returns
    -------
    pandas.DataFrame
        Indexed by red (the chance) and games; exact, simulated, error (of the simulated mean),
        spread, endless, wrong_trend, noise (see :class:`Noise`).
    """
    import pandas as pd

    rows = []
    for red in chances:
        for count in games:
            drawn = simulated_coefficients(count, red, series=series, seed=seed)
            noise = coefficient_noise(count, red)
            rows.append(
                {
                    "red": red,
                    "games": count,
                    "exact": expected_coefficient(count, red),
                    "simulated": drawn.mean(),
                    "error": drawn.std(ddof=1) / series**0.5,
                    "spread": noise.spread,
                    "endless": noise.endless,
                    "wrong_trend": noise.wrong_trend,
                    "noise": noise.noise,
                }
            )
    return pd.DataFrame(rows).set_index(["red", "games"])
