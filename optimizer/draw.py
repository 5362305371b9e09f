"""The draw: which player gets which slot, by a method that anyone can redo without this program.

The method is :data:`METHOD`; ``docs/draw.md`` describes it for people, with the same steps in a
spreadsheet, a shell and ten lines of Python. Whoever changes a step here gives it a new number.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from schedules.errors import NamesError, SeatingError
from schedules.measures import meetings, seat_visits, table_visits
from schedules.names import PlayersFile, bind, name_key, tidy
from schedules.schedule import Schedule

METHOD = "seating-draw/1"
"""Name and number of the method, kept with every draw."""

GROUPS = ("apart", "teams", "prefer_apart", "prefer_together")
LIMITED = ("at_most", "at_least")
PLACED = ("other_games", "fixed_tables", "forbidden_tables", "absent")
"""The wishes of a problem by how they name slots: groups, (group, limit), (slot, place)."""

Pair = tuple[str, str]
Balance = tuple[int, int, int]


@dataclass(frozen=True)
class DrawWishes:
    """What a draw is to heed besides the lot; every name as it stands among the players.

    Attributes
    ----------
    keep
        Slots, from 0, and the players who have them without a draw.
    avoid
        Pairs that get slots that meet least, the more important ones first.
    welcome
        Pairs that get slots that meet most, after all of ``avoid``.
    from_afar
        Visitors, who get the best balanced slots that are left.
    """

    keep: tuple[tuple[int, str], ...] = ()
    avoid: tuple[Pair, ...] = ()
    welcome: tuple[Pair, ...] = ()
    from_afar: tuple[str, ...] = ()


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


def wished_slots(schedule: Schedule) -> tuple[int, ...]:
    """Return the slots that a wish of the schedule names: they were made for certain players.

    Wishes about players, tables and rounds count, soft ones too, and players whom a judge must
    not judge. A wish of a kind that is not known here is taken to name every slot: rather a draw
    that is refused than a wish that goes to somebody else.
    """
    rota = getattr(schedule, "judges", None)
    named = {slot for _, slot in rota.forbidden} if rota else set()
    return tuple(sorted(named | _named(schedule.problem, schedule.problem.num_players)))


def _named(wishes: Any, num_players: int) -> set[int]:
    """Return the slots that the fields of a problem, or of its soft wishes, name."""
    named: set[int] = set()
    for field in fields(wishes):
        value = getattr(wishes, field.name)
        if field.name in GROUPS:
            named.update(slot for group in value for slot in group)
        elif field.name in LIMITED:
            named.update(slot for group, _ in value for slot in group)
        elif field.name in PLACED:
            named.update(slot for slot, _ in value)
        elif is_dataclass(value):
            named |= _named(value, num_players)
        elif value and not isinstance(value, int):  # numbers speak of the field, not of a player
            named.update(range(num_players))
    return named


def check_draw(
    schedule: Schedule, players: PlayersFile | Sequence[str], *, wishes: DrawWishes | None = None
) -> tuple[str, ...]:
    """Return the tidied names, in the given order, if they can be drawn; no seed is needed yet.

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
    _check_wishes(wishes, names)
    kept = {slot for slot, _ in wishes.keep}
    free = [slot + 1 for slot in wished_slots(schedule) if slot not in kept]
    if free:
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
) -> Draw:
    """Draw who gets which slot; the order of the players makes no difference.

    Without wishes the player with the n-th ticket, sorted, gets slot n. With wishes, in this
    order: kept slots; pairs that avoid, then pairs that are welcome, each the best two slots that
    are left, of equally good ones those with the least slot tickets (:func:`ticket` of ``#1``,
    ``#2``, ...); visitors by ticket, each the best balanced slot that is left; the others by
    ticket, the slots that are left in the order of their numbers.

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

    Raises
    ------
    NamesError, SeatingError
        As :func:`check_draw` and :func:`tidy_seed`.
    """
    names = check_draw(schedule, players, wishes=wishes)
    wishes = wishes or DrawWishes()
    seed = tidy_seed(seed)
    tickets = {name: ticket(seed, name) for name in names}
    slot_tickets = [ticket(seed, f"#{slot + 1}") for slot in range(len(names))]
    slot_of = {name: slot for slot, name in wishes.keep}
    met = meetings(schedule)
    for pairs, goal in ((wishes.avoid, met), (wishes.welcome, -met)):
        for pair in pairs:
            slot_of.update(_place(pair, goal, slot_of, slot_tickets))
    taken = set(slot_of.values())
    even = balances(schedule)
    best = sorted(
        (slot for slot in range(len(names)) if slot not in taken),
        key=lambda slot: (even[slot], slot_tickets[slot]),
    )
    visitors = [name for name in wishes.from_afar if name not in slot_of]
    visitors.sort(key=tickets.__getitem__)
    slot_of.update(zip(visitors, best, strict=False))  # there are more slots than visitors
    others = sorted((name for name in names if name not in slot_of), key=tickets.__getitem__)
    slot_of.update(zip(others, sorted(best[len(visitors) :]), strict=True))
    drawn = sorted(names, key=slot_of.__getitem__)
    return Draw(names=tuple(drawn), tickets=tuple(tickets[name] for name in drawn))


def _place(
    pair: Pair, goal: NDArray[np.int64], slot_of: dict[str, int], slot_tickets: Sequence[str]
) -> dict[str, int]:
    """Return the slots of a pair: the least value of ``goal``, then the least slot tickets."""
    taken = set(slot_of.values())
    free = [slot for slot in range(len(slot_tickets)) if slot not in taken]
    first, second = ([slot_of[name]] if name in slot_of else free for name in pair)
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


def _check_wishes(wishes: DrawWishes, names: Sequence[str]) -> None:
    known = set(names)
    pairs = (*wishes.avoid, *wishes.welcome)
    kept = [name for _, name in wishes.keep]
    for name in (*kept, *(name for pair in pairs for name in pair), *wishes.from_afar):
        if name not in known:
            raise SeatingError(f"A wish of the draw names {name!r}, who is not among the players.")
    for slot, name in wishes.keep:
        if not 0 <= slot < len(names):
            raise SeatingError(
                f"{name} is to keep slot {slot + 1}; the slots are 1 to {len(names)}."
            )
    _check_once([f"The slot {slot + 1}" for slot, _ in wishes.keep], "is kept")
    _check_once(kept, "keeps a slot")
    _check_once(wishes.from_afar, "comes from afar")
    for first, second in pairs:
        if first == second:
            raise SeatingError(f"A wish of the draw pairs {first} with himself; name two players.")
    _check_once([" and ".join(sorted(pair)) for pair in pairs], "stand in the wishes of the draw")


def _check_once(words: Sequence[str], what: str) -> None:
    twice = next((word for n, word in enumerate(words) if word in words[:n]), None)
    if twice is not None:
        raise SeatingError(f"{twice} {what} twice; keep one of the two.")


def _slots(numbers: Sequence[int]) -> str:
    """Return "slot 4" or "slots 4, 17 and 20"; of many only the first are named."""
    words = [str(number) for number in numbers]
    if len(words) == 1:
        return f"slot {words[0]}"
    if len(words) > 10:
        return f"slots {', '.join(words[:10])} and {len(words) - 10} more"
    return f"slots {', '.join(words[:-1])} and {words[-1]}"
