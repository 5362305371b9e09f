"""What a judge may give and take under a rule set, and what of it a protocol oversteps."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from scoring.exact import shown
from scoring.protocol import Chair, Game
from scoring.rules import ExtrasRule, Outcome, Rules


def check_extras(game: Game, rules: Rules) -> list[str]:
    """Return every award and penalty of a game that the rules do not know.

    Each is a sentence with the game, the seat and the mend. The list is empty for a game that is
    in order; a void game counts for nothing and is not looked at.
    """
    if game.result == "void":
        return []
    faults = []
    awarded = [chair for chair in game.chairs if chair.extras]
    if awarded:
        faults += _check_awards(game, awarded, rules)
    if rules.given:
        faults += _check_given(game)
    for chair in game.chairs:
        if chair.penalties:
            faults += [
                f"{game.label}, seat {chair.seat}: {fault}"
                for fault in _check_penalties(chair, rules)
            ]
    return faults


def _check_awards(game: Game, awarded: list[Chair], rules: Rules) -> list[str]:
    """Return what is wrong with the awards of a game, seat by seat and together."""
    rule = rules.extras
    if rule is None:
        return [
            f"{game.label}, seat {chair.seat}: {rules.name} knows no extra points; take them out."
            for chair in awarded
        ]
    faults = [
        f"{game.label}, seat {chair.seat}: {fault}"
        for chair in awarded
        for fault in _check_seat(chair, _outcome(game, chair), rule)
    ]
    if rule.most_recipients and len(awarded) > rule.most_recipients:
        seats = ", ".join(str(chair.seat) for chair in awarded)
        faults.append(
            f"{game.label}, seats {seats}: {len(awarded)} players have extra points, and "
            f"{rule.most_recipients} at most may; leave those of {rule.most_recipients}."
        )
    if rule.each_once:
        given: dict[tuple[Outcome, Fraction], list[int]] = {}
        for chair in awarded:
            for points in chair.extras:
                given.setdefault((_outcome(game, chair), points), []).append(chair.seat)
        faults += [
            f"{game.label}, seats {', '.join(map(str, seats))}: {_award(award)} is given "
            f"{len(seats)} times, and once a game is the most; leave one."
            for award, seats in given.items()
            if award in rule.awards and len(seats) > 1
        ]
    return faults


def _check_given(game: Game) -> list[str]:
    """Return what is wrong with points handed over: all seats of a game have them, or none."""
    missing = [chair.seat for chair in game.chairs if chair.given is None]
    if not missing or len(missing) == len(game.chairs):
        return []
    return [
        f"{game.label}, seats {', '.join(map(str, missing))}: no given points, and the other seats "
        "have them; write them for all seats or for none."
    ]


def _check_seat(chair: Chair, outcome: Outcome, rule: ExtrasRule) -> list[str]:
    """Return what is wrong with the awards of one seat."""
    faults = []
    if rule.most_each and len(chair.extras) > rule.most_each:
        faults.append(
            f"{len(chair.extras)} awards for one player, and {rule.most_each} at most may be; "
            "take out the others."
        )
    if rule.awards:
        for points in Counter(chair.extras):
            if (outcome, points) not in rule.awards:
                faults.append(
                    f"{_award((outcome, points))} is no award; the awards are "
                    f"{', '.join(_award(award) for award in rule.awards)}."
                )
        return faults
    total = sum(chair.extras, Fraction(0))
    low, high = rule.least, rule.most
    if (low is not None and total < low) or (high is not None and total > high):
        bounds = [
            f"{word} {shown(bound)}"
            for word, bound in (("from", low), ("to", high))
            if bound is not None
        ]
        faults.append(f"extra points of {shown(total)}; write a number {' '.join(bounds)}.")
    return faults


def _check_penalties(chair: Chair, rules: Rules) -> list[str]:
    """Return what is wrong with the penalties of one seat."""
    faults = []
    for kind, points in chair.penalties:
        price = rules.penalty_points.get(kind)
        if price is None and not rules.judge_penalties:
            known = ", ".join(rules.penalty_points) or "none"
            faults.append(
                f"a penalty {kind!r} of {shown(points)}, which {rules.name} does not know (it "
                f"knows: {known}); take it out."
            )
        elif price is None and points > 0:
            faults.append(f"a penalty of {shown(points)}; write a number below 0.")
        elif price is not None and price.step == 0 and points not in (0, price.points):
            faults.append(
                f"{shown(points)} for a penalty {kind!r}, which costs {shown(price.points)}; "
                "write that or 0."
            )
    return faults


def _outcome(game: Game, chair: Chair) -> Outcome:
    if game.result == "draw":
        return "draw"
    return "won" if game.won(chair) else "lost"


def _award(award: tuple[Outcome, Fraction]) -> str:
    """Return an award in words, such as "+0.5 to a loser"."""
    who = {"won": "to a winner", "lost": "to a loser", "draw": "in a draw"}
    return f"{'+' if award[1] > 0 else ''}{shown(award[1])} {who[award[0]]}"
