"""The log in words: what a line is about, and what a correction changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from desk.event_log import said_of, verb_word
from desk.web.phrases import FILE, phrase
from desk.web.pins import CHANGED
from schedules.phrases import catalogue
from tournament.store.state import Logged, State

Entries = list[tuple[str, str]]
"""Keys and values of a game, in words."""


def log_word(what: str, lang: str) -> str:
    """Return what a kind of line is called."""
    return phrase("log.new_pin", lang) if what == CHANGED else verb_word(what, lang)


def said_of_line(state: State, line: Logged, lang: str) -> str:
    """Return whom and what a line is about."""
    if line.what == CHANGED:
        return ", ".join(
            phrase("word.chief", lang) if name == "chief" else name
            for name in json.loads(line.after)["names"]
        )
    return said_of(state, line, lang)


def corrected(line: Logged, lang: str) -> list[tuple[Entries, Entries]]:
    """Return what differs in each game that a line corrects, before and after."""
    if line.what != "correct":
        return []
    before, after = (
        [json.loads(game) for game in json.loads(text)["games"]]
        for text in (line.before, line.after)
    )
    return [
        (_entries(_apart(old, new), lang), _entries(_apart(new, old), lang))
        for old, new in zip(before, after, strict=True)
    ]


def _apart(game: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Return what one version of a game has otherwise than the other; of seats, who sits there."""
    found = _differing(game, other)
    found.pop("seats", None)
    known = {chair["seat"]: chair for chair in other["seats"]}
    for chair in game["seats"]:
        was = known.get(chair["seat"], {})
        if chair != was:
            found[f"{chair['seat']}. {chair['player']}"] = _differing(chair, was)
    return found


def _differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of one that are others in the other; None where only the other has any."""
    keys = dict.fromkeys([*one, *other])
    return {key: one.get(key) for key in keys if one.get(key) != other.get(key)}


def _entries(found: Mapping[str, Any], lang: str) -> Entries:
    return [(_key(key, lang), _text(value, lang)) for key, value in found.items()]


def _key(key: str, lang: str) -> str:
    return phrase("key." + key, lang) if f"key.{key}" in catalogue(FILE) else key.replace("_", " ")


def _text(value: Any, lang: str) -> str:
    """Return a value of a game in words; a dash for nothing."""
    if value in (None, "", [], {}, False, 0):
        return "–"
    if value is True:
        return "+"
    if isinstance(value, Mapping):
        return ", ".join(f"{_key(str(k), lang)}: {_text(v, lang)}" for k, v in value.items())
    if isinstance(value, list):
        return ", ".join(_text(one, lang) for one in value)
    known = f"value.{value}" in catalogue(FILE)
    return phrase("value." + str(value), lang) if known else str(value)
