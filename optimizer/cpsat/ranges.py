"""Which histograms of meetings are possible at all: a small whole-number program.

For a full problem (everybody plays in every round) the unknowns are the numbers n_λ of pairs
that meet λ times. What every schedule satisfies:

- **totals**: Σ n_λ pairs, Σ λ n_λ meetings, Σ λ² n_λ at least the proved bound; pairs that a
  wish keeps apart are not counted among the n_λ, they stand in the rows below as λ = 0;
- **moments**: for m rounds, the players fall into T^m cells by the tables they have there;
  Σ C(λ, m) n_λ counts the pairs that share a cell, over all choices of m rounds, and an even
  split of P players into T^m cells has fewest such pairs;
- **Delsarte**: the players' tables are P words of length R over T letters, at distance R - λ.
  For each j, Σ over ordered pairs (with the diagonal) of the Krawtchouk polynomial K_j(distance)
  is not negative (P. Delsarte, "An algebraic approach to the association schemes of coding
  theory", 1973);
- **players**: each player's own meetings with the P - 1 others sum to R (k - 1), so the
  histogram is the sum of P histograms of single players, each pair counted twice.

A histogram that the program excludes belongs to no schedule. What it does not exclude may still
be impossible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import comb

from ortools.sat.python import cp_model

from optimizer.bounds import even_squares, spread_bound
from optimizer.cpsat.solve import INFEASIBLE, OPTIMAL, Params, run
from schedules.problem import Problem

Cost = Callable[[int], int]

LARGEST_COEFFICIENT = 10**11
"""Delsarte rows with larger coefficients are left out: the program stays exact in 64 bits."""

MOST_TYPES = 4000
"""Kinds of single players up to which they are told apart."""

MOST_ROUNDS = 40
"""Rounds up to which the program is asked: its coefficients grow with their powers."""

QUESTION = Params(time_limit=60.0, deterministic_limit=1.0, workers=1)
"""Limits of one question, in CP-SAT's own measure of work so that the answer is the same on
every machine; a question not answered within them proves nothing."""


def can_be_asked(problem: Problem) -> bool:
    """Whether the program speaks of a problem, and is small enough to be worth asking."""
    return problem.full and problem.num_tables > 1 and problem.num_rounds <= MOST_ROUNDS


def _krawtchouk(rounds: int, letters: int, j: int, distance: int) -> int:
    return sum(
        (-1) ** s * (letters - 1) ** (j - s) * comb(distance, s) * comb(rounds - distance, j - s)
        for s in range(j + 1)
    )


def _types(players: int, meetings: int, low: int, high: int) -> Iterator[tuple[int, ...]]:
    """Yield the histograms of one player: counts of λ = low..high with the right sums."""
    if low == high:
        if low * players == meetings:
            yield (players,)
        return
    for count in range(players + 1):
        rest, left = players - count, meetings - count * low
        if left < rest * (low + 1):
            continue
        if left > rest * high:
            continue
        for tail in _types(rest, left, low + 1, high):
            yield (count, *tail)


class HistogramProgram:
    """The program for λ from ``low`` to ``high``; ask it with the methods below."""

    def __init__(self, problem: Problem, low: int, high: int) -> None:
        if not problem.full:
            raise ValueError("the program speaks of problems where everybody always plays")
        self._problem, self._low, self._high = problem, low, high
        self._model = cp_model.CpModel()
        players = problem.num_players
        self._apart = problem.num_kept_apart
        pairs = players * (players - 1) // 2 - self._apart
        self._count = {
            met: self._model.new_int_var(0, pairs, f"pairs_{met}") for met in range(low, high + 1)
        }
        self._totals(pairs)
        self._moments()
        self._delsarte()
        self._players()

    def _sum(self, factor: dict[int, int]) -> cp_model.LinearExpr:
        return cp_model.LinearExpr.weighted_sum(
            list(self._count.values()), [factor[met] for met in self._count]
        )

    def _totals(self, pairs: int) -> None:
        problem = self._problem
        meetings = problem.num_players * problem.num_rounds * (problem.num_seats - 1) // 2
        self._model.add(self._sum({met: 1 for met in self._count}) == pairs)
        self._model.add(self._sum({met: met for met in self._count}) == meetings)
        self._model.add(
            self._sum({met: met * met for met in self._count}) >= spread_bound(problem).value
        )

    def _moments(self) -> None:
        problem = self._problem
        for m in range(2, problem.num_rounds + 1):
            # C(n, 2) over the cells is half of Σ n² - P
            cells = problem.num_tables**m
            together = (even_squares(problem.num_players, cells) - problem.num_players) // 2
            if not together:
                break
            least = comb(problem.num_rounds, m) * together
            self._model.add(self._sum({met: comb(met, m) for met in self._count}) >= least)

    def _delsarte(self) -> None:
        problem = self._problem
        rounds, letters = problem.num_rounds, problem.num_tables
        for j in range(1, rounds + 1):
            factor = {met: 2 * _krawtchouk(rounds, letters, j, rounds - met) for met in self._count}
            own = problem.num_players * _krawtchouk(rounds, letters, j, 0)
            own += 2 * self._apart * _krawtchouk(rounds, letters, j, rounds)
            if max(map(abs, (*factor.values(), own))) <= LARGEST_COEFFICIENT:
                self._model.add(self._sum(factor) + own >= 0)

    def _players(self) -> None:
        problem = self._problem
        meetings = problem.num_rounds * (problem.num_seats - 1)
        kinds: list[tuple[int, ...]] = []
        others = set((problem.limits() > 0).sum(axis=1).tolist())
        if len(others) > 1:  # not everybody may meet equally many
            return
        for kind in _types(others.pop() - 1, meetings, self._low, self._high):
            kinds.append(kind)
            if len(kinds) > MOST_TYPES:
                return
        people = [
            self._model.new_int_var(0, problem.num_players, f"kind_{n}") for n in range(len(kinds))
        ]
        self._model.add(cp_model.LinearExpr.sum(people) == problem.num_players)
        for place, met in enumerate(self._count):
            factors = [kind[place] for kind in kinds]
            self._model.add(
                cp_model.LinearExpr.weighted_sum(people, factors) == 2 * self._count[met]
            )

    def excluded(self) -> bool:
        """Whether no schedule has all its λ from ``low`` to ``high``."""
        return run(self._model, QUESTION).status == INFEASIBLE

    def least(self, cost: Cost, *given: tuple[Cost, int]) -> int:
        """Return a lower bound on Σ cost(λ) n_λ over all schedules with these λ.

        Parameters
        ----------
        cost
            Cost of a pair by λ, never negative.
        *given
            Other costs, and the most that each may sum to.
        """
        for other, most in given:
            self._model.add(self._sum({met: other(met) for met in self._count}) <= most)
        self._model.minimize(self._sum({met: cost(met) for met in self._count}))
        outcome = run(self._model, QUESTION)
        if outcome.status == OPTIMAL and outcome.objective is not None:
            return outcome.objective
        return max(outcome.bound or 0, 0)


def narrowest_range(problem: Problem, found: int) -> int:
    """Return a proved lower bound on the greatest less the least λ, no higher than ``found``."""
    mean, rest = divmod(problem.num_rounds * (problem.num_seats - 1), problem.num_players - 1)
    top = mean + int(rest > 0)
    for width in range(top - mean, found):
        for low in range(max(0, top - width), mean + 1):
            if low + width > problem.num_rounds:
                continue
            if not HistogramProgram(problem, low, low + width).excluded():
                return width
    return found


def _never(met: int) -> int:
    return int(met == 0)


def _excess(problem: Problem) -> Cost:
    low, high = problem.band
    return lambda met: max(low - met, 0) + max(met - high, 0)


def never_met_least(problem: Problem) -> int:
    """Return a lower bound on the pairs that never meet."""
    return HistogramProgram(problem, 0, problem.num_rounds).least(_never)


def excess_least(problem: Problem, never_met: int) -> int:
    """Return a lower bound on the meetings outside the band, if at most so many never meet."""
    program = HistogramProgram(problem, 0, problem.num_rounds)
    return program.least(_excess(problem), (_never, never_met))


def spread_least(problem: Problem, never_met: int, band_excess: int) -> int:
    """Return a lower bound on Σ λ², if criteria 2 and 3 are as good as given."""
    program = HistogramProgram(problem, 0, problem.num_rounds)
    return program.least(
        lambda met: met * met, (_never, never_met), (_excess(problem), band_excess)
    )
