"""Schedules: data type, measures, verifier, file formats and print-outs."""

from schedules.errors import NamesError, ProblemError, ScheduleFileError, SeatingError
from schedules.faults import Fault, InvalidScheduleError
from schedules.files import dump_schedule, parse_schedule, read_schedule, schema, write_schedule
from schedules.judges import Rota
from schedules.names import PlayersFile, bind, read_players
from schedules.problem import Problem
from schedules.schedule import EMPTY, Schedule
from schedules.verify import check_valid

__all__ = [
    "EMPTY",
    "Fault",
    "InvalidScheduleError",
    "NamesError",
    "PlayersFile",
    "Problem",
    "ProblemError",
    "Rota",
    "Schedule",
    "ScheduleFileError",
    "SeatingError",
    "bind",
    "check_valid",
    "dump_schedule",
    "parse_schedule",
    "read_players",
    "read_schedule",
    "schema",
    "write_schedule",
]
