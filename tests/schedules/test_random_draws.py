from fractions import Fraction
from math import comb

import numpy as np
import pytest

from schedules import Problem, Schedule
from schedules.measures import measure, meetings, pair_values
from schedules.random_draws import RandomDraws, chances_to_meet, expected_spread, random_draws

TKEMALI = Problem(30, 3, 9, 10)
WAITING = Problem(12, 1, 12, 10, games_per_player=10)


def test_a_pair_meets_as_often_as_the_lot_has_it():
    # by hand: 9 rounds, 9 of the 29 others at the table: 81/29 = 2.793 meetings of a pair
    assert sum(chances_to_meet(TKEMALI)) == Fraction(81, 29)
    drawn = random_draws(TKEMALI, draws=400, seed=3)
    # every draw has 27 games of 45 pairs: the mean over the pairs is exact in each
    assert (drawn.met.sum(axis=1) == 27 * 45).all()
    # a given pair: 400 draws of 9 trials of 9/29, so s.e. = sqrt(9 * 9/29 * 20/29 / 400) = 0.069
    error = np.sqrt(9 * 9 / 29 * 20 / 29 / 400)
    assert np.abs(drawn.met.mean(axis=0) - 81 / 29).max() < 4.5 * error  # of 435 pairs


def test_the_mean_spread_is_the_exact_one():
    # by hand: 435 pairs; E λ² = 9 (9/29)(20/29) + (81/29)² = (1620 + 6561) / 841
    assert expected_spread(TKEMALI) == Fraction(435 * 8181, 841)
    drawn = random_draws(TKEMALI, draws=2000).spread
    assert abs(drawn.mean() - 435 * 8181 / 841) < 4 * drawn.std() / np.sqrt(2000)


def test_how_often_a_pair_meets_is_binomial():
    drawn = random_draws(TKEMALI, draws=500, seed=2)
    for met, pairs in drawn.mean_histogram.items():
        wanted = 435 * comb(9, met) * (9 / 29) ** met * (20 / 29) ** (9 - met)
        assert abs(pairs - wanted) < 4 * np.sqrt(wanted / 500) + 0.01
    assert sum(drawn.mean_histogram.values()) == pytest.approx(435)


def test_some_sit_out():
    # by hand: 10 of 12 have a chair, then 9 of 11 are beside him: 10/12 * 9/11 = 15/22 a round
    assert chances_to_meet(WAITING) == [Fraction(15, 22)] * 12
    drawn = random_draws(WAITING, draws=300)
    assert (drawn.met.sum(axis=1) == 12 * 45).all()
    assert abs(drawn.met.mean() - 12 * 15 / 22) < 1e-9


def test_a_table_that_stands_idle_in_the_last_round():
    # 25 players of 10 games are 25 games: 12 rounds of two tables and one of a single table
    problem = Problem(25, 2, 13, 10, games_per_player=10)
    assert chances_to_meet(problem)[-2:] == [Fraction(20 * 9, 600), Fraction(10 * 9, 600)]
    drawn = random_draws(problem, draws=50)
    assert (drawn.met.sum(axis=1) == 25 * 45).all()
    assert abs(drawn.spread.mean() - float(expected_spread(problem))) < 5 * drawn.spread.std() / 7


def test_two_players_and_every_draw_is_known():
    # four players at two tables of two, one round: two pairs meet, always
    drawn = random_draws(Problem(4, 2, 1, 2), draws=600, seed=5)
    assert set(drawn.spread) == {2}
    assert set(drawn.never_met) == {4}
    # each pair with 1/3: 200 of 600, s.d. 11.5
    assert np.abs(drawn.met.sum(axis=0) - 200).max() < 46


def test_the_measures_are_those_of_a_schedule():
    rng = np.random.default_rng(4)
    seating = np.array([rng.permutation(30).reshape(3, 10) for _ in range(9)])
    schedule = Schedule(TKEMALI, seating)
    found = measure(schedule)
    one = RandomDraws(TKEMALI, pair_values(meetings(schedule))[None])
    assert one.spread[0] == found.spread
    assert one.never_met[0] == found.never_met
    assert one.outside_band[0] == found.outside_band
    assert (one.fewest[0], one.most[0]) == (found.fewest, found.most)
    assert one.mean_histogram == found.histogram


def test_seed_and_blocks(monkeypatch):
    small = Problem(6, 2, 3, 3)
    first = random_draws(small, draws=70, seed=1).met
    assert np.array_equal(first, random_draws(small, draws=70, seed=1).met)
    assert not np.array_equal(first, random_draws(small, draws=70, seed=2).met)
    monkeypatch.setattr("schedules.random_draws.CELLS", 100)
    assert np.array_equal(first, random_draws(small, draws=70, seed=1).met)


def test_short_tables_are_as_equal_as_can_be():
    """28 at three tables are 10, 9 and 9 each round: 45 + 36 + 36 of the 378 pairs meet."""
    problem = Problem(28, 3, 6, 10, games_per_player=6, fewest_seats=9)
    assert chances_to_meet(problem) == [Fraction(117, 378)] * 6
    drawn = random_draws(problem, draws=400)
    assert (drawn.met.sum(axis=1) == 6 * 117).all()
    assert drawn.met.max() <= 6
    error = drawn.spread.std() / 20
    assert abs(drawn.spread.mean() - float(expected_spread(problem))) < 4 * error
    # whoever he is, a player meets each other one as often: 6 x 117/378 in the mean
    each = np.sqrt(6 * 117 / 378 * 261 / 378 / 400)
    assert np.abs(drawn.met.mean(axis=0) - 6 * 117 / 378).max() < 4.5 * each


def test_a_table_that_nobody_can_fill_stands_idle():
    """15 players at two tables of ten, all of them full: one game a round and five sit out."""
    problem = Problem(15, 2, 12, 10, games_per_player=8)
    assert chances_to_meet(problem) == [Fraction(90, 15 * 14)] * 12
    assert (random_draws(problem, draws=20).met.sum(axis=1) == 12 * 45).all()


def test_the_band_of_short_tables_is_that_of_their_schedules():
    """24 players in 3 games of 8: 1176 meetings of 276 pairs, 4.3; full ones would have 5.5."""
    problem = Problem(24, 3, 14, 10, games_per_player=14, fewest_seats=8)
    rng = np.random.default_rng(6)
    seating = np.full((14, 3, 10), -1)
    seating[:, :, :8] = [rng.permutation(24).reshape(3, 8) for _ in range(14)]
    schedule = Schedule(problem, seating)
    one = RandomDraws(problem, pair_values(meetings(schedule))[None])
    assert problem.band != measure(schedule).band
    assert one.outside_band[0] == measure(schedule).outside_band
