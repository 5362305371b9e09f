"""A first rota: everybody allowed where he is, and games as even as they can be, exactly."""

from __future__ import annotations

from collections import deque

import numpy as np

from optimizer.errors import InfeasibleError
from optimizer.judge_conflicts import explain, match
from optimizer.judge_problem import JudgeProblem, Tables, empty_tables
from schedules.judges import NOBODY

Chair = tuple[int, int]
"""Round and table."""


def first_rota(problem: JudgeProblem, *, seed: int) -> Tables:
    """Return a rota whose games are spread over the judges as evenly as the wishes let them.

    Each round is a matching of tables and judges. Then games move from judges with many to
    judges with few along exchanges, until none is left that evens them. The games that a set of
    judges can take form a base polyhedron (sum of transversal matroids), and there a vector that
    no exchange evens has the least Σ games², the least range, the lowest maximum and the highest
    minimum all at once (Frank and Murota, "Decreasing minimization on M-convex sets", 2022).

    Raises
    ------
    InfeasibleError
        If some round cannot be judged; the message names a smallest conflict.
    """
    rng = np.random.default_rng(seed)
    tables = empty_tables(problem)
    games = np.zeros(len(problem.names), dtype=np.int64)
    short = []
    for r in range(len(tables)):
        by_chance = rng.permutation(len(games))
        order = by_chance[np.argsort(games[by_chance], kind="stable")]  # who has few comes first
        short += [(r, t) for t in match(problem, tables, r, order.tolist())]
        games += np.isin(np.arange(len(games)), tables[r])
    if short:
        raise InfeasibleError(explain(problem, tables, short))
    while _even_out(problem, tables):
        pass
    return tables


def _even_out(problem: JudgeProblem, tables: Tables) -> bool:
    """Move one game from a judge to one who has at least two fewer; False if there is no way."""
    games = np.bincount(tables[tables != NOBODY], minlength=len(problem.names)).tolist()
    for giver in sorted(range(len(games)), key=lambda judge: -games[judge]):
        if games[giver] - min(games) < 2:
            return False
        if _give(problem, tables, giver, games):
            return True
    return False


def _give(problem: JudgeProblem, tables: Tables, giver: int, games: list[int]) -> bool:
    """Look for the shortest chain of exchanges that takes one game from the giver.

    A step goes from a table that has lost its judge to a judge who may take it: one who is free
    in the round ends the chain, or passes one of his other games on; one who is at another table
    leaves that one without a judge.
    """
    came: dict[Chair, tuple[Chair | None, int]] = {}
    """How a table lost its judge: for which other table, or None for a game passed on."""
    chairs: deque[Chair] = deque()
    taker_of: dict[int, Chair | None] = {giver: None}
    free = _free(problem, tables)

    def lose_any(judge: int) -> None:
        for r, t in np.argwhere(tables == judge).tolist():
            if (r, t) not in came:
                came[r, t] = (None, judge)
                chairs.append((r, t))

    lose_any(giver)
    while chairs:
        r, t = chairs.popleft()
        for judge in np.flatnonzero(problem.allowed[r, t]).tolist():
            if judge in free[r]:
                if judge in taker_of:
                    continue
                taker_of[judge] = (r, t)
                if games[giver] - games[judge] >= 2:
                    _follow(tables, came, taker_of, judge)
                    return True
                lose_any(judge)
                continue
            other = (r, int(np.flatnonzero(tables[r] == judge)[0]))
            if other not in came:
                came[other] = ((r, t), judge)
                chairs.append(other)
    return False


def _free(problem: JudgeProblem, tables: Tables) -> list[set[int]]:
    return [set(range(len(problem.names))) - set(judges) for judges in tables.tolist()]


def _follow(
    tables: Tables,
    came: dict[Chair, tuple[Chair | None, int]],
    taker_of: dict[int, Chair | None],
    judge: int,
) -> None:
    """Carry the chain out from its end: each judge takes the table before his."""
    chair = taker_of[judge]
    while chair is not None:
        tables[chair] = judge
        before, judge = came[chair]
        chair = taker_of[judge] if before is None else before
