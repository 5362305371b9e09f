"""Our own JSON of protocols, ``seating-protocols/1``, in and out.

The form is described in ``docs/protocol-files.md``. Pydantic checks what comes in; every wrong
place is named by game and seat.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from scoring.check import refusal
from scoring.errors import ProtocolError, ScoringError
from scoring.exact import exact
from scoring.files.texts import MOST_NAMED, tidy
from scoring.files.words import number_text
from scoring.protocol import (
    Adjustment,
    AdjustmentKind,
    Chair,
    Exit,
    ExitKind,
    Game,
    Occupant,
    Protocols,
    Result,
    Role,
)

FORMAT = "seating-protocols/1"


def _points(value: Any) -> Fraction | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise ValueError("is no number")
    try:
        return exact(value)
    except ScoringError as error:
        raise ValueError(str(error)) from None


Points = Annotated[Fraction, BeforeValidator(_points)]
Name = Annotated[
    str, BeforeValidator(lambda value: tidy(value) if isinstance(value, str) else value)
]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True, strict=True)


class _Exit(_Form):
    kind: ExitKind
    number: int | None = None


class _Penalty(_Form):
    kind: str = Field("judge", pattern=r"^[^\s:]+$")
    points: Points


class _Seat(_Form):
    seat: int
    player: Name
    role: Role
    slot: Name = ""
    substitute: bool = False
    fouls: int = 0
    tech_fouls: int = 0
    exit: _Exit | None = None
    extras: list[Points] = []
    penalties: list[_Penalty] = []
    autobonus: bool = True
    best_player: bool = False
    best_move_award: bool = False
    given: Points | None = None
    comment: str = ""


class _Game(_Form):
    stage: Name = ""
    round: int
    table: int = 1
    name: Name = ""
    result: Result
    judge: Name = ""
    first_killed: int | None = None
    best_move: list[int] = []
    hits: int | None = None
    factor: Points = Fraction(1)
    seats: list[_Seat]
    record: dict[str, Any] = {}


class _Adjustment(_Form):
    slot: Name
    kind: AdjustmentKind
    points: Points | None = None
    stage: Name = ""
    round: int = 0
    reason: str = ""


class _Occupant(_Form):
    slot: Name
    player: Name
    stage: Name = ""
    round: int = 0


class _File(_Form):
    format: Literal["seating-protocols/1"]
    name: str = ""
    games: list[_Game]
    adjustments: list[_Adjustment] = []
    occupants: list[_Occupant] = []
    teams: dict[str, str] = {}
    left_out: list[str] = []


def matches(value: Any) -> bool:
    """Whether a JSON value is our own form, of whatever version."""
    return isinstance(value, dict) and str(value.get("format", "")).startswith("seating-protocols/")


def protocols(source: object, value: Any) -> Protocols:
    """Return the protocols of a JSON value.

    Raises
    ------
    ProtocolError
        Listing every place that is wrong.
    """
    if matches(value) and value["format"] != FORMAT:
        raise ProtocolError(
            f"{source} is {value['format']} and this version reads {FORMAT}; update the program."
        )
    try:
        form = _File.model_validate(value)
    except ValidationError as error:
        faults = [_fault(one["loc"], one["msg"], value) for one in error.errors()]
        raise refusal(f"{source} cannot be read", faults, most=MOST_NAMED) from None
    return Protocols(
        games=tuple(map(_game, form.games)),
        adjustments=tuple(
            Adjustment(one.slot, one.kind, one.points, one.stage, one.round, one.reason)
            for one in form.adjustments
        ),
        occupants=tuple(
            Occupant(one.slot, one.player, one.stage, one.round) for one in form.occupants
        ),
        teams=form.teams,
        name=form.name,
        left_out=tuple(form.left_out),
    )


def _fault(place: Sequence[int | str], message: str, value: Any) -> str:
    """Return a fault with its game and seat, which count from 1."""
    words: list[str] = []
    here = value
    for step in place:
        if isinstance(step, int):
            words[-1:] = [f"{words[-1].removesuffix('s')} {step + 1}"]
            here = here[step] if isinstance(here, list) and step < len(here) else None
        else:
            words.append(step)
            here = here.get(step) if isinstance(here, dict) else None
    what = message[:1].lower() + message[1:]
    shown = "" if here is None or isinstance(here, (dict, list)) else f" (it is {here!r})"
    return f"{', '.join(words) or 'the file'}: {what}{shown}; correct it."


def _game(form: _Game) -> Game:
    return Game(
        stage=form.stage,
        round=form.round,
        table=form.table,
        result=form.result,
        chairs=tuple(sorted(map(_chair, form.seats), key=lambda chair: chair.seat)),
        first_killed=form.first_killed,
        best_move=tuple(form.best_move),
        judge=form.judge,
        name=form.name,
        factor=form.factor,
        record=form.record,
        hits_told=form.hits,
    )


def _chair(form: _Seat) -> Chair:
    return Chair(
        seat=form.seat,
        player=form.player,
        role=form.role,
        slot=form.slot,
        substitute=form.substitute,
        fouls=form.fouls,
        tech_fouls=form.tech_fouls,
        exit=Exit(form.exit.kind, form.exit.number) if form.exit else None,
        extras=tuple(form.extras),
        penalties=tuple((one.kind, one.points) for one in form.penalties),
        autobonus=form.autobonus,
        best_player=form.best_player,
        best_move_award=form.best_move_award,
        given=form.given,
        comment=form.comment,
    )


def to_json(found: Protocols) -> str:
    """Return the protocols as our own JSON; what is as usual is left out."""
    value = {
        "format": FORMAT,
        "name": found.name,
        "games": [_game_value(game) for game in found.games],
        "adjustments": [
            _kept(slot=one.slot, kind=one.kind, stage=one.stage, round=one.round, reason=one.reason)
            | ({} if one.points is None else {"points": _number(one.points)})
            for one in found.adjustments
        ],
        "occupants": [
            _kept(slot=one.slot, player=one.player, stage=one.stage, round=one.round)
            for one in found.occupants
        ],
        "teams": dict(found.teams),
        "left_out": list(found.left_out),
    }
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _game_value(game: Game) -> dict[str, Any]:
    head = _kept(stage=game.stage)
    head |= {"round": game.round, "table": game.table}
    head |= _kept(
        name=game.name,
        result=game.result,
        judge=game.judge,
        first_killed=game.first_killed,
        best_move=list(game.best_move),
        factor=None if game.factor == 1 else _number(game.factor),
    )
    if game.hits_told is not None:
        head["hits"] = game.hits_told
    head["seats"] = [_seat_value(chair) for chair in game.chairs]
    return head | _kept(record=dict(game.record))


def _seat_value(chair: Chair) -> dict[str, Any]:
    left = chair.exit
    value: dict[str, Any] = {"seat": chair.seat, "player": chair.player, "role": chair.role}
    value |= _kept(
        slot=chair.slot,
        substitute=chair.substitute,
        fouls=chair.fouls,
        tech_fouls=chair.tech_fouls,
        exit=_kept(kind=left.kind, number=left.number) if left else None,
        extras=[_number(points) for points in chair.extras],
        penalties=[{"kind": kind, "points": _number(p)} for kind, p in chair.penalties],
        best_player=chair.best_player,
        best_move_award=chair.best_move_award,
        comment=chair.comment,
    )
    if not chair.autobonus:
        value["autobonus"] = False
    if chair.given is not None:
        value["given"] = _number(chair.given)
    return value


def _kept(**values: Any) -> dict[str, Any]:
    """Return what is not nothing; a zero that was meant is never in these places."""
    return {name: value for name, value in values.items() if value not in (None, "", 0, False, [])}


def _number(value: Fraction) -> int | float | str:
    """Return a number as JSON has it, or as text where JSON could not hold it exactly."""
    if value.denominator == 1:
        return int(value)
    text = number_text(value)
    if "/" not in text and Fraction(repr(float(value))) == value:
        return float(value)
    return text
