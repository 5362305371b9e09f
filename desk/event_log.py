"""``seating event log``: every change in words, from what its line keeps of before and after."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from desk.event import event_title, read_state, say_all
from scoring.exact import exact, shown
from tournament.flow.asking import round_word, stage_word
from tournament.phrases import phrase
from tournament.store import State
from tournament.store.loading import game_of
from tournament.store.state import Logged

Kept = Mapping[str, Any]
"""What a line keeps of before or after."""


def show_log(event: str, *, lang: str) -> int:
    """Show every change of an event, a line each: when, who, what, whom it is about, why."""
    state = read_state(event)
    return say_all([log_sentence(state, line, lang) for line in state.log])


def log_sentence(state: State, line: Logged, lang: str) -> str:
    """Return a line of the log in words."""
    words = {"number": line.id, "when": line.at, "who": line.who or "-"}
    said = phrase("event.log", lang, **words, what=verb_word(line.what, lang))
    about = said_of(state, line, lang)
    return said + (f": {about}" if about else "") + (f" ({line.why})" if line.why else "")


def verb_word(what: str, lang: str) -> str:
    """Return what a step is called: in English as its command is."""
    try:
        return phrase(f"verb.{what}", lang)
    except KeyError:  # a step of a later version, or of the judges' pages
        return what


def said_of(state: State, line: Logged, lang: str) -> str:
    """Return whom and what a line of the log is about; "" where it keeps nothing of that."""
    before = json.loads(line.before) if line.before else {}
    after = json.loads(line.after) if line.after else {}
    if "slot" in after and "player" in after:
        return _of_player(state, line.what, after, lang)
    teller = TELLERS.get(line.what)
    return teller(state, before, after, lang) if teller else ""


def _of_player(state: State, what: str, after: Kept, lang: str) -> str:
    said = {
        "player": after["player"], "slot": after["slot"],
        "game": round_word(state, after["stage"], after["round"], lang),
    }  # fmt: skip
    if what == "penalty":
        value = exact(after["points"])
        points = shown(value, comma=lang == "ru")
        form = value.numerator if value.denominator == 1 else 2
        return phrase("logged.penalty", lang, count=form, points=points, **said)
    key = {"withdraw": after.get("kind", "withdrawn"), "disqualify": "disqualified"}.get(what, what)
    line = phrase(f"logged.{'comes_for' if after.get('missed') else key}", lang, **said)
    if after.get("substitute"):
        line += phrase("logged.instead", lang, name=after["substitute"])
    if after.get("banned_until"):
        line += phrase("logged.banned", lang, date=after["banned_until"])
    return line + _reseated(state, after, lang)


def _reseated(state: State, after: Kept, lang: str) -> str:
    if not after.get("reseated"):
        return ""
    rounds = [round_word(state, one["stage"], one["round"], lang) for one in after["reseated"]]
    return phrase("logged.reseated", lang, rounds="; ".join(rounds))


def _new(state: State, before: Kept, after: Kept, lang: str) -> str:
    return f"{event_title(state, lang)} ({after['format']})"


def _register(state: State, before: Kept, after: Kept, lang: str) -> str:
    states = after.get("states", {})
    told: dict[str, list[str]] = {}
    for name in after["added"]:
        now = phrase(f"state.{states.get(name, after['state'])}", lang)
        told.setdefault(phrase("logged.added", lang, state=now), []).append(name)
    for name in after["changed"]:
        was = phrase(f"state.{before['states'][name]}", lang)
        now = phrase(f"state.{states.get(name, after['state'])}", lang)
        told.setdefault(f"{was} → {now}", []).append(name)
    said = "; ".join(f"{how}: {', '.join(names)}" for how, names in told.items())
    return (phrase("logged.substitutes", lang) if after.get("pool") else "") + said


def _check_in(state: State, before: Kept, after: Kept, lang: str) -> str:
    return phrase("logged.day", lang, day=after["day"], names=", ".join(after["names"]))


def _draw(state: State, before: Kept, after: Kept, lang: str) -> str:
    said = []
    if after.get("slots"):
        slots = ", ".join(f"{slot} {name}" for slot, name in enumerate(after["slots"], 1))
        said.append(phrase("logged.slots", lang, seed=after["seed"], slots=slots))
    if rounds := after.get("rounds"):
        label = round_word(state, rounds[0]["stage"], rounds[0]["round"], lang)
        label += f"-{rounds[-1]['round']}" if len(rounds) > 1 else ""
        said.append(phrase("logged.seated", lang, rounds=label))
    if after.get("not_checked_in"):
        said.append(phrase("logged.unchecked", lang, names=", ".join(after["not_checked_in"])))
    return "; ".join(said)


def _games(state: State, before: Kept, after: Kept, lang: str) -> str:
    """Return which games were recorded, or corrected, and what of them."""
    old = [game_of(text) for text in before.get("games", ())]
    said = []
    for number, text in enumerate(after["games"]):
        game = game_of(text)
        label = phrase(
            "logged.game", lang, table=game.table,
            game=round_word(state, game.stage, game.round, lang),
        )  # fmt: skip
        won = phrase(f"outcome.{game.result}", lang)
        if not old:
            said.append(f"{label} - {won}")
            continue
        was = phrase(f"outcome.{old[number].result}", lang)
        held = {chair.seat: chair for chair in old[number].chairs}
        seats = [one for one in game.chairs if held.get(one.seat) != one]
        parts = [f"{was} → {won}"] if was != won else []
        parts += [phrase("logged.seat", lang, seat=one.seat, name=one.player) for one in seats]
        said.append(f"{label} - {', '.join(parts)}" if parts else label)
    return "; ".join(said)


def _judges(state: State, before: Kept, after: Kept, lang: str) -> str:
    return ", ".join(after["names"]) or phrase("logged.nobody", lang)


def _cut(state: State, before: Kept, after: Kept, lang: str) -> str:
    names = [state.occupant(slot, (after["stage"], 0)).name for slot in after["slots"]]
    stage = stage_word(state, after["stage"], lang)
    return phrase("logged.cut", lang, stage=stage, names=", ".join(names))


def _finish(state: State, before: Kept, after: Kept, lang: str) -> str:
    return ", ".join(f"{place}. {name}" for place, name, _ in after["places"][:3])


def _withdraw(state: State, before: Kept, after: Kept, lang: str) -> str:
    was, now = (phrase(f"state.{one['state']}", lang) for one in (before, after))
    return f"{after['name']}: {was} → {now}"


def _swap(state: State, before: Kept, after: Kept, lang: str) -> str:
    names = " - ".join(state.occupant(slot).name for slot in after["slots"])
    if "round" in after:
        names += f": {round_word(state, after['stage'], after['round'], lang)}"
    return names + _reseated(state, after, lang)


def _tables(state: State, before: Kept, after: Kept, lang: str) -> str:
    game = round_word(state, after["stage"], after["round"], lang)
    said = phrase("logged.tables", lang, was=before["tables"], tables=after["tables"], game=game)
    return said + _reseated(state, after, lang)


def _propose(state: State, before: Kept, after: Kept, lang: str) -> str:
    rounds = [round_word(state, after["stage"], one["round"], lang) for one in after["rounds"]]
    return phrase("logged.proposed", lang, code=after["code"], rounds="; ".join(rounds))


def _undo(state: State, before: Kept, after: Kept, lang: str) -> str:
    line = next(one for one in state.log if one.id == after["undone"])
    about = said_of(state, line, lang)
    return phrase(
        "logged.undone", lang, number=line.id, what=verb_word(line.what, lang), about=about
    )


def _fan(state: State, before: Kept, after: Kept, lang: str) -> str:
    return _at_tables(after["round"], after["tables"], lang)


def _at_tables(number: int, tables: Sequence[Sequence[str]], lang: str) -> str:
    names = "; ".join(", ".join(table) for table in tables)
    return phrase("logged.fan", lang, round=number, names=names)


def _fan_record(state: State, before: Kept, after: Kept, lang: str) -> str:
    won = phrase(f"outcome.{game_of(after['game']).result}", lang)
    words = {"round": after["round"], "table": after["table"], "won": won}
    return phrase("logged.fan_game", lang, **words)


TELLERS: dict[str, Callable[[State, Kept, Kept, str], str]] = {
    "new": _new, "register": _register, "check-in": _check_in, "draw": _draw, "record": _games,
    "correct": _games, "judges": _judges, "cut": _cut, "finish": _finish, "withdraw": _withdraw,
    "swap": _swap, "close-table": _tables, "propose": _propose, "undo": _undo, "fan": _fan,
    "fan-record": _fan_record,
}  # fmt: skip
"""What tells of a line of the log, by the step."""
