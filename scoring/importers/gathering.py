"""What all importers share: fields of foreign JSON, and games that cannot count put aside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from scoring.check.games import check_best_move, check_chair, check_nights, check_seats
from scoring.errors import ProtocolError, ScoringError
from scoring.exact import exact
from scoring.files.texts import tidy
from scoring.protocol import Game, Protocols, Role

ROLES_OF_TEN: Mapping[Role, int] = {"civilian": 6, "sheriff": 1, "mafia": 2, "don": 1}


class Unreadable(ScoringError):
    """A place of a game that cannot be read, so that the game cannot count."""


@dataclass(slots=True)
class Fields:
    """The fields of one JSON object, taken one after another; the rest goes on record.

    Attributes
    ----------
    value
        The object.
    place
        Where it is, as a message begins.
    taken
        The names that our protocol has a place for.
    """

    value: Mapping[str, Any]
    place: str
    taken: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, value: Any, place: str) -> Fields:
        """Return the fields of a value that should be an object."""
        if not isinstance(value, dict):
            raise Unreadable(f"{place} is no object")
        return cls(value, place)

    def bad(self, name: str, should: str) -> Unreadable:
        """Return the error of a field."""
        return Unreadable(
            f"{self.place}: {name} is {self.value.get(name)!r} and should be {should}"
        )

    def get(self, name: str) -> Any:
        """Return a field as it is; None where there is none."""
        self.taken.add(name)
        return self.value.get(name)

    def whole(self, name: str, default: int | None = None) -> int:
        """Return a whole number."""
        value = self.get(name)
        if value is None and default is not None:
            return default
        if isinstance(value, str) and value.isdecimal():
            return int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.bad(name, "a whole number")
        return value

    def points(self, name: str) -> Fraction:
        """Return a number; 0 where there is none."""
        return self.number(name, self.get(name))

    def number(self, name: str, value: Any) -> Fraction:
        """Return a value of a field as a number."""
        if value is None or value == "":
            return Fraction(0)
        if isinstance(value, bool) or not isinstance(value, (int, float, str)):
            raise self.bad(name, "a number")
        try:
            return exact(value)
        except ScoringError:
            raise self.bad(name, "a number") from None

    def items(self, name: str, length: int = 0) -> list[Any]:
        """Return a list, of a length if one is due; empty where there is none."""
        value = self.get(name)
        if value is None and not length:
            return []
        if not isinstance(value, list) or (length and len(value) != length):
            raise self.bad(name, f"a list of {length}" if length else "a list")
        return value

    def text(self, name: str) -> str:
        """Return a text or an id as text; empty where there is none."""
        value = self.get(name)
        if value is None:
            return ""
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            raise self.bad(name, "a text")
        return tidy(str(value))

    def word(self, name: str, words: Mapping[Any, Any], default: Any = None) -> Any:
        """Return what a word of the source means."""
        value = self.get(name)
        if value is None and default is not None:
            return default
        if isinstance(value, (str, int)) and not isinstance(value, bool) and value in words:
            return words[value]
        raise self.bad(name, f"one of {', '.join(map(str, words))}")

    def rest(self) -> dict[str, Any]:
        """Return what was not taken."""
        return {name: value for name, value in self.value.items() if name not in self.taken}


def seat_list(fields: Fields, name: str, value: Any) -> tuple[int, ...]:
    """Return the seats of a best move, without empty places."""
    if not isinstance(value, list):
        raise fields.bad(name, "a list of seats")
    seats = [one for one in value if one not in (None, 0, "")]
    if any(isinstance(one, bool) or not isinstance(one, int) for one in seats):
        raise fields.bad(name, "a list of seats")
    return tuple(seats)


def countable(game: Game) -> tuple[Game | None, list[str]]:
    """Return the game as far as it can count, and what cannot, each with its reason.

    A game with wrong seats, players or roles cannot count at all. One with a wrong best move
    counts without it; what was written goes on record.
    """
    broken = [*check_seats(game, 10, ROLES_OF_TEN)]
    for chair in game.chairs:
        broken += check_chair(game, chair)
    broken += check_nights(game)
    if broken:
        return None, [f"{game.label} does not count: {_said(broken)}."]
    wrong = list(check_best_move(game, 3))
    if not wrong:
        return game, []
    record = {**game.record, "best_move_written": list(game.best_move)}
    kept = replace(game, best_move=(), hits_told=None, record=record)
    return kept, [f"{game.label} counts without its best move: {_said(wrong)}."]


def _said(faults: Sequence[Any]) -> str:
    said = [(f"seat {one.seat}: " if one.seat else "") + one.message for one in faults]
    return "; ".join(dict.fromkeys(said))


def gathered(
    source: object,
    games: Iterable[Game | str],
    *,
    name: str = "",
    teams: Mapping[str, str] | None = None,
) -> Protocols:
    """Return protocols of those games that can count.

    Parameters
    ----------
    source
        The file.
    games
        The games, or the reason why one cannot be read.
    name, teams
        Of the protocols.

    Raises
    ------
    ProtocolError
        If there is nothing that counts.
    """
    kept: list[Game] = []
    left: list[str] = []
    for one in games:
        if isinstance(one, str):
            left.append(one)
            continue
        game, reasons = countable(one)
        left += reasons
        if game:
            kept.append(game)
    if not kept:
        raise ProtocolError(
            "\n".join([f"No game of {source} can count; mend the source.", *left]), left
        )
    return Protocols(tuple(kept), teams=teams or {}, name=name, left_out=tuple(left))
