"""``seating swiss check``: every round of an event recounted, and the trial by random events."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desk.errors import DONE, NO, say
from desk.output import check_writable, pipe
from desk.screen import console, print_lines
from desk.swiss_event import read_any
from schedules.errors import SeatingError
from schedules.phrases import phrase
from tournament.event_file import write_event
from tournament.swiss.best import Vector
from tournament.swiss.report import Report, RoundReport
from tournament.swiss_check import GIVEN, check_event

if TYPE_CHECKING:
    from tournament.swiss_trial import Tried

EVERY = 5.0
"""Seconds between two lines of progress."""


@dataclass(frozen=True)
class Trial:
    """What is asked of a trial by random events."""

    count: int
    seed: int = 1
    large: bool = False
    mutate: bool = False
    keep: Path | None = None


def run(file: Path | None, *, rules: str | None, as_json: bool, lang: str) -> int:
    """Check an event, print what is found, and return the exit status."""
    if file is None:
        raise SeatingError(
            "Name the event to check, such as seating swiss check cup.seating; or try the program "
            "on random events with --simulate 100."
        )
    event, counted_by = read_any(file)
    if rules is not None:
        from scoring.rules_file import load_rules

        counted_by = load_rules(rules)
    report = check_event(event, rules=counted_by)
    if as_json:
        pipe((json.dumps(report.as_json(), ensure_ascii=False, indent=2) + "\n").encode())
    else:
        print_lines(console(), report_lines(report, lang))
    return DONE if report.right else NO


def report_lines(report: Report, lang: str) -> list[str]:
    """Return what is found in an event, in words: a paragraph for each round."""
    lines = []
    for one in report.rounds:
        lines += round_lines(one, lang)
    drawn = [one for one in report.rounds if one.mode not in GIVEN]
    if any(not one.recounted for one in drawn):
        lines.append(phrase("swiss_check.not_recounted", lang))
    if report.right:
        lines.append(phrase("swiss_check.all_right", lang, count=len(report.rounds)))
    return lines


def round_lines(one: RoundReport, lang: str) -> list[str]:
    """Return what is found in a round, in words."""
    head = phrase("swiss_check.round", lang, stage=one.stage, round=one.number, mode=one.mode)
    if one.findings:
        said = phrase("swiss_check.wrong", lang, count=len(one.findings))
    else:
        said = phrase(f"swiss_check.{'given' if one.mode in GIVEN else 'right'}", lang)
    lines = [f"{head}: {said}"]
    lines += [f"  {finding.sentence(lang)}" for finding in one.findings]
    for bracket in one.brackets:
        place = _where(bracket.tables, lang)
        if bracket.vector:
            shown = vector_text(bracket.vector)
            lines.append(f"  {phrase('swiss_check.vector', lang, where=place, vector=shown)}")
        search = bracket.search
        if search is not None and search.how in ("turns", "exchanges") and search.better is None:
            tried = phrase("swiss_check.not_all", lang, where=place, tried=search.tried)
            lines.append(f"  {tried}")
    if one.not_compared:
        place = _where(one.not_compared, lang)
        lines.append(f"  {phrase('swiss_check.not_compared', lang, where=place)}")
    for bracket, vector in zip(one.brackets, one.edited, strict=False):
        if vector != bracket.vector:
            values = {"where": _where(bracket.tables, lang), "vector": vector_text(vector)}
            lines.append(f"  {phrase('swiss_check.edited', lang, **values)}")
    return lines


def _where(tables: Sequence[int], lang: str) -> str:
    """Return tables, from 1, as people read them: Table 3, Tables 1, 2."""
    if len(tables) == 1:
        return phrase("place.table", lang, table=tables[0])
    return phrase("swiss.tables", lang, tables=", ".join(map(str, tables)))


def vector_text(vector: Vector) -> str:
    """Return a vector as people read it: ``Q3 3×: 1, 2×: 14; Q4 9, 6``; zeros of Q3 left out."""
    parts: dict[str, list[str]] = {}
    for code, detail, number in vector:
        shown = parts.setdefault(code, [])
        if code != "Q3":
            shown.append(str(number))
        elif number:
            shown.append(f"{detail}×: {number}")
    return "; ".join(f"{code} {', '.join(shown) or 0}" for code, shown in parts.items())


def simulate(trial: Trial, file: Path | None, *, as_json: bool, lang: str) -> int:
    """Play random events, check them, print where the two programs differ; return the status."""
    from tournament.swiss_draw import draw_round
    from tournament.swiss_events import FORMATS, LARGE
    from tournament.swiss_trial import try_events

    if file is not None:
        raise SeatingError(f"--simulate makes its own events; leave {file} out.")
    if trial.count < 1:
        raise SeatingError(f"--simulate {trial.count} plays nothing; write 1 or more.")
    if trial.keep is not None:
        check_writable(trial.keep / "event.json")
    totals: Counter[str] = Counter()
    began = said = time.monotonic()
    formats = LARGE if trial.large else FORMATS
    events = try_events(trial.count, trial.seed, draw_round, formats=formats, mutate=trial.mutate)
    for tried in events:
        _add(totals, tried)
        _show(tried, trial.keep, lang)
        if time.monotonic() - said > EVERY:
            said = time.monotonic()
            say(phrase("swiss_check.trial_progress", lang, count=totals["events"]))
    seconds = round(time.monotonic() - began, 1)
    if as_json:
        found = {"format": "seating-swiss-trial/1", "seed": trial.seed, "seconds": seconds}
        pipe((json.dumps({**found, **totals}, indent=2) + "\n").encode())
    else:
        print_lines(console(), _total_lines(totals, trial, lang))
    clean = totals["mutated"] == totals["named"]
    clean = clean and not totals["disagreements"] and not totals["contradicted"]
    return DONE if clean else NO


COUNTED: Sequence[str] = (
    "events", "rounds", "proved", "unproved", "refused", "confirmed", "contradicted",
    "disagreements", "improvable", "mutated", "named",
)  # fmt: skip


def _add(totals: Counter[str], tried: Tried) -> None:
    values: dict[str, Any] = {
        "events": 1,
        "rounds": len(tried.event.rounds),
        "proved": tried.proved,
        "unproved": tried.unproved,
        "refused": tried.refused,
        "confirmed": tried.confirmed,
        "contradicted": tried.contradicted,
        "disagreements": len(tried.disagreements),
        "improvable": tried.improvable,
        "mutated": tried.mutated,
        "named": tried.named,
    }
    for name in COUNTED:
        totals[name] += values[name]


def _show(tried: Tried, keep: Path | None, lang: str) -> None:
    """Print what the two programs disagree on, and keep the event where that is asked for."""
    for stage, number, finding in tried.disagreements:
        sentence = finding.sentence(lang)
        print_lines(console(), [f"{tried.seed}, {stage}, {number}: {sentence}"])
    missed = tried.mutated > tried.named
    if missed:
        print_lines(console(), [phrase("swiss_check.trial_missed", lang, seed=tried.seed)])
    if keep is not None and (tried.disagreements or tried.contradicted or missed):
        write_event(tried.event, keep / f"event-{tried.seed}.json")


def _total_lines(totals: Counter[str], trial: Trial, lang: str) -> list[str]:
    lines = [
        phrase(
            "swiss_check.trial_rounds",
            lang,
            seed=trial.seed,
            **{name: totals[name] for name in ("events", "rounds", "proved", "unproved")},
        ),
        phrase("swiss_check.trial_disagreements", lang, count=totals["disagreements"]),
    ]
    if totals["refused"]:
        values = {name: totals[name] for name in ("refused", "confirmed", "contradicted")}
        lines.append(phrase("swiss_check.trial_refused", lang, **values))
    if totals["improvable"]:
        lines.append(phrase("swiss_check.trial_improvable", lang, count=totals["improvable"]))
    if trial.mutate:
        values = {"mutated": totals["mutated"], "named": totals["named"]}
        lines.append(phrase("swiss_check.trial_mutants", lang, **values))
    return lines
