import subprocess
from dataclasses import replace
from fractions import Fraction as F
from hashlib import sha256
from typing import get_args

import pytest
from hand_made import game

from scoring.errors import ScoringError
from scoring.parts import PARTS
from scoring.phrases import LANGS, catalogue, number, phrase, place, reason
from scoring.protocol import ADJUSTMENTS, Protocols
from scoring.rules import Rules, StageRule, TieBreak
from scoring.standings import standings
from scoring.table import Reason
from scoring.tally import Tally, divisor
from scoring.tie_break import RUNGS, first_difference, measures, ticket

PLAIN = Rules(
    "plain", "Plain", "made for this test", 2026,
    result_points={(role, "won"): F(1) for role in ("civilian", "sheriff", "mafia", "don")},
)  # fmt: skip
FULL = Tally(
    parts={"win": F(6), "extras": F(1), "best_move": F("0.5"), "titles": F(2),
           "autobonus": F("0.3"), "penalties": F("-0.7"), "compensation": F("0.4")},
    adjustments=F(-2), games=5, wins={"don": 1, "sheriff": 2, "mafia": 3}, first_killed=4,
    best_moves=6, best_player=7,
)  # fmt: skip


def test_every_rung_has_a_number():
    others = {"points", "qualification_place", "name", "lot"}
    assert set(RUNGS) | others == set(get_args(TieBreak))
    by_hand = {
        "extras": 1,
        "additional": F("3.5"),  # 1 + 0.5 + 2, no fines
        "additional_net": F("3.1"),  # and 0.3 - 0.7
        "best_moves": 6, "wins": 6, "wins_don": 1, "wins_sheriff": 2, "wins_mafia": 3,
        "wins_special": 3, "best_player": 7, "first_killed": 4, "games": 5,
        "penalties": F("-2.7"),
    }  # fmt: skip
    assert {rung: count(FULL) for rung, count in RUNGS.items()} == by_hand
    rules = replace(PLAIN, tie_break=get_args(TieBreak))
    found = measures(FULL, rules, slot="7", name="Anna", qualification=3)
    # 6 + 1 + 0.5 + 2 + 0.3 - 0.7 + 0.4 - 2
    assert found == {**by_hand, "points": F("7.5"), "qualification_place": 3, "name": "Anna"}
    assert next(iter(found)) == "points"


def test_the_first_difference_decides():
    assert (
        first_difference({"points": F(1), "wins": F(2)}, {"points": F(1), "wins": F(1)}) == "wins"
    )
    assert first_difference({"points": F(1)}, {"points": F(1)}) is None


@pytest.mark.parametrize(
    ("normalisation", "games", "expected"),
    [("sum", 9, 1), ("per_game", 9, 9), ("per_root", 9, 3), ("per_game", 0, 1)],
)
def test_what_the_points_are_divided_by(normalisation, games, expected):
    assert divisor(games, normalisation) == expected


def two(first, second):
    """p1 and p2 in as many games as they have roles; red always wins."""
    games = []
    for round_, pair in enumerate(zip(first, second, strict=True), start=1):
        rest = list("CCCCCCSMMD")
        for role in pair:
            rest.remove(role)
        games.append(game("", round_, "R", "".join(pair) + "".join(rest)))
    return Protocols(tuple(games))


def test_less_is_better_of_games_and_names():
    # p1 wins once in two games, everybody from p3 on has other points or a later name
    rules = replace(PLAIN, tie_break=("points", "games", "name"))
    found = two("CM", "CM")
    short = replace(found, games=(*found.games, game("", 3, "R", "MMCCCCCCSD")))
    table = standings(short, rules)
    one, other = table.row("p1"), table.row("p2")
    assert (one.total, other.total) == (1, 1)
    assert one.place < other.place
    assert one.reason.by == "name"
    assert (one.reason.ours, one.reason.theirs) == ("p1", "p2")
    assert not table.needs_lot
    assert all(row.place == row.last for row in table.rows)


def test_the_place_before_the_final_decides_where_the_rules_say_so():
    rules = replace(
        PLAIN,
        stages={"*": StageRule(), "final": StageRule(final=True)},
        tie_break=("points", "qualification_place"),
    )
    games = (
        game("q", 1, "R", "CCCCCCSMMD"),  # p1 to p7 win
        game("q", 2, "R", "CMCCCCCSMD"),  # p1, p3 to p8
        game("final", 1, "R", "MCCCCCCSMD"),  # p2 to p8
    )
    # In the end p1, p2 and p8 have 2. Before the final p1 had 2, as p3 to p7: place 1; p2 and p8
    # had 1, behind these six: place 7.
    table = standings(Protocols(games), rules)
    assert [row.total for row in table.rows] == [3] * 5 + [2] * 3 + [0] * 2
    row = table.row("p1")
    assert (row.place, row.last) == (6, 6)
    assert (row.reason.by, row.reason.ours, row.reason.theirs) == ("qualification_place", 1, 7)
    assert [(r.slot, r.place, r.last) for r in table.rows[6:8]] == [("p2", 7, 8), ("p8", 7, 8)]
    assert not table.needs_lot, "these rules know no lot"


def test_the_lot_can_be_redone_in_a_shell():
    seed, slot = "2016-05-14 lottery 7 12 33", "Дарья Ким"
    by_hand = sha256("2016-05-14 lottery 7 12 33\nДарья Ким".encode()).hexdigest()
    assert ticket(seed, slot) == by_hand
    assert ticket(f"  {seed} ", "Дарья\u200b  Ким") == by_hand, "tidied"
    done = subprocess.run(
        ["sh", "-c", "printf '%s\\n%s' \"$1\" \"$2\" | sha256sum", "sh", seed, slot],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        pytest.skip("there is no sha256sum here")
    assert done.stdout.split()[0] == by_hand


def test_the_catalogue_has_every_code_in_both_languages():
    for key, texts in catalogue().items():
        assert set(texts) == set(LANGS), key
    groups = {"part": PARTS, "adjustment": ADJUSTMENTS, "rung": get_args(TieBreak)}
    for group, codes in groups.items():
        for code in codes:
            assert phrase(f"{group}.{code}", "ru")
    with pytest.raises(ScoringError, match="'de' is not known"):
        phrase("word.title", "de")


def test_reasons_in_words():
    table = standings(two("S", "C"), replace(PLAIN, tie_break=("points", "wins_sheriff", "lot")))
    row = table.row("p1")
    assert row.reason.by == "wins_sheriff"
    assert reason(row.reason, table.rules, "en") == "ahead of p2 by wins as sheriff, 1 : 0"
    assert reason(row.reason, table.rules, "ru") == "выше, чем p2: победы шерифом, 1 : 0"
    assert place(row) == "1"
    assert place(table.row("p2")) == "2-7", "six red players"
    assert place(table.row("p10")) == "8-10"
    assert reason(None, table.rules, "en") == ""


def test_numbers_that_differ_never_look_alike():
    close = Reason("7", "7", "points", F(10, 3), F(33333, 10000))
    assert reason(close, PLAIN, "en") == "ahead of 7 by points, 3.33333 : 3.3333"
    assert reason(close, PLAIN, "ru") == "выше, чем 7: баллы, 3,33333 : 3,3333"
    assert number(F(5, 2), "ru", 2) == "2,5"
