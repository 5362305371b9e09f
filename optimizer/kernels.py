"""The compiled inner loops of the search: swaps of two players between tables.

Both loops release the interpreter lock, so that several run side by side in threads, and draw
from :mod:`optimizer.xorshift`, so that a seed and a number of moves give the same result.

The meetings λ are held as an index ``class * width + λ`` into cost tables (see
:mod:`optimizer.pair_cost`): wishes cost nothing in the loop.
"""
# Compiled code: mypy sees untyped decorators and would only repeat what numba checks.
# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False

from __future__ import annotations

from numba import njit

from optimizer.xorshift import below, next32


@njit(cache=True, nogil=True)
def anneal_rounds(
    members, where, slot, met, up, down, visits, weight, free, state, thresholds, moves, cost, best, best_where
):
    """Try ``moves`` swaps of two players between two tables of one round.

    Parameters
    ----------
    members, where, slot
        Players at each table (rounds, tables, seats); table and index there of each player
        (rounds, players).
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
    cost, best, best_where
        Cost now, least cost so far, and the tables of the latter (rounds, players).

    Returns
    -------
    tuple
        Cost now, least cost.
    """
    num_players = where.shape[1]
    seats = members.shape[2]
    pending = False
    for _ in range(moves):
        r = free[below(state, free.shape[0])]
        i = below(state, num_players)
        j = below(state, num_players)
        table_i = where[r, i]
        table_j = where[r, j]
        if table_i == table_j or table_i < 0 or table_j < 0:
            continue
        with_i = members[r, table_i]
        with_j = members[r, table_j]
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
            change += (
                2
                * weight
                * (
                    visits[i, table_j]
                    - visits[i, table_i]
                    + visits[j, table_i]
                    - visits[j, table_j]
                    + 2
                )
            )
        if change <= 0 or (change < thresholds.shape[0] and next32(state) < thresholds[change]):
            if change > 0 and pending:
                best_where[:] = where
                pending = False
            for s in range(seats):
                m = with_i[s]
                n = with_j[s]
                if m != i:
                    met[i, m] -= 1
                    met[m, i] -= 1
                    met[j, m] += 1
                    met[m, j] += 1
                if n != j:
                    met[i, n] += 1
                    met[n, i] += 1
                    met[j, n] -= 1
                    met[n, j] -= 1
            slot_i = slot[r, i]
            slot_j = slot[r, j]
            with_i[slot_i] = j
            with_j[slot_j] = i
            where[r, i] = table_j
            where[r, j] = table_i
            slot[r, i] = slot_j
            slot[r, j] = slot_i
            visits[i, table_i] -= 1
            visits[i, table_j] += 1
            visits[j, table_j] -= 1
            visits[j, table_i] += 1
            cost += change
            if cost < best:
                best = cost
                pending = True
    if pending:
        best_where[:] = where
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
            met[leaver, m] -= 1
            met[m, leaver] -= 1
            met[enterer, m] += 1
            met[m, enterer] += 1
    return change


@njit(cache=True, nogil=True)
def anneal_waits(
    members, where, slot, met, up, down, visits, weight, free, state, thresholds, moves, cost, best, best_where
):
    """Try ``moves`` exchanges of one who sits out with one who plays, over two rounds.

    In one round i comes in for j, in another j for i, so that everyone keeps his number of
    games. Parameters and result as in :func:`anneal_rounds`; ``where`` is -1 for who sits out.
    """
    num_players = where.shape[1]
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
        # the two games may share players, so the change is found by doing it
        change = _leave_and_enter(members[r, table_j], j, i, met, up, down)
        change += _leave_and_enter(members[q, table_i], i, j, met, up, down)
        visits[j, table_j] -= 1
        visits[i, table_i] -= 1
        change -= 2 * weight * (visits[j, table_j] + visits[i, table_i] + 1)
        change += 2 * weight * (visits[i, table_j] + visits[j, table_i] + 1)
        if change <= 0 or (change < thresholds.shape[0] and next32(state) < thresholds[change]):
            if change > 0 and pending:
                best_where[:] = where
                pending = False
            members[r, table_j, slot[r, j]] = i
            members[q, table_i, slot[q, i]] = j
            slot[r, i] = slot[r, j]
            slot[q, j] = slot[q, i]
            where[r, i] = table_j
            where[r, j] = -1
            where[q, j] = table_i
            where[q, i] = -1
            visits[i, table_j] += 1
            visits[j, table_i] += 1
            cost += change
            if cost < best:
                best = cost
                pending = True
        else:
            _leave_and_enter(members[q, table_i], j, i, met, up, down)
            _leave_and_enter(members[r, table_j], i, j, met, up, down)
            visits[j, table_j] += 1
            visits[i, table_i] += 1
    if pending:
        best_where[:] = where
    return cost, best


@njit(inline="always", cache=True, nogil=True)
def _step(orbit, sign, met, weight, step, table):
    """Move λ of a pair orbit by one meeting of its representatives; return the cost of it."""
    before = met[orbit]
    after = before + sign * step[orbit]
    met[orbit] = after
    return weight[orbit] * (table[after] - table[before])


@njit(cache=True, nogil=True)
def anneal_orbits(
    members, where, slot, orbit, met, weight, step, table, state, thresholds, moves, cost, best, best_where
):
    """Try ``moves`` swaps in the rounds that stand for their orbits under a symmetry.

    Parameters
    ----------
    members, where, slot
        As in :func:`anneal_rounds`, for the representative rounds only.
    orbit
        Number of the orbit of each pair of players (players, players).
    met, weight, step
        By orbit: index of λ into ``table``, cost factor, and by how much λ of the orbit's pairs
        changes when one pair meets once more in a representative round.
    table
        Cost by index of λ.
    state, thresholds, moves, cost, best, best_where
        As in :func:`anneal_rounds`.
    """
    rounds = members.shape[0]
    num_players = where.shape[1]
    seats = members.shape[2]
    pending = False
    for _ in range(moves):
        r = below(state, rounds)
        i = below(state, num_players)
        j = below(state, num_players)
        table_i = where[r, i]
        table_j = where[r, j]
        if table_i == table_j:
            continue
        with_i = members[r, table_i]
        with_j = members[r, table_j]
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
        if change <= 0 or (change < thresholds.shape[0] and next32(state) < thresholds[change]):
            if change > 0 and pending:
                best_where[:] = where
                pending = False
            slot_i = slot[r, i]
            slot_j = slot[r, j]
            with_i[slot_i] = j
            with_j[slot_j] = i
            where[r, i] = table_j
            where[r, j] = table_i
            slot[r, i] = slot_j
            slot[r, j] = slot_i
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
        best_where[:] = where
    return cost, best
