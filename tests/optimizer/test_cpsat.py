"""The engine, the polish and the runner: proved optima, never worse, the same twice."""

from __future__ import annotations

import signal
import threading
import time
from itertools import combinations, product

import numpy as np
import pytest
from ortools.sat.python import cp_model
from test_cpsat_model import any_schedule, tkemali  # noqa: F401 - a fixture

from optimizer.cpsat import solve
from optimizer.cpsat.criteria import in_order
from optimizer.cpsat.engine import CpSatResult, solve_with_cpsat
from optimizer.cpsat.floors import floors
from optimizer.cpsat.polish import polish, seated
from optimizer.cpsat.solve import INFEASIBLE, OPTIMAL, UNKNOWN, Outcome, Params, run
from optimizer.criteria import Prefer, key
from schedules.measures import measure
from schedules.problem import Problem
from schedules.schedule import EMPTY, Schedule
from schedules.verify import verify

TABLES = ("never_met", "band_excess", "spread", "table_missed", "table_range", "table_squares")
WAITING = ("longest_wait", "longest_play", "together_out_most")


def solved(problem: Problem, **options: object) -> CpSatResult:
    result = solve_with_cpsat(problem, time_limit=60.0, workers=1, **options)  # type: ignore[arg-type]
    assert result.schedule is None or verify(result.schedule) == []
    return result


def values(result: CpSatResult, names: tuple[str, ...]) -> tuple[int, ...]:
    found = {row.name: row.value for row in result.criteria}
    return tuple(found[name] for name in names)


def key_of(schedule: Schedule, prefer: Prefer = "order") -> tuple[int, ...]:
    problem = schedule.problem
    return key(measure(schedule), problem.games_per_player, problem.num_tables, prefer)


def rounds_of(problem: Problem) -> list[tuple[tuple[int, ...], ...]]:
    """List every way to seat one round, tables told apart, seats not."""

    def fill(free: tuple[int, ...], tables: int) -> list[tuple[tuple[int, ...], ...]]:
        if tables == 0:
            return [()]
        return [
            (game, *rest)
            for game in combinations(free, problem.num_seats)
            for rest in fill(tuple(p for p in free if p not in game), tables - 1)
        ]

    return fill(tuple(range(problem.num_players)), problem.num_tables)


def best_by_brute_force(
    problem: Problem, names: tuple[str, ...], prefer: Prefer
) -> tuple[int, ...]:
    """Return the best values over all schedules, seats left in rising order."""
    ways = rounds_of(problem)
    first = ways[:1]  # the names of the players mean nothing
    best: tuple[int, ...] | None = None
    where = [n for n, c in enumerate(in_order(prefer)) if c.name in names]
    for rounds in product(first, *[ways] * (problem.num_rounds - 1)):
        schedule = Schedule(problem, np.array(rounds, dtype=np.int32))
        games = np.bincount(schedule.seating.ravel(), minlength=problem.num_players)
        if (games != problem.games_per_player).any():
            continue
        whole = key_of(schedule, prefer)
        value = tuple(whole[n] for n in where)
        best = value if best is None else min(best, value)
    assert best is not None
    return best


@pytest.mark.parametrize("prefer", ["order", "spread", "tables"])
@pytest.mark.parametrize(
    "problem",
    [Problem(6, 2, 2, num_seats=3), Problem(6, 2, 3, num_seats=3), Problem(4, 2, 3, num_seats=2)],
    ids=["6/2/2", "6/2/3", "4/2/3"],
)
def test_proved_optimum_is_that_of_brute_force(problem: Problem, prefer: Prefer) -> None:
    result = solved(problem, prefer=prefer)
    assert result.status == OPTIMAL
    assert all(row.proved and row.value == row.bound for row in result.criteria)
    names = tuple(row.name for row in result.criteria if row.name in TABLES)
    assert values(result, names) == best_by_brute_force(problem, TABLES, prefer)


@pytest.mark.slow
@pytest.mark.parametrize(
    "problem",
    [Problem(6, 2, 4, num_seats=3), Problem(6, 3, 3, num_seats=2)],
    ids=["6/2/4", "6/3/3"],
)
def test_proved_optimum_is_that_of_brute_force_at_more_rounds(problem: Problem) -> None:
    result = solved(problem)
    assert result.status == OPTIMAL
    assert values(result, TABLES) == best_by_brute_force(problem, TABLES, "order")


def test_proved_optimum_with_sitting_out_is_that_of_brute_force() -> None:
    problem = Problem(6, 1, 3, num_seats=4, games_per_player=2)
    result = solved(problem)
    assert result.status == OPTIMAL
    names = (*TABLES, *WAITING)
    assert values(result, names) == best_by_brute_force(problem, names, "order")


def test_everyone_meets_everyone_once_where_that_is_possible() -> None:
    result = solved(Problem(4, 2, 3, num_seats=2))
    assert result.schedule is not None
    assert measure(result.schedule).histogram == {1: 6}
    five = solved(Problem(5, 1, 5, num_seats=4, games_per_player=4))
    assert five.schedule is not None
    assert measure(five.schedule).histogram == {3: 10}
    assert measure(five.schedule).longest_wait == 1


def test_wishes_are_kept_or_proved_impossible() -> None:
    kept = solved(Problem(6, 2, 3, num_seats=3, apart=((0, 1),), at_most=(((2, 3, 4), 1),)))
    assert kept.schedule is not None
    assert kept.status == OPTIMAL
    three_apart_at_two_tables = Problem(6, 2, 3, num_seats=3, apart=((0, 1, 2),))
    assert solved(three_apart_at_two_tables).status == INFEASIBLE


def test_the_overlap_bound_is_met_and_proved() -> None:
    problem = Problem(12, 3, 3, num_seats=4)
    least = floors(problem)["spread"]
    spreads: list[int] = []
    result = solved(
        problem,
        prefer="spread",
        progress=lambda schedule: spreads.append(measure(schedule).spread),
        stop=lambda: spreads[-1:] == [least],
    )
    assert result.criteria[0].name == "spread"
    assert result.criteria[0].proved
    assert result.criteria[0].value == least


def test_the_same_seed_gives_the_same_schedule() -> None:
    problem = Problem(9, 3, 4, num_seats=3, games_per_player=3)
    one, two = (solved(problem, seed=3, deterministic_limit=0.1) for _ in range(2))
    assert one.schedule is not None
    assert one.schedule == two.schedule
    assert one.criteria == two.criteria


def test_more_is_never_worse_than_the_hint() -> None:
    hint = seated(any_schedule(Problem(12, 3, 4, num_seats=4), 5))
    heard: list[Schedule] = []
    result = solve_with_cpsat(
        hint.problem, time_limit=3.0, workers=1, hint=hint, progress=heard.append
    )
    assert result.schedule is not None
    keys = [key_of(schedule) for schedule in (hint, *heard)]
    assert keys == sorted(set(keys), reverse=True), "every schedule told of is better"
    assert key_of(result.schedule) == keys[-1]
    with pytest.raises(ValueError, match="another problem"):
        solve_with_cpsat(Problem(12, 3, 3, num_seats=4), hint=hint)


def test_an_answer_in_no_time_says_so_and_a_stop_is_heard() -> None:
    nothing = solve_with_cpsat(Problem(100, 10, 10), time_limit=0.0)
    assert (nothing.status, nothing.schedule) == (UNKNOWN, None)
    began = time.monotonic()
    stopped = solve_with_cpsat(
        Problem(20, 2, 8), time_limit=60.0, workers=1, stop=lambda: time.monotonic() > began + 1
    )
    assert stopped.schedule is not None
    assert stopped.seconds < 20
    assert threading.active_count() < 10


def test_ctrl_c_reaches_the_program_that_runs_the_engine_in_a_thread() -> None:
    asked = threading.Event()
    before = signal.signal(signal.SIGINT, lambda *_: asked.set())
    results: list[CpSatResult] = []

    def work() -> None:
        results.append(
            solve_with_cpsat(Problem(20, 2, 8), time_limit=60.0, workers=1, stop=asked.is_set)
        )

    try:
        thread = threading.Thread(target=work)
        thread.start()
        time.sleep(1.5)
        signal.raise_signal(signal.SIGINT)
        thread.join(30)
    finally:
        signal.signal(signal.SIGINT, before)
    assert asked.is_set()
    assert results[0].seconds < 30
    assert results[0].schedule is not None


# -- polish ----------------------------------------------------------------------------------


def test_polish_mends_a_damaged_matrix(tkemali: Schedule) -> None:  # noqa: F811
    seating = tkemali.seating.copy()
    for a, b in ((0, 0), (3, 4), (7, 2)):
        seating[2, 0, a], seating[2, 1, b] = seating[2, 1, b], seating[2, 0, a]
    damaged = Schedule(tkemali.problem, seating, name="damaged")
    before = key_of(damaged)
    one, two = (polish(damaged, time_limit=300.0, seed=1, max_steps=2) for _ in range(2))
    assert verify(one) == []
    assert key_of(one) < before
    assert one.name == "damaged"
    assert one == two, "the same seed, one worker and a limit of steps"


@pytest.mark.parametrize("prefer", ["order", "spread", "tables"])
@pytest.mark.parametrize("shape", [(12, 3, 4, 4, 4), (9, 3, 4, 3, 3), (5, 1, 5, 4, 4)])
def test_polish_never_worsens(shape: tuple[int, ...], prefer: Prefer) -> None:
    players, tables, rounds, seats, games = shape
    problem = Problem(players, tables, rounds, num_seats=seats, games_per_player=games)
    schedule = any_schedule(problem, 7)
    polished = polish(schedule, prefer=prefer, time_limit=300.0, max_steps=2)
    assert verify(polished) == []
    assert key_of(polished, prefer) <= key_of(schedule, prefer)


def test_polish_keeps_wishes() -> None:
    problem = Problem(8, 2, 3, num_seats=4, apart=((0, 4),))
    seating = np.array([[[0, 1, 2, 3], [4, 5, 6, 7]]] * 3)
    polished = polish(Schedule(problem, seating), time_limit=300.0, max_steps=3)
    assert verify(polished) == []
    assert measure(polished).spread < measure(Schedule(problem, seating)).spread


def test_polish_refuses_an_invalid_schedule() -> None:
    problem = Problem(8, 2, 1, num_seats=4)
    empty = Schedule(problem, np.full((1, 2, 4), EMPTY))
    with pytest.raises(Exception, match="1"):
        polish(empty)


# -- the runner ------------------------------------------------------------------------------


def small_model() -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    model = cp_model.CpModel()
    numbers = [model.new_int_var(0, 9, "") for _ in range(2)]
    model.add(numbers[0] + numbers[1] >= 5)
    model.minimize(sum(numbers))
    return model, numbers


def test_no_value_is_read_without_a_solution() -> None:
    model, numbers = small_model()
    assert run(model, Params(5.0, workers=1)).value(numbers[0].index) <= 5
    model.add(numbers[0] + numbers[1] <= 4)
    outcome = run(model, Params(5.0, workers=1))
    assert (outcome.status, outcome.bound, outcome.found) == (INFEASIBLE, None, False)
    with pytest.raises(ValueError, match="no solution"):
        outcome.value(numbers[0].index)


def test_what_a_listener_raises_is_raised_after_the_search() -> None:
    def raises(_: Outcome) -> None:
        raise RuntimeError("the disk is full")

    with pytest.raises(RuntimeError, match="the disk is full"):
        run(small_model()[0], Params(5.0, workers=1), heard=raises)


def test_the_search_stops_at_a_known_bound() -> None:
    outcome = run(small_model()[0], Params(5.0, workers=1), stop_at=9)
    assert outcome.objective is not None
    assert outcome.objective <= 9


@pytest.mark.parametrize("twice", [False, True])
def test_a_wrong_infeasible_is_reported_and_solved_again(
    twice: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    presolved: list[bool] = []
    once = solve._run_once

    def wrong(model: cp_model.CpModel, params: Params, **options: object) -> Outcome:
        presolved.append(params.presolve)
        if twice or len(presolved) == 1:
            return Outcome(INFEASIBLE)
        return once(model, params, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(solve, "_run_once", wrong)
    outcome = run(small_model()[0], Params(5.0, workers=1, known_feasible=True))
    assert presolved == [True, False]
    assert len(outcome.faults) == 1
    assert outcome.status == (UNKNOWN if twice else OPTIMAL)
