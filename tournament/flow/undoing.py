"""Taking back what was recorded about a player by mistake, as long as nothing was built on it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from sqlalchemy import select

from tournament.flow import reseating
from tournament.flow.asking import FlowError, need_playing
from tournament.flow.exporting import AHEAD
from tournament.flow.trouble import need_why
from tournament.store import Store
from tournament.store.models import AbsenceRow, AdjustmentRow, EntryRow, OccupantRow
from tournament.store.state import Logged, State

CAN = ("late", "missed", "penalty", "disqualify", "withdraw", "replace", "close-table")
"""Steps that can be taken back; a protocol is corrected instead, two who swapped swap again."""


@dataclass(frozen=True)
class Undone:
    """What was taken back: the log line, and whom it was about; "" for nobody."""

    line: Logged
    player: str


def undo(store: Store, number: int, *, who: str = "", why: str) -> Undone:
    """Take a step back by a compensating entry: the log keeps both lines.

    Lateness, a missed round, a penalty, a disqualification, a withdrawal or a substitution can be
    taken back while no game was recorded with its outcome and no round was drawn by its points;
    so can the closing of a table, and where others were seated again, they sit as before.

    Parameters
    ----------
    number
        Of the line of the log (``seating event log``).

    Raises
    ------
    FlowError
        If there is no such line, it cannot be taken back or was, or something was built on it.
    """
    need_why(why)
    with store.change("undo", who=who, why=why) as change:
        state = change.state
        need_playing(state)
        line = _line(state, number)
        after = json.loads(line.after) if line.after else {}
        _check_nothing_built(state, line, after)
        of_line = {"event_id": change.event_id, "log_id": number}
        for row in change.session.scalars(select(AdjustmentRow).filter_by(**of_line)):
            row.ended = change.log_id
        for table in (AbsenceRow, OccupantRow):
            for gone in change.session.scalars(select(table).filter_by(**of_line)):
                change.session.delete(gone)
        if after.get("banned_until"):
            name = after["player"]
            entry = next(one for one in state.entries if one.name == name)
            change.session.get_one(EntryRow, entry.id).banned_until = ""
        if after.get("reseated"):
            before = json.loads(line.before)["reseated"]
            reseating.restore(change, before, after["reseated"])
        change.before = after
        change.after.update(undone=number, what=line.what, slot=after.get("slot"))
    return Undone(line, after.get("player", ""))


def _line(state: State, number: int) -> Logged:
    line = next((one for one in state.log if one.id == number), None)
    if line is None:
        raise FlowError(f"The log has no line {number}; seating event log shows what it has.")
    undone = [json.loads(one.after).get("undone") for one in state.log if one.what == "undo"]
    if number in undone:
        raise FlowError(f"Line {number} was taken back already.")
    about = json.loads(line.after) if line.after else {}
    if line.what not in CAN or ("slot" not in about and line.what != "close-table"):
        mend = "seating event correct" if line.what in ("record", "correct") else "a later step"
        raise FlowError(
            f"Line {number} ({line.what}) cannot be taken back; only {', '.join(CAN)} can. "
            f"Use {mend}."
        )
    return line


def _check_nothing_built(state: State, line: Logged, after: dict[str, object]) -> None:
    """Raise FlowError if a game or a draw has used what the line says."""
    drawn = [one for one in state.rounds if one.log_id > line.id and one.mode not in AHEAD]
    cuts = [one for one in state.log if one.what == "cut" and one.id > line.id]
    if drawn or cuts:
        used = drawn[0].label if drawn else "the cut"
        raise FlowError(
            f"Line {line.id} was used by the draw of {used}. Give points back with "
            "seating event penalty --points, which later draws know."
        )
    if line.what in ("penalty", "close-table"):
        return
    slot = str(after["slot"])
    for versions in state.versions.values():
        recorded = versions[-1]
        if recorded.log_id > line.id and any(c.slot == slot for c in recorded.game.chairs):
            raise FlowError(
                f"{recorded.game.label} was recorded since with who sits in slot {slot} now; "
                "what was played stays."
            )
