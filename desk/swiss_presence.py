"""Who was there in the rounds so far: late entries, withdrawals, and how often each sat out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from schedules.errors import SeatingError
from schedules.schedule import Schedule


@dataclass(frozen=True)
class Presence:
    """What the rounds so far tell of a field.

    Attributes
    ----------
    sat_out
        How often each player was active and had no seat; a round before he entered, for which he
        was absent, or in which he was withdrawn is none.
    withdrawn
        Who was not playing when the last round was seated and has had no seat since, from 0.
    """

    sat_out: tuple[int, ...]
    withdrawn: frozenset[int]


def presence(history: Schedule, count: int) -> Presence:
    """Return who was there in the rounds so far, by their records and seats.

    Parameters
    ----------
    history
        The rounds so far.
    count
        Players that the event knows now; those beyond the schedule's are new in this round.
    """
    active = np.ones((history.num_rounds, count), dtype=bool)
    active[:, history.problem.num_players :] = False
    for player, round_ in history.problem.absent:
        active[round_, player] = False
    by_round = {record.get("round"): record for record in records(history)}
    for number, record in by_round.items():
        for player in numbers(record, "entered", count):
            active[: int(number or 0) - 1, player] = False
    seated = np.array([np.isin(np.arange(count), round_) for round_ in history.seating])
    gone: set[int] = set()
    for index in range(history.num_rounds):
        record = by_round.get(index + 1, {})
        if "withdrawn" in record:
            gone = set(numbers(record, "withdrawn", count))
        gone -= set(np.flatnonzero(seated[index]).tolist())
        active[index, list(gone)] = False
    missed = (active & ~seated).sum(axis=0)
    return Presence(tuple(missed.tolist()), frozenset(gone))


def records(history: Schedule | None) -> list[Mapping[str, Any]]:
    """Return what this program noted of the rounds that it seated and that still stand there."""
    made = history.made if history is not None and history.made is not None else {}
    records = made.get("swiss", [])
    if not isinstance(records, list) or not all(
        isinstance(r, dict) and isinstance(r.get("round"), int) for r in records
    ):
        raise SeatingError('The rounds so far hold a "made" that is not ours; take "swiss" out.')
    played = history.num_rounds if history is not None else 0
    return [record for record in records if record["round"] <= played]


def numbers(record: Mapping[str, Any], key: str, count: int) -> Sequence[int]:
    """Return the players, from 0, that a record lists; whoever is beyond the field is refused."""
    listed = record.get(key, [])
    if not isinstance(listed, list) or not all(
        isinstance(p, int) and 1 <= p <= count for p in listed
    ):
        raise SeatingError(
            f'The record of round {record["round"]} in "made" lists "{key}" that are no players; '
            'take "swiss" out of it.'
        )
    return [p - 1 for p in listed]
