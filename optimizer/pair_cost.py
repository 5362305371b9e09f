"""Criteria 2-4 as one convex cost over the meetings of each pair, with exact whole numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from schedules.problem import Problem

Ints = NDArray[np.int32]


@dataclass(frozen=True)
class Weights:
    """What the search pays, in units of one Σ λ², for breaking criteria 2-5.

    Attributes
    ----------
    spread
        Cost of one unit of Σ λ².
    never
        Added for a pair that never meets.
    excess
        Added for each meeting outside the band.
    visits
        Cost of one unit of Σ visits² to tables.
    pause
        Cost of one unit of Σ squares of the rounds that two players both sit out.
    teams
        Cost of one unit of Σ squares of the meetings of two teams.
    """

    spread: int = 1
    never: int = 0
    excess: int = 0
    visits: int = 0
    pause: int = 0
    teams: int = 0


@dataclass(frozen=True)
class PairCost:
    """Cost of λ meetings for each pair, by an index ``class * width + λ``.

    A class holds the pairs with the same limits on their meetings; the last index, one past all
    classes, stands on the diagonal and costs nothing.
    """

    problem: Problem
    weights: Weights

    @cached_property
    def _codes(self) -> NDArray[np.int64]:
        """Fewest and most meetings that the wishes leave each pair, in one number."""
        least = self.problem.least_meetings().astype(np.int64)
        return least * self.width + self.problem.limits()

    @cached_property
    def _classes(self) -> list[int]:
        return sorted({int(n) for n in np.unique(self._codes)})

    @property
    def wish(self) -> int:
        """Cost of a meeting that a wish forbids or misses: more than any one swap can win."""
        weights, problem = self.weights, self.problem
        dearest = 2 * problem.num_rounds * weights.spread + weights.never + weights.excess
        return 2 * (problem.num_seats - 1) * dearest

    @property
    def width(self) -> int:
        """Indices of one class: λ from 0 to one more than the rounds."""
        return self.problem.num_rounds + 2

    @cached_property
    def offset(self) -> Ints:
        """Index of λ = 0 for each pair, shape (players, players)."""
        classes = np.searchsorted(self._classes, self._codes)
        return (classes * self.width).astype(np.int32)

    @cached_property
    def table(self) -> Ints:
        """Cost by index, one more entry than classes times width."""
        met = np.arange(self.width)
        low, high = self.problem.band
        base = self.weights.spread * met**2
        rows = []
        for code in self._classes:
            least, limit = divmod(code, self.width)
            over, short = np.maximum(met - limit, 0), np.maximum(least - met, 0)
            row = base + self.wish * (over + short)
            excess = np.maximum(met - high, 0) + np.maximum(min(low, limit) - met, 0)
            row = row + self.weights.excess * excess
            if limit > 0:
                row = row + self.weights.never * (met == 0)
            rows.append(row)
        return np.append(np.concatenate(rows), 0).astype(np.int32)

    @cached_property
    def up(self) -> Ints:
        """Cost of one meeting more, by index; nothing on the diagonal."""
        step = np.append(self.table[1:] - self.table[:-1], 0)
        step[self.width - 1 :: self.width] = 0
        step[-1] = 0
        return step.astype(np.int32)

    @cached_property
    def down(self) -> Ints:
        """Cost of one meeting fewer, by index; nothing on the diagonal."""
        step = np.append(0, self.table[:-1] - self.table[1:])
        step[:: self.width] = 0
        step[-1] = 0
        return step.astype(np.int32)

    def index(self, meetings: NDArray[np.integer]) -> Ints:
        """Return the cost indices of a meetings matrix, the diagonal set to cost nothing."""
        index = (self.offset + meetings).astype(np.int32)
        np.fill_diagonal(index, len(self.table) - 1)
        return index

    def total(self, meetings: NDArray[np.integer]) -> int:
        """Return the cost of a meetings matrix over all pairs."""
        upper = np.triu_indices(len(meetings), 1)
        return int(self.table[self.index(meetings)[upper]].sum())


def meetings_of(tables: Ints) -> Ints:
    """Count the meetings of each two players.

    Parameters
    ----------
    tables
        Table of each player in each round, -1 sits out; shape (rounds, players).
    """
    met = np.zeros((tables.shape[1], tables.shape[1]), dtype=np.int32)
    for row in tables:
        playing = row >= 0
        met += (row[:, None] == row[None, :]) & playing[:, None] & playing[None, :]
    np.fill_diagonal(met, 0)
    return met


def together_out_of(tables: Ints) -> Ints:
    """Count the rounds in which each two players both sit out, shape (players, players)."""
    out = (tables < 0).astype(np.int32)
    together: Ints = out.T @ out
    np.fill_diagonal(together, 0)
    return together


def visits_of(tables: Ints, num_tables: int) -> Ints:
    """Count the visits of each player to each table, shape (players, tables)."""
    return np.stack([(tables == t).sum(axis=0) for t in range(num_tables)], axis=1).astype(np.int32)
