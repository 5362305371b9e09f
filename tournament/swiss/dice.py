"""Chance for trials: the same seed gives the same throws on any machine."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass
class Dice:
    """Numbers that look random and come from a seed alone."""

    seed: str
    thrown: int = 0

    def below(self, number: int) -> int:
        """Return a number from 0 to ``number - 1``."""
        self.thrown += 1
        text = f"{self.seed}\n{self.thrown}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % number

    def one_in(self, number: int) -> bool:
        """Return true once in so many times."""
        return self.below(number) == 0

    def pick(self, values: Sequence[T]) -> T:
        """Return one of some values."""
        return values[self.below(len(values))]

    def some(self, values: Sequence[T], count: int) -> list[T]:
        """Return so many different ones of some values, in the order in which they were drawn."""
        left = list(values)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(left)))]
