"""What one round of Swiss seating is made from: the field, its points, the rounds so far, wishes.

The words are those of ``docs/swiss.md``, which is the rule; the code says how.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from schedules.errors import ProblemError
from schedules.schedule import EMPTY
from schedules.wishes import Group

Place = tuple[int, int]
"""A player and a table or a seat, both from 0."""
MOST_SEATS = 16
"""The largest table: seats are found exactly over sets of players."""


@dataclass(frozen=True)
class Lock:
    """What the chief judge decided about a player, and for the log who, when and why.

    Attributes
    ----------
    player
        From 0.
    table, seat
        Where he sits, from 0; ``None`` where it is left open.
    sits_out
        He sits out. Without this, a table or a seat the lock says that he plays.
    who, when, why
        For the log and the checklist.
    """

    player: int
    table: int | None = None
    seat: int | None = None
    sits_out: bool = False
    who: str = ""
    when: str = ""
    why: str = ""


@dataclass(frozen=True, eq=False)
class SwissProblem:
    """Everything that the seating of the next round depends on, besides mode and seed.

    Parameters
    ----------
    points
        One exact number for each player, as of the draw.
    draw_numbers
        One whole number for each player, each once; the draw before round 1.
    table_sizes
        Players at each table in this round, table 1 first.
    history
        The rounds so far: players from 0, shape (rounds, tables, seats), -1 on an empty chair.
    active
        Who is there, by player; empty means everybody.
    sat_out
        How often each player sat out so far; empty means every round of the history in which he
        has no seat.
    clubs
        A club or team for each player, ``""`` for none; empty means no clubs.
    club_limit
        The most players of one club at a table (A4).
    apart
        Groups of which no two meet (A3).
    fixed_tables, forbidden_tables, forbidden_seats
        Pairs of a player and a table or seat (A3).
    most_meetings, most_in_a_row
        Caps on the meetings of a pair, and on its meetings in consecutive rounds (A7, A8).
    locks
        Decisions of the chief judge (A2).
    last_floats
        For each player -1 if he floated to a higher table in the round before, 1 to a lower one,
        0 otherwise; empty means nobody did.
    judged
        Earlier games of each player under the judge of each table, shape (players, tables);
        ``None`` where judges are not named.

    Raises
    ------
    ProblemError
        If the numbers do not fit together; all faults are named.
    """

    points: tuple[Fraction, ...]
    draw_numbers: tuple[int, ...]
    table_sizes: tuple[int, ...]
    history: NDArray[np.int32]
    active: tuple[bool, ...] = ()
    sat_out: tuple[int, ...] = ()
    clubs: tuple[str, ...] = ()
    club_limit: int | None = None
    apart: tuple[Group, ...] = ()
    fixed_tables: tuple[Place, ...] = ()
    forbidden_tables: tuple[Place, ...] = ()
    forbidden_seats: tuple[Place, ...] = ()
    most_meetings: int | None = None
    most_in_a_row: int | None = None
    locks: tuple[Lock, ...] = ()
    last_floats: tuple[int, ...] = ()
    judged: NDArray[np.int64] | None = field(default=None)

    def __post_init__(self) -> None:
        history = np.array(self.history, dtype=np.int32)
        if history.ndim != 3:
            raise ProblemError("The rounds so far are an array of rounds, tables and seats.")
        history.setflags(write=False)
        count = len(self.points)
        fill: dict[str, object] = {
            "history": history,
            "points": tuple(Fraction(p) for p in self.points),
            "active": self.active or (True,) * count,
            "clubs": self.clubs or ("",) * count,
            "last_floats": self.last_floats or (0,) * count,
        }
        for name, value in fill.items():
            object.__setattr__(self, name, value)
        if faults := [*_length_faults(self), *_number_faults(self), *_wish_faults(self)]:
            raise ProblemError(" ".join(faults))
        if not self.sat_out:
            seated = [np.isin(np.arange(count), round_) for round_ in history]
            missed = np.zeros(count, dtype=int) + sum(~s for s in seated)
            object.__setattr__(self, "sat_out", tuple(missed.tolist()))

    @property
    def num_players(self) -> int:
        """Players that the event knows, active or not."""
        return len(self.points)

    @property
    def num_tables(self) -> int:
        """Tables of this round."""
        return len(self.table_sizes)

    @property
    def round_number(self) -> int:
        """Number of the round to be seated, from 1."""
        return len(self.history) + 1

    @property
    def width(self) -> int:
        """Seats of the widest table, this round and the history together: K of the rule."""
        return int(max(self.history.shape[2], *self.table_sizes))

    def digest(self) -> str:
        """Return SHA-256 of everything that goes in, in one fixed form."""
        parts = [
            [str(p) for p in self.points], self.draw_numbers, self.table_sizes,
            self.history.tolist(), self.active, self.sat_out, self.clubs, self.club_limit,
            self.apart, self.fixed_tables, self.forbidden_tables, self.forbidden_seats,
            self.most_meetings, self.most_in_a_row,
            [(k.player, k.table, k.seat, k.sits_out) for k in self.locks], self.last_floats,
            None if self.judged is None else self.judged.tolist(),
        ]  # fmt: skip
        return hashlib.sha256(repr(parts).encode()).hexdigest()


def table_sizes(num_players: int, num_seats: int, *, uneven: bool = False) -> tuple[int, ...]:
    """Return the sizes of the tables for a field: full tables, or uneven ones that seat everybody.

    Raises
    ------
    ProblemError
        If the field does not fill one table.
    """
    if not uneven:
        if num_players < num_seats:
            raise ProblemError(
                f"{num_players} players do not fill a table of {num_seats}; "
                "use a smaller table, or allow uneven ones."
            )
        return (num_seats,) * (num_players // num_seats)
    tables = max(1, -(-num_players // num_seats))
    size, larger = divmod(num_players, tables)
    if size < 2:
        raise ProblemError(
            f"{num_players} players at {tables} tables leave somebody alone; let him sit out."
        )
    return (size + 1,) * larger + (size,) * (tables - larger)


def _length_faults(problem: SwissProblem) -> Iterable[str]:
    count = problem.num_players
    for name, values in (
        ("draw numbers", problem.draw_numbers),
        ("marks of who is active", problem.active),
        ("clubs", problem.clubs),
        ("floats of the last round", problem.last_floats),
        ("numbers of sit-outs", problem.sat_out or problem.active),
    ):
        if len(values) != count:
            yield f"There are {len(values)} {name} for {count} players; give one for each."


def _number_faults(problem: SwissProblem) -> Iterable[str]:
    if len(set(problem.draw_numbers)) < len(problem.draw_numbers):
        twice = next(n for n in problem.draw_numbers if problem.draw_numbers.count(n) > 1)
        yield f"Draw number {twice} stands twice; each player needs his own."
    for table, size in enumerate(problem.table_sizes, 1):
        if not 2 <= size <= MOST_SEATS:
            yield f"Table {table} has {size} players; 2 to {MOST_SEATS} fit."
    if not problem.table_sizes:
        yield "There is no table; give the size of at least one."
    chairs, there = sum(problem.table_sizes), sum(problem.active)
    if chairs > there:
        yield (f"{there} active players do not fill {chairs} chairs; take fewer or smaller tables.")
    history = problem.history
    if history.size and not EMPTY <= history.min() <= history.max() < problem.num_players:
        yield f"A round so far names a player beyond the {problem.num_players} there are."
        return
    for number, round_ in enumerate(history, 1):
        seated = round_[round_ != EMPTY]
        if len(np.unique(seated)) < len(seated):
            yield f"Somebody sits twice in round {number} of the history; mend the schedule."


def _wish_faults(problem: SwissProblem) -> Iterable[str]:
    players = {p for group in problem.apart for p in group}
    players |= {lock.player for lock in problem.locks}
    tables = {t for _, t in (*problem.fixed_tables, *problem.forbidden_tables)}
    tables |= {lock.table for lock in problem.locks if lock.table is not None}
    seats = {s for _, s in problem.forbidden_seats}
    seats |= {lock.seat for lock in problem.locks if lock.seat is not None}
    for places in (problem.fixed_tables, problem.forbidden_tables, problem.forbidden_seats):
        players |= {p for p, _ in places}
    for what, numbers, most in (
        ("player", players, problem.num_players),
        ("table", tables, problem.num_tables),
        ("seat", seats, problem.width if problem.table_sizes else 0),
    ):
        for number in sorted(numbers):
            if not 0 <= number < most:
                yield f"A wish names {what} {number + 1}; the {what}s are 1 to {most}."
    locked = [lock.player for lock in problem.locks]
    for player in sorted({p for p in locked if locked.count(p) > 1}):
        yield f"Player {player + 1} has two locks; put them into one."
    for lock in problem.locks:
        if lock.sits_out and (lock.table is not None or lock.seat is not None):
            yield f"Player {lock.player + 1} is locked to sit out and to a place; keep one."
        elif 0 <= lock.player < len(problem.active) and not problem.active[lock.player]:
            yield f"Player {lock.player + 1} is locked but not active; take the lock away."
    for name in ("club_limit", "most_meetings", "most_in_a_row"):
        value = getattr(problem, name)
        if value is not None and value < 1:
            yield f"The limit {name.replace('_', ' ')} is {value}; 1 or more fits."
