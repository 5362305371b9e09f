"""Lower bounds on what the soft wishes come to, each with its proof."""

from __future__ import annotations

from itertools import combinations
from math import comb

from optimizer.bounds import Bound, even_squares
from schedules.problem import Problem


def apart_bound(problem: Problem) -> Bound:
    """Fewest meetings of players who prefer to be apart, over all groups.

    Proof. Where everybody plays in every round, n players of a group sit at T tables in each
    round, and an even split leaves fewest pairs at one table (pigeonhole). Groups that share no
    pair add up; of groups that do, the one with most meetings counts.
    """
    if not problem.everybody_always:
        return Bound(0, "trivial")
    groups = problem.soft.prefer_apart
    least = []
    for group in groups:
        pairs = (even_squares(len(group), problem.num_tables) - len(group)) // 2
        least.append(problem.num_rounds * pairs)
    overlap = any(len(set(a) & set(b)) > 1 for a, b in combinations(groups, 2))
    value = max(least, default=0) if overlap else sum(least)
    return Bound(value, "counting" if value else "trivial")


def teams_bound(problem: Problem) -> Bound:
    """Least difference of the meetings of two teams, over all pairs of teams.

    Proof. If everybody is in a team, team-mates never meet, the games are full and the teams are
    of one size, then all meetings are between teams: where the pairs of teams do not divide
    them, they cannot all be equal.
    """
    sizes = {len(team) for team in problem.teams}
    everybody = sum(map(len, problem.teams)) == problem.num_players
    if len(sizes) != 1 or not everybody or problem.fewest_seats < problem.num_seats:
        return Bound(0, "trivial")
    meetings = problem.num_chairs * (problem.num_seats - 1) // 2
    uneven = int(meetings % max(comb(len(problem.teams), 2), 1) > 0)
    return Bound(uneven, "counting" if uneven else "trivial")


def in_a_row_bound(problem: Problem) -> Bound:
    """Fewest meetings of two players who met in the round before.

    Proof. Where everybody plays in every round, the overlaps of the games of two rounds are a
    T × T table of whole numbers with margins k; the pairs who meet in both are Σ C(n, 2) over its
    cells, least when each row is split evenly. So it is in each of the R - 1 steps.
    """
    if not problem.full:
        return Bound(0, "trivial")
    each = problem.num_tables * even_squares(problem.num_seats, problem.num_tables)
    value = (problem.num_rounds - 1) * (each - problem.num_players) // 2
    return Bound(value, "overlaps" if value else "trivial")
