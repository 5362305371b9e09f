"""What does not fit together in an event: every such place, with what mends it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from schedules.names import name_key
from tournament.event_form import Event, Lock, Round, Stage, Tables, When


def misfits(event: Event) -> list[str]:
    """Return every place of an event that contradicts another one; empty if it is whole.

    Whether a seating is right is not asked here: a player who sits twice is for the checker.
    """
    people = [*_players(event), *_stages(event)]
    known = {stage.name for stage in event.stages}
    whens = (when for player in event.players for when in (player.entered, player.left))
    if any(when is not None and when.stage not in known for when in whens):
        return people  # who can be seated in which round is not even clear
    return [*people, *_rounds(event), *_protocols(event)]


def _twice(values: Iterable[object]) -> list[object]:
    return [value for value, count in Counter(values).items() if count > 1]


def _players(event: Event) -> Iterator[str]:
    known = {player.number for player in event.players}
    if not known:
        yield "There are no players; write those who take part with their draw numbers."
    for player in event.players:
        if player.number < 1:
            yield f"Player {player.name!r} has number {player.number}; numbers count from 1."
        if not player.name:
            yield f"Player {player.number} has no name."
        for word, when in (("entered", player.entered), ("left", player.left)):
            yield from _when(event, when, f"player {player.number}, {word}")
    for number in _twice(player.number for player in event.players):
        yield f"Two players have number {number}; give each his own."
    for name in _twice(name_key(player.name) for player in event.players):
        yield f"Two players are called {name!r}; add a word that tells them apart."


def _when(event: Event, when: When | None, place: str) -> Iterator[str]:
    if when is not None and when.stage not in {stage.name for stage in event.stages}:
        yield f"{place}: there is no stage {when.stage!r}; {_names(event)}."


def _names(event: Event) -> str:
    return "the stages are " + ", ".join(repr(stage.name) for stage in event.stages)


def _unknown(event: Event, numbers: Iterable[int], place: str) -> Iterator[str]:
    known = {player.number for player in event.players}
    for number in dict.fromkeys(numbers):
        if number not in known:
            yield f"{place} names player {number}; there is no player with this number."


def _stages(event: Event) -> Iterator[str]:
    if not event.stages:
        yield "There are no stages; write at least one."
    for name in _twice(stage.name for stage in event.stages):
        yield f"Two stages are called {name!r}; the protocols could not tell them apart."
    for stage in event.stages:
        place = f"stage {stage.name!r}"
        if stage.rounds < 1:
            yield f"{place} has {stage.rounds} rounds; write 1 or more."
        if stage.modes and len(stage.modes) not in (1, stage.rounds):
            yield (
                f"{place} has {len(stage.modes)} modes for {stage.rounds} rounds; write one for "
                "each round, or one for all."
            )
        for mode in stage.modes:
            yield from _mode(mode, place)
        yield from _unknown(event, stage.players or (), f"{place}, players,")
        yield from _settings(event, stage)


def _mode(mode: str, place: str) -> Iterator[str]:
    word, _, number = mode.partition(":")
    plain = word in ("random", "strict", "matrix", "final") and not number and ":" not in mode
    counted = word in ("blocks", "window") and number.isdecimal() and int(number) > 0
    if not (plain or counted):
        yield (
            f"{place}: the mode {mode!r} is not known; write random, blocks:2, window:5, strict, "
            "matrix or final."
        )


def _settings(event: Event, stage: Stage) -> Iterator[str]:
    settings, place = stage.settings, f"stage {stage.name!r}, settings,"
    for group in settings.apart:
        if len(set(group)) < 2 or len(set(group)) < len(group):
            yield f"{place} apart {list(group)} names at least two different players."
        yield from _unknown(event, group, f"{place} apart")
    for key in ("fixed_tables", "forbidden_tables", "forbidden_seats"):
        pairs: Sequence[tuple[int, int]] = getattr(settings, key)
        yield from _unknown(event, (player for player, _ in pairs), f"{place} {key}")
        for player, where in pairs:
            if where < 1:
                yield f"{place} {key} names {where} for player {player}; places count from 1."
    yield from _unknown(event, (p for _, p in settings.judge_conflicts), f"{place} judge_conflicts")
    for who in _twice(player for player, _ in set(settings.fixed_tables)):
        yield f"{place} fixed_tables gives player {who} two tables; keep one."
    if settings.seats < 2:
        yield f"{place} seats is {settings.seats}; a table has 2 or more."
    for key in ("most_of_club", "most_meetings", "most_in_a_row"):
        value = getattr(settings, key)
        if value is not None and value < 1:
            yield f"{place} {key} is {value}; write 1 or more, or leave it out."


def _rounds(event: Event) -> Iterator[str]:
    names = {stage.name: stage for stage in event.stages}
    before: tuple[int, int] | None = None
    for round_ in event.rounds:
        place = round_.label
        if round_.stage not in names:
            yield f"{place}: there is no such stage; {_names(event)}."
            continue
        now = event.moment(When(round_.stage, round_.number))
        if before is not None and now <= before:
            yield f"{place} stands after a later round, or twice; write rounds in order of play."
        before = now
        if not 1 <= round_.number <= names[round_.stage].rounds:
            yield f"{place}: the stage has rounds 1 to {names[round_.stage].rounds}."
        yield from _mode(round_.mode, place)
        yield from _seats(event, round_, round_.tables, "tables")
        if round_.drawn is not None:
            yield from _seats(event, round_, round_.drawn, "drawn")
        yield from _round_numbers(event, round_)


def _seats(event: Event, round_: Round, tables: Tables, key: str) -> Iterator[str]:
    place = f"{round_.label}, {key},"
    if not any(tables):
        yield f"{place} seats nobody; write the players of each table by seat."
    yield from _unknown(event, (p for table in tables for p in table if p is not None), place)


def _round_numbers(event: Event, round_: Round) -> Iterator[str]:
    place, tables = round_.label, round_.seated
    for key in ("sit_out", "absent"):
        yield from _unknown(event, getattr(round_, key), f"{place}, {key},")
    for number in sorted(set(round_.sit_out) & set(round_.absent)):
        yield f"{place}: player {number} sits out and is absent; he is one of them."
    yield from _unknown(event, (lock.player for lock in round_.locks), f"{place}, locks,")
    for lock in round_.locks:
        yield from _lock(lock, place, tables)
    if round_.judges and len(round_.judges) != len(tables):
        yield f"{place} has {len(round_.judges)} judges for {len(tables)} tables; write one each."
    if round_.drawn is not None and not round_.edits:
        yield f"{place} was changed after the draw; write under edits who did it, when and why."
    for edit in round_.edits:
        yield from _unknown(event, edit.swap or (), f"{place}, edits,")
    if round_.basis is not None:
        points = round_.basis.points
        yield from _unknown(event, points, f"{place}, drawn_by, points,")
        active = [n for n in event.active(round_) if n not in points]
        if active:
            yield (
                f"{place}, drawn_by, points lacks player {active[0]}"
                f"{f' and {len(active) - 1} more' if active[1:] else ''}; write everybody's."
            )


def _lock(lock: Lock, place: str, tables: Tables) -> Iterator[str]:
    name = f"{place}, lock of player {lock.player}:"
    if lock.table is not None and not 1 <= lock.table <= len(tables):
        yield f"{name} table {lock.table} is not there; tables are 1 to {len(tables)}."
    if lock.seat is not None and lock.seat < 1:
        yield f"{name} seat {lock.seat} is not there; seats count from 1."
    if lock.sits is False and (lock.table is not None or lock.seat is not None):
        yield f"{name} he sits out and has a place; keep one of both."
    if lock.table is None and lock.seat is None and lock.sits is None:
        yield f"{name} it says nothing; write a table, a seat, or whether he sits."


def _protocols(event: Event) -> Iterator[str]:
    numbers, stages = event.numbers(), {stage.name for stage in event.stages}
    seated = {
        (round_.stage, round_.number, table): seats
        for round_ in event.rounds
        for table, seats in enumerate(round_.tables, 1)
    }
    for game in event.protocols.games:
        place = f"protocols, {game.stage}, round {game.round}, table {game.table},"
        seats = seated.get((game.stage, game.round, game.table))
        if seats is None:
            yield f"{place} is a game for which nobody was seated; correct where it belongs."
            continue
        for chair in game.chairs:
            owner = numbers.get(chair.owner)
            if owner is None and not chair.substitute:
                yield (
                    f"{place} seat {chair.seat}: {chair.owner!r} is neither a number nor a name of "
                    "the players; correct it, or mark a substitute."
                )
            elif owner is not None and chair.seat <= len(seats) and seats[chair.seat - 1] != owner:
                yield (
                    f"{place} seat {chair.seat} has player {owner}, who is seated elsewhere; "
                    "correct the protocol, or enter the change by hand."
                )
    for index, adjustment in enumerate(event.protocols.adjustments, 1):
        if adjustment.slot not in numbers:
            yield f"protocols, adjustment {index}: {adjustment.slot!r} is none of the players."
        if adjustment.stage and adjustment.stage not in stages:
            yield f"protocols, adjustment {index}: there is no stage {adjustment.stage!r}."
    for index, occupant in enumerate(event.protocols.occupants, 1):
        if occupant.slot not in numbers:
            yield f"protocols, occupant {index}: {occupant.slot!r} is none of the players."
        if occupant.stage and occupant.stage not in stages:
            yield f"protocols, occupant {index}: there is no stage {occupant.stage!r}."
    yield from _corrections(event)


def _corrections(event: Event) -> Iterator[str]:
    games = {(game.stage, game.round, game.table) for game in event.protocols.games}
    for index, one in enumerate(event.corrections, 1):
        place = f"correction {index}"
        yield from _when(event, one.known_from, place)
        if (one.game is None) == (one.adjustment is None):
            yield f"{place} is of a game or of an adjustment; write one of them."
        if one.game is not None and one.game not in games:
            yield f"{place}: there is no protocol of {one.game[0]}, round {one.game[1]}."
        if one.adjustment is not None and not (
            1 <= one.adjustment <= len(event.protocols.adjustments)
        ):
            yield f"{place}: there is no adjustment {one.adjustment}."
