"""The wishes that a repair has to keep in the rounds left, each with its words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from optimizer.repair.asks import Asks, Pair, players_listed, standing_bans
from schedules.measures import meetings
from schedules.schedule import EMPTY, Schedule
from schedules.wishes import Group

IntArray = NDArray[np.int64]


@dataclass(frozen=True)
class Wish:
    """One wish in the rounds left.

    Attributes
    ----------
    kind
        "apart", "at_most", "at_least", "table" (always there), "not_table" or "judge".
    players
        Whom it is about.
    number
        The limit of meetings over the whole stage, or the table.
    round
        The round of a wish that holds in one only: a judge at a table.
    asked
        Whether it is new in this repair.
    who
        The name of the judge.
    """

    kind: str
    players: Group
    number: int = 0
    round: int | None = None
    asked: bool = False
    who: str = ""

    def __str__(self) -> str:
        who = players_listed(self.players)
        table = f"table {self.number + 1}"
        text = {
            "apart": f"{who} are to be kept apart",
            "at_most": f"{who} are to meet at most {_times(self.number)} in the whole stage"
            if self.number
            else f"{who} are never to meet",
            "at_least": f"{who} are to meet at least {_times(self.number)} in the whole stage",
            "table": f"{who} is always to sit at {table}",
            "not_table": f"{who} is not to sit at {table}",
            "judge": f"{self.who}, who judges {table} in round {(self.round or 0) + 1}, "
            f"must not judge {who}",
        }[self.kind]
        return text + (" (asked now)" if self.asked else "")

    def kept(self, tables: NDArray[np.int32], met: IntArray, after: int) -> bool:
        """Whether the rounds left keep the wish.

        Parameters
        ----------
        tables
            Table of each player in each round left, shape (rounds left, players); -1 sits out.
        met
            Meetings in the rounds played, shape (players, players).
        after
            Rounds played.
        """
        if self.kind in ("apart", "at_most", "at_least"):
            return all(
                self._meetings_kept(int(met[i, j]), tables[:, i], tables[:, j])
                for i, j in combinations(self.players, 2)
            )
        mine = tables[:, self.players[0]]
        if self.kind == "judge":
            return bool(mine[(self.round or 0) - after] != self.number)
        if self.kind == "table":
            return bool(np.isin(mine, (self.number, -1)).all())
        return bool((mine != self.number).all())

    def allows(self, table: int) -> bool:
        """Whether a wish about tables lets its player sit at the table."""
        return (table == self.number) == (self.kind == "table")

    def _meetings_kept(self, before: int, one: NDArray[np.int32], other: NDArray[np.int32]) -> bool:
        now = int(((one == other) & (one >= 0)).sum())
        if self.kind == "apart":
            return now == 0
        if self.kind == "at_least":
            return before + now >= self.number
        return now == 0 or before + now <= self.number


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def played_meetings(schedule: Schedule, after: int) -> IntArray:
    """How often each two players have met in the rounds played; shape (players, players)."""
    seating = np.array(schedule.seating)
    seating[after:] = EMPTY
    return meetings(Schedule(schedule.problem, seating))


def wishes_left(schedule: Schedule, asks: Asks) -> tuple[Wish, ...]:
    """Return every hard wish of the rounds left: those of the file, and those asked now."""
    problem = schedule.problem
    gone = set(asks.withdraw)
    found = [
        *(Wish("apart", group) for group in (*problem.apart, *problem.teams)),
        *(Wish("at_most", group, most) for group, most in problem.at_most),
        *(Wish("at_least", group, least) for group, least in kept_at_least(schedule, asks)),
        *(Wish("table", (p,), t) for p, t in problem.fixed_tables if p not in gone),
        *(Wish("not_table", (p,), t) for p, t in problem.forbidden_tables if p not in gone),
        *(Wish("not_table", (p,), t) for p, t in standing_bans(schedule) if p not in gone),
        *(Wish("apart", group, asked=True) for group in asks.apart),
        *(Wish("at_most", group, most, asked=True) for group, most in asks.at_most),
        *(Wish("not_table", (p,), t, asked=True) for p, t in asks.forbidden_tables),
        *_judges(schedule, asks),
    ]
    return tuple(dict.fromkeys(found))


def _judges(schedule: Schedule, asks: Asks) -> Iterator[Wish]:
    """Yield which players each judge must not have before him; the rota stays as it is."""
    rota = schedule.judges
    if rota is None:
        return
    for r in range(asks.after, schedule.num_rounds):
        for judge, player in rota.forbidden:
            for t in np.flatnonzero(rota.tables[r] == judge).tolist():
                if player not in asks.withdraw:
                    yield Wish("judge", (player,), t, round=r, who=rota.names[judge])


def kept_at_least(schedule: Schedule, asks: Asks) -> Iterator[tuple[Group, int]]:
    """Yield the wishes to meet so and so often, lowered to what those who leave still reach."""
    met = played_meetings(schedule, asks.after)
    missing = {p: schedule.num_rounds - asks.after for p in asks.withdraw}
    missing.update({p: first - asks.after for p, first in asks.late})
    for group, least in schedule.problem.at_least:
        if not set(group) & missing.keys():
            yield group, least
            continue
        for i, j in combinations(group, 2):
            away = max(missing.get(i, 0), missing.get(j, 0))
            can = int(met[i, j]) + schedule.num_rounds - asks.after - away
            if min(least, can) > 0:
                yield (i, j), min(least, can)


def lost_at_least(schedule: Schedule, asks: Asks) -> list[tuple[Pair, int, int]]:
    """List the pairs that can no longer meet as often as was wished: pair, wish, what is left."""
    wished, kept = schedule.problem.least_meetings(), np.zeros_like(schedule.problem.limits())
    for group, least in kept_at_least(schedule, asks):
        for i, j in combinations(group, 2):
            kept[i, j] = kept[j, i] = max(kept[i, j], least)
    pairs = np.argwhere(np.triu(wished > kept, 1)).tolist()
    return [((i, j), int(wished[i, j]), int(kept[i, j])) for i, j in pairs]


def met_before(schedule: Schedule, asks: Asks) -> list[tuple[Pair, int, int]]:
    """List the pairs of new wishes that met too often already: pair, limit, meetings played."""
    met = played_meetings(schedule, asks.after)
    limits = (*((group, 0) for group in asks.apart), *asks.at_most)
    return [
        ((i, j), most, int(met[i, j]))
        for group, most in limits
        for i, j in combinations(sorted(group), 2)
        if met[i, j] > most
    ]


def wishes_of_the_stage(
    schedule: Schedule, asks: Asks
) -> tuple[tuple[Group, ...], tuple[tuple[Group, int], ...]]:
    """Return ``apart`` and ``at_most`` of the stage with the new wishes in them.

    Two who met in played rounds cannot be "kept apart" any more: they meet at most as often as
    they have. So the verifier holds the wish for the rounds left, without a rule of its own.
    """
    met = played_meetings(schedule, asks.after)
    apart, at_most = list(schedule.problem.apart), list(schedule.problem.at_most)
    for group, most in (*((group, 0) for group in asks.apart), *asks.at_most):
        if all(met[i, j] <= most for i, j in combinations(group, 2)):
            if most == 0:
                apart.append(group)
            else:
                at_most.append((group, most))
            continue
        for i, j in combinations(group, 2):
            at_most.append(((i, j), max(most, int(met[i, j]))))
    return tuple(dict.fromkeys(apart)), tuple(dict.fromkeys(at_most))
