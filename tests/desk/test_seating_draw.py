import json
import re

import pytest
from desk_runs import leftovers

from schedules import read_schedule

NAMES = ["Анна", "Борис", "Вера", "Глеб", "Smith, John", "Егор", "მარიამ", "Zoë"]


@pytest.fixture
def names(tmp_path):
    path = tmp_path / "names.csv"
    rows = [f'"{name}";{"Тбилиси" if n < 6 else "Riga"}' for n, name in enumerate(NAMES)]
    path.write_text("\n".join(["имя;город", *rows]), encoding="utf-8")
    return path


@pytest.fixture
def drawn(seating, small, names, tmp_path):
    done = seating("draw", small, "--names", names, "--seed", "7 12 33", "-o", "cup.json")
    assert done.status == 0, done
    return tmp_path / "cup.json"


def change(path, old, new):
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_file_holds_names_and_record_and_the_seats_as_they_were(small, drawn):
    before, after = read_schedule(small), read_schedule(drawn)
    assert sorted(after.players) == sorted(NAMES)
    assert (after.seating == before.seating).all()
    record = after.made["draw"]
    assert record.pop("seating_digest").startswith(before.digest())
    assert len(record.pop("players_digest")) == 64
    assert record == {"method": "seating-draw/1", "seed": "7 12 33"}


def test_what_was_known_of_the_schedule_stays(seating, small, names, tmp_path):
    change(small, '"rounds"', '"made": {"version": "0.1.0", "seed": 5}, "rounds"')
    assert seating("draw", small, "--names", names, "--seed", "x", "-o", "cup.json").status == 0
    made = read_schedule(tmp_path / "cup.json").made
    assert (made["version"], made["seed"], made["draw"]["seed"]) == ("0.1.0", 5, "x")


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_digests_come_before_the_draw_and_alone(seating, small, names, tmp_path, lang):
    wish = ("--avoid", "анна,Борис", "--from-afar", "zoë", "--lang", lang)
    only = seating("draw", small, "--names", names, "--digests-only", *wish)
    assert only.status == 0
    *lines, publish = only.out.splitlines()
    assert publish.startswith({"en": "Publish these lines", "ru": "Опубликуйте эти строки"}[lang])
    assert len(lines) == 5
    done = seating("draw", small, "--names", names, "--seed", " a  b ", *wish)
    assert done.out.splitlines()[:5] == lines
    seed = {"en": "Seed: a b", "ru": "Зерно жеребьёвки: a b"}[lang]
    assert done.out.splitlines()[5] == seed
    assert not (tmp_path / "cup.json").exists()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["names.csv", "small.json"]


def test_wishes_are_reported_and_recorded(seating, small, names, tmp_path):
    done = seating(
        "draw", small, "--names", names, "--seed", "x", "-o", "cup.json",
        "--keep", "3=ЕГОР", "--avoid", '"Smith, John",Вера', "--welcome", "Анна, Глеб",
        "--home-city", "тбилиси",
    )  # fmt: skip
    assert done.status == 0, done
    out = " ".join(done.out.split())
    assert "Smith, John and Вера meet: 0 times. Two players of this seating meet 0 to 2" in out
    assert "Анна and Глеб meet: 2 times." in out
    assert "From afar, the best balanced numbers: მარიამ; Zoë" in out
    places = re.findall(r"(?:მარიამ|Zoë), from afar, has No\. \d+: place (\d) of 8", out)
    assert len(places) == 2
    assert set(places) <= {"1", "2"}
    schedule = read_schedule(tmp_path / "cup.json")
    assert schedule.players[2] == "Егор"
    record = schedule.made["draw"]
    assert record["keep"] == [[3, "Егор"]]
    assert record["avoid"] == [["Smith, John", "Вера"]]
    assert record["welcome"] == [["Анна", "Глеб"]]
    assert record["from_afar"] == ["მარიამ", "Zoë"]
    assert seating("draw", "cup.json", "--check", "--names", names).status == 0


def test_a_draw_on_stdout_is_the_file_alone(seating, small, names, drawn):
    done = seating("draw", small, "--names", names, "--seed", "7 12 33", "-o", "-")
    assert done.out == drawn.read_text("utf-8")
    assert "Players: " in done.err
    assert "Анна" in done.err


def test_a_right_draw_is_confirmed(seating, drawn, names):
    for more in ((), ("--names", names), ("--names", names, "--seed", "7  12 33")):
        done = seating("draw", drawn, "--check", *more)
        assert done.status == 0, done
        assert "the names are those of this draw" in done.out
        assert "Seed: 7 12 33" in done.out


def test_two_names_exchanged_are_found(seating, drawn):
    first, second = read_schedule(drawn).players[:2]
    change(drawn, f'"{first}",\n    "{second}"', f'"{second}",\n    "{first}"')
    done = seating("draw", drawn, "--check")
    assert done.status == 1
    assert "the names are not those of the draw" in done.out
    assert f"No. 1 is {second}; the draw gives {first}." in done.out
    assert f"No. 2 is {first}; the draw gives {second}." in done.out


def test_another_seed_is_found(seating, drawn):
    done = seating("draw", drawn, "--check", "--seed", "7 12 34")
    assert done.status == 1
    assert "was drawn with another seed: 7 12 33." in done.out
    change(drawn, '"seed": "7 12 33"', '"seed": "7 12 34"')
    done = seating("draw", drawn, "--check")
    assert done.status == 1
    assert "the draw gives" in done.out


def test_other_seats_are_found(seating, drawn):
    change(drawn, "[1, 2, 3, 4]", "[2, 1, 3, 4]")
    done = seating("draw", drawn, "--check")
    assert done.status == 1
    assert "The seats are not those that were drawn" in done.out


def test_other_players_are_found(seating, drawn, names):
    change(names, "Борис", "Bob")
    done = seating("draw", drawn, "--check", "--names", names, "--lang", "ru")
    assert done.status == 1
    assert "Игроки не те, что были при жеребьёвке" in done.out
    assert "Нет в файле: Bob." in done.out


def test_names_taken_out_are_missed(seating, drawn, names):
    data = json.loads(drawn.read_text("utf-8"))
    del data["players"]
    drawn.write_text(json.dumps(data), encoding="utf-8")
    done = seating("draw", drawn, "--check", "--names", names)
    assert done.status == 1
    assert "No names stand in the file." in done.out
    assert seating("draw", drawn, "--check").status == 1


def test_a_record_that_cannot_be_drawn(seating, drawn):
    change(drawn, '"method"', '"keep": [[1, "Nobody"]], "method"')
    done = seating("draw", drawn, "--check")
    assert done.status == 1
    assert "The draw cannot be made as recorded." in done.out
    assert "'Nobody', who is not among the players" in done.out


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"seed": "7 12 33"', '"seed": 7', '("made", "draw", seed) is not as seating draw writes'),
        ('"method"', '"keep": [[0, "Zoë"]], "method"', '("made", "draw", keep, 1, 1) is not as'),
        ("seating-draw/1", "seating-draw/9", "by the method 'seating-draw/9' and this version"),
        ('{"draw": {', '{"drawn": {', "holds no record of a draw"),
        ('"method"', '"more": 1, "method"', '("made", "draw", more) is not as'),
    ],
)
def test_records_that_cannot_be_read(seating, drawn, old, new, says):
    change(drawn, old, new)
    done = seating("draw", drawn, "--check")
    assert done.status == 2
    assert says in done.err
    assert len(done.err.splitlines()) == 1


def test_what_is_drawn_is_not_drawn_again(seating, drawn, names, small):
    done = seating("draw", drawn, "--names", names, "--seed", "x", "-o", "again.json")
    assert done.status == 2
    assert "is drawn already; check it with: seating draw" in done.err
    change(small, '"rounds"', f'"players": {json.dumps(NAMES)}, "rounds"')
    done = seating("draw", small, "--names", names, "--seed", "x")
    assert done.status == 2
    assert "The slots have names already (slot 1 is Анна)" in done.err


def test_slots_of_wishes_are_not_given_away(seating, small, names, tmp_path):
    problem = (
        '"problem": {"players": 8, "tables": 2, "seats": 4, "rounds": 3, "games_per_player": 3, '
        '"at_most": [[[1, 2], 2]]}, "rounds"'
    )
    change(small, '"rounds"', problem)
    args = ("draw", small, "--names", names, "--seed", "x", "-o", "cup.json")
    done = seating(*args)
    assert done.status == 2
    assert "The wishes of the schedule name the slots 1 and 2, made for certain" in done.err
    assert leftovers(tmp_path) == []
    assert seating(*args, "--keep", "1=Zoë", "--keep", "2=Глеб").status == 0
    assert read_schedule(tmp_path / "cup.json").players[:2] == ("Zoë", "Глеб")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--names", "names.csv"), "Missing: --seed TEXT"),
        (("--seed", "x"), "Missing: --names FILE"),
        (("--digests-only",), "Missing: --names FILE"),
        (("--names", "names.csv", "--seed", "  "), "The seed is empty"),
        (("--names", "names.csv", "--seed", "x", "--digests-only"), "leave out --seed and -o"),
        (("--check", "--digests-only"), "not both"),
        (("--check", "--avoid", "a,b"), "--check takes wishes from the record"),
        (("--check",), "holds no record of a draw"),
        (("--names", "names.csv", "--seed", "x", "-o", "x.csv"), "a schedule file ends in .json"),
        (("--names", "names.csv", "--seed", "x", "-o", "small.json"), "is read by this command"),
        (("--names", "few.csv", "--seed", "x"), "few.csv holds 2 names and the schedule has 8"),
        (("--names", "twice.csv", "--seed", "x"), "differs only in letter case"),
    ],
)
def test_wrong_input(seating, small, names, tmp_path, args, says):
    (tmp_path / "few.csv").write_text("name\nAnna\nBoris\n", encoding="utf-8")
    (tmp_path / "twice.csv").write_text("name\nAnna\nanna\n", encoding="utf-8")
    done = seating("draw", small, *args)
    assert done.status == 2, done
    assert says in done.err
    assert done.out == ""


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        (("--avoid", "Анна"), "--avoid 'Анна' names 1 player; write two names"),
        (("--welcome", "Анна,Вера,Глеб"), "names 3 players; write two names"),
        (("--avoid", "Smith, John"), "names 1 player"),
        (("--avoid", "Smith, John,Анна"), "names 'Smith', who is not among the 8 names"),
        (("--avoid", "Анна,Бори"), "did you mean 'Борис'?"),
        (("--avoid", ""), "--avoid '' names 0 players"),
        (("--keep", "Anna"), "--keep 'Anna' cannot be read"),
        (("--keep", "9=Анна"), "the slots are 1 to 8"),
        (("--keep", "0=Анна"), "Анна is to keep slot 0; the slots are 1 to 8"),
        (("--keep", "1=Nobody"), "--keep names 'Nobody'"),
        (("--home-city", "Paris"), "Nobody in names.csv is from 'Paris'"),
        (("--home-city", "Riga", "--from-afar", "Анна"), "not both"),
        (("--welcome", "Анна,анна"), "pairs Анна with himself"),
    ],
)
def test_wishes_that_cannot_be_meant(seating, small, names, wish, says):
    done = seating("draw", small, "--names", "names.csv", "--seed", "x", *wish)
    assert done.status == 2, done
    assert says in done.err
    assert len(done.err.splitlines()) == 1


def test_a_file_without_cities(seating, small, names):
    names.write_text("\n".join(["name", *map(json.dumps, NAMES)]), encoding="utf-8")
    done = seating("draw", small, "--names", "names.csv", "--seed", "x", "--home-city", "Riga")
    assert done.status == 2
    assert "names.csv has no cities" in done.err


def test_an_invalid_schedule_is_not_drawn(seating, small, names):
    change(small, "[2,1,5,6]", "[2,1,5,3]")
    done = seating("draw", small, "--names", names, "--seed", "x")
    assert done.status == 1
    assert "is not a valid schedule and is not drawn." in done.err


def test_names_play_no_tricks_on_the_terminal(seating, small, names):
    change(names, "Борис", "Бо\x1b[31mрис[bold]")
    done = seating("draw", small, "--names", names, "--seed", "x")
    assert done.status == 0, done
    assert "\x1b" not in done.out
    assert "[bold]" in done.out


def test_a_repair_after_the_draw_is_undone_and_named(seating, drawn, names, tmp_path):
    slots = {name: slot for slot, name in enumerate(read_schedule(drawn).players, start=1)}
    gone = slots["Егор"]
    seating("repair", drawn, "--after", 1, "--withdraw", gone, "-o", "a.json")
    done = seating("draw", "a.json", "--check", "--names", names)
    assert done.status == 0, done
    assert "a.json: the names are those of this draw." in done.out
    assert f"were changed after it by: repair after round 1 (withdraw {gone})." in done.out
    seating("repair", "a.json", "--after", 2, "--replace", f"{gone}=Olga", "-o", "b.json")
    done = seating("draw", "b.json", "--check", "--names", names)
    assert done.status == 0, done
    assert f"(withdraw {gone}), repair after round 2 (replace {gone}:Olga)." in done.out
    assert f"No. {gone} was drawn by Егор; now it is Olga." in done.out
    assert seating("draw", "b.json", "--check", "--lang", "ru").status == 0


def test_other_names_or_seats_than_those_repaired_are_found(seating, drawn, names, tmp_path):
    seating("repair", drawn, "--after", 1, "--swap", "1,2", "-o", "a.json")
    assert seating("draw", "a.json", "--check", "--names", names).status == 0
    data = json.loads((tmp_path / "a.json").read_text("utf-8"))
    data["players"][:2] = data["players"][1::-1]
    (tmp_path / "b.json").write_text(json.dumps(data), "utf-8")
    done = seating("draw", "b.json", "--check", "--names", names)
    assert done.status == 1, done
    assert "the names are not those of the draw" in done.out
    data["players"][:2] = data["players"][1::-1]
    game = data["rounds"][0][0]
    game[0], game[1] = game[1], game[0]
    (tmp_path / "c.json").write_text(json.dumps(data), "utf-8")
    done = seating("draw", "c.json", "--check", "--names", names)
    assert done.status == 1, done
    assert "the seats are not those that were drawn, and no repair" in done.out
