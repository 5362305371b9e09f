"""What a slot or a team has gathered: points by part, wins by role, first nights, occupants."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.errors import ScoringError
from scoring.exact import root
from scoring.parts import GameScore, Part
from scoring.protocol import Adjustment, AdjustmentKind, Protocols, Role
from scoring.rounds import END, START, Place, Round, place_of
from scoring.rules import Normalisation, Rules

NOTHING = Fraction(0)
OUT: frozenset[AdjustmentKind] = frozenset(("disqualified", "withdrawn"))
"""What takes a player out of the standings where the rules give him no award for it."""


@dataclass(slots=True)
class Tally:
    """Sums of one slot or team over the games that are counted.

    Attributes
    ----------
    parts
        Weighted points of each part.
    adjustments
        Points from outside the games.
    games
        Games that count.
    wins
        Games won, by role.
    first_killed
        First-night deaths as a red player.
    best_moves, best_player
        Games in which his best move was worth something, and in which he was best player.
    final
        Whether he played in a stage whose players take the first places.
    """

    parts: dict[Part, Fraction] = field(default_factory=dict)
    adjustments: Fraction = NOTHING
    games: int = 0
    wins: dict[Role, int] = field(default_factory=dict)
    first_killed: int = 0
    best_moves: int = 0
    best_player: int = 0
    final: bool = False

    @property
    def points(self) -> Fraction:
        """Sum of all parts and of what happened outside the games."""
        return sum(self.parts.values(), self.adjustments)

    def total(self, normalisation: Normalisation) -> Fraction:
        """Return what the places are decided by: the points, or the points over the games."""
        return self.points / divisor(self.games, normalisation)


def divisor(games: int, normalisation: Normalisation) -> Fraction:
    """Return what the sum of points is divided by; 1 where nothing was played."""
    if normalisation == "sum" or not games:
        return Fraction(1)
    return Fraction(games) if normalisation == "per_game" else root(games)


def tallies(
    games: Iterable[GameScore],
    adjustments: Iterable[tuple[Adjustment, Fraction]],
    *,
    owners: Mapping[str, str],
    finals: frozenset[str] = frozenset(),
) -> dict[str, Tally]:
    """Return the sums of every owner in one pass over the games.

    Parameters
    ----------
    games, adjustments
        What was counted; games that belong to nobody are passed over.
    owners
        Owner of each slot: the slot itself, or its team.
    finals
        Stages whose players take the first places.
    """
    found = {owner: Tally() for owner in owners.values()}
    worth: dict[str, Counter[tuple[int, int]]] = defaultdict(Counter)
    seen: dict[tuple[int, int], GameScore] = {}
    for score in games:
        if not score.slot:
            continue
        owner = owners[score.slot]
        tally = found[owner]
        # equal parts are one object for thousands of rows: count them, multiply once
        same = (id(score.parts), id(score.weights))
        seen.setdefault(same, score)
        worth[owner][same] += 1
        _count(tally, score)
        if score.game.stage in finals:
            tally.final = True
    for owner, counts in worth.items():
        _add_up(found[owner], counts, seen)
    for adjustment, points in adjustments:
        found[owners[adjustment.slot]].adjustments += points
    return found


def _count(tally: Tally, score: GameScore) -> None:
    chair, game = score.chair, score.game
    tally.games += 1
    red = chair.red
    if game.result == ("red" if red else "black"):
        tally.wins[chair.role] = tally.wins.get(chair.role, 0) + 1
    if game.first_killed == chair.seat and red:
        tally.first_killed += 1
    if chair.best_player:
        tally.best_player += 1
    if chair.best_move_award or (
        game.first_killed == chair.seat and any(part == "best_move" for part, _ in score.parts)
    ):
        tally.best_moves += 1


def _add_up(
    tally: Tally, counts: Mapping[tuple[int, int], int], seen: Mapping[tuple[int, int], GameScore]
) -> None:
    for same, times in counts.items():
        score = seen[same]
        for (part, points), weight in zip(score.parts, score.weights, strict=True):
            added = points * weight * times
            tally.parts[part] = tally.parts.get(part, NOTHING) + added


def teams_of(protocols: Protocols) -> dict[str, str]:
    """Return the team of every slot.

    Raises
    ------
    ScoringError
        If the protocols name no teams, or a slot has none.
    """
    if not protocols.teams:
        raise ScoringError("The protocols name no teams; add them, or leave --teams out.")
    alone = [slot for slot in protocols.slots if slot not in protocols.teams]
    if alone:
        raise ScoringError(
            f"{len(alone)} of {len(protocols.slots)} players have no team: {', '.join(alone)}. "
            "Give each of them one."
        )
    return {slot: protocols.teams[slot] for slot in protocols.slots}


@dataclass(frozen=True, slots=True)
class Tenure:
    """Who sits in a slot at a time, and since when."""

    player: str
    since: Place = START


def tenures(protocols: Protocols, *, until: Round | None = None) -> dict[str, Tenure]:
    """Return who occupies each slot, in the end or as of a round."""
    place = place_of(protocols, until)
    last = place(*until) if until else END
    found: dict[str, Tenure] = {}
    for game in protocols.games:
        if until is not None and place(game.stage, game.round) > last:
            continue
        for chair in game.chairs:
            if chair.slot and not chair.substitute:
                found[chair.slot] = Tenure(chair.player)
    for one in protocols.occupants:
        begins = place(one.stage, one.round)
        if begins <= last:
            found[one.slot] = Tenure(one.player, START if begins <= (0, 1) else begins)
    return found


def barred(
    protocols: Protocols,
    rules: Rules,
    adjustments: Iterable[Adjustment],
    sitting: Mapping[str, Tenure],
) -> dict[str, tuple[AdjustmentKind, ...]]:
    """Return for each slot why whoever sits in it now may not be awarded.

    What happened before the round in which he came in is his predecessor's. A disqualification
    bars from awards whatever the rules say. A round that was missed by a recorded lateness is not
    counted once more where the rules have a price for being late (Tkemali Tour 2016, 5.5 and 5.6).
    """
    place = place_of(protocols)
    happened = tuple(adjustments)
    late = {
        (one.slot, one.stage, one.round)
        for one in happened
        if one.kind == "late" and "late" in rules.adjustment_points
    }
    counts: dict[str, Counter[AdjustmentKind]] = defaultdict(Counter)
    for adjustment in happened:
        when = (adjustment.slot, adjustment.stage, adjustment.round)
        if adjustment.kind == "missed_round" and when in late:
            continue
        tenure = sitting.get(adjustment.slot)
        if tenure is None or place(adjustment.stage, adjustment.round) >= tenure.since:
            counts[adjustment.slot][adjustment.kind] += 1
    return {
        slot: kinds
        for slot, found in counts.items()
        if (
            kinds := tuple(
                kind
                for kind, times in found.items()
                if times >= rules.no_award.get(kind, 1 if kind == "disqualified" else times + 1)
            )
        )
    }
