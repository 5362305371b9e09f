import io
import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from schedules import Problem, Schedule, figures
from schedules.frames import histogram_frame

HEAT_MAPS = [figures.meetings_heat_map, figures.seats_heat_map, figures.tables_heat_map]
NAMES = ["Александра Константинопольская", "Ёж", "Владимир Владимирович Красноплощадский"]


def shuffled(tables, rounds, seats=10):
    rng = np.random.default_rng(1)
    players = tables * seats
    seating = [rng.permutation(players).reshape(tables, seats) for _ in range(rounds)]
    return Schedule(Problem(players, tables, rounds, seats), np.array(seating))


def named(schedule):
    return schedule.with_players(
        [f"{NAMES[p % 3]} {p}" for p in range(schedule.problem.num_players)]
    )


def boxes(texts):
    return [text.get_window_extent() for text in texts if text.get_text()]


def shown(labels, axis, limits):
    """Return the tick labels inside the view; others are never drawn."""
    return [label for label in labels if min(limits) <= label.get_position()[axis] <= max(limits)]


def assert_whole_and_apart(ax):
    """Every label lies inside the figure, and no two of an axis overlap."""
    figure = ax.figure
    figure.draw_without_rendering()
    for drawn in figure.axes:
        across = boxes(shown(drawn.get_xticklabels(), 0, drawn.get_xlim()))
        along = boxes(shown(drawn.get_yticklabels(), 1, drawn.get_ylim()))
        for box in (*across, *along, *boxes([drawn.title, drawn.xaxis.label, drawn.yaxis.label])):
            assert box.x0 >= figure.bbox.x0 - 1
            assert box.y0 >= figure.bbox.y0 - 1
            assert box.x1 <= figure.bbox.x1 + 1
            assert box.y1 <= figure.bbox.y1 + 1
        for left, right in pairwise(sorted(across, key=lambda box: box.x0)):
            assert left.x1 <= right.x0
        for low, high in pairwise(sorted(along, key=lambda box: box.y0)):
            assert low.y1 <= high.y0 + 1


SHAPES = [(1, 3, 10), (3, 9, 10), (2, 15, 10), (10, 4, 10), (4, 3, 4)]


@pytest.mark.parametrize("draw", [*HEAT_MAPS, figures.meetings_histogram])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("with_names", [False, True])
def test_labels_are_whole_and_do_not_overlap(draw, shape, with_names):
    schedule = shuffled(*shape)
    ax = draw(named(schedule) if with_names else schedule)
    assert ax.get_title()
    assert_whole_and_apart(ax)
    if with_names and draw in HEAT_MAPS:
        rows = [label.get_text() for label in ax.get_yticklabels()]
        assert len(rows) == schedule.problem.num_players
        assert rows[1] == "Ёж 1  2"


@pytest.mark.parametrize("with_names", [False, True])
def test_four_in_one_figure(tkemali, with_names):
    figure = Figure(figsize=(12, 9), layout="constrained")
    schedule = named(tkemali) if with_names else tkemali
    draws = [*HEAT_MAPS, figures.meetings_histogram]
    for draw, ax in zip(draws, figure.subplots(2, 2).flat, strict=True):
        assert draw(schedule, ax=ax) is ax
    assert_whole_and_apart(figure.axes[0])


def test_one_colour_for_each_number_each_darker_than_the_last(tkemali):
    image = figures.meetings_heat_map(tkemali).images[0]
    colours = image.cmap(image.norm(np.arange(1, 5)))
    grey = colours[:, :3] @ [0.299, 0.587, 0.114]
    assert image.cmap.N == 4
    assert (np.diff(grey) < -0.1).all()
    assert image.get_array().mask.sum() == 30  # nobody meets himself


def test_the_colour_bar_names_every_number(tkemali):
    figure = figures.meetings_heat_map(tkemali).figure
    figure.draw_without_rendering()
    labels = [label.get_text() for label in figure.axes[1].get_yticklabels()]
    assert labels == ["1  (45 pairs)", "2  (126 pairs)", "3  (138 pairs)", "4  (126 pairs)"]


def test_the_histogram_shows_schedule_ideal_and_band(tkemali):
    ax = figures.meetings_histogram(tkemali)
    actual, ideal = ax.containers
    frame = histogram_frame(tkemali)
    assert [bar.get_height() for bar in actual] == frame.pairs.tolist()
    assert [bar.get_height() for bar in ideal] == frame.ideal.tolist()
    assert {text.get_text() for text in ax.texts} >= {"45", "126", "138", "90", "345"}
    band = next(patch for patch in ax.patches if patch.get_label() == "band, 1 to 4")
    assert (band.get_x(), band.get_width()) == (0.5, 4.0)
    assert to_rgb(band.get_facecolor()) == to_rgb(figures.BAND)


def test_a_figure_is_written_without_pyplot():
    code = (
        "import io, sys; import numpy as np;"
        "from schedules import Problem, Schedule, figures;"
        "s = Schedule(Problem(4, 1, 1, 4), np.arange(4).reshape(1, 1, 4));"
        "figures.meetings_heat_map(s).figure.savefig(io.BytesIO(), format='png');"
        "print('matplotlib.pyplot' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_figure_can_be_saved(full):
    file = io.BytesIO()
    figures.meetings_histogram(full).figure.savefig(file, format="png")
    assert file.getvalue().startswith(b"\x89PNG")


def all_labels(ax):
    """Return the boxes of what stands in or beside the axes: legend, notes."""
    ax.figure.draw_without_rendering()
    return [ax.get_legend().get_window_extent(), *boxes(ax.texts)]


def assert_inside(ax):
    assert_whole_and_apart(ax)
    for box in all_labels(ax):
        assert ax.figure.bbox.x0 <= box.x0 + 1
        assert box.x1 <= ax.figure.bbox.x1 + 1
        assert ax.figure.bbox.y0 <= box.y0 + 1
        assert box.y1 <= ax.figure.bbox.y1 + 1


def test_several_schedules_side_by_side_are_told_apart_in_grey():
    named = {"ours": {1: 45, 2: 126}, "a peer's": {0: 2.5, 3: 9}, "by lot": {2: 1}, "old": {4: 3}}
    ax = figures.meetings_compared(named)
    assert_inside(ax)
    assert [bars.get_label() for bars in ax.containers] == list(named)
    heights = [[bar.get_height() for bar in bars] for bars in ax.containers]
    assert heights == [[0, 45, 126, 0, 0], [2.5, 0, 0, 9, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 3]]
    assert ax.get_xticks().tolist() == [0, 1, 2, 3, 4]
    edges = sorted(
        (bar.get_x(), bar.get_x() + bar.get_width()) for bars in ax.containers for bar in bars
    )
    assert all(left[1] <= right[0] + 1e-9 for left, right in pairwise(edges))
    hatches = [bars[0].get_hatch() for bars in ax.containers]
    assert len(set(hatches)) == 4


def test_draws_and_marks():
    values = np.array([10, 12, 12, 13, 15, 20])
    ax = figures.draws_histogram(values, {"this, 8": 8, "bound, 8": 8, "mean, 13.7": 13.7})
    assert_inside(ax)
    assert sum(bar.get_height() for bar in ax.patches) == 6
    assert [line.get_xdata()[0] for line in ax.lines] == [8, 8, 13.7]
    assert len({line.get_linestyle() for line in ax.lines}) == 3
    assert ax.lines[0].get_linewidth() > 2 * ax.lines[1].get_linewidth()  # both are seen
    assert ax.get_ylabel() == "draws of 6"


def test_before_and_after_with_a_note_for_each_row():
    before, after = {"20/2/4": 16, "40/4/15": 8.0}, {"20/2/4": 16, "40/4/15": 0}
    names = ("least spread", "the band first", "price")
    ax = figures.before_and_after(before, after, ["+1 %", "+2.35 %"], xlabel="pairs", names=names)
    assert_inside(ax)
    assert [text.get_text() for text in ax.texts] == ["+1 %", "+2.35 %", "price"]
    assert [label.get_text() for label in ax.get_yticklabels()] == list(before)
    assert ax.get_ylim()[0] > ax.get_ylim()[1]  # the first row is on top
    points = [dots.get_offsets()[:, 0].tolist() for dots in ax.collections[1:]]
    assert points == [[16, 8], [16, 0]]


def test_the_front_and_what_was_found():
    ax = figures.front([810, 900, 1000], [3915, 3825, 3807], {"a": ([1000], [3807]), "b": ([], [])})
    assert_inside(ax)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "bound", "proved impossible", "a", "b",
    ]  # fmt: skip
    assert ax.lines[0].get_ydata().tolist() == [3915, 3825, 3807]
    assert ax.get_ylim()[0] < 3807


def test_new_figures_take_axes():
    axes = Figure(figsize=(12, 9), layout="constrained").subplots(2, 2).flat
    assert figures.meetings_compared({"a": {1: 1}}, ax=axes[0]) is axes[0]
    assert figures.draws_histogram(np.arange(9), {"m": 4}, ax=axes[1]) is axes[1]
    two = ({"a": 1}, {"a": 2}, ["x"])
    drawn = figures.before_and_after(*two, xlabel="n", names=("a", "b", "c"), ax=axes[2])
    assert drawn is axes[2]
    assert figures.front([1, 2], [3, 3], {"a": ([1], [4])}, ax=axes[3]) is axes[3]
