"""Tests of groups, of order and of fit: uniform without an effect, as strong as promised with."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from protocol_cases import case
from scipy.stats import kstest

from scoring.files import read_protocols
from scoring.statistics import (
    Finding,
    findings_frame,
    fit_finding,
    groups_finding,
    holm,
    homogeneity,
    homogeneity_power,
    least_spread,
    red_share,
    runs_finding,
    seat_frame,
    wilson,
)

PUBLISHED_KILLED = (0.147, 0.152, 0.152, 0.136, 0.130, 0.134, 0.127, 0.146, 0.141, 0.157)


def test_groups_alike_give_uniform_p():
    rng = np.random.default_rng(1)
    trials = rng.integers(60, 200, 14)
    drawn = rng.binomial(trials, 0.44, (2000, 14))
    p = [groups_finding("", hits, trials).p for hits in drawn]
    assert kstest(p, "uniform").pvalue > 0.01


def test_groups_that_differ_are_seen_as_often_as_promised():
    rng = np.random.default_rng(2)
    trials = np.full(12, 150)
    spread = least_spread(trials, 0.44)
    shares = 0.44 + spread * np.array([1, -1] * 6)
    assert homogeneity_power(trials, shares) == pytest.approx(0.8, abs=0.01)
    drawn = rng.binomial(trials, shares, (2000, 12))
    seen = np.mean([homogeneity(hits, trials)[2] <= 0.05 for hits in drawn])
    assert seen == pytest.approx(0.8, abs=0.03)
    assert groups_finding("", drawn[0], trials).least == pytest.approx(100 * spread, rel=0.01)
    assert homogeneity_power(trials, np.full(12, 0.44)) == 0.05


def test_order_without_memory_gives_uniform_p_and_streaks_do_not():
    rng = np.random.default_rng(3)
    p = [runs_finding("", rng.random(800) < 0.44).p for _ in range(1500)]
    assert kstest(p, "uniform").pvalue > 0.01
    # the winner of the game before wins again in six of ten: 40 % of 799 pairs change
    streaks = np.cumsum(rng.random(800) < 0.4) % 2 == 0
    found = runs_finding("", streaks)
    assert found.value < -4
    assert found.p < 1e-4


def test_runs_by_hand():
    """RRBBBR: three runs of 3 red and 3 black; mean 1 + 18/6 = 4, variance 18 (18 - 6)/180."""
    found = runs_finding("", [True, True, False, False, False, True])
    assert found.value == pytest.approx((3 - 4) / sqrt(18 * 12 / (36 * 5)))
    assert np.isnan(runs_finding("", [True, True]).p)
    assert runs_finding("", []).n == 0


def test_fit_of_blind_guesses():
    rng = np.random.default_rng(4)
    blind = np.array([20, 45, 18, 1]) / 84
    p = [fit_finding("", rng.multinomial(1400, blind), blind).p for _ in range(1500)]
    assert kstest(p, "uniform").pvalue > 0.01
    # 3,662 best moves of civilians, as published: better than blind
    seen = fit_finding("", np.round(3662 * np.array([0.197, 0.519, 0.264, 0.020])), blind)
    assert seen.p < 1e-6
    assert (seen.n, seen.freedom, seen.least) == (3662, 3, None)


def test_holm_by_hand():
    """0.01 x 4, 0.02 x 3, 0.03 x 2 (not below 0.06), 0.5 x 1."""
    assert holm([0.5, 0.01, 0.03, 0.02]) == pytest.approx([0.5, 0.04, 0.06, 0.06])
    assert holm([]).tolist() == []


@settings(deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_corrections_are_those_of_statsmodels(p):
    multitest = pytest.importorskip("statsmodels.stats.multitest", reason="statsmodels is an extra")
    table = findings_frame([Finding(str(n), "", 1, 0.0, 1, value) for n, value in enumerate(p)])
    for ours, theirs in (("holm", "holm"), ("bh", "fdr_bh")):
        assert table[ours].to_numpy() == pytest.approx(multitest.multipletests(p, method=theirs)[1])


def test_holm_keeps_its_promise():
    """Twelve tests of nothing: one of them below 0.05 in 5 % of the studies, not in 46 %."""
    p = np.random.default_rng(5).random((4000, 12))
    assert np.mean((p < 0.05).any(1)) > 0.4
    false = np.mean([(holm(row) < 0.05).any() for row in p])
    assert false == pytest.approx(0.05, abs=3 * sqrt(0.05 * 0.95 / 4000))


def test_a_table_of_findings():
    table = findings_frame(
        [groups_finding("seasons", [40, 60], [100, 100]), runs_finding("order", [True, False] * 40)]
    )
    assert table.columns.tolist() == ["test", "n", "value", "freedom", "p", "holm", "bh", "least"]
    assert table.loc["seasons", "value"] == pytest.approx(8.0)  # 100 x (2 x .1^2) / (.5 x .5)
    assert np.isnan(table.loc["order", "least"])
    assert findings_frame([]).empty


def test_where_there_is_nothing_to_compare_no_test_is_counted():
    made = groups_finding("seasons", [40, 60], [100, 100])
    none = groups_finding("tables", [40], [100])
    table = findings_frame([made, none, fit_finding("moves", [0, 0], [0.5, 0.5])])
    assert table.loc["seasons", "holm"] == table.loc["seasons", "p"] == made.p
    assert table.loc[["tables", "moves"], ["p", "holm", "bh"]].isna().all(axis=None)
    assert none.sentence == "tables: nothing to compare, n = 100."
    assert made.sentence.startswith(
        "seasons: a difference (χ² of homogeneity, 8.0 on 1 df, p = 0.005, n = 200). A spread of "
    )
    # √(7.85 x 0.25 / 200) = 9.9 points: 7.85 is what a test at 5 % needs for 80 %
    assert made.sentence.endswith("A spread of 9.9 points would be seen four times in five.")


def test_published_red_share():
    """44.0 % with a standard error of 0.7 points: 2 224 of 5 054 games (scoring.md, section 6)."""
    low, high = wilson([2224], [5054])
    share = 2224 / 5054
    assert round(100 * share, 1) == 44.0
    assert (high[0] - low[0]) / 2 / 1.96 == pytest.approx(0.007, abs=0.0001)
    # the published χ² of 28 seasons, 33.5 on 27 degrees, is no sign of a difference
    from scipy.stats import chi2

    assert 0.15 < chi2.sf(33.5, 27) < 0.2


def test_published_seats_of_first_night():
    """The published χ² of 21.8 follows from the published shares, as far as they are rounded.

    4 455 kills, 0.6 % of them black, leave 4 428 red ones. Roles are dealt alike, so each seat is
    red in seven tenths of these games, and a seventh of those is killed.
    """
    red_games = 0.7 * 4455 * (1 - 0.006)
    shares = np.array(PUBLISHED_KILLED)
    assert shares.mean() == pytest.approx(1 / 7, abs=0.001)
    rng = np.random.default_rng(6)
    values = [
        homogeneity((shares + rng.uniform(-0.0005, 0.0005, 10)) * red_games, [red_games] * 10)[0]
        for _ in range(500)
    ]
    # homogeneity takes the seats for independent; but where one is killed another is not, which
    # spreads their differences by a tenth more: nine tenths of its value
    scaled = 0.9 * np.array(values)
    assert scaled.min() < 21.8 < scaled.max()


def test_the_seasons_at_hand_agree_with_the_published_rate():
    """14 of the 28 seasons: one constant rate fits, and 44.0 % is within its interval."""
    frame = seat_frame(read_protocols(case("club_seasons_0_13.csv.gz")))
    seasons = red_share(frame, "stage")
    found = groups_finding("seasons", seasons["red"], seasons["games"])
    assert found.freedom == 13
    assert found.p > 0.05
    whole = red_share(frame).loc["all"]
    assert whole["low"] < 0.440 < whole["high"]
    # streaky rather than alternating, as published: z = -2.4 over all seasons
    games = frame.drop_duplicates("game")
    assert -4.4 < runs_finding("order", games["result"] == "red").value < -0.4
