"""A stage that is seated ahead, seated again: rounds played stay, the rest changes least.

What a format says comes first. Where a substitute takes the slot, or a stand-in plays on the
chair, nobody is seated again. Else the rounds left go through :mod:`optimizer.repair`, and what
would change for others is proposed, shown, and accepted by the code of the new seating.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from optimizer.errors import InfeasibleError, NothingFoundError
from tournament.flow.asking import FlowError
from tournament.flow.exporting import schedule_of
from tournament.formats_file import StageFormat
from tournament.store import Change, Store
from tournament.store.database import now
from tournament.store.models import RoundRow
from tournament.store.state import Moment, State

if TYPE_CHECKING:
    from optimizer.repair import Asks, Repair

PROPOSED = "propose"
"""What the log calls a seating that was shown and not accepted yet."""
Tables = tuple[tuple[int | None, ...], ...]
"""Slots by table and seat."""
SECONDS = 20.0
"""Seconds at most for seating the rounds left; small stages are proved best sooner."""


@dataclass(frozen=True, eq=False)
class Reseating:
    """The rounds left of a stage as they would be.

    Attributes
    ----------
    stage
        Which stage.
    asked
        What was asked of the repair, as schedule files record it.
    code
        What it is accepted by: the digest of the new schedule.
    before, after
        Tables of the rounds that would change, by number: as they are and as they would be.
    sit_out
        Who would sit out in each of them.
    repair
        What changes and what is proved of it, to be shown; None once it was accepted.
    """

    stage: str
    asked: Mapping[str, Any]
    code: str
    before: Mapping[int, Tables]
    after: Mapping[int, Tables]
    sit_out: Mapping[int, list[int]]
    repair: Repair | None = None

    @property
    def first(self) -> int:
        """The first round that may change, from 1."""
        return int(self.asked["after"]) + 1

    def record(self) -> dict[str, Any]:
        """Return it as the log keeps it."""
        rounds = [
            {
                "round": number,
                "before": self.before[number],
                "after": self.after[number],
                "sit_out": self.sit_out[number],
            }
            for number in self.after
        ]
        return {"stage": self.stage, "asked": self.asked, "code": self.code, "rounds": rounds}


class NotAcceptedError(FlowError):
    """A change that seats others again, and that nobody has accepted yet; it is only proposed."""

    def __init__(self, reseating: Reseating, given: str) -> None:
        self.reseating = reseating
        other = f"{given} is the code of no seating that still fits this. " if given else ""
        super().__init__(
            f"{other}Others would sit elsewhere from {reseating.stage}, round {reseating.first} "
            f"on, and nothing is changed yet. To accept what was shown, repeat the command with "
            f"--accept {reseating.code}."
        )


class CannotReseatError(InfeasibleError):
    """What is asked cannot be; the message numbers the players of the stage, named in ``names``."""

    def __init__(self, message: str, players: Iterable[int], names: tuple[str, ...]) -> None:
        super().__init__(message, tuple(players))
        self.names = names


def stage_left(state: State) -> tuple[StageFormat, int] | None:
    """Return the stage seated by a matrix that is being played, and its rounds that stay.

    Rounds stay up to the last of which a protocol is recorded. None if no such stage has a round
    left.
    """
    if state.current is None:
        return None
    stage = state.format.stage(state.current.stage)
    if stage.modes[0] != "matrix":
        return None
    recorded = [number for name, number, _ in state.versions if name == stage.name]
    after = max(recorded, default=0)
    return (stage, after) if after < stage.rounds else None


def for_those_away(
    state: State, *, accept: str, out: Iterable[int] = (),
    away: Iterable[tuple[int, Iterable[Moment]]] = (),
) -> Reseating | None:  # fmt: skip
    """Return how the rounds left are seated when players leave, or come for a later round only.

    None if nobody has to be seated again: the format has stand-ins, or nothing is seated ahead.

    Parameters
    ----------
    out
        Slots that play no more and that nobody takes over.
    away
        Slots, each with the rounds that it misses from its next one on.
    accept
        The code of the proposal that is accepted.

    Raises
    ------
    NotAcceptedError
        If others would sit elsewhere, and that is not accepted.
    CannotReseatError
        If the rounds left cannot be seated.
    """
    found = stage_left(state)
    if found is None or state.format.conduct.empty_seat == "stand-in":
        return None
    stage, after = found
    slots = _slots(state, stage.name)
    from optimizer.repair import Asks

    leave = [slots.index(slot) for slot in out if slot in slots]
    late = []
    for slot, moments in away:
        last = max((r for name, r in moments if name == stage.name and r > after), default=None)
        if last is not None and last < stage.rounds:
            late.append((slots.index(slot), last))  # counts from 0: the round behind the last
        elif last is not None:
            leave.append(slots.index(slot))
    asks = Asks(
        after=after,
        withdraw=tuple(leave),
        late=tuple(late),
        full_tables=state.format.conduct.empty_seat == "sit-out",
    )
    return _found(state, stage, slots, asks, accept) if asks.leaves_gaps else None


def for_closed_tables(state: State, tables: tuple[int, ...], *, accept: str) -> Reseating | None:
    """Return how the rounds left are seated when tables fall away, numbered from 1."""
    from optimizer.repair import Asks

    stage, after = _need_left(state)
    asks = Asks(after=after, close_tables=tuple(table - 1 for table in tables), full_tables=_full(
        state
    ))  # fmt: skip
    return _found(state, stage, _slots(state, stage.name), asks, accept)


def for_a_swap(state: State, one: int, other: int, *, accept: str) -> Reseating | None:
    """Return how the rounds left are when two slots exchange their places in all of them."""
    from optimizer.repair import Asks

    stage, after = _need_left(state)
    slots = _slots(state, stage.name)
    for slot in (one, other):
        if slot not in slots:
            name = state.occupant(slot).name
            raise FlowError(f"{name} does not play in {stage.name}; name one who does.")
    asks = Asks(after, swap=(slots.index(one), slots.index(other)))
    return _found(state, stage, slots, asks, accept)


def _full(state: State) -> bool | None:
    """Whether games have to be full: where the format lets people sit out, or has no nines."""
    return {"sit-out": True, "stand-in": True, "table-of-9": None}[state.format.conduct.empty_seat]


def _need_left(state: State) -> tuple[StageFormat, int]:
    found = stage_left(state)
    if found is None:
        raise FlowError(
            "No round of a stage that is seated ahead is left without a protocol, so there is "
            "nothing to seat again."
        )
    return found


def _slots(state: State, stage: str) -> tuple[int, ...]:
    """Return the slots of a stage in the order in which its schedule has them."""
    rounds = [one for one in state.rounds if one.stage == stage]
    return tuple(sorted({slot for one in rounds for table in one.tables for slot in table if slot}))


def _found(
    state: State, stage: StageFormat, slots: tuple[int, ...], asks: Asks, accept: str
) -> Reseating | None:
    """Return the seating that is accepted, or None if nobody else is touched.

    Raises
    ------
    NotAcceptedError
        If others would sit elsewhere, and no proposal of this code fits what is asked now.
    CannotReseatError
        If what is asked cannot be.
    """
    if accept and (known := _proposed(state, stage, asks.record(), accept)) is not None:
        return known
    from optimizer.repair import repair_asked

    schedule = schedule_of(state, stage.name)
    try:
        done = repair_asked(schedule, asks, outlook=False, time_limit=SECONDS)
    except InfeasibleError as error:
        raise CannotReseatError(str(error), error.players, schedule.players) from None
    except NothingFoundError:
        raise FlowError(
            f"No seating of the rounds left was found in {SECONDS:g} seconds. Close other programs "
            "and repeat the command."
        ) from None
    if not done.moves:
        return None
    raise NotAcceptedError(_as_proposal(state, stage, slots, done), accept)


def _as_proposal(
    state: State, stage: StageFormat, slots: tuple[int, ...], done: Repair
) -> Reseating:
    seating, away = done.schedule.seating.tolist(), set(done.schedule.problem.absent)
    before, after, sit_out = {}, {}, {}
    for number in range(done.asks.after + 1, stage.rounds + 1):
        seated = state.seated((stage.name, number))
        assert seated is not None
        tables = tuple(
            tuple(slots[p] if p >= 0 else None for p in table) for table in seating[number - 1]
        )
        if tables == seated.tables:
            continue
        sitting = {slot for table in tables for slot in table}
        before[number], after[number] = seated.tables, tables
        sit_out[number] = [
            slot
            for p, slot in enumerate(slots)
            if slot not in sitting and (p, number - 1) not in away
        ]
    code = done.schedule.digest()
    return Reseating(stage.name, done.asks.record(), code, before, after, sit_out, done)


def _proposed(
    state: State, stage: StageFormat, asked: Mapping[str, Any], code: str
) -> Reseating | None:
    """Return what was proposed under a code, if it still fits: same asks, same rounds, unplayed."""
    for line in reversed(state.log):
        found = json.loads(line.after) if line.what == PROPOSED else {}
        if found.get("code") != code or found["stage"] != stage.name:
            continue
        rounds = {one["round"]: one for one in found["rounds"]}
        before = {number: _tables(one["before"]) for number, one in rounds.items()}
        fits = all(
            seated is not None and seated.tables == before[number]
            for number in rounds
            for seated in [state.seated((stage.name, number))]
        )
        if found["asked"] == json.loads(json.dumps(asked)) and fits:
            after = {number: _tables(one["after"]) for number, one in rounds.items()}
            sit_out = {number: one["sit_out"] for number, one in rounds.items()}
            return Reseating(stage.name, found["asked"], code, before, after, sit_out)
    return None


def _tables(tables: Sequence[Sequence[int | None]]) -> Tables:
    return tuple(map(tuple, tables))


@contextlib.contextmanager
def proposing(store: Store, *, who: str) -> Iterator[None]:
    """Keep in the log what a change would do, where it is not accepted yet.

    So what is accepted later is what was shown, and nothing that was computed anew.
    """
    try:
        yield
    except NotAcceptedError as error:
        with store.change(PROPOSED, who=who) as change:
            change.after.update(error.reseating.record())
        raise


def keep(change: Change, reseating: Reseating | None, *, who: str, why: str) -> None:
    """Keep the rounds as they are seated again; the log has them as they were and as they are."""
    if reseating is None:
        return
    edit = {"who": who, "when": now(), "why": why, "repair": reseating.asked}
    before, after = [], []
    for number, tables in reseating.after.items():
        seated = change.state.seated((reseating.stage, number))
        assert seated is not None
        facts = dict(seated.facts)
        sat_out = facts.get("sit_out", [])
        facts.setdefault("drawn", seated.tables)
        facts["edits"] = [*facts.get("edits", ()), edit]
        facts["sit_out"] = reseating.sit_out[number]
        row = _row(change, seated.moment)
        row.tables = json.dumps(tables)
        row.facts = json.dumps(facts, ensure_ascii=False)
        place = {"stage": seated.stage, "round": number}
        before.append({**place, "tables": seated.tables, "sit_out": sat_out})
        after.append({**place, "tables": tables})
    change.before["reseated"], change.after["reseated"] = before, after
    change.after["code"] = reseating.code


def _row(change: Change, moment: Moment) -> RoundRow:
    return change.session.scalars(
        select(RoundRow).filter_by(event_id=change.event_id, stage=moment[0], round=moment[1])
    ).one()


def restore(
    change: Change, before: Sequence[dict[str, Any]], after: Sequence[dict[str, Any]]
) -> None:
    """Seat rounds as they were before a line of the log that seated them again.

    Raises
    ------
    FlowError
        If one of them was played, or changed again since.
    """
    for one, made in zip(before, after, strict=True):
        moment: Moment = one["stage"], one["round"]
        seated = change.state.seated(moment)
        if seated is None or len(change.state.missing(seated)) < len(seated.in_play):
            raise FlowError(
                f"{one['stage']}, round {one['round']} was played as it is seated now; what was "
                "played stays."
            )
        if [list(table) for table in seated.tables] != made["tables"]:
            raise FlowError(
                f"{one['stage']}, round {one['round']} was changed again since; take the later "
                "change back first: seating event log."
            )
        row = _row(change, moment)
        facts = dict(seated.facts)
        facts["edits"], facts["sit_out"] = facts["edits"][:-1], one["sit_out"]
        if not facts["edits"]:
            del facts["edits"], facts["drawn"]
        row.tables = json.dumps(one["tables"])
        row.facts = json.dumps(facts, ensure_ascii=False)
