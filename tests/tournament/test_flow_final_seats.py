"""Seats of a final: other seats and other neighbours in every game, earlier stages counted."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.flow.final_seats import circles, seat_final


def neighbours_of(game):
    return [frozenset(pair) for pair in pairwise([*game, game[0]])]


@pytest.mark.parametrize("count", range(4, 13))
def test_circles_share_no_neighbours(count):
    found = circles(count)
    assert len(found) == (count - 1) // 2
    pairs = [pair for one in found for pair in neighbours_of(one)]
    assert len(pairs) == len(set(pairs)) == count * len(found)


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_a_final_of_ten(data):
    """Four games: 40 seats and 40 pairs of neighbours, all different, whatever went before."""
    size = st.integers(0, 3)
    before = np.zeros((10, 10), dtype=np.int64)
    for a, b in combinations(range(10), 2):
        before[a, b] = before[b, a] = data.draw(size)
    seats = np.array([[data.draw(size) for _ in range(10)] for _ in range(10)])
    found = seat_final(10, 4, neighbours=before, seats=seats, seed="x")
    pairs = [pair for game in found.games for pair in neighbours_of(game)]
    assert len(set(pairs)) == 40
    assert all(sorted(game) == list(range(10)) for game in found.games)
    assert all(len({game[s] for game in found.games}) == 4 for s in range(10))
    # the five pairs that are left over are a perfect matching that was together most often
    left = {frozenset(pair) for pair in combinations(range(10), 2)} - set(pairs)
    weight = sum(int(before[tuple(pair)]) for pair in left)
    assert weight == best_matching(before)
    assert found.neighbours_before == int(np.triu(before).sum()) - weight
    assert found.seats_before == sum(
        int(seats[p, s]) for game in found.games for s, p in enumerate(game)
    )


def best_matching(weights):
    """Return the heaviest perfect matching, over sets of players."""
    best = {0: 0}
    for chosen in range(1, 1 << len(weights)):
        inside = [p for p in range(len(weights)) if chosen >> p & 1]
        if len(inside) % 2 == 0:
            a = inside[0]
            best[chosen] = max(
                best[chosen & ~(1 << a) & ~(1 << b)] + int(weights[a, b]) for b in inside[1:]
            )
    return best[(1 << len(weights)) - 1]


def test_the_same_seed_gives_the_same_final():
    nothing = np.zeros((10, 10), dtype=np.int64)
    one = seat_final(10, 4, neighbours=nothing, seats=nothing, seed="a")
    assert one == seat_final(10, 4, neighbours=nothing, seats=nothing, seed="a")
    assert one != seat_final(10, 4, neighbours=nothing, seats=nothing, seed="b")


def test_seats_that_nobody_had_are_taken():
    """Everybody had seats 1 to 6 in six games, so the four that are left are free of repeats."""
    seats = np.zeros((10, 10), dtype=np.int64)
    for p in range(10):
        seats[p, [(p + k) % 10 for k in range(6)]] = 1
    nothing = np.zeros((10, 10), dtype=np.int64)
    found = seat_final(10, 4, neighbours=nothing, seats=seats, seed="x")
    assert found.seats_before <= 18  # at random 0.6 of 40 seats would be repeats: 24
