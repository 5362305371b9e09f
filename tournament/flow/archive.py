"""The archive of an event: one ZIP with everything that somebody would need to count it anew."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from schedules.errors import SeatingError
from schedules.files import dump_schedule
from schedules.writing import write_bytes
from scoring.files.csv_form import to_csv
from scoring.files.json_form import to_json
from scoring.protocol import Protocols
from scoring.replaced import Replaced
from scoring.table import Row
from tournament.event_file import dump_event
from tournament.flow.due import put_out
from tournament.flow.exporting import event_of, schedule_of
from tournament.flow.fan_games import fan_games
from tournament.flow.ranking import table_of
from tournament.store.state import State

STAMP = (1980, 1, 1, 0, 0, 0)
"""Time of every file inside: the same event gives the same bytes."""


def archive(state: State, to: Path) -> tuple[str, ...]:
    """Write the archive, whole or not at all, and return the names of its files.

    Raises
    ------
    SeatingError
        If the event has no protocols yet, or the file cannot be written.
    """
    if not state.games:
        raise SeatingError(
            "There is nothing to archive yet: no protocol is recorded. seating event backup "
            "copies an event at any time."
        )
    files = dict(contents(state))
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            packed.writestr(zipfile.ZipInfo(name, STAMP), text, zipfile.ZIP_DEFLATED)
    write_bytes(to, held.getvalue())
    return tuple(files)


def contents(state: State) -> Iterator[tuple[str, str]]:
    """Yield the files of the archive, name and text."""
    yield "event.json", dump_event(event_of(state))
    yield "format.toml", state.format.text
    yield f"rules/{state.rules.name}.toml", state.rules_text
    for stage in state.format.stages:
        if any(one.stage == stage.name for one in state.rounds):
            yield f"schedules/{stage.name}.json", dump_schedule(schedule_of(state, stage.name))
    yield "protocols.json", to_json(state.protocols)
    yield "protocols.csv", "\N{BOM}" + to_csv(state.protocols)
    rows = _standings(state)
    yield "standings.json", _json(rows)
    yield "standings.csv", "\N{BOM}" + _csv(rows)
    if fans := fan_games(state):
        yield "fan_games.json", to_json(Protocols(games=tuple(fans.values())))
    yield "draws.json", _json(_draws(state))
    yield "players.csv", "\N{BOM}" + _csv(_players(state))
    yield "log.csv", "\N{BOM}" + _csv(
        [
            {"number": one.id, "when": one.at, "who": one.who, "what": one.what, "why": one.why,
             "before": one.before, "after": one.after}
            for one in state.log
        ]
    )  # fmt: skip


def _standings(state: State) -> list[dict[str, Any]]:
    """Return the standings, who is listed apart, and those whose places others took over."""
    table = table_of(state)
    replaced = [
        {
            **dict.fromkeys(_row(table.row(one.slot)), ""),
            "slot": int(one.slot), "name": one.player, "state": one.kind, "barred": one.kind,
            "games": _games_of(state, one), "successor": one.successor,
        }
        for one in table.replaced
    ]  # fmt: skip
    return [*(_row(row) for row in (*table.rows, *table.apart)), *replaced]


def _games_of(state: State, one: Replaced) -> int:
    """Return how many games somebody played himself before another took over his slot."""
    return sum(
        chair.slot == one.slot and chair.player == one.player and not chair.substitute
        for game in state.games
        if game.result != "void"
        for chair in game.chairs
    )


def _row(row: Row) -> dict[str, Any]:
    out = [kind for kind in row.barred if kind in ("disqualified", "withdrawn")]
    return {
        "place": row.place,
        "last": row.last,
        "slot": int(row.slot),
        "name": row.occupant,
        "points": str(row.total),
        "additional": str(row.values.get("additional", "")),
        "wins": sum(row.wins.values()),
        "wins_don": row.wins.get("don", 0),
        "wins_sheriff": row.wins.get("sheriff", 0),
        "wins_mafia": row.wins.get("mafia", 0),
        "first_killed": row.tally.first_killed,
        "games": row.tally.games,
        "barred": " ".join(row.barred),
        "state": out[-1] if out else "playing",
        "successor": "",
    }


def _draws(state: State) -> list[dict[str, Any]]:
    """Return every draw as it was logged, with what each round was drawn by."""
    found: list[dict[str, Any]] = []
    for line in state.log:
        if line.what in ("draw", "cut"):
            after = json.loads(line.after)
            found.append({"what": line.what, "when": line.at, "who": line.who, **after})
    for one in state.rounds:
        found.append(
            {"what": "round", "stage": one.stage, "round": one.round, "mode": one.mode,
             "seed": one.seed, **one.facts}
        )  # fmt: skip
    return found


def _players(state: State) -> list[dict[str, Any]]:
    slots = {slot.entry.id: slot for slot in state.slots}
    out = put_out(state)
    return [
        {
            "name": entry.name, "club": entry.club, "city": entry.city, "team": entry.team,
            "state": out.get(entry.id, entry.state), "substitute": "1" if entry.pool else "",
            "slot": slots[entry.id].number if entry.id in slots else "",
            "from_stage": slots[entry.id].stage if entry.id in slots else "",
            "from_round": (slots[entry.id].round or "") if entry.id in slots else "",
            "banned_until": entry.banned_until,
            "checked_in": " ".join(map(str, sorted(entry.days))),
        }
        for entry in state.entries
    ]  # fmt: skip


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _csv(rows: list[dict[str, Any]]) -> str:
    held = io.StringIO()
    writer = csv.DictWriter(held, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return held.getvalue()
