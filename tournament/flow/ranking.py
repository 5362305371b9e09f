"""Where everybody stands: standings, the cut, and the prizes in the end."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction

from sqlalchemy import select

from scoring.standings import Cut, cut, ranked_rows, standings
from scoring.table import Row, Standings
from tournament.flow.asking import FlowError, need_playing, needs_cut, next_step
from tournament.formats_file import Nomination, StageFormat
from tournament.store import Change, Store
from tournament.store.models import EventRow, FieldRow
from tournament.store.state import Moment, State


def table_of(state: State, *, until: Moment | None = None, stage: str | None = None) -> Standings:
    """Return the standings so far, or as of a round; lots are drawn from the seed of the event.

    Raises
    ------
    FlowError
        If no protocol is recorded yet.
    """
    if not state.games:
        raise FlowError(f"No protocol is recorded yet. Next: {next_step(state)}.")
    return standings(
        state.protocols, state.rules, until=until, stage=stage, seed=f"{state.seed} lot"
    )


def points_of(
    state: State, moment: Moment
) -> tuple[dict[int, Fraction], list[tuple[str, int, int, str]]]:
    """Return the points of every slot and K of every series, as the draw of a round uses them.

    All protocols so far count, and what happened outside the games in earlier rounds.
    """
    points = dict.fromkeys(state.numbers, Fraction(0))
    if not state.games:
        return points, []
    before = tuple(
        one
        for one in state.protocols.adjustments
        if state.order(one.stage, one.round) < state.order(*moment)
    )
    table = standings(replace(state.protocols, adjustments=before), state.rules)
    for row in (*table.rows, *table.apart):
        points[int(row.slot)] = row.total
    series = [(key, k.red, k.black, str(k.coefficient)) for key, k in table.difficulty.items()]
    return points, series


def make_cut(store: Store, *, who: str = "") -> tuple[Cut, Standings]:
    """Decide who enters the next stage: the first of the standings who still play.

    If one of them is put out before the stage is drawn, the cut is made again.

    Raises
    ------
    FlowError
        If a protocol is still missing, the next stage needs no cut, or some are equal at it and
        the rules know no lot.
    """
    with store.change("cut", who=who) as change:
        state = change.state
        need_playing(state)
        if state.current is not None or not needs_cut(state) or state.unseated is None:
            raise FlowError(f"There is no cut to be made now. Next: {next_step(state)}.")
        stage = state.format.stage(state.unseated[0])
        assert stage.enters is not None
        table = _who_may_enter(state, stage)
        if len(table.rows) < stage.enters:
            raise FlowError(
                f"{stage.enters} are to enter {stage.name}, and only {len(table.rows)} may; the "
                "others are out, or barred by the format (seating event describe)."
            )
        found = cut(table, stage.enters)
        if found.undecided:
            names = ", ".join(row.occupant for row in found.undecided)
            raise FlowError(
                f"{names} are equal at the cut, {found.free} of them enter, and {state.rules.name} "
                "draws no lot. Let the judges decide, and give whoever enters the least bonus: "
                "seating event penalty ... --points 0.001."
            )
        _keep_field(change, stage.name, found, table)
        if barred := barred_from(state, stage):
            change.after["barred"] = barred
    return found, table


def _who_may_enter(state: State, stage: StageFormat) -> Standings:
    """Return the standings of those who may enter, in the places that they have without others."""
    table = table_of(state)
    kept_out = {*state.out, *(slot for slot, _ in barred_from(state, stage))}
    rows = [row for row in table.rows if int(row.slot) not in kept_out]
    if len(rows) == len(table.rows):
        return table
    left = tuple(row for row in table.rows if int(row.slot) in kept_out)
    return replace(table, rows=ranked_rows(rows, seed=table.seed), apart=(*table.apart, *left))


def barred_from(state: State, stage: StageFormat) -> tuple[tuple[int, str], ...]:
    """Return slots that may not enter a stage though they play, each with the bar.

    The bar is ``least_games`` or ``missed_bars``, the keys of the format. A game that a stand-in
    played is none; lateness for the first game is not a missed round.
    """
    late = {
        (one.adjustment.slot, one.adjustment.stage, one.adjustment.round)
        for one in state.outside
        if one.adjustment.kind == "late"
    }
    missed = Counter(
        one.slot for one in state.absences if (str(one.slot), one.stage, one.round) not in late
    )
    found = []
    for row in table_of(state).rows:
        slot = int(row.slot)
        if slot in state.out:
            continue
        if row.tally.games < stage.least_games:
            found.append((slot, "least_games"))
        elif stage.missed_bars is not None and missed[slot] >= stage.missed_bars:
            found.append((slot, "missed_bars"))
    return tuple(found)


def _keep_field(change: Change, stage: str, found: Cut, table: Standings) -> None:
    slots = [int(row.slot) for row in found.chosen]
    query = select(FieldRow).where(FieldRow.event_id == change.event_id, FieldRow.stage == stage)
    row = change.session.scalars(query).first()
    if row is None:
        row = FieldRow(event_id=change.event_id, stage=stage, log_id=change.log_id, slots="")
        change.session.add(row)
    else:
        change.before["slots"] = json.loads(row.slots)
    row.slots, row.log_id = json.dumps(slots), change.log_id
    change.after.update(
        stage=stage,
        slots=slots,
        points=[str(one.total) for one in found.chosen],
        difficulty={key: str(k.coefficient) for key, k in table.difficulty.items()},
    )


@dataclass(frozen=True)
class Prize:
    """Who is awarded for what; several who are equal share it."""

    nomination: Nomination
    value: Fraction
    rows: tuple[Row, ...]


def prizes(state: State) -> tuple[tuple[Row, ...], tuple[Prize, ...]]:
    """Return the first three who may be awarded, and who has each nomination."""
    first = table_of(state).awarded()
    places, nominated = {row.slot for row in first}, set[str]()
    found = []
    for one in state.format.nominations:
        taken = (places if "places" in one.barred else set[str]()) | (
            nominated if "nominated" in one.barred else set[str]()
        )
        found.append(_prize(state, one, taken))
        nominated |= {row.slot for row in found[-1].rows}
    return first, tuple(found)


def _prize(state: State, nomination: Nomination, taken: set[str]) -> Prize:
    """Return who has a nomination; ``taken`` are slots that have a place or another nomination."""
    whole = table_of(state)
    tables = [table_of(state, stage=stage) for stage in nomination.stages] or [whole]
    values: dict[str, Fraction] = {}
    games: Counter[str] = Counter()
    for table in tables:
        for row in table.rows:
            counted = measured(row, nomination.measure)
            values[row.slot] = values.get(row.slot, Fraction(0)) + counted
            games[row.slot] += row.tally.games
    final = {str(slot) for field in state.fields.values() for slot in field}
    may = [
        row
        for row in whole.rows
        if row.award
        and row.slot in values
        and games[row.slot] >= nomination.least_games
        and (nomination.finalists or row.slot not in final)
        and row.slot not in taken
    ]
    best = max((values[row.slot] for row in may), default=Fraction(0))
    first = [row for row in may if values[row.slot] == best > 0]
    return Prize(nomination, best, tuple(_parted(first, nomination.tie)))


def _parted(rows: list[Row], tie: str) -> list[Row]:
    """Return who of those who are equal has a nomination, by its rule for ties."""
    if tie == "place":
        return rows[:1]  # in the order of the standings
    if tie == "additional" and rows:
        most = max(measured(row, "additional") for row in rows)
        return [row for row in rows if measured(row, "additional") == most]
    return rows


def measured(row: Row, measure: str) -> Fraction:
    """Return a number of a line of the standings by the name that nominations use."""
    tally = row.tally
    if measure == "points":
        return row.total
    if measure == "additional":
        return sum((row.parts.get(p, Fraction(0)) for p in ("extras", "best_move")), Fraction(0))
    if measure == "wins":
        return Fraction(sum(tally.wins.values()))
    if measure.startswith("wins_"):
        wins = {str(role): count for role, count in tally.wins.items()}
        return Fraction(wins.get(measure.removeprefix("wins_"), 0))
    return Fraction(int(getattr(tally, measure)))


def finish(store: Store, *, who: str = "") -> tuple[tuple[Row, ...], tuple[Prize, ...]]:
    """End the tournament, and return the first three and the nominations.

    Finishing again changes nothing and returns the same.

    Raises
    ------
    FlowError
        If a round is still to be played.
    """
    state = store.read()
    if state.phase == "finished":
        return prizes(state)
    with store.change("finish", who=who) as change:
        state = change.state
        need_playing(state)
        if state.current is not None or state.unseated is not None:
            raise FlowError(f"The tournament is not over. Next: {next_step(state)}.")
        change.session.get_one(EventRow, change.event_id).phase = "finished"
        first, nominations = prizes(state)
        change.after.update(
            places=[[row.place, row.occupant, str(row.total)] for row in table_of(state).rows],
            nominations=[
                [one.nomination.names["en"], [row.occupant for row in one.rows]]
                for one in nominations
            ],
        )
    return first, nominations
