"""What somebody should know before a Swiss round is announced: who is new, gone, or sits out."""

from __future__ import annotations

from collections.abc import Sequence

from desk.swiss_presence import Presence
from desk.swiss_standings import Standings
from desk.swiss_words import People
from optimizer.swiss import SwissProblem, SwissRound, table_sizes
from schedules.errors import ProblemError
from schedules.names import name_key
from schedules.phrases import phrase
from schedules.schedule import Schedule


def field_notes(
    standings: Standings, problem: SwissProblem, history: Schedule | None,
    presence: Presence | None, people: People,
) -> list[str]:  # fmt: skip
    """Return who came late, who is gone since an earlier round, and what was taken for granted."""
    lang = people.lang
    if history is None or presence is None:
        notes = []
        if any(standings.points):
            notes.append(phrase("swiss.note.first", lang))
        if not standings.has_points:
            notes.append(phrase("swiss.note.no_points", lang))
        return notes
    notes = [
        phrase("swiss.note.late", lang, player=people.label(slot), slot=slot + 1)
        for slot in range(history.problem.num_players, problem.num_players)
    ]
    notes += [
        phrase("swiss.note.renamed", lang, slot=slot + 1, old=old, new=people.label(slot))
        for slot, old in enumerate(history.players)
        if name_key(old) != name_key(people.label(slot))
    ]
    gone = [p for p in sorted(presence.withdrawn) if not problem.active[p]]
    gone = [p for p in gone if standings.active[p] is None]  # else the standings themselves say it
    back = [p for p in sorted(presence.withdrawn) if problem.active[p]]
    for key, players in (("gone", gone), ("back", back)):
        if players:
            notes.append(phrase(f"swiss.note.{key}", lang, players=people.listed(players)))
    return notes


def out_notes(round_: SwissRound, people: People, *, asked: bool) -> list[str]:
    """Return how many sit out, and how they need not; nothing where the tables were asked for.

    Parameters
    ----------
    round_, people
        The round, and how its players are called.
    asked
        Whether somebody said how large the tables are.
    """
    out, problem = len(round_.setting.sits_out), round_.setting.problem
    if asked or not out:
        return []
    lang, width = people.lang, max(problem.table_sizes)
    said = phrase("swiss.note.out", lang, count=out)
    there = sum(problem.active)
    full = phrase("swiss.note.full", lang, there=there, seats=width, tables=problem.num_tables)
    sizes = sizes_for_all(there, width)
    mend = phrase("swiss.note.uneven", lang, sizes=sizes_text(sizes)) if sizes else ""
    return [" ".join(filter(None, [said, full, mend]))]


def sizes_for_all(num_players: int, num_seats: int) -> Sequence[int]:
    """Return sizes of uneven tables that seat everybody; none where somebody would be alone."""
    try:
        return table_sizes(num_players, num_seats, uneven=True)
    except ProblemError:
        return ()


def sizes_text(sizes: Sequence[int]) -> str:
    """Return sizes as ``--sizes`` takes them."""
    return ",".join(map(str, sizes))
