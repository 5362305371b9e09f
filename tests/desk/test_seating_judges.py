import json

import pytest

from schedules import read_schedule
from schedules.judges import verify_rota

JUDGES = "судья;не судит;нет в турах\nАнна;1;\nБорис;;2\nВера;;\nGeorge;;\n"


@pytest.fixture
def judges(tmp_path):
    """Write a judges file and return its path."""

    def write(text=JUDGES, name="judges.csv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def four(seating, tmp_path):
    """A real schedule of 8 players, 2 tables of 4, 4 rounds."""
    done = seating(
        *("matrix", "--players", 8, "--tables", 2, "--seats", 4, "--rounds", 4),
        *("--quiet", "-o", "four.json"),
    )
    assert done.status == 0, done
    return tmp_path / "four.json"


def test_judges_are_written_into_the_schedule_file(seating, four, judges, tmp_path):
    done = seating(
        *("judges", four, "--judges", judges(), "--not-with", "Вера:5,6", "--absent", "George:1"),
        *("--time-limit", 1, "-o", "judged.json"),
    )
    assert done.status == 0, done
    before, after = read_schedule(four), read_schedule(tmp_path / "judged.json")
    assert (after.seating == before.seating).all()
    rota = after.judges
    assert verify_rota(after, rota) == []
    assert rota.names == ("Анна", "Борис", "Вера", "George")
    assert rota.forbidden == ((0, 0), (2, 4), (2, 5))
    assert rota.absent == ((1, 1), (3, 0))
    assert "Nobody judges a player he must not judge." in done.out
    assert "Nobody judges in a round in which he is absent." in done.out
    assert f"Code {after.digest()}" in done.out
    assert "seating export judged.json --to html" in done.out


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "Every judge has 2 games: cannot"), ("ru", "У каждого судьи 2 игры: лучше быть")],
)
def test_the_summary_speaks_both_languages(seating, four, judges, lang, words):
    text = "name\nAnna\nBoris\nClara\nDmitri\n"
    done = seating(
        *("judges", four, "--judges", judges(text), "--time-limit", 1, "--lang", lang),
    )
    assert done.status == 0, done
    assert words in done.out
    assert "-o judged.json" in done.out


def test_check_verifies_and_sums_up_the_judges(seating, four, judges, tmp_path):
    judged = tmp_path / "judged.json"
    seating("judges", four, "--judges", judges(), "--time-limit", 1, "-o", judged, "--quiet")
    done = seating("check", judged)
    assert done.status == 0, done
    assert "Nobody judges a player he must not judge." in done.out
    data = json.loads(judged.read_text("utf-8"))
    data["judges"]["rounds"][0] = [2, 2]
    judged.write_text(json.dumps(data), encoding="utf-8")
    done = seating("check", judged)
    assert done.status == 1
    assert "Борис judges at several tables in round 1: 1, 2." in done.out


def test_exports_show_the_judges(seating, four, judges, tmp_path):
    seating(
        *("judges", four, "--judges", judges(), "--time-limit", 1, "--quiet"),
        *("-o", tmp_path / "judged.json"),
    )
    done = seating("export", "judged.json", "--to", "csv", "-o", "-")
    assert done.out.splitlines()[0].endswith(",judge")
    done = seating("export", "judged.json", "--to", "html", "--lang", "ru", "-o", "-")
    assert "Судья: Вера" in done.out


def test_matrix_seats_and_judges_in_one_go(seating, judges, tmp_path):
    done = seating(
        *("matrix", "--players", 8, "--tables", 2, "--seats", 4, "--rounds", 2),
        *("--judges", judges("name\nAnna\nBoris\n"), "-o", "m.json"),
    )
    assert done.status == 0, done
    assert "Every judge has 2 games." in done.out
    assert read_schedule(tmp_path / "m.json").judges.names == ("Anna", "Boris")


def test_matrix_keeps_a_seating_that_cannot_be_judged(seating, judges, tmp_path):
    text = "name;absent\nAnna;2\nBoris;\n"
    done = seating(
        *("matrix", "--players", 8, "--tables", 2, "--seats", 4, "--rounds", 2),
        *("--judges", judges(text), "-o", "m.json"),
    )
    assert done.status == 1
    assert "Round 2 has 2 games and only 1 of the judges is there: Anna is absent." in done.err
    assert "kept in m.json, without judges" in done.err
    assert read_schedule(tmp_path / "m.json").judges is None


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ("name\nAnna\n", [], "There is 1 judge and some round has 2 tables or more; name 1 more"),
        (
            "name\nAnna\nBoris\n",
            ["--not-with", "Anna:3", "--not-with", "Boris:3"],
            "None of the judges may judge player 3",
        ),
        (
            "name\nAnna\nBoris\n",
            ["--absent", "Anna:2-3"],
            "Round 2 has 2 games and only 1 of the judges is there: Anna is absent.",
        ),
    ],
)
def test_what_cannot_be_judged_is_status_1(seating, four, judges, text, options, words):
    done = seating("judges", four, "--judges", judges(text), *options, "-o", "out.json")
    assert done.status == 1, done
    assert words in done.err
    assert not (four.parent / "out.json").exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--absent", "Anna"], "should be a judge, a colon and rounds, as in Anna:3."),
        (["--absent", "Zed:1"], "'Zed' is not among the judges; they are Anna, Boris"),
        (["--absent", "Anna:9"], "there is no round 9; the rounds are 1 to 4"),
        (["--absent", "Anna:3-1"], "ends before it begins; write 1-3"),
        (["--not-with", "Anna:"], "a colon and players, as in Anna:17."),
        (["--not-with", "Anna:9"], "the players are 1 to 8"),
        (["--not-with", "Anna:Kim"], "write numbers from 1 to 8"),
        (["--time-limit", "0"], "--time-limit is 0.0; write a number above 0"),
        (["--seed", "x"], "'x' is not a whole number"),
        (["-o", "out.html"], "a schedule file ends in .json"),
        (["-o", "four.json"], "is read by this command"),
    ],
)
def test_wrong_options_are_status_2(seating, four, judges, options, words):
    done = seating("judges", four, "--judges", judges("name\nAnna\nBoris\n"), *options)
    assert done.status == 2, done
    assert words in " ".join(done.err.split())


def test_every_bad_row_is_named(seating, four, judges):
    text = "name;not with;absent rounds\nAnna;9, Kim;5\n;;\nanna;;0-3\nБорис;;x\nVera;;1;2\n"
    done = seating("judges", four, "--judges", judges(text))
    assert done.status == 2
    assert [line.split(":")[0] for line in done.err.splitlines()[1:]] == [
        "- row 2, not with",
        "- row 2, not with",
        "- row 2, absent rounds",
        "- row 3",
        "- row 4",
        "- row 4, absent rounds",
        "- row 5, absent rounds",
        "- row 6, column 4",
    ]


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("", "judges.csv", "holds no judges; write one a row"),
        ("name\n", "judges.csv", "holds no judges; write one a row"),
        ("who;where\nAnna;1\n", "judges.csv", "is the judge's name; write one of name, имя"),
        ("name;имя\nAnna;Anna\n", "judges.csv", "two columns for one thing"),
        ("name;not with\nAnna;1;2\n", "judges.csv", "row 2, column 3: there are more columns"),
        ("{}", "judges.json", "is no table; give the judges as CSV or XLSX"),
    ],
)
def test_files_that_hold_no_judges_are_refused(seating, four, judges, text, name, words):
    done = seating("judges", four, "--judges", judges(text, name))
    assert done.status == 2
    assert words in done.err


def test_players_are_called_by_name_where_they_have_names(seating, four, judges, tmp_path):
    data = json.loads(four.read_text("utf-8"))
    data["players"] = ["Smith, John", "Ёлка", *(f"P{n}" for n in range(6))]
    named = tmp_path / "named.json"
    named.write_text(json.dumps(data), encoding="utf-8")
    text = 'judge;not with\nA:B;"Smith, John"\nC;елка\nD;P1\nE;#3\nF;-\n'
    done = seating(
        *("judges", named, "--judges", judges(text), "--not-with", "A:B:P2"),
        *("--time-limit", 1, "-o", "out.json"),
    )
    assert done.status == 0, done
    rota = read_schedule(tmp_path / "out.json").judges
    assert rota.forbidden == ((0, 0), (0, 4), (1, 1), (2, 3), (3, 2))


def test_a_schedule_that_is_not_valid_gets_no_judges(seating, four, judges):
    data = json.loads(four.read_text("utf-8"))
    data["rounds"][0][0][0] = data["rounds"][0][0][1]
    four.write_text(json.dumps(data), encoding="utf-8")
    done = seating("judges", four, "--judges", judges())
    assert done.status == 1
    assert "is not a valid schedule" in done.err
    assert "gets no judges" in done.err


def test_rounds_played_keep_their_judges_when_one_leaves(seating, four, judges, tmp_path):
    seating("judges", four, "--judges", judges(), "--time-limit", 1, "-o", "judged.json")
    before = read_schedule(tmp_path / "judged.json").judges
    done = seating(
        *("judges", "judged.json", "--after", 2, "--absent", "Вера:3-4", "--seed", 5),
        *("--time-limit", 1, "-o", "left.json"),
    )
    assert done.status == 0, done
    assert done.out.startswith("Rounds played keep their judges: 1–2.\n")
    left = read_schedule(tmp_path / "left.json")
    assert (left.judges.tables[:2] == before.tables[:2]).all()
    assert not (left.judges.tables[2:] == left.judges.names.index("Вера")).any()
    assert left.judges.forbidden == before.forbidden
    assert verify_rota(left, left.judges) == []


def test_who_judged_and_is_no_judge_any_more_stays_in_rounds_played(
    seating, four, judges, tmp_path
):
    seating("judges", four, "--judges", judges(), "--time-limit", 1, "-o", "judged.json")
    new = judges("name\nНовый\nGEORGE\nАнна\n", "new.csv")
    done = seating(
        *("judges", "judged.json", "--judges", new, "--after", 2, "--time-limit", 1, "-o", "n.json")
    )
    assert done.status == 0, done
    before, after = (read_schedule(tmp_path / f) for f in ("judged.json", "n.json"))
    for r in range(4):
        names = {after.judges.judge_of(r, t).casefold() for t in range(2)}
        if r < 2:
            assert names == {before.judges.judge_of(r, t).casefold() for t in range(2)}
        else:
            assert names <= {"новый", "george", "анна"}
    assert verify_rota(after, after.judges) == []


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (["four.json"], 2, "Missing: --judges FILE"),
        (["four.json", "--judges", "judges.csv", "--after", 1], 2, "has no judges; leave it out"),
        (["judged.json", "--after", 4], 2, "a number from 0 to 3 fits"),
        (["judged.json", "--after", 3, "--not-with", "George:1-8"], 2, "1-8"),
        (["judged.json", "--after", 3, "--absent", "George:1-4"], 1, "George has judged table"),
    ],
)
def test_what_cannot_be_kept_is_refused(seating, four, judges, tmp_path, options, status, words):
    text = "name\nGeorge\nАнна\nБорис\n"
    made = seating("judges", four, "--judges", judges(text), "--time-limit", 1, "-o", "judged.json")
    assert made.status == 0, made
    done = seating("judges", *options, "--time-limit", 1)
    assert done.status == status, done
    assert words in done.err


def test_other_judges_in_rounds_played_are_said(seating, four, judges, tmp_path):
    seating("judges", four, "--judges", judges(), "--time-limit", 1, "-o", "judged.json")
    done = seating("judges", "judged.json", "--absent", "George:3-4", "--time-limit", 1)
    assert done.status == 0, done
    assert "--after N keeps rounds that are played." in done.out
    same = seating("judges", four, "--judges", judges(), "--time-limit", 1)
    assert "--after" not in same.out


def test_a_closed_table_has_the_judges_shared_out_again(seating, four, judges, tmp_path):
    seating("judges", four, "--judges", judges(), "--time-limit", 1, "-o", "judged.json")
    done = seating("repair", "judged.json", "--after", 2, "--close-table", 1, "-o", "one.json")
    assert done.status == 0, done
    assert "The judges of the rounds left are shared out again; free are: round 3 – " in done.out
    before, after = (read_schedule(tmp_path / f) for f in ("judged.json", "one.json"))
    assert (after.judges.tables[:2] == before.judges.tables[:2]).all()
    assert verify_rota(after, after.judges) == []
    games = [int((after.judges.tables[2:] == j).sum()) for j in range(4)]
    assert max(games) == 1, "no judge has both of the two games that are left"
