"""The rules of the verifier that the wishes make: who meets whom, and who may be where.

Like all of the verifier it shares no code with the optimizer, and counts from the chairs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations

from schedules.faults import Fault
from schedules.numbering import Cell, place
from schedules.schedule import Schedule


def _sitting(schedule: Schedule) -> Iterator[tuple[Cell, int]]:
    """Yield every chair on which a player sits, with the player."""
    for r, tables in enumerate(schedule.seating.tolist()):
        for t, seats in enumerate(tables):
            for s, value in enumerate(seats):
                if 0 <= value < schedule.problem.num_players:
                    yield (r, t, s), value


def _listed(cells: list[Cell]) -> str:
    return "; ".join(place(cell) for cell in cells)


def _meetings(schedule: Schedule) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """Return the games, as (round, table), in which each two players meet."""
    met: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    games: dict[tuple[int, int], set[int]] = defaultdict(set)
    for (r, t, _), player in _sitting(schedule):
        games[r, t].add(player)
    for game, players in games.items():
        for pair in combinations(sorted(players), 2):
            met[pair].append(game)
    return met


def _chairs(schedule: Schedule, pair: tuple[int, int], game: tuple[int, int]) -> list[Cell]:
    seats = schedule.seating[game].tolist()
    return [(*game, seats.index(player)) for player in pair]


def rule_apart(schedule: Schedule) -> list[Fault]:
    """Check that players who are to be kept apart never meet."""
    return _kept_apart(schedule, schedule.problem.apart, "apart", "are to be kept apart")


def rule_teams(schedule: Schedule) -> list[Fault]:
    """Check that team-mates never meet."""
    return _kept_apart(schedule, schedule.problem.teams, "teams", "are of one team")


def _kept_apart(
    schedule: Schedule, groups: tuple[tuple[int, ...], ...], code: str, why: str
) -> list[Fault]:
    """Return the faults of players of one group who meet."""
    met = _meetings(schedule)
    faults = []
    for group in groups:
        for pair in combinations(sorted(group), 2):
            for game in met.get(pair, []):
                cells = _chairs(schedule, pair, game)
                sentence = (
                    f"Players {pair[0] + 1} and {pair[1] + 1} {why} and meet: {_listed(cells)}."
                )
                faults.append(Fault(code, sentence, *game, cells=tuple(cells)))
    return faults


def rule_at_most(schedule: Schedule) -> list[Fault]:
    """Check that players whose meetings are limited do not meet more often."""
    met = _meetings(schedule)
    faults = []
    for group, limit in schedule.problem.at_most:
        for pair in combinations(sorted(group), 2):
            games = met.get(pair, [])
            if len(games) > limit:
                cells = [cell for game in games for cell in _chairs(schedule, pair, game)]
                sentence = (
                    f"Players {pair[0] + 1} and {pair[1] + 1} meet {len(games)} times, "
                    f"at most {limit} is allowed: {_listed(cells)}."
                )
                faults.append(Fault("at_most", sentence, cells=tuple(cells)))
    return faults


def rule_at_least(schedule: Schedule) -> list[Fault]:
    """Check that players who are to meet so and so often do."""
    met = _meetings(schedule)
    return [
        Fault(
            "at_least",
            f"Players {i + 1} and {j + 1} meet {len(met.get((i, j), []))} times, "
            f"at least {limit} is asked.",
        )
        for group, limit in schedule.problem.at_least
        for i, j in combinations(sorted(group), 2)
        if len(met.get((i, j), [])) < limit
    ]


def rule_tables(schedule: Schedule) -> list[Fault]:
    """Check that nobody sits at a table that a wish bars to him."""
    fixed = dict(schedule.problem.fixed_tables)
    forbidden = set(schedule.problem.forbidden_tables)
    faults = []
    for cell, player in _sitting(schedule):
        table = cell[1]
        if fixed.get(player, table) != table:
            why = f"is to sit at table {fixed[player] + 1} always"
        elif (player, table) in forbidden:
            why = f"is not to sit at table {table + 1}"
        else:
            continue
        sentence = f"Player {player + 1} {why} and has {place(cell)}."
        faults.append(Fault("tables", sentence, *cell, player=player, cells=(cell,)))
    return faults


def rule_absent(schedule: Schedule) -> list[Fault]:
    """Check that nobody plays in a round for which he is absent."""
    absent = set(schedule.problem.absent)
    return [
        Fault(
            "absent",
            f"Player {player + 1} is absent in round {cell[0] + 1} and has {place(cell)}.",
            *cell,
            player=player,
            cells=(cell,),
        )
        for cell, player in _sitting(schedule)
        if (player, cell[0]) in absent
    ]


WISH_RULES: dict[str, Callable[[Schedule], list[Fault]]] = {
    "apart": rule_apart,
    "at_most": rule_at_most,
    "at_least": rule_at_least,
    "teams": rule_teams,
    "tables": rule_tables,
    "absent": rule_absent,
}
"""Every rule by its code, in the order in which faults are listed."""
