"""Fan games: unrated tables beside the final, for those who are not in it and for guests."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from optimizer.draw import ticket
from schedules.names import name_key
from schedules.texts import tidy
from tournament.flow.asking import FlowError, need_playing
from tournament.store import Store
from tournament.store.state import State


@dataclass(frozen=True)
class FanRound:
    """A round of fan games.

    Attributes
    ----------
    number
        From 1.
    tables
        Names by table and seat.
    waiting
        Who is left over; they come first in the next round.
    """

    number: int
    tables: tuple[tuple[str, ...], ...]
    waiting: tuple[str, ...]


def fan_rounds(state: State) -> tuple[FanRound, ...]:
    """Return the rounds of fan games so far; they stand in the log and count for nothing."""
    found = [json.loads(line.after) for line in state.log if line.what == "fan"]
    return tuple(
        FanRound(one["round"], tuple(map(tuple, one["tables"])), tuple(one["waiting"]))
        for one in found
    )


def seat_fans(
    store: Store, *, guests: Sequence[str] = (), without: Sequence[str] = (), who: str = ""
) -> FanRound:
    """Seat a round of fan games at full tables.

    Those who are not in the stage that is being played, and guests. Who had fewer fan games comes
    first, then the ticket of the draw decides (seed of the event, " fan " and the round).

    Parameters
    ----------
    guests
        Who plays besides.
    without
        Who does not want to.

    Raises
    ------
    FlowError
        If everybody is in the stage that is being played, somebody is named who plays in it, or
        the table would not be full.
    """
    with store.change("fan", who=who) as change:
        state = change.state
        need_playing(state)
        stage = state.rounds[-1].stage
        field = state.fields.get(stage)
        if field is None:
            raise FlowError(
                f"Everybody plays in {stage}; fan games begin with a stage that some only enter."
            )
        busy = {name_key(state.occupant(slot).name) for slot in field}
        free = [
            state.occupant(slot).name
            for slot in state.numbers
            if slot not in field and slot not in state.out
        ]
        names = {name_key(name): name for name in (*free, *map(tidy, guests))}
        for guest in guests:
            if name_key(tidy(guest)) in busy:
                raise FlowError(f"{guest} plays in {stage}; let him finish first.")
        left = {name_key(tidy(name)) for name in without}
        found = _seated(state, [name for key, name in names.items() if key not in left])
        change.after.update(
            round=found.number, tables=found.tables, waiting=found.waiting, guests=list(guests)
        )
    return found


def _seated(state: State, names: Sequence[str]) -> FanRound:
    rounds, seats = fan_rounds(state), state.format.seats
    if len(names) < seats:
        raise FlowError(
            f"{len(names)} are free, and a table has {seats} seats; bring guests with --guest NAME."
        )
    number = len(rounds) + 1
    had = Counter(name for one in rounds for table in one.tables for name in table)
    seed = f"{state.seed} fan {number}"
    order = sorted(names, key=lambda name: (had[name], ticket(seed, name)))
    full = len(order) // seats * seats
    playing = sorted(order[:full], key=lambda name: ticket(seed, name))
    tables = tuple(tuple(playing[n : n + seats]) for n in range(0, full, seats))
    return FanRound(number, tables, tuple(order[full:]))
