"""What is simulated: a format as it is written, or with another mode, field or ending."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from optimizer.swiss.modes import Mode
from schedules.library import find
from schedules.problem import Problem
from scoring.rules_file import load_rules
from tournament.formats_file import Format, StageFormat, load_format
from tournament.simulation.ledger import Scheme
from tournament.simulation.model import SEATS, SimulationError

Kind = Literal["ahead", "drawn", "free", "strict", "engine"]
MATRIX = "matrix"
"""The mode of rounds that are seated by a schedule made ahead."""
POINTS = ("blocks", "window", "strict")
"""Modes of rounds that are seated by points."""


@dataclass(frozen=True)
class Ending:
    """How the final counts.

    Attributes
    ----------
    weight
        Coefficient of its points; None as the format has it.
    reset
        Whether only the points of the final decide its places ("reset"), and not all of them with
        those of the final times the weight ("long distance").
    """

    weight: float | None = None
    reset: bool = False


@dataclass(frozen=True)
class Round:
    """A round of an event.

    Attributes
    ----------
    stage
        From 0.
    mode
        As the study prints it.
    kind
        How it is seated: by a schedule made ahead (players to slots by lot), by draws that keep
        repeats few (:mod:`tournament.simulation.draws`, players to slots by lot), at random,
        strictly by points (equals by lot), or by the engine of Swiss seating. The final's seats
        are random.
    slots
        The schedule's round where it is made ahead, shape (tables, seats).
    tables
        How many.
    """

    stage: int
    mode: str
    kind: Kind
    tables: int
    slots: NDArray[np.int32] | None = None


@dataclass(frozen=True, eq=False)
class Plan:
    """A format ready to be simulated.

    Attributes
    ----------
    format_name
        Its name.
    mode
        Mode of the rounds by points: one of them, or those of the format, with commas.
    players
        In the field.
    rounds
        In order of play.
    entrants
        How many play in each stage.
    weights
        Of each stage.
    final
        The stage that is the final, the last one.
    scheme
        How games are counted.
    """

    format_name: str
    mode: str
    players: int
    rounds: tuple[Round, ...]
    entrants: tuple[int, ...]
    weights: tuple[float, ...]
    final: int
    scheme: Scheme

    @property
    def games(self) -> int:
        """Games of the whole event."""
        return sum(round_.tables for round_ in self.rounds)

    @property
    def by_engine(self) -> bool:
        """Whether some rounds need the engine of Swiss seating, event by event."""
        return any(round_.kind == "engine" for round_ in self.rounds)


def plan(
    format_name: str | os.PathLike[str], *, mode: str | None = None, players: int | None = None
) -> Plan:
    """Return a format as it is simulated.

    Parameters
    ----------
    format_name
        A shipped format or the path of one.
    mode
        Seating of the rounds that the format seats by points, in place of its own: ``strict``,
        ``blocks:2``, ``window:5``, ``random`` (repeats kept few) or ``random:free``; ``matrix``
        seats all rounds before the final by the library's schedule. A format without rounds by
        points stays as it is.
    players
        Another size of the field, full tables of ten.

    Raises
    ------
    SimulationError
        If the format has no final, or its tables are not full, or its rules count what simulated
        games do not have.
    """
    form = load_format(format_name)
    named = _mode(form)
    if mode is not None:
        if mode != MATRIX:
            _check_mode(form, mode, players)
        named = mode if _by_points(form) else named
        form = _with_mode(form, mode)
    if players is not None:
        form = _with_field(form, players)
    _check(form)
    return Plan(
        format_name=form.name,
        mode=named,
        players=form.players,
        rounds=tuple(_rounds(form)),
        entrants=tuple(stage.enters or form.players for stage in form.stages),
        weights=tuple(float(stage.weight) for stage in form.stages),
        final=len(form.stages) - 1,
        scheme=Scheme.of(load_rules(form.rules)),
    )


def _check_mode(form: Format, text: str, players: int | None) -> None:
    mode = Mode.parse(text)
    tables = (players or form.players) // SEATS
    if mode.kind == "blocks" and mode.size > tables:
        raise SimulationError(
            f"--mode {text} does not fit: the field has {tables} tables; name a block of "
            f"{tables} at most."
        )


def _by_points(form: Format) -> list[str]:
    seatings = dict.fromkeys(seating for stage in form.stages for seating in stage.modes)
    return [seating for seating in seatings if seating.partition(":")[0] in POINTS]


def _mode(form: Format) -> str:
    """Return what a format seats by points, or else all its seating but the final."""
    others = dict.fromkeys(seating for stage in form.stages[:-1] for seating in stage.modes)
    return ",".join(_by_points(form) or others)


def _with_mode(form: Format, mode: str) -> Format:
    def other(stage: StageFormat) -> StageFormat:
        if mode == MATRIX and not stage.final and not stage.enters:
            return replace(stage, modes=(MATRIX,) * len(stage.modes))
        modes = [mode if old.partition(":")[0] in POINTS else old for old in stage.modes]
        return replace(stage, modes=tuple(modes))

    return replace(form, stages=tuple(map(other, form.stages))) if _by_points(form) else form


def _with_field(form: Format, players: int) -> Format:
    def other(stage: StageFormat) -> StageFormat:
        return stage if stage.enters else replace(stage, tables=max(1, players // SEATS))

    return replace(form, players=players, stages=tuple(map(other, form.stages)))


def _check(form: Format) -> None:
    if form.seats != SEATS:
        raise SimulationError(f"The simulator knows tables of {SEATS}; {form.name} has others.")
    if not form.stages[-1].final or any(stage.final for stage in form.stages[:-1]):
        raise SimulationError(
            f"The format {form.name!r} has no final as its last stage; name one that has, such as "
            "tkemali-2016."
        )
    for stage in form.stages:
        entrants = stage.enters or form.players
        if entrants != stage.tables * SEATS:
            raise SimulationError(
                f"The simulator seats everybody at full tables: {entrants} players in the stage "
                f"{stage.name!r} of {form.name} need {entrants / SEATS:g} tables of {SEATS}; name "
                "a field of 20, 30, 40 players."
            )


def _rounds(form: Format) -> list[Round]:
    flat = [(n, stage, mode) for n, stage in enumerate(form.stages) for mode in stage.modes]
    found: list[Round] = []
    for kind, same in groupby(flat, key=_ahead_or_drawn):
        rounds = list(same)
        if kind == MATRIX:
            found += _ahead(rounds)
        elif kind == "random" and not found:
            found += [Round(n, mode, "drawn", stage.tables) for n, stage, mode in rounds]
        else:
            found += [Round(n, mode, _kind(mode), stage.tables) for n, stage, mode in rounds]
    return found


def _ahead_or_drawn(one: tuple[int, StageFormat, str]) -> tuple[str, int] | str:
    """Return the mode of a round of the whole field, across stages; others keep their stage."""
    n, stage, mode = one
    return (mode, n) if stage.enters else mode


def _kind(mode: str) -> Kind:
    if mode in ("final", "random:free"):
        return "free"
    return "strict" if mode == "strict" else "engine"


def _ahead(rounds: Sequence[tuple[int, StageFormat, str]]) -> list[Round]:
    """Return rounds seated by the library's schedule, one for all of them."""
    tables = rounds[0][1].tables
    problem = Problem(num_players=tables * SEATS, num_tables=tables, num_rounds=len(rounds))
    schedule = find(problem)
    if schedule is None:
        raise SimulationError(
            f"The library has no schedule for {tables * SEATS} players, {tables} tables and "
            f"{len(rounds)} rounds; name another field, or make it by `seating library build`."
        )
    return [
        Round(n, MATRIX, "ahead", tables, slots)
        for (n, _, _), slots in zip(rounds, schedule.seating, strict=True)
    ]
