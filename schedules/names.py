"""Players files: names, clubs, cities and ratings from CSV or XLSX, with every bad row named."""

from __future__ import annotations

import math
import os
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from schedules.errors import NamesError
from schedules.schedule import Schedule
from schedules.texts import csv_rows, decode, read_file, sheets, wide_rows
from schedules.texts import tidy as tidy  # it is asked for here too

HEADERS = {
    "name": ("name", "имя", "игрок", "player", "ник", "nick", "nickname", "никнейм"),
    "club": ("club", "клуб"),
    "city": ("city", "город"),
    "rating": ("rating", "рейтинг"),
    "team": ("team", "команда"),
    "not_with": ("not with", "не с", "не сажать с", "развести с"),
    "absent": ("absent", "absent rounds", "отсутствует", "нет в турах"),
    "fixed_table": ("fixed table", "стол", "за столом"),
    "forbidden_table": ("forbidden table", "not at table", "не за столом"),
}
"""The headers that are understood, by column; other columns are left unread."""
NOT_PLAYERS = {
    ".html": "a web page",
    ".htm": "a web page",
    ".json": "a JSON file",
    ".toml": "a TOML file",
    ".pdf": "a PDF",
    ".doc": "a text document",
    ".docx": "a text document",
    ".odt": "a text document",
    ".ods": "an OpenDocument spreadsheet",
}
"""What a file is that no players are read from, by its ending."""
NOTHING = frozenset("-–—")
"""Dashes that stand in a cell for no club or city."""
MOST_FAULTS = 20
"""Bad rows that are named; whoever has more has another fault, such as a wrong column."""


@dataclass(frozen=True)
class PlayersFile:
    """The players of an event as registered, in the order of the file.

    Attributes
    ----------
    names
        One for each player, tidied: single spaces, composed characters (Unicode NFC).
    clubs, cities
        One for each player, "" where the row has none or only a dash; empty where there is no
        such column.
    ratings
        One for each player, ``None`` where the row has none; empty where there is no such column.
    source
        The file they come from.
    titles
        The headers of the file, as they are written there, by column.
    teams, not_with, absent, fixed_tables, forbidden_tables
        Teams, and wishes as they are written, one text for each player; empty where there is no
        such column.
    """

    names: tuple[str, ...]
    clubs: tuple[str, ...] = ()
    cities: tuple[str, ...] = ()
    ratings: tuple[float | None, ...] = ()
    source: str = ""
    titles: Mapping[str, str] = field(default_factory=dict, compare=False)
    teams: tuple[str, ...] = ()
    not_with: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    fixed_tables: tuple[str, ...] = ()
    forbidden_tables: tuple[str, ...] = ()


def read_players(path: str | os.PathLike[str]) -> PlayersFile:
    """Read the players of an event from a CSV or XLSX file.

    CSV may be parted by ``;``, ``,`` or tab and be in UTF-8, UTF-16 with its mark, or the Russian
    Windows encoding cp1251. The first row names the columns, in English or Russian; a file of one
    column may do without.

    Raises
    ------
    NamesError
        If the file cannot be read, or any row is bad: a name that is empty, that stands there
        twice, or that differs from another only in letter case, spaces, ё and е, or in how its
        characters are composed; a rating that is no number. Every bad row is listed.
    """
    path = Path(path)
    data = read_file(path, "players file", NamesError)
    kind = NOT_PLAYERS.get(path.suffix.lower())
    if kind:
        raise NamesError(f"{path} is {kind}; give the players as CSV or XLSX, one a row.")
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise NamesError(f"{path} is an old Excel file; save it as .xlsx or as CSV.")
    if data.startswith(b"PK"):
        rows = sheets(path, data, NamesError)[0]
    else:
        mend = "save the players as CSV in UTF-8, or as XLSX"
        rows = csv_rows(path, decode(path, data, mend, NamesError), NamesError)
    return _players(path, rows)


def bind(schedule: Schedule, players: PlayersFile | Sequence[str]) -> Schedule:
    """Return the schedule with names bound to its slots in order.

    Raises
    ------
    NamesError
        If the names are not as many as the players of the schedule.
    """
    names = players.names if isinstance(players, PlayersFile) else tuple(players)
    source = players.source if isinstance(players, PlayersFile) else ""
    due = schedule.problem.num_players
    if len(names) != due:
        raise NamesError(
            f"{source or 'The list'} holds {len(names)} names and the schedule has {due} players; "
            f"{'add' if len(names) < due else 'take out'} {abs(due - len(names))}, "
            f"or make a schedule for {len(names)}."
        )
    return schedule.with_players(names)


def name_key(name: str) -> str:
    """Return what two names share when people would take them for one.

    Letter case, spaces, ё against е and the composition of characters make no difference.
    """
    folded = unicodedata.normalize("NFKC", tidy(name)).casefold().replace("ё", "е")
    return "".join(folded.split())


def _columns(path: Path, first: list[str]) -> dict[str, int] | None:
    """Return the column of each known header, or ``None`` where the first row is no header."""
    known = {word: column for column, words in HEADERS.items() for word in words}
    columns: dict[str, int] = {}
    for index, header in enumerate(first):
        column = known.get(tidy(header).casefold())
        if column in columns:
            raise NamesError(
                f"{path} has two columns for the {column}, {tidy(first[columns[column]])!r} and "
                f"{tidy(header)!r}; rename the one that is not to be read."
            )
        if column:
            columns[column] = index
    if "name" in columns:
        return columns
    filled = [tidy(header) for header in first if tidy(header)]
    if columns or len(filled) > 1:
        raise NamesError(
            f"{path}: none of the columns {', '.join(map(repr, filled))} is the name; "
            f"write one of {', '.join(HEADERS['name'])} over it in the first row. "
            "If the file has one column only, put each name with a comma in quotes."
        )
    return None


def _players(path: Path, rows: list[list[str]]) -> PlayersFile:
    filled = [n for n, row in enumerate(rows, 1) if any(tidy(cell) for cell in row)]
    # a row of separators alone between two players is a player whose name was lost
    numbered = [
        (n, row)
        for n, row in enumerate(rows, 1)
        if any(map(tidy, row)) or (filled and filled[0] < n < filled[-1] and len(row) > 1)
    ]
    if not numbered:
        raise NamesError(f"{path} is empty; write one player a row.")
    header = numbered[0][1]
    columns = _columns(path, header)
    if columns is None:
        only = next(index for index, cell in enumerate(header) if tidy(cell))
        columns, width, titles = {"name": only}, only + 1, {"name": str(only + 1)}
    else:
        numbered, width = numbered[1:], len(header)
        titles = {column: repr(tidy(header[index])) for column, index in columns.items()}
    if not numbered:
        raise NamesError(f"{path} holds no players under its header; write one player a row.")
    cells: dict[str, list[str]] = {
        column: [tidy(row[index]) if index < len(row) else "" for _, row in numbered]
        for column, index in columns.items()
    }
    for column in cells.keys() - {"name", "rating"}:
        cells[column] = ["" if set(text) <= NOTHING else text for text in cells[column]]
    ratings = [_rating(text) for text in cells.get("rating", [])]
    faults = wide_rows(numbered, width)
    faults += _name_faults([n for n, _ in numbered], cells["name"], titles["name"])
    faults += [
        f"row {n}, column {titles['rating']}: {text!r} is no number; write one or leave it empty"
        for (n, _), text, rating in zip(numbered, cells.get("rating", []), ratings, strict=False)
        if text and rating is None
    ]
    if faults:
        more = len(faults) - MOST_FAULTS
        named = [*faults[:MOST_FAULTS], *([f"and {more} more"] if more > 0 else [])]
        raise NamesError("\n- ".join([f"{path} has rows to mend:", *named]))
    return PlayersFile(
        names=tuple(cells["name"]),
        clubs=tuple(cells.get("club", ())),
        cities=tuple(cells.get("city", ())),
        ratings=tuple(ratings),
        source=str(path),
        titles={column: title.strip("'\"") for column, title in titles.items()},
        teams=tuple(cells.get("team", ())),
        not_with=tuple(cells.get("not_with", ())),
        absent=tuple(cells.get("absent", ())),
        fixed_tables=tuple(cells.get("fixed_table", ())),
        forbidden_tables=tuple(cells.get("forbidden_table", ())),
    )


def _name_faults(numbers: list[int], names: list[str], title: str) -> list[str]:
    faults = []
    first: dict[str, int] = {}
    for index, name in enumerate(names):
        place = f"row {numbers[index]}, column {title}: "
        earlier = first.setdefault(name_key(name), index)
        if not name:
            faults.append(place + "the name is empty; write it, or delete the row")
        elif earlier != index:
            how = _difference(names[earlier], name)
            faults.append(
                place + f"{name!r} {how} row {numbers[earlier]}; if they are two people, "
                "add a word that tells them apart, else delete one row"
            )
    return faults


def _difference(earlier: str, name: str) -> str:
    if earlier == name:
        return "stands already in"
    for word, fold in (
        ("letter case", str.casefold),
        ("spaces", lambda text: "".join(text.split())),
        ("ё and е", lambda text: text.replace("ё", "е").replace("Ё", "Е")),
        ("the form of its characters", lambda text: unicodedata.normalize("NFKC", text)),
    ):
        if fold(earlier) == fold(name):
            return f"differs only in {word} from {earlier!r} in"
    return f"differs only in letter case, spaces, ё and е or the like from {earlier!r} in"


def _rating(text: str) -> float | None:
    try:
        rating = float("".join(text.split()).replace(",", "."))
    except ValueError:
        return None
    return rating if math.isfinite(rating) else None
