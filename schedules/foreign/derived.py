"""A schedule from seats alone: other programs write who sits where, and not what was asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from schedules.errors import ForeignFileError, ProblemError
from schedules.fields import MOST
from schedules.problem import Problem
from schedules.schedule import EMPTY, Schedule

MOST_CHAIRS = 5_000_000
"""Chairs of all rounds together; no tournament comes near it."""

MOST_NAMED = 5
"""Players who are named, of those who play another number of games, and games that lack some."""


@dataclass(frozen=True)
class Note:
    """Something that a reader should know of what was read.

    Attributes
    ----------
    code
        ``uneven``, ``small_table``, ``small_tables`` or ``teams``: the text is ``foreign.CODE`` of
        the catalogue.
    values
        What stands in the places of the text; everything counts from 1.
    """

    code: str
    values: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Reading:
    """A schedule that was read from a file of another program, and what is to be known of it."""

    schedule: Schedule
    notes: tuple[Note, ...] = ()


def empty_seating(num_rounds: int, num_tables: int, num_seats: int) -> NDArray[np.int32]:
    """Return chairs on which nobody sits, shape (rounds, tables, seats).

    Raises
    ------
    ForeignFileError
        If there are more of them than any tournament has.
    """
    shape = (num_rounds, num_tables, num_seats)
    if max(shape) > MOST or num_rounds * num_tables * num_seats > MOST_CHAIRS:
        raise ForeignFileError(
            f"{num_rounds} rounds of {num_tables} tables of {num_seats} seats are more than any "
            "tournament has; look for a wrong number of a round, table or seat."
        )
    return np.full(shape, EMPTY, dtype=np.int32)


def reading_of(
    seating: NDArray[np.int32],
    *,
    num_players: int,
    games: int = 0,
    players: Sequence[str] = (),
    name: str = "",
    teams: tuple[tuple[int, ...], ...] = (),
    notes: tuple[Note, ...] = (),
) -> Reading:
    """Return the schedule of these seats, with the problem that they solve.

    The games of each player are what most players have; who has another number is named in the
    problem, unless somebody sits twice in a round: then the numbers are a consequence of that
    fault, which the verifier names.

    Parameters
    ----------
    seating
        Players from 0, shape (rounds, tables, seats), EMPTY on an empty chair.
    num_players
        The field, also those who never sit.
    games
        Games of each player as the file states them; 0 where it states nothing.
    players, name
        Names by slot, and the title, if the file has them.
    teams
        Teams of which no two members meet.
    notes
        What the reader of the format found.

    Raises
    ------
    ForeignFileError
        If no tournament has such seats.
    """
    rounds, tables, seats = seating.shape
    if num_players > MOST:
        raise ForeignFileError(f"{num_players} players are more than any tournament has.")
    taken = seating >= 0
    counts = np.bincount(seating[taken], minlength=num_players)
    usual = games if games and (counts == games).any() else _usual(counts.tolist())
    sizes = taken.sum(axis=2)
    fewest = int(sizes[sizes > 0].min(initial=seats))
    twice = _twice(seating, players)
    uneven = () if twice else tuple((p, n) for p, n in enumerate(counts.tolist()) if n != usual)
    try:
        problem = Problem(
            num_players=num_players,
            num_tables=tables,
            num_rounds=rounds,
            num_seats=seats,
            games_per_player=min(usual, rounds),
            teams=teams,
            other_games=uneven,
            fewest_seats=fewest,
        )
    except ProblemError as error:
        raise ForeignFileError(twice or f"No tournament has these seats: {error}") from error
    found = list(notes)
    if uneven:
        labels = [f"{players[p] if players else p + 1} ({n})" for p, n in uneven[:MOST_NAMED]]
        listed = ", ".join([*labels, *(["..."] if len(uneven) > MOST_NAMED else [])])
        values = {"count": len(uneven), "usual": usual, "players": listed}
        found.append(Note("uneven", values))
    if fewest < seats:
        found.append(_small_tables(sizes, seats))
    return Reading(Schedule(problem, seating, name, tuple(players)), tuple(found))


def _small_tables(sizes: NDArray[np.int64], seats: int) -> Note:
    """Return which games lack players: the one, or all of them up to :data:`MOST_NAMED`."""
    places = np.argwhere((sizes > 0) & (sizes < seats)).tolist()
    if len(places) == 1:
        r, t = places[0]
        place = {"round": r + 1, "table": t + 1}
        return Note("small_table", {**place, "count": int(sizes[r, t]), "seats": seats})
    words = [f"{r + 1}/{t + 1} ({sizes[r, t]})" for r, t in places[:MOST_NAMED]]
    more = len(places) - MOST_NAMED
    listed = ", ".join([*words, *([f"+{more}"] if more > 0 else [])])
    return Note("small_tables", {"count": len(places), "seats": seats, "places": listed})


def _usual(counts: list[int]) -> int:
    """Return how many games most players have; of two such numbers the greater."""
    often = Counter(counts)
    return max(often, key=lambda games: (often[games], games), default=0)


def _twice(seating: NDArray[np.int32], players: Sequence[str]) -> str:
    """Return who sits twice in one round, as a sentence, or nothing."""
    for r, round_ in enumerate(seating.tolist()):
        first: dict[int, tuple[int, int]] = {}
        for t, game in enumerate(round_):
            for s, player in enumerate(game):
                if player == EMPTY:
                    continue
                earlier = first.setdefault(player, (t, s))
                if earlier != (t, s):
                    label = repr(players[player]) if players else f"Player {player + 1}"
                    return (
                        f"{label} sits twice in round {r + 1}: at table {earlier[0] + 1}, seat "
                        f"{earlier[1] + 1} and at table {t + 1}, seat {s + 1}; correct one."
                    )
    return ""
