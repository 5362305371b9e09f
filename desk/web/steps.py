"""The steps of the chief judge: what each asks for, and the step of the flow that it calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from desk.event import prize_lines
from desk.event_changes import happened_sentence, out_sentences, penalty_sentence
from desk.event_reseating import reseated_lines
from desk.web.log_words import log_word
from desk.web.phrases import phrase
from desk.web.views import round_label
from schedules.errors import SeatingError
from scoring.errors import ScoringError
from scoring.exact import exact
from tournament.flow import ranking, trouble
from tournament.flow.drawing import draw
from tournament.flow.registration import check_in
from tournament.flow.swapping import swap
from tournament.flow.tables import close_table
from tournament.flow.undoing import undo
from tournament.phrases import phrase as event_phrase
from tournament.store import Store


@dataclass(frozen=True)
class Doing:
    """A step being done: on which event, by whom, with what was typed."""

    store: Store
    who: str
    lang: str
    fields: Mapping[str, str]

    def typed(self, name: str) -> str:
        """Return what was typed into a field, without spaces around it."""
        return self.fields.get(name, "").strip()

    def whole(self, name: str) -> int:
        """Return a whole number that was typed."""
        text = self.typed(name)
        if not (text.isascii() and text.isdecimal() and len(text) < 10):
            raise SeatingError(f"{text!r} is no whole number; write one such as 40.")
        return int(text)


@dataclass(frozen=True)
class Step:
    """A step: the fields that it asks for, whether it is to be confirmed, and what it does.

    ``free`` are the fields that may stay empty.
    """

    fields: tuple[str, ...]
    confirm: bool
    do: Callable[[Doing], list[str]]
    free: tuple[str, ...] = ()

    def missing(self, doing: Doing) -> str:
        """Return the first field that has to be filled in and is not; "" if none."""
        due = (name for name in self.fields if name not in self.free)
        return next((name for name in due if not doing.typed(name)), "")


def _draw(doing: Doing) -> list[str]:
    done = draw(
        doing.store, seed=doing.typed("seed"), who=doing.who, why=doing.typed("why"),
        without_check_in=doing.typed("without_check_in") == "1",
    )  # fmt: skip
    state = doing.store.read()
    rounds = "; ".join(round_label(state, *one.moment, doing.lang) for one in done.rounds)
    words = {"seed": state.seed, "digest": done.digest}
    slots = [event_phrase("event.drawn_slots", doing.lang, **words)] if done.slots else []
    return [*slots, event_phrase("event.seated", doing.lang, rounds=rounds)]


def _check_in(doing: Doing) -> list[str]:
    day, state = doing.whole("day"), doing.store.read()
    there = [one.name for one in state.entries if doing.typed(f"there_{one.id}") == "1"]
    done = check_in(doing.store, there, day=day, who=doing.who)
    return [event_phrase("event.checked_in", doing.lang, count=len(done), day=day)]


def _cut(doing: Doing) -> list[str]:
    found, _ = ranking.make_cut(doing.store, who=doing.who)
    names = ", ".join(row.occupant for row in found.chosen)
    return [phrase("chief.entered", doing.lang, names=names)]


def _finish(doing: Doing) -> list[str]:
    first, nominations = ranking.finish(doing.store, who=doing.who)
    return prize_lines(first, nominations, doing.lang)


def _penalty(doing: Doing) -> list[str]:
    text = doing.typed("points")
    try:
        points = exact(text)
    except ScoringError:
        raise SeatingError(f"{text!r} is no number; write -1 or 0.5.") from None
    done = trouble.penalty(
        doing.store, doing.typed("player"), points=points, who=doing.who, why=doing.typed("why")
    )
    return [penalty_sentence(done, points, doing.lang)]


def _late(doing: Doing) -> list[str]:
    done = trouble.late(
        doing.store, doing.typed("player"), minutes=doing.whole("minutes"),
        substitute=doing.typed("substitute"), who=doing.who, why=doing.typed("why"),
    )  # fmt: skip
    return [happened_sentence("event.late", done, doing.lang, doing.store.read())]


def _missed(doing: Doing) -> list[str]:
    done = trouble.missed(
        doing.store, doing.typed("player"), substitute=doing.typed("substitute"), who=doing.who,
        why=doing.typed("why"), accept=doing.typed("accept"),
    )  # fmt: skip
    key = "event.missed_stand_in" if done.substitute else "event.missed"
    state = doing.store.read()
    told = happened_sentence(key, done, doing.lang, state)
    return [told, *reseated_lines(done.reseated, doing.lang, state)]


def _disqualify(doing: Doing) -> list[str]:
    done = trouble.disqualify(
        doing.store, doing.typed("player"), substitute=doing.typed("substitute"), who=doing.who,
        why=doing.typed("why"), accept=doing.typed("accept"),
    )  # fmt: skip
    return out_sentences("event.disqualified", done, doing.lang, doing.store.read())


def _withdraw(doing: Doing) -> list[str]:
    kind = doing.store.read().format.conduct.leaving
    done = trouble.withdraw(
        doing.store, doing.typed("player"), substitute=doing.typed("substitute"), who=doing.who,
        why=doing.typed("why"), accept=doing.typed("accept"),
    )  # fmt: skip
    if not isinstance(done, trouble.Happened):
        return [event_phrase("event.off_the_list", doing.lang, player=done.name)]
    return out_sentences(f"event.{kind}", done, doing.lang, doing.store.read())


def _replace(doing: Doing) -> list[str]:
    done = trouble.replace_player(
        doing.store, doing.typed("player"), substitute=doing.typed("substitute"), who=doing.who,
        why=doing.typed("why"),
    )  # fmt: skip
    return out_sentences("event.replaced", done, doing.lang, doing.store.read())


def _swap(doing: Doing) -> list[str]:
    one, other = doing.typed("player"), doing.typed("other")
    seated = swap(doing.store, one, other, who=doing.who, why=doing.typed("why"))
    state = doing.store.read()
    return [
        phrase("chief.swapped", doing.lang, round=round_label(state, *seated.moment, doing.lang))
    ]


def _close_table(doing: Doing) -> list[str]:
    tables = doing.whole("tables")
    stage, number = close_table(
        doing.store, tables=tables, who=doing.who, why=doing.typed("why"),
        accept=doing.typed("accept"),
    )  # fmt: skip
    return [event_phrase("event.tables", doing.lang, count=tables, stage=stage, round=number)]


def _undo(doing: Doing) -> list[str]:
    done = undo(doing.store, doing.whole("line"), who=doing.who, why=doing.typed("why"))
    what = log_word(done.line.what, doing.lang)
    words = {"number": done.line.id, "what": what, "player": done.player}
    key = "event.undone" if done.player else "event.undone_step"
    return [event_phrase(key, doing.lang, **words)]


STEPS: Mapping[str, Step] = {
    "draw": Step(("seed", "why"), True, _draw, ("seed", "why")),
    "cut": Step((), True, _cut),
    "finish": Step((), True, _finish),
    "check-in": Step(("day",), False, _check_in),
    "penalty": Step(("player", "points", "why"), False, _penalty),
    "late": Step(("player", "minutes", "substitute", "why"), False, _late, ("substitute", "why")),
    "missed": Step(("player", "substitute", "why"), False, _missed, ("substitute", "why")),
    "replace": Step(("player", "substitute", "why"), True, _replace, ("substitute",)),
    "disqualify": Step(("player", "substitute", "why"), True, _disqualify, ("substitute",)),
    "withdraw": Step(("player", "substitute", "why"), True, _withdraw, ("substitute",)),
    "swap": Step(("player", "other", "why"), False, _swap),
    "close-table": Step(("tables", "why"), True, _close_table),
    "undo": Step(("line", "why"), True, _undo),
}
"""In the order in which the page shows them; the first three stand where they are due."""
DUE = ("draw", "cut", "finish")
"""Steps that the event waits for at their time; they are offered only then."""
EVERY_DAY = tuple(name for name in STEPS if name not in (*DUE, "check-in", "undo"))
"""Decisions about players and tables, offered at any time."""
