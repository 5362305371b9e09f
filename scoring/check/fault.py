"""One fault of the protocols: where, what, and how to mend it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with the protocols.

    Attributes
    ----------
    code
        Which rule is broken, stable for machines.
    message
        What is wrong.
    mend
        What would mend it.
    game
        The label of the game; empty where it is about none.
    seat
        The seat, from 1; 0 where it is about none.
    """

    code: str
    message: str
    mend: str
    game: str = ""
    seat: int = 0

    def __str__(self) -> str:
        """Return the fault as people read it."""
        place = f"{self.game}, seat {self.seat}" if self.seat else self.game
        return f"{place + ': ' if place else ''}{self.message}; {self.mend}."
