"""Values that no schedule goes below, by counting alone: where the search may stop at once."""

from __future__ import annotations

from optimizer.bounds import (
    never_met_bound,
    spread_bound,
    table_range_bound,
    table_squares_bound,
)
from optimizer.soft_bounds import teams_bound
from schedules.problem import Problem


def floors(problem: Problem) -> dict[str, int]:
    """Return a proved lower bound for each criterion of :mod:`optimizer.cpsat.criteria`.

    Those of meetings and tables are proved in :mod:`optimizer.bounds`. The others are the
    pigeonhole: ``games`` on ``seats`` seats put somebody on the first one ⌈g/k⌉ times, sides
    beyond the number of pairs are repeats, and between and around ``R - g`` rounds out there are
    ``R - g + 1`` runs of games.
    """
    players, seats = problem.num_players, problem.num_seats
    due = problem.due_games()
    games, out = int(due.max()), problem.num_rounds - int(due.min())
    pairs = players * (players - 1) // 2
    sides = problem.num_games * (seats if seats > 2 else 1)
    if problem.fewest_seats < seats:
        sides = 0  # an empty chair parts neighbours
    return {
        "never_met": never_met_bound(problem).value,
        "band_excess": 0,
        "team_range": teams_bound(problem).value if len(problem.teams) > 1 else 0,
        "spread": spread_bound(problem).value,
        "table_missed": 0,
        "table_range": table_range_bound(problem).value,
        "table_squares": table_squares_bound(problem).value,
        "seat_uneven": 0,
        "half_uneven": 0,
        "seat_pair_uneven": 0,
        "first_most": -(-games // seats),
        "last_most": -(-games // seats),
        "neighbours_thrice": max(0, -(-sides // pairs) - 2),
        "neighbour_repeats": max(0, sides - pairs),
        "longest_wait": int(out > 0 and not problem.absent),
        "longest_play": -(-games // (problem.num_rounds - games + 1)),
        "together_out_most": 0,
    }
