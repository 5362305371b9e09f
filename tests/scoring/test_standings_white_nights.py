"""The White Nights Cup: every rung of its chain decides one place, against a sum by hand."""

from dataclasses import replace
from fractions import Fraction as F
from hashlib import sha256

import pytest
from hand_made import PLAYERS, chain, game

from scoring.errors import ScoringError
from scoring.protocol import Adjustment, Protocols
from scoring.rules_file import load_rules
from scoring.standings import cut, standings

RULES = load_rules("white-nights-2016")
SEED = "2016-06-19 lottery 7 12 33"

# By hand, from the sixteen sheets of hand_made.CHAIN. A red win is worth 2, a black one, against
# the trend, 2 x 5/4 = 2.5; in the semi-final 2 x 1.5 = 3 and 2.5 x 1.5 = 3.75.
#          red    black  red    black  extras   points
BY_HAND = {
    "p1": (4 * 2 + 1 * F("2.5") + 3 * 3 + 1 * F("3.75") + 0, F("23.25")),
    "p2": (2 * 2 + 3 * F("2.5") + 3 * 3 + 0 * F("3.75") + 2, F("22.5")),
    "p3": (6 * 2 + 3 * F("2.5") + 1 * 3 + 0 * F("3.75") + 0, F("22.5")),
    "p4": (6 * 2 + 0 * F("2.5") + 1 * 3 + 2 * F("3.75") + 0, F("22.5")),
    "p5": (4 * 2 + 1 * F("2.5") + 4 * 3 + 0 * F("3.75") + 0, F("22.5")),
    "p6": (6 * 2 + 0 * F("2.5") + 1 * 3 + 2 * F("3.75") + 0, F("22.5")),
    "p7": (4 * 2 + 1 * F("2.5") + 4 * 3 + 0 * F("3.75") + 0, F("22.5")),
    "p8": (4 * 2 + 1 * F("2.5") + 4 * 3 + 0 * F("3.75") + 0, F("22.5")),
    "p9": (4 * 2 + 1 * F("2.5") + 4 * 3 + 0 * F("3.75") + 0, F("22.5")),
    "p10": (2 * 2 + 1 * F("2.5") + 3 * 3 + 1 * F("3.75") + 0, F("19.25")),
}
# Wins in all, as don, as sheriff, as mafia; by hand from the same sheets.
WINS = {
    "p1": (9, 2, 0, 0), "p2": (8, 1, 0, 2), "p3": (10, 2, 0, 1), "p4": (9, 1, 2, 1),
    "p5": (9, 0, 2, 1), "p6": (9, 0, 1, 2), "p7": (9, 0, 1, 1), "p8": (9, 0, 1, 1),
    "p9": (9, 0, 1, 1), "p10": (7, 0, 2, 2),
}  # fmt: skip
CHAIN = [  # who stands before whom, by what, with which numbers
    ("p1", "p2", "points", F("23.25"), F("22.5")),
    ("p2", "p3", "additional", 2, 0),
    ("p3", "p4", "wins", 10, 9),
    ("p4", "p5", "wins_don", 1, 0),
    ("p5", "p6", "wins_sheriff", 2, 1),
    ("p6", "p7", "wins_mafia", 2, 1),
    ("p7", "p8", "first_killed", 1, 0),
]


@pytest.fixture(scope="module")
def table():
    return standings(chain(), RULES)


def test_the_points_are_those_counted_by_hand(table):
    for player, (by_hand, points) in BY_HAND.items():
        assert by_hand == points
        row = table.row(player)
        assert row.total == points, player
        assert isinstance(row.total, F)
        assert sum(row.parts.values()) + row.tally.adjustments == row.total
        wins = (sum(row.wins.values()), *(row.wins.get(r, 0) for r in ("don", "sheriff", "mafia")))
        assert wins == WINS[player], player
        assert row.tally.games == 16
    assert table.difficulty[""].coefficient == F(5, 4)


def test_every_rung_decides_one_place(table):
    assert [row.slot for row in table.rows[:7]] == [f"p{n}" for n in range(1, 8)]
    for row, (ours, theirs, by, mine, his) in zip(table.rows, CHAIN, strict=False):
        reason = row.reason
        assert (row.slot, reason.against, reason.by) == (ours, theirs, by)
        assert (reason.ours, reason.theirs) == (mine, his)
    assert {by for *_, by, _, _ in CHAIN} | {"lot"} == set(RULES.tie_break)
    last = table.rows[-1]
    assert (last.slot, last.reason, last.behind.by) == ("p10", None, "points")


def test_without_a_lot_equals_are_equal(table):
    eight, nine = table.rows[7:9]
    assert {eight.slot, nine.slot} == {"p8", "p9"}
    assert (eight.place, eight.last) == (nine.place, nine.last) == (8, 9)
    assert eight.reason.by == nine.behind.by == "equal"
    assert table.needs_lot
    assert table.rows[9].place == 10


def test_the_lot_is_the_least_ticket(table):
    drawn = standings(chain(), RULES, seed=SEED)
    tickets = {p: sha256(f"{SEED}\n{p}".encode()).hexdigest() for p in ("p8", "p9")}
    first, second = sorted(tickets, key=tickets.get)
    eight, nine = drawn.rows[7:9]
    assert (eight.slot, eight.place, eight.last) == (first, 8, 8)
    assert (nine.slot, nine.place, nine.last) == (second, 9, 9)
    assert (eight.reason.by, eight.reason.ours) == ("lot", tickets[first])
    assert drawn.seed == SEED
    assert not drawn.needs_lot
    others = [row.slot for row in table.rows if row.slot not in tickets]
    assert [row.slot for row in drawn.rows if row.slot not in tickets] == others, "no lot elsewhere"


def test_the_seed_decides_and_the_order_of_the_games_does_not(table):
    orders = {standings(chain(), RULES, seed=str(n)).rows[7].slot for n in range(20)}
    assert orders == {"p8", "p9"}
    found = chain()
    mixed = replace(found, games=found.games[:10][::-1] + found.games[10:][::-1])
    assert {row.slot: row.total for row in standings(mixed, RULES).rows} == {
        row.slot: row.total for row in table.rows
    }


def test_a_missed_round_is_not_multiplied_and_two_bar_from_awards():
    once = Adjustment("p1", "missed_round", None, "semi", 2)
    twice = [Adjustment("p2", "missed_round", None, "semi", number) for number in (1, 2)]
    found = replace(chain(), adjustments=(once, *twice))
    table = standings(found, RULES)
    one, two = table.row("p1"), table.row("p2")
    assert one.total == F("23.25") - 2, "-2 in a semi-final is -2, not -3"
    assert one.award
    assert two.total == F("22.5") - 4
    assert two.barred == ("missed_round",)
    assert two in table.rows, "listed, with a place"
    assert one.values["additional"] == 0
    assert two.values["additional"] == 2, "fines are no additional points"
    assert "p2" not in [row.slot for row in table.awarded(10)]


def test_a_disqualified_player_is_listed_apart_and_the_next_one_goes_on():
    found = replace(chain(), adjustments=(Adjustment("p1", "disqualified", None, "semi", 6),))
    table = standings(found, RULES)
    assert [row.slot for row in table.apart] == ["p1"]
    assert table.apart[0].place == 0
    assert [row.slot for row in table.rows[:3]] == ["p2", "p3", "p4"]
    assert [row.place for row in table.rows[:3]] == [1, 2, 3]
    going = cut(table, 3)
    assert [row.slot for row in going.chosen] == ["p2", "p3", "p4"]
    assert [row.slot for row in going.skipped] == ["p1"]
    assert (going.decided.against, going.decided.by) == ("p5", "wins_don")


def test_a_tie_at_the_cut_needs_a_lot_or_has_one():
    going = cut(standings(chain(), RULES), 8)
    assert [row.slot for row in going.chosen] == [f"p{n}" for n in range(1, 8)]
    assert {row.slot for row in going.undecided} == {"p8", "p9"}
    assert going.free == 1
    assert going.decided is None
    drawn = cut(standings(chain(), RULES, seed=SEED), 8)
    assert drawn.undecided == ()
    assert drawn.free == 0
    assert drawn.decided.by == "lot"
    with pytest.raises(ScoringError, match="11 cannot go on of 10"):
        cut(standings(chain(), RULES), 11)


def test_finalists_take_the_first_places_whatever_k_does_later():
    """Ten of twenty play a final that turns the trend: those who stay behind gain by it."""
    others = tuple(f"q{number}" for number in range(1, 11))
    games = [game("semi", 1, "R", "SCCCCCCMMD"), game("semi", 1, "B", "SCCCCCCMMD", table=2,
             players=others), game("final", 1, "R", "MMDSCCCCCC")]  # fmt: skip
    table = standings(Protocols(tuple(games)), RULES)
    # N = 3, n = 1 (black): K = 2 - 2/3 = 4/3; q8 won as black in the semi-final: 2 x 4/3 x 1.5 = 4
    assert table.row("q8").total == 4
    # p1 to p3 lost the final as black: 3 points of the semi-final are all they have
    assert table.row("p1").total == 3
    assert {row.slot for row in table.rows[:10]} == set(PLAYERS)
    assert (table.rows[10].slot, table.rows[10].place) == ("q10", 11), "the don among q8 to q10"
    before = table.rows[9]
    assert (before.reason.by, before.total < table.rows[10].total) == ("final", True)
    stage = standings(Protocols(tuple(games)), RULES, stage="semi")
    assert stage.rows[0].slot == "q10", "one stage by itself has no finalists"


def test_as_of_a_round_k_is_that_of_then():
    early = standings(chain(), RULES, until=("prelim", 6))
    assert early.provisional
    assert early.difficulty[""].coefficient == 2, "six games, all won by red"
    # six red wins of p3 are 12 points, and nothing else
    assert early.row("p3").total == 12
    later = standings(chain(), RULES)
    assert later.provisional, "the final of these rules is still to come"
    with pytest.raises(ScoringError, match="No game of the stage 'finale'"):
        standings(chain(), RULES, until=("finale", 1))
    with pytest.raises(ScoringError, match="No game of the stage 'x' is on record"):
        standings(chain(), RULES, stage="x")


def test_illegal_extras_are_refused():
    """Three recipients; +1 to a loser; the same award twice: each is against the rules."""
    wrong = game("prelim", 1, "R", "SCCCCCCMMD",
                 extras={"p1": ("1",), "p2": ("1",), "p8": ("1",), "p9": ("0.5",)})  # fmt: skip
    with pytest.raises(ScoringError) as caught:
        standings(Protocols((wrong,)), RULES)
    assert "prelim, round 1, table 1" in str(caught.value)
    fine = game("prelim", 1, "R", "SCCCCCCMMD", extras={"p1": ("1",), "p9": ("0.5",)})
    table = standings(Protocols((fine,)), RULES)
    assert table.row("p1").total == 3, "2 for the win and 1"
    assert table.row("p9").total == F(1, 2)
