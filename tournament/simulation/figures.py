"""Pictures and tables of studies, from their CSV files. Each picture takes axes and returns them.

Dark and light greys with a marker each: they are told apart in grey print and by the colour-blind.
Whiskers are 95 % intervals (:func:`tournament.simulation.study.interval`).
Without axes a picture makes a figure of its own and leaves pyplot alone. This module imports
matplotlib and pandas, so nothing that the command line needs at its start imports it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from textwrap import fill
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tournament.simulation.events import MEASURES
from tournament.simulation.model import GameModel, SimulationError
from tournament.simulation.plan import Ending, plan
from tournament.simulation.study import PARTS, WIDTH, interval, study

Draw = Callable[..., Axes]
SHARES = ("best_in_final", "ten_in_final", "best_wins", "final_decides", "final_winner")
"""Measures that are drawn in percent."""
LABELS = {
    "best_in_final": "truly best player is in the final, %",
    "ten_in_final": "seats of the final that go to the truly best, %",
    "best_wins": "truly best player is champion, %",
    "champion_rank": "champion's place by true skill",
    "final_decides": "champion did not lead before the final, %",
    "final_winner": "champion is first by the final alone, %",
    "tau": "places and true skill, Kendall's tau",
    "met_often": "pairs that met five times or more",
    "met_most": "meetings of the pair that met most",
    "never_met": "pairs that never met",
}
WORDS = {
    "matrix": "matrix",
    "strict": "strictly by points",
    "random": "random, few repeats",
    "random:free": "random, by lot alone",
    "blocks": "blocks of {} tables",
    "window": "window of {} places",
}
"""What a mode of seating is called."""
LINE = 28
"""Letters of a line of a label."""
KEY = ["format", "mode", "players", "skill"]
"""Columns that tell plans apart."""
INKS = ("black", "0.55", "0.35", "0.7")
MARKERS = "osD^"
LINES = ("-", "--", ":", "-.")


def read_studies(*paths: str | os.PathLike[str]) -> pd.DataFrame:
    """Return the files of ``seating study`` as one frame, a row for each plan and ending.

    Raises
    ------
    SimulationError
        If a file is not there, is none of them or has nothing to show; the message says which,
        and how to make it.
    """
    frames = []
    for path in paths:
        frame = _read(path)
        missing = [name for name in (*PARTS, *MEASURES) if name not in frame.columns]
        if missing:
            raise SimulationError(
                f"{path} has no column {', '.join(missing)}; make it by "
                "`seating study -o FILE.csv`."
            )
        if frame.empty or (frame["events"] < 2).any():
            what = "has no row" if frame.empty else "has a row of one event, which has no interval"
            raise SimulationError(
                f"{path} {what}; make it by `seating study --events 1000 -o FILE.csv`."
            )
        frames.append(frame.assign(reset=frame["reset"].astype(bool)))
    return pd.concat(frames, ignore_index=True)


def _read(path: str | os.PathLike[str]) -> pd.DataFrame:
    """Return a CSV as it is."""
    try:
        return pd.read_csv(path)
    except pd.errors.EmptyDataError:
        fault = "is empty"
    except OSError as error:
        fault = f"cannot be read ({error.strerror})"
    except ValueError:  # no CSV, or not in UTF-8
        fault = "is no file of a study"
    raise SimulationError(f"{path} {fault}; make it by `seating study -o FILE.csv`.") from None


def of_field(frame: pd.DataFrame, other: pd.DataFrame) -> pd.DataFrame:
    """Return the rows whose field and skill some row of another frame has."""
    fields = set(zip(other["players"], other["skill"], strict=True))
    mine = zip(frame["players"], frame["skill"], strict=True)
    return frame[[one in fields for one in mine]]


def by_lot(frame: pd.DataFrame, *, final: int = 10) -> pd.DataFrame:
    """Return what a lot would give in the field of each row, in percent, and how many pairs it has.

    Parameters
    ----------
    frame
        Of :func:`read_studies`.
    final
        Seats of the final.
    """
    players = frame["players"].drop_duplicates().sort_values()
    return pd.DataFrame(
        {
            "the best is in the final, %": (100 * final / players).round(1),
            "seats of the final that go to the best, %": (100 * final / players).round(1),
            "the best is champion, %": (100 / players).round(1),
            "champion's mean place by skill": (players + 1) / 2,
            "pairs": players * (players - 1) // 2,
        }
    ).set_index(players)


def ending_names(frame: pd.DataFrame) -> list[str]:
    """Return what the ending of each row is called: the final's coefficient, or "reset"."""
    pairs = zip(frame["weight"], frame["reset"], strict=True)
    return ["reset" if reset else f"× {weight:g}" for weight, reset in pairs]


def plan_names(frame: pd.DataFrame) -> list[str]:
    """Return what the plan of each row is called: format, seating, field, skill if it is not 1."""
    rows = zip(frame["format"], frame["mode"], frame["players"], frame["skill"], strict=True)
    return [
        f"{form}, {_words(mode)}, {players} players"
        + (f", skill × {skill:g}" if skill != 1 else "")
        for form, mode, players, skill in rows
    ]


def _words(modes: str) -> str:
    """Return what the seating of a row is called."""
    names = []
    for mode in modes.split(","):
        kind, _, size = mode.partition(":")
        names.append(WORDS.get(mode) or WORDS[kind].format(size))
    return " and ".join(names)


def intervals(frame: pd.DataFrame, measures: Sequence[str], *, digits: int = 1) -> pd.DataFrame:
    """Return measures as texts with their 95 % intervals, such as ``12.4 (11.9 to 12.9)``."""
    columns = {}
    for name in measures:
        value, low, high = _scaled(frame, name)
        shown = _digits(name, digits)
        columns[LABELS[name]] = [
            f"{v:.{shown}f} ({a:.{shown}f} to {b:.{shown}f})"
            for v, a, b in zip(value, low, high, strict=True)
        ]
    return pd.DataFrame(columns, index=frame.index)


def differences(
    frame: pd.DataFrame, measures: Sequence[str], *, digits: int = 2
) -> pd.DataFrame:  # fmt: skip
    """Return how much more each row has than the first plan of its study, event by event.

    Parameters
    ----------
    frame
        Of :func:`read_studies`; rows that are compared with nothing are left out.
    measures
        Which; shares in points of percent, with 95 % intervals, such as ``+0.3 (-0.1 to +0.7)``.
    digits
        After the point.

    Returns
    -------
    DataFrame
        A row for each plan, with how many events both have.
    """
    if "against" not in frame or (len(frame) and frame["against"].isna().all()):
        raise SimulationError(
            "The file compares nothing; make it by one `seating study` with a --mode for each "
            "seating, the one that the others are compared with first."
        )
    rows = frame[frame["against"].notna()]
    columns: dict[str, Any] = {"events": rows["compared"].astype(int)}
    for name in measures:
        times = 100 if name in SHARES else 1
        value = times * rows[f"{name}_more"]
        half = times * WIDTH * rows[f"{name}_more_error"]
        shown = _digits(name, digits)
        columns[LABELS[name]] = [
            f"{v:+.{shown}f} ({v - h:+.{shown}f} to {v + h:+.{shown}f})"
            for v, h in zip(value, half, strict=True)
        ]
    return pd.DataFrame(columns, index=rows.index)


def by_ending(frame: pd.DataFrame, measure: str, *, ax: Axes | None = None) -> Axes:
    """Draw a measure against the final's coefficient, a line for each format, mode and field.

    Parameters
    ----------
    frame
        Of :func:`read_studies`.
    measure
        One of :data:`tournament.simulation.events.MEASURES`.
    """
    ax = ax or _axes()
    endings = list(dict.fromkeys(ending_names(frame)))
    groups = list(frame.groupby(KEY, sort=False))
    for number, (_, rows) in enumerate(groups):
        at = np.array([endings.index(name) for name in ending_names(rows)], dtype=float)
        value, low, high = _scaled(rows, measure)
        label = plan_names(rows)[0]
        ax.errorbar(
            at + 0.1 * (number - (len(groups) - 1) / 2), value, label=label,
            yerr=(value - low, high - value), color=INKS[number % len(INKS)],
            marker=MARKERS[number % len(MARKERS)], capsize=3,
            linestyle=LINES[number % len(LINES)], linewidth=1,
        )  # fmt: skip
    ax.set_xticks(range(len(endings)), endings)
    ax.set_xlabel("coefficient of the final")
    ax.set_ylabel(fill(LABELS[measure], LINE))
    ax.set_ylim(bottom=0)
    if len(groups) > 1:
        ax.legend(frameon=False)
    return _plain(ax)


def by_plan(frame: pd.DataFrame, measure: str, *, ax: Axes | None = None) -> Axes:
    """Draw a measure of each row as a dot with its interval, the first row on top.

    Parameters
    ----------
    frame, measure
        As for :func:`by_ending`.
    """
    ax = ax or _axes()
    value, low, high = _scaled(frame, measure)
    at = np.arange(len(frame))
    ax.errorbar(value, at, xerr=(value - low, high - value), fmt="o", color="black", capsize=3)
    names = zip(frame["mode"], plan_names(frame), strict=True)
    ax.set_yticks(at, [_two_lines(_words(mode), name) for mode, name in names])
    ax.set_ylim(len(frame) - 0.5, -0.5)
    most = float(high.max())
    ax.set_xlim(-0.04 * most, 1.08 * most or 1)
    ax.set_xlabel(fill(LABELS[measure], LINE))
    ax.grid(axis="x", color="0.9")
    ax.set_axisbelow(True)
    return _plain(ax)


def panels(frame: pd.DataFrame, draw: Draw, measures: Sequence[str]) -> Figure:
    """Return a figure of some measures side by side.

    Parameters
    ----------
    frame
        Of :func:`read_studies`.
    draw
        :func:`by_ending` or :func:`by_plan`.
    measures
        One for each panel.
    """
    share = draw is by_plan
    height = 1.2 + 0.5 * len(frame) if share else 3.6
    figure = Figure(figsize=(9.5, height), layout="constrained")
    every = figure.subplots(1, len(measures), sharey=share, squeeze=False)[0]
    for ax, measure in zip(every, measures, strict=True):
        draw(frame, measure, ax=ax)
        if ax.get_legend():
            ax.get_legend().remove()
            figure.legends.clear()
            figure.legend(
                *ax.get_legend_handles_labels(), loc="outside upper center", frameon=False
            )
    return figure


def again(frame: pd.DataFrame, *, events: int, measures: Sequence[str]) -> pd.DataFrame:
    """Simulate a few events of each row anew, and say how far they lie from the file.

    Parameters
    ----------
    frame
        Rows whose format, mode, field, ending, skill and seed are taken; with the same seed the
        events are the first of those in the file.
    events
        How many.
    measures
        Which to compare.

    Returns
    -------
    DataFrame
        A row for each row and measure: the figure of the file, the fresh one, and their difference
        in standard errors of the fresh one, which should be between -3 and 3.
    """
    rows = []
    for _, old in frame.iterrows():
        one = plan(old["format"], mode=_mode(old["mode"]), players=int(old["players"]))
        base = GameModel()
        model = replace(
            base, red_spread=base.red_spread * old["skill"],
            black_spread=base.black_spread * old["skill"],
        )  # fmt: skip
        count = min(events, int(old["events"]))
        ending = Ending(reset=True) if old["reset"] else Ending(float(old["weight"]))
        (new,) = study([one], [ending], events=count, seed=int(old["seed"]), model=model)
        for name in measures:
            fresh = new.means[name]
            off = (fresh.value - old[name]) / fresh.error if fresh.error else 0.0
            rows.append(
                {
                    "format": old["format"], "mode": old["mode"], "measure": name,
                    "file": round(old[name], 3), "again": round(fresh.value, 3),
                    "errors apart": round(off, 1) + 0.0,  # never -0.0
                }
            )  # fmt: skip
    return pd.DataFrame(rows)


def _mode(text: str) -> str | None:
    """Return the mode that a row was made with; several are the format's own."""
    return None if "," in text else text


def _scaled(frame: pd.DataFrame, measure: str) -> tuple[Any, Any, Any]:
    """Return means of a measure with both ends of their intervals, shares in percent."""
    times = 100 if measure in SHARES else 1
    rows = zip(frame[measure], frame[f"{measure}_error"], frame["events"], strict=True)
    ends = [interval(measure, *row) or (np.nan, np.nan) for row in rows]
    low, high = times * np.array(ends).reshape(-1, 2).T
    return times * frame[measure].to_numpy(), low, high


def _digits(measure: str, digits: int) -> int:
    """Return the digits of a measure: Kendall's tau goes from -1 to 1 and needs two more."""
    return digits + 2 if measure == "tau" else digits


def _two_lines(seating: str, name: str) -> str:
    """Return the name of a plan with its seating in a line of its own, above the rest."""
    return seating + "\n" + name.replace(f", {seating}", "", 1)


def _axes() -> Axes:
    axes: Axes = Figure(figsize=(6, 3.4), layout="constrained").subplots()
    return axes


def _plain(ax: Axes) -> Axes:
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    return ax
