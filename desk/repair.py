"""``seating repair``: the rounds left seated again after something went wrong on the day."""

from __future__ import annotations

import csv
import json
import shlex
from dataclasses import dataclass
from pathlib import Path

from desk.errors import DONE, NO, say
from desk.output import STDOUT, check_ending, check_writable, keep, pipe
from desk.repair_judges import judge_lines, with_judges_again
from desk.repair_names import named
from desk.repair_report import print_repair, report
from desk.screen import console, print_lines
from desk.wishes import slots
from optimizer.errors import InfeasibleError
from optimizer.repair import Asks, Repair, repair_asked
from schedules.errors import ProblemError, SeatingError
from schedules.files import dump_schedule, read_schedule
from schedules.phrases import phrase
from schedules.schedule import Schedule
from schedules.texts import tidy
from schedules.verify import verify

SECONDS = 10.0
LONGEST = 3600.0


@dataclass(frozen=True)
class Request:
    """What stands on the command line of ``seating repair``; empty where nothing stands."""

    file: Path
    after: int | None = None
    withdraw: tuple[str, ...] = ()
    replace: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    swap: str | None = None
    close_table: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    at_most: tuple[str, ...] = ()
    forbid_table: tuple[str, ...] = ()
    full_tables: bool | None = None
    time_limit: float | None = None
    seed: int = 1
    dry_run: bool = False
    as_json: bool = False
    lang: str = "en"
    out: Path | None = None


def run(request: Request) -> int:
    """Repair, show what changes, and write; return the exit status.

    Raises
    ------
    SeatingError
        For every mistake in the request, before anything is seated; and where the answer is no.
    """
    schedule = read_schedule(request.file)
    _check_options(request)
    if faults := verify(schedule):
        say(
            f"Error: {request.file} is not a valid schedule and is not repaired. {faults[0]} "
            f"See all faults with: seating check {shlex.quote(str(request.file))}"
        )
        return NO
    asks = read_asks(request, schedule)
    seconds = SECONDS if request.time_limit is None else request.time_limit
    try:
        done = repair_asked(schedule, asks, seed=request.seed, time_limit=seconds)
    except InfeasibleError as error:
        told = named(str(error), schedule.players)
        raise InfeasibleError(told, error.players) from None
    _give(with_judges_again(done, seed=request.seed), request)
    return DONE


def _check_options(request: Request) -> None:
    """Refuse options that do not go together."""
    if request.after is None:
        raise SeatingError(
            "Missing: --after ROUND, how many rounds are played; 0 before the first."
        )
    if request.dry_run and request.out:
        raise SeatingError("--dry-run writes nothing; leave out -o FILE.json, or --dry-run.")
    if request.as_json and request.out == STDOUT:
        raise SeatingError("--json and -o - both go to stdout; write the schedule to a file.")
    limit = request.time_limit
    if limit is not None and not 0 < limit <= LONGEST:
        raise SeatingError(
            f"--time-limit {limit:g} does not fit; give seconds above 0 and up to {LONGEST:g}."
        )
    if not 0 <= request.seed < 2**31:
        raise SeatingError(
            f"--seed {request.seed} does not fit; give a number from 0 to 2147483647."
        )
    if request.out and request.out != STDOUT:
        check_writable(request.out, inputs=(request.file,))
        check_ending(request.out, kind="json")


def read_asks(request: Request, schedule: Schedule) -> Asks:
    """Return what is asked, players by slot, everything from 0.

    Raises
    ------
    SeatingError
        If an option cannot be read, or names somebody or something that is not there.
    """
    people = _People(schedule)
    asks = Asks(
        after=request.after or 0,
        withdraw=tuple(p for text in request.withdraw for p in people.some("--withdraw", text)),
        replace=tuple(_replaced(text, people, request.lang) for text in request.replace),
        late=tuple(people.at("--late", text, "17:6") for text in request.late),
        swap=_pair(request.swap, people),
        close_tables=tuple(
            _number("--close-table", part, text) - 1
            for text in request.close_table
            for part in text.split(",")
        ),
        apart=tuple(people.group("--apart", text) for text in request.apart),
        at_most=tuple(_limit(text, people) for text in request.at_most),
        forbidden_tables=tuple(
            people.at("--forbid-table", text, "5:2") for text in request.forbid_table
        ),
        full_tables=request.full_tables,
    )
    try:
        asks.check(schedule)
    except ProblemError as error:
        raise ProblemError(named(str(error), schedule.players)) from None
    return asks


class _People:
    """The players of a schedule, found by number or by name."""

    def __init__(self, schedule: Schedule) -> None:
        self.schedule = schedule

    def some(self, option: str, text: str) -> tuple[int, ...]:
        """Return the players of a list parted by commas; a name with a comma in quotes."""
        words = [
            word for word in map(tidy, next(csv.reader([text], skipinitialspace=True), [])) if word
        ]
        if not words:
            raise SeatingError(f'{option} "{text}" names nobody; write numbers or names.')
        try:
            return slots(tuple(words), self.schedule.players, self.schedule.problem.num_players)
        except SeatingError as error:
            raise SeatingError(f'{option} "{text}": {_tidied(error)}') from None

    def one(self, option: str, text: str) -> int:
        """Return one player."""
        found = self.some(option, text)
        if len(found) != 1:
            raise SeatingError(f'{option} "{text}" names {len(found)} players; name one.')
        return found[0]

    def group(self, option: str, text: str) -> tuple[int, ...]:
        """Return two players or more."""
        found = self.some(option, text)
        if len(found) < 2:
            raise SeatingError(
                f'{option} "{text}" names fewer than two players; part them by a comma, '
                f'as in {option} "4,17".'
            )
        return found

    def at(self, option: str, text: str, example: str) -> tuple[int, int]:
        """Return a player and the round or table behind the colon."""
        who, colon, number = text.rpartition(":")
        if not colon or not who.strip():
            raise SeatingError(f'{option} "{text}" cannot be read; write {option} {example}.')
        return self.one(option, who), _number(option, number, text) - 1


def _tidied(error: SeatingError) -> str:
    """Return a refusal without the mend of another command."""
    return str(error).replace(
        "or give the names with --names FILE", "or bind names to the schedule first (seating draw)"
    )


def _number(option: str, word: str, text: str) -> int:
    word = word.strip()
    if not (word.isascii() and word.isdigit() and 0 < len(word) < 10 and int(word) > 0):
        raise SeatingError(f'{option} "{text}": {word!r} is not a number from 1.')
    return int(word)


def _pair(text: str | None, people: _People) -> tuple[int, int] | None:
    if text is None:
        return None
    found = people.some("--swap", text)
    if len(found) != 2:
        raise SeatingError(
            f'--swap "{text}" names {len(found)} players; write two, as in --swap 3,9.'
        )
    return found[0], found[1]


def _limit(text: str, people: _People) -> tuple[tuple[int, ...], int]:
    who, colon, number = text.rpartition(":")
    if not colon or not number.strip().isdecimal():
        raise SeatingError(
            f'--at-most "{text}" says no number of meetings; write it behind a colon, '
            'as in --at-most "4,17:1".'
        )
    return people.group("--at-most", who), int(number)


def _replaced(text: str, people: _People, lang: str) -> tuple[int, str]:
    """Return a slot and the new name; with names but none given, "Substitute 17"."""
    who, equals, name = text.partition("=")
    slot = people.one("--replace", who)
    if equals and not tidy(name):
        raise SeatingError(f'--replace "{text}" gives no name; write --replace "17=Anna".')
    if equals and not people.schedule.players:
        raise SeatingError(
            f'--replace "{text}" gives a name, but the schedule has no names; write '
            f"--replace {slot + 1}, or bind names first (seating draw)."
        )
    if people.schedule.players and not equals:
        return slot, phrase("repair.substitute", lang, slot=slot + 1)
    return slot, tidy(name)


def _give(done: Repair, request: Request) -> None:
    """Show the repair and write the schedule where it is to go."""
    if request.out == STDOUT:
        print_repair(console(stderr=True), done, request.lang)
        pipe(dump_schedule(done.schedule).encode())
        return
    if request.out:
        keep(done.schedule, request.out)
    if request.as_json:
        pipe((json.dumps(report(done), ensure_ascii=False, indent=2) + "\n").encode())
        return
    screen = console()
    print_repair(screen, done, request.lang)
    print_lines(screen, [*judge_lines(done, request.lang), *_last_lines(request)])


def _last_lines(request: Request) -> list[str]:
    if request.out:
        return [phrase("repair.written", request.lang, out=request.out, file=request.file)]
    return [phrase("repair.dry", request.lang)]
