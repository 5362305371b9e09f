"""Judges at the tables: who they are, and who judges which game of the rounds to come.

A judge never has two tables in one round, a player whom he must not judge, or a round in which he
is not there. Stages that are seated ahead get a rota (:mod:`optimizer.judges`); rounds that are
drawn one by one get theirs before the draw, which then keeps the players from those judges.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import select

from schedules.names import name_key
from tournament.flow.asking import FlowError
from tournament.flow.bench import NAMED, Bench, bench_of, conflicts_at, judges_at
from tournament.flow.exporting import AHEAD, schedule_of
from tournament.store import Change, Store
from tournament.store.models import RoundRow
from tournament.store.state import Moment, Seated, State

SECONDS = 5.0
"""Seconds at most for the rota of a stage."""
NEVER = 10**9
"""Costs more than everything else: a judge at a table where he must not be."""
GAME, VISIT, SAME = 10_000, 10, 5
"""What a game more, a visit more to a table, and the table of last round cost a judge."""


def name_judges(store: Store, bench: Bench, *, who: str = "", why: str = "") -> tuple[Seated, ...]:
    """Say who judges, and give every seated round that is not played its judges.

    Rounds of which a protocol is recorded keep theirs. The rounds still to be drawn get them with
    their draw.

    Parameters
    ----------
    bench
        The judges; nobody takes them off all rounds that are not played.

    Returns
    -------
    tuple of Seated
        The rounds that have judges now, or none any more.

    Raises
    ------
    FlowError
        If there are too few for a round; the message says for which.
    InfeasibleError
        If a round cannot be judged because of who must not judge whom.
    """
    with store.change(NAMED, who=who, why=why) as change:
        state = change.state
        if state.phase == "finished":
            raise FlowError("The tournament is finished. Next: seating event archive.")
        fresh = _for_seated(state, bench)
        for one in fresh:
            _keep(change, one)
        change.before["judges"] = {one.label: judges_at(one) for one in _unplayed(state)}
        change.after.update(
            names=bench.names,
            not_with=bench.not_with,
            absent=[[judge, *moment] for judge, moment in bench.absent],
            judges={one.label: judges_at(one) for one in fresh},
        )
    return fresh


def _unplayed(state: State) -> list[Seated]:
    return [one for one in state.rounds if state.missing(one) == one.in_play]


def _keep(change: Change, one: Seated) -> None:
    row = change.session.scalars(
        select(RoundRow).filter_by(event_id=change.event_id, stage=one.stage, round=one.round)
    ).one()
    row.facts = json.dumps(one.facts, ensure_ascii=False)


def _for_seated(state: State, bench: Bench) -> tuple[Seated, ...]:
    """Return every round that is seated and not played with its judges."""
    rounds = _unplayed(state)
    if not bench.names:
        return tuple(_judged(one, ()) for one in rounds)
    ahead = [one for one in rounds if one.mode in AHEAD]
    single = [_one_round(state, bench, one) for one in rounds if one.mode not in AHEAD]
    stages = dict.fromkeys(one.stage for one in ahead)
    return (*(one for stage in stages for one in with_rota(state, bench, stage)), *single)


def _judged(one: Seated, judges: Sequence[str]) -> Seated:
    facts = {key: value for key, value in one.facts.items() if key != "judges"}
    return replace(one, facts={**facts, "judges": list(judges)} if judges else facts)


def with_rota(state: State, bench: Bench, stage: str) -> tuple[Seated, ...]:
    """Return the rounds left of a stage that is seated ahead with their judges.

    How even the rota is counts the rounds played, if all of them were judged.
    """
    from optimizer.judges import assign_judges

    rounds = [one for one in state.rounds if one.stage == stage]
    left = [one for one in rounds if state.missing(one) == one.in_play]
    played = rounds[: len(rounds) - len(left)]
    if not all(judges_at(one)[number - 1] for one in played for number in one.in_play):
        rounds, played = left, []
    part = replace(state, rounds=tuple(rounds))
    for one in left:
        _need_enough(bench, one.moment, len(one.in_play))
    names = [*bench.names]
    gone = [name for one in played for name in judges_at(one) if name and name not in names]
    names += dict.fromkeys(gone)
    slots = sorted({slot for one in rounds for table in one.tables for slot in table if slot})
    not_with = {
        (names.index(judge), slots.index(slot))
        for one in left
        for judge, slot in conflicts_at(state, bench, one.moment)
        if slot in slots and not _has_judged(played, judge, slot)
    }
    number = {one.moment: r for r, one in enumerate(rounds)}
    away = {(names.index(j), number[m]) for j, m in bench.absent if m in number}
    away |= {(names.index(name), number[one.moment]) for name in gone for one in left}
    away -= {(j, number[one.moment]) for one in played for j in range(len(names))}
    found = assign_judges(
        schedule_of(part, stage), names, not_with=sorted(not_with), absent=sorted(away),
        played=_as_tables(played, names) if played else None, time_limit=SECONDS,
    )  # fmt: skip
    return tuple(
        _judged(one, [found.judge_of(number[one.moment], t) for t in range(len(one.tables))])
        for one in left
    )


def _has_judged(played: Sequence[Seated], judge: str, slot: int) -> bool:
    return any(
        name == judge and slot in table
        for one in played
        for name, table in zip(judges_at(one), one.tables, strict=True)
    )


def _as_tables(played: Sequence[Seated], names: Sequence[str]) -> NDArray[np.int32]:
    height = max(len(one.tables) for one in played)
    tables = np.full((len(played), height), -1, dtype=np.int32)
    for r, one in enumerate(played):
        for t, name in enumerate(judges_at(one)):
            if name:
                tables[r, t] = names.index(name)
    return tables


def _need_enough(bench: Bench, moment: Moment, tables: int) -> None:
    there = bench.there(moment)
    if len(there) < tables:
        raise FlowError(
            f"{moment[0]}, round {moment[1]} has {tables} tables, and {len(there)} of the judges "
            f"are there ({', '.join(there) or 'nobody'}). Name more: seating event judges EVENT "
            "--judges FILE; or go on without judges: seating event judges EVENT --none."
        )


def judges_for_draw(state: State, moment: Moment, tables: int) -> tuple[str, ...]:
    """Return who judges the tables of a round before it is drawn; nobody if no judges are named.

    Who has had fewer games comes first, then who was less often at the table; not the table of
    last round again if it can be avoided.

    Raises
    ------
    FlowError
        If fewer judges are there than tables.
    """
    bench = bench_of(state)
    if not bench.names:
        return ()
    _need_enough(bench, moment, tables)
    return _assigned(state, bench.there(moment), range(1, tables + 1), moment, set())


def _one_round(state: State, bench: Bench, one: Seated) -> Seated:
    """Return a round that is drawn already with judges who may judge those who sit there."""
    _need_enough(bench, one.moment, len(one.in_play))
    forbidden = {
        (judge, number)
        for judge, slot in conflicts_at(state, bench, one.moment)
        for number in one.in_play
        if slot in one.tables[number - 1]
    }
    there = bench.there(one.moment)
    found = dict(
        zip(one.in_play, _assigned(state, there, one.in_play, one.moment, forbidden), strict=True)
    )
    return _judged(one, [found.get(number, "") for number in range(1, len(one.tables) + 1)])


def _assigned(
    state: State, there: Sequence[str], tables: Sequence[int], moment: Moment,
    forbidden: set[tuple[str, int]],
) -> tuple[str, ...]:  # fmt: skip
    """Return a judge for each table, the cheapest way in all."""
    from scipy.optimize import linear_sum_assignment

    earlier = [one for one in state.rounds if state.order(*one.moment) < state.order(*moment)]
    games = Counter(name for one in earlier for name in judges_at(one) if name)
    visits = Counter(
        (name, number) for one in earlier for number, name in enumerate(judges_at(one), 1)
    )
    last = judges_at(earlier[-1]) if earlier else ()
    cost = np.array(
        [
            [
                NEVER * ((judge, table) in forbidden)
                + GAME * games[judge]
                + VISIT * visits[judge, table]
                + SAME * (table <= len(last) and last[table - 1] == judge)
                for table in tables
            ]
            for judge in there
        ]
    )
    rows, columns = linear_sum_assignment(cost)
    if cost[rows, columns].max() >= NEVER:
        raise FlowError(
            f"{moment[0]}, round {moment[1]} is drawn, and its tables cannot be shared out so that "
            "nobody judges a player whom he must not judge; name another judge, or drop a wish."
        )
    found = dict(zip(columns.tolist(), rows.tolist(), strict=True))
    return tuple(there[found[n]] for n in range(len(tables)))


def known_names(state: State) -> tuple[str, ...]:
    """Return the players by slot, then everybody else who registered: whom wishes may name."""
    first = [state.occupant(slot).name for slot in state.numbers]
    keys = {name_key(name) for name in first}
    return (*first, *(one.name for one in state.entries if name_key(one.name) not in keys))
