"""A season of made-up games: the flat frame of the statistics, and a file like a club's own."""

from __future__ import annotations

import gzip
import io
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tournament.simulation.games import ROLES, Games, Ints, Luck, best_moves, play
from tournament.simulation.model import (
    SEATS,
    Floats,
    GameModel,
    SimulationError,
    true_strength,
)

if TYPE_CHECKING:
    import pandas as pd

BLOCK = 6144
"""Rounds that share one generator: the same games come whatever is made at once."""
FILE_COLUMNS = (
    "stage", "round", "table", "result", "judge", "first_killed", "best_move", "seat", "player",
    "role", "extras",
)  # fmt: skip


@dataclass(frozen=True)
class Season:
    """Games of a club, season by season, with the truth behind them.

    Attributes
    ----------
    games
        As they ended.
    players
        Shape (games, seats): who sat there, from 0.
    stage, round, table, judge
        Shape (games,), from 0: the season, its round, the table, who judged.
    moves
        Shape (games, 3): seats in the best move, -1 for none.
    skills
        True skills as red and as black, shape (2, players).
    judge_effects, table_effects
        On red, in logits.
    """

    games: Games
    players: Ints
    stage: Ints
    round: Ints
    table: Ints
    judge: Ints
    moves: NDArray[np.int8]
    skills: Floats
    judge_effects: Floats
    table_effects: Floats

    def __len__(self) -> int:
        return len(self.players)

    @property
    def strength(self) -> Floats:
        """How good the players truly are, the mean of their two skills."""
        return true_strength(self.skills)

    @property
    def player_names(self) -> list[str]:
        """What the players are called."""
        return _names("Player", self.skills.shape[1])

    @property
    def judge_names(self) -> list[str]:
        """What the judges are called."""
        return _names("Judge", len(self.judge_effects))

    def frame(self) -> pd.DataFrame:
        """Return the games in the columns of :data:`scoring.statistics.frame.COLUMNS`.

        The same frame as :func:`scoring.statistics.frame.read_seat_frame` reads from the file that
        :func:`write_season` writes.
        """
        import pandas as pd

        from scoring.statistics.frame import COLUMNS

        games, count = self.games, len(self)
        seats = np.tile(np.arange(SEATS), count)
        killed = (self.games.first_killed[:, None] == np.arange(SEATS)).ravel()
        named = np.repeat((self.moves >= 0).sum(axis=1), SEATS)
        result = np.where(games.red_won, 0, 1)
        seasons = [f"season {n + 1}" for n in range(int(self.stage.max(initial=0)) + 1)]
        data = pd.DataFrame(
            {
                "game": np.repeat(np.arange(1, count + 1, dtype=np.int32), SEATS),
                "stage": _category(np.repeat(self.stage, SEATS), seasons),
                "round": np.repeat(self.round + 1, SEATS).astype(np.int32),
                "table": np.repeat(self.table + 1, SEATS).astype(np.int32),
                "judge": _category(np.repeat(self.judge, SEATS), self.judge_names),
                "result": _category(np.repeat(result, SEATS), ["red", "black"]),
                "seat": (seats + 1).astype(np.int32),
                "player": _category(self.players.ravel(), self.player_names),
                "role": _category(games.roles.ravel(), list(ROLES)),
                "red": games.red.ravel(),
                "won": games.won.ravel(),
                "first_killed": killed,
                "named": np.where(killed, named, 0).astype(np.int32),
                "hits": np.where(killed, np.repeat(games.hits, SEATS), 0).astype(np.int32),
            }
        )
        return data[list(COLUMNS)]


def season(
    model: GameModel | None = None, *, seed: int, games: int = 2500, players: int = 80,
    judges: int = 8, tables: int = 2, seasons: int = 5, regulars: float = 2.5,
) -> Season:  # fmt: skip
    """Make up the games of a club: round after round, at some tables, who is there by chance.

    Parameters
    ----------
    model
        How games are made up.
    seed
        Settles everything.
    games
        How many, over all seasons.
    players, judges
        In the club. Each round needs ten players and one judge a table.
    tables
        Tables of a round.
    seasons
        Into which the rounds are parted evenly; they are the stages of the file.
    regulars
        How unevenly the players come: the first comes e to the power of this as often as the last.

    Raises
    ------
    SimulationError
        If the club is too small for its tables.
    """
    model = model or GameModel()
    _check(games, players, judges, tables, seasons)
    start = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(0,)))
    skills = model.skills(start, players)
    judge_effects = start.normal(0, model.judge_spread, judges)
    table_effects = start.normal(0, model.table_spread, tables)
    often = np.exp(-regulars * np.arange(players) / players)
    rounds = -(-games // tables)
    pieces = []
    for block, first in enumerate(range(0, rounds, BLOCK)):
        rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(1, block)))
        who, judge = _sitting(rng, min(BLOCK, rounds - first), often, judges, tables)
        effect = judge_effects[judge] + np.tile(table_effects, len(judge) // tables)
        played = play(model, Luck.draw(rng, len(who)), skills[:, who], effect)
        pieces.append((who, judge, best_moves(played, rng), played))
    whos, judging, moves, played_all = zip(*pieces, strict=True)
    number = np.arange(rounds).repeat(tables)[:games]
    stage = number * seasons // rounds
    first_of = np.searchsorted(stage, np.arange(seasons))
    return Season(
        games=_joined(played_all, games),
        players=np.concatenate(whos)[:games],
        stage=stage,
        round=number - number[first_of][stage],
        table=np.tile(np.arange(tables), rounds)[:games],
        judge=np.concatenate(judging)[:games],
        moves=np.concatenate(moves)[:games],
        skills=skills,
        judge_effects=judge_effects,
        table_effects=table_effects,
    )


def _check(games: int, players: int, judges: int, tables: int, seasons: int) -> None:
    if min(games, tables, seasons) < 1:
        raise SimulationError("A season needs one game, one table and one season at least.")
    if players < SEATS * tables:
        raise SimulationError(
            f"{players} players cannot fill {tables} tables of {SEATS}; "
            f"name {SEATS * tables} players or more, or fewer tables."
        )
    if judges < tables:
        raise SimulationError(
            f"{tables} tables at once need {tables} judges, not {judges}; name more of them."
        )
    if seasons > -(-games // tables):
        raise SimulationError(
            f"{games} games at {tables} tables make fewer rounds than {seasons} seasons; "
            "name fewer seasons."
        )


def _sitting(
    rng: np.random.Generator, rounds: int, often: Floats, judges: int, tables: int
) -> tuple[Ints, Ints]:
    """Return who sits where, shape (games, seats), and who judges, shape (games,).

    Who comes is drawn one after another in proportion to how often he comes (an exponential
    number, divided by that, for each: the least come).
    """
    there = SEATS * tables
    clock = rng.standard_exponential((rounds, len(often)), dtype=np.float32) / often
    # sorted by number, so that nothing but the lot below says who sits where
    come = np.sort(np.argpartition(clock, there - 1, axis=1)[:, :there], axis=1)
    who = rng.permuted(come, axis=1).reshape(rounds * tables, SEATS)
    judge = np.argsort(rng.random((rounds, judges)), axis=1)[:, :tables].ravel()
    return who, judge


def _joined(pieces: tuple[Games, ...], count: int) -> Games:
    names = ("roles", "red_won", "first_killed", "hits", "extras")
    return Games(
        **{n: np.concatenate([getattr(piece, n) for piece in pieces])[:count] for n in names}
    )


def _names(word: str, count: int) -> list[str]:
    width = len(str(count))
    return [f"{word} {n:0{width}d}" for n in range(1, count + 1)]


def _category(codes: NDArray[Any], names: list[str]) -> Any:
    """Return a column of names, in the order in which they first appear, as the reader has it."""
    import pandas as pd

    used, first = np.unique(codes, return_index=True)
    order = used[np.argsort(first)]
    place = np.zeros(len(names), dtype=np.int64)
    place[order] = np.arange(len(order))
    return pd.Categorical.from_codes(place[codes], pd.Index([names[n] for n in order]))


def write_season(path: str | os.PathLike[str], made: Season) -> None:
    """Write the games as our own CSV of protocols, one row a seat; packed where it ends in .gz.

    ``seating score`` and both readers of ``scoring`` read it. The same season gives the same bytes.
    """
    import pandas as pd

    frame = made.frame()
    killed = made.games.first_killed.astype(np.int64) + 1
    moves = [" ".join(str(seat + 1) for seat in sorted(row) if seat >= 0) for row in made.moves]
    awards = np.array(["", "0.5", "1"])
    frame = frame.assign(
        first_killed=np.repeat(np.where(killed > 0, killed.astype(str), ""), SEATS),
        best_move=np.repeat(moves, SEATS),
        extras=awards[made.games.extras.ravel()],
    )
    text = io.StringIO()
    pd.DataFrame(frame[list(FILE_COLUMNS)]).to_csv(text, index=False, lineterminator="\n")
    data = text.getvalue().encode()
    path = Path(path)
    path.write_bytes(gzip.compress(data, 9, mtime=0) if path.suffix == ".gz" else data)
