"""Figures of shares, seats, best moves, the coefficient and places, each with its uncertainty.

Each takes ``ax=None`` and returns the axes; without axes it makes a figure of its own, large
enough for its labels, and leaves pyplot and the global style alone. What is told apart is told
apart by marker, line or hatch, not by colour alone. ``ax.figure.savefig(...)`` writes it.
This module imports matplotlib, so nothing that the command line needs at its start imports it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from scoring.statistics.coefficient import coefficient_noise
from scoring.statistics.seats import SeatEffect

if TYPE_CHECKING:
    import pandas as pd

DARK, LIGHT, BAND = "#1f4e79", "#ffffff", "#e4e4e4"
ROW = 0.27
"""Inches of a line of a list."""
LETTER = 0.08
"""Inches of a letter of a label."""
DPI = 90
"""Of a figure of its own: sharp enough for a screen, and small in a notebook."""
MARKERS = ("o", "s", "^", "D", "v")
LINES = ("-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1)))
HATCHES = ("", "////", "....", "xxxx")


def _axes(ax: Axes | None, width: float, height: float) -> Axes:
    if ax is not None:
        return ax
    return Figure(figsize=(width, height), dpi=DPI, layout="constrained").add_subplot()


def share_plot(
    table: pd.DataFrame,
    *,
    ax: Axes | None = None,
    title: str = "",
    label: str = "share of games won by red",
    count: str = "games",
    reference: float | None = None,
    reference_label: str = "all games",
) -> Axes:
    """Draw shares as points with their intervals, one line a group, with its number.

    Parameters
    ----------
    table
        One row a group, with the columns share, low, high and ``count``, such as
        :func:`scoring.statistics.red_share` gives.
    ax
        Where to draw.
    title, label
        Above, and below the shares.
    count
        Column of the numbers that stand beside the names.
    reference, reference_label
        A share to compare with, and what it is.
    """
    names = [_name(key) for key in table.index]
    texts = [
        f"{name}  (n = {int(number):,})" for name, number in zip(names, table[count], strict=True)
    ]
    letters = max(map(len, texts), default=0)
    ax = _axes(ax, 4.4 + LETTER * letters, 1.3 + ROW * max(len(table), 2))
    rows = np.arange(len(table))
    share, low, high = (table[name].to_numpy(dtype=float) for name in ("share", "low", "high"))
    if reference is not None:
        ax.axvline(reference, color="0.35", linestyle="--", linewidth=1)
        ax.annotate(
            f"{reference_label} {reference:.1%}", (reference, 1), (3, 2), fontsize=8,
            xycoords=("data", "axes fraction"), textcoords="offset points", ha="center",
        )  # fmt: skip
    _intervals(ax, rows, share, low, high, at=0)
    ax.set_yticks(rows, texts)
    ax.set_ylim(len(table) - 0.4, -0.6)
    ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.xaxis.set_major_locator(MaxNLocator(7, steps=[1, 2, 5, 10]))
    ax.set_xlabel(f"{label}, with 95 % intervals")
    ax.grid(axis="x", color="0.88", linewidth=0.6)
    ax.set_axisbelow(True)
    ax.set_title(title, pad=16 if reference is not None else 6)
    return ax


def _name(key: Any) -> str:
    return ", ".join(map(str, key)) if isinstance(key, tuple) else str(key)


def _intervals(
    ax: Axes, rows: Any, middle: Any, low: Any, high: Any, *, at: int, label: str | None = None
) -> None:
    """Draw points with horizontal intervals; ``at`` chooses the marker."""
    ax.hlines(rows, low, high, color=DARK, linewidth=1.4, linestyle=LINES[at % len(LINES)])
    ax.plot(
        middle, rows, MARKERS[at % len(MARKERS)], color=DARK, markersize=5.5, label=label,
        markerfacecolor=LIGHT if at % 2 else DARK,
    )  # fmt: skip


def seat_plot(
    effect: SeatEffect, *, ax: Axes | None = None, title: str = "", label: str = "times"
) -> Axes:
    """Draw how often it happened at each seat, beside what chance alone would make of it."""
    seats = np.arange(1, len(effect.observed) + 1)
    ax = _axes(ax, 6.4, 3.9)
    low, high = (np.clip(effect.expected + sign * 1.96 * effect.error, 0, None) for sign in (-1, 1))
    ax.bar(
        seats, high - low, 0.8, bottom=low, color=BAND, edgecolor="0.6", hatch="////",
        linewidth=0.5, label="95 % of chance, if seats are alike", zorder=1,
    )  # fmt: skip
    ax.hlines(effect.expected, seats - 0.4, seats + 0.4, color="0.35", linestyle="--", zorder=2)
    ax.plot(seats, effect.observed, "o", color=DARK, label="counted", zorder=3, clip_on=False)
    ax.use_sticky_edges = False
    ax.margins(y=0.06)
    ax.set_ylim(bottom=max(0.0, ax.get_ylim()[0]))
    ax.set_xticks(seats)
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel(f"seat (n = {effect.games:,} games)")
    ax.set_ylabel(label)
    ax.set_title(title)
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2, frameon=False)
    return ax


def hits_plot(
    table: pd.DataFrame, *, ax: Axes | None = None, title: str = "Best moves against blind guesses"
) -> Axes:
    """Draw how many blacks the best moves name, by role, beside a blind guess.

    ``table`` is what :func:`scoring.statistics.best_move_hits` gives.
    """
    ax = _axes(ax, 6.8, 4.0)
    roles = [role for role in table.index.unique(0) if table.loc[role, "moves"].iloc[0]]
    hits = table.index.unique(1).to_numpy()
    width = 0.8 / (len(roles) + 1)
    for at, role in enumerate(roles):
        own = table.loc[role]
        place = hits + (at - len(roles) / 2) * width
        share = own["share"].to_numpy(dtype=float)
        reach = [share - own["low"], own["high"] - share]
        ax.bar(
            place, share, width, yerr=np.clip(reach, 0, None), color=(DARK, "#9dbad5")[at % 2],
            edgecolor="black", hatch=HATCHES[at], error_kw={"linewidth": 1, "capsize": 3},
            label=f"{role} (n = {int(own['moves'].iloc[0]):,})",
        )  # fmt: skip
    blind = table.groupby(level=1)["blind"].first().to_numpy(dtype=float)
    ax.bar(
        hits + len(roles) / 2 * width, blind, width, color=LIGHT, edgecolor="black",
        label="blind guess",
    )  # fmt: skip
    ax.set_xticks(hits)
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.set_xlabel("blacks named")
    ax.set_ylabel("share of best moves")
    ax.set_title(title)
    ax.legend(frameon=False)
    return ax


def coefficient_plot(
    chances: Sequence[float] = (0.5, 0.44, 0.41),
    *,
    ax: Axes | None = None,
    most: int = 60,
    marked: Sequence[int] = (4, 12, 24, 31, 40),
) -> Axes:
    """Draw the mean coefficient of series of so many games, and how far single ones lie from it.

    The band is one standard deviation about the mean for the middle one of the chances; the
    dashes at the right are the coefficients of endless series.
    """
    ax = _axes(ax, 7.0, 4.2)
    games = np.arange(2, most + 1)
    for at, red in enumerate(chances):
        noise = [coefficient_noise(int(count), red) for count in games]
        mean = np.array([one.mean for one in noise])
        if at == len(chances) // 2:
            # odd series cannot be even, which would make the edge of the band a saw
            spread = np.array([one.spread for one in noise])[::2]
            low, high = np.maximum(mean[::2] - spread, 1), mean[::2] + spread
            label = f"single series at {red:.0%}, ± 1 s.d."
            band = ax.fill_between(games[::2], low, high, color=BAND, label=label)
        shown = [int(count) - 2 for count in marked if 2 <= count <= most]
        ax.plot(
            games, mean, color=DARK, linestyle=LINES[at % len(LINES)], linewidth=1.5,
            marker=MARKERS[at % len(MARKERS)], markevery=shown, markersize=6,
            markerfacecolor=LIGHT if at % 2 else DARK, label=f"red wins {red:.0%} of games",
        )  # fmt: skip
        endless = noise[-1].endless
        ax.plot([most + 1, most + 4], [endless, endless], color="0.35", linestyle="--")
        ax.annotate(
            f"{endless:.2f}", (most + 4, endless), (3, 0), textcoords="offset points",
            va="center", fontsize=8,
        )  # fmt: skip
    ax.annotate(
        "endless", (most + 2.5, 1), (0, 4), fontsize=8, ha="center", va="bottom",
        xycoords=("data", "data"), textcoords="offset points",
    )  # fmt: skip
    ax.set_xlim(0, most + 9)
    ax.set_ylim(0.97, None)
    ax.set_xticks([count for count in marked if count <= most] + [most])
    ax.set_xlabel("games of the series")
    ax.set_ylabel("coefficient K")
    ax.set_title("What the coefficient is on average")
    ax.grid(axis="y", color="0.88", linewidth=0.6)
    ax.set_axisbelow(True)
    handles, _ = ax.get_legend_handles_labels()
    ax.legend(handles=[one for one in handles if one is not band] + [band], frameon=False)
    return ax


def rank_plot(
    tables: Mapping[str, pd.DataFrame],
    *,
    ax: Axes | None = None,
    most: int = 20,
    cut: int | None = 10,
    title: str = "How sure the places are",
) -> Axes:
    """Draw where each of the first so many stands in resampled tournaments.

    Parameters
    ----------
    tables
        What :func:`scoring.statistics.rank_table` gives, by the name of the reading; the first
        settles who is shown, in which order.
    ax
        Where to draw.
    most
        How many slots are shown.
    cut
        How many go on; a line stands behind the last of them.
    title
        Above.
    """
    first = next(iter(tables.values()))
    slots = list(first.index[:most])
    letters = max(len(str(slot)) for slot in slots)
    ax = _axes(ax, 5.4 + LETTER * letters, 1.7 + ROW * len(slots))
    for at, (name, table) in enumerate(tables.items()):
        own = table.loc[slots]
        rows = np.arange(len(slots)) + (at - (len(tables) - 1) / 2) * 0.36
        _intervals(ax, rows, own["place"], own["low"], own["high"], at=at, label=name)
    if cut is not None:
        ax.axvline(cut + 0.5, color="0.35", linestyle="--", linewidth=1)
    ax.set_yticks(np.arange(len(slots)), [str(slot) for slot in slots])
    ax.set_ylim(len(slots) - 0.4, -0.6)
    ax.set_xlim(0.2, None)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    ax.set_xlabel("place, with 95 % of the resampled tournaments")
    ax.set_title(title)
    ax.grid(axis="x", color="0.88", linewidth=0.6)
    ax.set_axisbelow(True)
    below = -0.55 / (ROW * len(slots))
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, below), ncols=len(tables), frameon=False)
    return ax
