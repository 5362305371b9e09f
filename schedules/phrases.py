"""Every text that people read on sheets, in English and Russian, from one catalogue.

The texts stand in ``phrases.toml``, whose head describes the layout; this module finds a text by
its key, chooses the grammatical number and fills in the values.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from schedules.errors import SeatingError

LANGS = ("en", "ru")
"""The languages of the catalogue."""

Text = str | Mapping[str, str]
"""One text, or one text for each grammatical number."""

FILE = Path(__file__).with_name("phrases.toml")
"""Texts of sheets and of the command line; rooms above have files of their own beside it."""


def phrase(key: str, lang: str, **values: object) -> str:
    """Return the text of a key in a language, with the values filled in.

    Parameters
    ----------
    key
        Dotted path in the catalogue, such as ``"place.round"``.
    lang
        ``"en"`` or ``"ru"``.
    **values
        What stands in the places of the text. A text that counts chooses its form by ``count``.

    Raises
    ------
    KeyError
        If the key is unknown, or the text has a place that no value fills.
    SeatingError
        If the language is unknown.

    Examples
    --------
    >>> phrase("place.round", "ru", round=3)
    'Тур 3'
    >>> [phrase("count.games", "ru", count=n) for n in (1, 2, 5, 21)]
    ['1 игра', '2 игры', '5 игр', '21 игра']
    """
    return filled(text_of(key, lang), lang, values)


def filled(text: Text, lang: str, values: Mapping[str, object]) -> str:
    """Return a text with the values filled in, in the form for their ``count`` if it has forms."""
    if not isinstance(text, str):
        text = text[plural_form(values["count"], lang)]
    return text.format(**values)


@dataclass(frozen=True)
class Catalogue:
    """The texts of another file.

    Attributes
    ----------
    file
        Where they stand, in the layout of ``phrases.toml``.
    """

    file: Path

    def phrase(self, key: str, lang: str, **values: object) -> str:
        """Return the text of a key; as :func:`phrase`."""
        check_lang(lang)
        return filled(catalogue(self.file)[key][lang], lang, values)


def has_phrase(key: str) -> bool:
    """Whether the catalogue has a key: codes of other versions are shown as they are."""
    return key in catalogue()


def text_of(key: str, lang: str) -> Text:
    """Return the text or the forms behind a key, with the places not yet filled in."""
    check_lang(lang)
    try:
        return catalogue()[key][lang]
    except KeyError:
        raise KeyError(f"no phrase {key!r} in language {lang!r}") from None


def check_lang(lang: str) -> str:
    """Return the language if the catalogue has it.

    Raises
    ------
    SeatingError
        If it has not.
    """
    if lang not in LANGS:
        raise SeatingError(f"The language {lang!r} is not known; use {' or '.join(LANGS)}.")
    return lang


def plural_form(count: object, lang: str) -> str:
    """Return the name of the grammatical number of a whole number: one, few, many or other.

    The rules are those of the Unicode CLDR for whole numbers: in Russian 1, 21, 31 are ``one``,
    2-4, 22-24 are ``few``, all others, 11-14 among them, are ``many``.

    Raises
    ------
    TypeError
        If the count is not a whole number.
    """
    if isinstance(count, bool) or not hasattr(count, "__index__"):
        raise TypeError(f"a counted phrase needs a whole number as count, not {count!r}")
    number = abs(count.__index__())
    if lang == "en":
        return "one" if number == 1 else "other"
    if number % 10 == 1 and number % 100 != 11:
        return "one"
    if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14):
        return "few"
    return "many"


def number(value: float, lang: str, *, digits: int = 2) -> str:
    """Write a number as its readers do: ``2.79`` in English, ``2,79`` in Russian.

    Parameters
    ----------
    value
        A whole or decimal number; whole numbers have no decimals.
    lang
        ``"en"`` or ``"ru"``.
    digits
        The most decimals to show; trailing zeros are left out.
    """
    check_lang(lang)
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return text.replace(".", ",") if lang == "ru" else text


@cache
def catalogue(file: Path = FILE) -> Mapping[str, Mapping[str, Text]]:
    """Return a whole catalogue: dotted key, then language, then text or forms."""
    found: dict[str, Mapping[str, Text]] = {}
    _collect(tomllib.loads(file.read_text(encoding="utf-8")), "", found)
    return found


def _collect(node: Mapping[str, Any], path: str, into: dict[str, Mapping[str, Text]]) -> None:
    """Walk the tables of the file; one that holds a language is a phrase."""
    if any(lang in node for lang in LANGS):
        into[path] = node
        return
    for name, child in node.items():
        _collect(child, f"{path}.{name}" if path else name, into)
