"""How short the waits and the runs of games can be at all: a small flow of players over rounds.

Nobody asks who meets whom. Players with the same number of games are alike, so a stage is a flow
of so many players from round to round through the states "has sat out so often, and now plays
his so-and-so-manieth game in a row" or "sits out his so-and-so-manieth round in a row"; in every
round as many play as the tables that play have seats. A schedule is such a flow, so where there
is none with runs as short as asked, no schedule has them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any, NamedTuple

from ortools.sat.python import cp_model

from optimizer.cpsat.solve import INFEASIBLE, Params, run
from schedules.problem import Problem

QUESTION = Params(time_limit=30.0, deterministic_limit=2.0, workers=1)
"""Limits of one question, so that the answer is the same on every machine; a question that is
not answered within them proves nothing."""

LARGEST = 200_000
"""Arcs of a flow that are worth asking about."""


class State(NamedTuple):
    """Where a player stands after a round: rounds out so far, and his run.

    ``run`` counts games in a row where it is positive, rounds out in a row where negative.
    """

    out: int
    run: int


def can_be_asked(problem: Problem) -> bool:
    """Whether the flow speaks of a problem, and is small enough to be worth asking."""
    sizes = set(problem.due_games().tolist())
    states = (problem.num_rounds + 1) * problem.num_rounds * len(sizes)
    small = 2 * problem.num_rounds * states <= LARGEST
    small = small and not problem.absent
    return small and not problem.everybody_always and problem.fewest_seats == problem.num_seats


def least_wait(problem: Problem, found: int) -> int:
    """Return a lower bound on the longest run of rounds that somebody sits out.

    Parameters
    ----------
    problem
        The stage; some sit out.
    found
        The longest wait of a schedule; the bound is no higher.
    """
    for wait in range(1, found):
        if not _excluded(problem, wait, problem.num_rounds):
            return wait
    return found


def least_play(problem: Problem, found: int, wait: int) -> int:
    """Return a lower bound on the longest run of games, if nobody waits longer than ``wait``."""
    for play in range(1, found):
        if not _excluded(problem, wait, play):
            return play
    return found


def _excluded(problem: Problem, wait: int, play: int) -> bool:
    """Whether no schedule has all waits and all runs of games as short as that."""
    model = cp_model.CpModel()
    playing: list[list[Any]] = [[] for _ in range(problem.num_rounds)]
    for games, players in sorted(Counter(problem.due_games().tolist()).items()):
        _add_flow(model, problem.num_rounds, games, players, wait, play, playing)
    at_once = min(problem.num_tables, problem.num_players // problem.num_seats)
    tables = [model.new_int_var(0, at_once, "") for _ in playing]
    for arcs, count in zip(playing, tables, strict=True):
        model.add(cp_model.LinearExpr.sum(arcs) == problem.num_seats * count)
    model.add(cp_model.LinearExpr.sum(tables) == problem.num_games)
    return run(model, QUESTION).status == INFEASIBLE


def _add_flow(
    model: cp_model.CpModel,
    rounds: int,
    games: int,
    players: int,
    wait: int,
    play: int,
    playing: list[list[Any]],
) -> None:
    """Let ``players`` with as many games each flow through the rounds; collect who plays when."""
    into: dict[State, list[Any]] = {}
    for r in range(rounds):
        before = [(State(0, 0), None)] if r == 0 else list(into.items())
        after: dict[State, list[Any]] = defaultdict(list)
        for state, arrived in before:
            leaving = []
            for here in _next(state, r, rounds, games, wait, play):
                arc = model.new_int_var(0, players, "")
                leaving.append(arc)
                after[here].append(arc)
                if here.run > 0:
                    playing[r].append(arc)
            there = players if arrived is None else cp_model.LinearExpr.sum(arrived)
            model.add(cp_model.LinearExpr.sum(leaving) == there)
        into = after
    arrived_all = [arc for arcs in into.values() for arc in arcs]
    model.add(cp_model.LinearExpr.sum(arrived_all) == players)


def _next(state: State, r: int, rounds: int, games: int, wait: int, play: int) -> list[State]:
    """Return where a player can stand after round ``r``, so that he still gets his games."""
    states = []
    run_on = max(state.run, 0) + 1
    if run_on <= play and r - state.out < games:
        states.append(State(state.out, run_on))
    waits = max(-state.run, 0) + 1
    if waits <= wait and state.out < rounds - games:
        states.append(State(state.out + 1, -waits))
    return states
