"""Values that no schedule goes below, by counting alone: where the search may stop at once."""

from __future__ import annotations

from schedules.problem import Problem


def even_squares(sum_: int, parts: int) -> int:
    """Return the least Σ of squares of ``parts`` whole numbers with the sum ``sum_``."""
    low, more = divmod(sum_, parts)
    return (parts - more) * low**2 + more * (low + 1) ** 2


def floors(problem: Problem) -> dict[str, int]:
    """Return a proved lower bound for each criterion of :mod:`optimizer.cpsat.criteria`.

    Each is the pigeonhole: a fixed total, split as evenly as whole numbers can be. The spread has
    the overlap bound too (see :func:`optimizer.cpsat.rules.overlaps_of_games`).
    """
    players, seats = problem.num_players, problem.num_seats
    games, rounds, tables = problem.games_per_player, problem.num_rounds, problem.num_tables
    opponents = games * (seats - 1)
    pairs = players * (players - 1) // 2
    sides = problem.num_games * (seats if seats > 2 else 1)
    out = rounds - games
    return {
        "never_met": -(-players * max(0, players - 1 - opponents) // 2),
        "band_excess": 0,
        "spread": max(-(-players * even_squares(opponents, players - 1) // 2), _overlap(problem)),
        "table_range": int(games % tables > 0),
        "table_squares": players * even_squares(games, tables),
        "seat_uneven": 0,
        "half_uneven": 0,
        "seat_pair_uneven": 0,
        "first_most": -(-games // seats),
        "last_most": -(-games // seats),
        "neighbour_most": -(-sides // pairs),
        "neighbour_repeats": max(0, sides - pairs),
        "longest_wait": int(out > 0),
        "longest_play": -(-games // (out + 1)),
        "together_out_most": 0,
    }


def _overlap(problem: Problem) -> int:
    if problem.games_per_player < problem.num_rounds:
        return 0
    rounds, tables, seats = problem.num_rounds, problem.num_tables, problem.num_seats
    across = rounds * (rounds - 1) * tables * even_squares(seats, tables)
    within = rounds * tables * seats**2 - problem.num_players * rounds**2
    return (within + across) // 2
