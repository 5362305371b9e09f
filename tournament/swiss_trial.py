"""The program that seats against the checker: random events, every round of them recounted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from tournament.event_file import dump_event, parse_event
from tournament.event_form import Event, Round
from tournament.swiss.dice import Dice
from tournament.swiss.findings import Finding
from tournament.swiss.possible import can_be_seated
from tournament.swiss.report import RoundReport
from tournament.swiss_check import check_event, check_round
from tournament.swiss_events import CannotSeat, NextRound, exchanged, random_event


@dataclass(frozen=True)
class Tried:
    """One random event, and where the two programs see it differently.

    Attributes
    ----------
    seed
        What the event was made from.
    event
        The event as read back from its file.
    proved, unproved
        Rounds that the seating program calls proved best, and the others.
    refused, confirmed
        Rounds that the seating program refused to seat, with their locks or without, and how many
        of them the checker finds impossible too; it does not search brackets of three tables.
    contradicted
        Rounds refused that the checker can seat.
    disagreements
        Stage, round and what the checker finds wrong with it.
    improvable
        Findings at brackets that the seating program does not call proved: no disagreement.
    mutated, named
        Rounds in which two players were exchanged, and of how many of them the checker said so.
    """

    seed: str
    event: Event
    proved: int
    unproved: int
    refused: int
    confirmed: int
    contradicted: int
    disagreements: tuple[tuple[str, int, Finding], ...]
    improvable: int
    mutated: int = 0
    named: int = 0


def try_events(
    count: int,
    seed: int,
    next_round: NextRound,
    *,
    formats: Sequence[tuple[int, int]],
    mutate: bool = False,
) -> Iterator[Tried]:
    """Play random events and check them from their files alone.

    Parameters
    ----------
    count
        How many events.
    seed
        The first is made from ``"<seed>.1"``.
    next_round
        The program that seats.
    formats
        Seats and tables of the fields.
    mutate
        Whether two players are exchanged in each right round, to see whether the checker notices.
    """
    for number in range(1, count + 1):
        name = f"{seed}.{number}"
        refused: list[bool | None] = []
        played = random_event(name, partial(_noting, next_round, refused), formats=formats)
        yield tried(name, played, refused, mutate=mutate)


def _noting(next_round: NextRound, refused: list[bool | None], event: Event, empty: Round) -> Round:
    """Seat a round; where that is refused, note whether the checker could."""
    try:
        return next_round(event, empty)
    except CannotSeat:
        points = empty.basis.points if empty.basis else {}
        refused.append(can_be_seated(event, empty, points))
        raise


def tried(seed: str, played: Event, refused: Sequence[bool | None], *, mutate: bool) -> Tried:
    """Check one event by what its file says.

    Parameters
    ----------
    seed
        What it was made from.
    played
        The event.
    refused
        For each round that was refused, whether it could have been seated; None if not known.
    mutate
        As of :func:`try_events`.
    """
    event = parse_event(dump_event(played), source=f"random event {seed}")
    report = check_event(event)
    disagreements, improvable, mutated, named, proved = [], 0, 0, 0, 0
    for index, (round_, checked) in enumerate(zip(event.rounds, report.rounds, strict=True)):
        wrong, open_ones = _parted(round_, checked)
        disagreements += [(round_.stage, round_.number, finding) for finding in wrong]
        improvable += open_ones
        sure = all((round_.certificate or {}).get("proved", [True]))
        proved += sure
        if mutate and sure and not checked.findings:
            noticed = _mutant_noticed(event, index, f"{seed} {index}")
            mutated += noticed is not None
            named += bool(noticed)
    return Tried(
        seed=seed,
        event=event,
        proved=proved,
        unproved=len(event.rounds) - proved,
        refused=len(refused),
        confirmed=refused.count(False),
        contradicted=refused.count(True),
        disagreements=tuple(disagreements),
        improvable=improvable,
        mutated=mutated,
        named=named,
    )


def _parted(round_: Round, checked: RoundReport) -> tuple[list[Finding], int]:
    """Return the findings that contradict the seating program, and how many do not.

    A better seating of a bracket that it does not call proved is no contradiction.
    """
    proved = (round_.certificate or {}).get("proved", [True] * len(checked.brackets))
    unproved = {
        tuple(player for player, _, _ in bracket.search.better.moves)
        for sure, bracket in zip(proved, checked.brackets, strict=False)
        if not sure and bracket.search is not None and bracket.search.better is not None
    }
    about_tables = ("better", "better_q3", "draw")
    wrong = [
        finding
        for finding in checked.findings
        if not (finding.key in about_tables and finding.players in unproved)
    ]
    return wrong, len(checked.findings) - len(wrong)


def _mutant_noticed(event: Event, index: int, seed: str) -> bool | None:
    """Exchange two players in a right round; return whether the checker finds anything.

    None where the round has nobody to exchange.
    """
    round_ = event.rounds[index]
    players = [player for table in round_.seated for player in table if player is not None]
    if len(players) < 2:
        return None
    one, other = Dice(seed).some(players, 2)
    mutant = replace(
        round_,
        tables=exchanged(round_.seated, one, other),
        drawn=None,
        edits=(),
        certificate=None,
    )
    rounds = (*event.rounds[:index], mutant)
    return bool(check_round(replace(event, rounds=rounds), index).findings)
