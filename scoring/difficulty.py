"""The coefficient of difficulty K: a win against the trend of the tournament is worth more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from scoring.errors import ScoringError
from scoring.protocol import Game
from scoring.rules import Rules

ONE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard it was to win against the trend in a series of games.

    Attributes
    ----------
    red, black
        Games won by each team. Draws and void games are in neither.
    heavy
        The team that won fewer games: its wins are the heavy ones. None while both won as many.
    """

    red: int
    black: int
    heavy: Literal["red", "black"] | None

    @property
    def num_games(self) -> int:
        """Games of the series that somebody won, N."""
        return self.red + self.black

    @property
    def num_heavy(self) -> int:
        """Heavy games, n: those won by the team that won fewer."""
        return min(self.red, self.black)

    @property
    def coefficient(self) -> Fraction:
        """K, by which the win in a heavy game is multiplied."""
        return coefficient(self.num_games, self.num_heavy)


def coefficient(num_games: int, num_heavy: int) -> Fraction:
    """Return the coefficient of difficulty, K = 1 + (N/2 - n)/(N/2) = 2 - 2n/N.

    It is 1 where both teams won as many games, and nears 2 the further they are apart. In a
    series without a game it is 1; without a heavy game it is 2, and there is no game to use it
    on. An odd series never comes below 1 + 1/N.

    Parameters
    ----------
    num_games
        N, games of the series that somebody won.
    num_heavy
        n, those of them won by the team that won fewer.

    Raises
    ------
    ScoringError
        If n is below 0 or above N/2: then the trend was taken the wrong way round.

    Notes
    -----
    Rules of the White Nights Cup 2016, "Формула расчёта коэффициента сложности".

    Examples
    --------
    >>> print(coefficient(40, 16), coefficient(5, 2), coefficient(4, 1))
    6/5 6/5 3/2
    """
    if num_games < 0 or num_heavy < 0:
        raise ScoringError(f"A series cannot have {min(num_games, num_heavy)} games; count again.")
    if 2 * num_heavy > num_games:
        raise ScoringError(
            f"{num_heavy} of {num_games} games cannot be the heavy ones: the team that won fewer "
            f"games won {num_games // 2} at most; the trend was taken the wrong way round."
        )
    return 2 - Fraction(2 * num_heavy, num_games) if num_games else ONE


def difficulty(games: Iterable[Game]) -> Difficulty:
    """Return the difficulty of a series: which team won fewer of its games, and K.

    It belongs to the whole series, so every further game may change what the earlier ones are
    worth; a standing before the last game is provisional.

    Parameters
    ----------
    games
        The games of the series so far. Draws and void games count in neither N nor n.
    """
    red = black = 0
    for game in games:
        if game.result == "red":
            red += 1
        elif game.result == "black":
            black += 1
    heavy: Literal["red", "black"] | None = None
    if red != black:
        heavy = "red" if red < black else "black"
    return Difficulty(red, black, heavy)


def difficulties(games: Iterable[Game], rules: Rules) -> Mapping[str, Difficulty]:
    """Return the difficulty of each series that the rules tell apart, by the key of the series.

    The key is "" for the whole tournament, else the stage or the group of stages (see
    :meth:`scoring.rules.Rules.series_of`). Rules without a coefficient have no series.
    """
    if rules.difficulty is None:
        return {}
    keys: dict[str, str] = {}
    series: dict[str, list[Game]] = {}
    for game in games:
        key = keys.get(game.stage)
        if key is None:
            key = keys[game.stage] = rules.series_of(game.stage, rules.difficulty.series)
        series.setdefault(key, []).append(game)
    return {key: difficulty(its) for key, its in series.items()}
