"""The compiled inner loops of the search: swaps of two players between tables.

Both loops release the interpreter lock, so that several run side by side in threads, and draw
from :mod:`optimizer.xorshift`, so that a seed and a number of moves give the same result.

The meetings λ are held as an index ``class * width + λ`` into cost tables (see
:mod:`optimizer.pair_cost`): wishes cost nothing in the loop.
"""
# Compiled code: mypy sees untyped decorators and would only repeat what numba checks.
# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from optimizer.pair_cost import Ints
from optimizer.xorshift import below, next32


class Board(NamedTuple):
    """Where everybody is in the rounds that are searched, kept up to date move by move.

    Attributes
    ----------
    members
        Players at each table (rounds, tables, seats); -1 at a table that does not play.
    where, slot
        Table of each player, -1 sits out, and his index among its members, or among those who
        sit out (rounds, players).
    out
        Players who sit out (rounds, most of them in a round); -1 behind the last.
    barred
        Where a wish lets nobody sit (rounds, players, tables); empty without such wishes.
    best_where
        ``where`` at the least cost so far.
    """

    members: Ints
    where: Ints
    slot: Ints
    out: Ints
    barred: NDArray[np.bool_]
    best_where: Ints


@njit(inline="always", cache=True, nogil=True)
def _accepted(change, thresholds, state):
    """Whether a move of that cost is made, at the temperature behind the thresholds."""
    return change <= 0 or (change < thresholds.shape[0] and next32(state) < thresholds[change])


@njit(inline="always", cache=True, nogil=True)
def _exchange_tables(board, r, i, j):
    """Let two players of one round take each other's place."""
    table_i = board.where[r, i]
    table_j = board.where[r, j]
    slot_i = board.slot[r, i]
    slot_j = board.slot[r, j]
    board.members[r, table_i, slot_i] = j
    board.members[r, table_j, slot_j] = i
    board.where[r, i] = table_j
    board.where[r, j] = table_i
    board.slot[r, i] = slot_j
    board.slot[r, j] = slot_i


@njit(inline="always", cache=True, nogil=True)
def _come_in(board, r, player, leaver):
    """Let one who sits out take the place of one who plays."""
    table = board.where[r, leaver]
    slot = board.slot[r, leaver]
    waiting = board.slot[r, player]
    board.members[r, table, slot] = player
    board.out[r, waiting] = leaver
    board.where[r, player] = table
    board.where[r, leaver] = -1
    board.slot[r, player] = slot
    board.slot[r, leaver] = waiting


@njit(inline="always", cache=True, nogil=True)
def _meet(met, i, j, by):
    """Count a meeting of two players more or fewer."""
    met[i, j] += by
    met[j, i] += by


@njit(cache=True, nogil=True)
def anneal_rounds(board, met, up, down, visits, weight, free, state, thresholds, moves, cost, best):
    """Try ``moves`` swaps of two players between two tables of one round.

    Parameters
    ----------
    board
        All rounds.
    met
        Index of λ into the cost tables, (players, players); the diagonal holds the last index,
        whose steps cost nothing.
    up, down
        Cost of one meeting more and one fewer, by index.
    visits, weight
        Visits of players to tables (players, tables), and what one unit of Σ visits² costs.
    free
        The rounds that may change.
    state, thresholds
        Generator; ``thresholds[d]`` of 2**32 is the chance to accept a move that costs ``d``.
    cost, best
        Cost now, and least cost so far.

    Returns
    -------
    tuple
        Cost now, least cost.
    """
    where = board.where
    num_players = where.shape[1]
    seats = board.members.shape[2]
    bound = board.barred.shape[0] > 0
    pending = False
    for _ in range(moves):
        r = free[below(state, free.shape[0])]
        i = below(state, num_players)
        j = below(state, num_players)
        table_i = where[r, i]
        table_j = where[r, j]
        if table_i == table_j or table_i < 0 or table_j < 0:
            continue
        if bound and (board.barred[r, i, table_j] or board.barred[r, j, table_i]):
            continue
        with_i = board.members[r, table_i]
        with_j = board.members[r, table_j]
        met_i = met[i]
        met_j = met[j]
        # i and j themselves stand among with_i and with_j: their diagonal costs nothing, and
        # the meeting of i and j, which does not change, is taken off again
        change = -2 * up[met_i[j]]
        for s in range(seats):
            m = with_i[s]
            n = with_j[s]
            change += down[met_i[m]] + up[met_j[m]] + up[met_i[n]] + down[met_j[n]]
        if weight:
            there = visits[i, table_j] + visits[j, table_i]
            here = visits[i, table_i] + visits[j, table_j]
            change += 2 * weight * (there - here + 2)
        if _accepted(change, thresholds, state):
            if change > 0 and pending:
                board.best_where[:] = where
                pending = False
            for s in range(seats):
                m = with_i[s]
                n = with_j[s]
                if m != i:
                    _meet(met, i, m, -1)
                    _meet(met, j, m, 1)
                if n != j:
                    _meet(met, i, n, 1)
                    _meet(met, j, n, -1)
            _exchange_tables(board, r, i, j)
            visits[i, table_i] -= 1
            visits[i, table_j] += 1
            visits[j, table_j] -= 1
            visits[j, table_i] += 1
            cost += change
            if cost < best:
                best = cost
                pending = True
    if pending:
        board.best_where[:] = where
    return cost, best


@njit(inline="always", cache=True, nogil=True)
def _leave_and_enter(game, leaver, enterer, met, up, down):
    """Count a game without one player and with another in his place; return the cost of it.

    Calling it again with the two exchanged undoes it.
    """
    change = 0
    for s in range(game.shape[0]):
        m = game[s]
        if m != leaver and m != enterer:
            change += down[met[leaver, m]] + up[met[enterer, m]]
            _meet(met, leaver, m, -1)
            _meet(met, enterer, m, 1)
    return change


@njit(inline="always", cache=True, nogil=True)
def _wait_instead(out, leaver, enterer, together):
    """Count a round's sitting out without one player and with another; return the Σ squares of it.

    Calling it again with the two exchanged undoes it.
    """
    change = 0
    for s in range(out.shape[0]):
        m = out[s]
        if m >= 0 and m != leaver and m != enterer:
            change += 2 * (together[enterer, m] - together[leaver, m]) + 2
            _meet(together, leaver, m, -1)
            _meet(together, enterer, m, 1)
    return change


@njit(cache=True, nogil=True)
def anneal_waits(
    board, met, up, down, visits, weight, together, pause, free, state, thresholds, moves,
    cost, best,
):  # fmt: skip
    """Try ``moves`` exchanges of one who sits out with one who plays, over two rounds.

    In one round i comes in for j, in another j for i, so that everyone keeps his number of
    games. Parameters and result as in :func:`anneal_rounds`; ``together`` counts the rounds in
    which two players both sit out (players, players), and ``pause`` is what one unit of the sum
    of their squares costs.
    """
    where = board.where
    members = board.members
    num_players = where.shape[1]
    bound = board.barred.shape[0] > 0
    pending = False
    for _ in range(moves):
        r = free[below(state, free.shape[0])]
        q = free[below(state, free.shape[0])]
        i = below(state, num_players)
        j = below(state, num_players)
        table_j = where[r, j]
        table_i = where[q, i]
        if where[r, i] >= 0 or table_j < 0 or table_i < 0 or where[q, j] >= 0:
            continue
        if bound and (board.barred[r, i, table_j] or board.barred[q, j, table_i]):
            continue
        # the two games may share players, so the change is found by doing it
        change = _leave_and_enter(members[r, table_j], j, i, met, up, down)
        change += _leave_and_enter(members[q, table_i], i, j, met, up, down)
        visits[j, table_j] -= 1
        visits[i, table_i] -= 1
        change -= 2 * weight * (visits[j, table_j] + visits[i, table_i] + 1)
        change += 2 * weight * (visits[i, table_j] + visits[j, table_i] + 1)
        if pause:
            change += pause * _wait_instead(board.out[r], i, j, together)
            change += pause * _wait_instead(board.out[q], j, i, together)
        if _accepted(change, thresholds, state):
            if change > 0 and pending:
                board.best_where[:] = where
                pending = False
            _come_in(board, r, i, j)
            _come_in(board, q, j, i)
            visits[i, table_j] += 1
            visits[j, table_i] += 1
            cost += change
            if cost < best:
                best = cost
                pending = True
        else:
            _leave_and_enter(members[q, table_i], j, i, met, up, down)
            _leave_and_enter(members[r, table_j], i, j, met, up, down)
            if pause:
                _wait_instead(board.out[q], i, j, together)
                _wait_instead(board.out[r], j, i, together)
            visits[j, table_j] += 1
            visits[i, table_i] += 1
    if pending:
        board.best_where[:] = where
    return cost, best


@njit(inline="always", cache=True, nogil=True)
def _step(orbit, sign, met, weight, step, table):
    """Move λ of a pair orbit by one meeting of its representatives; return the cost of it."""
    before = met[orbit]
    after = before + sign * step[orbit]
    met[orbit] = after
    return weight[orbit] * (table[after] - table[before])


@njit(cache=True, nogil=True)
def anneal_orbits(board, orbit, met, weight, step, table, state, thresholds, moves, cost, best):
    """Try ``moves`` swaps in the rounds that stand for their orbits under a symmetry.

    Parameters
    ----------
    board
        The representative rounds only.
    orbit
        Number of the orbit of each pair of players (players, players).
    met, weight, step
        By orbit: index of λ into ``table``, cost factor, and by how much λ of the orbit's pairs
        changes when one pair meets once more in a representative round.
    table
        Cost by index of λ.
    state, thresholds, moves, cost, best
        As in :func:`anneal_rounds`.
    """
    where = board.where
    rounds, num_players = where.shape
    seats = board.members.shape[2]
    pending = False
    for _ in range(moves):
        r = below(state, rounds)
        i = below(state, num_players)
        j = below(state, num_players)
        table_i = where[r, i]
        table_j = where[r, j]
        if table_i == table_j:
            continue
        with_i = board.members[r, table_i]
        with_j = board.members[r, table_j]
        # one orbit can lose and win in the same swap, so the change is found by doing it
        change = 0
        for s in range(seats):
            m = with_i[s]
            if m != i:
                change += _step(orbit[i, m], -1, met, weight, step, table)
            m = with_j[s]
            if m != j:
                change += _step(orbit[j, m], -1, met, weight, step, table)
        for s in range(seats):
            m = with_i[s]
            if m != i:
                change += _step(orbit[j, m], 1, met, weight, step, table)
            m = with_j[s]
            if m != j:
                change += _step(orbit[i, m], 1, met, weight, step, table)
        if _accepted(change, thresholds, state):
            if change > 0 and pending:
                board.best_where[:] = where
                pending = False
            _exchange_tables(board, r, i, j)
            cost += change
            if cost < best:
                best = cost
                pending = True
        else:
            for s in range(seats):
                m = with_i[s]
                if m != i:
                    met[orbit[i, m]] += step[orbit[i, m]]
                    met[orbit[j, m]] -= step[orbit[j, m]]
                m = with_j[s]
                if m != j:
                    met[orbit[j, m]] += step[orbit[j, m]]
                    met[orbit[i, m]] -= step[orbit[i, m]]
    if pending:
        board.best_where[:] = where
    return cost, best
