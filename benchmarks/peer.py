"""The peer: mafia-schedule 0.0.6, the program that Russian-speaking clubs plan with.

It is called as its author's own command calls it, and its answer is measured by our measures and
passed by our verifier. It decides who meets whom by a search that only takes improvements, from
the same start, in runs of a fixed number of steps; the best run is kept. It seats players in a
second command, which is not run here: only who meets whom is compared.
"""

from __future__ import annotations

import contextlib
import io
import random
import time
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from schedules import EMPTY, Problem, Schedule, check_valid
from schedules.measures import Measures, measure

DISTRIBUTION = "mafia-schedule"
VERSION = "0.0.6"

RUNS, STEPS = 20, 20_000
"""The defaults of its author's command."""


@dataclass(frozen=True)
class PeerRun:
    """What came out of the peer.

    Attributes
    ----------
    measures
        Of its schedule, by our measures.
    seconds_to_best
        When the run that it kept was last improved, since the start of its first run.
    seconds
        Time it took in all.
    runs
        Runs that it finished.
    """

    measures: Measures
    seconds_to_best: float
    seconds: float
    runs: int


def absence() -> str | None:
    """Return why the peer cannot be run, or None if it can."""
    try:
        found = version(DISTRIBUTION)
    except PackageNotFoundError:
        return f"{DISTRIBUTION} is not installed: pip install {DISTRIBUTION}=={VERSION}"
    if found != VERSION:
        return f"{DISTRIBUTION} is {found}; the comparison is with {VERSION}"
    return None


def refusal(problem: Problem) -> str | None:
    """Return why the peer cannot state a problem, or None if it can."""
    if problem.num_seats != 10:
        return "it knows tables of ten only"
    if problem.apart or problem.at_most:
        return "it knows no wishes"
    spare = problem.num_tables * problem.num_rounds - problem.num_games
    if spare > problem.num_tables:
        return "it lets tables stand idle in the last round only"
    return None


def run_peer(problem: Problem, *, time_limit: float, seed: int) -> PeerRun:
    """Let the peer search until its own end or the time limit, and measure what it found."""
    schedule, to_best, spent, runs = _search(problem, time_limit, seed)
    check_valid(schedule)
    return PeerRun(measure(schedule), to_best, spent, runs)


class _TimeOver(Exception):
    """Ends the peer's search: it knows no time limit."""


def _search(problem: Problem, time_limit: float, seed: int) -> tuple[Schedule, float, float, int]:
    """Return the peer's schedule, the second of its last improvement, all seconds, and runs."""
    peer: Any = import_module("mafia_schedule")
    search = peer.OptimizeOpponents(verbose=False)
    search.expectedZeroPairs = search.expectedSinglePairs = 0  # unset by its constructor
    began = time.monotonic()
    improved = to_best = 0.0
    runs = 0
    step = search.randomOpponentChange

    def timed_step() -> bool:
        nonlocal improved
        if time.monotonic() - began > time_limit:
            raise _TimeOver
        better = bool(step())
        if better:
            improved = time.monotonic() - began
        return better

    def run_ended(better: bool) -> None:
        nonlocal runs, to_best
        runs += 1
        if better:
            to_best = improved

    search.randomOpponentChange = timed_step
    search.callbackBetterSchedule = lambda _: run_ended(True)
    search.callbackCurrSchedule = lambda _: run_ended(False)
    random.seed(seed)  # it draws from the shared generator
    # it writes a line every thousand steps
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            search.optimize(_configuration(peer, problem), RUNS, STEPS)
        except _TimeOver:
            if search.bestSchedule is None or search.score < search.bestScore:
                search.schedule.updateGamesFromSlots()
                search.bestSchedule = search.schedule
                to_best = improved
    return convert(search.bestSchedule, problem), to_best, time.monotonic() - began, runs


def _configuration(peer: Any, problem: Problem) -> Any:
    return peer.Configuration(
        numPlayers=problem.num_players,
        numTables=problem.num_tables,
        numRounds=problem.num_rounds,
        numGames=problem.num_games,
        numAttempts=problem.games_per_player,
    )


def convert(theirs: Any, problem: Problem) -> Schedule:
    """Return a schedule of the peer as one of ours; the games of a round fill its first tables."""
    shape = (problem.num_rounds, problem.num_tables, problem.num_seats)
    seating = np.full(shape, EMPTY, dtype=np.int32)
    players = {game.id: game.players for game in theirs.games}
    for r, held in enumerate(theirs.rounds):
        for t, game in enumerate(held.gameIds):
            seating[r, t] = players[game]
    return Schedule(problem, seating, name=f"{DISTRIBUTION} {VERSION}")
