"""Wishes of a round that cannot all hold: narrowed down to some that conflict, said in words."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from optimizer.conflict import Conflict
from optimizer.swiss.brackets import Impossible, prepare
from optimizer.swiss.modes import RANDOM, Mode
from optimizer.swiss.problem import SwissProblem
from schedules.wishes import listed

LISTS = ("apart", "forbidden_seats", "forbidden_tables", "fixed_tables", "locks")
LIMITS = ("most_in_a_row", "most_meetings", "club_limit")

QUESTION = 20.0
"""Seconds at most for one question whether the rest can be kept."""

Wish = tuple[str, Any]


def find_conflict(problem: SwissProblem, mode: Mode) -> Conflict:
    """Narrow the absolute criteria of an impossible round down to some that conflict.

    One wish after another is left out, and stays out where the rest is still impossible (a deletion
    filter): none of what remains can be spared. The mode of the round counts as a wish, which is
    left out by letting everybody sit anywhere.
    """
    needed: list[Wish] = []
    smallest = True
    free = Mode(RANDOM, least_repeats=False)
    for wish in (*_wishes(problem), ("mode", mode)):
        without, freely = _without(problem, wish), free if wish[0] == "mode" else mode
        answer = possible(without, freely)
        if answer is False:
            problem, mode = without, freely
        else:
            needed.append(wish)
            smallest = smallest and answer is True
    players = sorted({p for wish in needed for p in _players(wish)})
    return Conflict(tuple(_words(wish) for wish in needed), tuple(players), smallest)


def possible(problem: SwissProblem, mode: Mode) -> bool | None:
    """Return whether A1 to A8 and S1 can hold; ``None`` if CP-SAT did not settle it in its time."""
    from optimizer.errors import NothingFoundError
    from optimizer.swiss.absolute import rules
    from optimizer.swiss.engine import Solver
    from optimizer.swiss.past import Past
    from optimizer.swiss.seats import seat_table

    past = Past.of(problem)
    try:
        setting = prepare(problem, Mode(mode.kind, mode.size, least_repeats=False))
        for bracket in setting.brackets:
            found = Solver("", time.monotonic() + QUESTION).possible(rules(setting, past, bracket))
            for place, table in enumerate(bracket.tables):
                there = [p for p, at in zip(bracket.players, found, strict=True) if at == place]
                if seat_table(problem, past, table, there) is None:
                    return False
    except Impossible:
        return False
    except NothingFoundError:
        return None
    return True


def _wishes(problem: SwissProblem) -> Iterator[Wish]:
    """Yield the single wishes; those named first are the first to be let go."""
    for field in LIMITS:
        if getattr(problem, field) is not None:
            yield field, getattr(problem, field)
    for field in LISTS:
        for wish in getattr(problem, field):
            yield field, wish


def _without(problem: SwissProblem, wish: Wish) -> SwissProblem:
    field, value = wish
    if field == "mode":
        return problem
    changed: dict[str, Any] = {field: None}
    if field in LISTS:
        changed = {field: tuple(w for w in getattr(problem, field) if w != value)}
    return replace(problem, **changed)


def _players(wish: Wish) -> tuple[int, ...]:
    field, value = wish
    if field == "apart":
        return tuple(value)
    if field == "locks":
        return (value.player,)
    return (value[0],) if field in LISTS else ()


def _words(wish: Wish) -> str:
    field, value = wish
    if field == "mode":
        return f"the mode of the round is {value} (A5)"
    if field == "apart":
        return f"{listed(value)} are to be kept apart (A3)"
    if field in LIMITS:
        return {
            "club_limit": f"at most {value} of a club share a table (A4)",
            "most_meetings": f"nobody meets anybody more than {value} times (A7)",
            "most_in_a_row": f"nobody meets anybody in more than {value} rounds running (A8)",
        }[field]
    who = listed(_players(wish))
    if field == "locks":
        return f"player {who} is locked {_lock_words(value)} (A2)"
    return (
        f"player {who} "
        + {
            "fixed_tables": f"has table {value[1] + 1} fixed (A3)",
            "forbidden_tables": f"may not sit at table {value[1] + 1} (A3)",
            "forbidden_seats": f"may not sit on seat {value[1] + 1} (A3)",
        }[field]
    )


def _lock_words(lock: Any) -> str:
    if lock.sits_out:
        return "to sit out"
    places = [
        f"{word} {number + 1}"
        for word, number in (("table", lock.table), ("seat", lock.seat))
        if number is not None
    ]
    return f"to {', '.join(places)}" if places else "to play"
