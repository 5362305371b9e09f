"""The compiled loop of the search where teams play: it pays for pairs and for teams at once.

Like :mod:`optimizer.kernels`, with one more sum kept up to date move by move.
"""
# Compiled code: mypy sees untyped decorators and would only repeat what numba checks.
# mypy: disallow-untyped-defs=False, disallow-untyped-decorators=False, disallow-untyped-calls=False

from __future__ import annotations

import numpy as np
from numba import njit

from optimizer.kernels import _accepted, _exchange_tables, _meet
from optimizer.pair_cost import Ints
from optimizer.xorshift import below
from schedules.measures import team_meetings
from schedules.problem import Problem


def teams_of(problem: Problem) -> Ints:
    """Return the team of each player, from 0; -1 for those without."""
    team_of = np.full(problem.num_players, -1, dtype=np.int32)
    for team, members in enumerate(problem.teams):
        team_of[list(members)] = team
    return team_of


def between_teams(problem: Problem, met: Ints) -> Ints:
    """Return the meetings of each two teams, shape (teams, teams), nothing on the diagonal."""
    between = np.zeros((len(problem.teams), len(problem.teams)), dtype=np.int32)
    upper = np.triu_indices(len(between), 1)
    between[upper] = team_meetings(problem, met.astype(np.int64))
    return (between + between.T).astype(np.int32)


@njit(inline="always", cache=True, nogil=True)
def _team_step(between, a, b, by):
    """Count a meeting of two teams more or fewer; return how Σ of their squares changes."""
    if a < 0 or b < 0 or a == b:
        return 0
    change = 2 * by * between[a, b] + 1
    between[a, b] += by
    between[b, a] += by
    return change


@njit(inline="always", cache=True, nogil=True)
def _change_teams(with_i, with_j, i, j, team_of, between, by):
    """Count the teams' meetings with i and j at each other's tables; ``by`` -1 undoes it."""
    change = 0
    for s in range(with_i.shape[0]):
        m = with_i[s]
        if m != i:
            change += _team_step(between, team_of[i], team_of[m], -by)
            change += _team_step(between, team_of[j], team_of[m], by)
        n = with_j[s]
        if n != j:
            change += _team_step(between, team_of[j], team_of[n], -by)
            change += _team_step(between, team_of[i], team_of[n], by)
    return change


@njit(cache=True, nogil=True)
def anneal_teams(
    board, met, up, down, visits, weight, team_of, between, pull, free, state, thresholds, moves,
    cost, best,
):  # fmt: skip
    """Try ``moves`` swaps of two players between two tables of one round.

    Parameters and result as in :func:`optimizer.kernels.anneal_rounds`; besides:

    team_of
        Team of each player, -1 for none.
    between, pull
        Meetings of each two teams (teams, teams), and what one unit of Σ of their squares costs.
    """
    where = board.where
    num_players = where.shape[1]
    seats = board.members.shape[2]
    bound = board.barred.shape[0] > 0
    pending = False
    for _ in range(moves):
        r = free[below(state, free.shape[0])]
        i = below(state, num_players)
        j = below(state, num_players)
        table_i = where[r, i]
        table_j = where[r, j]
        if table_i == table_j or table_i < 0 or table_j < 0:
            continue
        if bound and (board.barred[r, i, table_j] or board.barred[r, j, table_i]):
            continue
        with_i = board.members[r, table_i]
        with_j = board.members[r, table_j]
        change = -2 * up[met[i, j]]
        for s in range(seats):
            m = with_i[s]
            n = with_j[s]
            change += down[met[i, m]] + up[met[j, m]] + up[met[i, n]] + down[met[j, n]]
        if weight:
            there = visits[i, table_j] + visits[j, table_i]
            here = visits[i, table_i] + visits[j, table_j]
            change += 2 * weight * (there - here + 2)
        # a swap of two seldom wins more among the teams than the pairs could pay twice over
        if change >= 2 * thresholds.shape[0]:
            continue
        change += pull * _change_teams(with_i, with_j, i, j, team_of, between, 1)
        if _accepted(change, thresholds, state):
            if change > 0 and pending:
                board.best_where[:] = where
                pending = False
            for s in range(seats):
                m = with_i[s]
                n = with_j[s]
                if m != i:
                    _meet(met, i, m, -1)
                    _meet(met, j, m, 1)
                if n != j:
                    _meet(met, i, n, 1)
                    _meet(met, j, n, -1)
            _exchange_tables(board, r, i, j)
            visits[i, table_i] -= 1
            visits[i, table_j] += 1
            visits[j, table_j] -= 1
            visits[j, table_i] += 1
            cost += change
            if cost < best:
                best = cost
                pending = True
        else:
            _change_teams(with_i, with_j, i, j, team_of, between, -1)
    if pending:
        board.best_where[:] = where
    return cost, best
