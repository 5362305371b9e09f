"""Ranks, home tables, the tables that the mode allows, and the brackets that follow from them.

docs/swiss.md, "Rank, home table, mode (A5)".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournament.swiss.state import State


@dataclass(frozen=True)
class Homes:
    """Where everybody who plays belongs; tables count from 1.

    Attributes
    ----------
    rank
        Place by points, then by draw number.
    home
        The table of the rank; of a placed player the table that he has to be at.
    placed
        Players with a lock to a table or a fixed table.
    allowed
        The tables that the mode of the round allows a player.
    joined
        Brackets: the tables of each, the first bracket first.
    overfull
        Tables to which more players are bound than they have seats.
    """

    rank: Mapping[int, int]
    home: Mapping[int, int]
    placed: frozenset[int]
    allowed: Mapping[int, frozenset[int]]
    joined: tuple[tuple[int, ...], ...]
    overfull: tuple[int, ...] = ()

    def residents(self, table: int) -> list[int]:
        """Return the free players whose home a table is."""
        return [p for p, home in self.home.items() if home == table and p not in self.placed]


def bound_to(state: State, player: int) -> int | None:
    """Return the table that a player has to be at: his lock's, else his fixed one."""
    for lock in state.locks.get(player, ()):
        if lock.table is not None:
            return lock.table
    return dict(state.settings.fixed_tables).get(player)


def homes_of(state: State) -> Homes:
    """Return ranks, home tables and brackets of a round among those who play in it."""
    order = sorted(state.playing, key=lambda p: (-state.points[p], p))
    rank = {player: number for number, player in enumerate(order, 1)}
    tables = range(1, len(state.tables) + 1)
    bound = ((player, bound_to(state, player)) for player in order)
    home = {player: table for player, table in bound if table is not None and table in tables}
    placed = frozenset(home)
    left = [len(table) for table in state.tables]
    for table in home.values():
        left[table - 1] -= 1
    overfull = tuple(table for table in tables if left[table - 1] < 0)
    chairs = [table for table in tables for _ in range(left[table - 1])]
    free = [player for player in order if player not in placed]
    home |= dict(zip(free, chairs, strict=False))
    # where a table is bound over its size the last of the free have no chair; the fault is named
    home |= {player: tables[-1] for player in free if player not in home}
    allowed = {player: frozenset((home[player],)) for player in placed}
    allowed |= _allowed(state, free, home, rank)
    joined = _joined(state, free, allowed)
    return Homes(rank, home, placed, allowed, joined, overfull)


def _allowed(
    state: State, free: list[int], home: Mapping[int, int], rank: Mapping[int, int]
) -> dict[int, frozenset[int]]:
    """Return the tables that the mode allows each free player."""
    word, _, text = state.round.mode.partition(":")
    count = len(state.tables)
    if word == "random":
        return {player: frozenset(range(1, count + 1)) for player in free}
    if word == "blocks":
        blocks = blocks_of(count, int(text))
        return {player: next(b for b in blocks if home[player] in b) for player in free}
    if word == "window":
        reach = int(text)
        return {
            player: frozenset(home[q] for q in free if abs(rank[q] - rank[player]) <= reach)
            for player in free
        }
    equal: dict[Fraction, set[int]] = defaultdict(set)
    for player in free:
        equal[state.points[player]].add(home[player])
    return {player: frozenset(equal[state.points[player]]) for player in free}


def blocks_of(num_tables: int, size: int) -> list[frozenset[int]]:
    """Return the blocks of so many consecutive tables; the last may be smaller."""
    return [
        frozenset(range(first, min(first + size, num_tables + 1)))
        for first in range(1, num_tables + 1, size)
    ]


def _joined(
    state: State, free: list[int], allowed: Mapping[int, frozenset[int]]
) -> tuple[tuple[int, ...], ...]:
    """Return the sets of tables that free players connect; a block is always one."""
    groups = [set(allowed[player]) for player in free]
    word, _, text = state.round.mode.partition(":")
    if word == "blocks":
        groups += [set(block) for block in blocks_of(len(state.tables), int(text))]
    found = [{table} for table in range(1, len(state.tables) + 1)]
    for group in groups:
        touched = [one for one in found if one & group]
        if len(touched) > 1:
            found = [one for one in found if not one & group]
            found.append(set().union(*touched))
    return tuple(tuple(sorted(one)) for one in sorted(found, key=min))
