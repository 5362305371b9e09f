"""Schedules: data type, measures, verifier, file formats and print-outs."""

from schedules.errors import NamesError, ProblemError, ScheduleFileError, SeatingError
from schedules.problem import Problem
from schedules.schedule import EMPTY, Schedule

__all__ = [
    "EMPTY",
    "NamesError",
    "Problem",
    "ProblemError",
    "Schedule",
    "ScheduleFileError",
    "SeatingError",
]
