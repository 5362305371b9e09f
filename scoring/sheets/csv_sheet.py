"""The standings as CSV for programs: English headers in every language, all columns always.

Names stand as they are; one that begins with ``=``, ``+``, ``-`` or ``@`` is not defused, so that
what is read back equals what was written. :mod:`scoring.sheets.workbook` is for people.
"""

from __future__ import annotations

import csv
import io

from scoring.exact import shown
from scoring.parts import PARTS
from scoring.protocol import ROLES
from scoring.sheets.views import why_place
from scoring.table import Row, Standings
from scoring.tally import NOTHING

DECIMALS = 6
FIELDS = (
    "place", "last", "slot", "occupant", "total", "points", *PARTS, "adjustments", "games", "wins",
    *(f"wins_{role}" for role in ROLES), "first_killed", "award", "reason",
)  # fmt: skip
"""The header; a place of 0 is that of who is listed apart."""


def csv_text(table: Standings, *, lang: str = "en") -> str:
    r"""Return the standings as CSV with ``\n`` line ends; points have up to six decimals.

    Parameters
    ----------
    table
        The standings; who is listed apart stands at the end.
    lang
        Language of the reasons.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(FIELDS)
    for row in (*table.rows, *table.apart):
        writer.writerow(_cells(row, table, lang))
    return out.getvalue()


def _cells(row: Row, table: Standings, lang: str) -> tuple[object, ...]:
    tally = row.tally
    return (
        row.place,
        row.last,
        row.slot,
        row.occupant,
        shown(row.total, DECIMALS),
        shown(tally.points, DECIMALS),
        *(shown(tally.parts.get(part, NOTHING), DECIMALS) for part in PARTS),
        shown(tally.adjustments, DECIMALS),
        tally.games,
        sum(tally.wins.values()),
        *(tally.wins.get(role, 0) for role in ROLES),
        tally.first_killed,
        int(row.award),
        why_place(row, table.rules, lang),
    )
