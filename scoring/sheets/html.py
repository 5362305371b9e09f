"""One HTML file with the standings and, where they are not too many, every game of everybody.

The file asks nothing of the network and needs no script; on paper the table fills pages on their
side, with its head on each, and the games follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scoring.explain import Explanation
from scoring.phrases import notes, number, phrase, readings
from scoring.remarks import remarks
from scoring.sheets.views import (
    both_sides,
    columns,
    game_lines,
    no_awards,
    replaced_lines,
    whole_sum,
    why_place,
)
from scoring.table import Row, Standings

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).with_name("templates")
MOST_GAMES = 3000
"""Lines of games that a page still shows; a season has more and only the table."""


def html_sheet(
    table: Standings, explained: Sequence[Explanation] = (), *, title: str = "", lang: str = "en"
) -> str:
    """Return a self-contained HTML page.

    Parameters
    ----------
    table
        The standings.
    explained
        Explanations of :func:`scoring.explain.explanations`; left out of the page if they have
        more than :data:`MOST_GAMES` games in all.
    title
        What was played.
    lang
        ``"en"`` or ``"ru"``.
    """
    rules = table.rules
    count = sum(len(one.games) for one in explained)
    if count > MOST_GAMES:
        explained = ()
    shown = [column for column in columns(table, lang) if column.key != "reason"]
    return (
        _environment()
        .get_template("standings.html.j2")
        .render(
            lang=lang,
            t=partial(_phrase, lang),
            style=_trusted((TEMPLATES / "standings.css").read_text(encoding="utf-8")),
            title=title or rules.title,
            rules=rules,
            notes=notes(table, lang),
            remarks=remarks(table, lang),
            stars=no_awards(table, lang),
            replaced=replaced_lines(table, lang),
            readings=readings(rules, lang),
            table=table,
            columns=shown,
            cell=lambda column, row: column.shown(row, lang, rules.places),
            why=lambda row: why_place(row, rules, lang),
            both_sides=lambda row: both_sides(row, rules, lang),
            anchor=_anchors((*table.rows, *table.apart)),
            explained=explained,
            too_many=count if count > MOST_GAMES else 0,
            lines=lambda one: game_lines(one, rules, lang),
            points=lambda value: number(value, lang, rules.places),
            whole=lambda one: whole_sum(one, rules, lang),
        )
    )


def _phrase(lang: str, key: str, **values: object) -> str:
    return phrase(key, lang, **values)


def _anchors(rows: Sequence[Row]) -> dict[str, str]:
    return {row.slot: f"player-{number}" for number, row in enumerate(rows, start=1)}


@cache
def _environment() -> Environment:
    """Return the template loader; everything is escaped unless it is ours."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _trusted(text: str) -> Any:
    """Mark a text of ours as HTML, so that it is not escaped."""
    from markupsafe import Markup

    return Markup(text)
