"""The optimizer against the checker: random events, every round recounted from the file alone."""

from dataclasses import replace

import pytest
from swiss_cases import an_event

from tournament.event_form import Lock
from tournament.swiss_check import check_event
from tournament.swiss_draw import draw_round
from tournament.swiss_events import FORMATS, LARGE, CannotSeat, random_event
from tournament.swiss_trial import try_events


def agree(tried):
    said = [
        (one.seed, stage, number, finding.sentence())
        for one in tried
        for stage, number, finding in one.disagreements
    ]
    assert said == []
    assert sum(one.contradicted for one in tried) == 0
    assert all(one.mutated == one.named for one in tried)


def test_a_short_run():
    tried = list(try_events(25, 1000, draw_round, formats=FORMATS, mutate=True))
    agree(tried)
    assert sum(one.mutated for one in tried) > 50


@pytest.mark.slow
def test_five_hundred_mutants():
    tried = list(try_events(150, 2000, draw_round, formats=FORMATS, mutate=True))
    agree(tried)
    assert sum(one.mutated for one in tried) > 500


@pytest.mark.slow
def test_fields_of_real_size():
    agree(list(try_events(3, 3000, draw_round, formats=LARGE[:2], mutate=True)))


def test_the_same_seed_gives_the_same_event():
    first = random_event("twice", draw_round, formats=FORMATS)
    assert random_event("twice", draw_round, formats=FORMATS) == first


def test_a_round_of_an_event_is_drawn_and_right():
    # by hand, drawn anew: wishes, a judge's conflict, somebody to wait, a lock
    event = an_event(
        [[1, 2, 3], [4, 5, 6]],
        past=[[[1, 2, 3], [4, 5, 6]], [[1, 4, 7], [2, 5, 6]]],
        points={1: 7, 2: 6, 3: 5, 4: 4, 5: 3, 6: 2, 7: 1},
        apart=((1, 4),),
        judge_conflicts=(("Ivan", 2),),
        judges=("Ivan", "Vera"),
        locks=(Lock(5, table=1, seat=3, who="Vera", when="10:00", why="stairs"),),
        sit_out=(),
    )
    before, empty = replace(event, rounds=event.rounds[:-1]), event.rounds[-1]
    drawn = draw_round(before, replace(empty, tables=()))
    # 3 sat out in round 2 and 7 in round 1; of the others not locked 6 has the fewest points
    assert drawn.sit_out == (6,)
    assert drawn.tables[0][2] == 5
    assert 2 not in drawn.tables[0]
    assert check_event(replace(before, rounds=(*before.rounds, drawn))).right


def test_what_cannot_be_seated_is_refused():
    event = an_event([[1, 2], [3, 4]], points={1: 1}, apart=((1, 2, 3),))
    before, empty = replace(event, rounds=()), event.rounds[-1]
    with pytest.raises(CannotSeat):
        draw_round(before, replace(empty, tables=()))
