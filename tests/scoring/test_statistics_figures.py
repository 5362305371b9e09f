"""Figures: axes that were given are used, labels are whole, grey print tells everything apart."""

import io

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib import image
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from scoring.figures import coefficient_plot, hits_plot, rank_plot, seat_plot, share_plot
from scoring.statistics import blind_hits, seat_effect, wilson


def shares(count=6):
    games = np.arange(count) * 37 + 40
    low, high = wilson(games // 2, games)
    names = pd.Index([f"Judge with a long name {n}" for n in range(count)])
    columns = {"games": games, "share": games // 2 / games, "low": low, "high": high}
    return pd.DataFrame(columns, index=names)


def moves():
    rows = [(role, hits) for role in ("civilian", "sheriff") for hits in range(4)]
    index = pd.MultiIndex.from_tuples(rows, names=["role", "hits"])
    table = pd.DataFrame({"moves": 200, "share": 0.25}, index=index)
    table["low"], table["high"] = 0.2, 0.3
    table["blind"] = [blind_hits()[hits] for _, hits in rows]
    return table


def effect():
    events = np.eye(10, dtype=bool)[np.random.default_rng(1).integers(0, 10, 400)]
    return seat_effect(events, np.ones_like(events), permutations=99)


def ranks(shift=0):
    place = np.arange(1, 31)
    columns = {"place": place, "low": place, "high": place + 4 + shift}
    return pd.DataFrame(columns, index=[f"Player {n:02}" for n in place])


PLOTS = {
    "shares": lambda **more: share_plot(shares(), title="Judges", reference=0.44, **more),
    "seats": lambda **more: seat_plot(effect(), title="First killed", **more),
    "hits": lambda **more: hits_plot(moves(), **more),
    "coefficient": lambda **more: coefficient_plot(**more),
    "ranks": lambda **more: rank_plot({"without K": ranks(), "with K": ranks(2)}, **more),
}
every_plot = pytest.mark.parametrize("name", PLOTS)


def texts(figure):
    """Every text that is shown, with its box."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    render = canvas.get_renderer()
    hidden = {id(text) for axes in figure.axes for text in _outside(axes)}
    shown = [text for text in figure.findobj(mpl.text.Text) if id(text) not in hidden]
    shown = [text for text in shown if text.get_visible() and text.get_text().strip()]
    return [(text.get_text(), text.get_window_extent(render)) for text in shown]


def _outside(axes):
    """Labels of ticks outside the axes: matplotlib keeps and does not draw them."""
    for at, axis in enumerate((axes.xaxis, axes.yaxis)):
        low, high = sorted(axis.get_view_interval())
        for tick in axis.get_major_ticks():
            if not low <= tick.label1.get_position()[at] <= high:
                yield tick.label1


@every_plot
def test_labels_are_whole_and_apart(name):
    figure = PLOTS[name]().figure
    boxes = texts(figure)
    assert len(boxes) > 6
    for text, box in boxes:
        assert box.x0 >= -1, text
        assert box.y0 >= -1, text
        assert box.x1 <= figure.bbox.x1 + 1, text
        assert box.y1 <= figure.bbox.y1 + 1, text
    for number, (text, box) in enumerate(boxes):
        for other, beside in boxes[number + 1 :]:
            assert not box.padded(-1).overlaps(beside.padded(-1)), (text, other)


@every_plot
def test_axes_that_are_given_are_used_and_no_style_is_set(name):
    before = dict(mpl.rcParams)
    axes = Figure(figsize=(8, 6)).add_subplot()
    assert PLOTS[name](ax=axes) is axes
    assert PLOTS[name]().figure is not axes.figure
    assert dict(mpl.rcParams) == before


@pytest.mark.parametrize("name", ["hits", "ranks", "coefficient"])
def test_groups_differ_by_more_than_colour(name):
    axes = PLOTS[name]().axes
    looks = set()
    if name == "hits":
        groups = axes.containers
        bars = [group.patches[0] for group in groups if hasattr(group, "patches")]
        looks = {(bar.get_hatch(), sum(bar.get_facecolor()[:3]) > 2.9) for bar in bars}
        assert len(looks) == len(bars) == 3
        return
    lines = [line for line in axes.lines if line.get_marker() not in ("", "None", None)]
    looks = {(line.get_marker(), line.get_markerfacecolor()) for line in lines}
    assert len(looks) == len(lines) >= 2
    assert len({line.get_marker() for line in lines}) == len(lines)


def test_numbers_stand_beside_the_shares():
    labels = [label.get_text() for label in share_plot(shares(2)).get_yticklabels()]
    assert labels == ["Judge with a long name 0  (n = 40)", "Judge with a long name 1  (n = 77)"]
    assert "n = 400 games" in seat_plot(effect()).get_xlabel()
    legend = hits_plot(moves()).get_legend().get_texts()
    assert [text.get_text() for text in legend] == [
        "civilian (n = 200)", "sheriff (n = 200)", "blind guess",
    ]  # fmt: skip


def test_a_picture_is_not_empty():
    for plot in PLOTS.values():
        file = io.BytesIO()
        plot().figure.savefig(file, format="png")
        file.seek(0)
        assert 0.01 < (image.imread(file)[..., :3].mean(-1) < 0.9).mean() < 0.6
