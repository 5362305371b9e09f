import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer.annealing import random_tables
from optimizer.certificate import certify
from optimizer.library import ORDERS, Effort, build, build_all, offer, rank, seated
from optimizer.matrices_file import read_matrices
from optimizer.seats import assign_seats
from optimizer.stages import OTHERS, label, stage, stages
from optimizer.stopping import Budget
from schedules.errors import ProblemError, SeatingError
from schedules.files import read_schedule, write_schedule
from schedules.library import entries, find, name_of
from schedules.measures import measure
from schedules.schedule import Schedule
from schedules.verify import verify

SMALL = stage("12/3/4-seats-4")
MADE = {"version": "test"}
QUICK = Effort(Budget(iterations=50_000), seed=3, seat_moves=20_000)


def any_schedule(problem, seed):
    tables = random_tables(problem, seed)
    return Schedule(problem, assign_seats(tables, problem.num_tables, problem.num_seats))


def written(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("text", "players", "tables", "rounds", "games", "name"),
    [
        ("30/3/9", 30, 3, 9, 9, "30-3-9"),
        ("25/2/10x8", 25, 2, 10, 8, "25-2-10x8"),
        ("25/2x8", 25, 2, 10, 8, "25-2-10x8"),
        ("23/2x10", 23, 2, 12, 10, "23-2-12x10"),
        ("31/3x10", 31, 3, 11, 10, "31-3-11x10"),
        ("16/4/5-seats-4", 16, 4, 5, 5, "16-4-5-seats-4"),
        ("30/3/14-teams-of-2", 30, 3, 14, 14, "30-3-14-teams-of-2"),
    ],
)
def test_a_stage_is_written_as_people_write_it(text, players, tables, rounds, games, name):
    problem = stage(text)
    assert (problem.num_players, problem.num_tables) == (players, tables)
    assert (problem.num_rounds, problem.games_per_player) == (rounds, games)
    assert name_of(problem) == name
    assert stage(label(name)) == problem


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("30", "no stage"),
        ("30/3", "no stage"),
        ("30/3/9/2", "no stage"),
        ("30/0/9", "at least 1"),
        ("31/3/9", "31"),
        ("25/2/10x7", "full games"),
        ("30/3/9-teams-of-4", "no teams of 4"),
    ],
)
def test_what_is_no_stage_is_refused(text, said):
    with pytest.raises(ProblemError, match=said):
        stage(text)


def test_the_library_is_to_hold_all_full_tables_and_the_usual_fields():
    names = [name_of(problem) for problem in stages()]
    assert len(set(names)) == len(names)
    assert {f"{10 * t}-{t}-{r}" for t in range(1, 11) for r in range(3, 16)} <= set(names)
    assert len(OTHERS) == 33
    assert {name_of(stage(text)) for text in OTHERS} <= set(names)


@settings(deadline=None, max_examples=25)
@given(st.lists(st.integers(0, 40), min_size=1, max_size=6))
def test_a_better_file_replaces_a_worse_one_and_never_the_reverse(tmp_path_factory, seeds):
    folder = tmp_path_factory.mktemp("library")
    offered = []
    for seed in seeds:
        schedule = any_schedule(SMALL, seed)
        before = {prefer: find(SMALL, prefer, folder=folder) for prefer in ORDERS}
        names = offer(schedule, folder, MADE)
        offered.append(schedule)
        for prefer in ORDERS:
            held = find(SMALL, prefer, folder=folder)
            assert rank(held, prefer) == min(rank(other, prefer) for other in offered)
            if before[prefer] is not None:
                assert rank(held, prefer) <= rank(before[prefer], prefer)
        spread = folder / "12-3-4-seats-4.spread.json"
        usual = find(SMALL, folder=folder)
        if spread.exists():
            assert rank(read_schedule(spread), "spread") < rank(usual, "spread")
        better = any(
            before[prefer] is None or rank(schedule, prefer) < rank(before[prefer], prefer)
            for prefer in ORDERS
        )
        assert bool(names) == better


def test_the_worse_one_leaves_the_file_as_it_was(tmp_path):
    found = sorted(
        (any_schedule(SMALL, seed) for seed in range(30)), key=lambda s: rank(s, "order")
    )
    best, worst = found[0], max(found, key=lambda s: (rank(s, "spread"), rank(s, "order")))
    offer(best, tmp_path, MADE)
    before = written(tmp_path)
    assert offer(worst, tmp_path, {"version": "later"}) == []
    assert offer(best, tmp_path, {"version": "later"}) == []
    assert written(tmp_path) == before


def test_a_file_holds_no_names_and_a_certificate_of_its_own_order(tmp_path):
    named = replace(any_schedule(SMALL, 1), name="Cup", players=tuple("ABCDEFGHIJKL"))
    assert offer(named, tmp_path, MADE) == ["12-3-4-seats-4.json"]
    (entry,) = entries(tmp_path)
    assert not entry.schedule.players
    assert not entry.schedule.name
    assert entry.schedule.certificate == certify(named).as_json()
    assert entry.schedule.made == {"version": "test", "prefer": "order"}


def test_an_invalid_schedule_is_not_taken(tmp_path):
    seating = any_schedule(SMALL, 1).seating.copy()
    seating[0, 0, 0] = seating[0, 1, 0]
    with pytest.raises(SeatingError):
        offer(Schedule(SMALL, seating), tmp_path, MADE)
    assert not written(tmp_path)


def test_a_spoiled_file_is_named(tmp_path):
    (tmp_path / "12-3-4-seats-4.json").write_text("{", encoding="utf-8")
    with pytest.raises(SeatingError, match="12-3-4-seats-4"):
        offer(any_schedule(SMALL, 1), tmp_path, MADE)


@pytest.mark.slow
def test_the_same_seed_and_iterations_give_the_same_files_with_any_workers(tmp_path):
    problems = [stage("8/2/2-seats-4"), stage("8/2/3-seats-4"), stage("9/2/9x4-seats-4")]
    found = []
    for name, workers in (("a", 1), ("b", 2)):
        folder = tmp_path / name
        folder.mkdir()
        told = []
        build_all(
            problems, into=folder, known={}, effort=QUICK, workers=workers, report=told.append
        )
        assert {built.name for built in told} == {name_of(problem) for problem in problems}
        found.append(written(folder))
    assert found[0] == found[1]
    assert set(found[0]) >= {"8-2-2-seats-4.json", "8-2-3-seats-4.json", "9-2-9x4-seats-4.json"}


def test_a_second_build_changes_nothing_where_nothing_can_be_better(tmp_path):
    problem = stage("16/4/5-seats-4")
    first = build(problem, into=tmp_path, starts=(), effort=Effort(Budget(iterations=2_000_000)))
    assert first.written == ("16-4-5-seats-4.json",)
    assert measure(first.held).histogram == {1: 120}
    before = written(tmp_path)
    again = build(problem, into=tmp_path, starts=(), effort=QUICK)
    assert rank(again.held, "order") <= rank(first.held, "order")
    if not again.written:
        assert written(tmp_path) == before


def test_a_build_without_a_search_seats_what_is_known(tmp_path):
    tables = random_tables(SMALL, 5)
    effort = Effort(None, seed=1, seat_moves=20_000)
    built = build(SMALL, into=tmp_path, starts=[tables], effort=effort)
    ours = measure(seated(SMALL, tables, seed=1, moves=20_000))
    assert measure(built.held).spread == ours.spread
    assert not verify(built.held)


def test_one_round_more_begins_from_one_round_fewer(tmp_path):
    shorter, problem = stage("16/4/4-seats-4"), stage("16/4/5-seats-4")
    effort = Effort(Budget(iterations=2_000_000), seat_moves=20_000)
    build(shorter, into=tmp_path, starts=(), effort=effort)
    built = build(problem, into=tmp_path, starts=(), effort=Effort(None, seat_moves=20_000))
    assert measure(built.held).spread <= 140


def test_team_mates_never_meet_in_what_is_built(tmp_path):
    problem = stage("12/3/4-seats-4-teams-of-2")
    built = build(problem, into=tmp_path, starts=(), effort=QUICK)
    assert not verify(built.held)
    assert built.held.problem.teams == tuple((p, p + 1) for p in range(0, 12, 2))


def test_matrices_and_schedules_are_read_by_stage(tmp_path):
    rounds = ["01" * 10, "0011" * 5]
    matrices = tmp_path / "matrices.json"
    matrices.write_text(
        json.dumps([{"tables": 2, "rounds": 2, "bound": 1, "spread": {"rounds": rounds}}]), "utf-8"
    )
    whole = tmp_path / "whole.json"
    write_schedule(any_schedule(SMALL, 1), whole)
    known = read_matrices([matrices, whole])
    assert set(known) == {"20-2-2", "12-3-4-seats-4"}
    assert known["20-2-2"][0].shape == (2, 20)
    assert np.array_equal(known["12-3-4-seats-4"][0].seating, any_schedule(SMALL, 1).seating)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON"),
        ("3", "no list of matrices"),
        ('[{"tables": 2}]', "entry 1 is no matrix"),
        ('[{"tables": 2, "rounds": 1, "spread": {"rounds": ["0101"]}}]', "rounds of 20 digits"),
        (
            '[{"tables": 2, "rounds": 1, "meets": {"rounds": ["00000000000000000001"]}}]',
            "table without 10",
        ),
    ],
)
def test_files_that_hold_no_matrices_are_refused_in_words(tmp_path, text, said):
    path = tmp_path / "m.json"
    path.write_text(text, "utf-8")
    with pytest.raises(SeatingError, match=said):
        read_matrices([path])


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(SeatingError, match="There is no file"):
        read_matrices([tmp_path / "m.json"])
