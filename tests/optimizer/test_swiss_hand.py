"""Rounds of Swiss seating whose right answer is worked out by hand, in the comment of each."""

import hashlib

import networkx as nx
import numpy as np
import pytest
from swiss_fields import field, plain, tables

from optimizer.swiss import Lock, next_round, table_sizes
from schedules.errors import ProblemError


def by_ticket(seed, round_number, draw_numbers):
    """Return draw numbers in draw order, straight from the rule's words."""
    return sorted(
        draw_numbers,
        key=lambda n: hashlib.sha256(f"{seed}\n{round_number}\n{n}".encode()).hexdigest(),
    )


def vector(round_, bracket=0):
    """Return the vector as (code, number) pairs."""
    return [(line.code, line.value) for line in round_.brackets[bracket].certificate.lines]


def test_strict_without_ties_fills_the_tables_by_points():
    round_ = next_round(plain([1, 8, 3, 6, 5, 4, 7, 2], (4, 4)), mode="strict", seed=1)
    # by points: 2 (8), 7 (7), 4 (6), 5 (5) | 6 (4), 3 (3), 8 (2), 1 (1)
    assert tables(round_) == [[2, 4, 5, 7], [1, 3, 6, 8]]
    assert len(round_.brackets) == 2


def test_equal_points_at_a_boundary_are_exchanged_if_that_saves_repeats():
    # Points 10 9 8 5 | 5 3 2 1; round 1 was the same two tables. Only 4 and 5 may change places.
    # As they are: all 6 + 6 pairs meet again. Exchanged: 1-2, 1-3, 2-3 and 6-7, 6-8, 7-8: 6 pairs.
    # Both are at home by points, so nobody floats. Q5: 1 has met two of his three, as have the
    # other five; 4 and 5 none: the worst sum is 2, and 6 players have it.
    history = np.array([[[0, 1, 2, 3], [4, 5, 6, 7]]])
    problem = plain([10, 9, 8, 5, 5, 3, 2, 1], (4, 4), history=history)
    round_ = next_round(problem, mode="strict", seed=1)
    assert tables(round_) == [[1, 2, 3, 5], [4, 6, 7, 8]]
    # Q4: 6 pairs of the last round, 0 of the one before; Q9: all but 4 and 5 keep their table
    assert vector(round_) == [
        ("Q1", 0), ("Q2", 0), ("Q3", 6), ("Q4", 6), ("Q4", 0), ("Q5", 2), ("Q5", 6), ("Q6", 0),
        ("Q7", 0), ("Q9", 6), ("Q9", 0),
    ]  # fmt: skip


def test_equal_points_for_all_let_everybody_sit_anywhere_and_the_draw_decides():
    # Round 1: 1-2 and 3-4. Nobody meets twice in {1,3}{2,4} and {1,4}{2,3}, either way round; in
    # each of the four, two players keep their table. All is equal, so D1 decides: the first of the
    # draw order sits at table 1, the next too unless he was his partner, else the one after.
    history = np.array([[[0, 1], [2, 3]]])
    partner = {1: 2, 2: 1, 3: 4, 4: 3}
    for seed in range(12):
        round_ = next_round(plain([2] * 4, (2, 2), history=history), mode="strict", seed=seed)
        first, second, third, _ = by_ticket(seed, 2, [1, 2, 3, 4])
        mate = third if second == partner[first] else second
        assert tables(round_)[0] == sorted([first, mate])
        assert len(round_.brackets) == 1


def test_who_withdrew_has_no_rank_and_does_not_sit_out():
    active = (True, True, False, True, True)
    round_ = next_round(plain([5, 4, 3, 2, 1], (2, 2), active=active), mode="strict", seed=1)
    assert tables(round_) == [[1, 2], [4, 5]]
    assert round_.setting.sits_out == ()
    assert round_.setting.rank.tolist() == [1, 2, 0, 3, 4]


def test_a_late_entry_who_missed_rounds_does_not_sit_out_now():
    # 5 comes in round 3 and has no points. The others never sat out, he missed two rounds: of the
    # others 4 has the fewest points and sits out.
    history = np.array([[[0, 1], [2, 3]], [[0, 2], [1, 3]]])
    problem = plain([4, 3, 2, 1, 0], (2, 2), history=history)
    assert problem.sat_out == (0, 0, 0, 0, 2)
    round_ = next_round(problem, mode="strict", seed=1)
    assert round_.setting.sits_out == (3,)
    # where the event says that his missed rounds do not count, he has the fewest points
    fresh = plain([4, 3, 2, 1, 0], (2, 2), history=history, sat_out=(0,) * 5)
    assert next_round(fresh, mode="strict", seed=1).setting.sits_out == (4,)


def test_of_equal_points_the_last_drawn_sits_out():
    problem = plain([1, 1, 1], (2,), draw_numbers=(2, 9, 5))
    assert next_round(problem, mode="strict", seed=1).setting.sits_out == (1,)


def test_a_penalty_after_the_draw_moves_the_next_round_and_not_this_one():
    # 4 3 | 2 1. Then 1 loses 2.5 and has 1.5: 3 2 | 1.5 1, so 2 and 3 are at table 1.
    drawn = plain([4, 3, 2, 1], (2, 2))
    round_ = next_round(drawn, mode="strict", seed=1)
    assert tables(round_) == [[1, 2], [3, 4]]
    again = next_round(drawn, mode="strict", seed=1)
    assert again.seating.tolist() == round_.seating.tolist()
    assert again.digest == round_.digest
    later = plain(["3/2", 3, 2, 1], (2, 2), history=round_.seating[None])
    assert tables(next_round(later, mode="strict", seed=1)) == [[2, 3], [1, 4]]


def test_points_are_compared_exactly():
    # 1/3 + 1/3 + 1/3 = 1: a tie that floats would part
    problem = plain([2, 1, "1", 0], (2, 2), history=np.array([[[0, 1], [2, 3]]]))
    third = plain([2, 1, "3/3", 0], (2, 2), history=np.array([[[0, 1], [2, 3]]]))
    assert tables(next_round(problem, mode="strict", seed=1)) == [[1, 3], [2, 4]]
    assert tables(next_round(third, mode="strict", seed=1)) == [[1, 3], [2, 4]]
    near = plain([2, "1000001/1000000", 1, 0], (2, 2), history=np.array([[[0, 1], [2, 3]]]))
    assert tables(next_round(near, mode="strict", seed=1)) == [[1, 2], [3, 4]]


def test_a_window_of_one_exchanges_across_the_boundary_and_counts_floats():
    # Ranks 1 2 | 3 4, all points different, round 1: 1-2 and 3-4. Within one rank: 2 may sit at
    # table 2 and 3 at table 1. Kept: 2 repeats. Exchanged: none; 2 and 3 float by one rank each.
    # Player 2 floated down before: one float again. 1 and 4 keep their tables.
    history = np.array([[[0, 1], [2, 3]]])
    problem = plain([4, 3, 2, 1], (2, 2), history=history, last_floats=(0, 1, 0, 0))
    round_ = next_round(problem, mode="window:1", seed=1)
    assert tables(round_) == [[1, 3], [2, 4]]
    assert vector(round_) == [
        ("Q3", 0), ("Q4", 0), ("Q4", 0), ("Q5", 0), ("Q5", 4), ("Q1", 2), ("Q2", 2), ("Q6", 0),
        ("Q7", 1), ("Q9", 2), ("Q9", 0),
    ]  # fmt: skip
    assert round_.floats() == (0, 1, -1, 0)


def test_blocks_keep_to_themselves_and_balance_their_ranks():
    # Blocks 1-4 and 5-8 of two tables of two. No past, so Q3-Q5 are equal. Q1 counts floats: none
    # only where all sit at home: 1 2 | 3 4.
    round_ = next_round(plain([8, 7, 6, 5, 4, 3, 2, 1], (2,) * 4), mode="blocks:2", seed=1)
    assert tables(round_) == [[1, 2], [3, 4], [5, 6], [7, 8]]
    # With equal points in a block nobody floats, and Q8 decides: 1+4 = 2+3 is the even split.
    even = next_round(plain([5, 5, 5, 5, 1, 1, 1, 1], (2,) * 4), mode="blocks:2", seed=1)
    for block, (low, high) in zip((tables(even)[:2], tables(even)[2:]), ((1, 4), (5, 8)),
                                  strict=True):  # fmt: skip
        assert sorted(block) == [[low, high], [low + 1, high - 1]]


def test_a_locked_player_has_his_table_and_the_others_fill_the_rest():
    # 8 goes to table 1; of the free 1-7 the first three are at home there.
    problem = plain([8, 7, 6, 5, 4, 3, 2, 1], (4, 4), locks=(Lock(7, table=0, seat=2),))
    round_ = next_round(problem, mode="strict", seed=1)
    assert tables(round_) == [[1, 2, 3, 8], [4, 5, 6, 7]]
    assert round_.seating[0, 2] == 7


def test_a_random_round_takes_the_draw_order_and_then_the_fewest_repeats():
    # Round 1: the first four of the draw order are at table 1, and so on. Round 2: an old table of
    # four meets three new ones, so one of them gets two: at least one repeat each, three in all,
    # and three is reached: 2 + 1 + 1, turned round.
    problem = plain([0] * 12, (4, 4, 4))
    first = next_round(problem, mode="random", seed="x")
    order = by_ticket("x", 1, range(1, 13))
    assert tables(first) == [sorted(order[n : n + 4]) for n in (0, 4, 8)]
    second = next_round(
        plain([0] * 12, (4, 4, 4), history=first.seating[None]), mode="random", seed="x"
    )
    assert vector(second) == [("Q3", 3), ("Q6", 0)]
    assert second.proved


@pytest.mark.parametrize("players", [5, 7, 8])
def test_two_at_a_table_nobody_meets_twice_while_it_can_be_avoided(players):
    """Odd and even fields of duels: at most one sits out, nobody twice, repeats only if forced."""
    rng = np.random.default_rng(players)
    sizes = table_sizes(players, 2)
    history = np.zeros((0, len(sizes), 2), dtype=np.int32)
    points, out = [0] * players, []
    met = set()
    for _ in range(players - 1):
        problem = plain(list(points), sizes, history=history)
        round_ = next_round(problem, mode=f"blocks:{len(sizes)}", seed="duel")
        playing = [p for p in range(players) if p not in round_.setting.sits_out]
        new = nx.Graph([(p, q) for p in playing for q in playing if p < q and (p, q) not in met])
        games = [tuple(sorted(game)) for game in round_.seating.tolist()]
        if len(nx.max_weight_matching(new, maxcardinality=True)) == len(sizes):
            assert not met & set(games)
        met |= set(games)
        out += round_.setting.sits_out
        for one, other in games:
            points[one if rng.random() < 0.5 else other] += 1
        history = np.concatenate([history, round_.seating[None]])
    assert len(out) == (players - 1) * (players % 2)
    assert len(set(out)) == len(out)


def test_uneven_tables_seat_everybody():
    assert table_sizes(37, 10, uneven=True) == (10, 9, 9, 9)
    assert table_sizes(37, 10) == (10, 10, 10)
    round_ = next_round(field(1, (4, 3, 3)), mode="blocks:2", seed=1)
    assert [len(row) for row in tables(round_)] == [4, 3, 3]


def test_faults_of_the_input_are_all_named():
    with pytest.raises(ProblemError) as caught:
        plain([1, 2, 3], (2, 2), draw_numbers=(1, 1, 2), club_limit=0)
    for words in ("Draw number 1 stands twice", "do not fill 4 chairs", "club limit is 0"):
        assert words in str(caught.value)


def test_the_round_to_be_seated_is_the_next_one():
    with pytest.raises(ProblemError, match="the next is round 1"):
        next_round(plain([1, 2], (2,)), mode="strict", seed=1, round_number=3)
