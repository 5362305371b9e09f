"""The simulator: games, seasons and tournaments that a seed makes up, by arrays.

>>> made = season(seed=1, games=20)
>>> len(made), made.frame().columns[0]
(20, 'game')

A season goes to the statistics by :meth:`Season.frame`, or into a file by :func:`write_season`.
"""

from __future__ import annotations

from tournament.simulation.events import MEASURES, Played, measure, places, play_events
from tournament.simulation.games import Games, Luck, best_moves, play
from tournament.simulation.model import (
    OBSERVED_KILLED,
    GameModel,
    SimulationError,
    true_strength,
)
from tournament.simulation.plan import Ending, Plan, plan
from tournament.simulation.season import Season, season, write_season
from tournament.simulation.study import Row, as_csv, interval, study

__all__ = [
    "MEASURES",
    "OBSERVED_KILLED",
    "Ending",
    "GameModel",
    "Games",
    "Luck",
    "Plan",
    "Played",
    "Row",
    "Season",
    "SimulationError",
    "as_csv",
    "best_moves",
    "interval",
    "measure",
    "places",
    "plan",
    "play",
    "play_events",
    "season",
    "study",
    "true_strength",
    "write_season",
]
