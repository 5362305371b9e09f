"""What an organiser reads of the judges: how even their rota is, and how much of that is proved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from desk.summary import verdict
from schedules.judges import RotaMeasures, measure_rota
from schedules.phrases import phrase

if TYPE_CHECKING:
    from rich.console import Console

    from schedules.schedule import Schedule


def rota_lines(
    schedule: Schedule, lang: str, *, criteria: Iterable[Mapping[str, Any]] = ()
) -> list[str]:
    """Return how even the judges of a valid schedule are, in sentences; none without judges.

    Parameters
    ----------
    schedule
        A schedule that has passed the verifier, its judges too.
    lang
        ``"en"`` or ``"ru"``.
    criteria
        What is proved of the rota, in the form of a certificate; without it nothing is judged.
    """
    rota = schedule.judges
    if rota is None:
        return []
    found = measure_rota(schedule, rota)
    proved = {line["criterion"]: line for line in criteria}
    facts = [
        ("judge_games", _games(found, lang)),
        ("judge_table_range", _tables(found, lang)),
        ("judge_player_range", _players(found, lang)),
        ("judge_repeats", _repeats(found, lang)),
    ]
    lines = [
        phrase("summary.judged", lang, fact=fact, verdict=verdict(proved[code], lang))
        if code in proved
        else phrase("summary.fact", lang, fact=fact)
        for code, fact in facts
        if fact
    ]
    for key, pairs in (("judges.forbidden", rota.forbidden), ("judges.absent", rota.absent)):
        if pairs:
            lines.append(phrase("summary.fact", lang, fact=phrase(key, lang)))
    return lines


def _games(found: RotaMeasures, lang: str) -> str:
    least, most = int(found.games.min()), int(found.games.max())
    if least == most:
        return phrase("judges.games_even", lang, count=most)
    if most == least + 1:
        return phrase("judges.games_or", lang, least=least, count=most)
    return phrase("judges.games_range", lang, least=least, most=most)


def _tables(found: RotaMeasures, lang: str) -> str:
    if found.visits.shape[1] == 1:
        return ""
    widest = int((found.visits.max(axis=1) - found.visits.min(axis=1)).max())
    if widest == 0 and found.games.min() == found.games.max():
        return phrase("judges.tables_even", lang, count=int(found.visits[0, 0]))
    return phrase("judges.tables_differ", lang, count=widest)


def _players(found: RotaMeasures, lang: str) -> str:
    met = found.meetings[found.may_meet]
    least, most = int(met.min()), int(met.max())
    if least == most:
        return phrase("judges.players_even", lang, count=most)
    return phrase("judges.players_range", lang, least=least, most=most)


def _repeats(found: RotaMeasures, lang: str) -> str:
    if found.repeats == 0:
        return phrase("judges.no_repeats", lang)
    return phrase("judges.repeats", lang, count=found.repeats)


def print_rota(screen: Console, schedule: Schedule, lang: str) -> None:
    """Print which judge has which table in each round: a row a judge, a column a round."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from desk.screen import plain

    rota = schedule.judges
    if rota is None:
        return
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(phrase("judges.judge", lang), overflow="fold")
    for r in range(schedule.num_rounds):
        table.add_column(str(r + 1), justify="right", no_wrap=True)
    for name, tables in rota.by_judge():
        cells = [phrase("word.none", lang) if t is None else str(t + 1) for t in tables]
        table.add_row(Text(plain(name)), *cells)
    screen.print(Text(phrase("judges.where", lang), style="bold"))
    screen.print(table)
    screen.print()
