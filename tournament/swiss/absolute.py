"""A1 to A10: what a drawn round must keep whatever its quality."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from tournament.event_form import Event, Round
from tournament.swiss.bracket import Bracket
from tournament.swiss.brackets import Homes
from tournament.swiss.findings import Finding, called, listed
from tournament.swiss.state import State
from tournament.swiss.terms import Bools


def sizes_due(state: State) -> tuple[int, ...]:
    """Return how many players belong at each table: declared, or as docs/swiss.md has it."""
    if state.round.sizes is not None:
        return state.round.sizes
    active, seats = len(state.active), state.settings.seats
    if not state.settings.uneven:
        return (seats,) * (active // seats)
    tables = -(-active // seats)
    least, more = divmod(active, tables) if tables else (0, 0)
    return (least + 1,) * more + (least,) * (tables - more)


def seated_once(event: Event, round_: Round) -> Iterator[Finding]:
    """Find who sits twice, and who sits without being one who can: A1 in any round."""
    count = Counter(p for table in round_.seated for p in table if p is not None)
    for player, times in sorted(count.items()):
        if times > 1:
            values = {"player": called(event, player), "count": times}
            yield Finding("A1", "twice", values, (player,))
    for player in sorted(set(count) - set(event.active(round_))):
        yield Finding("A1", "not_active", {"player": called(event, player)}, (player,))
    for player in sorted(set(count) & set(round_.sit_out)):
        yield Finding("A1", "sits_and_waits", {"player": called(event, player)}, (player,))


def everybody(state: State) -> Iterator[Finding]:
    """Find who is missing, and tables of the wrong size (A1)."""
    event = state.event
    there = set(state.playing) | set(state.round.sit_out)
    for player in sorted(set(state.active) - there):
        yield Finding("A1", "missing", {"player": called(event, player)}, (player,))
    due = sizes_due(state)
    sizes = tuple(sum(p is not None for p in table) for table in state.tables)
    if sizes != due:
        values = {"sizes": _sizes(sizes), "due": _sizes(due)}
        yield Finding("A1", "sizes", values)
    for number, table in enumerate(state.tables, 1):
        if None in table:
            where = {"table": number, "seat": table.index(None) + 1}
            yield Finding("A1", "hole", where, table=number)


def _sizes(sizes: tuple[int, ...]) -> str:
    return " + ".join(map(str, sizes)) or "0"


def waiting_due(state: State) -> tuple[int, ...] | None:
    """Return who has to sit out (A6, A10); None where locks leave too few or too many."""
    count = len(state.active) - sum(sizes_due(state))
    locks = state.locks
    out = [p for p in state.active if any(lock.sits is False for lock in locks.get(p, ()))]
    fixed = {player for player, _ in state.settings.fixed_tables}
    others = [p for p in state.active if p not in locks and p not in fixed]
    others.sort(key=lambda p: (state.waited.get(p, 0), state.points[p], -p))
    if count < len(out) or count - len(out) > len(others):
        return None
    return tuple(sorted([*out, *others[: count - len(out)]]))


def waiting(state: State) -> Iterator[Finding]:
    """Find who sits out though another should (A6, A10), and locks that cannot be (A2)."""
    due = waiting_due(state)
    if due is None:
        yield Finding("A2", "waiting_locks", {})
        return
    sitting_out = set(state.active) - set(state.playing)
    wrong, instead = sorted(sitting_out - set(due)), sorted(set(due) - sitting_out)
    if not wrong or not instead:
        return
    most = max(state.waited.get(p, 0) for p in wrong)
    least = min(state.waited.get(p, 0) for p in instead)
    code = "A6" if most > least else "A10"
    who = {"players": listed(state.event, wrong), "instead": listed(state.event, instead)}
    yield Finding(code, "waits", {"code": code, **who}, (*wrong, *instead))


def locks_kept(state: State) -> Iterator[Finding]:
    """Find locks that are not kept (A2)."""
    place = {
        p: (number, seat)
        for number, table in enumerate(state.tables, 1)
        for seat, p in enumerate(table, 1)
    }
    for lock in state.round.locks:
        table, seat = place.get(lock.player, (0, 0))
        values: dict[str, object] = {"player": called(state.event, lock.player)}
        if lock.sits is False and table:
            yield Finding("A2", "lock_waits", values, (lock.player,), table)
        elif lock.sits is not False and not table:
            yield Finding("A2", "lock_plays", values, (lock.player,))
        elif lock.table is not None and table != lock.table:
            values |= {"table": table, "due": lock.table}
            yield Finding("A2", "lock_table", values, (lock.player,), table)
        elif lock.seat is not None and seat != lock.seat:
            values |= {"seat": seat, "due": lock.seat}
            yield Finding("A2", "lock_seat", values, (lock.player,), table)


def tables_kept(state: State, homes: Homes) -> Iterator[Finding]:
    """Find who sits at a table that is not his (A3, A5)."""
    settings = state.settings
    fixed = dict(settings.fixed_tables)
    for full in homes.overfull:
        yield Finding("A2", "overfull", {"table": full}, table=full)
    for number, table in enumerate(state.tables, 1):
        for seat, player in enumerate(table, 1):
            if player is None:
                continue
            values = {"player": called(state.event, player), "table": number, "seat": seat}
            about = ((player,), number)
            locked = any(lock.table is not None for lock in state.locks.get(player, ()))
            if player in fixed and not locked and fixed[player] != number:
                yield Finding("A3", "fixed", values | {"due": fixed[player]}, *about)
            elif player not in homes.placed and number not in homes.allowed[player]:
                allowed = ", ".join(map(str, sorted(homes.allowed[player])))
                values |= {"rank": homes.rank[player], "home": homes.home[player]}
                yield Finding("A5", "mode", values | {"allowed": allowed}, *about)
            if (player, number) in settings.forbidden_tables:
                yield Finding("A3", "forbidden_table", values, *about)
            if (player, seat) in settings.forbidden_seats:
                yield Finding("A3", "forbidden_seat", values, *about)
            judge = state.round.judges[number - 1] if state.round.judges else ""
            if judge and (judge, player) in settings.judge_conflicts:
                yield Finding("A3", "judge", values | {"judge": judge}, *about)


def company_kept(bracket: Bracket) -> Iterator[Finding]:
    """Find who may not sit together and does: kept apart (A3), clubs (A4), caps (A7, A8)."""
    rules = (
        ("A3", "apart", bracket.kept_apart),
        ("A7", "cap", bracket.at_cap),
        ("A8", "in_a_row", bracket.in_a_row),
    )
    for code, key, forbidden in rules:
        yield from _together(bracket, code, key, forbidden)
    state = bracket.state
    most = state.settings.most_of_club
    for group in bracket.clubs:
        for table, count in enumerate(np.bincount(bracket.drawn[group])):
            if most is not None and count > most:
                club = state.clubs[bracket.players[int(group[0])]]
                label = bracket.labels[table]
                values = {"club": club, "most": most, "here": int(count), "table": label}
                here = tuple(bracket.players[int(i)] for i in group if bracket.drawn[i] == table)
                yield Finding("A4", "club", values, here, label)


def _together(bracket: Bracket, code: str, key: str, forbidden: Bools) -> Iterator[Finding]:
    same = bracket.drawn[:, None] == bracket.drawn[None, :]
    for i, j in np.argwhere(np.triu(same & forbidden)):
        two = tuple(sorted((bracket.players[int(i)], bracket.players[int(j)])))
        table = bracket.labels[int(bracket.drawn[i])]
        met = int(bracket.met[i, j])
        values = {"players": listed(bracket.state.event, two), "table": table, "met": met}
        yield Finding(code, key, values, two, table)
