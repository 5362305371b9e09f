"""What the flow refuses, in the language of who reads it.

The checks speak English; ``faults.toml`` has the Russian of each sentence that a protocol can be
refused with. A sentence that is not there is shown as the check said it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("faults.toml")
_PLACE = re.compile(r"\\\{(\w+)\\\}")


@cache
def patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return every sentence as a pattern, and its Russian."""
    found = []
    for one in tomllib.loads(_FILE.read_text(encoding="utf-8"))["fault"]:
        found.append((pattern_of(one["en"]), one["ru"]))
    return tuple(found)


def pattern_of(sentence: str) -> re.Pattern[str]:
    """Return the pattern of a sentence in which names in braces stand for what it tells of."""
    return re.compile(_PLACE.sub(r"(?P<\1>.+?)", re.escape(sentence)), re.DOTALL)


@cache
def words() -> Mapping[str, str]:
    """Return the words that stand inside the sentences, such as roles, and their Russian."""
    return dict(tomllib.loads(_FILE.read_text(encoding="utf-8"))["word"])


def in_words(sentence: str, lang: str) -> str:
    """Return a sentence of the checks in a language."""
    if lang != "ru":
        return sentence[:1].upper() + sentence[1:]
    for pattern, russian in patterns():
        found = pattern.fullmatch(sentence)
        if found:
            said = russian.format(**{k: _russian(v) for k, v in found.groupdict().items()})
            return said[:1].upper() + said[1:]
    return sentence


def _russian(text: str) -> str:
    """Return a value of a sentence with the words that it may hold, and a decimal comma."""
    text = re.sub(r"(?<=\d)\.(?=\d)", ",", text)
    return re.sub(r"[a-z_]+(?: [a-z]+)*", lambda one: words().get(one[0], one[0]), text)
