"""The kinds of search a portfolio chooses from: where to start, how to cool, what to pay."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from optimizer.annealing import Cooling, Judge, anneal, random_tables
from optimizer.constructions import (
    DELETIONS,
    Deletion,
    broken_plane,
    difference_scheme,
    plane_orders,
    scheme_fits,
)
from optimizer.criteria import Prefer
from optimizer.pair_cost import Ints, Weights
from optimizer.symmetric import anneal_symmetric, orders
from schedules.problem import Problem

Seed = tuple[int | str, ...]


@dataclass(frozen=True)
class Effort:
    """What one search may spend, and whom it tells.

    Attributes
    ----------
    moves
        Swaps to try.
    over
        Asked every tenth of a second or so.
    spent
        Told the moves of each chunk.
    judge
        The order of criteria on matrices.
    never_met, spread
        Proved bounds, of the pairs that no wish keeps apart: no matrix is better in either.
    cut
        Moves after which to end before the time, or None.
    """

    moves: int
    over: Callable[[], bool]
    spent: Callable[[int], None]
    judge: Judge
    never_met: int
    spread: int
    cut: int | None = None

    def cooling(self, start: float, end: float) -> Cooling:
        """Return a cooling over all moves."""
        return Cooling(start, end, self.moves, self.cut)


class Kind(Protocol):
    """One way to search; the same seed and moves give the same matrix."""

    def run(self, problem: Problem, seed: Seed, effort: Effort) -> Ints:
        """Return the best matrix seen, shape (rounds, players)."""
        ...


def _goal(weights: Weights, effort: Effort) -> int | None:
    """Return the cost at which nothing of criteria 2-4 can be better, if there is one.

    Where pairs that never meet cost nothing, the least cost does not settle how many there are.
    """
    if weights.visits or not (weights.never and weights.excess):
        return None
    return weights.spread * effort.spread + weights.never * effort.never_met


@dataclass(frozen=True)
class FromRandom:
    """Annealing from a random deal."""

    weights: Weights
    start: float = 3.0
    end: float = 0.4

    def run(self, problem: Problem, seed: Seed, effort: Effort) -> Ints:
        """Return the best matrix seen."""
        return anneal(
            problem,
            random_tables(problem, *seed),
            weights=self.weights,
            cooling=effort.cooling(self.start, self.end),
            seed=seed,
            over=effort.over,
            target=_goal(self.weights, effort),
            judge=effort.judge,
            spent=effort.spent,
        )


@dataclass(frozen=True)
class Symmetric:
    """Annealing among the matrices with a symmetry."""

    order: int
    weights: Weights
    start: float = 3.0
    end: float = 0.6

    def run(self, problem: Problem, seed: Seed, effort: Effort) -> Ints:
        """Return the best matrix seen."""
        return anneal_symmetric(
            problem,
            self.order,
            weights=self.weights,
            cooling=effort.cooling(self.start, self.end),
            seed=seed,
            over=effort.over,
            target=_goal(self.weights, effort),
            judge=effort.judge,
            spent=effort.spent,
        )


def _polish(
    problem: Problem, start: Ints, built: int, weights: Weights, heat: float, seed: Seed,
    effort: Effort,
) -> Ints:  # fmt: skip
    """Anneal the rounds without structure first, then all of them cold."""
    if built < problem.num_rounds:
        late = replace(effort, moves=effort.moves // 4)
        start = anneal(
            problem, start, weights=weights, cooling=late.cooling(3.0, 0.4), seed=(*seed, "late"),
            over=effort.over, free=np.arange(built, problem.num_rounds),
            target=_goal(weights, effort), judge=effort.judge, spent=effort.spent,
        )  # fmt: skip
        cut = None if effort.cut is None else max(effort.cut - late.moves, 0)
        effort = replace(effort, moves=effort.moves - late.moves, cut=cut)
    if effort.over():
        return start
    return anneal(
        problem, start, weights=weights, cooling=effort.cooling(heat, 0.25), seed=seed,
        over=effort.over, target=_goal(weights, effort), judge=effort.judge, spent=effort.spent,
    )  # fmt: skip


@dataclass(frozen=True)
class FromPlane:
    """A broken affine plane, polished cold."""

    order: int
    deletion: Deletion
    weights: Weights
    heat: float = 0.8

    def run(self, problem: Problem, seed: Seed, effort: Effort) -> Ints:
        """Return the best matrix seen."""
        start, built = broken_plane(problem, self.order, self.deletion, *seed)
        return _polish(problem, start, built, self.weights, self.heat, seed, effort)


@dataclass(frozen=True)
class FromScheme:
    """Rounds of a difference scheme, ``joining`` of them joining its groups; polished cold."""

    joining: int
    weights: Weights
    heat: float = 0.6

    def run(self, problem: Problem, seed: Seed, effort: Effort) -> Ints:
        """Return the best matrix seen."""
        start, built = difference_scheme(problem, self.joining, *seed)
        return _polish(problem, start, built, self.weights, self.heat, seed, effort)


@dataclass(frozen=True)
class FromBest:
    """Another cold annealing of a matrix that was found already."""

    tables: bytes
    weights: Weights
    heat: float = 0.8

    def run(self, problem: Problem, seed: Seed, effort: Effort) -> Ints:
        """Return the best matrix seen."""
        start = np.frombuffer(self.tables, dtype=np.int32).reshape(problem.num_rounds, -1).copy()
        return _polish(problem, start, problem.num_rounds, self.weights, self.heat, seed, effort)


def weights_for(prefer: Prefer) -> tuple[Weights, Weights]:
    """Return what to pay under an order of criteria: a strict way and a mild one."""
    if prefer == "spread":
        return Weights(), Weights(spread=4, never=1, excess=1)
    if prefer == "tables":
        return Weights(never=12, excess=8, visits=4), Weights(never=4, excess=3, visits=8)
    return Weights(never=12, excess=8), Weights(never=4, excess=2)


def with_teams(weights: Weights, share: int) -> Weights:
    """Return the same weights, ``share`` times, and a price for teams that meet unevenly."""
    return Weights(
        spread=share * weights.spread,
        never=share * weights.never,
        excess=share * weights.excess,
        visits=share * weights.visits,
        teams=1,
    )


def with_pauses(weights: Weights) -> Weights:
    """Return the same weights, and a price for those who sit out together again.

    It costs the spread next to nothing: those who wait together play together too often.
    """
    return Weights(
        spread=2 * weights.spread,
        never=2 * weights.never,
        excess=2 * weights.excess,
        visits=2 * weights.visits,
        pause=4 * weights.spread,
    )


def kinds_for(problem: Problem, prefer: Prefer) -> list[Kind]:
    """Return every kind of search that fits a problem, the plainest first."""
    kinds: list[Kind] = []
    for weights in weights_for(prefer):
        if problem.everybody_always and len(problem.teams) > 1:
            # short searches without a price for teams look better at first and would stay alone
            kinds += [FromRandom(with_teams(weights, share)) for share in (1, 2)]
            continue
        kinds.append(FromRandom(weights))
        if not problem.everybody_always:
            kinds += [FromRandom(with_pauses(weights)), FromRandom(with_pauses(weights), 1.5)]
        kinds += [Symmetric(order, weights) for order in orders(problem)]
        kinds += [
            FromPlane(order, deletion, weights)
            for order in plane_orders(problem)
            for deletion in (DELETIONS if order * order > problem.num_players else DELETIONS[:1])
        ]
        if scheme_fits(problem):
            kinds += [FromScheme(joining, weights) for joining in range(4)]
    return kinds
