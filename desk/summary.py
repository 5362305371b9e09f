"""What an organiser reads aloud: how good a seating is, and how much of that is proved.

Every number comes from the measures, every judgement from the certificate: a fact without its
criterion is said without a judgement, and "cannot be better" only where ``proved`` says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from schedules.measures import Measures, games_played, measure, meetings
from schedules.phrases import number, phrase
from schedules.schedule import Schedule
from schedules.sheets.quality import (
    all_meet,
    bound_to_tables,
    kept_apart,
    teams_meet,
    together_out,
)
from schedules.soft import measure_soft

GIVEN = {
    ("outside_band", "moments"): "given_never",
    ("spread", "moments"): "given_band",
    ("spread", "trace"): "given_tables",
    ("table_squares", "trace"): "given_spread",
    ("table_range", "trace"): "given_spread",
    ("neighbours", "counting"): "given_rounds",
    ("neighbour_most", "counting"): "given_rounds",
    ("longest_play", "flow"): "given_wait",
}
"""Bounds that hold while something else is as it is, by criterion and argument."""

Criteria = Mapping[str, Mapping[str, Any]]


def summary(schedule: Schedule, certificate: Mapping[str, Any] | None, lang: str) -> list[str]:
    """Return the quality of a valid schedule in sentences, each fact with what is proved of it.

    Parameters
    ----------
    schedule
        A valid schedule; its own certificate is not looked at.
    certificate
        The certificate to be believed, in the form of the file, or ``None``.
    lang
        ``"en"`` or ``"ru"``.
    """
    found = measure(schedule)
    criteria = {line["criterion"]: line for line in (certificate or {}).get("criteria", ())}
    return [
        _field(schedule, lang),
        *_meetings(schedule, found, criteria, lang),
        *_soft(schedule, criteria, lang),
        *_tables(schedule, found, criteria, lang),
        *_seats(schedule, found, criteria, lang),
        *_waiting(found, criteria, lang),
    ]


def _field(schedule: Schedule, lang: str) -> str:
    problem = schedule.problem
    field = phrase(
        "quality.field",
        lang,
        players=phrase("count.players", lang, count=problem.num_players),
        tables=phrase("count.tables", lang, count=problem.num_tables),
        rounds=phrase("count.rounds", lang, count=problem.num_rounds),
    )
    due = problem.due_games()
    least, most = int(due.min()), int(due.max())
    if least == most:
        return f"{field} {phrase('quality.games', lang, count=most)}"
    return f"{field} {phrase('quality.games_range', lang, least=least, most=most)}"


def _meetings(schedule: Schedule, found: Measures, criteria: Criteria, lang: str) -> list[str]:
    least, most = found.fewest, found.most
    if least == most == 1:
        fact = phrase("summary.range_once", lang)
    elif least == most:
        fact = phrase("summary.range_one", lang, count=least)
    elif (least, most) == (0, 1):
        fact = phrase("summary.range_from_none_once", lang)
    elif least == 0:
        fact = phrase("summary.range_from_none", lang, count=most)
    else:
        fact = phrase("summary.range", lang, least=least, most=most)
    lines = [_judged(fact, criteria.get("range"), lang)]
    if found.never_met:
        fact = phrase("summary.never_met", lang, count=found.never_met)
        lines.append(_judged(fact, criteria.get("never_met"), lang))
    else:
        lines.append(all_meet(schedule, lang))
    lines += kept_apart(schedule, lang)
    if always := _always_together(schedule):
        lines.append(phrase("summary.always_together", lang, count=always))
    if found.band_excess:
        low, high = found.band
        mean = number(schedule.problem.mean_meetings, lang)
        values = {"mean": mean, "excess": found.band_excess, "most": high}
        if low == 0:
            fact = phrase("summary.outside_above", lang, **values)
        else:
            fact = phrase("summary.outside", lang, least=low, **values)
        lines.append(_judged(fact, criteria.get("outside_band"), lang))
    if len(schedule.problem.teams) > 1:
        fact = teams_meet(schedule, lang)
        lines.remove(f"{fact}.")  # said here with what is proved of it
        lines.append(_judged(fact, criteria.get("teams"), lang))
    fact = phrase("summary.spread", lang, spread=found.spread)
    lines.append(_judged(fact, criteria.get("spread"), lang))
    return lines


def _always_together(schedule: Schedule) -> int:
    """Return how many pairs meet in every game that either of them plays, unasked."""
    met, games = meetings(schedule), games_played(schedule)
    fewer = np.minimum(games[:, None], games[None, :])
    always = (met == fewer) & (fewer > 1) & (schedule.problem.least_meetings() == 0)
    return int(np.triu(always, 1).sum())


def _tables(schedule: Schedule, found: Measures, criteria: Criteria, lang: str) -> list[str]:
    if schedule.problem.num_tables == 1:
        return []
    least, most = found.table_fewest, found.table_most
    bound = bound_to_tables(schedule, lang)
    if least == most == 1:
        return [phrase("summary.tables_once", lang), *bound]
    if least == most:
        return [phrase("quality.tables_even", lang, count=least), *bound]
    return [
        _judged(
            phrase("summary.tables", lang, least=least, most=most),
            criteria.get("table_range"),
            lang,
        ),
        _judged(
            phrase("summary.table_squares", lang, squares=found.table_squares),
            criteria.get("table_squares"),
            lang,
        ),
        *bound,
    ]


def _seats(schedule: Schedule, found: Measures, criteria: Criteria, lang: str) -> list[str]:
    least, most, uneven = found.seat_fewest, found.seat_most, found.seat_uneven
    num_seats = schedule.seating.shape[2]
    half = (num_seats + 1) // 2
    if uneven:
        fact = phrase("summary.seats_uneven", lang, least=least, most=most, uneven=uneven)
        seats = _judged(fact, criteria.get("seats"), lang)
    elif least == most == 1:
        seats = phrase("summary.seats_once", lang)
    elif least == most:
        seats = phrase("quality.seats_exact", lang, count=most)
    elif most == 1 and len(set(games_played(schedule).tolist())) == 1:
        games = int(games_played(schedule)[0])
        seats = phrase("summary.seats_differ", lang, count=games)
    elif most == 1:
        seats = phrase("quality.seats_once", lang)
    else:
        seats = phrase("quality.seats_even", lang, least=least, most=most)
    if found.half_uneven:
        fact = phrase("summary.halves_uneven", lang, count=found.half_uneven, half=half)
        halves = _judged(fact, criteria.get("halves"), lang)
    else:
        halves = phrase("quality.halves_even", lang, half=half)
    if found.neighbour_repeats:
        times = phrase("count.times", lang, count=found.neighbour_most)
        fact = phrase("summary.neighbours", lang, count=found.neighbour_repeats, times=times)
        neighbours = _judged(fact, criteria.get("neighbours"), lang)
    else:
        neighbours = phrase("quality.no_neighbours", lang)
    # at a table for two each half is one seat, and the seats are told already
    return [seats, neighbours] if num_seats == 2 else [seats, halves, neighbours]


def _soft(schedule: Schedule, criteria: Criteria, lang: str) -> list[str]:
    """Say how far the wishes that give way are kept, each of those that there are."""
    problem = schedule.problem
    if not problem.soft:
        return []
    found = measure_soft(schedule)
    facts = {
        "prefer_apart": {"count": found.apart_meetings, "most": found.apart_most},
        "prefer_together": {"count": found.together_meetings, "fewest": found.together_fewest},
        "in_a_row": {"count": found.in_a_row},
    }
    wished = {
        "prefer_apart": problem.soft.prefer_apart,
        "prefer_together": problem.soft.prefer_together,
        "in_a_row": problem.soft.not_in_a_row,
    }
    return [
        _judged(phrase(f"summary.{code}", lang, **values), criteria.get(code), lang)
        for code, values in facts.items()
        if wished[code]
    ]


def _waiting(found: Measures, criteria: Criteria, lang: str) -> list[str]:
    if not found.longest_wait:
        return []
    wait = phrase("count.rounds", lang, count=found.longest_wait)
    play = phrase("count.rounds", lang, count=found.longest_play)
    together = together_out(found.together_out_most, lang)
    waits = phrase("summary.waits", lang, rounds=wait)
    plays = phrase("summary.plays", lang, rounds=play)
    return [
        _judged(waits, criteria.get("longest_wait"), lang),
        _judged(plays, criteria.get("longest_play"), lang),
        together,
    ]


def _judged(fact: str, criterion: Mapping[str, Any] | None, lang: str) -> str:
    """Return a fact with what the certificate proves of it."""
    if criterion is None:
        return phrase("summary.fact", lang, fact=fact)
    return phrase("summary.judged", lang, fact=fact, verdict=verdict(criterion, lang))


def verdict(criterion: Mapping[str, Any], lang: str) -> str:
    """Say how far a value is from the best possible, never more than ``proved`` says.

    A bound that only holds while a criterion before it is as it is says so.

    Parameters
    ----------
    criterion
        One line of the certificate in the form of the file: ``criterion``, ``value``, ``bound``,
        ``proved``, ``gap``, ``argument``.
    lang
        ``"en"`` or ``"ru"``.
    """
    bound, gap = criterion.get("bound"), criterion.get("gap")
    if criterion.get("proved") is True:
        text = phrase("summary.proved", lang)
    elif bound is None:
        return phrase("summary.no_bound", lang)
    elif not isinstance(gap, int | float) or gap <= 0:
        text = phrase("summary.not_proved", lang, bound=number(bound, lang))
    else:
        key = "gap"
        if isinstance(criterion["value"], list | tuple):
            key = "range_gap" if bound else "range_gap_even"
        values = {"bound": number(bound, lang), "gap": number(gap, lang)}
        text = phrase(f"summary.{key}", lang, **values)
    argument = criterion.get("argument", "none")
    # an exhaustive search goes through the criteria in order, each with those before it settled
    given = (
        "given_before" if argument == "cp_sat" else GIVEN.get((criterion["criterion"], argument))
    )
    if given is None or bound == 0:  # below 0 there is nothing, whatever else is as it is
        return text
    return phrase("summary.given", lang, given=phrase(f"summary.{given}", lang), verdict=text)
