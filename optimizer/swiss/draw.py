"""D1, the draw: among all that are still equal the lot decides, so that one seating is left."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from optimizer.swiss.problem import SwissProblem


def ticket(seed: str, round_number: int, draw_number: int) -> str:
    r"""Return the ticket of a player in a round: SHA-256 of seed, round and draw number.

    The three are parted by line feeds, the numbers are decimal, and nothing stands at the end.

    Examples
    --------
    >>> ticket("7", 4, 12) == hashlib.sha256(b"7\n4\n12").hexdigest()
    True
    """
    return hashlib.sha256(f"{seed}\n{round_number}\n{draw_number}".encode()).hexdigest()


def draw_order(problem: SwissProblem, seed: str, players: Iterable[int]) -> list[int]:
    """Return players by their tickets of this round, the smallest first."""
    return sorted(
        players,
        key=lambda p: ticket(seed, problem.round_number, problem.draw_numbers[p]),
    )
