"""Whether a round can be seated at all (A9): for rounds that a program refuses to seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from tournament.event_form import Event, Round
from tournament.swiss.absolute import sizes_due, waiting_due
from tournament.swiss.best import countable, enumerated
from tournament.swiss.bracket import Bracket, brackets_of
from tournament.swiss.brackets import bound_to, homes_of
from tournament.swiss.seats import SeatPlan
from tournament.swiss.state import State, state_of


def can_be_seated(event: Event, empty: Round, points: Mapping[int, Fraction]) -> bool | None:
    """Return whether a round has a seating that keeps A1 to A8.

    Parameters
    ----------
    event
        The event so far.
    empty
        The round to be seated; its tables are not looked at.
    points
        Points as of its draw.

    Returns
    -------
    bool or None
        None where a bracket has too many seatings to try them all.
    """
    state = _stand_in(event, replace(empty, tables=(), drawn=None), points)
    if state is None:
        return False
    homes = homes_of(state)
    if homes.overfull or any(
        (bound_to(state, player) or 1) > len(state.tables) for player in state.playing
    ):
        return False
    answers = [_bracket(state, bracket) for bracket in brackets_of(state, homes, {})]
    if False in answers:
        return False
    return None if None in answers else True


def _stand_in(event: Event, empty: Round, points: Mapping[int, Fraction]) -> State | None:
    """Return the round with everybody at his home table; None if nobody can be told to wait."""
    index = len(event.rounds)
    state = state_of(replace(event, rounds=(*event.rounds, empty)), index, points)
    sizes = sizes_due(state)
    waiting = waiting_due(state)
    if not sizes or min(sizes) < 2 or waiting is None:
        return None
    playing = [player for player in state.active if player not in waiting]
    state = _filled(event, empty, points, playing, sizes)
    homes = homes_of(state)
    playing.sort(key=lambda player: homes.home[player])
    return _filled(event, empty, points, playing, sizes)


def _filled(
    event: Event,
    empty: Round,
    points: Mapping[int, Fraction],
    players: list[int],
    sizes: tuple[int, ...],
) -> State:
    """Return the round with players put at its tables one after another."""
    chairs = iter(players)
    tables = tuple(tuple(islice(chairs, size)) for size in sizes)
    filled = replace(empty, tables=tables)
    return state_of(replace(event, rounds=(*event.rounds, filled)), len(event.rounds), points)


def _bracket(state: State, bracket: Bracket) -> bool | None:
    if not countable(bracket):
        return None
    best = enumerated(bracket)[1]
    if best is None:
        return False
    return all(
        SeatPlan(
            state, label, tuple(p for p, at in zip(bracket.players, best, strict=True) if at == t)
        ).best()
        is not None
        for t, label in enumerate(bracket.labels)
    )
