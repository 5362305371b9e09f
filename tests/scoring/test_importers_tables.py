"""Tables of others, one row a seat: what counts, what cannot, cell by cell against the source."""

import csv
import gzip
from fractions import Fraction
from itertools import pairwise

import pytest
from protocol_cases import case

from scoring.check import check_protocols
from scoring.errors import ProtocolError
from scoring.files import SOURCES, read_protocols
from scoring.importers import marathon_csv, sheet
from scoring.importers.teams import teams_never_met

F = Fraction


def club_rows() -> list[dict[str, str]]:
    with gzip.open(case("club_seasons_0_13.csv.gz"), "rt", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_club_seasons_count_what_is_marked_and_name_the_rest():
    rows = club_rows()
    found = read_protocols(case("club_seasons_0_13.csv.gz"))
    marked = {
        (row["season"], row["game"])
        for row in rows
        if row["rated"] == row["standard"] == "1" and row["winner"] in ("red", "black")
    }
    everything = {(row["season"], row["game"]) for row in rows}
    counted = {(one.stage.removeprefix("season "), str(one.round)) for one in found.games}
    assert counted == marked
    not_counted = [reason for reason in found.left_out if "does not count" in reason]
    assert len(not_counted) == len(everything - marked)
    for season, number in everything - marked:
        assert any(one.startswith(f"season {season}, game {number} (") for one in not_counted)
    assert check_protocols(found) == []


def test_club_best_moves_that_cannot_be_are_named():
    """A best move of nobody or of oneself: the game counts, the move does not."""
    heads = {(row["season"], row["game"]): row for row in club_rows() if row["rated"] == "1"}
    wrong = set()
    for place, row in heads.items():
        named = [row[name] for name in ("bm1", "bm2", "bm3") if row[name]]
        killed = row["first_killed_seat"]
        if named and (killed in ("0", *named) or len(set(named)) < len(named)):
            wrong.add(place)
    found = read_protocols(case("club_seasons_0_13.csv.gz"))
    said = [reason for reason in found.left_out if "counts without its best move" in reason]
    assert len(said) == len(wrong)
    games = {one.name: one for one in found.games}
    for season, number in wrong:
        game = games[f"season {season}, game {number}"]
        assert game.best_move == ()
        assert game.record["best_move_written"]


def test_club_rows_are_read_cell_by_cell():
    found = {one.name: one for one in read_protocols(case("club_seasons_0_13.csv.gz")).games}
    seen = 0
    for row in club_rows():
        game = found.get(f"season {row['season']}, game {row['game']}")
        if game is None:
            continue
        seen += 1
        chair = game.chair(int(row["seat"]))
        assert chair.player == row["player"]
        assert chair.role == {"civ": "civilian"}.get(row["role"], row["role"])
        assert game.result == row["winner"]
        assert (game.first_killed or 0) == int(row["first_killed_seat"])
        assert chair.fouls == int(row["fouls"] or 0)
        taken = sum((points for _, points in chair.penalties), F(0))
        assert sum(chair.extras, F(0)) + taken == F(row["extra"] or 0)
        assert (chair.exit is not None and chair.exit.kind in ("fouls", "removed")) == (
            row["removed"] == "1"
        )
        points = game.record.get("bm_points", {}).get(row["seat"], "")
        assert points == row["bm_points"]
    assert seen == 10 * len(found)


def test_a_broken_club_row_takes_its_game_only(tmp_path):
    with gzip.open(case("club_seasons_0_13.csv.gz"), "rt", encoding="utf-8") as file:
        lines = file.read().splitlines()[:31]
    lines[3] = lines[3].replace("civ", "knight")
    lines[14] = "0,2"
    path = tmp_path / "it.csv"
    path.write_text("\n".join(lines), "utf-8")
    found = read_protocols(path)
    assert [one.name for one in found.games] == ["season 0, game 3"]
    assert "line 4: role is 'knight'" in found.left_out[0]
    assert found.left_out[1].startswith("season 0, game 2 (line 12 on, 10 rows) does not count:")
    assert "line 15" in found.left_out[1]


def test_the_marathon_cell_by_cell():
    path = case("team_marathon_2025.csv")
    found = read_protocols(path)
    assert found.left_out == ()
    assert check_protocols(found) == []
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    chairs = [(one, chair) for one in found.games for chair in one.chairs]
    assert len(rows) == len(chairs) == 1200
    worth = {0: F(0), 1: F("0.1"), 2: F("0.3"), 3: F("0.6")}  # MafiaUniverse 2025
    for row, (one, chair) in zip(rows, chairs, strict=True):
        assert (chair.seat, chair.player, one.name) == (
            int(row["seat"]),
            row["player"],
            row["title"],
        )
        assert (chair.seat == one.first_killed) == (row["first_killed"] == "1")
        if row["first_killed"] == "1":
            assert worth[one.hits] == F(row["lh"])
        assert sum(chair.extras, F(0)) == F(row["dop"])
        assert dict(chair.penalties).get("judge", F(0)) == F(row["penalty"])
        assert dict(chair.penalties).get("tech", F(0)) == F(row["tech_penalty"])
        assert one.record["seats"][row["seat"]]["total"] == row["total"]
    assert [one.round for one in found.games] == list(range(1, 121))


def test_the_marathon_has_ten_teams_who_never_meet():
    found = read_protocols(case("team_marathon_2025.csv"))
    teams = found.teams
    assert len(teams) == 30
    assert sorted(list(teams.values()).count(team) for team in set(teams.values())) == [3] * 10
    for one in found.games:
        assert len({teams[chair.player] for chair in one.chairs}) == 10


def test_no_teams_where_they_are_in_doubt():
    found = read_protocols(case("team_marathon_2025.csv"))
    assert teams_never_met(found.games[:12]) == {}
    assert teams_never_met(read_protocols(case("mafiaratings_games.json")).games) == {}
    assert teams_never_met(()) == {}


def test_marathon_rows_that_cannot_be(tmp_path):
    path = case("team_marathon_2025.csv")
    lines = path.read_text("utf-8").splitlines()[:31]
    lines[4] = lines[4].replace(",0.3,0.3,", ",0.3,0.2,")  # no best move is worth 0.2
    lines[11] = lines[11].replace("mafia,0,", "mafia,1,")  # a second first killed
    (tmp_path / "it.csv").write_text("\n".join(lines), "utf-8")
    found = read_protocols(tmp_path / "it.csv")
    assert [one.name for one in found.games] == ["Тур 3 стол 1"]
    assert "line 5: best_move is '0.2'" in found.left_out[0]
    assert "only one is killed first" in found.left_out[1]


def sheet_block(winner: str, killed: str) -> list[list[str]]:
    """A block of the form, written by hand from the layout in scoring/importers/sheet.py."""
    roles = ["Дон", "Мирний", "Мирный", "Мафія", "Мафия", "Мирный", "Шериф", *["Мирный"] * 3]
    seats = [
        [str(seat), f"Игрок {seat}", role, "TRUE", "FALSE", "TRUE" if seat == 4 else "FALSE",
         "1" if seat in (1, 4, 5) else "0", "", "", ""]
        for seat, role in enumerate(roles, start=1)
    ]  # fmt: skip
    seats[0][9] = "0,5"
    seats[3][7] = "-0.5"
    seats[7][8] = "0.3"
    return [
        ["Дата", "2024-03-02", "Ведущий", "Анна", "", "", "", "", "", ""],
        ["№", "Гравець", "Роль", "Фолы", "", "", "Бал", "Штраф", "КХ", "Доп"],
        *seats,
        ["ПУ", killed, "Лучший ход", "1", "5", "7", "", "", "", ""],
        ["Перемога:", "", winner, "", "", "", "", "", "", ""],
        ["", "Номер", "Комментарии", "", "", "", "", "", "", ""],
        ["", "1", "Выиграл версию", "", "", "", "", "", "", ""],
        [],
    ]


def test_the_form_of_blocks(tmp_path):
    path = tmp_path / "it.csv"
    blocks = [*sheet_block("Мафія", "8"), *sheet_block("?", "8"), *sheet_block("Город", "-")]
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=";").writerows(blocks)
    found = read_protocols(path)
    assert check_protocols(found) == []
    one, two = found.games
    assert (one.result, one.first_killed, one.best_move, one.hits) == ("black", 8, (1, 5, 7), 2)
    assert (one.judge, one.record["date"], one.round, two.round) == ("Анна", "2024-03-02", 1, 3)
    assert {chair.seat: chair.role for chair in one.chairs if chair.role != "civilian"} == {
        1: "don", 4: "mafia", 5: "mafia", 7: "sheriff",
    }  # fmt: skip
    assert [chair.fouls for chair in one.chairs] == [1, 1, 1, 2, 1, 1, 1, 1, 1, 1]
    assert (one.chair(1).extras, one.chair(1).comment) == ((F(1, 2),), "Выиграл версию")
    assert one.chair(4).penalties == (("judge", F(-1, 2)),)
    assert one.record["best_move_points"] == {"8": "0.3"}
    assert all(chair.autobonus for chair in one.chairs)
    assert (two.result, two.first_killed, two.best_move) == ("red", None, ())
    assert len(found.left_out) == 2
    assert "game 2 (line 18 on) does not count: its winner is '?'" in found.left_out[0]
    assert "nobody was killed first" in found.left_out[1]


def test_the_form_with_an_automatic_bonus():
    block = sheet_block("Мафия", "0")
    block[1][7] = "Авто"
    for row in block[2:12]:
        row[7] = "" if row[0] == "6" else "0,3"
    block[12][3:6] = ["", "", ""]
    (one,) = sheet.protocols("it", block).games
    assert [chair.seat for chair in one.chairs if not chair.autobonus] == [6]
    assert not any(chair.penalties for chair in one.chairs)


def test_every_kind_is_found_by_its_content():
    kinds = {
        "club_seasons_0_13.csv.gz": "club-csv",
        "team_marathon_2025.csv": "marathon-csv",
        "mafiaratings_games.json": "mafiaratings",
        "polemica_games.json": "polemica",
    }
    for name, kind in kinds.items():
        assert read_protocols(case(name), source=kind) == read_protocols(case(name))


def test_a_wrong_guess_names_the_kinds_and_the_option():
    with pytest.raises(ProtocolError) as raised:
        read_protocols(case("all_stars_2024_standings.csv"))
    said = str(raised.value)
    assert "--from" in said
    for kinds in SOURCES.values():
        for one in kinds:
            assert (one.title in said) == (one.shape == "rows")


def test_the_hits_table_is_that_of_the_source():
    points = [*marathon_csv.HITS]
    assert all(one < two for one, two in pairwise(points))
    assert [*marathon_csv.HITS.values()] == [0, 1, 2, 3]
