"""What a step asks of an event before it acts: who is meant, what is due, what is in its way."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from schedules.errors import SeatingError
from schedules.names import name_key
from schedules.texts import tidy
from tournament.flow.due import asked_state, not_there, to_be_drawn
from tournament.phrases import phrase
from tournament.store.state import Entry, Moment, Seated, State


class FlowError(SeatingError):
    """A step that the event does not allow now; the message says why, and what is possible."""


def name_of(state: State, slot: int, moment: Moment | None = None) -> str:
    """Return who sits in a slot, in a round or now."""
    return state.occupant(slot, moment).name


def find_entry(state: State, text: str) -> Entry:
    """Return the person of a name.

    Raises
    ------
    FlowError
        If nobody who registered is called so.
    """
    key = name_key(tidy(text))
    for entry in state.entries:
        if name_key(entry.name) == key:
            return entry
    names = [entry.name for entry in state.entries]
    raise FlowError(f"Nobody called {text!r} has registered.{_near(names, text)}")


def find_slot(state: State, text: str) -> int:
    """Return the slot that a number or a name means: who sits in it now.

    Raises
    ------
    FlowError
        If there is no such slot, or the slots are not drawn yet.
    """
    if not state.slots:
        raise FlowError(
            "Nobody has a slot yet: the draw is still to come. Next: seating event draw."
        )
    if text.strip().isdecimal() and int(text) in state.numbers:
        return int(text)
    key = name_key(tidy(text))
    for slot in state.numbers:
        if name_key(state.occupant(slot).name) == key:
            return slot
    past = [one for one in state.slots if name_key(one.entry.name) == key]
    if past:
        now = state.occupant(past[0].number).name
        raise FlowError(f"{text} plays no more; {now} has slot {past[0].number} now.")
    names = [state.occupant(slot).name for slot in state.numbers if slot not in state.out]
    raise FlowError(f"Nobody called {text!r} plays in this event.{_near(names, text)}")


def _near(names: Sequence[str], text: str) -> str:
    near = difflib.get_close_matches(text, names, n=1)
    return (
        f" Did you mean {near[0]!r}?"
        if near
        else " seating event status --players lists who there is."
    )


def stands_empty(state: State, slot: int, seated: Seated) -> bool:
    """Whether a slot does not play a game that it is seated in: away, or out of the event."""
    if state.absence(slot, seated.moment) is not None:
        return True
    left = state.left_at(slot)
    return left is not None and state.order(*left) <= state.order(*seated.moment)


def is_idle(state: State, slot: int | None, seated: Seated) -> bool:
    """Whether nobody plays on a chair: the format has no stand-ins, and nobody else was named."""
    if state.format.conduct.empty_seat == "stand-in":
        return False
    if slot is None:
        return True
    away = state.absence(slot, seated.moment)
    return stands_empty(state, slot, seated) and not (away is not None and away.stand_in)


def idle_seats(state: State, seated: Seated, table: int) -> frozenset[int]:
    """Return the seats of a table, from 1, on which nobody plays."""
    chairs = enumerate(seated.tables[table - 1], 1)
    return frozenset(seat for seat, slot in chairs if is_idle(state, slot, seated))


def next_game(state: State, slot: int, *, own: bool = False) -> Moment | None:
    """Return the first round that a slot has still to play; None if it has played its last.

    With ``own`` a game that a stand-in plays for it is passed over.
    """
    for moment in state.format.moments:
        field = state.fields.get(moment[0])
        if field is not None and slot not in field:
            continue
        if own and state.absence(slot, moment) is not None:
            continue
        seated = state.seated(moment)
        if seated is None:
            return moment
        place = seated.place(slot)
        if place is not None and state.game(*moment, place[0]) is None:
            return moment
    return None


def need_playing(state: State) -> None:
    """Raise FlowError unless the slots are drawn and the event is not finished."""
    if state.phase == "registration":
        raise FlowError("The tournament has not begun. Next: seating event draw.")
    if state.phase == "finished":
        raise FlowError("The tournament is finished. Next: seating event archive.")


def open_round(state: State) -> Seated:
    """Return the round that is being played.

    Raises
    ------
    FlowError
        If no seated round lacks a protocol.
    """
    need_playing(state)
    if state.current is None:
        raise FlowError(f"No seated round is open. Next: {next_step(state)}.")
    return state.current


def stage_word(state: State, stage: str, lang: str) -> str:
    """Return what a stage is called: in Russian by its title."""
    return state.format.stage(stage).titles["ru"] if lang == "ru" else stage


def stage_named(state: State, text: str) -> str:
    """Return the stage that a name or a title means, in either language; else the text itself."""
    for stage in state.format.stages:
        if name_key(tidy(text)) in map(name_key, (stage.name, *stage.titles.values())):
            return stage.name
    return text


def round_word(state: State, stage: str, number: int, lang: str) -> str:
    """Return what a round is called: in Russian by the title of its stage."""
    return phrase("event.round", lang, stage=stage_word(state, stage, lang), round=number)


def next_step(state: State, lang: str = "en") -> str:
    """Return the command that the event waits for, and what it waits for, in a language."""
    if state.phase == "registration" and (missing := _players_missing(state, lang)):
        return missing
    if state.phase == "finished":
        return "seating event archive"
    if state.current is not None:
        one, tables = state.current, ", ".join(map(str, state.missing(state.current)))
        game = round_word(state, one.stage, one.round, lang)
        return phrase("next.record", lang, game=game, tables=tables)
    if state.unseated is None:
        return "seating event finish"
    if needs_cut(state):
        return phrase("next.cut", lang, stage=stage_word(state, state.unseated[0], lang))
    day, away = not_there(state)
    if away:
        return phrase("next.check_in", lang, day=day, count=len(away))
    if state.phase == "registration":
        return "seating event draw"
    return f"seating event draw ({round_word(state, *state.unseated, lang)})"


def _players_missing(state: State, lang: str) -> str:
    """Return what is missing before the slots can be drawn; "" if nothing is."""
    if not state.entries:
        return "seating event register"
    drawn, least = len(to_be_drawn(state)[0]), state.format.least
    if drawn >= least:
        return ""
    asked = asked_state(state)
    return phrase(f"next.{asked}", lang, count=least - drawn, drawn=drawn, least=least)


def needs_cut(state: State) -> bool:
    """Whether the next stage is entered by some only, and who they are is not settled.

    Nor is it if one of them was put out since, and nobody took over his slot.
    """
    if state.unseated is None:
        return False
    stage = state.format.stage(state.unseated[0])
    if stage.enters is None or state.unseated[1] > 1:
        return False
    return stage.name not in state.fields or bool(state.out & set(state.fields[stage.name]))
