"""Dealing a stage where wishes say who may be where: one maximum flow finds places for all."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import maximum_flow

from optimizer.errors import InfeasibleError
from optimizer.pair_cost import Ints
from schedules.problem import Problem


def deal(problem: Problem, playing: Sequence[int], rng: np.random.Generator) -> Ints:
    """Deal every round so that all have their games, where no wish bars them.

    Parameters
    ----------
    problem
        The stage; who meets whom is not looked at.
    playing
        Tables that play in each round, the first ones.
    rng
        Tells one deal from another.

    Returns
    -------
    numpy.ndarray
        Table of each player in each round, shape (rounds, players); -1 sits out.

    Raises
    ------
    InfeasibleError
        If there is no such deal.

    Notes
    -----
    Source → player (his games) → player in a round (1) → table in a round (1, where not barred)
    → sink (the seats of the tables that play). All capacities are whole numbers, so a flow that
    fills them all is a deal, and if the greatest flow is smaller there is none.
    """
    rounds, players, tables = problem.num_rounds, problem.num_players, problem.num_tables
    order, at = rng.permutation(players), rng.permutation(rounds)
    chairs = np.zeros((rounds, tables), dtype=np.int64)
    for number, count in enumerate(playing):
        chairs[number, :count] = problem.num_seats
    r, p, t = np.nonzero(~problem.barred() & (chairs[:, None, :] > 0))
    player = 2 + order
    there = (2 + players + at[:, None] * players + order[None, :]).astype(np.int64)
    game = 2 + players + players * rounds + np.arange(rounds * tables).reshape(rounds, tables)
    ones = np.ones(rounds * players, dtype=np.int64)
    arcs = [
        (np.zeros(players, dtype=np.int64), player, problem.due_games()),
        (np.tile(player, rounds), there.ravel(), ones),
        (there[r, p], game[r, t], np.ones(len(r), dtype=np.int64)),
        (game.ravel(), np.ones(game.size, dtype=np.int64), chairs.ravel()),
    ]
    tail, head, capacity = (np.concatenate(part) for part in zip(*arcs, strict=True))
    nodes = int(game[-1, -1]) + 1
    network = coo_array((capacity.astype(np.int32), (tail, head)), shape=(nodes, nodes)).tocsr()
    result = maximum_flow(network, 0, 1)
    if result.flow_value != chairs.sum():
        raise InfeasibleError(
            "The wishes about tables, rounds and numbers of games cannot all be kept: "
            f"{int(chairs.sum()) - int(result.flow_value)} of {int(chairs.sum())} seats stay "
            "empty at best. Loosen one of them."
        )
    taken = np.asarray(result.flow[there[r, p], game[r, t]]).ravel() > 0
    where = np.full((rounds, players), -1, dtype=np.int32)
    where[r[taken], p[taken]] = t[taken]
    return where
