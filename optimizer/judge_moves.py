"""The search for an even rota: simulated annealing over exchanges of judges.

Moves keep every judge's number of games, or trade one game between two judges whose numbers
differ by one: two judges of a round change tables; three do in a ring; a judge who is free in a
round takes a table, and gives one back in another round.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from optimizer.judge_problem import JudgeProblem, Tables
from optimizer.xorshift import below, new_state, next32

VISIT, STAY = 12.0, 0.3
"""Weight of Σ visits² and of a repeated table; Σ meetings² weighs 1. Visits come first in the
order, yet must not freeze while the meetings still move."""
TAILS = (0.05, 0.5, 3.0)
"""Weights of the fourth power of a meeting count's distance from the mean, run by run: the
greater narrow the range, which comes first, the smaller leave room to even the squares."""
HOT, COLD = 12.0, 0.25
NEAR = 30.0
"""Cost above the lowest of the run within which a rota may yet be the best by the criteria."""


class Board(NamedTuple):
    """The state of the search, kept up to date judge by judge.

    ``tables`` (rounds, tables) and ``at`` (rounds, judges) say who judges where, -1 nobody and
    nowhere; ``seats`` (rounds, tables, seats) holds the players; ``allowed`` as in the problem.
    ``games``, ``visits``, ``met`` count a judge's games, tables and players; ``often[n]`` how
    many pairs that may meet do so ``n`` times; ``cost[n]`` what a pair that meets ``n`` times
    costs.
    """

    tables: NDArray[np.int32]
    at: NDArray[np.int32]
    seats: NDArray[np.int32]
    allowed: NDArray[np.bool_]
    games: NDArray[np.int64]
    visits: NDArray[np.int64]
    met: NDArray[np.int64]
    often: NDArray[np.int64]
    cost: NDArray[np.float64]
    changes: NDArray[np.int64]
    best: NDArray[np.int32]
    best_key: NDArray[np.int64]


def set_up(problem: JudgeProblem, tables: Tables, *, run: int = 0) -> Board:
    """Count everything from the tables; the runs take the :data:`TAILS` in turn."""
    rounds, _, judges = problem.shape
    found = problem.measure(tables)
    at = np.full((rounds, judges), -1, dtype=np.int32)
    for (r, t), judge in np.ndenumerate(tables):
        if judge >= 0:
            at[r, judge] = t
    met = found.meetings[found.may_meet]
    mean = float(met.mean())
    number = np.arange(rounds + 1)
    cost = number.astype(np.float64) ** 2 + TAILS[run % len(TAILS)] * (number - mean) ** 4
    return Board(
        tables=tables.copy(),
        at=at,
        seats=np.ascontiguousarray(problem.schedule.seating),
        allowed=problem.allowed,
        games=found.games,
        visits=found.visits,
        met=found.meetings,
        often=np.bincount(met, minlength=rounds + 1).astype(np.int64),
        cost=cost,
        changes=np.zeros((3, 4), dtype=np.int64),
        best=tables.copy(),
        best_key=np.array(problem.key(tables)[1:], dtype=np.int64),
    )


def improve(board: Board, *, moves: int, seed: tuple[int | str, ...]) -> Tables:
    """Anneal the board and return the best rota met on the way; it never gets worse.

    Parameters
    ----------
    board
        The state; it is changed.
    moves
        Moves to try.
    seed
        The same seed and moves give the same rota.
    """
    _anneal(board, moves, HOT, COLD, new_state(*seed))
    return np.array(board.best)


@njit(cache=True, nogil=True)
def _count(board, r, t, judge, step):  # type: ignore[no-untyped-def]
    """Count a judge in at a table (step 1) or out (-1); return the change of the cost."""
    visits = board.visits[judge, t]
    board.visits[judge, t] += step
    board.games[judge] += step
    change = VISIT * (2 * step * visits + 1)
    for s in range(board.seats.shape[2]):
        player = board.seats[r, t, s]
        if player >= 0:
            n = board.met[judge, player]
            board.met[judge, player] = n + step
            board.often[n] -= 1
            board.often[n + step] += 1
            change += board.cost[n + step] - board.cost[n]
    stays = 0
    if r > 0 and board.at[r - 1, judge] == t:
        stays += 1
    if r + 1 < board.at.shape[0] and board.at[r + 1, judge] == t:
        stays += 1
    board.at[r, judge] = t if step > 0 else -1
    return change + STAY * step * stays


@njit(cache=True, nogil=True)
def _carry_out(board, num, back):  # type: ignore[no-untyped-def]
    """Carry the listed changes (round, table, old judge, new judge) out, or take them back."""
    total = 0.0
    for n in range(num):
        r, t = board.changes[n, 0], board.changes[n, 1]
        total += _count(board, r, t, board.changes[n, 3 if back else 2], -1)
    for n in range(num):
        r, t = board.changes[n, 0], board.changes[n, 1]
        judge = board.changes[n, 2 if back else 3]
        total += _count(board, r, t, judge, 1)
        board.tables[r, t] = judge
    return total


@njit(cache=True, nogil=True)
def _note(board, n, r, t, judge):  # type: ignore[no-untyped-def]
    """List a change; False if the judge must not take that table."""
    board.changes[n, 0], board.changes[n, 1] = r, t
    board.changes[n, 2], board.changes[n, 3] = board.tables[r, t], judge
    return board.allowed[r, t, judge]


@njit(cache=True, nogil=True)
def _propose(board, state):  # type: ignore[no-untyped-def]
    """List the changes of a random move; return how many, 0 if it is none."""
    rounds, num_tables = board.tables.shape
    judges = board.games.shape[0]
    r, t = below(state, rounds), below(state, num_tables)
    judge = board.tables[r, t]
    if judge < 0:
        return 0
    other = below(state, judges)
    u = np.int64(board.at[r, other])
    if u == t:
        return 0
    if u < 0:
        if not _note(board, 0, r, t, other):
            return 0
        if board.games[judge] == board.games[other] + 1 and below(state, 2) == 0:
            return 1
        q = below(state, rounds)
        v = board.at[q, other]
        if q == r or v < 0 or board.at[q, judge] >= 0 or not _note(board, 1, q, v, judge):
            return 0
        return 2
    if below(state, 4) != 0:
        return 2 if _note(board, 0, r, t, other) and _note(board, 1, r, u, judge) else 0
    third = below(state, judges)
    w = np.int64(board.at[r, third])
    if w < 0 or w in (t, u):
        return 0
    ring = (
        _note(board, 0, r, t, other)
        and _note(board, 1, r, u, third)
        and _note(board, 2, r, w, judge)
    )
    return 3 if ring else 0


@njit(cache=True, nogil=True)
def _key(board, key):  # type: ignore[no-untyped-def]
    """Write the criteria after the games into ``key``; the smaller is the better."""
    judges, num_tables = board.visits.shape
    key[0], key[1] = 0, 0
    for judge in range(judges):
        most, least = board.visits[judge, 0], board.visits[judge, 0]
        for t in range(num_tables):
            n = board.visits[judge, t]
            most, least = max(most, n), min(least, n)
            key[1] += n * n
        key[0] = max(key[0], most - least)
    first, last, key[3] = -1, 0, 0
    for n in range(board.often.shape[0]):
        if board.often[n] > 0:
            first, last = n if first < 0 else first, n
            key[3] += board.often[n] * n * n
    key[2] = last - first


@njit(cache=True, nogil=True)
def _keep_if_better(board, key):  # type: ignore[no-untyped-def]
    _key(board, key)
    for n in range(4):
        if key[n] > board.best_key[n]:
            return
        if key[n] < board.best_key[n]:
            break
        if n == 3:
            key[4] = _stays(board)
            if key[4] >= board.best_key[4]:
                return
    key[4] = _stays(board)
    board.best_key[:] = key
    board.best[:] = board.tables


@njit(cache=True, nogil=True)
def _stays(board):  # type: ignore[no-untyped-def]
    stays = 0
    for r in range(board.tables.shape[0] - 1):
        for t in range(board.tables.shape[1]):
            if board.tables[r, t] >= 0 and board.tables[r, t] == board.tables[r + 1, t]:
                stays += 1
    return stays


@njit(cache=True, nogil=True)
def _anneal(board, moves, hot, cold, state):  # type: ignore[no-untyped-def]
    key = np.zeros(5, dtype=np.int64)
    cooling = (cold / hot) ** (1.0 / max(moves, 1))
    temperature = hot
    now, lowest, near = 0.0, 0.0, 0
    every = 1 + board.visits.size // 500  # a comparison goes over all visits: not every time
    for _ in range(moves):
        temperature *= cooling
        num = _propose(board, state)
        if num == 0:
            continue
        change = _carry_out(board, num, False)
        if change > 0.0:
            chance = (next32(state) + 0.5) / 4294967296.0
            if chance >= math.exp(-change / temperature):
                _carry_out(board, num, True)
                continue
        now += change
        lowest = min(lowest, now)
        if now <= lowest + NEAR:
            near += 1
            if near % every == 0:
                _keep_if_better(board, key)
    _keep_if_better(board, key)
