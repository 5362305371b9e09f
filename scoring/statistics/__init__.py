"""What a set of protocols shows: shares with intervals, tests, places and how sure they are.

Everything about games is built on one flat frame, one row a seat, from protocols
(:func:`seat_frame`) or straight from a large CSV of our own form (:func:`read_seat_frame`);
everything about places on a :class:`GamePoints`, what each game is worth to each slot before K.
"""

from scoring.statistics.clusters import ClusteredShare, clustered_share
from scoring.statistics.coefficient import (
    Noise,
    block_coefficients,
    coefficient_noise,
    coefficient_table,
    expected_coefficient,
    simulated_coefficients,
)
from scoring.statistics.findings import (
    Finding,
    findings_frame,
    fit_finding,
    groups_finding,
    holm,
    homogeneity_power,
    least_spread,
    noncentrality,
    runs_finding,
    seats_finding,
)
from scoring.statistics.frame import COLUMNS, read_seat_frame, seat_frame
from scoring.statistics.game_points import GamePoints, Reading, Series, game_points, places, totals
from scoring.statistics.intervals import homogeneity, wilson
from scoring.statistics.order import block_dispersion, streaks_warning
from scoring.statistics.ranks import (
    bootstrap_places,
    bootstrap_times,
    compare_readings,
    kendall_tau,
    rank_table,
    readings_table,
)
from scoring.statistics.reading import left_out_by_reason, read_games
from scoring.statistics.seats import SeatEffect, first_killed_by_seat, seat_effect, wins_by_seat
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
    "ClusteredShare",
    "Finding",
    "GamePoints",
    "Noise",
    "Reading",
    "SeatEffect",
    "Series",
    "best_move_hits",
    "blind_hits",
    "block_coefficients",
    "block_dispersion",
    "bootstrap_places",
    "bootstrap_times",
    "clustered_share",
    "coefficient_noise",
    "coefficient_table",
    "compare_readings",
    "expected_coefficient",
    "findings_frame",
    "first_killed_by_seat",
    "first_night",
    "fit_finding",
    "game_points",
    "groups_finding",
    "holm",
    "homogeneity",
    "homogeneity_power",
    "kendall_tau",
    "least_spread",
    "left_out_by_reason",
    "noncentrality",
    "places",
    "rank_table",
    "read_games",
    "read_seat_frame",
    "readings_table",
    "red_share",
    "red_share_after_first_night",
    "runs_finding",
    "seat_effect",
    "seat_frame",
    "seats_finding",
    "simulated_coefficients",
    "streaks_warning",
    "totals",
    "wilson",
    "wins",
    "wins_by_seat",
]
