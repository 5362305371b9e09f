"""What a set of protocols shows: shares with intervals, by stage, judge, round, role and seat.

Everything is built on one flat frame, one row a seat, from protocols (:func:`seat_frame`) or
straight from a large CSV of our own form (:func:`read_seat_frame`).
"""

from scoring.statistics.frame import COLUMNS, read_seat_frame, seat_frame
from scoring.statistics.intervals import homogeneity, wilson
from scoring.statistics.tables import (
    best_move_hits,
    blind_hits,
    first_night,
    red_share,
    red_share_after_first_night,
    wins,
)

__all__ = [
    "COLUMNS",
    "best_move_hits",
    "blind_hits",
    "first_night",
    "homogeneity",
    "read_seat_frame",
    "red_share",
    "red_share_after_first_night",
    "seat_frame",
    "wilson",
    "wins",
]
