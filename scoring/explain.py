"""Why somebody stands where he stands: every game, every part, the sum; and what other rules do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.adjustments import sitting_at
from scoring.errors import ScoringError
from scoring.exact import exact
from scoring.parts import GameScore
from scoring.points import Scores, score_games
from scoring.protocol import Protocols
from scoring.rounds import Round, place_of
from scoring.rules import DifficultyRule, Rules, Series
from scoring.standings import of_stage, standings_of
from scoring.table import Outside, Row, Standings
from scoring.tally import divisor, teams_of

_CHANGE = re.compile(r"\s*(.+?)\s*=\s*([^=]+?)\s*")
SERIES: Mapping[str, Series] = {"whole": "whole", "stage": "stage", "group": "group"}


@dataclass(frozen=True)
class Explanation:
    """Everything that a line of the standings is made of.

    Attributes
    ----------
    row
        The line, with the reason of its place.
    games
        Every game, in order of play, with its parts, their weights and K.
    adjustments
        What happened outside the games, each with its points.
    about
        Whom each of them was about: who sat in the slot at that time.
    points
        The sum of all these.
    divisor
        What the sum is divided by; 1 where the rules take the sum itself.
    """

    row: Row
    games: tuple[GameScore, ...]
    adjustments: tuple[Outside, ...]
    about: tuple[str, ...]
    points: Fraction
    divisor: Fraction

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who played the games or whom anything beside them was about."""
        return tuple(dict.fromkeys([*(one.chair.player for one in self.games), *self.about]))

    @property
    def total(self) -> Fraction:
        """What the places are decided by."""
        return self.points / self.divisor


def explain(
    protocols: Protocols,
    rules: Rules,
    slot: str,
    *,
    until: Round | None = None,
    stage: str | None = None,
    seed: str | None = None,
    teams: bool = False,
) -> Explanation:
    """Return every game and every part of a slot, a team or whoever sits in the slot.

    Parameters
    ----------
    slot
        The slot, the name of its occupant, or the team.
    protocols, rules, until, stage, seed, teams
        As for :func:`scoring.standings.standings`.

    Raises
    ------
    ScoringError
        If nobody, or more than one, is called so.
    """
    scores = score_games(protocols, rules, until=until)
    table = standings_of(scores, stage=stage, seed=seed, teams=teams)
    return explanations(scores, table, only=table.row(slot).slot)[0]


def explanations(
    scores: Scores, table: Standings, *, only: str | None = None
) -> tuple[Explanation, ...]:
    """Return the explanation of every line of the standings, or of one, from scored games."""
    owners = teams_of(scores.protocols) if table.teams else {}
    counted, happened = of_stage(scores, table.stage)
    games: dict[str, list[GameScore]] = {}
    for score in counted:
        if score.slot:
            games.setdefault(owners.get(score.slot, score.slot), []).append(score)
    outside: dict[str, list[Outside]] = {}
    for adjustment, points in happened:
        owner = owners.get(adjustment.slot, adjustment.slot)
        outside.setdefault(owner, []).append((adjustment, points))
    sits = sitting_at(scores.protocols, scores.until)
    place = place_of(scores.protocols)
    about = {
        id(adjustment): sits(adjustment.slot, place(adjustment.stage, adjustment.round))
        for adjustment, _ in happened
    }
    return tuple(
        _explained(row, games.get(row.slot, []), outside.get(row.slot, []), about, table.rules)
        for row in (*table.rows, *table.apart)
        if only in (None, row.slot)
    )


def _explained(
    row: Row,
    games: list[GameScore],
    outside: list[Outside],
    about: Mapping[int, str],
    rules: Rules,
) -> Explanation:
    points = sum((score.total for score in games), Fraction(0))
    points += sum((points for _, points in outside), Fraction(0))
    return Explanation(
        row,
        tuple(games),
        tuple(outside),
        tuple(about[id(adjustment)] for adjustment, _ in outside),
        points,
        divisor(row.tally.games, rules.normalisation),
    )


@dataclass(frozen=True)
class Move:
    """What a change of the rules does to one line; a place of 0 is that of who is listed apart."""

    before: Row
    after: Row

    @property
    def places(self) -> int:
        """Places won by the change; negative where they are lost."""
        return self.before.place - self.after.place


@dataclass(frozen=True)
class WhatIf:
    """Two standings of the same games by different rules.

    Attributes
    ----------
    before, after
        The standings by the rules, and by the others.
    moves
        Lines whose place is another, in the order of the places by the rules.
    """

    before: Standings
    after: Standings
    moves: tuple[Move, ...]


def what_if(
    protocols: Protocols,
    rules: Rules,
    other: Rules,
    *,
    until: Round | None = None,
    stage: str | None = None,
    seed: str | None = None,
    teams: bool = False,
) -> WhatIf:
    """Return whose place changes if other rules are applied to the same games.

    Parameters
    ----------
    other
        Another rule set, such as that of :func:`changed`.
    protocols, rules, until, stage, seed, teams
        As for :func:`scoring.standings.standings`.
    """
    before, after = (
        standings_of(
            score_games(protocols, one, until=until, strict=one is rules),
            stage=stage, seed=seed, teams=teams,
        )
        for one in (rules, other)
    )  # fmt: skip
    then = {row.slot: row for row in (*after.rows, *after.apart)}
    moves = tuple(
        Move(row, then[row.slot])
        for row in (*before.rows, *before.apart)
        if (row.place, row.last) != (then[row.slot].place, then[row.slot].last)
    )
    return WhatIf(before, after, moves)


def changed(rules: Rules, text: str, stages: tuple[str, ...]) -> Rules | None:
    """Return the rules with one number changed; None if the text is no such change.

    Parameters
    ----------
    rules
        The rules to change.
    text
        ``"K=off"``, ``"K=whole"``, ``"K=stage"`` or ``"K=group"`` for the difficulty and its
        series; ``"final=1.5"`` for the coefficient of a stage, by any name that the
        rules have for it.
    stages
        The stages that are played.

    Raises
    ------
    ScoringError
        If the change cannot be understood, or there is no such stage.
    """
    match = _CHANGE.fullmatch(text)
    if match is None:
        return None
    name, value = match[1], match[2]
    if name.casefold() in ("k", "к"):  # people type either alphabet's
        return replace(rules, difficulty=_difficulty(rules, value.casefold()))
    played = rules.find_stage(name, stages)
    if played is None:
        known = ", ".join(f"{stage}=..." for stage in stages if stage)
        raise ScoringError(
            f"{text!r}: there is no stage {name!r}; write K=off or {known or 'K=stage'}."
        )
    weight = exact(value)
    if weight < 0:
        raise ScoringError(f"{text!r}: a coefficient is not negative; write one such as 1.5.")
    stage = replace(rules.stage(played), weight=weight)
    # a set that named no stage took them all, and still does
    others = rules.stages or {"*": rules.stage("*")}
    return replace(rules, stages={**others, played.casefold(): stage})


def _difficulty(rules: Rules, value: str) -> DifficultyRule | None:
    if value == "off":
        return None
    if value not in SERIES:
        raise ScoringError(f"K={value}: K is off, or counted over: {', '.join(SERIES)}.")
    return replace(rules.difficulty or DifficultyRule(), series=SERIES[value])
