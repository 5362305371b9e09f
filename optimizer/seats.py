"""Seats for a matrix of tables: every player has every seat as often as every other.

Who meets whom is settled when the tables are; this room says who sits on which seat, so that
nobody has the first word, or the last, more often than his share. :mod:`optimizer.seat_search`
then brings the softer criteria down.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import maximum_flow

from schedules.errors import ProblemError
from schedules.schedule import EMPTY

IntArray = NDArray[np.int32]


def games_of(tables: IntArray, num_tables: int, num_seats: int) -> tuple[IntArray, IntArray]:
    """List the games of a matrix of tables.

    Parameters
    ----------
    tables
        Table of each player in each round, shape (rounds, players); -1 sits out.
    num_tables, num_seats
        The room: tables that can play at the same time, seats at each.

    Returns
    -------
    players, place
        The players of each game in rising order, shape (games, seats), and the round and table
        of each game, shape (games, 2). A table where nobody plays is no game.

    Raises
    ------
    ProblemError
        If a game is not full, or a table does not exist.
    """
    where = np.asarray(tables)
    if where.size and int(where.max()) >= num_tables:
        r, p = (int(i) for i in np.argwhere(where >= num_tables)[0])
        raise ProblemError(
            f"Round {r + 1} puts player {p + 1} at table {int(where[r, p]) + 1}; "
            f"there are only {num_tables} tables."
        )
    rows: list[NDArray[np.intp]] = []
    place: list[tuple[int, int]] = []
    for r in range(len(where)):
        for t in range(num_tables):
            players = np.flatnonzero(where[r] == t)
            if len(players) not in (0, num_seats):
                raise ProblemError(
                    f"Round {r + 1}, table {t + 1} has {len(players)} players; every game "
                    f"that is played needs exactly {num_seats}."
                )
            if len(players):
                rows.append(players)
                place.append((r, t))
    return (
        np.array(rows, dtype=np.int32).reshape(-1, num_seats),
        np.array(place, dtype=np.int32).reshape(-1, 2),
    )


def assign_seats(tables: IntArray, num_tables: int, num_seats: int) -> IntArray:
    """Give everybody a seat in every game, each seat equally often, for any matrix of tables.

    Each player has each seat ⌊g/k⌋ or ⌈g/k⌉ times in his g games of k seats, and the first half
    of the seats (1 to ⌈k/2⌉) ⌊gh/k⌋ or ⌈gh/k⌉ times, h = ⌈k/2⌉ being its size. The pairs of
    seats 1-2, 3-4, ... come out as even when k is 3 or a power of two, and nearly so otherwise.

    Parameters
    ----------
    tables
        Table of each player in each round, shape (rounds, players); -1 sits out.
    num_tables, num_seats
        The room; every game that is played has exactly ``num_seats`` players.

    Returns
    -------
    numpy.ndarray
        Players by seat, shape (rounds, tables, seats); ``EMPTY`` where no game is played.

    Raises
    ------
    ProblemError
        If a game is not full, or a table does not exist.

    Notes
    -----
    Players and games are the two sides of a bipartite graph, an edge for each player of each
    game; a seating colours the edges with the seats, each colour once at every game. De Werra
    ("Equitable colorations of graphs", RIRO R-3 (1971) 3-8) has the theorem; here is the proof
    that the algorithm follows. A block of s seats owns s edges at every game and d edges at a
    player. It is cut into blocks of a and s - a seats by a flow that takes a of the s edges at
    every game, and ⌊da/s⌋ or ⌈da/s⌉ of the d edges at every player. Such a flow exists: a/s on
    every edge is a fractional one, all bounds are whole numbers, and a network with whole bounds
    that has a flow has a whole one. The edges left over are s - a at every game and ⌊d(s-a)/s⌋
    or ⌈d(s-a)/s⌉ at every player, so the second block is cut as fairly as the first.

    *Seats.* With f = ⌊g/k⌋ and c = ⌈g/k⌉ every block keeps fs ≤ d ≤ cs: at the root fk ≤ g ≤ ck;
    if it holds for the parent then fa ≤ da/s ≤ ca, and as fa and ca are whole numbers ⌊da/s⌋
    and ⌈da/s⌉ lie between them too. For a single seat it says f ≤ d ≤ c. Nothing was asked of
    the sizes, so any tree of blocks will do.

    *Halves.* They are cut from the root, where d = g is the player's own count.

    *Pairs.* A pair cut from a block of s seats gets its own share ⌊2g/k⌋ or ⌈2g/k⌉ for sure when
    each size above divides the next (n ≤ ga/k gives n s/a ≤ gs/k, and if s/a is whole the
    parent's count is no less than n s/a). At k = 10 it may not: with g = 5 a half of 2 gives a
    pair 2·2/5, so 0 or 1, and the fair share is exactly 1; and the pair 5-6 crosses the halves.
    Those are left to the local search.

    scipy's compiled maximum flow takes the arrays as they stand and 10 milliseconds at 1000
    players and 10 rounds; a networkx graph of the same size takes some ten times as long for the
    halves alone.
    """
    players, place = games_of(tables, num_tables, num_seats)
    seating = np.full((len(tables), num_tables, num_seats), EMPTY, dtype=np.int32)
    num_players = np.shape(tables)[1]
    pending = [(0, num_seats, players)] if len(players) else []
    while pending:
        first, size, chairs = pending.pop()
        if size == 1:
            seating[place[:, 0], place[:, 1], first] = chairs[:, 0]
            continue
        taken = _first_block(first, size, num_seats)
        chosen = _fair_choice(chairs, taken, num_players)
        pending.append((first, taken, chairs[chosen].reshape(-1, taken)))
        pending.append((first + taken, size - taken, chairs[~chosen].reshape(-1, size - taken)))
    return seating


def _first_block(first: int, size: int, num_seats: int) -> int:
    """Return how many seats to cut off the block of ``size`` seats that starts at ``first``.

    The halves of the table first, then blocks that end between two pairs of seats (1-2, 3-4,
    ...), then single seats.
    """
    if size == num_seats:
        return (size + 1) // 2
    if size == 2:
        return 1
    middle = first + size // 2
    return middle + middle % 2 - first


def _fair_choice(chairs: IntArray, taken: int, num_players: int) -> NDArray[np.bool_]:
    """Choose ``taken`` players of each game, each player his share of his games or next to it.

    Parameters
    ----------
    chairs
        Players of each game that are still to be told apart, shape (games, size).
    taken
        How many of each game to choose.
    num_players
        Players of the stage.

    Returns
    -------
    numpy.ndarray
        Whether the player is chosen, shape (games, size); ``taken`` are true in each row, and
        a player who stands in d rows is chosen ⌊d·taken/size⌋ or ⌈d·taken/size⌉ times.

    Notes
    -----
    The network is source → game (``taken``) → player (1) → sink. A player's lower bound is made
    a capacity: his ⌊share⌋ goes straight to the sink, the one more that he may get goes through
    a common node, which passes on exactly what the floors leave of the total. The sink then
    takes in as much as the source gives out, so a flow of that value fills every floor.
    """
    num_games, size = chairs.shape
    share = np.bincount(chairs.ravel(), minlength=num_players) * taken
    floor = share // size
    total = num_games * taken
    source, sink, common = 0, 1, 2
    game = 3 + np.arange(num_games)
    player = 3 + num_games + np.arange(num_players)
    one_more = np.flatnonzero(share % size)
    arcs = [
        (np.full(num_games, source), game, np.full(num_games, taken)),
        (np.repeat(game, size), player[chairs.ravel()], np.ones(chairs.size, dtype=np.int64)),
        (player, np.full(num_players, sink), floor),
        (player[one_more], np.full(len(one_more), common), np.ones(len(one_more), dtype=np.int64)),
        (np.array([common]), np.array([sink]), np.array([total - floor.sum()])),
    ]
    tail, head, capacity = (np.concatenate(part) for part in zip(*arcs, strict=True))
    nodes = 3 + num_games + num_players
    network = coo_array((capacity.astype(np.int32), (tail, head)), shape=(nodes, nodes)).tocsr()
    result = maximum_flow(network, source, sink)
    if result.flow_value != total:
        raise AssertionError(f"flow {result.flow_value} of {total}; the theorem promises it all")
    flow = result.flow[np.repeat(game, size), player[chairs.ravel()]]
    chosen: NDArray[np.bool_] = np.asarray(flow).reshape(num_games, size) == 1
    return chosen
