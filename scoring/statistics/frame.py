"""The flat frame of protocols, one row a seat, on which all statistics stand."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scoring.errors import ProtocolError
from scoring.files.cells import columns_of
from scoring.files.texts import csv_rows, decode, read_bytes
from scoring.files.words import HEADERS, NOBODY, key, meaning
from scoring.protocol import BLACK, Protocols

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = (
    "game", "stage", "round", "table", "judge", "result", "seat", "player", "role", "red", "won",
    "first_killed", "named", "hits",
)  # fmt: skip
"""Columns of the frame.

game: its number in the file, from 1; red: whether the player's team is; won: whether his team did;
first_killed: whether he was; named and hits: how many seats his best move named and how many of
them were black, 0 for everybody but the first killed. Where only the number of hits is told, named
is the number that the form allows, three.
"""
USED = (
    "stage", "round", "table", "game", "judge", "result", "seat", "player", "role", "first_killed",
    "best_move", "hits", "row",
)  # fmt: skip
NAMES = 3
PIECE = 100_000
"""Rows that are read at once."""


def seat_frame(protocols: Protocols) -> pd.DataFrame:
    """Return the frame of protocols, with the columns of :data:`COLUMNS`.

    Draws and void games are in it, with nobody as the winner; the statistics leave them out.
    """
    import pandas as pd

    rows: dict[str, list[Any]] = {name: [] for name in COLUMNS if name not in ("red", "won")}
    for number, game in enumerate(protocols.games, start=1):
        named = len(game.best_move) or (0 if game.hits_told is None else NAMES)
        hits = game.hits
        for chair in game.chairs:
            mine = chair.seat == game.first_killed
            rows["game"].append(number)
            rows["stage"].append(game.stage)
            rows["round"].append(game.round)
            rows["table"].append(game.table)
            rows["judge"].append(game.judge)
            rows["result"].append(game.result)
            rows["seat"].append(chair.seat)
            rows["player"].append(chair.player)
            rows["role"].append(chair.role)
            rows["first_killed"].append(mine)
            rows["named"].append(named if mine else 0)
            rows["hits"].append(hits if mine else 0)
    return _finished(pd.DataFrame(rows))


def _finished(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the frame with the columns that follow from others, in small types."""
    import pandas as pd

    for name in ("stage", "judge", "result", "player", "role"):
        # in order of appearance: stages stand in tables as they were played
        frame[name] = pd.Categorical(frame[name], categories=list(frame[name].unique()))
    for name in ("game", "round", "table", "seat", "named", "hits"):
        frame[name] = frame[name].astype("int32")
    frame["first_killed"] = frame["first_killed"].astype(bool)
    red = ~frame["role"].isin(sorted(BLACK))
    frame["red"] = red
    frame["won"] = ((frame["result"] == "red") & red) | ((frame["result"] == "black") & ~red)
    return frame[list(COLUMNS)]


def read_seat_frame(path: str | os.PathLike[str]) -> pd.DataFrame:
    """Return the frame of a large CSV of our own form, without making protocols of it.

    A million rows take a few seconds. The rows of a game must stand together, and what belongs to
    the whole game must stand in each of them, as we write it; use
    :func:`scoring.files.read_protocols` and :func:`seat_frame` for anything else.

    Raises
    ------
    ProtocolError
        If columns are missing, or a role, a result or a seat is not what it should be.
    """
    import pandas as pd

    path = Path(path)
    text = decode(path, read_bytes(path))
    first = csv_rows(path, text[: text.find("\n") + 1])
    columns, _ = columns_of(first[0] if first else (), HEADERS)
    missing = {"result", "seat", "player", "role"} - columns.keys()
    if missing:
        raise ProtocolError(
            f"{path} has no column {', '.join(sorted(missing))}; name the columns in the first row."
        )
    delimiter = next((mark for mark in ";\t," if mark in text[: text.find("\n")]), ",")
    wanted = {columns[name]: name for name in USED if name in columns}
    data = _cells(path, text, delimiter, sorted(wanted))
    data.columns = [wanted[index] for index in sorted(wanted)]
    for name in USED:
        if name not in data:
            data[name] = pd.Categorical([""] * len(data))
    if len(data["row"].cat.categories) > 1:
        kinds = data["row"].map({word: meaning("row", word) for word in data["row"].cat.categories})
        data = data[kinds == "seat"].reset_index(drop=True)
        for name in data.columns.astype(str):
            data[name] = data[name].cat.remove_unused_categories()
    return _finished(_of_own(path, data))


def _cells(path: Path, text: str, delimiter: str, columns: list[int]) -> pd.DataFrame:
    """Return columns of a CSV as categories of texts: a player may be called 007.

    Read as categories at once, pandas would make numbers of them; read as texts, a million rows
    would fill the memory. So it goes piece by piece.
    """
    import pandas as pd

    try:
        pieces = list(
            pd.read_csv(
                io.StringIO(text),
                sep=delimiter,
                usecols=columns,
                dtype=str,
                keep_default_na=False,
                index_col=False,
                chunksize=PIECE,
            )
        )
    except pd.errors.ParserError as error:
        raise ProtocolError(f"{path} cannot be read: {error}; correct that line.") from None
    joined = {}
    for name in pieces[0].columns:
        parts = [pd.Categorical(piece.pop(name).fillna("")) for piece in pieces]
        joined[name] = pd.api.types.union_categoricals(parts)
    return pd.DataFrame(joined)


def _of_own(path: Path, data: pd.DataFrame) -> pd.DataFrame:
    """Return the frame of the cells of our own form; each different cell is read once."""
    import numpy as np
    import pandas as pd

    out = pd.DataFrame({name: data[name] for name in ("stage", "judge", "player")})
    for name in ("result", "role"):
        out[name] = data[name].map(_words(path, data[name], name))
    for name in ("seat", "round", "table"):
        out[name] = _whole(path, data[name], 0 if name == "seat" else 1)
    codes = [data[name].cat.codes.to_numpy() for name in ("stage", "round", "table", "game")]
    starts = np.zeros(len(data), dtype=bool)
    starts[:1] = True
    for column in codes:
        starts[1:] |= column[1:] != column[:-1]
    # a game recorded twice in a row: its first seat comes again
    seat = out["seat"].to_numpy()
    starts[1:] |= seat[1:] <= seat[:-1]
    out["game"] = np.cumsum(starts)
    nobody = {word: "0" for word in data["first_killed"].cat.categories if key(word) in NOBODY}
    killed = _whole(path, data["first_killed"].astype(object).replace(nobody).astype("category"), 0)
    out["first_killed"] = (killed == seat) & (killed > 0)
    moves = {word: _move(word) for word in data["best_move"].cat.categories}
    _refuse(path, "best_move", [word for word in moves if re.search(r"[^\W\d]", word)])
    move = data["best_move"].astype(object).map(moves)
    mine = out["first_killed"].to_numpy()
    out["named"], out["hits"] = 0, 0
    of_killed = out.index[mine]
    masks = move[mine].to_numpy(dtype=np.int64) if len(of_killed) else np.zeros(0, dtype=np.int64)
    black = out["role"].isin(sorted(BLACK)).to_numpy()
    bits = np.where(black, np.int64(1) << seat.clip(0, 62), 0)
    per_game = np.bincount(out["game"], weights=bits).astype(np.int64)
    hit = masks & per_game[out["game"].to_numpy()[mine]]
    out.loc[of_killed, "named"] = np.bitwise_count(masks)
    out.loc[of_killed, "hits"] = np.bitwise_count(hit)
    told = _whole(path, data["hits"], -1)[mine]
    only = (told >= 0) & (masks == 0)
    out.loc[of_killed[only], "named"] = NAMES
    out.loc[of_killed[only], "hits"] = told[only]
    return out


def _move(word: str) -> int:
    """Return the seats of a best move as the bits of a number."""
    seats = [int(part) for part in re.findall(r"\d{1,2}", word)]
    return sum(1 << seat for seat in set(seats) if 0 < seat < 62)


def _words(path: Path, column: pd.Series[Any], kind: str) -> dict[str, str]:
    """Return what each word of a column means."""
    found = {word: meaning(kind, word) for word in column.cat.categories}
    _refuse(path, kind, [word for word, what in found.items() if what is None])
    return {word: what for word, what in found.items() if what is not None}


def _whole(path: Path, column: pd.Series[Any], default: int) -> Any:
    """Return a column of whole numbers as an array."""
    import numpy as np

    words = [str(word).strip() for word in column.cat.categories]
    _refuse(path, str(column.name), [word for word in words if word and not word.isdecimal()])
    numbers = np.array([int(word) if word else default for word in words] or [0], dtype=np.int32)
    return numbers[column.cat.codes.to_numpy()]


def _refuse(path: Path, column: str, words: Sequence[str]) -> None:
    if words:
        shown = ", ".join(map(repr, words[:5]))
        raise ProtocolError(
            f"{path}: the column {column} holds {shown}; correct it, or read the file as protocols "
            "to have every place listed."
        )
