"""A9: rounds that cannot be seated are told from those that can."""

from dataclasses import replace
from fractions import Fraction

import pytest
from brute_swiss import next_round
from swiss_cases import an_event

from tournament.event_form import Lock
from tournament.swiss.possible import can_be_seated
from tournament.swiss_events import CannotSeat, random_event
from tournament.swiss_trial import try_events

TINY = ((2, 1), (2, 2), (3, 2), (4, 1), (2, 3))


def asked(tables, **more):
    event = an_event(tables, **more)
    before = replace(event, rounds=event.rounds[:-1])
    points = event.rounds[-1].basis.points
    return can_be_seated(before, event.rounds[-1], points)


def test_by_hand():
    two = [[1, 2], [3, 4]]
    assert asked(two, points={1: 4, 2: 3, 3: 2, 4: 1}) is True
    assert asked(two, apart=((1, 2),), points={1: 4, 2: 3}) is True
    # three kept apart at two tables
    assert asked(two, apart=((1, 2, 3),)) is False
    # at their home tables alone 1 and 2 cannot be parted
    assert asked(two, apart=((1, 2),), points={1: 4, 2: 3, 3: 2, 4: 1}, mode="strict") is False
    assert asked(two, locks=tuple(Lock(p, table=1) for p in (1, 2, 3))) is False
    assert asked(two, fixed_tables=((1, 3),)) is False
    # two players who both have to have seat 1 need two tables
    both = (Lock(1, seat=1), Lock(2, seat=1))
    assert asked(two, locks=both) is True
    assert asked([[1, 2]], locks=both) is False
    assert asked([[1, 2]], forbidden_seats=((1, 1), (1, 2))) is False
    # one too many, and nobody who may sit out
    assert (
        asked([[1, 2]], sit_out=(3,), locks=tuple(Lock(p, sits=True) for p in (1, 2, 3))) is False
    )
    # three tables of two can be tried, three of six (17 million ways) cannot
    assert asked([[1, 2], [3, 4], [5, 6]], mode="random") is True
    assert asked([[1, 2], [3, 4], [5, 6]], mode="random", apart=((1, 2, 3, 4),)) is False
    many = [list(range(first, first + 6)) for first in (1, 7, 13)]
    assert asked(many, mode="random") is None


def test_the_trial_asks_the_checker_about_every_refusal():
    tried = list(try_events(60, 2, next_round, formats=TINY))
    assert sum(one.refused for one in tried) > 5
    assert sum(one.confirmed for one in tried) > 3
    assert sum(one.contradicted for one in tried) == 0


def test_a_program_that_refuses_without_reason_is_found_out():
    def lazy(event, empty):
        if event.rounds:
            raise CannotSeat("I do not want to")
        return next_round(event, empty)

    tried = list(try_events(10, 2, lazy, formats=((2, 2), (4, 1))))
    assert sum(one.contradicted for one in tried) > 5


@pytest.mark.parametrize("number", range(10))
def test_what_was_seated_could_be(number):
    event = random_event(f"possible {number}", next_round, formats=TINY)
    for index, round_ in enumerate(event.rounds):
        before = replace(event, rounds=event.rounds[:index])
        points = round_.basis.points if round_.basis else dict.fromkeys(range(99), Fraction(0))
        assert can_be_seated(before, round_, points) is not False
