"""Pages for everybody, read only: seating, standings, where one sits, the screen on the wall."""

from __future__ import annotations

from typing import Any

from desk.web.asking import Answer, Ask, local
from desk.web.site import Site, round_of
from desk.web.views import (
    MOST_FOUND,
    Found,
    due_step,
    find_players,
    left_players,
    round_view,
    seats_of,
    why_out,
)
from desk.web.wall import for_ranks, for_tables
from schedules.phrases import LANGS
from scoring.phrases import notes, number, place
from scoring.sheets.views import columns, no_awards, replaced_lines, why_place
from scoring.table import Row, Standings
from tournament.flow.ranking import table_of
from tournament.store.state import Slot, State

WALL_SECONDS = 20
"""How often the screen on the wall looks anew."""
WIDE = ("place", "occupant", "total", "reason")
"""Columns that stand elsewhere on the page than in a column of their own."""


def home(site: Site, ask: Ask) -> Answer:
    """Show who sits where in the open round."""
    state = site.state()
    seated = state.current or (state.rounds[-1] if state.rounds else None)
    return Answer("round.html.j2", _round_values(state, seated, ask))


def one_round(site: Site, ask: Ask) -> Answer:
    """Show who sits where in a round."""
    state = site.state()
    return Answer("round.html.j2", _round_values(state, round_of(state, ask), ask))


def _round_values(state: State, seated: Any, ask: Ask) -> dict[str, Any]:
    view = None if seated is None else round_view(state, seated, ask.lang)
    others = [round_view(state, one, ask.lang) for one in state.rounds]
    return {"state": state, "round": view, "rounds": others, "due": due_step(state)}


def standings(site: Site, ask: Ask) -> Answer:
    """Show the standings, with the reason of each place."""
    state = site.state()
    values: dict[str, Any] = {"state": state, "table": None}
    if state.games:
        values |= _table_values(table_of(state), ask.lang)
    return Answer("standings.html.j2", values)


def _table_values(table: Standings, lang: str) -> dict[str, Any]:
    rules = table.rules
    return {
        "table": table,
        "columns": [one for one in columns(table, lang) if one.key not in (*WIDE, "slot")],
        "cell": lambda column, row: column.shown(row, lang, rules.places),
        "place": place,
        "total": lambda row: number(row.total, lang, rules.places),
        "why": lambda row: why_place(row, rules, lang),
        "notes": notes(table, lang),
        "stars": [*no_awards(table, lang), *replaced_lines(table, lang)],
        "difficulty": {
            key: number(one.coefficient, lang, 3) for key, one in table.difficulty.items()
        },
    }


def player(site: Site, ask: Ask) -> Answer:
    """Say where a player sits."""
    state, text = site.state(), ask.query.get("q", "")[:100]
    slots = find_players(state, text)
    table = table_of(state) if state.games else None
    found = [_found(state, slot, table, ask.lang) for slot in slots]
    found += [_left(state, one) for one in left_players(state, text)]
    more = len(found) - MOST_FOUND
    found = found[:MOST_FOUND]
    return Answer("player.html.j2", {"state": state, "text": text, "found": found, "more": more})


def _left(state: State, one: Slot) -> Found:
    heir = state.occupant(one.number).name
    out = why_out(state, one.number, one.entry)
    return Found(one.entry.name, one.number, out, heir, "", "", ())


def _found(state: State, slot: int, table: Standings | None, lang: str) -> Found:
    row: Row | None = None
    if table is not None:
        rows = (*table.rows, *table.apart)
        row = next((one for one in rows if one.slot == str(slot)), None)
    points = number(row.total, lang, state.rules.places) if row else ""
    return Found(
        state.occupant(slot).name, slot, why_out(state, slot, state.occupant(slot)), "",
        place(row) if row else "", points, seats_of(state, slot, lang),
    )  # fmt: skip


def wall(site: Site, ask: Ask) -> Answer:
    """Show the seating of the open round on a screen; with ``turn`` in turn with the standings."""
    values = dict(home(site, ask).values)
    turn = "turn" in ask.query
    after = "/wall/standings?turn=1" if turn and values["state"].games else ""
    round_ = values["round"]
    tables = [[name for _, name in one.names] for one in round_.tables] if round_ else []
    values |= {"seconds": WALL_SECONDS, "after": after, "fit": for_tables(tables)}
    return Answer("wall.html.j2", values)


def wall_standings(site: Site, ask: Ask) -> Answer:
    """Show the standings on a screen."""
    values = dict(standings(site, ask).values)
    after = "/wall?turn=1" if "turn" in ask.query else ""
    table = values["table"]
    fit = for_ranks([row.occupant for row in table.rows] if table else [])
    values |= {"seconds": WALL_SECONDS, "after": after, "fit": fit}
    return Answer("wall_standings.html.j2", values)


def language(site: Site, ask: Ask) -> Answer:
    """Choose a language, and go back to where one was."""
    lang = ask.parts["lang"]
    back = local(ask.query.get("back", "/"))
    return Answer(to=back, cookies={"seating_lang": lang} if lang in LANGS else {})
