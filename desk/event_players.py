"""``seating event status --players``: everybody of an event, with state, slot and check-in."""

from __future__ import annotations

import json
from typing import Any

from desk.errors import DONE
from desk.event import read_state, say_all
from desk.output import pipe
from tournament.flow.due import pool_of, put_out, to_be_drawn
from tournament.phrases import phrase
from tournament.store import State
from tournament.store.state import Entry


def show_players(event: str, *, as_json: bool, lang: str) -> int:
    """Show everybody: players by slot, who waits, the pool, then who is out."""
    people = players_of(read_state(event))
    if not as_json:
        lines = [_line(one, lang) for one in people]
        return say_all(lines or [phrase("event.nobody_registered", lang)])
    held = {"format": "seating-event-players/1", "players": people}
    pipe((json.dumps(held, ensure_ascii=False, indent=1) + "\n").encode())
    return DONE


def players_of(state: State) -> list[dict[str, Any]]:
    """Return everybody who registered, each with state, slot, part and check-in."""
    out, free = put_out(state), {entry.id for entry in pool_of(state)}
    slots = {slot.entry.id: slot.number for slot in state.slots}
    waiting = {entry.id for entry in to_be_drawn(state)[1]} if not state.slots else set()

    def part(entry: Entry) -> str:
        if entry.id in out or entry.state == "withdrawn":
            return "out"
        if entry.id in slots and state.occupant(slots[entry.id]).id == entry.id:
            return "player"
        if entry.id in slots:
            return "replaced"
        if entry.pool:
            return "substitute" if entry.id in free else "out"
        return "waiting" if entry.id in waiting or state.slots else "player"

    order = ("player", "waiting", "substitute", "replaced", "out")
    people = [
        {
            "name": entry.name, "state": out.get(entry.id, entry.state), "part": part(entry),
            "slot": slots.get(entry.id), "checked_in": sorted(entry.days),
        }
        for entry in state.entries
    ]  # fmt: skip
    return sorted(people, key=lambda one: (order.index(one["part"]), one["slot"] or 0))


def _line(one: dict[str, Any], lang: str) -> str:
    words = [phrase(f"state.{one['state']}", lang)]
    if one["part"] in ("waiting", "substitute", "replaced"):
        words.append(phrase(f"part.{one['part']}", lang))
    if one["checked_in"]:
        days = ", ".join(map(str, one["checked_in"]))
        words.append(phrase("event.days", lang, days=days))
    slot = "" if one["slot"] is None else str(one["slot"])
    return f"{slot:>3}  {one['name']}: {', '.join(words)}"
