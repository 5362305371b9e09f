"""Points of games: what counts, for whom, times what, and what is refused."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rule_games import DON, ROLES, extra, fined, play, points

from scoring.adjustments import adjustments
from scoring.errors import ProtocolError
from scoring.extras import check_extras
from scoring.parts import PARTS
from scoring.points import score_games
from scoring.protocol import Adjustment, Chair, Game, Occupant, Protocols
from scoring.rules import ExtrasRule, PenaltyRule, Rules, StageRule
from scoring.rules_file import load_rules

F = Fraction
WHITE_NIGHTS = load_rules("white-nights-2016")
MAFIAUNIVERSE = load_rules("mafiauniverse-2025")


def rules(**more):
    """Rules in which a win is worth 1 and nothing else is anything."""
    won = {(role, "won"): F(1) for role in set(ROLES)}
    return Rules("mine", "Mine", "a test", 2026, **({"result_points": won} | more))


def test_a_void_game_counts_for_nothing():
    games = (play("red", 1), play("void", 2, seats={1: extra("9")}), play("red", 3))
    scores = score_games(Protocols(games), WHITE_NIGHTS)
    assert scores.played == (games[0], games[2])
    assert scores.difficulty[""].num_games == 2
    assert len(scores.games) == 20


def test_a_draw_is_worth_what_the_rules_say_and_no_win():
    drawn = rules(result_points={("don", "draw"): F(1, 2), ("don", "won"): F(1)})
    found = points([play("draw")], drawn)
    assert found["p10"] == F(1, 2)
    assert sum(found.values()) == F(1, 2)


def test_scores_stand_in_order_of_play_and_of_seats():
    games = (play("red", 1), play("black", 2))
    scores = score_games(Protocols(games), WHITE_NIGHTS).games
    assert [(s.game.round, s.chair.seat) for s in scores] == [
        (number, seat) for number in (1, 2) for seat in range(1, 11)
    ]


def test_points_of_a_slot_stay_with_it_whoever_sits_there():
    games = (play("red", 1), play("red", 2, seats={1: {"player": "sub", "slot": "p1"}}))
    assert points(games, WHITE_NIGHTS)["p1"] == 4


def test_until_is_as_if_later_games_had_never_been():
    games = tuple(
        play(result, n, stage=stage)
        for stage in ("preliminary", "final")
        for n, result in enumerate(("red", "black", "red"), start=1)
    )
    late = (Adjustment("p1", "missed_round", stage="final", round=2),)
    whole = Protocols(games, adjustments=late)
    for stop, count in ((("preliminary", 2), 2), (("preliminary", 3), 3), (("final", 1), 4)):
        then = score_games(whole, WHITE_NIGHTS, until=stop)
        assert then.games == score_games(Protocols(games[:count]), WHITE_NIGHTS).games
        assert then.adjustments == ()
    assert len(score_games(whole, WHITE_NIGHTS, until=("final", 2)).adjustments) == 1
    with pytest.raises(ProtocolError, match=r"No game of the stage 'semi'.*'preliminary', 'final'"):
        score_games(whole, WHITE_NIGHTS, until=("semi", 1))


def test_the_weight_of_a_stage_and_of_a_game_multiply_the_parts_that_the_rules_name():
    """By hand: (1 + 0.5) · 3/2 · 2 = 4.5, and -0.3 as it is."""
    mine = rules(
        extras=ExtrasRule(), judge_penalties=True, weighted=("win", "extras"),
        stages={"final": StageRule(weight=F(3, 2))},
    )  # fmt: skip
    seats = {1: {**extra("0.2", "0.3"), **fined("-0.3")}}
    game = play("red", stage="Final", factor=F(2), seats=seats)
    score = score_games(Protocols((game,)), mine).games[0]
    assert score.parts == (("win", F(1)), ("extras", F(1, 2)), ("penalties", F(-3, 10)))
    assert score.weights == (F(3), F(3), F(1))
    assert score.total == F(42, 10)
    assert (score.part("extras"), score.part("given")) == (F(3, 2), 0)


def test_parts_stand_in_their_order():
    seats = {1: {**extra("0.3"), **fined("-0.1"), "best_player": True, "best_move_award": True}}
    mine = replace(
        load_rules("fiim-v7"), titles={"best_player": F(1), "best_move_award": F(1, 2)},
        beside_points={("civilian", "lost"): F(1, 10)},
    )  # fmt: skip
    game = play("black", first=1, named=(8, 9, 10), seats=seats)
    found = [part for part, _ in score_games(Protocols((game,)), mine).games[0].parts]
    assert found == [part for part in PARTS if part not in ("win", "given")]


def test_what_other_rules_would_have_made_of_it():
    game = play("red", seats={1: {**extra("0.7"), **fined("-0.2")}})
    with pytest.raises(ProtocolError):
        points([game], WHITE_NIGHTS)
    assert points([game], WHITE_NIGHTS, strict=False)["p1"] == F(25, 10)


def test_what_cannot_be_scored_is_refused_even_then():
    with pytest.raises(ProtocolError, match="'quarter' is not one of white-nights-2016"):
        points([play("red", stage="quarter")], WHITE_NIGHTS, strict=False)
    with pytest.raises(ProtocolError, match="p1 has no team"):
        points([play("red")], MAFIAUNIVERSE, strict=False)


def test_a_fault_that_stands_alone_and_many():
    with pytest.raises(ProtocolError, match=r"cannot score these protocols, 1 fault:\n.*seat 1: "):
        points([play("red", seats={1: extra("9")})], WHITE_NIGHTS)
    with pytest.raises(ProtocolError, match="2 faults:"):
        points([play("red", seats={1: extra("9"), 2: extra("8")})], WHITE_NIGHTS)


@pytest.mark.parametrize(
    ("more", "seats", "said"),
    [
        ({}, {1: extra("1")}, "mine knows no extra points; take them out."),
        ({"extras": ExtrasRule(most=F(1, 2))}, {1: extra("0.6")}, "0.6; write a number to 0.5."),
        ({"extras": ExtrasRule(least=F(0))}, {1: extra("-1")}, "-1; write a number from 0."),
        ({"judge_penalties": True}, {1: fined("0.5")}, "a penalty of 0.5; write a number below 0"),
        ({"penalty_points": {"red card": PenaltyRule(F(-3))}}, {2: fined("-1", "card")},
         "seat 2: a penalty 'card' of -1, which mine does not know (it knows: red card)"),
    ],
)  # fmt: skip
def test_what_the_judge_may_not_give_and_take(more, seats, said):
    faults = check_extras(play("red", 4, seats=seats), rules(**more))
    assert len(faults) == 1
    assert faults[0].startswith("round 4, table 1, seat")
    assert said in faults[0]


def test_a_game_in_order_has_no_fault_and_a_void_one_is_not_looked_at():
    assert check_extras(play("red", seats={1: extra("1")}), WHITE_NIGHTS) == []
    assert check_extras(play("void", seats={1: extra("9")}), WHITE_NIGHTS) == []


# Outside the games -------------------------------------------------------------------------------


def of(*found, mine=None, occupants=(), until=None):
    games = (play("red", 1, stage="a"), play("red", 2, stage="a"), play("red", 1, stage="b"))
    protocols = Protocols(games, adjustments=found, occupants=tuple(occupants))
    return [points for _, points in adjustments(protocols, mine or rules(), until)]


def test_the_rules_have_the_price_and_else_the_protocol():
    priced = rules(adjustment_points={"late": F(-2)})
    assert of(Adjustment("p1", "late"), mine=priced) == [-2]
    assert of(Adjustment("p1", "late", F(-1))) == [-1]
    assert of(Adjustment("p1", "disqualified")) == [0]


def test_without_a_place_it_is_as_old_as_the_tournament():
    assert of(Adjustment("p1", "bonus", F(1)), until=("a", 1)) == [1]
    assert of(Adjustment("p1", "bonus", F(1), stage="b"), until=("a", 2)) == []
    assert of(Adjustment("p1", "bonus", F(1), stage="not yet")) == [1]


@pytest.mark.parametrize(
    ("when", "kept"), [(("a", 1), False), (("a", 2), True), (("b", 1), True), (("", 0), False)]
)
def test_only_what_the_present_occupant_lost_counts(when, kept):
    fine = Adjustment("p1", "penalty", F(-1), *when)
    bonus = Adjustment("p1", "bonus", F(2), *when)
    changes = [Occupant("p1", "p1"), Occupant("p1", "new", "a", 2)]
    assert of(fine, bonus, occupants=changes) == [-1 if kept else 0, 2]
    assert of(fine, bonus, occupants=changes[1:]) == [-1 if kept else 0, 2]
    assert of(fine, occupants=changes, mine=rules(inherit_penalties=True)) == [-1]


def test_without_occupants_on_record_who_plays_for_the_slot_occupies_it():
    """Slot 17: Ann is late for round 1, a substitute fills in, she plays 2, Bob plays from 3 on."""
    who = {1: ("Eve", True), 2: ("Ann", False), 3: ("Bob", False)}
    games = tuple(
        play("red", n, stage="a", seats={1: {"player": one, "slot": "17", "substitute": fills}})
        for n, (one, fills) in who.items()
    )
    late = Adjustment("17", "late", F(-2), "a", 1)
    protocols = Protocols(games, adjustments=(late,))
    assert adjustments(protocols, rules(), ("a", 2))[0][1] == -2
    assert adjustments(protocols, rules())[0][1] == 0


@pytest.mark.parametrize(
    ("adjustment", "said"),
    [
        (Adjustment("p1", "late", F(-1), "a", 1), "p1, a, round 1: -1 for late; mine says -2"),
        (Adjustment("p1", "penalty"), "p1: a penalty without points; write how many."),
        (Adjustment("p1", "penalty", F(1)), "p1: 1 for penalty; write a number below 0."),
        (Adjustment("p1", "bonus", F(-1)), "p1: -1 for bonus; write a number above 0."),
    ],
)
def test_adjustments_that_contradict_the_rules_are_refused(adjustment, said):
    protocols = Protocols((play("red", stage="a"),), adjustments=(adjustment,))
    priced = rules(adjustment_points={"late": F(-2)})
    with pytest.raises(ProtocolError) as caught:
        score_games(protocols, priced)
    assert said in str(caught.value)


# Laws --------------------------------------------------------------------------------------------


@st.composite
def tournaments(draw):
    """White Nights: games of ten of twelve players, with awards and best moves that are legal."""
    games = []
    for number in range(1, draw(st.integers(1, 9)) + 1):
        players = draw(st.permutations([f"p{n}" for n in range(1, 13)]))[:10]
        roles = draw(st.permutations(ROLES))
        result = draw(st.sampled_from(("red", "black")))
        won = [n for n in range(10) if (roles[n] in ("mafia", "don")) == (result == "black")]
        awards = {}
        if draw(st.booleans()):
            awards[draw(st.sampled_from(won))] = F(1)
        if draw(st.booleans()):
            lost = [n for n in range(10) if n not in won]
            awards[draw(st.sampled_from(lost))] = F(1, 2)
        chairs = tuple(
            Chair(
                n + 1, players[n], roles[n], substitute=draw(st.integers(0, 9)) == 9,
                extras=(awards[n],) if n in awards else (),
            )
            for n in range(10)
        )  # fmt: skip
        first = draw(st.none() | st.integers(1, 10))
        named = draw(st.permutations([n for n in range(1, 11) if n != first]))[:3] if first else ()
        stage = draw(st.sampled_from(("preliminary", "semifinal", "final")))
        games.append(Game(stage, number, 1, result, chairs, first, tuple(named)))
    return Protocols(tuple(games))


def by_the_formula(protocols):
    """S(p) = sum of c · (2 W k + L + E), recounted without any of the code that is tested."""
    red = sum(game.result == "red" for game in protocols.games)
    total, heavy = len(protocols.games), min(red, len(protocols.games) - red)
    k = 1 + (F(total, 2) - heavy) / F(total, 2)
    trend = {"red": total - red, "black": red}  # a win is heavy if the others won more
    found = {}
    for game in protocols.games:
        c = {"preliminary": F(1), "semifinal": F(3, 2), "final": F(2)}[game.stage]
        black = {chair.seat for chair in game.chairs if chair.role in ("mafia", "don")}
        hits = len(black.intersection(game.best_move))
        for chair in game.chairs:
            if chair.substitute:
                continue
            score = sum(chair.extras)
            if (chair.seat in black) == (game.result == "black"):
                score += 2 * (k if trend[game.result] > F(total, 2) else 1)
            if chair.seat == game.first_killed and chair.role == "civilian":
                score += {3: F(1, 2), 2: F(1, 4)}.get(hits, 0)
            if chair.seat == game.first_killed and chair.role == "sheriff":
                score += {3: F(1, 4)}.get(hits, 0)
            found[chair.player] = found.get(chair.player, 0) + c * score
    return found


@given(tournaments())
@settings(deadline=None, max_examples=60)
def test_white_nights_is_its_formula(protocols):
    found = points(protocols, WHITE_NIGHTS)
    found.pop("", None)
    assert found == by_the_formula(protocols)


@given(tournaments(), st.permutations(range(1, 13)))
@settings(deadline=None, max_examples=30)
def test_other_names_change_nothing_but_the_names(protocols, order):
    new = {f"p{n}": f"player {order[n - 1]}" for n in range(1, 13)}
    renamed = [
        replace(g, chairs=tuple(replace(c, player=new[c.player]) for c in g.chairs))
        for g in protocols.games
    ]
    before, after = points(protocols, WHITE_NIGHTS), points(renamed, WHITE_NIGHTS)
    assert {new.get(slot, ""): total for slot, total in before.items()} == after


@given(tournaments())
@settings(deadline=None, max_examples=30)
def test_what_was_scored_before_does_not_matter(protocols):
    """The same games in turned seats' order, or scored twice, are worth the same."""
    turned = [replace(g, chairs=tuple(reversed(g.chairs))) for g in protocols.games]
    assert points(turned, WHITE_NIGHTS) == points(protocols, WHITE_NIGHTS)
    assert score_games(protocols, WHITE_NIGHTS) == score_games(protocols, WHITE_NIGHTS)


def test_no_games_at_all():
    scores = score_games(Protocols(()), WHITE_NIGHTS)
    assert (scores.games, scores.adjustments, dict(scores.difficulty)) == ((), (), {})


def test_seat_ten_is_the_don():
    """What the other tests rely on."""
    assert play("red").chair(DON).role == "don"
