"""How a schedule shows itself in a notebook."""

from __future__ import annotations

from html import escape

from schedules.measures import measure
from schedules.numbering import to_file
from schedules.schedule import EMPTY, Schedule
from schedules.verify import verify

_STYLE = "text-align:left;vertical-align:top;white-space:nowrap"


def schedule_html(schedule: Schedule) -> str:
    """Return a schedule as an HTML table: a row for each round and table, a column for each seat.

    Under it stands one line of measures or, where the schedule is not valid, its faults counted.
    """
    problem = schedule.problem
    rounds, tables, seats = schedule.seating.shape
    head = "".join(f"<th>{seat + 1}</th>" for seat in range(seats))
    rows = []
    for r in range(rounds):
        for t in range(tables):
            span = f'<th rowspan="{tables}">{r + 1}</th>' if t == 0 else ""
            cells = "".join(
                f'<td style="{_STYLE}">{_who(schedule, value)}</td>'
                for value in schedule.seating[r, t].tolist()
            )
            rows.append(f"<tr>{span}<th>{t + 1}</th>{cells}</tr>")
    title = escape(schedule.name) or "Schedule"
    return (
        f"<table><caption>{title}: {problem.num_players} players, {tables} tables, "
        f"{rounds} rounds</caption>"
        f"<thead><tr><th>round</th><th>table</th>{head}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table><p>{escape(_summary(schedule))}</p>"
    )


def _who(schedule: Schedule, value: int) -> str:
    if value == EMPTY:
        return "–"
    if 0 <= value < len(schedule.players):
        return escape(schedule.players[value])
    return str(to_file(value))


def _summary(schedule: Schedule) -> str:
    faults = verify(schedule)
    if faults:
        return f"Not valid, faults: {len(faults)}. The first: {faults[0]}"
    found = measure(schedule)
    return (
        f"Valid. A pair meets {found.fewest} to {found.most} times, {found.mean_meetings:.2f} "
        f"in the mean; never met: {found.never_met}; outside the band: {found.outside_band}; "
        f"sum of squares: {found.spread}; a player is at a table {found.table_fewest} to "
        f"{found.table_most} times, on a seat {found.seat_fewest} to {found.seat_most}."
    )
