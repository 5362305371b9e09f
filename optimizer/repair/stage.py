"""The stage as it stands after a repair: games of each player, absences, wishes, names, judges."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optimizer.certificate import Certificate
from optimizer.repair.asks import Asks
from optimizer.repair.changes import changes_between
from optimizer.repair.history import as_record
from optimizer.repair.plan import Plan, arrivals
from optimizer.repair.wishes import IntArray, kept_at_least, wishes_of_the_stage
from schedules.judges import NOBODY
from schedules.problem import Problem
from schedules.schedule import EMPTY, Schedule


def played_part(schedule: Schedule, after: int) -> Schedule:
    """Return the schedule with the rounds left empty."""
    seating = np.array(schedule.seating)
    seating[after:] = EMPTY
    return replace(schedule, seating=seating)


def band_of(plan: Plan, met: IntArray, schedule: Schedule, asks: Asks) -> tuple[int, int]:
    """Return the band of criterion 3 around the mean that the rounds left will bring about."""
    total = int(met.sum()) // 2
    for games, chairs in zip(plan.games.tolist(), plan.chairs.tolist(), strict=True):
        size, more = divmod(chairs, games)
        total += more * (size + 1) * size // 2 + (games - more) * size * (size - 1) // 2
    limits = stage_left(schedule, asks).limits()
    pairs = max(int(np.triu(limits > 0, 1).sum()), 1)
    return max(0, total // pairs - 1), -(-total // pairs) + 1


def stage_left(schedule: Schedule, asks: Asks) -> Problem:
    """Return the stage with the new wishes and absences, its games still as they were."""
    problem = schedule.problem
    absent = set(problem.absent)
    rounds = problem.num_rounds
    apart, at_most = wishes_of_the_stage(schedule, asks)
    absent -= {(p, r) for p, there in arrivals(problem, asks).items() for r in there}
    absent |= {(p, r) for p in asks.withdraw for r in range(asks.after, rounds)}
    absent |= {(p, r) for p, first in asks.late for r in range(asks.after, first)}
    return replace(
        problem,
        absent=tuple(sorted(absent)),
        at_least=tuple(dict.fromkeys(kept_at_least(schedule, asks))),
        apart=apart,
        at_most=at_most,
    )


def with_games(problem: Problem, seating: NDArray[np.int32]) -> Problem:
    """Return the stage with the games of each player, and the smallest game, as they are."""
    counts = np.bincount(seating[seating >= 0], minlength=problem.num_players).tolist()
    usual = max(Counter(n for n in counts if n).items(), key=lambda item: (item[1], item[0]))[0]
    sizes = (seating >= 0).sum(axis=2)
    return replace(
        problem,
        games_per_player=usual,
        other_games=tuple((p, n) for p, n in enumerate(counts) if n != usual),
        fewest_seats=min(problem.fewest_seats, int(sizes[sizes > 0].min())),
    )


def stated(schedule: Schedule, asks: Asks, seating: NDArray[np.int32]) -> Schedule:
    """Return the new schedule with the stage that it keeps, names and judges with it."""
    names = list(schedule.players)
    for slot, name in asks.replace:
        if names and name:
            names[slot] = name
    rota = schedule.judges
    if rota is not None:
        idle = (seating < 0).all(axis=2)
        rota = replace(rota, tables=np.where(idle, NOBODY, rota.tables))
    return replace(
        schedule,
        problem=with_games(stage_left(schedule, asks), seating),
        seating=seating,
        players=tuple(names),
        judges=rota,
        certificate=None,
    )


def finished(
    schedule: Schedule,
    certificate: Certificate,
    asks: Asks,
    *,
    before: Schedule,
    seed: int,
    seconds: float,
) -> Schedule:
    """Return the schedule with its certificate, and the repair in ``made``.

    With the chairs that changed, and the names of ``before``: so the repair can be undone, a
    player who comes back finds his chair, and who had a slot in the rounds played is not lost.
    """
    made: dict[str, Any] = dict(schedule.made or {})
    earlier = made.get("repairs")
    entry = {**asks.record(), "seed": seed, "seconds": round(seconds, 3)}
    if asks.replace and before.players:
        entry["names_before"] = [[slot + 1, before.players[slot]] for slot, _ in asks.replace]
    entry["changes"] = as_record(changes_between(before.seating, schedule.seating))
    made["repairs"] = [*(earlier if isinstance(earlier, list) else []), entry]
    return replace(schedule, certificate=certificate.as_json(), made=made)
