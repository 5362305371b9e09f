"""Files without games are called so; why games are left out; streaks and what they do."""

import gzip

import numpy as np
import pytest
from protocol_cases import case

from scoring.errors import ProtocolError
from scoring.files import read_protocols
from scoring.protocol import Protocols
from scoring.statistics import (
    block_dispersion,
    left_out_by_reason,
    read_games,
    runs_finding,
    streaks_warning,
)

HEAD = "stage,round,table,game,judge,result,seat,player,role,first_killed,best_move\n"


@pytest.mark.parametrize("text", ["", "\n \n", HEAD])
def test_an_empty_file_is_called_empty(tmp_path, text):
    path = tmp_path / "games.csv"
    path.write_text(text)
    with pytest.raises(ProtocolError, match=r"games\.csv is empty"):
        read_games(path)
    packed = tmp_path / "games.csv.gz"
    packed.write_bytes(gzip.compress(text.encode()))
    with pytest.raises(ProtocolError, match="is empty"):
        read_games(packed)


def test_games_that_nobody_won(tmp_path):
    roles = ["don", "mafia", "mafia", "sheriff", *["civilian"] * 6]
    rows = [f"A,1,1,1,J,draw,{n},P{n},{role},," for n, role in enumerate(roles, 1)]
    path = tmp_path / "games.csv"
    path.write_text(HEAD + "\n".join(rows))
    with pytest.raises(ProtocolError, match="Nobody won any of the 1 games"):
        read_games(path)
    path.write_text(path.read_text().replace("draw", "red"))
    assert read_games(path) == read_protocols(path)


def test_a_file_of_no_known_kind_is_told_of_the_argument(tmp_path):
    path = tmp_path / "games.csv"
    path.write_text("a,b\n1,2\n")
    for source in (None, "polemica"):
        with pytest.raises(ProtocolError, match="by the argument source") as found:
            read_games(path, source=source)
        assert "--" not in str(found.value)


def test_reasons_are_counted_without_their_places():
    texts = (
        "season 0, game 3 (line 5 on, 10 rows) does not count: not rated, winner 'other'.",
        "season 1, game 4 (line 9 on, 10 rows) does not count: not rated, winner 'other'.",
        "game 7 does not count: seat 3: two players.",
        "game 8 counts without its best move: seat 2: the best move (2, 10) names himself.",
        "game 9 counts without its best move: seat 5: the best move (1, 5, 8) names himself.",
        "a.json: games[3].winner: must be one of red, black: the game does not count.",
        "a.csv: the column 'shoes' is not read",
        "the club has no name",
    )
    table = left_out_by_reason(Protocols((), left_out=texts))
    assert table["count"].to_dict() == {
        ("columns not read", "'shoes'"): 1,
        ("games left out", "not rated, winner 'other'"): 2,
        ("games left out", "seat #: two players"): 1,
        ("games left out", "a.json: games[#].winner: must be one of red, black"): 1,
        ("games without their best move", "seat #: the best move (...) names himself"): 2,
        ("others", "the club has no name"): 1,
    }
    assert left_out_by_reason(Protocols(())).empty


def test_every_reason_of_the_club_is_counted_once():
    protocols = read_protocols(case("club_seasons_0_13.csv.gz"))
    table = left_out_by_reason(protocols)
    assert table["count"].sum() == len(protocols.left_out)
    assert "others" not in table.index.unique(0)
    assert len(table) < 20


def test_dispersion_by_hand():
    """Blocks RR, RB, BB of p = 1/2: red wins 2, 1, 0 have variance 1, the binomial 2 x 1/4."""
    assert block_dispersion([1, 1, 1, 0, 0, 0], 2) == pytest.approx(1 / 0.5)
    assert np.isnan(block_dispersion([1, 1, 1, 1], 2))
    assert np.isnan(block_dispersion([], 2))
    assert np.isnan(block_dispersion([1, 0, 1], 2))


def test_dispersion_of_games_without_memory_is_one_and_of_streaks_known():
    """A winner who wins again with 0.6: correlations 0.2^k, in long blocks 1.2 / 0.8 = 1.5."""
    rng = np.random.default_rng(1)
    free = [block_dispersion(rng.random(2000) < 0.44, 10) for _ in range(200)]
    assert np.mean(free) == pytest.approx(1, abs=4 * np.std(free) / 200**0.5)
    streaks = [block_dispersion(np.cumsum(rng.random(6000) < 0.4) % 2, 100) for _ in range(200)]
    # 1.5 less 2 x 0.2 / (100 x 0.8^2) for the ends of a block
    assert np.mean(streaks) == pytest.approx(1.5 - 0.006, abs=4 * np.std(streaks) / 200**0.5)


def test_a_warning_just_where_the_runs_test_fires():
    rng = np.random.default_rng(2)
    streaks = np.cumsum(rng.random(400) < 0.35) % 2 == 0
    warning = streaks_warning(runs_finding("", streaks), streaks)
    assert warning.startswith("WARNING: the winners come in streaks")
    assert "too narrow" in warning
    assert f"{block_dispersion(streaks, 20):.2f} (of 20)" in warning
    assert "(of 30)" not in warning  # 13 blocks
    changing = np.cumsum(rng.random(400) < 0.65) % 2 == 0
    assert "alternate" in streaks_warning(runs_finding("", changing), changing)
    free = rng.random(400) < 0.44
    finding = runs_finding("", free)
    assert finding.p > 0.05
    assert streaks_warning(finding, free) == ""
    assert streaks_warning(runs_finding("", []), []) == ""
