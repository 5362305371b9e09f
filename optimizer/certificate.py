"""What is proved of a schedule: per criterion the value, the bound, and the argument.

"Proved" means that a lower bound, proved in :mod:`optimizer.bounds` or by the small exact
programs of :mod:`optimizer.cpsat.ranges`, is met. Everything else shows its gap.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from math import comb
from typing import Any

import numpy as np

from optimizer.bounds import (
    Bound,
    never_met_bound,
    range_bound,
    somebody_misses_a_table,
    spread_bound,
    spread_bound_for_visits,
    table_range_bound,
    table_squares_bound,
    wishes_excess,
)
from optimizer.cpsat.ranges import (
    can_be_asked,
    excess_least,
    narrowest_range,
    never_met_least,
    spread_least,
)
from optimizer.cpsat.waits import can_be_asked as waits_can_be_asked
from optimizer.cpsat.waits import least_play, least_wait
from optimizer.criteria import Prefer
from optimizer.seat_search import neighbour_bound
from optimizer.soft_bounds import apart_bound, in_a_row_bound, teams_bound
from schedules.measures import Measures, measure, meetings
from schedules.problem import Problem
from schedules.schedule import Schedule
from schedules.soft import measure_soft

Value = int | tuple[int, int]


@dataclass(frozen=True)
class Criterion:
    """One line of a certificate.

    Attributes
    ----------
    code
        Which criterion; the codes are documented with the check command's output.
    value
        The measure, or (least, most) for the range of meetings and of visits to tables.
    bound
        No schedule has less; of a range, no schedule has a smaller difference. None: unknown.
    proved
        Whether the value cannot be better, the criteria before it being as they are.
    gap
        How far it can be from best at most, in the criterion's own unit.
    argument
        Code of the proof of the bound.
    """

    code: str
    value: Value
    bound: int | None
    proved: bool
    gap: int | None
    argument: str

    def as_json(self) -> dict[str, Any]:
        """Return the line in the form of the schedule file."""
        line = asdict(self)
        value = list(self.value) if isinstance(self.value, tuple) else self.value
        return {"criterion": line.pop("code"), **line, "value": value}


@dataclass(frozen=True)
class Certificate:
    """What is proved of a schedule, under an order of the criteria."""

    order: Prefer
    criteria: tuple[Criterion, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the certificate in the form of the schedule file."""
        return {"order": self.order, "criteria": [line.as_json() for line in self.criteria]}

    def __getitem__(self, code: str) -> Criterion:
        """Return the line of a criterion."""
        return next(line for line in self.criteria if line.code == code)

    @property
    def proved(self) -> bool:
        """Whether every criterion is proved best."""
        return all(line.proved for line in self.criteria)


def _line(code: str, value: Value, bound: Bound) -> Criterion:
    have = value[1] - value[0] if isinstance(value, tuple) else value
    if bound.value < 0 or have < bound.value:
        raise ValueError(f"{code}: the value {have} is below its proved bound {bound.value}")
    argument = "trivial" if bound.value == 0 and have == 0 else bound.argument
    return Criterion(code, value, bound.value, have == bound.value, have - bound.value, argument)


@dataclass(frozen=True)
class PairBounds:
    """Lower bounds on criteria 2-4, each given that those before it are as stated."""

    never_met: Bound
    band_excess: Bound
    spread: Bound


def pair_bounds(
    problem: Problem, never_met: int | None = None, band_excess: int | None = None
) -> PairBounds:
    """Bound criteria 2-4 in their order.

    Parameters
    ----------
    problem
        The stage.
    never_met, band_excess
        What a schedule reaches; without them, what the bounds themselves allow.
    """
    never, spread = never_met_bound(problem), spread_bound(problem)
    wished = Bound(wishes_excess(problem), "wishes")
    excess = wished if wished.value else Bound(0, "trivial")
    if not can_be_asked(problem):
        return PairBounds(never, excess, spread)
    least = never_met_least(problem)
    if least > never.value:
        never = Bound(least, "moments")
    reached = never.value if never_met is None else never_met
    least = excess_least(problem, reached)
    if least > excess.value:
        excess = Bound(least, "moments")
    outside = excess.value if band_excess is None else band_excess
    least = spread_least(problem, reached, outside)
    if least > spread.value:
        spread = Bound(least, "moments")
    return PairBounds(never, excess, spread)


def certify(
    schedule: Schedule, *, prefer: Prefer = "order", searched: Mapping[str, int] | None = None
) -> Certificate:
    """Prove what can be proved of a valid schedule, ours or anybody's.

    Parameters
    ----------
    schedule
        A valid schedule (:func:`schedules.verify.check_valid`).
    prefer
        The order of criteria it is judged by: it decides which criteria are given when the next
        is bounded.
    searched
        Bounds, by code, that an exhaustive search proved: CP-SAT on a small problem.
    """
    problem, found = schedule.problem, measure(schedule)
    bounds = pair_bounds(problem, found.never_met, found.band_excess)
    spread = bounds.spread
    if prefer == "spread":
        spread = spread_bound(problem)
    elif prefer == "tables":
        traded = spread_bound_for_visits(problem, found.table_squares)
        spread = max(spread, traded, key=lambda bound: bound.value)
    given = None if prefer == "tables" else found.spread
    met = [
        _line("never_met", found.never_met, bounds.never_met),
        _line("outside_band", found.band_excess, bounds.band_excess),
    ]
    if len(problem.teams) > 1:
        met.append(_line("teams", (found.team_fewest, found.team_most), teams_bound(problem)))
    tables = [
        _table_range(problem, found, given),
        _line("table_squares", found.table_squares, table_squares_bound(problem, given)),
    ]
    pairs = {
        "order": [*met, _line("spread", found.spread, spread), *tables],
        "spread": [_line("spread", found.spread, spread), *met, *tables],
        "tables": [*met, *tables, _line("spread", found.spread, spread)],
    }[prefer]
    rest = [_range(problem, found), *_soft(schedule), *_seats(schedule, found)]
    if not problem.everybody_always:
        rest += _waits(problem, found)
    lines = (*pairs, *rest)
    return Certificate(
        prefer, tuple(_raised(line, (searched or {}).get(line.code)) for line in lines)
    )


def _raised(line: Criterion, searched: int | None) -> Criterion:
    """Return the line with the bound of an exhaustive search where that is the better one."""
    if searched is None or line.bound is None or searched <= line.bound:
        return line
    return _line(line.code, line.value, Bound(searched, "cp_sat"))


def _table_range(problem: Problem, found: Measures, spread: int | None) -> Criterion:
    """Bound most less fewest visits; it is not best if somebody need not have missed a table."""
    line = _line(
        "table_range", (found.table_fewest, found.table_most), table_range_bound(problem, spread)
    )
    missed = found.table_fewest == 0 and problem.games_per_player >= problem.num_tables
    needless = missed and not somebody_misses_a_table(problem, spread)
    return replace(line, proved=line.proved and not needless)


def _range(problem: Problem, found: Measures) -> Criterion:
    """Bound the greatest less the least λ."""
    width = found.most - found.fewest
    bound = range_bound(problem)
    if can_be_asked(problem):
        narrowest = narrowest_range(problem, width)
        if narrowest > bound.value:
            bound = Bound(narrowest, "moments")
    return _line("range", (found.fewest, found.most), bound)


def _seats(schedule: Schedule, found: Measures) -> list[Criterion]:
    """Bound the criteria of seats and neighbours."""
    problem = schedule.problem
    at_best = -(-int(problem.due_games().max()) // problem.num_seats)
    edges = max(found.first_most, found.last_most)
    tables = schedule.table_of()
    repeats = neighbour_bound(tables, problem.num_tables, problem.num_seats)
    return [
        _line("seats", found.seat_uneven, Bound(0, "colouring")),
        _line("halves", found.half_uneven, Bound(0, "colouring")),
        _line("seat_pairs", found.seat_pair_uneven, Bound(0, "trivial")),
        _line("first_last", edges, Bound(at_best, "counting")),
        _line("neighbour_most", found.neighbour_most, _neighbour_most(schedule, repeats)),
        _line("neighbours", found.neighbour_repeats, Bound(repeats, "counting")),
    ]


def _neighbour_most(schedule: Schedule, repeats: int) -> Bound:
    """Bound the times of the two who sit side by side most, at the tables of the schedule.

    A player has two neighbours in each full game, one at a table of two; the players whom he
    meets at all share these. And where some pair has to sit side by side again, the most is two.
    """
    met = (meetings(schedule) > 0).sum(axis=1)
    whole = (schedule.seating >= 0).all(axis=2)
    full = np.bincount(schedule.seating[whole].ravel(), minlength=schedule.problem.num_players)
    beside = full * min(schedule.problem.num_seats - 1, 2)
    shared = int((-(-beside // np.maximum(met, 1))).max())
    return Bound(max(shared, 2 if repeats else 1), "counting")


def _soft(schedule: Schedule) -> list[Criterion]:
    """Bound what the soft wishes come to; a line for each that there is."""
    problem = schedule.problem
    if not problem.soft:
        return []
    found = measure_soft(schedule)
    lines = []
    if problem.soft.prefer_apart:
        lines.append(_line("prefer_apart", found.apart_meetings, apart_bound(problem)))
    if problem.soft.prefer_together:
        lines.append(Criterion("prefer_together", found.together_meetings, None, False, None, ""))
    if problem.soft.not_in_a_row:
        lines.append(_line("in_a_row", found.in_a_row, in_a_row_bound(problem)))
    return lines


def _waits(problem: Problem, found: Measures) -> list[Criterion]:
    """Bound the longest wait, the longest run of games, and who sits out together.

    Between and around the ``R - g`` rounds out of a player there are ``R - g + 1`` runs of games,
    so one of them has at least ``⌈g / (R - g + 1)⌉`` games; his waits likewise. What all players
    together allow is asked of :mod:`optimizer.cpsat.waits`.
    """
    rounds, due = problem.num_rounds, [int(games) for games in problem.due_games()]
    wait = Bound(max(-(-(rounds - games) // (games + 1)) for games in due), "counting")
    if problem.absent:  # whoever is absent does not wait
        wait = Bound(0, "trivial")
    play = Bound(max(-(-games // (rounds - games + 1)) for games in due), "counting")
    if waits_can_be_asked(problem):
        least = least_wait(problem, found.longest_wait)
        if least > wait.value:
            wait = Bound(least, "flow")
        least = least_play(problem, found.longest_play, found.longest_wait)
        if least > play.value:
            play = Bound(least, "flow")
    return [
        _line("longest_wait", found.longest_wait, wait),
        _line("longest_play", found.longest_play, play),
        _line("together_out", found.together_out_most, _together_out(problem)),
    ]


def _together_out(problem: Problem) -> Bound:
    """Bound the most rounds in which two players both sit out.

    The pairs who sit out together are fewest when the rounds have equally many who do; over all
    pairs, some pair has at least the mean.
    """
    if problem.absent:
        return Bound(0, "trivial")
    out = problem.num_rounds * problem.num_players - problem.num_chairs
    share, more = divmod(out, problem.num_rounds)
    pairs = more * comb(share + 1, 2) + (problem.num_rounds - more) * comb(share, 2)
    return Bound(-(-pairs // comb(problem.num_players, 2)), "counting")
