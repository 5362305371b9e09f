"""``seating check``: whether a schedule is valid, how good, how far from the proven bound."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desk.errors import DONE, NO
from desk.judges_words import rota_lines
from desk.output import pipe
from desk.screen import console, plain, print_lines
from desk.summary import summary
from desk.words import argument_name, criterion_name, shown_value
from optimizer.certificate import certify
from optimizer.criteria import PREFERENCES
from schedules.faults import Fault
from schedules.foreign.derived import Note
from schedules.foreign.reading import read_any
from schedules.measures import measure
from schedules.phrases import number, phrase
from schedules.schedule import Schedule
from schedules.verify import verify

if TYPE_CHECKING:
    from rich.console import Console

FORMAT = "seating-check/1"
ARGUED_FROM = 76
"""Columns of a terminal from which the arguments of the bounds are shown too."""


def run(file: Path, *, source: str | None = None, as_json: bool, lang: str) -> int:
    """Check a schedule, ours or another program's, and print what is found; return the status.

    The seats are recounted and the bounds proved anew: what the file says of itself is not
    believed, only compared.
    """
    reading = read_any(file, source=source)
    schedule = reading.schedule
    faults = verify(schedule)
    certificate = None if faults else certificate_of(schedule)
    if as_json:
        found = report(schedule, faults, certificate)
        pipe((json.dumps(found, ensure_ascii=False, indent=2) + "\n").encode())
    else:
        _print(console(), file, schedule, faults, certificate, lang)
        print_lines(console(), note_lines(reading.notes, lang))
    return NO if faults else DONE


def note_lines(notes: tuple[Note, ...], lang: str) -> list[str]:
    """Return what is to be known of a file of another program, in words."""
    return [phrase(f"foreign.{note.code}", lang, **note.values) for note in notes]


def certificate_of(schedule: Schedule) -> dict[str, Any]:
    """Prove anew how good a valid schedule is, in the order of criteria it was made for."""
    stated = (schedule.certificate or {}).get("order")
    prefer = next((order for order in PREFERENCES if order == stated), PREFERENCES[0])
    return certify(schedule, prefer=prefer).as_json()


def report(
    schedule: Schedule, faults: list[Fault], certificate: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Return what ``--json`` prints; docs/check-json.md describes it, and it is kept stable."""
    problem = schedule.problem
    return {
        "format": FORMAT,
        "valid": not faults,
        "name": schedule.name,
        "digest": schedule.digest(),
        "problem": {
            "players": problem.num_players,
            "tables": problem.num_tables,
            "seats": problem.num_seats,
            "rounds": problem.num_rounds,
            "games_per_player": problem.games_per_player,
        },
        "faults": [fault.as_json() for fault in faults],
        "measures": None if faults else measure(schedule).as_json(),
        "certificate": certificate,
        "contradictions": contradictions(schedule, certificate),
    }


def contradictions(schedule: Schedule, certificate: Mapping[str, Any] | None) -> list[str]:
    """Return the criteria of which the file claims what cannot be proved of its seats.

    A value that is not what the seats say, or a bound above the one proved anew, unless it came
    from an exhaustive search, which is not repeated here. Such a file was changed by hand after
    it was made; empty where the file claims nothing.
    """
    claimed = (schedule.certificate or {}).get("criteria") or []
    proved = {line["criterion"]: line for line in (certificate or {}).get("criteria", [])}
    return [
        line["criterion"]
        for line in claimed
        if isinstance(line, dict)
        and line.get("criterion") in proved
        and _contradicts(line, proved[line["criterion"]])
    ]


def _contradicts(claim: Mapping[str, Any], proved: Mapping[str, Any]) -> bool:
    if _as_list(claim.get("value")) != _as_list(proved["value"]):
        return True
    if claim.get("argument") == "cp_sat":
        return False
    bound = claim.get("bound")
    higher = isinstance(bound, int) and (proved["bound"] is None or bound > proved["bound"])
    return higher or (claim.get("proved") is True and not proved["proved"])


def _as_list(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _print(
    screen: Console,
    file: Path,
    schedule: Schedule,
    faults: list[Fault],
    certificate: Mapping[str, Any] | None,
    lang: str,
) -> None:
    if faults:
        count = phrase("desk.faults", lang, count=len(faults))
        print_lines(screen, [phrase("desk.invalid", lang, file=file, faults=count)])
        print_lines(screen, [f"- {fault}" for fault in faults])
        return
    code = phrase("word.digest", lang, digest=schedule.digest())
    name = f"{schedule.name}. " if schedule.name else ""
    print_lines(screen, [phrase("desk.valid", lang, file=file), f"{name}{code}.", ""])
    print_lines(screen, [*summary(schedule, certificate, lang), *rota_lines(schedule, lang)])
    print_lines(screen, ["", phrase("certificate.title", lang)])
    _print_criteria(screen, certificate or {}, lang)
    if wrong := contradictions(schedule, certificate):
        named = ", ".join(criterion_name(code, lang) for code in wrong)
        print_lines(screen, [phrase("desk.contradicts", lang, criteria=named)])


def _print_criteria(screen: Console, certificate: Mapping[str, Any], lang: str) -> None:
    """Print each criterion with its value, its bound, the gap and the argument of the bound."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(phrase("certificate.criterion_title", lang), ratio=4)
    for key in ("certificate.value_title", "certificate.bound_title", "desk.gap_title"):
        table.add_column(phrase(key, lang), justify="right", no_wrap=True)
    argued = screen.width >= ARGUED_FROM
    if argued:
        table.add_column(phrase("certificate.argument_title", lang), ratio=3)
    for line in certificate.get("criteria", []):
        argument = line.get("argument", "none")
        why = "" if argument == "none" else plain(argument_name(argument, lang))
        table.add_row(
            plain(criterion_name(line["criterion"], lang)),
            shown_value(line["value"], lang),
            shown_value(line.get("bound"), lang),
            _from_best(line, lang),
            *([why] if argued else []),
        )
    screen.print(table)


def _from_best(line: Mapping[str, Any], lang: str) -> str:
    """Return "proved", or how far from the best at most, or a dash where nothing is known."""
    if line.get("proved") is True:
        return phrase("desk.proved", lang)
    gap = line.get("gap")
    if gap is None:
        return phrase("word.none", lang)
    return phrase("desk.at_most", lang, gap=number(gap, lang))
