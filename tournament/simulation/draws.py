"""Rounds drawn at random with few repeats, one after another, as `seating swiss` draws them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from optimizer.swiss.engine import next_round
from optimizer.swiss.problem import SwissProblem, table_sizes
from tournament.simulation.model import SEATS

DRAWS = 20
"""So many sequences of draws there are for a field: a round takes up to half a second.

Events take turns in them, each with its players in an order of its own. What a study calls its
error leaves out how these twenty differ from all there could be.
"""
EFFORT = 0.02
"""What CP-SAT may spend on each number of a round, in its own measure, about seconds."""


@cache
def sequence(players: int, rounds: int, number: int) -> NDArray[np.int32]:
    """Return the first rounds of a sequence of draws: a longer one begins with a shorter one.

    Nobody's points count in them, so they are drawn before anything is played; each round knows
    those before it and none that follow, unlike a matrix.

    Parameters
    ----------
    players
        A multiple of ten.
    rounds
        How many.
    number
        Which sequence, from 0; it is the seed.

    Returns
    -------
    array
        Players from 0, shape (rounds, tables, seats); not to be written to.
    """
    sizes = table_sizes(players, SEATS)
    if not rounds:
        return np.zeros((0, len(sizes), SEATS), dtype=np.int32)
    before = sequence(players, rounds - 1, number)
    problem = SwissProblem(
        points=(Fraction(0),) * players,
        draw_numbers=tuple(range(1, players + 1)),
        table_sizes=sizes,
        history=before,
        last_floats=(),
    )
    found = next_round(problem, mode="random", seed=f"draw {number}", effort=EFFORT)
    whole = np.concatenate([before, found.seating[None]])
    whole.flags.writeable = False
    return whole
