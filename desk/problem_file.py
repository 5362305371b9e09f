"""The problem as a TOML file: the same facts and wishes as the options, to be kept and shared."""

from __future__ import annotations

import difflib
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from schedules.errors import SeatingError

Player = int | str
"""A player as a person writes him: a number from 1, or a name."""
Group = tuple[Player, ...]


@dataclass(frozen=True)
class Facts:
    """What is known of a tournament, from a file or from options; ``None`` where nothing is said.

    Tables and rounds count from 1, as a person writes them.

    Attributes
    ----------
    players, tables, rounds, seats, games_per_player
        The numbers of the problem.
    apart, teams, prefer_apart, prefer_together
        Groups that never meet, teams, and groups that better meet rarely, or often.
    at_most, at_least
        Groups with the most, or fewest, meetings of each two of them.
    fewer
        Players with one game fewer.
    other_games, fixed_tables, forbidden_tables, absent
        Players with their number of games, a table, or a round.
    not_in_a_row
        Whether two players better not meet in two rounds running.
    """

    players: int | None = None
    tables: int | None = None
    rounds: int | None = None
    seats: int | None = None
    games_per_player: int | None = None
    apart: tuple[Group, ...] = ()
    teams: tuple[Group, ...] = ()
    prefer_apart: tuple[Group, ...] = ()
    prefer_together: tuple[Group, ...] = ()
    at_most: tuple[tuple[Group, int], ...] = ()
    at_least: tuple[tuple[Group, int], ...] = ()
    fewer: Group = ()
    other_games: tuple[tuple[Player, int], ...] = ()
    fixed_tables: tuple[tuple[Player, int], ...] = ()
    forbidden_tables: tuple[tuple[Player, int], ...] = ()
    absent: tuple[tuple[Player, int], ...] = ()
    not_in_a_row: bool = False

    def groups(self) -> list[Group]:
        """Return every player or group of players that a wish names."""
        limited = [group for group, _ in (*self.at_most, *self.at_least)]
        placed = (*self.other_games, *self.fixed_tables, *self.forbidden_tables, *self.absent)
        return [
            *self.apart, *self.teams, *self.prefer_apart, *self.prefer_together, *limited,
            *((player,) for player in self.fewer), *((player,) for player, _ in placed),
        ]  # fmt: skip

    def joined(self, other: Facts) -> Facts:
        """Return these facts with the wishes of others behind; the numbers stay."""
        changed = {key: getattr(self, key) + getattr(other, key) for key in WISHES}
        numbers = {key: getattr(self, key) for key in NUMBERS}
        return Facts(**numbers, **changed, not_in_a_row=self.not_in_a_row or other.not_in_a_row)


KEYS = tuple(field.name for field in fields(Facts))
NUMBERS = KEYS[:5]
GROUPS = ("apart", "teams", "prefer_apart", "prefer_together")
LIMITS = ("at_most", "at_least")
PLACES = ("other_games", "fixed_tables", "forbidden_tables", "absent")
WISHES = (*GROUPS, *LIMITS, "fewer", *PLACES)

_MEANT = {
    "apart": "groups of players that never meet, such as apart = [[4, 17], [1, 2, 3]]",
    "teams": "teams, whose members never meet, such as teams = [[1, 2], [3, 4]]",
    "prefer_apart": "groups that better meet rarely, such as prefer_apart = [[4, 17]]",
    "prefer_together": "groups that better meet often, such as prefer_together = [[4, 17]]",
    "at_most": "groups with the most meetings of each two of them, such as at_most = [[[1, 2], 1]]",
    "at_least": "groups with the fewest meetings of each two of them, such as "
    "at_least = [[[1, 2], 1]]",
    "fewer": "players with one game fewer than the others, such as fewer = [3, 8]",
    "other_games": "players with their games, such as other_games = [[3, 7]]",
    "fixed_tables": "players with their table, such as fixed_tables = [[3, 1]]",
    "forbidden_tables": "players with a table that is not theirs, such as "
    "forbidden_tables = [[3, 1]]",
    "absent": "players with a round they miss, such as absent = [[3, 1], [3, 2]]",
}


def read_problem(path: Path) -> Facts:
    """Read a problem file.

    Parameters
    ----------
    path
        TOML in UTF-8 with one table, ``[problem]``, that holds some of :data:`KEYS`.

    Raises
    ------
    SeatingError
        If the file cannot be read or a key holds what does not belong there; the message names
        the key and what would mend it.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise SeatingError(f"There is no file {path}; check its name and folder.") from None
    except OSError as error:
        raise SeatingError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError:
        raise SeatingError(f"{path} is not UTF-8; save the file in UTF-8.") from None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SeatingError(f"{path} is not TOML: {error}. Mend that line.") from error
    try:
        return _facts(data)
    except SeatingError as error:
        raise SeatingError(f"{path}: {error}") from error


def _facts(data: dict[str, Any]) -> Facts:
    problem = data.get("problem")
    if not isinstance(problem, dict) or len(data) > 1:
        stray = next((key for key in data if key != "problem"), None)
        found = f'"{stray}" does not belong there' if stray else "[problem] is missing"
        raise SeatingError(f"{found}; write one table, [problem], with {', '.join(KEYS)}.")
    for key in problem:
        if key not in KEYS:
            near = difflib.get_close_matches(key, KEYS, n=1)
            mend = f'did you mean "{near[0]}"?' if near else f"the keys are {', '.join(KEYS)}."
            raise SeatingError(f'"{key}" is not a key of [problem]; {mend}')
    for key in NUMBERS:
        if key in problem and not _is_number(problem[key]):
            raise SeatingError(
                f'"{key}" holds {_shown(problem[key])}; write a whole number, such as {key} = 10.'
            )
    flag = problem.get("not_in_a_row", False)
    if not isinstance(flag, bool):
        raise SeatingError(f'"not_in_a_row" holds {_shown(flag)}; write true or false.')
    held: dict[str, Any] = {key: problem[key] for key in NUMBERS if key in problem}
    held |= {key: _wish(key, problem[key]) for key in WISHES if key in problem}
    return Facts(**held, not_in_a_row=flag)


def _wish(key: str, value: Any) -> tuple[Any, ...]:
    """Return the wishes of one key, or say what belongs there."""
    belongs = {
        **dict.fromkeys(GROUPS, _is_group),
        **dict.fromkeys(LIMITS, _is_limit),
        **dict.fromkeys(PLACES, _is_place),
        "fewer": _is_player,
    }[key]
    if not isinstance(value, list) or not all(map(belongs, value)):
        raise SeatingError(f'"{key}" holds {_shown(value)}; write {_MEANT[key]}.')
    if key in GROUPS:
        return tuple(tuple(group) for group in value)
    if key in LIMITS:
        return tuple((tuple(group), limit) for group, limit in value)
    return tuple(value) if key == "fewer" else tuple((who, number) for who, number in value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_player(value: Any) -> bool:
    return _is_number(value) or isinstance(value, str)


def _is_group(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_player, value))


def _is_limit(value: Any) -> bool:
    return (
        isinstance(value, list) and len(value) == 2 and _is_group(value[0]) and _is_number(value[1])
    )


def _is_place(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and _is_player(value[0])
        and _is_number(value[1])
    )


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
