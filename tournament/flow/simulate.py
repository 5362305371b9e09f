"""A whole event played by the steps of the flow, with games that a seed makes up."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from scoring.protocol import Chair, Exit, Game, Result, Role
from scoring.rules import Rules
from tournament.flow.asking import idle_seats, needs_cut
from tournament.flow.drawing import draw, who_sits
from tournament.flow.games import record
from tournament.flow.ranking import finish, make_cut
from tournament.flow.registration import check_in, new, register
from tournament.store import Store
from tournament.store.state import Seated, State

RED_WINS = 44
"""Percent of games that the red team wins (design/scoring.md, section 6: 44.0 ± 0.7)."""
FIRST_KILL = 88
"""Percent of games with a kill in the first night."""


class Chance:
    """Whole numbers that a text settles: SHA-256 of the text and a counter."""

    def __init__(self, seed: str) -> None:
        self.seed, self.count = seed, 0

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1."""
        self.count += 1
        text = f"{self.seed}\n{self.count}".encode()
        return int.from_bytes(hashlib.sha256(text).digest()[:8], "big") % n

    def shuffled(self, values: list[Role]) -> list[Role]:
        """Return the values in another order."""
        left, found = list(values), []
        while left:
            found.append(left.pop(self.below(len(left))))
        return found


def random_game(one: Seated, table: int, names: Mapping[int, str], rules: Rules, seed: str) -> Game:
    """Return a made-up protocol of a seated game that keeps every rule.

    Roles fall at random; red wins 44 games of 100; in 88 somebody is killed in the first night, of
    those who are red, and names three; one winner gets an award if the rules have awards.

    Parameters
    ----------
    one, table
        The round and the number of the table.
    names
        Who sits there, by seat; a seat that nobody plays on is not in it.
    """
    chance = Chance(f"{seed}\n{one.stage}\n{one.round}\n{table}")
    dealt: list[Role] = [role for role, count in rules.roles.items() for _ in range(count)]
    short = rules.seats - len(names)
    for _ in range(short):
        dealt.remove("civilian")
    roles = chance.shuffled(dealt)
    result: Result = "red" if chance.below(100) < RED_WINS else "black"
    chairs = [
        Chair(seat, name, role) for (seat, name), role in zip(names.items(), roles, strict=True)
    ]
    killed: int | None = None
    named: tuple[int, ...] = ()
    if chance.below(100) < FIRST_KILL:
        reds = [chair.seat for chair in chairs if chair.red]
        killed = reds[chance.below(len(reds))]
        others = [chair.seat for chair in chairs if chair.seat != killed]
        named = tuple(others.pop(chance.below(len(others))) for _ in range(rules.best_move_names))
        chairs = [
            replace(chair, exit=Exit("night", 1)) if chair.seat == killed else chair
            for chair in chairs
        ]
    game = Game(one.stage, one.round, table, result, tuple(chairs), killed, named)
    return replace(game, chairs=_awarded(game, rules, chance))


def _awarded(game: Game, rules: Rules, chance: Chance) -> tuple[Chair, ...]:
    if rules.extras is None:
        return game.chairs
    won = [points for outcome, points in rules.extras.awards if outcome == "won"]
    most = rules.extras.most
    points = won[chance.below(len(won))] if won else min(most or Fraction(1, 2), Fraction(3, 10))
    winners = [chair.seat for chair in game.chairs if game.won(chair)]
    best = winners[chance.below(len(winners))]
    return tuple(
        replace(chair, extras=(points,)) if chair.seat == best else chair for chair in game.chairs
    )


def play_round(store: Store, *, seed: str, who: str = "simulation") -> None:
    """Record made-up protocols of every game that the open round lacks."""
    state: State = store.read()
    one = state.current
    if one is None:
        return
    sitting = who_sits(state, one)
    games = []
    for table in state.missing(one):
        idle = idle_seats(state, one, table)
        names = {
            seat: name or f"Stand-in {seat}"
            for seat, name in enumerate(sitting[table - 1], 1)
            if seat not in idle
        }
        games.append(random_game(one, table, names, state.rules, seed))
    record(store, games, who=who)


def simulate(path: str | Path, format_name: str, *, seed: int, who: str = "simulation") -> Store:
    """Play a whole event from registration to the prizes, and return it.

    The same seed plays the same event.
    """
    text = f"simulation {seed}"
    store = new(path, format_name, who=who)
    state = store.read()
    names = [f"Player {n:02d}" for n in range(1, state.format.players + 1)]
    register(store, names, state="paid", who=who)
    for day in range(1, len(state.format.days) + 1):
        check_in(store, (), day=day, everybody=True, who=who)
    while True:
        state = store.read()
        if state.current is not None:
            play_round(store, seed=text, who=who)
        elif state.phase == "playing" and state.unseated is None:
            break
        elif needs_cut(state):
            make_cut(store, who=who)
        else:
            draw(store, seed=text if state.phase == "registration" else "", who=who)
    finish(store, who=who)
    return store
