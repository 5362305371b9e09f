"""What one criterion costs another: frames for notebooks, from schedules that are there.

This module imports pandas, so nothing that the command line needs at its start imports it.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd

from optimizer.bounds import spread_bound, spread_bound_for_visits, table_squares_bound
from optimizer.pair_cost import Ints, meetings_of, visits_of
from schedules.files import read_schedule
from schedules.library import FOLDER, SPREAD
from schedules.measures import meetings, pair_values
from schedules.problem import Problem
from schedules.schedule import Schedule


def band_prices(folder: Path = FOLDER) -> pd.DataFrame:
    """Return what it costs in spread that pairs meet and stay in the band, for each stage.

    One row for each stage of the library that has two answers: one best by the spread, and one
    best by who never meets, then by the band, then by the spread. Where there is one file only,
    one schedule is the best known by both orders and nothing is paid.

    Returns
    -------
    DataFrame
        Index ``stage``; ``players``, ``tables``, ``rounds``, ``everybody`` (plays in every round
        and no wishes), ``bound`` on the spread, ``spread`` and ``spread_band`` (Σ λ² of the one
        and the other), ``price`` (their difference in percent of the first), ``unwanted`` and
        ``unwanted_band`` (pairs that never meet or are outside the band).
    """
    rows = []
    for path in sorted(folder.glob(f"*{SPREAD}.json")):
        name = path.stem.removesuffix(SPREAD)
        even, banded = read_schedule(path), read_schedule(folder / f"{name}.json")
        problem, least, paid = even.problem, _spread(even), _spread(banded)
        rows.append(
            {
                "stage": name.replace("-", "/", 2),
                "players": problem.num_players,
                "tables": problem.num_tables,
                "rounds": problem.num_rounds,
                "everybody": problem.everybody_always and not problem.teams,
                "bound": spread_bound(problem).value,
                "spread": least,
                "spread_band": paid,
                "price": 100 * (paid - least) / least,
                "unwanted": _unwanted(even),
                "unwanted_band": _unwanted(banded),
            }
        )
    frame = pd.DataFrame(rows).sort_values(["tables", "players", "rounds", "stage"])
    return frame.set_index("stage")


def _spread(schedule: Schedule) -> int:
    return int((pair_values(meetings(schedule)) ** 2).sum())


def _unwanted(schedule: Schedule) -> int:
    met = pair_values(meetings(schedule))
    low, high = schedule.problem.band
    return int(((met < max(low, 1)) | (met > high)).sum())


def tables_front(problem: Problem, most: int) -> pd.DataFrame:
    """Return the least Σ λ² for each Σ visits² up to ``most``: no schedule is below that line.

    Only sums that whole visits can have: each player's squares have the parity of his games.
    """
    least = table_squares_bound(problem).value
    squares = np.arange(least, most + 1, 2)
    bounds = [spread_bound_for_visits(problem, int(n)).value for n in squares]
    return pd.DataFrame({"table_squares": squares, "spread": bounds})


def read_searches(path: Path, problem: Problem) -> pd.DataFrame:
    """Read matrices found at different prices, and count what each is good for.

    Parameters
    ----------
    path
        JSON, a list of ``{"prices": [of Σ λ², of Σ visits²], "rounds": [...]}``; a round is a
        string of the players' tables, from 0.
    problem
        The stage that they are matrices of.

    Returns
    -------
    DataFrame
        A row for each: ``prices``, ``spread``, ``table_squares``, ``meetings`` and ``visits``
        (fewest and most), ``above`` (how far Σ λ² is above the bound for its Σ visits²).
    """
    found = json.loads(Path(path).read_text("utf-8"))
    return pd.DataFrame([_counted(entry, problem) for entry in found])


def _counted(entry: dict[str, list[str]], problem: Problem) -> dict[str, object]:
    tables: Ints = np.array([list(map(int, row)) for row in entry["rounds"]], dtype=np.int32)
    met = pair_values(meetings_of(tables).astype(np.int64))
    visits = visits_of(tables, problem.num_tables).astype(np.int64)
    spread, squares = int((met**2).sum()), int((visits**2).sum())
    return {
        "prices": " : ".join(map(str, entry["prices"])),
        "spread": spread,
        "table_squares": squares,
        "meetings": f"{met.min()} to {met.max()}",
        "visits": f"{visits.min()} to {visits.max()}",
        "above": spread - spread_bound_for_visits(problem, squares).value,
    }
