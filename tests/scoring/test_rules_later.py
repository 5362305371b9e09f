"""The rule sets before and after 2016. By hand from the formulas, the sums written out."""

from fractions import Fraction

import pytest
from rule_games import CIVILIAN, DON, MAFIA, SHERIFF, extra, fined, parts, play, points

from scoring.errors import ProtocolError
from scoring.exact import root
from scoring.points import score_games
from scoring.protocol import Protocols
from scoring.rules_file import load_rules

F = Fraction
ALL_BLACK, TWO_BLACK, ONE_BLACK = (8, 9, 10), (2, 8, 10), (2, 3, 9)
REST = [play("red", n) for n in range(2, 11)]
"""Nine more games of the same ten, all won by red."""


def reds(games, first=2):
    return [play("red", n) for n in range(first, first + games)]


# FIIM --------------------------------------------------------------------------------------------

BEST_MOVES = [
    ("fiim-2020", "0.25", "0.4"), ("fiim-2020-difficulty", "0.25", "0.4"),
    ("fiim-v5", "0.3", "0.5"), ("fiim-v7", "0.5", "0.7"), ("emotion-games-2024", "0.4", "0.6"),
    ("fsm-overlay", "0.3", "0.5"), ("mafiauniverse-2025", "0.3", "0.6"),
    ("polemica-import", "0.35", "0.6"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "two", "three"), BEST_MOVES)
def test_the_best_move_is_the_same_for_sheriff_and_civilian(name, two, three):
    teams = {f"p{n}": f"t{n}" for n in range(1, 11)}
    for seat in (CIVILIAN, SHERIFF):
        for named, worth in ((TWO_BLACK, two), (ALL_BLACK, three)):
            games = (play("red", first=seat, named=named),)
            scores = score_games(Protocols(games, teams=teams), load_rules(name)).games
            assert scores[seat - 1].part("best_move") == F(worth)
    one = (play("red", first=CIVILIAN, named=ONE_BLACK),)
    scores = score_games(Protocols(one, teams=teams), load_rules(name)).games
    assert scores[0].part("best_move") == (F(1, 10) if name == "mafiauniverse-2025" else 0)


def test_fiim_2020_by_hand():
    """Killed first and lost, two hits, +0.3, then nine wins: N = 10, B = 4, i = 1.

    0.25 + 0.3 + 0.1 + 9 = 9.65; who left by four fouls once: 9 - 0.5 = 8.5.
    """
    games = [
        play("black", 1, first=1, named=TWO_BLACK, seats={1: extra("0.3")}, out={3: "fouls"}),
        *REST,
    ]
    found = points(games, "fiim-2020")
    assert found["p1"] == F(965, 100)
    assert found["p2"] == 9
    assert found["p3"] == F(17, 2)
    assert found["p8"] == 1


def test_fiim_2020_at_its_edges():
    """A won first-night death pays no Ci; leaving by vote or at night costs nothing."""
    game = play("red", first=1, out={2: "vote", 3: "night", 4: "give_up", 5: "removed"})
    assert parts(game, "fiim-2020", 1) == {"win": 1}
    assert parts(game, "fiim-2020", 2) == parts(game, "fiim-2020", 3) == {"win": 1}
    assert parts(game, "fiim-2020", 4) == {"win": 1, "penalties": -F(1, 2)}
    assert parts(game, "fiim-2020", 5) == {"win": 1, "penalties": -F(1, 2)}
    # version 1 knows no price for giving up
    assert parts(game, "fiim-2020-difficulty", 4) == {"win": 1}


def test_what_the_form_itself_takes_off_for_an_exit_is_not_taken_twice():
    stated = play("black", out={1: "removed"}, seats={1: fined("-0.7", "disciplinary")})
    assert parts(stated, "fiim-2020", 1) == {"penalties": -F(7, 10)}


def test_fiim_2020_with_difficulty_by_hand():
    """Four games, 3 : 1 for red: d of the black win is 3/4, 2d = 3/2; red wins are worth 1."""
    games = [play("black", 1), *reds(3)]
    found = points(games, "fiim-2020-difficulty")
    assert (found["p1"], found["p8"]) == (3, F(3, 2))
    # the edge: as many wins of both, everything is worth 1
    even = points([play("black", 1), *reds(1)], "fiim-2020-difficulty")
    assert set(even.values()) == {1}


@pytest.mark.parametrize("name", ["fiim-v5", "fiim-v7"])
def test_the_automatic_bonus_and_who_loses_it(name):
    """0.3 to everybody, also to losers, unless the judge takes it away."""
    game = play("red", seats={2: {"autobonus": False}}, out={8: "team_loss", 9: "removed"})
    assert parts(game, name, 1) == {"win": 1, "autobonus": F(3, 10)}
    assert parts(game, name, 2) == {"win": 1}
    assert parts(game, name, 8) == {"autobonus": F(3, 10), "penalties": -F(7, 10)}
    assert parts(game, name, 9) == {"autobonus": F(3, 10), "penalties": -F(1, 2)}


@pytest.mark.parametrize(("name", "unit"), [("fiim-v5", "0.4"), ("fiim-v7", "0.5")])
def test_ci_of_the_versions(name, unit):
    """N = 10, B = 4: one death pays a quarter of the unit, five the whole of it, in each game."""
    one = score_games(Protocols((play("black", 1, first=1), *REST)), load_rules(name)).games
    assert one[0].part("compensation") == F(unit) / 4
    games = tuple(play("black", n, first=1) for n in range(1, 6)) + tuple(reds(5, 6))
    five = score_games(Protocols(games), load_rules(name)).games
    paid = [score.part("compensation") for score in five if score.slot == "p1"]
    assert paid == [F(unit)] * 5 + [0] * 5


def test_counters_of_fiim_run_apart_in_the_final():
    """Ten games with one death, B = 4: 0.1; four of the final with one, B = 2: 0.2."""
    games = (play("black", 1, first=1, stage="main"),
             *(play("red", n, stage="main") for n in range(2, 11)),
             play("black", 1, first=1, stage="final"),
             *(play("red", n, stage="final") for n in range(2, 5)))  # fmt: skip
    scores = score_games(Protocols(games), load_rules("fiim-2020")).games
    assert [s.part("compensation") for s in scores if s.part("compensation")] == [F(1, 10), F(1, 5)]


def test_the_final_of_emotion_games():
    """By hand: (1 + 0.5 + 0.6) · 1.3 = 2.73, and a fine of 0.3 is not multiplied: 2.43."""
    seats = {1: {**extra("0.5"), **fined("-0.3")}}
    game = play("red", stage="final", first=1, named=ALL_BLACK, seats=seats)
    assert points([game], "emotion-games-2024")["p1"] == F(243, 100)
    with pytest.raises(ProtocolError, match=r"extra points of 1.1; write a number from 0 to 1"):
        points([play("red", seats={1: extra("0.6", "0.5")})], "emotion-games-2024")


# FSM ---------------------------------------------------------------------------------------------


def test_mafiauniverse_at_its_edge():
    """A team's i and N: without a team the games cannot be scored, and all are named."""
    with pytest.raises(ProtocolError, match="p1 has no team") as caught:
        points([play("red")], "mafiauniverse-2025")
    assert len(caught.value.faults) == 10


def test_fsm_overlay_by_hand():
    """N = 5: round(2) is below 4, so B = 4; i = 1: 0.1, half of it if won: 0.05.

    1 + 0.5 + 0.2 + 0.05 = 1.75 in the game, and four more wins.
    """
    games = [play("red", 1, first=1, named=ALL_BLACK, seats={1: extra("0.2")}), *reds(4)]
    assert points(games, "fsm-overlay")["p1"] == F(575, 100)


def test_fsm_overlay_at_its_edge():
    """N = 20: B = 8, i = 1, won without a hit: 0.05/4 = 0.0125, which is 0.01."""
    games = [play("red", 1, first=1, named=(2, 3, 4)), *reds(19)]
    assert points(games, "fsm-overlay")["p1"] == 20 + F(1, 100)


# Others ------------------------------------------------------------------------------------------


def test_classic_by_hand():
    """3 to a civilian, 4 to sheriff and mafia, 5 to the don; sheriff and don lose 1."""
    red, black = (
        points([play("red")], "classic-3-4-4-5"),
        points([play("black")], "classic-3-4-4-5"),
    )
    assert [red[f"p{n}"] for n in (CIVILIAN, SHERIFF, MAFIA, DON)] == [3, 4, 0, -1]
    assert [black[f"p{n}"] for n in (CIVILIAN, SHERIFF, MAFIA, DON)] == [0, -1, 4, 5]


def test_classic_at_its_edge():
    """The best player 1; three hits 1, two none; extra points of any other kind are unknown."""
    game = play("red", first=1, named=ALL_BLACK, seats={1: {"best_player": True}})
    assert parts(game, "classic-3-4-4-5", 1) == {"win": 3, "best_move": 1, "titles": 1}
    assert parts(play("red", first=1, named=TWO_BLACK), "classic-3-4-4-5", 1) == {"win": 3}
    with pytest.raises(ProtocolError, match="knows no extra points"):
        points([play("red", seats={1: extra("1")})], "classic-3-4-4-5")


def test_maf_world_cup_by_hand():
    """Win 4, loss 1, half a point for don and sheriff; titles 2 and 1; all times 1.5 in the final.

    A don who wins as best player with the best move: (4 + 0.5 + 2 + 1) · 1.5 = 11.25.
    A sheriff who loses with four fouls and a yellow card: (1 - 0.5 - 1 - 2) · 1.25 = -3.125.
    """
    titles = {DON: {"best_player": True, "best_move_award": True}}
    final = play("black", stage="final", seats=titles)
    assert points([final], "maf-world-cup-8")["p10"] == F(1125, 100)
    second = play("black", stage="2nd round", out={SHERIFF: "fouls"},
                  seats={SHERIFF: fined("0", "yellow")})  # fmt: skip
    assert points([second], "maf-world-cup-8")["p7"] == -F(3125, 1000)
    assert load_rules("maf-world-cup-8").normalisation == "per_game"


def test_maf_world_cup_at_its_edge():
    """A first stage of any name counts once; a card written with another price is refused."""
    assert points([play("red", stage="day 1")], "maf-world-cup-8")["p1"] == 4
    wrong = play("red", seats={1: fined("-1", "yellow")})
    with pytest.raises(ProtocolError, match="-1 for a penalty 'yellow', which costs -2"):
        points([wrong], "maf-world-cup-8")


def test_vawaca_by_hand():
    """Four games, 3 : 1 for red, K = 3/2 for the black win; the don's 0.05 is not multiplied.

    The don: 1.5 + 0.05 once, three defeats of -0.05: 1.4. The sheriff, best player of a win:
    3 · 1.05 - 0.05 + 0.3 = 3.4.
    """
    games = [play("black", 1), play("red", 2, seats={SHERIFF: {"best_player": True}}), *reds(2, 3)]
    found = points(games, "vawaca-2018")
    assert (found["p10"], found["p7"]) == (F(7, 5), F(17, 5))
    assert (found["p1"], found["p8"]) == (3, F(3, 2))


def test_vawaca_at_its_edges():
    """A clean defeat costs 0.1; with a winner voted out, or no vote on record, it is none."""
    clean = play("black", out={1: "vote", 2: "night", 3: "vote"})
    assert parts(clean, "vawaca-2018", 1) == {"beside": -F(1, 10)}
    assert parts(clean, "vawaca-2018", SHERIFF) == {"beside": -F(15, 100)}
    assert parts(clean, "vawaca-2018", MAFIA) == {"win": 1}
    dirty = play("black", out={1: "vote", MAFIA: "vote"})
    assert parts(dirty, "vawaca-2018", 1) == {}
    untold = play("black", out={1: "night", 2: "fouls"})
    assert parts(untold, "vawaca-2018", 1) == {}
    # Ci = 1.2 · 2/10 - 0.18 = 0.06 in each such game, won or lost
    games = (play("black", 1, first=1), play("red", 2, first=1), *reds(8, 3))
    scores = score_games(Protocols(games), load_rules("vawaca-2018")).games
    assert [s.part("compensation") for s in scores if s.slot == "p1"][:3] == [F(6, 100)] * 2 + [0]
    out = play("red", out={8: "fouls", 9: "removed"})
    assert parts(out, "vawaca-2018", 8) == {"penalties": -F(1, 5)}
    assert parts(out, "vawaca-2018", 9) == {"penalties": -F(2, 5)}


def test_wakeup_by_hand():
    """Nine games: 7 wins, two first-night deaths with a hit in lost ones, a grey card.

    k = 2 - 0.9 = 1.1, k(k+1)/3 = 0.77; 7 · 2.5 + 0.77 - 0.5 = 17.77, over the root of nine.
    """
    games = [
        play("black", 1, first=1, named=ONE_BLACK),
        play("black", 2, first=1, named=ONE_BLACK, seats={1: fined("0", "grey")}),
        *reds(7, 3),
    ]
    assert points(games, "wakeup-student")["p1"] == F(1777, 100)
    assert root(9) == 3
    assert load_rules("wakeup-student").normalisation == "per_root"


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_wakeup_at_its_edge(cards):
    """The yellow cards cost 0.5 m(m+1) in all, whichever games they are in."""
    games = [
        play("black", n, seats={1: fined("0", "yellow")} if n <= cards else {}) for n in range(1, 6)
    ]
    assert points(games, "wakeup-student")["p1"] == -F(cards * (cards + 1), 2)
    two = play("black", seats={1: {"penalties": (("yellow", F(0)), ("yellow", F(0)))}})
    assert points([two], "wakeup-student")["p1"] == -3


def test_polemica_points_are_taken_as_given():
    """Given 1.35 with an award of 0.2 and a fine of 0.5 beside it: 1.05; no win on top."""
    seats = {n: {"given": F(0)} for n in range(1, 11)}
    seats[1] = {"given": F("1.35"), **extra("0.2"), **fined("-0.5")}
    game = play("red", first=1, named=ALL_BLACK, seats=seats)
    assert parts(game, "polemica-import", 1) == {
        "extras": F(1, 5), "penalties": -F(1, 2), "given": F("1.35"),
    }  # fmt: skip
    found = points([game], "polemica-import")
    assert (found["p1"], found["p2"]) == (F("1.05"), 0)


def test_polemica_at_its_edge():
    """Without given points: a win 1 and the best move; with some of them only: refused."""
    game = play("red", first=1, named=ALL_BLACK)
    assert parts(game, "polemica-import", 1) == {"win": 1, "best_move": F(3, 5)}
    with pytest.raises(ProtocolError, match="seats 2, 3, 4, 5, 6, 7, 8, 9, 10: no given points"):
        points([play("red", seats={1: {"given": F(1)}})], "polemica-import")
    # other rules do not look at them
    assert points([play("red", seats={1: {"given": F(9)}})], "fiim-2020")["p1"] == 1
