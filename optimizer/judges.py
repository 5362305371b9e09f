"""A rota of judges for a schedule: everybody allowed where he is, and as even as can be."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from optimizer.certificate import Criterion
from optimizer.judge_bounds import criteria, floors
from optimizer.judge_moves import improve, set_up
from optimizer.judge_problem import JudgeProblem, Tables, state_judges
from optimizer.judge_start import first_rota
from schedules.errors import SeatingError
from schedules.faults import InvalidScheduleError
from schedules.judges import Pair, Rota, verify_rota
from schedules.problem import Problem
from schedules.schedule import Schedule

RUNS = 12
"""Runs of the annealing, each from the best before."""
MOVES, MOST_MOVES = 8_000, 2_000_000
"""Moves of a run for each game, and at most: a run is not cut short by the clock."""


@dataclass(frozen=True)
class RotaSolution:
    """A rota with what is proved of it.

    Attributes
    ----------
    rota
        Who judges which table in each round; it has passed the verifier.
    criteria
        In the order in which they count: value, bound, whether it is proved best, or the gap.
    """

    rota: Rota
    criteria: tuple[Criterion, ...]


def assign_judges(
    schedule: Schedule,
    judges: Sequence[str],
    *,
    not_with: Iterable[Pair] = (),
    absent: Iterable[Pair] = (),
    played: Tables | None = None,
    seed: int = 1,
    time_limit: float = 10.0,
) -> Rota:
    """Return the rota of :func:`find_rota` without what is proved of it; the same parameters."""
    found = find_rota(
        schedule,
        judges,
        not_with=not_with,
        absent=absent,
        played=played,
        seed=seed,
        time_limit=time_limit,
    )
    return found.rota


def find_rota(
    schedule: Schedule,
    judges: Sequence[str],
    *,
    not_with: Iterable[Pair] = (),
    absent: Iterable[Pair] = (),
    played: Tables | None = None,
    seed: int = 1,
    time_limit: float = 10.0,
    stop: Callable[[], bool] | None = None,
) -> RotaSolution:
    """Give every game of a schedule a judge, at most one table a round each.

    The seats stay as they are. Nobody judges a player he must not judge, or in a round in which
    he is absent. Then in this order: the judges' games as even as can be, each judge's visits to
    the tables, how often each judge has each player before him, and nobody at one table in two
    rounds running.

    Parameters
    ----------
    schedule
        A valid schedule; judges that it has already are not looked at.
    judges
        Names of the judges, who are numbered from 0 in this order.
    not_with
        Pairs (judge, player), from 0: the judge must not judge a game of that player.
    absent
        Pairs (judge, round), from 0: the judge is not there in that round.
    played
        The judges of the first rounds, shape (rounds played, tables), -1 where no game is: these
        rounds stay as they are. How even the rota is counts them too.
    seed
        Another seed, another rota of the same quality.
    time_limit
        Seconds; less are used where everything is proved best before.
    stop
        Asked whether to stop; the best so far is returned.

    Raises
    ------
    InfeasibleError
        If a wish speaks against what was played, or a round cannot be judged; the message names
        a smallest set of tables with too few judges between them, and why each of the others
        cannot come in.
    ProblemError
        If the judges or the wishes are not what they should be.
    """
    if not 0 < time_limit < float("inf"):
        raise SeatingError(f"The time limit is {time_limit}; write a number of seconds above 0.")
    problem = state_judges(schedule, judges, not_with=not_with, absent=absent, played=played)
    tables = first_rota(problem, seed=seed)
    _get_ready()
    deadline = time.monotonic() + time_limit
    bounds = floors(problem, tables)

    def over() -> bool:
        return stop is not None and stop()

    tables = _search(problem, tables, tuple(bounds.values()), seed, deadline, over)
    searched: dict[str, int] = {}
    left = deadline - time.monotonic()
    if problem.key(tables) != tuple(bounds.values()) and left > 0 and not over():
        tables, searched = _polish(problem, tables, bounds, seed, left, over)
    rota = problem.rota(tables)
    faults = verify_rota(schedule, rota)
    if faults:
        raise InvalidScheduleError(faults, name=schedule.name)
    return RotaSolution(rota, criteria(problem, tables, {**bounds, **searched}, searched))


def _search(
    problem: JudgeProblem,
    tables: Tables,
    least: tuple[int, ...],
    seed: int,
    deadline: float,
    over: Callable[[], bool],
) -> Tables:
    """Anneal from the first rota until nothing can be better, or it is time for CP-SAT."""
    if len(problem.names) == 1:
        return tables
    began = time.monotonic()
    moves = min(MOVES * int(problem.playing.sum()), MOST_MOVES)
    half = began + (deadline - began) / 2
    for n in range(RUNS):
        if problem.key(tables) == least or time.monotonic() >= half or over():
            break
        tables = improve(set_up(problem, tables, run=n), moves=moves, seed=("judges", seed, n))
    return tables


def _polish(
    problem: JudgeProblem,
    tables: Tables,
    bounds: dict[str, int],
    seed: int,
    seconds: float,
    over: Callable[[], bool],
) -> tuple[Tables, dict[str, int]]:
    """Let CP-SAT prove what the search found, or find better, where the rota is not too large."""
    from optimizer.cpsat.judges import LARGEST, polish, size
    from optimizer.cpsat.solve import Params

    if size(problem) > LARGEST:
        return tables, {}
    params = Params(time_limit=seconds, seed=seed)
    return polish(problem, tables, floors=bounds, params=params, stop=over)


@cache
def _get_ready() -> None:
    """Run the compiled loop once on a tiny stage, so that compiling takes none of the time."""
    seating = np.array([[[0, 1], [2, 3]], [[0, 2], [1, 3]]])
    schedule = Schedule(Problem(4, 2, 2, 2), seating)
    problem = state_judges(schedule, ("A", "B"))
    improve(set_up(problem, first_rota(problem, seed=1)), moves=10, seed=("ready",))
