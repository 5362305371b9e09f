"""A Swiss round in the schedule file: the round behind the others, and what is kept of its draw."""

from __future__ import annotations

from collections import Counter
from importlib.metadata import version
from typing import Any

import numpy as np

from desk.swiss_hand import Hand
from desk.swiss_presence import numbers, records
from optimizer.swiss import SwissProblem, SwissRound
from optimizer.swiss.engine import RULES
from schedules.problem import Problem
from schedules.schedule import EMPTY, Schedule
from schedules.verify import check_valid

KEPT = ("apart", "teams", "at_most", "at_least", "absent", "forbidden_tables")
"""Wishes of the rounds so far that stay in the file as they are."""


def last_floats(history: Schedule | None, count: int) -> tuple[int, ...]:
    """Return how each player floated in the last round, if this program seated it."""
    for record in records(history):
        if history is not None and record.get("round") == history.num_rounds:
            lower = numbers(record, "floated_down", count)
            higher = numbers(record, "floated_up", count)
            return tuple((p in lower) - (p in higher) for p in range(count))
    return ()


def appended(
    history: Schedule | None, round_: SwissRound, names: tuple[str, ...], hand: Hand | None = None
) -> Schedule:
    """Return the schedule so far with the new round, valid by the verifier.

    Parameters
    ----------
    history
        The rounds so far; None before round 1.
    round_
        The round as the rule gives it.
    names
        By slot, or empty.
    hand
        The round as it is changed by hand, which is then the one that stands there.

    Raises
    ------
    InvalidScheduleError
        If it is not, which would be a fault of this program or of the rounds so far.
    """
    problem = round_.setting.problem
    known = problem.num_players if history is None else history.problem.num_players
    played = [] if history is None else list(history.seating)
    tables = max(problem.num_tables, *(len(r) for r in played), 1)
    seating = np.full((len(played) + 1, tables, problem.width), EMPTY, dtype=np.int32)
    for number, one in enumerate([*played, round_.seating if hand is None else hand.seating]):
        seating[number, : one.shape[0], : one.shape[1]] = one
    games = Counter(seating[seating >= 0].tolist())
    usual = Counter(games[p] for p in range(problem.num_players)).most_common(1)[0][0] or 1
    sizes = {int((table >= 0).sum()) for one in seating for table in one} - {0}
    stated = Problem(
        num_players=problem.num_players,
        num_tables=tables,
        num_rounds=len(seating),
        num_seats=problem.width,
        games_per_player=usual,
        other_games=tuple((p, games[p]) for p in range(problem.num_players) if games[p] != usual),
        fewest_seats=min(sizes),
        **_wishes(history, problem),
    )
    made = {
        "version": version("seating"),
        **((history.made or {}) if history else {}),
        "swiss": [*records(history), record(round_, hand, known=known)],
    }
    schedule = Schedule(
        stated, seating, name=history.name if history else "", players=names, made=made
    )
    check_valid(schedule)
    return schedule


def _wishes(history: Schedule | None, problem: SwissProblem) -> dict[str, Any]:
    """Return the wishes that the file goes on to state."""
    if history is None:
        return {"apart": problem.apart}
    locked = {lock.player for lock in problem.locks}
    old = history.problem
    kept = {name: getattr(old, name) for name in KEPT}
    return {**kept, "fixed_tables": tuple((p, t) for p, t in old.fixed_tables if p not in locked)}


def record(round_: SwissRound, hand: Hand | None, *, known: int) -> dict[str, Any]:
    """Return what is kept of a round in the schedule file; players count from 1.

    Parameters
    ----------
    round_, hand
        The round as the rule gives it, and as it is changed by hand.
    known
        Players before this round; those beyond are late entries.
    """
    problem, setting = round_.setting.problem, round_.setting
    as_played = round_ if hand is None else hand.of(round_)
    seated = set(as_played.seating.ravel().tolist())
    floats = [way if setting.rank[p] else 0 for p, way in enumerate(as_played.floats())]
    return {
        "rules": RULES,
        "round": problem.round_number,
        "mode": str(round_.setting.mode),
        "seed": round_.seed,
        "input": round_.digest,
        "effort": round_.effort,
        "points": [str(points) for points in problem.points],
        "draw_numbers": list(problem.draw_numbers),
        "sits_out": [p + 1 for p in (*setting.sits_out, *setting.playing) if p not in seated],
        "withdrawn": [
            p + 1 for p, there in enumerate(problem.active) if not there and p not in seated
        ],
        "entered": list(range(known + 1, problem.num_players + 1)),
        "floated_up": [p + 1 for p, way in enumerate(floats) if way < 0],
        "floated_down": [p + 1 for p, way in enumerate(floats) if way > 0],
        "locks": [
            {
                "player": lock.player + 1,
                "table": None if lock.table is None else lock.table + 1,
                "seat": None if lock.seat is None else lock.seat + 1,
                "sits_out": lock.sits_out,
                "who": lock.who, "when": lock.when, "why": lock.why,
            }
            for lock in problem.locks
        ],
        "brackets": [
            {
                "tables": [t + 1 for t in result.bracket.tables],
                **result.certificate.as_json(),
            }
            for result in round_.brackets
        ],
        "seats": [list(table.vector) for table in round_.tables],
        "seconds": round(round_.seconds, 2),
        **({} if hand is None else {"edited": hand.as_json()}),
    }  # fmt: skip
