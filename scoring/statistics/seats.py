"""Whether the seat matters: who wins and who dies first, with the seats permuted within a game."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from scoring.errors import ScoringError
from scoring.statistics.tables import decided

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

PERMUTATIONS = 9_999
SINGULAR = 1e-9
"""Eigenvalues below this part of the largest are nothing but rounding."""


@dataclass(frozen=True)
class SeatEffect:
    """What a permutation test says about the seats.

    Attributes
    ----------
    games
        Games in which it happened to some of those to whom it could, and not to all.
    observed, expected
        How often it happened at each seat, and how often it would if seats were alike, (S,).
    error
        Standard deviation of each of these numbers if seats were alike, (S,).
    value, freedom
        The statistic, near χ² with so many degrees of freedom if seats were alike.
    p
        How often permuted seats give a statistic at least as large.
    asymptotic
        p by the χ² distribution, to compare with.
    permutations
        How many were drawn.
    """

    games: int
    observed: npt.NDArray[np.int64]
    expected: npt.NDArray[np.float64]
    error: npt.NDArray[np.float64]
    value: float
    freedom: int
    p: float
    asymptotic: float
    permutations: int


def wins_by_seat(
    frame: pd.DataFrame, *, permutations: int = PERMUTATIONS, seed: int = 1
) -> SeatEffect:
    """Return whether some seats win more often.

    The team is dealt anew each game, so any ten seats could have held the winners: winners are
    permuted among all seats of their game. That leaves the number of winners, seven or three, as
    it was.
    """
    counted = decided(frame)
    return seat_effect(
        _matrix(counted, counted["won"]), _matrix(counted, counted["seat"] > 0),
        permutations=permutations, seed=seed,
    )  # fmt: skip


def first_killed_by_seat(
    frame: pd.DataFrame, *, permutations: int = PERMUTATIONS, seed: int = 1
) -> SeatEffect:
    """Return whether some seats are killed first more often.

    The black team chooses among the red seats, so the killed one is permuted among the red seats
    of his game: permuted among all ten, a seat that was dealt red more often by chance would pass
    for a dangerous one. The few games in which the blacks shot one of their own do not count.
    """
    counted = decided(frame)
    red = counted[counted["red"]]
    return seat_effect(
        _matrix(red, red["first_killed"]), _matrix(red, red["seat"] > 0),
        permutations=permutations, seed=seed,
    )  # fmt: skip


def _matrix(frame: pd.DataFrame, values: pd.Series[Any]) -> npt.NDArray[np.bool_]:
    """Return a table of games by seats; seats that a game does not have are False."""
    import numpy as np

    games, rows = np.unique(frame["game"].to_numpy(), return_inverse=True)
    seat = frame["seat"].to_numpy() - 1
    found = np.zeros((len(games), int(seat.max(initial=0)) + 1), dtype=bool)
    found[rows, seat] = values.to_numpy(dtype=bool)
    return found


def seat_effect(
    events: npt.ArrayLike,
    eligible: npt.ArrayLike,
    *,
    permutations: int = PERMUTATIONS,
    seed: int = 1,
) -> SeatEffect:
    """Return the permutation test of events at seats, permuted within each game.

    The statistic is (O - E)ᵀ V⁻ (O - E), where O counts the events of each seat, E and V are its
    mean and covariance when each game's k events fall on any k of its n eligible seats alike.
    With all seats eligible it is Cochran's Q. The permutations are drawn exactly and without
    touching single games: games with the same eligible seats and as many events are alike, and
    how many of them have which pattern of events is multinomial.

    Parameters
    ----------
    events, eligible
        Whether it happened, and whether it could have, shape (games, seats).
    permutations
        How many to draw; p = (1 + those at least as extreme) / (1 + permutations).
    seed
        Of the draws.

    Raises
    ------
    ScoringError
        If an event is on a seat that is not eligible.

    References
    ----------
    W. G. Cochran, The comparison of percentages in matched samples, Biometrika 37 (1950),
    256-266. B. Phipson and G. K. Smyth, Permutation p-values should never be zero, Statistical
    Applications in Genetics and Molecular Biology 9 (2010), article 39: the two ones in p.
    """
    import numpy as np
    from scipy.stats import chi2

    happened = np.asarray(events, dtype=bool)
    could = np.asarray(eligible, dtype=bool)
    if (happened & ~could).any():
        raise ScoringError("An event is on a seat where it could not be; correct the table.")
    k, n = happened.sum(1), could.sum(1)
    keep = (k > 0) & (k < n)
    happened, could, k = happened[keep], could[keep], k[keep]
    expected, covariance = _alike(could, k)
    # events of a game add up to a given number, so one direction has no variance
    inverse = np.linalg.pinv(covariance, rcond=SINGULAR, hermitian=True)
    freedom = int(np.linalg.matrix_rank(inverse, rtol=SINGULAR, hermitian=True))
    observed = happened.sum(0)
    value = float((observed - expected) @ inverse @ (observed - expected))
    drawn = _drawn(could, k, permutations, np.random.default_rng(seed)) - expected
    values = np.einsum("bs,st,bt->b", drawn, inverse, drawn)
    # equal statistics may differ in their last bits
    extreme = int((values >= value - 1e-9 * max(1.0, value)).sum())
    return SeatEffect(
        len(k), observed, expected, np.sqrt(np.diag(covariance)), value, freedom,
        (1 + extreme) / (1 + permutations), float(chi2.sf(value, freedom)) if freedom else 1.0,
        permutations,
    )  # fmt: skip


def _alike(
    could: npt.NDArray[np.bool_], k: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return mean and covariance of the events by seat if those of a game fall anywhere alike."""
    import numpy as np

    rows: npt.NDArray[np.float64] = could.astype(float)
    n = np.maximum(could.sum(1), 1)
    scale = k * (n - k) / np.maximum(n * (n - 1), 1)
    covariance = np.diag(scale @ rows) - (rows * (scale / n)[:, None]).T @ rows
    return (k / n) @ rows, covariance


def _drawn(
    could: npt.NDArray[np.bool_],
    k: npt.NDArray[np.int64],
    permutations: int,
    rng: np.random.Generator,
) -> npt.NDArray[np.float64]:
    """Return counts by seat of permuted events, shape (permutations, seats)."""
    import numpy as np

    totals = np.zeros((permutations, could.shape[1]))
    kinds, counts = np.unique(np.column_stack([could, k]), axis=0, return_counts=True)
    for kind, count in zip(kinds, counts, strict=True):
        seats, size = np.flatnonzero(kind[:-1]), int(kind[-1])
        # as many seats left out as are chosen, whichever are fewer
        few = min(size, len(seats) - size)
        chosen = np.array(list(combinations(seats.tolist(), few)), dtype=np.int64)
        patterns = np.zeros((len(chosen), could.shape[1]))
        patterns[np.arange(len(chosen))[:, None], chosen] = 1.0
        if few < size:
            patterns = kind[:-1] - patterns
        each = rng.multinomial(int(count), np.full(len(chosen), 1 / len(chosen)), permutations)
        totals += each @ patterns
    return totals
