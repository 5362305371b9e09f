"""``seating compare``: two schedules side by side, criterion by criterion."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from desk.check import note_lines
from desk.errors import DONE, NO
from desk.output import pipe
from desk.screen import console, plain, print_lines
from desk.words import criterion_name, shown_value
from optimizer.certificate import certify
from optimizer.criteria import PREFERENCES, Prefer
from schedules.errors import ForeignFileError
from schedules.faults import Fault
from schedules.foreign.reading import OURS, detect, read_any
from schedules.names import name_key
from schedules.phrases import phrase
from schedules.problem import Problem
from schedules.schedule import EMPTY, Schedule
from schedules.sheets.quality import field_words
from schedules.verify import verify

if TYPE_CHECKING:
    from rich.console import Console

FORMAT = "seating-compare/1"
LETTERS = ("A", "B")
Better = Literal["a", "b", "equal"]
Line = Mapping[str, Any]

ASIDE = frozenset({"range"})
"""Criteria that are shown and decide nothing: the band and the spread have said it before."""
OF_TABLES = frozenset({"table_range", "table_squares"})
OF_ROUNDS = frozenset({"longest_wait", "longest_play", "together_out"})
EXTREMES = frozenset(
    {"range", "table_range", "first_last", "neighbour_most", "longest_wait", "together_out"}
)
"""Criteria of the one player or pair that fares worst: they mean the same in any tournament."""


@dataclass(frozen=True)
class Side:
    """One of the two: its file, schedule, faults, and what is proved of each criterion."""

    file: Path
    schedule: Schedule
    faults: list[Fault]
    notes: list[str]
    criteria: dict[str, Line]


@dataclass(frozen=True)
class Row:
    """One criterion of both; ``better`` is None where it cannot be compared."""

    criterion: str
    a: Line | None
    b: Line | None
    better: Better | None


def run(first: Path, second: Path, *, source: str | None, as_json: bool, lang: str) -> int:
    """Compare two schedules and print what is found; return the exit status.

    Parameters
    ----------
    first, second
        Two files, ours or of other programs.
    source
        The format of those that are not ours; detected if None.
    as_json
        Print for programs; docs/compare-json.md describes it.
    lang
        Language of what is printed.

    Raises
    ------
    SeatingError
        If a file cannot be read.
    """
    readings = [
        read_any(file, source=None if source is None or _is_ours(file) else source)
        for file in (first, second)
    ]
    order = _order(*(reading.schedule for reading in readings))
    sides = []
    for file, reading in zip((first, second), readings, strict=True):
        faults = verify(reading.schedule)
        proved = () if faults else certify(reading.schedule, prefer=order).as_json()["criteria"]
        criteria = {line["criterion"]: line for line in proved}
        notes = note_lines(reading.notes, lang)
        sides.append(Side(file, reading.schedule, faults, notes, criteria))
    a, b = sides
    rows = compare(a, b)
    winner, decided_by = decide(a, b, rows)
    if as_json:
        found = _report(a, b, order, rows, winner, decided_by)
        pipe((json.dumps(found, ensure_ascii=False, indent=2) + "\n").encode())
    else:
        _print(console(), a, b, rows, winner, decided_by, lang)
    return NO if a.faults or b.faults else DONE


def _is_ours(file: Path) -> bool:
    """Whether a file is a schedule file; whatever is in no known format needs to be told."""
    try:
        return detect(file) == OURS
    except ForeignFileError:
        return False


def _order(a: Schedule, b: Schedule) -> Prefer:
    """Return the order of criteria that both were made for, or the usual one."""
    stated = [(schedule.certificate or {}).get("order") for schedule in (a, b)]
    if stated[0] != stated[1]:
        return PREFERENCES[0]
    return next((order for order in PREFERENCES if order == stated[0]), PREFERENCES[0])


def differences(a: Problem, b: Problem) -> list[tuple[str, int, int]]:
    """Return in which numbers two tournaments differ, with the number of each."""
    pairs = (
        ("players", a.num_players, b.num_players),
        ("tables", a.num_tables, b.num_tables),
        ("seats", a.num_seats, b.num_seats),
        ("rounds", a.num_rounds, b.num_rounds),
        ("games", a.games_per_player, b.games_per_player),
    )
    return [pair for pair in pairs if pair[1] != pair[2]]


def same_field(a: Problem, b: Problem) -> bool:
    """Whether as many players play as many games, so that their meetings can be compared."""
    differ = {what for what, _, _ in differences(a, b)}
    return not differ & {"players", "seats", "games"} and a.num_chairs == b.num_chairs


def same_seats(a: Schedule, b: Schedule) -> bool:
    """Whether everybody sits on the same chairs in both.

    Players are told by their names where both schedules have the same set of them: other programs
    number the players anew. Else by their slots.
    """
    if a.seating.shape != b.seating.shape:
        return False
    keys = [[name_key(name) for name in schedule.players] for schedule in (a, b)]
    if not keys[0] or set(keys[0]) != set(keys[1]) or len(set(keys[0])) != len(keys[0]):
        return bool((a.seating == b.seating).all())
    slot = {key: p for p, key in enumerate(keys[0])}
    turned = np.array([*(slot[key] for key in keys[1]), EMPTY])  # the last one is for EMPTY
    return bool((a.seating == turned[b.seating]).all())


def compare(a: Side, b: Side) -> list[Row]:
    """Return every criterion of both valid schedules, in the order of the criteria.

    Where the tournaments differ, only what does not hang on the difference is compared: the
    worst single player or pair always is, a sum over all of them only in the same field.
    """
    codes = [*a.criteria, *(code for code in b.criteria if code not in a.criteria)]
    return [
        Row(code, a.criteria.get(code), b.criteria.get(code), _better(code, a, b)) for code in codes
    ]


def _better(code: str, a: Side, b: Side) -> Better | None:
    if code not in a.criteria or code not in b.criteria:
        return None
    one, other = (side.schedule.problem for side in (a, b))
    differ = {what for what, _, _ in differences(one, other)}
    if not same_field(one, other) and code not in EXTREMES:
        return None
    if (code in OF_TABLES and "tables" in differ) or (code in OF_ROUNDS and "rounds" in differ):
        return None
    values = [_width(side.criteria[code]["value"]) for side in (a, b)]
    if values[0] == values[1]:
        return "equal"
    return "a" if values[0] < values[1] else "b"


def _width(value: Any) -> int:
    """Return what of a value is to be small: of a range the distance of its ends."""
    return int(value[1] - value[0]) if isinstance(value, list | tuple) else int(value)


def decide(a: Side, b: Side, rows: list[Row]) -> tuple[Better | None, str | None]:
    """Return which is better, and the first criterion in which they differ."""
    if bool(a.faults) != bool(b.faults):
        return ("b" if a.faults else "a"), "valid"
    if a.faults or not same_field(a.schedule.problem, b.schedule.problem):
        return None, None
    for row in rows:
        if row.criterion not in ASIDE and row.better in ("a", "b"):
            return row.better, row.criterion
    return "equal", None


def _report(
    a: Side,
    b: Side,
    order: str,
    rows: list[Row],
    winner: Better | None,
    decided_by: str | None,
) -> dict[str, Any]:
    """Return what ``--json`` prints; docs/compare-json.md describes it, and it is kept stable."""
    one, other = a.schedule.problem, b.schedule.problem
    return {
        "format": FORMAT,
        "order": order,
        "a": _side_report(a),
        "b": _side_report(b),
        "differences": [{"what": what, "a": x, "b": y} for what, x, y in differences(one, other)],
        "criteria": [
            {
                "criterion": row.criterion,
                "a": _line_report(row.a),
                "b": _line_report(row.b),
                "better": row.better,
            }
            for row in rows
        ],
        "winner": winner,
        "decided_by": decided_by,
    }


def _side_report(side: Side) -> dict[str, Any]:
    problem = side.schedule.problem
    return {
        "file": str(side.file),
        "name": side.schedule.name,
        "digest": side.schedule.digest(),
        "valid": not side.faults,
        "problem": {
            "players": problem.num_players,
            "tables": problem.num_tables,
            "seats": problem.num_seats,
            "rounds": problem.num_rounds,
            "games_per_player": problem.games_per_player,
        },
        "faults": [fault.as_json() for fault in side.faults],
    }


def _line_report(line: Line | None) -> dict[str, Any] | None:
    if line is None:
        return None
    return {key: line.get(key) for key in ("value", "bound", "proved", "gap", "argument")}


def _print(
    screen: Console,
    a: Side,
    b: Side,
    rows: list[Row],
    winner: Better | None,
    decided_by: str | None,
    lang: str,
) -> None:
    for letter, side in zip(LETTERS, (a, b), strict=True):
        print_lines(screen, [_heading(letter, side, lang), *side.notes])
    print_lines(screen, [*_how_they_differ(a, b, lang), ""])
    for letter, side in zip(LETTERS, (a, b), strict=True):
        if side.faults:
            count = phrase("desk.faults", lang, count=len(side.faults))
            print_lines(screen, [phrase("compare.invalid", lang, letter=letter, faults=count)])
            print_lines(screen, [f"- {fault}" for fault in side.faults])
    if rows and not (a.faults or b.faults):
        _print_rows(screen, rows, lang)
        print_lines(screen, [""])
    print_lines(screen, _verdict(a, b, winner, decided_by, lang))


def _heading(letter: str, side: Side, lang: str) -> str:
    players, tables, rounds = field_words(side.schedule, lang)
    digest = phrase("word.digest", lang, digest=side.schedule.digest())
    return phrase(
        "compare.file",
        lang,
        letter=letter,
        file=side.file,
        players=players,
        tables=tables,
        rounds=rounds,
        digest=digest,
    )


def _how_they_differ(a: Side, b: Side, lang: str) -> list[str]:
    one, other = a.schedule.problem, b.schedule.problem
    found = [
        phrase("compare.difference", lang, what=phrase(f"compare.what.{what}", lang), a=x, b=y)
        for what, x, y in differences(one, other)
    ]
    lines = []
    if found:
        said = phrase("compare.differs", lang, differences=", ".join(found))
        lines.append(f"{said} {phrase('compare.some', lang)}")
    elif one != other:
        lines.append(phrase("compare.wishes", lang))
    return lines


def _print_rows(screen: Console, rows: list[Row], lang: str) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(phrase("certificate.criterion_title", lang), ratio=1)
    for letter in LETTERS:
        for key in ("compare.value", "compare.bound"):
            head = phrase(key, lang, letter=letter)
            table.add_column(head, justify="right", no_wrap=True)
    table.add_column(phrase("compare.better_title", lang), justify="center", no_wrap=True)
    words = {
        "a": LETTERS[0],
        "b": LETTERS[1],
        "equal": phrase("compare.equal", lang),
        None: phrase("word.none", lang),
    }
    for row in rows:
        cells = [
            shown_value((line or {}).get(key), lang)
            for line in (row.a, row.b)
            for key in ("value", "bound")
        ]
        table.add_row(plain(criterion_name(row.criterion, lang)), *cells, words[row.better])
    screen.print(table)


def _verdict(
    a: Side, b: Side, winner: Better | None, decided_by: str | None, lang: str
) -> list[str]:
    if winner is None:
        both_valid = not (a.faults or b.faults)
        return [phrase("compare.no_winner", lang)] if both_valid else []
    if winner == "equal":
        same = same_seats(a.schedule, b.schedule)
        return [phrase("compare.same_seats" if same else "compare.even", lang)]
    letter = LETTERS[("a", "b").index(winner)]
    if decided_by == "valid":
        return [phrase("compare.only_valid", lang, letter=letter)]
    name = criterion_name(str(decided_by), lang)
    return [phrase("compare.winner", lang, letter=letter, criterion=name)]
