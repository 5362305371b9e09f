"""Places from the games are those of the standings; resampled places; other readings of K."""

from dataclasses import replace
from fractions import Fraction as F

import numpy as np
import pytest
from hand_made import chain
from hypothesis import given, settings
from hypothesis import strategies as st
from protocol_cases import TEN
from scipy.stats import kstest

from scoring.errors import ScoringError
from scoring.protocol import Adjustment, Chair, Game, Protocols
from scoring.rules_file import load_rules
from scoring.standings import standings
from scoring.statistics import (
    Reading,
    bootstrap_places,
    bootstrap_times,
    compare_readings,
    game_points,
    kendall_tau,
    places,
    rank_table,
    readings_table,
    totals,
)

RULES = load_rules("white-nights-2016")
STAGES = (("prelim", 6, 4), ("semi", 3, 4), ("final", 4, 1))


def rules_of(series):
    if series == "none":
        return replace(RULES, difficulty=None)
    return replace(RULES, difficulty=replace(RULES.difficulty, series=series))


def white_nights(seed, *, red=0.44, stages=STAGES, outside=()):
    """A whole tournament of chance, the finalists by their points so far."""
    rng = np.random.default_rng(seed)
    names = [f"p{number:02}" for number in range(1, 41)]
    games = []
    for stage, rounds, tables in stages:
        ten = names
        if stage == "final":
            table = standings(Protocols(tuple(games)), RULES, seed="x")
            ten = [row.slot for row in table.rows[:10]]
        for number in range(1, rounds + 1):
            order = rng.permutation(ten)
            for at in range(tables):
                players = order[10 * at : 10 * at + 10]
                result = "red" if rng.random() < red else "black"
                games.append(_game(rng, stage, number, at + 1, players, result))
    return Protocols(tuple(games), adjustments=outside)


def _game(rng, stage, number, table, players, result):
    roles = rng.permutation(TEN)
    chairs = [
        Chair(seat, str(name), str(role))
        for seat, (name, role) in enumerate(zip(players, roles, strict=True), start=1)
    ]
    victim = int(rng.choice([chair.seat for chair in chairs if chair.red]))
    move = rng.choice([seat for seat in range(1, 11) if seat != victim], 3, replace=False)
    best = int(rng.choice([at for at in range(10) if chairs[at].red == (result == "red")]))
    chairs[best] = replace(chairs[best], extras=(F(1),))
    return Game(stage, number, table, result, tuple(chairs), victim, tuple(map(int, move)))


@pytest.mark.parametrize("series", ["none", "whole", "stage"])
@pytest.mark.parametrize("seed", range(6))
def test_places_and_points_are_those_of_the_standings(series, seed):
    outside = (Adjustment("p07", "missed_round", None, "prelim", 3),)
    protocols = white_nights(seed, outside=outside)
    book = game_points(protocols, RULES)
    table = standings(protocols, rules_of(series))
    points, units = totals(book, reading=series)
    place = dict(zip(book.slots, places(book, reading=series)[0].tolist(), strict=True))
    for row in table.rows:
        own = F(int(points[0, book.slots.index(row.slot)]), int(units[0]))
        assert own == row.total, row.slot
        assert place[row.slot] == row.place, row.slot


def test_every_rung_of_the_chain():
    protocols = chain()
    table = standings(protocols, RULES)
    book = game_points(protocols, RULES)
    assert dict(zip(book.slots, places(book)[0], strict=True)) == {
        row.slot: row.place for row in table.rows
    }
    # p8 and p9 are equal in all: they share a place, or a lot parts them
    assert sorted(places(book, lot=4)[0]) == list(range(1, 11))


@pytest.mark.parametrize("name", ["fiim-2020-difficulty", "tkemali-2016", "emotion-games-2024"])
def test_other_rules(name):
    protocols = white_nights(3, stages=(("prelim", 6, 4), ("final", 4, 1)))
    if name == "emotion-games-2024":
        protocols = replace(protocols, games=tuple(_plain(game) for game in protocols.games))
    rules = load_rules(name)
    series = rules.difficulty.series if rules.difficulty else "none"
    book = game_points(protocols, rules)
    points, units = totals(book, reading=series)
    for row in standings(protocols, replace(rules, tie_break=("points",))).rows:
        assert F(int(points[0, book.slots.index(row.slot)]), int(units[0])) == row.total


def _plain(game):
    return replace(game, chairs=tuple(replace(chair, extras=()) for chair in game.chairs))


@pytest.mark.parametrize("strength", [F(0), F(1, 2), F(2, 3), F(1), F(2)])
def test_half_a_coefficient(strength):
    """Points counted one game after another: a heavy win is worth 1 + strength (K - 1) wins."""
    protocols = white_nights(6, red=0.35)
    plain = standings(protocols, rules_of("none"))
    won = [game.result for game in protocols.games]
    heavy = min(("red", "black"), key=won.count)
    bonus = strength * (1 - F(2 * won.count(heavy), len(won)))  # K - 1 = 1 - 2n/N
    weight = {"prelim": 1, "semi": F(3, 2), "final": 2}
    more = dict.fromkeys((row.slot for row in plain.rows), F(0))
    for game in protocols.games:
        for chair in game.chairs:
            if game.result == heavy and game.won(chair):
                more[chair.player] += 2 * bonus * weight[game.stage]
    book = game_points(protocols, RULES)
    points, units = totals(book, reading=Reading("whole", strength))
    for slot, value in zip(book.slots, points[0], strict=True):
        assert F(int(value), int(units[0])) == plain.row(slot).total + more[slot]


def test_rules_that_divide_are_refused():
    with pytest.raises(ScoringError, match="divides points"):
        game_points(white_nights(1), load_rules("maf-world-cup-8"))


def test_the_standings_before_the_final():
    protocols = white_nights(5)
    early = replace(
        protocols, games=tuple(game for game in protocols.games if game.stage != "final")
    )
    book = game_points(protocols, RULES).only(("prelim", "semi"))
    for series in ("none", "whole", "stage"):
        table = standings(early, rules_of(series))
        for slot, place in zip(book.slots, places(book, reading=series)[0], strict=True):
            assert table.row(slot).place == place
    with pytest.raises(ScoringError, match="'prelim', 'semi', 'final'"):
        book.only(("semifinal",))


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from(["none", "whole", "stage"]))
def test_a_resampled_tournament_is_that_tournament_written_out(seed, series):
    """Games that count twice are the same as a tournament in which they were played twice."""
    protocols = white_nights(seed % 7, stages=(("prelim", 3, 4), ("semi", 2, 4)))
    book = game_points(protocols, RULES)
    times = np.random.default_rng(seed).integers(0, 3, (1, len(protocols.games)))
    again = tuple(
        game
        for game, count in zip(protocols.games, times[0], strict=True)
        for _ in range(int(count))
    )
    if not again:
        return
    other = game_points(replace(protocols, games=again), RULES)
    points, units = totals(book, reading=series, times=times)
    whole, unit = totals(other, reading=series)
    for slot, value in zip(other.slots, whole[0], strict=True):
        ours = F(int(points[0, book.slots.index(slot)]), int(units[0]))
        assert ours == F(int(value), int(unit[0]))


def test_resampled_rounds_keep_everybodys_games():
    book = game_points(white_nights(2), RULES)
    times = bootstrap_times(book, resamples=200, seed=1)
    played = times @ (book.heavy + book.fixed + 1 > 0).astype(int)
    assert (times.sum(1) == 40).all()
    assert played.shape == (200, 40)
    by_round = [times[:, book.round == number] for number in np.unique(book.round)]
    assert all((its == its[:, :1]).all() for its in by_round)
    assert times.mean() == pytest.approx(1, abs=0.01)
    single = bootstrap_times(book, resamples=200, seed=1, unit="game")
    assert (single[:, book.stage == 0].sum(1) == 24).all()
    assert (single != times).any()


def test_who_wins_everything_is_first_in_every_resample():
    """p01 wins all his games, each with an award; the rest are alike."""
    protocols = white_nights(4, stages=[("prelim", 9, 4)])
    games = tuple(map(_won_by_p01, protocols.games))
    book = game_points(replace(protocols, games=games), RULES)
    drawn = bootstrap_places(book, resamples=500, seed=2)
    table = rank_table(book, drawn, top=10)
    assert table.index[0] == "p01"
    assert table.loc["p01", ["mean", "low", "high", "first"]].tolist() == [1, 1, 1, 1]
    assert table["first"].sum() == pytest.approx(1)
    assert table["top"].sum() == pytest.approx(10)
    assert (drawn.sum(1) == 820).all()


def _won_by_p01(game):
    own = next((chair for chair in game.chairs if chair.player == "p01"), None)
    if own is None:
        return game
    chairs = (replace(chair, extras=(F(1),) if chair is own else ()) for chair in game.chairs)
    return replace(game, result="red" if own.red else "black", chairs=tuple(chairs))


def test_among_equals_every_place_is_as_likely():
    """Tournaments of chance: where p01 stands is uniform, in truth and in resamples."""
    own, again = [], []
    for seed in range(120):
        book = game_points(white_nights(seed, stages=(("prelim", 4, 4),)), RULES)
        column = book.slots.index("p01")
        own.append((places(book, lot=seed)[0, column] - 0.5) / 40)
        again.append((bootstrap_places(book, resamples=1, seed=seed)[0, column] - 0.5) / 40)
    assert kstest(own, "uniform").pvalue > 0.01
    assert kstest(again, "uniform").pvalue > 0.01


def test_a_rank_table_by_hand():
    """Ten resampled places of p01: 1 six times, 2 three times, 12 once."""
    book = game_points(white_nights(1, stages=[("prelim", 2, 4)]), RULES)
    drawn = np.tile(np.arange(1, 41), (10, 1))
    drawn[:, book.slots.index("p01")] = [1, 1, 1, 2, 2, 1, 12, 1, 2, 1]
    row = rank_table(book, drawn, confidence=0.6).loc["p01"]
    assert row[["mean", "low", "high", "first", "top"]].tolist() == [2.4, 1, 2, 0.6, 0.9]


def test_tau():
    """By hand: of the six pairs of 1234 and 1243 five agree and one does not."""
    assert kendall_tau([1, 2, 3, 4], [1, 2, 4, 3]) == pytest.approx((5 - 1) / 6)
    assert kendall_tau([1, 2, 3], [3, 2, 1]) == -1


def test_readings_that_cannot_differ_do_not():
    """Red and black win by turns: K is 1 in every stage and over all, so nothing changes."""
    books = []
    for seed in range(4):
        protocols = white_nights(seed)
        games = tuple(
            replace(game, result=("red", "black")[number % 2])
            for number, game in enumerate(protocols.games)
        )
        books.append(game_points(replace(protocols, games=games), RULES))
    compared = compare_readings(books, before=("prelim", "semi"))
    assert len(compared) == 8
    assert compared["reading"].tolist() == ["whole", "stage"] * 4
    assert compared["tau"].tolist() == [1.0] * 8
    assert not compared["moved"].any()
    assert not compared["champion"].any()


def test_readings_against_the_standings():
    """Each comparison counted again from the exact standings of both rules."""
    before = ("prelim", "semi")
    events = [white_nights(seed, red=0.3) for seed in range(8)]
    compared = compare_readings([game_points(event, RULES) for event in events], before=before)
    seen = 0
    for number, event in enumerate(events):
        early = replace(event, games=tuple(g for g in event.games if g.stage in before))
        for series in ("whole", "stage"):
            row = compared[(compared["event"] == number) & (compared["reading"] == series)].iloc[0]
            tables = [standings(event, rules_of(one)).rows for one in ("none", series)]
            if len({one.place for table in tables for one in table}) == 40:
                champions = {table[0].slot for table in tables}
                assert row["champion"] == (len(champions) == 2)
                seen += 1
            cuts = [standings(early, rules_of(one)).rows for one in ("none", series)]
            if all(table[9].last == 10 for table in cuts):
                one, other = ({row.slot for row in table[:10]} for table in cuts)
                assert row["moved"] == len(other - one)
                seen += 1
    assert seen > 10
    table = readings_table(compared)
    assert (
        table.loc[("whole", "cut"), "value"]
        == (compared.loc[compared["reading"] == "whole", "moved"] > 0).mean()
    )
    assert (table["low"] <= table["value"]).all()
    assert (table["value"] <= table["high"]).all()
    assert (table["events"] == 8).all()


def test_gain_is_how_much_nearer_to_the_truth():
    """Counted again by tau of places with the truth; without a truth it is not known."""
    event = white_nights(2, red=0.3)
    book = game_points(event, RULES)
    rng = np.random.default_rng(3)
    truth = dict(zip(book.slots, rng.random(40).tolist(), strict=True))
    compared = compare_readings([book], before=("prelim", "semi"), truths=[truth], seed=9)
    away = [-truth[slot] for slot in book.slots]
    tau = {
        one: kendall_tau(away, places(book, reading=one, lot=9)[0])
        for one in ("none", "whole", "stage")
    }
    assert tau["whole"] != tau["none"]
    assert compared["gain"].tolist() == [tau["whole"] - tau["none"], tau["stage"] - tau["none"]]
    without = readings_table(compare_readings([book] * 2, before=("prelim",)))
    assert set(without.index.unique(1)) == {"tau", "moved", "cut", "champion"}
