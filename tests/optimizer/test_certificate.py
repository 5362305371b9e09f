"""Certificates: values are the measures, gaps are differences, nothing is above a real value."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from brute_force import case, everything, seats_in_order, stored_matrices
from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer.annealing import random_tables
from optimizer.certificate import Certificate, certify, pair_bounds
from optimizer.criteria import PREFERENCES
from optimizer.seats import assign_seats
from schedules import Schedule, parse_schedule, read_schedule
from schedules.files import dump_schedule
from schedules.measures import measure
from schedules.problem import Problem

PROBLEMS = [
    Problem(4, 2, 3, 2),
    Problem(6, 2, 4, 3),
    Problem(6, 3, 5, 2),
    Problem(8, 2, 3, 4),
    Problem(12, 3, 5, 4),
    Problem(20, 2, 6),
    Problem(30, 3, 9),
    Problem(10, 1, 4),
    Problem(5, 1, 5, 4, 4),
    Problem(9, 2, 5, 3, 3),
    Problem(8, 2, 4, 4, 2),
    Problem(25, 2, 10, 10, 8),
    Problem(12, 3, 5, 4, apart=((0, 1),)),
]


def seated(problem: Problem, seed: int = 1, *, even: bool = False) -> Schedule:
    tables = random_tables(problem, seed)
    if even:
        return Schedule(problem, assign_seats(tables, problem.num_tables, problem.num_seats))
    return Schedule(problem, seats_in_order(problem, tables))


def check(schedule: Schedule, certificate: Certificate) -> None:
    found = measure(schedule)
    values = {
        "never_met": found.never_met,
        "outside_band": found.band_excess,
        "spread": found.spread,
        "table_range": (found.table_fewest, found.table_most),
        "table_squares": found.table_squares,
        "range": (found.fewest, found.most),
        "seats": found.seat_uneven,
        "halves": found.half_uneven,
        "seat_pairs": found.seat_pair_uneven,
        "first_last": max(found.first_most, found.last_most),
        "neighbour_most": found.neighbour_most,
        "neighbours": found.neighbour_repeats,
        "longest_wait": found.longest_wait,
        "longest_play": found.longest_play,
        "together_out": found.together_out_most,
    }
    waits = schedule.problem.games_per_player < schedule.problem.num_rounds
    codes = [line.code for line in certificate.criteria]
    assert codes[5:] == list(values)[5:] if waits else codes[5:] == list(values)[5:-3]
    assert set(codes[:5]) == set(list(values)[:5])
    for line in certificate.criteria:
        assert line.value == values[line.code], line.code
        have = line.value[1] - line.value[0] if isinstance(line.value, tuple) else line.value
        assert line.bound is not None
        assert have - line.bound == line.gap, line.code
        assert line.gap >= 0
        needless = (
            line.code == "table_range"
            and found.table_fewest == 0
            and schedule.problem.games_per_player >= schedule.problem.num_tables
        )
        assert line.proved == (line.gap == 0) or (needless and not line.proved)
        assert line.argument
        assert certificate[line.code] is line
    assert certificate.proved == all(line.proved for line in certificate.criteria)


@given(
    st.sampled_from(PROBLEMS), st.integers(0, 10**6), st.sampled_from(PREFERENCES), st.booleans()
)
@settings(deadline=None, max_examples=60)
def test_a_certificate_agrees_with_the_measures(problem, seed, prefer, even):
    schedule = seated(problem, seed, even=even)
    check(schedule, certify(schedule, prefer=prefer))


@pytest.mark.parametrize(
    ("prefer", "first"),
    [
        ("order", ["never_met", "outside_band", "spread", "table_range", "table_squares"]),
        ("spread", ["spread", "never_met", "outside_band", "table_range", "table_squares"]),
        ("tables", ["never_met", "outside_band", "table_range", "table_squares", "spread"]),
    ],
)
def test_the_lines_stand_in_the_order_they_are_judged_by(prefer, first):
    certificate = certify(seated(Problem(12, 3, 5, 4)), prefer=prefer)
    assert certificate.order == prefer
    assert [line.code for line in certificate.criteria[:5]] == first


@pytest.mark.parametrize("problem", [Problem(6, 2, 3, 3), Problem(6, 2, 4, 3)], ids=str)
def test_what_is_proved_best_is_best_of_all_schedules(problem):
    truth = everything(problem, told_apart=True)
    proved = 0
    for seed in range(25):
        schedule = seated(problem, seed)
        found = measure(schedule)
        for prefer in PREFERENCES:
            certificate = certify(schedule, prefer=prefer)
            never = truth.never <= found.never_met
            excess = never & (truth.excess <= found.band_excess)
            visits = excess & (truth.table_squares <= found.table_squares)
            rivals = {"order": excess, "spread": excess | True, "tables": visits}[prefer]
            assert certificate["spread"].bound <= truth.spread[rivals].min()
            assert certificate["never_met"].bound <= truth.never.min()
            assert certificate["outside_band"].bound <= truth.excess[never].min()
            assert certificate["range"].bound <= truth.width.min()
            close = truth.spread <= found.spread
            if prefer != "tables":
                assert certificate["table_squares"].bound <= truth.table_squares[close].min()
            proved += certificate["spread"].proved
    assert proved, "some of them are proved"


def test_the_tkemali_matrix_is_proved_in_everything_but_its_tables():
    schedule = read_schedule(case("matrices/tkemali_seated.json"))
    certificate = certify(schedule)
    check(schedule, certificate)
    for code in ("never_met", "outside_band", "spread", "range", "seats", "halves", "neighbours"):
        assert certificate[code].proved, code
    assert (certificate["spread"].value, certificate["spread"].bound) == (3807, 3807)
    assert certificate["range"].value == (1, 4)
    assert certificate["range"].bound == 3
    assert certificate["table_squares"].bound == 918
    assert certificate["table_squares"].gap == certificate["table_squares"].value - 918 > 0
    assert not certificate.proved


@pytest.mark.parametrize("tables", [2, 3, 5])
def test_stored_matrices_of_ten_rounds_are_certified(tables):
    for entry, kind, matrix in stored_matrices():
        if (entry["tables"], entry["rounds"], kind) == (tables, 10, "spread"):
            problem = Problem(10 * tables, tables, 10)
            schedule = Schedule(problem, assign_seats(matrix.astype(np.int32), tables, 10))
            for prefer in PREFERENCES:
                check(schedule, certify(schedule, prefer=prefer))
            assert certify(schedule, prefer="spread")["spread"].proved


@pytest.mark.slow
def test_no_stored_matrix_is_below_a_bound_of_its_certificate():
    for entry, kind, matrix in stored_matrices():
        tables = entry["tables"]
        problem = Problem(10 * tables, tables, entry["rounds"])
        schedule = Schedule(problem, seats_in_order(problem, matrix))
        certificate = certify(schedule, prefer="order" if kind == "meets" else "tables")
        assert all(line.gap >= 0 for line in certificate.criteria), (tables, kind)


def test_a_schedule_of_a_peer_is_judged_too():
    data = json.loads(case("schedules/mafia_schedule_25_2_10x8.json").read_text("utf-8"))
    games = [game["players"] for game in data["games"]]
    seating = [[games[i] for i in round_["gameIds"]] for round_ in data["rounds"]]
    schedule = Schedule(Problem(25, 2, 10, 10, 8), np.array(seating))
    certificate = certify(schedule)
    check(schedule, certificate)
    assert certificate["spread"].bound == 2940
    assert certificate["spread"].gap > 0


def test_a_certificate_goes_into_the_file_and_back():
    schedule = seated(Problem(12, 3, 5, 4))
    certificate = certify(schedule)
    data = certificate.as_json()
    assert data == json.loads(json.dumps(data)), "plain JSON"
    assert data["order"] == "order"
    assert [line["criterion"] for line in data["criteria"]] == [
        line.code for line in certificate.criteria
    ]
    assert set(data["criteria"][0]) == {
        "criterion", "value", "bound", "proved", "gap", "argument",
    }  # fmt: skip
    assert next(line for line in data["criteria"] if line["criterion"] == "range")["value"] == list(
        certificate["range"].value
    )
    text = dump_schedule(replace(schedule, certificate=data))
    assert parse_schedule(text).certificate == data


def test_bounds_without_a_schedule_allow_the_best_one():
    for problem in (Problem(6, 2, 4, 3), Problem(8, 2, 3, 4), Problem(6, 3, 4, 2)):
        truth, bounds = everything(problem), pair_bounds(problem)
        best = min(zip(truth.never, truth.excess, truth.spread, strict=True))
        have = (bounds.never_met.value, bounds.band_excess.value, bounds.spread.value)
        assert have <= best
