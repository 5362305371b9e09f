"""Stating a problem from what an organiser knows, and refusing what cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb, gcd
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from optimizer.errors import InfeasibleError
from schedules import Problem, ProblemError
from schedules.wishes import listed


def state_problem(
    *,
    num_players: int,
    num_tables: int,
    num_rounds: int,
    num_seats: int = 10,
    games_per_player: int | None = None,
    fewer: Iterable[int] = (),
    **wishes: Any,
) -> Problem:
    """Return the problem, or say what would fit.

    Without ``games_per_player`` everybody plays in every round, which needs
    ``num_players == num_tables * num_seats``. Players in wishes count from 0.

    Parameters
    ----------
    num_players, num_tables, num_rounds, num_seats, games_per_player
        As in :class:`schedules.problem.Problem`.
    fewer
        Players who play one game fewer than the others.
    **wishes
        The other fields of :class:`schedules.problem.Problem`.

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
    others = dict(wishes.pop("other_games", ()))
    others.update({player: (games_per_player or num_rounds) - 1 for player in fewer})
    if wishes.get("fewest_seats"):
        _check_short_tables(num_players, num_tables, num_rounds, num_seats, games_per_player)
    elif games_per_player is None and num_players != room and not others:
        raise ProblemError(_what_fits(num_players, num_tables, num_rounds, num_seats))
    games = games_per_player or num_rounds
    if (games_per_player is not None or others) and not wishes.get("fewest_seats"):
        spare = sum(games - other for other in others.values())
        _check_games(num_players, num_tables, num_rounds, num_seats, games_per_player, spare)
    problem = Problem(
        num_players=num_players,
        num_tables=num_tables,
        num_rounds=num_rounds,
        num_seats=num_seats,
        games_per_player=games,
        other_games=tuple(sorted(others.items())),
        **wishes,
    )
    _check_contradictions(problem)
    check_wishes(problem)
    return problem


def _check_contradictions(problem: Problem) -> None:
    """Refuse to bring together whom another wish keeps apart: one of the two is a mistake."""
    limits = problem.limits()
    for group in problem.soft.prefer_together:
        for i, j in combinations(sorted(group), 2):
            if limits[i, j] == 0:
                raise ProblemError(
                    f"{listed([i, j])} are to be kept apart and to meet often: keep one of the "
                    "two wishes."
                )


def _check_short_tables(
    num_players: int, num_tables: int, num_rounds: int, num_seats: int, games: int | None
) -> None:
    """Refuse smaller games unless everybody plays in every round and few players are missing."""
    room = num_tables * num_seats
    if games not in (None, num_rounds):
        raise ProblemError(
            f"With --short-tables everybody plays in every round: leave out --games-per-player "
            f"{games}."
        )
    if not room - num_tables <= num_players < room:
        raise ProblemError(
            f"--short-tables lets a game lack one player: {_counted(num_tables, 'table')} take "
            f"{room - num_tables} to {room - 1} players then, not {num_players}."
        )


def _check_games(
    num_players: int,
    num_tables: int,
    num_rounds: int,
    num_seats: int,
    games_per_player: int | None,
    spare: int,
) -> None:
    """Refuse numbers of games that the rounds cannot hold, or that leave a game short.

    ``spare`` is how many games fewer some players play, in all.
    """
    games = num_rounds if games_per_player is None else games_per_player
    if games < 1:
        raise ProblemError(f"The number of games of each player is {games}; it must be at least 1.")
    if games > num_rounds:
        raise ProblemError(
            f"{games} games each do not fit in {_counted(num_rounds, 'round')}: nobody "
            f"can play twice in one round. Give {num_rounds} games or fewer, or more rounds."
        )
    chairs = num_players * games - spare
    at_once = min(num_tables, num_players // num_seats)  # tables that the players can fill
    room = num_rounds * at_once * num_seats
    fits = "" if spare else _what_fits(num_players, num_tables, num_rounds, num_seats)
    fewer = f", less {spare}," if spare else ""
    if chairs % num_seats:
        raise ProblemError(
            f"{num_players} players with {_counted(games, 'game')} each{fewer} fill {chairs} "
            f"seats, which are not full games of {num_seats}. "
            f"{_fewer_that_fit(chairs, num_seats, games, more=spare > 0)}{fits}".rstrip()
        )
    if chairs > room:
        raise ProblemError(
            f"{num_players} players with {_counted(games, 'game')} each{fewer} need {chairs} "
            f"seats; {_counted(num_rounds, 'round')} of {_counted(at_once, 'full table')} of "
            f"{num_seats} have {room}. {fits}"
        )


def _fewer_that_fit(chairs: int, num_seats: int, games: int, *, more: bool) -> str:
    """Say how many players would have to play one game fewer."""
    if games < 2:
        return ""
    count = f"{chairs % num_seats} more" if more else str(chairs % num_seats)
    return f"They would if {count} of them played one game fewer (--fewer). "


def check_wishes(problem: Problem) -> None:
    """Refuse wishes that a short argument shows to be impossible.

    Everybody plays in every round of a full problem, so more than ``num_tables`` players who
    must pairwise never meet cannot be seated: two of them share a table (pigeonhole). The group
    is found as a clique of the graph of players kept apart. What only a search can tell is asked
    of CP-SAT later (:mod:`optimizer.conflict`).

    Raises
    ------
    InfeasibleError
        Naming the group, as small as the argument needs.
    """
    limits = problem.limits()
    np.fill_diagonal(limits, problem.num_rounds)
    _check_pairs(problem, limits)
    _check_places(problem)
    _check_totals(problem, limits)
    if not problem.everybody_always:
        return
    for group, most in (*((group, 0) for group in problem.apart), *problem.at_most):
        _check_group(problem, group, most)
    if (limits == 0).any():
        graph = nx.from_numpy_array((limits == 0).astype(int))
        for clique in nx.find_cliques(graph):
            if len(clique) > problem.num_tables:
                named = sorted(int(p) for p in clique)[: problem.num_tables + 1]
                raise InfeasibleError(
                    f"{listed(named)} are to be kept apart from each other, but "
                    f"there are only {problem.num_tables} tables and everybody plays in every "
                    f"round: two of these {len(named)} always share one. Drop a wish or add "
                    "a table.",
                    named,
                )


def _check_pairs(problem: Problem, limits: NDArray[np.int32]) -> None:
    """Refuse pairs who are to meet more often than they may."""
    least = problem.least_meetings()
    for i, j in np.argwhere(np.triu(least > limits, 1)).tolist():
        often = _times(int(limits[i, j]), "at most")
        never = "never to meet" if limits[i, j] == 0 else f"to meet {often}"
        raise InfeasibleError(
            f"{listed([i, j])} are to meet {_times(int(least[i, j]), 'at least')} and {never}: "
            "keep one of the two wishes.",
            [i, j],
        )


def _check_places(problem: Problem) -> None:
    """Refuse wishes that leave a player no table, or fewer rounds than his games."""
    if problem.alike:
        return
    open_ = (~problem.barred()).any(axis=2).sum(axis=0)
    due = problem.due_games()
    for player in np.flatnonzero(open_ < due).tolist():
        absent = len({r for p, r in problem.absent if p == player})
        why = (
            f"he is absent in {absent} of {_counted(problem.num_rounds, 'round')}"
            if absent
            else "the wishes about tables leave him none"
        )
        raise InfeasibleError(
            f"Player {player + 1} is to play {_counted(int(due[player]), 'game')}, but {why}. "
            "Let him play fewer (--fewer, or other_games in a problem file), or loosen a wish.",
            [player],
        )
    if problem.everybody_always:
        for table in range(problem.num_tables):
            here = sorted({p for p, t in problem.fixed_tables if t == table})
            if len(here) > problem.num_seats:
                raise InfeasibleError(
                    f"{listed(here)} are always to sit at table {table + 1}, which has "
                    f"{problem.num_seats} seats. Move one of them.",
                    here,
                )


def _check_group(problem: Problem, group: Sequence[int], most: int) -> None:
    """Refuse a limit on a group of whom too many share a table in every round (pigeonhole)."""
    size, tables = len(group), problem.num_tables
    share, more = divmod(size, tables)
    meetings = more * comb(share + 1, 2) + (tables - more) * comb(share, 2)
    if problem.num_rounds * meetings > comb(size, 2) * most > 0:
        raise InfeasibleError(
            f"{listed(group)} are to meet at most {most} times each, "
            f"{comb(size, 2) * most} meetings in all; at {_counted(tables, 'table')} they have at "
            f"least {meetings} in every round, {problem.num_rounds * meetings} in all. Allow more.",
            group,
        )


def _check_totals(problem: Problem, limits: NDArray[np.int32]) -> None:
    """Refuse limits under which a player cannot fill his own tables."""
    due = problem.due_games()
    most = np.minimum(limits, np.minimum(due[:, None], due[None, :]))
    np.fill_diagonal(most, 0)
    others, need = most.sum(axis=1), due * (problem.fewest_seats - 1)
    for player in np.flatnonzero(others < need):
        raise InfeasibleError(
            f"Player {player + 1} needs {need[player]} meetings in "
            f"{_counted(int(due[player]), 'game')}, but the wishes about whom he meets, or is "
            f"kept apart from, allow {others[player]} at most. Loosen one of them.",
            [int(player)],
        )


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
        if room - num_tables <= num_players < room:
            said.append(
                f"Or everybody plays, in games of {num_seats - 1} and {num_seats}, if the rules "
                "allow it: --short-tables."
            )
    else:
        said.append(f"{_counted(tables, 'table')} would be full: {num_players} players.")
    return " ".join(said)


def _games_that_fit(num_players: int, num_tables: int, num_rounds: int, num_seats: int) -> str:
    """Name the numbers of games each that make full games, and the most that the rounds hold."""
    step = num_seats // gcd(num_players, num_seats)  # games each come in multiples of this
    room = num_rounds * num_tables * num_seats
    most = min(room // num_players, num_rounds)
    games = [str(g) for g in range(step, most + 1, step)][-3:]
    said = []
    if games:
        choice = " or ".join(part for part in (", ".join(games[:-1]), games[-1]) if part)
        said.append(
            f"In {_counted(num_rounds, 'round')} these make full games: {choice} games each."
        )
    else:
        rounds = -(-num_players * step // (num_tables * num_seats))
        said.append(f"Full games need {step} games each and at least {rounds} rounds.")
    full = -(-room // num_players)  # as many as leave no table idle, some one fewer
    spare = num_players * full - room
    if full <= num_rounds and spare and str(full) not in games:
        said.append(
            f"Or no table is ever idle: {spare} of the players with one game fewer than {full} "
            f"(--games-per-player {full} --fewer PLAYERS)."
        )
    said.append("seating plan compares what fits into a day.")
    return " ".join(said)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" + ("" if number == 1 else "s")


def _times(number: int, bound: str) -> str:
    return f"{bound} {'once' if number == 1 else f'{number} times'}"
