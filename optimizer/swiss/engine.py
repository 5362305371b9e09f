"""The next round: sit-outs, brackets, tables, seats, and what is proved of them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from optimizer.errors import InfeasibleError, NothingFoundError
from optimizer.swiss.absolute import Rules, rules
from optimizer.swiss.brackets import Bracket, Impossible, Setting, prepare
from optimizer.swiss.certificate import Certificate, Line
from optimizer.swiss.draw import draw_order
from optimizer.swiss.enumerate import can_enumerate, enumerate_bracket
from optimizer.swiss.modes import Mode
from optimizer.swiss.past import Ints, Past
from optimizer.swiss.problem import SwissProblem
from optimizer.swiss.quality import Count, counts, float_of
from optimizer.swiss.seats import Seated, seat_table
from optimizer.swiss.starts import drawn, start
from schedules.errors import ProblemError
from schedules.schedule import EMPTY

if TYPE_CHECKING:
    from optimizer.cpsat.swiss import Limits, Solved

RULES = "seating-swiss/1"
"""Name and number of the rule, kept with every round."""


@dataclass(frozen=True, eq=False)
class BracketResult:
    """A bracket as it is seated.

    Attributes
    ----------
    bracket
        Its tables and players.
    table_of
        By the place of the player in the bracket, the place of his table.
    certificate
        The vector, and what is proved of it.
    """

    bracket: Bracket
    table_of: Ints
    certificate: Certificate

    @property
    def vector(self) -> tuple[int, ...]:
        """The numbers of the bracket, in the order of the mode."""
        return tuple(line.value for line in self.certificate.lines)


@dataclass(frozen=True, eq=False)
class SwissRound:
    """One round, seated.

    Attributes
    ----------
    setting
        Ranks, home tables, brackets, who sits out; with the problem and the mode.
    seed
        The seed of the draw.
    seating
        Players from 0, shape (tables, seats); -1 on an empty chair.
    brackets
        Each with its vector and certificate.
    tables
        The seats of each table with their vector.
    digest
        SHA-256 of the input (:meth:`SwissProblem.digest`).
    effort
        What CP-SAT was allowed for each number; rounds with a gap depend on it.
    seconds
        How long it took.
    """

    setting: Setting
    seed: str
    seating: NDArray[np.int32]
    brackets: tuple[BracketResult, ...]
    tables: tuple[Seated, ...]
    digest: str
    effort: float
    seconds: float

    @property
    def proved(self) -> bool:
        """Whether every bracket is proved best and unique."""
        return all(result.certificate.proved for result in self.brackets)

    def table_of(self) -> Ints:
        """Return the table of each player from 0; -1 for those who do not play."""
        return tables_in(self.seating, self.setting.problem.num_players)

    def floats(self) -> tuple[int, ...]:
        """Return for each player -1 if he floats higher, 1 if lower, else 0."""
        where = self.table_of().tolist()
        return tuple(
            0 if t < 0 or self.setting.mode.kind == "random" else float_of(self.setting, p, t)
            for p, t in enumerate(where)
        )


def tables_in(seating: NDArray[np.int32], num_players: int) -> Ints:
    """Return the table of each player in a seating of one round; -1 for those without."""
    where = np.full(num_players, EMPTY, dtype=np.int64)
    for table, chairs in enumerate(seating):
        where[chairs[chairs >= 0]] = table
    return where


def next_round(
    problem: SwissProblem,
    *,
    mode: Mode | str,
    seed: str | int,
    round_number: int | None = None,
    time_limit: float = 60.0,
    effort: float = 2.0,
) -> SwissRound:
    """Seat the next round by the rule of ``docs/swiss.md``.

    Parameters
    ----------
    problem
        The field, its points, the rounds so far, the wishes.
    mode
        The freedom of the round, such as ``"blocks:2"``.
    seed
        A text that is published; with the number of the round it settles every draw.
    round_number
        From 1; one more than the rounds so far, which is checked.
    time_limit
        Seconds on the clock at most, for the brackets that need CP-SAT.
    effort
        What CP-SAT may spend on each number of a vector, in its own measure of work: the answer
        depends on it, and not on the machine.

    Raises
    ------
    InfeasibleError
        If the absolute criteria cannot all hold; the message names a smallest set that conflicts.
    NothingFoundError
        If CP-SAT found nothing in the time and proved nothing.
    ProblemError
        If the mode cannot be read or the number of the round is another.
    """
    began = time.monotonic()
    mode = Mode.parse(mode) if isinstance(mode, str) else mode
    if round_number not in (None, problem.round_number):
        raise ProblemError(
            f"Round {round_number} is to be seated, but {len(problem.history)} rounds are played; "
            f"the next is round {problem.round_number}."
        )
    past = Past.of(problem)
    solver = Solver(str(seed), began + time_limit, effort)
    try:
        setting = prepare(problem, mode)
        results = tuple(solver.bracket(setting, past, b) for b in setting.brackets)
        seated = tuple(_seats(setting, past, solver.seed, results))
    except Impossible as error:
        from optimizer.swiss.conflict import find_conflict

        conflict = find_conflict(problem, mode)
        raise InfeasibleError(conflict.sentence(), conflict.players) from error
    seating = np.full((problem.num_tables, problem.width), EMPTY, dtype=np.int32)
    for each in seated:
        seating[each.table, : len(each.players)] = each.players
    return SwissRound(
        setting, solver.seed, seating, results, seated, problem.digest(),
        effort, time.monotonic() - began,
    )  # fmt: skip


@dataclass(frozen=True)
class Solver:
    """How brackets are solved.

    Attributes
    ----------
    seed
        Of the draw.
    deadline
        On the clock of ``time.monotonic``: when CP-SAT stops.
    effort
        What it may spend on each number.
    """

    seed: str
    deadline: float
    effort: float = 2.0

    def bracket(
        self, setting: Setting, past: Past, bracket: Bracket, rule: Rules | None = None
    ) -> BracketResult:  # fmt: skip
        """Return the best seating of a bracket; ``rule`` in place of its own rules.

        Raises
        ------
        Impossible
            If nothing keeps the rules.
        NothingFoundError
            If CP-SAT found nothing and proved nothing.
        """
        rule = rule or rules(setting, past, bracket)
        numbers = counts(setting, past, bracket.tables, bracket.players)
        index = {p: n for n, p in enumerate(bracket.players)}
        order = [index[p] for p in draw_order(setting.problem, self.seed, bracket.players)]
        if can_enumerate(rule):
            found = enumerate_bracket(rule, numbers, order)
            if found.table_of is None:
                raise Impossible("no split keeps the rules")
            lines = _lines(numbers, found.vector, found.vector)
            certificate = Certificate(lines, "enumeration", found.splits, unique=True)
            return BracketResult(bracket, found.table_of, certificate)
        if rule.free and not any(count.values.any() for count in numbers):
            table_of = np.zeros(len(order), dtype=np.int64)
            table_of[order] = np.repeat(np.arange(len(rule.sizes)), rule.sizes)
            zeros = (0,) * len(numbers)
            lines = _lines(numbers, zeros, zeros)
            return BracketResult(bracket, table_of, Certificate(lines, "draw", 0, unique=True))
        return self._by_cpsat(setting, past, bracket, rule, numbers, order)

    def possible(self, rule: Rules) -> Ints:
        """Return some seating that keeps the rules of a bracket (A9).

        Raises
        ------
        Impossible, NothingFoundError
            As :meth:`bracket`.
        """
        if can_enumerate(rule):
            found = enumerate_bracket(rule, (), range(len(rule.allowed))).table_of
            if found is None:
                raise Impossible("no split keeps the rules")
            return found
        return _solved(rule, (), (), limits=self._limits()).table_of

    def _by_cpsat(
        self, setting: Setting, past: Past, bracket: Bracket, rule: Rules,
        numbers: Sequence[Count], order: list[int],
    ) -> BracketResult:  # fmt: skip
        from optimizer.cpsat.swiss import ENGINE

        column = {t: n for n, t in enumerate(bracket.tables)}
        home = np.array([column[int(setting.home[p])] for p in bracket.players], dtype=np.int64)
        games = earlier_games(past, bracket.players)
        begin = start(rule, numbers, home, setting.problem, self.seed, bracket.players)
        solved = _solved(rule, numbers, order, games=games, start=begin, limits=self._limits())
        table_of, bounds = solved.table_of, list(solved.bounds)
        if not solved.unique:
            table_of = drawn(rule, numbers, order, table_of)
        vector = [count.of(table_of) for count in numbers]
        changed = [new != old for new, old in zip(vector, solved.vector, strict=True)]
        if any(changed):  # what is proved behind a number was proved for its old value
            first = changed.index(True)
            bounds[first + 1 :] = [count.floor for count in numbers[first + 1 :]]
        lines = _lines(numbers, vector, bounds)
        certificate = Certificate(lines, ENGINE, 0, solved.unique, solved.faults)
        return BracketResult(bracket, table_of, certificate)

    def _limits(self) -> Limits:
        from optimizer.cpsat.swiss import Limits

        return Limits(self.effort, max(0.1, self.deadline - time.monotonic()))


def _solved(
    rule: Rules, numbers: Sequence[Count], order: Sequence[int], **given: Any
) -> Solved:  # fmt: skip
    """Ask CP-SAT for the best seating of a bracket, or raise why there is none."""
    from optimizer.cpsat.swiss import solve_bracket

    solved = solve_bracket(rule, numbers, order, **given)
    if solved.infeasible:
        raise Impossible("no seating of the bracket keeps the rules")
    if not len(solved.table_of):
        raise NothingFoundError(
            "No seating was found in the time, and none is proved impossible. "
            "Give it more time, or drop a wish."
        )
    return solved


def earlier_games(past: Past, players: Sequence[int]) -> list[Ints]:
    """Return, for each earlier game of three or more of some players, who they are, by place."""
    games = []
    for where in past.tables[:, list(players)]:
        for table in range(int(where.max(initial=-1)) + 1):
            members = np.flatnonzero(where == table)
            if len(members) > 2:
                games.append(members)
    return games


def _lines(
    numbers: Sequence[Count], vector: Sequence[int], bounds: Sequence[int]
) -> tuple[Line, ...]:  # fmt: skip
    return tuple(
        Line(count.code, count.part, value, bound)
        for count, value, bound in zip(numbers, vector, bounds, strict=True)
    )


def _seats(
    setting: Setting, past: Past, seed: str, results: Sequence[BracketResult]
) -> list[Seated]:  # fmt: skip
    """Seat every table of the round, in the order of the tables."""
    seated = []
    for result in results:
        for place, table in enumerate(result.bracket.tables):
            there = [
                p
                for p, at in zip(result.bracket.players, result.table_of, strict=True)
                if at == place
            ]
            found = seat_table(
                setting.problem, past, table, draw_order(setting.problem, seed, there)
            )
            if found is None:
                raise Impossible(f"no seats of table {table + 1} keep the locks")
            seated.append(found)
    return sorted(seated, key=lambda each: each.table)
