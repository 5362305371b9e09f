"""Which formats fit into a day: rounds, games each, who sits out, finals, and how even they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd

from optimizer.bounds import never_met_bound, spread_bound
from schedules.errors import ProblemError
from schedules.library import find
from schedules.measures import measure
from schedules.problem import Problem

MOST_FINALS = 4
"""Games of the same finalists in which nobody sits beside the same neighbour twice."""

MOST_ROUNDS = 200
"""Rounds of the longest day that is planned."""


@dataclass(frozen=True)
class Day:
    """What there is: people, room and time.

    Attributes
    ----------
    num_players, num_tables, num_seats
        The field and the room.
    minutes
        From the start of the first game to the end of the last one.
    game, pause
        Minutes of a game, and between two games.
    """

    num_players: int
    num_tables: int
    num_seats: int
    minutes: int
    game: int
    pause: int

    @property
    def at_once(self) -> int:
        """Tables that the players can fill."""
        return min(self.num_tables, self.num_players // self.num_seats)

    @property
    def slots(self) -> int:
        """Games that fit one after another."""
        return max(self.minutes + self.pause, 0) // (self.game + self.pause)

    def lasts(self, games: int) -> int:
        """Return the minutes that games one after another take."""
        return games * self.game + max(games - 1, 0) * self.pause


@dataclass(frozen=True)
class Quality:
    """How even the meetings are: of a ready schedule, or as proved bounds.

    Attributes
    ----------
    ready
        Whether the library holds a schedule; its values follow, otherwise only bounds.
    never_met
        Pairs that never meet, or the least that there must be.
    fewest, most
        Meetings of a pair in the ready schedule.
    mean
        Mean meetings of a pair.
    spread, bound
        Σ λ² of the ready schedule, and what no schedule is below.
    """

    ready: bool
    never_met: int
    fewest: int | None
    most: int | None
    mean: float
    spread: int | None
    bound: int

    @property
    def meets(self) -> int:
        """Return 0 if everybody is known to meet everybody, 2 if that cannot be, else 1."""
        if self.never_met:
            return 2
        return 0 if self.ready else 1


@dataclass(frozen=True)
class Format:
    """One way to play the day.

    Attributes
    ----------
    problem
        The rounds before the finals.
    finals
        Games of the ten finalists after them.
    minutes
        Of the whole day.
    quality
        How even the meetings are.
    """

    problem: Problem
    finals: int
    minutes: int
    quality: Quality

    @property
    def games(self) -> tuple[int, int]:
        """Fewest and most games of a player before the finals."""
        due = self.problem.due_games()
        return int(due.min()), int(due.max())

    @property
    def equal(self) -> bool:
        """Whether all players have the same number of games."""
        return not self.problem.other_games

    @property
    def waits(self) -> tuple[int, int]:
        """Fewest and most rounds that a player sits out."""
        fewest, most = self.games
        return self.problem.num_rounds - most, self.problem.num_rounds - fewest

    @property
    def last_tables(self) -> int:
        """Tables that play in the last round."""
        problem = self.problem
        return problem.num_games - (problem.num_rounds - 1) * problem.num_tables


@dataclass(frozen=True)
class Plan:
    """What fits, and what is advised.

    Attributes
    ----------
    day
        As it was asked for.
    formats
        What fits, without finals first.
    advised
        The place of the format that is advised.
    missing
        Players to be found for whom every round would be full; 0 if it is, or no table is left.
    equal_games, equal_rounds
        Where not all can play equally often: the games each and the rounds that it would take.
        Else 0.
    """

    day: Day
    formats: tuple[Format, ...]
    advised: int
    missing: int
    equal_games: int = 0
    equal_rounds: int = 0


def plan_day(day: Day, *, finals: int | None = None) -> Plan:
    """Return the formats that fit into a day.

    Parameters
    ----------
    day
        People, room and time.
    finals
        Games of the final; None tries every number of them.

    Raises
    ------
    ProblemError
        If nothing can be played; the message says what would help.
    """
    _check(day, finals)
    alone = day.num_players <= day.num_seats
    wished = range(1 if alone else MOST_FINALS + 1) if finals is None else (finals,)
    found: list[Format] = []
    for games in wished:
        if day.slots > games:
            found += _formats(day, day.slots - games, games)
    if not found:
        tables = "table" if day.at_once == 1 else "tables"
        raise ProblemError(
            f"{day.slots} games one after another at {day.at_once} full {tables} of "
            f"{day.num_seats} do not give each of {day.num_players} players one game; take more "
            "hours, more tables or shorter games."
        )
    formats = tuple(found)
    advised = min(range(len(formats)), key=lambda place: _merit(formats[place]))
    full = day.at_once * day.num_seats
    missing = -day.num_players % day.num_seats if day.num_players < _room(day) else 0
    if any(f.equal for f in formats) or day.num_players == full:
        return Plan(day, formats, advised, missing)
    step = _step(day)
    return Plan(day, formats, advised, missing, step, -(-day.num_players * step // full))


def _room(day: Day) -> int:
    return day.num_tables * day.num_seats


def _check(day: Day, finals: int | None) -> None:
    """Refuse a day on which nothing can be played."""
    for name, value in (("players", day.num_players), ("tables", day.num_tables)):
        if value < 1:
            raise ProblemError(f"The number of {name} is {value}; it must be at least 1.")
    if day.num_seats < 2:
        raise ProblemError(f"A table of {day.num_seats} is no game; it needs at least 2 seats.")
    if day.at_once == 0:
        missing = day.num_seats - day.num_players
        raise ProblemError(
            f"{day.num_players} players do not fill a table of {day.num_seats}: find {missing} "
            "more, or say with --seats how many sit at a table."
        )
    if finals is not None and not 0 <= finals <= MOST_FINALS:
        raise ProblemError(
            f"A final of {finals} games is not planned: 0 to {MOST_FINALS} are, for with more of "
            "them finalists sit beside the same neighbours again."
        )
    if finals and day.num_players <= day.num_seats:
        raise ProblemError(
            f"{day.num_players} players at one table are all finalists; leave --finals out."
        )
    if day.slots <= (finals or 0):
        games = f"{day.slots} " + ("game" if day.slots == 1 else "games")
        what = f"no round before a final of {finals}" if finals else "nothing"
        raise ProblemError(
            f"In {day.minutes} minutes {games} of {day.game} minutes can be played one after "
            f"another, so {what} fits; take more hours or shorter games."
        )
    if day.slots > MOST_ROUNDS:
        raise ProblemError(
            f"{day.slots} games one after another are more than the {MOST_ROUNDS} that are "
            "planned; take fewer hours or longer games."
        )


def _step(day: Day) -> int:
    """Return the least number of games each that makes full games: others are its multiples."""
    return day.num_seats // gcd(day.num_players, day.num_seats)


def _formats(day: Day, rounds: int, finals: int) -> Iterator[Format]:
    """Yield what fits into a number of rounds: equal games, and as many games as there is room."""
    room = day.at_once * day.num_seats
    if day.num_players == room:
        yield _format(day, rounds, rounds, 0, finals)
        return
    step = _step(day)
    equal = rounds * room // day.num_players // step * step
    if equal:
        yield _format(day, -(-day.num_players * equal // room), equal, 0, finals)
    fewest, more = divmod(rounds * room, day.num_players)
    if fewest and more:
        yield _format(day, rounds, fewest + 1, day.num_players - more, finals)


def _format(day: Day, rounds: int, games: int, fewer: int, finals: int) -> Format:
    """Return a format in which the last ``fewer`` players have one game fewer than the others."""
    short = range(day.num_players - fewer, day.num_players)
    problem = Problem(
        num_players=day.num_players,
        num_tables=day.at_once,
        num_rounds=rounds,
        num_seats=day.num_seats,
        games_per_player=games,
        other_games=tuple((player, games - 1) for player in short),
    )
    return Format(problem, finals, day.lasts(rounds + finals), _quality(problem))


def _quality(problem: Problem) -> Quality:
    """Look the stage up in the library; without it there are only the bounds."""
    bound = spread_bound(problem).value
    ready = find(problem)
    if ready is None:
        never = never_met_bound(problem).value
        return Quality(False, never, None, None, problem.mean_meetings, None, bound)
    found = measure(ready)
    return Quality(
        True, found.never_met, found.fewest, found.most, problem.mean_meetings, found.spread, bound
    )


def _merit(format_: Format) -> tuple[int, ...]:
    """Rank the formats, the least is advised.

    Equal games, everybody meets everybody (or as many as can), then as long a final as leaves
    this so, then more games.
    """
    quality = format_.quality
    return (
        int(not format_.equal),
        quality.meets,
        quality.never_met if quality.meets == 2 else 0,
        -format_.finals if quality.meets == 0 else 0,
        -format_.games[0],
        -format_.finals,
    )
