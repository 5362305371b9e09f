"""A1 to A10: what a seating must keep, for one bracket as arrays and for a whole round in words.

A5, A6 and A10 are settled before (:mod:`optimizer.swiss.brackets`): here they are the tables that
a player is allowed at and the players there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from optimizer.swiss.brackets import Bracket, Setting
from optimizer.swiss.past import Bools, Ints, Past
from optimizer.swiss.problem import SwissProblem


@dataclass(frozen=True, eq=False)
class Rules:
    """The absolute criteria of one bracket; players and tables by their place in it.

    Attributes
    ----------
    sizes
        Players at each table (A1).
    allowed
        Where each may sit (A2, A3, A5), shape (players, tables).
    banned
        Which two may not share a table (A2, A3, A7, A8), shape (players, players).
    clubs
        Members of clubs that have more of them here than may share a table.
    club_limit
        How many may (A4).
    """

    sizes: tuple[int, ...]
    allowed: Bools
    banned: Bools
    clubs: tuple[Ints, ...]
    club_limit: int

    @property
    def free(self) -> bool:
        """Whether they forbid nothing but a wrong number of players at a table."""
        return bool(self.allowed.all()) and not self.banned.any() and not self.clubs

    def with_place(self, player: int, table: int) -> Rules:
        """Return the rules with one player bound to a table."""
        allowed = self.allowed.copy()
        allowed[player] = False
        allowed[player, table] = self.allowed[player, table]
        return replace(self, allowed=allowed)

    def keeps(self, table_of: Ints) -> bool:
        """Whether a seating of the bracket keeps them all."""
        same = table_of[:, None] == table_of[None, :]
        return bool(
            (np.bincount(table_of, minlength=len(self.sizes)) == self.sizes).all()
            and self.allowed[np.arange(len(table_of)), table_of].all()
            and not (same & self.banned).any()
            and all(np.bincount(table_of[club]).max() <= self.club_limit for club in self.clubs)
        )


def rules(setting: Setting, past: Past, bracket: Bracket) -> Rules:
    """Return the absolute criteria of a bracket."""
    problem, players = setting.problem, list(bracket.players)
    tables = list(bracket.tables)
    allowed = setting.allowed[np.ix_(players, tables)].copy()
    index = {p: n for n, p in enumerate(players)}
    column = {t: n for n, t in enumerate(tables)}
    for player, table in problem.forbidden_tables:
        if player in index and table in column:
            allowed[index[player], column[table]] = False
    sizes = [problem.table_sizes[t] for t in tables]
    seats = {n: [_open_seats(problem, p, size) for size in sizes] for n, p in enumerate(players)
             if p in _bound_to_seats(problem)}  # fmt: skip
    for n, by_table in seats.items():
        allowed[n] &= [bool(open_) for open_ in by_table]
    banned = _banned(problem, past, players)
    for p, q in combinations(seats, 2):
        if all(len(a | b) < 2 for a, b in zip(seats[p], seats[q], strict=True)):
            banned[p, q] = banned[q, p] = True
    limit = problem.club_limit or len(players)
    return Rules(
        sizes=tuple(sizes),
        allowed=allowed,
        banned=banned,
        clubs=tuple(members for members in club_members(problem, players) if len(members) > limit),
        club_limit=limit,
    )


def club_members(problem: SwissProblem, players: Sequence[int]) -> list[Ints]:
    """Return the members of each club among some players, by their place, in a fixed order."""
    clubs: dict[str, list[int]] = {}
    for n, player in enumerate(players):
        if problem.clubs[player]:
            clubs.setdefault(problem.clubs[player], []).append(n)
    return [np.array(clubs[club], dtype=np.int64) for club in sorted(clubs)]


def _banned(problem: SwissProblem, past: Past, players: list[int]) -> Bools:
    index = {p: n for n, p in enumerate(players)}
    banned: Bools = np.zeros((len(players), len(players)), dtype=bool)
    for group in problem.apart:
        for p, q in combinations([index[p] for p in group if p in index], 2):
            banned[p, q] = banned[q, p] = True
    together = past.together(players)
    if problem.most_meetings is not None:
        banned |= together.sum(axis=0) >= problem.most_meetings
    row = problem.most_in_a_row
    if row is not None and len(together) >= row:
        banned |= together[-row:].all(axis=0)
    np.fill_diagonal(banned, False)
    return banned


def _bound_to_seats(problem: SwissProblem) -> set[int]:
    """Return who may not sit on every seat."""
    locked = {lock.player for lock in problem.locks if lock.seat is not None}
    return locked | {p for p, _ in problem.forbidden_seats}


def _open_seats(problem: SwissProblem, player: int, size: int) -> frozenset[int]:
    """Return the seats that a player may have at a table of some size."""
    seats = set(range(size)) - {s for p, s in problem.forbidden_seats if p == player}
    locks = {k.seat for k in problem.locks if k.player == player and k.seat is not None}
    return frozenset(seats & locks if locks else seats)


@dataclass(frozen=True)
class Breach:
    """An absolute criterion that a seating breaks.

    Attributes
    ----------
    code
        ``A1`` to ``A8``.
    players, table
        Whom it is about, and where, from 0; ``None`` where no single table is meant.
    """

    code: str
    players: tuple[int, ...]
    table: int | None = None


def breaches(setting: Setting, past: Past, seating: NDArray[np.int32]) -> list[Breach]:
    """Return every absolute criterion that a seating of the round breaks.

    Parameters
    ----------
    setting
        The round.
    past
        The rounds before it.
    seating
        Players from 0, shape (tables, seats); -1 on an empty chair.
    """
    problem = setting.problem
    found = list(_presence(setting, seating))
    for table, chairs in enumerate(seating.tolist()):
        players = [p for p in chairs if 0 <= p < problem.num_players]
        found += [
            Breach("A5", (p,), table)
            for p in players
            if not setting.placed[p] and not setting.allowed[p, table]
        ]
        found += [Breach("A3", (p,), table) for p, t in problem.forbidden_tables
                  if t == table and p in players]  # fmt: skip
        for seat, player in enumerate(chairs):
            if (player, seat) in problem.forbidden_seats:
                found.append(Breach("A3", (player,), table))
        found += _pairs(problem, past, players, table)
        found += [
            Breach("A4", tuple(players[n] for n in members.tolist()), table)
            for members in club_members(problem, players)
            if problem.club_limit is not None and len(members) > problem.club_limit
        ]
    return [*found, *_locks(setting, seating)]


def _presence(setting: Setting, seating: NDArray[np.int32]) -> Iterator[Breach]:
    problem = setting.problem
    seated = seating[seating >= 0].tolist()
    playing = set(setting.playing)
    for player in sorted({p for p in seated if seated.count(p) > 1}):
        yield Breach("A1", (player,))
    for player in sorted(set(seated) - playing):
        yield Breach("A6" if player in setting.sits_out else "A1", (player,))
    for player in sorted(playing - set(seated)):
        yield Breach("A10" if len(setting.sits_out) else "A1", (player,))
    for table, size in enumerate(problem.table_sizes):
        row = seating[table] if table < len(seating) else np.array([])
        if (row >= 0).sum() != size or (row[:size] < 0).any():
            yield Breach("A1", (), table)


def _pairs(
    problem: SwissProblem, past: Past, players: list[int], table: int
) -> Iterator[Breach]:  # fmt: skip
    together = past.together(players)
    count = together.sum(axis=0)
    row = problem.most_in_a_row
    for i, j in combinations(range(len(players)), 2):
        pair = (players[i], players[j])
        if any(set(pair) <= set(group) for group in problem.apart):
            yield Breach("A3", pair, table)
        if problem.most_meetings is not None and count[i, j] >= problem.most_meetings:
            yield Breach("A7", pair, table)
        if row is not None and len(together) >= row and together[-row:, i, j].all():
            yield Breach("A8", pair, table)


def _locks(setting: Setting, seating: NDArray[np.int32]) -> Iterator[Breach]:
    problem = setting.problem
    where = {
        int(seating[t, s]): (int(t), int(s)) for t, s in np.argwhere(seating >= 0)
    }  # fmt: skip
    for lock in problem.locks:
        table, seat = where.get(lock.player, (None, None))
        kept = (
            table is None
            if lock.sits_out
            else table is not None and lock.table in (None, table) and lock.seat in (None, seat)
        )
        if not kept:
            yield Breach("A2", (lock.player,), table)
    locked = {lock.player for lock in problem.locks if lock.table is not None}
    for player, table in problem.fixed_tables:
        if player in where and player not in locked and where[player][0] != table:
            yield Breach("A3", (player,), where[player][0])
