"""Fan games: unrated tables beside the final, for those who are not in it and for guests."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from optimizer.draw import ticket
from schedules.names import name_key
from schedules.texts import tidy
from scoring.check import check_valid
from scoring.protocol import Game, Protocols
from tournament.flow.asking import FlowError, need_playing
from tournament.store import Store
from tournament.store.loading import game_of, game_text
from tournament.store.state import State

STAGE, RECORDED = "fan", "fan-record"
"""What protocols of fan games have as their stage, and what the log calls recording one."""


@dataclass(frozen=True)
class FanRound:
    """A round of fan games.

    Attributes
    ----------
    number
        From 1.
    tables
        Names by table and seat.
    waiting
        Who is left over; they come first in the next round.
    """

    number: int
    tables: tuple[tuple[str, ...], ...]
    waiting: tuple[str, ...]


def fan_rounds(state: State) -> tuple[FanRound, ...]:
    """Return the rounds of fan games so far; they stand in the log and count for nothing."""
    found = [json.loads(line.after) for line in state.log if line.what == "fan"]
    return tuple(
        FanRound(one["round"], tuple(map(tuple, one["tables"])), tuple(one["waiting"]))
        for one in found
    )


def seat_fans(
    store: Store, *, guests: Sequence[str] = (), without: Sequence[str] = (), who: str = ""
) -> FanRound:
    """Seat a round of fan games at full tables.

    Those who are not in the stage that is being played, and guests. Who had fewer fan games comes
    first, then the ticket of the draw decides (seed of the event, " fan " and the round).

    Parameters
    ----------
    guests
        Who plays besides.
    without
        Who does not want to.

    Raises
    ------
    FlowError
        If everybody is in the stage that is being played, somebody is named who plays in it, or
        the table would not be full.
    """
    with store.change("fan", who=who) as change:
        state = change.state
        need_playing(state)
        stage = state.rounds[-1].stage
        field = state.fields.get(stage)
        if field is None:
            raise FlowError(
                f"Everybody plays in {stage}; fan games begin with a stage that some only enter."
            )
        busy = {name_key(state.occupant(slot).name) for slot in field}
        free = [
            state.occupant(slot).name
            for slot in state.numbers
            if slot not in field and slot not in state.out
        ]
        names = {name_key(name): name for name in (*free, *map(tidy, guests))}
        for guest in guests:
            if name_key(tidy(guest)) in busy:
                raise FlowError(f"{guest} plays in {stage}; let him finish first.")
        left = {name_key(tidy(name)) for name in without}
        found = _seated(state, [name for key, name in names.items() if key not in left])
        change.after.update(
            round=found.number, tables=found.tables, waiting=found.waiting, guests=list(guests)
        )
    return found


@dataclass(frozen=True)
class FanStanding:
    """What somebody did in fan games: how many he played and won; nothing of it counts."""

    name: str
    games: int
    wins: int


def record_fan(store: Store, game: Game, *, who: str = "") -> bool:
    """Record a fan game, to be shown apart; it never counts for anything.

    Recording it again replaces it. Returns whether anything changed.

    Parameters
    ----------
    game
        Its round and table are those of the fan rounds; its stage is not looked at.

    Raises
    ------
    FlowError
        If no such game was seated, or others play in it.
    ProtocolError
        If the protocol does not fit the game: seats, roles, best move.
    """
    with store.change(RECORDED, who=who) as change:
        state = change.state
        need_playing(state)
        game = replace(game, stage=STAGE, chairs=tuple(sorted(game.chairs, key=lambda c: c.seat)))
        rounds = {one.number: one for one in fan_rounds(state)}
        seated = rounds.get(game.round)
        if seated is None or not 1 <= game.table <= len(seated.tables):
            raise FlowError(
                f"{game.label}: there is no such game; {len(rounds)} rounds of fan games are "
                "seated. Seat one: seating event fan."
            )
        names = seated.tables[game.table - 1]
        if [name_key(chair.player) for chair in game.chairs] != list(map(name_key, names)):
            raise FlowError(
                f"{game.label}: its seats 1 to {len(names)} are {', '.join(names)}; write them so."
            )
        roles = state.rules.roles
        check_valid(
            Protocols(games=(game,)), seats=len(names), roles=roles,
            best_move_names=state.rules.best_move_names,
        )  # fmt: skip
        change.idle = fan_games(state).get((game.round, game.table)) == game
        change.after.update(round=game.round, table=game.table, game=game_text(game))
    return not change.idle


def fan_games(state: State) -> dict[tuple[int, int], Game]:
    """Return the fan games that are recorded, by round and table."""
    found = [json.loads(line.after) for line in state.log if line.what == RECORDED]
    return {(one["round"], one["table"]): game_of(one["game"]) for one in found}


def fan_standings(state: State) -> tuple[FanStanding, ...]:
    """Return who played fan games, most wins first, then fewest games, then by name."""
    games: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    for game in fan_games(state).values():
        for chair in game.chairs:
            games[chair.player] += game.result != "void"
            wins[chair.player] += game.won(chair)
    rows = [FanStanding(name, count, wins[name]) for name, count in games.items()]
    return tuple(sorted(rows, key=lambda row: (-row.wins, row.games, row.name)))


def _seated(state: State, names: Sequence[str]) -> FanRound:
    rounds, seats = fan_rounds(state), state.format.seats
    if len(names) < seats:
        raise FlowError(
            f"{len(names)} are free, and a table has {seats} seats; bring guests with --guest NAME."
        )
    number = len(rounds) + 1
    had = Counter(name for one in rounds for table in one.tables for name in table)
    seed = f"{state.seed} fan {number}"
    order = sorted(names, key=lambda name: (had[name], ticket(seed, name)))
    full = len(order) // seats * seats
    playing = sorted(order[:full], key=lambda name: ticket(seed, name))
    tables = tuple(tuple(playing[n : n + seats]) for n in range(0, full, seats))
    return FanRound(number, tables, tuple(order[full:]))
