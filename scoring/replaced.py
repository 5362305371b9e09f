"""Who was put out and replaced: his slot goes on with another, and he is not ranked himself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.adjustments import tenants
from scoring.protocol import Adjustment, AdjustmentKind, Protocols
from scoring.rounds import END, Place, Round, place_of
from scoring.tally import OUT


@dataclass(frozen=True, slots=True)
class Replaced:
    """One who was disqualified or withdrew, and whose slot another has taken over.

    Attributes
    ----------
    player, slot
        Who, and in which slot he sat.
    kind, stage, round, reason
        What put him out, when, and why in words.
    successor
        Who sits in the slot after him.
    since
        The first round of the successor that is known; None where it is not.
    """

    player: str
    slot: str
    kind: AdjustmentKind
    stage: str
    round: int
    reason: str
    successor: str
    since: Round | None


def replaced(
    protocols: Protocols, happened: Iterable[Adjustment], until: Round | None = None
) -> tuple[Replaced, ...]:
    """Return who was put out of a slot that has another occupant now, or as of a round."""
    put_out = [one for one in happened if one.kind in OUT]
    if not put_out:
        return ()
    place = place_of(protocols, until)
    lines = tenants(protocols, place(*until) if until else END, place)
    stages = protocols.stages
    found = []
    for one in put_out:
        when = place(one.stage, one.round)
        line = lines.get(one.slot, [])
        before = [player for since, player in line if since <= when]
        after = [(since, player) for since, player in line if since > when]
        if before and after:
            since, successor = after[0]
            found.append(
                Replaced(
                    before[-1], one.slot, one.kind, one.stage, one.round, one.reason, successor,
                    _round(since, stages),
                )
            )  # fmt: skip
    return tuple(found)


def _round(place: Place, stages: tuple[str, ...]) -> Round | None:
    number, round_ = place
    return (stages[number], round_) if 0 <= number < len(stages) else None
