import csv
import io
import json
import re
import sys
from dataclasses import replace
from fractions import Fraction
from typing import get_args

import pytest
from desk_runs import CASES, ROOT, leftovers

from desk.score_json import report
from scoring.explain import changed, explanations, what_if
from scoring.files import write_protocols
from scoring.points import score_games
from scoring.protocol import ADJUSTMENTS, ROLES, Adjustment, Chair, Game, Protocols
from scoring.rules import TieBreak
from scoring.rules_file import load_rules
from scoring.standings import cut, standings_of

NAMES = ("=1+1", "Анна", "<b>Борис</b>", "Vera", "Gleb", "Dima", "Eva", "Zoë", "Ivan", "Юля")
SHORT = {"C": "civilian", "S": "sheriff", "M": "mafia", "D": "don"}
SHEETS = (  # stage, round, who won, roles of the ten names
    ("prelim", 1, "red", "CCCCCSCMMD"),
    ("prelim", 2, "black", "CCCCSCCMMD"),
    ("semi", 1, "red", "CSCCCCCMMD"),
    ("final", 1, "red", "DMCCCCCCSM"),
)


def tournament():
    games = []
    for stage, number, result, roles in SHEETS:
        chairs = tuple(
            Chair(
                seat,
                name,
                SHORT[role],
                extras=(Fraction(1, 2),) if (stage, seat) == ("semi", 3) else (),
            )
            for seat, (name, role) in enumerate(zip(NAMES, roles, strict=True), start=1)
        )
        games.append(Game(stage, number, 1, result, chairs))
    fine = Adjustment("Dima", "missed_round", Fraction(-2), "semi", 0, "came late")
    again = Adjustment("Dima", "missed_round", Fraction(-2), "prelim", 0)
    out = Adjustment("Ivan", "disqualified", None, "final", 1)
    return Protocols(tuple(games), adjustments=(fine, again, out), name="Small cup")


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.json"
    write_protocols(tournament(), path)
    return path


def score(seating, games, *args):
    return seating("score", games, "--rules", "white-nights-2016", *args, fake=False)


# By hand. Red won 3 of 4, black 1: K = 2 - 2/4 = 3/2. A red win: 2, 3 in the semi-final, 4 in the
# final. <b>Борис</b>: 2 + 0 + 3 + 0.5 x 1.5 + 4 = 9.75. Vera 2 + 3 + 4 = 9, as Gleb and Eva.
# Dima 9 - 2 x 2 = 5. Юля: black win 2 x 3/2 = 3. =1+1 and Анна: 2 + 3 = 5.
TOTALS = {"<b>Борис</b>": 9.75, "Vera": 9, "Gleb": 9, "Eva": 9, "Zoë": 7, "=1+1": 5, "Анна": 5,
          "Dima": 5, "Юля": 3}  # fmt: skip


def test_the_table_says_why(seating, games):
    done = score(seating, games)
    assert done.status == 0, done
    lines = done.out.splitlines()
    assert lines[:3] == ["Small cup", "Rules: White Nights Cup 2016",
                         "K = 1.5: red won 3, black won 1."]  # fmt: skip
    said = " ".join(done.out.split())
    assert "<b>Борис</b> 9.75" in said
    assert "* no award: Dima (missed round)" in said
    assert "Beside the games" in said, "what changes the totals is not the first to be spared"
    assert "Listed apart" in said
    assert "disqualified" in said
    assert "need a lot" in said


def test_russian(seating, games):
    done = score(seating, games, "--lang", "ru")
    assert "K = 1,5: побед красных 3, чёрных 1." in done.out
    assert "Вне зачёта" in done.out
    assert "9,75" in done.out


def test_explain(seating, games):
    done = score(seating, games, "--explain", "Анна")
    assert done.status == 0, done
    said = " ".join(done.out.split())
    assert "semi, round 1, table 1 2 sheriff won Win 2 × 1.5 3" in said
    assert "final, round 1, table 1 2 mafia lost 0" in said
    assert "\nTotal: 5" in done.out
    assert "K is counted over all games of the tournament as one series" in said
    other = score(seating, games, "--explain", "Anna")
    assert other.status == 2
    assert "Nobody in the standings is called 'Anna'" in other.err


def test_what_if(seating, games):
    said = " ".join(score(seating, games, "--what-if", "K=off").out.split())
    assert "What if: K=off" in said
    same = score(seating, games, "--what-if", "white-nights-2016")
    assert same.out.rstrip().endswith("Nobody's place changes.")
    moved = score(seating, games, "--what-if", "final=0.5")
    assert "places change." in moved.out
    wrong = score(seating, games, "--what-if", "no-such-rules")
    assert wrong.status == 2
    assert "There is no rule set" in wrong.err


def test_as_of_a_round(seating, games):
    done = score(seating, games, "--until", "prelim:1", "--json")
    found = json.loads(done.out)
    assert found["until"] == {"stage": "prelim", "round": 1}
    assert found["provisional"] is True
    assert found["difficulty"] == [
        {"series": "", "red": 1, "black": 0, "coefficient": 2, "exact": "2"}
    ]
    assert "K is provisional" in score(seating, games, "--until", "prelim:1").out
    wrong = score(seating, games, "--until", "final:3")
    assert wrong.status == 2
    assert "the last ones are prelim:2, semi:1, final:1" in wrong.err
    stage = json.loads(score(seating, games, "--stage", "semi", "--json").out)
    assert {row["total"] for row in stage["standings"]} == {3.75, 3, 0, 1}


def test_json_holds_what_was_counted_by_hand(seating, games):
    found = json.loads(score(seating, games, "--json").out)
    assert {row["occupant"]: row["total"] for row in found["standings"]} == TOTALS
    first = found["standings"][0]
    assert first["exact"] == "39/4"
    assert first["reason"] == {
        "against": found["standings"][1]["slot"], "by": "points", "ours": 9.75, "theirs": 9,
        "text": first["reason"]["text"],
    }  # fmt: skip
    assert found["apart"][0]["occupant"] == "Ivan"
    assert found["apart"][0]["place"] is None
    assert found["needs_lot"] is True
    drawn = json.loads(score(seating, games, "--json", "--seed", "7 12 33").out)
    assert drawn["seed"] == "7 12 33"
    assert drawn["needs_lot"] is False
    assert [row["place"] for row in drawn["standings"]] == list(range(1, 10))


def keys(value):
    if isinstance(value, dict):
        inner = set().union(*(keys(child) for child in value.values()), set())
        return set(value) | inner
    if isinstance(value, list):
        return set().union(*(keys(child) for child in value), set())
    return set()


def test_the_document_names_every_key_and_code(games):
    documented = set(re.findall(r"`\"?(\w+)\"?`", (ROOT / "docs/score-json.md").read_text("utf-8")))
    rules = load_rules("white-nights-2016")
    protocols = tournament()
    scores = score_games(protocols, rules)
    table = standings_of(scores, seed="1")
    found = report(
        games, protocols, table, "en",
        cut=cut(table, 3),
        explanation=explanations(scores, table, only="Dima")[0],
        other=what_if(protocols, rules, changed(rules, "K=off", protocols.stages)),
    )  # fmt: skip
    assert list(found) == [
        "format", "file", "name", "rules", "stage", "until", "teams", "seed", "provisional",
        "needs_lot", "difficulty", "standings", "apart", "replaced", "cut", "explain", "what_if",
        "left_out", "spellings",
    ]  # fmt: skip
    assert found["format"] == "seating-score/1"
    assert keys(found) <= documented
    codes = {*get_args(TieBreak), *ADJUSTMENTS, *ROLES, "final", "equal", "red", "black", "draw"}
    assert codes <= documented
    assert json.loads(json.dumps(found)) == found


def test_cut(seating, games):
    done = score(seating, games, "--cut", "2")
    assert "Going on: <b>Борис</b>." in done.out
    assert "Equal at the cut: " in done.out
    assert "for so many places: 1." in done.out
    done = score(seating, games, "--cut", "1")
    assert "The last to go on, <b>Борис</b>, is ahead of " in " ".join(done.out.split())
    assert score(seating, games, "--cut", "99").status == 2


def test_sheets(seating, games, tmp_path):
    for ending in ("csv", "xlsx", "html", "json"):
        done = score(seating, games, "-o", f"out.{ending}")
        assert done.status == 0, done
        assert done.out == f"The standings are in out.{ending}.\n"
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out.csv").read_text("utf-8"))))
    assert {row["occupant"]: float(row["total"]) for row in rows if row["place"] != "0"} == TOTALS
    page = (tmp_path / "out.html").read_text("utf-8")
    assert "&lt;b&gt;Борис&lt;/b&gt;" in page
    assert "<b>Борис" not in page
    assert "http" not in page.replace("http-equiv", "")
    assert leftovers(tmp_path) == []
    from openpyxl import load_workbook

    book = load_workbook(tmp_path / "out.xlsx")
    cells = [cell for row in book.worksheets[0].iter_rows() for cell in row]
    names = [cell for cell in cells if cell.value == "=1+1"]
    assert [cell.data_type for cell in names] == ["s"], "a name, not a formula"
    assert len(book.sheetnames) == 2
    assert any(cell.value == 9.75 for cell in cells)


def test_a_reconstruction_says_so_everywhere(seating, games, tmp_path):
    args = ("score", games, "--rules", "fiim-mwt-2016")
    said = "reconstruction"
    screens = [("--explain", "Анна"), ("--what-if", "K=off"), ()]
    for more in screens:
        assert said in seating(*args, *more, fake=False).out
    seating(*args, "-o", "x.html", fake=False)
    assert said in (tmp_path / "x.html").read_text("utf-8")
    assert json.loads(seating(*args, "--json", fake=False).out)["rules"][said] is True


def test_the_rules_are_listed(seating):
    done = seating("score", "--list-rules", fake=False)
    assert done.status == 0
    names = [line.split()[0] for line in done.out.splitlines()]
    assert {"white-nights-2016", "tkemali-2016", "fiim-mwt-2016"} <= set(names)
    line = next(line for line in done.out.splitlines() if line.startswith("tkemali-2016"))
    assert line.endswith("(reconstruction)")
    assert "white-nights-2016  2016  White Nights Cup 2016" in done.out


def test_wrong_input(seating, games, tmp_path):
    assert "seating score --list-rules shows them" in seating("score", games).err
    assert "Name the file with the games" in seating("score", "--rules", "fiim-v7").err
    done = score(seating, games, "-o", "out.pdf")
    assert (done.status, "write -o out.html" in done.err) == (2, True)
    done = score(seating, games, "-o", "games.json")
    assert done.status == 2
    assert "is read by this command" in done.err
    broken = json.loads(games.read_text("utf-8"))
    for game in broken["games"]:
        game["seats"][0]["role"] = game["seats"][1]["role"] = "don"
    (tmp_path / "broken.json").write_text(json.dumps(broken), encoding="utf-8")
    done = score(seating, tmp_path / "broken.json")
    assert done.status == 2
    assert done.err.startswith("Error: ")
    for where in ("prelim, round 1", "prelim, round 2", "semi, round 1", "final, round 1"):
        assert where in done.err, "every fault"


def test_teams_of_a_real_marathon(seating):
    path = CASES / "games" / "team_marathon_2025.csv"
    if not path.exists():
        pytest.skip("the cases are not beside the project, in shared/cases")
    done = seating("score", path, "--rules", "mafiauniverse-2025", "--teams", "--json", fake=False)
    assert done.status == 0, done
    found = json.loads(done.out)
    assert len(found["standings"]) == 10
    assert {row["games"] for row in found["standings"]} == {120}
    with path.open(encoding="utf-8") as file:
        given = sum(Fraction(row["total"]) for row in csv.DictReader(file))
    ours = sum(row["total"] for row in found["standings"])
    assert ours == pytest.approx(float(given), abs=0.06), "1,200 totals, each rounded in the file"


def test_a_stage_has_every_name_of_the_rules(seating, games):
    for typed in ("финал:1", "Finals:1"):
        found = json.loads(score(seating, games, "--until", typed, "--json").out)
        assert found["until"] == {"stage": "final", "round": 1}
    found = json.loads(score(seating, games, "--stage", "полуфинал", "--json").out)
    assert found["stage"] == "semi"
    moved = score(seating, games, "--what-if", "финал=0.5")
    assert (
        moved.out.split("What if")[1].splitlines()[1:]
        == (
            score(seating, games, "--what-if", "final=0.5").out.split("What if")[1].splitlines()[1:]
        )
    )


def test_what_is_left_out_stands_above_the_table(seating, games, tmp_path):
    found = json.loads(games.read_text("utf-8"))
    found["left_out"] = ["games.csv: the column 'Очки' is not read"]
    for seat in found["games"][0]["seats"]:
        seat["player"] = seat["player"].replace("Анна", "анна")
    games.write_text(json.dumps(found), encoding="utf-8")
    done = score(seating, games, "--lang", "ru")
    assert done.err == ""
    top = done.out[: done.out.index("Игрок")]
    assert "столбец «Очки» не прочитан" in top
    assert "Одно имя в двух написаниях? 'анна' и 'Анна'" in top
    done = score(seating, games, "--json")
    assert json.loads(done.out)["spellings"] == [["анна", "Анна"]]
    assert "the column 'Очки' is not read" in done.err


def test_a_slot_with_two_players(seating, tmp_path):
    sys.path.insert(0, str(ROOT / "tests" / "scoring"))
    from hand_made import replaced

    write_protocols(replaced(), tmp_path / "two.json")
    args = ("score", tmp_path / "two.json", "--rules", "tkemali-2016")
    done = seating(*args, fake=False)
    assert "Late5 (No. 5): disqualified" in " ".join(done.out.split())
    said = " ".join(seating(*args, "--explain", "Late5", fake=False).out.split())
    assert "Player" in said
    assert "is not passed on to New5" in said
    found = json.loads(seating(*args, "--explain", "5", "--json", fake=False).out)
    assert [one["player"] for one in found["explain"]["adjustments"]] == ["Late5", "Late5"]
    assert [one["player"] for one in found["replaced"]] == ["Late5"]


def test_penalties_are_spared_last(seating, tmp_path):
    """They change totals: of 80 columns they take theirs before wins, Ci and the best move."""
    found = tournament()
    games = tuple(
        replace(one, stage="main", first_killed=1, best_move=(8, 9), chairs=tuple(
            replace(chair, role=SHORT["CCCCCSCMMD"[chair.seat - 1]],
                    extras=(Fraction(1, 5),) if chair.seat == 2 else (),
                    penalties=(("judge", Fraction(-1, 2)),) if chair.seat == 3 else ())
            for chair in one.chairs
        ), round=number)
        for number, one in enumerate(found.games, start=1)
    )  # fmt: skip
    write_protocols(Protocols(games), tmp_path / "fined.json")
    done = seating("score", tmp_path / "fined.json", "--rules", "fiim-v5", fake=False)
    assert done.status == 0, done
    assert "Penalties" in done.out.splitlines()[next(
        n for n, line in enumerate(done.out.splitlines()) if "Player" in line
    )]  # fmt: skip
    assert "No room here for: " in done.out
