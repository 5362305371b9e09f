"""``seating event``: the commands that change an event, each one step of the flow."""

from __future__ import annotations

import getpass
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from desk.errors import DONE
from desk.event import event_title, prize_lines, round_head, round_lines, say_all
from desk.event_forms import read_games
from desk.event_reseating import reseated_lines
from desk.screen import console, print_lines
from schedules.errors import SeatingError
from schedules.names import read_players
from schedules.texts import tidy
from scoring.errors import ScoringError
from scoring.exact import exact, shown
from tournament.flow import games, ranking, registration, trouble
from tournament.flow.asking import next_step, round_word, stage_word
from tournament.flow.drawing import digest_before, draw
from tournament.phrases import phrase
from tournament.store import State, open_store

UNUSED = {
    "not_with": "not_with", "absent": "absent", "fixed_table": "fixed_tables",
    "forbidden_table": "forbidden_tables",
}  # fmt: skip
"""Columns of a players file that an event does not draw by, and where they stand as read."""


def by_whom(who: str) -> str:
    """Return who makes a change, for the log: the name given, or who is logged in."""
    if who:
        return who
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # no name on this machine
        return "unknown"


def _next(state: State, lang: str) -> str:
    return phrase("event.next", lang, step=next_step(state, lang))


def make(event: str, format_name: str, *, name: str, who: str, lang: str) -> int:
    """Make an event."""
    with registration.new(event, format_name, name=name, who=by_whom(who)) as store:
        state = store.read()
    return say_all(
        [
            phrase(
                "event.made",
                lang,
                event=event,
                name=event_title(state, lang),
                format=state.format.name,
            )
        ]
    )


def put_on_list(
    event: str, file: Path | None, names: Sequence[str], *, state: str, priority: int, pool: bool,
    who: str, why: str, lang: str,
) -> int:  # fmt: skip
    """Register players or substitutes."""
    if (file is None) == (not names):
        raise SeatingError("Name a players file, or players one by one with --player.")
    players = read_players(file) if file else None
    with open_store(event) as store:
        done = registration.register(
            store, players or names, who=by_whom(who), why=why, state=state,
            priority=priority, pool=pool,
        )  # fmt: skip
    counts = {"added": len(done.added), "changed": len(done.changed), "same": len(done.same)}
    lines = [phrase("event.registered", lang, **counts)]
    unused = [title for column, title in (players.titles if players else {}).items()
              if column in UNUSED and any(getattr(players, UNUSED[column]))]  # fmt: skip
    if unused:
        lines.append(phrase("event.unused_columns", lang, columns=", ".join(unused)))
    for ban in done.banned:
        lines.append(
            phrase("event.banned_elsewhere", lang, player=ban.name, date=ban.until, event=ban.event)
        )
    return say_all(lines)


def note_there(
    event: str, names: Sequence[str], *, day: int, everybody: bool, who: str, lang: str
) -> int:
    """Check players in."""
    if everybody == bool(names):
        raise SeatingError("Name who is there, or say --all.")
    with open_store(event) as store:
        done = registration.check_in(store, names, day=day, everybody=everybody, who=by_whom(who))
    return say_all([phrase("event.checked_in", lang, count=len(done), day=day)])


def draw_next(
    event: str, *, seed: str, digest: bool, without_check_in: bool, who: str, why: str, lang: str
) -> int:
    """Draw the slots, then the next round or stage."""
    with open_store(event) as store:
        if digest:
            text, count = digest_before(store.read())
            return say_all([phrase("event.digest", lang, count=count, digest=text)])
        done = draw(store, seed=seed, without_check_in=without_check_in, who=by_whom(who), why=why)
        state = store.read()
    lines = []
    if done.slots:
        lines.append(phrase("event.drawn_slots", lang, seed=state.seed, digest=done.digest))
    label = round_head(state, done.rounds[0], lang)
    if len(done.rounds) > 1:
        label += f"-{done.rounds[-1].round}"
    lines.append(phrase("event.seated", lang, rounds=label))
    return say_all([*lines, *round_lines(state, done.rounds[0], lang)])


def record_games(
    event: str, file: Path, *, source: str | None, judge: str, who: str, lang: str
) -> int:
    """Record protocols; ``judge`` judged those that name nobody; empty forms are passed over."""
    found, empty = read_games(file, source=source)
    if judge:
        found = tuple(one if one.judge else replace(one, judge=tidy(judge)) for one in found)
    with open_store(event) as store:
        done = games.record(store, found, who=by_whom(who))
        state = store.read()
    lines = [phrase("event.recorded", lang, count=len(done.new))]
    if done.same:
        lines.append(phrase("event.recorded_before", lang, count=len(done.same)))
    if empty:
        lines.append(
            phrase("event.not_filled", lang, games="; ".join(_games_named(state, empty, lang)))
        )
    return say_all([*lines, _next(state, lang)])


def _games_named(state: State, places: Sequence[tuple[str, str, str]], lang: str) -> list[str]:
    """Return what games of a form are called, by stage, round and table as they are written."""
    stage = state.rounds[-1].stage if state.current is None else state.current.stage
    return [
        phrase(
            "logged.game", lang, table=table or "1",
            game=phrase("event.round", lang, stage=written or stage_word(state, stage, lang),
                        round=number),
        )
        for written, number, table in places
    ]  # fmt: skip


def correct_games(
    event: str, file: Path, *, source: str | None, who: str, why: str, lang: str
) -> int:
    """Correct protocols, and show whose place moved."""
    with open_store(event) as store:
        found, _ = read_games(file, source=source)
        done = games.correct(store, found, who=by_whom(who), why=why)
        state = store.read()
    return say_all(corrected_sentences(state, done, lang))


def corrected_sentences(state: State, done: games.Corrected, lang: str) -> list[str]:
    """Return how many games were corrected, whose place moved, and which rounds stay as drawn."""
    lines = [phrase("event.corrected", lang, count=len(done.places))]
    lines += [
        phrase("event.moved", lang, name=move.name, before=move.before, after=move.after)
        for move in done.moves
    ]
    drawn = [round_word(state, *moment, lang) for moment in done.later]
    if drawn:
        lines.append(phrase("event.stays", lang, rounds="; ".join(drawn)))
    return lines


def penalise(event: str, player: str, *, points: str, who: str, why: str, lang: str) -> int:
    """Take points off somebody, or give some."""
    try:
        value = exact(points)
    except ScoringError:
        raise SeatingError(f"{points!r} is no number; write -1 or 0.5.") from None
    with open_store(event) as store:
        done = trouble.penalty(store, player, points=value, who=by_whom(who), why=why)
    return say_all([penalty_sentence(done, value, lang)])


def penalty_sentence(done: trouble.Happened, points: Fraction, lang: str) -> str:
    """Return who got or lost how many points, in words."""
    said = {"player": done.player, "slot": done.slot, "points": shown(points, comma=lang == "ru")}
    form = points.numerator if points.denominator == 1 else 2  # -0,5 балла, as 2
    return phrase("event.penalised", lang, count=form, **said)


def play_for_fun(
    event: str, guests: Sequence[str], without: Sequence[str], *, recorded: Path | None,
    standings: bool, who: str, lang: str,
) -> int:  # fmt: skip
    """Seat a round of fan games, record some, or show who won how many."""
    from tournament.flow.fan_games import fan_standings, record_fan, seat_fans

    if recorded is not None or standings:
        with open_store(event) as store:
            found = read_games(recorded, source=None)[0] if recorded is not None else ()
            count = sum(record_fan(store, game, who=by_whom(who)) for game in found)
            rows = fan_standings(store.read())
        lines = [phrase("event.recorded", lang, count=count)] if found else []
        lines.append(phrase("event.fan_unrated", lang))
        for row in rows:
            words = {"name": row.name, "wins": row.wins, "games": row.games}
            lines.append(phrase("event.fan_row", lang, **words))
        return say_all(lines)
    with open_store(event) as store:
        done = seat_fans(store, guests=guests, without=without, who=by_whom(who))
    lines = [phrase("event.fan", lang, round=done.number)]
    for number, names in enumerate(done.tables, 1):
        said = ", ".join(f"{seat} {name}" for seat, name in enumerate(names, 1))
        lines.append(phrase("event.table", lang, table=number, names=said))
    if done.waiting:
        lines.append(phrase("event.waiting", lang, names=", ".join(done.waiting)))
    return say_all(lines)


def cut_field(event: str, *, who: str, lang: str) -> int:
    """Decide who enters the next stage."""
    from desk.score_screen import print_cut

    with open_store(event) as store:
        found, table = ranking.make_cut(store, who=by_whom(who))
        state = store.read()
    print_cut(console(), found, table, lang)
    assert state.unseated is not None
    stage = state.format.stage(state.unseated[0])
    barred = ranking.barred_from(state, stage)
    for key, value in (("least_games", stage.least_games), ("missed_bars", stage.missed_bars)):
        names = ", ".join(state.occupant(slot).name for slot, why in barred if why == key)
        if names:
            why = phrase(f"format.{key}", lang, count=value)
            print_lines(console(), [phrase("event.barred", lang, names=names, why=why)])
    return DONE


def end(event: str, *, who: str, lang: str) -> int:
    """End the tournament."""
    with open_store(event) as store:
        first, nominations = ranking.finish(store, who=by_whom(who))
        state = store.read()
    bans = [
        phrase("event.ban", lang, player=ban.name, date=ban.until)
        for ban in registration.bans_of(state)
    ]
    return say_all([*prize_lines(first, nominations, lang), *bans, _next(state, lang)])


def happened_sentence(key: str, done: trouble.Happened, lang: str, state: State) -> str:
    """Return what was recorded about a player, in words."""
    return phrase(
        key, lang, player=done.player, slot=done.slot, round=done.moment[1],
        substitute=done.substitute,
        stage=stage_word(state, done.moment[0], lang),
    )  # fmt: skip


def out_sentences(key: str, done: trouble.Happened, lang: str, state: State) -> list[str]:
    """Return who is out, who takes over, and until when he is banned, in words."""
    lines = [happened_sentence(key, done, lang, state)]
    if done.substitute:
        lines.append(happened_sentence("event.takes_over", done, lang, state))
    lines += reseated_lines(done.reseated, lang, state)
    if done.banned_until:
        lines.append(phrase("event.banned", lang, date=done.banned_until))
    return lines
