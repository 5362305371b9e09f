"""Q1 to Q9, S1 to S6 and D1: each by a round worked out by hand, and the right one beside it."""

import hashlib

import pytest
from swiss_cases import an_event, codes, findings, gain, number_of

from tournament.event_form import Player
from tournament.swiss_check import check_round

DESCENDING = {1: 4, 2: 3, 3: 2, 4: 1}


def test_q1_floaters():
    # round 1, so nobody has met: all before Q1 is equal, and without floaters is possible
    assert gain(an_event([[1, 3], [2, 4]], points=DESCENDING), "Q1") == (2, 0)
    assert "Q1" not in codes(an_event([[1, 2], [3, 4]], points=DESCENDING))
    # equal points are no floating: 2 and 3 have 3 each
    equal = {1: 4, 2: 3, 3: 3, 4: 1}
    assert number_of(an_event([[1, 3], [2, 4]], points=equal), "Q1") == 0


@pytest.mark.parametrize(
    ("tables", "far"),
    [
        # homes: 1 and 2 at table 1, 3 and 4 at table 2
        ([[1, 2], [3, 4]], 0),
        ([[1, 3], [2, 4]], 2),  # 3: 3 - 2 above; 2: 3 - 2 below
        ([[1, 4], [2, 3]], 3),  # 4: 4 - 2; 2: 3 - 2
        ([[2, 3], [1, 4]], 3),  # 3: 3 - 2; 1: 3 - 1
        ([[2, 4], [1, 3]], 4),
    ],
)
def test_q2_how_far_floaters_are_off(tables, far):
    assert number_of(an_event(tables, points=DESCENDING), "Q2") == far


def test_q2_is_named():
    # 1-2 and 3-4 have met, so two float anyway (Q3 is first); 2 ranks off are enough
    past = [[[1, 2], [3, 4]]]
    assert gain(an_event([[1, 4], [2, 3]], past=past, points=DESCENDING), "Q2") == (3, 2)
    assert not codes(an_event([[1, 3], [2, 4]], past=past, points=DESCENDING)) & {"Q1", "Q2", "Q3"}


def test_q3_repeats():
    past = [[[1, 2], [3, 4]]]
    event = an_event([[1, 2], [3, 4]], past=past, points=DESCENDING)
    assert gain(event, "Q3") == (2, 0)
    finding = next(one for one in findings(event) if one.code == "Q3")
    assert finding.values["count"] == 2  # for the second time


def test_q3_has_a_number_for_each_count_of_meetings():
    # round 4: 1-2 have met three times, 3-4 too
    event = an_event([[1, 2], [3, 4]], past=[[[1, 2], [3, 4]]] * 3, points=DESCENDING)
    found = [number_of(event, "Q3", count) for count in (4, 3, 2)]
    assert found == [2, 0, 0]


def test_q4_the_rounds_just_before():
    # every pair has met once; it was in round 3, 2 or 1 (Q3 sees no difference)
    past = [[[1, 2], [3, 4]], [[1, 3], [2, 4]], [[1, 4], [2, 3]]]
    latest = an_event([[1, 4], [2, 3]], past=past, points=DESCENDING)
    assert gain(latest, "Q4") == (2, 0)
    before = an_event([[1, 3], [2, 4]], past=past, points=DESCENDING)
    assert (number_of(before, "Q4", 1), number_of(before, "Q4", 2)) == (0, 2)
    assert gain(before, "Q4") == (2, 0)
    assert not codes(an_event([[1, 2], [3, 4]], past=past, points=DESCENDING)) & {"Q3", "Q4"}


def test_q5_the_worst_off_player():
    # 1, 2 belong to table 1 and 5, 6 to table 2; who joins them, 3 or 4?
    # 3 has met 1 and 2: two repeats, both his own. Instead 4 has met 1, and 3 has met 5: two
    # repeats, on four shoulders. The rounds 4 and 5 are of no pair that could sit together now.
    past = [[[1, 3]], [[2, 3], [1, 4]], [[3, 5]], [[1, 5]], [[1, 6]]]
    fixed = ((1, 1), (2, 1), (5, 2), (6, 2))
    points = {n: 7 - n for n in range(1, 7)}
    broken = an_event([[1, 2, 3], [4, 5, 6]], past=past, points=points, fixed_tables=fixed)
    assert [number_of(broken, "Q5", which) for which in (1, 2)] == [2, 1]
    assert gain(broken, "Q5") == (2, 1)
    right = an_event([[1, 2, 4], [3, 5, 6]], past=past, points=points, fixed_tables=fixed)
    assert [number_of(right, "Q5", which) for which in (1, 2)] == [1, 4]
    assert not codes(right) & {"Q3", "Q4", "Q5"}


def test_q6_clubmates():
    clubs = tuple(Player(n, f"P{n}", club="Alfa" if n < 3 else "Beta") for n in range(1, 5))
    event = an_event([[1, 2], [3, 4]], points=DESCENDING, mode="random", players=clubs)
    assert gain(event, "Q6") == (2, 0)
    apart = an_event([[1, 3], [2, 4]], points=DESCENDING, mode="random", players=clubs)
    assert "Q6" not in codes(apart)


def test_q7_the_same_float_again():
    # 1-2, 3-4 and 1-3, 2-4 have met. In the round before 1, 2 and 3 had equal points, so of
    # tables 2-4 and 1-3 only player 4 floated, higher. Now 1-4 | 2-3 and 2-3 | 1-4 are left, both
    # with two floaters that are 3 ranks off; in the first 4 floats higher again.
    past = [[[1, 2], [3, 4]]]
    last = ("blocks:2", {1: 3, 2: 3, 3: 3, 4: 1}, [[2, 4], [1, 3]])
    again = an_event([[1, 4], [2, 3]], past=past, last=last, points=DESCENDING)
    assert gain(again, "Q7") == (1, 0)
    other = an_event([[2, 3], [1, 4]], past=past, last=last, points=DESCENDING)
    assert not codes(other) & {"Q3", "Q4", "Q5", "Q1", "Q2", "Q7"}
    # a random round before has no floats
    chance = ("random", *last[1:])
    assert (
        number_of(an_event([[1, 4], [2, 3]], past=past, last=chance, points=DESCENDING), "Q7") == 0
    )


def test_q8_balance_inside_a_block():
    # equal points: nobody floats. Ranks 1 to 4: 1 + 2 against 3 + 4, or 5 against 5
    assert gain(an_event([[1, 2], [3, 4]], points={}), "Q8") == (4, 0)
    assert "Q8" not in codes(an_event([[1, 4], [2, 3]], points={}))
    # tables of 3 and 2: sums times 2 and 3; 1 + 2 + 3 and 4 + 5 are 12 and 27
    uneven = an_event([[1, 2, 3], [4, 5]], points={}, uneven=True)
    assert number_of(uneven, "Q8") == 15


def test_q9_the_same_table_and_the_same_judge():
    past = [[[1, 2, 3], [4, 5, 6]]]
    # strict with equal points; two of each old table and one of the other: 4 stay, or 2
    many = an_event([[1, 2, 4], [3, 5, 6]], past=past, points={}, mode="strict")
    assert number_of(many, "Q9", 1) == 4
    assert gain(many, "Q9") == (4, 2)
    few = an_event([[1, 4, 5], [2, 3, 6]], past=past, points={}, mode="strict")
    assert number_of(few, "Q9", 1) == 2
    assert "Q9" not in codes(few)


def test_q9_judges_are_counted_where_there_are_any():
    event = an_event(
        [[1, 2], [3, 4]], past=[[[1, 3], [2, 4]]], points={}, mode="strict", judges=("A", "B")
    )
    judged = event.rounds[0].__class__(**{**vars(event.rounds[0]), "judges": ("B", "A")})
    event = event.__class__(**{**vars(event), "rounds": (judged, event.rounds[1])})
    # B had 1 and 3, A had 2 and 4; now A has 1 and 2, B has 3 and 4: player 2 and player 3 again
    assert number_of(event, "Q9", 2) == 2


def test_each_bracket_is_judged_by_itself():
    points = {n: 9 - n for n in range(1, 9)}
    event = an_event([[1, 3], [2, 4], [5, 6], [7, 8]], points=points)
    report = check_round(event, 0)
    assert [bracket.tables for bracket in report.brackets] == [(1, 2), (3, 4)]
    found = [one for one in report.findings if one.code == "Q1"]
    assert [set(one.players) for one in found] == [{2, 3}]


# ------------------------------------------------------------------------------- seats


def seats(order, *, past=(), **more):
    return an_event([order], past=[[table] for table in past], mode="random", **more)


def test_s2_seats_not_seen_yet():
    assert gain(seats([1, 2, 3], past=[[1, 2, 3]]), "S2") == (3, 0)
    assert "S2" not in codes(seats([2, 3, 1], past=[[1, 2, 3]]))


def test_s3_even_counts():
    # all have had both seats; 3 and 1 times make 81 + 1 each, 2 and 2 make 16 + 16
    past = [[1, 2], [2, 1], [1, 2]]
    assert gain(seats([1, 2], past=past), "S3") == (164, 64)
    assert codes(seats([2, 1], past=past)) == set()


def test_s4_not_the_seat_of_the_round_before():
    assert gain(seats([2, 1], past=[[1, 2], [2, 1]]), "S4") == (2, 0)
    assert codes(seats([1, 2], past=[[1, 2], [2, 1]])) == set()


def test_s5_not_the_same_neighbours():
    # all one seat further: everybody has a new seat (S2 to S4 are 0) and the same neighbours.
    # Of the three rings of four one is the old one, the others keep two of its sides.
    assert gain(seats([2, 3, 4, 1], past=[[1, 2, 3, 4]]), "S5") == (4, 2)
    assert "S5" not in codes(seats([4, 3, 1, 2], past=[[1, 2, 3, 4]]))


def test_s6_halves_and_ends():
    # as in S5; 1 and 2 had the first half. 3, 1, 4, 2: player 1 has it twice, 4 the second
    # half twice, 2^2 each. 4, 3, 1, 2: everybody has had both.
    assert gain(seats([3, 1, 4, 2], past=[[1, 2, 3, 4]]), "S6") == (8, 0)
    report = check_round(seats([4, 3, 1, 2], past=[[1, 2, 3, 4]]), 1)
    # 1 was first, 2 is last, 4 was last and is first: 1 + 1 + 0
    assert report.seats[0][4:] == (0, 2)


def test_s1_a_forbidden_seat_is_no_way_out():
    # 1 may not have seat 2, so he keeps seat 1 though he has not seen the other one
    event = seats([1, 2], past=[[1, 2]], forbidden_seats=((1, 2),))
    assert codes(event) == set()


# -------------------------------------------------------------------------------- draw


def ticket(player, round_number):
    return hashlib.sha256(f"by hand\n{round_number}\n{player}".encode()).hexdigest()


def test_d1_without_anything_else_the_first_of_the_draw_order_sit_at_table_1():
    order = sorted(range(1, 7), key=lambda player: ticket(player, 1))
    drawn = an_event([order[:3], order[3:]], mode="random", least_repeats=False)
    assert codes(drawn) == set()
    turned = an_event([order[3:], order[:3]], mode="random", least_repeats=False)
    assert "D1" in codes(turned)


def test_d1_at_three_tables_an_exchange_is_enough_to_be_found():
    order = sorted(range(1, 7), key=lambda player: ticket(player, 1))
    tables = [order[:2], order[2:4], order[4:]]
    assert codes(an_event(tables, mode="random", least_repeats=False)) == set()
    tables = [[order[0], order[4]], order[2:4], [order[1], order[5]]]
    found = findings(an_event(tables, mode="random", least_repeats=False))
    assert "draw" in {finding.key for finding in found}


def test_d1_at_the_seats():
    order = sorted((1, 2), key=lambda player: ticket(player, 1))
    assert codes(seats(order)) == set()
    assert {finding.key for finding in findings(seats(order[::-1]))} == {"draw_seats"}


def test_a_round_may_have_a_seed_of_its_own():
    def key(player):
        return hashlib.sha256(f"another\n1\n{player}".encode()).hexdigest()

    order = sorted((1, 2), key=key)
    assert codes(seats(order, seed="another")) == set()
    assert "D1" in codes(seats(order[::-1], seed="another"))


def test_a_table_too_large_to_compare_its_seats_is_said_to_be():
    order = list(range(1, 18))
    event = seats(order)
    report = check_round(event, 0)
    assert report.not_compared == (1,)
    assert not {"S2", "S3", "S4", "S5", "S6", "D1"} & codes(event)
    assert check_round(seats(order[:10]), 0).not_compared == ()
