"""The least change and the best quality with it, by listing everything on tiny schedules."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from repair_cases import check, random_schedule, slowly

from optimizer.cpsat.repair_model import RestModel
from optimizer.cpsat.solve import Params, run
from optimizer.errors import InfeasibleError
from optimizer.repair import Asks, Repair, repair, repair_asked
from optimizer.repair.goals import Quality, uneven_games
from optimizer.repair.plan import make_plan
from optimizer.repair.wishes import played_meetings, wishes_left
from schedules.measures import measure, meetings, table_visits
from schedules.problem import Problem
from schedules.schedule import Schedule
from schedules.verify import verify


def every_round(plan_tables: int, seats: int, there: list[int], sizes: set[tuple[int, ...]]):
    """Yield table by player (-1 sits out) of every way to fill the tables with allowed sizes."""
    for where in product(range(-1, plan_tables), repeat=len(there)):
        counts = tuple(sorted(where.count(t) for t in range(plan_tables)))
        if counts in sizes:
            yield dict(zip(there, where, strict=True))


def quality_of(played: np.ndarray, tables: np.ndarray, limits: np.ndarray) -> tuple[int, int, int]:
    """Return pairs that never meet, the excess over the band and the spread, of all rounds."""
    met = played + sum(
        (row[:, None] == row[None, :]) & (row >= 0)[:, None] for row in tables.astype(int)
    )
    upper = np.triu_indices(len(met), 1)
    pairs, may = met[upper], limits[upper] > 0
    total, count = pairs[may].sum(), may.sum()
    low, high = max(0, total // count - 1), -(-total // count) + 1
    excess = np.maximum(low - pairs[may], 0) + np.maximum(pairs[may] - high, 0)
    return int((pairs[may] == 0).sum()), int(excess.sum()), int((pairs**2).sum())


def least(schedule: Schedule, asks: Asks, sizes: set[tuple[int, ...]], limits=None):
    """Return the least (unevenness, games changed, seats changed) by listing everything.

    With the limits of the stage after the repair, the best quality with these follows.
    """
    problem, after = schedule.problem, asks.after
    base = schedule.table_of()[after:]
    there = [p for p in range(problem.num_players) if p not in asks.withdraw]
    due = (base >= 0).sum(axis=0)
    met = played_meetings(schedule, after)
    wishes = wishes_left(schedule, asks)
    open_ = [t for t in range(problem.num_tables) if t not in asks.close_tables]
    ways = []
    for way in every_round(problem.num_tables, problem.num_seats, there, sizes):
        row = np.full(problem.num_players, -1, dtype=np.int32)
        for p, t in way.items():
            row[p] = t
        if set(row[row >= 0].tolist()) <= set(open_):
            ways.append(row)
    shared = any(sum(size) != (base[0][there] >= 0).sum() for size in sizes)
    best = None
    for rows in product(ways, repeat=len(base)):
        tables = np.array(rows)
        if not all(wish.kept(tables, met, after) for wish in wishes):
            continue
        mine = (tables[:, there] >= 0).sum(axis=0)
        uneven = int(((mine - due[there]) ** 2).sum()) if shared else 0
        changed, seats = int((tables != base)[:, there].sum()), 0
        for r, t in product(range(len(base)), open_):
            come = sum(tables[r, p] == t != base[r, p] for p in there)
            leave = sum(base[r, p] == t != tables[r, p] for p in there)
            seats += max(come, leave)
        found = (uneven, changed, seats)
        if limits is not None and (best is None or found <= best[:3]):
            found += quality_of(met, tables, limits)
        best = min(best or (10**9,), found)
    return best


def reached(done: Repair) -> tuple[int, int, int]:
    """Return the same three of a repair, recounted from its seats."""
    after, gone = done.asks.after, done.asks.withdraw
    there = [p for p in range(done.schedule.problem.num_players) if p not in gone]
    old, new = done.before.table_of()[after:], done.schedule.table_of()[after:]
    lost = (new[:, there] >= 0).sum(axis=0) - (old[:, there] >= 0).sum(axis=0)
    seats = sum(
        max(
            sum(new[r, p] == t != old[r, p] for p in there),
            sum(old[r, p] == t != new[r, p] for p in there),
        )
        for r in range(len(old))
        for t in range(done.schedule.problem.num_tables)
        if t not in done.asks.close_tables
    )
    return int((lost**2).sum()), int((old != new)[:, there].sum()), seats


@slowly
@given(
    st.integers(0, 10**6),
    st.sampled_from(["apart", "three apart", "forbid", "both", "impossible", "at most"]),
)
def test_the_change_for_a_wish_is_the_least_there_is(seed, what):
    schedule = random_schedule(seed, 6, 2, 3, 3)
    asks = {
        "apart": Asks(1, apart=((0, 1),)),
        "three apart": Asks(1, apart=((0, 1, 2),)),
        "forbid": Asks(1, forbidden_tables=((0, 1), (1, 1))),
        "both": Asks(1, apart=((0, 1), (2, 3)), forbidden_tables=((0, 0),)),
        "impossible": Asks(1, apart=((0, 1),), forbidden_tables=((0, 0), (1, 0))),
        "at most": Asks(1, at_most=(((0, 1, 2, 3), 1),)),
    }[what]
    due = least(schedule, asks, {(3, 3)})
    if due is None:
        with pytest.raises(InfeasibleError, match=r"cannot be that player"):
            repair_asked(schedule, asks, workers=1)
        return
    done = repair_asked(schedule, asks, workers=1)
    check(done)
    assert done.change_proved
    assert reached(done) == due
    assert done.quality_proved
    best = least(schedule, asks, {(3, 3)}, done.schedule.problem.limits())
    now = measure(done.schedule)
    assert best == (*due, now.never_met, now.band_excess, now.spread)


@slowly
@given(st.integers(0, 10**6), st.booleans())
def test_the_change_after_a_withdrawal_is_the_least_there_is(seed, full):
    schedule = random_schedule(seed, 6, 2, 3, 3)
    asks = Asks(1, withdraw=(seed % 6,), full_tables=full)
    done = repair_asked(schedule, asks, workers=1, outlook=False)
    check(done)
    assert done.even_proved
    assert done.change_proved
    sizes = {(0, 3)} if full else {(2, 3)}
    now = measure(done.schedule)
    best = least(schedule, asks, sizes, done.schedule.problem.limits())
    assert (*reached(done), now.never_met, now.band_excess, now.spread) == best


@slowly
@given(st.integers(0, 10**6))
def test_the_change_after_two_withdrawals_keeps_games_of_a_size(seed):
    schedule = random_schedule(seed, 8, 2, 4, 3)
    asks = Asks(1, withdraw=(0, 1), full_tables=False)
    done = repair_asked(schedule, asks, workers=1, outlook=False)
    check(done)
    assert done.smallest == 3
    together = (schedule.table_of()[1:, 0] == schedule.table_of()[1:, 1]).sum()
    assert done.changed_games == together  # one of the four others goes to the two


@slowly
@given(st.integers(0, 10**6), st.booleans())
def test_every_hint_is_complete_and_every_goal_is_what_it_says(seed, full):
    schedule = random_schedule(seed, 9, 3, 3, 4)
    asks = Asks(2, withdraw=(seed % 9,), full_tables=full)
    done = repair_asked(schedule, asks, workers=1, outlook=False)
    plan = make_plan(schedule, asks, full=full)
    met = played_meetings(schedule, 2)
    now, stage = measure(done.schedule), done.schedule.problem
    played = Schedule(
        schedule.problem, np.where(np.arange(4)[:, None, None] < 2, schedule.seating, -1)
    )
    quality = Quality(stage, table_visits(played), now.band)
    expected = {
        "uneven": (uneven_games, reached(done)[0]),
        "games": (RestModel.changed_games, reached(done)[1]),
        "seats": (RestModel.changed_seats, reached(done)[2]),
        "spread": (quality.spread, now.spread),
        "squares": (quality.table_squares, now.table_squares),
    }
    model = RestModel(plan, met, wishes_left(schedule, asks))
    stated = {name: goal(model) for name, (goal, _) in expected.items()}
    quality.met(model)
    quality.table_range(model)
    model.hint(done.schedule.table_of()[2:])
    assert len(model.facts) == len(model.model.proto.variables)
    for name, (_, value) in expected.items():
        model.model.minimize(stated[name])
        outcome = run(model.model, Params(10.0, workers=1, fix_to_hint=True, presolve=False))
        assert outcome.found, name
        assert outcome.objective == value, name


def test_a_closed_table_shares_out_the_games_evenly():
    schedule = random_schedule(5, 6, 2, 3, 3)
    asks = Asks(1, close_tables=(0,))
    done = repair_asked(schedule, asks, workers=1)
    check(done)
    assert reached(done) == least(schedule, asks, {(0, 3)})
    assert done.games == {2: 6}
    assert done.outlook is None


def wished(seed: int) -> Schedule:
    """Nine players; 1 always at table 1, 2 never at table 3; 3 and 4 meet at least as they do."""
    schedule = random_schedule(seed, 9, 3, 3, 4)
    order = np.array(schedule.seating)
    for r in range(4):
        t = int(np.argwhere(order[r] == 0)[0, 0])
        order[r, [0, t]] = order[r, [t, 0]]
        if 1 in order[r, 2]:
            order[r, [1, 2]] = order[r, [2, 1]]
    met = int(meetings(Schedule(schedule.problem, order))[2, 3])
    problem = Problem(
        *(9, 3, 4, 3),
        fixed_tables=((0, 0),),
        forbidden_tables=((1, 2),),
        at_least=(((2, 3), met),) if met else (),
    )
    return Schedule(problem, order)


@slowly
@given(st.integers(0, 10**6), st.sampled_from(["apart", "withdraw", "late"]))
def test_wishes_of_the_file_are_kept_in_the_rounds_left(seed, what):
    schedule = wished(seed)
    assert verify(schedule) == []
    asks = {
        "apart": {"apart": [(4, 5), (6, 7)]},
        "withdraw": {"withdraw": [8]},
        "late": {"late": [(8, 3)]},
    }
    try:
        done = repair(schedule, after=1, outlook=False, **asks[what])
    except InfeasibleError:
        assert least(schedule, Asks(1, apart=((4, 5), (6, 7))), {(3, 3, 3)}) is None
        return
    check(done)


def test_a_wish_to_meet_is_lowered_to_what_is_left_of_it_and_said():
    schedule = next(s for s in map(wished, range(99)) if s.problem.at_least)
    wish = schedule.problem.at_least[0][1]
    had = int(played_meetings(schedule, 1)[2, 3])
    done = repair(schedule, after=1, withdraw=[2], outlook=False)
    check(done)
    assert done.lost == ((((2, 3), wish, had),) if wish > had else ())


def test_a_player_bound_to_a_table_that_closes_is_named():
    with pytest.raises(InfeasibleError) as caught:
        repair(wished(3), after=2, close_tables=[0])
    assert str(caught.value) == (
        "Player 1 has no table left in round 3, whose games are at tables 2, 3: player 1 is always "
        "to sit at table 1. Drop a wish, or withdraw him."
    )
