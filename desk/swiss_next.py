"""``seating swiss next``: standings and the rounds so far in, the next round out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from desk.errors import DONE
from desk.output import STDOUT, check_ending, check_writable, keep, pipe
from desk.screen import console, plain, print_lines
from desk.swiss_record import Hand, appended, last_floats
from desk.swiss_standings import Standings, read_standings
from desk.swiss_wishes import WishTexts, check_effort, read_wishes
from desk.swiss_words import (
    People,
    answer_text,
    certificate_lines,
    checklist_head,
    checklist_rows,
    edit_lines,
)
from desk.wishes import parse_players, slots, with_names
from optimizer.errors import InfeasibleError
from optimizer.swiss import Mode, SwissProblem, SwissRound, next_round, table_sizes
from optimizer.swiss.engine import RULES
from optimizer.swiss.explain import edited, why_here, why_not
from schedules.errors import SeatingError
from schedules.files import dump_schedule, read_schedule
from schedules.measures import meetings
from schedules.phrases import number, phrase
from schedules.schedule import Schedule
from schedules.writing import write_text

if TYPE_CHECKING:
    from rich.console import Console

SECONDS = 60.0
LONGEST = 3600.0


@dataclass(frozen=True)
class Request:
    """What stands on the command line of ``seating swiss next``; empty where nothing stands."""

    standings: Path
    history: Path | None = None
    mode: str | None = None
    seed: str = "1"
    seats: int | None = None
    sizes: str | None = None
    uneven: bool = False
    wishes: WishTexts = field(default=WishTexts())
    why: tuple[str, ...] = ()
    edited: Path | None = None
    time_limit: float | None = None
    effort: float = 2.0
    page: Path | None = None
    out: Path | None = None
    quiet: bool = False
    lang: str = "en"


def run(request: Request) -> int:
    """Seat the next round, show it with its checklist, and write it; return the exit status.

    Raises
    ------
    SeatingError
        For every mistake in the request, before anything is seated; and where the answer is no.
    """
    mode = _check_options(request)
    history = None if request.history is None else read_schedule(request.history)
    known, count = (history.players, history.problem.num_players) if history else ((), 0)
    standings = read_standings(request.standings, known, count)
    problem = swiss_problem(request, standings, history)
    asked = [_why_asked(text, standings, problem) for text in request.why]
    seconds = SECONDS if request.time_limit is None else request.time_limit
    try:
        round_ = next_round(
            problem, mode=mode, seed=request.seed, time_limit=seconds, effort=request.effort
        )
    except InfeasibleError as error:
        if not error.players or not standings.names:
            raise
        named = with_names(str(error), error.players, standings.names)
        raise InfeasibleError(named, error.players) from None
    people = People(standings.names, request.lang)
    hand = _edit(request, round_)
    schedule = appended(history, round_, standings.names, hand)
    answers = [
        answer_text(answer, people)
        for player, table in asked
        for answer in (why_here(round_, player) if table is None
                       else (why_not(round_, player, table),))
    ]  # fmt: skip
    if hand is not None:
        answers += _edit_lines(hand, people)
    screen = console(stderr=request.out == STDOUT)
    if not request.quiet:
        show(screen, round_, people)
    print_lines(screen, answers)
    if request.page is not None:
        from desk.swiss_page import page

        write_text(request.page, page(round_, people, answers))
    _write(schedule, request, screen)
    return DONE


def _check_options(request: Request) -> Mode:
    """Refuse options that do not fit, and return the mode."""
    if request.mode is None:
        raise SeatingError("Missing: --mode, such as blocks:2, window:5, strict or random.")
    if request.sizes and (request.uneven or request.seats):
        raise SeatingError("--sizes says it all; leave out --uneven and --seats.")
    if request.time_limit is not None and not 0 < request.time_limit <= LONGEST:
        raise SeatingError(f"--time-limit {request.time_limit:g} does not fit; up to {LONGEST:g}.")
    check_effort(request.effort)
    inputs = (request.standings, request.history)
    if request.out and request.out != STDOUT:
        check_writable(request.out, inputs=(*inputs, request.edited))
        check_ending(request.out, kind="json")
    if request.page:
        check_writable(request.page, inputs=inputs)
        check_ending(request.page, kind="html")
    return Mode.parse(request.mode)


def swiss_problem(
    request: Request, standings: Standings, history: Schedule | None
) -> SwissProblem:  # fmt: skip
    """Return the problem of the round: the field, the tables, the rounds so far, the wishes."""
    count, names = len(standings.points), standings.names
    away = {p for text in request.wishes.withdraw for p in slots(parse_players(text), names, count)}
    active = tuple(there and p not in away for p, there in enumerate(standings.active))
    if request.seats is not None and request.seats < 2:
        raise SeatingError(f"--seats {request.seats} does not fit; a game has 2 or more.")
    width = request.seats or (history.seating.shape[2] if history else 10)
    stated = None if history is None else history.problem
    met = None if history is None else meetings(history)
    wishes = read_wishes(request.wishes, names, count, stated, met)
    wishes["apart"] = (*wishes["apart"], *standings.apart)
    played = np.zeros((0, 1, width), np.int32) if history is None else history.seating
    return SwissProblem(
        points=standings.points,
        draw_numbers=standings.draw_numbers,
        table_sizes=_sizes(request, sum(active), width),
        history=played,
        active=active,
        sat_out=standings.sat_out or sat_out(history, count),
        clubs=standings.clubs,
        last_floats=last_floats(history, count),
        **wishes,
    )


def sat_out(history: Schedule | None, count: int) -> tuple[int, ...]:
    """Return how often each player sat out so far; a round for which he was absent is none.

    Empty where nobody was, for then every round without a seat is one.
    """
    if history is None or not history.problem.absent:
        return ()
    missed = np.full(count, history.num_rounds)
    for round_ in history.seating:
        missed[round_[round_ >= 0]] -= 1
    for player, _ in history.problem.absent:
        missed[player] -= 1
    return tuple(missed.tolist())


def _sizes(request: Request, num_active: int, width: int) -> tuple[int, ...]:
    if request.sizes is None:
        return table_sizes(num_active, width, uneven=request.uneven)
    if not re.fullmatch(r"\s*\d{1,3}(\s*,\s*\d{1,3})*\s*", request.sizes):
        raise SeatingError(f'--sizes "{request.sizes}" cannot be read; write 10,10,9,9.')
    return tuple(map(int, request.sizes.split(",")))


def show(screen: Console, round_: SwissRound, people: People) -> None:
    """Print who sits where, the checklist, and what is proved."""
    from rich import box
    from rich.table import Table

    lang, problem = people.lang, round_.setting.problem
    mode = str(round_.setting.mode)
    title = phrase("swiss.title", lang, round=problem.round_number, mode=mode)
    print_lines(screen, [title, facts(round_, lang), ""])
    for table in round_.tables:
        chairs = ", ".join(f"{n} {people.label(p)}" for n, p in enumerate(table.players, 1))
        print_lines(screen, [f"{phrase('place.table', lang, table=table.table + 1)}: {chairs}"])
    print_lines(screen, ["", *locked(round_, people)])
    grid = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for index, head in enumerate(checklist_head(lang)):
        grid.add_column(head, justify="left" if index in (1, 8) else "right")
    for row in checklist_rows(round_, people, brief=True):
        grid.add_row(*map(plain, row))
    screen.print(grid)
    print_lines(screen, ["", *certificate_lines(round_, lang)])


def facts(round_: SwissRound, lang: str) -> str:
    """Return seed, digest of the input and rule: what a second person needs to redo the round."""
    return phrase(
        "swiss.facts", lang, seed=round_.seed, digest=round_.digest[:16], rules=RULES,
        effort=number(round_.effort, lang),
    )  # fmt: skip


def locked(round_: SwissRound, people: People) -> list[str]:
    """Return a line for each lock, with who, when and why."""
    lines = []
    none = phrase("word.none", people.lang)
    for lock in round_.setting.problem.locks:
        who, when, why = (text or none for text in (lock.who, lock.when, lock.why))
        player = people.label(lock.player)
        lines.append(
            phrase("swiss.locked", people.lang, player=player, who=who, when=when, why=why)
        )
    return lines


def _why_asked(
    text: str, standings: Standings, problem: SwissProblem
) -> tuple[int, int | None]:  # fmt: skip
    """Return the player, and the table if one is named."""
    who, mark, table = text.rpartition(":")
    if not mark or not table.isdecimal():
        who, table = text, ""
    found = slots(parse_players(who), standings.names, problem.num_players)
    if len(found) != 1:
        raise SeatingError(f'--why "{text}" names {len(found)} players; ask about one at a time.')
    return found[0], int(table) - 1 if table else None


def _edit(request: Request, round_: SwissRound) -> Hand | None:
    """Return the round as it is changed by hand, with what that costs, if there is one."""
    if request.edited is None:
        return None
    changed = read_schedule(request.edited)
    problem = round_.setting.problem
    number = problem.round_number
    if changed.num_rounds < number:
        raise SeatingError(f"{request.edited} has no round {number}; give the file with it.")
    seating = changed.seating[number - 1]
    if seating.max(initial=0) >= problem.num_players or len(seating) < problem.num_tables:
        raise SeatingError(
            f"{request.edited}: round {number} has other players or tables than this event; "
            "change the file that this command wrote."
        )
    when = datetime.now().astimezone().isoformat(timespec="seconds")
    wishes = request.wishes
    return Hand(seating, edited(round_, seating), wishes.by, when, wishes.because)


def _edit_lines(hand: Hand, people: People) -> list[str]:
    lines = edit_lines(hand.edit, people)
    return lines if len(lines) > 1 else [*lines, phrase("swiss.edit.same", people.lang)]


def _write(schedule: Schedule, request: Request, screen: Console) -> None:
    if request.out == STDOUT:
        pipe(dump_schedule(schedule).encode())
    elif request.out:
        keep(schedule, request.out)
        values = {"round": schedule.num_rounds, "out": request.out}
        print_lines(screen, [phrase("swiss.written", request.lang, **values)])
