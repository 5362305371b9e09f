"""The one place that runs CP-SAT: parameters in, a plain outcome out."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ortools.sat.python import cp_model

log = logging.getLogger(__name__)

OPTIMAL = "optimal"
FEASIBLE = "feasible"
INFEASIBLE = "proved infeasible"
UNKNOWN = "nothing found in the time"

_STATUS = {
    cp_model.OPTIMAL: OPTIMAL,
    cp_model.FEASIBLE: FEASIBLE,
    cp_model.INFEASIBLE: INFEASIBLE,
    cp_model.UNKNOWN: UNKNOWN,
}


@dataclass(frozen=True)
class Params:
    """How CP-SAT is run.

    Attributes
    ----------
    time_limit
        Seconds on the clock.
    deterministic_limit
        CP-SAT's own measure of work; with one worker it makes a run repeatable.
    workers, seed
        Threads of the search, and the seed of its choices.
    fix_to_hint
        Fix every variable to its hint.
    presolve
        Whether the model is simplified first.
    known_feasible
        The model has a solution that we hold; an INFEASIBLE would be a fault of the solver.
    """

    time_limit: float
    deterministic_limit: float | None = None
    workers: int = 2
    seed: int = 0
    fix_to_hint: bool = False
    presolve: bool = True
    known_feasible: bool = False


@dataclass(frozen=True)
class Outcome:
    """What came out of a run.

    Attributes
    ----------
    status
        ``OPTIMAL``, ``FEASIBLE``, ``INFEASIBLE`` or ``UNKNOWN``, in words for people.
    objective, bound
        Value of the solution and the bound that CP-SAT proved; None where there is none.
    solution
        Values of the variables by index; empty without a solution.
    faults
        What the solver did wrong on the way, in sentences.
    work
        What the run cost in CP-SAT's own measure, the same on every machine.
    """

    status: str
    objective: int | None = None
    bound: int | None = None
    solution: Sequence[int] = ()
    faults: tuple[str, ...] = ()
    work: float = 0.0

    @property
    def found(self) -> bool:
        """Whether there is a solution."""
        return bool(self.solution)

    def value(self, index: int) -> int:
        """Return the value of a variable in the solution.

        Raises
        ------
        ValueError
            Without a solution: CP-SAT itself would answer 0 without a word.
        """
        if not self.solution:
            raise ValueError(f"there is no solution to read: {self.status}")
        return int(self.solution[index])


class _Watch(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
    """Hear of better solutions, and stop the search where nothing better can exist."""

    def __init__(self, stop_at: int | None, heard: Callable[[Outcome], None] | None) -> None:
        super().__init__()
        self._stop_at = stop_at
        self._heard = heard
        self.error: Exception | None = None

    def on_solution_callback(self) -> None:
        """Tell the listener; an exception of his ends the search and is kept for later.

        An exception that left this method would cost the solution that has just been found.
        """
        value = round(self.objective_value)
        if self._heard is not None:
            try:
                solution = tuple(self.response_proto.solution)
                bound = _ceil(self.best_objective_bound)
                self._heard(Outcome(FEASIBLE, value, bound, solution))
            except Exception as error:
                self.error = error
                self.stop_search()
        if self._stop_at is not None and value <= self._stop_at:
            self.stop_search()


def run(
    model: cp_model.CpModel,
    params: Params,
    *,
    stop_at: int | None = None,
    stop: Callable[[], bool] | None = None,
    heard: Callable[[Outcome], None] | None = None,
) -> Outcome:
    """Run CP-SAT on a model and return what came out, or raise what a listener raised.

    Parameters
    ----------
    model
        The model, with its objective and its hint.
    params
        Limits, workers, seed.
    stop_at
        A proven bound: the search ends at a solution as good as that. It is not put into the
        model as a constraint, which would only slow the search down.
    stop
        Asked ten times a second; True ends the search with the best found so far.
    heard
        Called with each better solution.

    Notes
    -----
    A wrong INFEASIBLE of CP-SAT is on record. Where the caller holds a solution such an answer is
    reported as a fault, and the model is solved again without presolve.
    """
    began = time.monotonic()
    outcome = _run_once(model, params, stop_at=stop_at, stop=stop, heard=heard)
    if outcome.status != INFEASIBLE or not params.known_feasible:
        return outcome
    fault = (
        "CP-SAT called a stage infeasible of which a valid schedule is known; "
        "it was solved again without presolve."
    )
    log.warning(fault)
    left = max(0.1, params.time_limit - (time.monotonic() - began))
    again = replace(params, presolve=False, time_limit=left, known_feasible=False)
    outcome = _run_once(model, again, stop_at=stop_at, stop=stop, heard=heard)
    if outcome.status == INFEASIBLE:
        fault += " It said so again, which is wrong: its answer is not used."
        return Outcome(UNKNOWN, faults=(fault,))
    return replace(outcome, faults=(fault,))


def _run_once(
    model: cp_model.CpModel,
    params: Params,
    *,
    stop_at: int | None,
    stop: Callable[[], bool] | None,
    heard: Callable[[Outcome], None] | None,
) -> Outcome:
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = params.time_limit
    if params.deterministic_limit is not None:
        solver.parameters.max_deterministic_time = params.deterministic_limit
    solver.parameters.num_workers = params.workers
    solver.parameters.random_seed = params.seed
    solver.parameters.fix_variables_to_their_hinted_value = params.fix_to_hint
    solver.parameters.cp_model_presolve = params.presolve
    # Ctrl-C belongs to the program: CP-SAT would take it, end this run alone, and tell nobody
    solver.parameters.catch_sigint_signal = False
    watch = _Watch(stop_at, heard)
    with _stopping(solver, stop):
        code = solver.solve(model, watch)
    if watch.error is not None:
        raise watch.error
    if code not in _STATUS:
        raise RuntimeError(f"CP-SAT refused the model: {model.validate()}")
    status = _STATUS[code]
    work = float(solver.response_proto.deterministic_time)
    if status not in (OPTIMAL, FEASIBLE):
        return Outcome(status, work=work)
    solution = tuple(solver.response_proto.solution)
    if not model.has_objective():
        return Outcome(status, solution=solution, work=work)
    bound = _ceil(solver.best_objective_bound)
    return Outcome(status, round(solver.objective_value), bound, solution, work=work)


class _stopping:
    """Ask whether to stop while the solver runs, which it never does by itself."""

    def __init__(self, solver: cp_model.CpSolver, stop: Callable[[], bool] | None) -> None:
        self._solver, self._stop = solver, stop
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._ask, daemon=True)

    def _ask(self) -> None:
        while self._stop is not None and not self._done.wait(0.1):
            if self._stop():
                self._solver.stop_search()
                return

    def __enter__(self) -> None:
        if self._stop is not None:
            self._thread.start()

    def __exit__(self, *_: Any) -> None:
        self._done.set()
        if self._stop is not None:
            self._thread.join()


def _ceil(bound: float) -> int:
    """Return the least whole number that the bound allows, with room for the rounding of floats."""
    return -int(-(bound - 1e-6) // 1)
