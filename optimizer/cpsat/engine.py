"""CP-SAT as the engine of a whole stage: ``--engine cp-sat``."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from optimizer.bounds import table_squares_bound
from optimizer.cpsat import rules
from optimizer.cpsat.criteria import Criterion, in_order
from optimizer.cpsat.floors import floors
from optimizer.cpsat.freedom import fixed
from optimizer.cpsat.lexicographic import Progress, Stage, Stop, optimise, values
from optimizer.cpsat.model import Canonical, SeatingModel, build
from optimizer.cpsat.polish import polish, seated
from optimizer.cpsat.solve import FEASIBLE, INFEASIBLE, OPTIMAL, UNKNOWN, Params, run
from optimizer.criteria import Prefer
from schedules.measures import measure
from schedules.problem import Problem
from schedules.schedule import Schedule
from schedules.verify import check_valid

LARGEST_WHOLE = 2000
"""Seat variables up to which tables and seats are worth deciding in one model."""
LARGEST_OVERLAPS = 40_000
"""Overlap variables up to which the overlaps help; beyond, they only fill the memory."""


@dataclass(frozen=True)
class CriterionResult:
    """One criterion of the answer.

    Attributes
    ----------
    name, value
        The criterion (:mod:`optimizer.cpsat.criteria`) and its value, recounted from the seats.
    bound
        Proved lower bound, given the values of the criteria before it.
    proved
        Whether value and bound meet here and at every criterion before: nothing is better.
    """

    name: str
    value: int
    bound: int
    proved: bool


@dataclass(frozen=True)
class CpSatResult:
    """The answer of the engine.

    Attributes
    ----------
    status
        "optimal", "feasible", "proved infeasible" or "nothing found in the time".
    schedule
        The best found, verified; None where there is none.
    criteria
        The criteria in order; empty without a schedule.
    seconds
        Time it took.
    faults
        What the solver did wrong on the way, in sentences; empty as a rule.
    """

    status: str
    schedule: Schedule | None
    criteria: tuple[CriterionResult, ...]
    seconds: float
    faults: tuple[str, ...] = ()


def solve_with_cpsat(
    problem: Problem,
    *,
    prefer: Prefer = "order",
    time_limit: float = 60.0,
    seed: int = 0,
    workers: int = 2,
    deterministic_limit: float | None = None,
    hint: Schedule | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> CpSatResult:
    """Seat a whole stage with CP-SAT; always answers with the best found so far.

    Parameters
    ----------
    problem
        The stage; every wish is kept, or the answer is "proved infeasible".
    prefer
        Order of the criteria: "order", "spread" or "tables".
    time_limit
        Seconds.
    seed, workers
        Choices and threads of CP-SAT.
    deterministic_limit
        CP-SAT's own measure of work for each run of it, in place of the clock: with one worker
        and time to spare, the same seed gives the same schedule.
    hint
        A valid schedule to start from; the answer is never worse.
    progress, stop
        Told of each better schedule; asked whether to stop.

    Raises
    ------
    InvalidScheduleError
        If the hint is not valid.
    ValueError
        If the hint belongs to another problem, or the preference does not exist.

    Notes
    -----
    The criteria of meetings, tables and waiting do not see the seats. So the tables are decided
    first, in a model without seats, and the seats on top of them; that loses nothing for those
    criteria, nor for the evenness of seats, which any tables allow. What may be lost - fewer
    repeated neighbours at other, equally good tables - small stages regain in one model of the
    whole, and a bound that is not met is never called proved.
    """
    began = time.monotonic()
    if hint is not None:
        if hint.problem != problem:
            raise ValueError("the hint belongs to another problem")
        check_valid(hint)
    params = Params(time_limit, deterministic_limit, workers, seed)
    engine = _Engine(problem, prefer, params, began + time_limit, stop, progress)
    engine.best = hint
    engine.search()
    return engine.result(time.monotonic() - began)


class _Engine:
    """One solution of one stage: what is known so far, step by step."""

    def __init__(
        self,
        problem: Problem,
        prefer: Prefer,
        params: Params,
        deadline: float,
        stop: Stop | None,
        progress: Progress | None,
    ) -> None:
        self.problem = problem
        self.prefer = prefer
        self.order = in_order(prefer)
        self.params = params
        self.deadline = deadline
        self.stop = stop
        self.progress = progress
        self.best: Schedule | None = None
        self.infeasible = False
        self.faults: tuple[str, ...] = ()
        self.bounds = floors(problem)
        self.full = problem.everybody_always
        self.free_names = problem.nameless

    def search(self) -> None:
        """Go through the steps while there is time and something to gain."""
        if self.best is None:
            self._first()
        steps = (
            (self._even_crossing, ("meetings",)),
            (self._tables, ("meetings", "tables", "waiting")),
            (self._seats, ()),
            (self._whole, ()),
            (self._polish, ()),
        )
        for step, scopes in steps:
            if self.infeasible or self.left(1.0) <= 0.0:
                return
            if not self._done(*scopes):
                step()

    def left(self, share: float) -> float:
        """Return a share of the seconds that are left; 0 once a stop is asked for."""
        if self.stop is not None and self.stop():
            return 0.0
        return max(0.0, share * (self.deadline - time.monotonic()))

    def take(self, schedule: Schedule) -> None:
        """Take a schedule as the best if it is, counted from the seats."""
        if self.best is not None and values(schedule, self.order) >= values(self.best, self.order):
            return
        check_valid(schedule)
        self.best = schedule
        if self.progress is not None:
            self.progress(schedule)

    def _take_tables(self, schedule: Schedule) -> None:
        self.take(seated(schedule))

    def _done(self, *scopes: str) -> bool:
        """Whether the criteria of these scopes (all, if none is named) stand at their bounds."""
        if self.best is None:
            return False
        measures = measure(self.best)
        return all(
            criterion.measured(measures, self.problem) <= self.bounds[criterion.name]
            for criterion in self.order
            if not scopes or criterion.scope in scopes
        )

    def _canonical(self, *, tables: bool) -> Canonical | None:
        return Canonical(tables, rounds=self.full) if self.free_names else None

    def _small_overlaps(self) -> bool:
        p = self.problem
        pairs = p.num_rounds * (p.num_rounds - 1) // 2
        return self.full and 0 < p.num_players * pairs * p.num_tables**2 <= LARGEST_OVERLAPS

    def _first(self) -> None:
        """Find any schedule that keeps the rules, or learn that there is none."""
        model = build(
            self.problem, seats=False, meetings=False, canonical=self._canonical(tables=True)
        )
        limit = replace(self.params, time_limit=self.left(1.0))
        outcome = run(model.variables.model, limit, stop=self.stop)
        self.infeasible = outcome.status == INFEASIBLE
        if outcome.found:
            self._take_tables(model.schedule(outcome))

    def _even_crossing(self) -> None:
        """Ask for a schedule whose games all cross evenly, which has the least spread there is.

        Its spread alone decides nothing: whether it is better is for the order to say.
        """
        if not self._small_overlaps():
            return
        model = build(
            self.problem,
            seats=False,
            meetings=False,
            overlaps=True,
            canonical=self._canonical(tables=True),
        )
        rules.games_cross_evenly(model.variables)
        limit = replace(self.params, time_limit=self.left(0.5))
        outcome = run(model.variables.model, limit, stop=self.stop)
        if outcome.found:
            self._take_tables(model.schedule(outcome))

    def _tables(self) -> None:
        """Bring down meetings, tables and waiting, in order, in models without seats."""
        meetings = [c for c in self.order if c.scope == "meetings"]
        rest = [c for c in self.order if c.scope in ("tables", "waiting")]
        if self.prefer != "tables" and not self._done("meetings"):
            stage = self._stage(self._model(tables=True), meetings, 0.7, self._take_tables)
            if stage.infeasible or self._done("meetings", "tables", "waiting"):
                return
        if self.prefer != "tables" and self._done("meetings"):
            # where the least spread is settled it costs visits, by how the rounds overlap
            given = table_squares_bound(self.problem, self.bounds["spread"]).value
            self.bounds["table_squares"] = max(given, self.bounds["table_squares"])
        ordered = [c for c in self.order if c in meetings or c in rest]
        self._stage(self._model(tables=False), ordered, 0.6, self._take_tables)

    def _model(self, *, tables: bool) -> SeatingModel:
        return build(
            self.problem,
            seats=False,
            overlaps=self._small_overlaps(),
            canonical=self._canonical(tables=tables),
        )

    def _seats(self) -> None:
        """Bring down the seats' criteria at the tables of the best schedule."""
        if self.best is None:
            return
        games = [
            (r, t)
            for r in range(self.problem.num_rounds)
            for t in range(self.problem.num_tables)
            if (self.best.seating[r, t] >= 0).any()
        ]
        model = build(self.problem, freedom=fixed(self.best).with_free_seats(*games))
        seats = [c for c in self.order if c.scope == "seats"]
        bounds = dict(self.bounds)
        self._stage(model, seats, 0.5, self.take)
        self.bounds = bounds  # what is proved for these tables need not hold at others

    def _whole(self) -> None:
        """Bring down every criterion with tables and seats in one model, where that is small."""
        if (
            self.problem.num_games * self.problem.num_seats * self.problem.num_players
            > LARGEST_WHOLE
        ):
            return
        model = build(
            self.problem,
            overlaps=self._small_overlaps(),
            canonical=self._canonical(tables=False),
        )
        self._stage(model, self.order, 0.9, self.take)

    def _polish(self) -> None:
        """Spend what time is left on one neighbourhood after another."""
        if self.best is None:
            return
        polish(
            self.best,
            prefer=self.prefer,
            time_limit=self.left(1.0),
            seed=self.params.seed,
            workers=self.params.workers,
            max_steps=None if self.params.deterministic_limit is None else 5,
            stop=self.stop,
            progress=self.take,
        )

    def _stage(
        self, model: SeatingModel, criteria: list[Criterion], share: float, take: Progress
    ) -> Stage:
        """Run one stage from the best schedule, and keep what it proved."""
        before = self.best
        stage = optimise(
            model,
            criteria,
            before,
            params=replace(self.params, time_limit=self.left(share)),
            floors=self.bounds,
            stop=self.stop,
            progress=take,
        )
        self.faults += stage.faults
        self.infeasible = stage.infeasible
        if stage.schedule is not None and stage.schedule is not before:
            take(stage.schedule)
        self._keep_bounds(stage, criteria)
        return stage

    def _keep_bounds(self, stage: Stage, criteria: list[Criterion]) -> None:
        """Keep the bounds up to the first criterion that was not brought to its bound.

        Those behind it hold only for a value of it that may not be the best. Where tables stand
        idle the model lets the last ones do so, and other choices can have more even visits: then
        nothing from the criterion of tables on is proved.
        """
        if stage.schedule is None:
            return
        measures = measure(stage.schedule)
        idle = self.problem.num_games < self.problem.num_rounds * self.problem.num_tables
        for criterion in criteria:
            if criterion.name not in stage.bounds or (idle and criterion.scope == "tables"):
                return
            bound = stage.bounds[criterion.name]
            self.bounds[criterion.name] = max(bound, self.bounds[criterion.name])
            if criterion.measured(measures, self.problem) > bound:
                return

    def result(self, seconds: float) -> CpSatResult:
        """Return the answer."""
        if self.best is None:
            status = INFEASIBLE if self.infeasible else UNKNOWN
            return CpSatResult(status, None, (), seconds, self.faults)
        measures = measure(self.best)
        proved = True
        rows = []
        for criterion in self.order:
            value, bound = criterion.measured(measures, self.problem), self.bounds[criterion.name]
            proved = proved and value <= bound
            rows.append(CriterionResult(criterion.name, value, bound, proved))
        status = OPTIMAL if proved else FEASIBLE
        return CpSatResult(status, self.best, tuple(rows), seconds, self.faults)
