"""A simulated season: the frame, the file, the file that the repository ships."""

import gzip
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from scoring.check import check_protocols
from scoring.files import read_protocols
from scoring.rules_file import load_rules
from scoring.standings import standings
from scoring.statistics.frame import COLUMNS, read_seat_frame, seat_frame
from tournament.simulate import OBSERVED_KILLED, GameModel, SimulationError, season, write_season
from tournament.simulation import season as module

SHIPPED = Path(__file__).resolve().parents[2] / "notebooks" / "data" / "simulated_season.csv.gz"


@pytest.fixture(scope="module")
def small():
    return season(seed=4, games=61, players=25, judges=3, tables=2, seasons=3)


def test_the_frame_is_what_both_readers_make_of_the_file(small, tmp_path):
    path = tmp_path / "season.csv.gz"
    write_season(path, small)
    frame = small.frame()
    assert tuple(frame.columns) == COLUMNS
    pd.testing.assert_frame_equal(frame, seat_frame(read_protocols(path)))
    pd.testing.assert_frame_equal(frame, read_seat_frame(path), check_categorical=False)


def test_the_file_breaks_no_rule_and_is_scored(small, tmp_path):
    path = tmp_path / "season.csv"
    write_season(path, small)
    protocols, rules = read_protocols(path), load_rules("fiim-mwt-2016")
    assert not check_protocols(protocols)
    table = standings(protocols, rules)
    assert len(table.rows) == len(np.unique(small.players))
    wins = sum(row.tally.wins.get(role, 0) for row in table.rows for role in row.tally.wins)
    assert wins == small.games.won.sum()


def test_the_same_seed_gives_the_same_bytes_and_another_others(small, tmp_path):
    again = season(seed=4, games=61, players=25, judges=3, tables=2, seasons=3)
    other = season(seed=5, games=61, players=25, judges=3, tables=2, seasons=3)
    for name, made in (("a", small), ("b", again), ("c", other)):
        write_season(tmp_path / f"{name}.csv.gz", made)
    first = (tmp_path / "a.csv.gz").read_bytes()
    assert first == (tmp_path / "b.csv.gz").read_bytes()
    assert first != (tmp_path / "c.csv.gz").read_bytes()


def test_a_longer_season_begins_like_a_shorter_one(monkeypatch):
    monkeypatch.setattr(module, "BLOCK", 10)
    short = season(seed=1, games=40, tables=2, seasons=1)
    long = season(seed=1, games=90, tables=2, seasons=1)
    assert (long.players[:40] == short.players).all()
    assert (long.games.red_won[:40] == short.games.red_won).all()
    assert (long.moves[:40] == short.moves).all()


def test_nobody_plays_or_judges_twice_in_a_round(small):
    frame = small.frame()
    rounds = frame.groupby(["stage", "round"], observed=True)
    assert (rounds["player"].nunique() == rounds.size()).all()
    judges = rounds[["table", "judge"]].agg("nunique")
    assert (judges["judge"] == judges["table"]).all()
    assert (frame.groupby("game")["player"].nunique() == 10).all()


def test_rounds_count_from_1_in_every_season(small):
    rounds = small.frame().groupby("stage", observed=True)["round"]
    # 61 games at two tables are 31 rounds: 11, 10 and 10 of them
    assert rounds.min().tolist() == [1, 1, 1]
    assert rounds.max().tolist() == [11, 10, 10]


def test_regulars_come_more_often():
    made = season(seed=1, games=20_000, players=40, tables=1, seasons=1, regulars=2.0)
    often = np.bincount(made.players.ravel(), minlength=40)
    # among ten of forty the first is nearly always there; e^2 holds for the first to come
    assert often[:10].sum() > 2.5 * often[-10:].sum()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 15}, "15 players cannot fill 2 tables"),
        ({"judges": 1}, "2 tables at once need 2 judges"),
        ({"games": 4, "seasons": 3}, "fewer rounds than 3 seasons"),
        ({"games": 0}, "one game"),
    ],
)
def test_a_club_that_is_too_small_is_refused(options, said):
    with pytest.raises(SimulationError, match=said):
        season(seed=1, **options)


def test_the_shipped_season_is_made_as_its_readme_says(tmp_path):
    readme = SHIPPED.with_name("README.md").read_text("utf-8")
    code = readme.partition("```python\n")[2].partition("```")[0]
    assert str(SHIPPED.relative_to(SHIPPED.parents[2])) in code
    path = tmp_path / "again.csv.gz"
    exec(code.replace("notebooks/data/simulated_season.csv.gz", path.as_posix()))
    assert gzip.decompress(path.read_bytes()) == gzip.decompress(SHIPPED.read_bytes())
    assert SHIPPED.stat().st_size < 400_000
    model = GameModel(judge_spread=0.25, killed_by_seat=OBSERVED_KILLED)
    made = season(model, seed=1, games=3000, players=80, judges=12, tables=3, seasons=6)
    for name, effect in zip(made.judge_names, made.judge_effects, strict=True):
        assert f"| {name} | {effect:+.2f} |" in readme
