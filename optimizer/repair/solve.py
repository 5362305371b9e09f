"""The rounds left seated again: least change first, then quality, each step proved or not."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from optimizer.cpsat.repair_model import RestModel, Tables
from optimizer.cpsat.solve import INFEASIBLE, OPTIMAL, Outcome, Params, run
from optimizer.criteria import Prefer
from optimizer.errors import NothingFoundError
from optimizer.repair.conflicts import explain
from optimizer.repair.goals import CHANGE, QUALITY, SEATS, UNEVEN, Goal, Quality, uneven_games
from optimizer.repair.plan import Plan
from optimizer.repair.wishes import IntArray, Wish

Stop = Callable[[], bool]


LARGEST = 100_000
"""Meetings by tables up to which a model of all meetings is built before the pause is over."""


@dataclass
class Answer:
    """Who plays where in the rounds left, and what is proved of it.

    Attributes
    ----------
    tables
        Table of each player in each round left; -1 sits out.
    even_proved, change_proved, quality_proved
        Whether games are as even as can be, the change the least, the quality the best there is
        with these; what needed no choice is proved.
    change_bound
        Player-rounds whose game has to be another one, at least.
    faults
        What the solver did wrong on the way, in sentences.
    """

    tables: Tables
    even_proved: bool = True
    change_proved: bool = True
    change_bound: int = 0
    quality_proved: bool = True
    faults: tuple[str, ...] = field(default=())


def stays(plan: Plan, wishes: Sequence[Wish], met: IntArray) -> bool:
    """Whether the rounds left can stay as they are, but for those who are not there."""
    if plan.shares_games:
        return False
    base, seats = plan.base, plan.problem.num_seats
    for r, row in enumerate(base):
        sizes = np.bincount(row[row >= 0], minlength=plan.problem.num_tables)
        played = np.flatnonzero(sizes)
        if len(played) != plan.games[r] or set(played.tolist()) - set(plan.tables[r]):
            return False
        if sizes[played].min() < plan.smallest[r] or sizes[played].max() > seats:
            return False
    return all(wish.kept(base, met, plan.after) for wish in wishes)


def seat_again(
    plan: Plan,
    wishes: Sequence[Wish],
    met: IntArray,
    quality: Quality | None,
    *,
    prefer: Prefer,
    seed: int,
    workers: int,
    time_limit: float,
    stop: Stop | None = None,
) -> Answer:
    """Seat the rounds left with the least change.

    Parameters
    ----------
    plan, wishes, met
        The rounds left, what they have to keep, meetings in the rounds played.
    quality
        The criteria to improve where several seatings change as little; None to leave them.
    prefer, seed, workers, time_limit, stop
        Order of the criteria; choices and threads of CP-SAT; seconds; asked whether to stop.

    Raises
    ------
    InfeasibleError
        If no seating keeps the wishes; the message names those that conflict.
    NothingFoundError
        If the time was too short for either answer.
    """
    if stays(plan, wishes, met):
        return Answer(plan.base)
    search = _Search(seed, workers, time.monotonic() + time_limit, stop)
    first = RestModel(plan, met, wishes, meetings=False)
    goals = [Goal(UNEVEN, uneven_games)] if plan.shares_games else []
    goals += [Goal(CHANGE, RestModel.changed_games), Goal(SEATS, RestModel.changed_seats)]
    limits = search.through(first, goals, None, share=0.6 if quality else 1.0)
    if search.infeasible:
        raise explain(plan, wishes, met, seed=seed)
    if search.tables is None:
        raise NothingFoundError(
            f"No seating of the rounds left was found in {time_limit:g} seconds, and none was "
            "proved impossible. Give it longer with --time-limit, or drop a wish."
        )
    proved = dict(search.proved)
    improves = quality is not None and not np.array_equal(search.tables, plan.base)
    if quality is not None and improves and _size(plan) <= LARGEST:
        second = RestModel(plan, met, wishes)
        for goal, limit in zip(goals, limits, strict=True):
            second.model.add(goal.state(second) <= limit)
        search.through(second, quality.goals(prefer), search.tables, share=1.0)
    return Answer(
        search.tables,
        even_proved=proved.get(UNEVEN, True),
        change_proved=proved.get(CHANGE, False),
        change_bound=search.bounds.get(CHANGE, 0),
        quality_proved=search.proved.get(QUALITY, not improves),
        faults=search.faults,
    )


def _size(plan: Plan) -> int:
    """Return how many pairs could meet at how many tables, over the rounds left."""
    players = plan.problem.num_players
    return players * (players - 1) // 2 * sum(len(tables) for tables in plan.tables)


class _Search:
    """Goal after goal on one model, each kept while the next is treated."""

    def __init__(self, seed: int, workers: int, deadline: float, stop: Stop | None) -> None:
        self.seed, self.workers, self.deadline, self.stop = seed, workers, deadline, stop
        self.tables: Tables | None = None
        self.infeasible = False
        self.proved: dict[str, bool] = {}
        self.bounds: dict[str, int] = {}
        self.faults: tuple[str, ...] = ()

    def through(
        self, model: RestModel, goals: Sequence[Goal], start: Tables | None, *, share: float
    ) -> list[int]:
        """Bring the goals down in order; return what each reached.

        Parameters
        ----------
        model, goals
            The model, and the goals with the first one first.
        start
            A known seating of the rounds left, or None.
        share
            Part of the time left that these goals may take; each leaves half for the others.
        """
        reached: list[int] = []
        expressions = [goal.state(model) for goal in goals]  # all, so that hints are complete
        until = time.monotonic() + share * (self.deadline - time.monotonic())
        for n, goal in enumerate(goals):
            left = max(0.05, until - time.monotonic())
            limit = left if n == len(goals) - 1 else left / 2
            if start is not None:
                model.hint(start)
            if self.stop is not None and self.stop() and start is not None:
                self.proved[goal.kind] = False
                break
            model.model.minimize(expressions[n])
            outcome = self._run(model, limit, known=start is not None)
            if outcome.found:
                start = self.tables = model.tables_of(outcome.value)
            elif start is None:
                break
            done = outcome.status == OPTIMAL
            self.proved[goal.kind] = self.proved.get(goal.kind, True) and done
            self.bounds[goal.kind] = outcome.bound or 0
            if outcome.objective is None:
                break  # not even the known seating came back in the time
            reached.append(outcome.objective)
            model.model.add(expressions[n] <= outcome.objective)
        return reached

    def _run(self, model: RestModel, limit: float, *, known: bool) -> Outcome:
        params = Params(limit, workers=self.workers, seed=self.seed, known_feasible=known)
        outcome = run(model.model, params, stop=self.stop)
        self.faults += outcome.faults
        self.infeasible = outcome.status == INFEASIBLE and not known
        return outcome
