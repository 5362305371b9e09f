"""What can be wrong in the record of one game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from scoring.check.fault import Fault
from scoring.protocol import EXITS, RESULTS, ROLES, Chair, Game, Role

MOST_FOULS = 4
"""The fourth foul takes a player from the table."""


def check_place(game: Game) -> Iterator[Fault]:
    """Check the game: numbered from 1, a result that there is, a weight above nothing."""
    label = game.label
    if game.round < 1 or game.table < 1:
        yield Fault(
            "game_number",
            f"round {game.round}, table {game.table} cannot be",
            "number rounds and tables from 1",
            label,
        )
    if game.result not in RESULTS:
        yield Fault(
            "result", f"{game.result!r} is no result", f"write one of {', '.join(RESULTS)}", label
        )
    if game.factor <= 0:
        yield Fault(
            "factor",
            f"its weight is {game.factor}",
            "give a weight above 0, or leave it out",
            label,
        )


def check_seats(game: Game, seats: int, roles: Mapping[Role, int]) -> Iterator[Fault]:
    """Check the seats: each once, the roles that the rules state, no player twice."""
    label = game.label
    count = Counter(chair.seat for chair in game.chairs)
    for seat in range(1, seats + 1):
        if not count[seat]:
            yield Fault(
                "seat_missing", "nobody sits there", "add the row of this seat", label, seat
            )
    for seat, times in count.items():
        if not 1 <= seat <= seats:
            yield Fault(
                "seat_unknown", "there is no such seat", f"use seats 1 to {seats}", label, seat
            )
        elif times > 1:
            yield Fault(
                "seat_twice",
                f"{times} players sit there",
                "give each a seat of his own",
                label,
                seat,
            )
    found = Counter(chair.role for chair in game.chairs)
    if any(found[role] != roles.get(role, 0) for role in {*found, *roles}):
        yield Fault(
            "roles",
            f"the roles are {_role_list(found)} and should be {_role_list(roles)}",
            "correct the role that is wrong",
            label,
        )
    first: dict[str, int] = {}
    for chair in game.chairs:
        if not chair.player:
            yield Fault("no_player", "no name stands there", "name the player", label, chair.seat)
        elif chair.player in first:
            yield Fault(
                "player_twice",
                f"{chair.player} also sits on seat {first[chair.player]}",
                "correct one of the names",
                label,
                chair.seat,
            )
        else:
            first[chair.player] = chair.seat


def _role_list(counts: Mapping[Role, int]) -> str:
    known = [f"{counts[role]} {role}" for role in ROLES if counts.get(role)]
    return ", ".join(
        [*known, *(f"{n} {role!r}" for role, n in counts.items() if role not in ROLES)]
    )


def check_chair(game: Game, chair: Chair) -> Iterator[Fault]:
    """Check fouls, exit and penalties of one seat."""

    def fault(code: str, message: str, mend: str) -> Fault:
        return Fault(code, message, mend, game.label, chair.seat)

    if not 0 <= chair.fouls <= MOST_FOULS:
        yield fault("fouls", f"{chair.fouls} fouls cannot be", f"write 0 to {MOST_FOULS}")
    if chair.tech_fouls < 0:
        yield fault(
            "tech_fouls", f"{chair.tech_fouls} technical fouls cannot be", "write 0 or more"
        )
    for kind, points in chair.penalties:
        if points >= 0:
            yield fault(
                "penalty_sign",
                f"the penalty {kind!r} is {points}",
                "write what it takes off, such as -0.5",
            )
    left = chair.exit
    if left is None:
        if chair.fouls == MOST_FOULS:
            yield fault(
                "fouls_no_exit",
                f"{MOST_FOULS} fouls, and he did not leave",
                "write the exit (fouls), or correct the number of fouls",
            )
        return
    if left.kind not in EXITS:
        yield fault("exit", f"{left.kind!r} is no exit", f"write one of {', '.join(EXITS)}")
    if left.number is not None and left.number < 1:
        yield fault(
            "exit_number", f"{left.kind} {left.number} cannot be", "number nights and days from 1"
        )
    if left.kind == "fouls" and chair.fouls != MOST_FOULS:
        yield fault(
            "exit_fouls",
            f"he left by fouls and has {chair.fouls}",
            f"write {MOST_FOULS} fouls, or another exit",
        )


def check_nights(game: Game) -> Iterator[Fault]:
    """Check the nights: the first killed left in night 1, and one night kills one player."""
    label = game.label
    nights: dict[int, int] = {}
    for chair in game.chairs:
        left = chair.exit
        if left is None or left.kind != "night" or left.number is None:
            continue
        if left.number in nights:
            yield Fault(
                "night_twice",
                f"seat {nights[left.number]} was killed in night {left.number} as well",
                "correct the night of one of them",
                label,
                chair.seat,
            )
        nights.setdefault(left.number, chair.seat)
        if left.number == 1 and chair.seat != game.first_killed:
            yield Fault(
                "night_one",
                f"he left in night 1 and the first killed is {game.first_killed or 'nobody'}",
                "correct the first killed, or the exit",
                label,
                chair.seat,
            )
    if game.first_killed is None:
        return
    victim = next((chair for chair in game.chairs if chair.seat == game.first_killed), None)
    if victim is None:
        yield Fault(
            "first_killed",
            f"the first killed is seat {game.first_killed}, which is not there",
            "correct the first killed",
            label,
        )
    elif victim.exit and (victim.exit.kind != "night" or victim.exit.number not in (None, 1)):
        yield Fault(
            "first_killed_exit",
            f"he was killed first and left otherwise ({victim.exit.kind})"
            if victim.exit.kind != "night"
            else f"he was killed first and left in night {victim.exit.number}",
            "write the exit night 1, or correct the first killed",
            label,
            victim.seat,
        )


def check_best_move(game: Game, names: int) -> Iterator[Fault]:
    """Check the best move: different seats, not oneself, by one killed in the first night."""
    label, move = game.label, ", ".join(map(str, game.best_move))
    seat, told = game.first_killed or 0, game.hits_told
    if told is not None and (not 0 <= told <= names or (game.best_move and told != _hits(game))):
        yield Fault(
            "best_move_hits",
            f"the best move is said to hit {told}",
            f"write what it hit, 0 to {names}, or only the seats",
            label,
            seat,
        )
    if told and not seat:
        yield Fault(
            "best_move_nobody",
            f"a best move that hit {told} and nobody was killed first",
            "name the first killed, or take the best move out",
            label,
        )
    if not game.best_move:
        return
    if not seat:
        yield Fault(
            "best_move_nobody",
            f"a best move ({move}) and nobody was killed first",
            "name the first killed, or take the best move out",
            label,
        )
    if len(game.best_move) > names:
        yield Fault(
            "best_move_long",
            f"the best move names {len(game.best_move)} seats",
            f"name {names} at most",
            label,
            seat,
        )
    if len(set(game.best_move)) < len(game.best_move):
        yield Fault(
            "best_move_twice",
            f"the best move ({move}) names a seat twice",
            "name each seat once",
            label,
            seat,
        )
    if seat and seat in game.best_move:
        yield Fault(
            "best_move_self",
            f"the best move ({move}) names himself",
            "take his own seat out",
            label,
            seat,
        )
    there = {chair.seat for chair in game.chairs}
    for named in sorted(set(game.best_move) - there):
        yield Fault(
            "best_move_seat",
            f"the best move names seat {named}, which is not there",
            "correct the seat",
            label,
            seat,
        )


def _hits(game: Game) -> int:
    return sum(not chair.red and chair.seat in game.best_move for chair in game.chairs)
