"""The checklist of a Swiss round as one HTML page that asks nothing of the network."""

from __future__ import annotations

from pathlib import Path

from desk.swiss_sheet import Sheet
from desk.swiss_words import certificate_lines, checklist_head, checklist_rows, legend
from schedules.phrases import phrase

TEMPLATES = Path(__file__).with_name("templates")


def page(sheet: Sheet) -> str:
    """Return the page: notes, seats, checklist, locks, what is proved, the codes, the answers."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    lang = sheet.people.lang
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("swiss.html.j2").render(
        lang=lang,
        sheet=sheet,
        head=checklist_head(lang),
        rows=checklist_rows(sheet.played, sheet.people),
        certificate=certificate_lines(sheet.given, lang),
        legend_title=phrase("swiss.legend_title", lang),
        legend=legend(sheet.given, lang),
    )
