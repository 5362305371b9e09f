"""Wishes as people write them, numbers or names or clubs, turned into slots."""

from __future__ import annotations

import csv
import difflib
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from desk.problem_file import Group
from schedules.errors import SeatingError
from schedules.names import HEADERS, PlayersFile, name_key, tidy


def parse_players(text: str) -> Group:
    """Return players parted by commas, 1-8 for 1 to 8; a name with a comma in quotes."""
    row = next(csv.reader([text], skipinitialspace=True), [])
    players: list[str] = []
    for item in filter(None, map(tidy, row)):
        span = re.fullmatch(r"(\d{1,4})\s*[-–]\s*(\d{1,4})", item)
        if span and int(span[1]) < int(span[2]):
            players += map(str, range(int(span[1]), int(span[2]) + 1))
        else:
            players.append(item)
    return tuple(players)


def parse_group(text: str, option: str = "--apart") -> Group:
    """Return the players of one wish, such as ``--apart``, two or more.

    Raises
    ------
    SeatingError
        If fewer than two players stand there; the message names the option.
    """
    group = parse_players(text)
    if len(group) < 2:
        raise SeatingError(
            f'{option} "{text}" names fewer than two players; part them by a comma, '
            f'as in {option} "4,17".'
        )
    return group


def slots(group: Group, names: Sequence[str], num_players: int) -> tuple[int, ...]:
    """Return the slots, from 0, of the players of one wish.

    Parameters
    ----------
    group
        Names, or numbers from 1. A word that is a name means that player; ``#20`` is a number
        even where somebody is called 20.
    names
        The players' names by slot, or empty.
    num_players
        How many players there are.

    Raises
    ------
    SeatingError
        If somebody is not among the players; the message offers the nearest names.
    """
    by_name = _by_name(names)
    quoted = _quoted(group, by_name, names)
    if quoted:
        raise SeatingError(
            f"A name with a comma stands in quotes; write the wish so: --apart '{quoted}'"
        )
    found: dict[int, int | str] = {}
    for item in group:
        slot = _slot(item, by_name, names, num_players)
        if slot in found:
            before = found[slot]
            same = before == item
            raise SeatingError(
                (f"{item} is written twice" if same else f"{before} and {item} are one player")
                + " in a wish; name at least two different players."
            )
        found[slot] = item
    return tuple(found)


def readings(groups: Iterable[Group], names: Sequence[str], num_players: int) -> list[str]:
    """Say how words were read that are a player's name and another player's number as well."""
    by_name = _by_name(names)
    notes = {}
    for item in (item for group in groups for item in group if isinstance(item, str)):
        slot, number = by_name.get(name_key(item)), _number(item)
        if slot is None or number is None or number == slot + 1:
            continue
        if 1 <= number <= num_players:
            notes[slot] = (
                f"{item} in a wish is taken for the player of that name, in slot {slot + 1}; "
                f'for the slot {number} write "#{number}".'
            )
    return list(notes.values())


def _by_name(names: Sequence[str]) -> dict[str, int]:
    return {name_key(name): slot for slot, name in enumerate(names)}


def _quoted(group: Group, by_name: dict[str, int], names: Sequence[str]) -> str:
    """Return the wish with quotes about names that its commas tore apart; "" if there are none."""
    items, parts, torn = list(map(str, group)), [], False
    while items:
        length = 1
        if name_key(items[0]) not in by_name:
            joined = (
                n for n in range(len(items), 1, -1) if name_key(",".join(items[:n])) in by_name
            )
            length = next(joined, 1)
        word = names[by_name[name_key(",".join(items[:length]))]] if length > 1 else items[0]
        torn = torn or length > 1
        parts.append('"' + word.replace('"', '""') + '"' if "," in word else word)
        items = items[length:]
    return ",".join(parts) if torn else ""


def _slot(item: int | str, by_name: dict[str, int], names: Sequence[str], num_players: int) -> int:
    named = by_name.get(name_key(item)) if isinstance(item, str) else None
    if named is not None:
        return named
    number = _number(item.removeprefix("#") if isinstance(item, str) else item)
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


def club_cells(players: PlayersFile, column: str, option: str = "--club-column") -> tuple[str, ...]:
    """Return the club of each player, "" where there is none.

    Parameters
    ----------
    players
        The names file.
    column
        Header of the column that is taken for the club: club, city or team, in English or Russian.
    option
        The option that names the column, for errors.

    Raises
    ------
    SeatingError
        If there is no such column.
    """
    readable = {"club": players.clubs, "city": players.cities, "team": players.teams}
    word = tidy(column).casefold()
    values = next((cells for key, cells in readable.items() if word in HEADERS[key]), ())
    if not values:
        has = [players.titles.get(key, key) for key, cells in readable.items() if cells]
        mend = (
            f"use {option} {' or '.join(has)}"
            if has
            else f"add one with the header {'team' if 'team' in option else 'club'}, "
            f"or leave out {option}"
        )
        what = "teams" if "team" in option else "clubs"
        raise SeatingError(f"{players.source} has no column {column!r} for {what}; {mend}.")
    return values


def club_groups(
    players: PlayersFile, column: str, option: str = "--club-column"
) -> tuple[tuple[int, ...], ...]:
    """Return the slots of every club, or team, with two players or more.

    Raises
    ------
    SeatingError
        As :func:`club_cells`.
    """
    clubs: dict[str, list[int]] = defaultdict(list)
    for slot, club in enumerate(club_cells(players, column, option)):
        if club:
            clubs[name_key(club)].append(slot)
    return tuple(tuple(members) for members in clubs.values() if len(members) > 1)


def with_names(
    message: str, who: Sequence[int], names: Sequence[str], *, clubs: Sequence[str] = ()
) -> str:
    """Return a refusal that names its players: "Anna and Boris (1, 2; club A) are to be ...".

    Parameters
    ----------
    message
        The refusal, its players as numbers from 1.
    who
        The slots of these players, from 0.
    names
        The names by slot.
    clubs
        The clubs by slot, if clubmates are kept apart; one that all of them share is named.
    """
    numbers = [str(slot + 1) for slot in who]
    shared = {name_key(clubs[slot]) for slot in who} if clubs else set()
    club = clubs[who[0]] if len(who) > 1 and len(shared) == 1 else ""
    inside = ", ".join(numbers) + (f"; club {club}" if club else "")
    named = f"{_listed([names[slot] for slot in who])} ({inside})"
    for opening in (_listed(numbers), f"Player {numbers[0]}", f"Players {_listed(numbers)}"):
        if message.startswith(f"{opening} "):
            return named + message.removeprefix(opening)
    return f"{message} It is about {named}."


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
