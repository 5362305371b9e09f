"""Criteria, arguments and values in words, for the tables of ``check`` and ``compare``."""

from __future__ import annotations

from typing import Any

from schedules.phrases import has_phrase, number, phrase


def criterion_name(code: str, lang: str) -> str:
    """Return the words of a criterion; a code without words stands for itself."""
    return _named("certificate.criterion", code, lang)


def argument_name(code: str, lang: str) -> str:
    """Return the words of the argument of a bound, as :func:`criterion_name`."""
    return _named("certificate.argument", code, lang)


def _named(group: str, code: str, lang: str) -> str:
    key = f"{group}.{code}"
    return phrase(key, lang) if has_phrase(key) else code


def shown_value(value: Any, lang: str) -> str:
    """Return a number, a range, or a dash where there is none."""
    if value is None:
        return phrase("word.none", lang)
    if isinstance(value, list | tuple):
        return phrase("word.range", lang, least=value[0], most=value[1])
    return number(value, lang)
