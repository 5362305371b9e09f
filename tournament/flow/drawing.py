"""The draw: who gets which slot, and who sits where in the next round or stage."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from optimizer.draw import METHOD, players_digest, ticket, tidy_seed
from tournament.flow.asking import (
    FlowError,
    name_of,
    need_playing,
    needs_cut,
    next_step,
    stands_empty,
)
from tournament.flow.bench import bench_of
from tournament.flow.due import asked_state, to_be_drawn
from tournament.flow.exporting import AHEAD, event_of, round_of
from tournament.flow.judging import judges_for_draw, with_rota
from tournament.flow.matrices import by_matrix
from tournament.flow.ranking import points_of
from tournament.flow.registration import NotThereError, need_checked_in
from tournament.flow.tables import tables_at
from tournament.formats_file import StageFormat
from tournament.store import Change, Store
from tournament.store.models import EventRow, OccupantRow, RoundRow
from tournament.store.state import Entry, Moment, Seated, Slot, State


@dataclass(frozen=True)
class Drawn:
    """What a draw did.

    Attributes
    ----------
    slots
        Names by slot, if the slots were drawn now; empty otherwise.
    digest
        Of the players, to be published before the draw (docs/draw.md).
    rounds
        The rounds that were seated.
    """

    slots: tuple[str, ...]
    digest: str
    rounds: tuple[Seated, ...]


def digest_before(state: State) -> tuple[str, int]:
    """Return the digest of who would be drawn now, to be published before the seed, and how many.

    See docs/draw.md; nothing is drawn.

    Raises
    ------
    FlowError
        If the slots are drawn already, or too few players could be.
    """
    if state.phase != "registration":
        raise FlowError(
            f"The slots are drawn since, from the seed {state.seed!r}; the log has the digest. "
            f"Next: {next_step(state)}."
        )
    drawn = _enough(state)
    return players_digest([entry.name for entry in drawn]), len(drawn)


def draw(
    store: Store, *, seed: str = "", without_check_in: bool = False, who: str = "", why: str = "",
    effort: float = 4.0,
) -> Drawn:  # fmt: skip
    """Draw the slots at first; then seat the next round, or a whole stage that is seated ahead.

    The player with the n-th ticket gets slot n; a ticket is the SHA-256 of the seed and the name
    (docs/draw.md). A matrix comes from the library, or is searched for. Rounds by points go by
    docs/swiss.md, from the points at this moment, which are kept with the round.

    Parameters
    ----------
    seed
        Of the whole event, given at the first draw: a text that nobody could know beforehand.
    without_check_in
        Whether to draw though somebody has not checked in on a day that has check-in; the log
        tells who.
    who, why
        For the log.
    effort
        What CP-SAT may spend, as of :func:`tournament.swiss_draw.draw_round`.

    Raises
    ------
    FlowError
        If something has to be done first; the message says what.
    NotThereError
        If somebody has not checked in who would be seated.
    InfeasibleError
        If the next round cannot be seated; the message says what conflicts.
    """
    before = store.read()
    state = before
    unchecked = _not_checked_in(before, ask=not without_check_in)
    slots: tuple[str, ...] = ()
    if state.phase == "registration":
        state = _with_slots(state, seed)
        slots = tuple(state.occupant(slot).name for slot in state.numbers)
    elif seed and tidy_seed(seed) != state.seed:
        raise FlowError(
            f"The seed of this event is {state.seed!r} since its first draw; leave --seed out."
        )
    need_playing(state)
    if state.current is not None or state.unseated is None or needs_cut(state):
        raise FlowError(f"No round can be drawn now. Next: {next_step(state)}.")
    rounds = _with_judges(state, _seat(state, state.unseated, effort))
    with store.change("draw", who=who, why=why, head=before.head) as change:
        if slots:
            _keep_slots(change, state)
        _keep_rounds(change, rounds)
        if unchecked:
            change.after["not_checked_in"] = unchecked
    return Drawn(slots, players_digest(slots) if slots else "", rounds)


def _not_checked_in(state: State, *, ask: bool) -> tuple[str, ...]:
    """Return who has not checked in and is seated all the same."""
    if state.current is not None or state.phase == "finished":
        return ()
    try:
        need_checked_in(state)
    except NotThereError as error:
        if ask:
            raise
        return error.names
    return ()


def _with_slots(state: State, seed: str) -> State:
    """Return the event as it is when the slots are drawn."""
    drawn = _enough(state)
    if not seed:
        raise FlowError(
            "The first draw needs --seed: a text that nobody could know beforehand, such as the "
            f"next lottery's numbers. Publish this before it: {digest_before(state)[0]}"
        )
    seed = tidy_seed(seed)
    order = sorted(drawn, key=lambda entry: ticket(seed, entry.name))
    slots = tuple(Slot(number, entry) for number, entry in enumerate(order, 1))
    return replace(state, phase="playing", seed=seed, slots=slots)


def _enough(state: State) -> tuple[Entry, ...]:
    """Return who is drawn; raise FlowError if they are too few to play."""
    drawn, _ = to_be_drawn(state)
    format_, asked = state.format, asked_state(state)
    if len(drawn) < format_.least:
        count = "1 player is" if len(drawn) == 1 else f"{len(drawn)} players are"
        raise FlowError(
            f"{count} {asked}, and {format_.name} needs {format_.least}. Next: "
            f"seating event register ... --state {asked}."
        )
    return drawn


def _keep_slots(change: Change, state: State) -> None:
    row = change.session.get_one(EventRow, change.event_id)
    row.phase, row.seed = "playing", state.seed
    names = []
    for slot in state.slots:
        change.session.add(
            OccupantRow(
                event_id=change.event_id, slot=slot.number, entry_id=slot.entry.id, stage="",
                round=0, log_id=change.log_id,
            )
        )  # fmt: skip
        names.append(slot.entry.name)
    change.after.update(
        method=METHOD, seed=state.seed, players_digest=players_digest(names), slots=names,
        tickets=[ticket(state.seed, name) for name in names],
    )  # fmt: skip


def _keep_rounds(change: Change, rounds: Sequence[Seated]) -> None:
    for one in rounds:
        change.session.add(
            RoundRow(
                event_id=change.event_id, stage=one.stage, round=one.round, mode=one.mode,
                seed=one.seed, tables=json.dumps(one.tables),
                facts=json.dumps(one.facts, ensure_ascii=False), log_id=change.log_id,
            )
        )  # fmt: skip
    change.after["rounds"] = [
        {"stage": one.stage, "round": one.round, "tables": one.tables} for one in rounds
    ]


def _seat(state: State, moment: Moment, effort: float) -> tuple[Seated, ...]:
    """Seat the round, or all rounds of a stage that is seated ahead."""
    stage = state.format.stage(moment[0])
    if not stage.ahead:
        return (_by_points(state, moment, effort),)
    field = list(state.fields.get(stage.name) or [n for n in state.numbers if n not in state.out])
    if stage.modes[0] == "final":
        return _final(state, stage, field)
    return by_matrix(state, stage, field)


def _by_points(state: State, moment: Moment, effort: float) -> Seated:
    """Seat one round at random or by points; who is known to be away is not seated."""
    from tournament.swiss_draw import draw_round

    stage = state.format.stage(moment[0])
    points, series = points_of(state, moment)
    absent = [slot for slot in state.numbers if state.absence(slot, moment) is not None]
    facts: dict[str, Any] = {
        "absent": absent,
        "points": [[slot, str(value)] for slot, value in points.items()],
        "difficulty": series,
    }
    tables = tables_at(state, moment)
    if judges := judges_for_draw(state, moment, _tables_needed(state, moment, tables)):
        facts["judges"] = judges
    if tables < stage.tables:
        facts["sizes"] = [state.format.seats] * tables
    empty = Seated(*moment, stage.modes[moment[1] - 1], "", (), facts, 0)
    drawn = draw_round(event_of(state), round_of(empty), effort=effort)
    full = tuple(_filled(table, state.format.seats, state) for table in drawn.tables)
    kept = {**facts, "sit_out": list(drawn.sit_out), "certificate": drawn.certificate}
    return replace(empty, tables=full, facts=kept)


def _tables_needed(state: State, moment: Moment, tables: int) -> int:
    """Return at how many tables a round is played, if those who are there do not fill them all."""
    seats = state.format.seats
    there = sum(
        state.absence(slot, moment) is None for slot in state.numbers if slot not in state.out
    )
    uneven = state.format.conduct.empty_seat != "sit-out"
    return min(tables, -(-there // seats) if uneven else there // seats)


def _with_judges(state: State, rounds: tuple[Seated, ...]) -> tuple[Seated, ...]:
    """Return rounds that are seated ahead with a rota of judges, if judges are named."""
    bench = bench_of(state)
    if not bench.names or rounds[0].mode not in AHEAD:
        return rounds
    return with_rota(replace(state, rounds=(*state.rounds, *rounds)), bench, rounds[0].stage)


def _filled(table: Sequence[int | None], seats: int, state: State) -> tuple[int | None, ...]:
    """Return a table with the chairs that stand-ins fill, where the format has them."""
    if state.format.conduct.empty_seat != "stand-in":
        return tuple(table)
    return (*table, *[None] * (seats - len(table)))


def _final(state: State, stage: StageFormat, field: list[int]) -> tuple[Seated, ...]:
    """Seat the games of a final: other seats, other neighbours, earlier stages counted."""
    from tournament.flow.final_seats import seat_final

    neighbours, seats = past_of(state, field)
    seed = f"{state.seed} {stage.name}"
    found = seat_final(len(field), stage.rounds, neighbours=neighbours, seats=seats, seed=seed)
    facts = {
        "neighbours_before": found.neighbours_before,
        "seats_before": found.seats_before,
    }
    return tuple(
        Seated(
            stage.name, number, "final", seed,
            (_filled([field[p] for p in game], state.format.seats, state),),
            facts if number == 1 else {}, 0,
        )
        for number, game in enumerate(found.games, 1)
    )  # fmt: skip


def past_of(state: State, field: Sequence[int]) -> tuple[Any, Any]:
    """Return how often the slots were neighbours, and how often each had each seat so far."""
    index = {slot: n for n, slot in enumerate(field)}
    count = max(len(field), state.format.seats)
    neighbours = np.zeros((len(field), len(field)), dtype=np.int64)
    seats = np.zeros((len(field), count), dtype=np.int64)
    for one in state.rounds:
        for table in one.tables:
            for s, slot in enumerate(table):
                other = table[(s + 1) % len(table)]
                if slot in index:
                    seats[index[slot], s] += 1
                if slot in index and other in index:
                    neighbours[index[slot], index[other]] += 1
                    neighbours[index[other], index[slot]] += 1
    return neighbours, seats


def who_sits(state: State, one: Seated) -> list[list[str]]:
    """Return the names of a round by table and seat; of an empty chair ""."""
    return [[_sitting(state, slot, one) for slot in table] for table in one.tables]


def _sitting(state: State, slot: int | None, one: Seated) -> str:
    if slot is None:
        return ""
    away = state.absence(slot, one.moment)
    if away is not None:
        return away.stand_in
    return "" if stands_empty(state, slot, one) else name_of(state, slot, one.moment)
