"""The standings: who is where, with what, and what puts him before the next.

Places are decided by exact numbers: the points, then the rules' chain of tie-breaks, then a lot
if there is a seed for it. Whoever is equal in all of it shares the places, and is said to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from scoring.errors import ScoringError
from scoring.parts import GameScore
from scoring.points import Scores, score_games
from scoring.protocol import Protocols
from scoring.remarks import twins
from scoring.replaced import replaced
from scoring.rounds import Round, place_of
from scoring.rules import Rules
from scoring.table import Outside, Reason, Row, Standings, called
from scoring.tally import OUT, barred, tallies, teams_of, tenures
from scoring.tie_break import first_difference, measures, ranking, ticket


@dataclass(frozen=True)
class Cut:
    """Who goes on.

    Attributes
    ----------
    chosen
        Who certainly does.
    undecided, free
        Who are equal at the cut, and how many of them go on: a lot is needed.
    skipped
        Who is listed apart with as many points as they have.
    decided
        What put the last who goes on before the first who does not; None if all go on or a lot
        is needed.
    """

    chosen: tuple[Row, ...]
    undecided: tuple[Row, ...] = ()
    free: int = 0
    skipped: tuple[Row, ...] = ()
    decided: Reason | None = None


def standings(
    protocols: Protocols,
    rules: Rules,
    *,
    until: Round | None = None,
    stage: str | None = None,
    seed: str | None = None,
    teams: bool = False,
) -> Standings:
    """Score the games and return the standings.

    Parameters
    ----------
    protocols
        All games, and what happened outside them.
    rules
        The rule set.
    until
        The last round that counts, such as ``("final", 2)``; K is that of the games up to it.
    stage
        The only stage whose points count; None for all. K stays that of its series.
    seed
        A text to draw the lot from; without it equals share their places.
    teams
        Rank the teams, each with the points of all its slots.

    Raises
    ------
    ScoringError
        If there is no such stage or round, or a player lacks a team.
    """
    scores = score_games(protocols, rules, until=until)
    return standings_of(scores, stage=stage, seed=seed, teams=teams)


def standings_of(
    scores: Scores, *, stage: str | None = None, seed: str | None = None, teams: bool = False
) -> Standings:
    """Return the standings of games that are scored already; see :func:`standings`."""
    protocols, rules, until = scores.protocols, scores.rules, scores.until
    if stage is not None and stage not in protocols.stages:
        known = ", ".join(repr(name) for name in protocols.stages)
        raise ScoringError(f"No game of the stage {stage!r} is on record; there are: {known}.")
    games, outside = of_stage(scores, stage)
    owners = teams_of(protocols) if teams else {slot: slot for slot in protocols.slots}
    finals = frozenset(
        name for name in protocols.stages if stage is None and rules.stage(name).final
    )
    # a finalist's place is his own: of a team, one may be in the final and the others not
    first: frozenset[str] = frozenset() if teams else finals
    sums = tallies(games, outside, owners=owners, finals=first)
    if stage is not None:
        sums = {owner: tally for owner, tally in sums.items() if tally.games}
        if not sums:
            raise ScoringError(f"No game of the stage {stage!r} counts yet; name a later round.")
    sitting = {} if teams else tenures(protocols, until=until)
    happened = [adjustment for adjustment, _ in scores.adjustments]
    without = {} if teams else barred(protocols, rules, happened, sitting)
    before = _qualification(games, outside, rules, owners, finals)
    rows = []
    for owner, tally in sums.items():
        name = sitting[owner].player if owner in sitting else owner
        place = before.get(owner, 0)
        values = measures(tally, rules, slot=owner, name=name, qualification=place)
        total = tally.total(rules.normalisation)
        rows.append(Row(0, 0, owner, name, total, tally, values, without.get(owner, ())))
    apart = [row for row in rows if _is_out(row, rules)]
    drawn = seed if "lot" in rules.tie_break else None
    return Standings(
        rows=ranked_rows([row for row in rows if not _is_out(row, rules)], seed=drawn),
        apart=tuple(sorted(apart, key=lambda row: (-row.total, _by_name(row)))),
        rules=rules,
        until=until,
        stage=stage,
        teams=teams,
        seed=drawn,
        difficulty=scores.difficulty,
        provisional=_more_follow(protocols, rules, until, stage),
        replaced=() if teams else replaced(protocols, happened, until),
        twins=twins(protocols),
        left_out=protocols.left_out,
    )


def of_stage(scores: Scores, stage: str | None) -> tuple[Sequence[GameScore], Sequence[Outside]]:
    """Return the scores and the adjustments of one stage, or all of them."""
    if stage is None:
        return scores.games, scores.adjustments
    return (
        [score for score in scores.games if score.game.stage == stage],
        [outside for outside in scores.adjustments if outside[0].stage == stage],
    )


def _is_out(row: Row, rules: Rules) -> bool:
    return any(
        kind in OUT and (kind == "disqualified" or kind in rules.no_award) for kind in row.barred
    )


def _qualification(
    games: Sequence[GameScore],
    outside: Sequence[Outside],
    rules: Rules,
    owners: Mapping[str, str],
    finals: frozenset[str],
) -> dict[str, int]:
    """Return the places before the finals, where the rules ask for them."""
    if "qualification_place" not in rules.tie_break:
        return {}
    chain = tuple(r for r in rules.tie_break if r not in ("qualification_place", "lot"))
    earlier = replace(rules, tie_break=chain)
    sums = tallies(
        [score for score in games if score.game.stage not in finals],
        [(adjustment, points) for adjustment, points in outside if adjustment.stage not in finals],
        owners=owners,
    )
    rows = []
    for owner, tally in sums.items():
        values = measures(tally, earlier, slot=owner, name=owner)
        rows.append(Row(0, 0, owner, owner, tally.total(rules.normalisation), tally, values))
    return {row.slot: row.place for row in ranked_rows(rows)}


def ranked_rows(rows: Sequence[Row], *, seed: str | None = None) -> tuple[Row, ...]:
    """Return lines in order, with their places and the reasons.

    Finalists come first, then points and the rest of the chain decide. Equals without a lot
    share their places, in the order of their names.
    """
    lots = {} if seed is None else {row.slot: ticket(seed, row.slot) for row in rows}
    keys = {row.slot: _key(row, lots) for row in rows}
    ordered = sorted(rows, key=lambda row: (keys[row.slot], _by_name(row)))
    found: list[Row] = []
    equal: dict[str, tuple[str, ...]] = {}
    for _, equals in groupby(ordered, key=lambda row: keys[row.slot]):
        same = list(equals)
        first, last = len(found) + 1, len(found) + len(same)
        found += [replace(row, place=first, last=last) for row in same]
        names = tuple(called(row.occupant, row.slot) for row in same)
        equal |= {row.slot: names[:at] + names[at + 1 :] for at, row in enumerate(same)}
    after = [*found[1:], None][: len(found)]
    before = [None, *found][: len(found)]
    return tuple(
        replace(
            row,
            reason=_reason(row, later, lots, equal[row.slot]),
            behind=_reason(row, earlier, lots, equal[row.slot]),
        )
        for row, later, earlier in zip(found, after, before, strict=True)
    )


def _by_name(row: Row) -> tuple[tuple[tuple[bool, int, str], ...], str]:
    """Return a key that sorts by the names as people do, p9 before p10."""
    pieces = re.split(r"([0-9]+)", row.occupant)
    numbers = [(place % 2 == 1, int(text) if place % 2 else 0, text)
               for place, text in enumerate(pieces)]  # fmt: skip
    return tuple(numbers), row.slot


def _key(row: Row, lots: Mapping[str, str]) -> tuple[Any, ...]:
    chain = tuple(ranking(value, rung) for rung, value in row.values.items())
    return (not row.tally.final, *chain, lots.get(row.slot, ""))


def _reason(
    row: Row,
    other: Row | None,
    lots: Mapping[str, str],
    equals: tuple[str, ...],
) -> Reason | None:
    if other is None:
        return None
    who = (other.slot, other.occupant)
    if row.tally.final != other.tally.final:
        return Reason(*who, "final")
    ours, theirs = row.values, other.values
    rung = first_difference(ours, theirs)
    if rung is not None:
        return Reason(*who, rung, ours[rung], theirs[rung])
    if lots:
        return Reason(*who, "lot", lots[row.slot], lots[other.slot])
    return Reason(*who, "equal", group=equals)


def _more_follow(
    protocols: Protocols, rules: Rules, until: Round | None, stage: str | None
) -> bool:
    """Whether games are still to come: left out by ``until``, or a final not begun yet."""
    if until is not None:
        place = place_of(protocols)
        rounds = {(game.stage, game.round) for game in protocols.games}
        if any(place(*one) > place(*until) for one in rounds):
            return True
    # where any other stage may be played too, a final is possible and not sure to come
    if stage is not None or "*" in rules.stages:
        return False
    foreseen = any(one.final for one in rules.stages.values())
    return foreseen and not any(rules.stage(name).final for name in protocols.stages)


def cut(table: Standings, count: int) -> Cut:
    """Return who goes on: the first so many who are not listed apart.

    Raises
    ------
    ScoringError
        If the number is not positive or more than there are.
    """
    if not 1 <= count <= len(table.rows):
        raise ScoringError(
            f"{count} cannot go on of {len(table.rows)} in the standings; name a number from 1."
        )
    sure = tuple(row for row in table.rows if row.last <= count)
    across = tuple(row for row in table.rows if row.place <= count < row.last)
    going = table.rows[:count]
    skipped = tuple(row for row in table.apart if row.total >= going[-1].total)
    decided = None if across or count == len(table.rows) else going[-1].reason
    return Cut(sure, across, count - len(sure) if across else 0, skipped, decided)
