"""Every schedule of a tiny stage, counted one by one: a check of the bounds that needs no proof.

Nothing of the search or of the bounds is used here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, islice
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from schedules.errors import ProblemError
from schedules.problem import Problem

Round = tuple[tuple[int, ...], ...]
Counts = NDArray[np.int16]

CHUNK = 50_000
"""Schedules that are counted at once."""

MOST = 20_000_000
"""Schedules that are counted at all, some ten seconds."""


@dataclass(frozen=True)
class EverySchedule:
    """What can be reached at all in a stage.

    Attributes
    ----------
    schedules
        How many there are, the first round being given (all others are the same with players
        renamed), the order of the later rounds and the numbers of the tables being left aside.
    least_spread
        Least Σ λ², the sum over pairs of their squared meetings.
    reaching
        How many schedules have it.
    least_range
        Least difference of most and fewest meetings.
    """

    schedules: int
    least_spread: int
    reaching: int
    least_range: int


def enumerate_schedules(problem: Problem) -> EverySchedule:
    """Count all schedules of a stage in which everybody plays in every round.

    Raises
    ------
    ProblemError
        If there are more than ``MOST``, or somebody sits out, or there are wishes.
    """
    wishes = problem.apart or problem.at_most or problem.at_least
    if not problem.full or not problem.alike or wishes:
        raise ProblemError(
            "Schedules are counted where everybody plays in every round and there are no wishes; "
            "leave the wishes out, and let the players fill the tables."
        )
    schedules = comb(_num_rounds(problem) + problem.num_rounds - 2, problem.num_rounds - 1)
    if schedules > MOST:
        raise ProblemError(
            f"{schedules:,} schedules are too many to count; take fewer players or rounds."
        )
    counted = list(_count(_together(problem), problem.num_rounds))
    spreads = np.concatenate([spread for spread, _ in counted])
    return EverySchedule(
        schedules=len(spreads),
        least_spread=int(spreads.min()),
        reaching=int((spreads == spreads.min()).sum()),
        least_range=int(np.concatenate([range_ for _, range_ in counted]).min()),
    )


def _num_rounds(problem: Problem) -> int:
    """Count the ways to part the players into games: P! / (k!^T T!)."""
    alike = factorial(problem.num_seats) ** problem.num_tables * factorial(problem.num_tables)
    return int(factorial(problem.num_players) // alike)


def _count(rounds: Counts, number: int) -> Iterator[tuple[NDArray[np.int64], Counts]]:
    """Yield Σ λ² and the range of λ of each schedule, chunk by chunk."""
    later = combinations_with_replacement(range(len(rounds)), number - 1)
    while chunk := list(islice(later, CHUNK)):
        met = np.broadcast_to(rounds[0], (len(chunk), rounds.shape[1])).copy()
        for column in np.array(chunk, dtype=np.intp).reshape(len(chunk), -1).T:
            met += rounds[column]
        yield (met.astype(np.int64) ** 2).sum(axis=1), met.max(axis=1) - met.min(axis=1)


def _together(problem: Problem) -> Counts:
    """Return for each possible round which pairs share a game, shape (rounds, pairs)."""
    players = problem.num_players
    rows = []
    for games in _rounds(tuple(range(players)), problem.num_seats):
        matrix = np.zeros((players, players), dtype=np.int16)
        for game in games:
            matrix[np.ix_(game, game)] = 1
        rows.append(matrix[np.triu_indices(players, 1)])
    return np.stack(rows)


def _rounds(players: tuple[int, ...], seats: int) -> Iterator[Round]:
    """Yield every way to part players into games; the first player is in the first game."""
    if not players:
        yield ()
        return
    first, others = players[0], players[1:]
    for company in combinations(others, seats - 1):
        left = tuple(player for player in others if player not in company)
        for rest in _rounds(left, seats):
            yield ((first, *company), *rest)
