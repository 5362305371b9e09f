"""The criteria of a seating as quantities that CP-SAT makes small, one function each.

Every function returns a linear expression whose least value, with the schedule fixed, is the
measure that it is named after; :meth:`Criterion.measured` is the same by recounting the seats.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, pairwise

from optimizer.cpsat.variables import Linear, Literal, Variables, total
from optimizer.criteria import PREFERENCES, Prefer
from schedules.measures import Measures
from schedules.problem import Problem

Scope = str
"""What a criterion looks at: "meetings", "tables", "seats" or "waiting"."""


def never_met(v: Variables) -> Linear:
    """Pairs that never meet."""
    return total(v.met[pair].below(1) for pair in v.may_meet)


def band_excess(v: Variables) -> Linear:
    """Meetings outside the band of two whole numbers around the ideal and one more each side."""
    low, high = v.problem.band
    counts = [v.met[pair] for pair in v.may_meet]
    return total(count.below(low) + count.above(high) for count in counts)


def team_range(v: Variables) -> Linear:
    """Most meetings of two teams less the fewest; nothing without two teams."""
    teams, games = v.problem.teams, v.problem.num_games
    if len(teams) < 2:
        return total([])
    most_of_all = games * v.problem.num_seats**2
    fewest, most = v.integer("team_fewest", 0, most_of_all), v.integer("team_most", 0, most_of_all)
    for one, other in combinations(teams, 2):
        counts = [v.met[min(i, j), max(i, j)] for i in one for j in other]
        value = sum(count.low for count in counts) + total(s for c in counts for s in c.steps)
        v.model.add(fewest <= value)
        v.model.add(most >= value)
    return most - fewest


def spread(v: Variables) -> Linear:
    """Σ λ² over the pairs: how unevenly the players meet."""
    return total(count.square() for count in v.met.values())


def table_missed(v: Variables) -> Linear:
    """Whether anybody misses a table altogether, though his games would take him to all."""
    if v.problem.games_per_player < v.problem.num_tables:
        return total([])
    missed = v.boolean("table_missed")
    for count in v.free_visits:
        v.model.add(missed + count.at_least(1) >= 1)
    return total([missed])


def table_range(v: Variables) -> Linear:
    """Most visits of a player to a table less the fewest visits of a player to a table."""
    games = int(v.problem.due_games().max())
    fewest, most = v.integer("table_fewest", 0, games), v.integer("table_most", 0, games)
    for count in v.free_visits:
        value = count.low + total(count.steps)
        v.model.add(fewest <= value)
        v.model.add(most >= value)
    return most - fewest


def table_squares(v: Variables) -> Linear:
    """Σ of squares of each player's visits to each table."""
    return total(count.square() for count in v.visits.values())


def seat_uneven(v: Variables) -> Linear:
    """Player-seats whose count is neither floor nor ceil of games / seats."""
    return _uneven_blocks(v, [(s, s + 1) for s in range(v.problem.num_seats)])


def half_uneven(v: Variables) -> Linear:
    """Players whose games on the first half of the seats are off their fair share."""
    return _uneven_blocks(v, [(0, (v.problem.num_seats + 1) // 2)])


def seat_pair_uneven(v: Variables) -> Linear:
    """Player-blocks of the seats 1-2, 3-4, ... that are off their fair share."""
    seats = v.problem.num_seats
    return _uneven_blocks(v, [(s, min(s + 2, seats)) for s in range(0, seats, 2)])


def _uneven_blocks(v: Variables, blocks: list[tuple[int, int]]) -> Linear:
    """Count the players and blocks of seats (first, behind the last) that are off their share.

    Family "uneven", key ``(player, first, behind)``.
    """
    due, seats = v.problem.due_games().tolist(), v.problem.num_seats
    taken: dict[tuple[int, int], list[Literal]] = defaultdict(list)
    for (p, _, s), literal in v.family("seat").items():
        for a, b in blocks:
            if a <= s < b:
                taken[p, a].append(literal)
    flags: list[Literal] = []
    for p in range(v.problem.num_players):
        for a, b in blocks:
            key = (p, a, b)
            if key in v.family("uneven"):
                flags.append(v.family("uneven")[key])
                continue
            low, high = due[p] * (b - a) // seats, -(-due[p] * (b - a) // seats)
            literals = taken[p, a]
            sure = sum(literal is v.one for literal in literals)
            if low <= sure and len(literals) <= high:
                continue
            flag = v.boolean("uneven", *key)
            flags.append(flag)
            v.model.add_linear_constraint(total(literals), low, high).only_enforce_if(~flag)
    return total(flags)


def first_most(v: Variables) -> Linear:
    """Most games of a player on seat 1: who has the first word."""
    return _most_on_seat(v, "first_most", 0)


def last_most(v: Variables) -> Linear:
    """Most games of a player on the last seat: who has the last word."""
    return _most_on_seat(v, "last_most", v.problem.num_seats - 1)


def _most_on_seat(v: Variables, name: str, seat: int) -> Linear:
    most = v.integer(name, 0, int(v.problem.due_games().max()))
    taken: dict[int, list[Literal]] = defaultdict(list)
    for (p, _, s), literal in v.family("seat").items():
        if s == seat:
            taken[p].append(literal)
    for literals in taken.values():
        v.model.add(most >= total(literals))
    return most


def neighbours_thrice(v: Variables) -> Linear:
    """How far the pair that is side by side most often goes beyond two times."""
    beyond = v.integer("neighbours_thrice", 0, v.problem.num_rounds)
    for count in v.beside.values():
        if count.high > 2:
            v.model.add(beyond >= count.low + total(count.steps) - 2)
    return beyond


def neighbour_repeats(v: Variables) -> Linear:
    """Σ over pairs of the times side by side after the first."""
    return total(count.above(1) for count in v.beside.values())


def longest_wait(v: Variables) -> Linear:
    """Most rounds in a row that a player sits out."""
    return _longest_run(v, "wait", waiting=True)


def longest_play(v: Variables) -> Linear:
    """Most rounds in a row that a player plays without a pause."""
    return _longest_run(v, "play", waiting=False)


def _longest_run(v: Variables, name: str, *, waiting: bool) -> Linear:
    """Return the longest run; family ``name``, key ``(n,)``: somebody has a run of n rounds."""
    plays, rounds = v.family("plays"), v.problem.num_rounds
    due = v.problem.due_games()
    longest = rounds - int(due.min()) if waiting else int(due.max())
    absent = set(v.problem.absent)
    levels = [v.boolean(name, n) for n in range(1, longest + 1)]
    for shorter, longer in pairwise(levels):
        v.model.add_implication(longer, shorter)
    for p in range(v.problem.num_players):
        for n, level in enumerate(levels, start=1):
            for start in range(rounds - n + 1):
                run = [plays.get((p, r)) for r in range(start, start + n)]
                if waiting and any((p, r) in absent for r in range(start, start + n)):
                    continue  # whoever is absent does not wait
                if waiting:
                    breaks = [literal for literal in run if literal is not None]
                elif any(literal is None for literal in run):
                    continue
                else:
                    breaks = [~literal for literal in run if literal is not None]
                v.model.add_bool_or(level, *breaks)
    return total(levels)


def together_out_most(v: Variables) -> Linear:
    """Most rounds in which the same two players both sit out.

    Family "out", key ``(i, j, r)``: both sit out.
    """
    problem, plays, absent = v.problem, v.family("plays"), set(v.problem.absent)
    most = v.integer("together_out_most", 0, problem.num_rounds)
    for i in range(problem.num_players):
        for j in range(i + 1, problem.num_players):
            both: list[Literal] = []
            for r in range(problem.num_rounds):
                mine, other = plays.get((i, r)), plays.get((j, r))
                if mine is v.one or other is v.one or {(i, r), (j, r)} & absent:
                    continue
                both.append(v.boolean("out", i, j, r))
                v.model.add_bool_or(both[-1], *(x for x in (mine, other) if x is not None))
            if both:
                v.model.add(most >= total(both))
    return most


@dataclass(frozen=True)
class Criterion:
    """One criterion: its name, what it looks at, and how to state it."""

    name: str
    scope: Scope
    state: Callable[[Variables], Linear]

    def measured(self, measures: Measures, problem: Problem) -> int:
        """Return the value by the measures of a schedule, counted without CP-SAT."""
        if self.name == "table_missed":
            could = problem.games_per_player >= problem.num_tables
            return int(could and measures.table_fewest == 0)
        if self.name == "table_range":
            return measures.table_most - measures.table_fewest
        if self.name == "team_range":
            return measures.team_most - measures.team_fewest
        if self.name == "neighbours_thrice":
            return max(measures.neighbour_most - 2, 0)
        return int(getattr(measures, self.name))


def _criterion(scope: Scope, state: Callable[[Variables], Linear]) -> Criterion:
    return Criterion(state.__name__, scope, state)


CRITERIA = {
    criterion.name: criterion
    for criterion in (
        *(_criterion("meetings", s) for s in (never_met, band_excess, team_range, spread)),
        *(_criterion("tables", state) for state in (table_missed, table_range, table_squares)),
        *(_criterion("seats", s) for s in (seat_uneven, half_uneven, seat_pair_uneven)),
        *(_criterion("seats", state) for state in (first_most, last_most)),
        *(_criterion("seats", state) for state in (neighbours_thrice, neighbour_repeats)),
        *(_criterion("waiting", s) for s in (longest_wait, longest_play, together_out_most)),
    )
}
"""Every criterion by name, in the default order."""


def in_order(prefer: Prefer) -> list[Criterion]:
    """Return the criteria in the order of :func:`optimizer.criteria.key`.

    Raises
    ------
    ValueError
        If the preference is not "order", "spread" or "tables".
    """
    names = list(CRITERIA)
    if prefer not in PREFERENCES:
        raise ValueError(f'prefer is "{prefer}"; it is one of {", ".join(PREFERENCES)}')
    if prefer == "spread":
        names.remove("spread")
        names.insert(0, "spread")
    elif prefer == "tables":
        names.remove("spread")
        names.insert(names.index("table_squares") + 1, "spread")
    return [CRITERIA[name] for name in names]
