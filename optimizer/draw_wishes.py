"""What a draw is to heed besides the lot, and which slots were made for certain players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from schedules.errors import SeatingError
from schedules.schedule import Schedule

GROUPS = ("apart", "teams", "prefer_apart", "prefer_together")
LIMITED = ("at_most", "at_least")
PLACED = ("other_games", "fixed_tables", "forbidden_tables", "absent")
"""The wishes of a problem by how they name slots: groups, (group, limit), (slot, place)."""

Pair = tuple[str, str]


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
        Visitors, who get the best balanced slots of those that are not kept.
    """

    keep: tuple[tuple[int, str], ...] = ()
    avoid: tuple[Pair, ...] = ()
    welcome: tuple[Pair, ...] = ()
    from_afar: tuple[str, ...] = ()


def wished_slots(schedule: Schedule) -> tuple[int, ...]:
    """Return the slots that a wish of the schedule names: they were made for certain players.

    Wishes about players, tables and rounds count, soft ones too, and players whom a judge must
    not judge. A wish of a kind that is not known here is taken to name every slot: rather a draw
    that is refused than a wish that goes to somebody else.
    """
    rota = schedule.judges
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


def check_wishes(wishes: DrawWishes, names: Sequence[str]) -> None:
    """Raise SeatingError if a wish names who or what there is not, or contradicts another.

    Parameters
    ----------
    wishes
        The wishes.
    names
        The players, tidied.
    """
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
