"""What stood when a round was drawn: who was there, who had met, sat and waited how often.

Players are known by their draw numbers, as in the file; tables and seats count from 1.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise

from tournament.event_form import Event, Lock, Round, Settings, Table, Tables

Pair = tuple[int, int]
Place = tuple[int, int]
"""A table and a seat."""


@dataclass(frozen=True)
class State:
    """A round as it was drawn, with all that its draw looked back on.

    Attributes
    ----------
    event, round, index
        The event, the round, and its place among the rounds from 0: rounds played before it.
    settings
        What its stage has to keep.
    points
        Points that it was drawn by.
    active
        Who could be seated.
    tables
        Who was drawn where, seats without a player at the end left out.
    met
        Earlier rounds in which a pair sat at one table; pairs are sorted.
    last, before_last
        Pairs that sat together in the round before, and in the one before that.
    places
        Table and seat in the round before, of those who sat in it.
    seats, neighbours, halves, ends
        Earlier rounds on each seat; as neighbours; games in the first half less those in the
        second; games as first speaker less those as last.
    waited
        Earlier rounds in which somebody was active and had no seat.
    judged
        Earlier games of a player under a judge.
    width
        Seats of the widest table, this round's counted.
    clubs
        Club or team of each player who has one.
    """

    event: Event
    round: Round
    index: int
    settings: Settings
    points: Mapping[int, Fraction]
    active: tuple[int, ...]
    tables: Tables
    met: Mapping[Pair, int]
    last: frozenset[Pair]
    before_last: frozenset[Pair]
    places: Mapping[int, Place]
    seats: Mapping[int, Counter[int]]
    neighbours: Mapping[Pair, int]
    halves: Mapping[int, int]
    ends: Mapping[int, int]
    waited: Mapping[int, int]
    judged: Mapping[tuple[int, str], int]
    width: int
    clubs: Mapping[int, str]

    @property
    def number(self) -> int:
        """Number of the round among all of the event, from 1: the ``r`` of docs/swiss.md."""
        return self.index + 1

    @property
    def seed(self) -> str:
        """The seed of the draw: the round's own, or that of the event."""
        return self.round.seed or self.event.seed

    @property
    def playing(self) -> tuple[int, ...]:
        """Who has a seat, each once, by draw number."""
        return tuple(sorted({p for table in self.tables for p in table if p is not None}))

    @property
    def locks(self) -> Mapping[int, tuple[Lock, ...]]:
        """The locks of each player who has one."""
        found: dict[int, tuple[Lock, ...]] = {}
        for lock in self.round.locks:
            found[lock.player] = (*found.get(lock.player, ()), lock)
        return found

    def ticket(self, player: int) -> str:
        """Return a player's ticket for this round: docs/swiss.md, D1 at the tables."""
        text = f"{self.seed}\n{self.number}\n{player}"
        return hashlib.sha256(text.encode()).hexdigest()


def pair(one: int, other: int) -> Pair:
    """Return two players in order of their numbers."""
    return (one, other) if one < other else (other, one)


def open_seats(state: State, player: int, size: int) -> frozenset[int]:
    """Return the seats that a player may have at a table of some size: locks, forbidden seats."""
    seats = set(range(1, size + 1))
    seats -= {seat for who, seat in state.settings.forbidden_seats if who == player}
    locks = {lock.seat for lock in state.locks.get(player, ()) if lock.seat is not None}
    for seat in locks:
        seats &= {seat}
    return frozenset(seats)


def trimmed(table: Table) -> Table:
    """Return a table without the empty chairs at its end."""
    size = max((seat for seat, who in enumerate(table, 1) if who is not None), default=0)
    return table[:size]


def ring(table: Table) -> list[Pair]:
    """Return the neighbours of a table: seats in a row, and the first with the last taken one."""
    seats = trimmed(table)
    sides = list(pairwise(seats))
    if len(seats) > 2:
        sides.append((seats[-1], seats[0]))
    return [pair(a, b) for a, b in sides if a is not None and b is not None]


def state_of(event: Event, index: int, points: Mapping[int, Fraction]) -> State:
    """Return what a round was drawn by.

    Parameters
    ----------
    event
        The event.
    index
        The round, from 0 in order of play. Only the rounds before it are looked at.
    points
        Points as of the draw.
    """
    round_ = event.rounds[index]
    past = event.rounds[:index]
    settings = event.stage(round_.stage).settings
    tables = tuple(trimmed(table) for table in round_.seated)
    widths = [len(trimmed(table)) for one in past for table in one.tables]
    width = max([*widths, *(len(table) for table in tables)], default=0)
    together = [_together(one.tables) for one in past]
    halves, ends = _speakers(past, width)
    return State(
        event=event,
        round=round_,
        index=index,
        settings=settings,
        points=points,
        active=event.active(round_),
        tables=tables,
        met=Counter(two for pairs in together for two in pairs),
        last=together[-1] if together else frozenset(),
        before_last=together[-2] if len(together) > 1 else frozenset(),
        places=_places(past[-1].tables) if past else {},
        seats=_seats(past),
        neighbours=Counter(two for one in past for table in one.tables for two in ring(table)),
        halves=halves,
        ends=ends,
        waited=_waited(event, past),
        judged=_judged(past),
        width=width,
        clubs={
            player.number: belongs
            for player in event.players
            if (belongs := player.team if settings.by_team else player.club)
        },
    )


def _together(tables: Tables) -> frozenset[Pair]:
    return frozenset(
        pair(a, b)
        for table in tables
        for a, b in combinations([who for who in table if who is not None], 2)
    )


def _places(tables: Tables) -> dict[int, Place]:
    return {
        who: (number, seat)
        for number, table in enumerate(tables, 1)
        for seat, who in enumerate(table, 1)
        if who is not None
    }


def _seats(past: tuple[Round, ...]) -> dict[int, Counter[int]]:
    found: dict[int, Counter[int]] = defaultdict(Counter)
    for one in past:
        for who, (_, seat) in _places(one.tables).items():
            found[who][seat] += 1
    return found


def _speakers(past: tuple[Round, ...], width: int) -> tuple[dict[int, int], dict[int, int]]:
    """Return for each player first half less second half, and first less last speaker."""
    halves: Counter[int] = Counter()
    ends: Counter[int] = Counter()
    for one in past:
        for table in map(trimmed, one.tables):
            for seat, who in enumerate(table, 1):
                if who is not None:
                    halves[who] += half(seat, width)
                    ends[who] += end(seat, len(table))
    return halves, ends


def half(seat: int, width: int) -> int:
    """Return 1 for a seat of the first half, -1 for one of the second, 0 for the middle one."""
    return int(seat <= width // 2) - int(seat > (width + 1) // 2)


def end(seat: int, size: int) -> int:
    """Return 1 for the first speaker's seat, -1 for the last one's, 0 for the others."""
    return int(seat == 1) - int(seat == size)


def _waited(event: Event, past: tuple[Round, ...]) -> dict[int, int]:
    waited: Counter[int] = Counter()
    for one in past:
        sat = {who for table in one.tables for who in table}
        waited.update(who for who in event.active(one) if who not in sat)
    return waited


def _judged(past: tuple[Round, ...]) -> dict[tuple[int, str], int]:
    judged: Counter[tuple[int, str]] = Counter()
    for one in past:
        for judge, table in zip(one.judges, one.tables, strict=False):
            judged.update((who, judge) for who in table if who is not None and judge)
    return judged
