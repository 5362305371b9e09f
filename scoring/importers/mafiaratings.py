"""Games of mafiaratings.com in its JSON (``include/game.php``; scoring.md, section 5).

Rounds count from 0 there: round 0 is the first day, night 1 comes after it. Our first day is day 1,
so a death on the day of round r is our day r + 1; nights have the same number.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Literal

from scoring.importers.gathering import Fields, Unreadable, gathered, seat_list
from scoring.protocol import Chair, Exit, ExitKind, Game, Protocols, Result, Role

ROLES: dict[str, Role] = {"civ": "civilian", "sheriff": "sheriff", "maf": "mafia", "don": "don"}
RESULTS: dict[str, Result] = {"civ": "red", "maf": "black", "tie": "draw"}
EXITS: dict[str, ExitKind] = {
    "night": "night",
    "day": "vote",
    "warnings": "fouls",
    "techFouls": "tech",
    "kickOut": "removed",
    "teamKickOut": "team_loss",
    "giveUp": "give_up",
}
TITLES = ("bestPlayer", "bestMove", "worstMove")
"""What a bonus may be instead of a number; the worst move takes the automatic bonus away."""


def games_of(content: Any) -> list[Any]:
    """Return the games of a list, of one game, or of an answer of the site's API."""
    if isinstance(content, dict):
        inner = content.get("games")
        return inner if isinstance(inner, list) else [content]
    return content if isinstance(content, list) else []


def matches(content: Any) -> bool:
    """Whether a JSON value holds such games."""
    games = games_of(content)
    first = games[0] if games else None
    if not isinstance(first, dict) or "players" not in first:
        return False
    return first.get("winner") in list(RESULTS)  # a list: the value may be anything


def protocols(source: object, content: Any) -> Protocols:
    """Return the protocols; votes, nominations, shots, checks and warnings go on record."""
    games = games_of(content)
    events = {str(one.get("eventId")) for one in games if isinstance(one, dict)}
    return gathered(source, _games(games, several=len(events) > 1))


def _games(games: list[Any], *, several: bool) -> Iterator[Game | str]:
    numbers: dict[str, int] = {}
    for place, value in enumerate(games, start=1):
        try:
            fields = Fields.of(value, f"game {place}")
            stage = f"event {fields.text('eventId')}" if several else ""
            numbers[stage] = numbers.get(stage, 0) + 1
            yield _game(fields, stage, numbers[stage])
        except Unreadable as error:
            yield f"{error}: the game does not count."


def _game(fields: Fields, stage: str, number: int) -> Game:
    result = fields.word("winner", RESULTS)
    judge = Fields.of(fields.value.get("moderator") or {}, fields.place)
    best_move: tuple[int, ...] = ()
    told: int | None = None
    chairs: list[Chair] = []
    seats: dict[str, Any] = {}
    first = None
    for seat, value in enumerate(fields.items("players", 10), start=1):
        player = Fields.of(value, f"{fields.place}, seat {seat}")
        chair = _chair(player, seat)
        legacy = value.get("legacy")
        if chair.exit == Exit("night", 1):
            first = seat
            player.taken.add("legacy")
            if isinstance(legacy, int) and not isinstance(legacy, bool):
                told = legacy
            elif legacy is not None:
                best_move = seat_list(player, "legacy", legacy)
        chairs.append(chair)
        if rest := player.rest():
            seats[str(seat)] = rest
    record = fields.rest()
    if seats:
        record["seats"] = seats
    return Game(
        stage=stage,
        round=fields.whole("round", number),
        table=fields.whole("table", 1),
        result=result,
        chairs=tuple(chairs),
        first_killed=first,
        best_move=best_move,
        judge=judge.text("name") or judge.text("id"),
        name=f"game {fields.text('id') or number}",
        record=record,
        hits_told=told,
    )


def _chair(player: Fields, seat: int) -> Chair:
    warnings = player.value.get("warnings")
    fouls = len(warnings) if isinstance(warnings, list) else player.whole("warnings", 0)
    extras, penalties, titles = _bonus(player)
    return Chair(
        seat=seat,
        player=player.text("name") or str(player.value.get("id") or ""),
        role=player.word("role", ROLES, "civilian"),
        fouls=fouls,
        exit=_exit(player),
        extras=extras,
        penalties=penalties,
        autobonus="worstMove" not in titles,
        best_player="bestPlayer" in titles,
        best_move_award="bestMove" in titles,
        comment=player.text("comment"),
    )


def _exit(player: Fields) -> Exit | None:
    death = player.value.get("death")
    if not isinstance(death, dict):
        return None  # an old form, or alive; what is there stays on record
    fields = Fields.of(death, f"{player.place}, death")
    kind = fields.word("type", EXITS)
    number = fields.whole("round", -1)
    if not fields.rest():
        player.taken.add("death")
    if number < 0:
        return Exit(kind)
    return Exit(kind, number if kind == "night" else number + 1)


def _bonus(
    player: Fields,
) -> tuple[
    tuple[Fraction, ...],
    tuple[tuple[Literal["judge"], Fraction], ...],
    set[str],
]:
    """Return the awards, what was taken off, and the titles."""
    value = player.get("bonus")
    found = value if isinstance(value, list) else [] if value is None else [value]
    titles = {one for one in found if isinstance(one, str) and one in TITLES}
    numbers = [player.number("bonus", one) for one in found if one not in list(titles)]
    taken: tuple[tuple[Literal["judge"], Fraction], ...] = tuple(
        ("judge", one) for one in numbers if one < 0
    )
    return tuple(one for one in numbers if one > 0), taken, titles
