"""Ready answers of ``seating matrix``: what the library holds of a stage, at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import TYPE_CHECKING, cast

from schedules.library import find, name_of
from schedules.problem import Problem
from schedules.schedule import Schedule

if TYPE_CHECKING:
    from optimizer.criteria import Prefer


@dataclass(frozen=True)
class Ready:
    """An answer of the library, as a search would give it."""

    schedule: Schedule
    stopped: str = "library"
    seconds: float = 0.0


def ready(problem: Problem, *, prefer: str, title: str) -> Ready | None:
    """Return what the library holds of a stage, or None.

    Parameters
    ----------
    problem
        The stage; with wishes other than teams of equal size there is nothing ready.
    prefer
        The order of criteria of the answer and of its certificate.
    title
        For the schedule.
    """
    schedule = find(problem, prefer)
    if schedule is None:
        return None
    certificate = schedule.certificate
    if certificate is None:  # the best under the usual order is the best under this one too
        from optimizer.certificate import certify

        certificate = certify(schedule, prefer=cast("Prefer", prefer)).as_json()
    made = {
        "version": version("seating"), "prefer": prefer, "engine": "library",
        "library": name_of(problem), "seconds": 0.0,
    }  # fmt: skip
    return Ready(replace(schedule, name=title, certificate=certificate, made=made))


def begun_from_library(schedule: Schedule) -> Schedule:
    """Return a schedule whose search began from the library's, saying so in ``made``."""
    made = {**(schedule.made or {}), "library": name_of(schedule.problem)}
    return replace(schedule, made=made)
