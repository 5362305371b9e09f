"""What the judges' pages say, in English and Russian, from ``phrases.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from schedules.phrases import check_lang, plural_form

_FILE = Path(__file__).with_name("phrases.toml")


@cache
def catalogue() -> Mapping[str, Mapping[str, Any]]:
    """Return every text: dotted key, then language; forms by number where it counts."""
    groups = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {
        f"{group}.{name}": texts for group, named in groups.items() for name, texts in named.items()
    }


def phrase(key: str, lang: str, **values: object) -> str:
    """Return a text in a language, with the values filled in.

    Raises
    ------
    KeyError
        If there is no such text, or a value is missing.
    """
    text = catalogue()[key][check_lang(lang)]
    if isinstance(text, Mapping):
        text = text[plural_form(values["count"], lang)]
    filled: str = text.format(**values)
    return filled
