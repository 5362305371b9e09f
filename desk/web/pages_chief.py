"""Pages of the chief judge: where the event stands, its steps, corrections, the log."""

from __future__ import annotations

import io
import json
import secrets
from functools import partial
from typing import Any

from desk.event_changes import corrected_sentences
from desk.repair_names import named
from desk.web.asking import Answer, Ask, PageError
from desk.web.form import Fault, fields_of
from desk.web.log_words import corrected, log_word, said_of_line
from desk.web.pages_judge import GamePage
from desk.web.phrases import phrase
from desk.web.refusal_words import refusal
from desk.web.site import Site
from desk.web.steps import DUE, EVERY_DAY, STEPS, Doing
from desk.web.views import alphabetical, due_step, round_label, round_view
from schedules.errors import SeatingError
from scoring.errors import ProtocolError, ScoringError
from tournament.flow.asking import next_step
from tournament.flow.due import due_on, pool_of, to_be_drawn
from tournament.flow.games import correct
from tournament.flow.registration import NotThereError
from tournament.flow.reseating import CannotReseatError, NotAcceptedError, Reseating
from tournament.flow.undoing import CAN
from tournament.store.notes import drafts
from tournament.store.state import Logged, State
from tournament.swiss_events import CannotSeat

REPORT_WIDTH = 78
"""Columns of the report of what others have to be told."""
LAST_LINES = 12
"""Lines of the log on the first page."""


def overview(site: Site, ask: Ask) -> Answer:
    """Show where the event stands, what is due, and every step."""
    return _overview(site, ask)


def _overview(site: Site, ask: Ask, *, refused: str = "", status: int = 200) -> Answer:
    state = site.state()
    current = state.current
    held = drafts(site.store)
    recorded = [
        (round_label(state, one.stage, one.round, ask.lang), round_view(state, one, ask.lang))
        for one in reversed(state.rounds)
        if len(state.missing(one)) < len(one.in_play)
    ]
    values: dict[str, Any] = {
        "state": state,
        "round": round_view(state, current, ask.lang, held) if current else None,
        "recorded": recorded,
        "due": due_step(state),
        "due_round": _due_round(state, ask.lang),
        "next": next_step(state, ask.lang),
        "steps": {name: STEPS[name] for name in EVERY_DAY},
        "players": _players(state),
        "pool": [entry.name for entry in pool_of(state)],
        "log": _log(state)[:LAST_LINES],
        "log_word": partial(log_word, lang=ask.lang),
        "said_of": lambda line: said_of_line(state, line, ask.lang),
        "waiting": to_be_drawn(state) if state.phase == "registration" else ((), ()),
        "once": secrets.token_urlsafe(12),
        "refused": refused,
        "typed": dict(ask.fields),
        "tried": ask.parts.get("step", ""),
    }
    return Answer("chief.html.j2", values, status=status)


def _players(state: State) -> list[tuple[str, str]]:
    """Return who may be named in a step: the value that is sent, and what people read."""
    if not state.slots:
        return [(entry.name, entry.name) for entry in state.entries if not entry.pool]
    people = [(slot, state.occupant(slot).name) for slot in state.numbers if slot not in state.out]
    return [
        (str(slot), f"{name} ({slot})")
        for slot, name in sorted(people, key=lambda one: alphabetical(one[1]))
    ]


def _due_round(state: State, lang: str) -> str:
    return "" if state.unseated is None else round_label(state, *state.unseated, lang)


def _log(state: State) -> list[tuple[Logged, bool]]:
    """Return the lines of the log, the last first, and whether each can be taken back."""
    undone = {json.loads(one.after).get("undone") for one in state.log if one.what == "undo"}
    return [
        (one, one.what in CAN and one.id not in undone and _is_about_one(one))
        for one in reversed(state.log)
    ]


def _is_about_one(line: Logged) -> bool:
    """Whether a line is about a slot that was drawn, or a table: only then can it be taken back."""
    return line.what == "close-table" or (bool(line.after) and "slot" in json.loads(line.after))


def step(site: Site, ask: Ask) -> Answer:
    """Do a step; one that is not easily taken back is shown again first, to be confirmed."""
    name = ask.parts["step"]
    if name not in STEPS:
        raise PageError(404, "error.no_page")
    wanted, confirmed = STEPS[name], ask.typed("confirmed") == "1"
    doing = Doing(site.store, ask.who, ask.lang, ask.fields)
    if not wanted.confirm or confirmed or name in EVERY_DAY:
        empty = wanted.missing(doing)
        if empty and name == "undo":
            return _confirm(site, ask, name, refused=_to_fill_in(empty, ask.lang), status=409)
        if empty:
            return _overview(site, ask, refused=_to_fill_in(empty, ask.lang), status=409)
    if wanted.confirm and not confirmed:
        return _not_due(site, ask, name) or _confirm(site, ask, name)
    number = ask.typed("once")
    if not site.once.begin(number):
        site.said.add(ask.token, [phrase("chief.twice", ask.lang)])
        return Answer(to="/chief")
    try:
        if stale := _not_due(site, ask, name):
            site.once.failed(number)
            return stale
        lines = wanted.do(doing)
    except NotAcceptedError as error:
        site.once.failed(number)
        return _confirm(site, ask, name, reseating=error.reseating)
    except NotThereError as error:
        site.once.failed(number)
        return _confirm(site, ask, name, not_there=error)
    except CannotReseatError as error:
        site.once.failed(number)
        said = named(refusal(error, ask.lang, site.state()), error.names)
        return _overview(site, ask, refused=said, status=409)
    except (SeatingError, ScoringError, CannotSeat) as error:
        site.once.failed(number)
        said = refusal(error, ask.lang, site.state())
        return _overview(site, ask, refused=said, status=409)
    except BaseException:
        site.once.failed(number)
        raise
    site.said.add(ask.token, lines)
    return Answer(to="/chief")


def _to_fill_in(field: str, lang: str) -> str:
    """Return what is said of a field that stayed empty."""
    if field == "why":
        return phrase("refused.no_reason", lang)
    return phrase("refused.missing", lang, field=phrase("field." + field, lang))


def _not_due(site: Site, ask: Ask, name: str) -> Answer | None:
    """Show how the event stands if a step is asked for that it no longer waits for."""
    due = due_step(site.state())
    if name not in DUE or name == due:
        return None
    said = phrase("refused.not_due", ask.lang, due=phrase("due." + due, ask.lang))
    return _overview(site, ask, refused=said, status=409)


def _confirm(
    site: Site,
    ask: Ask,
    name: str,
    *,
    reseating: Reseating | None = None,
    not_there: NotThereError | None = None,
    refused: str = "",
    status: int = 200,
) -> Answer:
    """Show a step again, with what is to be accepted.

    Parameters
    ----------
    reseating
        How it would seat others.
    not_there
        Who would be seated and has not checked in.
    refused, status
        Why it cannot be done as it was sent.
    """
    state = site.state()
    known = _line_words(state, ask.typed("line"), ask.lang) if name == "undo" else ""
    typed = dict(ask.fields)
    if reseating is not None:
        typed["accept"] = reseating.code
    if not_there is not None:
        typed["without_check_in"] = "1"
    values: dict[str, Any] = {
        "state": state,
        "name": name,
        "shown": [(field, _in_words(state, field, ask)) for field in _asked(state, name)],
        "due_round": _due_round(state, ask.lang),
        "typed": typed,
        "once": secrets.token_urlsafe(12),
        "known": known,
        "refused": refused,
        "not_there": not_there,
        "others": "" if reseating is None else _reseated(reseating, ask.lang),
    }
    return Answer("confirm.html.j2", values, status=status)


def _reseated(reseating: Reseating, lang: str) -> str:
    """Return what others would have to be told, as ``seating repair`` prints it."""
    from rich.console import Console

    from desk.repair_report import print_repair

    if reseating.repair is None:
        return ""
    held = io.StringIO()
    print_repair(
        Console(file=held, width=REPORT_WIDTH, markup=False, emoji=False), reseating.repair, lang
    )
    return held.getvalue()


def _asked(state: State, name: str) -> list[str]:
    """Return the fields of a step that are shown to be confirmed; the seed only for the first."""
    fields = [*STEPS[name].fields]
    if name == "draw" and state.phase != "registration":
        fields.remove("seed")
    return fields


def _in_words(state: State, field: str, ask: Ask) -> str:
    text = ask.typed(field)
    if field in ("player", "other"):
        return dict(_players(state)).get(text, text)
    return text


def _line_words(state: State, number: str, lang: str) -> str:
    line = next((one for one in state.log if str(one.id) == number), None)
    if line is None:
        return ""
    after = json.loads(line.after) if line.after else {}
    return " ".join(
        filter(None, (log_word(line.what, lang), str(after.get("player", "")), line.why))
    )


def presence(site: Site, ask: Ask) -> Answer:
    """Show who is due on a day, to be checked in."""
    state = site.state()
    days = range(1, len(state.format.days) + 1)
    moment = state.current.moment if state.current else state.unseated
    day = state.format.stage(moment[0]).days[moment[1] - 1] if moment else days[-1]
    asked = ask.query.get("day", "")
    if asked.isascii() and asked.isdecimal() and int(asked[:4]) in days:
        day = int(asked)
    people = sorted(due_on(state), key=lambda one: alphabetical(one.name))
    values = {
        "state": state,
        "day": day,
        "days": days,
        "away": [one for one in people if day not in one.days],
        "there": [one for one in people if day in one.days],
        "once": secrets.token_urlsafe(12),
    }
    return Answer("presence.html.j2", values)


def log(site: Site, ask: Ask) -> Answer:
    """Show every change: when, who, what, why, and what was there before and after."""
    state = site.state()
    values = {
        "state": state,
        "log": _log(state),
        "corrected": partial(corrected, lang=ask.lang),
        "log_word": partial(log_word, lang=ask.lang),
        "said_of": lambda line: said_of_line(state, line, ask.lang),
    }
    return Answer("log.html.j2", values)


def correction(site: Site, ask: Ask) -> Answer:
    """Show a recorded protocol to be corrected."""
    page = GamePage(site, ask)
    if page.recorded is None:
        return Answer(to=f"/judge/{page.path}")
    autobonus = bool(page.state.rules.autobonus)
    return page.show(fields_of(page.recorded, autobonus=autobonus), mode="correct")


def correct_game(site: Site, ask: Ask) -> Answer:
    """Correct a protocol; the old one stays in the log, and it is said whose place moved."""
    page = GamePage(site, ask)
    fields = page.typed()
    found, faults = page.game(fields, old=page.recorded)
    if not ask.typed("why"):
        faults.append(Fault((), "a correction needs its reason, which stays in the log."))
    if faults:
        faults = page.unreadable(found, faults)
        return page.show(fields, mode="correct", faults=faults, status=422)
    try:
        done = correct(site.store, [found], who=ask.who, why=ask.typed("why"))
    except ProtocolError as error:
        return page.show(fields, mode="correct", faults=page.faults_of(error), status=422)
    except SeatingError as error:
        faults = [Fault((), refusal(error, ask.lang, page.state))]
        return page.show(fields, mode="correct", faults=faults, status=409)
    nothing = [phrase("chief.nothing_corrected", ask.lang)]
    said = corrected_sentences(page.state, done, ask.lang) if done.places else nothing
    site.said.add(ask.token, said)
    return Answer(to="/chief")
