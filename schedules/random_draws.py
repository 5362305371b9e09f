"""What a draw by lot does: the same measures of many random schedules, to hold a matrix against.

Each round all players are shuffled and seated in that order; whom the chairs do not reach sits out.
Where there are fewer players than chairs, tables are as equal as whole numbers allow. So every
round is even over all seatings and knows nothing of the rounds before.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from schedules.measures import IntArray
from schedules.problem import Problem

CELLS = 4_000_000
"""Numbers of a block of draws that are held at once."""


@dataclass(frozen=True)
class RandomDraws:
    """How often each pair meets in each draw, and what follows from it; one entry a draw.

    Attributes
    ----------
    problem
        Of which they are draws.
    met
        Meetings, shape (draws, pairs); pairs in the order of
        :func:`schedules.measures.pair_values`.
    """

    problem: Problem
    met: IntArray

    @property
    def spread(self) -> IntArray:
        """Σ λ² of each draw."""
        squares: IntArray = (self.met**2).sum(axis=1)
        return squares

    @property
    def never_met(self) -> IntArray:
        """Pairs that never meet."""
        return _per_draw(self.met == 0)

    @property
    def outside_band(self) -> IntArray:
        """Pairs outside the band of criterion 3, with games as large as they are."""
        low, high = _band(self.problem)
        return _per_draw((self.met < low) | (self.met > high))

    @property
    def fewest(self) -> IntArray:
        """Fewest meetings of a pair."""
        least: IntArray = self.met.min(axis=1)
        return least

    @property
    def most(self) -> IntArray:
        """Most meetings of a pair."""
        most: IntArray = self.met.max(axis=1)
        return most

    @property
    def mean_histogram(self) -> dict[int, float]:
        """Pairs that meet so often, in the mean over the draws, by number of meetings."""
        counts = np.bincount(self.met.ravel()) / len(self.met)
        return {n: float(pairs) for n, pairs in enumerate(counts) if pairs}


def _band(problem: Problem) -> tuple[int, int]:
    """Return the band as it is measured: tables that lack a player make fewer meetings."""
    met = sum(size * (size - 1) // 2 for sizes in _sizes(problem) for size in sizes)
    pairs = problem.num_players * (problem.num_players - 1) // 2 - problem.num_kept_apart
    return max(0, met // max(pairs, 1) - 1), -(-met // max(pairs, 1)) + 1


def _per_draw(pairs: NDArray[np.bool_]) -> IntArray:
    counted: IntArray = pairs.sum(axis=1)
    return counted


def random_draws(problem: Problem, *, draws: int = 1000, seed: int = 1) -> RandomDraws:
    """Draw schedules by lot, wishes not heeded.

    Where the games do not fill all rounds, tables stand idle in the last ones. Everybody sits out
    as the lot has it, and not equally often.

    Parameters
    ----------
    problem
        Players, tables, seats, rounds and games.
    draws
        How many.
    seed
        The same seed gives the same draws.
    """
    rng = np.random.default_rng(seed)
    tables = _tables_of_places(problem)
    block = max(1, CELLS // (problem.num_rounds * problem.num_tables * problem.num_players))
    parts = [
        _meetings(problem, tables, min(block, draws - done), rng) for done in range(0, draws, block)
    ]
    return RandomDraws(problem, np.concatenate(parts))


def _sizes(problem: Problem) -> list[list[int]]:
    """Return how many play in each game of each round: all who can, and fewer only at the end."""
    at_once = min(problem.num_tables, problem.num_players // problem.fewest_seats)
    room = min(problem.num_players, at_once * problem.num_seats)
    found = []
    for number in range(problem.num_rounds):
        playing = min(room, max(0, problem.num_chairs - room * number))
        games = -(-playing // problem.num_seats)
        found.append([(playing + game) // games for game in range(games)])
    return found


def _tables_of_places(problem: Problem) -> IntArray:
    """Return the table of each place of a shuffled list, -1 for who sits out: (rounds, players)."""
    tables: IntArray = np.full((problem.num_rounds, problem.num_players), -1)
    for row, sizes in zip(tables, _sizes(problem), strict=True):
        row[: sum(sizes)] = np.repeat(np.arange(len(sizes)), sizes)
    return tables


def _meetings(
    problem: Problem, of_place: IntArray, draws: int, rng: np.random.Generator
) -> IntArray:
    players, rounds, tables = problem.num_players, problem.num_rounds, problem.num_tables
    lots = np.broadcast_to(np.arange(players), (draws, rounds, players))
    table = of_place[np.arange(rounds)[:, None], rng.permuted(lots, axis=2)]
    at = table[:, :, None, :] == np.arange(tables)[:, None]
    sitting = at.reshape(draws, rounds * tables, players).astype(np.float32)
    met = np.matmul(sitting.transpose(0, 2, 1), sitting)  # whole numbers, exact in floats
    first, second = np.triu_indices(players, 1)
    pairs: IntArray = np.rint(met[:, first, second]).astype(np.int64)
    return pairs


def chances_to_meet(problem: Problem) -> list[Fraction]:
    """Chance that two given players share a game, in each round of a draw by lot.

    Of the P (P - 1) places of the two a game of k players has k (k - 1). Where everybody plays at
    full tables these make (k - 1) / (P - 1), so a pair meets R (k - 1) / (P - 1) times on average.
    """
    players = problem.num_players
    return [
        Fraction(sum(size * (size - 1) for size in sizes), players * (players - 1))
        for sizes in _sizes(problem)
    ]


def expected_spread(problem: Problem) -> Fraction:
    """Mean of Σ λ² over all draws by lot.

    The rounds are independent: λ is a sum of trials with the chances p of
    :func:`chances_to_meet`, so E λ² = Σ p (1 - p) + (Σ p)², the same for each of the pairs.
    """
    chances = chances_to_meet(problem)
    none = Fraction()
    each = sum((p * (1 - p) for p in chances), none) + sum(chances, none) ** 2
    return each * (problem.num_players * (problem.num_players - 1) // 2)
