"""Studies: the same figures whoever does the work, honest errors, nothing lost at a stop."""

import csv
import io

import numpy as np
import pytest

from tournament.simulate import (
    MEASURES,
    Ending,
    GameModel,
    SimulationError,
    as_csv,
    interval,
    measure,
    plan,
    play_events,
    study,
)
from tournament.simulation import study as module
from tournament.simulation.figures import (
    again,
    by_ending,
    by_plan,
    intervals,
    panels,
    plan_names,
    read_studies,
)

ENDINGS = (Ending(1.0), Ending(2.0), Ending(reset=True))


@pytest.fixture(scope="module")
def plans():
    return [plan("tkemali-2016"), plan("white-nights-2016", mode="strict")]


@pytest.fixture(scope="module")
def rows(plans):
    return study(plans, ENDINGS, events=300, seed=1)


def test_a_study_is_the_mean_of_its_events(plans, rows):
    played = play_events(plans[0], GameModel(), seed=1, events=range(300))
    values = measure(plans[0], played, Ending(2.0))
    (row,) = [r for r in rows if r.plan is plans[0] and r.ending == Ending(2.0)]
    for name, column in zip(MEASURES, values.T, strict=True):
        assert row.means[name].value == pytest.approx(column.mean())
        assert row.means[name].error == pytest.approx(column.std(ddof=1) / np.sqrt(300))


def test_the_error_is_how_far_studies_lie_apart():
    made = [plan("tkemali-2016")]
    found = [study(made, events=60, seed=seed)[0].means["final_decides"] for seed in range(40)]
    spread = np.std([mean.value for mean in found], ddof=1)
    # the deviation of forty values is known to 11 %
    assert spread == pytest.approx(np.mean([mean.error for mean in found]), rel=0.4)


def test_the_figures_do_not_depend_on_the_size_of_the_pieces(plans, rows, monkeypatch):
    monkeypatch.setattr(module, "BATCH", 37)
    assert as_csv(study(plans, ENDINGS, events=300, seed=1)) == as_csv(rows)


@pytest.mark.slow
def test_two_processes_give_the_figures_of_one(plans, rows):
    assert as_csv(study(plans, ENDINGS, events=300, seed=1, workers=2)) == as_csv(rows)


@pytest.mark.slow
def test_a_cluster_of_two_workers_gives_the_figures_of_one_process(plans, rows):
    distributed = pytest.importorskip(
        "distributed", reason="Dask is not installed: pip install -e .[cluster]"
    )
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as cluster:
        address = cluster.scheduler_address
        found = study(plans, ENDINGS, events=300, seed=1, cluster=address)
    assert as_csv(found) == as_csv(rows)


def test_a_cluster_that_is_not_there_is_a_sentence(plans, monkeypatch):
    distributed = pytest.importorskip(
        "distributed", reason="Dask is not installed: pip install -e .[cluster]"
    )

    def nobody(address, **options):
        raise OSError("nobody answers")

    monkeypatch.setattr(distributed, "Client", nobody)
    with pytest.raises(
        SimulationError, match=r"No Dask scheduler answers at 'tcp://10\.0\.0\.5:1'"
    ):
        study(plans, events=10, seed=1, cluster="tcp://10.0.0.5:1")


def test_a_stop_keeps_what_is_done_of_every_plan(plans, monkeypatch):
    monkeypatch.setattr(module, "BATCH", 10)
    seen = []
    kept = study(
        plans,
        events=100,
        seed=1,
        progress=lambda done, of: seen.append((done, of)),
        stop=lambda: len(seen) == 5,
    )
    assert seen[-1] == (50, 200)
    assert [row.events for row in kept] == [30, 20]
    assert as_csv(kept[:1]) == as_csv(study(plans[:1], events=30, seed=1))


def test_the_file_says_how_to_make_it_again(rows, tmp_path):
    text = as_csv(rows, skill=1.0)
    table = list(csv.DictReader(io.StringIO(text)))
    assert len(table) == 6
    assert [row["weight"] for row in table[:2]] == ["1.0", "2.0"]
    assert [row["reset"] for row in table] == ["0", "0", "1"] * 2
    path = tmp_path / "study.csv"
    path.write_text(text, "utf-8")
    frame = read_studies(path)
    fresh = again(frame, events=300, measures=["best_wins", "tau"])
    assert len(fresh) == 12
    assert (fresh["errors apart"] == 0).all()
    other = again(frame.assign(seed=2), events=300, measures=["final_decides"])
    assert (other["errors apart"] != 0).any()
    assert other["errors apart"].abs().max() < 5


def test_intervals_are_196_errors_to_either_side(tmp_path):
    path = tmp_path / "study.csv"
    path.write_text(as_csv(study([plan("tkemali-2016")], events=50, seed=1)), "utf-8")
    frame = read_studies(path).assign(best_wins=0.12, best_wins_error=0.01)
    (text,) = intervals(frame, ["best_wins"]).iloc[0]
    assert text == "12.0 (10.0 to 14.0)"


def test_pictures_show_every_row_with_its_interval(rows, tmp_path):
    path = tmp_path / "study.csv"
    path.write_text(as_csv(rows), "utf-8")
    frame = read_studies(path)
    ax = by_ending(frame, "final_decides")
    assert [label.get_text() for label in ax.get_xticklabels()] == ["× 1", "× 2", "reset"]
    assert len(ax.containers) == 2
    drawn = ax.containers[0].lines[0].get_ydata()
    assert drawn == pytest.approx(100 * frame["final_decides"][:3])
    one = frame[frame["reset"]]
    ax = by_plan(one, "met_often")
    names = [
        "matrix\ntkemali-2016, 30 players",
        "strictly by points\nwhite-nights-2016, 40 players",
    ]
    assert [label.get_text() for label in ax.get_yticklabels()] == names
    assert ax.containers[0].lines[0].get_xdata() == pytest.approx(one["met_often"])
    figure = panels(frame, by_ending, ["best_wins", "final_decides"])
    assert [ax.get_legend() is None for ax in figure.axes] == [True, True]
    assert len(figure.legends) == 1
    named = plan_names(frame.assign(skill=2.0))[0]
    assert named == "tkemali-2016, matrix, 30 players, skill × 2"


def test_another_file_is_refused_with_the_mend(tmp_path):
    path = tmp_path / "games.csv"
    path.write_text("format,mode\na,b\n", "utf-8")
    with pytest.raises(SimulationError, match=r"has no column players.*seating study"):
        read_studies(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "cannot be read"),
        ("", "is empty"),
        (",".join([*module.PARTS, *MEASURES]) + "\n", "has no row"),
        ('header\n"', "is no file of a study|has no column"),
    ],
)
def test_a_file_with_nothing_to_show_is_a_sentence(tmp_path, text, said):
    path = tmp_path / "study.csv"
    if text is not None:
        path.write_text(text, "utf-8")
    with pytest.raises(SimulationError, match=said):
        read_studies(path)


def test_a_single_event_is_refused_by_the_notebooks(tmp_path, plans):
    path = tmp_path / "study.csv"
    path.write_text(as_csv(study(plans[:1], events=1, seed=1)), "utf-8")
    with pytest.raises(SimulationError, match="one event"):
        read_studies(path)


def test_nothing_of_twelve_is_not_certain():
    # Wilson's upper end for 0 of n is z² / (n + z²)
    low, high = interval("best_wins", 0.0, 0.0, 12)
    assert (low, high) == pytest.approx((0, 1.96**2 / (12 + 1.96**2)), abs=1e-4)
    assert interval("tau", 0.2, 0.0, 1) is None
    assert interval("tau", 0.2, 0.01, 9) == pytest.approx((0.1804, 0.2196))


def test_modes_of_one_format_are_compared_event_by_event():
    modes = [plan("white-nights-2016", mode=mode, players=20) for mode in ("matrix", "strict")]
    first, second = study(modes, events=30, seed=1)
    assert first.against is None
    assert second.against is modes[0]
    assert second.compared == 30
    values = [
        measure(one, play_events(one, GameModel(), seed=1, events=range(30)), Ending())
        for one in modes
    ]
    more = (values[1] - values[0])[:, MEASURES.index("tau")]
    assert second.differences["tau"].value == pytest.approx(more.mean())
    assert second.differences["tau"].error == pytest.approx(more.std(ddof=1) / np.sqrt(30))


@pytest.mark.parametrize("wrong", [{"events": 0}, {"seed": -1}, {"workers": 0}])
def test_numbers_that_do_not_fit_are_refused(plans, wrong):
    with pytest.raises(SimulationError, match="at least"):
        study(plans, **{"events": 1, "seed": 1} | wrong)
