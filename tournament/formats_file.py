"""Formats: how a tournament is played, as TOML; shipped with the program or an organiser's own.

A format says which stages follow each other, how each is seated, who enters it, which rule set
counts it, and what happens when somebody is late, misses a round or leaves.
"""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schedules.errors import SeatingError
from scoring.toml_lines import TomlLines

if TYPE_CHECKING:
    from tournament.formats_fields import FormatFields

FOLDER = Path(__file__).with_name("formats")


class FormatError(SeatingError):
    """A format that cannot be used; the message lists every fault with its line and key."""

    def __init__(self, message: str, faults: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Day:
    """One day of play: its date and when check-in begins, as written; empty where open."""

    date: str = ""
    check_in: str = ""


@dataclass(frozen=True, slots=True)
class StageFormat:
    """A run of rounds with one seating rule and one weight.

    Attributes
    ----------
    name
        As protocols and rules call it.
    titles
        What people call it, by language.
    rounds, tables
        How many.
    modes
        The seating of each round: ``matrix``, ``random``, ``blocks:2``, ``window:5``, ``strict``
        or ``final``.
    enters
        How many enter, by the standings; None for everybody.
    weight
        What its games are worth.
    least_games, missed_bars
        Who has played fewer games, or missed so many rounds, does not enter; None for no bar.
    final
        Whether its players take the first places.
    days, starts
        Day of each round from 1, and when it starts (empty where open).
    """

    name: str
    titles: Mapping[str, str]
    rounds: int
    tables: int
    modes: tuple[str, ...]
    enters: int | None
    least_games: int
    missed_bars: int | None
    weight: Fraction
    final: bool
    days: tuple[int, ...]
    starts: tuple[str, ...]

    @property
    def ahead(self) -> bool:
        """Whether all its rounds are seated at once, before the first."""
        return self.modes[0] in ("matrix", "final")


@dataclass(frozen=True, slots=True)
class Conduct:
    """What happens when somebody is not where he should be.

    Attributes
    ----------
    empty_seat
        ``stand-in`` (somebody plays and his points are nobody's), ``table-of-9`` or ``sit-out``.
    missed_round
        What missing a round costs: ``penalty`` (as the rules say), ``disqualified``, ``nothing``.
    late_first_game
        Whether one who is late on day 1 is penalised and a substitute plays game 1 for him.
    late_minutes
        After how many minutes one is late.
    late_other_day
        What being late on another day costs: ``disqualified`` or ``nothing``.
    leaving
        What leaving after the start makes of a player: ``disqualified`` or ``withdrawn``.
    ban_months
        For how long one who leaves is banned; 0 for not at all.
    substitutes
        Whether a substitute takes over the place of one who is out, with its points.
    replays
        ``never``, ``by-panel`` (a recorded decision of the judges) or ``free``.
    """

    empty_seat: str
    missed_round: str
    late_first_game: bool
    late_minutes: int
    late_other_day: str
    leaving: str
    ban_months: int
    substitutes: bool
    replays: str


@dataclass(frozen=True, slots=True)
class Nomination:
    """A prize beside the places.

    Attributes
    ----------
    names
        By language.
    measure
        What is counted: a number of the standings such as ``wins_don`` or ``additional``.
    stages
        The stages that count; all if empty.
    least_games
        Games that one has to have played.
    finalists
        Whether finalists may have it.
    tie
        Who has it of those who are equal: ``share`` (all), ``additional`` (the most additional
        points, then all), ``place`` (the first of them in the standings).
    barred
        Who may not have it besides: ``places`` (the first three), ``nominated`` (who has one of
        the nominations before it).
    """

    names: Mapping[str, str]
    measure: str
    stages: tuple[str, ...]
    least_games: int
    finalists: bool
    tie: str
    barred: tuple[str, ...]


@dataclass(frozen=True)
class Format:
    """How a tournament is played.

    Attributes
    ----------
    name, titles, source
        What it is, the title by language.
    rules
        Name of the rule set, or the path of a rules file.
    players, least, seats
        Players who are drawn, the fewest with whom it can be played, and seats of a table.
    paid
        Whether only those who have paid are drawn.
    part_clubs
        Whether draws part clubmates where nothing before that decides (Q6 of docs/swiss.md).
    conduct, days, stages, nominations
        The rest; see each.
    card
        The rules card that the sheets print, sentences by language.
    text
        The file itself, kept with the event.
    """

    name: str
    titles: Mapping[str, str]
    source: str
    rules: str
    players: int
    least: int
    seats: int
    paid: bool
    part_clubs: bool
    conduct: Conduct
    days: tuple[Day, ...]
    stages: tuple[StageFormat, ...]
    nominations: tuple[Nomination, ...]
    card: Mapping[str, tuple[str, ...]]
    text: str

    def stage(self, name: str) -> StageFormat:
        """Return a stage by its name."""
        return next(stage for stage in self.stages if stage.name == name)

    @property
    def moments(self) -> tuple[tuple[str, int], ...]:
        """Every round in order of play, as its stage and number."""
        return tuple(
            (stage.name, number) for stage in self.stages for number in range(1, stage.rounds + 1)
        )

    @property
    def games(self) -> int:
        """Games of the whole tournament."""
        return sum(stage.rounds * stage.tables for stage in self.stages)


@cache
def format_names() -> tuple[str, ...]:
    """Return the names of the formats that come with the program."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def load_format(name_or_path: str | os.PathLike[str]) -> Format:
    """Return a format, by its name if it is shipped, else from a TOML file.

    Raises
    ------
    FormatError
        If there is none, or the file is wrong; every fault is listed with its line and key.
    """
    path = Path(name_or_path)
    if str(path) in format_names():
        path = FOLDER / f"{path}.toml"
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        near = difflib.get_close_matches(str(name_or_path), format_names(), n=1)
        mend = f"did you mean {near[0]!r}?" if near else f"the formats are {_listed()}."
        raise FormatError(
            f"There is no format {str(name_or_path)!r} and no such file; {mend}"
        ) from None
    except UnicodeDecodeError:
        raise FormatError(f"{path} is no text in UTF-8; save it so.") from None
    except OSError as error:
        raise FormatError(
            f"{path} cannot be read ({error.strerror}); name a TOML file, or one of {_listed()}."
        ) from None
    return read_format(text, name=path.stem, where=str(path))


def read_format(text: str, *, name: str, where: str = "") -> Format:
    """Return the format that a TOML text holds; ``where`` is what messages call the text.

    Raises
    ------
    FormatError
        If it is wrong; every fault is listed with its line and key.
    """
    from tournament.formats_fields import read_fields

    where = where or name
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"{where} is not TOML: {error}. Mend that line.") from None
    fields, faults = read_fields(data)
    if fields is None or faults:
        lines = TomlLines(text)
        said = [f"line {lines.line(loc)}, {_key(loc)}: {fault}" for loc, fault in faults]
        count = "1 fault" if len(said) == 1 else f"{len(said)} faults"
        raise FormatError("\n- ".join([f"{where} cannot be used, {count}:", *said]), tuple(said))
    return _format(name, fields, text)


def _key(loc: tuple[int | str, ...]) -> str:
    words: list[str] = []
    for step in loc:
        if isinstance(step, int):
            words[-1] += f" {step + 1}"
        else:
            words.append(step)
    return ".".join(words) or "the file"


def _listed() -> str:
    return ", ".join(format_names())


def _format(name: str, fields: FormatFields, text: str) -> Format:
    stages = tuple(
        StageFormat(
            name=one.name,
            titles={"en": one.title or one.name, "ru": one.title_ru or one.title or one.name},
            rounds=one.rounds,
            tables=one.tables,
            modes=_each(one.seating, one.rounds),
            enters=one.enters,
            least_games=one.least_games,
            missed_bars=one.missed_bars,
            weight=one.weight,
            final=one.final,
            days=_each(one.days, one.rounds),
            starts=_each(one.starts, one.rounds),
        )
        for one in fields.stages
    )
    return Format(
        name=name,
        titles={"en": fields.title, "ru": fields.title_ru or fields.title},
        source=fields.source,
        rules=fields.rules,
        players=fields.players,
        least=fields.least or fields.players,
        seats=fields.seats,
        paid=fields.paid,
        part_clubs=fields.part_clubs,
        conduct=Conduct(**fields.conduct.model_dump()),
        days=tuple(Day(one.date, one.check_in) for one in fields.days),
        stages=stages,
        nominations=tuple(
            Nomination(
                {"en": one.name, "ru": one.name_ru or one.name}, one.measure, tuple(one.stages),
                one.least_games, one.finalists, one.tie, tuple(one.barred),
            )
            for one in fields.nominations
        ),
        card={lang: tuple(sentences) for lang, sentences in fields.card.items()},
        text=text,
    )  # fmt: skip


def _each(values: list[Any], rounds: int) -> tuple[Any, ...]:
    """Return one value for each round, where one may stand for all."""
    return tuple(values) * rounds if len(values) == 1 else tuple(values)
