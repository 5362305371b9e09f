"""Lower bounds that no schedule can beat, each with its proof.

Meeting a bound is the certificate of optimality; what a solver says of itself is not. All bounds
are whole numbers computed exactly.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from schedules.problem import Problem


@dataclass(frozen=True)
class Bound:
    """A proved lower bound and the argument it rests on (a code of the certificate)."""

    value: int
    argument: str


def even_squares(total: int, parts: int) -> int:
    """Least sum of squares of ``parts`` whole numbers with the given sum: the even split."""
    share, more = divmod(total, parts)
    return (parts - more) * share**2 + more * (share + 1) ** 2


def never_met_bound(problem: Problem) -> Bound:
    """Fewest pairs that never meet, of those that no wish keeps apart.

    Proof. A player has at most ``k - 1`` opponents in a game, so the games hold at most
    ``Σ g_i (k-1) / 2`` meetings in all, and a pair that meets uses at least one: at most so many
    pairs meet.
    """
    players = problem.num_players
    pairs = players * (players - 1) // 2 - problem.num_kept_apart
    counting = max(0, pairs - problem.num_chairs * (problem.num_seats - 1) // 2)
    return Bound(counting, "counting" if counting else "trivial")


def _uneven_field(problem: Problem) -> bool:
    """Whether the players do not all have the same number of opponents to meet."""
    return bool(
        problem.other_games
        or problem.num_kept_apart
        or problem.at_least
        or problem.fewest_seats < problem.num_seats
    )


def even_within(
    totals: NDArray[np.int64], low: NDArray[np.int64], high: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Least sum of squares of whole numbers with given sums and limits, row by row.

    Parameters
    ----------
    totals
        Sums, shape (rows,); a sum that the limits do not allow is brought to the nearest one.
    low, high
        Limits of each number, shape (rows, parts).

    Notes
    -----
    Water is poured into vessels of different depths: the numbers are ``clip(L, low, high)`` for a
    level L, and as many of those that can still rise are one higher as the sum asks for. Moving
    one unit from a number to another would then raise the squares: the sum is convex.
    """
    totals = np.clip(totals, low.sum(axis=1), high.sum(axis=1))
    bottom = np.zeros(len(totals), dtype=np.int64)
    top = np.full(len(totals), int(high.max(initial=0)), dtype=np.int64)
    while (bottom < top).any():  # the highest level whose water is no more than the sum
        level = (bottom + top + 1) // 2
        fits = np.clip(level[:, None], low, high).sum(axis=1) <= totals
        bottom, top = np.where(fits, level, bottom), np.where(fits, top, level - 1)
    poured = np.clip(bottom[:, None], low, high)
    left = totals - poured.sum(axis=1)
    squares: NDArray[np.int64] = (poured**2).sum(axis=1) + left * (2 * bottom + 1)
    return squares


def pairs_bound(problem: Problem) -> int:
    """Least Σ λ² from the pairs alone.

    Proof. Each player has ``g (k-1)`` meetings with ``P - 1`` others; for a given sum, whole
    numbers have the least sum of squares when split evenly. Sum over players, each pair twice.
    With wishes and other numbers of games, each player's meetings with each other lie between
    what is asked and what is allowed, and the even split is that of :func:`even_within`. Where a
    table may be smaller, a player has at least ``fewest_seats - 1`` opponents in each game.
    """
    if _uneven_field(problem) or problem.at_most:
        due = problem.due_games()
        low = problem.least_meetings().astype(np.int64)
        high = np.minimum(problem.limits(), np.minimum(due[:, None], due[None, :]))
        np.fill_diagonal(high, 0)
        totals = due * (problem.fewest_seats - 1)
        return -(-int(even_within(totals, np.minimum(low, high), high).sum()) // 2)
    each = even_squares(problem.games_per_player * (problem.num_seats - 1), problem.num_players - 1)
    return -(-problem.num_players * each // 2)


def overlaps_bound(problem: Problem) -> int:
    """Least Σ λ² from how games overlap.

    Proof. Let N be the players × games incidence matrix. The sum of squares of the entries of
    N Nᵀ equals that of Nᵀ N (both are the trace of (N Nᵀ)²). The former is ``Σ g_i² + 2 Σ λ²``; the
    latter is the sum over ordered pairs of games of |G ∩ H|². A game with itself gives k². Two
    games of one round share nobody.

    When everybody plays in every round, the games of two different rounds form a T × T table of
    whole numbers, every row and column with sum k, so its squares sum to at least T times the
    even split of k into T parts.

    With sitting out, the overlaps of games in different rounds sum to ``Σ g_i (g_i - 1)`` (each
    player counts each ordered pair of his games), and no choice splits that sum better than
    evenly over the ordered pairs of games in different rounds; there are most of these when the
    games are spread over the rounds as evenly as can be.
    """
    if problem.fewest_seats < problem.num_seats:
        return _overlaps_of_short_tables(problem)
    games, seats, due = problem.num_games, problem.num_seats, problem.due_games()
    rounds, tables = problem.num_rounds, problem.num_tables
    if problem.full:
        between = rounds * (rounds - 1) * tables * even_squares(seats, tables)
    else:
        cells = games**2 - even_squares(games, rounds)
        between = even_squares(int((due * (due - 1)).sum()), cells) if cells else 0
    return -(-(games * seats**2 + between - int((due**2).sum())) // 2)


def _overlaps_of_short_tables(problem: Problem) -> int:
    """Bound Σ λ² by overlaps where a game may lack players and everybody plays in every round.

    Proof. As in :func:`overlaps_bound`; the P players of a round are split over at most T games,
    and those of two rounds over at most T² overlaps, whose squares are least when split evenly.
    Where some sit out as well the games have no common measure, and nothing is claimed.
    """
    if not problem.everybody_always:
        return 0
    players, tables, rounds = problem.num_players, problem.num_tables, problem.num_rounds
    same = rounds * even_squares(players, tables)
    between = rounds * (rounds - 1) * even_squares(players, tables**2)
    return -(-(same + between - players * rounds**2) // 2)


def range_bound(problem: Problem) -> Bound:
    """Least difference of the greatest and the least λ.

    Proof: if all λ lie between m and m + w, the squares of a player's ``g (k-1)`` meetings sum to
    at most those of as many m + w as fit, and the rest m; over all players that has to reach
    twice the bound on Σ λ². Where wishes keep pairs apart or players have other numbers of games,
    only that the λ cannot all be equal unless the pairs divide the meetings.
    """
    if problem.fewest_seats < problem.num_seats:
        return _range_of_short_tables(problem)
    if _uneven_field(problem):
        pairs = problem.num_players * (problem.num_players - 1) - 2 * problem.num_kept_apart
        total = problem.num_chairs * (problem.num_seats - 1)
        return Bound(int(total % max(pairs, 1) > 0), "counting")
    meetings, others = problem.games_per_player * (problem.num_seats - 1), problem.num_players - 1
    needed = 2 * spread_bound(problem).value
    for width in range(int(meetings % others > 0), problem.num_rounds):
        lowest = range(meetings // others + 1)
        most = max(_most_squares(meetings, others, low, width) for low in lowest)
        if problem.num_players * most >= needed:
            return Bound(width, "counting")
    return Bound(problem.num_rounds, "counting")


def _range_of_short_tables(problem: Problem) -> Bound:
    """Bound the range where games lack at most one player and everybody plays in every round.

    Then the sizes of the games of a round are given, and with them the meetings in all: if the
    pairs do not divide them, the λ cannot all be equal.
    """
    given = problem.everybody_always and problem.fewest_seats == problem.num_seats - 1
    if not given or problem.num_kept_apart:
        return Bound(0, "trivial")
    players = problem.num_players
    meetings = problem.num_rounds * (even_squares(players, problem.num_tables) - players) // 2
    uneven = int(meetings % (players * (players - 1) // 2) > 0)
    return Bound(uneven, "counting" if uneven else "trivial")


def wishes_excess(problem: Problem) -> int:
    """Count the meetings outside the band that the wishes force, over the pairs that may meet."""
    low, high = problem.band
    upper = np.triu_indices(problem.num_players, 1)
    limits = problem.limits()[upper]
    short = np.maximum(low - limits, 0)[limits > 0]
    return int(short.sum() + np.maximum(problem.least_meetings()[upper] - high, 0).sum())


def spread_bound(problem: Problem) -> Bound:
    """Least Σ λ²: the better of :func:`pairs_bound` and :func:`overlaps_bound`."""
    pairs, overlaps = pairs_bound(problem), overlaps_bound(problem)
    return Bound(pairs, "pairs") if pairs >= overlaps else Bound(overlaps, "overlaps")


def table_squares_bound(problem: Problem, spread: int | None = None) -> Bound:
    """Least Σ visits² to tables, given Σ λ² when it is known.

    Proof without the spread: a player's g visits are split over T tables, evenly at best.

    Proof with it, when everybody plays in every round: let x(r, s) be the players who are at the
    same table number in rounds r and s, the trace of the T × T table of overlaps of the two
    rounds. Over ordered pairs of different rounds, Σ x = Σ visits² - P R. For a trace x the
    squares of the table sum to at least some f(x), so by the identity of :func:`overlaps_bound`
    ``Σ f(x) ≤ 2 Σ λ² + P R² - R T k²``. With F the greatest convex function below f, the mean
    of x over the ordered pairs satisfies ``F(mean) ≤`` the right side over ``R (R-1)``, and the
    least mean that does gives the least Σ visits².

    A matrix with trace x has diagonal sum x and off-diagonal sum k T - x, split evenly at best:
    ``f(x) ≥ even(x, T) + even(k T - x, T² - T)``, convex in x and, at whole x, a true lower
    bound; its linear interpolation is convex as well, because even splits have growing steps.
    """
    tables, rounds = problem.num_tables, problem.num_rounds
    even = _even_visits(problem)
    if spread is None or tables < 2 or rounds < 2 or not problem.full:
        return Bound(even, "counting")
    least = _least_trace_sum(problem, spread)
    traced = problem.num_players * rounds + least
    return Bound(traced, "trace") if traced > even else Bound(even, "counting")


def _even_visits(problem: Problem) -> int:
    """Least Σ visits² when each player splits his games over the tables he may sit at."""
    due = problem.due_games()
    if problem.alike:
        return problem.num_players * even_squares(problem.games_per_player, problem.num_tables)
    fixed = dict(problem.fixed_tables)
    barred = [0] * problem.num_players
    for player, _ in set(problem.forbidden_tables):
        barred[player] += 1
    open_ = (1 if p in fixed else problem.num_tables - barred[p] for p in range(len(due)))
    return sum(even_squares(int(g), max(n, 1)) for g, n in zip(due, open_, strict=True))


def _least_trace_sum(problem: Problem, spread: int) -> int:
    """Return the least Σ over ordered pairs of rounds of the trace, for a given Σ λ²."""
    rounds, tables, seats = problem.num_rounds, problem.num_tables, problem.num_seats
    couples = rounds * (rounds - 1)
    room = 2 * spread + problem.num_players * rounds**2 - rounds * tables * seats**2
    people = seats * tables

    def squares(trace: int) -> int:
        return even_squares(trace, tables) + even_squares(people - trace, tables**2 - tables)

    def possible(total: int) -> bool:
        # couples split evenly between two neighbouring whole traces: least Σ f by convexity
        trace, more = divmod(total, couples)
        cost = (couples - more) * squares(trace)
        if more:
            cost += more * squares(trace + 1)
        return cost <= room

    low, high = 0, couples * people // tables  # f falls up to the mean trace k
    if possible(low):
        return 0
    while high - low > 1:
        middle = (low + high) // 2
        if possible(middle):
            high = middle
        else:
            low = middle
    return high


def spread_bound_for_visits(problem: Problem, table_squares: int) -> Bound:
    """Least Σ λ² when Σ visits² is given: the trade-off of :func:`table_squares_bound`."""
    free = spread_bound(problem)
    tables, rounds = problem.num_tables, problem.num_rounds
    if not problem.full or tables < 2 or rounds < 2:
        return free
    low, high = free.value, problem.num_players**2 * rounds**2
    total = table_squares - problem.num_players * rounds
    while low < high:
        middle = (low + high) // 2
        if _least_trace_sum(problem, middle) <= total:
            high = middle
        else:
            low = middle + 1
    return Bound(low, "trace") if low > free.value else free


def table_range_bound(problem: Problem, spread: int | None = None) -> Bound:
    """Least difference of most and fewest visits to tables, given Σ λ² when it is known.

    Proof without the spread: 0 if g splits evenly over T, else 1; with other numbers of games, the
    player with most has ⌈g/T⌉ somewhere and the one with fewest ⌊g/T⌋. With the spread,
    Σ visits² is at least the bound of :func:`table_squares_bound`; if all visits lie between m
    and m + w, a player's squares sum to at most those of as many m + w as his g visits allow, and
    the rest m. So w is impossible where P times that stays below the bound for every m.
    """
    g, tables = problem.games_per_player, problem.num_tables
    if not problem.alike:
        bound = problem.bound_to_tables
        due = [int(n) for p, n in enumerate(problem.due_games()) if p not in bound]
        uneven = max((-(-n // tables) for n in due), default=0) - min(
            (n // tables for n in due), default=0
        )
        return Bound(uneven, "counting" if uneven else "trivial")
    free = Bound(int(g % tables > 0), "counting")
    squares = table_squares_bound(problem, spread)
    if squares.argument != "trace":
        return free
    for width in range(free.value, g + 1):
        most = max(_most_squares(g, tables, low, width) for low in range(g // tables + 1))
        if problem.num_players * most >= squares.value:
            return Bound(width, "trace") if width > free.value else free
    return free


def somebody_misses_a_table(problem: Problem, spread: int | None = None) -> bool:
    """Whether somebody has to miss a table, given Σ λ² when it is known.

    Proof: as :func:`table_range_bound`, for visits of at least 1, however many.
    """
    if not problem.alike:
        return False
    g, tables = problem.games_per_player, problem.num_tables
    squares = table_squares_bound(problem, spread).value
    return problem.num_players * _most_squares(g, tables, 1, g) < squares


def _most_squares(total: int, parts: int, low: int, width: int) -> int:
    """Most Σ squares of whole numbers from ``low`` to ``low + width``; 0 if none have the sum."""
    extra = total - parts * low
    if not 0 <= extra <= parts * width:
        return 0
    high, rest = divmod(extra, width) if width else (0, 0)
    if high == parts:
        return parts * (low + width) ** 2
    return high * (low + width) ** 2 + (low + rest) ** 2 + (parts - high - 1) * low**2
