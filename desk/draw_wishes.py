"""Wishes for a draw as people write them, turned into names and slots; and as a record in a file.

Names are found as in the wishes of ``seating matrix``: letter case, spaces, ё and е make no
difference.
"""

from __future__ import annotations

import csv
import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr, ValidationError

from optimizer.draw import METHOD, players_digest, seating_digest
from optimizer.draw_wishes import DrawWishes
from schedules.errors import SeatingError
from schedules.names import PlayersFile, name_key
from schedules.schedule import Schedule
from schedules.texts import tidy


@dataclass(frozen=True)
class WishTexts:
    """What stands on the command line, each option as often as it stands there."""

    keep: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    welcome: tuple[str, ...] = ()
    from_afar: tuple[str, ...] = ()
    home_city: str | None = None

    @property
    def any(self) -> bool:
        """Whether there is any wish."""
        return self != WishTexts()


def read_wishes(texts: WishTexts, players: PlayersFile) -> DrawWishes:
    """Return the wishes of a draw, every name as it stands in the players file.

    Raises
    ------
    SeatingError
        If a wish cannot be read, or names somebody who is not in the file.
    """
    people = _People(players.names)
    visitors = [name for text in texts.from_afar for name in people.named("--from-afar", text)]
    if texts.home_city is not None:
        if visitors:
            raise SeatingError("Give --from-afar or --home-city, not both: each names visitors.")
        visitors = _from_other_cities(players, texts.home_city)
    return DrawWishes(
        keep=tuple(_kept(text, people) for text in texts.keep),
        avoid=tuple(_pair("--avoid", text, people) for text in texts.avoid),
        welcome=tuple(_pair("--welcome", text, people) for text in texts.welcome),
        from_afar=tuple(visitors),
    )


class _People:
    """The players by name."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.by_key = {name_key(name): name for name in names}

    def named(self, option: str, text: str) -> list[str]:
        """Return the players of a list parted by commas; a name with a comma in quotes."""
        whole = self.by_key.get(name_key(text))
        if whole is not None:
            return [whole]
        row = next(csv.reader([text], skipinitialspace=True), [])
        return [self.one(option, word) for word in map(tidy, row) if word]

    def one(self, option: str, word: str) -> str:
        """Return a player as he stands in the file."""
        name = self.by_key.get(name_key(word))
        if name is not None:
            return name
        near = difflib.get_close_matches(word, self.names, n=1)
        mend = f"did you mean {near[0]!r}?" if near else "write a name as it stands in the file."
        if near and "," in near[0]:
            mend += " A name with a comma stands in quotes."
        raise SeatingError(
            f"{option} names {word!r}, who is not among the {len(self.names)} names; {mend}"
        )


def _pair(option: str, text: str, people: _People) -> tuple[str, str]:
    names = people.named(option, text)
    if len(names) != 2:
        raise SeatingError(
            f"{option} {text!r} names {len(names)} player{'' if len(names) == 1 else 's'}; write "
            f'two names with a comma between, as in {option} "Anna,Boris", once for each pair.'
        )
    return names[0], names[1]


def _kept(text: str, people: _People) -> tuple[int, str]:
    found = re.fullmatch(r"\s*#?([0-9]{1,9})\s*=(.*)", text, flags=re.DOTALL)
    if not found:
        raise SeatingError(
            f'--keep {text!r} cannot be read; write a slot and its player, as in --keep "17=Anna".'
        )
    return int(found[1]) - 1, people.one("--keep", tidy(found[2]))


def _from_other_cities(players: PlayersFile, home: str) -> list[str]:
    if not any(players.cities):
        raise SeatingError(
            f"{players.source} has no cities; add a column city, or name the visitors "
            "with --from-afar."
        )
    if name_key(home) not in map(name_key, players.cities):
        raise SeatingError(
            f"Nobody in {players.source} is from {home!r}; write the home city as it stands there."
        )
    pairs = zip(players.names, players.cities, strict=True)
    return [name for name, city in pairs if city and name_key(city) != name_key(home)]


class DrawRecord(BaseModel):
    """The ``draw`` in the ``made`` of a schedule file: all that is needed to do it again."""

    model_config = ConfigDict(extra="forbid")

    method: StrictStr
    seed: StrictStr
    players_digest: StrictStr
    seating_digest: StrictStr
    keep: list[tuple[Annotated[StrictInt, Field(ge=1)], StrictStr]] = []
    avoid: list[tuple[StrictStr, StrictStr]] = []
    welcome: list[tuple[StrictStr, StrictStr]] = []
    from_afar: list[StrictStr] = []

    def wishes(self) -> DrawWishes:
        """Return the wishes of the record."""
        return DrawWishes(
            keep=tuple((slot - 1, name) for slot, name in self.keep),
            avoid=tuple(self.avoid),
            welcome=tuple(self.welcome),
            from_afar=tuple(self.from_afar),
        )


def record_of(
    schedule: Schedule, names: Sequence[str], *, seed: str, wishes: DrawWishes
) -> dict[str, Any]:
    """Return the record of a draw as it stands in the file, slots from 1."""
    record = DrawRecord(
        method=METHOD,
        seed=seed,
        players_digest=players_digest(names),
        seating_digest=seating_digest(schedule),
        keep=[(slot + 1, name) for slot, name in wishes.keep],
        avoid=list(wishes.avoid),
        welcome=list(wishes.welcome),
        from_afar=list(wishes.from_afar),
    )
    return record.model_dump(mode="json", exclude_defaults=True)


def read_record(schedule: Schedule, source: object) -> DrawRecord:
    """Return the record of the draw in a schedule file.

    Raises
    ------
    SeatingError
        If there is none, it cannot be read, or it is of another method than this program knows.
    """
    found = (schedule.made or {}).get("draw")
    if found is None:
        raise SeatingError(
            f"{source} holds no record of a draw, so there is nothing to redo; "
            "seating draw writes one into the file it makes."
        )
    try:
        record = DrawRecord.model_validate(found)
    except ValidationError as error:
        place = error.errors(include_url=False)[0]["loc"]
        where = ", ".join(str(step + 1) if isinstance(step, int) else step for step in place)
        raise SeatingError(
            f'{source}: the record of the draw ("made", "draw"{f", {where}" if where else ""}) '
            "is not as seating draw writes it; take the file as it was published."
        ) from None
    if record.method != METHOD:
        raise SeatingError(
            f"{source} was drawn by the method {record.method!r} and this version knows {METHOD}; "
            "check it with the version that made it."
        )
    return record
