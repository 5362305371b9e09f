"""The order of play: which games and events lie before the end of a round."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

from scoring.errors import ProtocolError
from scoring.protocol import Game, Protocols
from scoring.rules import Rules

Round = tuple[str, int]
"""A stage and a round of it, from 1."""
Place = tuple[int, int]
"""Where something stands in the order of play: the number of the stage, from 0, and the round."""
START: Place = (-1, 0)
"""Before every round."""
END: Place = (sys.maxsize, 0)
"""After every round."""


def in_order(protocols: Protocols, rules: Rules) -> Protocols:
    """Return the protocols with their games in order of play, whatever the order of the rows.

    Stages stand in the order in which they first appear, but for those that the rules call a
    final, which come last; the rounds of a stage by their numbers; the tables as they are.
    """
    stages = sorted(protocols.stages, key=lambda stage: rules.stage(stage).final)
    order = {stage: index for index, stage in enumerate(stages)}
    games = sorted(protocols.games, key=lambda game: (order[game.stage], game.round))
    if all(one is other for one, other in zip(games, protocols.games, strict=True)):
        return protocols
    return replace(protocols, games=tuple(games))


def games_until(protocols: Protocols, until: Round | None = None) -> tuple[Game, ...]:
    """Return the games that count, as of the end of a round: all but the void ones.

    Raises
    ------
    ProtocolError
        If no game of that stage is on record.
    """
    counted = tuple(game for game in protocols.games if game.result != "void")
    if until is None:
        return counted
    place = place_of(protocols, until)
    last = place(*until)
    return tuple(game for game in counted if place(game.stage, game.round) <= last)


def place_of(protocols: Protocols, until: Round | None = None) -> Callable[[str, int], Place]:
    """Return what tells the place of a stage and round in the order of play.

    Stages stand in the order of their first games. A stage without games is still to come; what
    has no stage (``""``) was there before the first round; ``None`` is after all rounds.

    Raises
    ------
    ProtocolError
        If no game of the stage of ``until`` is on record.
    """
    order = {stage: index for index, stage in enumerate(protocols.stages)}
    if until is not None and until[0] not in order:
        known = ", ".join(repr(stage) for stage in order) or "none"
        raise ProtocolError(
            f"No game of the stage {until[0]!r} is on record; the stages are: {known}."
        )

    def place(stage: str, number: int) -> Place:
        if not stage and stage not in order:
            return START
        return order.get(stage, len(order)), number

    return place
