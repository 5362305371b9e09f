"""A format in words, for the regulations and for those who choose one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from scoring.exact import shown
from scoring.rules_file import load_rules
from tournament.formats_file import Format, Nomination, StageFormat
from tournament.phrases import phrase


def describe(format_: Format, lang: str) -> list[str]:
    """Return a format in sentences, one a line.

    Parameters
    ----------
    format_
        The format.
    lang
        ``"en"`` or ``"ru"``.
    """
    lines = [
        phrase("format.head", lang, title=format_.titles[lang], name=format_.name),
        phrase("format.source", lang, source=format_.source.rstrip(".")),
        phrase(
            "format.size", lang, players=format_.players, seats=format_.seats,
            games=format_.games, rules=format_.rules,
        ),
    ]  # fmt: skip
    if format_.least < format_.players:
        lines.append(phrase("format.least", lang, least=format_.least))
    lines.append(phrase("format.paid" if format_.paid else "format.confirmed", lang))
    if format_.part_clubs:
        lines.append(phrase("format.part_clubs", lang))
    for number, day in enumerate(format_.days, 1):
        if day.date or day.check_in:
            lines.append(
                phrase(
                    "format.day", lang, day=number, date=day.date or "?", time=day.check_in or "?"
                )
            )
    for stage in format_.stages:
        lines += _stage(stage, lang)
    lines += _conduct(format_, lang)
    lines += [_nomination(one, lang) for one in format_.nominations]
    if format_.card.get(lang):
        lines.append(phrase("format.card", lang))
        lines += [f"  - {sentence}" for sentence in format_.card[lang]]
    return lines


def _nomination(one: Nomination, lang: str) -> str:
    """Return a nomination in a sentence: what counts, from how many games, ties, who is barred."""
    said = [phrase("format.nomination", lang, name=one.names[lang], least=one.least_games)]
    said.append(phrase(f"tie.{one.tie}", lang))
    barred = [*([] if one.finalists else ["finalists"]), *one.barred]
    said += [phrase(f"barred.{who}", lang) for who in barred]
    return " ".join(said)


def mode_words(mode: str, lang: str) -> str:
    """Return a seating in words, such as "Swiss, by points in blocks of 2 tables"."""
    kind, _, size = mode.partition(":")
    return phrase(f"mode.{kind}", lang, size=size)


def _stage(stage: StageFormat, lang: str) -> Iterator[str]:
    enters = (
        phrase("format.all", lang)
        if stage.enters is None
        else phrase("format.top", lang, count=stage.enters)
    )
    line = phrase(
        "format.stage", lang, title=stage.titles[lang], name=stage.name, rounds=stage.rounds,
        tables=stage.tables, enters=enters, weight=shown(stage.weight, comma=lang == "ru"),
    )  # fmt: skip
    if stage.least_games:
        line += " " + phrase("format.least_games", lang, count=stage.least_games)
    if stage.missed_bars is not None:
        line += " " + phrase("format.missed_bars", lang, count=stage.missed_bars)
    if stage.final:
        line += f" {phrase('format.final_places', lang)}"
    yield line
    rounds = zip(range(1, stage.rounds + 1), stage.modes, stage.days, stage.starts, strict=True)
    for (mode, day), run in groupby(rounds, key=lambda one: (one[1], one[2])):
        same = list(run)
        first, last = same[0][0], same[-1][0]
        times = [start for *_, start in same if start]
        yield phrase(
            "format.rounds", lang,
            rounds=str(first) if first == last else f"{first}-{last}",
            day=day,
            starts=phrase("format.at", lang, times=", ".join(times)) if times else "",
            mode=mode_words(mode, lang),
        )  # fmt: skip


def _conduct(format_: Format, lang: str) -> Iterator[str]:
    conduct, rules = format_.conduct, load_rules(format_.rules)
    comma = lang == "ru"
    yield phrase(f"empty_seat.{conduct.empty_seat}", lang)
    if conduct.missed_round == "penalty":
        most = rules.no_award.get("missed_round")
        bar = (
            phrase("missed_round.no_bar", lang)
            if most is None
            else phrase("missed_round.bar", lang, count=most)
        )
        points = shown(rules.adjustment_points["missed_round"], comma=comma)
        yield phrase("missed_round.penalty", lang, points=points, bar=bar)
    else:
        yield phrase(f"missed_round.{conduct.missed_round}", lang)
    if conduct.late_first_game:
        points = shown(rules.adjustment_points["late"], comma=comma)
        yield phrase("late.first", lang, minutes=conduct.late_minutes, points=points)
    if conduct.late_other_day == "disqualified":
        yield phrase("late.other", lang, minutes=conduct.late_minutes)
    ban = phrase("leaving.ban", lang, months=conduct.ban_months) if conduct.ban_months else ""
    yield f"{phrase(f'leaving.{conduct.leaving}', lang)} {ban}".rstrip()
    yield phrase(f"substitutes.{'yes' if conduct.substitutes else 'no'}", lang)
    yield phrase(f"replays.{conduct.replays}", lang)
