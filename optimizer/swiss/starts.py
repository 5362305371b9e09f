"""Where the search of a bracket begins, and the lot where nothing is proved.

Neither matters where a bracket is proved best: then D1 leaves one seating, wherever the search came
from. Behind a gap they see to it that the seed decides among what is equal, and not the order in
which the players are written down.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from optimizer.swiss.absolute import Rules
from optimizer.swiss.draw import draw_order
from optimizer.swiss.past import Ints
from optimizer.swiss.polish import LARGEST, polish
from optimizer.swiss.problem import SwissProblem
from optimizer.swiss.quality import Count, Kind

PLAYERS = 320
"""So many players are put to tables over all beginnings of a bracket, but each once at least."""
LARGEST_NUMBER = 2**40
"""The tables of so many players in draw order are one number that it stays below this."""


def start(
    rule: Rules, numbers: Sequence[Count], home: Ints, problem: SwissProblem, seed: str,
    players: Sequence[int],
) -> Ints | None:  # fmt: skip
    """Return a seating to begin with, as good as exchanges of two players make it, or None.

    Players who are allowed at the same tables take the homes of one another in an order that is
    drawn from the seed; the best of several such orders is taken.

    Parameters
    ----------
    rule, numbers
        What holds, and the numbers of the vector in order.
    home
        The home table of each player, by place in the bracket.
    problem, seed, players
        Of the round, and the players of the bracket by place.
    """
    alike = np.unique(rule.allowed, axis=0, return_inverse=True)[1].ravel()
    index = {p: n for n, p in enumerate(players)}
    found: list[tuple[tuple[int, ...], Ints]] = []
    seen = set()
    for number in range(max(1, PLAYERS // len(players))):
        own = f"{seed}\n{number}" if number else seed
        order = np.array([index[p] for p in draw_order(problem, own, players)])
        table_of = home.copy()
        for kind in range(int(alike.max()) + 1):
            table_of[order[alike[order] == kind]] = np.sort(home[alike == kind])
        if table_of.tobytes() not in seen and rule.keeps(table_of):
            seen.add(table_of.tobytes())
            table_of = polish(rule, numbers, table_of, threes=False)
            found.append((tuple(count.of(table_of) for count in numbers), table_of))
    if not found:
        return home if rule.keeps(home) else None
    return min(found, key=lambda each: each[0])[1]


def drawn(rule: Rules, numbers: Sequence[Count], order: Sequence[int], table_of: Ints) -> Ints:
    """Return a seating that no turn of two or three betters, by the vector and then by the lot.

    Parameters
    ----------
    rule, numbers
        What holds, and the numbers of the vector in order.
    order
        The players in draw order, by place in the bracket.
    table_of
        A seating that keeps the rules.
    """
    lot = [count for _, count in lots(rule, order)] if len(order) <= LARGEST else []
    return polish(rule, (*numbers, *lot), table_of)


def lots(rule: Rules, order: Sequence[int]) -> list[tuple[list[int], Count]]:
    """Return D1 as numbers: some players in draw order, and their tables as digits of a number."""
    found: list[tuple[list[int], Count]] = []
    left = list(order)
    while left:
        values = np.zeros(rule.allowed.shape, dtype=np.int64)
        chosen, size = [], 1
        while left and size * len(rule.sizes) <= LARGEST_NUMBER:
            place = left.pop(0)
            open_ = rule.allowed[place]
            base = max(1, int(open_.sum()))
            values *= base
            values[place] = np.where(open_, open_.cumsum() - 1, 0)
            size *= base
            chosen.append(place)
        found.append((chosen, Count("D1", len(found) + 1, Kind.PLACES, values)))
    return found
