"""Studies: many events of many plans, over processes or a cluster, each share with its error."""

from __future__ import annotations

import contextlib
import csv
import io
import signal
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing import parent_process
from typing import Any

import numpy as np

from optimizer.swiss.simulate import Mean
from tournament.simulation.events import MEASURES, measure, play_events
from tournament.simulation.model import Floats, GameModel, SimulationError
from tournament.simulation.plan import Ending, Plan

BATCH, ENGINE_BATCH = 250, 5
"""Events that are simulated at once, and where every event needs the engine of Swiss seating."""
PARTS = ("format", "mode", "players", "weight", "reset", "skill", "events", "seed")
"""Columns of the file before the measures."""
YES_OR_NO = ("best_in_final", "best_wins", "final_decides", "final_winner")
"""Measures that an event has or has not."""
WIDTH = 1.96
"""Standard errors to either side of a mean in an interval of 95 %."""
Progress = Callable[[int, int], None]
Batch = tuple[int, range]


@dataclass(frozen=True)
class Row:
    """What one plan with one ending did, over all its events.

    Attributes
    ----------
    plan, ending
        What was simulated.
    events, seed
        How many, from which seed.
    means
        By measure (:data:`tournament.simulation.events.MEASURES`): the mean over the events with
        its Monte Carlo standard error.
    against
        The first plan of the study, if it has the same field and is another one.
    compared
        How many events both have.
    differences
        By measure: how much more it is than in the first plan, with the standard error of the
        difference. The same event of both has the same players and luck, so the error is that of
        the mean of differences event by event.
    """

    plan: Plan
    ending: Ending
    events: int
    seed: int
    means: dict[str, Mean]
    against: Plan | None = None
    compared: int = 0
    differences: dict[str, Mean] = field(default_factory=dict)

    @property
    def weight(self) -> float:
        """The coefficient of the final."""
        given = self.ending.weight
        return self.plan.weights[self.plan.final] if given is None else given

    def cells(self, skill: float = 1.0) -> dict[str, Any]:
        """Return the row of the file: :data:`PARTS`, each measure, each difference, with errors."""
        own: dict[str, Any] = {
            "format": self.plan.format_name,
            "mode": self.plan.mode,
            "players": self.plan.players,
            "weight": self.weight,
            "reset": int(self.ending.reset),
            "skill": skill,
            "events": self.events,
            "seed": self.seed,
        }
        for name, mean in self.means.items():
            own |= {name: mean.value, f"{name}_error": mean.error}
        own |= {"against": "", "compared": ""}
        if self.against is not None:
            own |= {"against": f"{self.against.format_name}, {self.against.mode}"}
            own |= {"compared": self.compared}
        for name, mean in self.differences.items():
            own |= {f"{name}_more": mean.value, f"{name}_more_error": mean.error}
        return own


def study(
    plans: Sequence[Plan], endings: Sequence[Ending] = (Ending(),), *, events: int, seed: int,
    model: GameModel | None = None, workers: int = 1, cluster: str | None = None,
    progress: Progress | None = None, stop: Callable[[], bool] | None = None,
) -> tuple[Row, ...]:  # fmt: skip
    """Simulate events of every plan, each with every ending, and count what happened.

    The games of an event are the same under every ending, and its players and their luck are the
    same in all plans with one field. The figures depend on nothing but plans, model, events and
    seed, however many processes or machines share the work.

    Parameters
    ----------
    plans
        What is played (:func:`tournament.simulation.plan.plan`).
    endings
        How the final may count.
    events, seed
        How many events of each plan, and the seed of all.
    model
        How games are made up.
    workers
        Processes on this machine.
    cluster
        Address of a Dask scheduler, such as ``tcp://10.0.0.5:8786``: its workers do the work.
    progress
        Told how many events are done, of how many.
    stop
        Asked after each batch whether to end; what is done so far is returned.

    Raises
    ------
    SimulationError
        If numbers do not fit or the cluster does not answer.
    """
    model = model or GameModel()
    if events < 1 or seed < 0 or workers < 1:
        raise SimulationError("A study needs 1 event, seed 0 and 1 worker at least.")
    batches = _batches(plans, events)
    found: list[list[Floats]] = [[] for _ in plans]
    done = 0
    with contextlib.ExitStack() as stack:
        results = _results(stack, plans, endings, model, seed, batches, workers, cluster)
        for (number, batch), result in zip(batches, results, strict=False):
            found[number].append(result)
            done += len(batch)
            if progress is not None:
                progress(done, events * len(plans))
            if stop is not None and stop():
                break
    return _rows(plans, endings, found, seed)


def _rows(
    plans: Sequence[Plan], endings: Sequence[Ending], found: Sequence[Sequence[Floats]], seed: int
) -> tuple[Row, ...]:
    """Return a row for each plan and ending that has events, compared with those of the first."""
    rows = []
    values = [np.concatenate(pieces, axis=1) if pieces else None for pieces in found]
    for plan, of_plan in zip(plans, values, strict=True):
        if of_plan is None:
            continue
        first = values[0] if plan is not plans[0] and plan.players == plans[0].players else None
        for number, ending in enumerate(endings):
            own = of_plan[number]
            row = Row(plan, ending, len(own), seed, _means(own))
            if first is not None:
                both = min(len(own), first.shape[1])
                more = _means(own[:both] - first[number, :both])
                row = replace(row, against=plans[0], compared=both, differences=more)
            rows.append(row)
    return tuple(rows)


def _means(values: Floats) -> dict[str, Mean]:
    columns = zip(MEASURES, values.T, strict=True)
    return {name: Mean.of(column.tolist()) for name, column in columns}


def _batches(plans: Sequence[Plan], events: int) -> list[Batch]:
    """Return the work in small pieces: all plans side by side, so that a stop spares none."""
    pieces = []
    for number, plan in enumerate(plans):
        size = ENGINE_BATCH if plan.by_engine else BATCH
        pieces += [
            (number, range(first, min(first + size, events))) for first in range(0, events, size)
        ]
    return sorted(pieces, key=lambda piece: (piece[1].start, piece[0]))


def _results(
    stack: contextlib.ExitStack, plans: Sequence[Plan], endings: Sequence[Ending],
    model: GameModel, seed: int, batches: Sequence[Batch], workers: int, cluster: str | None,
) -> Iterator[Floats]:  # fmt: skip
    import joblib

    if cluster is not None:
        stack.enter_context(_client(cluster))
        stack.enter_context(joblib.parallel_config(backend="dask"))
    jobs = (
        joblib.delayed(_one)(plans[number], tuple(endings), model, seed, batch)
        for number, batch in batches
    )
    parallel = joblib.Parallel(n_jobs=-1 if cluster else workers, return_as="generator")
    results: Iterator[Floats] = parallel(jobs)
    stack.callback(_end, results)
    return results


def _end(results: Any) -> None:
    """Let the work that is not waited for any more be dropped, without joblib's remark on it."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*tasks.*cancelled", category=UserWarning)
        results.close()


def _client(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise SimulationError(
            'A cluster needs Dask; install it by `pip install "seating[cluster]"`.'
        ) from None
    try:
        return Client(address, timeout="10s", set_as_default=True)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise SimulationError(
            f"No Dask scheduler answers at {address!r} ({error}); give the address that "
            "`dask scheduler` prints, such as tcp://10.0.0.5:8786."
        ) from None


def _one(
    plan: Plan, endings: tuple[Ending, ...], model: GameModel, seed: int, events: range
) -> Floats:
    """Return what is counted of some events, shape (endings, events, measures)."""
    if parent_process() is not None:
        with contextlib.suppress(ValueError):  # a worker's thread cannot, and need not
            # Ctrl-C reaches every process of a terminal; the first one decides what it means
            signal.signal(signal.SIGINT, signal.SIG_IGN)
    played = play_events(plan, model, seed=seed, events=events)
    return np.stack([measure(plan, played, ending) for ending in endings])


def interval(
    measure: str, value: float, error: float, events: int
) -> tuple[float, float] | None:  # fmt: skip
    """Return the 95 % interval of a mean, or None if a single event tells of none.

    It is 1.96 standard errors to either side. What happened in no event, or in all, has no spread
    to go by: there it is Wilson's (Wilson 1927), so that 0 of 12 does not look certain.
    """
    if measure in YES_OR_NO and value in (0, 1):
        from scipy.stats import binomtest

        found = binomtest(round(value * events), events).proportion_ci(0.95, method="wilson")
        return float(found.low), float(found.high)
    if events < 2:
        return None
    return value - WIDTH * error, value + WIDTH * error


def as_csv(rows: Sequence[Row], *, skill: float = 1.0) -> str:
    """Return the rows as a CSV with all that is needed to make them again."""
    names = [*PARTS, *(text for name in MEASURES for text in (name, f"{name}_error"))]
    names += ["against", "compared"]
    names += [text for name in MEASURES for text in (f"{name}_more", f"{name}_more_error")]
    out = io.StringIO()
    writer = csv.DictWriter(out, names, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        cells = row.cells(skill)
        rounded = {k: round(v, 6) if isinstance(v, float) else v for k, v in cells.items()}
        writer.writerow(rounded)
    return out.getvalue()
