"""An event in other forms: ``seating-event/1`` for the checker, and a schedule for each stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np

from schedules.problem import Problem
from schedules.schedule import Schedule
from tournament.event_form import (
    Basis,
    Coefficient,
    Correction,
    Edit,
    Event,
    Player,
    Round,
    Settings,
    Stage,
    When,
)
from tournament.flow.asking import is_idle, stands_empty
from tournament.flow.bench import judges_at, rota_of, standing_conflicts
from tournament.store.state import Moment, Seated, State

AHEAD = ("matrix", "final")
"""Seatings that do not look at points."""


def event_of(state: State) -> Event:
    """Return an event as ``seating-event/1`` holds it: a player's number is his slot."""
    settings = Settings(
        seats=state.format.seats, uneven=state.format.conduct.empty_seat != "sit-out"
    )
    every = {
        one.name: replace(settings, judge_conflicts=standing_conflicts(state, one.name))
        for one in state.format.stages
    }
    return Event(
        name=state.name,
        rules=state.rules.name,
        seed=state.seed,
        players=tuple(_player(state, slot) for slot in state.numbers),
        stages=tuple(
            Stage(
                name=one.name, rounds=one.rounds, weight=one.weight, final=one.final,
                modes=one.modes, players=state.fields.get(one.name), settings=every[one.name],
            )
            for one in state.format.stages
        ),
        rounds=tuple(round_of(as_played(state, one)) for one in state.rounds),
        protocols=state.protocols,
        corrections=(*_corrected_games(state), *_late_adjustments(state)),
    )  # fmt: skip


def _player(state: State, slot: int) -> Player:
    first = next(one.entry for one in state.slots if one.number == slot)
    left = state.left_at(slot)
    club = first.club if state.format.part_clubs else ""  # a draw would weigh it
    return Player(slot, first.name, club, first.team, left=None if left is None else When(*left))


def as_played(state: State, one: Seated) -> Seated:
    """Return a round that is seated ahead without those who had left before it was played."""
    if one.mode not in AHEAD:
        return one
    order = state.order(*one.moment)
    gone = {slot for slot in state.out if state.order(*(state.left_at(slot) or ())) <= order}

    def without(tables: Sequence[Sequence[int | None]]) -> tuple[tuple[int | None, ...], ...]:
        return tuple(tuple(None if slot in gone else slot for slot in table) for table in tables)

    facts = dict(one.facts)
    if any("repair" in edit for edit in facts.get("edits", ())):
        del facts["drawn"]  # who sits out is told of the rounds as they are seated again
    if "drawn" in facts:
        facts["drawn"] = without(facts["drawn"])
    facts["sit_out"] = [slot for slot in facts.get("sit_out", ()) if slot not in gone]
    return replace(one, tables=without(one.tables), facts=facts)


def round_of(one: Seated) -> Round:
    """Return a seated round in the form of the event file."""
    facts = one.facts
    basis = None
    if "points" in facts:
        points = {int(slot): Fraction(text) for slot, text in facts["points"]}
        ks = (Coefficient(s, r, b, Fraction(k)) for s, r, b, k in facts.get("difficulty", ()))
        basis = Basis(points, tuple(ks))
    return Round(
        stage=one.stage,
        number=one.round,
        mode=one.mode,
        tables=one.tables,
        judges=judges_at(one) if "judges" in facts else (),
        sit_out=tuple(facts.get("sit_out", ())),
        absent=tuple(facts.get("absent", ())),
        sizes=tuple(facts["sizes"]) if "sizes" in facts else None,
        seed=one.seed,
        basis=basis,
        certificate=facts.get("certificate"),
        drawn=tuple(map(tuple, facts["drawn"])) if "drawn" in facts else None,
        edits=tuple(
            Edit(edit["who"], edit["when"], edit["why"], _pair(edit.get("swap")))
            for edit in facts.get("edits", ())
        ),
    )


def _pair(slots: Sequence[int] | None) -> tuple[int, int] | None:
    return None if slots is None else (slots[0], slots[1])


def _known_from(state: State, log_id: int) -> When:
    """Return the first draw that comes after a line of the log; beyond the last if none does."""
    later = [one.moment for one in state.rounds if one.log_id > log_id and one.mode not in AHEAD]
    if later:
        return When(*later[0])
    last = state.format.stages[-1]
    return When(*(state.unseated or (last.name, last.rounds + 1)))


def _corrected_games(state: State) -> list[Correction]:
    """Return the corrections of protocols that a draw had already used as they were."""
    found = []
    for key, line in state.versions.items():
        for old, new in pairwise(line):
            drawn = any(
                old.log_id < one.log_id < new.log_id and one.mode not in AHEAD
                for one in state.rounds
            )
            if drawn:
                log = next(one for one in state.log if one.id == new.log_id)
                found.append(
                    Correction(
                        _known_from(state, new.log_id), game=key, before=old.game,
                        who=log.who, when=log.at, why=log.why,
                    )
                )  # fmt: skip
    return found


def _late_adjustments(state: State) -> list[Correction]:
    """Return the adjustments of earlier rounds that a draw did not know yet."""
    found = []
    for index, one in enumerate(state.outside, 1):
        moment = state.order(one.adjustment.stage, one.adjustment.round)
        unknown = any(
            each.log_id < one.log_id and state.order(*each.moment) > moment
            for each in state.rounds
            if each.mode not in AHEAD
        )
        if unknown:
            log = next(line for line in state.log if line.id == one.log_id)
            since = _known_from(state, one.log_id)
            found.append(Correction(since, adjustment=index, who=log.who, when=log.at, why=log.why))
    return found


def schedule_of(state: State, stage: str, *, only: Moment | None = None) -> Schedule:
    """Return the seating of a stage so far, with the names of who sat there, as a schedule.

    Slots of the schedule are those who play in the stage, in order of their numbers; names are
    those of who sits in the slot now, or sat there in the one round asked for.
    """
    rounds = [one for one in state.rounds if one.stage == stage and only in (None, one.moment)]
    slots = sorted({slot for one in rounds for table in one.tables for slot in table if slot})
    index = {slot: n for n, slot in enumerate(slots)}
    width = max(len(table) for one in rounds for table in one.tables)
    height = max(len(one.tables) for one in rounds)
    seating = np.full((len(rounds), height, width), -1, dtype=np.int32)
    absent = set()
    for r, one in enumerate(rounds):
        away = {slot for slot in slots if stands_empty(state, slot, one)}
        absent |= {
            (index[slot], r)
            for slot in away
            if one.place(slot) is None or is_idle(state, slot, one)
        }
        for t, table in enumerate(one.tables):
            for s, slot in enumerate(table):
                if slot is not None and (index[slot], r) not in absent:
                    seating[r, t, s] = index[slot]
    certified = rounds[0].mode == "matrix" and not (
        absent or only is not None or any(one.facts.get("edits") for one in rounds)
    )
    sizes = (seating >= 0).sum(axis=2)
    fewest = int(sizes[sizes > 0].min())
    games = np.array([(seating == n).sum() for n in range(len(slots))])
    problem = Problem(
        num_players=len(slots), num_tables=height, num_rounds=len(rounds), num_seats=width,
        games_per_player=int(games.max()),
        fewest_seats=fewest if fewest < width else 0,
        other_games=tuple(
            (n, int(count)) for n, count in enumerate(games) if count != games.max()
        ),
        absent=tuple(sorted(absent)),
    )  # fmt: skip
    titles = state.format.stage(stage).titles
    edits = [edit for one in rounds for edit in one.facts.get("edits", ()) if "repair" in edit]
    repairs = [edit["repair"] for n, edit in enumerate(edits) if edit not in edits[:n]]
    return Schedule(
        problem=problem,
        seating=seating,
        name=f"{state.name}: {titles['en']}",
        players=tuple(state.occupant(slot, only).name for slot in slots),
        certificate=rounds[0].facts.get("certificate") if certified else None,
        judges=rota_of(rounds, height),
        made={"repairs": repairs} if repairs else None,
    )
