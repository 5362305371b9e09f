"""The event file, ``seating-event/1``: reading, writing, and what does not fit together in it.

``docs/event-file.md`` describes the form. The protocols in it are those of
:mod:`scoring.files.json_form`, with the same fields.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from schedules.errors import SeatingError
from schedules.json_values import load_json
from schedules.texts import decode, read_file
from schedules.writing import write_text
from scoring.errors import ProtocolError
from scoring.protocol import Game, Protocols
from tournament.event_fields import (
    BasisFields,
    CorrectionFields,
    RoundFields,
    StageFields,
    WhenFields,
    read_fields,
)
from tournament.event_form import (
    Basis,
    Coefficient,
    Correction,
    Edit,
    Event,
    Lock,
    Player,
    Round,
    Settings,
    Stage,
    When,
)
from tournament.event_whole import misfits

FORMAT = "seating-event/1"
LISTED = 30
"""Faults that the message lists before "and N more"."""


class EventFileError(SeatingError):
    """An event file that cannot be used; the message lists the faults, ``faults`` has them all."""

    def __init__(self, source: str, faults: list[str]) -> None:
        self.faults = tuple(faults)
        count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        lines = [f"{source or 'The event'} cannot be used, {count}:"]
        lines += [f"- {fault}" for fault in faults[:LISTED]]
        if len(faults) > LISTED:
            lines.append(f"and {len(faults) - LISTED} more")
        super().__init__("\n".join(lines))


def read_event(path: str | os.PathLike[str]) -> Event:
    """Return the event of a file.

    Raises
    ------
    EventFileError
        If the file cannot be used; every fault is listed with its place and what mends it.
    """
    wrong = SeatingError
    text = decode(path, read_file(path, "event file", wrong), "save it in UTF-8", wrong)
    return parse_event(text, source=str(path))


def parse_event(text: str, *, source: str = "") -> Event:
    """Return the event of a JSON text; see :func:`read_event`."""
    try:
        data = load_json(text)
    except SeatingError as error:
        raise EventFileError(source, [str(error)]) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        stated = data.get("format") if isinstance(data, dict) else None
        raise EventFileError(
            source,
            [f'"format" is {stated!r}; an event begins with "format": "{FORMAT}".'],
        )
    fields, faults = read_fields(data)
    protocols, more = _protocols(data.get("protocols"), "protocols")
    faults += more
    corrections: list[Correction] = []
    if fields is not None:
        corrections, more = _corrections(fields.corrections)
        faults += more
    if fields is None or faults:
        raise EventFileError(source, faults)
    event = Event(
        name=fields.name,
        rules=fields.rules,
        seed=fields.seed,
        players=tuple(
            Player(one.number, one.name, one.club, one.team, _when(one.entered), _when(one.left))
            for one in sorted(fields.players, key=lambda one: one.number)
        ),
        stages=tuple(map(_stage, fields.stages)),
        rounds=tuple(map(_round, fields.rounds)),
        protocols=protocols,
        corrections=tuple(corrections),
    )
    if faults := misfits(event):
        raise EventFileError(source, faults)
    return event


def _protocols(data: Any, place: str) -> tuple[Protocols, list[str]]:
    """Return the protocols as scoring reads them; its faults keep their games and seats."""
    from scoring.files import json_form

    if not isinstance(data, dict):
        return Protocols(games=()), []
    try:
        return json_form.protocols(place, {"format": json_form.FORMAT, **data}), []
    except ProtocolError as error:
        faults = error.faults or (str(error),)
        return Protocols(games=()), [f"{place}, {fault}" for fault in faults]


def _corrections(fields: list[CorrectionFields]) -> tuple[list[Correction], list[str]]:
    found, faults = [], []
    for number, one in enumerate(fields, 1):
        before: Game | None = None
        if one.before is not None:
            read, wrong = _protocols({"games": [one.before]}, f"correction {number}, before")
            faults += wrong
            before = read.games[0] if read.games else None
        since = When(one.known_from.stage, one.known_from.round)
        log = (one.who, one.when, one.why)
        found.append(Correction(since, one.game, before, one.adjustment, *log))
    return found, faults


def _when(fields: WhenFields | None) -> When | None:
    return None if fields is None else When(fields.stage, fields.round)


def _stage(fields: StageFields) -> Stage:
    values: dict[str, Any] = fields.settings.model_dump()
    values["apart"] = tuple(map(tuple, values["apart"]))
    for key, value in values.items():
        values[key] = tuple(value) if isinstance(value, list) else value
    settings = Settings(**values)
    return Stage(
        name=fields.name,
        rounds=fields.rounds,
        weight=fields.weight,
        group=fields.group,
        final=fields.final,
        rules=fields.rules,
        modes=tuple(fields.modes),
        players=None if fields.players is None else tuple(fields.players),
        settings=settings,
    )


def _round(fields: RoundFields) -> Round:
    return Round(
        stage=fields.stage,
        number=fields.round,
        mode=fields.mode,
        tables=tuple(map(tuple, fields.tables)),
        drawn=None if fields.drawn is None else tuple(map(tuple, fields.drawn)),
        judges=tuple(fields.judges),
        sit_out=tuple(fields.sit_out),
        absent=tuple(fields.absent),
        sizes=None if fields.sizes is None else tuple(fields.sizes),
        locks=tuple(Lock(**one.model_dump()) for one in fields.locks),
        seed=fields.seed,
        basis=_basis(fields.drawn_by),
        edits=tuple(Edit(**one.model_dump()) for one in fields.edits),
        certificate=fields.certificate,
    )


def _basis(fields: BasisFields | None) -> Basis | None:
    if fields is None:
        return None
    return Basis(
        points=dict(fields.points),
        difficulty=tuple(
            Coefficient(one.series, one.red, one.black, one.value) for one in fields.difficulty
        ),
    )


def write_event(event: Event, path: str | os.PathLike[str]) -> None:
    """Write an event file, whole or not at all.

    Raises
    ------
    SeatingError
        If it cannot be written there.
    """
    write_text(path, dump_event(event))


def dump_event(event: Event) -> str:
    """Return the text of an event file; reading it gives the same event.

    One line for each player, table, lock and protocol, so that two files can be compared by eye.
    """
    from scoring.files.json_form import to_json

    data = {
        "format": FORMAT,
        **_kept({"name": event.name, "rules": event.rules, "seed": event.seed}),
        "players": [_kept(asdict(one)) for one in event.players],
        "stages": [_stage_data(one) for one in event.stages],
        "rounds": [_round_data(one) for one in event.rounds],
        "protocols": json.loads(to_json(event.protocols)),
        "corrections": [_correction_data(one) for one in event.corrections],
    }
    return _pretty(_kept(data)) + "\n"


def _stage_data(stage: Stage) -> dict[str, Any]:
    data = asdict(stage)
    data["weight"] = None if stage.weight is None else _exact(stage.weight)
    settings = _kept(data.pop("settings"))
    if settings.pop("least_repeats", False) is not True:
        settings["least_repeats"] = False
    if settings["seats"] == Settings().seats:
        del settings["seats"]
    players = data.pop("players")
    kept = _kept({**data, "settings": settings})
    return kept if players is None else {**kept, "players": list(players)}


def _round_data(round_: Round) -> dict[str, Any]:
    basis = round_.basis
    drawn_by = None
    if basis is not None:
        drawn_by = {
            "points": [[number, _exact(points)] for number, points in sorted(basis.points.items())],
            "difficulty": [
                _kept({"series": k.series}) | {"red": k.red, "black": k.black} | {
                    "value": _exact(k.value)
                }
                for k in basis.difficulty
            ],
        }  # fmt: skip
    data = {
        "stage": round_.stage,
        "round": round_.number,
        "mode": round_.mode,
        "seed": round_.seed,
        "tables": round_.tables,
        "drawn": round_.drawn,
        "judges": round_.judges,
        "sit_out": round_.sit_out,
        "absent": round_.absent,
        "sizes": round_.sizes,
        "locks": [_lock_data(lock) for lock in round_.locks],
        "drawn_by": drawn_by,
        "edits": [_always(asdict(edit), ("who", "when", "why")) for edit in round_.edits],
        "certificate": round_.certificate,
    }
    return _kept(data)


def _lock_data(lock: Lock) -> dict[str, Any]:
    data = _kept(asdict(lock))
    return data if lock.sits is None else {**data, "sits": lock.sits}


def _correction_data(correction: Correction) -> dict[str, Any]:
    from scoring.files.json_form import to_json

    before = None
    if correction.before is not None:
        before = json.loads(to_json(Protocols(games=(correction.before,))))["games"][0]
    log = _kept({"who": correction.who, "when": correction.when, "why": correction.why})
    return _kept(
        {
            "known_from": asdict(correction.known_from),
            "game": correction.game,
            "before": before,
            "adjustment": correction.adjustment,
            **log,
        }
    )


def _kept(data: dict[str, Any]) -> dict[str, Any]:
    """Return what is not left out: no nothing, no empty text, list or object, no false."""
    return {
        key: value
        for key, value in data.items()
        if not (value is None or value is False or value in ("", (), [], {}))
    }


def _always(data: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key in keys or value is not None}


def _exact(value: Fraction) -> int | str:
    """Return points as JSON holds them exactly: a whole number, or a text such as "12/5"."""
    return value.numerator if value.denominator == 1 else str(value)


def _pretty(value: Any, indent: int = 0) -> str:
    """Return JSON with lists and objects opened as long as a line would not hold them."""
    flat = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if len(flat) + indent <= 100 or not isinstance(value, list | tuple | dict) or not value:
        return flat
    inner = " " * (indent + 1)
    if isinstance(value, dict):
        lines = [
            f"{json.dumps(key, ensure_ascii=False)}: {_pretty(one, indent + 1)}"
            for key, one in value.items()
        ]
        opened, closed = "{", "}"
    else:
        lines = [_pretty(one, indent + 1) for one in value]
        opened, closed = "[", "]"
    return f"{opened}\n{inner}" + f",\n{inner}".join(lines) + f"\n{' ' * indent}{closed}"


@cache
def _schema_text() -> str:
    return (files("tournament") / "seating-event-1.schema.json").read_text(encoding="utf-8")


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of the event file."""
    loaded: dict[str, Any] = json.loads(_schema_text())
    return loaded
