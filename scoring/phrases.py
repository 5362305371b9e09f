"""What the scoring says to people, in English and Russian, from ``phrases.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

from scoring.errors import ScoringError
from scoring.exact import shown
from scoring.rules import Rules
from scoring.table import Reason, Row, Standings, called
from scoring.tie_break import Value

LANGS = ("en", "ru")
MOST_PLACES = 12
"""Decimals shown at most where fewer would make two different numbers look the same."""
MOST_NAMES = 10
"""Equals who are named in a reason."""
TICKET_DIGITS = 8
"""Digits of a lot's ticket that are shown."""

_FILE = Path(__file__).with_name("phrases.toml")


@cache
def catalogue() -> Mapping[str, Mapping[str, str]]:
    """Return every text: dotted key, then language."""
    groups = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {
        f"{group}.{name}": texts for group, named in groups.items() for name, texts in named.items()
    }


def phrase(key: str, lang: str, **values: object) -> str:
    """Return the text of a key in a language, with the values filled in.

    Raises
    ------
    KeyError
        If there is no such key, or a value is missing.
    ScoringError
        If the language is unknown.

    Examples
    --------
    >>> phrase("rung.wins_sheriff", "ru")
    'победы шерифом'
    """
    if lang not in LANGS:
        raise ScoringError(f"The language {lang!r} is not known; use {' or '.join(LANGS)}.")
    return catalogue()[key][lang].format(**values)


def number(value: Fraction, lang: str, places: int) -> str:
    """Return points as people read them in a language, rounded half up."""
    return shown(value, places, comma=lang == "ru")


def place(row: Row) -> str:
    """Return the place of a line; equals have all that they share, such as "7-8"."""
    if not row.place:
        return ""
    return str(row.place) if row.place == row.last else f"{row.place}-{row.last}"


def who(row: Row) -> str:
    """Return the occupant, with the slot where it is called otherwise."""
    return called(row.occupant, row.slot)


def reason(found: Reason | None, rules: Rules, lang: str, *, behind: bool = False) -> str:
    """Return a reason in words, such as "ahead of 7 by wins as sheriff, 2 : 1"; "" for none.

    Parameters
    ----------
    found
        The reason of a line, ``row.reason`` or ``row.behind``.
    rules
        Tell how many decimals are shown, and whether a lot is drawn.
    lang
        ``"en"`` or ``"ru"``.
    behind
        Whether it is ``row.behind``.
    """
    if found is None:
        return ""
    way = "behind" if behind else "ahead"
    name = called(found.name, found.against)
    if found.by == "equal":
        name = _listed(found.group or (name,), lang)
        return phrase("reason.equal_lot" if "lot" in rules.tie_break else "reason.equal", lang,
                      name=name)  # fmt: skip
    if found.by == "final" or found.ours is None or found.theirs is None:
        return phrase(f"reason.{way}_final", lang, name=name)
    ours, theirs = _pair(found.ours, found.theirs, rules.places, lang)
    if found.by == "lot":
        return phrase(f"reason.{way}_lot", lang, name=name, ours=ours, theirs=theirs)
    rung = phrase(f"rung.{found.by}", lang)
    return phrase(f"reason.{way}", lang, name=name, rung=rung, ours=ours, theirs=theirs)


def _listed(names: Sequence[str], lang: str) -> str:
    """Return names one after another; of very many the first, and how many more there are."""
    more = len(names) - MOST_NAMES
    shown_ = ", ".join(names[:MOST_NAMES])
    return phrase("reason.more", lang, names=shown_, count=more) if more > 0 else shown_


def _pair(ours: Value, theirs: Value, places: int, lang: str) -> tuple[str, str]:
    """Return two numbers with as many decimals as tell them apart."""
    if isinstance(ours, str) or isinstance(theirs, str):
        return str(ours)[:TICKET_DIGITS], str(theirs)[:TICKET_DIGITS]
    for more in range(places, MOST_PLACES):
        texts = number(ours, lang, more), number(theirs, lang, more)
        if texts[0] != texts[1]:
            return texts
    return number(ours, lang, MOST_PLACES), number(theirs, lang, MOST_PLACES)


def why_barred(row: Row, lang: str) -> str:
    """Return why a line gets no award, in words; "" if it may."""
    return ", ".join(phrase(f"adjustment.{kind}", lang) for kind in row.barred)


def readings(rules: Rules, lang: str) -> list[str]:
    """Return how doubtful places of the rules are read, with a head; none if they name none."""
    if not rules.readings:
        return []
    texts = [f"- {russian if lang == 'ru' else english}" for english, russian in rules.readings]
    return [phrase("note.readings", lang), *texts]


def notes(table: Standings, lang: str) -> list[str]:
    """Return what must stand on every screen and sheet with the standings, in sentences.

    That the rules are a reconstruction, as of when, K and whether it may still move, the lot.
    """
    rules = table.rules
    found = []
    if rules.reconstruction:
        found.append(phrase("note.reconstruction", lang))
    if table.stage is not None:
        found.append(phrase("note.stage", lang, stage=table.stage))
    if table.until is not None:
        stage, round_ = table.until
        found.append(phrase("note.until", lang, stage=f"{stage}, " if stage else "", round=round_))
    for series, one in table.difficulty.items():
        found.append(
            phrase(
                "note.difficulty",
                lang,
                coefficient=number(one.coefficient, lang, max(rules.places, 3)),
                series=f" ({series})" if series else "",
                red=one.red,
                black=one.black,
            )
        )
    if table.provisional:
        found.append(phrase("note.provisional", lang))
        if rules.difficulty is not None:
            found.append(phrase("note.provisional_difficulty", lang))
    if table.needs_lot and table.seed is None:
        equal = next(place(row) for row in table.rows if row.last > row.place)
        found.append(phrase("note.needs_lot", lang, places=equal))
    if table.seed is not None:
        found.append(phrase("note.lot", lang, seed=table.seed))
    return found
