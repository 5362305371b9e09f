"""Made-up fields for the tests of Swiss seating: seeded, small, with ties and a history."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from optimizer.swiss import SwissProblem


def field(
    seed: int, sizes: tuple[int, ...], *, rounds: int = 3, extra: int = 0, **given: object
) -> SwissProblem:
    """Return a field that fills the tables, and ``extra`` more; points are often equal."""
    rng = np.random.default_rng(seed)
    count = sum(sizes) + extra
    width = max(sizes)
    history = np.full((rounds, len(sizes), width), -1, dtype=np.int32)
    for r in range(rounds):
        players = rng.permutation(count).tolist()
        for t, size in enumerate(sizes):
            history[r, t, :size] = [players.pop() for _ in range(size)]
    stated = {
        "points": tuple(Fraction(int(n), 4) for n in rng.integers(0, 9, count)),
        "draw_numbers": tuple((rng.permutation(count) + 1).tolist()),
        "clubs": tuple(rng.choice(["", "a", "b", "c"], count).tolist()),
        "last_floats": tuple(rng.integers(-1, 2, count).tolist()),
        "table_sizes": sizes,
        "history": history,
        **given,
    }
    return SwissProblem(**stated)


def plain(points: list[object], sizes: tuple[int, ...], **given: object) -> SwissProblem:
    """Return a field without a past; draw numbers go by the order of the players."""
    stated = {
        "points": tuple(Fraction(p) for p in points),
        "draw_numbers": tuple(range(1, len(points) + 1)),
        "table_sizes": sizes,
        "history": np.zeros((0, len(sizes), max(sizes)), dtype=np.int32),
        **given,
    }
    return SwissProblem(**stated)


def tables(round_) -> list[list[int]]:
    """Return who sits at each table, players from 1, sorted."""
    return [sorted(p + 1 for p in row.tolist() if p >= 0) for row in round_.seating]
