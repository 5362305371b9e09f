import pytest
from brute_force import everything

from optimizer.bounds import range_bound, spread_bound
from optimizer.enumeration import enumerate_schedules
from schedules.errors import ProblemError
from schedules.problem import Problem

SIZES = [
    (6, 2, 3, 2),
    (6, 2, 3, 3),
    (6, 2, 3, 4),
    (6, 2, 3, 9),
    (6, 3, 2, 5),
    (8, 2, 4, 3),
    (8, 2, 4, 4),
    (9, 3, 3, 3),
    (10, 2, 5, 3),
    (12, 3, 4, 2),
]


def stage(players, tables, seats, rounds):
    return Problem(players, tables, rounds, seats)


@pytest.mark.parametrize("size", [(4, 2, 2, 3), (6, 2, 3, 3), (6, 2, 3, 4), (6, 3, 2, 3)])
def test_it_finds_what_listing_everything_finds(size):
    found, listed = enumerate_schedules(stage(*size)), everything(stage(*size))
    assert found.least_spread == listed.spread.min()
    assert found.least_range == listed.width.min()


def test_two_rounds_of_six_by_hand():
    # Beside {123, 456} there are 10 rounds: itself, and 9 that swap one player for another. Itself:
    # 6 pairs meet twice, Σ λ² = 24. Any other: 12 meetings, of which the pairs 12 and 56, say, are
    # twice: 2 * 4 + 8 * 1 = 16.
    found = enumerate_schedules(stage(6, 2, 3, 2))
    assert (found.schedules, found.least_spread, found.reaching) == (10, 16, 9)
    assert found.least_range == 2  # somebody never meets, somebody meets twice


def test_every_pair_once_by_hand():
    # nine players in four rounds of three: the affine plane of order 3, every pair just once
    found = enumerate_schedules(stage(9, 3, 3, 3))
    assert found.least_spread == 27  # 27 pairs once, 9 never
    assert found.least_range == 1


@pytest.mark.parametrize("size", SIZES)
def test_no_schedule_is_below_the_bounds(size):
    problem = stage(*size)
    found = enumerate_schedules(problem)
    assert found.least_spread == spread_bound(problem).value  # met at every one of these sizes
    assert found.least_range >= range_bound(problem).value


def test_the_range_is_not_always_met():
    assert range_bound(stage(10, 2, 5, 3)).value == 2
    assert enumerate_schedules(stage(10, 2, 5, 3)).least_range == 3


@pytest.mark.parametrize(
    "problem",
    [
        Problem(30, 3, 9, 10),
        Problem(7, 2, 7, 3, games_per_player=6),
        Problem(6, 2, 3, 3, apart=((0, 1),)),
    ],
)
def test_what_cannot_be_counted_is_refused(problem):
    with pytest.raises(ProblemError, match=r"wishes|too many"):
        enumerate_schedules(problem)
