"""Whole simulated tournaments: counted as the exact scoring does, seated as the format has it."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from scoring.protocol import Chair, Game, Protocols
from scoring.rules_file import load_rules
from scoring.standings import cut, standings
from tournament.formats_file import load_format
from tournament.simulate import (
    MEASURES,
    Ending,
    GameModel,
    SimulationError,
    measure,
    places,
    plan,
    play_events,
)
from tournament.simulation.draws import sequence
from tournament.simulation.events import Played
from tournament.simulation.games import ROLES
from tournament.simulation.ledger import Ledger, Scheme

MODEL = GameModel()


def protocols(played, event, form):
    """Write one event down as protocols, seat by seat; the best move by the number of its hits."""
    games = []
    for moment, (seating, made) in zip(form.moments, played.rounds, strict=True):
        tables = seating.shape[1]
        for table in range(tables):
            at = event * tables + table
            chairs = tuple(
                Chair(
                    seat + 1,
                    f"{seating[event, table, seat]:03d}",
                    ROLES[made.roles[at, seat]],
                    extras=(Fraction(int(made.extras[at, seat]), 2),)
                    if made.extras[at, seat]
                    else (),
                )
                for seat in range(10)
            )
            killed = int(made.first_killed[at]) + 1 or None
            result = "red" if made.red_won[at] else "black"
            hits = int(made.hits[at]) if killed else None
            games.append(Game(*moment, table + 1, result, chairs, killed, (), hits_told=hits))
    return Protocols(tuple(games))


def exact(rules, weight=None, series=None):
    """Return rules with another weight of the final and another series of K."""
    if weight is not None:
        stages = {
            name: replace(stage, weight=weight) if stage.final else stage
            for name, stage in rules.stages.items()
        }
        rules = replace(rules, stages=stages)
    if series is not None:
        rules = replace(rules, difficulty=replace(rules.difficulty, series=series))
    return rules


@pytest.mark.parametrize(
    ("name", "mode", "weight", "series"),
    [
        ("tkemali-2016", None, None, None),
        ("tkemali-2016", None, Fraction(3, 2), "stage"),
        ("white-nights-2016", "strict", None, None),
        ("white-nights-2016", "random:free", Fraction(1), "stage"),
    ],
)
def test_points_and_places_are_those_of_the_exact_scoring(name, mode, weight, series):
    form, rules = load_format(name), exact(load_rules(name), weight, series)
    made = plan(name, mode=mode)
    made = replace(made, scheme=Scheme.of(rules))
    played = play_events(made, MODEL, seed=11, events=range(15))
    ending = Ending(None if weight is None else float(weight))
    weights = [*made.weights[:-1], float(rules.stage("final").weight)]
    points = played.ledger.points(weights, range(len(weights)))
    order = places(made, played, ending)
    compared = 0
    for event in range(15):
        found = protocols(played, event, form)
        table = standings(found, rules)
        for row in table.rows:
            assert points[event, int(row.slot)] == pytest.approx(float(row.total), abs=1e-9)
        before = standings(found, rules, until=form.moments[-5])
        chosen = {int(row.slot) for row in cut(before, 10).chosen}
        assert chosen <= set(played.leaders[event, :10].tolist())
        for place, player in enumerate(order[event], 1):
            row = next(row for row in table.rows if int(row.slot) == player)
            assert row.place <= place <= row.last
            compared += row.place == row.last
    assert compared > 15 * 25


def test_after_a_reset_the_final_alone_decides_with_its_own_k():
    form, rules = load_format("tkemali-2016"), load_rules("tkemali-2016")
    made = plan("tkemali-2016")
    played = play_events(made, MODEL, seed=3, events=range(15))
    order = places(made, played, Ending(reset=True))
    for event in range(15):
        found = protocols(played, event, form)
        alone = Protocols(tuple(game for game in found.games if game.stage == "final"))
        table = standings(alone, replace(rules, tie_break=("points",)))
        for place, player in enumerate(order[event, :10], 1):
            row = next(row for row in table.rows if int(row.slot) == player)
            assert row.place <= place <= row.last


def test_k_by_hand():
    # five games, red wins two: red is heavy, K = 2 - 2 * 2/5 = 1.2
    scheme = Scheme.of(load_rules("white-nights-2016"))
    ledger = Ledger(scheme, 1, 10, 2)
    ledger.won[0, 0], ledger.won[0, 1] = (2, 1), (0, 2)
    assert ledger.factors([0, 1])[0].tolist() == [[1.2, 1.0], [1.2, 1.0]]
    # the first three games alone: black is heavy, K = 2 - 2/3
    assert ledger.factors([0])[0] == pytest.approx(np.array([[1.0, 4 / 3]]))
    even = Ledger(scheme, 1, 10, 1)
    even.won[0, 0] = (4, 4)
    assert even.factors([0])[0].tolist() == [[1.0, 1.0]]
    # no game at all: no K either
    assert Ledger(scheme, 1, 10, 1).factors([0])[0].tolist() == [[1.0, 1.0]]


@pytest.mark.parametrize(
    ("name", "mode"),
    [("tkemali-2016", None), ("white-nights-2016", "strict"), ("white-nights-2016", "random:free"),
     ("white-nights-2016", "random"), ("white-nights-2016", "blocks:2")],
)  # fmt: skip
def test_everybody_sits_once_and_the_final_has_the_first_ten(name, mode):
    made = plan(name, mode=mode)
    count = 2 if made.by_engine else 20
    played = play_events(made, MODEL, seed=1, events=range(count))
    for round_, (seating, _) in zip(made.rounds, played.rounds, strict=True):
        whole = np.sort(seating.reshape(count, -1), axis=1)
        if round_.stage == made.final:
            assert (whole == np.sort(played.leaders[:, :10], axis=1)).all()
        else:
            assert (whole == np.arange(made.players)).all()
    # each has nine games of nine neighbours before the final
    assert (played.meetings.sum(axis=2) == 9 * 10).all()


def test_strict_rounds_seat_by_points_and_blocks_keep_within_them():
    strict = plan("white-nights-2016", mode="strict")
    blocks = plan("white-nights-2016", mode="blocks:2")
    for made, size in ((strict, 10), (blocks, 20)):
        played = play_events(made, MODEL, seed=2, events=range(3))
        ledger = Ledger(made.scheme, 3, 40, 3)
        for round_, (seating, games) in zip(made.rounds, played.rounds, strict=True):
            if round_.mode in ("strict", "blocks:2"):
                points = ledger.points(made.weights[: round_.stage + 1], range(round_.stage + 1))
                rows = np.take_along_axis(points, seating.reshape(3, -1), axis=1)
                groups = rows.reshape(3, -1, size)
                assert (groups.min(axis=2)[:, :-1] >= groups.max(axis=2)[:, 1:] - 1e-9).all()
            ledger.add(games, seating, round_.stage)


def test_the_engine_seats_more_evenly_than_strict_and_repeats_come_as_measured():
    # docs/swiss.md: of 780 pairs 71.5 ± 1.2 meet five times in strict rounds after free ones, of
    # 27.1 ± 0.4 in free ones; ours has ready schedules for the random rounds of strict
    strict = plan("white-nights-2016", mode="strict")
    free = plan("white-nights-2016", mode="random:free")
    blocks = plan("white-nights-2016")
    column = MEASURES.index("met_often")
    found = {}
    for name, made, count in (("strict", strict, 200), ("free", free, 200), ("blocks", blocks, 4)):
        played = play_events(made, MODEL, seed=1, events=range(count))
        found[name] = measure(made, played, Ending())[:, column].mean()
    assert 60 < found["strict"] < 80
    assert 22 < found["free"] < 30
    assert found["blocks"] < found["free"]


def test_random_rounds_are_drawn_one_after_another_and_leave_pairs_unmet():
    made = plan("white-nights-2016", mode="random", players=30)
    assert [round_.kind for round_ in made.rounds[:9]] == ["drawn"] * 9
    counted = measure(made, play_events(made, MODEL, seed=1, events=range(2)), Ending())
    # 9 rounds of 9 neighbours among 29 others: the first rounds do not know of the last
    assert (counted[:, MEASURES.index("never_met")] > 0).all()
    assert (sequence(30, 3, 0) == sequence(30, 9, 0)[:3]).all()


@pytest.mark.parametrize(
    ("name", "mode"), [("tkemali-2016", None), ("white-nights-2016", "matrix")]
)
def test_the_matrix_leaves_nobody_unmet(name, mode):
    made = plan(name, mode=mode)
    counted = measure(made, play_events(made, MODEL, seed=1, events=range(30)), Ending())
    assert (counted[:, MEASURES.index("never_met")] == 0).all()
    assert (counted[:, MEASURES.index("met_often")] == 0).all()


def hand_made(skills, leaders, wins_before, wins_final):
    """Return one event of 20 players: what each won before the final and in it, and who led."""
    scheme = replace(Scheme.of(load_rules("tkemali-2016")), series="none")
    ledger = Ledger(scheme, 1, 20, 2)
    ledger.wins[0, :, 0, 0] = wins_before
    ledger.wins[0, :, 1, 0] = wins_final
    meetings = np.ones((1, 20, 20), dtype=np.int16)
    meetings[0, 0, 1] = meetings[0, 1, 0] = 5
    meetings[0, 2, 3] = meetings[0, 3, 2] = 0
    lots = np.linspace(0.01, 0.99, 20)[None]
    return Played(np.array([[skills], [skills]]), lots, ledger, leaders, meetings, ()), scheme


def test_measures_by_hand():
    # Player 0 is the best, 1 the next, ... Before the final player 1 leads with 9 wins, then 0 with
    # 8, 2 to 8 with 7, and 19 with 6; the others have none. In the final 0 wins 2, 1 none, 19 four.
    skills = np.arange(20, 0, -1.0)
    before = np.array([8, 9, 7, 7, 7, 7, 7, 7, 7, *[0] * 10, 6])
    final = np.array([2, *[0] * 18, 4])
    leaders = np.array([[1, 0, 2, 3, 4, 5, 6, 7, 8, 19, *range(9, 19)]])
    played, scheme = hand_made(skills, leaders, before, final)
    made = replace(plan("tkemali-2016", players=20), scheme=scheme)
    values = {
        w: dict(zip(MEASURES, measure(made, played, Ending(w))[0], strict=True))
        for w in (1, 1.2, 4)
    }
    # weight 1: 0 has 2 * 10 = 20 points, 19 has 2 * 10 = 20, tied: by wins 10 and 10, by lot 0
    # weight 1.2: 0 has 16 + 4.8 = 20.8, 19 has 12 + 9.6 = 21.6; weight 4: 19 too
    assert [values[w]["best_wins"] for w in (1, 1.2, 4)] == [1, 0, 0]
    assert [values[w]["champion_rank"] for w in (1, 1.2, 4)] == [1, 20, 20]
    assert [values[w]["final_winner"] for w in (1, 1.2, 4)] == [0, 1, 1]
    assert [values[w]["final_decides"] for w in (1, 1.2, 4)] == [1, 1, 1]
    assert values[1]["best_in_final"] == 1
    assert values[1]["ten_in_final"] == 0.9
    assert values[1]["met_often"] == 1
    assert values[1]["met_most"] == 5
    assert values[1]["never_met"] == 1
    # weight 1: places 0 19 1 2 ... 18. 19 stands before 18 weaker... all who are better than he and
    # behind him: 1 to 18. Of 190 pairs 18 are wrong: tau = 1 - 2 * 18/190
    assert values[1]["tau"] == pytest.approx(1 - 36 / 190)
    # weight 1.2: 19 stands before 0 as well
    assert values[1.2]["tau"] == pytest.approx(1 - 38 / 190)


def test_an_event_is_the_same_whatever_is_simulated_beside_it():
    for name, mode in (("tkemali-2016", None), ("white-nights-2016", "blocks:2")):
        made = plan(name, mode=mode)
        several = play_events(made, MODEL, seed=9, events=range(3))
        alone = play_events(made, MODEL, seed=9, events=range(2, 3))
        both = [measure(made, played, Ending()) for played in (several, alone)]
        assert (both[0][2] == both[1][0]).all()
        for ours, others in zip(several.rounds, alone.rounds, strict=True):
            assert (ours[0][2] == others[0][0]).all()


def test_one_field_has_the_same_players_and_luck_in_every_format():
    cups = [plan("tkemali-2016", players=40), plan("white-nights-2016", mode="strict")]
    first, second = (play_events(made, MODEL, seed=9, events=range(4)) for made in cups)
    assert (first.skills == second.skills).all()
    # round 1 is not the same seating, but the same dice: the same seats have the same roles
    assert (first.rounds[0][1].roles == second.rounds[0][1].roles).all()


def test_more_skill_makes_the_best_win_more_often():
    made = plan("tkemali-2016")
    wins = []
    for factor in (0.0001, 1, 4):
        model = GameModel(red_spread=0.85 * factor, black_spread=0.56 * factor)
        counted = measure(made, play_events(made, model, seed=1, events=range(600)), Ending())
        wins.append(counted[:, MEASURES.index("best_wins")].mean())
    # without skill everybody of thirty is as good: 1/30, ± 0.0073
    assert wins[0] == pytest.approx(1 / 30, abs=0.03)
    assert wins[0] < wins[1] < wins[2]


def test_modes_and_fields_are_told_in_the_plan():
    assert plan("tkemali-2016").mode == "matrix"
    assert plan("tkemali-2016", mode="strict").mode == "matrix"
    assert plan("white-nights-2016").mode == "blocks:2"
    assert plan("white-nights-2016", mode="random").mode == "random"
    assert plan("white-nights-2016", mode="window:5").by_engine
    assert plan("white-nights-2016").games == 40
    assert plan("tkemali-2016").games == 31
    assert plan("tkemali-2016", players=40).games == 40


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("tkemali-2016", {"players": 33}, "full tables"),
        ("tkemali-2016", {"players": 990}, "The library has no schedule"),
        ("fiim-main-final", {}, "cannot count by the rules 'fiim-v7'"),
        ("one-table-club-night", {}, "no final"),
        ("white-nights-2016", {"mode": "blocks:99"}, "has 4 tables"),
    ],
)
def test_what_cannot_be_simulated_is_refused_with_the_reason(name, options, said):
    with pytest.raises(SimulationError, match=said):
        plan(name, **options)
