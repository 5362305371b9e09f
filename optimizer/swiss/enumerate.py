"""Brackets of one or two tables: every split, criterion by criterion, which is the proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimizer.swiss.absolute import Rules
from optimizer.swiss.past import Ints
from optimizer.swiss.quality import Count, Kind

MOST_OPEN = 22
"""Players who may sit at either table: C(22, 11) = 705,432 splits are compared in a second."""
Sides = NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class Enumerated:
    """What enumeration found.

    Attributes
    ----------
    table_of
        The table of each player, by place; ``None`` if no split keeps the rules.
    vector
        The value of each count; all proved.
    splits
        How many were compared.
    equal
        How many have this vector: among them D1 decides.
    """

    table_of: Ints | None
    vector: tuple[int, ...]
    splits: int
    equal: int


def can_enumerate(rules: Rules) -> bool:
    """Whether a bracket is small enough."""
    tables = len(rules.sizes)
    return tables == 1 or (tables == 2 and int(rules.allowed.all(axis=1).sum()) <= MOST_OPEN)


def enumerate_bracket(rules: Rules, counts: Sequence[Count], order: Sequence[int]) -> Enumerated:
    """Return the best seating of a bracket of one or two tables.

    Parameters
    ----------
    rules
        What every seating keeps.
    counts
        The numbers of the vector, the most important first.
    order
        The players by their place, in draw order.
    """
    sides = _splits(rules)
    splits = len(sides)
    sides = _kept(rules, sides)
    if not len(sides):
        return Enumerated(None, (), splits, 0)
    vector = []
    for count in counts:
        values = _values(count, sides)
        least = int(values.min())
        vector.append(least)
        sides = sides[values == least]
    # few players: the tables in draw order are the digits of a number, and the least one wins
    weights = np.zeros(sides.shape[1], dtype=np.int64)
    weights[list(order)] = 2 ** np.arange(len(order) - 1, -1, -1, dtype=np.int64)
    first = int(np.argmin(sides @ weights)) if len(sides) > 1 else 0
    return Enumerated(sides[first].astype(np.int64), tuple(vector), splits, len(sides))


@lru_cache(maxsize=64)
def _masks(num_open: int, num_first: int) -> Sides:
    """Return every way to keep some of the open players at the first table, as rows of 0 and 1."""
    numbers = np.arange(2**num_open, dtype=np.int64)
    numbers = numbers[np.bitwise_count(numbers) == num_open - num_first]
    sides: Sides = ((numbers[:, None] >> np.arange(num_open)) & 1).astype(np.int8)
    sides.setflags(write=False)
    return sides


def _splits(rules: Rules) -> Sides:
    """Return every way to fill the tables that allows for who must sit where."""
    count = len(rules.allowed)
    if not rules.allowed.any(axis=1).all():
        return np.zeros((0, count), dtype=np.int8)
    if len(rules.sizes) == 1:
        return np.zeros((1, count), dtype=np.int8)
    open_ = np.flatnonzero(rules.allowed.all(axis=1))
    fixed_first = int((rules.allowed[:, 0] & ~rules.allowed[:, 1]).sum())
    first = rules.sizes[0] - fixed_first
    if not 0 <= first <= len(open_) or comb(len(open_), first) == 0:
        return np.zeros((0, count), dtype=np.int8)
    masks = _masks(len(open_), first)
    sides = np.repeat((~rules.allowed[:, 0]).astype(np.int8)[None], len(masks), axis=0)
    sides[:, open_] = masks
    return sides


def _kept(rules: Rules, sides: Sides) -> Sides:
    """Return the splits that keep pairs apart and clubs in their limits."""
    if rules.banned.any():
        sides = sides[_pair_sums(rules.banned.astype(np.int64), sides) == 0]
    for club in rules.clubs:
        second = sides[:, club].sum(axis=1)
        most = np.maximum(second, len(club) - second)
        sides = sides[most <= rules.club_limit]
    kept: Sides = sides
    return kept


def _exact_float(values: Ints) -> Any:
    """Return the faster float if no sum of the values leaves the whole numbers that it knows."""
    return np.float32 if int(np.abs(values).sum()) < 2**23 else np.float64


def _pair_sums(values: Ints, sides: Sides) -> Ints:
    """Return the sum over pairs of one side, twice the players' products, in exact floats."""
    kind = _exact_float(values)
    signs = sides.astype(kind) * 2 - 1
    products = np.einsum("ij,ij->i", signs @ values.astype(kind), signs)
    # sum over ordered pairs of v (1 + s s) / 2, and half of that for unordered ones
    sums: Ints = np.rint((products + values.sum()) / 4).astype(np.int64)
    return sums


def _player_sums(values: Ints, sides: Sides) -> Ints:
    kind = _exact_float(values)
    signs = sides.astype(kind) * 2 - 1
    sums = (signs @ values.astype(kind)) * signs + values.sum(axis=1)
    halved: Ints = np.rint(sums / 2).astype(np.int64)
    return halved


def _values(count: Count, sides: Sides) -> Ints:
    """Return a number of the vector for each split."""
    values = count.values
    if not values.any() and count.kind is not Kind.WORST_COUNT:
        return np.zeros(len(sides), dtype=np.int64)
    if count.kind is Kind.PAIRS:
        return _pair_sums(values, sides)
    if count.kind in (Kind.WORST, Kind.WORST_COUNT):
        sums = _player_sums(values, sides)
        worst: Ints = sums.max(axis=1)
        having: Ints = (sums == worst[:, None]).sum(axis=1)
        return worst if count.kind is Kind.WORST else having
    first = values[:, 0]
    if values.shape[1] == 1:
        total = 0 if count.kind is Kind.RANGE else int(first.sum())
        return np.full(len(sides), total, dtype=np.int64)
    at_first: Ints = (1 - sides).astype(np.int64) @ first
    at_second: Ints = sides.astype(np.int64) @ values[:, 1]
    return np.abs(at_first - at_second) if count.kind is Kind.RANGE else at_first + at_second
