"""Games of the Mafia World Tour in the JSON of its API (scoring.md, section 5).

The layout is that of ``include/mwt_game.php`` of mafiaratings; no real file was at hand. Days and
nights count from 1. Penalties are written there without their sign.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from scoring.importers.gathering import Fields, Unreadable, gathered, seat_list
from scoring.protocol import Chair, Exit, Game, Protocols, Result, Role

ROLES: dict[str, Role] = {
    "red": "civilian",
    "sheriff": "sheriff",
    "black": "mafia",
    "don": "don",
}
RESULTS: dict[str, Result] = {"red": "red", "black": "black", "draw": "draw"}
VOTE, NIGHT, REMOVED, TEAM_LOSS = 1, 2, 3, 4
"""Kinds of leaving (``leave_type``)."""
FOULS_TO_LEAVE = 4


def games_of(content: Any) -> list[Any]:
    """Return the games of a list, of one game, or of an object that holds them."""
    if isinstance(content, dict):
        inner = content.get("games")
        return inner if isinstance(inner, list) else [content]
    return content if isinstance(content, list) else []


def matches(content: Any) -> bool:
    """Whether a JSON value holds such games."""
    games = games_of(content)
    result = games[0].get("result") if games and isinstance(games[0], dict) else None
    return isinstance(result, dict) and "player_roles" in result


def protocols(source: object, content: Any) -> Protocols:
    """Return the protocols; checks, times and counts of votes go on record."""
    return gathered(source, _games(games_of(content)))


def _games(games: list[Any]) -> Iterator[Game | str]:
    for place, value in enumerate(games, start=1):
        try:
            yield _game(Fields.of(value, f"game {place}"), place)
        except Unreadable as error:
            yield f"{error}: the game does not count."


def _game(fields: Fields, place: int) -> Game:
    result = Fields.of(fields.get("result"), f"{fields.place}, result")
    players = result.items("players", 10)
    roles = result.items("player_roles", 10)
    exits = _exits(result)
    first = result.whole("killed_first", 0)
    if 1 <= first <= 10:
        exits.setdefault(first, Exit("night", 1))
    columns = {
        name: result.items(name, 10) if result.value.get(name) is not None else [None] * 10
        for name in (
            "is_replacement", "player_fouls", "game_autobonus", "game_bonus", "penalty",
            "penalty_disciplinary",
        )
    }  # fmt: skip
    chairs = []
    for seat in range(1, 11):
        values = {name: column[seat - 1] for name, column in columns.items()}
        values |= {"player": players[seat - 1], "role": roles[seat - 1]}
        one = Fields.of(values, f"{fields.place}, seat {seat}")
        chairs.append(_chair(one, seat, exits.get(seat)))
    move = seat_list(result, "best_move_value", result.get("best_move_value") or [])
    told = result.value.get("best_move")
    told_only = isinstance(told, int) and not isinstance(told, bool) and not move and first > 0
    stage = fields.text("part_number")
    record = {**fields.rest(), **result.rest()}
    return Game(
        stage=f"part {stage}" if stage else "",
        round=fields.whole("session_number", place),
        table=fields.whole("table_number", 1),
        result=result.word("result", RESULTS),
        chairs=tuple(chairs),
        first_killed=first or None,
        best_move=move,
        judge=fields.text("referee_user_id"),
        record=record,
        hits_told=told if told_only else None,
    )


def _chair(one: Fields, seat: int, left: Exit | None) -> Chair:
    fouls = one.whole("player_fouls", 0)
    if left and left.kind == "removed" and fouls == FOULS_TO_LEAVE:
        left = Exit("fouls", left.number)
    bonus = one.points("game_bonus")
    penalties = [
        (kind, -abs(one.points(name)))
        for kind, name in (("judge", "penalty"), ("disciplinary", "penalty_disciplinary"))
        if one.points(name)
    ]
    if bonus < 0:
        penalties.append(("judge", bonus))
    autobonus = one.get("game_autobonus")
    return Chair(
        seat=seat,
        player=one.text("player"),
        role=one.word("role", ROLES),
        substitute=bool(one.get("is_replacement")),
        fouls=fouls,
        exit=left,
        extras=(bonus,) if bonus > 0 else (),
        penalties=tuple(penalties),
        autobonus=autobonus is None or Fraction(one.points("game_autobonus")) != 0,
    )


def _exits(result: Fields) -> dict[int, Exit]:
    """Return how each seat left; counts of votes stay on record."""
    found: dict[int, Exit] = {}
    for value in Fields(result.value, result.place).items("leaves"):
        one = Fields.of(value, f"{result.place}, leaves")
        kind = one.whole("leave_type")
        nights = one.whole("nights_before_count", -1)
        day = one.whole("days_before_count", nights + 1) or None
        night = (nights if nights >= 0 else day) or None
        seat = one.whole("p_num")
        if kind == VOTE:
            found[seat] = Exit("vote", day)
        elif kind == NIGHT:
            found[seat] = Exit("night", night)
        elif kind == REMOVED:
            found[seat] = Exit("removed", day)
        elif kind == TEAM_LOSS:
            found[seat] = Exit("team_loss", day)
        else:
            raise one.bad("leave_type", "1 to 4")
    return found
