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
    for place, adjustment in enumerate(protocols.adjustments, start=1):
        where = f"Adjustment {place} ({adjustment.kind} of {adjustment.slot})"
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


def _playing(protocols: Protocols) -> set[str]:
    return {chair.owner for game in protocols.games for chair in game.chairs}


def check_occupants(protocols: Protocols, stages: Sequence[str]) -> Iterator[Fault]:
    """Check the occupants of each slot: in order of time, and they are who plays."""
    playing = _playing(protocols)
    place = place_of(protocols)
    lines = occupants_by_slot(protocols)
    sound: set[str] = set()
    for slot, line in lines.items():
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
        if not strange and not late:
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
