"""The checklist of a Swiss round as one HTML page that asks nothing of the network."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from desk.swiss_next import facts, locked
from desk.swiss_words import People, certificate_lines, checklist_head, checklist_rows
from optimizer.swiss.engine import SwissRound
from schedules.phrases import phrase

TEMPLATES = Path(__file__).with_name("templates")


def page(round_: SwissRound, people: People, answers: Sequence[str] = ()) -> str:
    """Return the page: seats, checklist, locks, what is proved, and answers to "why".

    Parameters
    ----------
    round_
        The round.
    people
        Names and language.
    answers
        Sentences that were asked for.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    lang = people.lang
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    mode, number = str(round_.setting.mode), round_.setting.problem.round_number
    return environment.get_template("swiss.html.j2").render(
        lang=lang,
        title=phrase("swiss.title", lang, round=number, mode=mode),
        facts=facts(round_, lang),
        tables=[
            (phrase("place.table", lang, table=t.table + 1), list(map(people.label, t.players)))
            for t in round_.tables
        ],
        locks=locked(round_, people),
        head=checklist_head(lang),
        rows=checklist_rows(round_, people),
        certificate_title=phrase("swiss.certificate_title", lang),
        certificate=certificate_lines(round_, lang),
        why_title=phrase("swiss.why_title", lang),
        answers=answers,
    )
