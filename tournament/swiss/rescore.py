"""Points and K as of a draw, counted anew from the protocols that were known then."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.difficulty import Difficulty
from scoring.points import score_games
from scoring.protocol import Adjustment, Game, Protocols
from scoring.rules import Rules, StageRule
from scoring.tally import divisor
from tournament.event_form import Event, When, adjustment_moment

UNSCORED = "none"
"""Rules of a stage whose games are worth nothing, such as games for those who are out."""


@dataclass(frozen=True)
class Recount:
    """Points of every player and K of every series, as of a draw."""

    points: Mapping[int, Fraction]
    difficulty: Mapping[str, Difficulty]


def recount(event: Event, index: int, load: Callable[[str], Rules]) -> Recount | None:
    """Return the points that a round had to be drawn by.

    Every set of rules scores the stages it is for; K is that of the games known at the draw.

    Parameters
    ----------
    event
        The event.
    index
        The round, from 0.
    load
        Gives a rule set by its name.

    Returns
    -------
    Recount or None
        None if the event names no rules.

    Raises
    ------
    scoring.errors.ScoringError
        If the rules are not known, or cannot score the protocols.
    """
    names = {stage.name: stage.rules or event.rules for stage in event.stages}
    if not any(name not in ("", UNSCORED) for name in names.values()):
        return None
    known = known_before(event, index)
    numbers = event.numbers()
    points: dict[int, Fraction] = {player.number: Fraction(0) for player in event.players}
    difficulty: dict[str, Difficulty] = {}
    for name in dict.fromkeys(names.values()):
        if name in ("", UNSCORED):
            continue
        stages = {stage for stage, its in names.items() if its == name}
        rules = rules_of(event, load(name))
        scores = score_games(_of_stages(known, stages, every=name == event.rules), rules)
        games: Counter[int] = Counter()
        won: dict[int, Fraction] = defaultdict(Fraction)
        for score in scores.games:
            if score.slot:
                games[numbers[score.slot]] += 1
                won[numbers[score.slot]] += score.total
        for adjustment, worth in scores.adjustments:
            won[numbers[adjustment.slot]] += worth
        for number, total in won.items():
            points[number] += total / divisor(games[number], rules.normalisation)
        difficulty |= scores.difficulty
    return Recount(points, difficulty)


def rules_of(event: Event, rules: Rules) -> Rules:
    """Return a rule set with the weights that the event states for its stages."""
    stages = dict(rules.stages)
    for stage in event.stages:
        own = rules.stage(stage.name)
        stages[stage.name.casefold()] = StageRule(
            weight=own.weight if stage.weight is None else stage.weight,
            group=stage.group or own.group,
            final=stage.final or own.final,
        )
    return replace(rules, stages=stages)


def known_before(event: Event, index: int) -> Protocols:
    """Return the protocols as the draw of a round knew them, corrections undone that came later."""
    round_ = event.rounds[index]
    now = event.moment(When(round_.stage, round_.number))
    late = [one for one in event.corrections if now < event.moment(one.known_from)]
    games: dict[tuple[str, int, int], Game | None] = {
        (game.stage, game.round, game.table): game
        for game in event.protocols.games
        if event.moment(When(game.stage, game.round)) < now
    }
    # of several corrections of one game the earliest that was not yet known tells how it stood
    for one in sorted(late, key=lambda one: event.moment(one.known_from), reverse=True):
        if one.game in games and one.game is not None:
            games[one.game] = one.before
    unknown = {one.adjustment for one in late if one.adjustment is not None}
    adjustments = tuple(
        adjustment
        for place, adjustment in enumerate(event.protocols.adjustments, 1)
        if adjustment_moment(event, adjustment) < now and place not in unknown
    )
    occupants = tuple(
        one
        for one in event.protocols.occupants
        if not one.stage or event.moment(When(one.stage, one.round)) <= now
    )
    found = tuple(game for game in games.values() if game is not None)
    return replace(event.protocols, games=found, adjustments=adjustments, occupants=occupants)


def _of_stages(known: Protocols, stages: set[str], *, every: bool) -> Protocols:
    """Return what belongs to some stages; ``every`` takes in what belongs to no stage."""

    def belongs(adjustment: Adjustment) -> bool:
        return adjustment.stage in stages or (every and not adjustment.stage)

    return replace(
        known,
        games=tuple(game for game in known.games if game.stage in stages),
        adjustments=tuple(one for one in known.adjustments if belongs(one)),
    )
