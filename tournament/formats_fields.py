"""The keys of a format file: what belongs where, and what does not fit together."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from scoring.errors import RulesError, ScoringError
from scoring.exact import exact, shown

Loc = tuple[int | str, ...]
Fault = tuple[Loc, str]
Measure = Literal[
    "points", "additional", "wins", "wins_don", "wins_sheriff", "wins_mafia", "first_killed",
    "best_moves", "best_player",
]  # fmt: skip
MODE = re.compile(r"(random|strict|matrix|final)|(blocks|window):[1-9]\d{0,5}")
CLOCK = re.compile(r"([01]?\d|2[0-3]):[0-5]\d")
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def _weight(value: Any) -> Fraction:
    try:
        if isinstance(value, bool):
            raise ValueError
        return exact(value)
    except (ScoringError, TypeError, ValueError):
        raise ValueError('write a number such as 1.2, or a text such as "3/2"') from None


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True, strict=True)


class DayFields(_Form):
    """One day of play."""

    date: str = ""
    check_in: str = ""


class StageFields(_Form):
    """One stage."""

    name: str
    title: str = ""
    title_ru: str = ""
    rounds: Annotated[int, Field(ge=1, le=99)]
    tables: Annotated[int, Field(ge=1, le=99)]
    seating: list[str]
    enters: Annotated[int, Field(ge=2)] | None = None
    least_games: Annotated[int, Field(ge=0)] = 0
    missed_bars: Annotated[int, Field(ge=1)] | None = None
    weight: Annotated[Fraction, BeforeValidator(_weight)] = Fraction(1)
    final: bool = False
    days: list[int] = [1]
    starts: list[str] = [""]


class ConductFields(_Form):
    """What happens when somebody is not where he should be."""

    empty_seat: Literal["stand-in", "table-of-9", "sit-out"] = "stand-in"
    missed_round: Literal["penalty", "disqualified", "nothing"] = "nothing"
    late_first_game: bool = False
    late_minutes: Annotated[int, Field(ge=0)] = 30
    late_other_day: Literal["disqualified", "nothing"] = "nothing"
    leaving: Literal["disqualified", "withdrawn"] = "withdrawn"
    ban_months: Annotated[int, Field(ge=0)] = 0
    substitutes: bool = False
    replays: Literal["never", "by-panel", "free"] = "never"


class NominationFields(_Form):
    """A prize beside the places."""

    name: str
    name_ru: str = ""
    measure: Measure
    stages: list[str] = []
    least_games: Annotated[int, Field(ge=0)] = 0
    finalists: bool = True
    tie: Literal["share", "additional", "place"] = "share"
    barred: list[Literal["places", "nominated"]] = []


class FormatFields(_Form):
    """A whole format."""

    title: str
    title_ru: str = ""
    source: str = ""
    rules: str
    players: Annotated[int, Field(ge=2)]
    least: Annotated[int, Field(ge=2)] | None = None
    seats: Annotated[int, Field(ge=2, le=16)] = 10
    paid: bool = False
    part_clubs: bool = False
    conduct: ConductFields = ConductFields()
    days: Annotated[list[DayFields], Field(min_length=1)]
    stages: Annotated[list[StageFields], Field(min_length=1)]
    nominations: list[NominationFields] = []
    card: dict[Literal["en", "ru"], list[str]] = {}


_MODELS: Mapping[str, type[BaseModel]] = {
    "stages": StageFields, "days": DayFields, "conduct": ConductFields,
    "nominations": NominationFields,
}  # fmt: skip


def read_fields(data: Mapping[str, Any]) -> tuple[FormatFields | None, list[Fault]]:
    """Return the fields of a format, and every fault as its place and a sentence."""
    try:
        fields = FormatFields.model_validate(data)
    except ValidationError as error:
        return None, [
            (one["loc"], _sentence(one["type"], one["loc"], one))
            for one in error.errors(include_url=False)
        ]
    return fields, [*_whole(fields), *_days(fields), *_rules(fields)]


def _sentence(kind: str, loc: Loc, error: Mapping[str, Any]) -> str:
    if kind == "missing":
        return f"{loc[-1]!r} is missing; add it."
    if kind == "extra_forbidden":
        model = next((_MODELS[str(s)] for s in reversed(loc[:-1]) if s in _MODELS), FormatFields)
        known = list(model.model_fields)
        near = difflib.get_close_matches(str(loc[-1]), known, n=1)
        mend = f"did you mean {near[0]!r}?" if near else f"the keys are {', '.join(known)}."
        return f"there is no such key; {mend}"
    said = str(error["msg"]).removeprefix("Value error, ")
    return f"{error['input']!r} does not belong here: {said[0].lower()}{said[1:]}."


def _whole(fields: FormatFields) -> Iterator[Fault]:
    """Find what contradicts itself in the stages."""
    field = fields.players
    if fields.least is not None and fields.least > fields.players:
        yield ("least",), f"{fields.least} is more than players, {fields.players}; write less."
    for name, count in Counter(one.name for one in fields.stages).items():
        if count > 1:
            yield ("stages",), f"two stages are called {name!r}; name them apart."
    for n, one in enumerate(fields.stages):
        at: Loc = ("stages", n)
        if not one.name.strip():
            yield (*at, "name"), "the name is empty; write one."
        for key, values in (("seating", one.seating), ("days", one.days), ("starts", one.starts)):
            if len(values) not in (1, one.rounds):
                yield (
                    (*at, key),
                    (
                        f"{len(values)} values for {one.rounds} rounds; write one for each, or "
                        "one for all."
                    ),
                )
        yield from _modes(one, at)
        if one.enters is not None:
            if n == 0 or one.enters > field:
                yield (
                    (*at, "enters"),
                    (
                        f"{one.enters} enter, and {field if n else 'nobody'} played before; "
                        "write fewer, or leave it out."
                    ),
                )
            field = one.enters
        yield from _bars(fields, n)
        if field < one.tables * fields.seats and fields.conduct.empty_seat == "sit-out":
            yield (
                (*at, "tables"),
                (
                    f"{field} players do not fill {one.tables} tables of {fields.seats}; "
                    "write fewer tables."
                ),
            )
        elif field > one.tables * fields.seats and one.seating[:1] == ["final"]:
            yield (*at, "enters"), f"{field} do not fit on {fields.seats} seats; let fewer enter."
        elif field > one.tables * fields.seats and one.seating[:1] == ["matrix"]:
            yield (
                (*at, "tables"),
                (
                    f"{field} players do not fit at {one.tables} tables of {fields.seats}, and a "
                    "matrix seats everybody in every round; write more tables, or let them sit "
                    "out by random or Swiss rounds."
                ),
            )
        elif field <= (one.tables - 1) * fields.seats:
            yield (
                (*at, "tables"),
                (
                    f"{field} players at {one.tables} tables of {fields.seats} leave one empty; "
                    "write fewer tables."
                ),
            )
    for n, nomination in enumerate(fields.nominations):
        for name in nomination.stages:
            if name not in {one.name for one in fields.stages}:
                yield (
                    ("nominations", n, "stages"),
                    f"there is no stage {name!r}; name one there is.",
                )


def _bars(fields: FormatFields, n: int) -> Iterator[Fault]:
    """Find bars at the cut that bar nobody, or everybody."""
    one, before = fields.stages[n], sum(stage.rounds for stage in fields.stages[:n])
    for key in ("least_games", "missed_bars"):
        value = getattr(one, key)
        if value and one.enters is None:
            yield (
                ("stages", n, key),
                "everybody enters this stage; a bar needs the key enters, how many do.",
            )
        elif value and value > before:
            yield (
                ("stages", n, key),
                f"{value} is more than the {before} rounds before this stage; write less.",
            )


def _modes(one: StageFields, at: Loc) -> Iterator[Fault]:
    for mode in one.seating:
        if not MODE.fullmatch(mode):
            yield (
                (*at, "seating"),
                (
                    f"the seating {mode!r} is not known; write matrix, random, blocks:2, window:5, "
                    "strict or final."
                ),
            )
    ahead = {"matrix", "final"} & set(one.seating)
    if ahead and len(set(one.seating)) > 1:
        yield (
            (*at, "seating"),
            (f"{sorted(ahead)[0]} seats all rounds of a stage at once; make two stages of it."),
        )
    if "final" in one.seating and one.tables != 1:
        yield (*at, "tables"), "a final is seated at one table; write 1, or seat it by a matrix."


def _days(fields: FormatFields) -> Iterator[Fault]:
    last = 1
    for n, one in enumerate(fields.stages):
        for day in one.days:
            if not 1 <= day <= len(fields.days):
                yield (
                    ("stages", n, "days"),
                    (f"day {day} is not there; the days are 1 to {len(fields.days)}."),
                )
            elif day < last:
                yield ("stages", n, "days"), f"day {day} comes after day {last}; order the days."
            last = max(last, day)
        for text in one.starts:
            if text and not CLOCK.fullmatch(text):
                yield ("stages", n, "starts"), f'{text!r} is no time; write it as "13:00".'
    for n, its in enumerate(fields.days):
        if its.date and not DATE.fullmatch(its.date):
            yield ("days", n, "date"), f'{its.date!r} is no date; write it as "2016-06-18".'
        if its.check_in and not CLOCK.fullmatch(its.check_in):
            yield ("days", n, "check_in"), f'{its.check_in!r} is no time; write it as "11:00".'


def _rules(fields: FormatFields) -> Iterator[Fault]:
    """Find where the format contradicts the rule set that counts it."""
    from scoring.rules_file import load_rules

    try:
        rules = load_rules(fields.rules)
    except RulesError as error:
        yield ("rules",), " ".join(str(error).split())
        return
    if rules.seats != fields.seats:
        yield ("seats",), f"{fields.seats} seats, and {rules.name} is for {rules.seats}."
    for n, one in enumerate(fields.stages):
        if not rules.knows_stage(one.name):
            yield (
                ("stages", n, "name"),
                (
                    f"{rules.name} knows no stage {one.name!r}; its stages are "
                    f"{', '.join(rules.stages)}."
                ),
            )
            continue
        stage = rules.stage(one.name)
        if stage.weight != one.weight:
            yield (
                ("stages", n, "weight"),
                (
                    f"{shown(one.weight)}, and {rules.name} counts the stage {shown(stage.weight)} "
                    "times; write the same."
                ),
            )
        if stage.final != one.final:
            word = "is" if stage.final else "is not"
            yield ("stages", n, "final"), f"in {rules.name} the stage {word} a final."
    if fields.conduct.missed_round == "penalty" and "missed_round" not in rules.adjustment_points:
        yield ("conduct", "missed_round"), f"{rules.name} has no price of a missed round; add it."
    if fields.conduct.late_first_game and "late" not in rules.adjustment_points:
        yield ("conduct", "late_first_game"), f"{rules.name} has no price of lateness; add it."
