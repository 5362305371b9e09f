"""A Swiss round in words: the seats, the checklist, what is proved, why somebody sits there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from optimizer.swiss.certificate import Certificate
from optimizer.swiss.engine import BracketResult, SwissRound
from optimizer.swiss.explain import Answer, Change, Difference, Edit, Row, checklist
from optimizer.swiss.problem import Lock
from optimizer.swiss.seats import PARTS
from schedules.phrases import number, phrase

SHOWN_MATES = 4
"""Earlier opponents that a line of the checklist names; the sum counts all."""


@dataclass(frozen=True)
class People:
    """How the players of an event are called."""

    names: tuple[str, ...]
    lang: str

    def label(self, player: int) -> str:
        """Return a name, or the number of the slot."""
        return self.names[player] if self.names else f"№{player + 1}"

    def listed(self, players: Sequence[int]) -> str:
        """Return several players, parted by commas."""
        return ", ".join(map(self.label, players))


def points_text(points: Fraction, lang: str) -> str:
    """Return points for people: two decimals, and a mark where there are more."""
    text = number(float(points), lang)
    return text if points * 100 == round(points * 100) else f"≈{text}"


def code_name(code: str, part: int, lang: str) -> str:
    """Return a criterion with its words, such as "Q3 (pairs whose meetings become 4)"."""
    return f"{code} ({_words(code, part, lang)})"


def _words(code: str, part: int, lang: str) -> str:
    key = f"swiss.criterion.{code}"
    if code in ("Q4", "Q5", "Q9", "S6"):
        key += f"_{part}"
    return phrase(key, lang, part=part)


def checklist_head(lang: str) -> tuple[str, ...]:
    """Return the headers of the checklist."""
    columns = (
        "rank", "player", "points", "table", "home", "seat", "float", "met", "seats", "sat_out",
    )  # fmt: skip
    return tuple(phrase(f"swiss.column.{column}", lang) for column in columns)


def checklist_rows(
    round_: SwissRound, people: People, *, brief: bool = False
) -> list[tuple[str, ...]]:
    """Return the checklist as cells, in order of rank; who sits out stands last.

    Parameters
    ----------
    round_, people
        The round, and how its players are called.
    brief
        Leave out whom of his table each has met: a screen is narrow.
    """
    return [_cells(row, round_, people, brief=brief) for row in checklist(round_)]


def _cells(row: Row, round_: SwissRound, people: People, *, brief: bool) -> tuple[str, ...]:
    lang = people.lang
    none = phrase("word.none", lang)
    points = points_text(round_.setting.problem.points[row.player], lang)
    out = str(row.sat_out)
    if row.table < 0:
        sits = phrase("swiss.sits_out", lang)
        return none, people.label(row.player), points, sits, *(none,) * 4, _seats(row, none), out
    floats = {-1: "↑", 0: "", 1: "↓"}[row.float_]
    ranked = row.rank > 0  # who sits out by the rule may be seated by hand
    home = phrase("swiss.placed", lang) if row.placed else str(row.home + 1) if ranked else none
    floats, rank = (floats, str(row.rank)) if ranked else ("", none)
    return (
        rank, people.label(row.player), points, str(row.table + 1), home,
        str(row.seat + 1), floats, str(row.repeats) if brief else _met(row, people),
        _seats(row, none), out,
    )  # fmt: skip


def _met(row: Row, people: People) -> str:
    """Return the sum of repeats and those of his table whom he has met most."""
    if not row.met:
        return "0"
    often = [f"{people.label(q)}×{n}" for q, n in row.met if n > 1][:SHOWN_MATES]
    return f"{row.repeats}" + (f": {', '.join(often)}" if often else "")


def _seats(row: Row, none: str) -> str:
    """Return the seats had so far, such as "1 4 7²"."""
    powers = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
    had = [
        f"{seat}{str(times).translate(powers) if times > 1 else ''}"
        for seat, times in enumerate(row.seats, 1)
        if times
    ]
    return " ".join(had) or none


def certificate_lines(round_: SwissRound, lang: str) -> list[str]:
    """Return a line for each bracket: its vector, and what is proved."""
    lines = [
        phrase("swiss.bracket", lang, where=where(result.bracket.tables, lang),
               vector=vector_text(result.certificate),
               proof=proof_text(result, lang))
        for result in round_.brackets
    ]  # fmt: skip
    seats = [sum(values) for values in zip(*(t.vector for t in round_.tables), strict=True)]
    shown = f"S2 {seats[0]}; S3 {seats[1]}; S4 {seats[2]}; S5 {seats[3]}; S6 {seats[4]}, {seats[5]}"
    return [*lines, phrase("swiss.seats", lang, vector=shown)]


def vector_text(certificate: Certificate) -> str:
    """Return a vector as people read it: ``Q3 3×: 1, 2×: 14; Q4 9, 6``."""
    parts: dict[str, list[str]] = {}
    for line in certificate.lines:
        shown = parts.setdefault(line.code, [])
        value = str(line.value) if line.proved else f"{line.value} [{line.bound}]"
        if line.code != "Q3":
            shown.append(value)
        elif line.value:
            shown.append(f"{line.part}×: {value}")
    return "; ".join(f"{code} {', '.join(shown) or 0}" for code, shown in parts.items()) or "D1"


def proof_text(result: BracketResult, lang: str) -> str:
    """Return how a bracket is proved, or that it is not."""
    certificate = result.certificate
    if not certificate.proved:
        return phrase("swiss.proof.gap", lang)
    if certificate.engine == "enumeration":
        return phrase("swiss.proof.enumeration", lang, count=certificate.examined)
    key = "draw" if certificate.engine == "draw" else "cpsat"
    return phrase(f"swiss.proof.{key}", lang, engine=certificate.engine)


def where(tables: Sequence[int], lang: str) -> str:
    """Return the tables of a bracket, from 0, as people read them: Table 3, Tables 1-2."""
    first, last = tables[0] + 1, tables[-1] + 1
    if first == last:
        return phrase("place.table", lang, table=first)
    joined = last - first + 1 == len(tables)
    shown = f"{first}-{last}" if joined else ", ".join(str(t + 1) for t in tables)
    return phrase("swiss.tables", lang, tables=shown)


def legend(round_: SwissRound, lang: str) -> list[tuple[str, str]]:
    """Return what the codes of a round's vectors mean, code and words, in the order of the mode."""
    lines = [(line.code, line.part) for r in round_.brackets for line in r.certificate.lines]
    parts: dict[str, list[str]] = {}
    for code, part in dict.fromkeys((*lines, *PARTS)):
        words = parts.setdefault(code, [])
        if code == "Q3":
            words[:] = [phrase("swiss.legend.Q3", lang)]
        else:
            words.append(_words(code, part, lang))
    return [(code, "; ".join(words)) for code, words in parts.items()]


def signed(who: str, when: str, why: str) -> str:
    """Return who, when and why in brackets, with what is there: (Chief judge; 2016-05-14 12:30)."""
    said = [who, when[:16].replace("T", " "), why]
    return f" ({'; '.join(filter(None, said))})" if any(said) else ""


def lock_text(lock: Lock, people: People) -> str:
    """Return what a lock says, with who, when and why."""
    lang = people.lang
    places = [
        phrase(f"swiss.lock.{word}", lang, place=at + 1)
        for word, at in (("table", lock.table), ("seat", lock.seat))
        if at is not None
    ]
    if not places:
        places = [phrase(f"swiss.lock.{'out' if lock.sits_out else 'in'}", lang)]
    text = f"{people.label(lock.player)}: {', '.join(places)}"
    signature = signed(lock.who, lock.when, lock.why)
    return phrase("swiss.locked", lang, lock=text, signed=signature)


def answer_text(answer: Answer, people: People) -> str:
    """Return why a player does not sit at a table, in a sentence."""
    lang, difference = people.lang, answer.difference
    values: dict[str, object] = {"player": people.label(answer.player), "table": answer.table + 1}
    if answer.verdict == "forbidden":
        return phrase(f"swiss.why.{answer.code}", lang, **values)
    if difference is None:
        return phrase(f"swiss.why.{answer.verdict}", lang, **values)
    text = phrase(
        f"swiss.why.{answer.verdict}", lang, **values, what=difference_text(difference, lang)
    )
    return text if answer.proved else f"{text} {phrase('swiss.why.unproved', lang)}"


def difference_text(difference: Difference, lang: str) -> str:
    """Return a difference: the criterion, before and after, and by how much."""
    return phrase(
        "swiss.difference", lang,
        criterion=code_name(difference.code, difference.part, lang),
        before=difference.before, after=difference.after, change=f"{difference.change:+d}",
    )  # fmt: skip


def edit_lines(edit: Edit, people: People) -> list[str]:
    """Return what a hand edit changes: who moved, what it breaks, every number that is another."""
    lang = people.lang
    lines = [
        phrase(
            "swiss.edit.moved", lang, players=people.listed(edit.moved) or phrase("word.none", lang)
        )
    ]
    for breach in edit.breaches:
        about = [people.listed(breach.players)] if breach.players else []
        about += [] if breach.table is None else [where([breach.table], lang)]
        lines.append(phrase("swiss.edit.breach", lang, code=breach.code, about=", ".join(about)))
    for change in (*edit.tables, *edit.seats):
        lines += _change_lines(change, lang)
    return lines


def _change_lines(change: Change, lang: str) -> list[str]:
    place = where(change.tables, lang)
    return [f"{place}: {difference_text(each, lang)}" for each in change.differences]
