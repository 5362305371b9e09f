"""The problem as a TOML file: the same facts and wishes as the options, to be kept and shared."""

from __future__ import annotations

import difflib
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from schedules.errors import SeatingError

Group = tuple[int | str, ...]
"""Players of a wish as a person writes them: numbers from 1, or names."""


@dataclass(frozen=True)
class Facts:
    """What is known of a tournament, from a file or from options; ``None`` where nothing is said.

    Attributes
    ----------
    players, tables, rounds, seats, games_per_player
        The numbers of the problem.
    apart
        Groups that never meet.
    at_most
        Groups with the most meetings of each two of them.
    """

    players: int | None = None
    tables: int | None = None
    rounds: int | None = None
    seats: int | None = None
    games_per_player: int | None = None
    apart: tuple[Group, ...] = ()
    at_most: tuple[tuple[Group, int], ...] = ()


KEYS = tuple(field.name for field in fields(Facts))
NUMBERS = KEYS[:5]


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
    return Facts(
        **{key: problem[key] for key in NUMBERS if key in problem},
        apart=_apart(problem.get("apart", [])),
        at_most=_at_most(problem.get("at_most", [])),
    )


def _apart(value: Any) -> tuple[Group, ...]:
    if not isinstance(value, list) or not all(map(_is_group, value)):
        raise SeatingError(
            f'"apart" holds {_shown(value)}; write groups of players that never meet, '
            "such as apart = [[4, 17], [1, 2, 3]]."
        )
    return tuple(tuple(group) for group in value)


def _at_most(value: Any) -> tuple[tuple[Group, int], ...]:
    if not isinstance(value, list) or not all(
        isinstance(wish, list) and len(wish) == 2 and _is_group(wish[0]) and _is_number(wish[1])
        for wish in value
    ):
        raise SeatingError(
            f'"at_most" holds {_shown(value)}; write groups with the most meetings of each two '
            "of them, such as at_most = [[[1, 2], 1]]."
        )
    return tuple((tuple(group), limit) for group, limit in value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_group(value: Any) -> bool:
    return isinstance(value, list) and all(_is_number(p) or isinstance(p, str) for p in value)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
