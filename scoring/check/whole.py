"""What can be wrong between games: rounds, adjustments, teams, occupants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from scoring.check.fault import Fault
from scoring.protocol import ADJUSTMENTS, Game, Occupant, Protocols
from scoring.rounds import place_of
from scoring.slots import occupants_by_slot


def check_rounds(games: Sequence[Game]) -> Iterator[Fault]:
    """Check the rounds: a table plays once in a round, and so does everybody."""
    tables: dict[tuple[str, int, int], str] = {}
    seen: dict[tuple[str, int, str, str], Game] = {}
    for game in games:
        place = (game.stage, game.round, game.table)
        if place in tables:
            yield Fault(
                "game_twice",
                f"this stage, round and table are recorded already ({tables[place]})",
                "take one out, or correct its round or table",
                game.label,
            )
            continue  # everybody in it would be named again
        tables[place] = game.label
        for chair in game.chairs:
            whose = [("player", chair.player)]
            if chair.slot and not chair.substitute:
                whose.append(("slot", chair.slot))
            for kind, name in whose:
                other = seen.setdefault((game.stage, game.round, kind, name), game)
                if name and other is not game:
                    yield Fault(
                        f"{kind}_in_two_games",
                        f"{kind} {name} plays in the same round in another game ({other.label})",
                        f"correct the {kind} or the round of one of them",
                        game.label,
                        chair.seat,
                    )


def check_adjustments(protocols: Protocols, stages: Sequence[str]) -> Iterator[Fault]:
    """Check adjustments and teams: of slots that play, in stages that there are."""
    playing = _playing(protocols)
    seated = _seated(protocols)
    last = _last_rounds(protocols)
    for place, adjustment in enumerate(protocols.adjustments, start=1):
        where = f"Adjustment {place} ({adjustment.kind} of {adjustment.slot})"
        where = f"{adjustment.where}: {where}" if adjustment.where else where
        when = (adjustment.stage, adjustment.round)
        # who is put out may be so between a round and the next
        to_come = adjustment.kind in ("disqualified", "withdrawn")
        if adjustment.stage in last and adjustment.round > last[adjustment.stage] + to_come:
            yield _beyond(adjustment.stage, adjustment.round, last, where)
        if adjustment.kind == "missed_round" and (adjustment.slot, *when) in seated:
            yield Fault(
                "missed_and_played",
                f"he sat at a table in round {adjustment.round} ({seated[adjustment.slot, *when]})",
                "correct the round or the slot, or mark who played for him as a substitute",
                where,
            )
        if adjustment.kind not in ADJUSTMENTS:
            yield Fault(
                "adjustment_kind",
                f"{adjustment.kind!r} is no adjustment",
                f"write one of {', '.join(ADJUSTMENTS)}",
                where,
            )
        if adjustment.slot not in playing:
            yield Fault(
                "adjustment_slot", "no such slot plays", "correct the name of the slot", where
            )
        if adjustment.stage and adjustment.stage not in stages:
            yield Fault(
                "adjustment_stage",
                f"there is no stage {adjustment.stage!r}",
                "correct the stage",
                where,
            )
        points = adjustment.points
        wrong = points is not None and (
            points <= 0 if adjustment.kind == "bonus" else points > 0
        )  # fmt: skip
        if wrong:
            yield Fault(
                "adjustment_sign",
                f"it is worth {points}",
                "a bonus is above 0, everything else takes points off",
                where,
            )
    for slot in protocols.teams:
        if slot not in playing:
            yield Fault(
                "team_slot",
                f"no slot {slot} plays for the team {protocols.teams[slot]}",
                "correct the name of the slot",
            )


def _last_rounds(protocols: Protocols) -> dict[str, int]:
    found: dict[str, int] = {}
    for game in protocols.games:
        found[game.stage] = max(game.round, found.get(game.stage, 0))
    return found


def _beyond(stage: str, number: int, last: Mapping[str, int], where: str) -> Fault:
    named = f"of {stage} " if stage else ""
    return Fault(
        "round_beyond",
        f"round {number} {named}is not played; the last one is {last[stage]}",
        "correct the round",
        where,
    )


def _seated(protocols: Protocols) -> dict[tuple[str, str, int], str]:
    """Return in which game each slot that may have missed a round sat himself."""
    asked = {one.slot for one in protocols.adjustments if one.kind == "missed_round"}
    return {
        (chair.owner, game.stage, game.round): game.label
        for game in (protocols.games if asked else ())
        for chair in game.chairs
        if chair.owner in asked and not chair.substitute
    }


def _playing(protocols: Protocols) -> set[str]:
    return {chair.owner for game in protocols.games for chair in game.chairs}


def check_occupants(protocols: Protocols, stages: Sequence[str]) -> Iterator[Fault]:
    """Check the occupants of each slot: in order of time, and they are who plays."""
    playing = _playing(protocols)
    place = place_of(protocols)
    lines = occupants_by_slot(protocols)
    sound: set[str] = set()
    last = _last_rounds(protocols)
    for slot, line in lines.items():
        for one in line:
            which = f"{one.where}: occupant of slot {slot}" if one.where else f"Slot {slot}"
            if not one.player:
                yield Fault("occupant_nobody", "no name stands there", "name the player", which)
            if one.stage in last and one.round > last[one.stage] + 1:  # he may come in next
                yield _beyond(one.stage, one.round, last, which)
        where = f"Occupants of slot {slot}"
        if slot not in playing:
            yield Fault("occupant_slot", "no such slot plays", "correct the slot", where)
        strange = [one for one in line if one.stage not in stages and (one.stage or one.round)]
        for one in strange:
            said = f"no stage {one.stage!r}" if one.stage else f"round {one.round} of no stage"
            yield Fault(
                "occupant_stage",
                f"{one.player} comes in in {said}",
                f"write one of {', '.join(filter(None, stages))}",
                where,
            )
        late = [
            (before, after)
            for before, after in pairwise(line)
            if place(after.stage, after.round) <= place(before.stage, before.round)
        ]
        for before, after in () if strange else late:
            yield Fault(
                "occupant_order",
                f"{after.player} does not come after {before.player}",
                "write them in order of time, each from a later round",
                where,
            )
        if not strange and not late and all(one.player for one in line):
            sound.add(slot)
    yield from _check_who_plays(protocols, {slot: lines[slot] for slot in sound})


def _check_who_plays(
    protocols: Protocols, lines: Mapping[str, Sequence[Occupant]]
) -> Iterator[Fault]:
    """Check that who plays for a slot occupies it then."""
    place = place_of(protocols)
    for game in protocols.games:
        moment = place(game.stage, game.round)
        for chair in game.chairs:
            if chair.substitute or chair.owner not in lines:
                continue
            sitting = [
                one.player for one in lines[chair.owner] if place(one.stage, one.round) <= moment
            ]
            if sitting and sitting[-1] != chair.player:
                yield Fault(
                    "not_the_occupant",
                    f"{chair.player} plays for slot {chair.owner}, which {sitting[-1]} occupies",
                    "correct the player, or add him to the occupants",
                    game.label,
                    chair.seat,
                )
