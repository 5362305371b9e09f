"""The seating of a round is the same on every run, and quick; times are the processor's."""

import os
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from swiss_fields import field

from optimizer.swiss import next_round
from optimizer.swiss.draw import ticket
from optimizer.swiss.modes import Mode
from optimizer.swiss.simulate import Format, Model, simulate

ROOT = Path(__file__).resolve().parents[2]


def test_tickets_are_plain_sha256():
    # the rule: seed, line feed, round, line feed, draw number, and nothing behind it
    assert ticket("жребий 7", 4, 17) == sha256("жребий 7\n4\n17".encode()).hexdigest()
    assert ticket("1", 1, 1) != ticket("1", 11, 1)


def test_the_same_seed_seats_the_same_whatever_the_hash_seed():
    code = (
        "import sys; sys.path.insert(0, 'tests/optimizer'); from swiss_fields import field;"
        "from optimizer.swiss import next_round;"
        "print([next_round(field(s, (4, 4, 3), extra=1), mode=m, seed=s).seating.tolist()"
        " for s in range(3) for m in ('blocks:2', 'window:3', 'random')])"
    )
    outs = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in (0, 1, 2)
    }
    assert len(outs) == 1


def test_renaming_the_players_renames_the_seating():
    # players are told apart by draw numbers, points and past: their order in the arrays is nothing
    problem = field(4, (4, 4), extra=1)
    order = np.random.default_rng(4).permutation(9)
    place = np.argsort(order)
    moved = field(
        4, (4, 4), extra=1,
        points=tuple(problem.points[n] for n in order),
        draw_numbers=tuple(problem.draw_numbers[n] for n in order),
        clubs=tuple(problem.clubs[n] for n in order),
        last_floats=tuple(problem.last_floats[n] for n in order),
        history=np.where(problem.history < 0, -1, place[problem.history]),
    )  # fmt: skip
    one = next_round(problem, mode="blocks:2", seed=1)
    other = next_round(moved, mode="blocks:2", seed=1)
    assert place[one.seating].tolist() == other.seating.tolist()


def used(problem, mode):
    began = time.process_time()
    round_ = next_round(problem, mode=mode, seed=1)
    return time.process_time() - began, round_


@pytest.mark.slow
def test_rounds_are_quick():
    used(field(0, (10, 10)), "blocks:2")  # compiles
    seconds, round_ = used(field(1, (10,) * 4, rounds=5), "blocks:2")
    assert round_.proved
    assert seconds < 1
    seconds, round_ = used(field(1, (10,) * 10, rounds=5), "blocks:2")
    assert round_.proved
    assert seconds < 5
    times = [used(field(seed, (10,) * 4, rounds=5), "window:5")[0] for seed in range(10)]
    assert sorted(times)[8] < 5


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["blocks:2", "strict"])
def test_a_thousand_players_take_a_minute(mode):
    rng = np.random.default_rng(1)
    points = tuple(int(n) for n in rng.integers(0, 400, 1000))
    seconds, _ = used(field(1, (10,) * 100, points=points), mode)
    assert seconds < 60


def test_simulated_events_are_the_same_for_the_same_seed():
    form = Format(num_players=12, num_seats=4, random_rounds=1, rounds=3, often=3)
    modes = [Mode.parse("blocks:3"), Mode.parse("random:free")]
    one, other = (simulate(modes, events=3, seed=5, form=form, model=Model()) for _ in range(2))
    assert one == other
    assert one != simulate(modes, events=3, seed=6, form=form, model=Model())


def test_simulated_blocks_repeat_less_than_strict_and_are_fairer_than_random():
    form = Format(num_players=16, num_seats=4, random_rounds=1, rounds=4, often=3)
    strict, blocks, free = simulate(
        [Mode.parse(m) for m in ("strict", "blocks:2", "random:free")], events=6, seed=1, form=form
    )
    assert blocks.often.value < strict.often.value
    assert strict.gap.value < blocks.gap.value < free.gap.value
    assert strict.stay.value > free.stay.value
