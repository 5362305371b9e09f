"""Every file that is shipped: valid, nameless, certified; and what asks for it."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from optimizer.certificate import certify
from optimizer.library import rank
from optimizer.stages import stages
from schedules.library import FOLDER, SPREAD, entries, find, name_of
from schedules.measures import measure
from schedules.problem import Problem
from schedules.schedule import Schedule
from schedules.verify import check_valid, verify
from schedules.wishes import SoftWishes

SHIPPED = list(entries())
NAMES = [entry.name for entry in SHIPPED]
FEW = ("30-3-9", "25-2-10x8", "12-1-12x10", "30-3-14-teams-of-2", "100-10-10", "20-2-10")


def entry_of(name):
    return next(entry for entry in SHIPPED if entry.name == name)


def test_it_is_small_and_holds_every_stage_that_it_is_to_hold():
    assert sum(path.stat().st_size for path in FOLDER.glob("*.json")) < 10_000_000
    missing = [name_of(problem) for problem in stages() if find(problem) is None]
    assert missing == []


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_valid_nameless_and_called_by_its_stage(name):
    schedule = entry_of(name).schedule
    assert not verify(schedule)
    assert not schedule.players
    assert not schedule.name
    assert name_of(schedule.problem) == name.removesuffix(SPREAD)
    order = schedule.certificate["order"]
    assert order == ("spread" if name.endswith(SPREAD) else "order")


@pytest.mark.parametrize("name", NAMES)
def test_no_value_is_below_its_bound_and_each_is_measured(name):
    schedule = entry_of(name).schedule
    lines = {line["criterion"]: line for line in schedule.certificate["criteria"]}
    found = measure(schedule)
    assert lines["never_met"]["value"] == found.never_met
    assert lines["outside_band"]["value"] == found.band_excess
    assert lines["spread"]["value"] == found.spread
    assert lines["range"]["value"] == [found.fewest, found.most]
    assert lines["neighbours"]["value"] == found.neighbour_repeats
    for line in lines.values():
        value = line["value"]
        have = value[1] - value[0] if isinstance(value, list) else value
        if line["bound"] is not None:
            assert have >= line["bound"], line
            assert line["gap"] == have - line["bound"]
    assert lines["seats"]["value"] == 0  # always reachable


@pytest.mark.parametrize("name", [name for name in FEW if name in NAMES])
def test_the_certificate_is_what_is_proved_anew(name):
    certificate = entry_of(name).schedule.certificate
    assert certificate == certify(entry_of(name).schedule, prefer=certificate["order"]).as_json()


@pytest.mark.slow
def test_all_certificates_are_what_is_proved_anew():
    for entry in SHIPPED:
        certificate = entry.schedule.certificate
        assert certificate == certify(entry.schedule, prefer=certificate["order"]).as_json()


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(SPREAD)])
def test_a_file_by_spread_is_better_by_spread_and_not_otherwise(name):
    ours, usual = entry_of(name).schedule, entry_of(name.removesuffix(SPREAD)).schedule
    assert rank(ours, "spread") < rank(usual, "spread")
    assert rank(ours, "order") > rank(usual, "order")


def test_what_was_to_be_matched():
    tkemali = measure(find(Problem(30, 3, 9)))
    assert (tkemali.spread, tkemali.fewest, tkemali.most) == (3807, 1, 4)
    assert tkemali.neighbour_repeats == 0
    by_spread = {(5, 12): 6150, (5, 13): 7275, (2, 10): 4500, (4, 10): 4680, (3, 10): 4590}
    for (tables, rounds), least in by_spread.items():
        schedule = find(Problem(10 * tables, tables, rounds), "spread")
        assert measure(schedule).spread == least


def test_teams_in_other_numbers_are_answered_too():
    order = np.random.default_rng(5).permutation(30).tolist()
    teams = tuple(tuple(order[i : i + 2]) for i in range(0, 30, 2))
    problem = Problem(30, 3, 14, teams=teams)
    schedule = find(problem)
    assert schedule is not None
    assert schedule.problem == problem
    check_valid(schedule)
    assert certify(schedule).as_json() == schedule.certificate


def test_empty_chairs_stay_empty(tmp_path):
    schedule = find(Problem(31, 3, 11, games_per_player=10))
    assert schedule is not None
    assert (schedule.seating == -1).sum() == 11 * 30 - 310


@pytest.mark.parametrize(
    "wishes",
    [
        {"apart": ((0, 1),)},
        {"at_most": (((0, 1), 2),)},
        {"at_least": (((0, 1), 1),)},
        {"fixed_tables": ((0, 1),)},
        {"forbidden_tables": ((0, 1),)},
        {"soft": SoftWishes(not_in_a_row=True)},
        {"soft": SoftWishes(prefer_apart=((0, 1),))},
        {"teams": ((0, 1), (2, 3))},
        {"teams": (tuple(range(15)), *((p, p + 1, p + 2) for p in range(15, 30, 3)))},
        {"fewest_seats": 9},
    ],
)
def test_wishes_are_not_answered_from_the_library(wishes):
    assert find(Problem(30, 3, 9)) is not None
    assert find(Problem(30, 3, 9, **wishes)) is None


def test_other_numbers_are_not_answered():
    assert find(Problem(30, 3, 9, num_seats=10, games_per_player=9), "tables") is None
    assert find(Problem(30, 3, 16)) is None
    assert find(Problem(30, 4, 9, games_per_player=9)) is None
    assert find(Problem(30, 3, 10, games_per_player=9)) is None
    assert find(Problem(12, 3, 9, num_seats=4)) is None
    others = tuple((p, 8) for p in range(10))
    assert find(Problem(30, 3, 9, games_per_player=9, other_games=others)) is None


def test_the_certificate_is_left_out_where_it_is_for_another_order():
    by_spread = find(Problem(30, 3, 9), "spread")
    assert by_spread is not None
    assert by_spread.certificate is None or by_spread.certificate["order"] == "spread"


def test_a_file_of_another_folder_is_found_there(tmp_path):
    from schedules.files import write_schedule

    problem = Problem(8, 2, 1, num_seats=4)
    assert find(problem, folder=tmp_path) is None
    schedule = Schedule(problem, np.arange(8).reshape(1, 2, 4))
    write_schedule(schedule, tmp_path / "8-2-1-seats-4.json")
    assert find(problem, folder=tmp_path) == replace(schedule)
    write_schedule(replace(schedule, name="x"), tmp_path / "8-2-1-seats-4.spread.json")
    assert find(problem, "spread", folder=tmp_path).name == "x"


def test_it_needs_nothing_heavy():
    heavy = ["numba", "ortools", "scipy", "pandas", "networkx", "matplotlib", "joblib"]
    code = (
        "import sys; from schedules.library import find; from schedules.problem import Problem;"
        f"find(Problem(30, 3, 9)); print(*sorted(set({heavy!r}) & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
