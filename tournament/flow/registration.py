"""Before the first game: the event is made, players register, and check in on each day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import select

from schedules.names import PlayersFile, name_key
from schedules.texts import tidy
from tournament.flow.asking import FlowError, find_entry, needs_cut
from tournament.flow.due import due_on, not_there, pool_of, to_be_drawn
from tournament.formats_file import load_format
from tournament.store import Change, Store, create
from tournament.store.models import CheckInRow, EntryRow, EventRow
from tournament.store.state import STATES, Entry, State

__all__ = [
    "Ban", "NotThereError", "Registered", "bans_of", "check_in", "due_on", "need_checked_in", "new",
    "pool_of", "register", "to_be_drawn",
]  # fmt: skip


def new(event: str | Path, format_name: str, *, name: str = "", who: str = "") -> Store:
    """Make an event by a format; the format and its rules are kept with it as they are now.

    Raises
    ------
    SeatingError
        If the format is wrong, or the event is there already.
    """
    from scoring.rules_file import FOLDER, load_rules

    format_ = load_format(format_name)
    rules = load_rules(format_.rules)
    shipped = FOLDER / f"{format_.rules}.toml"
    text = (shipped if shipped.exists() else Path(format_.rules)).read_text("utf-8-sig")
    return create(
        event,
        name=tidy(name) or format_.titles["en"],
        format_=(format_.name, format_.text),
        rules=(rules.name, text),
        who=who,
    )


@dataclass(frozen=True)
class Registered:
    """What became of a list of players: names that are new, changed, and as they were.

    ``banned`` are those of them who are banned by another event of the same database.
    """

    added: tuple[str, ...]
    changed: tuple[str, ...]
    same: tuple[str, ...]
    banned: tuple[Ban, ...] = ()


@dataclass(frozen=True)
class Ban:
    """Who may not play until when (the last day of it), and by which event."""

    name: str
    until: str
    event: str


def bans_of(state: State) -> tuple[Ban, ...]:
    """Return who was banned by this event, in the order of registration."""
    return tuple(
        Ban(one.name, one.banned_until, state.name) for one in state.entries if one.banned_until
    )


def _banned_elsewhere(change: Change, names: Sequence[str]) -> tuple[Ban, ...]:
    """Return who of them is banned on the first day of this event by others of its database."""
    days = [day.date for day in change.state.format.days if day.date]
    first = days[0] if days else datetime.now(UTC).date().isoformat()
    query = (
        select(EntryRow.name, EntryRow.banned_until, EventRow.name)
        .join(EventRow, EventRow.id == EntryRow.event_id)
        .where(EntryRow.event_id != change.event_id, EntryRow.banned_until >= first)
        .order_by(EntryRow.banned_until.desc())
    )
    found: dict[str, Ban] = {}
    for name, until, event in change.session.execute(query):
        found.setdefault(name_key(name), Ban(name, until, event))
    keys = map(name_key, names)
    return tuple(found[key] for key in keys if key in found)


def register(
    store: Store,
    players: PlayersFile | Sequence[str],
    *,
    who: str = "",
    why: str = "",
    state: str = "",
    priority: int = 0,
    pool: bool = False,
) -> Registered:
    """Put players, or substitutes, on the list; who is on it already gets the state that is named.

    Parameters
    ----------
    players
        A players file as read, or names.
    state
        ``applied``, ``confirmed``, ``paid`` or ``withdrawn``; if empty, who is new has applied, and
        the others stay as they are.
    priority
        The greater, the sooner they are taken when there are more than places.
    pool
        Whether they are substitutes: they can be registered at any time.

    Raises
    ------
    FlowError
        If the draw has been made and they are no substitutes, somebody is a player who would
        become a substitute, or there is no such state.
    """
    if state and state not in STATES:
        raise FlowError(f"{state!r} is no state of a player; the states are {', '.join(STATES)}.")
    file = players if isinstance(players, PlayersFile) else PlayersFile(tuple(map(tidy, players)))
    with store.change("register", who=who, why=why) as change:
        now = change.state
        if now.phase != "registration" and not pool:
            raise FlowError(
                "The draw has been made, so nobody enters any more; register a substitute with "
                "--substitute, who can take over a place (seating event replace)."
            )
        known = {name_key(entry.name): entry for entry in now.entries}
        added, changed, same, states = [], [], [], {}
        for n, name in enumerate(file.names):
            found = known.get(name_key(name))
            if found is not None:
                if pool and not found.pool:
                    _check_not_player(now, found)
                fresh = _restated(now, found, state, priority, pool=pool)
                if fresh == (found.state, found.priority, found.pool):
                    same.append(name)
                    continue
                row = change.session.get_one(EntryRow, found.id)
                row.state, row.priority, row.pool = fresh
                changed.append(name)
                states[name] = row.state
                continue
            fields = {"state": state or STATES[0], "priority": priority, "pool": pool}
            change.session.add(_entry(change.event_id, file, n, **fields))
            added.append(name)
            states[name] = state or STATES[0]
        change.idle = not added and not changed
        change.before["states"] = {n: known[name_key(n)].state for n in changed}
        change.after.update(
            state=state or STATES[0], pool=pool, added=added, changed=changed, states=states
        )
        banned = _banned_elsewhere(change, file.names)
    return Registered(tuple(added), tuple(changed), tuple(same), banned)


def _check_not_player(state: State, entry: Entry) -> None:
    """Raise FlowError if a player would become a substitute without being taken off first."""
    if any(slot.entry.id == entry.id for slot in state.slots):
        raise FlowError(f"{entry.name} plays already; a substitute has no place of his own.")
    if state.phase == "registration" and entry.state != "withdrawn":
        raise FlowError(
            f"{entry.name} is registered as a player ({entry.state}), and nothing was changed. If "
            f"he is to be a substitute, take him off the list first: seating event withdraw EVENT "
            f'"{entry.name}"; then register him with --substitute.'
        )


def _restated(
    now: State, entry: Entry, state: str, priority: int, *, pool: bool
) -> tuple[str, int, bool]:
    """Return state, priority and pool of somebody who is registered again."""
    if pool and not entry.pool:
        kept = STATES[0] if entry.state == "withdrawn" else entry.state
        return state or kept, max(priority, entry.priority), True
    stays = entry.pool and (not state or now.phase != "registration")
    return state or entry.state, max(priority, entry.priority), pool or stays


def _entry(event_id: int, file: PlayersFile, n: int, **fields: Any) -> EntryRow:
    """Return the row of a player of a file, by his place in it."""
    return EntryRow(
        event_id=event_id, name=file.names[n], club=_at(file.clubs, n), city=_at(file.cities, n),
        team=_at(file.teams, n), banned_until="", **fields,
    )  # fmt: skip


def _at(values: Sequence[str], index: int) -> str:
    return values[index] if index < len(values) else ""


class NotThereError(FlowError):
    """A draw for a day on which somebody has not checked in; ``names`` says who."""

    def __init__(self, day: int, names: tuple[str, ...], message: str) -> None:
        super().__init__(message)
        self.day, self.names = day, names


def need_checked_in(state: State) -> None:
    """Ask for check-in before a round is drawn, on a day for which the format has one.

    A stage that is seated ahead of the first day needs none: the regulations of Tkemali have it
    drawn beforehand. A final needs only those who are in it.

    Raises
    ------
    NotThereError
        If somebody who would be seated has not checked in; the message says what can be done.
    """
    if state.unseated is None or needs_cut(state):
        return
    day, names = not_there(state)
    if not names:
        return
    stage = state.unseated[0]
    everybody = len(names) == len(due_on(state, state.fields.get(stage)))
    raise NotThereError(day, names, _what_to_do(state, day, names, everybody=everybody))


def _what_to_do(state: State, day: int, names: tuple[str, ...], *, everybody: bool) -> str:
    """Return who is not there, and the steps that are possible."""
    one = names[0]
    steps = [f'who is there: seating event check-in EVENT "{one}" --day {day}']
    if everybody:
        steps = [f"if all are there: seating event check-in EVENT --all --day {day}"]
    elif not state.slots:
        place = ", and the next of the waiting list has his place" if to_be_drawn(state)[1] else ""
        steps.append(f'who does not play: seating event withdraw EVENT "{one}"{place}')
    elif state.format.conduct.missed_round == "disqualified":
        steps.append(f'who does not come: seating event disqualify EVENT "{one}" --why TEXT')
    else:
        steps.append(f'who misses this round: seating event missed EVENT "{one}"')
        steps.append(f'who has left: seating event withdraw EVENT "{one}" --why TEXT')
    steps.append("to seat them all the same: seating event draw EVENT --without-check-in")
    who = f"about to be seated and not checked in: {', '.join(names)}"
    said = "nobody is checked in" if everybody else who
    return f"Day {day}, {said}.\n- " + ";\n- ".join(steps) + "."


def check_in(
    store: Store, names: Sequence[str], *, day: int, who: str = "", everybody: bool = False
) -> tuple[str, ...]:
    """Check players in for a day, and return who was not checked in before.

    Raises
    ------
    FlowError
        If there is no such day, or somebody has not registered.
    """
    with store.change("check-in", who=who) as change:
        state = change.state
        if not 1 <= day <= len(state.format.days):
            raise FlowError(f"There is no day {day}; the days are 1 to {len(state.format.days)}.")
        entries = due_on(state) if everybody else [find_entry(state, name) for name in names]
        fresh = [entry for entry in entries if day not in entry.days]
        change.session.add_all(
            CheckInRow(event_id=change.event_id, entry_id=one.id, day=day, log_id=change.log_id)
            for one in fresh
        )
        change.idle = not fresh
        change.after.update(day=day, names=[one.name for one in fresh])
    return tuple(one.name for one in fresh)
