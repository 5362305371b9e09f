"""The reader of the case ``team_marathon_2025.csv``, apart from the importers on purpose."""

import csv
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from scoring.protocol import Chair, Game, Protocols

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases" / "games"
HITS = {"0": 0, "0.1": 1, "0.3": 2, "0.6": 3}
"""Hits of the best move by its points in the table of MafiaUniverse 2025."""
ROLES = {"civ": "civilian", "sheriff": "sheriff", "mafia": "mafia", "don": "don"}


def rows_of(name):
    path = CASES / name
    if not path.exists():
        pytest.skip(f"the case {name} is not beside the project, in shared/cases/games")
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def teams_of(games):
    """Teams of three are those who never play with each other.

    Some meet nobody of a further player by chance; whoever has exactly two that he never meets
    has his team, and who is in a team is no candidate for others. That leaves nobody over.
    """
    tables = [{row["player"] for row in rows} for rows in games.values()]
    players = set().union(*tables)
    met = {pair for table in tables for pair in permutations(table, 2)}
    apart = {one: {two for two in players - {one} if (one, two) not in met} for one in players}
    teams = {}
    while apart:
        one = min(one for one in apart if len(apart[one]) == 2)
        team = {one, *apart[one]}
        assert all((a, b) not in met for a, b in permutations(team, 2))
        teams |= dict.fromkeys(team, "+".join(sorted(team)))
        apart = {two: others - team for two, others in apart.items() if two not in team}
    return teams


def marathon():
    """The protocols, and the rows of each game in the order of the seats."""
    games = {}
    for row in rows_of("team_marathon_2025.csv"):
        games.setdefault(row["game_id"], []).append(row)
    protocols = [_game(number, rows) for number, rows in enumerate(games.values(), start=1)]
    return Protocols(tuple(protocols), teams=teams_of(games)), list(games.values())


def _game(number, rows):
    chairs, first, named = [], None, ()
    black = [int(row["seat"]) for row in rows if row["role"] in ("mafia", "don")]
    for row in rows:
        seat, dop = int(row["seat"]), Fraction(row["dop"])
        fines = [(kind, Fraction(row[kind])) for kind in ("penalty", "tech_penalty")]
        if dop < 0:
            fines.append(("dop", dop))
        chairs.append(
            Chair(
                seat,
                row["player"],
                ROLES[row["role"]],
                extras=(dop,) if dop > 0 else (),
                penalties=tuple((kind, -abs(points)) for kind, points in fines if points),
            )
        )
        if row["first_killed"] == "1":
            first = seat
            hits = HITS[row["lh"]]
            red = [s for s in range(1, 11) if s not in black and s != seat]
            named = tuple(black[:hits] + red[: 3 - hits])
    return Game("", number, 1, rows[0]["winner"], tuple(chairs), first, named)
