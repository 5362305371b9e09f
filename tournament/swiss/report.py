"""What the checker counted and found, round by round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournament.swiss.best import Search, Vector
from tournament.swiss.findings import Finding
from tournament.swiss.seats import Six

FORMAT = "seating-swiss-check/1"


@dataclass(frozen=True)
class BracketReport:
    """What was counted of one bracket: its tables, its vector, and what it was compared with."""

    tables: tuple[int, ...]
    vector: Vector
    search: Search | None

    def as_json(self) -> dict[str, Any]:
        """Return it for machines."""
        tried = None if self.search is None else self.search.tried
        return {
            "tables": list(self.tables),
            "vector": [list(entry) for entry in self.vector],
            "how": None if self.search is None else self.search.how,
            "tried": tried,
        }


@dataclass(frozen=True)
class RoundReport:
    """What was found in one round.

    Attributes
    ----------
    stage, number, mode
        The round.
    findings
        Everything that is wrong or could be better.
    brackets
        Vectors of its brackets.
    seats
        The six numbers of each table, in order of the tables.
    edited
        For a round that was changed by hand: the vectors of its brackets as played.
    not_compared
        Tables too large for all orders of their seats to be compared.
    recounted
        Whether its points were counted anew, and not only taken from the file.
    """

    stage: str
    number: int
    mode: str
    findings: tuple[Finding, ...] = ()
    brackets: tuple[BracketReport, ...] = ()
    seats: tuple[Six, ...] = ()
    edited: tuple[Vector, ...] = ()
    not_compared: tuple[int, ...] = ()
    recounted: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return it for machines."""
        return {
            "stage": self.stage,
            "round": self.number,
            "mode": self.mode,
            "right": not self.findings,
            "recounted": self.recounted,
            "findings": [finding.as_json() for finding in self.findings],
            "brackets": [bracket.as_json() for bracket in self.brackets],
            "seats": [list(six) for six in self.seats],
            "not_compared": list(self.not_compared),
            "edited": [[list(entry) for entry in vector] for vector in self.edited],
        }


@dataclass(frozen=True)
class Report:
    """What was found in an event, round by round."""

    name: str
    rounds: tuple[RoundReport, ...]

    @property
    def right(self) -> bool:
        """Whether nothing was found."""
        return not any(one.findings for one in self.rounds)

    def as_json(self) -> dict[str, Any]:
        """Return it for machines; docs/event-file.md describes it."""
        return {
            "format": FORMAT,
            "name": self.name,
            "right": self.right,
            "rounds": [one.as_json() for one in self.rounds],
        }
