"""Ci: what makes up to a player for being killed in the first night more often than others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.exact import root, rounded
from scoring.protocol import Chair, Game
from scoring.rules import CompensationRule, Rules

NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Deaths:
    """First-night deaths of a player or a team in a group of stages.

    Attributes
    ----------
    deaths
        i, how often he was killed in the first night as a red player.
    games
        N, the games he played; for a team the games of all its players.
    """

    deaths: int
    games: int


def amount(rule: CompensationRule, deaths: int, games: int) -> Fraction:
    """Return Ci before it is multiplied by what becomes of the game, unrounded.

    Parameters
    ----------
    rule
        The formula and its numbers.
    deaths
        i, first-night deaths.
    games
        N, games played.

    Notes
    -----
    "share" is that of FIIM and FSM: min(cap, unit · i / B) with B = round(0.4 · N), at least
    ``floor`` and never below 1, rounded half up. "linear" is that of the American league:
    max(min(unit · i/N + offset, cap), 0). "triangle" is that of the WakeUp student league:
    k(k+1)/√N with k = max(0, i - N/10), times ``unit``.
    """
    if not games or not deaths:
        return NOTHING
    if rule.formula == "share":
        base = max(rule.floor, 1, int(rounded(rule.share * games, 0)))
        value = rule.unit * deaths / base
    elif rule.formula == "linear":
        value = rule.unit * deaths / games + rule.offset
    else:
        over = max(NOTHING, deaths - Fraction(games, 10))
        value = rule.unit * over * (over + 1) / root(games)
    if rule.cap is not None:
        value = min(value, rule.cap)
    return max(value, NOTHING)


def victim(game: Game) -> Chair | None:
    """Return the red player killed in the first night, if there is one whose points count."""
    if game.first_killed is None:
        return None
    chair = game.chair(game.first_killed)
    return chair if chair.red and not chair.substitute else None


def deaths(
    games: Sequence[Game], rules: Rules, rule: CompensationRule, teams: Mapping[str, str]
) -> Mapping[tuple[str, str], Deaths]:
    """Return i and N of every player (or team) in every group, by (group, slot or team).

    A game in which a substitute sat in belongs to nobody and is counted for nobody.
    """
    played: dict[str, Counter[str]] = {}
    killed: Counter[tuple[str, str]] = Counter()
    groups: dict[str, str] = {}
    for game in games:
        group = groups.get(game.stage)
        if group is None:
            group = groups[game.stage] = rules.series_of(game.stage, rule.group)
        played.setdefault(group, Counter()).update(
            [chair.slot or chair.player for chair in game.chairs if not chair.substitute]
        )
        chair = victim(game)
        if chair is not None and (not rule.only_with_hits or game.hits):
            killed[group, _who(rule, chair.owner, teams)] += 1
    counted: Counter[tuple[str, str]] = Counter()
    for group, slots in played.items():
        for slot, times in slots.items():
            counted[group, _who(rule, slot, teams)] += times
    return {key: Deaths(killed[key], times) for key, times in counted.items()}


def compensations(
    games: Sequence[Game], rules: Rules, teams: Mapping[str, str]
) -> Mapping[int, Fraction]:
    """Return Ci of the first killed of each game, by the number of the game in the list, from 0.

    It is paid for each game in which he was killed first, with the i of all games of the group,
    times what the rules say for the result and for a best move with or without a hit; a draw
    pays nothing. The "triangle" is paid once for all games: in the last of these games.

    Parameters
    ----------
    games
        Games that count, in order of play.
    rules
        The rule set; without compensation nothing is paid.
    teams
        Team of each slot, where the counters are the team's.
    """
    rule = rules.compensation
    if rule is None:
        return {}
    found = deaths(games, rules, rule, teams)
    once = rule.formula == "triangle"
    amounts: dict[tuple[str, str], Fraction] = {}
    payments: dict[tuple[tuple[str, str], bool, bool], Fraction] = {}
    paid: dict[int, Fraction] = {}
    seen: set[tuple[str, str]] = set()
    last_first = reversed(range(len(games))) if once else range(len(games))
    for index in last_first:
        game = games[index]
        chair = victim(game)
        if chair is None or (game.result == "draw" and not once):
            continue
        key = (rules.series_of(game.stage, rule.group), _who(rule, chair.owner, teams))
        if key not in amounts:
            amounts[key] = amount(rule, found[key].deaths, found[key].games)
        if once:
            if key not in seen:
                seen.add(key)
                paid[index] = _shown(rule, amounts[key])
            continue
        state = (key, game.hits > 0, game.won(chair))
        if state not in payments:
            payments[state] = _shown(rule, amounts[key] * rule.factors[state[1:]])
        paid[index] = payments[state]
    return {index: points for index, points in paid.items() if points}


def _who(rule: CompensationRule, slot: str, teams: Mapping[str, str]) -> str:
    """Return whose counters a slot's games go to."""
    return teams[slot] if rule.counter == "team" else slot


def _shown(rule: CompensationRule, points: Fraction) -> Fraction:
    return points if rule.places is None else rounded(points, rule.places)
