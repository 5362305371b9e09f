"""Wishes as people write them, numbers or names or clubs, turned into slots."""

from __future__ import annotations

import csv
import difflib
from collections import defaultdict
from collections.abc import Sequence

from desk.problem_file import Group
from schedules.errors import SeatingError
from schedules.names import HEADERS, PlayersFile, name_key, tidy


def parse_group(text: str) -> Group:
    """Return the players of one ``--apart``, parted by commas; a name with a comma in quotes.

    Raises
    ------
    SeatingError
        If fewer than two players stand there.
    """
    row = next(csv.reader([text], skipinitialspace=True), [])
    group = tuple(item for item in map(tidy, row) if item)
    if len(group) < 2:
        raise SeatingError(
            f'--apart "{text}" names fewer than two players; part them by a comma, '
            'as in --apart "4,17".'
        )
    return group


def slots(group: Group, names: Sequence[str], num_players: int) -> tuple[int, ...]:
    """Return the slots, from 0, of the players of one wish.

    Parameters
    ----------
    group
        Numbers from 1, or names.
    names
        The players' names by slot, or empty.
    num_players
        How many players there are.

    Raises
    ------
    SeatingError
        If somebody is not among the players; the message offers the nearest names.
    """
    by_name = {name_key(name): slot for slot, name in enumerate(names)}
    return tuple(_slot(item, by_name, names, num_players) for item in group)


def _slot(item: int | str, by_name: dict[str, int], names: Sequence[str], num_players: int) -> int:
    named = by_name.get(name_key(item)) if isinstance(item, str) else None
    number = _number(item)
    if named is not None:
        if number is not None and 1 <= number <= num_players and number != named + 1:
            raise SeatingError(
                f"{item} is both a name and the number of {names[number - 1]!r}; write "
                f"{named + 1} for the one of that name, or {names[number - 1]!r} for the other."
            )
        return named
    if number is not None:
        if not 1 <= number <= num_players:
            raise SeatingError(f"A wish names player {number}; the players are 1 to {num_players}.")
        return number - 1
    if not names:
        raise SeatingError(
            f"A wish names {item!r}; write numbers from 1 to {num_players}, "
            "or give the names with --names FILE."
        )
    near = difflib.get_close_matches(str(item), names, n=1)
    mend = f"did you mean {near[0]!r}?" if near else "write a name as it stands in the names file."
    raise SeatingError(f"A wish names {item!r}, who is not among the {len(names)} names; {mend}")


def _number(item: int | str) -> int | None:
    if isinstance(item, int):
        return item
    digits = item.removeprefix("-")
    return int(item) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None


def club_groups(players: PlayersFile, column: str) -> tuple[tuple[int, ...], ...]:
    """Return the slots of every club with two players or more; they are never to meet.

    Parameters
    ----------
    players
        The names file.
    column
        Header of the column that is taken for the club: club or city, in English or Russian.

    Raises
    ------
    SeatingError
        If there is no such column.
    """
    readable = {"club": players.clubs, "city": players.cities}
    word = tidy(column).casefold()
    values = next((cells for key, cells in readable.items() if word in HEADERS[key]), ())
    if not values:
        has = [key for key, cells in readable.items() if cells]
        mend = (
            f"use --club-column {' or '.join(has)}"
            if has
            else "add one with the header club, or leave out --club-column"
        )
        raise SeatingError(f"{players.source} has no column {column!r} for clubs; {mend}.")
    clubs: dict[str, list[int]] = defaultdict(list)
    for slot, club in enumerate(values):
        if club:
            clubs[name_key(club)].append(slot)
    return tuple(tuple(members) for members in clubs.values() if len(members) > 1)
