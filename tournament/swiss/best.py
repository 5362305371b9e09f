"""Whether a bracket could be seated better: all ways where they can be tried, else small changes.

All ways are tried at one and two tables, and at more where there are not too many. Elsewhere
nothing is proved here: no exchange of two players and no turn of three at three tables is better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from tournament.swiss.bracket import Bracket
from tournament.swiss.terms import Ints, Term

Vector = tuple[tuple[str, int, int], ...]

MOST_WAYS = 200_000
"""Ways to seat a bracket that are all tried; two tables of ten have 184,756."""
MOST_TURNS = 1_000_000
"""Turns of three that are tried in a bracket; where there are more, only exchanges are."""
CHUNK = 20_000
"""Seatings whose worst-off players are counted at a time."""


@dataclass(frozen=True)
class Better:
    """A seating that is better than the drawn one.

    Attributes
    ----------
    code, detail
        The first number of the vector that is smaller: criterion and which of its numbers; "D1"
        where the vectors are equal and the draw decides.
    value, least
        The number as drawn, and in the other seating.
    moves
        Player, table as drawn and table in the other seating, all from 1.
    """

    code: str
    detail: int
    value: int
    least: int
    moves: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class Search:
    """What was tried at one bracket.

    Attributes
    ----------
    how
        "alone" where there is one table, "enumerated", "turns" (exchanges and turns of three), or
        "exchanges" where turns would have been too many.
    tried
        Seatings that were compared.
    better
        The best of them that is better than the drawn one; None if there is none.
    """

    how: str
    tried: int
    better: Better | None = None


def search(bracket: Bracket) -> Search:
    """Look for a seating of a bracket that is better than the drawn one, which keeps A1 to A8."""
    if len(bracket.labels) == 1:
        return Search("alone", 1)
    if countable(bracket):
        tried, best = enumerated(bracket)
        better = None if best is None else _compared(bracket, best)
        return Search("enumerated", tried, better)
    return _changes(bracket)


def countable(bracket: Bracket) -> bool:
    """Whether all ways to seat a bracket can be tried."""
    return len(bracket.labels) <= 2 or _ways(tuple(bracket.sizes.tolist())) <= MOST_WAYS


def _ways(sizes: tuple[int, ...]) -> int:
    ways, left = 1, sum(sizes)
    for size in sizes:
        ways *= comb(left, size)
        left -= size
    return ways


@lru_cache(maxsize=8)
def splits(sizes: tuple[int, ...]) -> NDArray[np.int8]:
    """Return all ways to seat players at tables of given sizes.

    Shape (ways, players), the table of each player; in lexicographic order of the rows.
    """
    rows = _splits(sizes)
    rows = rows[np.lexsort(rows.T[::-1])]
    rows.setflags(write=False)
    return rows


def _splits(sizes: tuple[int, ...]) -> NDArray[np.int8]:
    if len(sizes) == 1:
        return np.zeros((1, sizes[0]), dtype=np.int8)
    others = _splits(sizes[1:]) + np.int8(1)
    players = sum(sizes)
    first = np.array(list(combinations(range(players), sizes[0])), dtype=np.intp)
    left = np.ones((len(first), players), dtype=np.bool_)
    left[np.arange(len(first))[:, None], first] = False
    places = np.nonzero(left)[1].reshape(len(first), 1, players - sizes[0])
    rows = np.zeros((len(first), len(others), players), dtype=np.int8)
    shape = (len(first), *others.shape)
    np.put_along_axis(rows, np.broadcast_to(places, shape), np.broadcast_to(others, shape), axis=2)
    return rows.reshape(-1, players)


def enumerated(bracket: Bracket) -> tuple[int, Ints | None]:
    """Return how many ways there are to seat a bracket, and the best that keeps A1 to A8.

    Of equal ones the first in the order of D1; None if none keeps A1 to A8.
    """
    everything = splits(tuple(bracket.sizes.tolist()))
    rows = everything[_possible(bracket, everything)]
    for code in bracket.order:
        if len(rows) < 2:
            break
        if code == "Q5":
            for which in (0, 1):
                rows = _least(rows, _chunked(bracket, rows)[which])
        elif code == "Q8":
            rows = _least(rows, bracket.imbalance(rows.astype(np.int64)))
        else:
            for term in bracket.terms[code]:
                rows = _least(rows, _sums(term, rows, len(bracket.labels)))
    return len(everything), rows[0].astype(np.int64) if len(rows) else None


def _possible(bracket: Bracket, rows: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Return which ways keep everything that A2 to A8 say of tables."""
    kept = np.ones(len(rows), dtype=np.bool_)
    for i, table in np.argwhere(~bracket.allowed):
        kept &= rows[:, i] != table
    for i, j in np.argwhere(np.triu(bracket.apart)):
        kept &= rows[:, i] != rows[:, j]
    most = bracket.state.settings.most_of_club or 0
    for group in bracket.clubs:
        for table in range(len(bracket.labels)):
            kept &= (rows[:, group] == table).sum(axis=1) <= most
    return kept


def _least(rows: NDArray[np.int8], values: Ints) -> NDArray[np.int8]:
    kept: NDArray[np.int8] = rows[values == values.min()]
    return kept


def _sums(term: Term, rows: NDArray[np.int8], num_tables: int) -> Ints:
    """Return a number of the vector for each way to seat a bracket."""
    total = np.zeros(len(rows), dtype=np.int64)
    if term.tables is not None and term.tables.any():
        for i, worth in enumerate(term.tables):
            total += worth[rows[:, i]]
    if term.pairs is not None and term.pairs.any():
        # ones and zeros in 32 bits: sums of small whole numbers are exact
        worth = term.pairs.astype(np.float32)
        parted = np.zeros(len(rows), dtype=np.float32)
        for table in range(num_tables - 1):
            here, later = (rows == table).astype(np.float32), (rows > table).astype(np.float32)
            parted += ((here @ worth) * later).sum(axis=1)
        total += int(term.pairs.sum()) // 2 - np.rint(parted).astype(np.int64)
    return total


def _chunked(bracket: Bracket, rows: NDArray[np.int8]) -> tuple[Ints, Ints]:
    parts = [
        bracket.worst(rows[first : first + CHUNK].astype(np.int64))
        for first in range(0, len(rows), CHUNK)
    ]
    return np.concatenate([most for most, _ in parts]), np.concatenate([many for _, many in parts])


def _compared(bracket: Bracket, best: Ints) -> Better | None:
    """Return the best seating as what is better about it; None if it is the drawn one."""
    if np.array_equal(best, bracket.drawn):
        return None
    moves = _moves(bracket, best)
    for ours, theirs in zip(bracket.vector(bracket.drawn), bracket.vector(best), strict=True):
        if ours != theirs:
            return Better(ours[0], ours[1], ours[2], theirs[2], moves)
    return Better("D1", 1, 0, 0, moves)


def _moves(bracket: Bracket, seating: Ints) -> tuple[tuple[int, int, int], ...]:
    return tuple(
        (bracket.players[i], bracket.labels[bracket.drawn[i]], bracket.labels[seating[i]])
        for i in np.flatnonzero(seating != bracket.drawn)
    )


def _changes(bracket: Bracket) -> Search:
    """Try every exchange of two players and every turn of three at three tables."""
    tried, better = 0, None
    for movers in _movers(bracket):
        tried += len(movers)
        found = _best_change(bracket, movers)
        if found is not None and (better is None or _key(bracket, found) < _key(bracket, better)):
            better = found
    how = "turns" if _num_turns(bracket) <= MOST_TURNS else "exchanges"
    return Search(how, tried, better)


def _key(bracket: Bracket, better: Better) -> tuple[int, int, int]:
    """Return what makes a change the more telling: the earlier criterion, the larger gain."""
    codes = [(code, detail) for code, detail, _ in bracket.vector(bracket.drawn)]
    place = codes.index((better.code, better.detail)) if better.code != "D1" else len(codes)
    return (place, better.least - better.value, len(better.moves))


def _num_turns(bracket: Bracket) -> int:
    return 2 * sum(int(np.prod(sizes)) for sizes in combinations(bracket.sizes.tolist(), 3))


def _movers(bracket: Bracket) -> Iterator[Ints]:
    """Yield changes as players, each of whom goes to the table of the next, the last to the first.

    Shape (changes, 2 or 3).
    """
    at = [np.flatnonzero(bracket.drawn == t) for t in range(len(bracket.labels))]
    pairs = [_product(at[t], at[u]) for t, u in combinations(range(len(at)), 2)]
    yield np.concatenate(pairs)
    if _num_turns(bracket) > MOST_TURNS:
        return
    for t, u, v in combinations(range(len(at)), 3):
        there = _product(at[t], at[u], at[v])
        yield np.concatenate([there, there[:, [0, 2, 1]]])


def _product(*groups: Ints) -> Ints:
    return np.stack([one.ravel() for one in np.meshgrid(*groups, indexing="ij")], axis=1)


def _best_change(bracket: Bracket, movers: Ints) -> Better | None:
    """Return the best of the changes if it is better than the drawn seating."""
    drawn = bracket.drawn
    to = drawn[np.roll(movers, -1, axis=1)]
    kept = bracket.allowed[movers, to].all(axis=1)
    kept &= _gains(bracket.apart.astype(np.int64), bracket, movers, to) == 0
    movers, to = movers[kept], to[kept]
    if bracket.clubs:
        kept = np.array([bracket.keeps(s) for s in _seatings(drawn, movers, to)], dtype=np.bool_)
        movers, to = movers[kept], to[kept]
    for code, detail, value, change_of in _numbers(bracket):
        if not len(movers):
            return None
        change = change_of(movers, to)
        if change.min() < 0:
            best = int(change.argmin())
            seating = _seatings(drawn, movers[best : best + 1], to[best : best + 1])[0]
            return Better(code, detail, value, value + int(change[best]), _moves(bracket, seating))
        movers, to = movers[change == 0], to[change == 0]
    return _earlier(bracket, movers, to)


Change = Callable[[Ints, Ints], Ints]
"""How much a number of the vector grows by each of some changes: players, and where they go."""


def _numbers(bracket: Bracket) -> list[tuple[str, int, int, Change]]:
    """Return every number of the vector: criterion, which one, as drawn, and how it changes."""
    terms = {(t.code, t.detail): t for code in bracket.order for t in bracket.terms.get(code, ())}
    found: list[tuple[str, int, int, Change]] = []
    for code, detail, value in bracket.vector(bracket.drawn):
        if code == "Q5":
            change: Change = partial(_worst_change, bracket, detail - 1, value)
        elif code == "Q8":
            change = partial(_imbalance_change, bracket, value)
        else:
            change = partial(_term_change, bracket, terms[code, detail])
        found.append((code, detail, value, change))
    return found


def _term_change(bracket: Bracket, term: Term, movers: Ints, to: Ints) -> Ints:
    change = np.zeros(len(movers), dtype=np.int64)
    if term.tables is not None:
        worth = term.tables
        change += (worth[movers, to] - worth[movers, bracket.drawn[movers]]).sum(axis=1)
    if term.pairs is not None and term.pairs.any():
        change += _gains(term.pairs, bracket, movers, to)
    return change


def _gains(worth: Ints, bracket: Bracket, movers: Ints, to: Ints) -> Ints:
    """Return what changes are worth in pairs of one table.

    Whoever moves leaves the others of his table and joins those of the new one, except the player
    whose chair he takes: each table loses one and gains one.
    """
    at = np.eye(len(bracket.labels), dtype=np.int64)[bracket.drawn]
    with_table = worth @ at
    leaves = np.roll(movers, -1, axis=1)
    gains: Ints = (
        with_table[movers, to] - worth[movers, leaves] - with_table[movers, bracket.drawn[movers]]
    ).sum(axis=1)
    return gains


def _worst_change(bracket: Bracket, which: int, value: int, movers: Ints, to: Ints) -> Ints:
    seatings = _seatings(bracket.drawn, movers, to)
    parts = [
        bracket.worst(seatings[first : first + CHUNK])[which] - value
        for first in range(0, len(seatings), CHUNK)
    ]
    return np.concatenate(parts)


def _imbalance_change(bracket: Bracket, value: int, movers: Ints, to: Ints) -> Ints:
    return bracket.imbalance(_seatings(bracket.drawn, movers, to)) - value


def _seatings(drawn: Ints, movers: Ints, to: Ints) -> Ints:
    """Return the seatings after changes, shape (changes, players)."""
    seatings = np.repeat(drawn[None, :], len(movers), axis=0)
    np.put_along_axis(seatings, movers, to, axis=1)
    return seatings


def _earlier(bracket: Bracket, movers: Ints, to: Ints) -> Better | None:
    """Return a change among equal ones whose list of tables comes first in the order of D1."""
    if not len(movers):
        return None
    first = movers.argmin(axis=1)
    rows = np.arange(len(movers))
    earlier = np.flatnonzero(to[rows, first] < bracket.drawn[movers[rows, first]])
    if not len(earlier):
        return None
    one = int(earlier[movers[earlier, first[earlier]].argmin()])
    seating = _seatings(bracket.drawn, movers[one : one + 1], to[one : one + 1])[0]
    return Better("D1", 1, 0, 0, _moves(bracket, seating))
