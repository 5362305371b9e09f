"""Workbooks: the one that we write, read back from its list of players; or a row a seat."""

from __future__ import annotations

from collections.abc import Sequence

from schedules.errors import ForeignFileError
from schedules.foreign.derived import Reading, empty_seating, reading_of
from schedules.foreign.labels import check_count
from schedules.foreign.rows import is_header, read_rows
from schedules.phrases import LANGS, phrase
from schedules.texts import sheets, tidy

Rows = list[list[str]]


def read_workbook(data: bytes, *, names: Sequence[str] = ()) -> Reading:
    """Read a schedule from a workbook.

    Of our own workbook the list of players is read: slot, name, and table and seat in each
    round. Of any other the first sheet whose first row holds the headers round, table, seat,
    slot, name.

    Raises
    ------
    ForeignFileError
        If there is no such sheet, or a row of it is bad.
    """
    books = sheets("the file", data, ForeignFileError)
    for rows in books:
        for lang in LANGS:
            if _is_players(rows, lang):
                return _read_players(rows, lang, names, _title(books))
    plain = next((rows for rows in books if is_header(next(filter(None, rows), []))), books[0])
    return read_rows(plain, names=names, word="row")


def _headers(lang: str, num_rounds: int) -> list[str]:
    """Return the second row of our list of players, as it is written."""
    words = ["word.slot", "word.player", *["word.table", "word.seat"] * num_rounds, "word.games"]
    return [phrase(word, lang) for word in words]


def _is_players(rows: Rows, lang: str) -> bool:
    return len(rows) > 2 and len(rows[1]) > 4 and rows[1] == _headers(lang, _rounds(rows[1]))


def _rounds(header: Sequence[str]) -> int:
    return (len(header) - 3) // 2


def _title(books: list[Rows]) -> str:
    """Return the name of the schedule, which stands over the digest on the last sheet."""
    head = [row[0] if row else "" for row in books[-1][:2]]
    digests = tuple(phrase("word.digest", lang, digest="") for lang in LANGS)
    untitled = [phrase("sheet.untitled", lang) for lang in LANGS]
    if len(head) < 2 or not head[1].startswith(digests) or head[0] in untitled:
        return ""
    return head[0]


def _read_players(rows: Rows, lang: str, names: Sequence[str], name: str) -> Reading:
    """Read our list of players: a row each, with table and seat of every round."""
    num_rounds = _rounds(rows[1])
    people: dict[int, tuple[str, list[tuple[int, int] | None]]] = {}
    for number, row in enumerate(rows[2:], 3):
        if not row:
            continue
        slot = _number(row[0], number, 1)
        if slot in people:
            raise ForeignFileError(f"row {number}: slot {slot} stands there twice; correct one.")
        cells = [(row[2 + 2 * r], row[3 + 2 * r]) for r in range(num_rounds)]
        people[slot] = row[1], [_place(pair, number, 3 + 2 * r) for r, pair in enumerate(cells)]
    if sorted(people) != list(range(1, len(people) + 1)):
        raise ForeignFileError("the slots are not 1, 2, 3, ... without a gap; correct them.")
    taken = [place for _, places in people.values() for place in places if place]
    if not taken:
        raise ForeignFileError("nobody sits in this workbook; write the players of each round.")
    seating = empty_seating(num_rounds, max(t for t, _ in taken), max(s for _, s in taken))
    for slot, (_, places) in people.items():
        for r, place in enumerate(places):
            if place is None:
                continue
            chair = (r, place[0] - 1, place[1] - 1)
            if seating[chair] >= 0:
                raise ForeignFileError(
                    f"slots {seating[chair] + 1} and {slot} both sit in round {r + 1} at table "
                    f"{place[0]}, seat {place[1]}; correct one."
                )
            seating[chair] = slot - 1
    labels = [tidy(people[slot][0]) for slot in sorted(people)]
    numbered = [tidy(phrase("place.slot", lang, slot=slot)) for slot in sorted(people)]
    own = () if labels == numbered else tuple(labels)
    check_count(names, len(people))
    return reading_of(seating, num_players=len(people), players=tuple(names) or own, name=name)


def _place(pair: tuple[str, str], row: int, column: int) -> tuple[int, int] | None:
    """Return table and seat from 1, or None where the player sits out."""
    none = phrase("word.none", LANGS[0])
    if all(tidy(cell) in ("", none) for cell in pair):
        return None
    return _number(pair[0], row, column), _number(pair[1], row, column + 1)


def _number(cell: str, row: int, column: int) -> int:
    text = tidy(cell)
    if not (text.isascii() and text.isdigit() and 0 < int(text[:8]) == int(text)):
        raise ForeignFileError(f"row {row}, column {column}: {cell!r} is no number from 1 up.")
    return int(text)
