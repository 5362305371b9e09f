"""What stands in a rules file: every key, what belongs behind it, and its type."""

from __future__ import annotations

import types
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from scoring.errors import ScoringError
from scoring.exact import exact
from scoring.parts import Part
from scoring.protocol import Role
from scoring.rules import Normalisation, Outcome, Series, TieBreak

MOST = 1_000_000
"""The greatest number that a rule may hold; no rule comes near it."""
FINEST = 12
"""Decimals that a number of a rule may have."""


def _number(value: object) -> Fraction:
    """Return a number as it is written, or raise ValueError."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal | str):
        raise ValueError("no number")
    if isinstance(value, Decimal):
        exponent = value.as_tuple().exponent
        if not isinstance(exponent, int) or exponent < -FINEST or value.adjusted() > FINEST:
            raise ValueError("no number")
    try:
        number = exact(value)
    except ScoringError as error:
        raise ValueError(str(error)) from error
    if abs(number) > MOST:
        raise ValueError("too large")
    return number


Points = Annotated[Fraction, BeforeValidator(_number)]
Count = Annotated[StrictInt, Field(ge=0, le=MOST)]
Positive = Annotated[StrictInt, Field(ge=1, le=MOST)]

_POINTS = 'points, such as 2, 0.25 or "1/3"'
_LOSS = "points below 0, such as -0.5"
_COUNT = "a whole number from 0, such as 2"
_FLAG = "true or false"
_TABLE = "a table of keys"


class _Fields(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CleanFields(_Fields):
    """Points of a clean game, which somebody won."""

    won: Points | None = Field(default=None, description=_POINTS)
    lost: Points | None = Field(default=None, description=_POINTS)


class OutcomeFields(CleanFields):
    """Points by result."""

    draw: Points | None = Field(default=None, description=_POINTS)


class RolePointsFields(OutcomeFields):
    """Points by result for every role, and for one role otherwise."""

    civilian: OutcomeFields | None = Field(default=None, description=_TABLE)
    sheriff: OutcomeFields | None = Field(default=None, description=_TABLE)
    mafia: OutcomeFields | None = Field(default=None, description=_TABLE)
    don: OutcomeFields | None = Field(default=None, description=_TABLE)


class RolesFields(_Fields):
    """How many at a table have each role."""

    civilian: Count = Field(default=6, description=_COUNT)
    sheriff: Count = Field(default=1, description=_COUNT)
    mafia: Count = Field(default=2, description=_COUNT)
    don: Count = Field(default=1, description=_COUNT)


class BestMoveFields(_Fields):
    """One line of the best-move table."""

    hits: Count = Field(description="how many blacks were named, such as 3")
    points: Points = Field(description=_POINTS)
    roles: list[Role] = Field(default=[], description='red roles, such as ["civilian"]')
    result: Literal["", "won", "lost"] = Field(default="", description='"won" or "lost"')


class AwardFields(_Fields):
    """One award that a judge may give."""

    result: Outcome = Field(description='"won", "lost" or "draw"')
    points: Points = Field(description=_POINTS)


class ExtrasFields(_Fields):
    """What a judge may award in a game."""

    awards: list[AwardFields] = Field(
        default=[], description='awards, such as [{result = "won", points = 1}]'
    )
    least: Points | None = Field(default=None, description=_POINTS)
    most: Points | None = Field(default=None, description=_POINTS)
    most_recipients: Count = Field(default=0, description=_COUNT)
    most_each: Count = Field(default=0, description=_COUNT)
    each_once: StrictBool = Field(default=False, description=_FLAG)


class TitlesFields(_Fields):
    """Points of the titles of a game."""

    best_player: Points | None = Field(default=None, description=_POINTS)
    best_move_award: Points | None = Field(default=None, description=_POINTS)


class ExitsFields(_Fields):
    """What leaving the table costs."""

    vote: Points | None = Field(default=None, description=_LOSS)
    night: Points | None = Field(default=None, description=_LOSS)
    fouls: Points | None = Field(default=None, description=_LOSS)
    tech: Points | None = Field(default=None, description=_LOSS)
    removed: Points | None = Field(default=None, description=_LOSS)
    team_loss: Points | None = Field(default=None, description=_LOSS)
    give_up: Points | None = Field(default=None, description=_LOSS)


class PenaltyFields(_Fields):
    """What a penalty of a kind costs."""

    points: Points = Field(description=_LOSS)
    step: Points = Field(default=Fraction(0), description=_LOSS)


class DifficultyFields(_Fields):
    """The coefficient of difficulty K."""

    on: StrictBool = Field(default=True, description=_FLAG)
    series: Series = Field(default="whole", description='"whole", "stage" or "group"')
    applies: list[Part] = Field(default=["win"], description='parts of a score, such as ["win"]')


class PaysFields(_Fields):
    """How much of Ci is paid in a game."""

    hit_lost: Points = Field(default=Fraction(1), description="a share, such as 1 or 0.5")
    hit_won: Points = Field(default=Fraction(0), description="a share, such as 1 or 0.5")
    no_hit_lost: Points = Field(default=Fraction(1), description="a share, such as 1 or 0.5")
    no_hit_won: Points = Field(default=Fraction(0), description="a share, such as 1 or 0.5")


class CompensationFields(_Fields):
    """Ci, the compensation for first-night deaths."""

    formula: Literal["share", "linear", "triangle"] = Field(
        description='"share", "linear" or "triangle"'
    )
    unit: Points = Field(description=_POINTS)
    share: Points = Field(default=Fraction(2, 5), description="a share of the games, such as 0.4")
    floor: Count = Field(default=0, description=_COUNT)
    cap: Points | None = Field(default=None, description=_POINTS)
    offset: Points = Field(default=Fraction(0), description="points, such as -0.18")
    pays: PaysFields = Field(default=PaysFields(), description=_TABLE)
    counter: Literal["player", "team"] = Field(default="player", description='"player" or "team"')
    group: Series = Field(default="group", description='"whole", "stage" or "group"')
    places: Annotated[StrictInt, Field(ge=0, le=6)] | None = Field(
        default=None, description="decimals from 0 to 6"
    )
    only_with_hits: StrictBool = Field(default=False, description=_FLAG)


class StageFields(_Fields):
    """What a stage is worth."""

    weight: Points = Field(default=Fraction(1), description="a coefficient above 0, such as 1.2")
    group: StrictStr = Field(default="", description="the name of a group of stages")
    final: StrictBool = Field(default=False, description=_FLAG)
    names: list[StrictStr] = Field(default=[], description='other names, such as ["финал"]')


class AdjustmentsFields(_Fields):
    """What happens outside the games costs."""

    missed_round: Points | None = Field(default=None, description=_LOSS)
    late: Points | None = Field(default=None, description=_LOSS)
    penalty: Points | None = Field(default=None, description=_LOSS)
    bonus: Points | None = Field(default=None, description="points above 0, such as 0.5")
    disqualified: Points | None = Field(default=None, description=_LOSS)
    withdrawn: Points | None = Field(default=None, description=_LOSS)


class NoAwardFields(_Fields):
    """How often something may not happen to whoever is to be awarded."""

    missed_round: Positive | None = Field(default=None, description="a whole number from 1")
    late: Positive | None = Field(default=None, description="a whole number from 1")
    penalty: Positive | None = Field(default=None, description="a whole number from 1")
    bonus: Positive | None = Field(default=None, description="a whole number from 1")
    disqualified: Positive | None = Field(default=None, description="a whole number from 1")
    withdrawn: Positive | None = Field(default=None, description="a whole number from 1")


class ReadingFields(_Fields):
    """How a doubtful place of the rules is read, in a sentence."""

    en: StrictStr = Field(min_length=1, description="a sentence in English, in quotes")
    ru: StrictStr = Field(default="", description="the same in Russian, in quotes")


class RulesFields(_Fields):
    """A whole rules file."""

    title: StrictStr = Field(min_length=1, description="what people call the rules, in quotes")
    source: StrictStr = Field(min_length=1, description="where they come from, in quotes")
    year: Annotated[StrictInt, Field(ge=1900, le=2200)] = Field(
        description="the year, such as 2016"
    )
    reconstruction: StrictBool = Field(default=False, description=_FLAG)
    seats: Annotated[StrictInt, Field(ge=2, le=100)] = Field(
        default=10, description="seats at a table, such as 10"
    )
    best_move_names: Count = Field(default=3, description=_COUNT)
    autobonus: Points = Field(default=Fraction(0), description=_POINTS)
    judge_penalties: StrictBool = Field(default=False, description=_FLAG)
    given: StrictBool = Field(default=False, description=_FLAG)
    weighted: list[Part] | None = Field(
        default=None, description='parts of a score, such as ["win", "extras"]'
    )
    normalisation: Normalisation = Field(
        default="sum", description='"sum", "per_game" or "per_root"'
    )
    tie_break: list[TieBreak] = Field(
        default=["points"], description='what decides, in order, such as ["points", "wins", "lot"]'
    )
    inherit_penalties: StrictBool = Field(default=False, description=_FLAG)
    places: Annotated[StrictInt, Field(ge=0, le=6)] = Field(
        default=2, description="decimals from 0 to 6"
    )
    roles: RolesFields = Field(default=RolesFields(), description=_TABLE)
    points: RolePointsFields = Field(default=RolePointsFields(), description=_TABLE)
    beside: RolePointsFields = Field(default=RolePointsFields(), description=_TABLE)
    clean: CleanFields = Field(default=CleanFields(), description=_TABLE)
    best_move: list[BestMoveFields] = Field(
        default=[], description="tables, each headed [[best_move]]"
    )
    extras: ExtrasFields | None = Field(default=None, description=_TABLE)
    titles: TitlesFields = Field(default=TitlesFields(), description=_TABLE)
    exits: ExitsFields = Field(default=ExitsFields(), description=_TABLE)
    penalties: dict[str, PenaltyFields] = Field(default={}, description=_TABLE)
    difficulty: DifficultyFields | None = Field(default=None, description=_TABLE)
    compensation: CompensationFields | None = Field(default=None, description=_TABLE)
    stages: dict[str, StageFields] = Field(default={}, description=_TABLE)
    adjustments: AdjustmentsFields = Field(default=AdjustmentsFields(), description=_TABLE)
    readings: list[ReadingFields] = Field(
        default=[], description="tables, each headed [[readings]]"
    )
    no_award: NoAwardFields = Field(default=NoAwardFields(), description=_TABLE)


Loc = tuple[int | str, ...]
"""Where something stands in a file: keys, and numbers in lists from 0."""


def meaning(loc: Loc) -> str:
    """Return what belongs behind the last known key of a place."""
    found = ""
    model: type[BaseModel] | None = RulesFields
    named = False
    for step in loc:
        if isinstance(step, int):
            continue
        if named:
            named = False
            continue
        if model is None or step not in model.model_fields:
            break
        field = model.model_fields[step]
        found = field.description or ""
        model, named = _inside(field.annotation)
    return found


def keys_at(loc: Loc) -> tuple[str, ...]:
    """Return the keys of the table at a place."""
    model: type[BaseModel] | None = RulesFields
    named = False
    for step in loc:
        if isinstance(step, int):
            continue
        if named or model is None:
            named = False
            continue
        model, named = _inside(model.model_fields[step].annotation)
    return tuple(model.model_fields) if model else ()


def given(fields: BaseModel) -> dict[Any, Any]:
    """Return the keys of a table that hold something, as they are."""
    return {key: value for key, value in fields if value is not None}


def known_keys() -> tuple[str, ...]:
    """Return every key of a rules file, dotted; ``NAME`` stands for a name of one's own."""
    return tuple(_keys(RulesFields, ""))


def _keys(model: type[BaseModel], before: str) -> Iterator[str]:
    for key, field in model.model_fields.items():
        inner, named = _inside(field.annotation)
        if inner is None:
            yield before + key
        else:
            yield from _keys(inner, f"{before}{key}.NAME." if named else f"{before}{key}.")


def _inside(annotation: Any) -> tuple[type[BaseModel] | None, bool]:
    """Return the model within a type, and whether it stands behind names of one's own."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation, False
    origin = get_origin(annotation)
    if origin is dict:
        return _inside(get_args(annotation)[1])[0], True
    if origin in (list, Union, types.UnionType):
        for inner in get_args(annotation):
            model, named = _inside(inner)
            if model is not None:
                return model, named
    return None, False
