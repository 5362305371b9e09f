"""The cells of a row of a protocol file, with every bad cell put down as a fault."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from scoring.files.texts import tidy
from scoring.files.words import NOBODY, NOTHING, key, lookup, meaning, number
from scoring.protocol import Exit, ExitKind, Role


def columns_of(
    first: Sequence[str], headers: Mapping[str, Sequence[str]]
) -> tuple[dict[str, int], dict[str, int]]:
    """Return where each known column stands, and where each that is not known.

    A header that stands there twice is known once; the second is as good as unknown.
    """
    known = lookup(headers)
    found: dict[str, int] = {}
    strange: dict[str, int] = {}
    for index, header in enumerate(first):
        column = known.get(key(header))
        if column and column not in found:
            found[column] = index
        elif tidy(header):
            strange[tidy(header)] = index
    return found, strange


@dataclass(slots=True)
class Cells:
    """One row.

    Attributes
    ----------
    row
        Its cells.
    columns
        Where each column stands.
    place
        Where the row is, as a message begins.
    faults
        Where bad cells are put down.
    """

    row: Sequence[str]
    columns: Mapping[str, int]
    place: str
    faults: list[str]

    def raw(self, column: str) -> str:
        """Return the text of a cell; empty where there is no such column."""
        index = self.columns.get(column)
        return self.row[index].strip() if index is not None and index < len(self.row) else ""

    def beyond(self, width: int) -> str:
        """Return what is wrong where the row holds more than the header; "" where it does not."""
        if not any(map(str.strip, self.row[width:])):
            return ""
        return (
            f"{self.place}: there are more columns than in the first row; put a name or number "
            "with a comma in quotes, or part the columns by ;."
        )

    def name(self, column: str) -> str:
        """Return a name."""
        return tidy(self.raw(column))

    def fault(self, column: str, mend: str) -> None:
        """Put down that a cell cannot be read."""
        self.faults.append(f"{self.place}: {column} is {self.raw(column)!r}; {mend}.")

    def whole(self, column: str, default: int = 0) -> int:
        """Return a whole number; a cell with nothing in it is the default."""
        text = self.raw(column)
        if not text:
            return default
        if re.fullmatch(r"-?\d{1,9}", text):
            return int(text)
        value = number(text)
        if value is not None and value.denominator == 1:
            return int(value)
        self.fault(column, "write a whole number")
        return default

    def points(self, column: str) -> Fraction | None:
        """Return a number; None where nothing stands there."""
        text = self.raw(column)
        value = number(text) if text else None
        if text and value is None:
            self.fault(column, "write a number such as 0.5 or -2")
        return value

    def flag(self, column: str, default: bool = False) -> bool:
        """Return a yes or no."""
        text = self.raw(column)
        if not text:
            return default
        word = meaning("flag", text)
        if word is None:
            self.fault(column, "write 1 or 0")
        return word == "1"

    def word(self, column: str, kind: str, mend: str) -> str | None:
        """Return what a word means; None after a fault."""
        found = meaning(kind, self.raw(column))
        if found is None:
            self.fault(column, mend)
        return found

    def role(self) -> Role | None:
        """Return the role."""
        return cast(
            "Role | None", self.word("role", "role", "write civilian, sheriff, mafia or don")
        )

    def seat(self, column: str) -> int | None:
        """Return a seat, or None where nobody is meant."""
        return None if key(self.raw(column)) in NOBODY else self.whole(column)

    def seats(self, column: str) -> tuple[int, ...]:
        """Return the seats of a best move, parted by whatever is no digit."""
        text = self.raw(column)
        if key(text) in NOBODY:
            return ()
        found = tuple(map(int, re.findall(r"\d+", text)))
        if not found or re.search(r"[^\W\d]|\d[.]\d", text):
            self.fault(column, "write the seats that he named, such as 3 6 7")
        return found

    def exit(self) -> Exit | None:
        """Return how he left, such as ``vote 2`` or ``night 1``."""
        text = self.raw("exit")
        if not text:
            return None
        parts = re.fullmatch(r"(.*?)\s*(\d{1,3})?", text, flags=re.DOTALL)
        kind = meaning("exit", text)
        night: str | None = None
        if kind is None and parts:
            kind, night = meaning("exit", parts[1]), parts[2]
        if kind is None:
            self.fault("exit", "write such as vote 2, night 1, fouls or removed")
            return None
        return Exit(cast("ExitKind", kind), int(night) if night else None)

    def awards(self, column: str) -> tuple[Fraction, ...]:
        """Return the numbers of a cell, parted by spaces."""
        if key(self.raw(column)) in NOTHING:
            return ()
        found = tuple(number(part) for part in self.raw(column).split())
        if None in found:
            self.fault(column, "write numbers parted by spaces, such as 0.5 or 1 0.5")
            return ()
        return cast("tuple[Fraction, ...]", found)

    def penalties(self) -> tuple[tuple[str, Fraction], ...]:
        """Return penalties such as ``-0.5`` or ``judge:-0.5 team:-0.7``."""
        found = []
        for part in self.raw("penalties").split():
            kind, _, text = part.rpartition(":")
            value = number(text)
            if value is None:
                self.fault("penalties", "write such as -0.5, or judge:-0.5 team:-0.7")
                return ()
            found.append((kind or "judge", value))
        return tuple(found)

    def record(self) -> Mapping[str, Any]:
        """Return what else is on record, a JSON object."""
        text = self.raw("record")
        if not text:
            return {}
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict):
            return value
        self.fault("record", "write a JSON object, or nothing")
        return {}
