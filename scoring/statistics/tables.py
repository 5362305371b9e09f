"""Tables of shares from the flat frame; every share stands with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING, Any

from scoring.protocol import BLACK
from scoring.statistics.clusters import Sums, shares_of_sums
from scoring.statistics.intervals import CONFIDENCE, wilson

if TYPE_CHECKING:
    import pandas as pd

VICTIMS = ("civilian", "sheriff", "black", "nobody")
"""Whom the first night can kill."""


def red_share(
    frame: pd.DataFrame,
    by: str | Sequence[str] | None = None,
    *,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Return how often the red team wins.

    Parameters
    ----------
    frame
        The flat frame of seats.
    by
        Column or columns to part the games by, such as "stage" (a season is one), "judge" or
        "round"; all games in one row if None.
    confidence
        Of Wilson's interval.

    Returns
    -------
    pandas.DataFrame
        One row a group: games, red, black, share of red, low, high. Draws and void games do not
        count.
    """
    games = _games(frame)
    red = (games["result"] == "red").rename("red")
    table = _grouped(red, games, by)
    table["black"] = table["games"] - table["red"]
    return _with_share(table, "red", "games", confidence)


def wins(
    frame: pd.DataFrame, by: str | Sequence[str] = "role", *, confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Return how often players win, by role, seat, player, or several columns.

    The civilians of a game win or lose together, so the intervals count games and not seats (see
    :func:`scoring.statistics.clusters.clustered_share`).

    Returns
    -------
    pandas.DataFrame
        One row a group: games (player-games), wins, share, low, high, error (the standard error
        of the share).
    """
    import pandas as pd

    counted = decided(frame)
    columns = [by] if isinstance(by, str) else list(by)
    table = _grouped(counted["won"].rename("wins"), counted, columns)
    per_game = _grouped(counted["won"].rename("wins"), counted, [*columns, "game"])
    terms = pd.DataFrame(Sums.terms(per_game["wins"], per_game["games"])._asdict())
    groups = terms.groupby(level=list(range(len(columns))), observed=True, sort=True)
    sums, games = groups.sum().reindex(table.index), groups.size().reindex(table.index)
    found = shares_of_sums(games, *sums.T.to_numpy(), confidence=confidence)
    share, error, low, high, _ = found
    return table.assign(share=share, low=low, high=high, error=error)


def first_night(
    frame: pd.DataFrame,
    by: str | Sequence[str] | None = None,
    *,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Return whom the first night kills.

    Returns
    -------
    pandas.DataFrame
        One row a group: games, killed, share of games with a kill and its interval (share, low,
        high), and how many of the killed were civilian, sheriff or black.
    """
    import pandas as pd

    games = _games(frame)
    victims = _victims(games, frame)
    counts = pd.DataFrame({name: victims == name for name in VICTIMS[:3]})
    counts["killed"] = victims != "nobody"
    table = _grouped(counts["killed"], games, by)
    for name in VICTIMS[:3]:
        table[name] = _grouped(counts[name], games, by)[name]
    return _with_share(table, "killed", "games", confidence)


def red_share_after_first_night(
    frame: pd.DataFrame, *, confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Return how often the red team wins by whom the first night killed."""
    games = _games(frame)
    games = games.assign(victim=_victims(games, frame))
    return red_share(games, "victim", confidence=confidence).reindex(
        [name for name in VICTIMS if (games["victim"] == name).any()]
    )


def best_move_hits(
    frame: pd.DataFrame, *, names: int = 3, confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Return how many blacks the first killed name, against a blind guess.

    Parameters
    ----------
    frame
        The flat frame of seats.
    names
        Only best moves that named so many seats are compared.
    confidence
        Of Wilson's interval.

    Returns
    -------
    pandas.DataFrame
        By role (civilian, sheriff) and hits: moves of this role, count, share, low, high, and
        blind, the share if the seats were drawn at random (:func:`blind_hits`).
    """
    import pandas as pd

    moves = decided(frame)
    moves = moves[moves["first_killed"] & moves["red"] & (moves["named"] == names)]
    blind = blind_hits(names=names)
    rows = [
        {"role": role, "hits": hits, "moves": len(own), "count": int((own["hits"] == hits).sum())}
        for role in ("civilian", "sheriff")
        for own in [moves[moves["role"] == role]]
        for hits in blind
    ]
    table = pd.DataFrame(rows).set_index(["role", "hits"])
    table = _with_share(table, "count", "moves", confidence)
    table["blind"] = [blind[hits] for _, hits in table.index]
    return table


def blind_hits(*, names: int = 3, seats: int = 10, black: int = 3) -> dict[int, float]:
    """Return the chance of each number of hits when a red player names other seats at random.

    Hypergeometric: C(black, h) C(seats - 1 - black, names - h) / C(seats - 1, names).
    """
    others = seats - 1
    return {
        hits: comb(black, hits) * comb(others - black, names - hits) / comb(others, names)
        for hits in range(names + 1)
    }


def decided(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the seats of games that somebody won."""
    return frame[frame["result"].isin(["red", "black"])]


def _games(frame: pd.DataFrame) -> pd.DataFrame:
    """Return one row for each game that somebody won."""
    return decided(frame).drop_duplicates("game")


def _victims(games: pd.DataFrame, frame: pd.DataFrame) -> pd.Series[Any]:
    """Return whom the first night killed in each of the games."""
    killed = frame[frame["first_killed"]].drop_duplicates("game").set_index("game")["role"]
    role = killed.astype(object).replace(dict.fromkeys(BLACK, "black"))
    return games["game"].map(role).fillna("nobody")


def _grouped(
    hits: pd.Series[Any], frame: pd.DataFrame, by: str | Sequence[str] | None
) -> pd.DataFrame:
    """Return trials ("games") and hits of each group, in order of the groups."""
    import pandas as pd

    name = str(hits.name)
    if by is None:
        return pd.DataFrame({"games": [len(hits)], name: [int(hits.sum())]}, index=["all"])
    columns = [by] if isinstance(by, str) else list(by)
    grouped = hits.groupby([frame[column] for column in columns], observed=True, sort=True)
    table = grouped.agg(["size", "sum"]).astype(int)
    table.columns = pd.Index(["games", name])
    return table


def _with_share(table: pd.DataFrame, hits: str, trials: str, confidence: float) -> pd.DataFrame:
    """Return the table with the share and its interval."""
    low, high = wilson(table[hits], table[trials], confidence=confidence)
    return table.assign(share=table[hits] / table[trials], low=low, high=high)
