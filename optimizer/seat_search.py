"""Local search over seats: even halves, even pairs of seats, new neighbours in every game.

Who meets whom, and at which table, stays as it is. Seats are perfectly even before
(:func:`optimizer.seats.assign_seats`) and after; on the way the search may lend a player a seat
too often, which is what lets it move at all: where everybody plays as many games as there are
seats, no single swap keeps the seats even, and the exchanges that do run through whole chains
of games and tear up the neighbours of them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimizer.seat_moves import anneal, set_up
from optimizer.seats import IntArray
from optimizer.xorshift import new_state

LENDING = np.array([2, 1, 1, 2, 4], dtype=np.int64)
STRICT = (np.array([3, 2, 1, 2, 4], dtype=np.int64), np.array([4, 3, 2, 2, 4], dtype=np.int64))
HOT, COLD = 1.0, 0.2
"""Cost of each fault and the temperatures, found by trial on fields of 12 to 1000 players. Where
somebody has each seat equally often, no single swap keeps the seats even: a lent seat has to be
cheap beside a repeat, or the search freezes. Else strict prices win, most of all where a player
has more games than there are seats; they take turns with the others."""

FIRST_CYCLE = 4000
"""Moves a chair in the first cooling; each further one takes twice as many."""
CHUNK = 1_500_000
"""Moves between two looks at the clock: 0.1 to 0.3 seconds."""


def improve_seats(
    seating: IntArray,
    *,
    seed: int,
    iterations: int,
    stop: Callable[[], bool] | None = None,
) -> IntArray:
    """Change seats inside the games until halves, pairs of seats and neighbours are their best.

    Fewest, in this order: uneven seats (none, if there were none), uneven halves, uneven pairs
    of seats, neighbours for a third time, neighbours for a second time. Unevenness is summed by
    how far each count is from the floor or ceil of the player's share.

    Parameters
    ----------
    seating
        Players from 0, shape (rounds, tables, seats); -1 where nobody sits. A game with an
        empty chair is left as it is and not counted.
    seed
        The same seed and number of iterations give the same seats.
    iterations
        Most moves to try, about 10 million a second.
    stop
        Asked every 0.1 to 0.3 seconds; true ends the search. So does reaching no fault and
        :func:`neighbour_bound`.

    Returns
    -------
    numpy.ndarray
        The best seats seen, never worse than the given ones.

    Notes
    -----
    Annealing over swaps of two seats in one game. Each cycle cools from ``HOT`` to ``COLD`` and
    takes twice the moves of the one before, so it does not matter how long the search is let
    run. A third of the moves takes a lent seat back: it hands the player a seat that he lacks,
    and lends one to the player whom he displaces, until two loans cancel.
    """
    result = np.array(seating, dtype=np.int32)
    played = (result >= 0).all(axis=2)
    games = result[played]
    if not games.size:
        return result
    board = set_up(games)
    floor = _floor(games)
    random = new_state("seats", seed)
    exact = (board.num_plays % games.shape[1] == 0).any()
    prices = (LENDING,) if exact else (STRICT[0], LENDING, STRICT[1])
    length, cooled, left, cycle = FIRST_CYCLE * games.size, 0, iterations, 0
    while left > 0 and (board.best_faults > floor).any() and not (stop is not None and stop()):
        moves = min(CHUNK, length - cooled, left)
        start, end = (HOT * (COLD / HOT) ** (m / length) for m in (cooled, cooled + moves))
        anneal(board, prices[cycle % len(prices)], random, moves, start, end)
        left -= moves
        cooled += moves
        if cooled == length:
            length, cooled, cycle = 2 * length, 0, cycle + 1
    result[played] = board.best
    return result


def neighbour_bound(tables: IntArray, num_tables: int, num_seats: int, *, times: int = 1) -> int:
    """Return the least Σ over pairs of (times side by side - ``times``) where positive.

    With ``times`` 1 these are the repeats that no seating of this matrix avoids, with 2 the
    third times.

    Parameters
    ----------
    tables
        Table of each player in each round, shape (rounds, players); -1 sits out.
    num_tables, num_seats
        The room.
    times
        How often two players may sit side by side for nothing.

    Notes
    -----
    Let n(i,j) be the times side by side and λ(i,j) the meetings, so n ≤ λ. A player has two
    neighbours in each of his g games (one at a table of two): Σ_j n(i,j) = 2g. At most
    min(λ(i,j), m) of the times with j are free, m being ``times``, so
    Σ_j (n(i,j) - m)+ ≥ 2g - Σ_j min(λ(i,j), m), and it is not negative. Summed over the players
    every pair counts twice; halve and round up. At 20/2/10: 2·10 - 19 = 1 a player, 10 in all.
    A game with an empty chair may leave a player without neighbours: only full games count in g,
    and Σ_j n(i,j) ≥ 2g.
    """
    games = [np.flatnonzero(row == t) for row in np.asarray(tables) for t in range(num_tables)]
    return _least_repeats(games, num_seats, times)


def _least_repeats(games: Iterable[NDArray[Any]], num_seats: int, times: int) -> int:
    """Return :func:`neighbour_bound` for a list of games, the players of each."""
    games = list(games)
    num_players = 1 + max((int(game.max(initial=-1)) for game in games), default=-1)
    met = np.zeros((num_players, num_players), dtype=np.int64)
    beside = np.zeros(num_players, dtype=np.int64)
    for game in games:
        met[np.ix_(game, game)] += 1
        if len(game) == num_seats:
            beside[game] += min(2, num_seats - 1)
    np.fill_diagonal(met, 0)
    short = np.maximum(beside - np.minimum(met, times).sum(axis=1), 0)
    return -(-int(short.sum()) // 2)


def _floor(games: IntArray) -> NDArray[np.int64]:
    """Return what no fault can fall below; reaching it all is reason to stop."""
    return np.array(
        [0, 0, 0, *(_least_repeats(games, games.shape[1], m) for m in (2, 1))], dtype=np.int64
    )
