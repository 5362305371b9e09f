"""When the day goes wrong: late, a missed round, disqualified, withdrawn, replaced, penalised."""

from __future__ import annotations

import contextlib
from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, date, datetime
from fractions import Fraction

from tournament.flow import reseating
from tournament.flow.asking import (
    FlowError,
    find_entry,
    find_slot,
    need_playing,
    next_game,
    next_step,
)
from tournament.flow.substitutes import PoolEmptyError, hand_over, plays_instead, stand_in_for
from tournament.store import Change, Store
from tournament.store.models import AbsenceRow, AdjustmentRow, EntryRow
from tournament.store.state import Entry, Moment, State


@dataclass(frozen=True)
class Happened:
    """What was recorded about a slot.

    Attributes
    ----------
    slot, player
        Whom it is about.
    moment
        The round from which, or in which, it holds.
    substitute
        Who plays instead, in that game or from then on; "" for nobody.
    banned_until
        Last day of a ban; "" without one.
    reseated
        How the rounds left of the stage are seated now; None where they stay as they were.
    """

    slot: int
    player: str
    moment: Moment
    substitute: str = ""
    banned_until: str = ""
    reseated: reseating.Reseating | None = None


def game_to_come(state: State, slot: int, *, own: bool = False) -> Moment:
    """Return the next round of a slot that still plays; with ``own`` one that he plays himself.

    Raises
    ------
    FlowError
        If the slot is out of the tournament, or has played its last game.
    """
    need_playing(state)
    name = state.occupant(slot).name
    if slot in state.out:
        raise FlowError(f"{name} is out of the tournament already. Next: {next_step(state)}.")
    moment = next_game(state, slot, own=own)
    if moment is None:
        raise FlowError(f"{name} has no game to come. Next: {next_step(state)}.")
    return moment


def need_why(why: str) -> None:
    """Raise FlowError if a decision has no reason: it stays in the log."""
    if not why.strip():
        raise FlowError('This needs its reason, which stays in the log: --why "...".')


def late(
    store: Store, player: str, *, minutes: int, substitute: str = "", who: str = "", why: str = ""
) -> Happened:
    """Record that somebody is late for the first game of the first day.

    He is penalised as the rules say, and a substitute plays that game (Tkemali 5.6). The game
    counts for the others and for K; its points are nobody's.

    Parameters
    ----------
    minutes
        How late he is.
    substitute
        Who plays the game; the first of the pool if empty.

    Raises
    ------
    FlowError
        If the format foresees something else for this game; the message says what.
    """
    with store.change("late", who=who, why=why or f"{minutes} minutes") as change:
        state = change.state
        slot = find_slot(state, player)
        moment = game_to_come(state, slot, own=True)
        name, conduct = state.occupant(slot).name, state.format.conduct
        days = {m: state.format.stage(m[0]).days[m[1] - 1] for m in state.format.moments}
        first = next(m for m in state.format.moments if days[m] == days[moment])
        if minutes <= conduct.late_minutes:
            raise FlowError(
                f"{minutes} minutes are no lateness in {state.format.name}: more than "
                f"{conduct.late_minutes} are. {name} plays."
            )
        if moment != first:
            raise FlowError(
                f"The next game of {name} is {moment[0]}, round {moment[1]}, not the first of a "
                "day. If he misses it: seating event missed."
            )
        if days[moment] > 1 and conduct.late_other_day == "disqualified":
            raise FlowError(
                f"Who is late on day {days[moment]} is disqualified. Next: seating event "
                f'disqualify "{name}" --why "late on day {days[moment]}".'
            )
        if days[moment] > 1 or not conduct.late_first_game:
            raise FlowError(
                f"{state.format.name} has no penalty for being late. If {name} misses the round: "
                "seating event missed."
            )
        stand_in = stand_in_for(state, slot, substitute, moment)
        keep_absence(change, slot, moment, stand_in)
        keep_adjustment(change, slot, "late", moment, why or f"{minutes} minutes late")
        change.after.update(slot=slot, player=name, stage=moment[0], round=moment[1],
                            substitute=stand_in)  # fmt: skip
    return Happened(slot, name, moment, stand_in)


def missed(
    store: Store, player: str, *, substitute: str = "", who: str = "", why: str = "",
    accept: str = "",
) -> Happened:  # fmt: skip
    """Record that somebody misses his next round, which costs what the format says.

    In a round that is drawn already a stand-in plays on his seat, whose points are nobody's; where
    the format has tables of nine, nobody does. In a round that is not drawn he is not seated.

    Parameters
    ----------
    substitute
        Who stands in; the first of the pool if empty.
    accept
        The code of the seating that was shown, if others are seated again.

    Raises
    ------
    FlowError
        If missing a round disqualifies in this format, it is recorded already, or others would sit
        elsewhere and that is not accepted.
    """
    with reseating.proposing(store, who=who), store.change("missed", who=who, why=why) as change:
        state = change.state
        slot = find_slot(state, player)
        moment = game_to_come(state, slot)
        name, costs = state.occupant(slot).name, state.format.conduct.missed_round
        if costs == "disqualified":
            raise FlowError(
                f"Who misses a game is disqualified in {state.format.name}. Next: seating event "
                f'disqualify "{name}" --why "missed {moment[0]}, round {moment[1]}".'
            )
        if state.absence(slot, moment) is not None:
            raise FlowError(f"{name} misses {moment[0]}, round {moment[1]} already.")
        stand_in = plays_instead(state, slot, substitute, moment)
        away = [] if stand_in else [(slot, [moment])]
        again = reseating.for_those_away(state, away=away, accept=accept)
        keep_absence(change, slot, moment, stand_in)
        reseating.keep(change, again, who=who, why=why)
        if costs == "penalty":
            keep_adjustment(change, slot, "missed_round", moment, why)
        change.after.update(slot=slot, player=name, stage=moment[0], round=moment[1],
                            substitute=stand_in)  # fmt: skip
    return Happened(slot, name, moment, stand_in, reseated=again)


def disqualify(
    store: Store, player: str, *, substitute: str = "", who: str = "", why: str, accept: str = ""
) -> Happened:
    """Disqualify somebody; where the format has substitutes, one takes over his place at once.

    The place goes on with the points that were earned (Tkemali 5.9). If nobody of the pool is free,
    his chair is as the format has empty ones, until a substitute is put in. Who is disqualified
    stands apart in the standings and gets no award.

    Parameters
    ----------
    substitute
        Who takes over; if empty, who stood in for him last, else the first of the pool.
    accept
        The code of the seating that was shown, if others are seated again.

    Raises
    ------
    FlowError
        If there is no reason, the substitute that is named has not registered, or others would sit
        elsewhere and that is not accepted.
    """
    need_why(why)
    return _put_out(
        store, player, "disqualified", substitute, who=who, why=why, ban=False, accept=accept
    )


def withdraw(
    store: Store, player: str, *, substitute: str = "", who: str = "", why: str = "",
    accept: str = "",
) -> Happened | Entry:  # fmt: skip
    """Record that somebody leaves: from the list before the draw, else as the format has it.

    After the start both regulations of 2016 disqualify him; White Nights also bans him for a year.

    Returns
    -------
    Happened or Entry
        The entry that was taken from the list, if the draw is still to come.
    """
    state = store.read()
    if state.phase == "registration":
        with store.change("withdraw", who=who, why=why) as change:
            entry = find_entry(change.state, player)
            change.before["state"] = entry.state
            change.session.get_one(EntryRow, entry.id).state = "withdrawn"
            change.after.update(name=entry.name, state="withdrawn")
        return entry
    need_why(why)
    kind = state.format.conduct.leaving
    return _put_out(store, player, kind, substitute, who=who, why=why, ban=True, accept=accept)


def _put_out(
    store: Store, player: str, kind: str, substitute: str, *, who: str, why: str, ban: bool,
    accept: str,
) -> Happened:  # fmt: skip
    what = "withdraw" if ban else "disqualify"
    with reseating.proposing(store, who=who), store.change(what, who=who, why=why) as change:
        state = change.state
        slot = find_slot(state, player)
        moment = game_to_come(state, slot, own=True)
        entry, conduct = state.occupant(slot), state.format.conduct
        keep_adjustment(change, slot, kind, (moment[0], moment[1] - 1), why)
        until = _months_later(state, conduct.ban_months) if ban and conduct.ban_months else ""
        if until:
            change.session.get_one(EntryRow, entry.id).banned_until = until
        name, again = "", None
        if conduct.substitutes:
            with contextlib.suppress(PoolEmptyError):  # his chair is as the format has empty ones
                name = hand_over(change, slot, moment, substitute).name
        elif substitute:
            raise FlowError(
                f"{state.format.name} has no substitutes who take over a place; leave "
                "--substitute out, and a stand-in plays whose points are nobody's."
            )
        if not name:
            again = reseating.for_those_away(state, out=[slot], accept=accept)
            reseating.keep(change, again, who=who, why=why)
        change.after.update(slot=slot, player=entry.name, kind=kind, stage=moment[0],
                            round=moment[1], substitute=name, banned_until=until)  # fmt: skip
    return Happened(slot, entry.name, moment, name, until, again)


def replace_player(
    store: Store, player: str, *, substitute: str = "", who: str = "", why: str
) -> Happened:
    """Hand a place over to a substitute from its next game on, with the points that it has.

    Raises
    ------
    FlowError
        If there is no reason, no substitute, the format has none, or the place was taken out of the
        rounds left.
    """
    need_why(why)
    with store.change("replace", who=who, why=why) as change:
        state = change.state
        need_playing(state)
        slot = find_slot(state, player)
        moment = next_game(state, slot, own=True)
        name = state.occupant(slot).name
        if not state.format.conduct.substitutes:
            raise FlowError(
                f"{state.format.name} has no substitutes who take over a place. "
                f'If he leaves: seating event withdraw "{name}".'
            )
        if moment is None:
            raise FlowError(f"{name} has no game to come. Next: {next_step(state)}.")
        fresh = hand_over(change, slot, moment, substitute)
        _keep_gap(change, slot, moment)
        change.after.update(slot=slot, player=name, stage=moment[0], round=moment[1],
                            substitute=fresh.name)  # fmt: skip
    return Happened(slot, name, moment, fresh.name)


def _keep_gap(change: Change, slot: int, moment: Moment) -> None:
    """Keep that nobody played for a slot from when its player went out to when it is taken over."""
    state = change.state
    left = state.left_at(slot)
    if left is None:
        return
    for one in state.rounds:
        between = state.order(*left) <= state.order(*one.moment) < state.order(*moment)
        place = one.place(slot)
        if between and place is not None and state.absence(slot, one.moment) is None:
            game = state.game(*one.moment, place[0])
            names = (
                [chair.player for chair in game.chairs if chair.seat == place[1]] if game else []
            )
            keep_absence(change, slot, one.moment, "".join(names))


def penalty(store: Store, player: str, *, points: Fraction, who: str = "", why: str) -> Happened:
    """Take points off a slot, or give it some, outside the games.

    Raises
    ------
    FlowError
        If there is no reason, or no points.
    """
    need_why(why)
    if not points:
        raise FlowError("0 points change nothing; write -1 to take one off, or 1 to give one.")
    with store.change("penalty", who=who, why=why) as change:
        state = change.state
        need_playing(state)
        slot = find_slot(state, player)
        done = [one.moment for one in state.rounds if len(state.missing(one)) < len(one.tables)]
        moment = done[-1] if done else (state.rounds[0].stage, 0)
        kind = "penalty" if points < 0 else "bonus"
        keep_adjustment(change, slot, kind, moment, why, points)
        name = state.occupant(slot).name
        change.after.update(slot=slot, player=name, points=str(points), stage=moment[0],
                            round=moment[1])  # fmt: skip
    return Happened(slot, name, moment)


def keep_absence(change: Change, slot: int, moment: Moment, stand_in: str) -> None:
    """Keep that a slot does not play a round itself."""
    change.session.add(
        AbsenceRow(
            event_id=change.event_id, slot=slot, stage=moment[0], round=moment[1],
            stand_in=stand_in, log_id=change.log_id,
        )
    )  # fmt: skip


def keep_adjustment(
    change: Change, slot: int, kind: str, moment: Moment, why: str, points: Fraction | None = None
) -> None:
    """Keep what happened to a slot outside the games."""
    change.session.add(
        AdjustmentRow(
            event_id=change.event_id, slot=slot, kind=kind,
            points="" if points is None else str(points), stage=moment[0], round=moment[1],
            reason=why, log_id=change.log_id, ended=None,
        )
    )  # fmt: skip


def _months_later(state: State, months: int) -> str:
    """Return the end of a ban that begins on the last day of the event, or today."""
    text = state.format.days[-1].date
    begins = date.fromisoformat(text) if text else datetime.now(UTC).date()
    years, month = divmod(begins.month - 1 + months, 12)
    last = monthrange(begins.year + years, month + 1)[1]
    return date(begins.year + years, month + 1, min(begins.day, last)).isoformat()
