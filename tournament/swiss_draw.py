"""Drawing the next round of an event: from the event's own form to the optimizer's, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from schedules.errors import ProblemError
from tournament.event_form import Event, Round, Settings
from tournament.swiss_events import CannotSeat

if TYPE_CHECKING:
    from optimizer.swiss import Lock, SwissProblem, SwissRound


def draw_round(
    event: Event, empty: Round, *, time_limit: float = 60.0, effort: float = 4.0
) -> Round:
    """Seat a round of an event by the optimizer.

    Parameters
    ----------
    event
        The event so far; the round is the next one.
    empty
        The round with its mode, locks, judges, seed and basis, without tables.
    time_limit, effort
        As of :func:`optimizer.swiss.next_round`.

    Returns
    -------
    Round
        With tables, who sits out, and a certificate that holds the vectors, what is proved and
        who floats.

    Raises
    ------
    CannotSeat
        If what the round has to keep contradicts itself or its tables; the message says what.
    SeatingError
        If nothing was found in the time given.
    """
    from optimizer.errors import InfeasibleError
    from optimizer.swiss import Mode, next_round

    mode = Mode.parse(empty.mode)
    if empty.mode == "random":
        least = event.stage(empty.stage).settings.least_repeats
        mode = replace(mode, least_repeats=least)
    seed = empty.seed or event.seed
    try:
        problem = problem_of(event, empty)
        drawn = next_round(problem, mode=mode, seed=seed, time_limit=time_limit, effort=effort)
    except (InfeasibleError, ProblemError) as error:
        raise CannotSeat(str(error)) from error
    numbers = problem.draw_numbers
    tables = tuple(
        tuple(numbers[player] for player in table if player >= 0)
        for table in drawn.seating.tolist()
    )
    seated = {number for table in tables for number in table}
    sit_out = tuple(number for number in event.active(empty) if number not in seated)
    return replace(empty, tables=tables, sit_out=sit_out, certificate=_certificate(drawn, numbers))


def _certificate(drawn: SwissRound, numbers: tuple[int, ...]) -> dict[str, object]:
    floats = [
        [number, int(way)] for number, way in zip(numbers, drawn.floats(), strict=True) if way
    ]
    return {
        "vectors": [[int(number) for number in one.vector] for one in drawn.brackets],
        "proved": [bool(one.certificate.proved) for one in drawn.brackets],
        "engines": [one.certificate.engine for one in drawn.brackets],
        "floats": floats,
        "digest": drawn.digest,
    }


def problem_of(event: Event, empty: Round) -> SwissProblem:
    """Return what the optimizer has to know of a round; players in order of their numbers."""
    from optimizer.swiss import SwissProblem, table_sizes

    settings = event.stage(empty.stage).settings
    numbers = tuple(player.number for player in event.players)
    index = {number: i for i, number in enumerate(numbers)}
    active = set(event.active(empty))
    sizes = empty.sizes or table_sizes(len(active), settings.seats, uneven=settings.uneven)
    points: Mapping[int, Fraction] = empty.basis.points if empty.basis else {}
    return SwissProblem(
        points=tuple(points.get(number, Fraction(0)) for number in numbers),
        draw_numbers=numbers,
        table_sizes=sizes,
        history=_history(event, index),
        active=tuple(number in active for number in numbers),
        sat_out=_sat_out(event, numbers),
        clubs=tuple(p.team if settings.by_team else p.club for p in event.players),
        club_limit=settings.most_of_club,
        apart=tuple(tuple(index[p] for p in group) for group in settings.apart),
        fixed_tables=_places(_fixed(settings, empty, active), index),
        forbidden_tables=_forbidden(settings, empty, index, len(sizes)),
        forbidden_seats=_places(
            tuple(pair for pair in settings.forbidden_seats if pair[1] <= max(sizes)), index
        ),
        most_meetings=settings.most_meetings,
        most_in_a_row=settings.most_in_a_row,
        locks=_locks(empty, index),
        last_floats=_last_floats(event, numbers),
        judged=_judged(event, empty, numbers),
    )


def _history(event: Event, index: Mapping[int, int]) -> NDArray[np.int32]:
    """Return the rounds so far as seats; empty chairs at the end of all tables are left out."""
    rounds = [one.tables for one in event.rounds]
    tables = max((len(one) for one in rounds), default=0)
    width = max(
        (
            seat
            for one in rounds
            for table in one
            for seat, who in enumerate(table, 1)
            if who is not None
        ),
        default=0,
    )
    seats = np.full((len(rounds), tables, width), -1, dtype=np.int32)
    for r, one in enumerate(rounds):
        for t, table in enumerate(one):
            for s, who in enumerate(table):
                if who is not None:
                    seats[r, t, s] = index[who]
    return seats


def _sat_out(event: Event, numbers: tuple[int, ...]) -> tuple[int, ...]:
    waited: Counter[int] = Counter()
    for one in event.rounds:
        sat = {who for table in one.tables for who in table}
        waited.update(set(event.active(one)) - sat)
    return tuple(waited[number] for number in numbers)


def _places(pairs: tuple[tuple[int, int], ...], index: Mapping[int, int]) -> tuple[
    tuple[int, int], ...
]:  # fmt: skip
    return tuple((index[player], place - 1) for player, place in pairs)


def _fixed(settings: Settings, empty: Round, active: set[int]) -> tuple[tuple[int, int], ...]:
    """Return the fixed tables of those who may need them: not away, not locked elsewhere or out."""
    locked = {lock.player for lock in empty.locks if lock.table is not None or lock.sits is False}
    return tuple(pair for pair in settings.fixed_tables if pair[0] in active - locked)


def _forbidden(
    settings: Settings, empty: Round, index: Mapping[int, int], num_tables: int
) -> tuple[tuple[int, int], ...]:
    """Return the tables where somebody may not sit in this round: his own, and by the judges."""
    by_judge = tuple(
        (player, table)
        for judge, player in settings.judge_conflicts
        for table, name in enumerate(empty.judges, 1)
        if name == judge
    )
    pairs = dict.fromkeys((*settings.forbidden_tables, *by_judge))
    return _places(tuple(pair for pair in pairs if pair[1] <= num_tables), index)


def _locks(empty: Round, index: Mapping[int, int]) -> tuple[Lock, ...]:
    from optimizer.swiss import Lock

    return tuple(
        Lock(
            index[lock.player],
            table=None if lock.table is None else lock.table - 1,
            seat=None if lock.seat is None else lock.seat - 1,
            sits_out=lock.sits is False,
            who=lock.who,
            when=lock.when,
            why=lock.why,
        )
        for lock in empty.locks
    )


def _last_floats(event: Event, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return who floated in the round before, as its certificate has it; nobody without one."""
    if not event.rounds:
        return ()
    last = event.rounds[-1]
    if last.mode == "random" or last.certificate is None:
        return tuple(0 for _ in numbers)
    floats = dict(map(tuple, last.certificate.get("floats", [])))
    return tuple(floats.get(number, 0) for number in numbers)


def _judged(event: Event, empty: Round, numbers: tuple[int, ...]) -> NDArray[np.int64] | None:
    """Return earlier games of everybody under the judge of each table of this round."""
    if not empty.judges:
        return None
    games: Counter[tuple[int, str]] = Counter()
    for one in event.rounds:
        for judge, table in zip(one.judges, one.tables, strict=False):
            games.update((who, judge) for who in table if who is not None)
    return np.array(
        [[games[number, judge] for judge in empty.judges] for number in numbers], dtype=np.int64
    )
