"""A Swiss round in the schedule file: the round behind the others, and what is kept of its draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimizer.swiss import SwissProblem, SwissRound
from optimizer.swiss.engine import RULES
from optimizer.swiss.explain import Edit
from schedules.errors import SeatingError
from schedules.problem import Problem
from schedules.schedule import EMPTY, Schedule
from schedules.verify import check_valid

KEPT = ("apart", "teams", "at_most", "at_least", "absent", "forbidden_tables")
"""Wishes of the rounds so far that stay in the file as they are."""


@dataclass(frozen=True, eq=False)
class Hand:
    """A round changed by hand, with the difference and who signs it.

    Attributes
    ----------
    seating
        Players from 0, shape (tables, seats).
    edit
        What it changes.
    who, when, why
        For the log.
    """

    seating: NDArray[np.int32]
    edit: Edit
    who: str
    when: str
    why: str

    def as_json(self) -> dict[str, Any]:
        """Return the log of the change as it stands in the file; players and tables from 1."""
        return {
            "who": self.who, "when": self.when, "why": self.why,
            "moved": [p + 1 for p in self.edit.moved],
            "breaks": [
                {"criterion": b.code, "players": [p + 1 for p in b.players],
                 "table": None if b.table is None else b.table + 1}
                for b in self.edit.breaches
            ],
            "changes": [
                {"tables": [t + 1 for t in change.tables], "criterion": d.code, "part": d.part,
                 "before": d.before, "after": d.after}
                for change in (*self.edit.tables, *self.edit.seats)
                for d in change.differences
            ],
        }  # fmt: skip


def records(history: Schedule | None) -> list[Mapping[str, Any]]:
    """Return what this program noted of the rounds that it seated."""
    made = history.made if history is not None and history.made is not None else {}
    records = made.get("swiss", [])
    if not isinstance(records, list) or not all(isinstance(r, dict) for r in records):
        raise SeatingError('The rounds so far hold a "made" that is not ours; take "swiss" out.')
    return records


def last_floats(history: Schedule | None, count: int) -> tuple[int, ...]:
    """Return how each player floated in the last round, if this program seated it."""
    for record in records(history):
        if history is not None and record.get("round") == history.num_rounds:
            lower, higher = record.get("floated_down", []), record.get("floated_up", [])
            return tuple((p + 1 in lower) - (p + 1 in higher) for p in range(count))
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
        "swiss": [*records(history), record(round_, hand)],
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


def record(round_: SwissRound, hand: Hand | None = None) -> dict[str, Any]:
    """Return what is kept of a round in the schedule file; players count from 1."""
    problem = round_.setting.problem
    floats = (round_ if hand is None else replace(round_, seating=hand.seating)).floats()
    return {
        "rules": RULES,
        "round": problem.round_number,
        "mode": str(round_.setting.mode),
        "seed": round_.seed,
        "input": round_.digest,
        "effort": round_.effort,
        "points": [str(points) for points in problem.points],
        "draw_numbers": list(problem.draw_numbers),
        "sits_out": [p + 1 for p in round_.setting.sits_out],
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
