"""Tests of groups too small for χ²: never too many small p, by hand and against all orders."""

from itertools import combinations, groupby
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2_contingency

from scoring.statistics import fit_finding, groups_finding, runs_finding, seat_effect, seats_finding
from scoring.statistics.small import drawn_homogeneity, exact_runs

LEVELS = (0.01, 0.05, 0.1, 0.2)
BLIND = np.array([20, 45, 18, 1]) / 84


def assert_not_too_small(p):
    """Of tests of nothing at most a share a has p <= a, but for the luck of so many tests."""
    for level in LEVELS:
        error = (level * (1 - level) / len(p)) ** 0.5
        assert np.mean(np.asarray(p) <= level) < level + 3 * error, level


@pytest.mark.parametrize(
    "trials", [(2000, 1), (300, 3), (40, 12), (5, 5), (60, 3, 2), (90, 4, 1, 1)]
)
def test_tiny_groups_alike_do_not_give_small_p(trials):
    rng = np.random.default_rng(1)
    drawn = rng.binomial(trials, 0.44, (500, len(trials)))
    p = [groups_finding("", hits, trials).p for hits in drawn]
    assert_not_too_small(np.where(np.isnan(p), 1, p))


def test_chi_square_of_three_games_would_give_too_many():
    """What the exact tests are for: the same tiny groups, by χ² alone."""
    rng = np.random.default_rng(1)
    drawn = rng.binomial((2000, 1, 1, 1), 0.1, (1000, 4))
    tables = [np.array([hits, (2000, 1, 1, 1) - hits]) for hits in drawn]
    p = [chi2_contingency(table, correction=False).pvalue for table in tables]
    assert np.mean(np.array(p) <= 0.01) > 0.02
    ours = [groups_finding("", hits, (2000, 1, 1, 1)).p for hits in drawn[:400]]
    assert_not_too_small(ours)


def test_three_games_by_hand():
    """All three without a kill are red's, 20 of 100 others: C(23, 3) / C(103, 3) on that side.

    The other side has nothing as rare: no red win among three has C(80, 3) / C(103, 3) = 0.46.
    """
    found = groups_finding("", [20, 3], [100, 3])
    assert found.test == "Fisher's exact test"
    assert found.p == pytest.approx(comb(23, 3) / comb(103, 3))
    assert found.least is None
    assert "χ²" not in found.sentence
    assert found.sentence.endswith("Some groups are too small to say what would be seen.")


def test_one_game_says_nothing():
    """One more game is red's or not, with 0.4 and 0.6; neither is below 0.05: no test is made."""
    found = groups_finding("after no kill", [40, 1], [100, 1])
    assert np.isnan(found.p)
    assert found.sentence == "after no kill: too few to say (100 and 1), n = 101."


def test_large_groups_keep_chi_square():
    """The smallest expected count is 12 x 0.44 = 5.3, or 11 x 0.44 = 4.8."""
    hits = [440, 6]
    assert groups_finding("", hits, [1000, 12]).test == "χ² of homogeneity"
    assert groups_finding("", hits, [1000, 11]).test == "Fisher's exact test"


def test_dealing_hits_anew_against_all_deals():
    """All 126 ways to deal 4 hits among 9 games of groups of 4, 3 and 2."""
    groups = np.repeat([0, 1, 2], [4, 3, 2])
    hits, trials = np.array([4.0, 0, 0]), np.array([4.0, 3, 2])
    expected = trials * 4 / 9

    def far(chosen):
        return ((np.bincount(groups[list(chosen)], minlength=3) - expected) ** 2 / trials).sum()

    all_deals = [far(chosen) for chosen in combinations(range(9), 4)]
    exact = np.mean(np.array(all_deals) >= far((0, 1, 2, 3)) - 1e-9)
    error = (exact * (1 - exact) / 9999) ** 0.5
    assert drawn_homogeneity(hits, trials) == pytest.approx(exact, abs=4 * error + 1e-4)


def test_few_blind_guesses_do_not_give_small_p():
    rng = np.random.default_rng(2)
    found = [fit_finding("", rng.multinomial(9, BLIND), BLIND) for _ in range(400)]
    assert_not_too_small([one.p for one in found])
    assert found[0].test == "χ² of fit by 9,999 draws"
    # 84/84 is expected to be 5 of the rarest with 420 guesses
    assert fit_finding("", [100, 225, 90, 5], BLIND).test == "χ² of fit"


def test_nine_sure_guesses_are_seen():
    assert fit_finding("", [0, 0, 0, 9], BLIND).p == pytest.approx(1e-4)


def test_few_games_in_a_row_do_not_give_small_p():
    rng = np.random.default_rng(3)
    p = np.array([runs_finding("", rng.random(12) < 0.44).p for _ in range(3000)])
    assert_not_too_small(p[~np.isnan(p)])


@settings(deadline=None, max_examples=30)
@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_runs_against_all_orders(one, other, data):
    n = one + other
    orders = [[at in chosen for at in range(n)] for chosen in combinations(range(n), one)]
    runs = np.array([sum(1 for _ in groupby(order)) for order in orders])
    mine = data.draw(st.sampled_from(sorted(set(runs.tolist()))))
    mean = 1 + 2 * one * other / n
    wanted = np.mean(abs(runs - mean) >= abs(mine - mean) - 1e-9)
    assert exact_runs(mine, one, other) == pytest.approx(wanted)


def test_seats_of_one_game_promise_nothing():
    events, could = np.eye(1, 10, dtype=bool), np.ones((1, 10), dtype=bool)
    found = seats_finding("seats", seat_effect(events, could, permutations=99))
    assert found.p == 1
    assert found.least is None


def test_the_reason_is_said():
    none = groups_finding("Red wins by judge", [], [], nothing="no judges in the file")
    assert none.sentence == "Red wins by judge: no judges in the file, n = 0."
    # two judges, but nothing but red wins: that is another reason
    alike = groups_finding("Red wins by judge", [3, 4], [3, 4], nothing="no judges in the file")
    assert alike.sentence == "Red wins by judge: nothing to compare, n = 7."
