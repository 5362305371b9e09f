"""One HTML file with everything about a schedule, for phones, screens and the printer.

The file asks nothing of the network: styles and the one small script stand inside, and a content
policy forbids the rest. Without JavaScript only the search box is missing. On paper each round
and each table has its page, players have cards to cut out, and every page and card carries the
digest of the schedule.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schedules.measures import meetings
from schedules.phrases import check_lang, phrase
from schedules.schedule import Schedule
from schedules.sheets import layout, quality
from schedules.sheets.views import (
    Game,
    Person,
    RoundView,
    TableView,
    by_name,
    judge_views,
    person,
    player_views,
    round_views,
    shown,
    table_views,
    version,
)

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).with_name("templates")
SHADES = 6
"""Shades of the pair matrix; the number stands in every cell, so grey paper loses nothing."""
JUDGE_ROUNDS = 16
"""Rounds side by side in the list of judges."""
MATRIX_SIDE = 50
"""Rows and columns of the pair matrix on one page."""


def html_sheet(schedule: Schedule, *, lang: str = "en", card: Sequence[str] = ()) -> str:
    """Return one self-contained HTML page: by round, by table, by player, and the quality.

    Parameters
    ----------
    schedule
        A valid schedule, with or without names.
    lang
        ``"en"`` or ``"ru"``.
    card
        Sentences of the tournament's rules card, for a page of their own.

    Returns
    -------
    str
        HTML to be written as UTF-8; under 300 kB for 40 players and 12 rounds.

    Raises
    ------
    SeatingError
        If the language is unknown.
    """
    check_lang(lang)
    script = (TEMPLATES / "sheet.js").read_text(encoding="utf-8")
    template = _environment().get_template("sheet.html.j2")
    return template.render(
        lang=lang,
        t=partial(_phrase, lang),
        style=_trusted((TEMPLATES / "sheet.css").read_text(encoding="utf-8")),
        script=_trusted(script),
        script_hash="sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        title=quality.title(schedule, lang),
        digest=schedule.digest(),
        version=version(schedule, lang),
        field=quality.field_words(schedule, lang),
        named=bool(schedule.players),
        label=partial(shown, schedule, lang),
        num_rounds=schedule.num_rounds,
        players=player_views(schedule),
        contents=_contents(schedule, card),
        card=card,
        judges=judge_views(schedule),
        judge_rounds=tuple(_judge_rounds(schedule)),
        card_class=layout.card_class,
        card_line=layout.card_line(schedule.num_rounds),
        **_lists(schedule, lang),
        **_quality(schedule, lang),
    )


def _contents(schedule: Schedule, card: Sequence[str]) -> tuple[str, ...]:
    """Return the parts of the page after the index, as they are named in links."""
    judges = () if schedule.judges is None else ("judges",)
    return ("rounds", "tables", "players", *judges, *(("card",) if card else ()), "quality")


def _judge_rounds(schedule: Schedule) -> Iterator[range]:
    """Share the rounds out over tables of judges that are narrow enough for paper."""
    parts = -(-schedule.num_rounds // JUDGE_ROUNDS)
    size = -(-schedule.num_rounds // parts)
    for first in range(1, schedule.num_rounds + 1, size):
        yield range(first, min(first + size, schedule.num_rounds + 1))


def _phrase(lang: str, key: str, **values: object) -> str:
    return phrase(key, lang, **values)


@cache
def _environment() -> Environment:
    """Return the template loader; everything is escaped unless it is ours."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _trusted(text: str) -> str:
    """Mark a text of ours as HTML, so that it is not escaped."""
    from markupsafe import Markup

    return Markup(text)


@dataclass(frozen=True)
class RoundPage:
    """A printed page of a round; ``part`` says which tables where the round needs several."""

    round: RoundView
    games: Sequence[Game]
    part: str
    first: bool
    last: bool


@dataclass(frozen=True)
class TablePage:
    """A printed page of a table; ``part`` says which rounds where the table needs several."""

    table: TableView
    games: Sequence[Game]
    part: str
    first: bool


def _lists(schedule: Schedule, lang: str) -> dict[str, Any]:
    """Pages by round and by table, with the sizes of their text."""
    seats = schedule.seating.shape[2] + int(schedule.judges is not None)  # a line for the judge
    labels = [shown(schedule, lang, one) for one in by_name(schedule)]
    letters = layout.usual_letters(labels)
    labels += [phrase("judges.at", lang, name=view.name) for view in judge_views(schedule)]
    rounds, tables = round_views(schedule), table_views(schedule)
    taken = max((_out_height(view, schedule, lang) for view in rounds), default=0.0)
    wide, tall = layout.LANDSCAPE, layout.PORTRAIT
    games_round = _most(rounds)
    per_round = layout.lists_per_page(games_round, seats, letters, wide)
    games_table = _most(tables)
    per_table = layout.lists_per_page(games_table, seats, letters, tall)
    return {
        "rounds": tuple(page for view in rounds for page in _round_pages(view, per_round, lang)),
        "tables": tuple(page for view in tables for page in _table_pages(view, per_table, lang)),
        "round_fit": layout.fit(per_round, seats, letters, wide, taken=taken, names=labels),
        "table_fit": layout.fit(per_table, seats, letters, tall, names=labels),
    }


def _most(views: Sequence[RoundView] | Sequence[TableView]) -> int:
    return max((len(view.games) for view in views), default=1) or 1


def _out_height(view: RoundView, schedule: Schedule, lang: str) -> float:
    """Millimetres on paper for the names of those who sit out, in 14 points."""
    letters = sum(len(shown(schedule, lang, p)) + 2 for p in view.out)
    return (6.5 * -(-letters // 75) + 5) if letters else 0.0


def _round_pages(view: RoundView, size: int, lang: str) -> Iterator[RoundPage]:
    starts = range(0, len(view.games), size) or range(1)
    for start in starts:
        on_page = view.games[start : start + size]
        part = ""
        if len(starts) > 1:
            part = phrase("place.tables", lang, first=on_page[0].table, last=on_page[-1].table)
        yield RoundPage(view, on_page, part, first=start == 0, last=start == starts[-1])


def _table_pages(view: TableView, size: int, lang: str) -> Iterator[TablePage]:
    starts = range(0, len(view.games), size)
    for start in starts:
        on_page = view.games[start : start + size]
        part = ""
        if len(starts) > 1:
            part = phrase("place.rounds", lang, first=on_page[0].round, last=on_page[-1].round)
        yield TablePage(view, on_page, part, first=start == 0)


@dataclass(frozen=True)
class ChartBar:
    """A bar of the histogram in the units of the drawing."""

    met: int
    pairs: int
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """Where the numbers of the bar stand."""
        return round(self.x + self.width / 2, 1)


@dataclass(frozen=True)
class Cell:
    """How often a pair meets, and the shade; ``n`` if never, ``a`` if a wish keeps it apart."""

    met: int | str
    level: str


@dataclass(frozen=True)
class MatrixRow:
    """A player's row; None on the diagonal."""

    person: Person
    cells: Sequence[Cell | None]


@dataclass(frozen=True)
class MatrixBlock:
    """The part of the pair matrix on one page, with the size of a cell in millimetres."""

    columns: Sequence[Person]
    rows: Sequence[MatrixRow]
    part: str
    cell: float
    line: float


def _quality(schedule: Schedule, lang: str) -> dict[str, Any]:
    return {
        "sentences": quality.sentences(schedule, lang),
        "order": quality.order_sentence(schedule, lang),
        "criteria": quality.criteria(schedule, lang),
        "chart": _chart(quality.histogram(schedule)),
        "matrix": tuple(_matrix(schedule, lang)),
        "apart": schedule.problem.num_kept_apart > 0,
    }


def _chart(bars: Sequence[quality.Bar]) -> Mapping[str, Any]:
    """Lay the histogram out on a drawing 130 high, 44 for each bar and 8 of them at least.

    The axis ends with the last bar, however much wider the drawing is.
    """
    step, floor, tallest = 44, 106, 86
    most = max(bar.pairs for bar in bars)
    width = step * max(len(bars), 8)
    drawn = []
    for i, bar in enumerate(bars):
        height = round(tallest * bar.pairs / most, 1)
        x = i * step + 6
        drawn.append(ChartBar(bar.met, bar.pairs, x, round(floor - height, 1), step - 12, height))
    return {"width": width, "axis": step * len(bars), "bars": drawn}


def _matrix(schedule: Schedule, lang: str) -> Iterator[MatrixBlock]:
    """Cut the pair matrix into even squares that a page can hold."""
    met = meetings(schedule).tolist()
    limits = schedule.problem.limits().tolist()
    values = [n for i, row in enumerate(met) for n in row[:i]]
    least, most = min(values), max(values)
    people = [person(schedule, p) for p in range(len(met))]
    parts = -(-len(people) // MATRIX_SIDE)
    side = -(-len(people) // parts)

    def cell(i: int, j: int) -> Cell | None:
        if i == j:
            return None
        if met[i][j] == 0:
            return Cell(0, "n") if limits[i][j] else Cell(quality.APART, "a")
        return Cell(met[i][j], str((SHADES - 1) * (met[i][j] - least) // max(1, most - least)))

    for top in range(0, len(people), side):
        for left in range(0, len(people), side):
            across, down = people[left : left + side], people[top : top + side]
            yield MatrixBlock(
                columns=across,
                rows=[
                    MatrixRow(row, [cell(row.slot - 1, column.slot - 1) for column in across])
                    for row in down
                ],
                part=phrase(
                    "sheet.matrix_part",
                    lang,
                    row_first=down[0].slot,
                    row_last=down[-1].slot,
                    column_first=across[0].slot,
                    column_last=across[-1].slot,
                )
                if parts > 1
                else "",
                cell=round(min(6.5, 145 / len(across)), 2),
                line=round(min(6.0, 205 / (len(down) + 1)), 2),
            )
