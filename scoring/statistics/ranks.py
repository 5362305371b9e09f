"""How sure places are, and what another coefficient would have made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any, Literal

from scoring.statistics.game_points import GamePoints, Reading, Series, places
from scoring.statistics.intervals import CONFIDENCE, wilson

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

READINGS: Mapping[str, Reading | Series] = {"whole": "whole", "stage": "stage"}
"""K of the whole tournament, and of each stage by itself."""


def kendall_tau(one: npt.ArrayLike, other: npt.ArrayLike) -> float:
    """Return Kendall's tau-b of two orders of the same slots: 1 the same, -1 turned round.

    Of the pairs of slots, those in the same order less those in the other, over all; pairs that
    share a place are allowed for.

    References
    ----------
    M. G. Kendall, The treatment of ties in ranking problems, Biometrika 33 (1945), 239-251.
    """
    from scipy.stats import kendalltau

    return float(kendalltau(one, other).statistic)


def bootstrap_times(
    book: GamePoints,
    *,
    resamples: int,
    seed: int,
    unit: Literal["round", "game"] = "round",
) -> npt.NDArray[np.int64]:
    """Return how often each game counts in resampled tournaments, shape (resamples, games).

    Parameters
    ----------
    book
        The games.
    resamples, seed
        How many tournaments, and the seed of the draws.
    unit
        What is drawn again within each stage. With whole rounds every slot plays as often as he
        did, which games drawn singly would not keep.

    References
    ----------
    B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap (1993), chapters 6 and 8.
    """
    import numpy as np

    rng = np.random.default_rng(seed)
    found = np.zeros((resamples, len(book.stage)), dtype=np.int64)
    label = book.round if unit == "round" else np.arange(len(book.stage))
    for stage in np.unique(book.stage):
        of_stage = np.flatnonzero(book.stage == stage)
        kinds, which = np.unique(label[of_stage], return_inverse=True)
        drawn = rng.multinomial(len(kinds), np.full(len(kinds), 1 / len(kinds)), resamples)
        found[:, of_stage] = drawn[:, which]
    return found


def bootstrap_places(
    book: GamePoints,
    *,
    reading: Reading | Series = "whole",
    resamples: int = 2000,
    seed: int = 1,
    unit: Literal["round", "game"] = "round",
    finals_first: bool = True,
) -> npt.NDArray[np.int64]:
    """Return the places in resampled tournaments, shape (resamples, slots), from 1.

    K is counted anew in each. Equals are parted by a lot.
    """
    times = bootstrap_times(book, resamples=resamples, seed=seed, unit=unit)
    return places(book, reading=reading, times=times, finals_first=finals_first, lot=seed)


def rank_table(
    book: GamePoints,
    drawn: npt.NDArray[np.int64],
    *,
    top: int = 10,
    confidence: float = CONFIDENCE,
    **options: Any,
) -> pd.DataFrame:
    """Return how each slot's place varies over resampled tournaments.

    Parameters
    ----------
    book, drawn
        The tournament, and :func:`bootstrap_places` of it.
    top
        Places in question, such as those that go on.
    confidence
        Share of the resampled places between low and high.
    **options
        What was given to :func:`bootstrap_places` of reading and finals_first.

    Returns
    -------
    pandas.DataFrame
        One row a slot in order of the places: place, mean, low, high, first and top (shares of
        the resamples in which he is first, and among the first so many).
    """
    import numpy as np
    import pandas as pd

    tail = (1 - confidence) / 2
    low, high = np.quantile(drawn, (tail, 1 - tail), axis=0, method="inverted_cdf")
    table = pd.DataFrame(
        {
            "place": places(book, **options)[0],
            "mean": drawn.mean(0),
            "low": low,
            "high": high,
            "first": (drawn == 1).mean(0),
            "top": (drawn <= top).mean(0),
        },
        index=pd.Index(book.slots, name="slot"),
    )
    return table.sort_values(["place", "mean"], kind="stable")


def compare_readings(
    books: Iterable[GamePoints],
    *,
    before: Sequence[str],
    readings: Mapping[str, Reading | Series] = READINGS,
    against: Reading | Series = "none",
    size: int = 10,
    seed: int = 1,
    truths: Iterable[Mapping[str, float]] | None = None,
) -> pd.DataFrame:
    """Return what each reading of K changes in each tournament.

    The cut is that of the standings after the stages before the final, by K as it stood then.
    The champion is the first of those who did play the final: whom another cut would have sent
    there, nobody can say.

    Parameters
    ----------
    books
        Tournaments.
    before
        Names of the stages before the final.
    readings, against
        The readings of K by what they are called, and the one that each is compared with.
    size
        How many go on.
    seed
        Of the lots between equals, which are the same for all readings.
    truths
        How good the players of each tournament truly are, where that is known, by slot.

    Returns
    -------
    pandas.DataFrame
        One row a tournament and reading: event, reading (its name), tau (of the whole standings),
        moved (of how many who go on others take the place), champion (whether he is another),
        gain (how much nearer its order is to the truth than that of ``against``, in tau; NaN
        where the truth is not known).
    """
    import pandas as pd

    rows = []
    known: Iterable[Mapping[str, float] | None] = repeat(None) if truths is None else truths
    for number, (book, truth) in enumerate(zip(books, known, strict=False)):
        lot = seed + number
        early = book.only(before)
        base = places(book, reading=against, lot=lot)[0]
        going = places(early, reading=against, lot=lot)[0] <= size
        for name, reading in readings.items():
            other = places(book, reading=reading, lot=lot)[0]
            goes = places(early, reading=reading, lot=lot)[0] <= size
            rows.append(
                {
                    "event": number,
                    "reading": name,
                    "tau": kendall_tau(base, other),
                    "moved": int((goes & ~going).sum()),
                    "champion": bool(base.argmin() != other.argmin()),
                    "gain": _gain(book, truth, other, base),
                }
            )
    return pd.DataFrame(rows, columns=["event", "reading", "tau", "moved", "champion", "gain"])


def _gain(book: GamePoints, truth: Mapping[str, float] | None, other: Any, base: Any) -> float:
    """Return how much nearer to the truth one order is than the other, in tau."""
    if truth is None:
        return float("nan")
    true = [-truth[slot] for slot in book.slots]
    return kendall_tau(true, other) - kendall_tau(true, base)


def readings_table(compared: pd.DataFrame, *, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return the comparison over all tournaments, with what their number leaves uncertain.

    Returns
    -------
    pandas.DataFrame
        One row a reading and measure (tau; moved; gain, where it is known; the shares of changed
        cuts and of changed champions): events, value, error (the Monte Carlo standard error), low,
        high (Wilson's for shares, the mean and normal quantiles otherwise).
    """
    import pandas as pd
    from scipy.stats import norm

    z = float(norm.ppf((1 + confidence) / 2))
    rows = []
    for name, own in compared.groupby("reading", sort=False):
        n = len(own)
        for measure in ("tau", "moved", "gain"):
            if own[measure].isna().any():
                continue
            value, error = float(own[measure].mean()), float(own[measure].std(ddof=1)) / n**0.5
            rows.append((name, measure, n, value, error, value - z * error, value + z * error))
        for measure, changed in (("cut", own["moved"] > 0), ("champion", own["champion"])):
            share = float(changed.mean())
            low, high = wilson([changed.sum()], [n], confidence=confidence)
            error = (share * (1 - share) / n) ** 0.5
            rows.append((name, measure, n, share, error, float(low[0]), float(high[0])))
    columns = ["reading", "measure", "events", "value", "error", "low", "high"]
    return pd.DataFrame(rows, columns=columns).set_index(["reading", "measure"])
