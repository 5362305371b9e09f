from dataclasses import replace

import numpy as np
import pytest

from schedules import (
    EMPTY,
    InvalidScheduleError,
    Problem,
    Schedule,
    check_valid,
    dump_schedule,
    parse_schedule,
)
from schedules.numbering import from_file, to_file
from schedules.verify import RULES, verify


def put(schedule, *changes):
    """Return the schedule with other players on some chairs: (round, table, seat, player)."""
    seating = schedule.seating.copy()
    for r, t, s, value in changes:
        seating[r, t, s] = value
    return replace(schedule, seating=seating)


def only(schedule):
    """Return the one rule that a schedule breaks."""
    codes = {fault.code for fault in verify(schedule)}
    assert len(codes) == 1, codes
    return codes.pop()


def mutants(full, waiting, idle):
    """Yield (rule, alone, schedule): one breach each; alone where no other rule sees it."""
    wish = replace(full.problem, apart=((0, 1),))
    limit = replace(full.problem, at_most=(((0, 1, 2), 1),))
    names = tuple("abcdefgh")
    smaller = replace(full.problem, fewest_seats=3, other_games=((0, 2), (1, 2)))
    other = replace(waiting.problem, other_games=((0, 5), (1, 3)))
    yield "shape", True, replace(full, seating=full.seating[:2])
    yield "shape", True, replace(full, problem=replace(full.problem, num_tables=3))
    yield "shape", False, replace(full, seating=full.seating[:, :, :3])
    yield "number", False, put(full, (1, 0, 2, 8))
    yield "number", False, put(full, (1, 0, 2, -2))
    yield "number", True, put(idle, *((1, 1, s, 8 + s) for s in range(4)))
    yield "empty_chair", False, put(full, (2, 1, 3, EMPTY))
    yield (
        "empty_chair",
        True,
        put(idle, (2, 0, 0, EMPTY), (2, 0, 1, EMPTY), (2, 1, 0, 5), (2, 1, 1, 6)),
    )
    short = put(full, (0, 0, 0, EMPTY), (0, 0, 1, EMPTY)).seating
    yield "empty_chair", True, Schedule(smaller, short)
    yield "idle_table", False, put(full, *((1, 1, s, EMPTY) for s in range(4)))
    yield "idle_table", False, put(waiting, *((1, 0, s, EMPTY) for s in range(4)))
    yield "twice_at_table", False, put(full, (0, 0, 1, 0))
    yield "twice_at_table", True, put(idle, (0, 0, 0, 2), (2, 0, 2, 0))
    yield "twice_in_round", False, put(full, (0, 1, 0, 0))
    yield "twice_in_round", True, put(idle, (0, 0, 0, 5), (2, 0, 0, 0))
    yield "games", True, put(waiting, (0, 0, 0, 0))
    yield "games", True, replace(waiting, problem=other)
    yield (
        "games",
        True,
        replace(
            waiting,
            problem=Problem(5, 1, 6, 4, 4),
            seating=np.concatenate([waiting.seating, waiting.seating[:1]]),
        ),
    )
    yield "apart", True, replace(full, problem=wish)
    yield "teams", True, replace(full, problem=replace(full.problem, teams=((0, 1),)))
    yield "at_least", True, replace(full, problem=replace(full.problem, at_least=(((0, 7), 2),)))
    yield "tables", True, replace(full, problem=replace(full.problem, fixed_tables=((4, 1),)))
    yield "tables", True, replace(full, problem=replace(full.problem, forbidden_tables=((4, 0),)))
    yield "absent", True, replace(waiting, problem=replace(waiting.problem, absent=((0, 1),)))
    yield "at_most", True, replace(full, problem=limit)
    yield "names", True, replace(full, players=names[:7])
    yield "names", True, replace(full, players=(*names[:7], "  "))
    yield "names", True, replace(full, players=(*names[:7], "A"))


def test_valid_schedules_have_no_fault(full, waiting, idle):
    for schedule in (full, waiting, idle):
        assert verify(schedule) == []
        check_valid(schedule)


def test_cases_are_valid(tkemali, peer_25):
    assert verify(tkemali) == []
    assert verify(peer_25) == []


def test_every_mutant_is_found(full, waiting, idle):
    found, total = 0, 0
    seen = set()
    for code, _, schedule in mutants(full, waiting, idle):
        total += 1
        found += code in {fault.code for fault in verify(schedule)}
        seen.add(code)
    print(f"mutants found: {found} of {total}, over {len(seen)} of {len(RULES)} rules")
    assert found == total
    assert seen == set(RULES)


def test_no_rule_can_be_left_out(full, waiting, idle, monkeypatch):
    # idle_table is implied by the games of the players and only there to name the table
    needed = {code for code, alone, _ in mutants(full, waiting, idle) if alone}
    assert needed == set(RULES) - {"idle_table"}
    for code, alone, schedule in mutants(full, waiting, idle):
        if alone:
            assert only(schedule) == code
            with monkeypatch.context() as patch:
                patch.delitem(RULES, code)
                assert verify(schedule) == []


def breaks(schedule, others):
    """Yield (cell, old, broken) for every cell, put to each of the numbers of a file."""
    for cell in np.ndindex(schedule.seating.shape):
        old = int(schedule.seating[cell])
        if old == EMPTY:
            continue
        for number in others(cell):
            if number != to_file(old):
                text = dump_schedule(put(schedule, (*cell, from_file(number))))
                yield cell, old, number, parse_schedule(text)


def named_words(cell):
    return "round {}, table {}, seat {}".format(*(i + 1 for i in cell))


def check_break(cell, old, number, broken, *, most):
    """Assert that the faults name the cell and who is missing there; return the first guess."""
    faults = verify(broken)
    named = {at for fault in faults for at in fault.cells}
    assert cell in named
    assert len(named) <= most
    short = next(f for f in faults if f.code == "games" and f.player == old)
    assert cell in short.cells
    assert f"Player {old + 1} " in str(short)
    if number is None or not 1 <= number <= broken.problem.num_players:
        code = "empty_chair" if number is None else "number"
        fault = next(f for f in faults if f.code == code)
        assert fault.cells == (cell,)
        assert named == {cell}
        assert named_words(cell).capitalize() in str(fault)
        assert named_words(cell) in str(short)
        assert number is None or f"holds {number};" in str(fault)
    return short.cells[0] == cell


def test_any_broken_cell_of_a_full_schedule_is_named(full):
    for cell, old, number, broken in breaks(full, lambda _: (*range(1, 9), 0, -1, 9, 99, None)):
        check_break(cell, old, number, broken, most=2)
        if number in range(1, 9):
            assert any(
                f.code.startswith("twice") and len(f.cells) == 2 and cell in f.cells
                for f in verify(broken)
            )


def test_any_broken_cell_is_named_where_players_sit_out(waiting, idle):
    for schedule in (waiting, idle):
        players = range(1, schedule.problem.num_players + 1)
        for cell, old, number, broken in breaks(schedule, lambda _, p=players: (*p, 0, 99, None)):
            check_break(cell, old, number, broken, most=4)


def test_any_broken_cell_of_the_qualification_is_named(tkemali):
    guesses = []
    for cell, old, number, broken in breaks(
        tkemali, lambda cell: (sum(cell) * 7 % 30 + 1, 0, 99, None)
    ):
        right = check_break(cell, old, number, broken, most=2)
        if number in range(1, 31):
            guesses.append(right)
    print(f"likeliest of the two seats is the right one: {sum(guesses)} of {len(guesses)}")
    assert sum(guesses) > 0.9 * len(guesses)


def test_any_broken_cell_of_a_peers_schedule_is_named(peer_25):
    for cell, old, number, broken in breaks(
        peer_25, lambda cell: (sum(cell) * 7 % 25 + 1, 0, 99, None)
    ):
        check_break(cell, old, number, broken, most=4)


def test_every_fault_is_collected(full):
    broken = put(full, (0, 0, 0, 99), (1, 1, 2, EMPTY), (2, 0, 0, 4))
    codes = [fault.code for fault in verify(broken)]
    assert codes == ["number", "empty_chair", "twice_at_table", "games", "games", "games"]


def test_the_error_lists_twenty_faults_and_counts_the_rest(full):
    nobody = replace(full, seating=np.full((3, 2, 4), 50))
    with pytest.raises(InvalidScheduleError) as caught:
        check_valid(nobody)
    faults = caught.value.faults
    assert len(faults) == 24 + 24
    assert str(caught.value).splitlines()[-1] == "and 28 more"
    assert str(caught.value).count("\n- ") == 20


def test_sentences(full):
    problem = replace(full.problem, apart=((6, 7),), at_most=(((0, 1), 1),))
    sentences = [str(fault) for fault in verify(replace(full, problem=problem))]
    assert sentences == [
        "Players 7 and 8 are to be kept apart and meet: round 1, table 2, seat 3; "
        "round 1, table 2, seat 4.",
        "Players 7 and 8 are to be kept apart and meet: round 2, table 2, seat 4; "
        "round 2, table 2, seat 3.",
        "Players 1 and 2 meet 2 times, at most 1 is allowed: round 1, table 1, seat 1; "
        "round 1, table 1, seat 2; round 2, table 1, seat 2; round 2, table 1, seat 1.",
    ]


def test_json_counts_from_one(full):
    fault = verify(put(full, (1, 0, 2, 8)))[0]
    assert fault.as_json() == {
        "code": "number",
        "sentence": "Round 2, table 1, seat 3 holds 9; the players are 1 to 8.",
        "round": 2,
        "table": 1,
        "seat": 3,
        "cells": [[2, 1, 3]],
    }


def test_all_games_wrong_at_once():
    # an empty schedule has every fault that can be, and still an answer
    schedule = Schedule(Problem(8, 2, 3, 4), np.full((3, 2, 4), EMPTY))
    assert {fault.code for fault in verify(schedule)} == {"idle_table", "games"}
