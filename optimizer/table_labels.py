"""Which number each table of a round gets: nobody always at one table, nobody never at another.

Who plays with whom is settled; only the labels of the games of a round change places.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from optimizer.seats import IntArray
from optimizer.xorshift import below, new_state, next32

HOT, COLD = 1.5, 0.1
"""Temperatures in units of Σ visits² for each player of a game, for they all move together."""
OUTSIDE = 15
"""Cost of a visit outside the window of the search, in the same units."""
BARRED = 10**6
"""Cost of a player at a table that a wish bars to him: more than all visits together."""
SWAPS_PER_COOLING = 200
"""Moves a game in the first cooling; each further one takes a quarter more."""


def relabel_tables(
    tables: IntArray,
    num_tables: int,
    *,
    seed: int,
    iterations: int,
    fixed_rounds: int = 0,
    barred: NDArray[np.bool_] | None = None,
    bound: frozenset[int] = frozenset(),
) -> IntArray:
    """Give the tables of each round new numbers, so that everybody visits all tables evenly.

    First the gap between the most and the fewest visits of any player to any table is made
    least, then Σ visits². Meetings stay as they are.

    Parameters
    ----------
    tables
        Table of each player in each round, shape (rounds, players); -1 sits out.
    num_tables
        Tables that can play at the same time. The numbers that a round uses are only permuted
        among themselves, so a round with fewer games keeps its tables.
    seed
        The same seed and number of iterations give the same tables.
    iterations
        Most swaps of two numbers to try.
    fixed_rounds
        The first rounds, already played or printed, that keep their numbers.
    barred
        Where a player may not sit, shape (rounds, players, tables); the given tables keep to it.
    bound
        Players whose visits do not count: a wish binds them to tables or keeps them from some.

    Returns
    -------
    numpy.ndarray
        The tables with new numbers, shape (rounds, players), never less even than the given.

    Notes
    -----
    Annealing on Σ visits² with a fine for visits outside a window. Each cooling aims at a window
    one narrower than the best gap so far, as long as the average allows one, at one of the
    places where it can lie; every second one keeps the gap and looks for a smaller Σ visits².
    It ends when every player's visits are floor or ceil of games / tables, which makes both
    least: the first because someone's average lies between, the second player by player.
    """
    best = np.array(tables, dtype=np.int32)
    groups, num_groups = _groups(best, num_tables)
    fines = _fines(groups, num_tables, barred)
    groups[np.isin(groups, list(bound))] = -1
    counts = np.array(sorted(set(range(best.shape[1])) - bound), dtype=np.intp)
    movable = np.flatnonzero(num_groups > 1)
    movable = movable[movable >= fixed_rounds]
    games = (best[:, counts] >= 0).sum(axis=0)
    if not len(movable) or not len(counts):
        return best
    labels = _labels(best, num_tables)
    low, high = int(games.min()) // num_tables, -(-int(games.max()) // num_tables)
    least_squares = _least_squares(games, num_tables)
    best_key = visits_key(best[:, counts], num_tables)
    random = new_state("tables", seed)
    length, cooling, left = SWAPS_PER_COOLING * len(movable) * num_tables, 0, iterations
    count = np.arange(len(best) + 2)
    while left > 0 and best_key[2] > least_squares:
        width = max(best_key[1] - (cooling + 1) % 2, high - low)
        bottom = max(high - width, 0)
        bottom += int(below(random, low + 1 - bottom))
        outside = np.maximum(bottom - count, 0) + np.maximum(count - bottom - width, 0)
        price = count**2 + OUTSIDE * outside**2
        moves = min(length, left)
        tried, size = labels.copy(), groups.shape[2]
        _anneal(
            tried, groups, num_groups, movable, _visits(best, num_tables), price, fines, random,
            moves, HOT * size, COLD * size,
        )  # fmt: skip
        found = _with_labels(best, labels, tried)
        key = visits_key(found[:, counts], num_tables)
        if key < best_key:
            best, best_key, labels = found, key, tried
        left -= moves
        cooling += 1
        length = length * 5 // 4
    return best


def _groups(tables: IntArray, num_tables: int) -> tuple[IntArray, IntArray]:
    """Return the players of each game of each round, and how many games each round has.

    Shape (rounds, tables, most players at a table), the games of a round first, -1 where there
    is no player.
    """
    num_rounds = len(tables)
    games = [[np.flatnonzero(row == t) for t in range(num_tables)] for row in tables]
    size = max((len(game) for row in games for game in row), default=0)
    groups = np.full((num_rounds, num_tables, size), -1, dtype=np.int32)
    num_groups = np.zeros(num_rounds, dtype=np.int32)
    for r, row in enumerate(games):
        for game in row:
            if len(game):
                groups[r, num_groups[r], : len(game)] = game
                num_groups[r] += 1
    return groups, num_groups


def _visits(tables: IntArray, num_tables: int) -> NDArray[np.int64]:
    """Return how often each player is at each table, shape (players, tables)."""
    return np.stack([(tables == t).sum(axis=0) for t in range(num_tables)], axis=1)


def visits_key(tables: IntArray, num_tables: int) -> tuple[int, int, int]:
    """Criterion 5: somebody misses a table he could visit, the gap of the visits, Σ visits²."""
    visits = _visits(tables, num_tables)
    games = int((tables >= 0).sum(axis=0).max())
    least, most = int(visits.min()), int(visits.max())
    return int(least == 0 and games >= num_tables), most - least, int((visits**2).sum())


def _least_squares(games: NDArray[np.int64], num_tables: int) -> int:
    """Return Σ visits² when every player's games are split as evenly as whole numbers can be."""
    each, more = games // num_tables, games % num_tables
    return int((num_tables * each**2 + more * (2 * each + 1)).sum())


def _fines(
    groups: IntArray, num_tables: int, barred: NDArray[np.bool_] | None
) -> NDArray[np.int64]:
    """Return what each game pays at each table for players barred there; empty without wishes.

    Shape (rounds, games, tables).
    """
    if barred is None or not barred.any():
        return np.zeros((0, 0, 0), dtype=np.int64)
    fines = np.zeros((*groups.shape[:2], num_tables), dtype=np.int64)
    for r, g in np.argwhere((groups >= 0).any(axis=2)).tolist():
        fines[r, g] = barred[r, groups[r, g][groups[r, g] >= 0]].sum(axis=0) * BARRED
    return fines


def _labels(tables: IntArray, num_tables: int) -> IntArray:
    """Return the table of each game of each round, in the order of :func:`_groups`."""
    labels = np.full((len(tables), num_tables), -1, dtype=np.int32)
    for r, row in enumerate(tables):
        used = np.unique(row[row >= 0])
        labels[r, : len(used)] = used
    return labels


def _with_labels(tables: IntArray, before: IntArray, after: IntArray) -> IntArray:
    """Return the tables with the games of each round renumbered."""
    found = tables.copy()
    for r, row in enumerate(tables):
        for old, new in zip(before[r], after[r], strict=True):
            if old >= 0:
                found[r, row == old] = new
    return found


@njit(cache=True, nogil=True, inline="always")
def _exchange(visits, price, group, t, u):  # type: ignore[no-untyped-def]
    """Let a group go from table t to table u; return how the price changes."""
    change = 0
    for i in range(group.size):
        p = group[i]
        if p >= 0:
            n, m = visits[p, t], visits[p, u]
            change += price[n - 1] - price[n] + price[m + 1] - price[m]
            visits[p, t] = n - 1
            visits[p, u] = m + 1
    return change


@njit(cache=True, nogil=True)
def _anneal(  # type: ignore[no-untyped-def]
    labels, groups, num_groups, movable, visits, price, fines, random, moves, hot, cold
):
    """Swap two labels of a round at a time; ``labels`` ends as the cheapest seen."""
    best = labels.copy()
    cost = best_cost = 0
    heat = hot
    for move in range(moves):
        if move % 64 == 0:
            heat = hot * (cold / hot) ** (move / moves)
        r = movable[below(random, movable.size)]
        i = below(random, num_groups[r])
        j = below(random, num_groups[r] - 1)
        if j >= i:
            j += 1
        t, u = labels[r, i], labels[r, j]
        change = _exchange(visits, price, groups[r, i], t, u)
        change += _exchange(visits, price, groups[r, j], u, t)
        if fines.shape[0]:
            change += fines[r, i, u] + fines[r, j, t] - fines[r, i, t] - fines[r, j, u]
        if change > 0 and next32(random) >= np.exp(-change / heat) * 4294967296.0:
            _exchange(visits, price, groups[r, i], u, t)
            _exchange(visits, price, groups[r, j], t, u)
            continue
        labels[r, i], labels[r, j] = u, t
        cost += change
        if cost < best_cost:
            best_cost = cost
            best[:] = labels
    labels[:] = best
