"""One bracket as arrays: what its seatings have to keep, and the vector that they are judged by.

docs/swiss.md, "Absolute criteria" and "Quality". In arrays everything counts from 0, players in
draw order, so that a seating is the list of the players' tables that D1 compares.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import lcm

import numpy as np

from tournament.swiss.brackets import Homes
from tournament.swiss.state import State, open_seats, pair
from tournament.swiss.terms import ORDERS, Bools, Ints, Term


@dataclass(frozen=True, eq=False)
class Bracket:
    """A bracket of one round.

    Attributes
    ----------
    state, homes
        The round.
    labels
        Its tables, from 1.
    players
        Who sits in it, in draw order.
    sizes
        Seats of each of its tables.
    drawn
        The seating that was drawn, shape (players,).
    floats
        Direction in which a player floated in the round before: -1 higher, 1 lower.
    """

    state: State
    homes: Homes
    labels: tuple[int, ...]
    players: tuple[int, ...]
    sizes: Ints
    drawn: Ints
    floats: Mapping[int, int] = field(default_factory=dict)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The criteria that count, in order."""
        word = self.state.round.mode.partition(":")[0]
        if word == "random" and not self.state.settings.least_repeats:
            return ()
        return ORDERS[word]

    @cached_property
    def met(self) -> Ints:
        """Earlier meetings, shape (players, players)."""
        return self._by_pair(self.state.met)

    def _by_pair(self, values: Mapping[tuple[int, int], int]) -> Ints:
        size = len(self.players)
        found = np.zeros((size, size), dtype=np.int64)
        for i, p in enumerate(self.players):
            for j in range(i):
                found[i, j] = found[j, i] = values.get(pair(p, self.players[j]), 0)
        return found

    @cached_property
    def clubmates(self) -> Bools:
        """Pairs of one club or team."""
        clubs = np.array([self.state.clubs.get(p, "") for p in self.players], dtype=object)
        same: Bools = (clubs[:, None] == clubs[None, :]) & (clubs != "")[:, None]
        np.fill_diagonal(same, False)
        return same

    @cached_property
    def directions(self) -> Ints:
        """Where a player floats at each table: -1 higher, 1 lower, 0 not at all."""
        found = np.zeros((len(self.players), len(self.labels)), dtype=np.int64)
        points, homes = self.state.points, self.homes
        own = {t: {points[q] for q in homes.residents(t)} for t in self.labels}
        for i, p in enumerate(self.players):
            for j, table in enumerate(self.labels):
                home = homes.home[p]
                if p not in homes.placed and table != home and points[p] not in own[table]:
                    found[i, j] = 1 if table > home else -1
        return found

    @cached_property
    def distances(self) -> Ints:
        """How far a floater is off at each table, in ranks (Q2)."""
        found = np.zeros_like(self.directions)
        rank = self.homes.rank
        for j, table in enumerate(self.labels):
            ranks = [rank[q] for q in self.homes.residents(table)]
            if not ranks:
                continue
            for i, p in enumerate(self.players):
                if self.directions[i, j] > 0:
                    found[i, j] = min(ranks) - rank[p]
                elif self.directions[i, j] < 0:
                    found[i, j] = rank[p] - max(ranks)
        return found

    @cached_property
    def terms(self) -> Mapping[str, tuple[Term, ...]]:
        """The numbers that are sums, by criterion."""
        state = self.state
        last = self._by_pair(dict.fromkeys(state.last, 1))
        older = self._by_pair(dict.fromkeys(state.before_last, 1))
        floated = np.array([self.floats.get(p, 0) for p in self.players])
        again = (self.directions == floated[:, None]) & (self.directions != 0)
        return {
            "Q1": (Term("Q1", 1, tables=np.abs(self.directions)),),
            "Q2": (Term("Q2", 1, tables=self.distances),),
            "Q3": tuple(
                Term("Q3", count, pairs=(self.met == count - 1).astype(np.int64))
                for count in range(state.number, 1, -1)
            ),
            "Q4": (Term("Q4", 1, pairs=last), Term("Q4", 2, pairs=older)),
            "Q6": (Term("Q6", 1, pairs=self.clubmates.astype(np.int64)),),
            "Q7": (Term("Q7", 1, tables=again.astype(np.int64)),),
            "Q9": (Term("Q9", 1, tables=self._same_table), Term("Q9", 2, tables=self._judged)),
        }

    @property
    def _same_table(self) -> Ints:
        places = self.state.places
        before = np.array([places[p][0] if p in places else 0 for p in self.players])
        same: Ints = (before[:, None] == np.array(self.labels)[None, :]).astype(np.int64)
        return same

    @property
    def _judged(self) -> Ints:
        judges = self.state.round.judges
        found = np.zeros((len(self.players), len(self.labels)), dtype=np.int64)
        for j, table in enumerate(self.labels):
            judge = judges[table - 1] if judges else ""
            for i, p in enumerate(self.players):
                found[i, j] = self.state.judged.get((p, judge), 0) if judge else 0
        return found

    @cached_property
    def ranks(self) -> Ints:
        """Rank of each player."""
        return np.array([self.homes.rank[p] for p in self.players], dtype=np.int64)

    @cached_property
    def scales(self) -> Ints:
        """What a table's sum of ranks is multiplied by, so that tables of any size compare (Q8)."""
        sizes = [int(size) for size in self.sizes]
        return np.array([lcm(*sizes) // size for size in sizes], dtype=np.int64)

    def worst(self, seatings: Ints) -> tuple[Ints, Ints]:
        """Return of each seating the largest sum of repeats, and how many players have it (Q5).

        Parameters
        ----------
        seatings
            Tables by player, shape (seatings, players).
        """
        sums = np.empty(seatings.shape, dtype=np.int64)
        for p in range(seatings.shape[1]):
            beside = seatings == seatings[:, p : p + 1]
            sums[:, p] = beside @ self.met[p]
        most = sums.max(axis=1)
        return most, (sums == most[:, None]).sum(axis=1)

    def imbalance(self, seatings: Ints) -> Ints:
        """Return of each seating how far the tables' sums of ranks are apart (Q8)."""
        sums = np.stack(
            [((seatings == t) * self.ranks).sum(axis=1) for t in range(len(self.labels))], axis=1
        )
        sums = sums * self.scales
        spread: Ints = sums.max(axis=1) - sums.min(axis=1)
        return spread

    def vector(self, seating: Ints) -> tuple[tuple[str, int, int], ...]:
        """Return the whole vector of a seating: criterion, which of its numbers, the number."""
        found: list[tuple[str, int, int]] = []
        for code in self.order:
            if code == "Q5":
                most, count = self.worst(seating[None, :])
                found += [("Q5", 1, int(most[0])), ("Q5", 2, int(count[0]))]
            elif code == "Q8":
                found.append(("Q8", 1, int(self.imbalance(seating[None, :])[0])))
            else:
                found += [
                    (code, term.detail, term.of(seating, len(self.labels)))
                    for term in self.terms[code]
                ]
        return tuple(found)

    @cached_property
    def allowed(self) -> Bools:
        """Where each player may sit: mode, locks, fixed and forbidden tables, judges (A2-A5)."""
        settings, judges = self.state.settings, self.state.round.judges
        found = np.zeros((len(self.players), len(self.labels)), dtype=np.bool_)
        forbidden = set(settings.forbidden_tables)
        if judges:
            forbidden |= {
                (player, table)
                for judge, player in settings.judge_conflicts
                for table, name in enumerate(judges, 1)
                if name == judge
            }
        for i, p in enumerate(self.players):
            for j, table in enumerate(self.labels):
                found[i, j] = (
                    table in self.homes.allowed[p]
                    and (p, table) not in forbidden
                    and bool(open_seats(self.state, p, int(self.sizes[j])))
                )
        return found

    @cached_property
    def apart(self) -> Bools:
        """Pairs that may not sit at one table: kept apart, for one seat (A3), at a cap (A7, A8)."""
        return self.kept_apart | self.for_one_seat | self.at_cap | self.in_a_row

    @cached_property
    def for_one_seat(self) -> Bools:
        """Pairs who may only have one and the same seat (A2, A3)."""
        found = np.zeros_like(self.clubmates)
        size = int(self.sizes.max())
        only = {}
        for i, p in enumerate(self.players):
            seats = open_seats(self.state, p, size)
            if len(seats) == 1:
                only[i] = seats
        for i, seats in only.items():
            for j, others in only.items():
                found[i, j] = i != j and seats == others
        return found

    @cached_property
    def kept_apart(self) -> Bools:
        """Pairs of a group whose members never sit at one table (A3)."""
        found = np.zeros_like(self.clubmates)
        for group in self.state.settings.apart:
            inside = np.array([p in group for p in self.players])
            found |= inside[:, None] & inside[None, :]
        np.fill_diagonal(found, False)
        return found

    @cached_property
    def at_cap(self) -> Bools:
        """Pairs that have met as often as they may (A7)."""
        most = self.state.settings.most_meetings
        found: Bools = self.met >= (self.state.number if most is None else most)
        np.fill_diagonal(found, False)
        return found

    @cached_property
    def in_a_row(self) -> Bools:
        """Pairs that have met in as many rounds running as they may (A8)."""
        most = self.state.settings.most_in_a_row
        past = self.state.event.rounds[: self.state.index]
        if most is None or len(past) < most:
            return np.zeros_like(self.clubmates)
        found = np.ones_like(self.clubmates)
        for round_ in past[len(past) - most :]:
            at = {p: t for t, table in enumerate(round_.tables) for p in table if p is not None}
            tables = np.array([at.get(p, -1) for p in self.players])
            found &= (tables[:, None] == tables[None, :]) & (tables >= 0)[:, None]
        np.fill_diagonal(found, False)
        return found

    @cached_property
    def clubs(self) -> list[Ints]:
        """Players of each club, where a limit is declared that they could pass."""
        most = self.state.settings.most_of_club
        if most is None:
            return []
        names = {self.state.clubs.get(p, "") for p in self.players} - {""}
        members = [
            np.array([i for i, p in enumerate(self.players) if self.state.clubs.get(p) == name])
            for name in sorted(names)
        ]
        return [group for group in members if len(group) > most]

    def keeps(self, seating: Ints) -> bool:
        """Whether a seating keeps A1 to A8."""
        everybody = np.arange(len(seating))
        sizes = np.bincount(seating, minlength=len(self.labels))
        same = seating[:, None] == seating[None, :]
        return bool(
            np.array_equal(sizes, self.sizes)
            and self.allowed[everybody, seating].all()
            and not (same & self.apart).any()
            and self._clubs_kept(seating)
        )

    def _clubs_kept(self, seating: Ints) -> bool:
        most = self.state.settings.most_of_club or 0
        return all(np.bincount(seating[group]).max() <= most for group in self.clubs)


def brackets_of(state: State, homes: Homes, floats: Mapping[int, int]) -> tuple[Bracket, ...]:
    """Return the brackets of a round as it was drawn, the first tables first."""
    found = []
    for labels in homes.joined:
        at = {p: j for j, t in enumerate(labels) for p in state.tables[t - 1] if p is not None}
        players = tuple(sorted(at, key=state.ticket))
        found.append(
            Bracket(
                state=state,
                homes=homes,
                labels=labels,
                players=players,
                sizes=np.array([len(state.tables[t - 1]) for t in labels], dtype=np.int64),
                drawn=np.array([at[p] for p in players], dtype=np.int64),
                floats=floats,
            )
        )
    return tuple(found)


def floats_of(brackets: tuple[Bracket, ...]) -> dict[int, int]:
    """Return who floated in a round as it was drawn, and in which direction (Q7)."""
    found = {}
    for bracket in brackets:
        for i, p in enumerate(bracket.players):
            direction = int(bracket.directions[i, bracket.drawn[i]])
            if direction:
                found[p] = direction
    return found
