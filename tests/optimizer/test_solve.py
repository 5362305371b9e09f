"""Seating a whole stage: verified, certified, the same for the same seed, stoppable."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from brute_force import everything

from optimizer import portfolio
from optimizer import solve as solving
from optimizer.cpsat.model import build
from optimizer.criteria import PREFERENCES, key
from optimizer.errors import InfeasibleError, NothingFoundError
from optimizer.progress import Progress
from optimizer.solve import ENGINES, Budget, Solution, solve
from schedules.files import dump_schedule
from schedules.measures import measure
from schedules.problem import Problem
from schedules.verify import verify

ROOT = Path(__file__).resolve().parents[2]
TINY = Problem(8, 2, 3, 4)


@pytest.fixture(autouse=True)
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "FIRST_MOVES", 200_000)
    monkeypatch.setattr(solving, "SEAT_MOVES", 600_000)


def check(solution: Solution, problem: Problem) -> None:
    schedule = solution.schedule
    assert verify(schedule) == []
    assert schedule.problem == problem
    assert schedule.certificate == solution.certificate.as_json()
    for line in solution.certificate.criteria:
        have = line.value[1] - line.value[0] if isinstance(line.value, tuple) else line.value
        assert have - line.bound == line.gap
        assert line.proved == (line.gap == 0)
    assert solution.certificate["spread"].value == measure(schedule).spread
    assert schedule.made["version"]


def best_of_all(problem: Problem, prefer: str) -> tuple[int, ...]:
    truth = everything(problem)
    columns = (truth.never, truth.excess, truth.spread)
    if prefer == "spread":
        columns = (truth.spread, truth.never, truth.excess)
    return tuple(int(n) for n in min(zip(*columns, strict=True)))


@pytest.mark.parametrize("prefer", ["order", "spread"])
@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_seats_a_tiny_stage_best(engine, prefer):
    solution = solve(
        TINY, budget=Budget(iterations=4_000_000), engine=engine, prefer=prefer, workers=2
    )
    check(solution, TINY)
    found = list(key(measure(solution.schedule), 3, 2, prefer)[:4])
    del found[3 if prefer == "spread" else 2]  # the teams, of which there are none
    assert tuple(found) == best_of_all(TINY, prefer)
    assert solution.schedule.made["engine"] == engine
    assert solution.schedule.made["prefer"] == prefer
    assert solution.certificate.order == prefer


@pytest.mark.parametrize(
    "problem",
    [
        Problem(5, 1, 5, 4, 4),
        Problem(9, 2, 6, 3, 4),
        Problem(8, 2, 4, 4, 2),
        Problem(10, 1, 3),
        Problem(6, 3, 5, 2),
        Problem(12, 3, 4, 4, apart=((0, 1, 2),), at_most=(((3, 4), 1),)),
    ],
    ids=str,
)
def test_stages_of_every_kind_are_seated(problem):
    solution = solve(problem, budget=Budget(iterations=600_000), engine="search", workers=1)
    check(solution, problem)
    assert solution.stopped in ("proved", "iterations")
    assert measure(solution.schedule).seat_uneven == 0, "always possible"


@pytest.mark.parametrize("prefer", PREFERENCES)
def test_a_preference_is_written_down_and_kept(prefer):
    problem = Problem(12, 3, 6, 4)
    solution = solve(
        problem, budget=Budget(iterations=4_000_000), engine="search", prefer=prefer, workers=1
    )
    check(solution, problem)
    assert solution.certificate.order == prefer
    assert solution.schedule.certificate["order"] == prefer
    for other in PREFERENCES:
        rival = solve(
            problem, budget=Budget(iterations=4_000_000), engine="search", prefer=other, workers=1
        )
        ours = key(measure(solution.schedule), 6, 3, prefer)
        theirs = key(measure(rival.schedule), 6, 3, prefer)
        assert ours[:3] <= theirs[:3], other


def test_the_made_part_tells_how_it_came_about():
    solution = solve(
        TINY, budget=Budget(iterations=300_000), engine="search", seed=7, name="Spring", workers=1
    )
    made = dict(solution.schedule.made)
    assert made.pop("seconds") == solution.seconds >= 0
    assert re.fullmatch(r"\d+\.\d+.*", made.pop("version"))
    assert made == {"seed": 7, "prefer": "order", "engine": "search", "iterations": 300_000}
    assert solution.schedule.name == "Spring"


def test_stopping_before_the_start_still_seats_everyone():
    stop = threading.Event()
    stop.set()
    problem = Problem(30, 3, 9)
    began = time.monotonic()
    solution = solve(problem, budget=Budget(time_limit=60.0), stop=stop, workers=2)
    assert time.monotonic() - began < 15
    check(solution, problem)
    assert solution.stopped == "interrupted"


def test_stopping_on_the_way_keeps_the_best():
    stop = threading.Event()
    problem = Problem(30, 3, 9)
    timer = threading.Timer(1.5, stop.set)
    timer.start()
    solution = solve(problem, budget=Budget(time_limit=120.0), stop=stop, workers=2)
    timer.join()
    assert solution.seconds < 20
    check(solution, problem)
    assert solution.stopped == "interrupted"
    assert measure(solution.schedule).spread < 4400  # a random deal has about 4590


@pytest.mark.parametrize("engine", ["search", "auto"])
def test_the_time_limit_is_kept(engine):
    problem = Problem(30, 3, 9)
    solution = solve(problem, budget=Budget(time_limit=3.0), engine=engine, workers=2)
    check(solution, problem)
    assert solution.stopped in ("time", "searched", "proved")
    assert solution.seconds < 8


def test_progress_is_told_on_the_way():
    told: list[Progress] = []
    solution = solve(
        Problem(30, 3, 9), budget=Budget(time_limit=2.5), engine="search", workers=2,
        progress=told.append,
    )  # fmt: skip
    assert told
    assert {moment.stage for moment in told} == {"tables", "seats"}
    assert told[-1].spread == measure(solution.schedule).spread
    assert told[-1].spread_bound == 3807
    seconds = [moment.seconds for moment in told]
    assert seconds == sorted(seconds)


def test_impossible_wishes_are_refused_before_any_search():
    with pytest.raises(InfeasibleError, match="1, 2 and 3"):
        solve(Problem(8, 2, 3, 4, apart=((0, 1, 2),)), budget=Budget(time_limit=60.0))


# nobody is starved and no clique is too large; yet two of the three players share one of the
# two tables in each of the four rounds, and their three pairs may meet only once each
KNOTTED = Problem(4, 2, 4, 2, at_most=(((0, 1, 2), 1),))


@pytest.mark.parametrize("engine", ENGINES)
def test_wishes_that_cannot_be_kept_are_never_answered_with_a_schedule(engine):
    with pytest.raises((InfeasibleError, NothingFoundError)):
        solve(KNOTTED, budget=Budget(iterations=300_000), engine=engine, workers=1)


def test_cp_sat_proves_what_is_impossible():
    with pytest.raises(InfeasibleError):
        solve(KNOTTED, budget=Budget(iterations=1_000_000), engine="cp-sat", workers=1)


SCRIPT = """
import re, sys
from optimizer import solve as solving
from optimizer.cpsat.model import build
from optimizer.solve import Budget, solve
from schedules.files import dump_schedule
from schedules.problem import Problem

solving.SEAT_MOVES = 300_000
engine, workers = sys.argv[1], int(sys.argv[2])
problem = Problem(12, 3, 5, 4, apart=((0, 1, 2), (3, 4)), at_most=(((5, 6), 1),))
solution = solve(problem, budget=Budget(iterations=2_500_000), engine=engine, workers=workers)
print(re.sub(r'"seconds": [0-9.]+', '"seconds": 0', dump_schedule(solution.schedule)))
"""


def made_by(engine: str, *, workers: int, hashseed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, engine, str(workers)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hashseed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("engine", ["search", pytest.param("auto", marks=pytest.mark.slow)])
def test_the_same_file_whatever_the_hashing_and_the_workers(engine):
    one = made_by(engine, workers=1, hashseed="0")
    assert '"seconds": 0' in one
    assert made_by(engine, workers=3, hashseed="1") == one


def test_the_same_seed_gives_the_same_file_in_one_process():
    def made() -> str:
        solution = solve(TINY, budget=Budget(iterations=300_000), engine="search", seed=5)
        return re.sub(r'"seconds": [0-9.]+', "", dump_schedule(solution.schedule))

    assert made() == made()


@pytest.mark.parametrize(
    "problem",
    [
        Problem(30, 3, 9),
        Problem(20, 2, 6),
        Problem(9, 2, 6, 3, 4),
        Problem(12, 3, 4, 4, apart=((0, 1, 2),), at_most=(((3, 4), 1),)),
    ],
    ids=str,
)
def test_cp_sat_accepts_what_the_search_finds_as_a_complete_hint(problem):
    found = solve(problem, budget=Budget(iterations=300_000), engine="search", workers=1)
    assert build(problem).accepts(found.schedule)
    rounds = found.schedule.seating.copy()
    rounds[0, 0, 0] = rounds[0, 1, 0]  # one player twice, another nowhere
    assert not build(problem).accepts(replace(found.schedule, seating=rounds))
