"""The games that the simulator makes up: the known figures, and nothing that is not put in."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2, kstest

from benchmarks.simulation import play_plainly
from tournament.simulate import (
    OBSERVED_KILLED,
    GameModel,
    Luck,
    SimulationError,
    best_moves,
    play,
    season,
    true_strength,
)
from tournament.simulation.games import ROLES
from tournament.simulation.model import intercept

MANY = 400_000


@pytest.fixture(scope="module")
def many():
    """Games of players who never meet again, judges and tables as they come."""
    model, rng = GameModel(), np.random.default_rng(2016)
    skills = model.skills(rng, (MANY, 10))
    effect = rng.normal(0, model.judge_spread, MANY)
    return play(model, Luck.draw(rng, MANY), skills, effect)


def near(share, known, n, *, width=4.0, known_n=np.inf):
    """Whether a share of n lies within four standard errors of the known one."""
    error = np.sqrt(known * (1 - known) * (1 / n + 1 / known_n))
    return abs(share - known) < width * error


def test_red_wins_44_percent_of_all_games(many):
    # 2,224 of 5,054
    assert near(many.red_won.mean(), 0.440, MANY, known_n=5054, width=2)
    assert GameModel().red_wins == pytest.approx(0.440, abs=0.0005)


def test_the_first_night_is_the_known_one(many):
    role, won = many.killed_role, many.red_won
    killed = role >= 0
    assert near(killed.mean(), 4455 / 5054, MANY)
    for name, share in (("civilian", 0.843), ("sheriff", 0.151)):
        assert near((role[killed] == ROLES.index(name)).mean(), share, killed.sum())
    assert near((role[killed] > 1).mean(), 0.006, killed.sum())
    for code, share in ((-1, 0.564), (ROLES.index("sheriff"), 0.231)):
        assert near(won[role == code].mean(), share, (role == code).sum())
    civilian = role == ROLES.index("civilian")
    # 45.8 % of 3,756 is what the club has
    assert near(won[civilian].mean(), 0.458, civilian.sum(), known_n=3756, width=2)


def test_best_moves_hit_as_known_and_go_with_winning(many):
    known = {"civilian": (0.197, 0.519, 0.264, 0.020), "sheriff": (0.114, 0.481, 0.362, 0.043)}
    for name, shares in known.items():
        hits = many.hits[many.killed_role == ROLES.index(name)]
        for h, share in enumerate(shares):
            assert near((hits == h).mean(), share, len(hits))
    civilian = many.killed_role == ROLES.index("civilian")
    for h, share in enumerate((0.438, 0.443, 0.494, 0.589)):
        mine = civilian & (many.hits == h)
        assert near(many.red_won[mine].mean(), share, mine.sum())
    # by the table of White Nights: 0.25 for two hits, 0.5 for three, about 0.076 a civilian death
    hits = many.hits[civilian]
    assert np.mean(0.25 * (hits == 2) + 0.5 * (hits == 3)) == pytest.approx(0.076, abs=0.002)


def test_awards_are_those_of_the_club_and_never_break_the_rules(many):
    awarded = (many.extras > 0).sum(axis=1)
    assert awarded.max() == 2
    assert ((many.extras == 2).sum(axis=1) <= 1).all()
    assert ((many.extras == 1).sum(axis=1) <= 1).all()
    assert not ((many.extras == 2) & ~many.won).any()
    # 436 awards in 270 games
    assert abs(awarded.mean() - 436 / 270) < 0.01
    losers = ((many.extras > 0) & ~many.won).sum()
    assert near(losers / MANY, 13 / 270, MANY)


def test_every_game_has_seven_reds_who_name_three_others(many):
    assert ((many.roles[:, :, None] == np.arange(4)).sum(axis=1) == (6, 1, 2, 1)).all()
    moves = best_moves(many, np.random.default_rng(1))
    named = (many.killed_role == 0) | (many.killed_role == 1)
    assert ((moves >= 0).all(axis=1) == named).all()
    assert ((moves < 0).all(axis=1) == ~named).all()
    mine = moves[named]
    assert all(len(set(row)) == 3 for row in mine[:1000].tolist())
    assert not (mine == many.first_killed[named][:, None]).any()
    black = ~np.take_along_axis(many.red[named], mine.astype(np.int64), axis=1)
    assert (black.sum(axis=1) == many.hits[named]).all()


@pytest.mark.parametrize(
    "model",
    [
        GameModel(),
        GameModel(killed_by_seat=OBSERVED_KILLED, seat_skill=tuple(np.linspace(-1, 1, 10))),
        GameModel(victim_black=0.4, loser_extra=0.1, second_extra=0.5, extra_by_skill=2.0),
        GameModel(victim_black=0.0, kill=1.0, strength=0.0),
    ],
)
def test_a_plain_loop_plays_the_same_games_from_the_same_dice(model):
    count, rng = 2000, np.random.default_rng(5)
    luck, skills = Luck.draw(rng, count), model.skills(rng, (count, 10))
    effect = rng.normal(0, 0.3, count)
    games = play(model, luck, skills, effect)
    for n in range(count):
        plain = play_plainly(model, luck, skills, effect, n)
        assert [ROLES[code] for code in games.roles[n]] == plain.roles
        assert (games.red_won[n], games.first_killed[n]) == (plain.red_won, plain.first_killed)
        assert (games.hits[n], games.extras[n].tolist()) == (plain.hits, plain.extras)


@pytest.mark.slow
def test_regular_players_differ_as_the_clubs_do():
    # Players with at least 200 games, 66 of them: red 0.435 ± 0.042, black 0.554 ± 0.065,
    # correlation 0.51. With some 400 games a player; the error of a deviation of 66 is 9 %, that
    # of a correlation of 0.5 is 0.09. A mean over several clubs must lie within two such errors.
    reds, blacks, together = [], [], []
    for seed in range(6):
        made = season(seed=seed, games=66 * 40, players=66, tables=3, regulars=0.0)
        frame = made.frame()
        rates = frame.groupby(["player", "red"], observed=True)["won"].mean().unstack()
        assert frame.groupby("player", observed=True).size().min() > 200
        reds.append(rates[True])
        blacks.append(rates[False])
        together.append(np.corrcoef(rates[True], rates[False])[0, 1])
    red, black = np.array(reds), np.array(blacks)
    assert red.mean() == pytest.approx(0.435, abs=0.015)
    assert black.mean() == pytest.approx(0.554, abs=0.02)
    assert red.std(axis=1, ddof=1).mean() == pytest.approx(0.042, rel=0.18)
    assert black.std(axis=1, ddof=1).mean() == pytest.approx(0.065, rel=0.18)
    assert np.mean(together) == pytest.approx(0.51, abs=0.18)


def seat_p(games, *, what):
    """Return p of the hypothesis that no seat differs.

    In a game with m winners each seat wins with m/10, and any two seats have the covariance
    -m/10 (1 - m/10) / 9, since m is fixed: the sum of squared differences of the ten counts from
    their mean, over the variance times 10/9, is χ² on 9 degrees. The same goes for one killed.
    """
    if what == "won":
        counts, m = games.won.sum(axis=0), games.won.sum(axis=1)
    else:
        killed = games.first_killed[games.first_killed >= 0]
        counts, m = np.bincount(killed, minlength=10), np.ones(len(killed))
    variance = (m / 10 * (1 - m / 10)).sum() * 10 / 9
    return chi2.sf(((counts - counts.mean()) ** 2).sum() / variance, 9)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["won", "killed"])
def test_without_a_seat_effect_p_values_are_uniform(what):
    values = [
        seat_p(season(seed=seed, games=600, seasons=1).games, what=what) for seed in range(400)
    ]
    assert kstest(values, "uniform").pvalue > 0.01


@pytest.mark.parametrize(
    ("what", "model"),
    [
        ("killed", GameModel(killed_by_seat=OBSERVED_KILLED)),
        ("won", GameModel(seat_skill=(2.0, *[0.0] * 9))),
    ],
)
def test_with_a_seat_effect_they_are_not(what, model):
    values = [
        seat_p(season(model, seed=seed, games=4000, seasons=1).games, what=what)
        for seed in range(30)
    ]
    assert kstest(values, "uniform").pvalue < 1e-4


def test_the_seat_effect_is_the_one_put_in():
    made = season(GameModel(killed_by_seat=OBSERVED_KILLED), seed=1, games=300_000)
    kills = np.bincount(made.games.first_killed[made.games.first_killed >= 0], minlength=10)
    found = kills / made.games.red[made.games.first_killed >= 0].sum(axis=0)
    assert found == pytest.approx(np.array(OBSERVED_KILLED), abs=0.004)


@given(target=st.floats(0.02, 0.98), spread=st.floats(0.0, 2.0))
@settings(deadline=None, max_examples=50)
def test_an_intercept_gives_its_share_over_all_games(target, spread):
    from scipy.integrate import quad
    from scipy.stats import norm

    a = intercept(target, spread)
    if spread < 0.01:
        assert 1 / (1 + np.exp(-a)) == pytest.approx(target, abs=1e-4)
        return
    share, _ = quad(
        lambda x: norm.pdf(x, scale=spread) / (1 + np.exp(-(a + x))), -9 * spread, 9 * spread
    )
    assert share == pytest.approx(target, abs=1e-4)


def test_luck_alone_decides_without_strength():
    model = GameModel(strength=0.0, red_spread=5.0, black_spread=5.0, judge_spread=0.0)
    made = season(model, seed=3, games=30_000, players=40, regulars=0.0)
    rates = made.frame().groupby("player", observed=True)["won"].mean()
    assert abs(np.corrcoef(rates[made.player_names], made.strength)[0, 1]) < 0.5


def test_the_mean_of_the_skills_is_what_wins():
    # red 7 games of 10 as a seventh of the side, black 3 of 10 as a third: 0.1 each. Of a small
    # field one's own absence on the other side would tell; of 200 it is 4 %
    model = GameModel(correlation=0.0, judge_spread=0.0)
    made = season(model, seed=3, games=300_000, players=200, regulars=0.0)
    rates = made.frame().groupby("player", observed=True)["won"].mean()[made.player_names]
    design = np.column_stack([np.ones(200), *made.skills])
    found = np.linalg.lstsq(design, rates.to_numpy(), rcond=None)[0]
    assert found[1] == pytest.approx(found[2], rel=0.15)
    assert np.corrcoef(rates, true_strength(made.skills))[0, 1] > 0.95


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"kill": 1.2}, "kill is a share"),
        ({"civilian_hits": (0.5, 0.5, 0.5, 0.0)}, "civilian_hits has four shares that sum to 1"),
        ({"red_no_kill": 1.0}, "red_no_kill lies between 0 and 1"),
        ({"correlation": -2.0}, "correlation lies between -1 and 1"),
        ({"seat_skill": (1.0,)}, "seat_skill has ten numbers"),
        ({"killed_by_seat": (0.0,) * 10}, "killed_by_seat has positive numbers"),
        ({"red_spread": float("nan")}, "every number is finite"),
        ({"victim_sheriff": 0.9, "victim_black": 0.9}, "sum to 1 at most"),
        ({"red_civilian": (0.4, 0.4)}, "red_civilian has four shares"),
    ],
)
def test_a_model_that_cannot_be_is_refused(change, said):
    with pytest.raises(SimulationError, match=said):
        replace(GameModel(), **change)
