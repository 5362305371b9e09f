import json
import re

import pytest
from desk_runs import CASES, ROOT

from desk.compare import EXTREMES, OF_ROUNDS, OF_TABLES, Side, compare, decide, differences
from optimizer.certificate import certify
from schedules import Problem, read_schedule
from schedules.foreign.mwt import mwt_text
from schedules.verify import verify


@pytest.fixture
def worse(small, tmp_path):
    """The small schedule with round 1 played twice."""
    data = json.loads(small.read_text("utf-8"))
    data["rounds"][1] = data["rounds"][0]
    path = tmp_path / "worse.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def side(path):
    schedule = read_schedule(path)
    lines = certify(schedule).as_json()["criteria"]
    criteria = {line["criterion"]: line for line in lines}
    return Side(path, schedule, verify(schedule), [], criteria)


def test_the_first_criterion_that_differs_decides(seating, small, worse):
    for args, letter in (((small, worse), "A"), ((worse, small), "B")):
        done = seating("compare", *args, fake=False)
        assert done.status == 0, done
        assert done.err == ""
        lines = done.out.splitlines()
        assert re.fullmatch(r"A: .*: 8 players, 2 tables, 3 rounds\. Code \w{8}\.", lines[0])
        assert lines[1].startswith("B: ")
        assert lines[-1].startswith(f'{letter} is better: it is ahead in "Pairs that never meet"')
        assert re.search(rf"^Sum of squared meetings .* {letter} *$", done.out, re.MULTILINE)


def test_russian(seating, small, worse):
    out = seating("compare", small, worse, "--lang", "ru", fake=False).out
    assert "8 игроков, 2 стола, 3 тура" in out
    assert "граница A" in out
    assert out.splitlines()[-1].startswith("A лучше: впереди по критерию «Пары, которые ни разу")


def test_the_same_seating_in_two_formats(seating, small, tmp_path):
    (tmp_path / "x.txt").write_text(mwt_text(read_schedule(small)), encoding="utf-8")
    done = seating("compare", small, "x.txt", fake=False)
    assert done.out.splitlines()[-1] == "Both are the same seating."
    done = seating("compare", small, "x.txt", "--from", "mwt", fake=False)
    assert done.status == 0, "what is ours needs no format"


def test_a_format_that_only_from_tells(seating, tmp_path):
    (tmp_path / "x.txt").write_text("1;2\n3;4\n", encoding="utf-8")  # one round
    assert "say which with --from" in seating("compare", "x.txt", "x.txt", fake=False).err
    done = seating("compare", "x.txt", "x.txt", "--from", "mwt", fake=False)
    assert done.status == 0, done
    assert done.out.splitlines()[-1] == "Both are the same seating."


def test_players_in_another_order_are_neither_better(seating, small, tmp_path):
    text = small.read_text("utf-8")
    swapped = re.sub(r"\d(?=[,\]])", lambda m: str(9 - int(m[0])), text)
    (tmp_path / "x.json").write_text(swapped, encoding="utf-8")
    done = seating("compare", small, "x.json", fake=False)
    assert done.out.splitlines()[-1] == "Neither is better: all criteria are equal."


def test_json_is_stable(seating, small, worse):
    done = seating("compare", small, worse, "--json", fake=False)
    assert done.status == 0
    found = json.loads(done.out)
    assert list(found) == [
        "format", "order", "a", "b", "differences", "criteria", "winner", "decided_by",
    ]  # fmt: skip
    assert found["format"] == "seating-compare/1"
    assert found["order"] == "order"
    assert found["differences"] == []
    assert (found["winner"], found["decided_by"]) == ("a", "never_met")
    assert found["a"]["problem"] == {
        "players": 8, "tables": 2, "seats": 4, "rounds": 3, "games_per_player": 3,
    }  # fmt: skip
    assert found["b"]["valid"] is True
    assert found["b"]["faults"] == []
    for line in found["criteria"]:
        assert list(line) == ["criterion", "a", "b", "better"]
        assert line["better"] in ("a", "b", "equal")
        assert list(line["a"]) == ["value", "bound", "proved", "gap", "argument"]


def test_the_document_names_every_key(seating, small, worse):
    documented = set(re.findall(r"`\"?(\w+)\"?`", (ROOT / "docs/compare-json.md").read_text()))
    found = json.loads(seating("compare", small, worse, "--json", fake=False).out)
    keys = {*found, *found["a"], *found["criteria"][0], *found["criteria"][0]["a"]}
    whats = {what for what, _, _ in differences(Problem(8, 2, 3, 4), Problem(3, 1, 4, 3, 1))}
    assert whats == {"players", "tables", "seats", "rounds", "games"}
    assert keys | whats | {"equal", "valid", "what"} <= documented


def test_an_invalid_one_is_the_worse(seating, small, worse, tmp_path):
    text = small.read_text("utf-8").replace("[2,1,5,6]", "[2,1,5,3]")
    (tmp_path / "bad.json").write_text(text, encoding="utf-8")
    done = seating("compare", "bad.json", worse, fake=False)
    assert done.status == 1
    assert "A is not valid, 2 faults:" in done.out
    assert "- Player 6 is missing in round 2" in done.out
    assert done.out.splitlines()[-1] == "B is better: the other is not valid."
    found = json.loads(seating("compare", small, "bad.json", "--json", fake=False).out)
    assert (found["winner"], found["decided_by"]) == ("a", "valid")
    assert found["b"]["faults"][0]["code"] == "twice_in_round"
    done = seating("compare", "bad.json", "bad.json", fake=False)
    assert done.status == 1
    assert "better" not in done.out.lower()


def test_other_tournaments_are_compared_where_they_can_be(seating, tkemali):
    path = CASES / "schedules" / "mafia_schedule_25_2_10x8.json"
    if not path.exists():
        pytest.skip("the cases are not beside the project, in shared/cases")
    done = seating("compare", tkemali, path, fake=False)
    assert done.status == 0
    said = " ".join(done.out.split())
    assert "The tournaments are not the same: players 30 and 25, tables 3 and 2" in said
    assert done.out.splitlines()[-1].startswith("Which is better overall cannot be said")
    found = json.loads(seating("compare", tkemali, path, "--json", fake=False).out)
    better = {line["criterion"]: line["better"] for line in found["criteria"]}
    assert better["spread"] is None
    assert better["neighbour_most"] == "a"
    assert better["longest_wait"] is None, "nobody waits in A"
    assert found["winner"] is None
    assert found["differences"][0] == {"what": "players", "a": 30, "b": 25}


def test_more_tables_leave_the_meetings_comparable(small, tmp_path):
    """The same games over more rounds, at one table less at a time."""
    games = [[1, 2, 3, 4], [5, 6, 7, 8], [2, 1, 5, 6], [4, 3, 8, 7], [8, 5, 1, 3], [7, 4, 6, 2]]
    path = tmp_path / "one.json"
    data = {"format": "seating-schedule/1", "rounds": [[game] for game in games]}
    path.write_text(json.dumps(data), encoding="utf-8")
    a, b = side(small), side(path)
    rows = compare(a, b)
    better = {row.criterion: row.better for row in rows}
    assert better["spread"] == better["never_met"] == "equal"
    assert {better[code] for code in OF_TABLES} == {None}
    assert {better[code] for code in OF_ROUNDS if code in better} == {None}
    assert better["range"] == "equal"
    assert "range" in EXTREMES
    assert decide(a, b, rows)[0] is not None


def test_both_files_are_needed_and_read(seating, small, tmp_path):
    assert "Missing argument" in seating("compare", small).err
    done = seating("compare", small, "none.json")
    assert done.status == 2
    assert "There is no file none.json" in done.err
    (tmp_path / "x.txt").write_text("hello", encoding="utf-8")
    assert "say which with --from" in seating("compare", small, "x.txt").err


def test_other_slots_of_the_same_players_are_the_same_seating(seating, tmp_path, small):
    data = json.loads(small.read_text(encoding="utf-8"))
    data["players"] = ["Anna", "Boris", "Vera", "Gleb", "Dina", "Egor", "Zoya", "Ivan"]
    data["rounds"] = data["rounds"][::-1]  # so that slots are others when they are counted anew
    (tmp_path / "named.json").write_text(json.dumps(data), encoding="utf-8")
    seating("export", "named.json", "--to", "mwt", "-o", "named.txt")
    done = seating("compare", "named.json", "named.txt")
    assert done.status == 0, done
    assert "same seating" in done.out
    data["players"][:2] = ["Boris", "Anna"]
    (tmp_path / "other.json").write_text(json.dumps(data), encoding="utf-8")
    assert "same seating" not in seating("compare", "other.json", "named.txt").out
