"""The fields of an event file, checked one by one; every wrong place is named."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    StrictBool,
    StrictInt,
    StrictStr,
    ValidationError,
    model_validator,
)

from schedules.texts import tidy
from scoring.errors import ScoringError
from scoring.exact import exact

LIST_WORDS = {"tables": ("table", "seat"), "drawn": ("table", "seat")}
"""What the steps into a list of lists are called; other lists are called by their keys."""


def _points(value: Any) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError('a number, or a text such as "12/5",')
    try:
        return exact(value)
    except ScoringError:
        raise ValueError('a number, or a text such as "12/5",') from None


def _name(value: Any) -> Any:
    return tidy(value) if isinstance(value, str) else value


Points = Annotated[Fraction, BeforeValidator(_points)]
Name = Annotated[StrictStr, BeforeValidator(_name)]
Seats = list[list[StrictInt | None]]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True)

    @model_validator(mode="before")
    @classmethod
    def _own_keys(cls, value: Any) -> Any:
        """Leave out the keys that a program keeps for itself: those that begin with ``x-``."""
        if isinstance(value, dict):
            return {key: one for key, one in value.items() if not str(key).startswith("x-")}
        return value


class WhenFields(_Form):
    """A round of a stage."""

    stage: Name
    round: StrictInt


class PlayerFields(_Form):
    """One who takes part."""

    number: StrictInt
    name: Name
    club: Name = ""
    team: Name = ""
    entered: WhenFields | None = None
    left: WhenFields | None = None


class SettingsFields(_Form):
    """What the draws of a stage have to keep."""

    apart: list[list[StrictInt]] = []
    seats: StrictInt = 10
    uneven: StrictBool = False
    most_of_club: StrictInt | None = None
    by_team: StrictBool = False
    fixed_tables: list[tuple[StrictInt, StrictInt]] = []
    forbidden_tables: list[tuple[StrictInt, StrictInt]] = []
    forbidden_seats: list[tuple[StrictInt, StrictInt]] = []
    judge_conflicts: list[tuple[Name, StrictInt]] = []
    most_meetings: StrictInt | None = None
    most_in_a_row: StrictInt | None = None
    least_repeats: StrictBool = True


class StageFields(_Form):
    """One stage."""

    name: Name
    rounds: StrictInt
    weight: Points | None = None
    group: Name = ""
    final: StrictBool = False
    rules: Name = ""
    modes: list[Name] = []
    players: list[StrictInt] | None = None
    settings: SettingsFields = SettingsFields()


class LockFields(_Form):
    """One lock of the chief judge."""

    player: StrictInt
    table: StrictInt | None = None
    seat: StrictInt | None = None
    sits: StrictBool | None = None
    who: StrictStr = ""
    when: StrictStr = ""
    why: StrictStr = ""


class CoefficientFields(_Form):
    """K as a draw used it."""

    series: Name = ""
    red: StrictInt
    black: StrictInt
    value: Points


class BasisFields(_Form):
    """What a round was drawn by."""

    points: list[tuple[StrictInt, Points]]
    difficulty: list[CoefficientFields] = []


class EditFields(_Form):
    """One change by hand."""

    who: StrictStr
    when: StrictStr
    why: StrictStr
    swap: tuple[StrictInt, StrictInt] | None = None


class RoundFields(_Form):
    """One round."""

    stage: Name
    round: StrictInt
    mode: Name
    tables: Seats
    drawn: Seats | None = None
    judges: list[Name] = []
    sit_out: list[StrictInt] = []
    absent: list[StrictInt] = []
    sizes: list[StrictInt] | None = None
    locks: list[LockFields] = []
    seed: StrictStr = ""
    drawn_by: BasisFields | None = None
    edits: list[EditFields] = []
    certificate: dict[str, Any] | None = None


class CorrectionFields(_Form):
    """What became known late."""

    known_from: WhenFields
    game: tuple[Name, StrictInt, StrictInt] | None = None
    before: dict[str, Any] | None = None
    adjustment: StrictInt | None = None
    who: StrictStr = ""
    when: StrictStr = ""
    why: StrictStr = ""


class EventFields(_Form):
    """A whole event file."""

    format: StrictStr
    name: StrictStr = ""
    rules: Name = ""
    seed: StrictStr = ""
    players: list[PlayerFields]
    stages: list[StageFields]
    rounds: list[RoundFields] = []
    protocols: dict[str, Any] | None = None
    corrections: list[CorrectionFields] = []


def read_fields(data: Mapping[str, Any]) -> tuple[EventFields | None, list[str]]:
    """Return the fields of a file, or every fault of them in words."""
    try:
        return EventFields.model_validate(data), []
    except ValidationError as error:
        found = [_fault(one, data) for one in error.errors(include_url=False)]
        return None, list(dict.fromkeys(found))


def _fault(error: Mapping[str, Any], data: Any) -> str:
    """Say which place holds what, and what belongs there."""
    loc, kind = error["loc"], error["type"]
    where, here = _place(loc, data)
    if kind == "missing":
        return f"{_place(loc[:-1], data)[0] or 'The file'} has no {loc[-1]!r}; add it."
    if kind == "extra_forbidden":
        known = _keys_beside(loc, data)
        near = difflib.get_close_matches(str(loc[-1]), known, n=1)
        mend = f"did you mean {near[0]!r}?" if near else f"the keys are {', '.join(known)}."
        return f'{where}: there is no such key; {mend} A key of your own begins with "x-".'
    return f"{where} holds {_shown(here)}; {_belongs(error)} belongs there."


def _belongs(error: Mapping[str, Any]) -> str:
    words = {
        "int_type": "a whole number", "string_type": "a text", "list_type": "a list",
        "tuple_type": "a list of two or three", "bool_type": "true or false",
        "dict_type": "an object", "model_type": "an object", "model_attributes_type": "an object",
        "too_long": "a shorter list",
    }  # fmt: skip
    if error["type"] == "value_error":
        return str(error["msg"]).removeprefix("Value error, ")
    return words.get(error["type"], str(error["msg"]))


def _place(loc: Sequence[int | str], data: Any) -> tuple[str, Any]:
    """Return a place in words, numbers from 1, and what stands there."""
    words: list[str] = []
    here = data
    lists: list[str] = []
    for step in loc:
        if isinstance(step, int):
            word = lists.pop(0) if lists else "number"
            if words and words[-1] == f"{word}s":
                words.pop()
            words.append(f"{word} {step + 1}")
            here = here[step] if isinstance(here, list) and step < len(here) else None
        elif isinstance(here, dict) or here is None:
            words.append(step)
            lists = list(LIST_WORDS.get(step, (step.removesuffix("s"),)))
            here = here.get(step) if isinstance(here, dict) else None
    return ", ".join(words), here


_MODELS: dict[str, type[BaseModel]] = {
    "players": PlayerFields, "stages": StageFields, "rounds": RoundFields, "locks": LockFields,
    "edits": EditFields, "corrections": CorrectionFields, "settings": SettingsFields,
    "drawn_by": BasisFields, "difficulty": CoefficientFields, "entered": WhenFields,
    "left": WhenFields, "known_from": WhenFields,
}  # fmt: skip


def _keys_beside(loc: Sequence[int | str], data: Any) -> list[str]:
    """Return the keys that are known where an unknown one stands."""
    names = [step for step in loc[:-1] if isinstance(step, str) and step in _MODELS]
    return list((_MODELS[names[-1]] if names else EventFields).model_fields)


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else text[:37] + "..."
