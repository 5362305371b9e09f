"""The rounds left before they are seated again: who is there, how many games, of how many."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from optimizer.errors import InfeasibleError
from optimizer.repair.asks import Asks
from optimizer.repair.changes import Place
from optimizer.repair.history import own_chairs
from schedules.problem import Problem
from schedules.schedule import EMPTY, Schedule

IntArray = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Plan:
    """What the rounds left are made of; round 0 is the first that is not played.

    Attributes
    ----------
    problem
        The stage as it was.
    after
        Rounds played.
    seating
        The whole seating with the swap made, those who come in, and without the absent.
    due
        Games that each player had before him in the rounds left, shape (players,).
    there
        Whether a player is there, shape (rounds left, players).
    tables
        The tables that may be used in each round: those that had a game and are not closed.
    games, chairs
        Games, and players who play, in each round; shape (rounds left,).
    smallest
        Players that a game needs at least, in each round.
    full
        Whether every game is full.
    """

    problem: Problem
    after: int
    seating: NDArray[np.int32]
    due: IntArray
    there: NDArray[np.bool_]
    tables: tuple[tuple[int, ...], ...]
    games: IntArray
    chairs: IntArray
    smallest: IntArray
    full: bool

    @property
    def num_rounds(self) -> int:
        """Rounds left."""
        return len(self.there)

    @property
    def base(self) -> NDArray[np.int32]:
        """Table of each player in each round left, before the repair; -1 sits out."""
        return Schedule(self.problem, self.seating).table_of()[self.after :]

    @property
    def least_changes(self) -> int:
        """Player-rounds whose game is another one at least: who fills a gap, or loses his chair."""
        wanted = (self.base >= 0).sum(axis=1)
        return int(abs(wanted - self.chairs).sum())

    @property
    def shares_games(self) -> bool:
        """Whether games are taken from those who are there, or given to them.

        Then who gets how many comes first. Elsewhere everybody plays when he would have played.
        """
        wanted = (self.base >= 0).sum(axis=1)
        return bool((wanted != self.chairs).any())


def arrivals(problem: Problem, asks: Asks) -> dict[int, range]:
    """Return the slots whose chairs are taken again, each with the rounds in which they are.

    Somebody takes over a slot that nobody has any more, or a player whom the schedule holds for
    absent comes for a round after all: then he is there until the absence would have ended.
    """
    absent, last = set(problem.absent), problem.num_rounds
    left = range(asks.after, last)
    found = {s: left for s, _ in asks.replace if all((s, r) in absent for r in left)}
    for player, first in asks.late:
        if (player, first) in absent:
            end = next((r for r in range(first, last) if (player, r) not in absent), last)
            found[player] = range(first, end)
    return found


def gone(problem: Problem, after: int) -> frozenset[int]:
    """Return the players who play no more: absent from every round after the first ``after``."""
    absent, left = set(problem.absent), range(after, problem.num_rounds)
    players = range(problem.num_players)
    return frozenset(p for p in players if all((p, r) in absent for r in left))


def expected(schedule: Schedule, asks: Asks) -> NDArray[np.int32]:
    """Return the seating with the swap made, and who comes in put on a chair that is empty.

    Raises
    ------
    InfeasibleError
        If there is no empty chair for somebody who comes in.
    """
    seating = np.array(schedule.seating)
    rest = seating[asks.after :]
    if asks.swap is not None:
        one, other = asks.swap
        first, second = rest == one, rest == other
        rest[first], rest[second] = other, one
    for slot, rounds in arrivals(schedule.problem, asks).items():
        own = own_chairs(schedule, slot)
        placed = [_take_a_chair(seating[r], slot, own.get(r)) for r in rounds]
        if not any(placed):
            raise InfeasibleError(
                f"Player {slot + 1} does not play any more in the schedule, and no game of the "
                f"rounds left has an empty chair from round {rounds[0] + 1} on. Give whoever "
                'comes the slot of somebody who plays, as in --replace "3=Anna".',
                [slot],
            )
    return seating


def _take_a_chair(tables: NDArray[np.int32], player: int, own: Place | None) -> bool:
    """Put a player on an empty chair of a round; tell if there is one.

    His own from before he left, if it is empty still; else the first of the smallest game.
    """
    sizes = (tables >= 0).sum(axis=1)
    if own is not None and tables[own] == EMPTY and sizes[own[0]]:
        tables[own] = player
        return True
    lacking = np.flatnonzero((sizes > 0) & (sizes < tables.shape[1]))
    if not len(lacking):
        return False
    table = lacking[sizes[lacking].argmin()]
    tables[table, np.flatnonzero(tables[table] == EMPTY)[0]] = player
    return True


def who_is_there(problem: Problem, asks: Asks) -> NDArray[np.bool_]:
    """Return who is there in each round left, shape (rounds left, players)."""
    there = np.ones((problem.num_rounds, problem.num_players), dtype=bool)
    for player, round_ in problem.absent:
        there[round_, player] = False
    for player, rounds in arrivals(problem, asks).items():
        there[rounds.start : rounds.stop, player] = True
    there[asks.after :, list(asks.withdraw)] = False
    for player, first in asks.late:
        there[asks.after : first, player] = False
    left: NDArray[np.bool_] = there[asks.after :]
    return left


def make_plan(schedule: Schedule, asks: Asks, *, full: bool) -> Plan:
    """Lay out the rounds left: full games with players sitting out, or games that lack some.

    Parameters
    ----------
    schedule
        The schedule as it was, valid.
    asks
        What went wrong.
    full
        Whether every game is full. Otherwise everybody plays who would have played, as long as
        there are chairs; the games of a round differ by one player at most, or are as small as
        the rules of the schedule allow.

    Raises
    ------
    InfeasibleError
        If a round has too few players or no table left.
    """
    problem, seats = schedule.problem, schedule.problem.num_seats
    there = who_is_there(problem, asks)
    seating = expected(schedule, asks)
    rest = seating[asks.after :]
    due = np.bincount(rest[rest >= 0], minlength=problem.num_players)
    for r, present in enumerate(there):
        rest[r][~np.append(present, True)[rest[r]]] = EMPTY  # place -1 of the mask is nobody
    games, chairs, smallest, tables = [], [], [], []
    for r, present in enumerate(there):
        had = (schedule.seating[asks.after + r] >= 0).any(axis=1)
        open_ = tuple(t for t in np.flatnonzero(had).tolist() if t not in asks.close_tables)
        count = int(present.sum())
        if full:
            number = min(len(open_), count // seats)
            play = number * seats
        else:
            play = min(int((rest[r] >= 0).sum()), len(open_) * seats)
            number = min(len(open_), -(-play // seats))
        _check_round(r + asks.after, len(open_), number, play, count, problem, full=full)
        least = play // number
        sizes = (rest[r][list(open_)] >= 0).sum(axis=1)
        if not full and sizes.min() >= problem.fewest_seats:
            least = min(least, int(sizes.min()))
        games.append(number)
        chairs.append(play)
        smallest.append(least)
        tables.append(open_)
    return Plan(
        problem=problem,
        after=asks.after,
        seating=seating,
        due=due,
        there=there,
        tables=tuple(tables),
        games=np.array(games),
        chairs=np.array(chairs),
        smallest=np.array(smallest),
        full=full,
    )


def _check_round(
    round_: int, num_open: int, number: int, play: int, count: int, problem: Problem, *, full: bool
) -> None:
    """Refuse a round in which no game can be played."""
    seats = problem.num_seats
    if num_open == 0:
        raise InfeasibleError(
            f"Round {round_ + 1} has no table left to play at: every table that has a game then "
            "is closed. Keep one table open."
        )
    if number == 0 and full:
        raise InfeasibleError(
            f"In round {round_ + 1} there are {count} players, too few for a full table of "
            f"{seats}. Let a game lack players (--short-tables), or find a substitute."
        )
    if number == 0 or play // number < 2:
        raise InfeasibleError(
            f"In round {round_ + 1} there are {count} players: too few for a game."
        )


def choose_full(schedule: Schedule, asks: Asks) -> tuple[bool, bool]:
    """Return whether games are to be full where nothing is said, and whether it matters.

    Full, if all the games can still be: players who sit out fill the gaps. If not, games of one
    player fewer: nobody loses a game and hardly anybody moves. If even these are too small, or
    the smaller tables which the rules of the schedule allow already, fewer games, all full.
    """
    if not asks.leaves_gaps:
        return False, False
    problem, seats = schedule.problem, schedule.problem.num_seats
    there = who_is_there(problem, asks)
    rest = expected(schedule, asks)[asks.after :]
    lossless, matters, fits = True, False, True
    allowed = min(problem.fewest_seats, max(seats - 1, 2))
    for r, present in enumerate(there):
        had = (rest[r] >= 0).any(axis=1)
        had[list(asks.close_tables)] = False
        number, count = int(had.sum()), int(present.sum())
        play = int(np.append(present, False)[rest[r]].sum())
        lossless &= count >= number * seats
        matters |= play < number * seats
        fits &= play >= min(number, -(-play // seats)) * allowed
    if not matters:
        return lossless, False
    return lossless or not fits, True
