"""Who is due: to be drawn, waiting, free as a substitute, or at the check-in of a day."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.store.state import Entry, State


def fit_to_play(state: State, entry: Entry) -> bool:
    """Whether somebody can be drawn: confirmed and, where the format asks for it, paid."""
    due = ("paid",) if state.format.paid else ("confirmed", "paid")
    return entry.state in due and not entry.pool


def to_be_drawn(state: State) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """Return who would be drawn now, and the waiting list: by priority, then as they registered."""
    fit = [entry for entry in state.entries if fit_to_play(state, entry)]
    fit.sort(key=lambda entry: (-entry.priority, entry.id))
    return tuple(fit[: state.format.players]), tuple(fit[state.format.players :])


def pool_of(state: State) -> tuple[Entry, ...]:
    """Return the substitutes who have no place yet, in the order in which they registered."""
    placed = {slot.entry.id for slot in state.slots}
    return tuple(
        entry
        for entry in state.entries
        if entry.pool and entry.state != "withdrawn" and entry.id not in placed
    )


def put_out(state: State) -> dict[int, str]:
    """Return who was put out, by the number of his entry: ``disqualified`` or ``withdrawn``.

    Also of those whose place a substitute has taken over since.
    """
    found = {}
    for one in state.outside:
        kind = one.adjustment.kind
        if kind in ("disqualified", "withdrawn"):
            when = one.adjustment.stage, one.adjustment.round
            found[state.occupant(int(one.adjustment.slot), when).id] = str(kind)
    return found


def due_on(state: State, field: Sequence[int] | None = None) -> tuple[Entry, ...]:
    """Return who has to check in: who plays, or would be drawn; of a field only if there is one."""
    if not state.slots:
        return to_be_drawn(state)[0]
    slots = state.numbers if field is None else field
    return tuple(state.occupant(slot) for slot in slots if slot not in state.out)


def asked_state(state: State) -> str:
    """Return the state that a player needs to be drawn."""
    return "paid" if state.format.paid else "confirmed"


def not_there(state: State) -> tuple[int, tuple[str, ...]]:
    """Return the day of the round that is drawn next, and who would be seated and is not there.

    Nobody, where the day has no check-in, or for a stage that is seated ahead of the first day. A
    final needs only those who are in it.
    """
    if state.unseated is None:
        return 0, ()
    stage = state.format.stage(state.unseated[0])
    day = stage.days[state.unseated[1] - 1]
    if not state.format.days[day - 1].check_in or (stage.ahead and not state.rounds):
        return day, ()
    return day, tuple(
        entry.name
        for entry in due_on(state, state.fields.get(stage.name))
        if day not in entry.days and not _known_away(state, entry)
    )


def _known_away(state: State, entry: Entry) -> bool:
    """Whether it is recorded that somebody misses the next round."""
    assert state.unseated is not None
    return any(
        state.occupant(slot).id == entry.id and state.absence(slot, state.unseated) is not None
        for slot in state.numbers
    )
