"""The best matrices known before this program, where they lie beside the project."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.quality import Quality
from optimizer.criteria import Prefer
from schedules import Problem, Schedule, check_valid
from schedules.measures import measure

FILE = Path(__file__).resolve().parents[2] / "shared" / "cases" / "matrices" / "tables_2_to_10.json"
"""For T tables of ten and R rounds: the least Σ λ² found and, where it is another, the best by
never met, band and Σ λ² in order."""


def reference(problem: Problem, *, prefer: Prefer) -> Quality | None:
    """Return criteria 2-4 of the stored matrix of a stage, recounted; None if there is none."""
    if not problem.full or problem.num_seats != 10 or problem.apart or problem.at_most:
        return None
    stored = _stored().get((problem.num_tables, problem.num_rounds))
    if stored is None:
        return None
    matrix = stored["spread"] if prefer == "spread" else stored.get("meets", stored["spread"])
    tables = np.array([[int(table) for table in line] for line in matrix["rounds"]])
    # who sits where at a table is of no matter here: in order of numbers
    seating = np.argsort(tables, axis=1, kind="stable").astype(np.int32)
    schedule = Schedule(problem, seating.reshape(len(tables), problem.num_tables, -1))
    check_valid(schedule)
    return Quality.of(measure(schedule))


@cache
def _stored() -> dict[tuple[int, int], dict[str, Any]]:
    if not FILE.exists():
        return {}
    return {(m["tables"], m["rounds"]): m for m in json.loads(FILE.read_text("utf-8"))}
