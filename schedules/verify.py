"""The verifier: whether a schedule keeps every rule, recounted from the seats alone.

It shares no code with the optimizer and none with the measures: plain loops over the chairs, one
small function for each rule, so that a mistake elsewhere cannot hide itself here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

from schedules.faults import Fault, InvalidScheduleError
from schedules.judges import verify_rota
from schedules.names import name_key
from schedules.numbering import Cell, place, to_file
from schedules.schedule import EMPTY, Schedule
from schedules.verify_wishes import WISH_RULES


def verify(schedule: Schedule) -> list[Fault]:
    """List every fault of a schedule; an empty list means that it is valid.

    The rules are those of criterion 1 of the matrix: everyone at most once a round, the due
    games each, every game full of different players, every hard wish kept; and the names fit.
    Where judges are named, their rota is verified too.
    """
    faults = [fault for rule in RULES.values() for fault in rule(schedule)]
    if schedule.judges is not None:
        faults += verify_rota(schedule, schedule.judges)
    return faults


def check_valid(schedule: Schedule) -> None:
    """Raise :class:`InvalidScheduleError` with every fault, unless the schedule is valid."""
    faults = verify(schedule)
    if faults:
        raise InvalidScheduleError(faults, name=schedule.name)


def _games(schedule: Schedule) -> Iterator[tuple[int, int, list[int]]]:
    """Yield round, table and what stands on the seats of every table of every round."""
    for r, tables in enumerate(schedule.seating.tolist()):
        for t, seats in enumerate(tables):
            yield r, t, seats


def _is_player(schedule: Schedule, value: int) -> bool:
    return 0 <= value < schedule.problem.num_players


def _everyone_always(schedule: Schedule) -> bool:
    problem = schedule.problem
    return problem.games_per_player == problem.num_rounds and not problem.other_games


def _due(schedule: Schedule, player: int) -> int:
    """Return the games that a player is to play."""
    problem = schedule.problem
    return dict(problem.other_games).get(player, problem.games_per_player)


def _seats_by_round(schedule: Schedule) -> list[dict[int, list[Cell]]]:
    """Return for each round the chairs of every player who sits in it."""
    where: list[dict[int, list[Cell]]] = [defaultdict(list) for _ in range(schedule.num_rounds)]
    for r, t, seats in _games(schedule):
        for s, value in enumerate(seats):
            if _is_player(schedule, value):
                where[r][value].append((r, t, s))
    return where


def _listed(cells: list[Cell]) -> str:
    return "; ".join(place(cell) for cell in cells)


def rule_shape(schedule: Schedule) -> list[Fault]:
    """Check that rounds, tables and seats are as many as the problem states."""
    problem = schedule.problem
    due = (problem.num_rounds, problem.num_tables, problem.num_seats)
    words = ("rounds", "tables", "seats at a table")
    return [
        Fault("shape", f"The schedule has {has} {word}; the problem states {want}.")
        for word, has, want in zip(words, schedule.seating.shape, due, strict=True)
        if has != want
    ]


def rule_number(schedule: Schedule) -> list[Fault]:
    """Check that whoever sits on a chair is one of the players."""
    last = schedule.problem.num_players
    return [
        Fault(
            "number",
            f"{place((r, t, s)).capitalize()} holds {to_file(value)}; the players are 1 to {last}."
            + (" Numbers in a file count from 1." if to_file(value) == 0 else ""),
            *(r, t, s),
            cells=((r, t, s),),
        )
        for r, t, seats in _games(schedule)
        for s, value in enumerate(seats)
        if value != EMPTY and not _is_player(schedule, value)
    ]


def rule_empty_chair(schedule: Schedule) -> list[Fault]:
    """Check that a table where somebody sits has no empty chair, or no more than are allowed."""
    fewest = schedule.problem.fewest_seats
    full = fewest == schedule.problem.num_seats
    must = "every game must be full" if full else f"a game needs {fewest} players"
    return [
        Fault(
            "empty_chair",
            f"{place((r, t, s)).capitalize()} is empty; {must}.",
            *(r, t, s),
            cells=((r, t, s),),
        )
        for r, t, seats in _games(schedule)
        if 0 < sum(value != EMPTY for value in seats) < fewest
        for s, value in enumerate(seats)
        if value == EMPTY
    ]


def rule_idle_table(schedule: Schedule) -> list[Fault]:
    """Check that a table stands idle only where the games of the stage fit on the others.

    Wherever this rule is broken, players are short of games too; it is here to name the table.
    """
    games = list(_games(schedule))
    idle = [(r, t) for r, t, seats in games if all(value == EMPTY for value in seats)]
    due, stand = schedule.problem.num_games, len(games) - len(idle)
    if stand >= due:
        return []
    return [
        Fault(
            "idle_table",
            f"Nobody sits at round {r + 1}, table {t + 1}; "
            f"{stand} games are played and {due} are due.",
            *(r, t),
            cells=tuple((r, t, s) for s in range(schedule.seating.shape[2])),
        )
        for r, t in idle
    ]


def rule_twice_at_table(schedule: Schedule) -> list[Fault]:
    """Check that nobody has two seats at one table."""
    faults = []
    for where in _seats_by_round(schedule):
        for player, cells in sorted(where.items()):
            for table in sorted({t for _, t, _ in cells}):
                here = [cell for cell in cells if cell[1] == table]
                if len(here) > 1:
                    sentence = f"Player {player + 1} sits twice at one table: {_listed(here)}."
                    faults.append(Fault("twice_at_table", sentence, *here[-1], player, tuple(here)))
    return faults


def rule_twice_in_round(schedule: Schedule) -> list[Fault]:
    """Check that nobody sits at two tables in one round."""
    faults = []
    for where in _seats_by_round(schedule):
        for player, cells in sorted(where.items()):
            if len({t for _, t, _ in cells}) > 1:
                sentence = f"Player {player + 1} sits at two tables in one round: {_listed(cells)}."
                faults.append(Fault("twice_in_round", sentence, *cells[-1], player, tuple(cells)))
    return faults


def rule_games(schedule: Schedule) -> list[Fault]:
    """Check that everyone plays the due games; where nobody sits out, in every round.

    A player who is short of games is named with the chairs most likely meant for him.
    """
    problem = schedule.problem
    where = _seats_by_round(schedule)
    if _everyone_always(schedule):
        return [
            _short(schedule, where, player, [r])
            for r in range(schedule.num_rounds)
            for player in range(problem.num_players)
            if player not in where[r]
        ]
    played = Counter(player for cells in where for player, at in cells.items() for _ in at)
    faults = []
    for player in range(problem.num_players):
        due = _due(schedule, player)
        if played[player] < due:
            absent = [r for r in range(schedule.num_rounds) if player not in where[r]]
            faults.append(_short(schedule, where, player, absent))
        elif played[player] > due:
            sentence = f"Player {player + 1} plays {played[player]} games; {due} are due."
            faults.append(Fault("games", sentence, player=player))
    return faults


def _short(
    schedule: Schedule, where: list[dict[int, list[Cell]]], player: int, rounds: list[int]
) -> Fault:
    """Return the fault of a player who plays too little, with the chairs meant for him."""
    cells = _holes(schedule, where, player, rounds)
    if _everyone_always(schedule):
        text, round_ = f"Player {player + 1} is missing in round {rounds[0] + 1}", rounds[0]
    else:
        games = sum(len(at.get(player, [])) for at in where)
        due = _due(schedule, player)
        text, round_ = f"Player {player + 1} plays {games} games; {due} are due", None
    if cells:
        text += f". The seat is most likely {place(cells[0])}"
        if len(cells) > 1:
            text += f" (or {_listed(cells[1:4])}{'; ...' if len(cells) > 4 else ''})"
    return Fault("games", text + ".", round_, player=player, cells=tuple(cells))


def _holes(
    schedule: Schedule, where: list[dict[int, list[Cell]]], player: int, rounds: list[int]
) -> list[Cell]:
    """Return the chairs that may be meant for a missing player, the likeliest first.

    First chairs with nobody on them; then chairs of a player who has too many. Among these the
    likeliest is the one that leaves both players' seats and tables the more even.
    """
    played = Counter(p for cells in where for p, at in cells.items() for _ in at)
    ranked: list[tuple[bool, int, Cell]] = []
    for r, t, seats in _games(schedule):
        if r not in rounds or all(value == EMPTY for value in seats):
            continue
        for s, value in enumerate(seats):
            cell = (r, t, s)
            if not _is_player(schedule, value):
                ranked.append((False, _habit(where, player, cell), cell))
            elif len(where[r][value]) > 1 or (
                not _everyone_always(schedule) and played[value] > _due(schedule, value)
            ):
                uneven = _habit(where, player, cell) - _habit(where, value, cell)
                ranked.append((True, uneven, cell))
    return [cell for _, _, cell in sorted(ranked)]


def _habit(where: list[dict[int, list[Cell]]], player: int, cell: Cell) -> int:
    """Count the other games of a player on this seat and, half as heavy, at this table."""
    others = [at for cells in where for at in cells.get(player, []) if at != cell]
    return sum(2 * (s == cell[2]) + (t == cell[1]) for _, t, s in others)


def rule_names(schedule: Schedule) -> list[Fault]:
    """Check that, where names are bound, every slot has one and no two are the same."""
    names, due = schedule.players, schedule.problem.num_players
    faults = []
    if names and len(names) != due:
        faults.append(Fault("names", f"There are {len(names)} names for {due} players."))
    first: dict[str, int] = {}
    for player, name in enumerate(names):
        key = name_key(name)
        if not key:
            faults.append(Fault("names", f"Player {player + 1} has no name.", player=player))
        elif first.setdefault(key, player) != player:
            sentence = f"Players {first[key] + 1} and {player + 1} have one name, {name!r}."
            faults.append(Fault("names", sentence, player=player))
    return faults


RULES: dict[str, Callable[[Schedule], list[Fault]]] = {
    "shape": rule_shape,
    "number": rule_number,
    "empty_chair": rule_empty_chair,
    "idle_table": rule_idle_table,
    "twice_at_table": rule_twice_at_table,
    "twice_in_round": rule_twice_in_round,
    "games": rule_games,
    **WISH_RULES,
    "names": rule_names,
}
"""Every rule by its code, in the order in which faults are listed."""
