"""The simulator: games, seasons and tournaments that a seed makes up, by arrays.

>>> made = season(seed=1, games=20)
>>> len(made), made.frame().columns[0]
(20, 'game')

A season goes to the statistics by :meth:`Season.frame`, or into a file by :func:`write_season`.
"""

from __future__ import annotations

from tournament.simulation.games import Games, Luck, best_moves, play
from tournament.simulation.model import (
    OBSERVED_KILLED,
    GameModel,
    SimulationError,
    true_strength,
)
from tournament.simulation.season import Season, season, write_season

__all__ = [
    "OBSERVED_KILLED",
    "GameModel",
    "Games",
    "Luck",
    "Season",
    "SimulationError",
    "best_moves",
    "play",
    "season",
    "true_strength",
    "write_season",
]
