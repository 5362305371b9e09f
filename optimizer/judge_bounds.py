"""Bounds on how even a rota can be, and its criteria as lines of a certificate.

The order: games of each judge; visits of each judge to each table (the widest range of a judge,
then Σ visits²); games of each player before each judge who may judge him (range, then Σ); a
judge at one table in two rounds running. Each bound takes the criteria before it as they are.

Proofs, by counting. The sorted games of the judges are the same in every rota with the least
Σ games² (see :func:`optimizer.judge_start.first_rota`), so a judge's games split evenly over the
tables, and a table's games over the judges, bound Σ visits². The games of a player are given by
the schedule and split evenly over those who may judge him; where nobody must keep from anybody,
the k chairs of a judge's games split evenly over the players too. A range is at least the
difference of the highest mean rounded up and the lowest rounded down.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from optimizer.certificate import Criterion, Value
from optimizer.judge_problem import JudgeProblem, Tables

CODES = (
    "judge_games",
    "judge_table_range",
    "judge_table_squares",
    "judge_player_range",
    "judge_player_squares",
    "judge_repeats",
)
"""The criteria in their order."""


def floors(problem: JudgeProblem, tables: Tables) -> dict[str, int]:
    """Return what no rota can go below, by criterion; of the games the Σ games² itself.

    Parameters
    ----------
    problem
        The judges and their games.
    tables
        A rota whose games are as even as can be.
    """
    found = problem.measure(tables)
    games = found.games.tolist()
    num_tables = tables.shape[1]
    at_table = problem.playing.sum(axis=0).tolist()
    seats = problem.schedule.seating
    players = [
        (int((seats == p).sum()), int(found.may_meet[:, p].sum()))
        for p in range(found.may_meet.shape[1])
    ]
    shares = [(n, judges) for n, judges in players if judges]
    squares = _squares(shares)
    if found.may_meet.all():
        of_judges = [(n * seats.shape[2], len(players)) for n in games]
        squares = max(squares, _squares(of_judges))
        shares += of_judges
    return {
        "judge_games": sum(n * n for n in games),
        "judge_table_range": int(any(n % num_tables for n in games)),
        "judge_table_squares": max(
            _squares((n, num_tables) for n in games), _squares((n, len(games)) for n in at_table)
        ),
        "judge_player_range": max(-(-n // m) for n, m in shares) - min(n // m for n, m in shares),
        "judge_player_squares": squares,
        "judge_repeats": 0,
    }


def _squares(shares: Iterable[tuple[int, int]]) -> int:
    """Return the least sum of squares where each number is split over so many parts."""
    total = 0
    for number, parts in shares:
        share, over = divmod(number, parts)
        total += over * (share + 1) ** 2 + (parts - over) * share**2
    return total


def criteria(
    problem: JudgeProblem, tables: Tables, bounds: Mapping[str, int], searched: Iterable[str]
) -> tuple[Criterion, ...]:
    """Return the criteria of a rota with their bounds.

    Parameters
    ----------
    problem, tables
        The rota.
    bounds
        Proved lower bound of each criterion.
    searched
        The criteria whose bound was proved by exhaustive search.
    """
    found = problem.measure(tables)
    met = found.meetings[found.may_meet]
    shown: dict[str, Value] = {
        "judge_games": (int(found.games.min()), int(found.games.max())),
        "judge_player_range": (int(met.min()), int(met.max())),
    }
    by_search = set(searched)
    lines = []
    for code, value in zip(CODES, problem.key(tables), strict=True):
        bound = bounds[code]
        argument = "cp_sat" if code in by_search else "counting"
        if code == "judge_games":  # always exact; its range is what people read
            value = bound = int(found.games.max() - found.games.min())
            argument = "counting" if value <= 1 else "exchange"
        gap = value - bound
        lines.append(Criterion(code, shown.get(code, value), bound, gap == 0, gap, argument))
    return tuple(lines)
