"""Wishes and locks of a Swiss round as they stand on the command line, and what they say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from desk.wishes import parse_group, parse_players, slots
from optimizer.swiss import Lock
from schedules.errors import SeatingError
from schedules.problem import Problem
from schedules.wishes import Group

LOCK = re.compile(r"(?P<who>.+?):(?:(?P<word>out|in)|(?P<table>\d{1,4})?(?::(?P<seat>\d{1,3}))?)")


@dataclass(frozen=True)
class WishTexts:
    """What stands on the command line; empty where nothing stands."""

    withdraw: tuple[str, ...] = ()
    lock: tuple[str, ...] = ()
    by: str = ""
    because: str = ""
    apart: tuple[str, ...] = ()
    fixed_table: tuple[str, ...] = ()
    forbid_table: tuple[str, ...] = ()
    forbid_seat: tuple[str, ...] = ()
    club_limit: int | None = None
    at_most: int | None = None
    in_a_row: int | None = None


def now() -> str:
    """Return the time for the log."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def check_effort(effort: float) -> None:
    """Refuse an effort of the solver that is none, or that nobody waits for."""
    if not 0.001 <= effort <= 100:
        raise SeatingError(f"--effort {effort:g} does not fit; 0.001 to 100 does.")


def read_wishes(
    texts: WishTexts,
    names: Sequence[str],
    num_players: int,
    stated: Problem | None,
    met: NDArray[np.int64] | None,
    also_apart: Sequence[Group] = (),
) -> dict[str, Any]:
    """Return the wishes as :class:`optimizer.swiss.SwissProblem` takes them, from 0.

    Parameters
    ----------
    texts
        The command line.
    names, num_players
        The field.
    stated
        The problem of the rounds so far: who is kept apart there and bound to tables stays so, and
        who has met as often as he may there is kept apart from now on.
    met
        How often each pair met in them, shape (players, players); None before round 1.
    also_apart
        Groups kept apart by the standings.

    Raises
    ------
    SeatingError
        If a wish cannot be read.
    """

    def players(text: str) -> tuple[int, ...]:
        return slots(parse_players(text), names, num_players)

    def places(option: str, values: Sequence[str]) -> tuple[tuple[int, int], ...]:
        found = []
        for text in values:
            who, _, number = text.rpartition(":")
            if not who or not re.fullmatch(r"\d{1,4}", number) or int(number) < 1:
                raise SeatingError(f'{option} "{text}" cannot be read; write it like "17:2".')
            found += [(player, int(number) - 1) for player in players(who)]
        return tuple(found)

    old = stated
    apart = (
        *(slots(parse_group(text), names, num_players) for text in texts.apart),
        *((*old.apart, *old.teams) if old else ()),
        *(met_enough(old, met) if old and met is not None else ()),
    )
    return {
        "apart": each_once((*apart, *also_apart)),
        "fixed_tables": (*places("--fixed-table", texts.fixed_table),
                         *(old.fixed_tables if old else ())),
        "forbidden_tables": (*places("--forbid-table", texts.forbid_table),
                             *(old.forbidden_tables if old else ())),
        "forbidden_seats": places("--forbid-seat", texts.forbid_seat),
        "locks": tuple(
            lock for text in texts.lock for lock in _locks(text, texts, names, num_players)
        ),
        "club_limit": texts.club_limit,
        "most_meetings": texts.at_most,
        "most_in_a_row": texts.in_a_row,
    }  # fmt: skip


def each_once(groups: Iterable[Group]) -> tuple[Group, ...]:
    """Return groups kept apart without those that another line has already said.

    A wish of the history that the command line repeats, and "not with" in both rows, are one.
    """
    return tuple(dict.fromkeys(tuple(sorted(group)) for group in groups))


def met_enough(stated: Problem, met: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Return the pairs that a limit of the rounds so far lets meet no more.

    Parameters
    ----------
    stated
        The problem of these rounds.
    met
        Meetings of each pair, shape (players, players).
    """
    return [
        pair
        for group, most in stated.at_most
        for pair in combinations(sorted(group), 2)
        if met[pair] >= most
    ]


def _locks(text: str, texts: WishTexts, names: Sequence[str], num_players: int) -> list[Lock]:
    found = LOCK.fullmatch(text)
    if found is None or not (found["word"] or found["table"] or found["seat"]):
        raise SeatingError(
            f'--lock "{text}" cannot be read; write a player and table 17:2, table and seat '
            "17:2:5, seat 17::5, 17:out or 17:in."
        )
    table, seat = (int(found[key]) - 1 if found[key] else None for key in ("table", "seat"))
    if -1 in (table, seat):
        raise SeatingError(f'--lock "{text}": tables and seats count from 1.')
    return [
        Lock(player, table, seat, found["word"] == "out", texts.by, now(), texts.because)
        for player in slots(parse_players(found["who"]), names, num_players)
    ]
