"""Protocols of an event: recorded once, corrected with a reason, refused where they do not fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from schedules.names import name_key
from scoring.check import check_protocols
from scoring.errors import ProtocolError
from scoring.extras import check_extras
from scoring.protocol import Chair, Game, Protocols
from tournament.flow.asking import (
    FlowError,
    idle_seats,
    need_playing,
    next_step,
    stage_named,
    stands_empty,
)
from tournament.flow.bench import judges_at
from tournament.flow.ranking import table_of
from tournament.store import Change, Store
from tournament.store.loading import game_text
from tournament.store.models import ProtocolRow
from tournament.store.state import Moment, Seated, State

Place = tuple[str, int, int]
"""Stage, round and table of a game."""


@dataclass(frozen=True)
class Kept:
    """What became of protocols: games recorded or corrected now, and those that were as given."""

    new: tuple[Place, ...]
    same: tuple[Place, ...]


@dataclass(frozen=True)
class Move:
    """A place that changed by a correction."""

    name: str
    before: int
    after: int


@dataclass(frozen=True)
class Corrected:
    """What a correction did.

    Attributes
    ----------
    places
        The games that were changed.
    moves
        Whose place in the standings moved.
    later
        Rounds that were drawn from the points of before; they stay as they are.
    """

    places: tuple[Place, ...]
    moves: tuple[Move, ...]
    later: tuple[Moment, ...]


def record(store: Store, games: Sequence[Game], *, who: str = "") -> Kept:
    """Record protocols; one that is recorded already in the same words is passed over.

    Names become slots by the seating; a stand-in's points are nobody's.

    Raises
    ------
    ProtocolError
        If any does not fit the seating or the rules; every fault of all is listed, and nothing is
        kept.
    FlowError
        If the tournament has not begun or is finished.
    """
    with store.change("record", who=who) as change:
        state = change.state
        need_playing(state)
        fresh, same, faults = [], [], _twice(games)
        for game in games:
            found, wrong = fitted(state, game)
            faults += wrong
            if wrong:
                continue
            old = state.game(found.stage, found.round, found.table)
            if old is None:
                fresh.append(found)
            elif old == found:
                same.append(_place(found))
            else:
                faults.append(
                    f"{found.label} is recorded already, and otherwise; if this is right and that "
                    'was wrong: seating event correct ... --why "..."'
                )
        _refuse(faults, next_step(state))
        for game in fresh:
            _keep(change, game, version=1)
        change.idle = not fresh
        change.after["games"] = [game_text(game) for game in fresh]
    return Kept(tuple(map(_place, fresh)), tuple(same))


def correct(store: Store, games: Sequence[Game], *, who: str = "", why: str) -> Corrected:
    """Correct protocols that are recorded; the old ones stay in the log.

    Standings move; rounds that were drawn since stay as they are.

    Raises
    ------
    ProtocolError
        If any does not fit, or was not recorded yet.
    FlowError
        If no reason is given, or a void game would be replayed where the format has no replays.
    """
    if not why.strip():
        raise FlowError('A correction needs its reason: --why "the judge misread the form".')
    with store.change("correct", who=who, why=why) as change:
        state = change.state
        if state.phase == "registration":
            need_playing(state)
        changed, faults = [], _twice(games)
        for game in games:
            found, wrong = fitted(state, game)
            faults += wrong
            if wrong:
                continue
            old = state.game(found.stage, found.round, found.table)
            if old is None:
                faults.append(f"{found.label} is not recorded yet; seating event record does that.")
            elif old != found:
                _check_replay(state, old, found)
                changed.append((old, found))
        _refuse(faults, next_step(state))
        for _, found in changed:
            line = state.versions[_place(found)]
            _keep(change, found, version=line[-1].version + 1)
        change.idle = not changed
        change.before["games"] = [game_text(old) for old, _ in changed]
        change.after["games"] = [game_text(found) for _, found in changed]
    return Corrected(
        tuple(_place(found) for _, found in changed),
        _moves(state, store.read()),
        tuple(dict.fromkeys(
            one.moment
            for old, _ in changed
            for one in state.rounds
            if state.order(*one.moment) > state.order(old.stage, old.round)
            and one.mode not in ("matrix", "final")
        )),
    )  # fmt: skip


def _check_replay(state: State, old: Game, new: Game) -> None:
    if old.result == "void" and new.result != "void" and state.format.conduct.replays == "never":
        raise FlowError(
            f"{old.label} is void, and {state.format.name} has no replays; it stays void."
        )


def _moves(before: State, after: State) -> tuple[Move, ...]:
    old = {row.slot: row.place for row in table_of(before).rows}
    return tuple(
        Move(row.occupant, old[row.slot], row.place)
        for row in table_of(after).rows
        if row.slot in old and old[row.slot] != row.place
    )


def _place(game: Game) -> Place:
    return game.stage, game.round, game.table


def _twice(games: Sequence[Game]) -> list[str]:
    counts = Counter(map(_place, games))
    twice = [
        f"{stage}, round {number}, table {table}"
        for (stage, number, table), n in counts.items()
        if n > 1
    ]
    return [f"{label} stands twice in what was given; leave one." for label in twice]


def _refuse(faults: Sequence[str], step: str) -> None:
    if faults:
        count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        lines = [f"The protocols do not fit, {count}; nothing was recorded:", *faults]
        raise ProtocolError("\n- ".join(lines) + f"\nNext: {step}.", list(faults))


def _keep(change: Change, game: Game, *, version: int) -> None:
    change.session.add(
        ProtocolRow(
            event_id=change.event_id, stage=game.stage, round=game.round, table=game.table,
            version=version, game=game_text(game), log_id=change.log_id,
        )
    )  # fmt: skip


def fitted(state: State, game: Game) -> tuple[Game, list[str]]:
    """Return a protocol with the slots of its players, and everything that does not fit."""
    if game.stage:
        game = replace(game, stage=stage_named(state, game.stage))
    elif state.current is not None:
        game = replace(game, stage=state.current.stage)
    seated = state.seated((game.stage, game.round))
    if seated is None or game.table not in seated.in_play:
        return game, [_no_such_game(state, game, seated)]
    faults: list[str] = []
    chairs = []
    for chair in sorted(game.chairs, key=lambda one: one.seat):
        found, fault = _chair(state, seated, game, chair)
        chairs.append(found)
        faults += [f"{game.label}, seat {chair.seat}: {fault}"] if fault else []
    judge = game.judge or judges_at(seated)[game.table - 1]
    game = replace(game, chairs=tuple(chairs), judge=judge)
    rules, table = state.rules, seated.tables[game.table - 1]
    idle = idle_seats(state, seated, game.table) - {chair.seat for chair in game.chairs}
    roles = dict(rules.roles)
    roles["civilian"] -= rules.seats - len(table) + len(idle)
    whole = check_protocols(
        Protocols(games=(game,)), seats=len(table), roles=roles,
        best_move_names=rules.best_move_names,
    )  # fmt: skip
    known = [one for one in whole if not (one.code == "seat_missing" and one.seat in idle)]
    return game, [*faults, *map(str, known), *check_extras(game, rules)]


def _no_such_game(state: State, game: Game, seated: Seated | None) -> str:
    if seated is not None:
        tables = ", ".join(map(str, seated.in_play))
        return f"{game.label}: nobody plays there; the tables of this round are {tables}."
    if (game.stage, game.round) in state.format.moments:
        return f"{game.label} is not seated yet."
    stages = ", ".join(f"{one.name} (rounds 1 to {one.rounds})" for one in state.format.stages)
    return f"{game.label}: there is no such game; the stages are {stages}."


def _chair(state: State, seated: Seated, game: Game, chair: Chair) -> tuple[Chair, str]:
    """Return a chair with its slot, and what is wrong with who sits on it."""
    table = seated.tables[game.table - 1]
    if not 1 <= chair.seat <= len(table):
        return chair, f"the seats of this table are 1 to {len(table)}."
    slot = table[chair.seat - 1]
    if not chair.player.strip():
        return chair, _who_is_due(state, seated, game.table, chair.seat)
    elsewhere = _elsewhere(state, seated, chair.player)
    if slot is None or stands_empty(state, slot, seated):
        away = None if slot is None else state.absence(slot, seated.moment)
        nine = state.format.conduct.empty_seat == "table-of-9"
        if nine and chair.seat in idle_seats(state, seated, game.table):
            return chair, f"nobody plays on this seat; leave the row of {chair.player} out."
        here = "" if away is None else str(slot)  # of one who left nothing is counted
        due = away.stand_in if away is not None else ""
        found = replace(chair, slot=here, substitute=True)
        if elsewhere:
            return found, f"a stand-in plays here, and {chair.player} {elsewhere}."
        if due and name_key(due) != name_key(chair.player):
            return found, f"{chair.player} is written, and {due} stands in here; write {due}."
        return found, ""
    sitting = state.occupant(slot, seated.moment).name
    found = replace(chair, player=sitting, slot=str(slot), substitute=False)
    if name_key(chair.player) == name_key(sitting):
        return found, ""
    where = f"; {chair.player} {elsewhere}" if elsewhere else ""
    return found, (
        f"{chair.player} is written, and {sitting} sits there{where}. Write {sitting}, or say "
        f'first what happened: seating event missed "{sitting}" --substitute "{chair.player}".'
    )


def _who_is_due(state: State, seated: Seated, table: int, seat: int) -> str:
    """Return that no name stands on a seat, and which belongs there."""
    if seat in idle_seats(state, seated, table):
        return "nobody plays on this seat; leave its row out."
    slot = seated.tables[table - 1][seat - 1]
    name = ""
    if slot is not None:
        away = state.absence(slot, seated.moment)
        empty = stands_empty(state, slot, seated)
        sitting = "" if empty else state.occupant(slot, seated.moment).name
        name = away.stand_in if away is not None else sitting
    return f"no name stands there; write {name or 'who played as the stand-in'}."


def _elsewhere(state: State, seated: Seated, name: str) -> str:
    """Return where somebody sits in a round, in words; "" if nowhere."""
    for slot in _slots(seated):
        sitting = state.occupant(slot, seated.moment).name
        if name_key(sitting) == name_key(name) and not stands_empty(state, slot, seated):
            table, seat = seated.place(slot) or (0, 0)
            return f"sits at table {table}, seat {seat} in this round"
    return ""


def _slots(seated: Seated) -> Iterator[int]:
    for table in seated.tables:
        for slot in table:
            if slot is not None:
                yield slot
