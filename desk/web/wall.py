"""How large the letters on the wall can be: columns, lines and the longest name, as CSS classes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

LETTERS = (12, 16, 20, 24, 30)
"""Longest names that the style sheet has a size for (``n12`` ...); longer ones take two lines."""
LINES = (10, 13, 17, 21, 26, 34, 52)
"""Lines on the screen that it has a size for (``h10`` ...)."""
MOST_COLUMNS = 5
SHARE = 0.95
"""Of the names that must fit into one line; a few longer ones do not make all others small."""


def for_tables(tables: Sequence[Sequence[str]]) -> str:
    """Return the classes of a page with tables: up to four abreast, then in two rows or more."""
    count = max(len(tables), 1)
    rows = 1 if count <= 4 else max(2, -(-count // MOST_COLUMNS))
    seats = max((len(names) for names in tables), default=10)
    names = [name for table in tables for name in table]
    return _classes(-(-count // rows), rows * (seats + 3), names)


def for_ranks(names: Sequence[str]) -> str:
    """Return the classes of a page with the standings."""
    columns = 1 + sum(len(names) > most for most in (12, 24, 51))
    return "ranking " + _classes(columns, 1.3 * -(-max(len(names), 1) // columns), names)


def _classes(columns: int, lines: float, names: Iterable[str]) -> str:
    lengths = sorted(map(len, names)) or [0]
    longest = lengths[int(SHARE * (len(lengths) - 1))]
    return f"c{columns} h{_at_least(LINES, lines)} n{_at_least(LETTERS, longest)}"


def _at_least(sizes: Sequence[int], value: float) -> int:
    return next((size for size in sizes if size >= value), sizes[-1])
