"""``seating event``: what goes wrong on the day, each one step of the flow."""

from __future__ import annotations

import json

from desk.event import moment_of, round_lines, say_all, without_judge
from desk.event_changes import by_whom, happened_sentence, out_sentences
from desk.event_log import verb_word
from desk.event_reseating import accepting, reseated_lines
from tournament.flow import trouble
from tournament.flow.asking import FlowError, find_slot, stage_word
from tournament.phrases import phrase
from tournament.store import State, open_store


def come_late(
    event: str, player: str, *, minutes: int | None, until: str | None, substitute: str, who: str,
    why: str, accept: str, lang: str,
) -> int:  # fmt: skip
    """Somebody is late for the first game, or comes only for a later round."""
    from tournament.flow.coming_late import late_until

    if until is None:
        with open_store(event) as store:
            state = store.read()
            find_slot(state, player)
            if minutes is None:
                raise FlowError(
                    f"How late is {player}? Say it with --minutes, such as --minutes 40; or, if he "
                    "comes only for a later round, --from STAGE:ROUND."
                )
            done = trouble.late(
                store, player, minutes=minutes, substitute=substitute, who=by_whom(who), why=why
            )
        return say_all([happened_sentence("event.late", done, lang, state)])
    with open_store(event) as store, accepting(lang):
        state = store.read()
        moment = moment_of(state, until)
        done = late_until(
            store, player, until=moment, substitute=substitute, who=by_whom(who), why=why,
            accept=accept,
        )  # fmt: skip
    return say_all(_with_reseating("event.comes_for", done, lang, state))


def miss_round(
    event: str, player: str, *, substitute: str, who: str, why: str, accept: str, lang: str
) -> int:
    """Somebody misses his next round."""
    with open_store(event) as store, accepting(lang):
        done = trouble.missed(
            store, player, substitute=substitute, who=by_whom(who), why=why, accept=accept
        )
        state = store.read()
    key = "event.missed_stand_in" if done.substitute else "event.missed"
    return say_all(_with_reseating(key, done, lang, state))


def _with_reseating(key: str, done: trouble.Happened, lang: str, state: State) -> list[str]:
    told = happened_sentence(key, done, lang, state)
    return [told, *reseated_lines(done.reseated, lang, state)]


def put_out(
    event: str, player: str, *, substitute: str, who: str, why: str, accept: str, lang: str
) -> int:
    """Disqualify somebody."""
    with open_store(event) as store, accepting(lang):
        done = trouble.disqualify(
            store, player, substitute=substitute, who=by_whom(who), why=why, accept=accept
        )
        state = store.read()
    return say_all(
        [*out_sentences("event.disqualified", done, lang, state), *_vacant(state, done, lang)]
    )


def _vacant(state: State, done: trouble.Happened, lang: str) -> list[str]:
    """Return what becomes of a place that no substitute was free to take over, and the mend."""
    conduct = state.format.conduct
    if done.substitute or not conduct.substitutes:
        return []
    seat = phrase(f"empty_seat.{conduct.empty_seat}", lang)
    return [phrase("event.pool_empty", lang, seat=seat, slot=done.slot)]


def leave(
    event: str, player: str, *, substitute: str, who: str, why: str, accept: str, lang: str
) -> int:
    """Somebody leaves."""
    with open_store(event) as store, accepting(lang):
        kind = store.read().format.conduct.leaving
        done = trouble.withdraw(
            store, player, substitute=substitute, who=by_whom(who), why=why, accept=accept
        )
        state = store.read()
    if not isinstance(done, trouble.Happened):
        return say_all([phrase("event.off_the_list", lang, player=done.name)])
    return say_all(
        [*out_sentences(f"event.{kind}", done, lang, state), *_vacant(state, done, lang)]
    )


def hand_over(event: str, player: str, *, substitute: str, who: str, why: str, lang: str) -> int:
    """Let a substitute take over a place."""
    with open_store(event) as store:
        done = trouble.replace_player(
            store, player, substitute=substitute, who=by_whom(who), why=why
        )
        state = store.read()
    return say_all(out_sentences("event.replaced", done, lang, state))


def change_chairs(
    event: str, one: str, other: str, *, rest: bool, who: str, why: str, accept: str, lang: str
) -> int:
    """Let two players change chairs, in the open round or in all that are left of a matrix."""
    from tournament.flow.swapping import swap, swap_rest

    with open_store(event) as store, accepting(lang):
        if rest:
            again = swap_rest(store, one, other, who=by_whom(who), why=why, accept=accept)
            return say_all(reseated_lines(again, lang, store.read()))
        seated = swap(store, one, other, who=by_whom(who), why=why)
        state = store.read()
    return say_all(round_lines(state, seated, lang))


def leave_tables(
    event: str, tables: int, *, table: int | None, who: str, why: str, accept: str, lang: str
) -> int:
    """Say how many tables are left."""
    from tournament.flow.tables import close_table

    with open_store(event) as store, accepting(lang):
        stage, number = close_table(
            store, tables=tables, table=table, who=by_whom(who), why=why, accept=accept
        )
        state = store.read()
    code = json.loads(state.log[-1].after).get("code")
    stage = stage_word(state, stage, lang)
    lines = [phrase("event.tables", lang, count=tables, stage=stage, round=number)]
    if code:
        lines.append(phrase("event.reseated", lang, stage=stage, round=number, code=code))
    return say_all([*lines, *without_judge(state, lang)])


def take_back(event: str, number: int, *, who: str, why: str, lang: str) -> int:
    """Take a step back."""
    from tournament.flow.undoing import undo

    with open_store(event) as store:
        done = undo(store, number, who=by_whom(who), why=why)
        state = store.read()
    words = {
        "number": done.line.id, "what": verb_word(done.line.what, lang), "player": done.player
    }  # fmt: skip
    said = phrase("event.undone" if done.player else "event.undone_step", lang, **words)
    return say_all([said, *without_judge(state, lang)])
