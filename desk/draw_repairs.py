"""What was repaired after a draw: undone, so that the draw can be checked, and named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from optimizer.draw import players_digest, seating_digest
from optimizer.repair.history import Record, earlier
from schedules.phrases import phrase
from schedules.schedule import Schedule

if TYPE_CHECKING:
    from desk.draw_wishes import DrawRecord

ASKS = (
    "withdraw", "replace", "late", "swap", "close_tables", "apart", "at_most", "forbidden_tables",
)  # fmt: skip
"""What a repair may have been asked, as its record calls it."""
PAIRS = ("replace", "late", "at_most", "forbidden_tables")
"""The asks that hold pairs, such as a player and a round."""


def as_drawn(schedule: Schedule, record: DrawRecord) -> tuple[Schedule, tuple[Record, ...]]:
    """Return the seats and names as they were drawn, and the recorded repairs since, first first.

    Repairs are undone one by one, the last one first, until the digests are those of the draw. If
    they never are, the schedule comes back as it is.
    """
    found: tuple[Schedule, tuple[Record, ...]] = (schedule, ())
    for before, undone in earlier(schedule):
        if seating_digest(before) != record.seating_digest:
            continue
        found = (before, tuple(reversed(undone)))
        if players_digest(before.players) == record.players_digest:
            break
    return found


def after_the_draw(
    schedule: Schedule, drawn: Schedule, repairs: tuple[Record, ...], lang: str
) -> list[str]:
    """Return in sentences what was changed after the draw: which repairs, and who was replaced."""
    if not repairs:
        return []
    words = ", ".join(
        phrase("draw.repair", lang, after=repair.get("after", 0), asks=_asks(repair))
        for repair in repairs
    )
    moved = seating_digest(schedule) != seating_digest(drawn)
    pairs = enumerate(zip(drawn.players, schedule.players, strict=True))
    return [
        phrase("draw.repaired" if moved else "draw.renamed", lang, repairs=words),
        *(
            phrase("draw.replaced", lang, slot=slot + 1, drawn=old, name=new)
            for slot, (old, new) in pairs
            if old != new
        ),
    ]


def _asks(repair: Record) -> str:
    """Return what was asked, as on the command line: "withdraw 17; late 4:6"."""
    return "; ".join(
        f"{key.replace('_', '-')} {_listed(key, repair[key])}" for key in ASKS if repair.get(key)
    )


def _listed(key: str, value: Any) -> str:
    """Return what a record holds of one kind of ask: players, pairs of two things, or groups."""
    parts = value if isinstance(value, list) else [value]
    return ", ".join(_part(part, ":" if key in PAIRS else "+") for part in parts)


def _part(part: Any, mark: str) -> str:
    if not isinstance(part, list):
        return str(part)
    return mark.join(_part(inner, "+") for inner in part if inner != "")
