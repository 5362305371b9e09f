"""The judges of an event from a CSV or XLSX file or the command line, every bad row named."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from desk.wishes import slots
from schedules.errors import NamesError, SeatingError
from schedules.judges import Pair
from schedules.names import name_key
from schedules.texts import csv_rows, decode, read_file, sheets, tidy, wide_rows

HEADERS = {
    "name": ("name", "имя", "судья", "judge", "ник", "nick", "nickname"),
    "not_with": ("not with", "не судит", "не с"),
    "absent": ("absent rounds", "absent", "нет в турах", "отсутствует"),
}
"""The headers that are understood, by column; other columns are left unread."""
MOST_FAULTS = 20
NOTHING = frozenset("-–—")

_RANGE = re.compile(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?")


@dataclass(frozen=True)
class Field:
    """Whom and what the judges are for: the players' names by slot, or (), and the numbers."""

    players: Sequence[str]
    num_players: int
    num_rounds: int

    def player(self, word: str) -> int:
        """Return the slot, from 0, of a player's name or number; raise SeatingError."""
        return slots((word,), self.players, self.num_players)[0]

    def rounds(self, text: str) -> list[int]:
        """Return the rounds, from 0, of a text such as "3" or "1-3"; raise SeatingError."""
        found = _RANGE.fullmatch(text)
        if not found:
            raise SeatingError(f"{text!r} is no round; write numbers, such as 3; 5 or 1-3")
        first, last = int(found[1]), int(found[2] or found[1])
        for number in (first, last):
            if not 1 <= number <= self.num_rounds:
                raise SeatingError(
                    f"there is no round {number}; the rounds are 1 to {self.num_rounds}"
                )
        if last < first:
            raise SeatingError(f"{text!r} ends before it begins; write {last}-{first}")
        return list(range(first - 1, last))


@dataclass(frozen=True)
class Judges:
    """Names, pairs (judge, player) that must not be, pairs (judge, round) of absences; from 0."""

    names: tuple[str, ...]
    not_with: tuple[Pair, ...] = ()
    absent: tuple[Pair, ...] = ()


def read_judges(path: str | os.PathLike[str], field: Field) -> Judges:
    """Read the judges from a CSV or XLSX file.

    A column ``name``, and if you like ``not with`` (players, by name or number) and ``absent
    rounds``; several in a cell are parted by ``;`` or ``,``. A file of one column needs no header.

    Raises
    ------
    NamesError
        If the file cannot be read, or any row is bad; every bad row is listed.
    """
    path = Path(path)
    data = read_file(path, "judges file", NamesError)
    if data.startswith(b"PK"):
        rows = sheets(path, data, NamesError)[0]
    elif path.suffix.lower() in (".json", ".html", ".pdf", ".docx", ".xls"):
        raise NamesError(f"{path} is no table; give the judges as CSV or XLSX, one a row.")
    else:
        mend = "save the judges as CSV in UTF-8, or as XLSX"
        rows = csv_rows(path, decode(path, data, mend, NamesError), NamesError)
    filled = [n for n, row in enumerate(rows, 1) if any(map(tidy, row))]
    # a row of separators alone between two judges is a judge whose name was lost
    numbered = [
        (n, [tidy(cell) for cell in row])
        for n, row in enumerate(rows, 1)
        if n in filled or (filled and filled[0] < n < filled[-1] and len(row) > 1)
    ]
    columns = _columns(path, numbered[0][1]) if numbered else {"name": 0}
    if columns is None:
        columns, width = {"name": 0}, 1
    else:
        width = len(numbered[0][1]) if numbered else 1
        numbered = numbered[1:]
    if not numbered:
        raise NamesError(f"{path} holds no judges; write one a row.")
    return _judges(path, numbered, columns, width, field)


def _columns(path: Path, first: list[str]) -> dict[str, int] | None:
    """Return the column of each known header, or ``None`` where the first row is no header."""
    known = {word: column for column, words in HEADERS.items() for word in words}
    columns: dict[str, int] = {}
    for index, header in enumerate(first):
        column = known.get(header.casefold())
        if column in columns:
            raise NamesError(
                f"{path} has two columns for one thing, {first[columns[column]]!r} and {header!r}; "
                "rename the one that is not to be read."
            )
        if column:
            columns[column] = index
    if "name" in columns:
        return columns
    if columns or sum(map(bool, first)) > 1:
        raise NamesError(
            f"{path}: none of the columns {', '.join(repr(h) for h in first if h)} is the judge's "
            f"name; write one of {', '.join(HEADERS['name'])} over it in the first row."
        )
    return None


def _judges(
    path: Path,
    numbered: list[tuple[int, list[str]]],
    columns: dict[str, int],
    width: int,
    field: Field,
) -> Judges:
    names: list[str] = []
    faults: list[str] = []
    seen: dict[str, int] = {}
    pairs: dict[str, list[Pair]] = {"not_with": [], "absent": []}

    def cell(row: list[str], column: str) -> str:
        index = columns.get(column, len(row))
        text = row[index] if index < len(row) else ""
        return "" if set(text) <= NOTHING and column != "name" else text

    for judge, (n, row) in enumerate(numbered):
        name = cell(row, "name")
        names.append(name)
        earlier = seen.setdefault(name_key(name), n)
        if not name:
            faults.append(f"row {n}: the name is empty; write it, or delete the row")
        elif earlier != n:
            faults.append(
                f"row {n}: {name!r} is the judge of row {earlier} too; if they are two people, "
                "add a word that tells them apart, else delete one row"
            )
        faults += wide_rows([(n, row)], width)
        players, wrong = _each(cell(row, "not_with"), lambda word: [field.player(word)])
        faults += [f"row {n}, not with: {sentence}" for sentence in wrong]
        rounds, wrong = _each(cell(row, "absent"), field.rounds)
        faults += [f"row {n}, absent rounds: {sentence}" for sentence in wrong]
        pairs["not_with"] += [(judge, player) for player in players]
        pairs["absent"] += [(judge, round_) for round_ in rounds]
    if faults:
        more = len(faults) - MOST_FAULTS
        named = [*faults[:MOST_FAULTS], *([f"and {more} more"] if more > 0 else [])]
        raise NamesError("\n- ".join([f"{path} has rows to mend:", *named]))
    return Judges(tuple(names), tuple(pairs["not_with"]), tuple(pairs["absent"]))


def _each(text: str, read: Callable[[str], list[int]]) -> tuple[list[int], list[str]]:
    """Read what stands in a cell, parted by ``;`` or else ``,``; return it and what is wrong."""
    found: list[int] = []
    wrong: list[str] = []
    if not text:
        return found, wrong
    try:
        return read(text), wrong  # one word, or a name with a comma
    except SeatingError:
        pass
    for word in filter(None, map(tidy, text.split(";" if ";" in text else ","))):
        try:
            found += read(word)
        except SeatingError as error:
            wrong.append(str(error).removesuffix("."))
    return found, wrong


def with_options(
    judges: Judges, field: Field, *, not_with: Iterable[str] = (), absent: Iterable[str] = ()
) -> Judges:
    """Return the judges with the wishes of the command line added: "Anna:17", "Anna:1-3".

    Raises
    ------
    SeatingError
        If a judge, a player or a round is not there, or the colon is missing.
    """
    pairs = {"--not-with": list(judges.not_with), "--absent": list(judges.absent)}
    for option, texts in (("--not-with", not_with), ("--absent", absent)):
        for text in texts:
            name, colon, rest = text.partition(":")
            judge = _judge(judges.names, name) if colon else None
            while colon and judge is None and ":" in rest:  # the name itself holds a colon
                more, _, rest = rest.partition(":")
                name = f"{name}:{more}"
                judge = _judge(judges.names, name)
            example = "Anna:17" if option == "--not-with" else "Anna:3"
            if not colon or not tidy(rest):
                raise SeatingError(
                    f'{option} "{text}" should be a judge, a colon and '
                    f"{'players' if option == '--not-with' else 'rounds'}, as in {example}."
                )
            if judge is None:
                raise SeatingError(
                    f'{option} "{text}": {tidy(name)!r} is not among the judges; they are '
                    f"{', '.join(judges.names)}."
                )
            read = field.rounds if option == "--absent" else lambda word: [field.player(word)]
            found, wrong = _each(tidy(rest), read)
            if wrong:
                raise SeatingError(f'{option} "{text}": {wrong[0]}.')
            pairs[option] += [(judge, other) for other in found]
    return Judges(judges.names, tuple(pairs["--not-with"]), tuple(pairs["--absent"]))


def _judge(names: Sequence[str], word: str) -> int | None:
    keys = [name_key(name) for name in names]
    key = name_key(word)
    return keys.index(key) if key in keys else None
