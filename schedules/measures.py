"""How good a schedule is: every quantity that the criteria speak of, recounted from the seats."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from schedules.problem import Problem
from schedules.schedule import Schedule

IntArray = NDArray[np.int64]


def meetings(schedule: Schedule) -> IntArray:
    """How often each two players sit in one game, λ; shape (players, players), zero diagonal."""
    players = schedule.problem.num_players
    counts = np.zeros((players, players), dtype=np.int64)
    for game in schedule.seating.reshape(-1, schedule.seating.shape[2]):
        sitting = game[game >= 0]
        counts[np.ix_(sitting, sitting)] += 1
    np.fill_diagonal(counts, 0)
    return counts


def pair_values(matrix: IntArray) -> IntArray:
    """Return the entries above the diagonal of a symmetric matrix, one for each pair."""
    return matrix[np.triu_indices(len(matrix), 1)]


def team_meetings(problem: Problem, met: IntArray) -> IntArray:
    """Return the meetings of each two teams, one number for each pair of teams.

    Parameters
    ----------
    problem
        Whose teams they are.
    met
        Meetings of the players, shape (players, players).
    """
    belongs = np.zeros((len(problem.teams), problem.num_players), dtype=np.int64)
    for team, members in enumerate(problem.teams):
        belongs[team, list(members)] = 1
    return pair_values(belongs @ met @ belongs.T)


def games_played(schedule: Schedule) -> IntArray:
    """Games of each player; shape (players,)."""
    sitting = schedule.seating[schedule.seating >= 0]
    return np.bincount(sitting, minlength=schedule.problem.num_players).astype(np.int64)


def table_visits(schedule: Schedule) -> IntArray:
    """How often each player is at each table; shape (players, tables)."""
    rounds, tables, _ = schedule.seating.shape
    visits = np.zeros((schedule.problem.num_players, tables), dtype=np.int64)
    for r in range(rounds):
        for t in range(tables):
            game = schedule.seating[r, t]
            visits[game[game >= 0], t] += 1
    return visits


def seat_visits(schedule: Schedule) -> IntArray:
    """How often each player has each seat; shape (players, seats)."""
    seats = schedule.seating.shape[2]
    visits = np.zeros((schedule.problem.num_players, seats), dtype=np.int64)
    for s in range(seats):
        column = schedule.seating[:, :, s]
        np.add.at(visits[:, s], column[column >= 0], 1)
    return visits


def neighbours(schedule: Schedule) -> IntArray:
    """How often each two players sit side by side; seat 1 and the last are neighbours.

    Shape (players, players), symmetric. An empty chair has no neighbours.
    """
    players = schedule.problem.num_players
    counts = np.zeros((players, players), dtype=np.int64)
    left = schedule.seating
    right = np.roll(left, -1, axis=2)
    if left.shape[2] == 2:  # the two seats of a table are one pair, not two
        left, right = left[:, :, :1], right[:, :, :1]
    both = (left >= 0) & (right >= 0)
    np.add.at(counts, (left[both], right[both]), 1)
    return counts + counts.T


def sitting_out(schedule: Schedule) -> NDArray[np.bool_]:
    """Who sits out in which round; shape (rounds, players)."""
    return schedule.table_of() < 0


def waiting(schedule: Schedule) -> NDArray[np.bool_]:
    """Who sits out a round though he is there; shape (rounds, players).

    Whoever is absent, or has left, does not wait.
    """
    out = sitting_out(schedule).copy()
    for player, round_ in schedule.problem.absent:
        if round_ < len(out):
            out[round_, player] = False
    return out


def together_out(schedule: Schedule) -> IntArray:
    """How often each two players wait in the same round; shape (players, players)."""
    out = waiting(schedule).astype(np.int64)
    counts = out.T @ out
    np.fill_diagonal(counts, 0)
    return counts


def longest_run(flags: NDArray[np.bool_]) -> int:
    """Return the longest unbroken run of true values in any column; shape (rounds, players)."""
    best = run = np.zeros(flags.shape[1], dtype=np.int64)
    for row in flags:
        run = np.where(row, run + 1, 0)
        best = np.maximum(best, run)
    return int(best.max(initial=0))


@dataclass(frozen=True)
class Measures:
    """The measures of one schedule; the criteria of design order are made of these.

    Attributes
    ----------
    mean_meetings
        μ, the mean of λ over the pairs that may meet, from the seats as they are.
    band
        The inclusive band of criterion 3, ``(max(0, ⌊μ⌋ - 1), ⌈μ⌉ + 1)``.
    histogram
        Pairs by number of meetings, ``{λ: pairs}``, only counts that occur.
    never_met
        Pairs that never meet, though no wish keeps them apart.
    outside_band, band_excess
        Pairs outside the band, and the same weighted by how far outside (criterion 3), without
        those kept apart.
    fewest, most
        Least and greatest λ of the pairs that may meet.
    spread
        Σ λ² over pairs.
    team_fewest, team_most
        Least and greatest meetings of two teams; 0 without two teams.
    table_fewest, table_most, table_squares
        Least and greatest visits of a player to a table, without those whom a wish binds to
        tables or keeps from them; and Σ visits² of all.
    seat_fewest, seat_most, seat_uneven
        Least and greatest visits of a player to a seat, and the player-seats whose count is
        neither floor nor ceil of games / seats (0 means perfect).
    half_uneven, seat_pair_uneven
        Player-blocks (first half of the seats; seats 1-2, 3-4, ...) whose count is neither floor
        nor ceil of the player's fair share (0 means perfect). A table with an odd number of
        seats has its smaller block last.
    first_most, last_most
        Most games of a player on seat 1 and on the last seat.
    neighbour_repeats, neighbour_most
        Σ over pairs of (times side by side - 1) where positive, and the most for one pair.
    longest_wait, longest_play
        Longest run of rounds a player sits out though he is there, and plays without a pause.
    together_out_most
        Most rounds in which the same two players both sit out though they are there.
    """

    mean_meetings: float
    band: tuple[int, int]
    histogram: dict[int, int]
    never_met: int
    outside_band: int
    band_excess: int
    fewest: int
    most: int
    spread: int
    team_fewest: int
    team_most: int
    table_fewest: int
    table_most: int
    table_squares: int
    seat_fewest: int
    seat_most: int
    seat_uneven: int
    half_uneven: int
    seat_pair_uneven: int
    first_most: int
    last_most: int
    neighbour_repeats: int
    neighbour_most: int
    longest_wait: int
    longest_play: int
    together_out_most: int

    def as_json(self) -> dict[str, Any]:
        """Return the measures as the ``measures`` object of a schedule file."""
        data = asdict(self)
        data["band"] = list(self.band)
        data["histogram"] = {str(met): pairs for met, pairs in self.histogram.items()}
        data["mean_meetings"] = round(self.mean_meetings, 6)
        return data


def _uneven(visits: IntArray, games: IntArray, width: int, seats: int) -> int:
    """Count the entries that are neither floor nor ceil of ``games * width / seats``."""
    share = games * width
    return int(((visits < share // seats) | (visits > -(-share // seats))).sum())


def half_visits(schedule: Schedule) -> IntArray:
    """Games of each player on the first half of the seats (1-5 of ten); shape (players,)."""
    visits = seat_visits(schedule)
    half: IntArray = visits[:, : (visits.shape[1] + 1) // 2].sum(axis=1)
    return half


def measure(schedule: Schedule) -> Measures:
    """Recount every measure of a schedule from its seats."""
    seats = schedule.seating.shape[2]
    matrix = meetings(schedule)
    everybody, teams = pair_values(matrix), team_meetings(schedule.problem, matrix)
    values, pairs = np.unique(everybody, return_counts=True)
    met = _may_meet(schedule, everybody)
    games = games_played(schedule)
    low, high = _band(met)
    tables, chairs = table_visits(schedule), seat_visits(schedule)
    free = _free_to_move(schedule, tables)
    beside = pair_values(neighbours(schedule))
    out = sitting_out(schedule)
    half = (seats + 1) // 2
    blocks = [(s, min(s + 2, seats)) for s in range(0, seats, 2)]
    return Measures(
        mean_meetings=float(met.mean()),
        band=(low, high),
        histogram={int(v): int(n) for v, n in zip(values, pairs, strict=True)},
        never_met=int((met == 0).sum()),
        outside_band=int(((met < low) | (met > high)).sum()),
        band_excess=int((np.maximum(low - met, 0) + np.maximum(met - high, 0)).sum()),
        fewest=int(met.min()),
        most=int(met.max()),
        spread=int((everybody**2).sum()),
        team_fewest=int(teams.min()) if len(teams) else 0,
        team_most=int(teams.max(initial=0)),
        table_fewest=int(free.min()),
        table_most=int(free.max()),
        table_squares=int((tables**2).sum()),
        seat_fewest=int(chairs.min()),
        seat_most=int(chairs.max()),
        seat_uneven=_uneven(chairs, games[:, None], 1, seats),
        half_uneven=_uneven(chairs[:, :half].sum(axis=1), games, half, seats),
        seat_pair_uneven=sum(
            _uneven(chairs[:, a:b].sum(axis=1), games, b - a, seats) for a, b in blocks
        ),
        first_most=int(chairs[:, 0].max()),
        last_most=int(chairs[:, -1].max()),
        neighbour_repeats=int(np.maximum(beside - 1, 0).sum()),
        neighbour_most=int(beside.max()),
        longest_wait=longest_run(waiting(schedule)),
        longest_play=longest_run(~out),
        together_out_most=int(pair_values(together_out(schedule)).max()),
    )


def _may_meet(schedule: Schedule, met: IntArray) -> IntArray:
    """Leave out the pairs that a wish keeps apart, unless that is all of them."""
    problem = schedule.problem
    if not problem.num_kept_apart:
        return met
    allowed = met[problem.limits()[np.triu_indices(problem.num_players, 1)] > 0]
    return allowed if len(allowed) else met


def _free_to_move(schedule: Schedule, visits: IntArray) -> IntArray:
    """Leave out the players whom a wish binds to tables, unless that is all of them."""
    bound = schedule.problem.bound_to_tables
    free = visits[[p for p in range(len(visits)) if p not in bound]] if bound else visits
    return free if len(free) else visits


def _band(met: IntArray) -> tuple[int, int]:
    total, pairs = int(met.sum()), len(met)
    return max(0, total // pairs - 1), -(-total // pairs) + 1
