"""The checker against a third reading of docs/swiss.md that tries everything (brute_swiss.py)."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from brute_swiss import Slow, next_round
from swiss_cases import an_event

from tournament.event_file import dump_event, parse_event
from tournament.swiss import best
from tournament.swiss.best import enumerated, search, splits
from tournament.swiss.bracket import brackets_of
from tournament.swiss.brackets import homes_of
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
            else:
                assert (found[0].values["value"], found[0].values["least"]) == (
                    now[first],
                    best[first],
                )
            named[found[0].code] += 1
    assert sum(named.values()) > 20
    assert len(named) > 3


def test_splits_are_all_ways_in_order():
    for sizes in ((3,), (2, 2), (3, 1), (2, 1, 2), (1, 1, 1, 1)):
        players = sum(sizes)
        expected = [
            row
            for row in product(range(len(sizes)), repeat=players)
            if all(row.count(table) == size for table, size in enumerate(sizes))
        ]
        assert [tuple(row) for row in splits(sizes).tolist()] == expected


def mixed_event(dice):
    """Return nine or eight players at three or four tables, seated by chance three times."""
    seats, tables = dice.pick(((3, 3), (2, 4)))

    def by_chance():
        order = dice.some(range(1, seats * tables + 1), seats * tables)
        return [order[t : t + seats] for t in range(0, len(order), seats)]

    mode = dice.pick(("random", "window:3", f"blocks:{tables}", "strict"))
    points = {n: dice.below(3) for n in range(1, seats * tables + 1)}
    wishes = {"apart": ((1, 2),)} if dice.one_in(3) else {}
    past = [by_chance(), by_chance(), by_chance()]
    return an_event(by_chance(), past=past, points=points, mode=mode, **wishes)


def test_exchanges_and_turns_against_all_ways(monkeypatch):
    """Where not all ways are tried, what is found is better indeed, and by what is said."""
    kinds = Counter()
    for number in range(150):
        dice = Dice(f"turns {number}")
        event = mixed_event(dice)
        state = state_of(event, 3, event.rounds[3].basis.points)
        for bracket in brackets_of(state, homes_of(state), {}):
            least = enumerated(bracket)[1]
            if len(bracket.labels) < 3 or least is None:
                continue
            near = least.copy()  # the best with three players moved in a ring
            ring = dice.some(range(len(near)), 3)
            near[ring] = near[[*ring[1:], ring[0]]]
            with monkeypatch.context() as few:
                few.setattr(best, "MOST_WAYS", 0)
                assert search(replace(bracket, drawn=least)).better is None
                for start in (bracket.drawn, near):
                    begun = replace(bracket, drawn=start)
                    found = search(begun).better if begun.keeps(start) else None
                    if found is not None:
                        kinds[found.code, len(found.moves)] += 1
                        check_moves(begun, found)
    assert {moves for _, moves in kinds} == {2, 3}
    assert len({code for code, _ in kinds}) > 3


def check_moves(bracket, found):
    """Recount a seating that is said to be better."""
    moved = bracket.drawn.copy()
    for player, old, new in found.moves:
        place = bracket.players.index(player)
        assert bracket.labels[moved[place]] == old
        moved[place] = bracket.labels.index(new)
    assert bracket.keeps(moved)
    before, after = bracket.vector(bracket.drawn), bracket.vector(moved)
    if found.code == "D1":
        assert before == after
        assert moved.tolist() < bracket.drawn.tolist()
        return
    ours, theirs = next(two for two in zip(before, after, strict=True) if two[0] != two[1])
    assert ours == (found.code, found.detail, found.value)
    assert theirs[2] == found.least < found.value


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
