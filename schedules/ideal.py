"""The even split of all meetings that a schedule is held against."""

from __future__ import annotations

from schedules.measures import IntArray


def ideal_histogram(met: IntArray) -> dict[int, int]:
    """Return the pairs by number of meetings if all meetings were split evenly over all pairs.

    Every pair then meets ⌊μ⌋ or ⌈μ⌉ times. Counted from the seats as they are: ``met`` holds the
    meetings of each pair, as :func:`schedules.measures.pair_values` returns them.
    """
    each, more = divmod(int(met.sum()), len(met))
    return {n: pairs for n, pairs in ((each, len(met) - more), (each + 1, more)) if pairs}
