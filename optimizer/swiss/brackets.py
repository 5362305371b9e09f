"""Who sits out, who has which rank and home table, and which tables are seated together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from optimizer.swiss.modes import BLOCKS, Mode, allowed_tables
from optimizer.swiss.problem import SwissProblem
from schedules.wishes import listed


class Impossible(Exception):
    """Wishes that cannot hold together; caught where the smallest set of them is looked for."""


@dataclass(frozen=True)
class Bracket:
    """Tables that exchange players, seated by themselves.

    Attributes
    ----------
    tables
        From 0, in order.
    players
        Who sits there, in order of rank.
    """

    tables: tuple[int, ...]
    players: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Setting:
    """A round before anybody is seated.

    Attributes
    ----------
    problem, mode
        What it is made from.
    sits_out
        Players, in the order in which they were chosen.
    playing
        All others that are active, in order of rank.
    rank
        By player from 1; 0 for those who do not play.
    home
        Home table by player from 0; -1 for those who do not play.
    placed
        Whether a lock or a fixed table says where the player sits.
    allowed
        Where a player may sit by A5, shape (players, tables).
    brackets
        By their first table.
    """

    problem: SwissProblem
    mode: Mode
    sits_out: tuple[int, ...]
    playing: tuple[int, ...]
    rank: NDArray[np.int64]
    home: NDArray[np.int64]
    placed: NDArray[np.bool_]
    allowed: NDArray[np.bool_]
    brackets: tuple[Bracket, ...]


def prepare(problem: SwissProblem, mode: Mode) -> Setting:
    """Return ranks, home tables, allowed tables and brackets of a round.

    Raises
    ------
    Impossible
        If locks leave too few to sit out, or put more players at a table than it has seats.
    """
    out = sitting_out(problem)
    playing = sorted(
        (p for p in range(problem.num_players) if problem.active[p] and p not in set(out)),
        key=lambda p: (-problem.points[p], problem.draw_numbers[p]),
    )
    rank = np.zeros(problem.num_players, dtype=np.int64)
    rank[playing] = np.arange(1, len(playing) + 1)
    where = _placed_tables(problem, set(playing))
    home = _homes(problem, playing, where)
    placed = np.zeros(problem.num_players, dtype=bool)
    placed[list(where)] = True
    allowed = np.zeros((problem.num_players, problem.num_tables), dtype=bool)
    for player, table in where.items():
        allowed[player, table] = True
    free = [p for p in playing if not placed[p]]
    points = [problem.points[p] for p in free]
    allowed[free] = allowed_tables(mode, rank[free], points, home[free], problem.num_tables)
    brackets = _brackets(problem, mode, playing, free, allowed)
    return Setting(
        problem, mode, out, tuple(playing), rank, home, placed, allowed, brackets
    )  # fmt: skip


def sitting_out(problem: SwissProblem) -> tuple[int, ...]:
    """Return who sits out (A6, A10): locked first, then least often, fewest points, last drawn.

    Raises
    ------
    Impossible
        If locks and fixed tables do not leave the right number.
    """
    count = sum(problem.active) - sum(problem.table_sizes)
    locked = [lock.player for lock in problem.locks if lock.sits_out]
    bound = {lock.player for lock in problem.locks} | {p for p, _ in problem.fixed_tables}
    open_ = [p for p in range(problem.num_players) if problem.active[p] and p not in bound]
    open_.sort(key=lambda p: (problem.sat_out[p], problem.points[p], -problem.draw_numbers[p]))
    if not len(locked) <= count <= len(locked) + len(open_):
        raise Impossible(f"{count} players sit out, and the locks leave another number")
    return (*locked, *open_[: count - len(locked)])


def _placed_tables(problem: SwissProblem, playing: set[int]) -> dict[int, int]:
    """Return the tables that locks and fixed tables give; a lock wins over a fixed table."""
    where = {p: t for p, t in problem.fixed_tables if p in playing}
    where.update((lock.player, lock.table) for lock in problem.locks if lock.table is not None)
    return where


def _homes(problem: SwissProblem, playing: list[int], where: dict[int, int]) -> NDArray[np.int64]:
    home = np.full(problem.num_players, -1, dtype=np.int64)
    left = list(problem.table_sizes)
    for player, table in where.items():
        home[player] = table
        left[table] -= 1
    for table, seats in enumerate(left):
        if seats < 0:
            there = listed(p for p, t in where.items() if t == table)
            raise Impossible(f"more players than seats are placed at table {table + 1}: {there}")
    homes = np.repeat(np.arange(problem.num_tables), left)
    home[[p for p in playing if p not in where]] = homes
    return home


def _brackets(
    problem: SwissProblem, mode: Mode, playing: list[int], free: list[int],
    allowed: NDArray[np.bool_],
) -> tuple[Bracket, ...]:  # fmt: skip
    """Join tables at both of which a free player may sit; a block is joined whatever stands."""
    joined = list(range(problem.num_tables))
    for player in free:
        roots = {joined[t] for t in np.flatnonzero(allowed[player]).tolist()}
        joined = [min(roots) if root in roots else root for root in joined]
    if mode.kind == BLOCKS:
        joined = [table - table % mode.size for table in range(problem.num_tables)]
    found = []
    for root in sorted(set(joined)):
        tables = [t for t, of in enumerate(joined) if of == root]
        players = [p for p in playing if allowed[p, tables].any()]
        found.append(Bracket(tuple(tables), tuple(players)))
    return tuple(found)
