"""Judges for the tables of a round, and where there are too few, the smallest reason why."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from optimizer.judge_problem import JudgeProblem, Tables


def match(problem: JudgeProblem, tables: Tables, r: int, order: Sequence[int]) -> list[int]:
    """Give as many tables of a round as can be a judge; return the tables left without one.

    Parameters
    ----------
    problem
        The judges and their games.
    tables
        The rota; round ``r`` is filled in.
    r
        The round.
    order
        In which order judges are tried.
    """
    return [
        t
        for t in np.flatnonzero(problem.playing[r]).tolist()
        if not _seat(problem, tables, r, t, order, set())
    ]


def _seat(
    problem: JudgeProblem,
    tables: Tables,
    r: int,
    t: int,
    order: Sequence[int],
    seen: set[int],
) -> bool:
    """Give a table a judge, others making room where that helps (an augmenting path)."""
    for judge in order:
        if not problem.allowed[r, t, judge] or judge in seen:
            continue
        seen.add(judge)
        at = np.flatnonzero(tables[r] == judge).tolist()
        if not at or _seat(problem, tables, r, at[0], order, seen):
            tables[r, t] = judge
            return True
    return False


def explain(problem: JudgeProblem, tables: Tables, short: Sequence[tuple[int, int]]) -> str:
    """Say in words why some tables cannot have a judge.

    Parameters
    ----------
    problem
        The judges and their games.
    tables
        A rota that :func:`match` has filled in round by round.
    short
        Round and table of the games that it left without a judge.

    Notes
    -----
    A smallest set of tables with fewer judges between them than tables (Hall) is named. It holds
    exactly one table that the matching leaves without a judge, and whatever is reached from that
    table along "may be judged by", "judges now" is a smallest one: no smaller set is inside, for
    it would hold that table too, and be reached from it. So the smallest of them all is the
    smallest over the tables left without a judge.
    """
    r, conflict = min(
        ((r, _reached(problem, tables, r, t)) for r, t in short), key=lambda found: len(found[1])
    )
    judges = np.flatnonzero(problem.allowed[r, conflict].any(axis=0)).tolist()
    return _sentence(problem, r, conflict, judges)


def _reached(problem: JudgeProblem, tables: Tables, r: int, start: int) -> list[int]:
    found = [start]
    for t in found:
        for judge in np.flatnonzero(problem.allowed[r, t]).tolist():
            at = int(np.flatnonzero(tables[r] == judge)[0])
            if at not in found:
                found.append(at)
    return sorted(found)


def _sentence(problem: JudgeProblem, r: int, tables: Sequence[int], judges: Sequence[int]) -> str:
    names = [problem.names[judge] for judge in judges]
    where = f"In round {r + 1}"
    playing = int(problem.playing[r].sum())
    missing = len(tables) - len(judges)
    if len(tables) == playing > 1 and len(judges) == _present(problem, r):
        there = "is" if len(judges) == 1 else "are"
        text = (
            f"Round {r + 1} has {playing} games and only {len(judges)} of the judges {there} there"
        )
    elif not judges:
        text = f"{where}, table {tables[0] + 1}, nobody may judge"
    else:
        which = _listed([str(t + 1) for t in tables])
        only = _listed(names)
        text = f"{where} the tables {which} have only {only} between them"
    why = _reasons(problem, r, tables, judges)
    reasons = f": {'; '.join(why)}." if why else "."
    judge = "judge" if missing == 1 else "judges"
    wish = "drop one of these wishes, or " if why else ""
    mend = f"{wish}name {missing} more {judge}."
    return f"{text}{reasons} {mend[0].upper()}{mend[1:]}"


def _present(problem: JudgeProblem, r: int) -> int:
    return sum((judge, r) not in problem.absent for judge in range(len(problem.names)))


def _reasons(
    problem: JudgeProblem, r: int, tables: Sequence[int], inside: Sequence[int]
) -> list[str]:
    """Say for each judge who may judge none of the tables what keeps him away."""
    schedule = problem.schedule
    why = []
    for judge, name in enumerate(problem.names):
        if judge in inside:
            continue
        if (judge, r) in problem.absent:
            why.append(f"{name} is absent")
            continue
        players = []
        for t in tables:
            seated = [p for p in schedule.seating[r, t].tolist() if (judge, p) in problem.forbidden]
            at = f" (table {t + 1})" if len(tables) > 1 else ""
            players.append(f"{schedule.player_label(seated[0])}{at}")
        why.append(f"{name} must not judge {_listed(players)}")
    return why


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
