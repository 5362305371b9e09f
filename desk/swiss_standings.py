"""The standings that a Swiss round is drawn by: CSV or XLSX as people and programs save it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from pathlib import Path

from desk.wishes import parse_players, slots
from schedules.errors import NamesError, SeatingError
from schedules.names import HEADERS, MOST_FAULTS, name_key
from schedules.texts import csv_rows, decode, read_file, sheets, tidy, wide_rows

COLUMNS = {
    "slot": ("slot", "no", "no.", "number", "№", "номер", "слот"),
    "name": (*HEADERS["name"], "occupant", "игрок (слот)"),
    "total": ("total", "sum", "итого", "итог", "сумма", "всего"),
    "points": ("points", "score", "очки", "баллы"),
    "draw": ("draw", "draw number", "жребий", "номер жеребьёвки", "жеребьёвка"),
    "club": HEADERS["club"],
    "not_with": HEADERS["not_with"],
    "active": ("active", "plays", "играет", "в игре"),
    "sat_out": ("sat out", "sat_out", "пропускал", "сидел"),
}
"""The headers that are understood, by column; other columns are left unread."""
NO = ("no", "n", "0", "false", "out", "withdrawn", "нет", "выбыл", "снят", "-", "–", "—")
YES = ("yes", "y", "1", "true", "in", "+", "да", "играет", "вернулся")
SUMS = ("total", "totals", "sum", "in all", "average", "mean", "итого", "итог", "всего", "сумма",
        "среднее")  # fmt: skip
"""What stands in place of a name in a row that sums up the others."""
MOST_SLOTS = 5000
MOST_TITLES = 30
"""Rows of titles and notes that may stand above the header."""


@dataclass(frozen=True)
class Standings:
    """The field before a round, by slot.

    Attributes
    ----------
    names
        Empty where neither the standings nor the schedule has any.
    points
        Exact.
    draw_numbers, clubs
        One for each slot.
    active
        One for each slot: whether he plays, as the file says; ``None`` where it does not say.
    apart
        Groups from the column "not with".
    sat_out
        How often each sat out; empty where there is no such column.
    has_points
        Whether there is a column of points; before round 1 there may be none.
    """

    names: tuple[str, ...]
    points: tuple[Fraction, ...]
    draw_numbers: tuple[int, ...]
    active: tuple[bool | None, ...]
    clubs: tuple[str, ...]
    apart: tuple[tuple[int, ...], ...]
    sat_out: tuple[int, ...] = ()
    has_points: bool = True


def exact_points(text: str) -> Fraction | None:
    """Return points as written, ``2.4``, ``2,4``, ``-1`` or ``12/5``, exactly; ``None`` if none.

    Examples
    --------
    >>> exact_points("2,4") == exact_points("12/5") == Fraction(12, 5)
    True
    """
    text = text.replace("−", "-").replace(",", ".")
    if not re.fullmatch(r"[+-]?(\d{1,9}(\.\d{0,12})?|\.\d{1,12}|\d{1,9}/0*[1-9]\d{0,8})", text):
        return None
    return Fraction(text)


def read_standings(path: Path, known: Sequence[str], num_known: int) -> Standings:
    """Read the standings.

    Parameters
    ----------
    path
        CSV or XLSX; the first row names the columns, in English or Russian, or the first that does
        so below titles and notes, as in the workbook of ``seating score``.
    known
        Names by slot of the schedule so far, or empty.
    num_known
        Slots of the schedule so far; 0 before round 1, when points may be left out.

    Raises
    ------
    NamesError
        If the file cannot be read or rows are bad; every bad row is listed.
    """
    data = read_file(path, "standings", NamesError)
    if data.startswith(b"PK"):
        rows = sheets(path, data, NamesError)[0]
    else:
        mend = "save the standings as CSV in UTF-8, or as XLSX"
        rows = csv_rows(path, decode(path, data, mend, NamesError), NamesError)
    numbered = [(n, row) for n, row in enumerate(rows, 1) if any(map(tidy, row))]
    numbered = numbered[_header(numbered) :]
    if len(numbered) < 3:
        raise NamesError(f"{path} holds no standings; write a header and one player a row.")
    header = numbered[0][1]
    columns = _columns(path, header, first_round=num_known == 0)
    reader = _Reader(path, tuple(known), num_known)
    reader.faults += wide_rows(numbered[1:], len(header))
    lines = (
        (n, {key: tidy(row[at]) if at < len(row) else "" for key, at in columns.items()})
        for n, row in numbered[1:]
    )
    # a heading or a remark, as the workbook of the scores has below its table, is no player
    return reader.read([(n, cells) for n, cells in lines if any(cells.values())])


def _header(numbered: Sequence[tuple[int, Sequence[str]]]) -> int:
    """Return which row names the columns: the first that names whose the points are, and these."""
    whose = {*COLUMNS["slot"], *COLUMNS["name"]}
    what = {*COLUMNS["total"], *COLUMNS["points"]}
    for index, (_, row) in enumerate(numbered[:MOST_TITLES]):
        words = {tidy(cell).casefold() for cell in row}
        if words & whose and words & what:
            return index
    return 0


def _columns(path: Path, first: Sequence[str], *, first_round: bool) -> dict[str, int]:
    words = {word: column for column, those in COLUMNS.items() for word in those}
    found: dict[str, int] = {}
    for index, header in enumerate(first):
        column = words.get(tidy(header).casefold())
        if column is not None and column in found:
            raise NamesError(
                f"{path} has two columns for the {column.replace('_', ' ')}, "
                f"{tidy(first[found[column]])!r} and {tidy(header)!r}; rename one."
            )
        if column is not None:
            found[column] = index
    if "total" in found:
        found["points"] = found.pop("total")  # beside it, "points" are those of the games alone
    if "points" not in found and not first_round:
        raise NamesError(f"{path} has no points; write {' or '.join(COLUMNS['points'])} over them.")
    if not {"slot", "name"} & found.keys():
        raise NamesError(
            f"{path} does not say whose the points are; write slot or name over a column."
        )
    return found


def _same_name(one: dict[str, str], other: dict[str, str]) -> bool:
    name = one.get("name", "")
    return bool(name) and name_key(name) == name_key(other.get("name", ""))


class _Reader:
    """Collects every fault of the rows before it refuses them."""

    def __init__(self, path: Path, known: tuple[str, ...], num_known: int) -> None:
        self.path, self.known, self.num_known = path, known, num_known
        self.by_name = {name_key(name): slot for slot, name in enumerate(known)}
        self.faults: list[str] = []
        self.strangers: list[tuple[int, str]] = []

    def read(self, lines: Sequence[tuple[int, dict[str, str]]]) -> Standings:
        by_slot: dict[int, dict[str, str]] = {}
        for n, cells in lines:
            slot = self._slot(n, cells, taken=by_slot)
            if slot is None:
                continue
            if slot in by_slot:
                self.faults.append(f"row {n}: slot {slot + 1} stands twice; delete one row")
            twin = next((c for c in by_slot.values() if _same_name(c, cells)), None)
            if twin is not None:
                self.faults.append(
                    f"row {n}: {cells['name']!r} stands already in row {twin['row']}; if they are "
                    "two people, add a word that tells them apart"
                )
            by_slot[slot] = {**cells, "row": str(n)}
        count = max([self.num_known, *(slot + 1 for slot in by_slot)])
        if not self.faults:
            self._miss([slot for slot in range(count) if slot not in by_slot])
        self._refuse()
        ordered = [by_slot[slot] for slot in range(count)]
        names = tuple(
            cells.get("name") or (self.known[slot] if slot < len(self.known) else "")
            for slot, cells in enumerate(ordered)
        )
        names = names if all(names) else ()
        found = Standings(
            names=names,
            points=tuple(self._points(cells) for cells in ordered),
            draw_numbers=tuple(self._whole(c, "draw", s + 1) for s, c in enumerate(ordered)),
            active=tuple(self._active(cells) for cells in ordered),
            clubs=tuple(c.get("club", "").strip("-–—") for c in ordered),
            apart=tuple(self._apart(slot, c, names, count) for slot, c in enumerate(ordered)
                        if c.get("not_with", "").strip("-–—")),
            sat_out=tuple(self._whole(c, "sat_out", 0) for c in ordered)
            if "sat_out" in ordered[0] else (),
            has_points="points" in ordered[0],
        )  # fmt: skip
        self._refuse()
        return found

    def _refuse(self) -> None:
        if self.faults:
            more = len(self.faults) - MOST_FAULTS
            named = [*self.faults[:MOST_FAULTS], *([f"and {more} more"] if more > 0 else [])]
            raise NamesError("\n- ".join([f"{self.path} has rows to mend:", *named]))

    def _compare(self, n: int, slot: int, name: str) -> None:
        """Refuse a slot beside the name of another one: places, perhaps, and no slots."""
        other = self.by_name.get(name_key(name), slot) if name else slot
        if other != slot:
            self.faults.append(
                f"row {n}: slot {slot + 1} stands beside {name!r}, who has slot {other + 1} in the "
                "schedule; if the column counts places, rename it, and the names will do"
            )

    def _miss(self, missing: Sequence[int]) -> None:
        """Refuse slots without a row, and name a row whose name is nearly theirs."""
        strangers = {name: n for n, name in self.strangers}
        without = []
        for slot in missing:
            name = self.known[slot] if slot < len(self.known) else ""
            near = difflib.get_close_matches(name, strangers, n=1) if name else []
            if near:
                self.faults.append(
                    f"row {strangers.pop(near[0])}: {near[0]!r} is not in the schedule, and "
                    f"{name!r}, slot {slot + 1}, has no row; if they are one, write {name!r}"
                )
            else:
                without.append(f"{slot + 1} ({name})" if name else str(slot + 1))
        if without:
            named = ", ".join(without[:10]) + (" ..." if len(without) > 10 else "")
            self.faults.append(
                f"there is no row for slot {named}; write one, with active = no for who left"
            )

    def _slot(
        self, n: int, cells: dict[str, str], *, taken: dict[int, dict[str, str]]
    ) -> int | None:
        """Return the slot of a row: its number, else its name in the schedule, else the next."""
        text = cells.get("slot", "")
        if re.fullmatch(r"\d{1,4}", text) and 1 <= int(text) <= MOST_SLOTS:
            self._compare(n, int(text) - 1, cells.get("name", ""))
            return int(text) - 1
        for name in (text, cells.get("name", "")):
            if name and name_key(name) in self.by_name:
                return self.by_name[name_key(name)]
        if tidy(text or cells.get("name", "")).casefold().strip(" .:") in SUMS:
            self.faults.append(
                f"row {n}: {text or cells['name']!r} looks like a row of sums; delete it"
                + ("" if text else ", or write a slot if somebody is called so")
            )
        elif text:
            self.faults.append(f"row {n}: {text!r} is no slot; write a number from 1")
        elif not cells.get("name"):
            self.faults.append(f"row {n}: neither a slot nor a name stands there")
        elif self.known or not self.num_known:
            self.strangers.append((n, cells["name"]))
            return max([len(self.known) - 1, *taken]) + 1
        else:
            self.faults.append(
                f"row {n}: the schedule has no names, so {cells['name']!r} has no slot; "
                "add a column slot"
            )
        return None

    def _active(self, cells: dict[str, str]) -> bool | None:
        text = cells.get("active", "").casefold()
        if not text:
            return None
        if text not in (*NO, *YES):
            self.faults.append(
                f"row {cells['row']}, active: {cells['active']!r} is neither yes nor no; "
                "write one, or leave it empty"
            )
        return text not in NO

    def _points(self, cells: dict[str, str]) -> Fraction:
        if "points" not in cells:
            return Fraction(0)
        points = exact_points(cells["points"])
        if points is None:
            self.faults.append(
                f"row {cells['row']}: {cells['points']!r} is no number of points; "
                "write it like 2.4 or 12/5"
            )
        return points or Fraction(0)

    def _whole(self, cells: dict[str, str], column: str, otherwise: int) -> int:
        text = cells.get(column, "")
        if not text:
            return otherwise
        if not re.fullmatch(r"\d{1,9}", text):
            what = column.replace("_", " ")
            self.faults.append(f"row {cells['row']}: {text!r} is no whole number ({what})")
            return otherwise
        return int(text)

    def _apart(
        self, slot: int, cells: dict[str, str], names: tuple[str, ...], count: int
    ) -> tuple[int, ...]:
        try:
            several = [parse_players(part) for part in cells["not_with"].split(";")]
            return (slot, *slots(tuple(chain.from_iterable(several)), names, count))
        except SeatingError as error:
            self.faults.append(f"row {cells['row']}, not with: {str(error).rstrip('.')}")
            return (slot,)
