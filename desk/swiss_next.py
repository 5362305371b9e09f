"""``seating swiss next``: standings and the rounds so far in, the next round out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from desk.errors import DONE
from desk.output import STDOUT, check_ending, check_writable, keep, pipe
from desk.screen import console, print_lines
from desk.swiss_errors import called_by_name
from desk.swiss_hand import read_hand
from desk.swiss_notes import field_notes, out_notes, sizes_for_all, sizes_text
from desk.swiss_presence import Presence, presence
from desk.swiss_record import appended, last_floats
from desk.swiss_sheet import Sheet, show
from desk.swiss_standings import Standings, read_standings
from desk.swiss_wishes import WishTexts, check_effort, now, read_wishes
from desk.swiss_words import People, answer_text
from desk.wishes import parse_players, slots
from optimizer.errors import InfeasibleError
from optimizer.swiss import Lock, Mode, SwissProblem, SwissRound, next_round, table_sizes
from optimizer.swiss.explain import why_here, why_not
from schedules.errors import SeatingError
from schedules.files import dump_schedule, read_schedule
from schedules.measures import meetings
from schedules.phrases import phrase
from schedules.schedule import Schedule
from schedules.wishes import listed
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
    """Seat the next round, write it, and show it with its checklist; return the exit status.

    Files are written before anything is printed: who reads the screen may stop at any line.

    Raises
    ------
    SeatingError
        For every mistake in the request, before anything is seated; and where the answer is no.
    """
    mode = _check_options(request)
    history = _read_history(request.history)
    known, count = (history.players, history.problem.num_players) if history else ((), 0)
    standings = read_standings(request.standings, known, count)
    before = None if history is None else presence(history, len(standings.points))
    problem = swiss_problem(request, standings, history, before)
    asked = [_why_asked(text, standings, problem) for text in request.why]
    seconds = SECONDS if request.time_limit is None else request.time_limit
    people = People(standings.names, request.lang)
    with called_by_name(standings.names):
        round_ = next_round(
            problem, mode=mode, seed=request.seed, time_limit=seconds, effort=request.effort
        )
        answers = _answers(round_, asked, people)
    wishes = request.wishes
    hand = None if request.edited is None else read_hand(
        request.edited, round_, standings.names, who=wishes.by, when=now(), why=wishes.because
    )  # fmt: skip
    schedule = appended(history, round_, standings.names, hand)
    asked_for = request.uneven or request.sizes is not None
    notes = field_notes(standings, problem, history, before, people)
    notes += out_notes(round_, people, asked=asked_for)
    _write(schedule, request, Sheet(round_, people, hand, tuple(notes), tuple(answers)))
    return DONE


def _check_options(request: Request) -> Mode:
    """Refuse options that do not fit, and return the mode."""
    if request.mode is None:
        raise SeatingError("Missing: --mode, such as blocks:2, window:5, strict or random.")
    if request.sizes and (request.uneven or request.seats):
        raise SeatingError("--sizes says it all; leave out --uneven and --seats.")
    if request.time_limit is not None and not 0 < request.time_limit <= LONGEST:
        raise SeatingError(
            f"--time-limit {request.time_limit:g} does not fit; more than 0 and at most "
            f"{LONGEST:g} seconds do."
        )
    check_effort(request.effort)
    inputs = (request.standings, request.history, request.edited)
    if request.out and request.out != STDOUT:
        check_writable(request.out, inputs=inputs)
        check_ending(request.out, kind="json")
    if request.page:
        check_writable(request.page, inputs=inputs)
        if request.page.suffix.lower() not in (".html", ".htm"):
            raise SeatingError(
                f"{request.page}: the checklist is a web page; write --page "
                f"{request.page.with_suffix('.html')}."
            )
    return Mode.parse(request.mode)


def _read_history(path: Path | None) -> Schedule | None:
    """Return the rounds so far, in which every seat holds a player that the file knows."""
    if path is None:
        return None
    history = read_schedule(path)
    count = history.problem.num_players
    beyond = np.argwhere(history.seating >= count)
    if len(beyond):
        r, t, s = beyond[0].tolist()
        raise SeatingError(
            f"{path}, round {r + 1}, table {t + 1}, seat {s + 1}: player "
            f"{history.seating[r, t, s] + 1} sits there, and the schedule has {count} players; "
            "write the right number, or the players it has under problem."
        )
    return history


def swiss_problem(
    request: Request, standings: Standings, history: Schedule | None, before: Presence | None
) -> SwissProblem:
    """Return the problem of the round: the field, the tables, the rounds so far, the wishes."""
    count, names = len(standings.points), standings.names
    if request.seats is not None and request.seats < 2:
        raise SeatingError(f"--seats {request.seats} does not fit; a game has 2 or more.")
    if request.wishes.club_limit is not None and not any(standings.clubs):
        raise SeatingError(
            f"--club-limit {request.wishes.club_limit} needs clubs, and {request.standings} has "
            "none; add a column club, or leave the limit out."
        )
    width = request.seats or (history.seating.shape[2] if history else 10)
    stated = None if history is None else history.problem
    met = None if history is None else meetings(history)
    wishes = read_wishes(request.wishes, names, count, stated, met, standings.apart)
    active = _active(request, standings, before, wishes["locks"])
    sizes = _sizes(request, sum(active), width)
    _check_out(wishes["locks"], active, sizes, names)
    played = np.zeros((0, 1, width), np.int32) if history is None else history.seating
    with called_by_name(names):
        return SwissProblem(
            points=standings.points,
            draw_numbers=standings.draw_numbers,
            table_sizes=sizes,
            history=played,
            active=active,
            sat_out=standings.sat_out or (before.sat_out if before else ()),
            clubs=standings.clubs,
            last_floats=last_floats(history, count),
            **wishes,
        )


def _active(
    request: Request, standings: Standings, before: Presence | None, locks: tuple[Lock, ...]
) -> tuple[bool, ...]:
    """Return who plays or sits out: who is not withdrawn, by this command or since earlier."""
    names, count = standings.names, len(standings.points)
    away = {p for text in request.wishes.withdraw for p in slots(parse_players(text), names, count)}
    gone = before.withdrawn if before else frozenset()
    back = {lock.player for lock in locks if not lock.sits_out}
    return tuple(
        p not in away and (stated if stated is not None else p not in gone or p in back)
        for p, stated in enumerate(standings.active)
    )


def _check_out(
    locks: tuple[Lock, ...], active: tuple[bool, ...], sizes: tuple[int, ...],
    names: tuple[str, ...],
) -> None:  # fmt: skip
    """Refuse more locks to sit out than there are players without a chair."""
    out = [lock.player for lock in locks if lock.sits_out and active[lock.player]]
    there, chairs = sum(active), sum(sizes)
    over = max(there - chairs, 0)
    if len(out) <= over:
        return
    who = " and ".join(names[p] for p in out) if names else listed(out)
    may = "nobody sits out" if over == 0 else f"only {over} may sit out"
    fewer = sizes_for_all(there - len(out), max(sizes))
    mend = f"Write --sizes {sizes_text(fewer)}" if fewer else "Close a table"
    raise InfeasibleError(
        f"Locked to sit out (A2): {who}; but {there} players have {chairs} chairs, so that {may}. "
        f"{mend} to have fewer chairs, or take the lock away.",
        tuple(out),
    )


def _sizes(request: Request, num_active: int, width: int) -> tuple[int, ...]:
    if request.sizes is None:
        return table_sizes(num_active, width, uneven=request.uneven)
    if not re.fullmatch(r"\s*\d{1,3}(\s*,\s*\d{1,3})*\s*", request.sizes):
        raise SeatingError(f'--sizes "{request.sizes}" cannot be read; write 10,10,9,9.')
    return tuple(map(int, request.sizes.split(",")))


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


def _answers(
    round_: SwissRound, asked: list[tuple[int, int | None]], people: People
) -> list[str]:  # fmt: skip
    """Return why here and why not there, as it was asked."""
    found = []
    for player, table in asked:
        here = why_here(round_, player) if table is None else (why_not(round_, player, table),)
        found += [answer_text(answer, people) for answer in here]
    return found


def _write(schedule: Schedule, request: Request, sheet: Sheet) -> None:
    """Write what is asked for, then print."""
    to_stdout = request.out == STDOUT
    if request.page is not None:
        from desk.swiss_page import page

        write_text(request.page, page(sheet))
    if request.out and not to_stdout:
        keep(schedule, request.out)
    elif to_stdout:
        pipe(dump_schedule(schedule).encode())
    screen = console(stderr=to_stdout)
    _print(screen, request, sheet)
    if request.out and not to_stdout:
        values = {"round": schedule.num_rounds, "out": request.out}
        print_lines(screen, [phrase("swiss.written", request.lang, **values)])


def _print(screen: Console, request: Request, sheet: Sheet) -> None:
    print_lines(screen, list(sheet.notes))
    if not request.quiet:
        print_lines(screen, [""] if sheet.notes else [])
        show(screen, sheet)
    else:
        print_lines(screen, sheet.edits())
    if sheet.answers:
        heading = [] if sheet.hand is None else [f"{sheet.why_title()}:"]
        print_lines(screen, [*heading, *sheet.answers])
