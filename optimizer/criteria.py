"""The order of the criteria: what is compared first, and what only when that is equal."""

from __future__ import annotations

from typing import Literal, get_args

from schedules.measures import Measures

Prefer = Literal["order", "spread", "tables"]
PREFERENCES: tuple[Prefer, ...] = get_args(Prefer)

Key = tuple[int, ...]


def pairs_key(measures: Measures, prefer: Prefer) -> Key:
    """Criteria 2-4: never met, band, spread; ``spread`` puts the spread first.

    Where teams play, how evenly they meet each other comes behind the band: there the teams are
    what is compared in the end. Without teams it is nothing.
    """
    met = (measures.never_met, measures.band_excess, measures.team_most - measures.team_fewest)
    return (measures.spread, *met) if prefer == "spread" else (*met, measures.spread)


def tables_key(measures: Measures, games: int, tables: int) -> Key:
    """Criterion 5: nobody misses a table he could visit, then the range, then Σ visits²."""
    missed = int(measures.table_fewest == 0 and games >= tables)
    return missed, measures.table_most - measures.table_fewest, measures.table_squares


def seats_key(measures: Measures) -> Key:
    """Criteria 6 and 7: seats, halves, pairs of seats, first and last, neighbours."""
    return (
        measures.seat_uneven,
        measures.half_uneven,
        measures.seat_pair_uneven,
        measures.first_most,
        measures.last_most,
        max(measures.neighbour_most - 2, 0),
        measures.neighbour_repeats,
    )


def key(measures: Measures, games: int, tables: int, prefer: Prefer = "order") -> Key:
    """Return the whole order as one tuple; the smaller is the better schedule.

    Parameters
    ----------
    measures
        The measures of a valid schedule.
    games, tables
        Games of each player and tables of the room.
    prefer
        ``order`` as in the design; ``spread`` puts 4 before 2 and 3; ``tables`` 5 before 4.
    """
    pairs, visits = pairs_key(measures, prefer), tables_key(measures, games, tables)
    head = (*pairs[:3], *visits, pairs[3]) if prefer == "tables" else (*pairs, *visits)
    wait = (measures.longest_wait, measures.longest_play, measures.together_out_most)
    return (*head, *seats_key(measures), *wait)
