"""The command ``seating`` with a search that does what the environment says: run as a script.

The searches are valid and instant, so that the tests see the command line and not the optimizer.
"""

import errno
import os
import sys
import time
import types
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import schedules.library
from optimizer.errors import InfeasibleError
from optimizer.progress import Progress
from schedules import EMPTY, Schedule

CERTIFICATE = {
    "order": "order",
    "criteria": [
        {
            "criterion": "spread",
            "value": 5223,
            "bound": 5220,
            "proved": False,
            "gap": 3,
            "argument": "overlaps",
        }
    ],
}


@dataclass(frozen=True)
class Solution:
    schedule: Schedule
    stopped: str
    seconds: float


def seated(problem, name=""):
    """Seat the players in turn: valid, and as bad as can be."""
    shape = (problem.num_rounds, problem.num_tables, problem.num_seats)
    seating = np.full(shape, EMPTY).reshape(-1, problem.num_seats)
    chairs = np.arange(problem.num_games * problem.num_seats) % problem.num_players
    seating[: problem.num_games] = chairs.reshape(-1, problem.num_seats)
    made = {"version": "0.1.0", "seed": 1, "seconds": 0.0}
    return Schedule(problem, seating.reshape(shape), name, certificate=CERTIFICATE, made=made)


def solve(
    problem, *, budget, prefer, engine, seed, workers, progress=None, stop=None, name="", start=None
):
    mode = os.environ.get("FAKE_SEARCH", "instant")
    start, stopped = time.monotonic(), "time" if budget.time_limit else "iterations"
    if mode == "infeasible":
        raise InfeasibleError("Players 4 and 17 cannot be kept apart. Drop the wish.")
    if mode == "crash":
        raise KeyError("boom")
    if mode in ("wait", "deaf"):
        news = Progress(0.0, "tables", 0, 3, 3811, 3807, True, 0)
        while mode == "deaf" or not stop.is_set():
            progress(replace(news, seconds=time.monotonic() - start))
            Path(os.environ["FAKE_READY"]).touch()  # the test waits for this
            time.sleep(0.05)
        stopped = "interrupted"
    return Solution(seated(problem, name), stopped, time.monotonic() - start)


def disk_full(path, data):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


if __name__ == "__main__":
    sys.modules["optimizer.solve"] = types.SimpleNamespace(solve=solve)
    if "REAL_LIBRARY" not in os.environ:
        schedules.library.find = lambda *args, **options: None
    if os.environ.get("FAKE_DISK") == "full":
        import schedules.writing

        schedules.writing._put = disk_full
    import desk.live
    from desk.cli import main

    desk.live.PLAIN_EVERY = float(os.environ.get("FAKE_EVERY", "10"))
    sys.exit(main())
