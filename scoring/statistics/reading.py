"""Protocols for an analysis: an empty file is called empty, and reasons are counted."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from scoring.errors import ProtocolError
from scoring.files.reading import read_protocols
from scoring.files.texts import read_bytes

if TYPE_CHECKING:
    import pandas as pd

    from scoring.protocol import Protocols

_OPTION = re.compile(r"\bwith --from\b")
_KINDS = {
    "games left out": re.compile(r".*? does not count: (.*)", re.DOTALL),
    "games without their best move": re.compile(
        r".*? counts without its best move: (.*)", re.DOTALL
    ),
    "columns not read": re.compile(r".*: the column ('.*') is not read", re.DOTALL),
}
_UNREAD = re.compile(r"(.*): the game does not count\.", re.DOTALL)
"""How the readers word what cannot count; see also :mod:`scoring.remarks`."""


def read_games(path: str | os.PathLike[str], *, source: str | None = None) -> Protocols:
    """Return the protocols of a file of which at least one game has a winner.

    Parameters
    ----------
    path, source
        As for :func:`scoring.files.read_protocols`.

    Raises
    ------
    ProtocolError
        If the file cannot be read, is empty, or nobody won any of its games. Where the command line
        would offer an option, the message names the argument.
    """
    path = Path(path)
    if not read_bytes(path).strip():
        raise ProtocolError(f"{path} is empty; name a file with games.")
    try:
        protocols = read_protocols(path, source=source)
    except ProtocolError as error:
        said = _OPTION.sub("by the argument source (the line SOURCE of a notebook)", str(error))
        raise ProtocolError(said, error.faults) from None
    if not protocols.games:
        raise ProtocolError(f"{path} is empty: it has a head and no games; add rows of games.")
    if not any(game.result in ("red", "black") for game in protocols.games):
        raise ProtocolError(
            f"Nobody won any of the {len(protocols.games)} games of {path}; "
            "write red or black into the column result."
        )
    return protocols


def left_out_by_reason(protocols: Protocols) -> pd.DataFrame:
    """Return how often each reason stands for what the reader could not count.

    Places and numbers are taken out of the reasons, so that a thousand games of one fault are one
    row.

    Returns
    -------
    pandas.DataFrame
        Indexed by what (games left out, games without their best move, columns not read, others)
        and reason, with the column count; the commonest first within each.
    """
    import pandas as pd

    rows = pd.DataFrame([_kind(text) for text in protocols.left_out], columns=["what", "reason"])
    counts = rows.groupby(["what", "reason"], sort=False).size().rename("count")
    return counts.reset_index().sort_values(
        ["what", "count"], ascending=[True, False], kind="stable"
    ).set_index(["what", "reason"])  # fmt: skip


def _kind(text: str) -> tuple[str, str]:
    for what, form in _KINDS.items():
        if match := form.fullmatch(text):
            return what, _common(match[1])
    if match := _UNREAD.fullmatch(text):
        return "games left out", _common(match[1])
    return "others", _common(text)


def _common(reason: str) -> str:
    """Return a reason without what differs from game to game."""
    without = re.sub(r"\([\d, ]+\)", "(...)", reason)
    return re.sub(r"\d+", "#", without).rstrip(".")
