"""Measure the simulator: a million games by arrays, against a plain loop over the games.

``python -m benchmarks.simulation`` prints seconds and games a second on one core. The plain loop
is written another way, straight from the words of :class:`tournament.simulate.GameModel`; given
the same dice it plays the same games, which ``tests/tournament/test_simulate_games.py`` holds.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import exp
from typing import Annotated

import numpy as np
import typer

from tournament.simulate import GameModel, Luck, play, season
from tournament.simulation.model import Floats

NIGHTS = ("none", "black", "sheriff", "civilian 0", "civilian 1", "civilian 2", "civilian 3")


@dataclass(frozen=True)
class PlainGame:
    """One game of the plain loop: roles and half points by seat from 0, -1 for nobody killed."""

    roles: list[str]
    red_won: bool
    first_killed: int
    hits: int
    extras: list[int]


def play_plainly(
    model: GameModel, luck: Luck, skills: Floats, effect: Floats, game: int
) -> PlainGame:
    """Play one game, seat by seat."""
    seats = sorted(range(10), key=lambda seat: (luck.deal[game, seat], seat))
    cards = ["don", "mafia", "mafia", "sheriff", *["civilian"] * 6]
    roles = [cards[seats.index(seat)] for seat in range(10)]
    skill = [float(skills[int(roles[s] in ("don", "mafia")), game, s]) for s in range(10)]
    if model.seat_skill:
        skill = [mine + model.seat_skill[seat] for seat, mine in enumerate(skill)]
    killed = _victim(model, luck, seats, roles, game)
    hits = 0
    if killed >= 0 and roles[killed] in ("civilian", "sheriff"):
        shares = model.civilian_hits if roles[killed] == "civilian" else model.sheriff_hits
        while hits < 3 and luck.hits[game] >= sum(shares[: hits + 1]):
            hits += 1
    night = "none"
    if killed >= 0:
        night = {"civilian": f"civilian {hits}", "sheriff": "sheriff"}.get(roles[killed], "black")
    reds = [skill[s] for s in range(10) if roles[s] in ("civilian", "sheriff")]
    blacks = [skill[s] for s in range(10) if roles[s] in ("don", "mafia")]
    logit = float(model.intercepts[NIGHTS.index(night)]) + float(effect[game])
    logit += model.strength * (sum(reds) / 7 - sum(blacks) / 3)
    red_won = bool(luck.win[game] < 1 / (1 + exp(-logit)))
    won = [(role in ("civilian", "sheriff")) == red_won for role in roles]
    return PlainGame(roles, red_won, killed, hits, _awards(model, luck, skill, won, game))


def _victim(model: GameModel, luck: Luck, seats: list[int], roles: list[str], game: int) -> int:
    if luck.night[game] >= model.kill:
        return -1
    mark = float(luck.victim[game])
    if mark < model.victim_black:
        return seats[min(2, int(mark / model.victim_black * 3))]
    each = (1 - model.victim_sheriff - model.victim_black) / 6
    weights = [
        (model.victim_sheriff if roles[seat] == "sheriff" else each)
        * (model.killed_by_seat[seat] if model.killed_by_seat else 1)
        for seat in seats[3:]
    ]
    left = (mark - model.victim_black) / (1 - model.victim_black) * sum(weights)
    for seat, weight in zip(seats[3:], weights, strict=True):
        left -= weight
        if left < 0:
            return seat
    return seats[-1]


def _awards(
    model: GameModel, luck: Luck, skill: list[float], won: list[bool], game: int
) -> list[int]:
    extras = [0] * 10
    wait = [luck.shown[game, s] / exp(model.extra_by_skill * skill[s]) for s in range(10)]
    if luck.first[game] < model.first_extra:
        extras[min((s for s in range(10) if won[s]), key=wait.__getitem__)] = 2
    if luck.second[game] < model.second_extra:
        extras[min((s for s in range(10) if won[s] and not extras[s]), key=wait.__getitem__)] = 1
    elif luck.second[game] < model.second_extra + model.loser_extra:
        extras[min((s for s in range(10) if not won[s]), key=wait.__getitem__)] = 1
    return extras


def main(
    games: Annotated[int, typer.Option(min=1000, help="Games by arrays.")] = 1_000_000,
    plain: Annotated[int, typer.Option(min=100, help="Games by the plain loop.")] = 20_000,
    seed: Annotated[int, typer.Option(help="Of the dice.")] = 1,
) -> None:
    """Print how long both ways take, in seconds of one core."""
    model = GameModel()
    began = time.process_time()
    season(model, seed=seed, games=games, players=60, tables=3)
    by_arrays = time.process_time() - began
    rng = np.random.default_rng(seed)
    luck, skills = Luck.draw(rng, plain), model.skills(rng, (plain, 10))
    effect = np.zeros(plain)
    began = time.process_time()
    play(model, luck, skills, effect)
    same = time.process_time() - began
    began = time.process_time()
    for game in range(plain):
        play_plainly(model, luck, skills, effect, game)
    by_loop = time.process_time() - began
    print(f"{games} games with their season by arrays: {by_arrays:.2f} s")
    print(f"{plain} games from the same dice: arrays {same:.3f} s, plain loop {by_loop:.2f} s")
    print(f"ratio {by_loop / same:.0f}; a million by the loop would take "
          f"{by_loop / plain * 1e6:.0f} s")  # fmt: skip


if __name__ == "__main__":
    typer.run(main)
