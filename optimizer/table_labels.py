"""Which number each table of a round has: who meets whom stays, the visits become even.

The numbers of the tables of a round can be exchanged freely. A short annealing over such
exchanges brings down, in the order of criterion 5: a table somebody never visits, the range of
visits, and Σ visits².
"""
# Compiled code: mypy sees untyped decorators and would only repeat what numba checks.
# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False

from __future__ import annotations

import numpy as np
from numba import njit

from optimizer.pair_cost import Ints, visits_of
from optimizer.xorshift import below, new_state, next32

OUTSIDE = 4
"""Cost, in units of visits², of each visit outside the window that is tried."""

LEVELS = 30
"""Temperatures of a cooling."""


@njit(cache=True, nogil=True)
def _anneal(where, lists, playing, visits, cost, state, heat, moves, now, best, best_where):
    """Exchange two table numbers in a round, ``moves`` times; return cost now and least cost."""
    rounds = where.shape[0]
    seats = lists.shape[2]
    for _ in range(moves):
        r = below(state, rounds)
        if playing[r] < 2:
            continue
        a = below(state, playing[r])
        b = below(state, playing[r])
        if a == b:
            continue
        change = 0
        for s in range(seats):
            p = lists[r, a, s]
            change += cost[visits[p, b] + 1] - cost[visits[p, b]]
            change += cost[visits[p, a] - 1] - cost[visits[p, a]]
            p = lists[r, b, s]
            change += cost[visits[p, a] + 1] - cost[visits[p, a]]
            change += cost[visits[p, b] - 1] - cost[visits[p, b]]
        if change > 0 and next32(state) >= np.exp(-change / heat) * 4294967296.0:
            continue
        for s in range(seats):
            p = lists[r, a, s]
            q = lists[r, b, s]
            visits[p, a] -= 1
            visits[p, b] += 1
            visits[q, b] -= 1
            visits[q, a] += 1
            where[r, p] = b
            where[r, q] = a
            lists[r, a, s] = q
            lists[r, b, s] = p
        now += change
        if now < best:
            best = now
            best_where[:] = where
    return now, best


def visits_key(tables: Ints, num_tables: int) -> tuple[int, int, int]:
    """Criterion 5 of a matrix: somebody misses a table he could visit, the range, Σ visits²."""
    visits = visits_of(tables, num_tables).astype(np.int64)
    games = int((tables >= 0).sum(axis=0).max())
    least, most = int(visits.min()), int(visits.max())
    return int(least == 0 and games >= num_tables), most - least, int((visits**2).sum())


def relabel_tables(tables: Ints, num_tables: int, *, seed: int, moves: int) -> Ints:
    """Return the matrix with other table numbers, never worse in criterion 5.

    Parameters
    ----------
    tables
        Table of each player in each round, -1 sits out; shape (rounds, players). Tables that
        play in a round are numbered from 0 on.
    num_tables
        Tables of the room.
    seed, moves
        The same two give the same numbers. ``moves`` exchanges are tried for each of three
        windows of visits.
    """
    best, best_key = tables, visits_key(tables, num_tables)
    if num_tables < 2:
        return best
    mean = int((tables >= 0).sum(axis=0).max()) // num_tables
    for margin in (1, 2, tables.shape[0]):
        found = _cooled(tables, num_tables, mean - margin, mean + 1 + margin, (seed, margin), moves)
        key = visits_key(found, num_tables)
        if key < best_key:
            best, best_key = found, key
    return best


def _cooled(
    tables: Ints, num_tables: int, low: int, high: int, seed: tuple[int, int], moves: int
) -> Ints:
    """Anneal Σ visits² with a price on visits outside ``low`` to ``high``."""
    where = tables.copy()
    playing = where.max(axis=1).astype(np.int64) + 1
    seats = int((where[0] == 0).sum())
    lists = np.full((len(where), num_tables, seats), -1, dtype=np.int32)
    for r, row in enumerate(where):
        for t in range(playing[r]):
            lists[r, t] = np.flatnonzero(row == t)
    count = np.arange(len(where) + 2)
    outside = np.maximum(low - count, 0) + np.maximum(count - high, 0)
    cost = (count**2 + OUTSIDE * outside).astype(np.int64)
    visits = visits_of(where, num_tables)
    now = best = int(cost[visits].sum())
    best_where = where.copy()
    state = new_state("labels", *seed)
    for level in range(LEVELS):
        heat = 2.0 * seats * 0.02 ** (level / (LEVELS - 1))
        now, best = _anneal(
            where, lists, playing, visits, cost, state, heat, moves // LEVELS, now, best, best_where
        )
    return best_where
