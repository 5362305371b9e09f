"""The checker against a third reading of docs/swiss.md that tries everything (brute_swiss.py)."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from brute_swiss import Slow, next_round

from tournament.event_file import dump_event, parse_event
from tournament.swiss.dice import Dice
from tournament.swiss.seats import SeatPlan
from tournament.swiss.state import state_of
from tournament.swiss_check import check_event, check_round
from tournament.swiss_events import exchanged, random_event
from tournament.swiss_trial import try_events

TINY = ((2, 1), (2, 2), (3, 2), (4, 1), (2, 3))
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("number", range(25))
def test_a_round_that_is_best_of_all_is_right(number):
    event = random_event(f"brute {number}", next_round, formats=TINY)
    report = check_event(parse_event(dump_event(event)))
    said = [
        (one.stage, one.number, finding.sentence())
        for one in report.rounds
        for finding in one.findings
    ]
    assert said == []


def slow_round(event, index):
    """Return the slow reading of a round, ready to judge any seating of it."""
    round_ = event.rounds[index]
    past = replace(event, rounds=event.rounds[:index])
    slow = Slow(past, round_, round_.basis.points)
    slow.prepare([player for table in round_.seated for player in table])
    return slow


def test_the_criterion_named_is_the_first_that_differs():
    """Exchange two players of two tables in rounds that are best; compare number by number."""
    named = Counter()
    for number in range(30):
        event = random_event(f"named {number}", next_round, formats=TINY[1:])
        dice = Dice(f"named {number}")
        for index, round_ in enumerate(event.rounds):
            if len(round_.seated) < 2:
                continue
            slow = slow_round(event, index)
            one, other = (dice.pick(table) for table in dice.some(round_.seated, 2))
            tables = exchanged(round_.seated, one, other)
            mutant = replace(round_, tables=tables, drawn=None, edits=(), certificate=None)
            changed = replace(event, rounds=(*event.rounds[:index], mutant))
            found = [f for f in check_round(changed, index).findings if f.table == 0]
            bracket = next(b for b in slow.brackets() if slow.home[one] in b)
            legal = slow.legal(dict(enumerate(map(list, tables), 1)))
            if not legal or slow.home[other] not in bracket:
                assert check_round(changed, index).findings
                continue
            now = slow.vector({t: list(tables[t - 1]) for t in bracket})
            (best, _), _ = slow.best_tables(bracket)
            first = next((i for i, pair in enumerate(zip(now, best, strict=True))
                          if pair[0] != pair[1]), None)  # fmt: skip
            assert len(found) == 1, (number, index)
            if first is None:
                assert found[0].code == "D1"
            elif len(bracket) < 3:
                # every way was compared, so criterion and numbers have to be those
                assert (found[0].values["value"], found[0].values["least"]) == (
                    now[first],
                    best[first],
                )
            named[found[0].code] += 1
    assert sum(named.values()) > 20
    assert len(named) > 3


def test_mutants_are_noticed():
    """A short run of the trial: two players exchanged in every right round."""
    tried = list(try_events(15, 7, next_round, formats=TINY, mutate=True))
    assert sum(one.mutated for one in tried) > 40
    assert all(one.mutated == one.named for one in tried)
    assert not any(one.disagreements for one in tried)


def test_seats_of_a_table_against_all_orders():
    """The dynamic programme against every permutation, tables of up to five."""
    for number in range(12):
        event = random_event(f"seats {number}", next_round, formats=((3, 1), (4, 1), (5, 1)))
        for index, round_ in enumerate(event.rounds):
            state = state_of(event, index, round_.basis.points)
            slow = slow_round(event, index)
            order = list(round_.seated[0])
            plan = SeatPlan(state, 1, tuple(sorted(order, key=state.ticket)))
            (vector, _), best = slow.best_order(order)
            assert list(plan.best()) == best
            assert list(plan.vector(best)) == vector


def test_big_numbers_do_not_overflow():
    event = random_event("big", next_round, formats=((4, 1),), rounds=3)
    state = state_of(event, 2, event.rounds[2].basis.points)
    order = event.rounds[2].seated[0]
    plan = SeatPlan(state, 1, tuple(sorted(order, key=state.ticket)))
    usual = plan.best()
    # weights far above what 64 bits hold: the same order must come out
    large = SeatPlan(state, 1, plan.players)
    large.__dict__["limits"] = tuple(limit * 10**5 for limit in plan.limits)
    assert large.best() == usual


def test_the_same_seed_gives_the_same_event_whatever_the_hash_order():
    code = (
        "import sys; sys.path.insert(0, 'tests/tournament')\n"
        "from brute_swiss import next_round\n"
        "from tournament.event_file import dump_event\n"
        "from tournament.swiss_events import random_event\n"
        "import hashlib\n"
        "text = dump_event(random_event('hash', next_round, formats=((2, 2), (3, 2))))\n"
        "print(hashlib.sha256(text.encode()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(digests) == 1


def test_the_checker_shares_nothing_with_the_program_that_seats():
    code = (
        "import sys, tournament.swiss_check, tournament.swiss_events, tournament.swiss_trial\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('optimizer', 'ortools')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
    sources = [ROOT / "tournament" / "swiss_check.py", ROOT / "tournament" / "swiss_events.py"]
    sources += sorted((ROOT / "tournament" / "swiss").glob("*.py"))
    for path in sources:
        text = path.read_text("utf-8")
        assert "import optimizer" not in text
        assert "from optimizer" not in text
        assert "ortools" not in text
