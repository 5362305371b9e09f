"""``seating plan``: the formats that fit into a day, side by side, and which one is advised."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desk.errors import DONE
from desk.screen import console, plain, print_lines
from optimizer.plan import Day, Format, Plan, plan_day
from schedules.errors import SeatingError
from schedules.phrases import number, phrase

if TYPE_CHECKING:
    from rich.table import Table

GAME = 50
SEATS = 10
LONGEST = 240.0
"""Hours of the longest stage that is planned: ten days."""
MOST_PLAYERS = 2000
MOST_TABLES = 200
COLUMNS = ("rounds", "games", "waits", "final", "time", "meetings", "never_met", "spread")


@dataclass(frozen=True)
class Request:
    """What stands on the command line of ``seating plan``."""

    players: int
    tables: int
    hours: float
    minutes: int = GAME
    break_minutes: int = 0
    finals: int | None = None
    seats: int = SEATS
    lang: str = "en"


def run(request: Request) -> int:
    """Print what fits; return the exit status.

    Raises
    ------
    SeatingError
        If the numbers cannot be meant, or nothing fits.
    """
    _check(request)
    day = Day(
        num_players=request.players,
        num_tables=request.tables,
        num_seats=request.seats,
        minutes=round(request.hours * 60),
        game=request.minutes,
        pause=request.break_minutes,
    )
    found, lang, screen = plan_day(day, finals=request.finals), request.lang, console()
    print_lines(screen, [_head(day, lang), *_field(found, lang), ""])
    screen.print(_table(found, lang))
    print_lines(screen, ["", *_legend(found, lang), *_advice(found, lang), ""])
    print_lines(screen, [phrase("plan.seat_it", lang)])
    screen.print(plain(f"  {_command(found.formats[found.advised])}"), soft_wrap=True)
    return DONE


def _check(request: Request) -> None:
    """Refuse numbers that cannot be meant, with what could be."""
    if not (request.hours > 0 and math.isfinite(request.hours)):
        raise SeatingError(f"--hours is {request.hours:g}; write a number above 0, such as 8.")
    if request.hours > LONGEST:
        raise SeatingError(
            f"--hours is {request.hours:g}, more than {LONGEST:g}: plan a day at a time."
        )
    if request.minutes < 1:
        raise SeatingError(f"--minutes is {request.minutes}; write a number above 0, such as 50.")
    if request.break_minutes < 0:
        raise SeatingError(
            f"--break-minutes is {request.break_minutes}; write 0 or a number above it."
        )
    for name, value, most in (
        ("players", request.players, MOST_PLAYERS),
        ("tables", request.tables, MOST_TABLES),
    ):
        if value > most:
            raise SeatingError(
                f"--{name} is {value}, more than {most} {name}: plan a part of the field at a time."
            )


def _time(minutes: int, lang: str) -> str:
    hours, rest = divmod(minutes, 60)
    return phrase("plan.time" if rest else "plan.hours", lang, hours=hours, minutes=rest)


def _head(day: Day, lang: str) -> str:
    pause = f" {phrase('plan.pause', lang, minutes=day.pause)}" if day.pause else ""
    return phrase(
        "plan.head",
        lang,
        players=phrase("count.players", lang, count=day.num_players),
        tables=phrase("count.tables", lang, count=day.num_tables),
        time=_time(day.minutes, lang),
        count=day.slots,
        minutes=day.game,
        pause=pause,
    )


def _field(found: Plan, lang: str) -> list[str]:
    """Say what the players do to the room: tables left over, who sits out, who is missing."""
    day, said = found.day, []
    out = day.num_players - day.at_once * day.num_seats
    if day.at_once < day.num_tables:
        tables = phrase("count.tables", lang, count=day.at_once)
        said.append(phrase("plan.fewer_tables", lang, tables=tables, seats=day.num_seats))
    if out:
        said.append(phrase("plan.out", lang, count=out))
    if found.missing:
        field = day.num_players + found.missing
        tables = phrase("count.tables", lang, count=field // day.num_seats)
        said.append(phrase("plan.missing", lang, count=found.missing, tables=tables))
    if found.equal_games:
        said.append(
            phrase(
                "plan.equal_needs",
                lang,
                games=phrase("count.games", lang, count=found.equal_games),
                rounds=phrase("count.rounds", lang, count=found.equal_rounds),
                time=_time(day.lasts(found.equal_rounds), lang),
            )
        )
    return said


def _table(found: Plan, lang: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    table.add_column("", justify="right")
    for column in COLUMNS:
        table.add_column(phrase(f"plan.column.{column}", lang), justify="right")
    for place, format_ in enumerate(found.formats):
        mark = "*" if place == found.advised else ""
        style = "bold" if mark else None
        table.add_row(f"{mark}{place + 1}", *_cells(format_, lang), style=style)
    return table


def _cells(format_: Format, lang: str) -> list[str]:
    problem, quality, none = format_.problem, format_.quality, phrase("word.none", lang)
    rounds = str(problem.num_rounds)
    if format_.last_tables < problem.num_tables:
        rounds += "**"
    if quality.ready:
        meetings = _range(quality.fewest or 0, quality.most or 0, lang)
        never, spread = str(quality.never_met), str(quality.spread)
    else:
        meetings = f"≈ {number(quality.mean, lang)}"
        never, spread = f"≥ {quality.never_met}", f"≥ {quality.bound}"
    return [
        rounds,
        _range(*format_.games, lang),
        _range(*format_.waits, lang) if format_.waits[1] else none,
        str(format_.finals) if format_.finals else none,
        f"{format_.minutes // 60}:{format_.minutes % 60:02}",
        meetings,
        never,
        spread,
    ]


def _range(least: int, most: int, lang: str) -> str:
    if least == most:
        return str(least)
    return phrase("word.range", lang, least=least, most=most)


def _legend(found: Plan, lang: str) -> list[str]:
    """Explain the marks that stand in the table."""
    said = []
    if any(f.last_tables < f.problem.num_tables for f in found.formats):
        said.append(phrase("plan.short_round", lang))
    if any(f.quality.ready for f in found.formats):
        said.append(phrase("plan.ready", lang))
    if not all(f.quality.ready for f in found.formats):
        said.append(phrase("plan.bounds", lang))
    return said


def _advice(found: Plan, lang: str) -> list[str]:
    """Say which format is advised and why, in one sentence."""
    format_ = found.formats[found.advised]
    games, quality = format_.games, format_.quality
    reasons = []
    if format_.equal:
        reasons.append(
            phrase("plan.why.equal", lang, games=phrase("count.games", lang, count=games[1]))
        )
    else:
        fewer = len(format_.problem.other_games)
        reasons.append(phrase("plan.why.uneven", lang, most=games[1], least=games[0], count=fewer))
    if quality.meets == 0:
        reasons.append(phrase("plan.why.all_meet", lang))
    elif quality.meets == 1:
        reasons.append(phrase("plan.why.may_meet", lang, mean=number(quality.mean, lang)))
    elif quality.ready:
        reasons.append(phrase("plan.why.never", lang, count=quality.never_met))
    else:
        reasons.append(phrase("plan.why.at_least_never", lang, count=quality.never_met))
    least, most = format_.waits
    if not most:
        reasons.append(phrase("plan.why.no_waits", lang))
    elif least == most:
        reasons.append(phrase("plan.why.waits", lang, count=most))
    else:
        reasons.append(phrase("plan.why.waits_range", lang, least=least, most=most))
    if format_.finals:
        final = phrase("count.games", lang, count=format_.finals)
        reasons.append(phrase("plan.why.final", lang, games=final))
    return [phrase("plan.advice", lang, place=found.advised + 1, reasons="; ".join(reasons))]


def _command(format_: Format) -> str:
    """Return the command that seats a format."""
    problem = format_.problem
    words = [
        "seating matrix",
        f"--players {problem.num_players}",
        f"--tables {problem.num_tables}",
        f"--rounds {problem.num_rounds}",
    ]
    if problem.num_seats != SEATS:
        words.append(f"--seats {problem.num_seats}")
    if not problem.everybody_always:
        words.append(f"--games-per-player {problem.games_per_player}")
    if problem.other_games:
        fewer = ",".join(str(player + 1) for player, _ in problem.other_games)
        words.append(f'--fewer "{fewer}"')
    return " ".join([*words, "-o seating.json"])
