"""Seats permuted within a game, and shares whose unit is the game."""

from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest
from protocol_cases import case
from scipy.stats import kstest

from scoring.errors import ScoringError
from scoring.files import read_protocols
from scoring.statistics import (
    clustered_share,
    first_killed_by_seat,
    seat_effect,
    seat_frame,
    seats_finding,
    wilson,
    wins,
    wins_by_seat,
)
from tournament.simulate import GameModel, season

SEATS = 10


def made(games, seed, *, killed=(1.0,) * SEATS, red_wins=0.44, judge=0.0):
    """A frame of games: roles dealt alike, the killed one of the reds by the weight of his seat."""
    rng = np.random.default_rng(seed)
    roles = np.array(["civilian"] * 6 + ["sheriff", "mafia", "mafia", "don"])
    dealt = rng.permuted(np.tile(roles, (games, 1)), axis=1)
    red = ~np.isin(dealt, ["mafia", "don"])
    victim = (np.log(killed) + rng.gumbel(size=(games, SEATS)) - 1e9 * ~red).argmax(1)
    red_won = rng.random(games) < red_wins + judge * (np.arange(games) % 2 - 0.5)
    return pd.DataFrame(
        {
            "game": np.repeat(np.arange(1, games + 1), SEATS),
            "judge": np.repeat(np.where(np.arange(games) % 2, "odd", "even"), SEATS),
            "result": np.repeat(np.where(red_won, "red", "black"), SEATS),
            "seat": np.tile(np.arange(1, SEATS + 1), games),
            "role": dealt.ravel(),
            "red": red.ravel(),
            "won": (red == red_won[:, None]).ravel(),
            "first_killed": (victim[:, None] == np.arange(SEATS)).ravel(),
        }
    )


def test_the_permutation_test_against_all_permutations():
    """Three games of four seats: every way the events could fall, counted one by one."""
    eligible = np.array([[1, 1, 1, 0], [1, 1, 1, 1], [0, 1, 1, 1]], dtype=bool)
    events = np.array([[1, 0, 0, 0], [1, 1, 0, 0], [0, 0, 0, 1]], dtype=bool)
    effect = seat_effect(events, eligible, permutations=40_000)
    ways = [
        [np.isin(np.arange(4), chosen) for chosen in combinations(np.flatnonzero(row), k)]
        for row, k in zip(eligible, (1, 2, 1), strict=True)
    ]
    counts = np.array([sum(each) for each in product(*ways)])
    assert len(counts) == 3 * 6 * 3
    assert effect.expected == pytest.approx(counts.mean(0))
    assert effect.error == pytest.approx(counts.std(0))
    inverse = np.linalg.pinv(np.cov(counts.T, ddof=0), rcond=1e-9)
    away = counts - counts.mean(0)
    values = np.einsum("bs,st,bt->b", away, inverse, away)
    own = events.sum(0) - counts.mean(0)
    assert effect.value == pytest.approx(own @ inverse @ own)
    exact = (values >= effect.value - 1e-9).mean()
    assert effect.p == pytest.approx(exact, abs=4 * (exact * (1 - exact) / 40_000) ** 0.5)
    assert effect.freedom == 3


def test_with_all_seats_eligible_it_is_cochrans_q():
    rng = np.random.default_rng(2)
    events = rng.random((60, 5)) < [0.2, 0.3, 0.4, 0.5, 0.6]
    effect = seat_effect(events, np.ones_like(events))
    columns, rows, k = events.sum(0), events.sum(1), 5
    q = (
        (k - 1)
        * (k * (columns**2).sum() - columns.sum() ** 2)
        / (k * columns.sum() - (rows**2).sum())
    )
    assert effect.value == pytest.approx(q)
    assert effect.freedom == k - 1
    assert effect.p == pytest.approx(effect.asymptotic, abs=0.01)


@pytest.mark.slow
def test_seats_without_effect_give_uniform_p():
    frames = [made(150, seed) for seed in range(250)]
    for test in (wins_by_seat, first_killed_by_seat):
        p = [test(frame, permutations=999, seed=n).p for n, frame in enumerate(frames)]
        assert kstest(p, "uniform").pvalue > 0.01
        assert 0.01 < np.mean(np.array(p) <= 0.05) < 0.10


def test_a_winning_seat_is_found():
    """A seat worth 1.5 logits of skill: seen, and the seat named; ten alike: not."""
    better = GameModel(seat_skill=(0.0,) * 4 + (1.5,) + (0.0,) * 5)
    effect = wins_by_seat(season(better, seed=4, games=3000).frame(), permutations=999)
    assert effect.p == 0.001
    assert ((effect.observed - effect.expected) / effect.error).argmax() == 4
    assert wins_by_seat(season(seed=4, games=3000).frame(), permutations=999).p > 0.05


def test_permuting_among_all_seats_would_blame_the_deal():
    """Seat 1 always red: killed more often than others, but no more than its red neighbours."""
    p_red, p_all = [], []
    for seed in range(40):
        frame = made(300, seed)
        rng = np.random.default_rng(seed + 1000)
        keep = frame.loc[(frame["seat"] == 1) & frame["red"], "game"]
        frame = frame[frame["game"].isin(keep)]
        p_red.append(first_killed_by_seat(frame, permutations=499, seed=seed).p)
        events = frame["first_killed"].to_numpy().reshape(-1, SEATS)
        seed = int(rng.integers(1 << 30))
        p_all.append(seat_effect(events, np.ones_like(events), permutations=499, seed=seed).p)
    assert kstest(p_red, "uniform").pvalue > 0.01
    assert kstest(p_all, "uniform").pvalue < 0.01


@pytest.mark.slow
def test_a_dangerous_seat_is_found_as_often_as_the_least_spread_says():
    """At the spread that 80 % power is promised for, about 80 % of the seasons show it."""
    games, runs = 600, 200
    least = seats_finding("", first_killed_by_seat(made(games, 0))).least / 100
    # half the seats up, half down by this share of the mean, 7/10 red of whom one is killed
    tilt = least / 0.1
    weight = np.array([1 + tilt, 1 - tilt] * 5)
    found = [
        first_killed_by_seat(made(games, seed, killed=weight), permutations=999).p <= 0.05
        for seed in range(runs)
    ]
    # the killed one is chosen among seven, so weights are a little more than chances
    assert 0.68 < np.mean(found) < 0.90


def test_an_event_where_it_could_not_be_is_refused():
    with pytest.raises(ScoringError, match="could not be"):
        seat_effect([[1, 0]], [[0, 1]])


def test_nothing_to_permute():
    effect = seat_effect(np.zeros((4, 3)), np.ones((4, 3)))
    assert (effect.games, effect.value, effect.freedom, effect.p) == (0, 0.0, 0, 1.0)
    assert effect.asymptotic == 1.0
    assert seats_finding("", effect).least is None
    assert np.isnan(seats_finding("", effect).p)


def test_games_of_a_club():
    """The seat has no effect on winning (scoring.md, section 6)."""
    frame = seat_frame(read_protocols(case("club_seasons_0_13.csv.gz")))
    effect = wins_by_seat(frame)
    assert effect.p > 0.05
    assert effect.expected == pytest.approx(np.full(10, effect.observed.sum() / 10))
    killed = first_killed_by_seat(frame)
    both = frame[frame["first_killed"] & frame["red"]]
    assert killed.observed.sum() == len(both) == killed.games


def test_a_share_of_single_seats_is_wilsons():
    """One seat a game: only that the variance is estimated from few games is added."""
    hits = np.array([1] * 130 + [0] * 270)
    share = clustered_share(hits, np.ones(400))
    low, high = wilson([130], [400])
    assert share.error == pytest.approx((0.325 * 0.675 / 399) ** 0.5)
    assert (share.low, share.high) == pytest.approx((low[0], high[0]), abs=4e-4)
    assert share.effective == pytest.approx(399)


def test_six_that_win_together_are_one():
    """Forty games, 17 of them red: the six civilians tell as much as the sheriff alone."""
    won = np.array([1] * 17 + [0] * 23)
    one, six = clustered_share(won, np.ones(40)), clustered_share(6 * won, np.full(40, 6))
    assert six.seats == 240
    assert six.error == pytest.approx(one.error)
    assert (six.low, six.high) == pytest.approx((one.low, one.high))
    low, high = wilson([6 * 17], [240])
    assert six.high - six.low > 2.3 * (high[0] - low[0])


def test_the_interval_of_clusters_holds_the_true_share():
    """Games differ, and so do their sizes: 95 % intervals hold 0.4 about 95 % of the times."""
    rng = np.random.default_rng(5)
    held, naive = 0, 0
    for _ in range(2000):
        size = rng.integers(1, 8, 50)
        chance = rng.beta(2, 3, 50)  # mean 0.4
        hits = rng.binomial(size, chance)
        share = clustered_share(hits, size)
        low, high = wilson([hits.sum()], [size.sum()])
        held += share.low <= 0.4 <= share.high
        naive += low[0] <= 0.4 <= high[0]
    assert 0.935 < held / 2000 < 0.97
    assert naive / 2000 < 0.90


def test_clusters_at_the_ends():
    assert np.isnan(clustered_share([], []).share)
    never = clustered_share([0, 0, 0], [2, 2, 2])
    assert (never.share, never.low, never.games, never.seats) == (0.0, 0.0, 3, 6)
    assert never.high > wilson([0], [3])[1][0]  # three games, however many seats
    fixed = clustered_share([7, 7, 7], [10, 10, 10])
    assert (fixed.error, fixed.low, fixed.high) == (0.0, 0.7, 0.7)
    single = clustered_share([1], [2])
    assert np.isnan(single.error)
    assert single.high - single.low > 0.9 * (wilson([1], [1])[1][0] - wilson([1], [1])[0][0])


def test_wins_by_role_have_the_intervals_of_games():
    frame = made(300, 3)
    table = wins(frame)
    games = frame.drop_duplicates("game")
    red = (games["result"] == "red").to_numpy()
    alone = clustered_share(red, np.ones(300))
    for role in ("civilian", "sheriff"):
        assert table.loc[role, "error"] == pytest.approx(alone.error)
        assert table.loc[role, "low"] == pytest.approx(alone.low)
    both = wins(frame, ["judge", "role"])
    assert both.loc[("odd", "civilian"), "games"] == 150 * 6
    for (judge, role), row in both.iterrows():
        own = frame[(frame["judge"] == judge) & (frame["role"] == role)]
        per_game = own.groupby("game")["won"].agg(["sum", "size"])
        share = clustered_share(per_game["sum"], per_game["size"])
        for name in ("share", "low", "high", "error"):
            assert row[name] == pytest.approx(getattr(share, name)), (judge, role)


def test_many_shares_at_once_are_those_one_by_one():
    rng = np.random.default_rng(8)
    groups = [(rng.integers(0, 3, n), np.full(n, 2)) for n in (1, 2, 9, 60)]
    groups += [(np.zeros(5, int), np.full(5, 3)), (np.full(4, 7), np.full(4, 10))]
    for hits, seats in groups:
        share = clustered_share(hits, seats)
        p = hits.sum() / seats.sum()
        assert share.share == p
        if len(hits) > 1:
            spread = ((hits - p * seats) ** 2).sum() * len(hits) / (len(hits) - 1)
            assert share.error == pytest.approx(spread**0.5 / seats.sum(), abs=1e-9)
        assert share.low - 1e-12 <= p <= share.high + 1e-12
