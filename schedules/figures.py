"""Figures of a schedule: who meets whom, on which seats and at which tables.

Each takes ``ax=None`` and returns the axes; without axes it makes a figure of its own, large
enough for its labels, and leaves pyplot alone. ``ax.figure.savefig(...)`` writes it.
This module imports matplotlib, so nothing that the command line needs at its start imports it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
FILLS = ((ACTUAL, ""), ("#8fb6d9", "//"), ("#ffffff", "...."), ("#d9d9d9", "xx"))
"""Colours and hatches of bars that stand beside each other: a grey print tells them apart."""
LINES = (
    ("solid", "#8a8a8a", 6.0),
    ("dashed", "black", 1.8),
    ("dotted", "black", 1.8),
    ("dashdot", "black", 1.8),
)
"""Dashes, colour and width; the first is seen on both sides of another at the same place."""
MARKS = ("o", "s", "^", "D", "v", "P")


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
    ax = _axes(ax, max(6.4, 1.5 + 0.8 * len(numbers)), 4.4)
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


def meetings_compared(
    histograms: Mapping[str, Mapping[int, float]], *, ax: Axes | None = None
) -> Axes:
    """Draw how many pairs meet how often, for several schedules side by side.

    Parameters
    ----------
    histograms
        By what the legend calls it, up to four: pairs by number of meetings, or their means.
    ax
        Axes to draw on.
    """
    numbers = np.arange(
        min(min(pairs) for pairs in histograms.values()),
        max(max(pairs) for pairs in histograms.values()) + 1,
    )
    ax = _axes(ax, max(6.4, 1.5 + 0.95 * len(numbers)), 4.4)
    wide = 0.84 / len(histograms)
    for at, (label, pairs) in enumerate(histograms.items()):
        colour, hatch = FILLS[at]
        heights = [pairs.get(int(n), 0) for n in numbers]
        places = numbers - 0.42 + wide * (at + 0.5)
        ax.bar(places, heights, wide, label=label, color=colour, hatch=hatch, edgecolor="black")
    ax.set_xticks(numbers)
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel("meetings of a pair")
    ax.set_ylabel("pairs")
    ax.set_title("How many pairs meet how often")
    ax.legend(frameon=False)
    return ax


def draws_histogram(
    values: measures.IntArray, marks: Mapping[str, float], *, ax: Axes | None = None
) -> Axes:
    """Draw the spread of many draws by lot, and where some schedules and bounds stand beside it.

    Parameters
    ----------
    values
        Σ λ² of each draw.
    marks
        Up to four values by what the legend calls them; each is a line of its own kind.
    ax
        Axes to draw on.
    """
    ax = _axes(ax, 8.0, 4.4)
    ax.hist(values, bins="fd", color=FILLS[1][0], edgecolor="white", linewidth=0.4)
    for (dashes, colour, width), (label, value) in zip(LINES, marks.items(), strict=False):
        ax.axvline(value, color=colour, linestyle=dashes, linewidth=width, label=label)
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel("spread of meetings, Σλ² (less is better)")
    ax.set_ylabel(f"draws of {len(values):,}")
    ax.set_title("Drawn by lot")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2, frameon=False)
    return ax


def before_and_after(
    before: Mapping[str, float],
    after: Mapping[str, float],
    notes: Sequence[str],
    *,
    xlabel: str,
    names: tuple[str, str, str],
    ax: Axes | None = None,
) -> Axes:
    """Draw two values of each row with a line between them, and a note at the right edge.

    Parameters
    ----------
    before, after
        Values by row, the same rows in the same order from the top.
    notes
        What stands at the right of each row.
    xlabel
        What the values are.
    names
        What the legend calls the two, and what the notes are.
    ax
        Axes to draw on.
    """
    ax = _axes(ax, 7.6, 1.5 + 0.24 * len(before))
    rows = np.arange(len(before))
    ax.hlines(rows, list(before.values()), list(after.values()), color="#9a9a9a", zorder=1)
    for values, fill, name in ((before, "white", names[0]), (after, "black", names[1])):
        ax.scatter(
            list(values.values()), rows, s=42, color=fill, edgecolor="black", label=name, zorder=2
        )
    for row, note in zip(rows, notes, strict=True):
        ax.annotate(note, (1.015, row), xycoords=("axes fraction", "data"), va="center", fontsize=9)
    ax.annotate(names[2], (1.015, 1.015), xycoords="axes fraction", fontsize=9)
    ax.set_yticks(rows, list(before), fontsize=9)
    ax.invert_yaxis()
    ax.grid(axis="x", color=BAND)
    ax.set_axisbelow(True)
    ax.set_xlabel(xlabel)
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, frameon=False)
    return ax


def front(
    squares: Sequence[int],
    bounds: Sequence[int],
    found: Mapping[str, tuple[Sequence[int], Sequence[int]]],
    *,
    ax: Axes | None = None,
) -> Axes:
    """Draw the spread against the visits to tables: what is proved impossible, and what was found.

    Parameters
    ----------
    squares, bounds
        Σ visits², and the least Σ λ² that it leaves.
    found
        By what the legend calls them, Σ visits² and Σ λ² of schedules.
    ax
        Axes to draw on.
    """
    ax = _axes(ax, 7.6, 4.6)
    ax.plot(squares, bounds, color="black", label="bound")
    lowest = min(bounds) - 12
    ax.fill_between(squares, bounds, lowest, color=BAND, label="proved impossible")
    for mark, (label, (x, y)) in zip(MARKS, found.items(), strict=False):
        fill = ACTUAL if mark == MARKS[0] else "white"
        ax.scatter(x, y, marker=mark, s=52, color=fill, edgecolor="black", label=label, zorder=3)
    ax.set_ylim(bottom=lowest)
    ax.margins(x=0.02)
    ax.set_xlabel("visits to tables, Σ of squares (less is more even)")
    ax.set_ylabel("spread of meetings, Σλ²")
    ax.set_title("Even tables against even meetings")
    ax.legend(frameon=False)
    return ax


def _axes(ax: Axes | None, width: float, height: float) -> Axes:
    return ax or Figure(figsize=(width, height), layout="constrained").add_subplot()


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
