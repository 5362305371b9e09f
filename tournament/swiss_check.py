"""The Swiss checker: recounts every round of an event from its file alone, and says what is wrong.

It follows ``docs/swiss.md`` and imports nothing of the program that seats. What it proves: A1 to
A10; at brackets of one or two tables, and at more where the ways can be counted out, that no
seating is better and that the draw D1 leaves no other; at every table, that no order of the seats
is better, and D1 there. At larger brackets it tries every exchange of two players and every turn
of three.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from scoring.errors import ScoringError
from scoring.exact import shown
from scoring.rules import Rules
from tournament.event_form import Event, Round
from tournament.swiss.absolute import (
    company_kept,
    everybody,
    locks_kept,
    seated_once,
    tables_kept,
    waiting,
)
from tournament.swiss.best import Better, Vector, countable, enumerated, search
from tournament.swiss.bracket import Bracket, brackets_of, floats_of
from tournament.swiss.brackets import homes_of
from tournament.swiss.findings import Finding, called
from tournament.swiss.report import BracketReport, Report, RoundReport
from tournament.swiss.rescore import Recount, recount
from tournament.swiss.seats import CODES, MOST_SEATS, SeatPlan, Six
from tournament.swiss.state import State, state_of

GIVEN = ("matrix", "final")
"""Modes of rounds that were not drawn by the Swiss rule: only who sits in them is checked."""


def check_event(event: Event, *, rules: Rules | None = None) -> Report:
    """Check every round of an event.

    Parameters
    ----------
    event
        The event, as read from its file.
    rules
        Rules to count by instead of those that the event names.
    """
    rounds = range(len(event.rounds))
    return Report(event.name, tuple(check_round(event, index, rules=rules) for index in rounds))


def check_round(event: Event, index: int, *, rules: Rules | None = None) -> RoundReport:
    """Check one round, by what stood when it was drawn.

    Parameters
    ----------
    event
        The event.
    index
        The round, from 0 in order of play; later rounds are not looked at.
    rules
        As of :func:`check_event`.
    """
    round_ = event.rounds[index]
    report = RoundReport(round_.stage, round_.number, round_.mode)
    findings = [*seated_once(event, round_)]
    if round_.mode in GIVEN:
        return replace(report, findings=tuple(findings))
    counted, more = _recounted(event, index, rules)
    findings += more
    points = _points(round_, counted, event)
    if points is None:
        findings.append(Finding("points", "no_points"))
    if points is None or _unclear(findings):
        return replace(report, findings=tuple(findings))
    state = state_of(event, index, points)
    findings += [*everybody(state), *locks_kept(state), *waiting(state)]
    if not all(state.tables):  # a table without players: its fault is named, nothing to judge
        return replace(report, findings=tuple(findings), recounted=counted is not None)
    floats = _floats_before(event, index, rules)
    brackets, more = _brackets(state, floats)
    findings += more
    seats, more = _seats(state)
    findings += [*more, *_certificate(state, brackets)]
    return replace(
        report,
        findings=tuple(findings),
        brackets=brackets,
        seats=seats,
        edited=_edited(state, floats),
        not_compared=tuple(n for n, t in enumerate(state.tables, 1) if len(t) > MOST_SEATS),
        recounted=counted is not None,
    )


def _unclear(findings: Iterable[Finding]) -> bool:
    """Whether it is not even clear who sits where, so that nothing more can be said."""
    return any(finding.key in ("twice", "not_active") for finding in findings)


def _loader(rules: Rules | None) -> Callable[[str], Rules]:
    from scoring.rules_file import load_rules

    return load_rules if rules is None else lambda _: rules


def _recounted(
    event: Event, index: int, rules: Rules | None
) -> tuple[Recount | None, list[Finding]]:
    """Count points and K anew, and find where the draw used others."""
    basis = event.rounds[index].basis
    try:
        counted = recount(event, index, _loader(rules))
    except ScoringError as error:
        return None, [Finding("rules", "rules", {"why": " ".join(str(error).split())})]
    if counted is None or basis is None:
        return counted, []
    found = []
    for player, points in sorted(basis.points.items()):
        due = counted.points[player]
        if points != due:
            values = {"player": called(event, player), "points": _exact(points)}
            found.append(Finding("points", "points", values | {"due": _exact(due)}, (player,)))
    for used in basis.difficulty:
        k = counted.difficulty.get(used.series)
        red, black, value = (0, 0, Fraction(1)) if k is None else (k.red, k.black, k.coefficient)
        if (used.red, used.black, used.value) != (red, black, value):
            said = {"value": _exact(used.value), "red": used.red, "black": used.black}
            rules_say = {"due": _exact(value), "due_red": red, "due_black": black}
            found.append(Finding("difficulty", "difficulty", {**said, **rules_say}))
    return counted, found


def _exact(value: Fraction) -> str:
    text = shown(value, 6)
    return text if Fraction(text) == value else str(value)


def _points(round_: Round, counted: Recount | None, event: Event) -> Mapping[int, Fraction] | None:
    """Return the points that a round was drawn by: on record, else counted, else all 0 at first."""
    if round_.basis is not None:
        return round_.basis.points
    if counted is not None:
        return counted.points
    first = round_ is event.rounds[0]
    if first or round_.mode == "random":
        return {player.number: Fraction(0) for player in event.players}
    return None


def _floats_before(event: Event, index: int, rules: Rules | None) -> Mapping[int, int]:
    """Return who floated in the round before, and where to, as it was drawn (Q7)."""
    if index == 0 or event.rounds[index - 1].mode in ("random", *GIVEN):
        return {}
    if _unclear(seated_once(event, event.rounds[index - 1])):
        return {}
    counted, _ = _recounted(event, index - 1, rules)
    points = _points(event.rounds[index - 1], counted, event)
    if points is None:
        return {}
    state = state_of(event, index - 1, points)
    if not all(state.tables):
        return {}
    return floats_of(brackets_of(state, homes_of(state), {}))


def _brackets(
    state: State, floats: Mapping[int, int]
) -> tuple[tuple[BracketReport, ...], list[Finding]]:
    """Check the tables of each bracket: what they must keep, and whether they could be better."""
    homes = homes_of(state)
    findings = [*tables_kept(state, homes)]
    reports = []
    for bracket in brackets_of(state, homes, floats):
        broken = [*company_kept(bracket)]
        findings += broken
        found = search(bracket) if bracket.keeps(bracket.drawn) else None
        ours = all(homes.home[player] in bracket.labels for player in bracket.players)
        # who sits outside of his bracket is named already, and says nothing about this one
        if found is None and ours and countable(bracket) and enumerated(bracket)[1] is None:
            tables = ", ".join(map(str, bracket.labels))
            findings.append(Finding("A9", "impossible", {"tables": tables}))
        reports.append(BracketReport(bracket.labels, bracket.vector(bracket.drawn), found))
        if found is not None and found.better is not None:
            findings.append(_better(state, bracket, found.better))
    return tuple(reports), findings


def _better(state: State, bracket: Bracket, better: Better) -> Finding:
    moves = "; ".join(
        f"{called(state.event, player)}: {old} → {new}" for player, old, new in better.moves
    )
    values: dict[str, Any] = {"moves": moves, "tables": ", ".join(map(str, bracket.labels))}
    players = tuple(player for player, _, _ in better.moves)
    if better.code == "D1":
        return Finding("D1", "draw", values, players)
    values |= {"code": better.code, "value": better.value, "least": better.least}
    key = "better"
    if better.code == "Q3":
        key, values["count"] = "better_q3", better.detail
    return Finding(better.code, key, values, players)


def _seats(state: State) -> tuple[tuple[Six, ...], list[Finding]]:
    """Check the seats of each table: forbidden ones, the six numbers, and the draw."""
    sixes: list[Six] = []
    findings = []
    for number, table in enumerate(state.tables, 1):
        order = [player for player in table if player is not None]
        plan = SeatPlan(state, number, tuple(sorted(order, key=state.ticket)))
        six = plan.vector(order)
        sixes.append(six)
        if None in table or len(order) > MOST_SEATS:
            continue  # an empty chair between players is named already; the report tells the size
        if not all(plan.may(player, seat) for seat, player in enumerate(order, 1)):
            continue  # named already, as a lock or a forbidden seat
        best = plan.best()
        if best is not None and list(best) != order:
            findings.append(_better_seats(state, number, six, plan.vector(best), best))
    return tuple(sixes), findings


def _better_seats(state: State, table: int, six: Six, least: Six, best: tuple[int, ...]) -> Finding:
    seats = ", ".join(f"{seat}: {called(state.event, p)}" for seat, p in enumerate(best, 1))
    values: dict[str, Any] = {"table": table, "seats": seats}
    for code, ours, theirs in zip(CODES, six, least, strict=True):
        if ours != theirs:
            values |= {"code": code, "value": ours, "least": theirs}
            return Finding(code, "better_seats", values, best, table)
    return Finding("D1", "draw_seats", values, best, table)


def _edited(state: State, floats: Mapping[int, int]) -> tuple[Vector, ...]:
    """Return the vectors of a round as it was played, where it was changed by hand."""
    if state.round.drawn is None:
        return ()
    event, index = state.event, state.index
    played = replace(event.rounds[index], drawn=None)
    rounds = (*event.rounds[:index], played, *event.rounds[index + 1 :])
    now = state_of(replace(event, rounds=rounds), index, state.points)
    if not all(now.tables) or not set(now.playing) <= set(state.points):
        return ()
    return tuple(
        bracket.vector(bracket.drawn) for bracket in brackets_of(now, homes_of(now), floats)
    )


def _certificate(state: State, brackets: tuple[BracketReport, ...]) -> list[Finding]:
    """Compare the vectors that the file states of itself with those that are counted."""
    stated = (state.round.certificate or {}).get("vectors")
    if not isinstance(stated, list):
        return []
    counted = [[number for _, _, number in one.vector] for one in brackets]
    if stated == counted:
        return []
    return [Finding("certificate", "certificate", {"stated": str(stated), "due": str(counted)})]
