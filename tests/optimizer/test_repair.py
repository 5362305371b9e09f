"""Repair on small schedules: played rounds untouched, the least change, truly impossible asks."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from optimizer.cpsat.repair_model import RestModel
from optimizer.cpsat.solve import Params, run
from optimizer.errors import InfeasibleError
from optimizer.repair import Asks, Repair, changes_between, repair, repair_asked, replay
from optimizer.repair.goals import Quality, uneven_games
from optimizer.repair.plan import make_plan
from optimizer.repair.wishes import played_meetings, wishes_left
from schedules.errors import ProblemError
from schedules.faults import InvalidScheduleError
from schedules.files import dump_schedule, parse_schedule
from schedules.judges import Rota
from schedules.measures import games_played, measure, meetings, table_visits
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


SHAPES = [(6, 2, 3, 3), (8, 2, 4, 4), (9, 3, 3, 4), (6, 1, 3, 4), (10, 2, 4, 5), (12, 3, 4, 4)]


@st.composite
def cases(draw: st.DrawFn) -> tuple[Schedule, Asks]:
    players, tables, seats, rounds = draw(st.sampled_from(SHAPES))
    schedule = random_schedule(draw(st.integers(0, 10**6)), players, tables, seats, rounds)
    after = draw(st.integers(0, rounds - 1))
    everyone = draw(st.permutations(range(players)))
    what = draw(st.sampled_from(["withdraw", "two", "late", "swap", "close", "apart", "forbid"]))
    asks = {
        "withdraw": {"withdraw": tuple(everyone[:1])},
        "two": {"withdraw": tuple(everyone[:2])},
        "late": {"late": ((everyone[0], rounds - 1),)},
        "swap": {"swap": tuple(everyone[:2])},
        "close": {"close_tables": (draw(st.integers(0, tables - 1)),)},
        "apart": {"apart": (tuple(everyone[: draw(st.integers(2, 3))]),)},
        "forbid": {"forbidden_tables": ((everyone[0], draw(st.integers(0, tables - 1))),)},
    }[what]
    if what == "late":
        after = min(after, rounds - 2)
    return schedule, Asks(after, **asks, full_tables=draw(st.sampled_from([None, True, False])))


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


@slowly
@given(cases())
def test_every_repair_keeps_what_is_played_and_asked_for(case):
    schedule, asks = case
    try:
        done = repair_asked(schedule, asks, workers=1, time_limit=5.0)
    except InfeasibleError:
        return  # the tests below list everything to see that such an answer is true
    check(done)
    told = {(move.player, move.round) for move in done.moves}
    gone = {(p, r) for p in asks.withdraw for r in range(asks.after, schedule.num_rounds)}
    gone |= {(p, r) for p, first in asks.late for r in range(asks.after, first)}
    sat = {
        (who, change.round)
        for change in done.changes
        for who in (change.before, change.after)
        if who != EMPTY
    }
    assert told == sat - gone


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


def test_where_players_sit_out_they_fill_the_gap():
    schedule = random_schedule(2, 10, 2, 4, 5)
    done = repair(schedule, after=2, withdraw=[3], workers=1)
    check(done)
    assert done.full
    assert done.smallest == 4
    assert done.outlook is not None
    assert (done.outlook.smallest, done.outlook.changed_games) == (3, 0)
    short = repair(schedule, after=2, withdraw=[3], full_tables=False, workers=1)
    check(short)
    assert short.changed_games == 0
    assert short.games == {4: 9}


def test_a_swap_exchanges_the_places_exactly():
    schedule = random_schedule(7, 9, 3, 3, 4)
    done = repair(schedule, after=1, swap=(2, 8))
    check(done)
    names = np.arange(10)
    names[[2, 8]] = 8, 2
    assert np.array_equal(done.schedule.seating[1:], names[schedule.seating[1:]])
    assert done.change_proved
    twice = repair(done.schedule, after=1, swap=(2, 8)).schedule
    assert np.array_equal(twice.seating, schedule.seating)


def test_a_swap_that_breaks_a_wish_is_refused_in_words():
    schedule = random_schedule(7, 9, 3, 3, 4)
    apart = tuple((int(i), int(j)) for i, j in np.argwhere(np.triu(meetings(schedule) == 0, 1)))
    problem = Problem(9, 3, 4, 3, apart=apart)
    wished = Schedule(problem, schedule.seating)
    refused = 0
    for pair in combinations(range(9), 2):
        try:
            check(repair(wished, after=0 + 1, swap=pair))
        except InfeasibleError as error:
            refused += 1
            assert "cannot exchange their places" in str(error)  # noqa: PT017
            assert "kept apart and meet: round" in str(error)  # noqa: PT017
    assert refused


def test_a_newcomer_takes_the_slot_and_nothing_moves():
    schedule = random_schedule(1, 6, 2, 3, 3).with_players([f"P{n}" for n in range(6)])
    done = repair(schedule, after=1, replace=[(4, "Newcomer")])
    assert done.changes == ()
    assert done.renamed == ((4, "P4", "Newcomer"),)
    assert np.array_equal(done.schedule.seating, schedule.seating)
    assert done.schedule.made is not None
    assert done.schedule.made["repairs"][0]["replace"] == [[5, "Newcomer"]]


def test_a_substitute_who_comes_later_takes_an_empty_chair():
    schedule = random_schedule(1, 8, 2, 4, 4)
    left = repair(schedule, after=1, withdraw=[4], workers=1).schedule
    assert not left.problem.full
    back = repair(left, after=2, replace=[(4, "")], workers=1)
    check(back)
    assert back.smallest == 4
    assert games_played(back.schedule).tolist() == [4, 4, 4, 4, 3, 4, 4, 4]
    full = repair(schedule, after=1, withdraw=[4], full_tables=True, workers=1).schedule
    with pytest.raises(InfeasibleError, match="no game of the rounds left has an empty chair"):
        repair(full, after=2, replace=[(4, "")])


def test_a_pair_that_has_met_meets_no_more_and_the_verifier_holds_it():
    schedule = random_schedule(4, 6, 2, 3, 4)
    met = played_meetings(schedule, 2)
    i, j = map(int, np.argwhere(np.triu(met > 0, 1))[0])
    done = repair(schedule, after=2, apart=[(i, j)], workers=1)
    check(done)
    assert done.met_before == (((i, j), 0, int(met[i, j])),)
    assert ((i, j), met[i, j]) in done.schedule.problem.at_most
    assert meetings(done.schedule)[i, j] == met[i, j]


def test_a_table_forbidden_from_now_on_is_kept_by_later_repairs():
    schedule = random_schedule(4, 6, 2, 3, 4)
    first = repair(schedule, after=1, forbidden_tables=[(0, 1)], workers=1)
    check(first)
    later = repair(first.schedule, after=2, apart=[(0, 1), (2, 3)], workers=1)
    check(later)
    assert (later.schedule.table_of()[1:, 0] == 0).all()


def test_judges_keep_their_tables_and_meet_nobody_they_must_not():
    schedule = random_schedule(9, 9, 3, 3, 4)
    tables = np.tile([0, 1, 2], (4, 1))
    where = schedule.table_of()[:, 0]
    judge = next(t for t in range(3) if t not in where[1:]) if len(set(where[1:])) < 3 else None
    rota = Rota(("A", "B", "C"), tables, forbidden=() if judge is None else ((judge, 0),))
    judged = Schedule(schedule.problem, schedule.seating, judges=rota)
    if not verify(judged):
        done = repair(judged, after=1, close_tables=[0], workers=1)
        check(done)
        assert (done.schedule.judges.tables[1:, 0] == -1).all()


def test_asks_that_cannot_be_say_which_wish_and_which_round():
    schedule = random_schedule(3, 9, 3, 3, 4)
    with pytest.raises(InfeasibleError) as caught:
        repair(schedule, after=2, apart=[(0, 1, 2, 3)], forbidden_tables=[(7, 1)])
    assert (
        "In round 3 it cannot be that players 1, 2, 3 and 4 are to be kept apart (asked now)"
        in (str(caught.value))
    )
    assert "player 8" not in str(caught.value)
    assert caught.value.players == (0, 1, 2, 3)
    with pytest.raises(InfeasibleError, match="Round 3 has no table left"):
        repair(schedule, after=2, close_tables=[0, 1, 2])
    with pytest.raises(InfeasibleError, match="2 players, too few for a full table of 3"):
        repair(schedule, after=2, withdraw=range(7), full_tables=True)


@pytest.mark.parametrize(
    ("asks", "words"),
    [
        ({"after": 4, "withdraw": [0]}, "a number from 0 to 3 fits"),
        ({"after": 1}, "Nothing is asked for"),
        ({"after": 1, "withdraw": [9]}, "names player 10"),
        ({"after": 1, "withdraw": [1, 1]}, "Player 2 is named twice"),
        ({"after": 1, "withdraw": [1], "replace": [(1, "X")]}, "withdraw and be replaced"),
        ({"after": 1, "withdraw": [1], "swap": (1, 2)}, "leave him out of the swap"),
        ({"after": 1, "swap": (1, 1)}, "two different players"),
        ({"after": 1, "late": [(1, 1)]}, "a round from 3 to 4 fits"),
        ({"after": 1, "close_tables": [3]}, "names table 4"),
        ({"after": 1, "apart": [(1,)]}, "at least two different players"),
    ],
)
def test_asks_that_make_no_sense_say_what_would(asks, words):
    with pytest.raises(ProblemError, match=words):
        repair(random_schedule(3, 9, 3, 3, 4), **asks)


def test_an_invalid_schedule_is_not_repaired():
    schedule = random_schedule(3, 9, 3, 3, 4)
    seating = np.array(schedule.seating)
    seating[0, 0, 0] = seating[0, 1, 0]
    with pytest.raises(InvalidScheduleError):
        repair(Schedule(schedule.problem, seating), after=1, withdraw=[0])


def test_replaying_changes_on_another_seating_is_refused():
    one, other = random_schedule(3, 9, 3, 3, 4), random_schedule(4, 9, 3, 3, 4)
    changes = changes_between(one.seating, other.seating)
    with pytest.raises(ValueError, match="does not fit"):
        replay(other.seating, changes)
