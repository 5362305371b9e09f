"""The judges of a schedule file: read with every wrong place named, written from a rota."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from schedules.errors import ScheduleFileError
from schedules.judges import NOBODY, Pair, Rota
from schedules.numbering import to_file

if TYPE_CHECKING:
    from schedules.fields import JudgesFields

    Shape = tuple[int, int]


def rota_of(fields: JudgesFields | None, *, shape: Shape, num_players: int) -> Rota | None:
    """Return the rota of a file, or ``None`` where no judges stand in it.

    Parameters
    ----------
    fields
        What stands under ``judges``, of the right types.
    shape
        Rounds and tables of the schedule.
    num_players
        Its players, whom a judge may have to keep from.

    Raises
    ------
    ScheduleFileError
        If a round or a table is missing or too much, or a number is not that of a judge, player
        or round. A rota that breaks rules is read all the same; the verifier lists its faults.
    """
    if fields is None:
        return None
    num_rounds, num_tables = shape
    judges = len(fields.names)
    if len(fields.rounds) != num_rounds:
        raise ScheduleFileError(
            f'"judges" has {len(fields.rounds)} rounds and the schedule {num_rounds}; '
            "write the judges of each round, or leave the key out."
        )
    for r, tables in enumerate(fields.rounds, 1):
        if len(tables) != num_tables:
            raise ScheduleFileError(
                f'"judges", round {r} has {len(tables)} tables and the schedule {num_tables}; '
                "write a judge for each table, and null where a table does not play."
            )
        for t, judge in enumerate(tables, 1):
            if judge is not None:
                _check(judge, judges, f"round {r}, table {t}", "judges")
    return Rota(
        names=tuple(fields.names),
        tables=np.array([[_index(judge) for judge in tables] for tables in fields.rounds]),
        forbidden=_pairs(fields.not_with, judges, "not_with", num_players, "players"),
        absent=_pairs(fields.absent, judges, "absent", num_rounds, "rounds"),
    )


def _index(judge: int | None) -> int:
    return NOBODY if judge is None else judge - 1


def _check(number: int, last: int, where: str, word: str) -> None:
    if not 1 <= number <= last:
        raise ScheduleFileError(
            f'"judges", {where} holds {number}; the {word} are numbered from 1 to {last}.'
        )


def _pairs(
    pairs: list[tuple[int, int]], judges: int, key: str, last: int, word: str
) -> tuple[Pair, ...]:
    for n, (judge, other) in enumerate(pairs, 1):
        _check(judge, judges, f'"{key}", pair {n}', "judges")
        _check(other, last, f'"{key}", pair {n}', word)
    return tuple((judge - 1, other - 1) for judge, other in pairs)


def rota_data(rota: Rota) -> dict[str, Any]:
    """Return a rota as it stands in a file, every number from 1; wishes only where there are."""
    data: dict[str, Any] = {
        "names": list(rota.names),
        "rounds": [[to_file(judge) for judge in tables] for tables in rota.tables.tolist()],
    }
    for key, pairs in (("not_with", rota.forbidden), ("absent", rota.absent)):
        if pairs:
            data[key] = [[judge + 1, other + 1] for judge, other in pairs]
    return data
