"""What the checker finds: one entry for each number or place that is not as the rules have it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from schedules.phrases import phrase
from tournament.event_form import Event


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong with a round, or that could be better.

    Attributes
    ----------
    code
        The criterion: A1 to A10, Q1 to Q9, S1 to S6, D1; or "points", "difficulty", "rules",
        "certificate".
    key
        What about it: the text is ``swiss_check.<key>`` of the catalogue.
    values
        What stands in the text.
    players, table
        Whom and which table it is about, from 1; table 0 for none.
    """

    code: str
    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
    players: tuple[int, ...] = ()
    table: int = 0

    def sentence(self, lang: str = "en") -> str:
        """Return it in words."""
        return phrase(f"swiss_check.{self.key}", lang, **self.values)

    def as_json(self) -> dict[str, Any]:
        """Return it for machines."""
        place = {"table": self.table} if self.table else {}
        return {
            "code": self.code,
            "key": self.key,
            "sentence": self.sentence(),
            "players": list(self.players),
            **place,
        }


def called(event: Event, number: int) -> str:
    """Return a player as messages call him: number and name."""
    name = next((player.name for player in event.players if player.number == number), "")
    return f"{number} {name}".strip()


def listed(event: Event, numbers: tuple[int, ...] | list[int]) -> str:
    """Return several players as messages call them."""
    return ", ".join(called(event, number) for number in numbers)
