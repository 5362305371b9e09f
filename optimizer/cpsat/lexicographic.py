"""One criterion after another: make it small, keep it there, go on to the next.

Why one at a time and not one weighted sum over the whole stage: the bound that CP-SAT proves then
speaks of that criterion, while the bound of a sum says nothing of any but the first; and at
30 players and 9 rounds the weights come near 10^11, more than its linear relaxation, which is in
floating point, can tell apart. A neighbourhood that frees little has narrow ranges and small
weights, and there one sum saves runs: see ``together``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import prod

from optimizer.cpsat.criteria import Criterion
from optimizer.cpsat.model import SeatingModel
from optimizer.cpsat.solve import INFEASIBLE, UNKNOWN, Outcome, Params, run
from optimizer.cpsat.variables import Linear, total
from schedules.measures import measure
from schedules.schedule import Schedule

Stop = Callable[[], bool]
Progress = Callable[[Schedule], None]

LARGEST_WEIGHT = 2**30
"""Sums of criteria stay below this, far inside what a float tells apart."""


@dataclass
class Stage:
    """How far the criteria got.

    Attributes
    ----------
    schedule
        The best so far; None while there is none.
    bounds
        Proved lower bound of each criterion that was treated, given the values of those before.
    infeasible
        Whether CP-SAT proved that no schedule keeps the rules.
    faults
        What the solver did wrong on the way.
    """

    schedule: Schedule | None = None
    bounds: dict[str, int] = field(default_factory=dict)
    infeasible: bool = False
    faults: tuple[str, ...] = ()


def values(schedule: Schedule, criteria: list[Criterion]) -> tuple[int, ...]:
    """Return the measured values of some criteria, recounted from the seats."""
    measures = measure(schedule)
    return tuple(criterion.measured(measures, schedule.problem) for criterion in criteria)


def optimise(
    model: SeatingModel,
    criteria: list[Criterion],
    incumbent: Schedule | None,
    *,
    params: Params,
    floors: Mapping[str, int],
    together: bool = False,
    stop: Stop | None = None,
    progress: Progress | None = None,
) -> Stage:
    """Bring the criteria down in order, each kept at its value while the next is treated.

    Parameters
    ----------
    model
        The model; it is changed: every criterion treated stays in it as a constraint.
    criteria
        The most important first.
    incumbent
        A known schedule to start from, which the result is never worse than.
    params
        The time limit is for all criteria; one that has others behind it gets half of what is
        left.
    floors
        Bounds known beforehand: a criterion that stands at its floor costs no run, and a run that
        reaches it is stopped.
    together
        Put as many criteria into one weighted sum as small weights allow.
    stop, progress
        Asked whether to stop; told of each better schedule.
    """
    deadline = time.monotonic() + params.time_limit
    stage = Stage(incumbent)
    waiting = list(criteria)
    while waiting:
        waiting = _keep_settled(model, waiting, stage, floors)
        if not waiting or (stop is not None and stop()):
            break
        left = deadline - time.monotonic()
        if left <= 0.02:
            break
        group = _group(model, waiting) if together else waiting[:1]
        limit = left if len(group) == len(waiting) else left / 2
        _treat(
            model, group, criteria, stage, replace(params, time_limit=limit), floors, stop, progress
        )
        if stage.schedule is None:
            break
        waiting = waiting[len(group) :]
    return stage


def _keep_settled(
    model: SeatingModel, waiting: list[Criterion], stage: Stage, floors: Mapping[str, int]
) -> list[Criterion]:
    """Keep the criteria that already stand at their bound; return those from the first other on."""
    if stage.schedule is None:
        return waiting
    measures = measure(stage.schedule)
    for n, criterion in enumerate(waiting):
        value = criterion.measured(measures, model.problem)
        floor = max(
            floors.get(criterion.name, 0), model.variables.range_of(_stated(model, criterion))[0]
        )
        if value > floor:
            return waiting[n:]
        stage.bounds[criterion.name] = value
        model.variables.model.add(_stated(model, criterion) <= value)
    return []


def _stated(model: SeatingModel, criterion: Criterion) -> Linear:
    return model.criterion(criterion.name)


def _group(model: SeatingModel, waiting: list[Criterion]) -> list[Criterion]:
    """Return the first criteria whose weighted sum stays small; at least one."""
    ranges = 1
    for n, criterion in enumerate(waiting):
        low, high = model.variables.range_of(_stated(model, criterion))
        ranges *= high - low + 1
        if ranges > LARGEST_WEIGHT and n:
            return waiting[:n]
    return waiting


def _weighted(model: SeatingModel, group: list[Criterion]) -> Linear:
    """Return one sum that orders schedules as the criteria of the group do, one after another."""
    expressions = [_stated(model, criterion) for criterion in group]
    ends = [model.variables.range_of(expression) for expression in expressions]
    widths = [high - low + 1 for low, high in ends]
    return total(prod(widths[n + 1 :]) * each for n, each in enumerate(expressions))


def _treat(
    model: SeatingModel,
    group: list[Criterion],
    criteria: list[Criterion],
    stage: Stage,
    params: Params,
    floors: Mapping[str, int],
    stop: Stop | None,
    progress: Progress | None,
) -> None:
    """Bring one group down from the incumbent, and keep what was reached as a constraint."""
    single = group[0].name if len(group) == 1 else None
    model.variables.model.minimize(_weighted(model, group))
    if stage.schedule is not None:
        model.hint(stage.schedule)

    def heard(outcome: Outcome) -> None:
        _take(model, outcome, criteria, stage, progress)

    outcome = run(
        model.variables.model,
        replace(params, known_feasible=stage.schedule is not None),
        stop_at=floors.get(single) if single else None,
        stop=stop,
        heard=heard,
    )
    stage.faults += outcome.faults
    _take(model, outcome, criteria, stage, progress)
    if stage.schedule is None:
        stage.infeasible = outcome.status == INFEASIBLE
        return
    if single and outcome.status != UNKNOWN and outcome.bound is not None:
        stage.bounds[single] = max(outcome.bound, floors.get(single, outcome.bound))
    elif single and single in floors:
        stage.bounds[single] = floors[single]
    reached = values(stage.schedule, group)
    for criterion, value in zip(group, reached, strict=True):
        model.variables.model.add(_stated(model, criterion) <= value)


def _take(
    model: SeatingModel,
    outcome: Outcome,
    criteria: list[Criterion],
    stage: Stage,
    progress: Progress | None,
) -> None:
    """Take a solution of the solver as the incumbent if it is better, counted outside of CP-SAT."""
    if not outcome.found:
        return
    found = model.schedule(outcome)
    if stage.schedule is None or values(found, criteria) < values(stage.schedule, criteria):
        stage.schedule = found
        if progress is not None:
            progress(found)
