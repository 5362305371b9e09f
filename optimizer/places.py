"""Which player takes which place of a matrix: soft wishes for nothing.

Players whom no hard wish names are alike to the criteria: exchanging two of them changes who is
who and nothing else. So the soft wishes about meetings are served last, by exchanges of places
in the finished matrix, and cost the criteria before them nothing at all.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from optimizer.pair_cost import Ints, meetings_of
from optimizer.xorshift import below, new_state, next32
from schedules.problem import Problem
from schedules.soft import pairs_of

MOVES = 40_000
"""Exchanges tried, under a second."""
HOT, COLD = 8.0, 0.2
"""Temperatures in meetings."""

APART, EVEN, TOGETHER = 8, 1, 8
"""Cost of a meeting of two who prefer to be apart, of its square, and of one missing together."""


def place_players(problem: Problem, tables: Ints, *, seed: int, moves: int = MOVES) -> Ints:
    """Return the same matrix with players in other places, so that soft wishes are kept best.

    Fewest meetings of those who prefer to be apart, then the evenest; most meetings of those who
    prefer to meet.

    Parameters
    ----------
    problem, tables
        The stage and its matrix, shape (rounds, players).
    seed, moves
        The same two give the same matrix.

    Notes
    -----
    A quadratic assignment, annealed over exchanges of two places. Players whom a hard wish names
    keep theirs.
    """
    soft = problem.soft
    apart, together = pairs_of(soft.prefer_apart), pairs_of(soft.prefer_together)
    free = movable_players(problem)
    if len(free) < 2 or not (len(apart) or len(together)):
        return tables
    wish = np.zeros((problem.num_players, problem.num_players), dtype=np.int64)
    wish[tuple(apart.T)] += 1
    wish[tuple(together.T)] -= 1
    wish += wish.T
    met = meetings_of(tables).astype(np.int64)
    place = np.arange(problem.num_players)
    best, total = place.copy(), 0
    least, state = 0, new_state(seed, "places")
    wanted = np.flatnonzero((wish != 0).any(axis=1))
    wanted = np.intersect1d(wanted, free)
    if not len(wanted):
        return tables
    for move in range(moves):
        heat = APART * HOT * (COLD / HOT) ** (move / moves)
        i = int(wanted[below(state, len(wanted))])
        j = int(free[below(state, len(free))])
        if i == j:
            continue
        change = -_cost(wish, met, place, i, j)
        place[[i, j]] = place[[j, i]]
        change += _cost(wish, met, place, i, j)
        if change > 0 and next32(state) >= np.exp(-change / heat) * 2.0**32:
            place[[i, j]] = place[[j, i]]
            continue
        total += change
        if total < least:
            best, least = place.copy(), total
    return np.ascontiguousarray(tables[:, best])


def movable_players(problem: Problem) -> NDArray[np.intp]:
    """Return the players whom no hard wish names: they may take each other's places."""
    named = {player for player, _ in problem.other_games}
    named |= problem.bound_to_tables | {player for player, _ in problem.absent}
    groups = [*problem.apart, *problem.teams]
    groups += [group for group, _ in (*problem.at_most, *problem.at_least)]
    named |= {player for group in groups for player in group}
    return np.array([p for p in range(problem.num_players) if p not in named], dtype=np.intp)


def _cost(
    wish: NDArray[np.int64], met: NDArray[np.int64], place: NDArray[np.intp], i: int, j: int
) -> int:
    """Return what the wishes of two players cost; a wish between the two counts once."""
    rows = met[np.ix_(place[[i, j]], place)]
    wishes = wish[[i, j]].copy()
    wishes[1, i] = 0
    apart = np.where(wishes > 0, APART * rows + EVEN * rows**2, 0)
    return int(apart.sum() - TOGETHER * np.where(wishes < 0, rows, 0).sum())
