"""A simulated event as protocols, so that :mod:`scoring` counts it as it counts a real one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import get_args

from scoring.protocol import Chair, Game, Protocols, Role
from tournament.simulation.events import Played
from tournament.simulation.games import ROLES
from tournament.simulation.model import true_strength
from tournament.simulation.plan import Plan

AWARDS: dict[int, tuple[Fraction, ...]] = {0: (), 1: (Fraction(1, 2),), 2: (Fraction(1),)}
BY_NAME: dict[str, Role] = {role: role for role in get_args(Role)}


def event_protocols(plan: Plan, played: Played, event: int, *, stages: Sequence[str]) -> Protocols:
    """Return the games of one event.

    Parameters
    ----------
    plan, played
        What was played, and how it went.
    event
        Which one, from 0 in ``played``.
    stages
        The names of the plan's stages.
    """
    names = slot_names(plan)
    games = []
    before = -1
    number = 0
    for round_, (seating, them) in zip(plan.rounds, played.rounds, strict=True):
        number = number + 1 if round_.stage == before else 1
        before = round_.stage
        first = event * round_.tables
        for table in range(round_.tables):
            at = first + table
            killed = int(them.first_killed[at])
            chairs = tuple(
                Chair(seat, names[player], BY_NAME[ROLES[role]], extras=AWARDS[award])
                for seat, (player, role, award) in enumerate(
                    zip(
                        seating[event, table].tolist(),
                        them.roles[at].tolist(),
                        them.extras[at].tolist(),
                        strict=True,
                    ),
                    start=1,
                )
            )
            games.append(
                Game(
                    stages[round_.stage],
                    number,
                    table + 1,
                    "red" if them.red_won[at] else "black",
                    chairs,
                    killed + 1 if killed >= 0 else None,
                    hits_told=int(them.hits[at]) if killed >= 0 else None,
                )
            )
    return Protocols(tuple(games))


def slot_names(plan: Plan) -> list[str]:
    """Return what the players of a simulated event are called, in the order of their numbers."""
    width = len(str(plan.players))
    return [f"Player {number:0{width}d}" for number in range(1, plan.players + 1)]


def strengths(plan: Plan, played: Played, event: int) -> dict[str, float]:
    """Return how good the players of one event truly are, by name."""
    strength = true_strength(played.skills[:, event])
    return dict(zip(slot_names(plan), strength.tolist(), strict=True))
