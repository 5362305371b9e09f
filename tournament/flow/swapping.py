"""A change by hand in a round that is seated: two players change chairs, who, when and why."""

from __future__ import annotations

import json

from sqlalchemy import select

from tournament.flow import reseating
from tournament.flow.asking import FlowError, find_slot, need_playing, open_round
from tournament.flow.trouble import need_why
from tournament.store import Store
from tournament.store.database import now
from tournament.store.models import RoundRow
from tournament.store.state import Seated


def swap_rest(
    store: Store, one: str, other: str, *, who: str = "", why: str, accept: str = ""
) -> reseating.Reseating:
    """Let two players exchange their places in every round left of a stage that is seated ahead.

    Parameters
    ----------
    accept
        The code of the seating that was shown.

    Raises
    ------
    FlowError
        If there is no reason, the two do not play in such a stage, or it is not accepted yet.
    InfeasibleError
        If one of the two would come to sit where he may not.
    """
    need_why(why)
    with reseating.proposing(store, who=who), store.change("swap", who=who, why=why) as change:
        state = change.state
        need_playing(state)
        slots = find_slot(state, one), find_slot(state, other)
        if slots[0] == slots[1]:
            raise FlowError("A player cannot change chairs with himself; name two.")
        again = reseating.for_a_swap(state, *slots, accept=accept)
        if again is None:
            raise FlowError("The two sit out together in every round left; nothing changes.")
        reseating.keep(change, again, who=who, why=why)
        change.after["slots"] = slots
    return again


def swap(store: Store, one: str, other: str, *, who: str = "", why: str) -> Seated:
    """Let two players of the open round change chairs; the round as it was drawn is kept too.

    Raises
    ------
    FlowError
        If there is no reason, one of them does not sit in the round, or his game is recorded.
    """
    need_why(why)
    with store.change("swap", who=who, why=why) as change:
        state = change.state
        seated = open_round(state)
        slots = find_slot(state, one), find_slot(state, other)
        if slots[0] == slots[1]:
            raise FlowError("A player cannot change chairs with himself; name two.")
        for slot in slots:
            place = seated.place(slot)
            name = state.occupant(slot).name
            if place is None:
                raise FlowError(f"{name} does not sit in {seated.label}; name one who does.")
            if state.game(*seated.moment, place[0]) is not None:
                raise FlowError(
                    f"Table {place[0]} of {seated.label}, where {name} sits, is recorded already; "
                    "who sat there can no longer change."
                )
        turned = {slots[0]: slots[1], slots[1]: slots[0]}
        tables = tuple(
            tuple(None if slot is None else turned.get(slot, slot) for slot in table)
            for table in seated.tables
        )
        facts = dict(seated.facts)
        facts.setdefault("drawn", seated.tables)
        edit = {"who": who, "when": now(), "why": why, "swap": list(slots)}
        facts["edits"] = [*facts.get("edits", ()), edit]
        row = change.session.scalars(
            select(RoundRow).where(
                RoundRow.event_id == change.event_id,
                RoundRow.stage == seated.stage,
                RoundRow.round == seated.round,
            )
        ).one()
        row.tables, row.facts = json.dumps(tables), json.dumps(facts, ensure_ascii=False)
        change.before["tables"], change.after["tables"] = seated.tables, tables
        change.after.update(slots=slots, stage=seated.stage, round=seated.round)
    found = store.read().seated(seated.moment)
    assert found is not None
    return found
