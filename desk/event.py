"""``seating event``: what looks at an event or makes files of it, and events played for show."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from desk.errors import DONE
from desk.output import check_writable, pipe
from desk.screen import console, print_lines
from schedules.errors import SeatingError
from schedules.names import name_key
from schedules.writing import write_bytes
from scoring.exact import shown
from scoring.table import Row
from tournament.flow.asking import idle_seats, needs_cut, next_step, round_word, stage_named
from tournament.flow.bench import judges_at, unjudged
from tournament.flow.drawing import who_sits
from tournament.flow.due import not_there, pool_of, put_out, to_be_drawn
from tournament.flow.ranking import Prize, table_of
from tournament.formats_file import load_format
from tournament.formats_words import describe
from tournament.phrases import phrase
from tournament.store import State, open_store
from tournament.store.state import Moment, Seated

SHEETS = (".csv", ".xlsx", ".html")


def say_all(lines: list[str]) -> int:
    """Print sentences, and return that all went well."""
    print_lines(console(), lines)
    return DONE


def describe_format(name: str, *, lang: str) -> int:
    """Print a format in words."""
    return say_all(describe(load_format(name), lang))


def read_state(event: str) -> State:
    """Return an event as it stands."""
    with open_store(event) as store:
        return store.read()


def event_title(state: State, lang: str) -> str:
    """Return what the event is called: by its format in the language, if it has no other name."""
    titles = state.format.titles
    return titles[lang] if state.name == titles["en"] else state.name


def moment_of(state: State, text: str) -> Moment:
    """Return the round that a text such as "final:2" names."""
    stage, _, number = text.rpartition(":")
    stage = stage_named(state, stage)
    if not stage and len(state.format.stages) == 1:
        stage = state.format.stages[0].name
    if number.strip().isdecimal() and (stage, int(number)) in state.format.moments:
        return stage, int(number)
    known = ", ".join(f"{one.name}:1 to {one.name}:{one.rounds}" for one in state.format.stages)
    raise SeatingError(f"{text!r} is no round of this event; the rounds are {known}.")


def show_status(event: str, *, as_json: bool, lang: str) -> int:
    """Say where the tournament stands, and what to do next."""
    state = read_state(event)
    recorded, current = len(state.games), state.current
    if as_json:
        return _pipe_json(
            {
                "format": "seating-event-status/1",
                "name": state.name,
                "phase": state.phase,
                "recorded": recorded,
                "games": state.format.games,
                "open": None if current is None else [current.stage, current.round],
                "missing": [] if current is None else list(state.missing(current)),
                "next": next_step(state),
            }
        )
    lines = [
        phrase(
            "event.status", lang, name=event_title(state, lang), recorded=recorded,
            phase=phrase(f"phase.{state.phase}", lang), games=state.format.games,
        )
    ]  # fmt: skip
    busy = {
        name_key(one.stand_in)
        for one in state.absences
        if current is not None and (one.stage, one.round) == current.moment
    }
    pool = sum(name_key(entry.name) not in busy for entry in pool_of(state))
    if state.phase == "registration":
        drawn, waiting = to_be_drawn(state)
        lines.append(
            phrase("event.people", lang, drawn=len(drawn), due=state.format.players,
                   waiting=len(waiting), pool=pool)
        )  # fmt: skip
    else:
        out = len(put_out(state))
        playing = len(state.numbers) - len(state.out)
        lines.append(phrase("event.slots", lang, playing=playing, out=out, pool=pool))
    lines += [*_not_there(state, lang), *without_judge(state, lang)]
    return say_all([*lines, phrase("event.next", lang, step=next_step(state, lang))])


def without_judge(state: State, lang: str) -> list[str]:
    """Say at which tables still to be played nobody judges, where judges are named."""
    found = [
        phrase("logged.game", lang, game=round_head(state, one, lang), table=table)
        for one, table in unjudged(state)
    ]
    return [phrase("event.without_judge", lang, games="; ".join(found))] if found else []


def _not_there(state: State, lang: str) -> list[str]:
    """Say who has not checked in for the day of the next draw, once its check-in has begun."""
    if state.phase == "finished" or state.current is not None or needs_cut(state):
        return []
    day, away = not_there(state)
    begun = any(day in entry.days for entry in state.entries)
    if not away or not begun:
        return []
    return [phrase("event.not_there", lang, day=day, names=", ".join(away))]


def round_head(state: State, one: Seated, lang: str) -> str:
    """Return what a seated round is called."""
    return round_word(state, one.stage, one.round, lang)


def round_lines(state: State, one: Seated, lang: str) -> list[str]:
    """Return who sits where in a round, a line for each table."""
    lines = [round_head(state, one, lang)]
    sitting = who_sits(state, one)
    for number in one.in_play:
        idle = idle_seats(state, one, number)
        said = ", ".join(
            f"{seat} {name or phrase('event.stand_in', lang)}"
            for seat, name in enumerate(sitting[number - 1], 1)
            if seat not in idle
        )
        line = phrase("event.table", lang, table=number, names=said)
        judge = judges_at(one)[number - 1]
        lines.append(line + (phrase("event.judged_by", lang, name=judge) if judge else ""))
    return lines


def seated_round(state: State, round_: str | None) -> Seated:
    """Return the round that is asked for: the open one, or the last, if none is named."""
    if not state.rounds:
        raise SeatingError(f"Nobody is seated yet. Next: {next_step(state)}.")
    if round_ is None:
        return state.current or state.rounds[-1]
    moment = moment_of(state, round_)
    found = state.seated(moment)
    if found is None:
        raise SeatingError(
            f"{moment[0]}, round {moment[1]} is not seated yet. Next: {next_step(state)}."
        )
    return found


def print_card(event: str, *, lang: str) -> int:
    """Print the rules card of the event's format."""
    card = read_state(event).format.card.get(lang, ())
    return say_all([phrase("format.card", lang), *(f"- {sentence}" for sentence in card)])


def print_seating(event: str, *, round_: str | None, as_json: bool, lang: str) -> int:
    """Print who sits where."""
    state = read_state(event)
    one = seated_round(state, round_)
    if not as_json:
        return say_all(round_lines(state, one, lang))
    return _pipe_json(
        {
            "format": "seating-event-round/1",
            "stage": one.stage,
            "round": one.round,
            "judges": list(judges_at(one)),
            "tables": [
                [
                    {"seat": seat, "slot": slot, "name": name}
                    for seat, (slot, name) in enumerate(zip(slots, names, strict=True), 1)
                ]
                for slots, names in zip(one.tables, who_sits(state, one), strict=True)
            ],
        }
    )


def show_standings(
    event: str, *, until: str | None, stage: str | None, out: Path | None, as_json: bool, lang: str
) -> int:
    """Show the standings, or write them."""
    state = read_state(event)
    moment = None if until is None else moment_of(state, until)
    table = table_of(state, until=moment, stage=stage and stage_named(state, stage))
    if as_json:
        return _pipe_json(
            {
                "format": "seating-event-standings/1",
                "provisional": table.provisional,
                "rows": [_row(row) for row in (*table.rows, *table.apart)],
            }
        )
    if out is None:
        from desk.score_screen import print_standings

        print_standings(console(), table, lang, title=event_title(state, lang))
        return DONE
    if out.suffix.lower() not in SHEETS:
        raise SeatingError(f"{out}: standings are written as {', '.join(SHEETS)}.")
    check_writable(out)
    from scoring.explain import explanations
    from scoring.points import score_games

    ending = out.suffix.lower()
    if ending == ".csv":
        from scoring.sheets.csv_sheet import csv_text

        data = csv_text(table, lang=lang).encode()
    else:
        scores = score_games(state.protocols, state.rules, until=moment)
        explained = explanations(scores, table)
        if ending == ".xlsx":
            from scoring.sheets.workbook import workbook_bytes

            data = workbook_bytes(table, explained, title=event_title(state, lang), lang=lang)
        else:
            from scoring.sheets.html import html_sheet

            data = html_sheet(table, explained, title=event_title(state, lang), lang=lang).encode()
    write_bytes(out, data)
    return say_all([phrase("event.written", lang, out=out)])


def _row(row: Row) -> dict[str, Any]:
    return {
        "place": row.place or None,
        "last": row.last or None,
        "slot": int(row.slot),
        "name": row.occupant,
        "points": str(row.total),
        "games": row.tally.games,
        "barred": list(row.barred),
    }


def prize_lines(first: tuple[Row, ...], prizes: tuple[Prize, ...], lang: str) -> list[str]:
    """Return the first places and the nominations in words."""
    comma = lang == "ru"
    lines = [
        phrase("event.place", lang, place=row.place, name=row.occupant,
               points=shown(row.total, comma=comma))
        for row in first
    ]  # fmt: skip
    for prize in prizes:
        names = ", ".join(row.occupant for row in prize.rows) or "-"
        value = shown(prize.value, comma=comma)
        name = prize.nomination.names[lang]
        lines.append(phrase("event.nomination", lang, name=name, who=names, value=value))
    return lines


def write_archive(event: str, *, out: Path | None, force: bool, lang: str) -> int:
    """Write the archive beside the event, or where it is said; not over another file."""
    from tournament.flow.archive import archive

    target = out or Path(event).with_suffix(".zip")
    if target.exists() and not force:
        raise SeatingError(
            f"{target} is there already; name a new file with -o, or say --force to write over it."
        )
    state = read_state(event)
    if out is not None:
        check_writable(out)
    archive(state, target)
    return say_all([phrase("event.written", lang, out=target)])


def write_backup(event: str, *, out: Path | None, lang: str) -> int:
    """Copy the event's file while it runs."""
    if out is None:
        raise SeatingError("Name the copy, such as -o backup.seating.")
    with open_store(event) as store:
        store.backup(out)
    return say_all([phrase("event.written", lang, out=out)])


def play(format_name: str, *, out: Path | None, seed: int, lang: str) -> int:
    """Play a whole event with made-up games, and show how it ended."""
    from tournament.flow.ranking import prizes
    from tournament.flow.simulate import simulate

    with (
        tempfile.TemporaryDirectory() as folder,
        simulate(out or Path(folder) / "event.seating", format_name, seed=seed) as store,
    ):
        state = store.read()
    first, nominations = prizes(state)
    lines = prize_lines(first, nominations, lang)
    return say_all([*lines, *([phrase("event.written", lang, out=out)] if out else [])])


def _pipe_json(value: dict[str, Any]) -> int:
    pipe((json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode())
    return DONE
