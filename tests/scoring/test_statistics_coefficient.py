"""The coefficient of chance series: formula, simulation, brute force and the published figures."""

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from protocol_cases import case

from scoring.difficulty import coefficient
from scoring.files import read_protocols
from scoring.statistics import (
    block_coefficients,
    coefficient_noise,
    coefficient_table,
    expected_coefficient,
    seat_frame,
    simulated_coefficients,
)

PUBLISHED = [  # games, at p = .44, at p = .41 (scoring.md, section 6)
    (40, 1.16, 1.20), (31, 1.175, 1.21), (24, 1.19, 1.22), (12, 1.25, 1.27), (4, 1.39, 1.40),
]  # fmt: skip


@pytest.mark.parametrize("red", [F(11, 25), F(1, 2), F(3, 10)])
def test_against_all_series_of_five_and_six_games(red):
    for games in (1, 5, 6):
        mean = F(0)
        for series in product((True, False), repeat=games):
            won = sum(series)
            chance = red**won * (1 - red) ** (games - won)
            mean += chance * coefficient(games, min(won, games - won))
        assert expected_coefficient(games, red) == mean


def test_four_even_games_by_hand():
    """2 of 16 series are 4:0 (K 2), 8 are 3:1 (K 1.5), 6 are 2:2 (K 1): 22/16."""
    assert expected_coefficient(4, F(1, 2)) == F(22, 16)
    assert expected_coefficient(4, 0.5) == 1.375


def test_published_figures():
    """To the digits that are published; 1.245 at twelve games is given as 1.25."""
    for games, at_44, at_41 in PUBLISHED:
        for red, published in ((0.44, at_44), (0.41, at_41)):
            digits = 3 if published == 1.175 else 2
            half = 0.5 * 10**-digits + 0.0003
            assert expected_coefficient(games, red) == pytest.approx(published, abs=half)
    fair = {40: 1.125, 12: 1.226, 4: 1.375}
    for games, published in fair.items():
        assert expected_coefficient(games, 0.5) == pytest.approx(published, abs=0.0006)


def test_red_is_the_heavy_colour_in_73_of_100_tournaments():
    noise = coefficient_noise(40, 0.44)
    even = np.isclose(simulated_coefficients(40, 0.44, series=200_000, seed=3), 1).mean()
    assert 1 - noise.wrong_trend - even == pytest.approx(0.73, abs=0.006)


@pytest.mark.parametrize("red", [0.44, 0.5])
def test_formula_and_simulation_agree(red):
    table = coefficient_table(chances=(red,), series=50_000, seed=11)
    assert table.index.get_level_values("games").tolist() == [4, 12, 24, 31, 40]
    assert ((table["exact"] - table["simulated"]).abs() < 4 * table["error"]).all()
    assert (table["error"] < 0.002).all()


@settings(deadline=None)
@given(st.integers(1, 60), st.floats(0.02, 0.98))
def test_laws(games, red):
    noise = coefficient_noise(games, red)
    assert noise.mean == pytest.approx(expected_coefficient(games, red))
    assert noise.mean == pytest.approx(expected_coefficient(games, 1 - red))  # colours exchanged
    assert noise.excess >= -1e-12  # Jensen: the mean of a minimum is at most that of the means
    assert 0 <= noise.noise <= 1 + 1e-12
    assert coefficient_noise(games, 0.5).noise == pytest.approx(1.0)
    drawn = simulated_coefficients(games, red, series=50, seed=1)
    assert ((drawn >= 1) & (drawn <= 2)).all()


def test_long_series_are_less_noise():
    noise = [coefficient_noise(games, 0.44).noise for games in (4, 12, 24, 40, 400)]
    assert noise == sorted(noise, reverse=True)
    assert noise[-1] < 0.02


def test_blocks_by_hand():
    """RRRB, BBBB, RBRB, and two games over: K 3/2, 2 and 1."""
    won = [letter == "R" for letter in "RRRBBBBBRBRBRR"]
    assert block_coefficients(won, 4).tolist() == [1.5, 2.0, 1.0]
    assert block_coefficients(won, 20).size == 0


def test_blocks_of_a_club():
    """Blocks of 40 and of 10 in a row, as published: mean 1.17 and 1.27, at most 1.60 and 2.0."""
    frame = seat_frame(read_protocols(case("club_seasons_0_13.csv.gz")))
    red = frame.drop_duplicates("game")["result"] == "red"
    for size, mean, most in ((40, 1.17, 1.60), (10, 1.27, 2.0)):
        blocks = block_coefficients(red, size)
        error = blocks.std(ddof=1) / len(blocks) ** 0.5
        assert blocks.mean() == pytest.approx(mean, abs=3 * error)
        assert blocks.max() <= most
