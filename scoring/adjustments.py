"""What happens to a slot outside the games: a missed round, lateness, who takes the slot over."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from scoring.exact import shown
from scoring.protocol import Adjustment, Protocols
from scoring.rounds import END, START, Place, Round, place_of
from scoring.rules import Rules

NOTHING = Fraction(0)
UNPRICED = {"missed_round": "a missed round", "late": "lateness"}
"""What costs nothing only if the rules or the protocols say so."""


def adjustments(
    protocols: Protocols, rules: Rules, until: Round | None = None
) -> tuple[tuple[Adjustment, Fraction], ...]:
    """Return what happened outside the games up to a round, each with its points.

    What the rules have a price for costs that; else it is worth what the protocol says. What has
    no stage is as old as the tournament. Unless penalties are inherited, what a slot lost under
    a predecessor of its present occupant is worth nothing: he starts with the points that were
    earned.
    """
    place = place_of(protocols, until)
    last = place(*until) if until else END
    sits = sitting_at(protocols, until)
    found = []
    for adjustment in protocols.adjustments:
        when = place(adjustment.stage, adjustment.round)
        if when > last:
            continue
        points = rules.adjustment_points.get(adjustment.kind, adjustment.points) or NOTHING
        same = sits(adjustment.slot, when) == sits(adjustment.slot, last)
        kept = same or rules.inherit_penalties or points > 0
        found.append((adjustment, points if kept else NOTHING))
    return tuple(found)


def sitting_at(protocols: Protocols, until: Round | None = None) -> Callable[[str, Place], str]:
    """Return what tells who sat in a slot with an adjustment at a place in the order of play."""
    place = place_of(protocols, until)
    occupants = tenants(protocols, place(*until) if until else END, place)

    def sits(slot: str, when: Place) -> str:
        held = reversed(occupants.get(slot, []))
        return next((player for since, player in held if since <= when), slot)

    return sits


def tenants(
    protocols: Protocols, last: Place, place: Callable[[str, int], Place]
) -> dict[str, list[tuple[Place, str]]]:
    """Return who occupies each slot with an adjustment, and since when, in order of time.

    Where the occupants are not on record, it is who plays for the slot; the first of them has
    been there from the start, whoever filled in for him.
    """
    found: dict[str, list[tuple[Place, str]]] = {}
    for occupant in protocols.occupants:
        begins = place(occupant.stage, occupant.round)
        if begins <= last:
            first = START if begins <= (0, 1) else begins
            found.setdefault(occupant.slot, []).append((first, occupant.player))
    missing = {adjustment.slot for adjustment in protocols.adjustments} - found.keys()
    for game in protocols.games if missing else ():
        begins = place(game.stage, game.round)
        for chair in game.chairs:
            if chair.substitute or begins > last or chair.owner not in missing:
                continue
            line = found.setdefault(chair.owner, [])
            if not line or line[-1][1] != chair.player:
                line.append((begins if line else START, chair.player))
    return found


def check_adjustments(protocols: Protocols, rules: Rules) -> list[str]:
    """Return everything outside the games whose points the rules contradict or nobody states."""
    faults = []
    for adjustment in protocols.adjustments:
        where = adjustment.slot + (f", {adjustment.stage}" if adjustment.stage else "")
        where += f", round {adjustment.round}" if adjustment.round else ""
        what = adjustment.kind.replace("_", " ")
        price = rules.adjustment_points.get(adjustment.kind)
        points = adjustment.points
        if price is not None and points is not None and points != price:
            faults.append(
                f"{where}: {shown(points)} for {what}; {rules.name} says {shown(price)}: write "
                "that, or leave the points out."
            )
        elif price is None and points is None and adjustment.kind in ("penalty", "bonus"):
            faults.append(f"{where}: a {what} without points; write how many.")
        elif (
            price is None
            and points is None
            and adjustment.kind in ("missed_round", "late")
            and adjustment.kind not in rules.no_award
        ):
            faults.append(
                f"{where}: {UNPRICED[adjustment.kind]} without points, for which {rules.name} has "
                "no price: write how many, 0 if none, or take rules that know it."
            )
        elif points is not None and (points < 0 if adjustment.kind == "bonus" else points > 0):
            faults.append(
                f"{where}: {shown(points)} for {what}; write a number "
                f"{'above' if adjustment.kind == 'bonus' else 'below'} 0."
            )
    return faults
