"""A simulated event as protocols is the same event: its games, points and places."""

from fractions import Fraction

import numpy as np
import pytest

from scoring.check import check_protocols
from scoring.rules_file import load_rules
from scoring.standings import standings
from tournament.formats_file import load_format
from tournament.simulate import Ending, GameModel, places, plan, play_events, true_strength
from tournament.simulation.protocols import event_protocols, slot_names, strengths

EVENTS = 12


@pytest.fixture(scope="module", params=["white-nights-2016", "tkemali-2016"])
def made(request):
    form = load_format(request.param)
    planned = plan(request.param, mode="strict")
    played = play_events(planned, GameModel(), seed=5, events=range(EVENTS))
    return planned, played, form


def test_the_points_and_places_are_those_of_the_simulator(made):
    planned, played, form = made
    rules = load_rules(form.rules)
    order = places(planned, played, Ending())
    points = played.ledger.points(planned.weights, range(len(planned.entrants)))
    names = np.array(slot_names(planned))
    for event in range(EVENTS):
        stages = [stage.name for stage in form.stages]
        protocols = event_protocols(planned, played, event, stages=stages)
        table = standings(protocols, rules)
        for player, name in enumerate(names):
            assert float(table.row(name).total) == pytest.approx(points[event, player])
        by_simulator = {name: at for at, name in enumerate(names[order[event]], start=1)}
        for row in table.rows:
            assert row.place <= by_simulator[row.slot] <= row.last


def test_the_protocols_are_whole(made):
    planned, played, form = made
    stages = [stage.name for stage in form.stages]
    protocols = event_protocols(planned, played, 3, stages=stages)
    assert len(protocols.games) == planned.games
    assert protocols.stages == tuple(stages)
    assert check_protocols(protocols) == []
    labels = [(game.stage, game.round, game.table) for game in protocols.games]
    assert len(set(labels)) == len(labels)
    extras = sum(
        sum(chair.extras, Fraction(0)) for game in protocols.games for chair in game.chairs
    )
    given = 0
    for (_, games), round_ in zip(played.rounds, planned.rounds, strict=True):
        given += games.extras[3 * round_.tables : 4 * round_.tables].sum()
    assert extras == Fraction(int(given), 2)


def test_strengths_are_by_name(made):
    planned, played, _ = made
    found = strengths(planned, played, 4)
    assert list(found) == slot_names(planned)
    assert list(found.values()) == pytest.approx(true_strength(played.skills[:, 4]).tolist())
