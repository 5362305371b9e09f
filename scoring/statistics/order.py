"""Whether winners come in streaks, and what these do to intervals that know of none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scoring.statistics.findings import LEVEL, Finding

if TYPE_CHECKING:
    import numpy.typing as npt

BLOCKS = (5, 10, 20, 30)
FEWEST_BLOCKS = 20
"""Of fewer blocks a variance says nothing."""


def block_dispersion(red_won: npt.ArrayLike, size: int) -> float:
    """Return how much the red wins of blocks of games vary, against those of independent games.

    The variance of the number of red wins from block to block over s p (1 - p), that of s
    independent games with the chance p: 1 without streaks, above 1 with them. Intervals of shares
    are then too narrow by its square root.

    Parameters
    ----------
    red_won
        The winners in order of play, without draws and void games.
    size
        Games of a block; games that do not fill a last one are left out.

    Returns
    -------
    float
        NaN of fewer than two blocks, or if one team won everything.

    References
    ----------
    P. McCullagh and J. A. Nelder, Generalized Linear Models, 2nd edition (1989), section 4.5.
    """
    import numpy as np

    red = np.asarray(red_won, dtype=bool)
    blocks = red[: len(red) // size * size].reshape(-1, size)
    share = float(red.mean()) if len(red) else 0.0
    if len(blocks) < 2 or not 0 < share < 1:
        return float("nan")
    return float(blocks.sum(1).var(ddof=1) / (size * share * (1 - share)))


def streaks_warning(
    finding: Finding, red_won: npt.ArrayLike, *, sizes: Sequence[int] = BLOCKS
) -> str:
    """Return what a runs test that sees a difference means for all other figures; else nothing.

    Parameters
    ----------
    finding
        Of :func:`scoring.statistics.runs_finding` of the same games.
    red_won
        The winners in order of play.
    sizes
        Games of the blocks that are told, as far as there are 20 of them.
    """
    import numpy as np

    if not finding.p < LEVEL:
        return ""
    red = np.asarray(red_won, dtype=bool)
    streaks = finding.value < 0
    words = "come in streaks" if streaks else "alternate"
    effect = "narrow" if streaks else "wide"
    told = [
        f"{block_dispersion(red, size):.2f} (of {size})"
        for size in sizes
        if len(red) // size >= FEWEST_BLOCKS
    ]
    warning = f"WARNING: the winners {words}, so games are not quite independent"
    warning += f" and the intervals here, which take them for so, are somewhat too {effect}."
    if told:
        warning += " Variance of red wins in blocks of games, over that of independent games: "
        warning += f"{', '.join(told)}; intervals go with its square root."
    return warning
