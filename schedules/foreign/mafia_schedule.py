"""JSON of mafia-schedule: a configuration, rounds of games, and games of players from 0."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, StrictInt, StrictStr

from schedules.errors import ForeignFileError
from schedules.foreign.derived import Note, Reading, empty_seating, reading_of
from schedules.foreign.json_text import checked, dump_lists
from schedules.foreign.labels import check_count
from schedules.json_values import load_json
from schedules.schedule import EMPTY, Schedule
from schedules.texts import tidy

Teams = tuple[tuple[int, ...], ...]


class Configuration(BaseModel):
    """What the schedule was made for; versions without teams leave ``numTeams`` out."""

    numPlayers: StrictInt
    numTables: StrictInt
    numRounds: StrictInt
    numGames: StrictInt
    numAttempts: StrictInt
    numTeams: StrictInt = 0


class Round(BaseModel):
    """Games that are played at the same time, at table 1, 2, ..."""

    id: StrictInt
    gameIds: list[StrictInt]


class Game(BaseModel):
    """Players of a game in the order of their seats."""

    id: StrictInt
    players: list[StrictInt]


class File(BaseModel):
    """A schedule file of mafia-schedule."""

    configuration: Configuration
    rounds: list[Round]
    games: list[Game]


class Person(BaseModel):
    """A player's number, from 0, and name."""

    id: StrictInt
    name: StrictStr


class Participants(BaseModel):
    """A participants file of mafia-schedule."""

    people: list[Person]


def read_mafia_schedule(text: str, *, names: Sequence[str] = ()) -> Reading:
    """Read a schedule of mafia-schedule.

    Parameters
    ----------
    text
        Its JSON. Where ``numTeams`` is more than 1 the teams are found: which players form one
        is not written, so of teams by blocks of numbers (1-2, 3-4, ...) and teams by turns (1,
        1 + N, ...) those are taken of which no members ever meet, and none if both or neither
        are such.
    names
        The names by number, as :func:`read_participants` gives them.

    Raises
    ------
    ForeignFileError
        If the file is not of this format, or contradicts itself.
    """
    file = checked(File, load_json(text, error=ForeignFileError))
    stated = file.configuration
    games = {game.id: game.players for game in file.games}
    _check(file, games)
    tables = stated.numTables
    num_seats = len(file.games[0].players)
    seating = empty_seating(len(file.rounds), tables, num_seats)
    for r, round_ in enumerate(file.rounds):
        for t, game in enumerate(round_.gameIds):
            seating[r, t] = games[game]
    check_count(names, stated.numPlayers)
    teams, notes = _teams_met(seating.tolist(), stated.numPlayers, stated.numTeams)
    return reading_of(
        seating,
        num_players=stated.numPlayers,
        games=stated.numAttempts,
        players=names,
        teams=teams,
        notes=notes,
    )


def _check(file: File, games: dict[int, list[int]]) -> None:
    """Raise ForeignFileError where the file contradicts itself."""
    stated = file.configuration
    if not file.games or not file.games[0].players:
        raise ForeignFileError('"games" holds nobody; write the players of each game.')
    if len(games) < len(file.games):
        twice = next(i for i, n in Counter(game.id for game in file.games).items() if n > 1)
        raise ForeignFileError(f'two games have the "id" {twice}; number them.')
    if len(file.rounds) != stated.numRounds or len(games) != stated.numGames:
        raise ForeignFileError(
            f'"configuration" states {stated.numRounds} rounds and {stated.numGames} games and '
            f"there are {len(file.rounds)} and {len(games)}; correct either."
        )
    used = Counter(game for round_ in file.rounds for game in round_.gameIds)
    for game in games:
        if used[game] != 1:
            often = "in no round" if used[game] == 0 else f"in rounds {used[game]} times"
            raise ForeignFileError(f"the game with the id {game} stands {often}; once is right.")
    for r, round_ in enumerate(file.rounds, 1):
        for game in round_.gameIds:
            if game not in games:
                raise ForeignFileError(
                    f'round {r} names the game {game}, which is not in "games"; correct it.'
                )
        if len(round_.gameIds) > stated.numTables:
            raise ForeignFileError(
                f"round {r} has {len(round_.gameIds)} games for {stated.numTables} tables; "
                'correct "numTables" or the round.'
            )
    seats = Counter(len(game.players) for game in file.games).most_common(1)[0][0]
    for game_ in file.games:
        if len(game_.players) != seats:
            raise ForeignFileError(
                f"the game with the id {game_.id} has {len(game_.players)} players and others "
                f"have {seats}; this format cannot say which seat is empty."
            )
        for player in game_.players:
            if not 0 <= player < stated.numPlayers:
                raise ForeignFileError(
                    f"the game with the id {game_.id} holds player {player}; the players are "
                    f"0 to {stated.numPlayers - 1}."
                )


def read_participants(text: str) -> tuple[str, ...]:
    """Return the names of a participants file of mafia-schedule, by number.

    Raises
    ------
    ForeignFileError
        If the file is not of this format, or its numbers are not 0, 1, 2, ...
    """
    people = sorted(
        checked(Participants, load_json(text, error=ForeignFileError)).people,
        key=lambda person: person.id,
    )
    for due, person in enumerate(people):
        if person.id != due:
            raise ForeignFileError(
                f'"people" has the id {person.id} where {due} is due; number them from 0.'
            )
        if not tidy(person.name):
            raise ForeignFileError(f'"people", id {person.id} has no name; write it.')
    return tuple(tidy(person.name) for person in people)


def _candidates(num_players: int, num_teams: int) -> list[Teams]:
    """Return how players of these numbers may form teams: by blocks, and by turns."""
    if num_teams < 2 or num_players % num_teams or num_players == num_teams:
        return []
    size = num_players // num_teams
    blocks = tuple(tuple(range(size * n, size * (n + 1))) for n in range(num_teams))
    return [blocks, tuple(tuple(range(n, num_players, num_teams)) for n in range(num_teams))]


def _teams_met(
    rounds: list[list[list[int]]], num_players: int, num_teams: int
) -> tuple[Teams, tuple[Note, ...]]:
    """Return the teams of which no two members meet, if the seats tell them."""
    if num_teams < 2:
        return (), ()
    games = [set(game) for round_ in rounds for game in round_]
    fitting = [
        teams
        for teams in _candidates(num_players, num_teams)
        if all(len(game.intersection(team)) < 2 for game in games for team in teams)
    ]
    if len(fitting) == 1:
        return fitting[0], ()
    return (), (Note("teams", {"count": num_teams}),)


def mafia_schedule_text(schedule: Schedule) -> str:
    """Return a schedule as JSON of mafia-schedule; names are for :func:`participants_text`.

    ``numTeams`` is left out unless there are teams that it can say: versions without teams
    refuse it.

    Raises
    ------
    ForeignFileError
        If a chair of a game is empty, or a table is idle while a later one plays: this format
        has no words for either.
    """
    problem = schedule.problem
    rounds: list[dict[str, Any]] = []
    games: list[dict[str, Any]] = []
    for r, round_ in enumerate(schedule.seating.tolist()):
        playing = [game for game in round_ if any(p != EMPTY for p in game)]
        if any(EMPTY in game for game in playing):
            raise ForeignFileError(
                f"Round {r + 1} has an empty chair, which mafia-schedule cannot say; "
                "write csv or mwt."
            )
        if playing != round_[: len(playing)]:
            raise ForeignFileError(
                f"Round {r + 1} has an idle table before one that plays, which mafia-schedule "
                "cannot say; write csv or mwt."
            )
        ids = list(range(len(games), len(games) + len(playing)))
        rounds.append({"id": r, "gameIds": ids})
        games += [{"id": i, "players": game} for i, game in zip(ids, playing, strict=True)]
    configuration = {
        "numPlayers": problem.num_players,
        "numTables": schedule.seating.shape[1],
        "numRounds": schedule.num_rounds,
        "numGames": len(games),
        "numAttempts": problem.games_per_player,
    }
    teams = tuple(sorted(tuple(sorted(team)) for team in problem.teams))
    if teams in _candidates(problem.num_players, len(teams)):
        configuration["numTeams"] = len(teams)
    return dump_lists({"configuration": configuration, "rounds": rounds, "games": games})


def participants_text(schedule: Schedule) -> str:
    """Return the names of a schedule, or its numbers from 1, as a participants file."""
    labels = [schedule.player_label(p) for p in range(schedule.problem.num_players)]
    return dump_lists({"people": [{"id": p, "name": label} for p, label in enumerate(labels)]})
