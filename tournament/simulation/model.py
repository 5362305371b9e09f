"""How games are made up: every number of the model, its unit and where it is from.

"Figures" are the known figures of ten-player sport mafia that the model is calibrated on: a club
of 5,054 games in 28 seasons. A figure's error there is that of its count.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from schedules.errors import SeatingError

Floats = NDArray[np.float64]
SEATS, BLACKS = 10, 3
"""A table of sport mafia: ten seats, seven reds (a sheriff among them), three blacks (a don)."""
REDS = SEATS - BLACKS
MOST_HITS = 3
OBSERVED_KILLED = (0.147, 0.152, 0.152, 0.136, 0.130, 0.134, 0.127, 0.146, 0.141, 0.157)
"""How often a red player was killed first, by his seat: χ² 21.8 on 9 degrees, a hint at most."""


class SimulationError(SeatingError):
    """A simulation that cannot be run as asked; the message says what would mend it."""


@dataclass(frozen=True)
class GameModel:
    """How games are made up.

    The chance of red is logistic(a + b · (mean red skill - mean black skill) + judge + table), with
    an intercept a for each first night, such that over all fields the share of red wins of that
    night is the given one. Means and not sums: the side with more players is not the stronger one.

    Attributes
    ----------
    red_spread, black_spread
        Standard deviation of the players' skill as red and as black, in logits: a side better by 1
        on average turns an even game into 73 to 27. 0.85 and 0.56: players of at least 200 games
        have red win rates of 0.435 ± 0.042 and black of 0.554 ± 0.065; without the noise of some
        400 games a player there remain 0.030 and 0.046, which a seventh and a third of the skill
        must make.
    correlation
        Of a player's two skills. 0.9: the rates have 0.51, most of the rest is noise of the rates.
    strength
        b: how much the skills count. 1 by definition of their unit; 0 makes all games luck.
    judge_spread, table_spread
        Standard deviation of a judge's and of a table's effect on red, in logits. 0.15: twenty
        judges have χ² 41 on 20 degrees, 21 too many in some 4,000 games. No figure for tables: 0.
    kill
        Share of games with a kill in the first night: 4,455 of 5,054.
    victim_sheriff, victim_black
        Share of first-night kills that take the sheriff, or a black; the others take civilians.
    civilian_hits, sheriff_hits
        Shares of 0, 1, 2, 3 blacks in the best move of a civilian (3,662) and a sheriff (640).
    red_no_kill, red_sheriff
        Share of red wins after a night without a kill, and after the sheriff's death.
    red_civilian
        The same after a civilian's death, by the hits of his best move.
    red_black
        After a black's death: 0.35, what is left for it of 44.0 % in all (30 games, not counted
        by themselves).
    killed_by_seat
        Relative chances of a red player to be killed first, by seat; empty for none.
        :data:`OBSERVED_KILLED` holds the figures.
    seat_skill
        What sitting on a seat adds to the skill, in logits, by seat; empty for nothing, as figures
        have it. For power studies.
    first_extra, second_extra, loser_extra
        Share of games in which the judge gives a winner the first award (+1), a winner the second
        one (+0.5), or in place of that a loser his (+0.5): 191, 232 and 13 of 270 games of the
        club's seasons 2 and 3, which had just these awards. 1.6 awards a game; later seasons had
        1.7 to 3.5 of another kind.
    extra_by_skill
        How much skill shows in who is awarded: a player better by 1 has e to the power of this the
        chance of another on his side. 0.6: the club's 34 players of at least 150 games (seasons 2
        to 13) differ in the share of their wins that brings an award by a third of it (standard
        deviation without the noise), and this goes with how much they win (correlation 0.7).
    """

    red_spread: float = 0.85
    black_spread: float = 0.56
    correlation: float = 0.9
    strength: float = 1.0
    judge_spread: float = 0.15
    table_spread: float = 0.0
    kill: float = 4455 / 5054
    victim_sheriff: float = 0.151
    victim_black: float = 0.006
    civilian_hits: tuple[float, ...] = (0.197, 0.519, 0.264, 0.020)
    sheriff_hits: tuple[float, ...] = (0.114, 0.481, 0.362, 0.043)
    red_no_kill: float = 0.564
    red_sheriff: float = 0.231
    red_civilian: tuple[float, ...] = (0.438, 0.443, 0.494, 0.589)
    red_black: float = 0.35
    killed_by_seat: tuple[float, ...] = ()
    seat_skill: tuple[float, ...] = ()
    first_extra: float = 191 / 270
    second_extra: float = 232 / 270
    loser_extra: float = 13 / 270
    extra_by_skill: float = 0.6

    def __post_init__(self) -> None:
        faults = [*self._shares(), *self._sizes()]
        if faults:
            raise SimulationError(f"The model of the games cannot be used: {'; '.join(faults)}.")

    def _shares(self) -> list[str]:
        names = (
            "kill", "victim_sheriff", "victim_black", "first_extra", "second_extra", "loser_extra",
        )  # fmt: skip
        faults = [f"{n} is a share, from 0 to 1" for n in names if not 0 <= getattr(self, n) <= 1]
        for name in ("red_no_kill", "red_sheriff", "red_black", "red_civilian"):
            if not np.all(
                (np.array(getattr(self, name)) > 0) & (np.array(getattr(self, name)) < 1)
            ):
                faults.append(f"{name} lies between 0 and 1")
        for name in ("civilian_hits", "sheriff_hits"):
            given = np.array(getattr(self, name))
            if len(given) != MOST_HITS + 1 or given.min() < 0 or abs(given.sum() - 1) > 1e-9:
                faults.append(f"{name} has four shares that sum to 1")
        if self.victim_sheriff + self.victim_black > 1:
            faults.append("victim_sheriff and victim_black sum to 1 at most")
        if self.second_extra + self.loser_extra > 1:
            faults.append("second_extra and loser_extra sum to 1 at most")
        if len(self.red_civilian) != MOST_HITS + 1:
            faults.append("red_civilian has four shares, by the hits")
        return faults

    def _sizes(self) -> list[str]:
        names = ("red_spread", "black_spread", "judge_spread", "table_spread")
        faults = [f"{name} is 0 or more" for name in names if getattr(self, name) < 0]
        if not -1 <= self.correlation <= 1:
            faults.append("correlation lies between -1 and 1")
        for name in ("killed_by_seat", "seat_skill"):
            if len(getattr(self, name)) not in (0, SEATS):
                faults.append(f"{name} has ten numbers, one for each seat, or none")
        if len(self.killed_by_seat) == SEATS and min(self.killed_by_seat) <= 0:
            faults.append("killed_by_seat has positive numbers")
        numbers = [getattr(self, one.name) for one in fields(self)]
        if not all(np.isfinite(value).all() for value in map(np.array, numbers)):
            faults.append("every number is finite")
        return faults

    @cached_property
    def spread(self) -> float:
        """Standard deviation of the logit of a game among random players, judges and tables."""
        teams = self.strength**2 * (self.red_spread**2 / REDS + self.black_spread**2 / BLACKS)
        return sqrt(teams + self.judge_spread**2 + self.table_spread**2)

    @cached_property
    def intercepts(self) -> Floats:
        """The intercept of each first night: no kill, black, sheriff, civilian with 0 to 3 hits."""
        targets = (self.red_no_kill, self.red_black, self.red_sheriff, *self.red_civilian)
        return np.array([intercept(target, self.spread) for target in targets])

    @property
    def red_wins(self) -> float:
        """Share of red wins in all: what the nights make together."""
        civilian = float(np.dot(self.civilian_hits, self.red_civilian))
        others = 1 - self.victim_sheriff - self.victim_black
        killed = self.victim_sheriff * self.red_sheriff + self.victim_black * self.red_black
        return (1 - self.kill) * self.red_no_kill + self.kill * (killed + others * civilian)

    def skills(self, rng: np.random.Generator, shape: int | tuple[int, ...]) -> Floats:
        """Return made-up skills as red and as black, shape (2, ...), each with mean 0."""
        first, second = rng.standard_normal((2, *np.atleast_1d(shape)))
        rest = sqrt(1 - self.correlation**2)
        other = self.correlation * first + rest * second
        return np.stack([self.red_spread * first, self.black_spread * other])


def intercept(target: float, spread: float) -> float:
    """Return a such that the mean of logistic(a + x) is the target, x normal with that spread.

    Without it a share of 0.23 would come out as 0.24: the logistic curve is flat at its ends.
    """
    from scipy.optimize import brentq

    nodes, weights = np.polynomial.hermite_e.hermegauss(40)
    weights = weights / weights.sum()

    def off(a: float) -> float:
        return float(np.dot(weights, 1 / (1 + np.exp(-(a + spread * nodes))))) - target

    edge = float(np.log(target / (1 - target)))
    reach = 1 + spread**2 + abs(edge) * (1 + spread)
    return float(brentq(off, edge - reach, edge + reach, xtol=1e-12))


def true_strength(skills: Floats) -> Floats:
    """Return how good players truly are: the mean of their two skills.

    The mean is just the measure of who wins more: a player is red in seven games of ten and then
    is a seventh of his side, black in three and then is a third of it. So each of his two skills
    counts a tenth of itself per game, in logits of a win, in a field of many players.

    Parameters
    ----------
    skills
        Shape (2, ...): as red and as black.
    """
    best: Floats = skills.mean(axis=0)
    return best
