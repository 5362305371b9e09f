"""Annealing of a whole matrix: tables of all players in all rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from optimizer.criteria import Key
from optimizer.deal import deal
from optimizer.kernels import Board, anneal_rounds, anneal_waits
from optimizer.pair_cost import (
    Ints,
    PairCost,
    Weights,
    meetings_of,
    together_out_of,
    visits_of,
)
from optimizer.team_kernel import anneal_teams, between_teams, teams_of
from optimizer.xorshift import new_state
from schedules.problem import Problem

CHUNK = 2_000_000
"""Moves between two looks at the clock, about a tenth of a second."""

TURN = 20_000
"""Moves after which the kind of move changes, where people sit out."""

LEVELS = 60
"""Temperatures of a cooling."""


@dataclass(frozen=True)
class Cooling:
    """A geometric cooling over a number of moves.

    Attributes
    ----------
    start, end
        Temperatures in units of Σ λ².
    moves
        Moves in all.
    cut
        Moves after which it ends before its time, between two chunks; None for all of them.
    """

    start: float
    end: float
    moves: int
    cut: int | None = None

    def chunks(self) -> Iterator[tuple[float, int]]:
        """Yield temperature and moves of each chunk; ``moves`` in all, or fewer if cut."""
        done = 0
        for level in range(LEVELS):
            temperature = self.start * (self.end / self.start) ** (level / (LEVELS - 1))
            until = self.moves * (level + 1) // LEVELS
            while done < until:
                step = min(CHUNK, until - done)
                if self.cut is not None and done + step > self.cut:
                    return
                yield temperature, step
                done += step


Judge = Callable[[Ints], Key]
"""The order of criteria on matrices: the lesser is the better one."""


class Choice:
    """The matrix that a judge puts first, of those offered; the latest if he sees no order."""

    def __init__(self, judge: Judge, tables: Ints) -> None:
        self._judge = judge
        self.tables, self._key = tables.copy(), judge(tables)

    def offer(self, tables: Ints) -> None:
        """Take a matrix if it is better than the one held."""
        key = self._judge(tables)
        if key < self._key or not key:
            self.tables, self._key = tables.copy(), key


def thresholds(temperature: float) -> NDArray[np.uint64]:
    """Chance out of 2**32 to accept a move that costs d, by d; below 1e-9 there is none."""
    chance = np.exp(-np.arange(int(temperature * 21) + 2) / temperature)
    return np.minimum(chance * 2.0**32, 2.0**32 - 1).astype(np.uint64)


def tables_in_round(problem: Problem) -> list[int]:
    """Return how many tables play in each round: all that can, and fewer only at the end.

    Every round has a game if there are games enough.
    """
    most = min(problem.num_tables, problem.num_players // problem.num_seats)
    left, plan = problem.num_games, []
    for r in range(problem.num_rounds):
        later = problem.num_rounds - 1 - r
        playing = min(most, max(left - later, min(left, 1)))
        plan.append(playing)
        left -= playing
    return plan


def random_tables(problem: Problem, *seed: int | str) -> Ints:
    """Deal every round at random, shape (rounds, players); -1 sits out.

    Everyone gets his number of games: each round takes the players who have most games left to
    play, by lot among equals. Where wishes bind players to tables or rounds, see
    :func:`optimizer.deal.deal`.
    """
    rng = np.random.Generator(np.random.PCG64([int(new_state(*seed, "deal")[0])]))
    if not problem.alike:
        return deal(problem, tables_in_round(problem), rng)
    due = problem.due_games()
    rows = []
    for playing in tables_in_round(problem):
        lot = rng.permutation(problem.num_players)
        chosen = lot[np.argsort(-due[lot], kind="stable")][: playing * problem.num_seats]
        row = np.full(problem.num_players, -1, dtype=np.int32)
        row[rng.permutation(chosen)] = np.repeat(np.arange(playing), problem.num_seats)
        due[chosen] -= 1
        rows.append(row)
    return np.stack(rows)


def board_of(problem: Problem, tables: Ints) -> Board:
    """Return the state of a search that begins at a matrix, shape (rounds, players)."""
    members = np.full((len(tables), problem.num_tables, problem.num_seats), -1, dtype=np.int32)
    slot = np.full(tables.shape, -1, dtype=np.int32)
    out = np.full((len(tables), int((tables < 0).sum(axis=1).max())), -1, dtype=np.int32)
    for r, row in enumerate(tables):
        waiting = np.flatnonzero(row < 0)
        out[r, : len(waiting)] = waiting
        slot[r, waiting] = np.arange(len(waiting))
        for t in range(problem.num_tables):
            sitting = np.flatnonzero(row == t)
            members[r, t, : len(sitting)] = sitting
            slot[r, sitting] = np.arange(len(sitting))
    barred = np.zeros((0, 0, 0), dtype=bool) if problem.alike else problem.barred()
    return Board(members, tables.copy(), slot, out, barred, tables.copy())


def _parts(moves: int, *, waits: bool) -> Iterator[tuple[bool, int]]:
    """Yield whether to move in and out, and moves: the two kinds of move take turns."""
    if not waits:
        yield False, moves
        return
    for done in range(0, moves, TURN):
        part = min(TURN, moves - done)
        yield False, part // 2
        yield True, part - part // 2


def anneal(
    problem: Problem,
    tables: Ints,
    *,
    weights: Weights,
    cooling: Cooling,
    seed: tuple[int | str, ...],
    over: Callable[[], bool],
    free: NDArray[np.integer] | None = None,
    target: int | None = None,
    judge: Judge = lambda tables: (),
    spent: Callable[[int], None] = lambda moves: None,
) -> Ints:
    """Anneal a matrix from where it stands and return the best seen, shape as given.

    The cost only leads the way: of the matrices with the least cost after each chunk, the one
    that ``judge`` puts first is returned, and the start if none is better. So a search that is
    cut short never has a better answer than one that goes on.

    Parameters
    ----------
    problem, tables
        A problem and a matrix of it, with k players at every table that plays.
    weights, cooling, seed
        What is paid, how it cools, and the seed; the same three give the same result.
    over
        Asked between chunks; the best so far is returned when it says so.
    free
        Rounds that may change; all without it.
    target
        A cost that cannot be beaten: stop there.
    judge
        The order of criteria: the lesser is the better matrix. Without it the least cost counts.
    spent
        Told the moves of each chunk.
    """
    cost_of = PairCost(problem, weights)
    met = cost_of.index(meetings_of(tables))
    visits, together = visits_of(tables, problem.num_tables), together_out_of(tables)
    cost = cost_of.total(meetings_of(tables)) + weights.visits * int((visits**2).sum())
    cost += weights.pause * int((together**2).sum()) // 2
    waits = bool((tables < 0).any())
    teams: tuple[Ints, Ints, int] | None = None
    if weights.teams:
        between = between_teams(problem, meetings_of(tables))
        cost += weights.teams * int((between.astype(np.int64) ** 2).sum()) // 2
        teams = (teams_of(problem), between, weights.teams)
    board, best = board_of(problem, tables), cost
    if free is None:
        free = np.arange(problem.num_rounds)
    state = new_state(*seed)
    choice = Choice(judge, tables)
    for temperature, moves in cooling.chunks():
        before = best
        allowed = thresholds(temperature * weights.spread)
        costs = (cost_of.up, cost_of.down, visits, weights.visits)
        for in_and_out, part in _parts(moves, waits=waits and teams is None):
            if teams is not None:
                cost, best = anneal_teams(
                    board, met, *costs, *teams, free, state, allowed, part, cost, best
                )
            elif in_and_out:
                cost, best = anneal_waits(
                    board, met, *costs, together, weights.pause, free, state, allowed, part,
                    cost, best,
                )  # fmt: skip
            else:
                cost, best = anneal_rounds(
                    board, met, *costs, free, state, allowed, part, cost, best
                )
        if best < before:
            choice.offer(board.best_where)
        spent(moves)
        if over() or (target is not None and best <= target):
            break
    return choice.tables
