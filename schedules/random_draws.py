"""What a draw by lot does: the same measures of many random schedules, to hold a matrix against.

Each round all players are shuffled and seated in that order; whom the chairs do not reach sits
out. So every round is even over all seatings and knows nothing of the rounds before.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from schedules.errors import ProblemError
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
        """Pairs outside the band of criterion 3."""
        low, high = self.problem.band
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

    Raises
    ------
    ProblemError
        If there are fewer players than chairs.
    """
    if problem.num_players < problem.num_tables * problem.num_seats:
        raise ProblemError("Draws by lot need a player for every chair; take away a table.")
    rng = np.random.default_rng(seed)
    held = _held(problem)
    block = max(1, CELLS // (len(held) * problem.num_tables * problem.num_players))
    parts = [
        _meetings(problem, held, min(block, draws - done), rng) for done in range(0, draws, block)
    ]
    return RandomDraws(problem, np.concatenate(parts))


def _held(problem: Problem) -> IntArray:
    """Return how many games each round has: all tables play, and fewer only at the end."""
    tables = problem.num_tables
    left = problem.num_games - tables * np.arange(problem.num_rounds)
    held: IntArray = np.clip(left, 0, tables)
    return held


def _meetings(problem: Problem, held: IntArray, draws: int, rng: np.random.Generator) -> IntArray:
    players, rounds, tables = problem.num_players, problem.num_rounds, problem.num_tables
    lots = np.broadcast_to(np.arange(players), (draws, rounds, players))
    table = rng.permuted(lots, axis=2) // problem.num_seats  # from the last game on: sits out
    at = table[:, :, None, :] == np.arange(tables)[:, None]
    at &= (np.arange(tables) < held[:, None])[:, :, None]
    sitting = at.reshape(draws, rounds * tables, players).astype(np.float32)
    met = np.matmul(sitting.transpose(0, 2, 1), sitting)  # whole numbers, exact in floats
    first, second = np.triu_indices(players, 1)
    pairs: IntArray = np.rint(met[:, first, second]).astype(np.int64)
    return pairs


def chances_to_meet(problem: Problem) -> list[Fraction]:
    """Chance that two given players share a game, in each round of a draw by lot.

    With t games of k in a round of P players one has a chair with t k / P; of the P - 1 other
    places k - 1 are at his table. Where everybody plays that is (k - 1) / (P - 1), and a pair
    meets R (k - 1) / (P - 1) times in the mean.
    """
    seats, players = problem.num_seats, problem.num_players
    beside = Fraction(seats - 1, players - 1)
    return [Fraction(int(games) * seats, players) * beside for games in _held(problem)]


def expected_spread(problem: Problem) -> Fraction:
    """Mean of Σ λ² over all draws by lot.

    The rounds are independent: λ is a sum of trials with the chances p of
    :func:`chances_to_meet`, so E λ² = Σ p (1 - p) + (Σ p)², the same for each of the pairs.
    """
    chances = chances_to_meet(problem)
    none = Fraction()
    each = sum((p * (1 - p) for p in chances), none) + sum(chances, none) ** 2
    return each * (problem.num_players * (problem.num_players - 1) // 2)
