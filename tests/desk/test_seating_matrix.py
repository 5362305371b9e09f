import json
from pathlib import Path

import pytest
from desk_runs import leftovers

from desk.cli import main
from schedules import parse_schedule, read_schedule
from schedules.verify import verify

FIELD = ("--players", 30, "--tables", 3, "--rounds", 9)


def test_file_and_summary(seating, tmp_path):
    done = seating("matrix", *FIELD, "-o", "x.json", "--name", "Cup")
    assert done.status == 0
    assert done.err == ""
    schedule = read_schedule(tmp_path / "x.json")
    assert verify(schedule) == []
    assert schedule.name == "Cup"
    assert done.out.startswith("Done after 0 s: the time is up. Written to x.json.\n")
    assert "30 players, 3 tables, 9 rounds. Everyone plays 9 games.\n" in done.out
    assert "best known bound 5220, so at most 3 above the best possible.\n" in done.out
    assert "proved" not in done.out
    assert f"Code {schedule.digest()}." in done.out
    assert done.out.endswith("  seating export x.json --to html\n")


def test_russian(seating):
    done = seating("matrix", *FIELD, "-o", "мой турнир.json", "--lang", "ru")
    assert done.status == 0
    assert "30 игроков, 3 стола, 9 туров. Каждый играет 9 игр.\n" in done.out
    assert "лучшая известная граница 5220, хуже наилучшего не больше чем на 3.\n" in done.out
    assert done.out.endswith("  seating export 'мой турнир.json' --to html --lang ru\n")


def test_without_a_file_the_seating_is_shown_and_how_to_keep_it(seating, tmp_path):
    done = seating(
        "matrix", "--players", 25, "--tables", 2, "--rounds", 10, "--games-per-player", 8
    )
    assert done.status == 0
    assert "not kept" in done.err, "said before the search"
    assert "-o seating.json" in done.out.splitlines()[-1], "said after it"
    lines = [line.split() for line in done.out.splitlines()]
    assert ["1", "1", *map(str, range(1, 11))] in lines
    assert ["sit", "out", *map(str, range(21, 26))] in lines
    assert list(tmp_path.iterdir()) == []


def test_names_stand_in_the_rounds_and_in_the_file(seating, tmp_path):
    (tmp_path / "n.csv").write_text("\n".join(f"Игрок {n}\x1b[31m" for n in range(8)), "utf-8")
    args = ("matrix", "--tables", 2, "--rounds", 2, "--seats", 4, "--names", "n.csv")
    done = seating(*args)
    assert done.status == 0
    assert "Round 2" in done.out
    assert "Игрок 7" in done.out
    assert "\x1b" not in done.out, "a name must not colour the terminal"
    assert seating(*args, "-o", "x.json", "-q").out == ""
    assert read_schedule(tmp_path / "x.json").players[0].startswith("Игрок 0")


@pytest.mark.parametrize("how", [("--json",), ("-o", "-"), ("--json", "-o", "x.json")])
def test_the_file_on_stdout(seating, how):
    done = seating("matrix", *FIELD, *how)
    assert done.status == 0
    assert verify(parse_schedule(done.out)) == []
    assert "Done after 0 s" in done.err


def test_wishes_from_options_names_and_clubs(seating, tmp_path):
    (tmp_path / "n.csv").write_text(
        'name,club\nAnna,A\nBoris,\nClara,a \nDora,B\nEmil,\nFred,B\nGleb,C\n"Smith, John",\n',
        encoding="utf-8",
    )
    args = ("matrix", "--tables", 2, "--rounds", 2, "--seats", 4, "--names", "n.csv", "--json")
    done = seating(
        *args, "--apart", 'anna,"Smith, John"', "--apart", "2,emil", "--club-column", "club"
    )
    assert json.loads(done.out)["problem"]["apart"] == [[1, 8], [2, 5], [1, 3], [4, 6]]
    done = seating(*args, "--apart", "Ana,Boris")
    assert done.status == 2
    assert "'Ana', who is not among the 8 names; did you mean 'Anna'?" in done.err
    done = seating(*args, "--club-column", "team")
    assert done.status == 2
    assert "has no column 'team' for clubs; use --club-column club." in done.err


def test_problem_file_and_options_above_it(seating, tmp_path):
    (tmp_path / "p.toml").write_text(
        "[problem]\nplayers = 8\ntables = 2\nrounds = 5\nseats = 4\n"
        "apart = [[1, 2]]\nat_most = [[[3, 4, 5], 2]]\n",
        encoding="utf-8",
    )
    done = seating("matrix", "--problem", "p.toml", "--rounds", 3, "--apart", "7,8", "--json")
    assert done.status == 0
    assert json.loads(done.out)["problem"] == {
        "players": 8,
        "tables": 2,
        "seats": 4,
        "rounds": 3,
        "games_per_player": 3,
        "apart": [[1, 2], [7, 8]],
        "at_most": [[[3, 4, 5], 2]],
    }


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("players = 8", '"players" does not belong there; write one table, [problem]'),
        ("", "[problem] is missing"),
        ("[problem]\nplayer = 8", '"player" is not a key of [problem]; did you mean "players"?'),
        ("[problem]\nplayers = '8'", "\"players\" holds '8'; write a whole number"),
        ("[problem]\nplayers = true", '"players" holds True; write a whole number'),
        ("[problem]\napart = [1, 2]", '"apart" holds [1, 2]; write groups'),
        ("[problem]\nat_most = [[1, 2]]", '"at_most" holds [[1, 2]]; write groups'),
        ("[problem\n", "is not TOML:"),
    ],
)
def test_bad_problem_files(seating, tmp_path, text, says):
    (tmp_path / "p.toml").write_text(text, encoding="utf-8")
    done = seating("matrix", "--problem", "p.toml", *FIELD)
    assert done.status == 2
    assert done.err.startswith("Error: p.toml")
    assert says in done.err


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--players", 29), "29 players do not fill 3 tables of 10 (30 would)"),
        (("--players", 0), "The number of players is 0; it must be at least 2."),
        (("--players", -30), "The number of players is -30; it must be at least 2."),
        (("--players", 10**9), "--players is 1000000000, more than 2000 players: seat a part of"),
        (("--players", "9" * 30), "9999 is too large."),
        (("--tables", 201), "--tables is 201, more than 200 tables: seat a part of the field"),
        (("--rounds", 201), "more than 200 rounds: seat the stages one after another."),
        (("--seats", 51), "--seats is 51, more than 50 seats: "),
        (("--players", "x"), "'--players': 'x' is not a whole number."),
        (("--players", "30.0"), "'30.0' is not a whole number"),
        (("--rounds", 0), "The number of rounds is 0"),
        (("--tables", 0), "The number of tables is 0"),
        (("--seats", 1), "The number of seats at a table is 1"),
        (("--seats", 0), "The number of seats at a table is 0"),
        (("--games-per-player", 0), "--games-per-player is 0; write at least 1"),
        (("--games-per-player", 10), "10 games each do not fit in 9 rounds"),
        (("--time-limit", 0), "--time-limit is 0.0; write a number above 0"),
        (("--time-limit", -1), "--time-limit is -1.0; write a number above 0"),
        (("--time-limit", "nan"), "--time-limit is nan; write a number above 0"),
        (("--time-limit", "inf"), "--time-limit is inf; write a number above 0"),
        (("--time-limit", "soon"), "'soon' is not a number of seconds"),
        (("--iterations", 0), "--iterations is 0; write a number above 0, such as 10000000."),
        (("--iterations", 5, "--time-limit", 5), "--time-limit or --iterations, not both"),
        (("--workers", 0), "--workers is 0; write a number from 1 to 256"),
        (("--workers", 10**6), "--workers is 1000000; write a number from 1 to 256"),
        (("--apart", "4"), "names fewer than two players"),
        (("--apart", "4,4"), "4 is written twice in a wish; name at least two different players."),
        (("--apart", "4,31"), "A wish names player 31; the players are 1 to 30."),
        (("--apart", "4,Anna"), "A wish names 'Anna'; write numbers from 1 to 30"),
        (("--club-column", "club"), "--club-column needs the clubs"),
        (("--prefer", "beauty"), "'beauty' is not one of 'order', 'spread', 'tables'"),
        (("--engine", "magic"), "'magic' is not one of 'auto', 'search', 'cp-sat'"),
        (("--lang", "de"), "'de' is not one of 'en', 'ru'"),
        (("--playes", 3), "No such option: --playes"),
        (("--names", "none.csv"), "There is no file none.csv"),
        (("--problem", "none.toml"), "There is no file none.toml"),
        (("--problem", "."), ". cannot be read"),
        (("stray",), "stray"),
    ],
)
def test_bad_numbers_and_options(tmp_path, monkeypatch, capsys, args, says):
    monkeypatch.chdir(tmp_path)
    assert main([str(arg) for arg in ("matrix", *FIELD, *args, "-o", "x.json")]) == 2
    out, err = capsys.readouterr()
    assert err.startswith("Error: ")
    assert says in err
    assert len(err.splitlines()) == 1
    assert out == ""
    assert list(tmp_path.iterdir()) == []


def test_a_bad_number_as_a_process(seating):
    done = seating("matrix", *FIELD[:4], "--rounds", 0)
    assert done.status == 2
    assert done.err == "Error: The number of rounds is 0; it must be at least 1.\n"


def test_what_is_missing_is_named_at_once(seating):
    done = seating("matrix", "--tables", 3)
    assert done.status == 2
    assert "Missing: --players, --rounds." in done.err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "name\nAnna\nBoris\nanna\nDora\n",
            "row 4, column 'name': 'anna' differs only in letter case",
        ),
        ("name,club\nAnna,A\n,B\n", "row 3, column 'name': the name is empty"),
        ("name\nAnna\nBoris\n", "holds 2 names and the players are to be 30; write --players 2"),
    ],
)
def test_bad_names_files(seating, tmp_path, text, says):
    (tmp_path / "n.csv").write_text(text, encoding="utf-8")
    done = seating("matrix", *FIELD, "--names", "n.csv")
    assert done.status == 2
    assert says in done.err


def test_an_infeasible_wish_is_a_no(seating, tmp_path):
    done = seating("matrix", *FIELD, "-o", "x.json", FAKE_SEARCH="infeasible")
    assert done.status == 1
    assert done.err == "Error: Players 4 and 17 cannot be kept apart. Drop the wish.\n"
    done = seating("matrix", *FIELD, "--apart", "1,2,3,4", "-o", "x.json")
    assert done.status == 1
    assert "1, 2, 3 and 4 are to be kept apart" in done.err
    assert list(tmp_path.iterdir()) == []


def test_an_impossible_wish_names_its_players(seating, tmp_path):
    clubs = ["А", "Б", "А", "-", "А", "–", "-", "—"]
    names = ["Анна", "Олег", "Борис", "Д", "Вера", "Е", "Ж", "З"]
    rows = "".join(f"{n};{c}\n" for n, c in zip(names, clubs, strict=True))
    (tmp_path / "n.csv").write_text(f"имя;клуб\n{rows}", encoding="utf-8")
    args = ("matrix", "--tables", 2, "--rounds", 2, "--seats", 4, "--names", "n.csv")
    done = seating(*args, "--club-column", "клуб")
    assert done.status == 1
    said = "Error: Анна, Борис and Вера (1, 3, 5; club А) are to be kept apart from each other"
    assert done.err.startswith(said)
    done = seating(*args, "--apart", "Олег,Д,6")
    assert done.status == 1
    assert done.err.startswith("Error: Олег, Д and Е (2, 4, 6) are to be kept apart")


def test_a_word_that_is_a_name_and_a_number(seating, tmp_path):
    (tmp_path / "n.csv").write_text("name\n8\n7\n6\n5\n4\n3\n2\n1\n", encoding="utf-8")
    args = ("matrix", "--tables", 2, "--rounds", 2, "--seats", 4, "--names", "n.csv", "--json")
    done = seating(*args, "--apart", "1,7")
    assert json.loads(done.out)["problem"]["apart"] == [[8, 2]]
    assert "1 in a wish is taken for the player of that name, in slot 8; for the slot 1" in done.err
    assert 'write "#1".' in done.err
    done = seating(*args, "--apart", "#1,#7")
    assert json.loads(done.out)["problem"]["apart"] == [[1, 7]]
    assert "in a wish" not in done.err


@pytest.mark.parametrize(
    ("out", "says"),
    [
        ("out.xlsx", "a schedule file ends in .json; write -o out.json, and then make the sheet "
         "with: seating export out.json --to xlsx"),
        ("my out.pdf", "write -o 'my out.json', and then make the sheet with: seating export "
         "'my out.json' --to html"),
    ],
)  # fmt: skip
def test_a_schedule_is_not_written_as_a_sheet(seating, tmp_path, out, says):
    done = seating("matrix", *FIELD, "-o", out, FAKE_SEARCH="crash")
    assert done.status == 2
    assert says in done.err
    assert list(tmp_path.iterdir()) == []


def test_unwritable_places_are_found_before_the_search(seating, tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "n.csv").write_text("\n".join(f"P{n}" for n in range(30)), encoding="utf-8")
    for out, says in (
        ("none/x.json", "there is no folder none"),
        ("folder", "folder is a folder; name a file in it, such as -o folder"),
        ("x" * 300, "File name too long"),
        ("n.csv", "n.csv is read by this command"),
    ):
        done = seating("matrix", *FIELD, "--names", "n.csv", "-o", out, FAKE_SEARCH="crash")
        assert done.status == 2, done
        assert says in done.err
    if Path("/proc").is_dir():
        done = seating("matrix", *FIELD, "-o", "/proc/x.json", FAKE_SEARCH="crash")
        assert done.status == 2
        assert "/proc/x.json cannot be written" in done.err
    assert leftovers(tmp_path) == []


def test_a_full_disk_loses_nothing(seating, tmp_path):
    done = seating("matrix", *FIELD, "-o", "x.json", FAKE_DISK="full")
    assert done.status == 2
    assert "x.json cannot be written: the disk is full" in done.err
    assert "Round  Table" in done.out, "shown, since it cannot be written anywhere"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_device_keeps_the_seating_elsewhere(seating, tmp_path):
    done = seating("matrix", *FIELD, "-o", "/dev/full", TMPDIR=str(tmp_path))
    assert done.status == 2
    kept = list(tmp_path.glob("seating-*.json"))
    assert f"The seating is kept in {kept[0]}." in done.err
    assert verify(read_schedule(kept[0])) == []


def test_our_own_faults_are_said_in_one_sentence(seating):
    done = seating("matrix", *FIELD, "-q", FAKE_SEARCH="crash")
    assert done.status == 70
    assert done.err.startswith("Internal error (KeyError: 'boom'). ")
    assert "seating --debug" in done.err
    assert len(done.err.splitlines()) == 1
