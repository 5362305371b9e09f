"""The judges of a stage: who judges which table in which round, recounted and verified.

Like :mod:`schedules.verify` this shares no code with the optimizer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from schedules.faults import Fault
from schedules.names import name_key

if TYPE_CHECKING:
    from schedules.schedule import Schedule

NOBODY = -1
"""Stands for the judge of a table where no game is played."""

Pair = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Rota:
    """Who judges which table in each round of a stage.

    Parameters
    ----------
    names
        The judges' names; a judge is a place in this list, from 0.
    tables
        The judge of each table, shape (rounds, tables); ``NOBODY`` (-1) where no game is played.
        The array is copied and made read-only.
    forbidden
        Pairs (judge, player), from 0: the judge must not judge a game of that player.
    absent
        Pairs (judge, round), from 0: the judge is not there in that round.

    Notes
    -----
    A rota may be wrong; :func:`verify_rota` lists its faults.
    """

    names: tuple[str, ...]
    tables: NDArray[np.int32]
    forbidden: tuple[Pair, ...] = ()
    absent: tuple[Pair, ...] = ()

    def __post_init__(self) -> None:
        tables = np.array(self.tables, dtype=np.int32)
        if tables.ndim != 2:
            raise ValueError(f"tables has {tables.ndim} dimensions; rounds and tables are 2")
        tables.setflags(write=False)
        object.__setattr__(self, "names", tuple(self.names))
        object.__setattr__(self, "tables", tables)
        object.__setattr__(self, "forbidden", _sorted(self.forbidden))
        object.__setattr__(self, "absent", _sorted(self.absent))

    def judge_of(self, round_: int, table: int) -> str:
        """Return the name of the judge at a table in a round, ``""`` where there is none."""
        judge = int(self.tables[round_, table])
        return self.names[judge] if judge >= 0 else ""

    def by_judge(self) -> list[tuple[str, list[int | None]]]:
        """Return each judge's name with the table of each round, from 0; ``None`` where free."""
        rows: list[tuple[str, list[int | None]]] = []
        for judge, name in enumerate(self.names):
            at = [np.flatnonzero(tables == judge).tolist() for tables in self.tables]
            rows.append((name, [tables[0] if tables else None for tables in at]))
        return rows

    def text(self) -> str:
        """Return what the digest of a schedule takes in: tables by round from 1, and the names."""
        return repr((self.tables + 1).tolist()) + "\n" + "\n".join(self.names)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rota):
            return NotImplemented
        return (
            self.names == other.names
            and np.array_equal(self.tables, other.tables)
            and self.forbidden == other.forbidden
            and self.absent == other.absent
        )

    def __hash__(self) -> int:
        return hash((self.names, self.tables.tobytes(), self.forbidden, self.absent))


def _sorted(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    return tuple(sorted({(int(first), int(second)) for first, second in pairs}))


@dataclass(frozen=True)
class RotaMeasures:
    """How even a rota is, recounted from the tables.

    Attributes
    ----------
    games
        Games of each judge, shape (judges,).
    visits
        How often each judge is at each table, shape (judges, tables).
    meetings
        In how many games each judge has each player before him, shape (judges, players).
    may_meet
        Whether the judge may judge the player at all, shape (judges, players).
    repeats
        How often a judge stays at the same table from one round to the next.
    """

    games: NDArray[np.int64]
    visits: NDArray[np.int64]
    meetings: NDArray[np.int64]
    may_meet: NDArray[np.bool_]
    repeats: int


def measure_rota(schedule: Schedule, rota: Rota) -> RotaMeasures:
    """Count how even a valid rota is."""
    judges, players = len(rota.names), schedule.problem.num_players
    visits = np.zeros((judges, rota.tables.shape[1]), dtype=np.int64)
    meetings = np.zeros((judges, players), dtype=np.int64)
    for r, t, seats in _games(schedule):
        judge = int(rota.tables[r, t])
        visits[judge, t] += 1
        meetings[judge, [p for p in seats if p >= 0]] += 1
    may_meet = np.ones((judges, players), dtype=np.bool_)
    for judge, player in rota.forbidden:
        may_meet[judge, player] = False
    here, then = rota.tables[:-1], rota.tables[1:]
    repeats = int(np.sum((here == then) & (here >= 0)))
    return RotaMeasures(visits.sum(axis=1), visits, meetings, may_meet, repeats)


def verify_rota(schedule: Schedule, rota: Rota) -> list[Fault]:
    """List every fault of a rota; an empty list means that it is valid.

    Every game has one judge and no other table has; a judge is at one table a round; nobody
    judges a player he must not judge, or in a round in which he is absent; the judges have
    names that people can tell apart.
    """
    faults = [*_name_faults(rota), *_wish_faults(schedule, rota)]
    due = schedule.seating.shape[:2]
    if rota.tables.shape != due:
        has = "{} rounds of {} tables".format(*rota.tables.shape)
        want = "{} rounds of {} tables".format(*due)
        return [*faults, Fault("judges_shape", f"The judges have {has}, the schedule {want}.")]
    return [
        *faults,
        *_table_faults(schedule, rota),
        *_twice_faults(rota),
        *_forbidden_faults(schedule, rota),
        *_absent_faults(rota),
    ]


def _games(schedule: Schedule) -> Iterator[tuple[int, int, list[int]]]:
    """Yield round, table and seats of every table at which somebody sits."""
    for r, tables in enumerate(schedule.seating.tolist()):
        for t, seats in enumerate(tables):
            if any(p >= 0 for p in seats):
                yield r, t, seats


def _name_faults(rota: Rota) -> list[Fault]:
    first: dict[str, int] = {}
    faults = []
    for judge, name in enumerate(rota.names):
        earlier = first.setdefault(name_key(name), judge)
        if not name_key(name):
            faults.append(Fault("judge_name", f"The name of judge {judge + 1} is empty."))
        elif earlier != judge:
            sentence = f"Judges {earlier + 1} and {judge + 1} are both called {name!r}."
            faults.append(Fault("judge_name", sentence))
    return faults


def _wish_faults(schedule: Schedule, rota: Rota) -> list[Fault]:
    """Check that wishes speak of judges, players and rounds that there are."""
    faults = []
    for kind, pairs, last, word in (
        ("not with", rota.forbidden, schedule.problem.num_players, "players"),
        ("absent", rota.absent, schedule.num_rounds, "rounds"),
    ):
        for judge, other in pairs:
            if not 0 <= judge < len(rota.names):
                wrong = f"judge {judge + 1}; the judges are 1 to {len(rota.names)}."
            elif not 0 <= other < last:
                wrong = f"{other + 1}; the {word} are 1 to {last}."
            else:
                continue
            faults.append(Fault("judge_wish", f"A wish of the judges, {kind}, names {wrong}"))
    return faults


def _table_faults(schedule: Schedule, rota: Rota) -> list[Fault]:
    """Check that every game has a judge that exists, and tables without a game have none."""
    playing = {(r, t) for r, t, _ in _games(schedule)}
    faults = []
    for (r, t), judge in np.ndenumerate(rota.tables):
        where = f"Round {r + 1}, table {t + 1}"
        if (r, t) not in playing:
            if judge != NOBODY:
                sentence = f"{where} has a judge, {_who(rota, int(judge))}, and no game."
                faults.append(Fault("judge_idle", sentence, r, t))
        elif judge == NOBODY:
            faults.append(Fault("judge_missing", f"{where} has no judge.", r, t))
        elif not 0 <= judge < len(rota.names):
            sentence = f"{where} has judge {judge + 1}; the judges are 1 to {len(rota.names)}."
            faults.append(Fault("judge_number", sentence, r, t))
    return faults


def _who(rota: Rota, judge: int) -> str:
    return rota.names[judge] if 0 <= judge < len(rota.names) else str(judge + 1)


def _twice_faults(rota: Rota) -> list[Fault]:
    faults = []
    for r, judges in enumerate(rota.tables.tolist()):
        where: dict[int, list[int]] = defaultdict(list)
        for t, judge in enumerate(judges):
            if judge >= 0:
                where[judge].append(t)
        for judge, tables in where.items():
            if len(tables) > 1:
                at = ", ".join(str(t + 1) for t in tables)
                sentence = f"{_who(rota, judge)} judges at several tables in round {r + 1}: {at}."
                faults.append(Fault("judge_twice", sentence, r, tables[1]))
    return faults


def _forbidden_faults(schedule: Schedule, rota: Rota) -> list[Fault]:
    forbidden = set(rota.forbidden)
    faults = []
    for r, t, seats in _games(schedule):
        judge = int(rota.tables[r, t])
        for s, player in enumerate(seats):
            if (judge, player) in forbidden and player < schedule.problem.num_players:
                sentence = (
                    f"{_who(rota, judge)} judges {schedule.player_label(player)} in round {r + 1}, "
                    f"table {t + 1}, and must not."
                )
                cells = ((r, t, s),)
                faults.append(Fault("judge_forbidden", sentence, r, t, s, player, cells))
    return faults


def _absent_faults(rota: Rota) -> list[Fault]:
    absent = set(rota.absent)
    return [
        Fault(
            "judge_absent",
            f"{_who(rota, int(judge))} judges table {t + 1} in round {r + 1} and is absent then.",
            r,
            t,
        )
        for (r, t), judge in np.ndenumerate(rota.tables)
        if (int(judge), r) in absent
    ]
