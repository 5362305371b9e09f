"""What stands in a schedule file, checked field by field; every error is a sentence of ours."""

from __future__ import annotations

import difflib
import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, StrictInt, StrictStr, ValidationError

from schedules.errors import ProblemError, ScheduleFileError
from schedules.json_values import load_json
from schedules.problem import Problem
from schedules.problem_fields import GROUPS, LIMITS, NUMBERS, PROBLEM_KEYS, ProblemFields

FORMAT = "seating-schedule/1"
KEYS = (
    "format",
    "name",
    "problem",
    "rounds",
    "players",
    "judges",
    "measures",
    "certificate",
    "made",
)
JUDGES_KEYS = ("names", "rounds", "not_with", "absent")
LARGEST = 1_000_000
"""The greatest number on a chair; above lies what the arrays cannot hold."""
MOST = 10_000
"""The greatest number of players, tables, seats or rounds; no tournament comes near it."""

_BELONGS = {
    "name": "a text",
    "problem": "an object with players, tables, seats, rounds and games_per_player",
    "rounds": "a list of rounds, each a list of tables",
    "players": "a list of names",
    "judges": "an object with names and rounds",
    "measures": "an object",
    "certificate": "an object",
    "made": "an object",
}


class JudgesFields(BaseModel):
    """The ``judges`` of a file: names, and the judge of each table in each round."""

    names: list[StrictStr]
    rounds: list[list[StrictInt | None]]
    not_with: list[tuple[StrictInt, StrictInt]] = []
    absent: list[tuple[StrictInt, StrictInt]] = []


class FileFields(BaseModel):
    """The fields of a schedule file, of the right types but not yet of the right shape."""

    name: StrictStr = ""
    problem: ProblemFields = ProblemFields()
    rounds: list[list[list[StrictInt | None]]]
    players: list[StrictStr] = []
    judges: JudgesFields | None = None
    measures: dict[str, Any] | None = None
    certificate: dict[str, Any] | None = None
    made: dict[str, Any] | None = None

    @classmethod
    def read(cls, data: dict[str, Any]) -> FileFields:
        """Return the fields of a file; raise ScheduleFileError at the first of a wrong type."""
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            raise ScheduleFileError(_sentence(first["loc"], first["input"], data)) from None


def loads(text: str) -> dict[str, Any]:
    """Return the object that a JSON text holds."""
    data = load_json(text, pairs=_object, constant=_constant)
    if not isinstance(data, dict):
        raise ScheduleFileError(
            f'the file holds {_shown(data)}; an object with "format", "problem" and "rounds" '
            "belongs there."
        )
    loaded: dict[str, Any] = data
    return loaded


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        twice = next(key for key, n in Counter(key for key, _ in pairs).items() if n > 1)
        raise ScheduleFileError(f'the key "{twice}" stands twice in one object; keep one.')
    return data


def _constant(word: str) -> Any:
    raise ScheduleFileError(f"{word} is not a number that JSON knows; write a number or null.")


def check_keys(data: dict[str, Any]) -> None:
    """Raise ScheduleFileError unless format and keys are those of this version."""
    stated = data.get("format")
    if stated != FORMAT:
        if "format" not in data:
            wrong = '"format" is missing'
        elif isinstance(stated, str) and stated.startswith("seating-schedule/"):
            wrong = f"{_shown(stated)} is another version than this program reads"
        else:
            wrong = f'"format" holds {_shown(stated)}'
        raise ScheduleFileError(
            f'{wrong}, so this is not a schedule of ours; one begins with "format": "{FORMAT}".'
        )
    _known(data, KEYS, "")
    if isinstance(data.get("problem"), dict):
        _known(data["problem"], PROBLEM_KEYS, "problem, ")
    if isinstance(data.get("judges"), dict):
        _known(data["judges"], JUDGES_KEYS, "judges, ")
        for key in ("names", "rounds"):
            if key not in data["judges"]:
                raise ScheduleFileError(
                    f'"judges" has no "{key}"; it holds names, and the judges of each round.'
                )
    if "rounds" not in data:
        raise ScheduleFileError('"rounds" is missing; it holds the tables of each round.')


def _known(data: dict[str, Any], keys: Sequence[str], where: str) -> None:
    for key in data:
        if key not in keys and not key.startswith("x-"):
            near = difflib.get_close_matches(key, keys, n=1)
            mend = f'did you mean "{near[0]}"?' if near else f"the keys are {', '.join(keys)}."
            raise ScheduleFileError(
                f'{where}"{key}" is not a key of {FORMAT}; {mend} '
                'A key of your own must begin with "x-".'
            )


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "..."


def _sentence(loc: tuple[int | str, ...], value: Any, data: dict[str, Any]) -> str:
    """Say which field holds what, and what belongs there."""
    steps = [step + 1 if isinstance(step, int) else step for step in loc]
    if steps[0] == "rounds" and len(steps) > 1:
        words = ("round", "table", "seat")
        where = ", ".join(f"{word} {n}" for word, n in zip(words, steps[1:], strict=False))
        last = data["problem"].get("players") if isinstance(data.get("problem"), dict) else None
        upto = f" to {last}" if isinstance(last, int) else " up"
        belongs = (
            "a list of tables",
            "a list of seats",
            f"a player number from 1{upto}, or null for an empty chair,",
        )[len(steps) - 2]
        names = ' Names belong in "players".' if len(steps) > 3 and isinstance(value, str) else ""
        return f"{where} holds {_shown(value)}; {belongs} belongs there.{names}"
    if steps[0] == "problem" and len(steps) > 1:
        belongs = _wish_belongs(str(steps[1]))
        wish = f", wish {steps[2]}" if len(steps) > 2 else ""
        return f'problem, "{steps[1]}"{wish} holds {_shown(value)}; {belongs} belongs there.'
    if steps[0] == "players" and len(steps) > 1:
        return f'"players", name {steps[1]} holds {_shown(value)}; a text belongs there.'
    if steps[0] == "judges" and len(steps) > 1:
        return _judges_sentence(steps[1:], value)
    return f'"{steps[0]}" holds {_shown(value)}; {_BELONGS[str(steps[0])]} belongs there.'


def _judges_sentence(steps: list[int | str], value: Any) -> str:
    """Say which field of the judges holds what, and what belongs there."""
    key, places = steps[0], steps[1:]
    words = {"rounds": ("round", "table"), "names": ("name",)}.get(str(key), ("pair", "number"))
    where = "".join(f", {word} {n}" for word, n in zip(words, places, strict=False))
    belongs = {
        "names": "a list of names" if not places else "a text",
        "rounds": "the number of a judge, or null where no game is played,"
        if len(places) > 1
        else "a list of judges, one for each table,",
        "not_with": "a pair of judge and player, such as [1, 17],",
        "absent": "a pair of judge and round, such as [1, 3],",
    }[str(key)]
    return f'"judges", {key}{where} holds {_shown(value)}; {belongs} belongs there.'


def _wish_belongs(key: str) -> str:
    """Say what belongs into a key of the problem."""
    if key in NUMBERS:
        return "a whole number"
    if key in GROUPS:
        kept = "players kept apart" if key == "apart" else "players"
        return f"a list of {kept}, such as [4, 17],"
    if key in LIMITS:
        limit = "most" if key == "at_most" else "fewest"
        return f"a list of players and their {limit} meetings, such as [[1, 2], 1],"
    if key == "other_games":
        return "a player and his games, such as [4, 7],"
    if key == "not_in_a_row":
        return "true or false"
    place = "round" if key == "absent" else "table"
    return f"a player and a {place}, such as [4, 2],"


def check_shape(rounds: list[list[list[int | None]]]) -> None:
    """Raise ScheduleFileError unless all rounds and tables are of one size."""
    if not rounds or not any(rounds) or not any(map(any, rounds)):
        raise ScheduleFileError('"rounds" holds nobody; write the tables of each round.')
    tables = Counter(len(tables) for tables in rounds).most_common(1)[0][0]
    seats = Counter(len(table) for tables in rounds for table in tables).most_common(1)[0][0]
    for r, round_ in enumerate(rounds, 1):
        if len(round_) != tables:
            missing = len(round_) < tables
            mend = (
                "write a row for each table, of null where a table does not play."
                if missing
                else "take out what is too much, or put it into a round of its own."
            )
            raise ScheduleFileError(
                f"{'a row is missing' if missing else 'there is a row too many'}: "
                f"round {r} has {_count(len(round_), 'table')} and others have {tables}; {mend}"
            )
        for t, table in enumerate(round_, 1):
            if len(table) != seats:
                missing = len(table) < seats
                mend = "write null on an empty chair." if missing else "take out what is too much."
                raise ScheduleFileError(
                    f"{'a seat is missing' if missing else 'there is a seat too many'}: "
                    f"round {r}, table {t} has {_count(len(table), 'seat')} and others have "
                    f"{seats}; {mend}"
                )
            for s, number in enumerate(table, 1):
                if number is not None and abs(number) > LARGEST:
                    raise ScheduleFileError(
                        f"round {r}, table {t}, seat {s} holds {_shown(number)}; "
                        "no player has such a number."
                    )


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def derive_problem(fields: FileFields) -> Problem:
    """Return the problem of a file, what it leaves out derived from the rounds.

    Every game is taken for full, and the games of each player for what most players have; the
    number of players follows from the two, so that a few wrong numbers do not change it.

    Raises
    ------
    ScheduleFileError
        If the numbers of the problem do not fit together.
    """
    stated, rounds = fields.problem, fields.rounds
    for key in NUMBERS:
        value = getattr(stated, key)
        if value is not None and not 1 <= value <= MOST:
            raise ScheduleFileError(
                f'problem, "{key}" holds {value}; a number from 1 to {MOST} belongs there.'
            )
    counts = Counter(n for tables in rounds for table in tables for n in table if n and n > 0)
    seats = stated.seats if stated.seats is not None else len(rounds[0][0])
    chairs = seats * sum(any(n is not None for n in table) for tables in rounds for table in tables)
    games, players = stated.games_per_player, stated.players
    usual = _usual_games(counts) if games is None else games
    if players is None:
        players = max(counts, default=0)
        if usual > 0 and chairs % usual == 0:
            players = chairs // usual
        strays = [n for n, played in counts.items() if n > players and 1 < played > usual // 2]
        if strays:
            raise ScheduleFileError(
                f"the players do not all play equally many games (player {min(strays)} plays "
                f'{counts[min(strays)]}, most play {usual}); state "players" and '
                '"games_per_player" in "problem".'
            )
    if games is None:
        games = chairs // players if players > 0 and chairs % players == 0 else usual
    try:
        return Problem(
            num_players=players,
            num_tables=stated.tables if stated.tables is not None else len(rounds[0]),
            num_rounds=stated.rounds if stated.rounds is not None else len(rounds),
            num_seats=seats,
            games_per_player=games,
            **stated.wishes(),
        )
    except ProblemError as error:
        mend = "Correct" if "problem" in fields.model_fields_set else "State"
        raise ScheduleFileError(f'{error} {mend} "problem".') from error


def _usual_games(counts: Counter[int]) -> int:
    """Return how many games most players have; of two such numbers the greater."""
    often = Counter(counts.values())
    return max(often, key=lambda games: (often[games], games), default=0)
