"""Somebody comes only for a later round: every round before it is missed, at its price."""

from __future__ import annotations

from tournament.flow import reseating
from tournament.flow.asking import FlowError, find_slot
from tournament.flow.substitutes import plays_instead
from tournament.flow.trouble import Happened, game_to_come, keep_absence, keep_adjustment
from tournament.store import Store
from tournament.store.state import Moment, State


def late_until(
    store: Store, player: str, *, until: Moment, substitute: str = "", who: str = "",
    why: str = "", accept: str = "",
) -> Happened:  # fmt: skip
    """Record that somebody comes only for a later round.

    Each round before it is one that he misses, and costs what the format says. Where a stage is
    seated ahead, somebody stands in, or his chair is empty; where that leaves a game too small,
    the rounds are seated again with the least change, once that is accepted.

    Parameters
    ----------
    until
        The first round that he plays.
    substitute
        Who stands in all the time; the first of the pool if empty.
    accept
        The code of the seating that was shown, if others are seated again.

    Raises
    ------
    FlowError
        If missing a round disqualifies in this format, the round is not later than his next one,
        or others would sit elsewhere and that is not accepted.
    """
    why = why or f"from {until[0]}:{until[1]} on"
    with reseating.proposing(store, who=who), store.change("late", who=who, why=why) as change:
        state = change.state
        slot = find_slot(state, player)
        first = game_to_come(state, slot, own=True)
        name, costs = state.occupant(slot).name, state.format.conduct.missed_round
        if costs == "disqualified":
            raise FlowError(
                f"Who misses a game is disqualified in {state.format.name}. Next: seating event "
                f'disqualify "{name}" --why "comes only for {until[0]}, round {until[1]}".'
            )
        missed = _between(state, slot, first, until)
        if not missed:
            raise FlowError(
                f"The next game of {name} is {first[0]}, round {first[1]}; name a later round."
            )
        stand_ins = [plays_instead(state, slot, substitute, moment) for moment in missed]
        alone = [m for m, stand_in in zip(missed, stand_ins, strict=True) if not stand_in]
        again = reseating.for_those_away(state, away=[(slot, alone)], accept=accept)
        for moment, stand_in in zip(missed, stand_ins, strict=True):
            keep_absence(change, slot, moment, stand_in)
            if costs == "penalty":
                keep_adjustment(change, slot, "missed_round", moment, why)
        reseating.keep(change, again, who=who, why=why)
        change.after.update(slot=slot, player=name, stage=until[0], round=until[1],
                            missed=missed, substitute=stand_ins[0])  # fmt: skip
    return Happened(slot, name, until, stand_ins[0], reseated=again)


def _between(state: State, slot: int, first: Moment, until: Moment) -> list[Moment]:
    """Return the rounds from his next one to before another that he misses by that."""
    found = []
    for moment in state.format.moments:
        field = state.fields.get(moment[0])
        if not state.order(*first) <= state.order(*moment) < state.order(*until):
            continue
        if (field is None or slot in field) and state.absence(slot, moment) is None:
            found.append(moment)
    return found
