"""What the small program excludes is impossible: by listing everything, and by what exists."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from brute_force import Array, everything, stored_matrices
from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer.cpsat.ranges import (
    HistogramProgram,
    excess_least,
    narrowest_range,
    never_met_least,
    spread_least,
)
from schedules.problem import Problem

TINY = [
    Problem(4, 2, 2, 2),
    Problem(4, 2, 3, 2),
    Problem(4, 2, 4, 2),
    Problem(6, 2, 2, 3),
    Problem(6, 2, 3, 3),
    Problem(6, 2, 4, 3),
    Problem(6, 2, 6, 3),
    Problem(6, 3, 3, 2),
    Problem(6, 3, 4, 2),
    Problem(6, 3, 5, 2),
    Problem(8, 2, 2, 4),
    Problem(8, 2, 3, 4),
    Problem(8, 2, 4, 4),
    Problem(9, 3, 2, 3),
]


def name(problem: Problem) -> str:
    return f"{problem.num_players}/{problem.num_tables}/{problem.num_rounds}"


def pin(program: HistogramProgram, met: Array) -> None:
    """Ask for exactly this histogram."""
    for value, count in program._count.items():
        program._model.add(count == int((met == value).sum()))


@pytest.mark.parametrize("problem", TINY, ids=name)
def test_no_schedule_is_narrower_than_the_bound(problem):
    truth = int(everything(problem).width.min())
    bound = narrowest_range(problem, problem.num_rounds + 1)
    assert bound <= truth
    assert narrowest_range(problem, truth) == bound, "what was found changes nothing below it"
    assert narrowest_range(problem, 0) == 0


@pytest.mark.parametrize("problem", TINY, ids=name)
def test_no_range_that_occurs_is_excluded(problem):
    met = everything(problem).met
    ranges = {(int(row.min()), int(row.max())) for row in met}
    for low, high in ranges:
        assert not HistogramProgram(problem, low, high).excluded(), (low, high)


@pytest.mark.parametrize("problem", TINY, ids=name)
def test_no_schedule_is_below_the_bounds_on_criteria_2_to_4(problem):
    truth = everything(problem)
    assert never_met_least(problem) <= truth.never.min()
    for never in np.unique(truth.never):
        few = truth.never <= never
        assert excess_least(problem, int(never)) <= truth.excess[few].min()
        for excess in np.unique(truth.excess[few])[:4]:
            good = few & (truth.excess <= excess)
            assert spread_least(problem, int(never), int(excess)) <= truth.spread[good].min()


@pytest.mark.parametrize("problem", TINY, ids=name)
def test_no_histogram_that_occurs_is_excluded(problem):
    histograms = {tuple(sorted(row.tolist())) for row in everything(problem).met}
    for met in sorted(histograms)[:40]:
        program = HistogramProgram(problem, 0, problem.num_rounds)
        pin(program, np.array(met))
        assert not program.excluded(), met


TRUTH = everything(Problem(6, 2, 4, 3))


@given(st.lists(st.integers(0, 9), min_size=5, max_size=5))
@settings(deadline=None, max_examples=40)
def test_the_least_cost_is_no_more_than_the_truth(costs):
    program = HistogramProgram(TRUTH.problem, 0, TRUTH.problem.num_rounds)
    truth = np.array(costs)[TRUTH.met].sum(axis=1).min()
    assert 0 <= program.least(costs.__getitem__) <= truth


def test_at_the_tkemali_size_no_range_below_three_is_possible():
    problem = Problem(30, 3, 9)
    assert HistogramProgram(problem, 2, 3).excluded()
    for width, low in itertools.product(range(3), range(10)):
        if low + width <= 9:
            assert HistogramProgram(problem, low, low + width).excluded(), (low, low + width)
    assert not HistogramProgram(problem, 1, 4).excluded()
    assert not HistogramProgram(problem, 2, 5).excluded()
    assert narrowest_range(problem, 9) == 3


def test_sitting_out_is_not_what_the_program_speaks_of():
    with pytest.raises(ValueError, match="everybody always plays"):
        HistogramProgram(Problem(5, 1, 5, 4, 4), 0, 4)
    with pytest.raises(ValueError, match="everybody always plays"):
        HistogramProgram(Problem(8, 2, 3, 4, 2), 0, 3)


def check(entry, kind, matrix) -> None:
    tables, rounds = entry["tables"], entry["rounds"]
    problem = Problem(10 * tables, tables, rounds)
    same = (matrix[:, :, None] == matrix[:, None, :]).sum(axis=0)
    met = same[np.triu_indices(problem.num_players, 1)]
    low, high = problem.band
    never = int((met == 0).sum())
    excess = int((np.maximum(low - met, 0) + np.maximum(met - high, 0)).sum())
    where = f"{name(problem)} {kind}"
    assert narrowest_range(problem, rounds + 1) <= met.max() - met.min(), where
    assert not HistogramProgram(problem, int(met.min()), int(met.max())).excluded(), where
    assert never_met_least(problem) <= never, where
    assert excess_least(problem, never) <= excess, where
    assert spread_least(problem, never, excess) <= (met**2).sum(), where
    program = HistogramProgram(problem, 0, rounds)
    pin(program, met)
    assert not program.excluded(), where


@pytest.mark.parametrize("tables", [2, 3, 4, 5])
def test_every_stored_matrix_of_a_usual_size_is_possible(tables):
    chosen = [m for m in stored_matrices() if m[0]["tables"] == tables and m[0]["rounds"] > 8]
    assert len(chosen) >= 7
    for entry, kind, matrix in chosen:
        check(entry, kind, matrix)


@pytest.mark.slow
def test_every_stored_matrix_is_possible():
    count = 0
    for entry, kind, matrix in stored_matrices():
        check(entry, kind, matrix)
        count += 1
    assert count >= 117
