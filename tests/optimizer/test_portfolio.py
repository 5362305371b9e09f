"""The portfolio: the same answer with any number of workers, never worse with more moves."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest
from brute_force import everything
from hypothesis import given, settings
from hypothesis import strategies as st
from test_annealing import check_shape

from optimizer import portfolio
from optimizer.bounds import never_met_bound, spread_bound
from optimizer.certificate import pair_bounds
from optimizer.criteria import PREFERENCES
from optimizer.kinds import Effort, FromBest, Kind, kinds_for, weights_for
from optimizer.portfolio import Found, Portfolio, Target
from optimizer.score import Score, score
from optimizer.stopping import Budget, Clock
from schedules.errors import ProblemError
from schedules.problem import Problem

OUT_OF_REACH = Target(0, 0, 0)
SMALL_WAVE = 20_000


@pytest.fixture(autouse=True)
def small_waves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the first wave be short, so that small budgets see several waves."""
    monkeypatch.setattr(portfolio, "FIRST_MOVES", SMALL_WAVE)
    monkeypatch.setattr(portfolio, "LABEL_MOVES", 5000)


def search(
    problem: Problem,
    iterations: int,
    *,
    workers: int = 1,
    seed: int = 1,
    prefer="order",
    target: Target = OUT_OF_REACH,
) -> Found:
    found = Portfolio(
        problem,
        prefer=prefer,
        seed=seed,
        target=target,
        clock=Clock(Budget(iterations=iterations)),
        workers=workers,
        tell=lambda best, moves: None,
    ).run()
    check_shape(problem, found.tables)
    assert found.score == score(problem, found.tables), "the score is that of the tables"
    return found


def within_reach(problem: Problem) -> Target:
    bounds = pair_bounds(problem)
    return Target(bounds.never_met.value, bounds.band_excess.value, bounds.spread.value)


def an_effort(problem, prefer, moves, spent=lambda moves: None):
    def judge(tables):
        return score(problem, tables).key(prefer)

    least = never_met_bound(problem).value
    return Effort(moves, lambda: False, spent, judge, least, spread_bound(problem).value)


PROBLEMS = [
    Problem(12, 3, 5, 4),
    Problem(9, 3, 4, 3),
    Problem(30, 3, 9),
    Problem(18, 3, 7, 6),
    Problem(12, 3, 5, 4, apart=((0, 1, 2),), at_most=(((4, 5), 1),)),
    Problem(13, 2, 13, 5, 10),
    Problem(8, 2, 4, 4, 2),
    Problem(10, 1, 3),
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_any_number_of_workers_gives_the_same_matrix(problem):
    answers = [search(problem, 500_000, workers=workers) for workers in (1, 2, 3)]
    for answer in answers[1:]:
        assert (answer.tables == answers[0].tables).all()


@pytest.mark.parametrize("prefer", PREFERENCES)
def test_any_number_of_workers_gives_the_same_matrix_in_any_order_of_criteria(prefer):
    problem = Problem(18, 3, 7, 6)
    answers = [
        search(problem, 500_000, workers=workers, prefer=prefer, target=within_reach(problem))
        for workers in (1, 2, 3)
    ]
    for answer in answers[1:]:
        assert (answer.tables == answers[0].tables).all()


def test_another_seed_gives_another_matrix():
    problem = Problem(30, 3, 9)
    one, other = (search(problem, 100_000, seed=seed) for seed in (1, 2))
    assert (one.tables != other.tables).any()


@pytest.mark.parametrize("prefer", PREFERENCES)
@pytest.mark.parametrize("problem", [Problem(30, 3, 9), Problem(18, 3, 7, 6)], ids=str)
def test_whole_searches_more_are_never_worse(problem, prefer):
    kinds = len(kinds_for(problem, prefer))
    keys = [
        search(problem, count * SMALL_WAVE, prefer=prefer).score.key(prefer)
        for count in (1, 2, kinds, kinds + 2, kinds + 20)
    ]
    assert keys == sorted(keys, reverse=True)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("problem", [Problem(30, 3, 9), Problem(12, 3, 5, 4)], ids=str)
def test_more_moves_are_never_worse(problem, seed):
    moves = [1000, 2000, 5000, 10_000, 15_000, 20_000, 30_000, 45_000, 70_000, 100_000, 190_000]
    keys = [search(problem, count, seed=seed).score.key("order") for count in moves]
    assert keys == sorted(keys, reverse=True)


@pytest.mark.parametrize(
    "problem", [Problem(6, 2, 4, 3), Problem(8, 2, 3, 4), Problem(6, 3, 4, 2)], ids=str
)
def test_the_best_of_all_schedules_is_found_at_a_tiny_size(problem):
    truth = everything(problem)
    found = search(problem, 400_000).score
    best = min(zip(truth.never, truth.excess, truth.spread, strict=True))
    assert (found.never_met, found.band_excess, found.spread) == best
    found = search(problem, 400_000, prefer="spread").score
    best = min(zip(truth.spread, truth.never, truth.excess, strict=True))
    assert (found.spread, found.never_met, found.band_excess) == best


def test_each_preference_puts_its_own_criterion_first():
    truth = everything(Problem(4, 2, 3, 2), told_apart=True)
    found = search(truth.problem, 300_000, prefer="tables").score
    never, excess = truth.never == truth.never.min(), truth.excess
    excess = never & (excess == excess[never].min())
    # visits of 1 and 2 at both tables; then the spread that this allows
    assert found.table_range == truth.table_range[excess].min()


def test_a_bound_ends_the_search():
    problem, told = Problem(12, 3, 6, 4), []
    found = Portfolio(
        problem, prefer="order", seed=1, target=within_reach(problem),
        clock=Clock(Budget(iterations=10**9)), workers=1,
        tell=lambda best, moves: told.append(moves),
    ).run()  # fmt: skip
    assert within_reach(problem).met_by(found.score)
    assert max(told) < 10**8


@pytest.mark.parametrize("prefer", PREFERENCES)
def test_wishes_are_kept(prefer):
    problem = Problem(
        30, 3, 9, apart=((0, 1, 2), (3, 4), (4, 5)), at_most=(((6, 7, 8), 1), ((10, 11), 2))
    )
    found = search(problem, 1_500_000, prefer=prefer)
    assert found.score.broken == 0
    together = (found.tables[:, :, None] == found.tables[:, None, :]).sum(axis=0)
    for group in ((0, 1, 2), (3, 4), (4, 5)):
        for i in group:
            assert all(together[i, j] == 0 for j in group if j != i)
    for i in range(6, 9):
        assert all(together[i, j] <= 1 for j in range(6, 9) if j != i)
    assert together[10, 11] <= 2


@pytest.mark.parametrize("prefer", PREFERENCES)
def test_wishes_are_kept_where_people_sit_out(prefer):
    problem = Problem(13, 2, 13, 5, 10, apart=((0, 1), (2, 3)), at_most=(((4, 5), 1),))
    found = search(problem, 800_000, prefer=prefer)
    assert found.score.broken == 0


def test_a_stop_before_the_start_still_gives_a_matrix():
    problem = Problem(30, 3, 9)
    clock = Clock(Budget(time_limit=60.0))
    clock.stop.set()
    began = time.monotonic()
    found = Portfolio(
        problem, prefer="order", seed=1, target=OUT_OF_REACH, clock=clock, workers=2,
        tell=lambda best, moves: None,
    ).run()  # fmt: skip
    assert time.monotonic() - began < 10
    check_shape(problem, found.tables)


def test_the_search_ends_soon_after_it_is_told_to(monkeypatch):
    monkeypatch.setattr(portfolio, "FIRST_MOVES", 2_000_000)
    problem, clock = Problem(30, 3, 9), Clock(Budget(time_limit=60.0))
    timer = threading.Timer(1.0, clock.stop.set)
    timer.start()
    found = Portfolio(
        problem, prefer="order", seed=1, target=OUT_OF_REACH, clock=clock, workers=2,
        tell=lambda best, moves: None,
    ).run()  # fmt: skip
    timer.join()
    assert clock.seconds < 10
    check_shape(problem, found.tables)


def test_progress_only_gets_better():
    problem, told = Problem(18, 3, 7, 6), []
    Portfolio(
        problem, prefer="order", seed=1, target=OUT_OF_REACH,
        clock=Clock(Budget(iterations=600_000)), workers=1,
        tell=lambda best, moves: told.append((best, moves)),
    ).run()  # fmt: skip
    keys = [best.score.key("order") for best, _ in told if best is not None]
    assert keys == sorted(keys, reverse=True)
    assert [moves for _, moves in told] == sorted(moves for _, moves in told)
    assert told[-1][1] <= 600_000


@pytest.mark.parametrize("iterations", [1, 999, 20_000, 20_001, 123_456])
def test_no_more_moves_than_were_allowed(iterations):
    told = []
    Portfolio(
        Problem(12, 3, 5, 4), prefer="order", seed=1, target=OUT_OF_REACH,
        clock=Clock(Budget(iterations=iterations)), workers=2,
        tell=lambda best, moves: told.append(moves),
    ).run()  # fmt: skip
    assert max(told) <= iterations


@given(st.sampled_from(PROBLEMS), st.sampled_from(PREFERENCES), st.integers(0, 99))
@settings(deadline=None, max_examples=15)
def test_every_kind_returns_a_matrix_of_full_games(problem, prefer, seed):
    kinds: list[Kind] = kinds_for(problem, prefer)
    assert len(kinds) >= 2
    effort = an_effort(problem, prefer, 500)
    for kind in kinds:
        tables = kind.run(problem, (seed,), effort)
        check_shape(problem, tables)
        again = FromBest(tables.tobytes(), weights_for(prefer)[0]).run(problem, (seed,), effort)
        check_shape(problem, again)
        assert (kind.run(problem, (seed,), effort) == tables).all()


@pytest.mark.parametrize("prefer", PREFERENCES)
def test_a_search_ends_early_only_where_criteria_2_to_4_cannot_be_better(prefer):
    problem = Problem(12, 3, 6, 4)  # all three bounds, 0, 0 and 198, are reached
    target = within_reach(problem)
    for kind in kinds_for(problem, prefer):
        for seed in range(3):
            spent: list[int] = []
            effort = an_effort(problem, prefer, 300_000, spent.append)
            found = score(problem, kind.run(problem, (seed,), effort))
            assert sum(spent) >= 300_000 or target.met_by(found), kind


@pytest.mark.parametrize(
    "budget",
    [{}, {"time_limit": 5.0, "iterations": 5}, {"time_limit": 0.0}, {"iterations": 0},
     {"iterations": -5}, {"time_limit": -1.0}, {"time_limit": float("nan")}],
    ids=str,
)  # fmt: skip
def test_a_budget_is_one_positive_number(budget):
    with pytest.raises(ProblemError):
        Budget(**budget)


def test_a_clock_shares_its_time():
    clock = Clock(Budget(time_limit=1000.0))
    part = clock.part(0.5)
    assert 499 < part.left() <= 500
    assert not part.over()
    clock.stop.set()
    assert part.over()
    assert Clock(Budget(iterations=5)).left() == float("inf")


def test_a_target_is_met_in_all_criteria_or_not_at_all():
    target = Target(1, 2, 100)
    good = Score(0, 1, 2, 100, 0, 1, 50)
    assert target.met_by(good)
    for worse in ({"broken": 1}, {"never_met": 2}, {"band_excess": 3}, {"spread": 101}):
        values = good.__dict__ | worse
        assert not target.met_by(Score(**values))


def test_tables_are_of_the_type_that_the_compiled_loops_read():
    found = search(Problem(12, 3, 5, 4), 200_000)
    assert found.tables.dtype == np.int32
