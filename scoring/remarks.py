"""What must be said above the standings: likely slips of the source, and what does not count."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scoring.phrases import phrase
from scoring.protocol import Protocols
from scoring.table import Standings

MOST_LEFT_OUT = 20
"""Rows that cannot count and are named above a table; all of them stand in --json."""

_LOOKALIKES = str.maketrans("ёabcehikmoptxy", "еавсенікмортху")
"""Letters that look alike, in either case, in the Latin and the Cyrillic alphabet; ё is е."""
_LEFT_OUT = {
    "unread": re.compile(r"(?P<what>.*): the column '(?P<why>.*)' is not read", re.DOTALL),
    "game": re.compile(r"(?P<what>.*?) does not count: (?P<why>.*)", re.DOTALL),
    "best_move": re.compile(r"(?P<what>.*?) counts without its best move: (?P<why>.*)", re.DOTALL),
}
"""How readers word what does not count, so that it can be said in Russian as well."""


def alike(name: str) -> str:
    """Return what two spellings of one name share: without case, spaces and lookalike letters."""
    return "".join(name.casefold().translate(_LOOKALIKES).split())


def twins(protocols: Protocols) -> tuple[tuple[str, ...], ...]:
    """Return the names that are likely one name spelt in several ways, as they first appear."""
    names: dict[str, None] = {}
    for game in protocols.games:
        for chair in game.chairs:
            names[chair.player] = None
            names[chair.owner] = None
    for occupant in protocols.occupants:
        names[occupant.player] = None
    same: dict[str, list[str]] = {}
    for name in names:
        same.setdefault(alike(name), []).append(name)
    return tuple(tuple(spellings) for spellings in same.values() if len(spellings) > 1)


def remarks(table: Standings, lang: str) -> list[str]:
    """Return the sentences that stand above the standings on every screen and sheet."""
    found = [_twins(spellings, lang) for spellings in table.twins]
    return [*found, *left_out(table.left_out, lang)]


def _twins(spellings: Sequence[str], lang: str) -> str:
    joined = phrase("remark.and", lang)
    return phrase("remark.twins", lang, names=joined.join(f"'{name}'" for name in spellings))


def left_out(reasons: Sequence[str], lang: str) -> list[str]:
    """Return a line for each thing of the source that does not count, with a head; none if none."""
    if not reasons:
        return []
    lines = [phrase("remark.left_out", lang, count=len(reasons))]
    lines += [f"- {_said(text, lang)}" for text in reasons[:MOST_LEFT_OUT]]
    if len(reasons) > MOST_LEFT_OUT:
        lines.append(phrase("remark.more", lang, count=len(reasons) - MOST_LEFT_OUT))
    return lines


def _said(text: str, lang: str) -> str:
    for key, form in _LEFT_OUT.items():
        match = form.fullmatch(text)
        if match:
            return phrase(f"remark.{key}", lang, **match.groupdict())
    return text
