"""The form of a protocol: what stands in its fields, and the game that it means.

A seat is read by the same cells as a row of a protocol file, so that what a judge types on a phone
and what an organiser writes into a workbook mean the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from schedules.texts import tidy
from scoring.files.cells import Cells
from scoring.files.words import number_text
from scoring.protocol import EXITS, Chair, Exit, Game, Result
from scoring.rules import Rules
from tournament.flow.asking import idle_seats, stands_empty
from tournament.flow.drawing import who_sits
from tournament.flow.games import Place
from tournament.store.state import Seated, State

SEAT_FIELDS = (
    "player", "role", "fouls", "tech_fouls", "exit", "exit_number", "extras", "penalties",
    "autobonus", "best_player", "best_move_award", "comment",
)  # fmt: skip
GAME_FIELDS = ("result", "first_killed", "judge", "why")
LONGEST = 500
"""Letters of one field that are kept."""


@dataclass(frozen=True)
class Sitter:
    """Who sits on a seat; ``free`` if a stand-in plays there whose name the judge may write."""

    seat: int
    name: str
    free: bool


@dataclass(frozen=True)
class Fault:
    """Something that is wrong: beside which seats it is shown (none: above all), and what."""

    seats: tuple[int, ...]
    text: str


@dataclass(frozen=True)
class Asks:
    """What a rule set has a judge enter beside roles, fouls and exits."""

    awards: tuple[str, ...]
    extras: bool
    penalties: bool
    autobonus: bool
    titles: tuple[str, ...]
    best_move: int


def asks_of(rules: Rules) -> Asks:
    """Return what the rules have a judge enter."""
    extras = rules.extras
    listed = extras is not None and bool(extras.awards) and extras.most_each == 1
    points = {p for _, p in extras.awards} if extras is not None and listed else set()
    return Asks(
        awards=tuple(number_text(p) for p in sorted(points)),
        extras=extras is not None,
        penalties=rules.judge_penalties or bool(rules.penalty_points),
        autobonus=bool(rules.autobonus),
        titles=tuple(rules.titles),
        best_move=rules.best_move_names,
    )


def sitters(state: State, seated: Seated, table: int) -> tuple[Sitter, ...]:
    """Return who sits at a table, by seat; a chair on which nobody plays is left out."""
    found = []
    idle = idle_seats(state, seated, table)
    slots = seated.tables[table - 1]
    for seat, (slot, name) in enumerate(
        zip(slots, who_sits(state, seated)[table - 1], strict=True), 1
    ):
        if seat in idle:
            continue
        away = None if slot is None else state.absence(slot, seated.moment)
        settled = away is not None and bool(away.stand_in)
        free = slot is None or (stands_empty(state, slot, seated) and not settled)
        found.append(Sitter(seat, "" if free else name, free))
    return tuple(found)


def kept_fields(
    fields: Mapping[str, str], people: Sequence[Sitter], best_move: int
) -> dict[str, str]:
    """Return the fields of a protocol, and nothing else that a browser may send."""
    names = [*GAME_FIELDS, *(f"best_move_{n}" for n in range(1, best_move + 1))]
    names += [f"{name}_{one.seat}" for one in people for name in SEAT_FIELDS]
    return {name: fields[name].strip()[:LONGEST] for name in names if fields.get(name, "").strip()}


def fields_of(game: Game, *, autobonus: bool) -> dict[str, str]:
    """Return what stands in the form of a game that is recorded."""
    fields = {"result": game.result, "judge": game.judge}
    if game.first_killed:
        fields["first_killed"] = str(game.first_killed)
    fields |= {f"best_move_{n}": str(seat) for n, seat in enumerate(game.best_move, 1)}
    for chair in game.chairs:
        left = chair.exit
        values = {
            "player": chair.player,
            "role": chair.role,
            "fouls": str(chair.fouls or ""),
            "tech_fouls": str(chair.tech_fouls or ""),
            "exit": left.kind if left else "",
            "exit_number": str(left.number or "") if left else "",
            "extras": " ".join(map(number_text, chair.extras)),
            "penalties": " ".join(
                number_text(points) if kind == "judge" else f"{kind}:{number_text(points)}"
                for kind, points in chair.penalties
            ),
            "autobonus": "1" if chair.autobonus and autobonus else "",
            "best_player": "1" if chair.best_player else "",
            "best_move_award": "1" if chair.best_move_award else "",
            "comment": chair.comment,
        }
        fields |= {f"{name}_{chair.seat}": text for name, text in values.items() if text}
    return fields


def empty_fields(people: Sequence[Sitter], *, autobonus: bool) -> dict[str, str]:
    """Return what stands in the form of a game before anything is entered."""
    fields = {f"role_{one.seat}": "civilian" for one in people}
    if autobonus:
        fields |= {f"autobonus_{one.seat}": "1" for one in people}
    return fields


def game_of(
    fields: Mapping[str, str],
    place: Place,
    people: Sequence[Sitter],
    rules: Rules,
    *,
    judge: str,
    old: Game | None = None,
) -> tuple[Game, list[Fault]]:
    """Return the game that a form means, and what in it cannot be read.

    What the form does not show, such as votes or points of another system, stays as it was in
    ``old``; who enters a new one is its ``judge``.
    """
    faults: list[Fault] = []
    chairs = []
    for one in people:
        before = None
        if old is not None:
            before = next((chair for chair in old.chairs if chair.seat == one.seat), None)
        chairs.append(_chair(fields, one, rules, before, faults))
    result = fields.get("result", "")
    if result not in ("red", "black", "draw", "void"):
        faults.append(Fault((), "result is missing; say who won."))
        result = "void"
    head = _cells(fields, "", faults)
    move = " ".join(
        text
        for n in range(1, rules.best_move_names + 1)
        if (text := fields.get(f"best_move_{n}", ""))
    )
    found: list[str] = []
    cells = Cells((move,), {"best_move": 0}, "best move", found)
    named = cells.seats("best_move")
    faults += [Fault((), text) for text in found]
    game = old or Game(*place, "void", ())
    stage, number, table = place
    changed = replace(
        game,
        stage=stage,
        round=number,
        table=table,
        result=cast("Result", result),
        chairs=tuple(chairs),
        first_killed=head.seat("first_killed"),
        best_move=named,
        judge=judge if old is None else tidy(fields.get("judge", "")),
    )
    if named:
        changed = replace(changed, hits_told=None)
    return changed, faults


def _cells(fields: Mapping[str, str], ending: str, faults: list[Fault]) -> Cells:
    names = ("first_killed",) if not ending else SEAT_FIELDS
    row = [fields.get(f"{name}{ending}", "") for name in names]
    return Cells(row, {name: n for n, name in enumerate(names)}, "", _Collected(ending, faults))


class _Collected(list[str]):
    """Puts what a cell says beside its seat."""

    def __init__(self, ending: str, faults: list[Fault]) -> None:
        super().__init__()
        self.seats = (int(ending[1:]),) if ending else ()
        self.faults = faults

    def append(self, text: str) -> None:
        self.faults.append(Fault(self.seats, text.removeprefix(": ")))


def _chair(
    fields: Mapping[str, str],
    one: Sitter,
    rules: Rules,
    before: Chair | None,
    faults: list[Fault],
) -> Chair:
    cells = _cells(fields, f"_{one.seat}", faults)
    player = cells.name("player") if one.free else one.name
    chair = before or Chair(one.seat, player, "civilian")
    left = chair.exit
    kind = cells.raw("exit")
    if not kind:
        left = None
    elif kind in EXITS:
        left = Exit(kind, cells.whole("exit_number") or None)
    else:
        cells.fault("exit", "choose one of the list")
    return replace(
        chair,
        player=player,
        role=cells.role() or "civilian",
        fouls=cells.whole("fouls"),
        tech_fouls=cells.whole("tech_fouls"),
        exit=left,
        extras=cells.awards("extras"),
        penalties=cells.penalties(),
        autobonus=cells.flag("autobonus", False) if rules.autobonus else chair.autobonus,
        best_player=cells.flag("best_player"),
        best_move_award=cells.flag("best_move_award"),
        comment=tidy(cells.raw("comment")),
    )


_SEATS = re.compile(r", seats? (\d+(?:, \d+)*): ")


def placed(sentence: str, label: str) -> Fault:
    """Return a fault of the flow, such as "main, round 1, table 2, seat 3: ...", by its seats."""
    text = sentence.removeprefix(label)
    found = _SEATS.match(text)
    if found is None:
        return Fault((), text.removeprefix(": ").strip())
    return Fault(tuple(map(int, found[1].split(", "))), text[found.end() :])
