"""Search among matrices that a symmetry of the players maps onto themselves.

A permutation of the players of order m acts on the rounds in orbits of length m, so only one
round of each orbit is searched and the pairs fall into orbits with equal λ: fewer variables, and
far better tails of the histogram. The players split into cycles of length m, and at most one
player stays fixed.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from optimizer.annealing import Choice, Cooling, Judge, board_of, random_tables, thresholds
from optimizer.kernels import anneal_orbits
from optimizer.pair_cost import Ints, PairCost, Weights, meetings_of
from optimizer.xorshift import new_state
from schedules.problem import Problem


def orders(problem: Problem) -> list[int]:
    """Return the orders m that fit: they divide the rounds and the players, or all but one.

    Wishes name players, and sitting out breaks the cycles: such problems have no symmetry to use.
    """
    if not (problem.nameless and problem.full):
        return []
    return [
        m
        for m in range(2, problem.num_rounds + 1)
        if problem.num_rounds % m == 0 and problem.num_players % m in (0, 1)
    ]


def rotation(num_players: int, order: int) -> Ints:
    """Return the image of each player: cycles of ``order`` players in a row, the rest fixed."""
    image = np.arange(num_players)
    whole = num_players - num_players % order
    image[:whole] = image[:whole] // order * order + (image[:whole] % order + 1) % order
    return image.astype(np.int32)


def pair_orbits(image: Ints) -> tuple[Ints, Ints]:
    """Return the orbit number of each pair (players, players), and the size of each orbit."""
    players = len(image)
    orbit = np.full((players, players), -1, dtype=np.int32)
    sizes: list[int] = []
    for i in range(players):
        for j in range(i + 1, players):
            if orbit[i, j] >= 0:
                continue
            a, b, size = i, j, 0
            while orbit[a, b] < 0:
                orbit[a, b] = orbit[b, a] = len(sizes)
                a, b, size = image[a], image[b], size + 1
            sizes.append(size)
    np.fill_diagonal(orbit, 0)  # never asked for, but a valid index
    return orbit, np.array(sizes, dtype=np.int32)


def unfold(representatives: Ints, image: Ints, order: int) -> Ints:
    """Return all rounds: each representative and its images under the symmetry."""
    rounds = []
    for row in representatives:
        for _ in range(order):
            rounds.append(row)
            turned = np.empty_like(row)
            turned[image] = row
            row = turned
    return np.stack(rounds).astype(np.int32)


def anneal_symmetric(
    problem: Problem,
    order: int,
    *,
    weights: Weights,
    cooling: Cooling,
    seed: tuple[int | str, ...],
    over: Callable[[], bool],
    target: int | None = None,
    judge: Judge = lambda tables: (),
    spent: Callable[[int], None] = lambda moves: None,
) -> Ints:
    """Anneal from random over the matrices with a symmetry of ``order``; return all rounds.

    Parameters
    ----------
    problem, order
        A full problem without wishes, and one of :func:`orders`.
    weights, cooling, seed, over, target, judge, spent
        As in :func:`optimizer.annealing.anneal`; visits are not part of this cost.
    """
    image = rotation(problem.num_players, order)
    orbit, sizes = pair_orbits(image)
    # an orbit of half size (a player and his opposite) meets twice at a time
    step = (order // sizes).astype(np.int32)
    unit = 2 if order % 2 == 0 else 1
    weight = (sizes * unit // order).astype(np.int32)
    table = PairCost(problem, weights).table
    where = random_tables(problem, *seed)[: problem.num_rounds // order]
    pairs = np.triu_indices(problem.num_players, 1)
    met = np.zeros(len(sizes), dtype=np.int32)
    np.add.at(met, orbit[pairs], meetings_of(where)[pairs] * step[orbit[pairs]])
    cost = int((weight * table[met]).sum())
    board, best = board_of(problem, where), cost
    state = new_state(*seed)
    goal = None if target is None else target * unit // order
    choice = Choice(judge, unfold(where, image, order))
    for temperature, moves in cooling.chunks():
        before = best
        cost, best = anneal_orbits(
            board, orbit, met, weight, step, table, state,
            thresholds(temperature * weights.spread * unit), moves, cost, best,
        )  # fmt: skip
        if best < before:
            choice.offer(unfold(board.best_where, image, order))
        spent(moves)
        if over() or (goal is not None and best <= goal):
            break
    return choice.tables
