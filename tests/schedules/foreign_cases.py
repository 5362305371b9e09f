"""Random schedules and names for the tests of other programs' files."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import strategies as st

from schedules import EMPTY, Schedule
from schedules.foreign.derived import reading_of
from schedules.names import name_key
from schedules.texts import tidy

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases"


def case(name: str) -> Path:
    path = CASES / name
    if not path.exists():
        pytest.skip(f"the case {name} is not beside the project, in shared/cases")
    return path


ALPHABETS = ("abcXYZ019", "абвЖЯёЁ", "აბგიორ", " ;\"',.=+-№#()/\\")
NAME = (
    st.text(st.sampled_from("".join(ALPHABETS)), min_size=1, max_size=12)
    .map(tidy)
    .filter(lambda name: name and name_key(name))
)


@st.composite
def schedules(draw, *, first_tables: bool = False, named: bool | None = None) -> Schedule:
    """Draw a valid schedule in which everybody plays and the last table is used.

    ``first_tables`` lets idle tables be the last of their round only.
    """
    seats, tables = draw(st.integers(2, 4)), draw(st.integers(1, 3))
    players = draw(st.integers(max(3, seats), seats * tables + 2))
    most = min(tables, players // seats)
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    rounds: list[np.ndarray] = []
    left = set(range(players))
    while left or len(rounds) < draw(st.integers(1, 4)):
        games = most if not rounds else int(rng.integers(1, most + 1))
        order = [
            *rng.permutation(sorted(left)),
            *rng.permutation(sorted(set(range(players)) - left)),
        ]
        playing = rng.permutation(order[: games * seats])
        where = range(games) if first_tables or not rounds else rng.permutation(most)[:games]
        round_ = np.full((most, seats), EMPTY)
        round_[sorted(where)] = playing.reshape(games, seats)
        rounds.append(round_)
        left -= set(playing.tolist())
    schedule = reading_of(np.array(rounds, dtype=np.int32), num_players=players).schedule
    if draw(st.booleans()) if named is None else named:
        names = draw(st.lists(NAME, min_size=players, max_size=players, unique_by=name_key))
        schedule = replace(schedule, players=tuple(names))
    return schedule
