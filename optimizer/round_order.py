"""In which order the rounds are played: short waits, and nobody twice running with the same people.

The order of the rounds changes nothing of who meets whom, at which table, how often. So it is
free to serve the criteria that look at what follows what.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from optimizer.annealing import tables_in_round
from optimizer.pair_cost import Ints
from schedules.measures import longest_run
from schedules.problem import Problem

RESTARTS = 6
STEPS = 600
"""Orders tried in a cooling, and coolings: together about half a second at 12 rounds."""
HOT, COLD = 6.0, 0.3
"""Temperatures in units of Σ of squares of the runs of games."""

Order = NDArray[np.intp]


def order_rounds(problem: Problem, tables: Ints, *, seed: int) -> Ints:
    """Return the same rounds in an order with short waits, shape (rounds, players).

    In the order of the criteria: fewest pairs who meet in two rounds running (if that is wished),
    then the shortest longest wait, then the shortest longest run of games. Rounds with fewer
    tables stay where they are, and so do all where somebody is absent: then they have a date.

    Parameters
    ----------
    problem, tables
        The stage and its matrix; -1 sits out.
    seed
        The same seed gives the same order.
    """
    movable = movable_rounds(problem)
    if len(movable) < 3 or (problem.everybody_always and not problem.soft.not_in_a_row):
        return tables
    shared = _shared_pairs(tables) if problem.soft.not_in_a_row else None
    rng = np.random.Generator(np.random.PCG64([seed, 8]))
    best: Order = np.arange(problem.num_rounds)
    best_key = order_key(tables, best, shared)
    for _ in range(RESTARTS):
        order = best.copy()
        order[movable] = rng.permutation(order[movable])
        cost = _cost(tables, order, shared)
        for step in range(STEPS):
            heat = HOT * (COLD / HOT) ** (step / STEPS)
            tried = order.copy()
            i, j = rng.choice(movable, 2, replace=False)
            tried[i], tried[j] = order[j], order[i]
            new = _cost(tables, tried, shared)
            if new <= cost or rng.random() < np.exp((cost - new) / heat):
                order, cost = tried, new
                key = order_key(tables, order, shared)
                if key < best_key:
                    best, best_key = order.copy(), key
    return np.ascontiguousarray(tables[best])


def movable_rounds(problem: Problem) -> Order:
    """Return the rounds that may change places: all with as many tables as the first."""
    if problem.absent:
        return np.zeros(0, dtype=np.intp)
    playing = tables_in_round(problem)
    return np.flatnonzero(np.array(playing) == playing[0])


def order_key(tables: Ints, order: Order, shared: Ints | None) -> tuple[int, ...]:
    """Return what an order is judged by; the smaller is the better one."""
    out = tables[order] < 0
    twice = 0 if shared is None else int(shared[order[:-1], order[1:]].sum())
    return twice, longest_run(out), longest_run(~out)


def _shared_pairs(tables: Ints) -> Ints:
    """Return how many pairs meet in both of two rounds, shape (rounds, rounds)."""
    rounds = len(tables)
    shared = np.zeros((rounds, rounds), dtype=np.int32)
    width = int(tables.max()) + 1
    for r in range(rounds):
        for s in range(r):
            both = (tables[r] >= 0) & (tables[s] >= 0)
            overlap = np.bincount(tables[r][both] * width + tables[s][both])
            shared[r, s] = shared[s, r] = int((overlap * (overlap - 1) // 2).sum())
    return shared


def _cost(tables: Ints, order: Order, shared: Ints | None) -> float:
    """Return a smooth cost that leads to short runs: Σ of squares of all runs, waits dearest."""
    total = 0.0 if shared is None else 4.0 * float(shared[order[:-1], order[1:]].sum())
    out = tables[order] < 0
    wait = play = np.zeros(out.shape[1], dtype=np.int64)
    for row in out:
        wait = np.where(row, wait + 1, 0)
        play = np.where(row, 0, play + 1)
        # 2n - 1 for the n-th of a run sums to its square; cubes would only freeze the search
        total += float(4 * (2 * wait - 1)[row].sum() + (play * play)[~row].sum())
    return total
