"""Behind a gap the seed decides among equals, and clubs have a bound by counting."""

from itertools import permutations

import numpy as np
import pytest
from swiss_fields import field, plain, tables
from test_swiss_polish import bracket_of, turns

from optimizer.swiss import next_round
from optimizer.swiss.starts import drawn, lots

CLUBS = tuple("abc"[n // 10] if n < 30 else "" for n in range(40))


def test_a_random_round_with_clubs_is_drawn_by_the_seed_and_its_clubs_are_proved():
    """Ten of a club at four tables: 3, 3, 2, 2, so 3 + 3 + 1 + 1 pairs, three clubs: 24."""
    problem = plain([0] * 40, (10,) * 4, clubs=CLUBS)
    rounds = [next_round(problem, mode="random", seed=seed, effort=0.002) for seed in "abc"]
    for round_ in rounds:
        (line,) = round_.brackets[0].certificate.lines
        assert (line.code, line.value, line.bound) == ("Q6", 24, 24)
        assert not round_.proved  # with so little effort D1 is left open, which is what is tried
    seatings = [tables(round_) for round_ in rounds]
    by_number = [list(range(10 * t + 1, 10 * t + 11)) for t in range(4)]
    assert by_number not in seatings
    assert seatings[0] != seatings[1] != seatings[2] != seatings[0]


def test_equal_points_are_parted_by_the_seed_where_the_solver_proves_nothing():
    problem = field(3, (6, 6, 6, 6), rounds=5, points=(0,) * 24)
    rounds = [next_round(problem, mode="strict", seed=seed, effort=0.001) for seed in "ab"]
    assert not any(round_.proved for round_ in rounds)
    assert tables(rounds[0]) != tables(rounds[1])


def floor_and_least(problem):
    """Return the bound of clubs, and the fewest pairs of clubmates over all seatings."""
    _, numbers, home = bracket_of(problem, "random")
    (clubs,) = [count for count in numbers if count.code == "Q6"]
    seatings = set(permutations(home.tolist()))
    return clubs.floor, min(clubs.of(np.array(table_of)) for table_of in seatings)


@pytest.mark.parametrize("members", range(1, 8))
def test_the_bound_of_one_club_is_met(members):
    clubs = ("a",) * members + ("",) * (7 - members)
    floor, least = floor_and_least(field(0, (3, 2, 2), clubs=clubs))
    assert floor == least


def test_the_bound_of_clubs_is_never_above_what_a_seating_shows():
    for seed in range(6):
        floor, least = floor_and_least(field(seed, (3, 2, 2)))
        assert floor <= least


def test_the_numbers_of_the_lot_are_in_the_order_of_the_lists_of_tables():
    rule, _, home = bracket_of(field(1, (4, 4, 3, 3)), "random")
    rng = np.random.default_rng(0)
    order = rng.permutation(len(home)).tolist()
    made = lots(rule, order)
    assert sorted(p for players, _ in made for p in players) == list(range(len(home)))
    seatings = [rng.permutation(home) for _ in range(200)]
    by_list = sorted(seatings, key=lambda t: t[order].tolist())
    by_number = sorted(seatings, key=lambda t: [count.of(t) for _, count in made])
    assert np.array_equal(by_list, by_number)


def test_no_turn_gives_an_equal_vector_and_a_smaller_lot():
    for seed in range(4):
        rule, numbers, home = bracket_of(field(seed, (4, 4, 3, 3)), "random")
        order = np.random.default_rng(seed).permutation(len(home)).tolist()
        best = drawn(rule, numbers, order, home)

        def key(table_of, numbers=numbers, order=order):
            return [count.of(table_of) for count in numbers], table_of[order].tolist()

        assert not [t for t in turns(best) if rule.keeps(t) and key(t) < key(best)]
