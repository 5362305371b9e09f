"""The table of the standings as data: its lines, and why each stands where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.difficulty import Difficulty
from scoring.errors import ScoringError
from scoring.parts import Part
from scoring.protocol import Adjustment, AdjustmentKind, Role
from scoring.replaced import Replaced
from scoring.rounds import Round
from scoring.rules import Rules, TieBreak
from scoring.tally import Tally
from scoring.tie_break import Decided, Value

Outside = tuple[Adjustment, Fraction]
"""What happened outside the games, and its points."""


def called(occupant: str, slot: str) -> str:
    """Return the occupant, with the slot where it is called otherwise."""
    return occupant if occupant == slot else f"{occupant} ({slot})"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one stands before or behind his neighbour.

    Attributes
    ----------
    against, name
        The neighbour's slot, and who sits in it.
    by
        The first rung in which they differ; "final" where only one of them was in it, "equal"
        where nothing tells them apart.
    ours, theirs
        Their numbers on that rung; of a lot the tickets.
    group
        Where nothing tells them apart: everybody who is equal with him, as they are called.
    """

    against: str
    name: str
    by: Decided
    ours: Value | None = None
    theirs: Value | None = None
    group: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings.

    Attributes
    ----------
    place, last
        The place; where several are equal, the first and the last that they share. Both are 0
        for who is listed apart.
    slot, occupant
        The slot or team, and who sits in it at that time.
    total
        What the places are decided by.
    tally
        What it is made of.
    values
        His numbers on every rung of the chain, points first.
    barred
        Why he gets no award; empty if he may be awarded.
    reason
        What puts him before the next; None for the last.
    behind
        What puts him behind the one before him; None for the first.
    """

    place: int
    last: int
    slot: str
    occupant: str
    total: Fraction
    tally: Tally
    values: Mapping[TieBreak, Value]
    barred: tuple[AdjustmentKind, ...] = ()
    reason: Reason | None = None
    behind: Reason | None = None

    @property
    def award(self) -> bool:
        """Whether he may be awarded."""
        return not self.barred

    @property
    def parts(self) -> Mapping[Part, Fraction]:
        """Weighted points of each part; what is not there is nothing."""
        return self.tally.parts

    @property
    def wins(self) -> Mapping[Role, int]:
        """Games won, by role."""
        return self.tally.wins


@dataclass(frozen=True)
class Standings:
    """The standings of a tournament or of one stage, in the end or as of a round.

    Attributes
    ----------
    rows
        In order of the places.
    apart
        Who is disqualified, or has left where the rules do not rank him then, by points.
    replaced
        Who was put out and replaced; the line of his slot is his successor's.
    rules
        The rules that were applied.
    until, stage
        The last round that counts, and the only stage that does; None for all.
    teams
        Whether the lines are teams.
    seed
        What the lot was drawn from; None if it was not drawn.
    difficulty
        K of each series of games, as far as they were played.
    provisional
        Whether K, Ci or the places may still move because more games follow.
    twins
        Names that are likely one name in several spellings (:func:`scoring.remarks.twins`).
    left_out
        What of the source does not count, each with its reason.
    """

    rows: tuple[Row, ...]
    apart: tuple[Row, ...]
    rules: Rules
    until: Round | None = None
    stage: str | None = None
    teams: bool = False
    seed: str | None = None
    difficulty: Mapping[str, Difficulty] = field(default_factory=dict)
    provisional: bool = False
    replaced: tuple[Replaced, ...] = ()
    twins: tuple[tuple[str, ...], ...] = ()
    left_out: tuple[str, ...] = ()

    def row(self, slot: str) -> Row:
        """Return the line of a slot, or of who sits in it or was replaced in it.

        Raises
        ------
        ScoringError
            If nobody is called so, or several occupants are.
        """
        everybody = (*self.rows, *self.apart)
        found = [row for row in everybody if row.slot == slot]
        found = found or [row for row in everybody if row.occupant == slot]
        folded = slot.casefold()
        found = found or [
            row for row in everybody if folded in (row.slot.casefold(), row.occupant.casefold())
        ]
        if not found:
            his = {one.slot for one in self.replaced if folded == one.player.casefold()}
            found = [row for row in everybody if row.slot in his]
        if len(found) == 1:
            return found[0]
        if found:
            slots = ", ".join(row.slot for row in found)
            raise ScoringError(f"{slot!r} sits in several slots: {slots}. Name the slot.")
        near = [row.occupant for row in everybody if folded and folded in row.occupant.casefold()]
        hint = f" Perhaps {', '.join(near[:5])}?" if near else ""
        raise ScoringError(f"Nobody in the standings is called {slot!r}.{hint}")

    @property
    def needs_lot(self) -> bool:
        """Whether some are equal until a lot is drawn."""
        return "lot" in self.rules.tie_break and any(row.last > row.place for row in self.rows)

    def awarded(self, count: int = 3) -> tuple[Row, ...]:
        """Return the first so many who may be awarded."""
        return tuple(row for row in self.rows if row.award)[:count]
