"""Shares and their intervals, against the source, the published figures and other libraries."""

import csv
import gzip
from collections import Counter
from dataclasses import replace
from math import comb

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from protocol_cases import case, game, seated
from scipy.stats import binomtest, chi2_contingency, hypergeom

from scoring.errors import ProtocolError
from scoring.files import read_protocols, write_protocols
from scoring.protocol import Exit, Protocols
from scoring.statistics import (
    COLUMNS,
    best_move_hits,
    blind_hits,
    first_night,
    homogeneity,
    read_seat_frame,
    red_share,
    red_share_after_first_night,
    seat_frame,
    wilson,
    wins,
)


@pytest.fixture(scope="module")
def club() -> Protocols:
    return read_protocols(case("club_seasons_0_13.csv.gz"))


@pytest.fixture(scope="module")
def frame(club) -> pd.DataFrame:
    return seat_frame(club)


def heads() -> list[dict[str, str]]:
    """The first row of each game of the club that counts, as the source has it."""
    with gzip.open(case("club_seasons_0_13.csv.gz"), "rt", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["rated"] == row["standard"] == "1"]
    return [row for row in rows if row["seat"] == "1"]


@settings(deadline=None)
@given(st.integers(0, 400), st.integers(0, 400), st.sampled_from((0.9, 0.95, 0.99)))
def test_the_interval_is_that_of_scipy(hits, misses, confidence):
    trials = hits + misses
    low, high = wilson([hits], [trials], confidence=confidence)
    if not trials:
        assert pd.isna(low[0])
        assert pd.isna(high[0])
        return
    theirs = binomtest(hits, trials).proportion_ci(confidence, method="wilson")
    assert low[0] == pytest.approx(theirs.low, abs=1e-12)
    assert high[0] == pytest.approx(theirs.high, abs=1e-12)


def test_homogeneity_is_pearsons():
    red, black = [30, 44, 51], [50, 52, 49]
    theirs = chi2_contingency([red, black], correction=False)
    ours = homogeneity(red, [one + two for one, two in zip(red, black, strict=True)])
    assert ours == pytest.approx((theirs.statistic, theirs.dof, theirs.pvalue))
    assert homogeneity([5], [9]) == (0.0, 0, 1.0)
    assert homogeneity([0, 0], [9, 3]) == (0.0, 0, 1.0)


def test_blind_hits_are_hypergeometric():
    blind = blind_hits()
    assert blind == pytest.approx({hits: hypergeom(9, 3, 3).pmf(hits) for hits in range(4)})
    # by hand: 3 of 9 others, 3 of them black; 20, 45, 18 and 1 of 84 triples
    assert blind == {0: 20 / 84, 1: 45 / 84, 2: 18 / 84, 3: 1 / 84}
    assert comb(9, 3) == 84


def test_a_small_set_by_hand():
    """Four games, counted by hand: red, black, a draw that is left out, and a red one."""
    one = seated(game(1, first_killed=7, best_move=(8, 9, 1)), 7, exit=Exit("night", 1))
    two = replace(game(2, first_killed=1, best_move=(2, 3, 4)), result="black", stage="final")
    them = Protocols((one, two, game(3, result="draw", first_killed=2), game(4)))
    frame = seat_frame(them)
    assert tuple(frame.columns) == COLUMNS
    assert len(frame) == 40
    share = red_share(frame)
    assert share.loc["all", ["games", "red", "black"]].tolist() == [3, 2, 1]
    by_stage = red_share(frame, "stage")
    assert by_stage.index.tolist() == ["main", "final"]
    assert by_stage["share"].tolist() == [1.0, 0.0]
    night = first_night(frame).loc["all"]
    assert night[["games", "killed", "civilian", "sheriff", "black"]].tolist() == [3, 2, 1, 1, 0]
    hits = best_move_hits(frame)["count"]
    assert hits["sheriff"].tolist() == [0, 0, 1, 0]
    assert hits["civilian"].tolist() == [1, 0, 0, 0]
    after = red_share_after_first_night(frame)
    assert after["red"].to_dict() == {"civilian": 0, "sheriff": 1, "nobody": 1}
    by_role = wins(frame)
    assert by_role.loc["don", ["games", "wins"]].tolist() == [3, 1]
    assert by_role.loc["civilian", ["games", "wins"]].tolist() == [18, 12]


def test_red_share_of_the_club_is_that_of_the_source(frame):
    counted = Counter((row["season"], row["winner"]) for row in heads())
    share = red_share(frame, "stage")
    assert len(share) == 14
    for season, row in share.iterrows():
        number = season.removeprefix("season ")
        assert row["red"] == counted[number, "red"]
        assert row["black"] == counted[number, "black"]
    whole = red_share(frame).loc["all"]
    assert whole["red"] == share["red"].sum() == sum(row["winner"] == "red" for row in heads())
    assert whole["games"] == len(heads())


def test_red_share_of_the_club_agrees_with_what_is_published(frame):
    """Over all seasons 44.0 ± 0.7 %, single seasons 30 to 51 % (scoring.md, section 6)."""
    share = red_share(frame, "stage")
    assert share["share"].min() >= 0.30
    assert share["share"].max() <= 0.51
    whole = red_share(frame).loc["all"]
    assert whole["low"] < 0.440 < whole["high"]
    _, freedom, p = homogeneity(share["red"], share["games"])
    assert freedom == 13
    assert p > 0.05  # one constant rate fits


def test_first_night_of_the_club(frame):
    """Against the source, and the published shares (scoring.md, section 6)."""
    night = first_night(frame).loc["all"]
    killed = sum(row["first_killed_seat"] != "0" for row in heads())
    assert night["killed"] == killed
    assert night[["civilian", "sheriff", "black"]].sum() == killed
    assert first_night(frame, "stage")["killed"].sum() == killed
    low, high = wilson([night["civilian"], night["sheriff"]], [killed, killed])
    assert low[0] < 0.843 < high[0]
    assert low[1] < 0.151 < high[1]
    after = red_share_after_first_night(frame)
    for victim, published in (("sheriff", 0.231), ("civilian", 0.458), ("nobody", 0.564)):
        assert after.loc[victim, "low"] < published < after.loc[victim, "high"]


def test_best_moves_of_the_club(frame):
    """Published over all seasons: 19.7/51.9/26.4/2.0 % and 11.4/48.1/36.2/4.2 %."""
    table = best_move_hits(frame)
    published = {
        "civilian": (0.197, 0.519, 0.264, 0.020), "sheriff": (0.114, 0.481, 0.362, 0.042),
    }  # fmt: skip
    for role, shares in published.items():
        own = table.loc[role]
        assert own["count"].sum() == own["moves"].iloc[0]
        for hits, share in enumerate(shares):
            assert own.loc[hits, "low"] < share < own.loc[hits, "high"]
    # better than blind: more than nothing hit
    assert table.loc[("civilian", 0), "high"] < blind_hits()[0]


def test_sums_agree(frame):
    games = red_share(frame).loc["all"]
    by_role = wins(frame)
    of_ten = {"civilian": 6, "sheriff": 1, "mafia": 2, "don": 1}
    for role, count in of_ten.items():
        assert by_role.loc[role, "games"] == count * games["games"]
        winners = games["red"] if role in ("civilian", "sheriff") else games["black"]
        assert by_role.loc[role, "wins"] == count * winners
    by_seat = wins(frame, "seat")
    assert (by_seat["games"] == games["games"]).all()
    assert by_seat["wins"].sum() == 7 * games["red"] + 3 * games["black"]
    for by in ("judge", "round", ["stage", "judge"]):
        table = red_share(frame, by)
        assert table["games"].sum() == games["games"]
        assert table["red"].sum() == games["red"]
        assert ((table["low"] <= table["share"]) & (table["share"] <= table["high"])).all()


def test_a_large_csv_gives_the_same_frame(club, frame, tmp_path):
    write_protocols(club, tmp_path / "club.csv")
    straight = read_seat_frame(tmp_path / "club.csv")
    for column in COLUMNS:
        assert (straight[column].astype(str) == frame[column].astype(str)).all(), column


def test_a_csv_of_told_hits_gives_the_same_frame(tmp_path):
    marathon = read_protocols(case("team_marathon_2025.csv"))
    write_protocols(marathon, tmp_path / "it.csv")
    straight, frame = read_seat_frame(tmp_path / "it.csv"), seat_frame(marathon)
    for column in COLUMNS:
        assert (straight[column].astype(str) == frame[column].astype(str)).all(), column
    # 30 % for red, 36 of 120 (scoring.md, section 6)
    assert red_share(frame).loc["all", ["red", "games"]].tolist() == [36, 120]


def test_names_that_look_like_numbers_stay_names(tmp_path):
    one = game(first_killed=1, best_move=(8, 9, 10))
    for seat in range(1, 11):
        one = seated(one, seat, player=f"00{seat}")
    write_protocols(Protocols((one,)), tmp_path / "it.csv")
    straight, frame = read_seat_frame(tmp_path / "it.csv"), seat_frame(Protocols((one,)))
    assert (
        straight["player"].tolist() == frame["player"].tolist() == [f"00{n}" for n in range(1, 11)]
    )
    assert straight["hits"].tolist() == frame["hits"].tolist() == [3, *[0] * 9]


def test_a_csv_without_games_and_one_cut_off(tmp_path):
    path = tmp_path / "it.csv"
    write_protocols(Protocols(()), path)
    assert len(read_seat_frame(path)) == 0
    assert red_share(read_seat_frame(path)).loc["all", "games"] == 0
    write_protocols(Protocols((game(),)), path)
    path.write_text(path.read_text("utf-8").rstrip().rpartition(",10,")[0] + ",10", "utf-8")
    with pytest.raises(ProtocolError, match="the column role holds ''"):
        read_seat_frame(path)


def test_a_game_recorded_twice_is_two_games_in_a_csv(tmp_path):
    write_protocols(Protocols((game(), game())), tmp_path / "it.csv")
    assert read_seat_frame(tmp_path / "it.csv")["game"].max() == 2


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("role", "part", "no column role"),
        (",don,", ",dean,", "the column role holds 'dean'"),
        (",red,", ",blue,", "the column result holds 'blue'"),
        (",10,P10", ",ten,P10", "the column seat holds 'ten'"),
        (",7 8 9,", ",x y z,", "the column best_move holds 'x y z'"),
        (",P9,mafia,", ',P9,"mafia,', "cannot be read"),
    ],
)
def test_a_bad_large_csv_is_refused(tmp_path, old, new, said):
    path = tmp_path / "it.csv"
    write_protocols(Protocols((game(first_killed=1, best_move=(7, 8, 9)),)), path)
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    with pytest.raises(ProtocolError, match=said):
        read_seat_frame(path)


def test_stages_stand_in_the_order_in_which_they_were_played(tmp_path):
    roles = ["don", "mafia", "mafia", "sheriff", *["civilian"] * 6]
    head = "stage,round,table,result,seat,player,role\n"
    rows = [f"season {n},1,1,red,{seat},P{seat},{role}\n" for n in (9, 10)
            for seat, role in enumerate(roles, 1)]  # fmt: skip
    path = tmp_path / "games.csv"
    path.write_text(head + "".join(rows), encoding="utf-8")
    stages = read_seat_frame(path)["stage"].cat.categories
    assert list(stages) == ["season 9", "season 10"]
