"""Annealing of a whole matrix: tables of all players in all rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from optimizer.kernels import anneal_rounds
from optimizer.pair_cost import Ints, PairCost, Weights, meetings_of, visits_of
from optimizer.xorshift import new_state
from schedules.problem import Problem

CHUNK = 2_000_000
"""Moves between two looks at the clock, about a tenth of a second."""

LEVELS = 60
"""Temperatures of a cooling."""


@dataclass(frozen=True)
class Cooling:
    """A geometric cooling over a number of moves.

    Attributes
    ----------
    start, end
        Temperatures in units of Σ λ².
    moves
        Moves in all.
    """

    start: float
    end: float
    moves: int

    def chunks(self) -> Iterator[tuple[float, int]]:
        """Yield temperature and moves of each chunk; together they are ``moves``."""
        done = 0
        for level in range(LEVELS):
            temperature = self.start * (self.end / self.start) ** (level / (LEVELS - 1))
            until = self.moves * (level + 1) // LEVELS
            while done < until:
                step = min(CHUNK, until - done)
                yield temperature, step
                done += step


def thresholds(temperature: float) -> NDArray[np.uint64]:
    """Chance out of 2**32 to accept a move that costs d, by d; below 1e-9 there is none."""
    chance = np.exp(-np.arange(int(temperature * 21) + 2) / temperature)
    return np.minimum(chance * 2.0**32, 2.0**32 - 1).astype(np.uint64)


def random_tables(problem: Problem, *seed: int | str) -> Ints:
    """Return full rounds dealt at random, shape (rounds, players), for P = k T."""
    rng = np.random.Generator(np.random.PCG64([int(new_state(*seed, "deal")[0])]))
    deal = np.repeat(np.arange(problem.num_tables), problem.num_seats)
    return np.stack([rng.permutation(deal) for _ in range(problem.num_rounds)]).astype(np.int32)


def seat_lists(tables: Ints, num_tables: int) -> tuple[Ints, Ints]:
    """Return the players at each table (rounds, tables, seats) and each player's index there."""
    order = np.argsort(tables, axis=1, kind="stable").astype(np.int32)
    rounds, players = tables.shape
    seats = players // num_tables
    members = order.reshape(rounds, num_tables, seats)
    slot = np.empty_like(order)
    np.put_along_axis(slot, order, np.arange(players, dtype=np.int32)[None, :] % seats, axis=1)
    return np.ascontiguousarray(members), slot


def anneal(
    problem: Problem,
    tables: Ints,
    *,
    weights: Weights,
    cooling: Cooling,
    seed: tuple[int | str, ...],
    over: Callable[[], bool],
    free: NDArray[np.integer] | None = None,
    target: int | None = None,
    spent: Callable[[int], None] = lambda moves: None,
) -> Ints:
    """Anneal a full matrix from where it stands and return the best seen, shape as given.

    Parameters
    ----------
    problem, tables
        A full problem (P = k T) and a matrix with k players at every table.
    weights, cooling, seed
        What is paid, how it cools, and the seed; the same three give the same result.
    over
        Asked between chunks; the best so far is returned when it says so.
    free
        Rounds that may change; all without it.
    target
        A cost that cannot be beaten: stop there.
    spent
        Told the moves of each chunk.
    """
    cost_of = PairCost(problem, weights)
    met = cost_of.index(meetings_of(tables))
    visits = visits_of(tables, problem.num_tables)
    cost = cost_of.total(meetings_of(tables)) + weights.visits * int((visits**2).sum())
    members, slot = seat_lists(tables, problem.num_tables)
    where, best_where, best = tables.copy(), tables.copy(), cost
    if free is None:
        free = np.arange(problem.num_rounds)
    state = new_state(*seed)
    for temperature, moves in cooling.chunks():
        cost, best = anneal_rounds(
            members, where, slot, met, cost_of.up, cost_of.down, visits, weights.visits, free,
            state, thresholds(temperature * weights.spread), moves, cost, best, best_where,
        )  # fmt: skip
        spent(moves)
        if over() or (target is not None and best <= target):
            break
    return best_where
