"""A table closes, or opens again: how many tables the rounds that are not played have."""

from __future__ import annotations

import json

from tournament.flow import reseating
from tournament.flow.asking import FlowError, need_playing, next_step
from tournament.flow.trouble import need_why
from tournament.store import Change, Store
from tournament.store.state import Moment, State


def tables_at(state: State, moment: Moment) -> int:
    """Return how many tables a round has: those of its stage, or as many as are open."""
    undone = {json.loads(line.after)["undone"] for line in state.log if line.what == "undo"}
    tables = state.format.stage(moment[0]).tables
    closed = [
        json.loads(line.after)["tables"]
        for line in state.log
        if line.what == "close-table" and line.id not in undone
    ]
    return min(tables, closed[-1]) if closed else tables


def close_table(
    store: Store, *, tables: int, table: int | None = None, who: str = "", why: str,
    accept: str = "",
) -> Moment:  # fmt: skip
    """Say how many tables are left, from the next round on; those over sit out in turn.

    In rounds that are drawn one by one it holds from the next draw on. A stage that is seated
    ahead is seated again with the least change, once that is accepted.

    Parameters
    ----------
    tables
        How many are left.
    table
        Which one closes, where a stage is seated ahead; the last ones if None.
    accept
        The code of the seating that was shown.

    Returns
    -------
    Moment
        The first round that it holds for.

    Raises
    ------
    FlowError
        If there is no reason, no such number of tables, no round left, or others would sit
        elsewhere and that is not accepted.
    InfeasibleError
        If the rounds left cannot be seated at so few tables.
    """
    need_why(why)
    with (
        reseating.proposing(store, who=who),
        store.change("close-table", who=who, why=why) as change,
    ):
        need_playing(change.state)
        if reseating.stage_left(change.state) is not None:
            return _close_ahead(change, tables, table, who=who, why=why, accept=accept)
        return _close_next(change, tables)


def _close_next(change: Change, tables: int) -> Moment:
    """Let the rounds that are still to be drawn have so many tables."""
    state = change.state
    moment = state.unseated
    if moment is None:
        raise FlowError(f"No round is left to be drawn. Next: {next_step(state)}.")
    stage = state.format.stage(moment[0])
    if stage.modes[0] == "final":
        raise FlowError(f"{stage.name} is played at one table, which cannot be closed.")
    _check_number(stage.name, tables, stage.tables)
    change.before["tables"] = tables_at(state, moment)
    change.after.update(tables=tables, stage=moment[0], round=moment[1])
    return moment


def _close_ahead(
    change: Change, tables: int, table: int | None, *, who: str, why: str, accept: str
) -> Moment:
    """Seat the rounds left of a stage that is seated ahead at so many tables."""
    state = change.state
    found = reseating.stage_left(state)
    assert found is not None
    stage, after = found
    moment = stage.name, after + 1
    seated = state.seated(moment)
    assert seated is not None
    open_ = seated.in_play
    if tables > len(open_):
        raise FlowError(
            f"{stage.name} is seated ahead at {len(open_)} tables from round {moment[1]} on. To "
            "open a closed one again, take its closing back: seating event undo NUMBER, by its "
            "number in seating event log."
        )
    if len(open_) == 1:
        raise FlowError(f"{stage.name} is played at one table, which cannot be closed.")
    _check_number(stage.name, tables, len(open_) - 1)
    if table is not None and (table not in open_ or len(open_) - tables > 1):
        listed = ", ".join(map(str, open_))
        raise FlowError(
            f"Table {table} with --tables {tables} does not fit: the open tables are {listed}, and "
            "one is closed at a time if it is named."
        )
    closing = open_[tables:] if table is None else (table,)
    again = reseating.for_closed_tables(state, closing, accept=accept)
    reseating.keep(change, again, who=who, why=why)
    change.before["tables"] = len(open_)
    change.after.update(tables=tables, stage=stage.name, round=moment[1], closed=list(closing))
    return moment


def _check_number(stage: str, tables: int, most: int) -> None:
    if not 1 <= tables <= most:
        raise FlowError(f"{stage} can be left with 1 to {most} tables, not {tables}.")
