"""Games of Polemica in the JSON of its API, version 4 (scoring.md, section 5).

Roles are numbers: 0 don, 1 mafia, 2 civilian, 3 sheriff; result 0 is red, 1 black. Its first day is
day 1, as ours. A player dies at night where every black player alive shoots at him; the file has
no list of the dead, so exits at night are found from the shots, and exits by vote stay unknown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from scoring.importers.gathering import Fields, Unreadable, gathered, seat_list
from scoring.importers.mwt import games_of
from scoring.protocol import BLACK, Chair, Exit, Game, Protocols, Result, Role

ROLES: dict[int, Role] = {0: "don", 1: "mafia", 2: "civilian", 3: "sheriff"}
RESULTS: dict[int, Result] = {0: "red", 1: "black"}
FOULS_TO_LEAVE = 4


def matches(content: Any) -> bool:
    """Whether a JSON value holds such games."""
    games = games_of(content)
    first = games[0] if games and isinstance(games[0], dict) else {}
    players = first.get("players")
    return (
        isinstance(players, list)
        and bool(players)
        and isinstance(players[0], dict)
        and "position" in players[0]
        and "result" in first
    )


def protocols(source: object, content: Any) -> Protocols:
    """Return the protocols; votes, shots, checks and guesses go on record."""
    return gathered(source, _games(games_of(content)))


def _games(games: list[Any]) -> Iterator[Game | str]:
    for place, value in enumerate(games, start=1):
        try:
            yield _game(Fields.of(value, f"game {place}"), place)
        except Unreadable as error:
            yield f"{error}: the game does not count."


def _game(fields: Fields, place: int) -> Game:
    players = [
        Fields.of(value, f"{fields.place}, seat {seat}")
        for seat, value in enumerate(fields.items("players", 10), start=1)
    ]
    players.sort(key=lambda one: one.whole("position"))
    black = {one.whole("position") for one in players if one.word("role", ROLES) in BLACK}
    killed = night_kills(fields, black)
    first = killed.get(1)
    bonuses = _bonuses(Fields(fields.value, fields.place))
    chairs: list[Chair] = []
    seats: dict[str, Any] = {}
    move: tuple[int, ...] = ()
    for one in players:
        seat = one.whole("position")
        night = next((number for number, victim in killed.items() if victim == seat), None)
        chairs.append(_chair(one, seat, night, bonuses.get(seat, ())))
        guess = one.value.get("guess")
        if seat == first and isinstance(guess, dict):
            move = seat_list(one, "guess", guess.get("mafs") or [])
        if rest := one.rest():
            seats[str(seat)] = rest
    referee = fields.value.get("referee")
    judge = Fields.of(referee or {}, fields.place)
    factor = fields.points("factor")
    record = fields.rest()
    record["seats"] = seats
    return Game(
        stage="",
        round=place,
        table=1,
        result=fields.word("result", RESULTS),
        chairs=tuple(chairs),
        first_killed=first,
        best_move=move,
        judge=judge.text("username"),
        name=f"game {fields.text('id') or place}",
        record=record,
        factor=factor or Fraction(1),
    )


def night_kills(fields: Fields, black: set[int]) -> dict[int, int]:
    """Return who was killed in each night: the one at whom all blacks alive shot.

    A black player who has once left shoots no more, so the shooters of a night are those alive;
    one who is alive and does not shoot makes a miss, which shows when he shoots again later.
    """
    shots: dict[int, dict[int, int]] = defaultdict(dict)
    for value in Fields(fields.value, fields.place).items("shots"):
        one = Fields.of(value, f"{fields.place}, shots")
        shots[one.whole("night")][one.whole("shooter")] = one.whole("victim", 0)
    killed: dict[int, int] = {}
    for night, shot in sorted(shots.items()):
        later = {shooter for other, them in shots.items() if other >= night for shooter in them}
        victims = set(shot.values())
        if len(victims) == 1 and later & black == set(shot):
            victim = victims.pop()
            if 1 <= victim <= 10:
                killed[night] = victim
    return killed


def _chair(one: Fields, seat: int, night: int | None, bonus: tuple[Any, ...]) -> Chair:
    person = Fields.of(one.value.get("player") or {}, one.place)
    listed = Fields(one.value, one.place)  # the lists themselves stay on record
    fouls, tech = len(listed.items("fouls")), len(listed.items("techs"))
    removed = one.value.get("disqual")
    left = None
    if night is not None:
        left = Exit("night", night)
    if removed is not None:
        day = Fields.of(removed, f"{one.place}, disqual").whole("day", 0)
        left = Exit("fouls" if fouls >= FOULS_TO_LEAVE else "removed", day or None)
    award = one.points("award")
    points = [one.number("award", value) for value in bonus] + ([award] if award else [])
    return Chair(
        seat=seat,
        player=one.text("username") or person.text("username"),
        role=one.word("role", ROLES),
        fouls=min(fouls, FOULS_TO_LEAVE),
        tech_fouls=tech,
        exit=left,
        extras=tuple(value for value in points if value > 0),
        penalties=tuple(("judge", value) for value in points if value < 0),
    )


def _bonuses(fields: Fields) -> dict[int, tuple[Any, ...]]:
    """Return the judge's bonuses of each seat."""
    found: dict[int, list[Any]] = defaultdict(list)
    for value in fields.items("bonuses"):
        one = Fields.of(value, f"{fields.place}, bonuses")
        found[one.whole("position")].append(one.get("scores"))
    return {seat: tuple(values) for seat, values in found.items()}
