"""What stands above the standings: names in two spellings, and what does not count."""

from dataclasses import replace
from fractions import Fraction as F

import pytest
from hand_made import chain, replaced
from protocol_cases import TEN, game, seated

from scoring.files.csv_form import protocols as read_rows
from scoring.protocol import Protocols
from scoring.remarks import MOST_LEFT_OUT, left_out, remarks, twins
from scoring.rules_file import load_rules
from scoring.sheets.html import html_sheet
from scoring.standings import standings

RULES = load_rules("white-nights-2016")


def two(first, second):
    return Protocols((seated(game(1), 1, player=first), seated(game(2), 1, player=second)))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Анна", "анна"), ("Анна К", "АннаК"), ("Алёна", "Алена"),
        ("Анна", "Aннa"),  # the second with Latin letters
        ("Вера", "Bepa"), ("ХОР", "XOP"),
    ],
)  # fmt: skip
def test_two_spellings_of_one_name(first, second):
    assert twins(two(first, second)) == ((first, second),)
    table = standings(two(first, second), load_rules("fiim-v7"))
    assert f"Two spellings of one name? '{first}' and '{second}'" in remarks(table, "en")
    assert f"Одно имя в двух написаниях? '{first}' и '{second}'" in remarks(table, "ru")
    assert "Two spellings of one name?" in html_sheet(table)


@pytest.mark.parametrize(("first", "second"), [("Анна", "Анна"), ("Анна", "Инна"), ("p1a", "p1b")])
def test_other_names_are_not_remarked(first, second):
    assert twins(two(first, second)) == ()


def test_what_is_left_out_is_said_in_both_languages():
    reasons = (
        "g.csv: the column 'доп-ы' is not read",
        "game 3 does not count: its winner is ''.",
        "game 4 counts without its best move: it names himself.",
        "anything else",
    )
    assert left_out(reasons, "en") == [
        "Left out of the count, 4 in all:", *(f"- {reason}" for reason in reasons)
    ]  # fmt: skip
    assert left_out(reasons, "ru") == [
        "Не вошло в подсчёт, всего 4:",
        "- g.csv: столбец «доп-ы» не прочитан",
        "- game 3, игра не засчитана: its winner is ''.",
        "- game 4, игра засчитана без лучшего хода: it names himself.",
        "- anything else",
    ]
    assert left_out((), "en") == []
    many = left_out(("x",) * (MOST_LEFT_OUT + 3), "en")
    assert many[-1] == "- and 3 more; --json lists them all."
    table = standings(replace(chain(), left_out=reasons), RULES)
    page = html_sheet(table, lang="ru")
    assert page.index("столбец «доп-ы» не прочитан") < page.index("<table")


@pytest.mark.parametrize("header", ["бонус", "доп балл", "Доп. баллы", "баллы судьи"])
def test_what_organisers_call_the_extra_points(header):
    rows = [["тур", "место", "игрок", "роль", "победа", header]]
    roles = {"sheriff": "комиссар"}
    marks = {1: "0,5", 2: "-", 3: "—"}
    rows += [
        ["1", str(seat), f"P{seat}", roles.get(role, role), "красные", marks.get(seat, "")]
        for seat, role in enumerate(TEN, start=1)
    ]
    found = read_rows("g.csv", rows)
    assert found.left_out == ()
    assert [chair.extras for chair in found.games[0].chairs[:3]] == [(F(1, 2),), (), ()]
    assert found.games[0].chairs[6].role == "sheriff"


def test_a_team_is_not_first_for_a_finalist():
    """Teams by points alone: of the ten slots two play no final, and their team has the most."""
    found = replaced()
    keep = {"1", "2"}
    games = tuple(
        replace(one, chairs=tuple(
            replace(chair, slot=f"x{chair.slot}", player=f"x{chair.player}")
            if chair.owner in keep else chair
            for chair in one.chairs
        )) if one.stage == "final" else one
        for one in found.games
    )  # fmt: skip
    names = {chair.owner for one in games for chair in one.chairs}
    teams = {slot: "A" if slot in keep else "B" for slot in names}
    teams |= {slot: "C" for slot in names if slot.startswith("x")}
    rules = load_rules("tkemali-2016")
    them = replace(found, games=games, teams=teams)
    table = standings(them, rules, teams=True)
    totals = [row.total for row in table.rows]
    assert totals == sorted(totals, reverse=True)
    # by hand: A has five red wins of 2 for each of two; C two of 2 x 1.2 for each of two
    assert [(row.slot, row.total) for row in table.rows][1:] == [("A", 20), ("C", F("9.6"))]
    assert all(row.reason is None or row.reason.by == "points" for row in table.rows)
