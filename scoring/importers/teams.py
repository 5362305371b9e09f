"""Teams that no file tells: where each team has one player in every game, teammates never meet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from scoring.protocol import Game

MOST_STEPS = 20_000
"""Steps of the search; where so many do not settle it, people simply meet too seldom to tell."""


def teams_never_met(games: Sequence[Game]) -> dict[str, str]:
    """Return the team of each player, where every game has one player of every team.

    There are as many teams then as seats, and all are equally large. Players who never meet need
    not be teammates; the teams are returned only if there is exactly one way to part all players
    into such teams of people who never meet.

    Returns
    -------
    dict
        Player to team, which is named by its players; empty where nothing is sure.
    """
    rosters = [sorted(chair.player for chair in game.chairs) for game in games]
    players = sorted({player for roster in rosters for player in roster})
    seats = {len(roster) for roster in rosters}
    if len(seats) != 1:
        return {}
    size, rest = divmod(len(players), seats.pop())
    if rest or size < 2:
        return {}
    met = {pair for roster in rosters for pair in combinations(roster, 2)}
    apart = {
        one: {
            other
            for other in players
            if other != one and (min(one, other), max(one, other)) not in met
        }
        for one in players
    }
    found: list[tuple[tuple[str, ...], ...]] = []
    for step, teams in enumerate(_partitions(apart, size, frozenset(players), ()), start=1):
        if teams:
            found.append(teams)
        if len(found) > 1 or step > MOST_STEPS:
            return {}
    return {one: "-".join(team) for team in sorted(found[0]) for one in team} if found else {}


def _partitions(
    apart: Mapping[str, set[str]],
    size: int,
    left: frozenset[str],
    teams: tuple[tuple[str, ...], ...],
) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Yield every way to part those who are left; nothing ("()") for a step that leads nowhere."""
    if not left:
        yield teams
        return
    one = min(left, key=lambda player: (len(apart[player] & left), player))
    mates = sorted(apart[one] & left)
    for others in combinations(mates, size - 1):
        if all(second in apart[first] for first, second in combinations(others, 2)):
            team = tuple(sorted((one, *others)))
            yield from _partitions(apart, size, left - set(team), (*teams, team))
        else:
            yield ()
    yield ()
