"""What is proved of a round: for each criterion its value, a bound, and whether it is best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

PROVED, GAP = "proved", "gap"


@dataclass(frozen=True)
class Line:
    """One number of a bracket's vector.

    Attributes
    ----------
    code, part
        ``Q1`` to ``Q9`` or ``D1``, and which number of it; see ``docs/swiss.md``.
    value, bound
        What the seating has, and what no seating with the numbers before it undercuts.
    """

    code: str
    part: int
    value: int
    bound: int

    @property
    def proved(self) -> bool:
        """Whether nothing better exists, the numbers before it given."""
        return self.value <= self.bound


@dataclass(frozen=True)
class Certificate:
    """How a bracket was solved, and what is proved of it.

    Attributes
    ----------
    lines
        In the order of the criteria.
    engine
        ``enumeration``, ``cp-sat`` with its version, or ``draw`` where nothing but D1 counts.
    examined
        Splits that were compared; 0 for CP-SAT.
    unique
        Whether D1 is settled: no other seating of the bracket is as good and drawn before it.
    faults
        What the solver did wrong on the way, in sentences.
    """

    lines: tuple[Line, ...]
    engine: str
    examined: int
    unique: bool
    faults: tuple[str, ...] = ()

    @property
    def proved(self) -> bool:
        """Whether the bracket is proved best and unique."""
        return self.unique and all(line.proved for line in self.lines)

    def as_json(self) -> dict[str, Any]:
        """Return it as it stands in the schedule file."""
        return {
            "engine": self.engine,
            "examined": self.examined,
            "unique": self.unique,
            "criteria": [
                {
                    "criterion": line.code,
                    "part": line.part,
                    "value": line.value,
                    "bound": line.bound,
                    "status": PROVED if line.proved else GAP,
                }
                for line in self.lines
            ],
            **({"faults": list(self.faults)} if self.faults else {}),
        }
