"""Judges of an event: nobody at two tables, nobody before a player whom he must not judge."""

from collections import Counter
from dataclasses import replace

import pytest

from desk.event import without_judge
from schedules.verify import verify
from tournament.event_file import dump_event, parse_event
from tournament.flow import games, registration, trouble
from tournament.flow.asking import FlowError
from tournament.flow.bench import Bench, bench_of, judges_at, unjudged
from tournament.flow.drawing import draw
from tournament.flow.exporting import event_of, schedule_of
from tournament.flow.judging import name_judges
from tournament.flow.ranking import make_cut
from tournament.flow.reseating import NotAcceptedError
from tournament.flow.simulate import play_round
from tournament.flow.tables import close_table
from tournament.flow.undoing import undo
from tournament.swiss_check import check_event

NAMES = ("Vera", "Gleb", "Dina", "Egor", "Zoya")


@pytest.fixture
def tkemali(tmp_path):
    with registration.new(tmp_path / "t.seating", "tkemali-2016", who="a") as store:
        registration.register(store, [f"P{n:02d}" for n in range(1, 31)], state="paid")
        registration.register(store, ["Sub"], pool=True)
        yield store


@pytest.fixture(autouse=True)
def _not_long(monkeypatch):
    monkeypatch.setattr("tournament.flow.judging.SECONDS", 1.0)


def everybody_is_there(store):
    """Check everybody in on both days."""
    for day in (1, 2):
        registration.check_in(store, (), day=day, everybody=True)


def where(store):
    """Return (round, table, judge, slots) of every judged game."""
    return [
        (one.moment, number, judge, set(one.tables[number - 1]))
        for one in store.read().rounds
        for number, judge in enumerate(judges_at(one), 1)
        if judge
    ]


def nobody_twice(store):
    places = Counter((moment, judge) for moment, _, judge, _ in where(store))
    return max(places.values()) == 1


def test_a_matrix_gets_a_rota_with_its_draw(tkemali):
    """27 games among five judges: 5 or 6 each; Vera never judges P01; Gleb comes for round 3."""
    away = [("Gleb", ("qualification", 1)), ("Gleb", ("qualification", 2))]
    name_judges(tkemali, Bench(NAMES, (("Vera", "P01"),), tuple(away)), who="chief")
    draw(tkemali, seed="s")
    state = tkemali.read()
    slot = next(n for n in state.numbers if state.occupant(n).name == "P01")
    judged = where(tkemali)
    assert len(judged) == 27
    assert nobody_twice(tkemali)
    assert set(Counter(judge for *_, judge, _ in judged).values()) <= {5, 6}
    assert not any(judge == "Vera" and slot in slots for _, _, judge, slots in judged)
    assert not any((judge, moment) in away for moment, _, judge, _ in judged)
    assert not verify(schedule_of(state, "qualification"))
    assert schedule_of(state, "qualification").judges is not None


def test_a_protocol_has_its_judge_and_played_rounds_keep_theirs(tkemali):
    name_judges(tkemali, Bench(NAMES[:3]))
    draw(tkemali, seed="s")
    play_round(tkemali, seed="1")
    play_round(tkemali, seed="1")
    before = where(tkemali)
    state = tkemali.read()
    assert [game.judge for game in state.games[:3]] == [judge for *_, judge, _ in before[:3]]
    again = [replace(game, judge="") for game in state.games[:3]]
    assert len(games.record(tkemali, again).same) == 3  # the rota fills in who is not named
    done = name_judges(tkemali, Bench(NAMES[1:]), why="Vera is ill")
    assert {one.round for one in done} == set(range(3, 10))
    after = where(tkemali)
    assert after[:6] == before[:6]
    assert not any(judge == "Vera" for _, _, judge, _ in after[6:])
    assert nobody_twice(tkemali)
    with pytest.raises(FlowError, match="3 tables, and 2 of the judges"):
        name_judges(tkemali, Bench(NAMES[:2]))
    name_judges(tkemali, Bench(), why="none today")
    assert [judge for _, _, judge, _ in where(tkemali)] == [judge for *_, judge, _ in before[:6]]


def test_judges_can_come_when_a_round_is_played_already(tkemali):
    draw(tkemali, seed="s")
    play_round(tkemali, seed="1")
    done = name_judges(tkemali, Bench(NAMES[:3]))
    assert {one.round for one in done} == set(range(2, 10))
    assert len(where(tkemali)) == 24
    assert nobody_twice(tkemali)


def test_who_takes_a_place_over_brings_his_own_conflict(tkemali):
    name_judges(tkemali, Bench(NAMES, (("Vera", "Sub"),)))
    draw(tkemali, seed="s")
    play_round(tkemali, seed="1")
    trouble.disqualify(tkemali, "4", why="5.8")
    assert tkemali.read().occupant(4).name == "Sub"
    name_judges(tkemali, Bench(NAMES, (("Vera", "Sub"),)), why="Sub plays")
    later = [one for one in where(tkemali) if one[0][1] > 1]
    assert not any(judge == "Vera" and 4 in slots for _, _, judge, slots in later)


def test_rounds_by_points_are_drawn_around_their_judges(tmp_path):
    """White Nights: judges come first, the draw keeps who must not be judged from their table."""
    with registration.new(tmp_path / "w.seating", "white-nights-2016") as store:
        registration.register(store, [f"P{n:02d}" for n in range(1, 41)], state="paid")
        everybody_is_there(store)
        wishes = tuple(("Vera", f"P{n:02d}") for n in range(1, 6))
        name_judges(store, Bench(NAMES, wishes, (("Zoya", ("preliminary", 3)),)))
        for number in range(1, 5):
            draw(store, seed="s" if number == 1 else "")
            play_round(store, seed="1")
        state = store.read()
        kept = {n for n in state.numbers if ("Vera", state.occupant(n).name) in wishes}
        assert len(kept) == 5
        judged = where(store)
        assert len(judged) == 16
        assert nobody_twice(store)
        assert not any(judge == "Vera" and kept & slots for _, _, judge, slots in judged)
        assert not any(j == "Zoya" and m == ("preliminary", 3) for m, _, j, _ in judged)
        had = Counter(judge for *_, judge, _ in judged)
        assert had.pop("Zoya") in (2, 3)  # she may have rested once before she was away
        assert set(had.values()) <= {3, 4}
        event = parse_event(dump_event(event_of(state)))
        assert ("Vera", min(kept)) in event.stages[0].settings.judge_conflicts
        assert [one.judges for one in event.rounds] == [judges_at(one) for one in state.rounds]
        assert check_event(event).right


def test_a_wish_that_comes_too_late_says_nothing_against_what_was_drawn(tmp_path):
    with registration.new(tmp_path / "w.seating", "white-nights-2016") as store:
        registration.register(store, [f"P{n:02d}" for n in range(1, 41)], state="paid")
        everybody_is_there(store)
        name_judges(store, Bench(NAMES))
        draw(store, seed="s")
        one = store.read().current
        name = store.read().occupant(one.tables[0][0]).name
        judge = judges_at(one)[0]
        play_round(store, seed="1")
        name_judges(store, Bench(NAMES, ((judge, name),)))
        assert check_event(parse_event(dump_event(event_of(store.read())))).right
        draw(store)
        slot = one.tables[0][0]
        assert not any(
            who == judge and slot in slots for m, _, who, slots in where(store) if m[1] == 2
        )


@pytest.mark.slow
def test_the_final_has_judges_too(tkemali):
    """Four games, one table: five judges, so nobody twice in a row is easy and games are even."""
    draw(tkemali, seed="s")
    for _ in range(9):
        play_round(tkemali, seed="1")
    name_judges(tkemali, Bench(NAMES))
    make_cut(tkemali)
    everybody_is_there(tkemali)
    draw(tkemali)
    final = [judge for moment, _, judge, _ in where(tkemali) if moment[0] == "final"]
    assert len(set(final)) == 4


def test_a_table_that_opens_again_has_no_judge_and_it_is_known(tkemali):
    """Closed, shared out over two tables, taken back: the third table of each round lacks one."""
    name_judges(tkemali, Bench(NAMES))
    draw(tkemali, seed="s")
    for _ in range(7):
        play_round(tkemali, seed="1")
    with pytest.raises(NotAcceptedError) as caught:
        close_table(tkemali, tables=2, why="smoke")
    close_table(tkemali, tables=2, why="smoke", accept=caught.value.reseating.code)
    closed = tkemali.read().log[-1].id
    assert not unjudged(tkemali.read())
    name_judges(tkemali, bench_of(tkemali.read()))
    assert not unjudged(tkemali.read())
    undo(tkemali, closed, why="aired")
    state = tkemali.read()
    assert [(one.round, table) for one, table in unjudged(state)] == [(8, 3), (9, 3)]
    said = without_judge(state, "ru")
    assert f"{state.format.stage('qualification').titles['ru']}, тур 8, стол 3" in said[0]
    assert "--again" in said[0]
    name_judges(tkemali, bench_of(state))
    assert not unjudged(tkemali.read())
    assert without_judge(tkemali.read(), "en") == []
