"""The seats of a schedule as CSV, one row a seat, for spreadsheets' imports and other programs.

CSV is for machines: the header is English in every language, and names stand as they are, so that
what is read back equals what was written. A name that begins with ``=``, ``+``, ``-``, ``@`` or a
tab is therefore *not* defused here, and a spreadsheet that opens the file directly may take it
for a formula; :mod:`schedules.sheets.workbook` writes the sheet for people, where every name is
text.
"""

from __future__ import annotations

import csv
import io

from schedules.phrases import check_lang
from schedules.schedule import Schedule
from schedules.sheets.views import games

FIELDS = ("round", "table", "seat", "slot", "name")
"""The header, the same in every language."""
JUDGE = "judge"
"""One column more where judges are named: the judge of the seat's game."""


def csv_text(schedule: Schedule, *, lang: str = "en") -> str:
    r"""Return the schedule as CSV: round, table, seat, slot and name of every taken seat.

    Where judges are named, each row ends with the judge of the game.

    Parameters
    ----------
    schedule
        A valid schedule. Without names the name column is empty.
    lang
        Taken like every other export takes it; the fields are the same in every language.

    Returns
    -------
    str
        Comma-separated text with ``\n`` line ends, to be written as UTF-8. Everything counts
        from 1; who sits out has no row.
    """
    check_lang(lang)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    judged = schedule.judges is not None
    writer.writerow((*FIELDS, JUDGE) if judged else FIELDS)
    for game in games(schedule):
        for seat, chair in enumerate(game.seats, start=1):
            if chair is not None:
                name = chair.label if schedule.players else ""
                row = (game.round, game.table, seat, chair.slot, name)
                writer.writerow((*row, game.judge) if judged else row)
    return out.getvalue()
