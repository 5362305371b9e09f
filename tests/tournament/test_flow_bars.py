"""Who may not enter, who may not be awarded, who has a nomination where some are equal."""

from fractions import Fraction

import pytest

from scoring.protocol import Chair, Game
from tournament.flow import games, ranking, registration, trouble
from tournament.flow.asking import FlowError, idle_seats
from tournament.flow.drawing import draw, who_sits
from tournament.flow.ranking import barred_from, make_cut, prizes, table_of
from tournament.flow.simulate import play_round
from tournament.formats_file import load_format
from tournament.formats_words import describe

ROLES = ("civilian",) * 6 + ("sheriff", "mafia", "mafia", "don")
TWO_STAGES = """
title = "Two stages"
rules = "fiim-v7"
players = 20
seats = 10
[conduct]
empty_seat = "stand-in"
[[days]]
[[stages]]
name = "main"
rounds = 3
tables = 2
seating = ["random"]
[[stages]]
name = "final"
rounds = 2
tables = 1
seating = ["final"]
enters = 10
final = true
"""


def event_by(folder, text, players, name="f"):
    path = folder / f"{name}.toml"
    path.write_text(text, "utf-8")
    store = registration.new(folder / f"{name}.seating", str(path), who="a")
    registration.register(store, [f"P{n:02d}" for n in range(1, players + 1)], state="confirmed")
    return store


@pytest.mark.parametrize(
    ("key", "bar", "missed"), [("least_games", 3, 1), ("least_games", 2, 2), ("missed_bars", 2, 2)]
)
def test_a_bar_at_the_cut(tmp_path, key, bar, missed):
    """One misses rounds: with fewer games than asked, or so many missed, the next one enters."""
    text = TWO_STAGES.replace("enters = 10", f"enters = 10\n{key} = {bar}")
    with event_by(tmp_path, text, 20) as store:
        draw(store, seed="s")
        for number in range(1, 4):
            if number > 3 - missed:
                trouble.missed(store, "7", substitute="Guest")
            play_round(store, seed="1")
            if number < 3:
                draw(store)
        # the best of all, were it not for the bar
        trouble.penalty(store, "7", points=Fraction(50), why="for the test")
        assert table_of(store.read()).rows[0].slot == "7"
        order = [int(row.slot) for row in table_of(store.read()).rows]
        stage = store.read().format.stage("final")
        assert barred_from(store.read(), stage) == ((7, key),)
        make_cut(store)
        assert list(store.read().fields["final"]) == order[1:11]
        assert '"barred"' in store.read().log[-1].after


def test_who_is_below_the_bar_by_one_enters(tmp_path):
    text = TWO_STAGES.replace("enters = 10", "enters = 10\nmissed_bars = 2\nleast_games = 2")
    with event_by(tmp_path, text, 20) as store:
        draw(store, seed="s")
        trouble.missed(store, "7", substitute="Guest")
        for number in range(1, 4):
            play_round(store, seed="1")
            if number < 3:
                draw(store)
        trouble.penalty(store, "7", points=Fraction(50), why="for the test")
        make_cut(store)
        assert store.read().fields["final"][0] == 7


def test_too_few_may_enter(tmp_path):
    text = TWO_STAGES.replace("enters = 10", "enters = 20\nmissed_bars = 1")
    text = text.replace('tables = 1\nseating = ["final"]', 'tables = 2\nseating = ["matrix"]')
    with event_by(tmp_path, text, 20) as store:
        draw(store, seed="s")
        trouble.missed(store, "7", substitute="Guest")
        for number in range(1, 4):
            play_round(store, seed="1")
            if number < 3:
                draw(store)
        with pytest.raises(FlowError, match="only 19 may"):
            make_cut(store)


NOMINATIONS = """
[[nominations]]
name = "{tie}"
measure = "wins"
tie = "{tie}"
barred = {barred}
[[nominations]]
name = "second"
measure = "wins"
tie = "place"
barred = {barred}
"""


@pytest.fixture
def hand_made(tmp_path):
    """One game of ten by fiim-v7: reds win, so seats 1 to 7 have one win each.

    Seat 3 has 0.4 by the judge and seat 5 has 0.2: the places are seat 3, seat 5, then the other
    five winners by lot, then the losers.
    """

    def make(tie, barred="[]"):
        text = load_format("one-table-club-night").text.replace("rounds = 8", "rounds = 1")
        store = event_by(tmp_path, text + NOMINATIONS.format(tie=tie, barred=barred), 10, tie)
        draw(store, seed="s")
        one = store.read().current
        extras = {3: (Fraction(2, 5),), 5: (Fraction(1, 5),)}
        chairs = tuple(
            Chair(seat, name, role, extras=extras.get(seat, ()))
            for seat, (name, role) in enumerate(
                zip(who_sits(store.read(), one)[0], ROLES, strict=True), 1
            )
        )
        games.record(store, [Game("main", 1, 1, "red", chairs)])
        state = store.read()
        seats = {str(slot): seat for seat, slot in enumerate(one.tables[0], 1)}
        order = [seats[row.slot] for row in table_of(state).rows]
        assert order[:2] == [3, 5]
        assert set(order[2:7]) == {1, 2, 4, 6, 7}
        first, found = prizes(state)
        assert [seats[row.slot] for row in first] == order[:3]
        return order, [[seats[row.slot] for row in one.rows] for one in found]

    return make


def test_those_who_are_equal_share(hand_made):
    _, (shared, second) = hand_made("share")
    assert set(shared) == {1, 2, 3, 4, 5, 6, 7}
    assert second == [3]


def test_the_most_additional_points_part_them(hand_made):
    assert hand_made("additional")[1] == [[3], [3]]


def test_who_has_a_nomination_has_no_second(hand_made):
    assert hand_made("place", '["nominated"]')[1] == [[3], [5]]


def test_the_first_three_are_barred(hand_made):
    order, (first, second) = hand_made("place", '["places", "nominated"]')
    assert first == [order[3]]
    assert second == [order[4]]


def test_bars_and_ties_are_told_in_both_languages(tmp_path):
    text = TWO_STAGES.replace("enters = 10", "enters = 10\nleast_games = 2\nmissed_bars = 2")
    text += NOMINATIONS.format(tie="additional", barred='["places", "nominated"]')
    path = tmp_path / "f.toml"
    path.write_text(text, "utf-8")
    for lang, words in (
        ("en", ("fewer than 2 games", "missed 2 rounds or more", "first three", "additional")),
        ("ru", ("меньше 2 игр", "2 тура и больше", "призёров", "дополнительных")),
    ):
        said = "\n".join(describe(load_format(path), lang))
        for word in words:
            assert word in said


@pytest.mark.parametrize(("empty_seat", "sizes"), [("table-of-9", [9, 9, 10]), ("stand-in", None)])
def test_a_matrix_for_fewer_players(tmp_path, empty_seat, sizes):
    """28 players where 30 were hoped for: games of nine, no game lacks two; or stand-ins."""
    text = load_format("tkemali-2016").text
    for old, new in (
        ('empty_seat = "stand-in"', f'empty_seat = "{empty_seat}"'),
        ("players = 30", "players = 30\nleast = 27"), ("paid = true", "paid = false"),
    ):  # fmt: skip
        assert old in text
        text = text.replace(old, new)
    with event_by(tmp_path, text, 28) as store:
        draw(store, seed="s")
        state = store.read()
        for one in state.rounds:
            seated = [slot for table in one.tables for slot in table if slot is not None]
            assert sorted(seated) == list(range(1, 29))
            idle = [len(idle_seats(state, one, number)) for number in one.in_play]
            assert sorted(10 - n for n in idle) == (sizes or [10, 10, 10])
        play_round(store, seed="1")
        assert ranking.table_of(store.read()).row("1").tally.games == 1
