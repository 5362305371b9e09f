"""Pages of a judge: which games there are, and the protocol of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from desk.web.asking import Answer, Ask
from desk.web.fault_words import in_words
from desk.web.form import (
    Fault,
    asks_of,
    empty_fields,
    fields_of,
    game_of,
    kept_fields,
    placed,
    sitters,
)
from desk.web.phrases import phrase
from desk.web.site import Site, round_of, table_in
from desk.web.views import clock, due_step, round_label, round_view
from scoring.errors import ProtocolError
from scoring.protocol import EXITS, ROLES, Game
from tournament.flow.games import fitted, record
from tournament.store.notes import Draft, drafts, drop_draft, hold, keep_draft
from tournament.store.state import Seated, State

FOULS = 4


def games(site: Site, ask: Ask) -> Answer:
    """Show every game: recorded, being entered and by whom, or free."""
    state, held = site.state(), drafts(site.store)
    rounds = [round_view(state, one, ask.lang, held) for one in state.rounds]
    current = state.current
    index = state.rounds.index(current) if current else -1
    others = [one for n, one in enumerate(rounds) if n != index]
    values = {"state": state, "round": rounds[index] if current else None, "others": others}
    return Answer("games.html.j2", values | {"due": due_step(state)})


class GamePage:
    """The protocol of one game, as a judge asks for it."""

    def __init__(self, site: Site, ask: Ask) -> None:
        self.site, self.ask = site, ask
        self.state: State = site.state()
        self.seated: Seated = round_of(self.state, ask)
        self.table = table_in(self.seated, ask)
        self.place = (*self.seated.moment, self.table)
        self.path = "/".join(ask.parts[name] for name in ("stage", "round", "table"))
        self.people = sitters(self.state, self.seated, self.table)
        self.recorded: Game | None = self.state.game(*self.place)
        self.draft: Draft | None = drafts(site.store).get(self.place)
        self.label = f"{self.seated.label}, table {self.table}"

    @property
    def mine(self) -> bool:
        """Whether who asks holds the game."""
        return self.draft is not None and self.draft.holder == self.ask.who

    def typed(self) -> dict[str, str]:
        """Return what was sent of the protocol."""
        asks = asks_of(self.state.rules)
        return kept_fields(self.ask.fields, self.people, asks.best_move)

    def game(
        self, fields: Mapping[str, str], *, old: Game | None = None
    ) -> tuple[Game, list[Fault]]:
        """Return the game that fields mean, and what cannot be read."""
        return game_of(
            fields, self.place, self.people, self.state.rules, judge=self.ask.who, old=old
        )

    def faults_of(self, error: ProtocolError) -> list[Fault]:
        """Return what a step refused, by the seats."""
        return [placed(text, self.label) for text in error.faults] or [Fault((), str(error))]

    def unreadable(self, game: Game, faults: Sequence[Fault]) -> list[Fault]:
        """Return what cannot be read, and what of the rest does not fit."""
        _, others = fitted(self.state, game)
        return [*faults, *(placed(text, self.label) for text in others)]

    def blank(self) -> dict[str, str]:
        """Return the fields of a game of which nothing is entered."""
        return empty_fields(self.people, autobonus=bool(self.state.rules.autobonus))

    def show(
        self,
        fields: Mapping[str, str],
        *,
        mode: str,
        faults: Sequence[Fault] = (),
        status: int = 200,
        **more: Any,
    ) -> Answer:
        """Return the page; ``mode`` is ``enter``, ``correct``, or ``look`` for no form."""
        lang = self.ask.lang
        words = [Fault(one.seats, in_words(one.text, lang)) for one in faults]
        by_seat: dict[int, list[str]] = {}
        for one in words:
            for seat in one.seats:
                by_seat.setdefault(seat, []).append(one.text)
        values: dict[str, Any] = {
            "state": self.state,
            "label": round_label(self.state, *self.seated.moment, lang),
            "table": self.table,
            "path": self.path,
            "people": self.people,
            "fields": fields,
            "mode": mode,
            "faults": words,
            "by_seat": by_seat,
            "draft": self.draft,
            "mine": self.mine,
            "recorded": self.recorded,
            "asks": asks_of(self.state.rules),
            "roles": ROLES,
            "exits": EXITS,
            "fouls": range(1, FOULS + 1),
            "version": self.draft.version if self.draft else 0,
        }
        return Answer("game.html.j2", values | more, status=status)


def game(site: Site, ask: Ask) -> Answer:
    """Show a protocol: to be entered by who holds the game, to be looked at by others."""
    page = GamePage(site, ask)
    autobonus = bool(page.state.rules.autobonus)
    if page.recorded is not None:
        return page.show(fields_of(page.recorded, autobonus=autobonus), mode="look")
    if page.draft is None or not page.mine:
        return page.show(page.draft.fields if page.draft else page.blank(), mode="look")
    return page.show(page.draft.fields or page.blank(), mode="enter")


def take(site: Site, ask: Ask) -> Answer:
    """Take a game, or take it over from whom the judge saw that he holds it."""
    page = GamePage(site, ask)
    if page.recorded is not None:
        return Answer(to=f"/judge/{page.path}")
    got = hold(site.store, page.place, ask.who, over=ask.typed("over"))
    if got.holder != ask.who:
        said = phrase("game.held_since", ask.lang, name=got.holder, time=clock(got.since))
        site.said.add(ask.token, [said])
    elif "result" in ask.fields or any(name.startswith("role_") for name in ask.fields):
        keep_draft(site.store, page.place, ask.who, page.typed())
    return Answer(to=f"/judge/{page.path}")


def save_draft(site: Site, ask: Ask) -> Answer:
    """Save what is entered so far."""
    page = GamePage(site, ask)
    if page.recorded is not None:
        return _not_saved(page, phrase("game.recorded_already", ask.lang))
    kept = keep_draft(site.store, page.place, ask.who, page.typed())
    if kept.holder != ask.who:
        return _not_yours(page, kept)
    if ask.by_script:
        return Answer(data={"saved": clock(kept.saved), "version": kept.version})
    site.said.add(ask.token, [phrase("game.saved", ask.lang, time=clock(kept.saved))])
    return Answer(to=f"/judge/{page.path}")


def _not_yours(page: GamePage, kept: Draft) -> Answer:
    """Say who took the game over; what was typed stays in the form."""
    page.draft = kept
    said = phrase("game.taken_over", page.ask.lang, name=kept.holder, time=clock(kept.since))
    return _not_saved(page, said)


def _not_saved(page: GamePage, said: str) -> Answer:
    if page.ask.by_script:
        return Answer(data={"refused": said}, status=409)
    return page.show(page.typed(), mode="enter", refused=said, status=409)


def record_game(site: Site, ask: Ask) -> Answer:
    """Record a protocol; what is refused is said beside its seat, and stays in the form."""
    page = GamePage(site, ask)
    fields = page.typed()
    if page.recorded is None:
        kept = keep_draft(site.store, page.place, ask.who, fields)
        if kept.holder != ask.who:
            return _not_yours(page, kept)
        page.draft = kept
    found, faults = page.game(fields)
    if faults:
        return page.show(fields, mode="enter", faults=page.unreadable(found, faults), status=422)
    try:
        record(site.store, [found], who=ask.who)
    except ProtocolError as error:
        return page.show(fields, mode="enter", faults=page.faults_of(error), status=422)
    drop_draft(site.store, page.place)
    label = round_label(page.state, *page.seated.moment, ask.lang)
    game_label = phrase("word.game_of", ask.lang, round=label, table=page.table)
    site.said.add(ask.token, [phrase("game.done", ask.lang, game=game_label)])
    return Answer(to="/judge")


def let_go(site: Site, ask: Ask) -> Answer:
    """Give a game back, and forget what was entered."""
    page = GamePage(site, ask)
    if page.mine:
        drop_draft(site.store, page.place)
    return Answer(to="/judge")
