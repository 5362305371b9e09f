"""Small schedules to repair, and what every repair keeps."""

from __future__ import annotations

import numpy as np
from hypothesis import HealthCheck, settings

from optimizer.repair import Repair, replay
from optimizer.repair.wishes import played_meetings, wishes_left
from schedules.files import dump_schedule, parse_schedule
from schedules.problem import Problem
from schedules.schedule import EMPTY, Schedule
from schedules.verify import verify

slowly = settings(deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow])


def random_schedule(seed: int, players: int, tables: int, seats: int, rounds: int) -> Schedule:
    """A schedule in which everybody plays in every round, or which is as even as it happens."""
    rng = np.random.default_rng(seed)
    chairs = tables * seats
    games = rounds * chairs // players
    seating = np.empty((rounds, tables, seats), dtype=np.int32)
    left = np.full(players, games)
    for r in range(rounds):
        order = rng.permutation(players)
        order = order[np.argsort(-left[order], kind="stable")][:chairs]
        left[order] -= 1
        seating[r] = rng.permutation(order).reshape(tables, seats)
    assert not left.any()
    return Schedule(Problem(players, tables, rounds, seats, games), seating)


def check(done: Repair) -> None:
    """What every repair keeps."""
    before, now, asks = done.before, done.schedule, done.asks
    assert before.seating[: asks.after].tobytes() == now.seating[: asks.after].tobytes()
    assert verify(now) == []
    assert np.array_equal(replay(before.seating, done.changes), now.seating)
    assert all(change.round >= asks.after for change in done.changes)
    rest = now.table_of()[asks.after :]
    met = played_meetings(before, asks.after)
    assert all(wish.kept(rest, met, asks.after) for wish in wishes_left(before, asks))
    if not asks.swap:  # a swap moves chairs of both, which is no choice
        assert done.changed_games >= done.change_bound
    assert parse_schedule(dump_schedule(now)) == now
    for p in asks.withdraw:
        assert not (now.seating[asks.after :] == p).any()
    for t in asks.close_tables:
        assert (now.seating[asks.after :, t] == EMPTY).all()
    for p, first in asks.late:
        assert not (now.seating[asks.after : first] == p).any()
