"""The judges of an event as the log has them, and where they sit in a seated round."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from schedules.names import name_key
from tournament.store.state import Moment, Seated, State

if TYPE_CHECKING:
    from schedules.judges import Rota

NAMED = "judges"
"""What the log calls the naming of judges."""


@dataclass(frozen=True, slots=True)
class Bench:
    """Who judges, and what must not be.

    Attributes
    ----------
    names
        The judges.
    not_with
        Pairs (judge, name of a player whom he must not judge).
    absent
        Pairs (judge, round in which he is not there).
    """

    names: tuple[str, ...] = ()
    not_with: tuple[tuple[str, str], ...] = ()
    absent: tuple[tuple[str, Moment], ...] = ()

    def there(self, moment: Moment) -> tuple[str, ...]:
        """Return who is there in a round."""
        return tuple(name for name in self.names if (name, moment) not in self.absent)


def bench_of(state: State) -> Bench:
    """Return the judges as they were named last; nobody if they never were."""
    for line in reversed(state.log):
        if line.what == NAMED:
            found = json.loads(line.after)
            return Bench(
                tuple(found["names"]),
                tuple((judge, player) for judge, player in found["not_with"]),
                tuple((judge, (stage, number)) for judge, stage, number in found["absent"]),
            )
    return Bench()


def conflicts_at(state: State, bench: Bench, moment: Moment | None) -> set[tuple[str, int]]:
    """Return pairs (judge, slot) that must not be, by who sits in the slots in a round or now."""
    slots = {name_key(state.occupant(slot, moment).name): slot for slot in state.numbers}
    return {
        (judge, slots[name_key(player)])
        for judge, player in bench.not_with
        if name_key(player) in slots
    }


def judges_at(one: Seated) -> tuple[str, ...]:
    """Return the judge of each table of a round, "" where there is none."""
    found = tuple(one.facts.get("judges", ()))
    if not one.tables:  # about to be drawn
        return found
    return tuple(name if number in one.in_play else "" for number, name in enumerate(found, 1)) or (
        "",
    ) * len(one.tables)


def unjudged(state: State) -> tuple[tuple[Seated, int], ...]:
    """Return the games still to be played that nobody judges, though judges are named.

    A closed table that opens again has none.
    """
    if not bench_of(state).names:
        return ()
    return tuple(
        (one, table)
        for one in state.rounds
        for table in state.missing(one)
        if not (judges_at(one) + ("",) * len(one.tables))[table - 1]
    )


def standing_conflicts(state: State, stage: str) -> tuple[tuple[str, int], ...]:
    """Return pairs (judge, slot) that hold for a stage, without those that came up too late.

    A wish that a round of the stage already broke when it was stated says nothing against it.
    """
    rounds = [one for one in state.rounds if one.stage == stage]
    broken = {
        (judge, slot)
        for one in rounds
        for judge, table in zip(judges_at(one), one.tables, strict=True)
        for slot in table
    }
    return tuple(sorted(conflicts_at(state, bench_of(state), None) - broken))


def rota_of(rounds: list[Seated], height: int) -> Rota | None:
    """Return who judges the rounds of a stage; None unless every game of them has a judge."""
    from schedules.judges import NOBODY, Rota

    names: dict[str, int] = {}
    tables = np.full((len(rounds), height), NOBODY, dtype=np.int32)
    for r, one in enumerate(rounds):
        for t, name in enumerate(judges_at(one)):
            if name:
                tables[r, t] = names.setdefault(name, len(names))
            elif t + 1 in one.in_play:
                return None
    return Rota(tuple(names), tables)
