"""A schedule turned the four ways people ask for it: by round, by table, by player, by pair.

Everything here counts from 1 and carries names, ready for paper; only :func:`shown` has words of a
language. The schedule is taken to be valid (see :mod:`schedules.verify`).
"""

from __future__ import annotations

from dataclasses import dataclass

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
    """A player's rounds; ``places[r]`` is None where the player sits out."""

    person: Person
    places: tuple[Place | None, ...]

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
    """Return the rounds in order; those who sit out in the order of :func:`by_name`."""
    played = games(schedule)
    table_of = schedule.table_of()
    return tuple(
        RoundView(
            r + 1,
            tuple(game for game in played if game.round == r + 1),
            tuple(p for p in by_name(schedule) if table_of[r, p.slot - 1] < 0),
        )
        for r in range(schedule.num_rounds)
    )


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
    return tuple(
        PlayerView(p, tuple(where.get((r, p.slot)) for r in range(1, schedule.num_rounds + 1)))
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
