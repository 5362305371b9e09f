"""A schedule turned the four ways people ask for it: by round, by table, by player, by pair.

Everything here counts from 1 and carries names, ready for paper; only :func:`shown` has words of a
language. The schedule is taken to be valid (see :mod:`schedules.verify`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from schedules.phrases import phrase
from schedules.schedule import Schedule


@dataclass(frozen=True)
class Person:
    """A slot, from 1, and the name of its player, or the number while no names are bound."""

    slot: int
    label: str


@dataclass(frozen=True)
class Game:
    """One table in one round; ``seats`` in order from seat 1, None on an empty chair.

    ``judge`` is the judge's name, "" where no judges are named.
    """

    round: int
    table: int
    seats: tuple[Person | None, ...]
    judge: str = ""


@dataclass(frozen=True)
class RoundView:
    """The games of a round, without tables where nobody sits, and who sits out."""

    number: int
    games: tuple[Game, ...]
    out: tuple[Person, ...]


@dataclass(frozen=True)
class TableView:
    """All games of a table, without rounds in which nobody sits there."""

    number: int
    games: tuple[Game, ...]


@dataclass(frozen=True)
class Place:
    """Where a player sits in a round: table and seat, from 1."""

    table: int
    seat: int


@dataclass(frozen=True)
class PlayerView:
    """A player's rounds; ``places[r]`` is None where the player sits out.

    After ``until`` rounds the player has left, see :func:`last_rounds`.
    """

    person: Person
    places: tuple[Place | None, ...]
    until: int

    @property
    def num_games(self) -> int:
        """Games of the player."""
        return sum(place is not None for place in self.places)


@dataclass(frozen=True)
class JudgeView:
    """A judge's rounds; ``tables[r]`` is the table, from 1, or None where the judge is free."""

    name: str
    tables: tuple[int | None, ...]

    @property
    def num_games(self) -> int:
        """Games of the judge."""
        return sum(table is not None for table in self.tables)


def person(schedule: Schedule, player: int) -> Person:
    """Return the person for a player numbered from 0."""
    return Person(player + 1, schedule.player_label(player))


def shown(schedule: Schedule, lang: str, one: Person) -> str:
    """Return what lists call a player: the name, or "№14" while no names are bound.

    A bare number could be taken for that of the seat beside it. The space of "No. 14" does not
    break.
    """
    if schedule.players:
        return one.label
    return phrase("place.slot", lang, slot=one.slot).replace(" ", "\xa0")


def games(schedule: Schedule) -> tuple[Game, ...]:
    """Return every game at which somebody sits, round by round and table by table."""
    return tuple(
        Game(
            r + 1,
            t + 1,
            tuple(person(schedule, p) if p >= 0 else None for p in chairs),
            schedule.judges.judge_of(r, t) if schedule.judges is not None else "",
        )
        for r, tables in enumerate(schedule.seating.tolist())
        for t, chairs in enumerate(tables)
        if any(p >= 0 for p in chairs)
    )


def round_views(schedule: Schedule) -> tuple[RoundView, ...]:
    """Return the rounds in order; those who sit out in the order of :func:`by_name`.

    Who has left does not sit out: from his last game on he stands nowhere.
    """
    played = games(schedule)
    table_of = schedule.table_of()
    ends = last_rounds(schedule)
    return tuple(
        RoundView(
            r + 1,
            tuple(game for game in played if game.round == r + 1),
            tuple(
                p for p in by_name(schedule) if table_of[r, p.slot - 1] < 0 and r < ends[p.slot - 1]
            ),
        )
        for r in range(schedule.num_rounds)
    )


def last_rounds(schedule: Schedule) -> list[int]:
    """Return after how many rounds each player has left: all of them, but for those who leave.

    Who is absent from a round and from every round after it has left then.
    """
    absent, ends = set(schedule.problem.absent), []
    for player in range(schedule.problem.num_players):
        end = schedule.num_rounds
        while end and (player, end - 1) in absent:
            end -= 1
        ends.append(end)
    return ends


def version(schedule: Schedule, lang: str) -> str:
    """Return "version after round 4" where a repair changed the schedule, else nothing.

    So a sheet of the afternoon is told from that of the morning at a glance.
    """
    repairs: Any = (schedule.made or {}).get("repairs")
    last = repairs[-1] if isinstance(repairs, list) and repairs else None
    after = last.get("after") if isinstance(last, Mapping) else None
    if type(after) is not int or not 0 <= after < schedule.num_rounds:
        return ""
    if after == 0:
        return phrase("sheet.version_first", lang)
    return phrase("sheet.version", lang, round=after)


def table_views(schedule: Schedule) -> tuple[TableView, ...]:
    """Return the tables in order, each with its games in order of rounds."""
    played = games(schedule)
    return tuple(
        TableView(t + 1, tuple(game for game in played if game.table == t + 1))
        for t in range(schedule.seating.shape[1])
        if any(game.table == t + 1 for game in played)
    )


def player_views(schedule: Schedule) -> tuple[PlayerView, ...]:
    """Return the players in the order of :func:`by_name`, each with the place in every round."""
    where = {
        (game.round, chair.slot): Place(game.table, seat)
        for game in games(schedule)
        for seat, chair in enumerate(game.seats, start=1)
        if chair is not None
    }
    ends = last_rounds(schedule)
    return tuple(
        PlayerView(
            p,
            tuple(where.get((r, p.slot)) for r in range(1, schedule.num_rounds + 1)),
            ends[p.slot - 1],
        )
        for p in by_name(schedule)
    )


def judge_views(schedule: Schedule) -> tuple[JudgeView, ...]:
    """Return the judges in the order of the file, each with the table of every round."""
    if schedule.judges is None:
        return ()
    return tuple(
        JudgeView(name, tuple(None if table is None else table + 1 for table in tables))
        for name, tables in schedule.judges.by_judge()
    )


def by_name(schedule: Schedule) -> tuple[Person, ...]:
    """Return all players by name, as an index has them; without names by slot.

    ``ё`` stands with ``е``, capitals with small letters.
    """
    people = [person(schedule, p) for p in range(schedule.problem.num_players)]
    if schedule.players:
        people.sort(key=lambda p: (p.label.casefold().replace("ё", "е"), p.slot))
    return tuple(people)
