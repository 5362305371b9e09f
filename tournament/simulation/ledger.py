"""Points of many events at once, as floats: what :mod:`scoring` counts exactly, for studies.

A test holds the two together. Points that differ by less than a billionth are equal here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from scoring.parts import Part
from scoring.rules import Rules, TieBreak
from tournament.simulation.games import CIVILIAN, SHERIFF, Games, Ints
from tournament.simulation.games import ROLES as ROLE_NAMES
from tournament.simulation.model import MOST_HITS, Floats, SimulationError

NEAR = 9
"""Decimals to which points are compared."""
USED: tuple[Part, ...] = ("win", "best_move", "extras")
AWARDS = {("won", 1.0), ("won", 0.5), ("lost", 0.5)}
RUNGS: tuple[TieBreak, ...] = (
    "points", "additional", "wins", "wins_don", "wins_sheriff", "wins_mafia", "first_killed", "lot",
)  # fmt: skip
RED, BLACK = 0, 1


@dataclass(frozen=True)
class Scheme:
    """What a game is worth, for arrays.

    Attributes
    ----------
    win
        Points for a win.
    best_move
        Points by role (civilian, sheriff) and blacks named, shape (2, 4).
    series
        Over which games K is counted: all, those of the stage, or none at all.
    tie_break
        The rules' chain.
    """

    win: float
    best_move: Floats
    series: Literal["whole", "stage", "none"]
    tie_break: tuple[TieBreak, ...]

    @classmethod
    def of(cls, rules: Rules) -> Scheme:
        """Return the scheme of a rule set.

        Raises
        ------
        SimulationError
            If the rules count what the simulated games do not have; every such thing is named.
        """
        faults = _beyond(rules)
        if faults:
            raise SimulationError(
                f"The simulator cannot count by the rules {rules.name!r}: {'; '.join(faults)}. "
                "Name a format with rules such as white-nights-2016 or tkemali-2016."
            )
        moves = np.zeros((2, MOST_HITS + 1))
        for line in reversed(rules.best_move):
            for role in (CIVILIAN, SHERIFF):
                if ROLE_NAMES[role] in (line.roles or ROLE_NAMES) and line.hits <= MOST_HITS:
                    moves[role, line.hits] = float(line.points)
        win = float(next(p for (_, outcome), p in rules.result_points.items() if outcome == "won"))
        if rules.difficulty is None:
            return cls(win, moves, "none", rules.tie_break)
        series: Literal["whole", "stage"] = "stage"
        if rules.difficulty.series == "whole":
            series = "whole"
        return cls(win, moves, series, rules.tie_break)


def _beyond(rules: Rules) -> list[str]:
    """Return what the rules count and the simulator does not."""
    faults = []
    won = {points for (_, outcome), points in rules.result_points.items() if outcome == "won"}
    others = {points for (_, outcome), points in rules.result_points.items() if outcome == "lost"}
    if rules.seats != 10 or rules.roles != {"civilian": 6, "sheriff": 1, "mafia": 2, "don": 1}:
        faults.append("their table is not six civilians, a sheriff, two mafia and a don")
    if len(won) != 1 or others - {0}:
        faults.append("a win is not worth the same to every role, or a loss is worth something")
    if rules.compensation is not None:
        faults.append("they pay Ci to those who are killed first")
    if rules.autobonus or rules.beside_points or rules.clean_points or rules.given:
        faults.append("they have points beside win, best move and extra awards")
    awards = rules.extras.awards if rules.extras else ()
    if {(result, float(points)) for result, points in awards} != AWARDS:
        faults.append("their extra awards are not +1 and +0.5 to winners and +0.5 to a loser")
    if rules.difficulty and (
        rules.difficulty.applies != ("win",) or rules.difficulty.series == "group"
    ):
        faults.append("K is not one of wins, of the whole or of a stage")
    if any(line.result for line in rules.best_move):
        faults.append("their best move depends on who won")
    if rules.normalisation != "sum" or set(USED) - set(rules.weighted):
        faults.append("they do not sum up weighted points")
    unknown = sorted(set(rules.tie_break) - set(RUNGS))
    if unknown:
        faults.append(f"they break ties by {', '.join(unknown)}")
    return faults


class Ledger:
    """What the players of many events have gathered.

    Arrays are (events, players, stages, side) for wins and (events, players, stages) for other
    points, so that they can be summed with any weights, and K be that of any series.
    """

    def __init__(self, scheme: Scheme, events: int, players: int, stages: int) -> None:
        self.scheme = scheme
        self.wins = np.zeros((events, players, stages, 2), dtype=np.int16)
        self.other = np.zeros((events, players, stages))
        self.won = np.zeros((events, stages, 2), dtype=np.int16)
        self.by_role = np.zeros((events, players, 4), dtype=np.int16)
        self.first_killed = np.zeros((events, players), dtype=np.int16)
        self._event = np.arange(events)[:, None, None]

    def add(self, games: Games, seating: Ints, stage: int) -> None:
        """Count the games of a round.

        Parameters
        ----------
        games
            Shape (events · tables): event after event.
        seating
            Who sat there, shape (events, tables, seats).
        stage
            From 0.
        """
        at, shape = (self._event, seating), seating.shape
        won, red = games.won.reshape(shape), games.red.reshape(shape)
        roles = games.roles.reshape(shape)
        self.wins[(*at, stage, RED)] += won & red
        self.wins[(*at, stage, BLACK)] += won & ~red
        seats = np.arange(shape[-1])
        killed = games.first_killed.reshape(*shape[:2], 1) == seats
        hits = games.hits.reshape(*shape[:2], 1)
        move = self.scheme.best_move[np.minimum(roles, SHERIFF), hits]
        self.other[(*at, stage)] += games.extras.reshape(shape) / 2 + move * (killed & red)
        self.by_role[(*at, roles)] += won
        self.first_killed[at] += killed & red
        red_won = games.red_won.reshape(shape[:2]).sum(axis=1)
        self.won[:, stage, RED] += red_won
        self.won[:, stage, BLACK] += shape[1] - red_won

    def factors(self, stages: Sequence[int]) -> Floats:
        """Return K of each side's wins, shape (events, stages, 2), as of the games so far.

        Parameters
        ----------
        stages
            What the whole is: after a reset only the stages since then.
        """
        won = self.won[:, list(stages)].astype(np.float64)
        if self.scheme.series == "none":
            return np.ones_like(won)
        if self.scheme.series == "whole":
            won = np.broadcast_to(won.sum(axis=1, keepdims=True), won.shape)
        games, rare = won.sum(axis=2), won.min(axis=2)
        k = 2 - 2 * rare / np.maximum(games, 1)
        heavy = won < won[..., ::-1]
        return np.where(heavy, k[..., None], 1.0)

    def points(self, weights: Sequence[float], stages: Sequence[int]) -> Floats:
        """Return the points of some stages, shape (events, players).

        Parameters
        ----------
        weights
            Of each of these stages.
        stages
            From 0; K is that of these.
        """
        wins = self.wins[:, :, list(stages)] * self.factors(stages)[:, None]
        score = self.scheme.win * wins.sum(axis=3) + self.other[:, :, list(stages)]
        points: Floats = score @ np.array(weights, dtype=np.float64)
        return points

    def order(
        self, weights: Sequence[float], stages: Sequence[int], lots: Floats,
        first: NDArray[np.bool_] | None = None,
    ) -> Ints:  # fmt: skip
        """Return the players of each event from the best on, shape (events, players).

        Parameters
        ----------
        weights, stages
            As in :meth:`points`; the tie-breaks are those of the same stages, but for wins by role
            and deaths, which count in all.
        lots
            The lot of each player, shape (events, players); the least comes first.
        first
            Who stands before all others, shape (events, players).
        """
        chosen = list(stages)
        other = self.other[:, :, chosen] @ np.array(weights, dtype=np.float64)
        values = {
            "points": -np.round(self.points(weights, stages), NEAR),
            "additional": -np.round(other, NEAR),
            "wins": -self.wins[:, :, chosen].sum(axis=(2, 3)),
            "wins_don": -self.by_role[:, :, ROLE_NAMES.index("don")],
            "wins_sheriff": -self.by_role[:, :, ROLE_NAMES.index("sheriff")],
            "wins_mafia": -self.by_role[:, :, ROLE_NAMES.index("mafia")],
            "first_killed": -self.first_killed,
            "lot": lots,
        }
        chain = [values[rung] for rung in self.scheme.tie_break]
        if "lot" not in self.scheme.tie_break:
            chain.append(lots)
        ahead = [] if first is None else [~first]
        # lexsort takes the last key first
        ordered: Ints = np.lexsort(list(reversed([*ahead, *chain])), axis=1)
        return ordered
