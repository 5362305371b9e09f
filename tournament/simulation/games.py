"""Games made up by arrays: who has which role, who dies first, who wins, whom the judge awards.

Luck is drawn first and then played, so that the same luck can be played by another program, or
under another model, game by game.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tournament.simulation.model import BLACKS, MOST_HITS, REDS, SEATS, Floats, GameModel

CIVILIAN, SHERIFF, MAFIA, DON = 0, 1, 2, 3
ROLES = ("civilian", "sheriff", "mafia", "don")
ROLES_DEALT = np.array([DON, MAFIA, MAFIA, SHERIFF, *[CIVILIAN] * 6], dtype=np.int8)
"""Roles in the order in which they are dealt; see :class:`Luck`."""
NOBODY = -1
Ints = NDArray[np.int64]
Small = NDArray[np.int8]


@dataclass(frozen=True)
class Luck:
    """The dice of some games, each between 0 and 1 but for ``shown``.

    Attributes
    ----------
    deal
        Shape (games, seats): the roles are dealt in order of these numbers, the don to the seat
        with the least, then the mafia, the sheriff, the civilians.
    night, victim, hits, win
        Whether somebody dies in the first night, who, how many blacks he names, who wins.
    first, second
        Whether there are a first and a second award.
    shown
        Shape (games, seats), exponential: the least of a side after division by e^(c · skill) is
        awarded, which makes the chance of each proportional to e^(c · skill).
    """

    deal: NDArray[np.float32]
    night: Floats
    victim: Floats
    hits: Floats
    win: Floats
    first: Floats
    second: Floats
    shown: NDArray[np.float32]

    @classmethod
    def draw(cls, rng: np.random.Generator, games: int) -> Luck:
        """Return the dice of so many games."""
        deal = rng.random((games, SEATS), dtype=np.float32)
        night, victim, hits, win, first, second = rng.random((6, games))
        shown = rng.standard_exponential((games, SEATS), dtype=np.float32)
        return cls(deal, night, victim, hits, win, first, second, shown)


@dataclass(frozen=True)
class Games:
    """Games as they ended.

    Attributes
    ----------
    roles
        Shape (games, seats), as in :data:`ROLES`.
    red_won
        Shape (games,).
    first_killed
        Seat from 0 of who died in the first night, -1 for nobody.
    hits
        Blacks in his best move; 0 for nobody.
    extras
        Shape (games, seats): the judge's awards in half points.
    """

    roles: Small
    red_won: NDArray[np.bool_]
    first_killed: Small
    hits: Small
    extras: Small

    @property
    def red(self) -> NDArray[np.bool_]:
        """Whether each seat is red, shape (games, seats)."""
        return self.roles <= SHERIFF

    @property
    def won(self) -> NDArray[np.bool_]:
        """Whether each seat's side won, shape (games, seats)."""
        won: NDArray[np.bool_] = self.red == self.red_won[:, None]
        return won

    @property
    def killed_role(self) -> Small:
        """The role of who died first, -1 for nobody."""
        found = np.take_along_axis(self.roles, self.first_killed.clip(0)[:, None], axis=1)[:, 0]
        return np.where(self.first_killed >= 0, found, NOBODY).astype(np.int8)


def play(model: GameModel, luck: Luck, skills: Floats, effect: Floats | float = 0.0) -> Games:
    """Play games.

    Parameters
    ----------
    model
        How.
    luck
        The dice of these games.
    skills
        As red and as black of whoever sits there, shape (2, games, seats).
    effect
        Of judge and table on red, in logits, shape (games,).
    """
    order = np.argsort(luck.deal, axis=1, kind="stable")
    roles = np.empty(order.shape, dtype=np.int8)
    np.put_along_axis(roles, order, np.broadcast_to(ROLES_DEALT, order.shape), axis=1)
    red = roles <= SHERIFF
    skill = np.where(red, skills[0], skills[1])
    if model.seat_skill:
        skill = skill + np.array(model.seat_skill)
    killed = _first_killed(model, luck, order)
    by_civilian = np.searchsorted(np.cumsum(model.civilian_hits)[:MOST_HITS], luck.hits, "right")
    by_sheriff = np.searchsorted(np.cumsum(model.sheriff_hits)[:MOST_HITS], luck.hits, "right")
    role = np.take_along_axis(roles, killed.clip(0)[:, None], axis=1)[:, 0]
    is_civilian = (killed >= 0) & (role == CIVILIAN)
    is_sheriff = (killed >= 0) & (role == SHERIFF)
    hits = np.where(is_civilian, by_civilian, np.where(is_sheriff, by_sheriff, 0))
    night = np.where(killed < 0, 0, np.where(is_civilian, 3 + hits, np.where(is_sheriff, 2, 1)))
    signed = np.where(red, skill / REDS, skill / -BLACKS).sum(axis=1)
    logit = model.intercepts[night] + model.strength * signed + effect
    red_won = luck.win < 1 / (1 + np.exp(-logit))
    extras = _extras(model, luck, skill, red == red_won[:, None])
    return Games(roles, red_won, killed, hits.astype(np.int8), extras)


def _first_killed(model: GameModel, luck: Luck, order: Ints) -> Small:
    """Return the seat of who dies first: a black, or else a red by his role and his seat."""
    from_blacks = luck.victim < model.victim_black
    reds = order[:, BLACKS:]
    chance = np.full(REDS, (1 - model.victim_sheriff - model.victim_black) / (REDS - 1))
    chance[0] = model.victim_sheriff
    if model.killed_by_seat:
        upto = np.cumsum(chance * np.array(model.killed_by_seat)[reds], axis=1)
    else:
        upto = np.cumsum(chance)[None, :]
    rest = np.maximum(1 - model.victim_black, 1e-12)
    mark = (luck.victim - model.victim_black) / rest * upto[:, -1]
    which = (mark[:, None] >= upto[:, : REDS - 1]).sum(axis=1)
    seat = np.take_along_axis(reds, which[:, None], axis=1)[:, 0]
    # of the blacks any: their share is so small that it decides nothing
    black = (luck.victim / max(model.victim_black, 1e-12) * BLACKS).astype(np.int64)
    of_blacks = np.take_along_axis(order, black.clip(0, BLACKS - 1)[:, None], axis=1)[:, 0]
    seat = np.where(from_blacks, of_blacks, seat)
    return np.where(luck.night < model.kill, seat, NOBODY).astype(np.int8)


def _extras(model: GameModel, luck: Luck, skill: Floats, won: NDArray[np.bool_]) -> Small:
    """Return the awards in half points: +1 and +0.5 to two winners, or +0.5 to a loser."""
    games = np.arange(len(won))
    extras = np.zeros(won.shape, dtype=np.int8)
    shown = luck.shown * np.exp(-model.extra_by_skill * skill)
    winners = np.where(won, shown, np.inf)
    best = winners.argmin(axis=1)
    has_first = luck.first < model.first_extra
    extras[games[has_first], best[has_first]] = 2
    # who has the first award does not get the second as well
    winners[games[has_first], best[has_first]] = np.inf
    to_winner = luck.second < model.second_extra
    extras[games[to_winner], winners.argmin(axis=1)[to_winner]] = 1
    to_loser = ~to_winner & (luck.second < model.second_extra + model.loser_extra)
    losers = np.where(won, np.inf, shown)
    extras[games[to_loser], losers.argmin(axis=1)[to_loser]] = 1
    return extras


def best_moves(games: Games, rng: np.random.Generator) -> Small:
    """Return the three seats that the first killed named, from 0; -1 where nothing was named.

    The blacks he hit and the reds he named are drawn at random, himself excepted. A black who is
    killed first names nobody.

    Returns
    -------
    array, shape (games, 3)
    """
    red = games.red
    rank = rng.random(red.shape)
    at = np.arange(len(red))
    named = (games.first_killed >= 0) & (games.killed_role <= SHERIFF)
    rank[at[named], games.first_killed[named]] = np.inf
    hits = games.hits[:, None]
    blacks = np.argsort(np.where(red, np.inf, rank), axis=1)[:, :MOST_HITS]
    reds = np.argsort(np.where(red, rank, np.inf), axis=1)[:, :MOST_HITS]
    place = np.arange(MOST_HITS)
    move = np.where(place < hits, blacks, np.take_along_axis(reds, (place - hits).clip(0), axis=1))
    return np.where(named[:, None], move, NOBODY).astype(np.int8)
