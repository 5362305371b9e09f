"""Seats of a table: the best of all orders, counted here in another way; locks; D1."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from swiss_fields import field, plain

from optimizer.swiss import Lock
from optimizer.swiss.past import Past
from optimizer.swiss.seats import seat_table, seat_vector


def recount(problem, seated):
    """Return the S vector straight from the history, chair by chair."""
    z, width = len(seated), problem.width
    had = {p: Counter() for p in seated}
    beside = Counter()
    halves, ends, last = Counter(), Counter(), {}
    for number, game in ((n, g) for n, r in enumerate(problem.history.tolist()) for g in r):
        taken = [s for s, p in enumerate(game) if p >= 0]
        for seat in taken:
            player = game[seat]
            if player not in had:
                continue
            had[player][seat] += 1
            halves[player] += (seat < width // 2) - (seat >= width - width // 2)
            ends[player] += (seat == 0) - (seat == taken[-1])
            if number == len(problem.history) - 1:
                last[player] = seat
        size = len(taken)
        pairs = {frozenset((game[n], game[(n + 1) % size])) for n in range(size)}
        beside.update(pairs)
    now = {frozenset((seated[n], seated[(n + 1) % z])) for n in range(z)}
    return (
        sum(
            had[p][s] > 0 and any(had[p][other] == 0 for other in range(z))
            for s, p in enumerate(seated)
        ),
        sum((had[p][s] + (s == own)) ** 4 for own, p in enumerate(seated) for s in range(width)),
        sum(last.get(p) == s for s, p in enumerate(seated)),
        sum(beside[pair] for pair in now),
        sum(
            (halves[p] + (s < width // 2) - (s >= width - width // 2)) ** 2
            for s, p in enumerate(seated)
        ),
        sum((ends[p] + (s == 0) - (s == z - 1)) ** 2 for s, p in enumerate(seated)),
    )


@pytest.mark.parametrize(("sizes", "rounds"), [((2, 2), 3), ((3, 3), 4), ((4, 3), 3), ((5, 5), 6),
                                               ((6, 6), 2)])  # fmt: skip
def test_seats_are_the_best_of_all_orders_and_first_by_the_draw(sizes, rounds):
    for seed in range(4):
        problem = field(seed, sizes, rounds=rounds)
        past = Past.of(problem)
        players = list(range(sizes[-1]))
        best = min(
            (recount(problem, [players[n] for n in order]), order)
            for order in permutations(range(len(players)))
        )
        found = seat_table(problem, past, 1, players)
        assert found.vector == best[0]
        assert found.players == tuple(players[n] for n in best[1])


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**6), st.permutations(range(5)))
def test_the_vector_of_any_order_is_recounted(seed, order):
    problem = field(seed, (5, 4), rounds=4)
    assert seat_vector(problem, Past.of(problem), order) == recount(problem, order)


def test_a_locked_seat_is_kept_and_a_forbidden_one_is_not_taken():
    problem = field(
        1, (5, 5), locks=(Lock(2, seat=3),), forbidden_seats=((0, 0), (0, 1), (1, 4))
    )  # fmt: skip
    found = seat_table(problem, Past.of(problem), 0, [0, 1, 2, 3, 4])
    assert found.players[3] == 2
    assert 0 not in found.players[:2]
    assert found.players[4] != 1


def test_locks_that_leave_no_seat_are_noticed():
    problem = plain(
        [3, 2, 1], (3,), forbidden_seats=((0, 0), (1, 0), (2, 0))
    )  # fmt: skip
    assert seat_table(problem, Past.of(problem), 0, [0, 1, 2]) is None


def test_ten_at_a_table_without_a_past_sit_in_draw_order_where_all_is_equal():
    # Without a past S2-S5 are 0 or constant; S6 is 1 for everybody in the halves, and 1 for the
    # first and the last: constant. So D1 alone decides, and seat n has the n-th of the draw.
    problem = plain([0] * 10, (10,))
    order = np.random.default_rng(1).permutation(10).tolist()
    assert seat_table(problem, Past.of(problem), 0, order).players == tuple(order)
