"""What pages show of an event: rounds with their tables, and who sits where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from desk.web.phrases import phrase
from schedules.names import name_key
from schedules.texts import tidy
from tournament.flow.asking import idle_seats, name_of, needs_cut, next_game
from tournament.flow.bench import judges_at
from tournament.flow.drawing import who_sits
from tournament.flow.games import Place
from tournament.store.notes import Draft
from tournament.store.state import Entry, Seated, Slot, State

OUT = {"disqualified": "find.disqualified", "withdrawn": "find.withdrawn"}
"""What is said of who plays no more, by what happened."""
MOST_FOUND = 10
"""Players whom a search shows."""


@dataclass(frozen=True)
class TableView:
    """One table of a round: seats with names ("" of a stand-in), its judge, its protocol.

    ``draft`` is that of a protocol which is being entered; None without one.
    """

    number: int
    names: tuple[tuple[int, str], ...]
    judge: str
    recorded: bool
    draft: Draft | None
    path: str


@dataclass(frozen=True)
class RoundView:
    """One seated round; ``path`` ends all paths to its pages, such as ``1/3``."""

    label: str
    path: str
    tables: tuple[TableView, ...]
    sitting_out: tuple[str, ...]
    is_open: bool
    starts: str


@dataclass(frozen=True)
class Found:
    """Where a player sits: his next game first, and every round that is seated.

    ``out`` names the sentence that says why he plays no more, "" if he plays; ``heir`` is who has
    his slot now.
    """

    name: str
    slot: int
    out: str
    heir: str
    place: str
    points: str
    places: tuple[tuple[str, int, int, bool], ...]


def alphabetical(name: str) -> tuple[str, str]:
    """Return what names are sorted by: without letter case, and ё with е."""
    return name.casefold().replace("ё", "е"), name


def stage_number(state: State, stage: str) -> int:
    """Return the number of a stage in the format, from 1."""
    return [one.name for one in state.format.stages].index(stage) + 1


def round_label(state: State, stage: str, number: int, lang: str) -> str:
    """Return what a round is called on a page."""
    title = state.format.stage(stage).titles[lang]
    return phrase("word.round_of", lang, stage=title, round=number)


def round_view(
    state: State, seated: Seated, lang: str, drafts: Mapping[Place, Draft] | None = None
) -> RoundView:
    """Return what pages show of a round."""
    path = f"{stage_number(state, seated.stage)}/{seated.round}"
    missing, judges = state.missing(seated), judges_at(seated)
    sitting = who_sits(state, seated)
    tables = tuple(
        TableView(
            number, _names(state, seated, number, sitting[number - 1]), judges[number - 1],
            number not in missing,
            (drafts or {}).get((*seated.moment, number)) if number in missing else None,
            f"{path}/{number}",
        )
        for number in seated.in_play
    )  # fmt: skip
    out = [name_of(state, slot, seated.moment) for slot in seated.facts.get("sit_out", ())]
    return RoundView(
        round_label(state, seated.stage, seated.round, lang), path, tables, tuple(out),
        bool(missing), state.format.stage(seated.stage).starts[seated.round - 1],
    )  # fmt: skip


def _names(
    state: State, seated: Seated, table: int, names: Sequence[str]
) -> tuple[tuple[int, str], ...]:
    """Return seats and names of a table, without chairs on which nobody plays."""
    idle = idle_seats(state, seated, table)
    return tuple((seat, name) for seat, name in enumerate(names, 1) if seat not in idle)


def due_step(state: State) -> str:
    """Return what the event waits for: register, draw, games, cut, finish, or archive."""
    if state.phase == "registration":
        return "draw"
    if state.phase == "finished":
        return "archive"
    if state.current is not None:
        return "games"
    if state.unseated is None:
        return "finish"
    return "cut" if needs_cut(state) else "draw"


def clock(text: str) -> str:
    """Return the time of a log line as clocks in the room show it; the day too if not today."""
    if not text:
        return ""
    when = datetime.fromisoformat(text).astimezone()
    return when.strftime("%H:%M" if when.date() == datetime.now().date() else "%d.%m %H:%M")


def find_players(state: State, text: str) -> list[int]:
    """Return the slots of the players in whose names a text stands, or that have this number."""
    key = name_key(tidy(text))
    if not key:
        return []
    if key.isdecimal() and int(key) in state.numbers:
        return [int(key)]
    found = [slot for slot in state.numbers if key in name_key(state.occupant(slot).name)]
    return sorted(found, key=lambda slot: not name_key(state.occupant(slot).name).startswith(key))


def left_players(state: State, text: str) -> list[Slot]:
    """Return who had a slot and has it no more, in whose names a text stands."""
    key = name_key(tidy(text))
    return [
        one
        for one in state.slots
        if key and key in name_key(one.entry.name) and state.occupant(one.number).id != one.entry.id
    ]


def why_out(state: State, slot: int, entry: Entry) -> str:
    """Return the key of the sentence that says why somebody plays no more; "" if he plays."""
    line = [one for one in state.slots if one.number == slot]
    mine = max(n for n, one in enumerate(line) if one.entry.id == entry.id)
    begins = state.order(line[mine].stage, line[mine].round)
    after = line[mine + 1] if mine + 1 < len(line) else None
    if after is None and slot not in state.out:
        return ""
    ends = None if after is None else state.order(after.stage, after.round)
    for one in state.outside:
        found = one.adjustment
        at = state.order(found.stage, found.round)
        if found.slot != str(slot) or at < begins or (ends is not None and at >= ends):
            continue
        if found.kind in OUT:
            return OUT[found.kind]
    return "find.out"


def seats_of(state: State, slot: int, lang: str) -> tuple[tuple[str, int, int, bool], ...]:
    """Return every seat of a slot: round, table, seat, and whether it is his next game."""
    next_one = next_game(state, slot, own=True) if state.phase == "playing" else None
    found = []
    for one in state.rounds:
        place = one.place(slot)
        if place is not None and state.absence(slot, one.moment) is None:
            label = round_label(state, one.stage, one.round, lang)
            found.append((label, *place, one.moment == next_one))
    return tuple(found)
