"""Why a seating is as it is: a wish is forced, the bracket solved again, the vectors compared.

Nothing here is text: the desk says it in English and Russian.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from optimizer.swiss.absolute import Breach, breaches, rules
from optimizer.swiss.brackets import Impossible
from optimizer.swiss.engine import BracketResult, Solver, SwissRound, tables_in
from optimizer.swiss.past import Past
from optimizer.swiss.quality import counts, float_of
from optimizer.swiss.seats import PARTS, seat_vector
from schedules.errors import ProblemError

HERE, WORSE, BETTER, EQUAL, FORBIDDEN = "here", "worse", "better", "equal", "forbidden"


@dataclass(frozen=True)
class Difference:
    """The first number in which two seatings differ.

    Attributes
    ----------
    code, part
        The criterion and which number of it; for Q3 the meetings that are counted.
    before, after
        Its values; a larger one is worse.
    """

    code: str
    part: int
    before: int
    after: int

    @property
    def change(self) -> int:
        """By how much it gets worse; below 0: better."""
        return self.after - self.before


@dataclass(frozen=True)
class Answer:
    """What a wish to sit at a table would cost.

    Attributes
    ----------
    player, table
        The wish, from 0.
    verdict
        ``here`` (he sits there), ``forbidden`` (an absolute criterion), ``worse``, ``equal`` (the
        draw D1 decided), or ``better``, which only happens where the round is not proved best.
    code
        The absolute criterion that forbids it: ``A3`` for his own wishes, ``A2`` for a lock, ``A5``
        for his rank, ``A9`` where nobody could complete the bracket; else the criterion that
        decides.
    difference
        The first number that changes.
    proved
        Whether both sides of the comparison are proved best.
    """

    player: int
    table: int
    verdict: str
    code: str
    difference: Difference | None = None
    proved: bool = True


@dataclass(frozen=True)
class Change:
    """What a hand edit changes in one bracket or at one table.

    Attributes
    ----------
    tables
        From 0.
    differences
        Every number that is another, in order; the first decides.
    """

    tables: tuple[int, ...]
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class Edit:
    """A seating changed by hand against the one that the rule gives.

    Attributes
    ----------
    breaches
        Absolute criteria that it breaks.
    moved
        Players who sit at another table or seat, from 0.
    tables, seats
        What changes in the vectors of brackets and of tables; those that stay are left out.
    """

    breaches: tuple[Breach, ...]
    moved: tuple[int, ...]
    tables: tuple[Change, ...]
    seats: tuple[Change, ...]


def why_not(round_: SwissRound, player: int, table: int, *, time_limit: float = 20.0) -> Answer:
    """Say why a player does not sit at a table: the first criterion that would get worse.

    Parameters
    ----------
    round_
        The round as it is seated.
    player, table
        The wish, from 0.
    time_limit
        Seconds for CP-SAT, where the bracket needs it.

    Raises
    ------
    ProblemError
        If the player does not play in this round or the table is not there.
    """
    setting = round_.setting
    if not 0 <= table < setting.problem.num_tables:
        raise ProblemError(
            f"There is no table {table + 1}; the tables are 1 to {setting.problem.num_tables}."
        )
    if not 0 <= player < setting.problem.num_players or player not in setting.playing:
        raise ProblemError(f"Player {player + 1} does not play in this round.")
    result = next(r for r in round_.brackets if player in r.bracket.players)
    n = result.bracket.players.index(player)
    if result.bracket.tables[result.table_of[n]] == table:
        return Answer(player, table, HERE, "")
    if not setting.allowed[player, table]:
        locked = any(k.player == player and k.table is not None for k in setting.problem.locks)
        code = "A2" if locked else "A3" if setting.placed[player] else "A5"
        return Answer(player, table, FORBIDDEN, code)
    past = Past.of(setting.problem)
    rule = rules(setting, past, result.bracket)
    place = result.bracket.tables.index(table)
    if not rule.allowed[n, place]:
        return Answer(player, table, FORBIDDEN, "A3")
    solver = Solver(round_.seed, time.monotonic() + time_limit, round_.effort)
    try:
        forced = solver.bracket(setting, past, result.bracket, rule.with_place(n, place))
    except Impossible:
        return Answer(player, table, FORBIDDEN, "A9")
    return _compared(player, table, result, forced)


def why_here(round_: SwissRound, player: int, *, time_limit: float = 20.0) -> tuple[Answer, ...]:
    """Say why a player sits where he sits: what each other table would cost, table 1 first.

    Raises
    ------
    ProblemError
        As :func:`why_not`.
    """
    tables = range(round_.setting.problem.num_tables)
    each = max(0.5, time_limit / len(tables))
    return tuple(why_not(round_, player, table, time_limit=each) for table in tables)


def _compared(player: int, table: int, result: BracketResult, forced: BracketResult) -> Answer:
    proved = result.certificate.proved and forced.certificate.proved
    for old, new in zip(result.certificate.lines, forced.certificate.lines, strict=True):
        if old.value != new.value:
            verdict = WORSE if new.value > old.value else BETTER
            difference = Difference(old.code, old.part, old.value, new.value)
            return Answer(player, table, verdict, old.code, difference, proved)
    return Answer(player, table, EQUAL, "D1", None, proved)


def edited(round_: SwissRound, seating: NDArray[np.int32]) -> Edit:
    """Compare a seating changed by hand with the round as the rule gives it.

    Parameters
    ----------
    round_
        The round as it is seated.
    seating
        Players from 0, shape (tables, seats); -1 on an empty chair.
    """
    setting = round_.setting
    problem, past = setting.problem, Past.of(setting.problem)
    before, after = round_.table_of(), tables_in(seating, problem.num_players)
    old_seats, new_seats = _seats_in(round_.seating), _seats_in(seating)
    moved = [
        p
        for p in range(problem.num_players)
        if before[p] != after[p] or old_seats.get(p) != new_seats.get(p)
    ]
    changes = []
    for result in round_.brackets:
        tables = result.bracket.tables
        players = [p for p in range(problem.num_players) if after[p] in tables]
        column = np.array([tables.index(after[p]) for p in players], dtype=np.int64)
        numbers = counts(setting, past, tables, players)
        values = [count.of(column) for count in numbers]
        parts = [(line.code, line.part) for line in result.certificate.lines]
        changes.append(Change(tables, _differences(parts, result.vector, values)))
    seats = []
    for seated in round_.tables:
        row = [p for p in seating[seated.table].tolist() if p >= 0]
        values = list(seat_vector(problem, past, row)) if row else []
        seats.append(Change((seated.table,), _differences(PARTS, seated.vector, values)))
    return Edit(
        breaches=tuple(breaches(setting, past, seating)),
        moved=tuple(moved),
        tables=tuple(change for change in changes if change.differences),
        seats=tuple(change for change in seats if change.differences),
    )


def _seats_in(seating: NDArray[np.int32]) -> dict[int, int]:
    return {int(seating[t, s]): int(s) for t, s in np.argwhere(seating >= 0)}


def _differences(
    parts: Sequence[tuple[str, int]], before: Sequence[int], after: Sequence[int]
) -> tuple[Difference, ...]:
    return tuple(
        Difference(code, part, old, new)
        for (code, part), old, new in zip(parts, before, after, strict=False)
        if old != new
    )


@dataclass(frozen=True)
class Row:
    """A line of the checklist: what the chief judge looks at before a round is announced.

    Attributes
    ----------
    player
        From 0.
    rank
        From 1; 0 for who sits out.
    home, table, seat
        From 0; -1 for who sits out.
    placed
        Whether a lock or a fixed table put him there.
    float_
        -1 higher, 1 lower than his home without being equal in points there; else 0.
    met
        Those of his table whom he has met, with how often, the most frequent first.
    repeats
        The sum of these meetings.
    seats
        How often he has had each seat so far.
    sat_out
        How often he sat out so far.
    """

    player: int
    rank: int
    home: int
    table: int
    seat: int
    placed: bool
    float_: int
    met: tuple[tuple[int, int], ...]
    repeats: int
    seats: tuple[int, ...]
    sat_out: int


def checklist(round_: SwissRound) -> tuple[Row, ...]:
    """Return the checklist of a round: who plays in order of rank, then who sits out."""
    setting = round_.setting
    problem, past = setting.problem, Past.of(setting.problem)
    where, seats = round_.table_of(), _seats_in(round_.seating)
    met = past.together(range(problem.num_players)).sum(axis=0)
    had = (past.seats[:, :, None] == np.arange(problem.width)).sum(axis=0)
    rows = []
    for player in (*setting.playing, *setting.sits_out):
        table = int(where[player])
        mates = np.flatnonzero((where == table) & (met[player] > 0)).tolist() if table >= 0 else []
        mates.sort(key=lambda q: (-int(met[player, q]), int(setting.rank[q])))
        rows.append(
            Row(
                player,
                rank=int(setting.rank[player]),
                home=int(setting.home[player]),
                table=table,
                seat=seats.get(player, -1),
                placed=bool(setting.placed[player]),
                float_=0 if table < 0 or setting.mode.kind == "random"
                else float_of(setting, player, table),
                met=tuple((q, int(met[player, q])) for q in mates),
                repeats=int(met[player, mates].sum()),
                seats=tuple(had[player].tolist()),
                sat_out=problem.sat_out[player],
            )
        )  # fmt: skip
    return tuple(rows)
