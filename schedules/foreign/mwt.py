"""MWT text: a line a seat, a column a table, an empty line after each round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from schedules.errors import ForeignFileError
from schedules.foreign.derived import Reading
from schedules.foreign.labels import Seat, numbers_only, reading_of_labels
from schedules.schedule import EMPTY, Schedule
from schedules.texts import tidy

Block = list[tuple[int, str]]
"""The lines of a round, each with its number in the file."""


def read_mwt(text: str, *, names: Sequence[str] = ()) -> Reading:
    """Read MWT text.

    The columns are parted by ``;``; where there is none in the whole text, by tab or ``,`` as
    mafia-schedule writes them. An empty cell is an empty chair.

    Parameters
    ----------
    text
        The text; names, or numbers from 1 or from 0.
    names
        The names in the order of the slots; without them names get slots as they first sit.

    Raises
    ------
    ForeignFileError
        With the numbers of the lines, if a round has fewer lines or a line fewer columns than
        the others, or one name is written in two ways.
    """
    rounds = blocks(text)
    if not rounds:
        raise ForeignFileError("the file is empty; write a line a seat and a column a table.")
    num_seats = Counter(map(len, rounds)).most_common(1)[0][0]
    for block in rounds:
        if len(block) != num_seats:
            mend = "put an empty line after each round" if len(block) > num_seats else "add seats"
            raise ForeignFileError(
                f"{_lines(block)}: a round of {len(block)} seats where others have {num_seats}; "
                f"{mend}, and let no empty line stand within a round."
            )
    delimiter = next((d for d in ";\t," if d in text), ";")
    seats = [seat for r, block in enumerate(rounds) for seat in _round_seats(r, block, delimiter)]
    tables = max((seat.table for seat in seats), default=0) + 1
    seats.sort(key=lambda seat: (seat.round, seat.table, seat.seat))
    return reading_of_labels(seats, (len(rounds), tables, num_seats), names)


def blocks(text: str) -> list[Block]:
    """Return the lines between empty lines: those of each round."""
    found: list[Block] = [[]]
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if line.strip():
            found[-1].append((number, line))
        elif found[-1]:
            found.append([])
    return [block for block in found if block]


def _lines(block: Block) -> str:
    first, last = block[0][0], block[-1][0]
    return f"line {first}" if first == last else f"lines {first} to {last}"


def _round_seats(r: int, block: Block, delimiter: str) -> list[Seat]:
    """Return the taken chairs of a round."""
    rows = [(number, [tidy(cell) for cell in line.split(delimiter)]) for number, line in block]
    width = max(max((t + 1 for t, cell in enumerate(row) if cell), default=0) for _, row in rows)
    for number, row in rows:
        if len(row) < width:
            raise ForeignFileError(
                f"line {number} has {len(row)} of the {width} tables of its round; "
                f"add the missing names, or a {delimiter!r} for an empty chair."
            )
    return [
        Seat(r, t, s, cell, f"line {number}")
        for s, (number, row) in enumerate(rows)
        for t, cell in enumerate(row)
        if cell
    ]


def mwt_text(schedule: Schedule) -> str:
    r"""Return a schedule as MWT text with ``\n`` line ends.

    Without names the slots stand there, from 1. The last tables of a round, if idle, are left
    out; an empty chair is an empty cell.

    Raises
    ------
    ForeignFileError
        If a name holds ``;`` or a line end, which this format cannot, or all names are numbers,
        which would be read back as slots.
    """
    for name in schedule.players:
        if ";" in name or len(name.splitlines()) != 1 or not tidy(name):
            raise ForeignFileError(
                f"The name {name!r} cannot stand in MWT text, where ';' parts the tables and a "
                "line end the seats; change it, or write another format."
            )
    if numbers_only(schedule.players):
        raise ForeignFileError(
            "All names are numbers, and MWT text would be read as slots; write another format."
        )
    labels = [tidy(schedule.player_label(p)) for p in range(schedule.problem.num_players)]
    one_table = schedule.seating.shape[1] == 1
    # no ';' stands between the columns of one table, and the commas of names must not part them
    end = ";" if one_table and any("," in label for label in labels) else ""
    lines = []
    for round_ in schedule.seating.tolist():
        playing = [t for t, game in enumerate(round_) if any(p != EMPTY for p in game)]
        tables = round_[: playing[-1] + 1] if playing else round_[:1]
        for s in range(len(round_[0])):
            cells = ("" if game[s] == EMPTY else labels[game[s]] for game in tables)
            lines.append((";".join(cells) + end) or ";")
        lines.append("")
    return "\n".join(lines) + "\n"
