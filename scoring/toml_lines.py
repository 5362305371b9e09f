"""In which line of a TOML text a key stands: tomllib tells it of errors in the writing only."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any

_KEY = r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'"""
_DOTTED = rf"(?:{_KEY})(?:\s*\.\s*(?:{_KEY}))*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_DOTTED})\s*\]\]?\s*(?:#.*)?$")
_STRING = re.compile(r""""(?:[^"\\]|\\.)*"|'[^']*'""")
_PAIR = re.compile(rf"\s*({_DOTTED})\s*=\s*(.*)$")

Loc = tuple[int | str, ...]


class TomlLines:
    """The lines of the keys of a TOML text that is well formed.

    A key inside an inline table, or an item of a list, has the line of the key that holds it.
    """

    def __init__(self, text: str) -> None:
        self._lines: dict[Loc, int] = {(): 1}
        table: Loc = ()
        items: dict[Loc, int] = {}
        quotes = ""
        depth = 0
        for number, line in enumerate(text.split("\n"), start=1):
            if quotes:
                quotes = "" if line.count(quotes) % 2 else quotes
                continue
            if depth > 0:
                depth += _opened(line)
                continue
            header = _HEADER.match(line)
            pair = _PAIR.match(line)
            if header:
                table = self._table(header[2], items, new=header[1] == "[[")
                self._lines.setdefault(table, number)
            elif pair:
                self._pair(table, pair[1], number)
                quotes = next((q for q in ('"""', "'''") if pair[2].count(q) % 2), "")
                depth = 0 if quotes else _opened(pair[2])

    def line(self, loc: Sequence[int | str]) -> int:
        """Return the line of a key, or of the nearest that holds it; from 1."""
        place = tuple(loc)
        while place not in self._lines:
            place = place[:-1]
        return self._lines[place]

    def _table(self, dotted: str, items: dict[Loc, int], *, new: bool) -> Loc:
        """Return the place of a table's header, with the numbers of lists of tables in it."""
        steps = _steps(dotted)
        place: Loc = ()
        for index, step in enumerate(steps):
            place = (*place, step)
            if new and index == len(steps) - 1:
                items[place] = items.get(place, -1) + 1
            if place in items:
                place = (*place, items[place])
        return place

    def _pair(self, table: Loc, dotted: str, number: int) -> None:
        place = table
        for step in _steps(dotted):
            place = (*place, step)
            self._lines.setdefault(place, number)


def _opened(text: str) -> int:
    """Return how many brackets of a list or table a line opens more than it closes."""
    bare = _STRING.sub("", text).partition("#")[0]
    return sum(map(bare.count, "[{")) - sum(map(bare.count, "]}"))


def _steps(dotted: str) -> list[str]:
    """Return the parts of a dotted key, as TOML itself reads them."""
    found: list[str] = []
    node: Any = tomllib.loads(f"{dotted} = 0")
    while isinstance(node, dict):
        step, node = next(iter(node.items()))
        found.append(step)
    return found
