"""The quality page in words: what the measures say, and what the certificate proves.

Nothing is recomputed or judged here: the measures come from :mod:`schedules.measures`, the
certificate from the schedule. Words never claim more than the certificate's ``proved``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from schedules.measures import Measures, games_played, measure
from schedules.phrases import has_phrase, number, phrase
from schedules.schedule import Schedule

APART = "×"
"""Stands in the pair matrix where a wish keeps two players apart."""


@dataclass(frozen=True)
class Criterion:
    """One line of the certificate, in words; value and bound as numbers where they are one."""

    name: str
    value: str
    bound: str
    verdict: str
    argument: str
    proved: bool
    value_number: float | None
    bound_number: float | None


@dataclass(frozen=True)
class Bar:
    """One bar of the histogram: so many pairs meet so often."""

    met: int
    pairs: int


def title(schedule: Schedule, lang: str) -> str:
    """Return the name of the schedule, or a plain word where it has none."""
    return schedule.name or phrase("sheet.untitled", lang)


def field_words(schedule: Schedule, lang: str) -> tuple[str, str, str]:
    """Return players, tables and rounds in words: "30 players", "3 tables", "9 rounds"."""
    rounds, tables, _ = schedule.seating.shape
    return (
        phrase("count.players", lang, count=schedule.problem.num_players),
        phrase("count.tables", lang, count=tables),
        phrase("count.rounds", lang, count=rounds),
    )


def histogram(schedule: Schedule) -> tuple[Bar, ...]:
    """Return the pairs by number of meetings, without gaps between the least and the most."""
    found = dict(measure(schedule).histogram)
    if apart := schedule.problem.num_kept_apart:  # a wish keeps them at 0: they are no bar
        found[0] = found.get(0, 0) - apart
        found = {met: pairs for met, pairs in found.items() if met or pairs > 0} or {0: 0}
    return tuple(Bar(met, found.get(met, 0)) for met in range(min(found), max(found) + 1))


def sentences(schedule: Schedule, lang: str) -> tuple[str, ...]:
    """Return what the measures say about meetings, tables, seats, neighbours and waiting."""
    found = measure(schedule)
    return (
        _field(schedule, lang),
        *_meetings(schedule, found, lang),
        *_tables(schedule, found, lang),
        *_seats(schedule, found, lang),
        _neighbours(found, lang),
        *_waiting(found, lang),
    )


def _field(schedule: Schedule, lang: str) -> str:
    players, tables, rounds = field_words(schedule, lang)
    games = games_played(schedule)
    least, most = int(games.min()), int(games.max())
    field = phrase("quality.field", lang, players=players, tables=tables, rounds=rounds)
    if least == most:
        return f"{field} {phrase('quality.games', lang, count=most)}"
    return f"{field} {phrase('quality.games_range', lang, least=least, most=most)}"


def _meetings(schedule: Schedule, found: Measures, lang: str) -> tuple[str, ...]:
    least, most = found.band
    band = "quality.outside_band" if found.outside_band else "quality.inside_band"
    return (
        _exactly("quality.range_one", found.most, lang)
        if found.fewest == found.most
        else phrase(
            "quality.range",
            lang,
            least=found.fewest,
            most=found.most,
            mean=number(found.mean_meetings, lang),
        ),
        phrase("quality.never_met", lang, count=found.never_met)
        if found.never_met
        else all_meet(schedule, lang),
        *kept_apart(schedule, lang),
        phrase(band, lang, count=found.outside_band, least=least, most=most),
        phrase("quality.spread", lang, spread=found.spread),
    )


def all_meet(schedule: Schedule, lang: str) -> str:
    """Say that everyone meets everyone, but for those whom a wish keeps apart."""
    apart = schedule.problem.num_kept_apart
    return phrase("quality.all_meet_others" if apart else "quality.all_meet", lang)


def teams_meet(schedule: Schedule, lang: str) -> str:
    """Say how often two teams meet."""
    found = measure(schedule)
    least, most = found.team_fewest, found.team_most
    if least == most:
        return phrase("summary.teams_equal", lang, count=most)
    return phrase("summary.teams", lang, least=least, most=most)


def kept_apart(schedule: Schedule, lang: str) -> tuple[str, ...]:
    """Say how many pairs the wishes keep apart, and how evenly teams meet."""
    problem, said = schedule.problem, []
    if len(problem.teams) > 1:
        said.append(teams_meet(schedule, lang) + ".")
    mates = {tuple(sorted(pair)) for team in problem.teams for pair in combinations(team, 2)}
    others = problem.num_kept_apart - len(mates)
    if others > 0:
        said.append(phrase("summary.kept_apart", lang, count=others))
    return tuple(said)


def _tables(schedule: Schedule, found: Measures, lang: str) -> tuple[str, ...]:
    if found.table_fewest == found.table_most:
        said = _exactly("quality.tables_even", found.table_most, lang)
    elif found.table_most == 1:
        said = phrase("quality.tables_once", lang)
    else:
        said = phrase("quality.tables", lang, least=found.table_fewest, most=found.table_most)
    return (said, *bound_to_tables(schedule, lang))


def bound_to_tables(schedule: Schedule, lang: str) -> tuple[str, ...]:
    """Say whom the visits to tables leave out: those whom a wish binds to one, or bars from one."""
    bound = sorted(schedule.problem.bound_to_tables)
    if not bound:
        return ()
    who = ", ".join(schedule.player_label(player) for player in bound)
    return (phrase("quality.bound_to_tables", lang, players=who),)


def _seats(schedule: Schedule, found: Measures, lang: str) -> tuple[str, ...]:
    least, most = found.seat_fewest, found.seat_most
    if least == most:
        seats = _exactly("quality.seats_exact", most, lang)
    elif most == 1:
        seats = phrase("quality.seats_once", lang)
    elif found.seat_uneven:
        uneven = found.seat_uneven
        seats = phrase("quality.seats_uneven", lang, least=least, most=most, uneven=uneven)
    else:
        seats = phrase("quality.seats_even", lang, least=least, most=most)
    half = (schedule.seating.shape[2] + 1) // 2
    halves = "quality.halves_uneven" if found.half_uneven else "quality.halves_even"
    return (
        seats,
        phrase(halves, lang, count=found.half_uneven, half=half),
        phrase(
            "quality.first_last",
            lang,
            first=_times(found.first_most, lang),
            last=_times(found.last_most, lang),
        ),
    )


def _neighbours(found: Measures, lang: str) -> str:
    if not found.neighbour_repeats:
        return phrase("quality.no_neighbours", lang)
    most = _times(found.neighbour_most, lang)
    return phrase("quality.neighbours", lang, repeats=found.neighbour_repeats, most=most)


def _waiting(found: Measures, lang: str) -> tuple[str, ...]:
    """Say how long people wait; nothing where nobody ever sits out."""
    if not found.longest_wait:
        return ()
    return (
        phrase(
            "quality.waits",
            lang,
            wait=phrase("count.rounds", lang, count=found.longest_wait),
            play=phrase("count.rounds", lang, count=found.longest_play),
        ),
        together_out(found.together_out_most, lang),
    )


def together_out(most: int, lang: str) -> str:
    """Say how often the same two sit out together at most."""
    if most == 0:
        return phrase("quality.together_out_never", lang)
    if most == 1:
        return phrase("quality.together_out_once", lang)
    return phrase("quality.together_out", lang, times=_times(most, lang))


def _exactly(key: str, count: int, lang: str) -> str:
    """Say that something is so often for all: "exactly once", not "exactly 1 time"."""
    return phrase(f"{key}_once", lang) if count == 1 else phrase(key, lang, count=count)


def _times(count: int, lang: str) -> str:
    """Return "once", "twice", "3 times"."""
    words = {1: "count.once", 2: "count.twice"}
    return (
        phrase(words[count], lang) if count in words else phrase("count.times", lang, count=count)
    )


def order_sentence(schedule: Schedule, lang: str) -> str:
    """Return which order of the criteria the certificate was made for, or an empty text."""
    order = (schedule.certificate or {}).get("order")
    if order is None:
        return ""
    return _code("certificate.order", order, lang)


def criteria(schedule: Schedule, lang: str) -> tuple[Criterion, ...]:
    """Return the lines of the certificate in words; none where the schedule has none.

    A code that the catalogue does not know, of a later version perhaps, stands as it is.
    """
    lines = (schedule.certificate or {}).get("criteria") or ()
    return tuple(_criterion(line, lang) for line in lines)


def _criterion(line: Mapping[str, object], lang: str) -> Criterion:
    argument = line.get("argument")
    if argument == "none" and line.get("bound") is None:
        argument = None  # the verdict already says that no bound is known
    return Criterion(
        name=_code("certificate.criterion", line.get("criterion"), lang),
        value=_value(line.get("value"), lang),
        bound=_value(line.get("bound"), lang),
        verdict=_verdict(line, lang),
        argument=_code("certificate.argument", argument, lang) if argument else "",
        proved=line.get("proved") is True,
        value_number=_single(line.get("value")),
        bound_number=_single(line.get("bound")),
    )


def _verdict(line: Mapping[str, object], lang: str) -> str:
    """Say what is proved: best, so far from the best at most, or nothing at all.

    A gap of 0 without a proof is no proof: it is called not proved.
    """
    if line.get("proved") is True:
        return phrase("certificate.proved", lang)
    if line.get("bound") is None:
        return phrase("certificate.no_bound", lang)
    gap = line.get("gap")
    if isinstance(gap, int | float) and gap > 0:
        # the number stays on the line of the word before it
        text, last = phrase("certificate.gap", lang, gap=number(gap, lang)), number(gap, lang)
        return text.replace(f" {last}", f"\xa0{last}")
    return phrase("certificate.not_proved", lang)


def _value(value: object, lang: str) -> str:
    """Write a value or a bound: a number, a range of two, or a dash for none."""
    if value is None:
        return phrase("word.none", lang)
    if isinstance(value, list | tuple) and len(value) == 2:
        least, most = (_value(end, lang) for end in value)
        return phrase("word.range", lang, least=least, most=most)
    if isinstance(value, int | float):
        return number(value, lang)
    return str(value)


def _single(value: object) -> float | None:
    """Return a value that is one number, and None for a range, a text or nothing."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    return None


def _code(group: str, code: object, lang: str) -> str:
    key = f"{group}.{code}"
    return phrase(key, lang) if has_phrase(key) else str(code)
