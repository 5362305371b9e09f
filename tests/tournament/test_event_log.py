"""The log in words: every line says about whom it is, which game, and what came of it."""

from fractions import Fraction

import pytest

from desk.event_log import log_sentence
from scoring.protocol import Chair, Game
from tournament.flow import games, registration, trouble
from tournament.flow.drawing import draw, who_sits
from tournament.flow.swapping import swap
from tournament.flow.undoing import undo

ROLES = ("civilian",) * 6 + ("sheriff", "mafia", "mafia", "don")


@pytest.fixture
def night(tmp_path):
    with registration.new(tmp_path / "night.seating", "one-table-club-night", who="a") as store:
        registration.register(store, [f"P{n}" for n in range(10)], state="confirmed")
        registration.register(store, ["Sub"], pool=True)
        draw(store, seed="s")
        yield store


def last(store, lang):
    state = store.read()
    return log_sentence(state, state.log[-1], lang)


def game(store, result):
    names = who_sits(store.read(), store.read().seated(("main", 1)))[0]
    chairs = tuple(
        Chair(seat, name, role)
        for seat, (name, role) in enumerate(zip(names, ROLES, strict=True), 1)
    )
    return Game("main", 1, 1, result, chairs)


def told(store, *parts):
    """Hold that the last line tells the parts, each in English and in Russian."""
    for number, lang in enumerate(("en", "ru")):
        line = last(store, lang)
        for part in parts:
            said = part if isinstance(part, str) else part[number]
            assert said in line, (said, line)


def test_each_step_says_about_whom_and_what(night):
    title = night.read().format.stage("main").titles["ru"]
    first = ("main, round 1", f"{title}, тур 1")
    names = [night.read().occupant(slot).name for slot in (1, 2)]
    told(night, "P0", ("draw: slots", "жеребьёвка: слоты"))
    swap(night, "1", "2", why="chairs", who="Vera")
    told(night, "Vera", f"{names[0]} - {names[1]}", first, "(chairs)", ("swap", "обмен"))
    games.record(night, [game(night, "red")])
    told(night, (f"{first[0]}, table 1 - red won", f"{first[1]}, стол 1 - победа красных"))
    games.correct(night, [game(night, "black")], why="misread")
    told(night, ("red won → black won", "победа красных → победа чёрных"), "(misread)", first)
    trouble.penalty(night, "1", points=Fraction(-1), why="noise")
    told(night, names[0], ("-1 point after", "-1 балл после"), first)
    line = night.read().log[-1].id
    undo(night, line, why="not him")
    told(night, (f"line {line} (penalty)", f"строка {line} (баллы вне игр)"), names[0], "(not him)")
    trouble.penalty(night, "1", points=Fraction(-1, 2), why="noise")
    told(night, ("-0.5 points", "-0,5 балла"))
    trouble.withdraw(night, names[1], why="a train")
    told(night, names[1], "(a train)", ("Sub plays instead", "вместо - Sub"),
         ("main, round 2", f"{title}, тур 2"))  # fmt: skip


def test_a_list_says_who_is_new_and_whose_state_changed(tmp_path):
    with registration.new(tmp_path / "e.seating", "tkemali-2016", who="a") as store:
        told(store, ("Tkemali Tour 2016", store.read().format.titles["ru"]), ("new:", "создание:"))
        registration.register(store, ["A", "B"], state="confirmed")
        told(store, ("new, confirmed: A, B", "внесены, подтверждено: A, B"))
        registration.register(store, ["A", "C"], state="paid")
        told(store, ("new, paid: C", "внесены, оплачено: C"),
             ("confirmed → paid: A", "подтверждено → оплачено: A"))  # fmt: skip
        registration.register(store, ["A"], priority=2)
        told(store, ("paid → paid: A", "оплачено → оплачено: A"))
        registration.check_in(store, ["A"], day=2)
        told(store, ("day 2: A", "день 2: A"))
        trouble.withdraw(store, "B", why="ill")
        told(store, ("B: confirmed → withdrawn (ill)", "B: подтверждено → снятие (ill)"))
