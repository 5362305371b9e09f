"""Games written by hand for the tests of rules.

Seats 1 to 6 are civilians, 7 the sheriff, 8 and 9 mafia, 10 the don.
"""

from dataclasses import replace
from fractions import Fraction

from scoring.points import score_games
from scoring.protocol import Chair, Exit, Game, Protocols
from scoring.rules_file import load_rules

ROLES = ("civilian",) * 6 + ("sheriff", "mafia", "mafia", "don")
CIVILIAN, SHERIFF, MAFIA, DON = 1, 7, 8, 10
"""A seat of each role."""


def play(result, number=1, *, stage="", first=None, named=(), seats=None, out=None, **more):
    """One game of p1 to p10. ``seats`` changes chairs by seat, ``out`` has exits by seat."""
    chairs = tuple(
        Chair(seat, f"p{seat}", role, exit=Exit(out[seat]) if seat in (out or {}) else None)
        for seat, role in enumerate(ROLES, start=1)
    )
    for seat, changes in (seats or {}).items():
        chairs = (*chairs[: seat - 1], replace(chairs[seat - 1], **changes), *chairs[seat:])
    return Game(stage, number, 1, result, chairs, first, tuple(named), **more)


def extra(*points):
    return {"extras": tuple(map(Fraction, points))}


def fined(points, kind="judge"):
    return {"penalties": ((kind, Fraction(points)),)}


def points(games, rules, **more):
    """The weighted total of every slot, the adjustments not among them."""
    rules = load_rules(rules) if isinstance(rules, str) else rules
    protocols = games if isinstance(games, Protocols) else Protocols(tuple(games))
    found = {}
    for score in score_games(protocols, rules, **more).games:
        found[score.slot] = found.get(score.slot, Fraction(0)) + score.total
    return found


def parts(game, rules, seat):
    """The parts of one seat of one game."""
    rules = load_rules(rules) if isinstance(rules, str) else rules
    return dict(score_games(Protocols((game,)), rules).games[seat - 1].parts)
