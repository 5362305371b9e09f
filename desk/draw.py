"""``seating draw``: slots to names by lot, so that anyone can do it again and check it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from desk.draw_repairs import after_the_draw, as_drawn
from desk.draw_wishes import DrawRecord, WishTexts, read_record, read_wishes, record_of
from desk.errors import DONE, NO, say
from desk.output import STDOUT, check_ending, check_writable, pipe
from desk.screen import console, plain, print_lines
from optimizer.draw import (
    METHOD,
    Draw,
    balances,
    check_draw,
    draw,
    players_digest,
    seating_digest,
    tidy_seed,
)
from optimizer.draw_wishes import DrawWishes
from schedules.errors import SeatingError
from schedules.files import dump_schedule, read_schedule, write_schedule
from schedules.measures import meetings, pair_values
from schedules.names import PlayersFile, read_players
from schedules.phrases import phrase
from schedules.schedule import Schedule
from schedules.verify import verify

if TYPE_CHECKING:
    from rich.console import Console

TICKET_SHOWN = 16
"""Letters of a ticket that the table shows; two that share them all are never met."""
DIFFERENCES = 5
"""Slots, or names, that a check lists before "and N more"."""


@dataclass(frozen=True)
class Request:
    """What stands on the command line of ``seating draw``; ``None`` where nothing stands."""

    file: Path
    names: Path | None = None
    seed: str | None = None
    wishes: WishTexts = field(default=WishTexts())
    digests_only: bool = False
    check: bool = False
    lang: str = "en"
    out: Path | None = None


def run(request: Request) -> int:
    """Draw and write, or only print the digests, or check a draw; return the exit status.

    Raises
    ------
    SeatingError
        For every mistake in the request, before anything is drawn.
    """
    schedule = read_schedule(request.file)
    _check_options(request)
    if faults := verify(schedule):
        say(
            f"Error: {request.file} is not a valid schedule and is not drawn. {faults[0]} "
            f"See all faults with: seating check {shlex.quote(str(request.file))}"
        )
        return NO
    return _check(schedule, request) if request.check else _draw(schedule, request)


def _check_options(request: Request) -> None:
    """Refuse options that do not go together."""
    if request.check and request.digests_only:
        raise SeatingError("Give --check or --digests-only, not both.")
    if request.check and (request.wishes.any or request.out):
        raise SeatingError(
            "--check takes wishes from the record in the file and writes nothing; "
            "leave out -o, --keep, --avoid, --welcome, --from-afar and --home-city."
        )
    if request.check:
        return
    if request.digests_only and (request.seed is not None or request.out):
        raise SeatingError(
            "--digests-only comes before the seed is known; leave out --seed and -o FILE."
        )
    if not request.digests_only and request.seed is None:
        raise SeatingError(
            "Missing: --seed TEXT, which nobody could know beforehand; "
            "--digests-only prints what to publish until it is known."
        )
    if request.out and request.out != STDOUT:
        check_writable(request.out, inputs=(request.file, request.names))
        check_ending(request.out, kind="json")


def _draw(schedule: Schedule, request: Request) -> int:
    """Print the digests, then draw, then show and write who has which slot."""
    if request.names is None:
        raise SeatingError("Missing: --names FILE, the players who are to be drawn (CSV or XLSX).")
    players, lang = read_players(request.names), request.lang
    wishes = read_wishes(request.wishes, players)
    seed = None if request.seed is None else tidy_seed(request.seed)
    names = _checked(schedule, players, wishes, request)
    screen = console(stderr=request.out == STDOUT)
    print_lines(screen, announcement(schedule, names, wishes, lang))
    if seed is None:
        print_lines(screen, [phrase("draw.publish", lang)])
        return DONE
    print_lines(screen, [phrase("draw.seed", lang, seed=seed), ""])
    done = draw(schedule, names, seed=seed, wishes=wishes)
    record = record_of(schedule, names, seed=seed, wishes=wishes)
    drawn = replace(schedule, players=done.names, made={**(schedule.made or {}), "draw": record})
    if request.out and request.out != STDOUT:
        write_schedule(drawn, request.out)
    _print_table(screen, done, lang)
    print_lines(screen, granted(schedule, done, wishes, lang))
    if request.out == STDOUT:
        pipe(dump_schedule(drawn).encode())
    elif request.out:
        print_lines(screen, [phrase("draw.written", lang, out=request.out)])
        command = shlex.join(
            ["seating", "draw", str(request.out), "--check", "--names", str(request.names)]
        )
        screen.print(plain(f"  {command}"), soft_wrap=True)  # whole, to be copied
    else:
        print_lines(screen, [phrase("draw.not_kept", lang)])
    return DONE


def _checked(
    schedule: Schedule, players: PlayersFile, wishes: DrawWishes, request: Request
) -> tuple[str, ...]:
    """Return the names if they can be drawn; a file that was drawn already can be checked."""
    if "draw" in (schedule.made or {}) and schedule.players:
        raise SeatingError(
            f"{request.file} is drawn already; check it with: seating draw "
            f"{shlex.quote(str(request.file))} --check. To draw anew, take the schedule as it was "
            "before the draw."
        )
    return check_draw(schedule, players, wishes=wishes)


def announcement(
    schedule: Schedule, names: Sequence[str], wishes: DrawWishes, lang: str
) -> list[str]:
    """Return what is to be published before the seed is known: method, digests and wishes."""
    return [
        phrase("draw.title", lang, count=len(names), method=METHOD),
        phrase("draw.players_digest", lang, digest=players_digest(names)),
        phrase("draw.seating_digest", lang, digest=seating_digest(schedule)),
        *(phrase("draw.keep", lang, slot=slot + 1, name=name) for slot, name in wishes.keep),
        *(phrase("draw.avoid", lang, first=a, second=b) for a, b in wishes.avoid),
        *(phrase("draw.welcome", lang, first=a, second=b) for a, b in wishes.welcome),
        *([phrase("draw.from_afar", lang, names="; ".join(wishes.from_afar))]
          if wishes.from_afar else []),
    ]  # fmt: skip


def granted(schedule: Schedule, done: Draw, wishes: DrawWishes, lang: str) -> list[str]:
    """Return what came of the wishes: how often pairs meet, how balanced visitors' slots are."""
    slot_of = {name: slot for slot, name in enumerate(done.names)}
    met, lines = meetings(schedule), []
    counts = pair_values(met)
    for first, second in (*wishes.avoid, *wishes.welcome):
        times = int(met[slot_of[first], slot_of[second]])
        said = phrase("count.times", lang, count=times)
        span = {"least": int(counts.min()), "most": int(counts.max())}
        lines.append(phrase("draw.met", lang, first=first, second=second, times=said, **span))
    even = balances(schedule)
    for name in wishes.from_afar:
        slot = slot_of[name]
        place = 1 + sum(other < even[slot] for other in even)
        lines.append(
            phrase("draw.balanced", lang, name=name, slot=slot + 1, place=place, of=len(even))
        )
    return [*lines, ""] if lines else []


def _check(schedule: Schedule, request: Request) -> int:
    """Do the draw of a file again and say whether its names are those of the draw."""
    record, lang, screen = read_record(schedule, request.file), request.lang, console()
    drawn, repairs = as_drawn(schedule, record)
    names = read_players(request.names).names if request.names else drawn.players
    faults = _faults(drawn, names, record, request)
    if faults:
        key = "draw.not_that"
        if seating_digest(drawn) != record.seating_digest:
            key = "draw.other_seats"
        print_lines(screen, [phrase(key, lang, file=request.file), *faults])
        return NO
    unnamed = replace(drawn, players=())
    print_lines(screen, announcement(unnamed, names, record.wishes(), lang))
    print_lines(screen, [phrase("draw.seed", lang, seed=record.seed), ""])
    print_lines(screen, [phrase("draw.that", lang, file=request.file)])
    print_lines(screen, after_the_draw(schedule, drawn, repairs, lang))
    print_lines(screen, [phrase("draw.compare", lang)])
    return DONE


def _faults(
    schedule: Schedule, names: Sequence[str], record: DrawRecord, request: Request
) -> list[str]:
    """Return in words why the names of a file are not those of the draw it records."""
    lang, faults = request.lang, []
    if request.seed is not None and tidy_seed(request.seed) != record.seed:
        faults.append(phrase("draw.other_seed", lang, seed=record.seed))
    if seating_digest(schedule) != record.seating_digest:
        faults.append(phrase("draw.other_seating", lang, digest=record.seating_digest))
    if players_digest(names) != record.players_digest:
        faults.append(phrase("draw.other_players", lang, digest=record.players_digest))
        strange = [name for name in names if name not in schedule.players]
        if strange:
            faults.append(phrase("draw.not_in_file", lang, names="; ".join(_first(strange, lang))))
    if faults:
        return faults
    if not schedule.players:
        return [phrase("draw.no_names", lang)]
    try:
        unnamed = replace(schedule, players=())
        done = draw(unnamed, names, seed=record.seed, wishes=record.wishes(), again=True)
    except SeatingError as error:
        return [phrase("draw.cannot", lang, error=error)]
    differ = [
        phrase("draw.differs", lang, slot=slot + 1, name=name, drawn=drawn)
        for slot, (name, drawn) in enumerate(zip(schedule.players, done.names, strict=True))
        if name != drawn
    ]
    return _first(differ, lang)


def _first(words: Sequence[str], lang: str) -> list[str]:
    """Return the first few of many, and how many more there are."""
    more = len(words) - DIFFERENCES
    rest = [phrase("draw.more", lang, count=more)] if more > 0 else []
    return [*words[:DIFFERENCES], *rest]


def _print_table(screen: Console, done: Draw, lang: str) -> None:
    """Print a row for each slot: number, player, the beginning of his ticket."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    table.add_column(phrase("word.slot", lang), justify="right")
    table.add_column(phrase("word.player", lang), overflow="fold")
    table.add_column(phrase("draw.ticket", lang), style="dim", no_wrap=True)
    for slot, (name, ticket) in enumerate(zip(done.names, done.tickets, strict=True)):
        table.add_row(str(slot + 1), Text(plain(name)), ticket[:TICKET_SHOWN])
    screen.print(table)
    screen.print()
