"""What a step of the event refuses, in the words of the pages and the language of who reads it.

The flow speaks to the command line; ``refusals.toml`` has what the pages say instead, in both
languages and without commands or options.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from desk.web.fault_words import pattern_of
from desk.web.log_words import log_word
from desk.web.phrases import phrase
from desk.web.views import due_step
from tournament.flow.asking import FlowError
from tournament.store.saying import StoreError
from tournament.store.state import State

_FILE = Path(__file__).with_name("refusals.toml")
_OPTION = re.compile(r" ?\(?--[a-z][a-z-]*(?: \S+)?\)?")
_LABEL = re.compile(r"(\S.*?), round (\d+)(?:, table (\d+))?")


@cache
def refusals() -> tuple[tuple[re.Pattern[str], Mapping[str, str]], ...]:
    """Return every sentence of the flow as a pattern, and what the pages say by language."""
    listed = tomllib.loads(_FILE.read_text(encoding="utf-8"))["refusal"]
    return tuple((pattern_of(one["flow"]), one) for one in listed)


def refusal(error: Exception, lang: str, state: State | None = None) -> str:
    """Return the sentence of a page for what a step refused."""
    text = str(error)
    said = _said(text, lang, state)
    if said is None and isinstance(error, FlowError | StoreError):
        said = text
    return said or phrase("refused.cannot_be", lang, text=_OPTION.sub("", text))


def in_page_words(sentence: str, lang: str, state: State | None = None) -> str:
    """Return a sentence of the flow as the pages say it; one that is not known as it is."""
    said = _said(sentence, lang, state)
    return sentence if said is None else said


def _said(sentence: str, lang: str, state: State | None) -> str | None:
    for pattern, words in refusals():
        found = pattern.fullmatch(sentence)
        if found:
            values = {
                name: _value(name, text, lang, state) for name, text in found.groupdict().items()
            }
            said = words[lang].format(**values)
            said = said.rstrip() if state is None else said
            return said[:1].upper() + said[1:] if pattern.pattern[:1].isupper() else said
    return None


def _value(name: str, text: str, lang: str, state: State | None) -> str:
    """Return what was taken over from a sentence, in words."""
    if name == "next":
        return "" if state is None else phrase("due." + due_step(state), lang)
    if name in ("near", "mend"):
        return in_page_words(text, lang, state)
    if name == "text" and text[:1] in "'\"" and text[:1] == text[-1:]:
        return str(ast.literal_eval(text))
    if name == "what":
        return log_word(text, lang)
    if name == "whats":
        return ", ".join(log_word(one, lang) for one in text.split(", "))
    if name == "stage":
        return _title(text, lang, state)
    if name == "label":
        return _label(text, lang, state)
    return text


def _label(text: str, lang: str, state: State | None) -> str:
    found = _LABEL.fullmatch(text)
    if found is None:
        return in_page_words(text, lang, state)
    stage, number, table = found.groups()
    label = phrase("word.round_of", lang, stage=_title(stage, lang, state), round=number)
    return label if table is None else phrase("word.game_of", lang, round=label, table=table)


def _title(stage: str, lang: str, state: State | None) -> str:
    """Return the title of a stage that the flow calls by its short name."""
    stages = () if state is None else state.format.stages
    return next((one.titles[lang] for one in stages if one.name == stage), stage)
