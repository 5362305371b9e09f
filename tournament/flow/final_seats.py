"""Seats of a final: one table, some games, nobody on a seat twice and no two neighbours twice.

Ten players have 45 pairs, and four games use 40 of them as neighbours: the circle of Walecki
splits all pairs into four rounds and five pairs that are never neighbours. Those five are chosen
so that they were neighbours most often in the stages before; then seats are chosen that the
players have had least.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
LABELLINGS = 200
"""Ways tried to give the pairs that are never neighbours their places in the circle."""
MOST_GAMES = 4


class FinalSeats(NamedTuple):
    """Seats of a final, and what is left over of the wishes.

    Attributes
    ----------
    games
        Players from 0 by game and seat.
    neighbours_before
        Neighbours of the final, each counted as often as they were neighbours in earlier stages.
    seats_before
        Seats of the final, each counted as often as its player had it in earlier stages.
    """

    games: tuple[tuple[int, ...], ...]
    neighbours_before: int
    seats_before: int


def circles(count: int) -> list[list[int]]:
    """Return orders around the table such that no two are neighbours twice; there are n/2 - 1.

    Walecki's construction: one player stays, the others zigzag, turned by one from game to game.
    For an odd count the circles are (n-1)/2 and use every pair once.

    Examples
    --------
    >>> [len(circles(n)) for n in (9, 10)]
    [4, 4]
    """
    ring = count - 1
    if count % 2:
        zigzag = [((n + 1) // 2) * (1 if n % 2 else -1) % ring for n in range(ring)]
        return [[ring, *((z + k) % ring for z in zigzag)] for k in range(ring // 2)]
    # an even count: the circles of one player less, and somebody put where a pair is left over
    return _even_circles(count)


def _even_circles(count: int) -> list[list[int]]:
    """Return the circles of an even count, found by search for what the zigzag leaves out.

    Players 2i and 2i+1 are never neighbours: K_n without a perfect matching splits into circles.
    """
    found: list[list[int]] = []
    used = {frozenset((i, i + 1)) for i in range(0, count, 2)}

    def extend(path: list[int]) -> bool:
        if len(path) == count:
            if frozenset((path[0], path[-1])) in used:
                return False
            edges = [frozenset(pair) for pair in pairwise([*path, path[0]])]
            used.update(edges)
            found.append(list(path))
            if len(found) == count // 2 - 1 or extend([0]):
                return True
            found.pop()
            used.difference_update(edges)
            return False
        here = {frozenset(pair) for pair in pairwise(path)}
        for nxt in range(count):
            edge = frozenset((path[-1], nxt))
            free = nxt not in path and edge not in used and edge not in here
            if free and extend([*path, nxt]):
                return True
        return False

    extend([0])
    return found


def seat_final(
    count: int, num_games: int, *, neighbours: Ints, seats: Ints, seed: str
) -> FinalSeats:
    """Seat a final.

    Parameters
    ----------
    count, num_games
        Players at the table, and games, 4 at most.
    neighbours
        How often two players were neighbours so far, shape (players, players).
    seats
        How often each player had each seat so far, shape (players, seats).
    seed
        What decides between seatings that are equally good, as of a draw.

    Returns
    -------
    FinalSeats
        In which nobody has a seat twice and no two are neighbours twice, where the count allows
        it: with 8 players at least in four games.
    """
    pairs = _pairs_apart(neighbours, count, seed)
    rounds = circles(count)
    rounds = [rounds[k % len(rounds)] for k in range(num_games)]
    total = int(np.triu(neighbours).sum())
    best: FinalSeats | None = None
    for attempt in range(LABELLINGS):
        label = _labelling(pairs, count, f"{seed}\n{attempt}")
        found = _place([[label[n] for n in one] for one in rounds], seats)
        if found is None:
            continue
        games, cost = found
        touched = sum(
            int(neighbours[a, b]) for game in games for a, b in pairwise([*game, game[0]])
        )
        if best is None or (touched, cost) < (best.neighbours_before, best.seats_before):
            best = FinalSeats(games, touched, cost)
        if best.seats_before == 0 and best.neighbours_before == 0 == total:
            break
    if best is None:
        raise ValueError(f"{num_games} games of {count} cannot give everybody other seats")
    return best


def _ticket(seed: str, *words: object) -> str:
    return hashlib.sha256("\n".join([seed, *map(str, words)]).encode()).hexdigest()


def _pairs_apart(neighbours: Ints, count: int, seed: str) -> list[tuple[int, int]]:
    """Return the pairs that are never neighbours in the final: a matching of the most before."""
    if count % 2:
        return []
    order = sorted(range(count), key=lambda p: _ticket(seed, "pair", p))

    def match(left: tuple[int, ...]) -> tuple[int, list[tuple[int, int]]]:
        if not left:
            return 0, []
        first, best = left[0], (-1, [(0, 0)])
        for other in left[1:]:
            value, rest = match(tuple(p for p in left[1:] if p != other))
            value += int(neighbours[first, other])
            if value > best[0]:
                best = value, [(first, other), *rest]
        return best

    return match(tuple(order))[1]


def _labelling(pairs: Sequence[tuple[int, int]], count: int, seed: str) -> list[int]:
    """Return the player of each place in the circles, drawn."""
    if not pairs:
        return sorted(range(count), key=lambda p: _ticket(seed, p))
    ordered = sorted(pairs, key=lambda pair: _ticket(seed, *pair))
    label: list[int] = []
    for a, b in ordered:
        label += (a, b) if _ticket(seed, a) < _ticket(seed, b) else (b, a)
    return label


def _place(
    orders: Sequence[Sequence[int]], seats: Ints
) -> tuple[tuple[tuple[int, ...], ...], int] | None:
    """Turn each circle so that nobody has a seat twice, on the seats had least so far."""
    count = len(orders[0])
    options: list[list[tuple[int, tuple[int, ...]]]] = []
    for order in orders:
        turned = []
        for way in (order, order[::-1]):
            for k in range(count):
                game = tuple([*way[k:], *way[:k]])
                cost = sum(int(seats[p, s]) for s, p in enumerate(game))
                turned.append((cost, game))
        options.append(sorted(turned))
    least = [min(cost for cost, _ in one) for one in options]
    best: tuple[int, list[tuple[int, ...]]] | None = None

    def search(games: list[tuple[int, ...]], cost: int) -> None:
        nonlocal best
        n = len(games)
        if best is not None and cost + sum(least[n:]) >= best[0]:
            return
        if n == len(options):
            best = cost, list(games)
            return
        for more, game in options[n]:
            if all(a != b for one in games for a, b in zip(one, game, strict=True)):
                search([*games, game], cost + more)

    search([], 0)
    return None if best is None else (tuple(best[1]), best[0])
