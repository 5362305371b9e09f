"""Stating a problem from what an organiser knows, and refusing what cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd

import networkx as nx
import numpy as np

from optimizer.errors import InfeasibleError
from schedules import Problem, ProblemError


def state_problem(
    *,
    num_players: int,
    num_tables: int,
    num_rounds: int,
    num_seats: int = 10,
    games_per_player: int | None = None,
    apart: Iterable[Sequence[int]] = (),
    at_most: Iterable[tuple[Sequence[int], int]] = (),
) -> Problem:
    """Return the problem, or say what would fit.

    Without ``games_per_player`` everybody plays in every round, which needs
    ``num_players == num_tables * num_seats``. Players in wishes count from 0.

    Raises
    ------
    ProblemError
        If the numbers do not fit together; the message names numbers that do.
    InfeasibleError
        If the wishes cannot be kept by any schedule (:func:`check_wishes`).
    """
    for name, value, least in (
        ("players", num_players, 2),
        ("tables", num_tables, 1),
        ("seats at a table", num_seats, 2),
        ("rounds", num_rounds, 1),
    ):
        if value < least:
            raise ProblemError(f"The number of {name} is {value}; it must be at least {least}.")
    room = num_tables * num_seats
    if games_per_player is None and num_players != room:
        raise ProblemError(_what_fits(num_players, num_tables, num_rounds, num_seats))
    if games_per_player is not None and (
        num_players * games_per_player % num_seats
        or num_players * games_per_player > room * num_rounds
    ):
        raise ProblemError(
            f"{num_players} players with {games_per_player} games each need "
            f"{num_players * games_per_player} chairs, which are not full games of {num_seats} "
            f"in {num_rounds} rounds of {num_tables} tables. "
            + _what_fits(num_players, num_tables, num_rounds, num_seats)
        )
    problem = Problem(
        num_players=num_players,
        num_tables=num_tables,
        num_rounds=num_rounds,
        num_seats=num_seats,
        games_per_player=games_per_player or num_rounds,
        apart=tuple(tuple(group) for group in apart),
        at_most=tuple((tuple(group), limit) for group, limit in at_most),
    )
    check_wishes(problem)
    return problem


def check_wishes(problem: Problem) -> None:
    """Refuse groups of players that cannot all be kept apart.

    Everybody plays in every round of a full problem, so more than ``num_tables`` players who
    must pairwise never meet cannot be seated: two of them share a table (pigeonhole). The group
    is found as a clique of the graph of players kept apart.

    Raises
    ------
    InfeasibleError
        Naming the group, as small as the argument needs.
    """
    limits = problem.limits()
    np.fill_diagonal(limits, problem.num_rounds)
    if problem.games_per_player < problem.num_rounds:
        return
    if (limits == 0).any():
        graph = nx.from_numpy_array((limits == 0).astype(int))
        for clique in nx.find_cliques(graph):
            if len(clique) > problem.num_tables:
                named = sorted(int(p) + 1 for p in clique)[: problem.num_tables + 1]
                raise InfeasibleError(
                    f"{_listed(named)} are to be kept apart from each other, but there are "
                    f"only {problem.num_tables} tables and everybody plays in every round: two "
                    f"of these {len(named)} always share one. Drop a wish or add a table."
                )
    _check_totals(problem, limits)


def _check_totals(problem: Problem, limits: np.ndarray[tuple[int, int], np.dtype[np.int32]]) -> None:
    """Refuse limits under which a player cannot fill his own tables."""
    others = np.minimum(limits, problem.games_per_player).sum(axis=1) - problem.games_per_player
    need = problem.games_per_player * (problem.num_seats - 1)
    for player in np.flatnonzero(others < need):
        raise InfeasibleError(
            f"Player {player + 1} needs {need} opponents over {problem.games_per_player} games, "
            f"but the wishes allow him {others[player]} meetings at most. Loosen a wish of his."
        )


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(str(n) for n in numbers[:-1]) + f" and {numbers[-1]}"


def _what_fits(num_players: int, num_tables: int, num_rounds: int, num_seats: int) -> str:
    """Say which numbers near the ones given make full games."""
    room = num_tables * num_seats
    parts: list[str] = []
    if num_players < room:
        fitting = num_players // num_seats
        parts.append(
            f"{num_players} players do not fill {num_tables} tables of {num_seats}: "
            f"{room - num_players} more would ({room} players)"
        )
        if fitting:
            parts.append(f"or use {_counted(fitting, 'table')} with some sitting out")
    else:
        fitting = num_tables
        if num_players > room:
            parts.append(
                f"{num_players} players at {num_tables} tables of {num_seats} means that "
                f"{num_players - room} sit out each round: say how many games each with "
                "--games-per-player"
            )
    if fitting:
        parts.append(_games_that_fit(num_players, fitting, num_rounds, num_seats))
    return "; ".join(part for part in parts if part) + "."


def _games_that_fit(num_players: int, num_tables: int, num_rounds: int, num_seats: int) -> str:
    """Name the numbers of games each that make full games, nearest to what the rounds hold."""
    step = num_seats // gcd(num_players, num_seats)  # games each come in multiples of this
    most = num_rounds * num_tables * num_seats // num_players
    games = [g for g in range(step, min(most, num_rounds) + 1, step)][-3:]
    if not games:
        rounds = -(-num_players * step // (num_tables * num_seats))
        return (
            f"{num_players} players make full games of {num_seats} only with {step} games each, "
            f"which takes at least {rounds} rounds of {_counted(num_tables, 'table')}"
        )
    said = [
        f"{_counted(g, 'game')} each ({_counted(num_players * g // num_seats, 'game')} in all)"
        for g in games
    ]
    return f"with {_counted(num_tables, 'table')} and {num_rounds} rounds: " + " or ".join(said)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" + ("" if number == 1 else "s")
