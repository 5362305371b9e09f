import json
import re

import pytest
from desk_runs import ROOT

from desk.check import contradictions, report
from schedules import Fault, read_schedule
from schedules.verify import RULES

KEYS = [
    "format", "valid", "name", "digest", "problem", "faults", "measures", "certificate",
    "contradictions",
]  # fmt: skip


def test_a_valid_schedule(seating, tkemali):
    done = seating("check", tkemali, fake=False)
    assert done.status == 0
    assert done.err == ""
    assert done.out.startswith(f"{tkemali} is valid.\n")
    assert "Spread of meetings (sum of squares) 3807: cannot be better (proved).\n" in done.out
    assert "Every pair meets 1 to 4 times: cannot be better (proved).\n" in done.out
    assert "Every player sits on 9 different seats.\n" in done.out
    assert "No two players sit side by side twice.\n" in done.out
    assert re.search(r"Sum of squared visits to +942 +918 +≤ 24 ", done.out)
    done = seating("check", tkemali, "--lang", "ru", fake=False)
    assert "Разброс встреч (сумма квадратов) 3807: лучше быть не может (доказано).\n" in done.out


def test_every_fault_is_listed_with_its_place(seating, small, tmp_path):
    text = small.read_text("utf-8").replace("[2,1,5,6]", "[2,1,5,3]")
    (tmp_path / "bad.json").write_text(text, encoding="utf-8")
    done = seating("check", "bad.json", fake=False)
    assert done.status == 1
    assert done.out.splitlines()[0] == "bad.json is not valid, 2 faults:"
    assert "Player 3 sits at two tables in one round" in done.out
    assert "round 2, table 1, seat 4" in done.out
    assert "- Player 6 is missing in round 2" in done.out
    done = seating("check", "bad.json", "--json", fake=False)
    assert done.status == 1
    found = json.loads(done.out)
    assert list(found) == KEYS
    assert found["valid"] is False
    assert found["measures"] is None
    assert found["certificate"] is None
    assert {fault["code"] for fault in found["faults"]} == {"twice_in_round", "games"}
    twice = found["faults"][0]
    assert (twice["round"], twice["player"]) == (2, 3)
    assert [2, 1, 4] in twice["cells"]


def test_json_of_a_valid_schedule_is_stable(seating, small):
    done = seating("check", small, "--json", fake=False)
    assert done.status == 0
    assert done.err == ""
    found = json.loads(done.out)
    assert list(found) == KEYS
    assert found["format"] == "seating-check/1"
    assert found["name"] == "Small"
    assert found["digest"] == read_schedule(small).digest()
    assert found["faults"] == []
    assert found["contradictions"] == []
    assert found["problem"] == {
        "players": 8, "tables": 2, "seats": 4, "rounds": 3, "games_per_player": 3,
    }  # fmt: skip
    assert found["measures"]["spread"] == sum(
        int(met) ** 2 * pairs for met, pairs in found["measures"]["histogram"].items()
    )
    assert found["certificate"]["order"] == "order"
    for line in found["certificate"]["criteria"]:
        assert list(line) == ["criterion", "value", "bound", "proved", "gap", "argument"]
        assert isinstance(line["proved"], bool)
        if line["proved"]:
            assert line["gap"] == 0


def test_the_document_names_every_key_and_code(seating, tkemali):
    text = (ROOT / "docs" / "check-json.md").read_text("utf-8")
    documented = set(re.findall(r"`(\w+)`", text))
    found = json.loads(seating("check", tkemali, "--json", fake=False).out)
    codes = {line["criterion"] for line in found["certificate"]["criteria"]}
    arguments = {line["argument"] for line in found["certificate"]["criteria"]}
    assert set(KEYS) | set(found["measures"]) | codes | arguments | set(RULES) <= documented
    assert set(Fault("games", "", 0, 0, 0, 0).as_json()) <= documented


def test_what_a_file_claims_is_not_believed(tkemali, tmp_path, seating):
    data = json.loads(tkemali.read_text("utf-8"))
    line = {"criterion": "spread", "value": 3000, "bound": 3000, "proved": True, "gap": 0}
    data["certificate"] = {"order": "spread", "criteria": [line, {"criterion": "beauty"}]}
    path = tmp_path / "boast.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    done = seating("check", path, fake=False)
    assert done.status == 0
    assert "3000" not in done.out
    assert "The certificate in the file is not that of these seats: Sum of squared" in done.out
    found = json.loads(seating("check", path, "--json", fake=False).out)
    assert found["contradictions"] == ["spread"]
    assert found["certificate"]["order"] == "spread", "judged by the order it was made for"


def test_report_needs_no_certificate_in_the_file(small):
    schedule = read_schedule(small)
    assert contradictions(schedule, None) == []
    assert report(schedule, [], None)["certificate"] is None


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"round,table\n1,1\n", "is not JSON"),
        (b"", "is not JSON"),
        (b"\xff\xfe\x00", "is not UTF-8"),
        (b"[1, 2]", "the file holds [1, 2]"),
        (b'{"format": "seating-schedule/1"}', '"rounds" is missing'),
    ],
)
def test_unreadable_files(seating, tmp_path, data, says):
    (tmp_path / "x.json").write_bytes(data)
    done = seating("check", "x.json", "--json")
    assert done.status == 2
    assert says in done.err
    assert done.out == ""
    assert len(done.err.splitlines()) == 1


def test_no_file_and_a_folder(seating):
    done = seating("check", "none.json")
    assert done.status == 2
    assert done.err == "Error: There is no file none.json; check its name and folder.\n"
    assert seating("check", ".").status == 2
    assert "Missing argument" in seating("check").err
