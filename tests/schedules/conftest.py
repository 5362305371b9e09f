import json
from pathlib import Path

import numpy as np
import pytest

from schedules import EMPTY, Problem, Schedule, read_schedule

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases"


def case(name: str) -> Path:
    path = CASES / name
    if not path.exists():
        pytest.skip(f"the case {name} is not beside the project, in shared/cases")
    return path


@pytest.fixture(scope="session")
def tkemali() -> Schedule:
    """30 players, 3 tables, 9 rounds; nobody sits out."""
    return read_schedule(case("matrices/tkemali_seated.json"))


@pytest.fixture(scope="session")
def peer_25() -> Schedule:
    """25 players, 2 tables, 10 rounds, 8 games each, made by another program."""
    data = json.loads(case("schedules/mafia_schedule_25_2_10x8.json").read_text("utf-8"))
    games = [game["players"] for game in data["games"]]
    seating = [[games[i] for i in round_["gameIds"]] for round_ in data["rounds"]]
    return Schedule(Problem(25, 2, 10, 10, 8), np.array(seating))


@pytest.fixture
def full() -> Schedule:
    """8 players, 2 tables of 4, 3 rounds; nobody sits out."""
    seating = [
        [[0, 1, 2, 3], [4, 5, 6, 7]],
        [[1, 0, 4, 5], [3, 2, 7, 6]],
        [[7, 4, 0, 2], [6, 3, 5, 1]],
    ]
    return Schedule(Problem(8, 2, 3, 4), np.array(seating))


@pytest.fixture
def waiting() -> Schedule:
    """5 players, 1 table of 4, 5 rounds, 4 games each; one sits out in turn."""
    seating = [[[(r + s + 1) % 5 for s in range(4)]] for r in range(5)]
    return Schedule(Problem(5, 1, 5, 4, 4), np.array(seating))


@pytest.fixture
def idle() -> Schedule:
    """8 players, 2 tables of 4, 3 rounds, 2 games each; table 2 stands idle in two rounds."""
    nobody = [EMPTY] * 4
    seating = [
        [[0, 1, 2, 3], [4, 5, 6, 7]],
        [[7, 0, 4, 1], nobody],
        [[5, 6, 2, 3], nobody],
    ]
    return Schedule(Problem(8, 2, 3, 4, 2), np.array(seating))
