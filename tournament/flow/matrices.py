"""A stage seated ahead by a matrix: the best known one, with gaps where players are fewer."""

from __future__ import annotations

from collections.abc import Sequence

from optimizer.draw import seating_digest, ticket
from schedules.problem import Problem
from schedules.schedule import Schedule
from tournament.flow.tables import tables_at
from tournament.formats_file import StageFormat
from tournament.store.state import Seated, State

SEARCH_MOVES = 20_000_000
"""Moves of the search for a matrix that the library does not hold."""


def by_matrix(state: State, stage: StageFormat, field: list[int]) -> tuple[Seated, ...]:
    """Seat all rounds of a stage by a matrix; a later stage's slots go by a draw of their own."""
    seats = state.format.seats
    schedule = matrix(stage.tables * seats, stage.tables, stage.rounds, seats)
    schedule = _with_gaps(state, stage, schedule, len(field))
    seed = f"{state.seed} {stage.name}"
    if stage.enters is None:
        places: list[int | None] = list(field)
    else:
        places = list(sorted(field, key=lambda slot: ticket(seed, str(slot))))
    places += [None] * (stage.tables * seats - len(places) + 1)  # the last for an empty chair
    digest = seating_digest(schedule)
    facts = {"certificate": schedule.certificate, "digest": digest, "places": places[:-1]}
    rounds = schedule.seating.tolist()
    seated = [tuple(tuple(places[p] for p in table) for table in one) for one in rounds]
    return tuple(
        Seated(
            stage.name, number, "matrix", seed if stage.enters else "", tables,
            {**(facts if number == 1 else {}), "sit_out": _waiting(tables, field)}, 0,
        )
        for number, tables in enumerate(seated, 1)
    )  # fmt: skip


def _waiting(tables: Sequence[Sequence[int | None]], field: Sequence[int]) -> list[int]:
    sitting = {slot for table in tables for slot in table}
    return [slot for slot in field if slot not in sitting]


def _with_gaps(state: State, stage: StageFormat, schedule: Schedule, count: int) -> Schedule:
    """Return a matrix without the places that nobody has, and without closed tables.

    Where the format has stand-ins they play on the places that are left over. Else the matrix is
    seated again without them, with the least change: games of nine, or full tables in turn.
    """
    empty = (
        ()
        if state.format.conduct.empty_seat == "stand-in"
        else range(count, schedule.problem.num_players)
    )
    closed = range(tables_at(state, (stage.name, 1)), stage.tables)
    if not empty and not closed:
        return schedule
    from optimizer.repair import repair

    full = bool(closed) or state.format.conduct.empty_seat == "sit-out"
    return repair(
        schedule, after=0, withdraw=empty, close_tables=closed, full_tables=full, outlook=False
    ).schedule


def matrix(players: int, tables: int, rounds: int, seats: int) -> Schedule:
    """Return the best known matrix of a stage, from the library or by a search of fixed length."""
    from schedules.library import find

    problem = Problem(num_players=players, num_tables=tables, num_rounds=rounds, num_seats=seats)
    found = find(problem)
    if found is None:
        from optimizer.solve import solve
        from optimizer.stopping import Budget

        found = solve(problem, budget=Budget(iterations=SEARCH_MOVES), seed=1).schedule
    return found
