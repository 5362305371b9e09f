"""The pool of substitutes: who plays one game for somebody, and who takes over a place."""

from __future__ import annotations

from schedules.names import name_key
from schedules.texts import tidy
from tournament.flow.asking import FlowError
from tournament.flow.registration import pool_of
from tournament.store import Change
from tournament.store.models import OccupantRow
from tournament.store.state import Entry, Moment, State


class PoolEmptyError(FlowError):
    """Nobody of the pool of substitutes is free to take over a place."""


def _standing_in(state: State, moment: Moment, slot: int) -> set[str]:
    """Return the keys of the names that stand in for other slots in a round."""
    return {
        name_key(one.stand_in)
        for one in state.absences
        if (one.stage, one.round) == moment and one.slot != slot and one.stand_in
    }


def stand_in_for(state: State, slot: int, name: str, moment: Moment) -> str:
    """Return who plays one game for somebody: the one named, or the first free of the pool."""
    busy = _standing_in(state, moment, slot)
    if not name:
        pool = [entry for entry in pool_of(state) if name_key(entry.name) not in busy]
        if not pool:
            raise FlowError(
                "Nobody is free in the pool of substitutes; name who plays with --substitute NAME, "
                "or register one: seating event register ... --substitute."
            )
        return pool[0].name
    if name_key(name) in busy:
        raise FlowError(f"{name} stands in for another in this round; name somebody else.")
    for other in state.numbers:
        if name_key(state.occupant(other, moment).name) == name_key(name):
            raise FlowError(f"{name} plays himself, in slot {other}; name somebody who does not.")
    return tidy(name)


def plays_instead(state: State, slot: int, name: str, moment: Moment) -> str:
    """Return who plays a game for somebody; "" for nobody: not drawn yet, or a table of nine."""
    if state.seated(moment) is None:
        return ""
    if not name and state.format.conduct.empty_seat != "stand-in":
        return ""
    return stand_in_for(state, slot, name, moment)


def hand_over(change: Change, slot: int, moment: Moment, name: str) -> Entry:
    """Put a substitute into a slot from a round on.

    Raises
    ------
    PoolEmptyError
        If nobody is named, and nobody of the pool is free.
    FlowError
        If who is named is not in the pool, or stands in for another.
    """
    fresh = _substitute(change.state, slot, moment, name)
    change.session.add(
        OccupantRow(
            event_id=change.event_id, slot=slot, entry_id=fresh.id, stage=moment[0],
            round=moment[1], log_id=change.log_id,
        )
    )  # fmt: skip
    return fresh


def _substitute(state: State, slot: int, moment: Moment, name: str) -> Entry:
    """Return who takes over: the one named, who stood in last, or the first free of the pool."""
    pool = {name_key(entry.name): entry for entry in pool_of(state)}
    busy = _standing_in(state, moment, slot)
    if name:
        if name_key(name) in busy:
            raise FlowError(f"{name} stands in for another in that round; name somebody else.")
        if name_key(name) not in pool:
            raise FlowError(
                f"{name} is not in the pool of substitutes. Register him first: seating event "
                f'register --player "{name}" --substitute.'
            )
        return pool[name_key(name)]
    stood = [name_key(one.stand_in) for one in reversed(state.absences) if one.slot == slot]
    for key in [*stood, *pool]:
        if key in pool and key not in busy:
            return pool[key]
    raise PoolEmptyError(
        "A substitute takes over the place, and the pool is empty. Register one first: "
        'seating event register --player "NAME" --substitute.'
    )
