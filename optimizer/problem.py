"""Stating a problem from what an organiser knows, and refusing what cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, gcd

import networkx as nx
import numpy as np
from numpy.typing import NDArray

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
    if games_per_player is not None:
        _check_games(num_players, num_tables, num_rounds, num_seats, games_per_player)
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


def _check_games(
    num_players: int, num_tables: int, num_rounds: int, num_seats: int, games_per_player: int
) -> None:
    """Refuse numbers of games that the rounds cannot hold, or that leave a game short."""
    if games_per_player < 1:
        raise ProblemError(
            f"The number of games of each player is {games_per_player}; it must be at least 1."
        )
    if games_per_player > num_rounds:
        raise ProblemError(
            f"{games_per_player} games each do not fit in {_counted(num_rounds, 'round')}: nobody "
            f"can play twice in one round. Give {num_rounds} games or fewer, or more rounds."
        )
    chairs = num_players * games_per_player
    at_once = min(num_tables, num_players // num_seats)  # tables that the players can fill
    room = num_rounds * at_once * num_seats
    fits = _what_fits(num_players, num_tables, num_rounds, num_seats)
    if chairs % num_seats:
        raise ProblemError(
            f"{num_players} players with {_counted(games_per_player, 'game')} each fill {chairs} "
            f"seats, which are not full games of {num_seats}. {fits}"
        )
    if chairs > room:
        raise ProblemError(
            f"{num_players} players with {_counted(games_per_player, 'game')} each need {chairs} "
            f"seats; {_counted(num_rounds, 'round')} of {_counted(at_once, 'full table')} of "
            f"{num_seats} have {room}. {fits}"
        )


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
    _check_totals(problem, limits)
    if problem.games_per_player < problem.num_rounds:
        return
    for group, most in (*((group, 0) for group in problem.apart), *problem.at_most):
        _check_group(problem, group, most)
    if (limits == 0).any():
        graph = nx.from_numpy_array((limits == 0).astype(int))
        for clique in nx.find_cliques(graph):
            if len(clique) > problem.num_tables:
                named = sorted(int(p) for p in clique)[: problem.num_tables + 1]
                raise InfeasibleError(
                    f"{_listed([p + 1 for p in named])} are to be kept apart from each other, but "
                    f"there are only {problem.num_tables} tables and everybody plays in every "
                    f"round: two of these {len(named)} always share one. Drop a wish or add "
                    "a table.",
                    named,
                )


def _check_group(problem: Problem, group: Sequence[int], most: int) -> None:
    """Refuse a limit on a group of whom too many share a table in every round (pigeonhole)."""
    size, tables = len(group), problem.num_tables
    share, more = divmod(size, tables)
    meetings = more * comb(share + 1, 2) + (tables - more) * comb(share, 2)
    if problem.num_rounds * meetings > comb(size, 2) * most > 0:
        raise InfeasibleError(
            f"{_listed([p + 1 for p in group])} are to meet at most {most} times each, "
            f"{comb(size, 2) * most} meetings in all; at {_counted(tables, 'table')} they have at "
            f"least {meetings} in every round, {problem.num_rounds * meetings} in all. Allow more.",
            group,
        )


def _check_totals(problem: Problem, limits: NDArray[np.int32]) -> None:
    """Refuse limits under which a player cannot fill his own tables."""
    others = np.minimum(limits, problem.games_per_player).sum(axis=1) - problem.games_per_player
    need = problem.games_per_player * (problem.num_seats - 1)
    for player in np.flatnonzero(others < need):
        raise InfeasibleError(
            f"Player {player + 1} needs {need} opponents over {problem.games_per_player} games, "
            f"but the wishes allow him {others[player]} meetings at most. Loosen a wish of his.",
            [int(player)],
        )


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(str(n) for n in numbers[:-1]) + f" and {numbers[-1]}"


def _what_fits(num_players: int, num_tables: int, num_rounds: int, num_seats: int) -> str:
    """Say which numbers near the ones given make full games."""
    room = num_tables * num_seats
    tables = min(num_tables, num_players // num_seats)
    said = []
    if num_players < room:
        said.append(
            f"{num_players} players do not fill {_counted(num_tables, 'table')} of {num_seats} "
            f"({room} would)."
        )
    if tables == 0:
        said.append(f"A game needs {num_seats} players; --seats sets another size of table.")
    elif num_players != tables * num_seats:
        said.append(
            f"With {_counted(tables, 'table')}, {num_players - tables * num_seats} of "
            f"{num_players} players sit out each round: say how many games each with "
            "--games-per-player."
        )
        said.append(_games_that_fit(num_players, tables, num_rounds, num_seats))
    else:
        said.append(f"{_counted(tables, 'table')} would be full: {num_players} players.")
    return " ".join(said)


def _games_that_fit(num_players: int, num_tables: int, num_rounds: int, num_seats: int) -> str:
    """Name the numbers of games each that make full games, nearest to what the rounds hold."""
    step = num_seats // gcd(num_players, num_seats)  # games each come in multiples of this
    most = min(num_rounds * num_tables * num_seats // num_players, num_rounds)
    games = [str(g) for g in range(step, most + 1, step)][-3:]
    if games:
        choice = " or ".join(part for part in (", ".join(games[:-1]), games[-1]) if part)
        return f"In {_counted(num_rounds, 'round')} these make full games: {choice} games each."
    rounds = -(-num_players * step // (num_tables * num_seats))
    return f"Full games need {step} games each and at least {rounds} rounds."


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" + ("" if number == 1 else "s")
