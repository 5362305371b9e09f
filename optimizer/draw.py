"""The draw: which player gets which slot, by a method that anyone can redo without this program.

The method is :data:`METHOD`; ``docs/draw.md`` describes it for people, with the same steps in a
spreadsheet, a shell and ten lines of Python. Whoever changes a step here gives it a new number.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from optimizer.draw_wishes import DrawWishes, Pair, check_wishes, wished_slots
from schedules.errors import NamesError, SeatingError
from schedules.measures import meetings, seat_visits, table_visits
from schedules.names import PlayersFile, bind, name_key
from schedules.schedule import Schedule
from schedules.texts import tidy

METHOD = "seating-draw/1"
"""Name and number of the method, kept with every draw."""

Balance = tuple[int, int, int]


@dataclass(frozen=True)
class Draw:
    """A draw that is made.

    Attributes
    ----------
    names, tickets
        By slot: the player, and the ticket he was drawn with.
    """

    names: tuple[str, ...]
    tickets: tuple[str, ...]


def ticket(seed: str, name: str) -> str:
    r"""Return the ticket of a player: SHA-256 of the seed, a line feed and the name, in UTF-8.

    Nothing stands after the name, no line feed either. 64 hexadecimal digits in small letters.

    Examples
    --------
    >>> ticket("7", "Anna") == hashlib.sha256(b"7\nAnna").hexdigest()
    True
    """
    return _sha256(f"{seed}\n{name}")


def tidy_seed(seed: str) -> str:
    """Return the seed as it is used: tidied as a name is.

    Raises
    ------
    SeatingError
        If nothing is left of it, or it cannot be written in UTF-8.
    """
    kept = tidy(seed)
    if not kept:
        raise SeatingError(
            "The seed is empty; write any text that nobody could know beforehand, "
            'such as "2016-05-14 lottery 7 12 33".'
        )
    _utf8(kept)
    return kept


def players_digest(names: Iterable[str]) -> str:
    """Return the digest of who takes part: SHA-256 of the sorted names, a line feed between two.

    The names are tidied and sorted by their characters' numbers in Unicode, so that neither the
    order of the players file nor its other columns make a difference.
    """
    return _sha256("\n".join(sorted(map(tidy, names))))


def seating_digest(schedule: Schedule) -> str:
    """Return the digest of who sits where, by slots: names and judges make no difference.

    SHA-256 in full; its first eight letters are :meth:`Schedule.digest` of the schedule without
    names and judges. Eight letters tell two copies apart, but could be met on purpose: a promise
    that is published before the draw needs all of them.
    """
    return _sha256(repr((schedule.seating + 1).tolist()) + "\n")


def balances(schedule: Schedule) -> list[Balance]:
    """Return how unevenly the schedule treats each slot; the least is the best balanced slot.

    Three numbers a slot, compared in this order: how unequal are its meetings with each other
    slot, its visits to each table, its visits to each seat. Each is the variance (of the whole
    population), times the square of how many values there are, which makes it a whole number.
    """
    met = meetings(schedule)
    others = met[~np.eye(len(met), dtype=bool)].reshape(len(met), -1)
    columns = (others, table_visits(schedule), seat_visits(schedule))
    meets, tables, seats = (_uneven(values).tolist() for values in columns)
    return list(zip(meets, tables, seats, strict=True))


def check_draw(
    schedule: Schedule,
    players: PlayersFile | Sequence[str],
    *,
    wishes: DrawWishes | None = None,
    again: bool = False,
) -> tuple[str, ...]:
    """Return the tidied names, in the given order, if they can be drawn; no seed is needed yet.

    ``again`` says that a draw that was made is done again: wishes that came into the schedule
    since then, by a repair or with judges, do not matter.

    Raises
    ------
    NamesError
        If the names are not as many as the slots, or two of them are one.
    SeatingError
        If the slots have names already, a wish names somebody who is not there or contradicts
        another, or a slot that a hard wish of the schedule names is not kept.
    """
    if schedule.players:
        raise SeatingError(
            f"The slots have names already (slot 1 is {schedule.players[0]}), and a draw would "
            'give them to others. Draw on the schedule without names: take "players" out of it.'
        )
    names = tuple(tidy(name) for name in bind(schedule, players).players)
    _check_names(names)
    wishes = wishes or DrawWishes()
    check_wishes(wishes, names)
    kept = {slot for slot, _ in wishes.keep}
    free = [slot + 1 for slot in wished_slots(schedule) if slot not in kept]
    if free and not again:
        raise SeatingError(
            f"The wishes of the schedule name the {_slots(free)}, made for certain players; "
            "a draw would seat others there. Say who has each of them, as in "
            f'--keep "{free[0]}={names[0]}".'
        )
    return names


def draw(
    schedule: Schedule,
    players: PlayersFile | Sequence[str],
    *,
    seed: str,
    wishes: DrawWishes | None = None,
    again: bool = False,
) -> Draw:
    """Draw who gets which slot; the order of the players makes no difference.

    Without wishes the player with the n-th ticket, sorted, gets slot n. With wishes kept slots
    come first. Of the others the best balanced are for the visitors, one for each, and the rest
    for all other players. Pairs that avoid each other, then those that are welcome, get of their
    own slots the best two, of equally good ones those with the least slot tickets
    (:func:`ticket` of ``#1``, ``#2``, ...). The slots that are left go by ticket, in the order of
    their numbers.

    Parameters
    ----------
    schedule
        A valid schedule without names.
    players
        As many names as there are slots.
    seed
        Any text, tidied as a name is.
    wishes
        What the draw is to heed besides the lot.
    again
        Whether a draw that was made is done again, to check it.

    Raises
    ------
    NamesError, SeatingError
        As :func:`check_draw` and :func:`tidy_seed`.
    """
    names = check_draw(schedule, players, wishes=wishes, again=again)
    wishes = wishes or DrawWishes()
    seed = tidy_seed(seed)
    tickets = {name: ticket(seed, name) for name in names}
    slot_tickets = [ticket(seed, f"#{slot + 1}") for slot in range(len(names))]
    slot_of = {name: slot for slot, name in wishes.keep}
    rooms = _rooms(schedule, names, wishes, slot_tickets)
    met = meetings(schedule)
    for pairs, goal in ((wishes.avoid, met), (wishes.welcome, -met)):
        for pair in pairs:
            slot_of.update(_place(pair, goal, slot_of, rooms, slot_tickets))
    for name in sorted(tickets, key=tickets.__getitem__):
        if name not in slot_of:
            taken = set(slot_of.values())
            slot_of[name] = min(slot for slot in rooms[name] if slot not in taken)
    drawn = sorted(names, key=slot_of.__getitem__)
    return Draw(names=tuple(drawn), tickets=tuple(tickets[name] for name in drawn))


def _rooms(
    schedule: Schedule, names: Sequence[str], wishes: DrawWishes, slot_tickets: Sequence[str]
) -> dict[str, list[int]]:
    """Return the slots that each player without a kept one may get: visitors have their own."""
    kept = dict(wishes.keep)
    even = balances(schedule)
    free = [slot for slot in range(len(names)) if slot not in kept]
    free.sort(key=lambda slot: (even[slot], slot_tickets[slot]))
    visitors = set(wishes.from_afar).difference(kept.values())
    theirs, others = free[: len(visitors)], free[len(visitors) :]
    drawn = (name for name in names if name not in kept.values())
    return {name: theirs if name in visitors else others for name in drawn}


def _place(
    pair: Pair,
    goal: NDArray[np.int64],
    slot_of: dict[str, int],
    rooms: dict[str, list[int]],
    slot_tickets: Sequence[str],
) -> dict[str, int]:
    """Return the slots of a pair: the least value of ``goal``, then the least slot tickets."""
    taken = set(slot_of.values())
    first, second = (
        [slot_of[name]] if name in slot_of else [slot for slot in rooms[name] if slot not in taken]
        for name in pair
    )
    cost = goal[np.ix_(first, second)]
    apart = np.not_equal.outer(first, second)
    least = cost[apart].min()
    rows, columns = np.nonzero(apart & (cost == least))
    slots = min(
        ((first[i], second[j]) for i, j in zip(rows.tolist(), columns.tolist(), strict=True)),
        key=lambda two: (slot_tickets[two[0]], slot_tickets[two[1]]),
    )
    return dict(zip(pair, slots, strict=True))


def _uneven(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return n Σx² - (Σx)² of each row: n² times its variance, in whole numbers."""
    uneven: NDArray[np.int64] = values.shape[1] * (values**2).sum(axis=1) - values.sum(axis=1) ** 2
    return uneven


def _sha256(text: str) -> str:
    return hashlib.sha256(_utf8(text)).hexdigest()


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise SeatingError(
            f"{text!a} holds half a character, which has no code in UTF-8; type it anew."
        ) from None


def _check_names(names: Sequence[str]) -> None:
    seen: dict[str, str] = {}
    for name in names:
        if not name:
            raise NamesError("A name is empty; every player needs one.")
        _utf8(name)
        before = seen.setdefault(name_key(name), name)
        if before is not name:
            how = "stands twice" if before == name else f"is taken for {before!r}"
            raise NamesError(
                f"The name {name!r} {how} among the players; add a word that tells them apart."
            )


def _slots(numbers: Sequence[int]) -> str:
    """Return "slot 4" or "slots 4, 17 and 20"; of many only the first are named."""
    words = [str(number) for number in numbers]
    if len(words) == 1:
        return f"slot {words[0]}"
    if len(words) > 10:
        return f"slots {', '.join(words[:10])} and {len(words) - 10} more"
    return f"slots {', '.join(words[:-1])} and {words[-1]}"
