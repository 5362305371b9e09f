"""``seating score``: the standings of a tournament, with the reason of every place."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from desk.errors import DONE
from desk.output import check_writable, pipe
from desk.score_json import report
from desk.score_screen import (
    print_cut,
    print_explanation,
    print_moves,
    print_standings,
    say_remarks,
)
from desk.screen import console, print_lines
from schedules.errors import SeatingError
from schedules.phrases import phrase
from schedules.writing import write_bytes
from scoring.check import check_valid
from scoring.explain import Explanation, WhatIf, changed, explanations, what_if
from scoring.files import read_protocols
from scoring.points import Scores, score_games
from scoring.protocol import Protocols
from scoring.rounds import Round, in_order
from scoring.rules import Rules
from scoring.rules_file import load_rules, shipped
from scoring.standings import cut, standings_of
from scoring.table import Standings

ENDINGS = (".csv", ".xlsx", ".html", ".json")


@dataclass(frozen=True)
class Request:
    """What is asked for on the command line; texts as they were typed."""

    file: Path | None
    rules: str | None = None
    source: str | None = None
    stage: str | None = None
    until: str | None = None
    seed: str | None = None
    teams: bool = False
    explain: str | None = None
    what_if: str | None = None
    cut: int | None = None
    out: Path | None = None
    as_json: bool = False
    lang: str = "en"


def list_rules(*, lang: str) -> int:
    """Print the rule sets that are shipped, oldest first."""
    lines = []
    for one in shipped():
        mark = f" ({phrase('score.reconstruction', lang)})" if one.reconstruction else ""
        lines.append(f"{one.name}  {one.year}  {one.title}{mark}")
    print_lines(console(), lines)
    return DONE


def run(request: Request) -> int:
    """Score the protocols and print or write what was asked for; return the exit status.

    Raises
    ------
    SeatingError, ScoringError
        If a file, the rules or an option is wrong; every fault of the protocols is listed.
    """
    file, lang, target = request.file, request.lang, request.out
    if file is None:
        raise SeatingError("Name the file with the games: seating score GAMES.csv --rules NAME.")
    if request.rules is None:
        raise SeatingError(
            "Say which rules with --rules NAME; seating score --list-rules shows them."
        )
    if target is not None:
        _check_target(target, file)
    rules = load_rules(request.rules)
    protocols = in_order(read_protocols(file, source=request.source), rules)
    check_valid(
        protocols, seats=rules.seats, roles=rules.roles, best_move_names=rules.best_move_names
    )
    until = _until(request.until, protocols, rules)
    stage = _stage(request.stage, protocols, rules)
    scores = score_games(protocols, rules, until=until)
    table = standings_of(scores, stage=stage, seed=request.seed, teams=request.teams)
    explanation = None
    if request.explain is not None:
        slot = table.row(request.explain).slot
        explanation = explanations(scores, table, only=slot)[0]
    other = None if request.what_if is None else _what_if(request, protocols, rules, until, stage)
    going = None if request.cut is None else cut(table, request.cut)
    found = report(file, protocols, table, lang, cut=going, explanation=explanation, other=other)
    data = (json.dumps(found, ensure_ascii=False, indent=2) + "\n").encode()
    if target is not None:
        write_bytes(
            target, data if target.suffix == ".json" else _sheet(target, scores, table, lang)
        )
    if request.as_json:
        pipe(data)
    elif target is not None:
        print_lines(console(), [phrase("score.written", lang, out=target)])
    else:
        _print(protocols, table, explanation, other, request)
        if going is not None:
            print_cut(console(), going, table, lang)
    if request.as_json or target is not None:
        say_remarks(table, lang)
    return DONE


def _print(
    protocols: Protocols,
    table: Standings,
    explanation: Explanation | None,
    other: WhatIf | None,
    request: Request,
) -> None:
    screen = console()
    if explanation is not None:
        print_explanation(screen, explanation, table, request.lang)
    if other is not None:
        print_moves(screen, other, request.what_if or "", request.lang)
    if explanation is None and other is None:
        print_standings(screen, table, request.lang, title=protocols.name)


def _check_target(target: Path, file: Path) -> None:
    if target.suffix.lower() not in ENDINGS:
        mended = shlex.quote(str(target.with_suffix(".html")))
        raise SeatingError(
            f"{target}: standings are written as {', '.join(ENDINGS)}; write -o {mended}."
        )
    check_writable(target, inputs=(file,))


def _stage(name: str | None, protocols: Protocols, rules: Rules) -> str | None:
    """Return the stage as the protocols call it, by any of its names in the rules."""
    return None if name is None else rules.find_stage(name, protocols.stages) or name


def _until(text: str | None, protocols: Protocols, rules: Rules) -> Round | None:
    """Return the round that a text such as "final:2" names; a stage may be left out if only one."""
    if text is None:
        return None
    stage, _, number = text.rpartition(":")
    stages = protocols.stages
    if not stage and len(stages) == 1:
        stage = stages[0]
    stage = rules.find_stage(stage.strip(), stages) or stage
    rounds = {game.round for game in protocols.games if game.stage == stage}
    if not number.strip().isdecimal() or int(number) not in rounds:
        known = ", ".join(
            f"{name}:{max(game.round for game in protocols.games if game.stage == name)}"
            for name in stages
        )
        raise SeatingError(
            f"--until {text!r}: name a stage and one of its rounds; the last ones are {known}."
        )
    return (stage, int(number))


def _what_if(
    request: Request, protocols: Protocols, rules: Rules, until: Round | None, stage: str | None
) -> WhatIf:
    text = request.what_if or ""
    other = None if Path(text).is_file() else changed(rules, text, protocols.stages)
    return what_if(
        protocols,
        rules,
        other or load_rules(text),
        until=until,
        stage=stage,
        seed=request.seed,
        teams=request.teams,
    )


def _sheet(target: Path, scores: Scores, table: Standings, lang: str) -> bytes:
    """Return the standings as the ending of a file asks for."""
    ending = target.suffix.lower()
    title = scores.protocols.name
    if ending == ".csv":
        from scoring.sheets.csv_sheet import csv_text

        return csv_text(table, lang=lang).encode()
    explained: Sequence[Explanation] = explanations(scores, table)
    if ending == ".xlsx":
        from scoring.sheets.workbook import workbook_bytes

        return workbook_bytes(table, explained, title=title, lang=lang)
    from scoring.sheets.html import html_sheet

    return html_sheet(table, explained, title=title, lang=lang).encode()
