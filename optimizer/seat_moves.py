"""The moves of the seat search: its board, kept up to date swap by swap, and the annealing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from optimizer.seats import IntArray
from optimizer.xorshift import below, next32

SEAT, HALF, PAIR, AGAIN, REPEAT = range(5)
"""Faults in the order of the criteria: seats, halves and pairs of seats (1-2, 3-4, ...) that are
not floor or ceil of the player's share, by how far; two players side by side a third time or
more; a second time or more. First and last seat are even when all seats are."""

HOPELESS = 12
"""Cost of the seats alone at which the neighbours are not even looked at."""


class Board(NamedTuple):
    """The state of the search, kept up to date move by move.

    ``games`` and ``best`` hold the players by seat, shape (games, seats). ``seat[p, s]``,
    ``half[p]`` and ``pair[p, s // 2]`` count a player's games on a seat, on the first half of
    the seats and on a pair of seats; ``seat_fault[p, n]`` and so on say how far n games are from
    his share. ``beside`` counts how often two players sit side by side. ``lent`` lists the
    player-seats ``p * seats + s`` above their share or below it, ``lent_at`` where each stands
    there (-1: not), ``lent_in`` the last game that put the player on the seat or took him off it.
    ``plays[p]`` lists the games of a player.
    """

    games: IntArray
    best: IntArray
    changed: NDArray[np.bool_]
    seat: IntArray
    half: IntArray
    pair: IntArray
    seat_fault: IntArray
    half_fault: IntArray
    pair_fault: IntArray
    beside: NDArray[np.int16]
    faults: NDArray[np.int64]
    best_faults: NDArray[np.int64]
    lent: IntArray
    lent_at: IntArray
    lent_in: IntArray
    num_lent: NDArray[np.int64]
    plays: IntArray
    num_plays: IntArray


def _distance(num_plays: IntArray, width: int, num_seats: int) -> IntArray:
    """Return how far n games in a block of seats are from each player's share of it.

    Shape (players, most games + 2).
    """
    share = num_plays[:, None] * width
    count = np.arange(int(num_plays.max()) + 2)
    below_floor = np.maximum(share // num_seats - count, 0)
    above_ceil = np.maximum(count + -share // num_seats, 0)
    return np.asarray(below_floor + above_ceil, dtype=np.int32)


def set_up(games: IntArray) -> Board:
    """Count everything from the seats."""
    num_games, seats = games.shape
    num_players = int(games.max()) + 1
    num_plays = np.bincount(games.ravel(), minlength=num_players).astype(np.int32)
    plays = np.zeros((num_players, int(num_plays.max())), dtype=np.int32)
    order = np.argsort(games.ravel(), kind="stable")
    start = np.cumsum(num_plays) - num_plays
    rank = np.arange(games.size) - np.repeat(start, num_plays)
    plays[games.ravel()[order], rank] = order // seats

    seat = np.zeros((num_players, seats), dtype=np.int32)
    for s in range(seats):
        seat[:, s] = np.bincount(games[:, s], minlength=num_players)
    half = seat[:, : (seats + 1) // 2].sum(axis=1, dtype=np.int32)
    pair = np.add.reduceat(seat, np.arange(0, seats, 2), axis=1)
    seat_fault = _distance(num_plays, 1, seats)
    half_fault = _distance(num_plays, (seats + 1) // 2, seats)
    pair_fault = _distance(num_plays, 2, seats)
    faults = np.zeros(5, dtype=np.int64)
    faults[SEAT] = np.take_along_axis(seat_fault, seat, axis=1).sum()
    faults[HALF] = np.take_along_axis(half_fault, half[:, None], axis=1).sum()
    faults[PAIR] = np.take_along_axis(pair_fault, pair[:, : seats // 2], axis=1).sum()

    beside = np.zeros((num_players, num_players), dtype=np.int16)
    for s in range(seats if seats > 2 else 1):
        left, right = games[:, s], games[:, (s + 1) % seats]
        np.add.at(beside, (left, right), 1)
        np.add.at(beside, (right, left), 1)
    pairs = np.triu(beside)
    faults[AGAIN] = np.maximum(pairs - 2, 0).sum()
    faults[REPEAT] = np.maximum(pairs - 1, 0).sum()

    uneven = np.flatnonzero(np.take_along_axis(seat_fault, seat, axis=1))
    lent = np.zeros(num_players * seats, dtype=np.int32)
    lent_at = np.full(num_players * seats, -1, dtype=np.int32)
    lent[: len(uneven)] = uneven
    lent_at[uneven] = np.arange(len(uneven))
    return Board(
        games=games.copy(),
        best=games.copy(),
        changed=np.zeros(num_games, dtype=np.bool_),
        seat=seat,
        half=half,
        pair=pair,
        seat_fault=seat_fault,
        half_fault=half_fault,
        pair_fault=pair_fault,
        beside=beside,
        faults=faults,
        best_faults=faults.copy(),
        lent=lent,
        lent_at=lent_at,
        lent_in=np.full_like(lent_at, -1),
        num_lent=np.array([len(uneven)], dtype=np.int64),
        plays=plays,
        num_plays=num_plays,
    )


@njit(cache=True, nogil=True, inline="always")
def _propose(games, seat, seat_fault, lent, lent_in, num_lent, plays, num_plays, random):  # type: ignore[no-untyped-def]
    """Pick a game and two of its seats; the player of the first seat is the one who wants to go.

    A third of the moves starts at a lent seat, and mostly at the older of the two games in which
    the player has it, so that loans travel instead of going to and fro. Three in four look for a
    seat that the player can take without a loan. The rest is blind.
    """
    k = games.shape[1]
    luck = below(random, 12)
    if luck < 4 and num_lent[0] > 0:
        chair = lent[below(random, num_lent[0])]
        p, a = chair // k, chair % k
        n = num_plays[p]
        i = below(random, n)
        back = lent_in[chair] if luck > 0 else -1
        if seat[p, a] < n // k:
            return _give_back(games, seat, plays, p, a, i, n, back)
        while games[plays[p, i], a] != p or plays[p, i] == back:
            i = i + 1 if i + 1 < n else 0
        g = np.int64(plays[p, i])
    else:
        g = below(random, games.shape[0])
        a = np.int64(below(random, k))
        p = games[g, a]
    b = below(random, k)
    if luck < 9:
        for _ in range(k):
            n = seat[p, b]
            if b != a and seat_fault[p, n + 1] <= seat_fault[p, n]:
                break
            b = b + 1 if b + 1 < k else 0
    if a == b:
        b = b + 1 if b + 1 < k else 0
    return g, np.int64(a), b


@njit(cache=True, nogil=True, inline="always")
def _give_back(games, seat, plays, p, a, i, n, back):  # type: ignore[no-untyped-def]
    """Return a game in which a player can take the seat ``a`` that he lacks, and his seat there.

    The first from his i-th game on, not the one that took the seat from him, where he sits on a
    seat that he has more than often enough; if there is none, his i-th game.
    """
    k = games.shape[1]
    g, x = np.int64(plays[p, i]), np.int64(-1)
    for _ in range(n):
        game = plays[p, i]
        here = np.int64(0)
        while games[game, here] != p:
            here += 1
        if x < 0 and here != a:
            g, x = np.int64(game), here
        if game != back and here != a and seat[p, here] > n // k:
            return np.int64(game), here, np.int64(a)
        i = i + 1 if i + 1 < n else 0
    return g, x, np.int64(a)


@njit(cache=True, nogil=True, inline="always")
def _more(fault, p, n):  # type: ignore[no-untyped-def]
    """Return how the fault changes when a player's n games in a block become n + 1."""
    return fault[p, n + 1] - fault[p, n]


@njit(cache=True, nogil=True, inline="always")
def _fewer(fault, p, n):  # type: ignore[no-untyped-def]
    """Return how the fault changes when a player's n games in a block become n - 1."""
    return fault[p, n - 1] - fault[p, n]


@njit(cache=True, nogil=True, inline="always")
def _pair_change(pair, fault, p, q, x, y, counted):  # type: ignore[no-untyped-def]
    """Return how the faults change when p goes from seat pair x to y, and q from y to x."""
    change = 0
    if x < counted:
        change += _fewer(fault, p, pair[p, x]) + _more(fault, q, pair[q, x])
    if y < counted:
        change += _more(fault, p, pair[p, y]) + _fewer(fault, q, pair[q, y])
    return change


@njit(cache=True, nogil=True, inline="always")
def _neighbour_change(game, beside, a, b, near, change):  # type: ignore[no-untyped-def]
    """Fill in what a swap changes beside seat a (``near[:2]``) and beside seat b (``near[2:]``).

    A player who sits beside both seats, and the two who swap, keep each other: -1.
    """
    k = game.size
    left_a, right_a = (a if a > 0 else k) - 1, a + 1 if a + 1 < k else 0
    left_b, right_b = (b if b > 0 else k) - 1, b + 1 if b + 1 < k else 0
    near[0] = -1 if left_a in (b, left_b, right_b) else game[left_a]
    near[1] = -1 if right_a in (b, left_b, right_b) else game[right_a]
    near[2] = -1 if left_b in (a, left_a, right_a) else game[left_b]
    near[3] = -1 if right_b in (a, left_a, right_a) else game[right_b]
    again = repeat = 0
    for i in range(4):
        x = near[i]
        if x < 0:
            continue
        comes, goes = (game[b], game[a]) if i < 2 else (game[a], game[b])
        n = beside[comes, x]
        repeat += n >= 1
        again += n >= 2
        n = beside[goes, x]
        repeat -= n >= 2
        again -= n >= 3
    change[AGAIN] = again
    change[REPEAT] = repeat


@njit(cache=True, nogil=True, inline="always")
def _go(board, g, p, a, b):  # type: ignore[no-untyped-def]
    """Book that a player goes from seat a to seat b, and what is lent after it."""
    k = board.games.shape[1]
    first_half = (k + 1) // 2
    board.lent_in[p * k + b] = g
    board.seat[p, a] -= 1
    board.seat[p, b] += 1
    board.half[p] += np.int32(b < first_half) - np.int32(a < first_half)
    board.pair[p, a // 2] -= 1
    board.pair[p, b // 2] += 1
    board.lent_in[p * k + a] = g
    _list(board, p, a)
    _list(board, p, b)


@njit(cache=True, nogil=True, inline="always")
def _list(board, p, s):  # type: ignore[no-untyped-def]
    """Keep the list of lent seats: in it stands a seat that a player has too often or lacks."""
    chair = p * board.games.shape[1] + s
    at = board.lent_at[chair]
    lent = board.seat_fault[p, board.seat[p, s]] > 0
    if lent and at < 0:
        board.lent[board.num_lent[0]] = chair
        board.lent_at[chair] = board.num_lent[0]
        board.num_lent[0] += 1
    elif not lent and at >= 0:
        board.num_lent[0] -= 1
        last = board.lent[board.num_lent[0]]
        board.lent[at] = last
        board.lent_at[last] = at
        board.lent_at[chair] = -1


@njit(cache=True, nogil=True, inline="always")
def _swap(board, g, a, b, near, change):  # type: ignore[no-untyped-def]
    """Swap seats a and b of a game and keep the best board by the faults in order."""
    p, q = board.games[g, a], board.games[g, b]
    _go(board, g, p, a, b)
    _go(board, g, q, b, a)
    for i in range(4):
        x = near[i]
        if x >= 0:
            comes, goes = (q, p) if i < 2 else (p, q)
            board.beside[comes, x] += 1
            board.beside[x, comes] += 1
            board.beside[goes, x] -= 1
            board.beside[x, goes] -= 1
    board.games[g, a] = q
    board.games[g, b] = p
    board.changed[g] = True
    for i in range(5):
        board.faults[i] += change[i]
    for i in range(5):
        if board.faults[i] > board.best_faults[i]:
            return
        if board.faults[i] < board.best_faults[i]:
            break
        if i == 4:
            return
    board.best_faults[:] = board.faults
    for i in range(board.changed.size):
        if board.changed[i]:
            board.best[i] = board.games[i]
            board.changed[i] = False


@njit(cache=True, nogil=True)
def anneal(board, weights, random, moves, start, end):  # type: ignore[no-untyped-def]
    """Try ``moves`` swaps while the temperature falls from ``start`` to ``end``."""
    games, seat, half, pair = board.games, board.seat, board.half, board.pair
    seat_fault, half_fault, pair_fault = board.seat_fault, board.half_fault, board.pair_fault
    lent, num_lent, plays, num_plays = board.lent, board.num_lent, board.plays, board.num_plays
    lent_in = board.lent_in
    change = np.zeros(5, dtype=np.int64)
    near = np.zeros(4, dtype=np.int64)
    accept = np.zeros(64, dtype=np.uint64)
    k = games.shape[1]
    first_half = (k + 1) // 2
    for move in range(moves):
        if move % 4096 == 0:
            heat = start * (end / start) ** (move / moves)
            for d in range(accept.size):
                accept[d] = np.uint64(np.exp(-d / heat) * 4294967295.0)
        g, a, b = _propose(
            games, seat, seat_fault, lent, lent_in, num_lent, plays, num_plays, random
        )
        p, q = games[g, a], games[g, b]
        change[SEAT] = (
            _fewer(seat_fault, p, seat[p, a])
            + _more(seat_fault, p, seat[p, b])
            + _fewer(seat_fault, q, seat[q, b])
            + _more(seat_fault, q, seat[q, a])
        )
        if (a < first_half) == (b < first_half):
            change[HALF] = 0
        elif a < first_half:
            change[HALF] = _fewer(half_fault, p, half[p]) + _more(half_fault, q, half[q])
        else:
            change[HALF] = _more(half_fault, p, half[p]) + _fewer(half_fault, q, half[q])
        change[PAIR] = 0
        if a // 2 != b // 2:
            change[PAIR] = _pair_change(pair, pair_fault, p, q, a // 2, b // 2, k // 2)
        cost = 0
        for i in range(AGAIN):
            cost += weights[i] * change[i]
        if cost >= HOPELESS:
            continue
        _neighbour_change(games[g], board.beside, a, b, near, change)
        cost += weights[AGAIN] * change[AGAIN] + weights[REPEAT] * change[REPEAT]
        if cost <= 0 or (cost < accept.size and next32(random) < accept[cost]):
            _swap(board, g, a, b, near, change)
