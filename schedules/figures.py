"""Figures of a schedule: who meets whom, on which seats and at which tables.

Each takes ``ax=None`` and returns the axes; without axes it makes a figure of its own, large
enough for its labels, and leaves pyplot alone. ``ax.figure.savefig(...)`` writes it.
This module imports matplotlib, so nothing that the command line needs at its start imports it.
"""

from __future__ import annotations

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import BoundaryNorm, ListedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from schedules import measures
from schedules.ideal import ideal_histogram
from schedules.schedule import Schedule

CELL = 0.19
"""Inches of a row or column of a heat map: room for a label of ``LABEL`` points."""
LABEL = 8.0
"""Points of the labels of players."""
LETTER = 0.085
"""Inches of a letter of such a label, at its widest in the mean of a name."""
DIGIT = 0.072
"""Inches of a digit of such a label."""
STEPS = (1, 2, 5, 10, 20, 50, 100, 1000, 10_000)
ACTUAL, IDEAL, BAND = "#1f4e79", "#ffffff", "#e4e4e4"


def meetings_heat_map(schedule: Schedule, *, ax: Axes | None = None) -> Axes:
    """Draw who meets whom how often, one colour for each number of meetings.

    Darker is more, on screen and in a grey print. A player's row has the number and the name;
    the columns have the numbers.
    """
    counts = measures.meetings(schedule)
    met = measures.pair_values(counts)
    pairs = {n: int((met == n).sum()) for n in range(int(met.min()), int(met.max()) + 1)}
    labels = {n: f"{n}  ({_count(number, 'pair')})" for n, number in pairs.items()}
    shown = np.ma.masked_array(counts, mask=np.eye(len(counts), dtype=bool))
    return _heat_map(schedule, shown, ax, title="Meetings", columns="player", labels=labels)


def seats_heat_map(schedule: Schedule, *, ax: Axes | None = None) -> Axes:
    """Draw how often each player has each seat, one colour for each number of games."""
    visits = measures.seat_visits(schedule)
    return _heat_map(
        schedule, visits, ax, title="Games on each seat", columns="seat", labels=_games(visits)
    )


def tables_heat_map(schedule: Schedule, *, ax: Axes | None = None) -> Axes:
    """Draw how often each player is at each table, one colour for each number of games."""
    visits = measures.table_visits(schedule)
    return _heat_map(
        schedule, visits, ax, title="Games at each table", columns="table", labels=_games(visits)
    )


def meetings_histogram(schedule: Schedule, *, ax: Axes | None = None) -> Axes:
    """Draw how many pairs meet how often, beside the ideal, with the band of criterion 3.

    The ideal has every pair meet ⌊μ⌋ or ⌈μ⌉ times. It is seldom reachable: the bounds of the
    optimizer say what is.
    """
    met = measures.pair_values(measures.meetings(schedule))
    ideal = ideal_histogram(met)
    low, high = measures.measure(schedule).band
    numbers = np.arange(min(int(met.min()), low), max(int(met.max()), high) + 1)
    actual = [int((met == n).sum()) for n in numbers]
    wanted = [ideal.get(int(n), 0) for n in numbers]
    if ax is None:
        ax = Figure(
            figsize=(max(6.4, 1.5 + 0.8 * len(numbers)), 4.4), layout="constrained"
        ).add_subplot()
    ax.axvspan(low - 0.5, high + 0.5, color=BAND, zorder=0, label=f"band, {low} to {high}")
    for offset, values, colour, label in (
        (-0.2, actual, ACTUAL, "this schedule"),
        (0.2, wanted, IDEAL, f"ideal, μ = {met.mean():.2f}"),
    ):
        bars = ax.bar(numbers + offset, values, 0.4, color=colour, edgecolor="black", label=label)
        ax.bar_label(bars, [str(v) if v else "" for v in values], padding=2, fontsize=9)
    ax.set_xticks(numbers)
    ax.set_xlim(numbers[0] - 0.6, numbers[-1] + 0.6)
    ax.margins(y=0.12)
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel("meetings of a pair")
    ax.set_ylabel("pairs")
    ax.set_title("Meetings against the ideal")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=3, frameon=False)
    return ax


def _games(visits: measures.IntArray) -> dict[int, str]:
    numbers = range(int(visits.min()), int(visits.max()) + 1)
    return {n: _count(n, "game") for n in numbers}


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _heat_map(
    schedule: Schedule,
    counts: measures.IntArray,
    ax: Axes | None,
    *,
    title: str,
    columns: str,
    labels: dict[int, str],
) -> Axes:
    """Draw a table of small whole numbers; ``labels`` name each number on the colour bar."""
    rows, width = counts.shape
    players, own = _player_labels(schedule), ax is None
    if ax is None:
        beside = LETTER * max(map(len, players)) + 2.6
        size = (max(CELL * width, 1.9) + beside, max(CELL * rows, 1.9, 0.22 * len(labels)) + 1.1)
        ax = Figure(figsize=size, layout="constrained").add_subplot()
    elif LETTER * max(map(len, players)) > 0.25 * ax.get_window_extent().width / ax.figure.dpi:
        players = _player_labels(schedule, names=False)  # there is no room for the names
    low, high = min(labels), max(labels)
    # from a light grey-blue to near black: the brightness alone tells the numbers apart
    shades = colormaps["YlGnBu"](np.linspace(0.08, 1.0, high - low + 1))
    colours = ListedColormap(shades).with_extremes(bad="white")
    norm = BoundaryNorm(np.arange(low, high + 2) - 0.5, colours.N)
    image = ax.imshow(counts, cmap=colours, norm=norm, aspect="auto", interpolation="nearest")
    ax.set_xticks(np.arange(width + 1) - 0.5, minor=True)
    ax.set_yticks(np.arange(rows + 1) - 0.5, minor=True)
    ax.grid(which="minor", color="white", linewidth=0.4)
    ax.tick_params(which="both", length=0)
    numbers = [str(n + 1) for n in range(width)]
    # the colour bar and the labels will take their part of axes that are not made to measure
    _ticks(ax, players, numbers, room=1.0 if own else 0.65)
    ax.set_xlabel(columns)
    ax.set_ylabel("player")
    ax.set_title(title)
    bar = ax.figure.colorbar(image, ax=ax, ticks=range(low, high + 1), shrink=min(1.0, 30 / rows))
    bar.ax.set_yticklabels([labels[n] for n in range(low, high + 1)])
    bar.ax.tick_params(length=0)
    return ax


def _player_labels(schedule: Schedule, *, names: bool = True) -> list[str]:
    numbers = range(1, schedule.problem.num_players + 1)
    if not (schedule.players and names):
        return [str(n) for n in numbers]
    return [f"{name}  {n}" for n, name in zip(numbers, schedule.players, strict=True)]


def _ticks(ax: Axes, rows: list[str], columns: list[str], *, room: float) -> None:
    """Label as many rows and columns as there is room for without overlap."""
    box, dpi = ax.get_window_extent(), ax.figure.dpi
    for axis, labels, length, need in (
        (ax.xaxis, columns, box.width, DIGIT * (len(columns[-1]) + 0.5)),
        (ax.yaxis, rows, box.height, CELL * 0.75),
    ):
        least = need * len(labels) / (length / dpi * room)
        step = next(step for step in STEPS if step >= least)
        axis.set_ticks(range(step - 1, len(labels), step), labels[step - 1 :: step], fontsize=LABEL)
