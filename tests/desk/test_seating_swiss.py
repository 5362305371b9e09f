import csv
import json
import shlex
from fractions import Fraction

import pytest
from desk_runs import ROOT

from desk.swiss_standings import exact_points, read_standings
from schedules.errors import NamesError
from schedules.files import read_schedule

NAMES = ["Anna", "Boris", "Clara", "Dmitri", "Eva", "Fedor", "Galina", "Hugo"]


@pytest.fixture
def played(tmp_path):
    """8 players at 2 tables of 4, one round played."""
    path = tmp_path / "cup.json"
    data = {
        "format": "seating-schedule/1", "rounds": [[[1, 2, 3, 4], [5, 6, 7, 8]]], "players": NAMES,
    }  # fmt: skip
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


@pytest.fixture
def standings(tmp_path):
    """Points 10 9 8 5 5 3 2 1: strict leaves 4 and 5 to change places; test_swiss_hand has why."""
    path = tmp_path / "standings.csv"
    rows = [("place", "slot", "occupant", "total", "points")]
    totals = ["10", "9", "8", "5", "5.0", "3", "2", "1"]
    rows += [
        (n, n, name, total, 0) for n, (name, total) in enumerate(zip(NAMES, totals, strict=True), 1)
    ]
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    return path


def test_the_next_round_stands_behind_the_others(seating, played, standings, tmp_path):
    done = seating("swiss", "next", standings, "--history", played, "--mode", "strict",
                   "-o", "next.json")  # fmt: skip
    assert done.status == 0, done
    schedule = read_schedule(tmp_path / "next.json")
    assert schedule.seating[0].tolist() == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert [sorted(row) for row in schedule.seating[1].tolist()] == [[0, 1, 2, 4], [3, 5, 6, 7]]
    (record,) = schedule.made["swiss"]
    assert record["mode"] == "strict"
    assert record["points"] == ["10", "9", "8", "5", "5", "3", "2", "1"]
    numbers = record["brackets"][0]["criteria"]
    assert [c["value"] for c in numbers if c["criterion"] == "Q3"] == [6]
    assert {c["status"] for c in numbers} == {"proved"}
    assert seating("check", "next.json").status == 0
    # and the round after that begins from there
    again = seating("swiss", "next", standings, "--history", "next.json", "--mode", "blocks:2",
                    "-o", "third.json")  # fmt: skip
    assert again.status == 0, again
    third = read_schedule(tmp_path / "third.json")
    assert third.num_rounds == 3
    assert [r["round"] for r in third.made["swiss"]] == [2, 3]


def stated_round(tmp_path, problem, rounds):
    data = {"format": "seating-schedule/1", "problem": problem, "rounds": rounds}
    path = tmp_path / "stated.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


@pytest.mark.parametrize(("most", "status"), [(2, 0), (1, 1)])
def test_who_has_met_as_often_as_the_file_allows_is_kept_apart(seating, tmp_path, most, status):
    """Players 1 and 2 met in round 1; both are put at table 1 in round 2."""
    problem = {"players": 8, "tables": 2, "seats": 4, "rounds": 1, "at_most": [[[1, 2], most]]}
    history = stated_round(tmp_path, problem, [[[1, 2, 3, 4], [5, 6, 7, 8]]])
    (tmp_path / "points.csv").write_text(
        "slot,total\n" + "".join(f"{n},0\n" for n in range(1, 9)), encoding="utf-8"
    )
    given = ("swiss", "next", "points.csv", "--history", history, "--mode", "blocks:2")
    done = seating(*given, "--lock", "1:1", "--lock", "2:1", "-o", "next.json")
    assert done.status == status, done
    if status == 0:
        assert read_schedule(tmp_path / "next.json").problem.at_most == (((0, 1), most),)


@pytest.mark.parametrize(("absent", "sits_out"), [([[9, 1]], 8), ([], 7)])
def test_a_round_of_absence_is_no_sitting_out(seating, tmp_path, absent, sits_out):
    """Player 9 has the fewest points, then 8. Who sat out in round 1 does not sit out again."""
    problem = {
        "players": 9, "tables": 2, "seats": 4, "rounds": 1, "other_games": [[9, 0]],
        "absent": absent,
    }  # fmt: skip
    history = stated_round(tmp_path, problem, [[[1, 2, 3, 4], [5, 6, 7, 8]]])
    (tmp_path / "points.csv").write_text(
        "slot,total\n" + "".join(f"{n},{20 - n}\n" for n in range(1, 10)), encoding="utf-8"
    )
    done = seating("swiss", "next", "points.csv", "--history", history, "--mode", "blocks:2",
                   "-o", "next.json")  # fmt: skip
    assert done.status == 0, done
    schedule = read_schedule(tmp_path / "next.json")
    assert set(range(9)) - set(schedule.seating[1].ravel().tolist()) == {sits_out}


def test_why_in_both_languages(seating, played, standings):
    given = ("swiss", "next", standings, "--history", played, "--mode", "strict", "-q")
    english = seating(*given, "--why", "Dmitri:1").out
    assert "with Dmitri there it gets worse: Q3 (pairs whose meetings become 2): 6 → 12 (+6)" in (
        " ".join(english.split())
    )
    russian = seating(*given, "--why", "Dmitri", "--lang", "ru").out
    assert "станет хуже: Q3" in russian
    assert "Dmitri сидит здесь" in russian


def test_a_page_escapes_names_and_asks_for_nothing(seating, played, standings, tmp_path):
    data = json.loads(played.read_text("utf-8"))
    data["players"][0] = "<b>Anna</b>"
    played.write_text(json.dumps(data), encoding="utf-8")
    text = standings.read_text("utf-8").replace("Anna", "<b>Anna</b>")
    standings.write_text(text, encoding="utf-8")
    done = seating("swiss", "next", standings, "--history", played, "--mode", "strict",
                   "--page", "round.html", "--lang", "ru", "--lock", "3:1", "--by", "Судья",
                   "--because", "Лестница")  # fmt: skip
    assert done.status == 0, done
    page = (tmp_path / "round.html").read_text("utf-8")
    assert "&lt;b&gt;Anna&lt;/b&gt;" in page
    assert "<b>Anna" not in page
    assert "Лестница" in page
    assert "http" not in page.replace("http-equiv", "")


def test_a_hand_edit_is_shown_with_its_cost(seating, played, standings, tmp_path):
    given = ("swiss", "next", standings, "--history", played, "--mode", "strict", "-q")
    assert seating(*given, "-o", "next.json").status == 0
    data = json.loads((tmp_path / "next.json").read_text("utf-8"))
    swap = {4: 5, 5: 4}
    data["rounds"][1] = [[swap.get(p, p) for p in table] for table in data["rounds"][1]]
    (tmp_path / "hand.json").write_text(json.dumps(data), encoding="utf-8")
    done = seating(*given, "--edited", "hand.json")
    assert "Moved by hand: Dmitri, Eva." in done.out
    assert "Q3 (pairs whose meetings become 2): 6 → 12 (+6)" in " ".join(done.out.split())
    signed = seating(*given, "--edited", "hand.json", "-o", "signed.json", "--by", "Chief judge",
                     "--because", "a quarrel")  # fmt: skip
    assert signed.status == 0, signed
    written = read_schedule(tmp_path / "signed.json")
    assert [sorted(row) for row in written.seating[1].tolist()] == [[0, 1, 2, 3], [4, 5, 6, 7]]
    log = written.made["swiss"][0]["edited"]
    assert (log["who"], log["why"], log["moved"]) == ("Chief judge", "a quarrel", [4, 5])
    assert {"tables": [1, 2], "criterion": "Q3", "part": 2, "before": 6, "after": 12} in (
        log["changes"]
    )


def test_impossible_locks_are_answered_with_names_and_status_1(seating, played, standings):
    done = seating("swiss", "next", standings, "--history", played, "--mode", "blocks:2",
                   "--apart", "Anna,Boris", "--lock", "Anna:1", "--lock", "Boris:1")  # fmt: skip
    assert done.status == 1
    assert "kept apart" in done.err
    assert "Anna" in done.err


def test_the_first_round_needs_no_history(seating, standings, tmp_path):
    done = seating("swiss", "next", standings, "--mode", "random", "--seats", "4", "-o", "-")
    assert done.status == 0, done
    assert json.loads(done.out)["problem"]["rounds"] == 1


def test_who_sits_out_and_who_is_gone(seating, played, standings, tmp_path):
    done = seating("swiss", "next", standings, "--history", played, "--mode", "strict",
                   "--withdraw", "Hugo", "-o", "next.json")  # fmt: skip
    assert done.status == 0, done
    last = read_schedule(tmp_path / "next.json").seating[1]
    assert sorted(last[last >= 0].tolist()) == [0, 1, 2, 3]  # seven fill one table of four
    uneven = seating("swiss", "next", standings, "--history", played, "--mode", "strict",
                     "--withdraw", "Hugo", "--uneven", "-o", "uneven.json")  # fmt: skip
    assert uneven.status == 0, uneven
    last = read_schedule(tmp_path / "uneven.json").seating[1]
    assert sorted(last[last >= 0].tolist()) == [0, 1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "--mode"),
        (("--mode", "swiss"), "blocks:2"),
        (("--mode", "blocks:0"), "blocks:2"),
        (("--mode", "strict", "--lock", "Anna"), "17:out"),
        (("--mode", "strict", "--lock", "Anne:1"), "did you mean 'Anna'"),
        (("--mode", "strict", "--why", "Anna,Boris"), "one at a time"),
        (("--mode", "strict", "--sizes", "4;4"), "10,10,9,9"),
        (("--mode", "strict", "--sizes", "5,5"), "do not fill 10 chairs"),
        (("--mode", "strict", "--forbid-table", "Anna:0"), "17:2"),
        (("--mode", "strict", "-o", "x.html"), ".json"),
    ],
)
def test_wrong_options_are_answered_in_words(seating, played, standings, options, words):
    done = seating("swiss", "next", standings, "--history", played, *options)
    assert done.status == 2, done
    assert words in done.err


def test_bad_rows_are_all_named(tmp_path):
    path = tmp_path / "bad.csv"
    path.write_text("имя;очки\nАнна;1,5\nБорис;много\nанна;2\n;3\n", encoding="utf-8")
    with pytest.raises(NamesError) as caught:
        read_standings(path, (), 0)
    for words in ("row 4: 'анна' stands already in row 2", "row 5: neither a slot nor a name"):
        assert words in str(caught.value)
    path.write_text("имя;очки\nАнна;1,5\nБорис;много\n", encoding="utf-8")
    with pytest.raises(NamesError, match="row 3: 'много' is no number of points"):
        read_standings(path, (), 0)


def test_a_missing_slot_is_named(tmp_path):
    path = tmp_path / "few.csv"
    path.write_text("slot,points\n1,1\n3,2\n", encoding="utf-8")
    with pytest.raises(NamesError, match="no row for slot 2"):
        read_standings(path, (), 0)


def test_russian_headers_draw_numbers_clubs_and_who_is_out(tmp_path):
    path = tmp_path / "all.csv"
    path.write_text(
        "№;игрок;итого;номер жеребьёвки;клуб;не с;играет\n"
        "1;Анна;2,4;3;Нева;Вера;да\n2;Борис;12/5;1;-;;нет\n3;Вера;0;2;Нева;-;\n",
        encoding="utf-8-sig",
    )
    found = read_standings(path, (), 0)
    assert found.points == (Fraction(12, 5), Fraction(12, 5), Fraction(0))
    assert found.draw_numbers == (3, 1, 2)
    assert found.clubs == ("Нева", "", "Нева")
    assert found.apart == ((0, 2),)
    assert found.active == (True, False, None)


@pytest.mark.parametrize("text", ["", "x", "1/0", "1e5", "nan", "1,2,3", "--1"])
def test_what_is_no_number_of_points(text):
    assert exact_points(text) is None


def test_policies_are_measured_and_a_paragraph_is_offered(seating):
    given = ("swiss", "simulate", "--events", "2", "--players", "12", "--seats", "4",
             "--rounds", "2", "--random-rounds", "1")  # fmt: skip
    done = seating(*given, "--mode", "blocks:3", "--mode", "strict", "--lang", "ru")
    assert done.status == 0, done
    assert "Начиная с тура 2 игроки рассаживаются по баллам" in " ".join(done.out.split())
    data = json.loads(seating(*given, "--effort", "0,02", "--json").out)
    assert [p["mode"] for p in data["policies"]] == ["strict", "blocks:2", "random:free"]
    assert data["model"]["red"] == 0.55
    assert data["effort"] == 0.02


def test_one_event_has_no_error_and_a_mode_is_tried_once(seating):
    given = ("swiss", "simulate", "--events", "1", "--players", "8", "--seats", "4",
             "--rounds", "2", "--random-rounds", "1", "--mode", "strict", "--mode", "strict",
             "--mode", "random", "--mode", "random:free")  # fmt: skip
    done = seating(*given)
    assert done.status == 0, done
    assert done.out.startswith("1 simulated event, seed 1; players: 8")
    assert "One event has no standard error" in done.out
    assert "± 0" not in done.out
    assert done.out.count("± —") == 3 * 4  # three modes, four numbers each
    assert done.out.count("players are seated by points") == 1
    assert done.out.count("players are drawn to tables by lot") == 1
    wrong = seating("swiss", "simulate", "--opening", "strict")
    assert wrong.status == 2
    assert "--opening strict does not fit" in wrong.err


@pytest.mark.parametrize(
    ("option", "value"), [("--events", "0"), ("--effort", "nan"), ("--effort", "0"), ("--red", "1")]
)
def test_what_cannot_be_simulated(seating, option, value):
    wrong = seating("swiss", "simulate", option, value)
    assert wrong.status == 2
    assert option in wrong.err


@pytest.mark.slow
def test_the_commands_of_the_document_run(seating, tmp_path):
    players = ["Anna", "Boris", *(f"Player {n}" for n in range(3, 41))]
    rounds = [
        [[(t * 10 + s * step + r) % 40 + 1 for s in range(10)] for t in range(4)]
        for r, step in enumerate((1, 1, 1))
    ]
    data = {"format": "seating-schedule/1", "rounds": rounds, "players": players}
    (tmp_path / "cup.json").write_text(json.dumps(data), encoding="utf-8")
    rows = "".join(f"{n};{name};{n % 7},5\n" for n, name in enumerate(players, 1))
    (tmp_path / "standings.csv").write_text("№;игрок;итого\n" + rows, encoding="utf-8")
    text = (ROOT / "docs" / "swiss.md").read_text("utf-8")
    lines = [
        line for block in text.split("```sh\n")[1:] for line in block.split("```")[0].split("\n")
    ]
    lines = [line for line in lines if line]
    assert len(lines) == 4
    for line in lines:
        words = shlex.split(line)[1:]
        if "--events" in words:
            words[words.index("--events") + 1] = "1"
        done = seating(*words)
        assert done.status == 0, (line, done)
    assert read_schedule(tmp_path / "cup4.json").num_rounds == 4
