"""A table closes, or opens again: how many tables the rounds that are still to be drawn have."""

from __future__ import annotations

import json

from tournament.flow.asking import FlowError, need_playing, next_step
from tournament.flow.trouble import need_why
from tournament.store import Store
from tournament.store.state import Moment, State


def tables_at(state: State, moment: Moment) -> int:
    """Return how many tables a round has: those of its stage, or as many as are open."""
    tables = state.format.stage(moment[0]).tables
    closed = [json.loads(line.after)["tables"] for line in state.log if line.what == "close-table"]
    return min(tables, closed[-1]) if closed else tables


def close_table(store: Store, *, tables: int, who: str = "", why: str) -> Moment:
    """Say how many tables are left, from the next round that is drawn; those over sit out in turn.

    Returns
    -------
    Moment
        The first round that it holds for.

    Raises
    ------
    FlowError
        If there is no reason, no such number of tables, no round left to draw, or the next stage is
        seated ahead: its games can be played at fewer tables one after another.
    """
    need_why(why)
    with store.change("close-table", who=who, why=why) as change:
        state = change.state
        need_playing(state)
        moment = state.unseated
        if moment is None:
            raise FlowError(f"No round is left to be drawn. Next: {next_step(state)}.")
        stage = state.format.stage(moment[0])
        if state.current is not None and state.format.stage(state.current.stage).ahead:
            stage = state.format.stage(state.current.stage)
        if stage.ahead:
            raise FlowError(
                f"{stage.name} is seated ahead, every game with its ten players. Play the games "
                "of the closed table at another one afterwards: the protocols stay the same."
            )
        if not 1 <= tables <= stage.tables:
            raise FlowError(f"{stage.name} has {stage.tables} tables; 1 to {stage.tables} may be.")
        change.before["tables"] = tables_at(state, moment)
        change.after.update(tables=tables, stage=moment[0], round=moment[1])
    return moment
