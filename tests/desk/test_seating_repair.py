"""``seating repair`` as an organiser runs it."""

import json

import pytest


def rounds(path):
    return json.loads(path.read_text(encoding="utf-8"))["rounds"]


@pytest.fixture
def named(tmp_path, small):
    """8 players with names, 2 tables of 4, 3 rounds."""
    data = json.loads(small.read_text(encoding="utf-8"))
    data["players"] = ["Anna", "Boris", "Vera", "Gleb", "Dina", "Egor", "Zoya", "Ivan"]
    path = tmp_path / "named.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_a_withdrawal_leaves_an_empty_chair(seating, named, tmp_path):
    before = named.read_bytes()
    done = seating("repair", named, "--after", 1, "--withdraw", "boris", "-o", "new.json")
    assert done.status == 0, done
    assert done.out.startswith("Round 1 stays as it is.\nBoris plays no more from round 2 on.\n")
    assert "2 seats change.\nNobody who plays on is moved to another game.\n" in done.out
    assert "3 players of 4" in done.out
    assert "(--full-tables): 3 games each: 1 player; 2 games each: 6 players" in done.out
    old, new = rounds(named), rounds(tmp_path / "new.json")
    assert old[0] == new[0]
    assert [[p for p in game if p != 2] for tables in old[1:] for game in tables] == [
        [p for p in game if p is not None] for tables in new[1:] for game in tables
    ]
    assert named.read_bytes() == before
    assert seating("check", "new.json").status == 0
    assert "Boris" in seating("export", "new.json", "--to", "html", "-o", "-").out


def test_full_tables_say_who_sits_out_in_russian(seating, named, tmp_path):
    done = seating(
        *("repair", named, "--after", 1, "--withdraw", 2, "--full-tables", "--lang", "ru"),
        *("-o", "new.json"),
    )
    assert done.status == 0, done
    assert done.out.startswith("Тур 1 остаётся как есть.\nBoris больше не играет начиная с тура 2.")
    assert "игры нет" in done.out
    assert "→ не играет" in done.out
    assert "(--short-tables): по 3 игры: 7 игроков; смен игры: 0" in done.out
    new = rounds(tmp_path / "new.json")
    assert [sum(game[0] is not None for game in tables) for tables in new] == [2, 1, 1]
    assert seating("check", "new.json").status == 0
    assert seating("export", "new.json", "--to", "xlsx", "-o", "new.xlsx").status == 0


def test_a_newcomer_takes_the_slot(seating, named, tmp_path):
    done = seating("repair", named, "--after", 2, "--replace", "2=Olga", "-o", "new.json")
    assert done.status == 0, done
    assert "Slot 2: Olga plays instead of Boris from round 3 on" in done.out
    assert "No seat changes." in done.out
    data = json.loads((tmp_path / "new.json").read_text(encoding="utf-8"))
    assert data["players"][1] == "Olga"
    assert data["rounds"] == rounds(named)
    assert data["made"]["repairs"][0]["names_before"] == [[2, "Boris"]]
    unnamed = seating("repair", named, "--after", 2, "--replace", "Boris", "--lang", "ru")
    assert "№2: Замена 2 играет вместо «Boris»" in unnamed.out


def test_json_is_for_programs_and_a_dry_run_writes_nothing(seating, named, tmp_path):
    files = set(tmp_path.iterdir())
    done = seating(*("repair", named, "--after", 1, "--swap", "Anna,Ivan", "--dry-run", "--json"))
    assert done.status == 0, done
    found = json.loads(done.out)
    assert found["format"] == "seating-repair/1"
    assert found["asked"] == {"after": 1, "swap": [1, 8]}
    seats = rounds(named)
    for change in found["changes"]:
        game = seats[change["round"] - 1][change["table"] - 1]
        assert game[change["seat"] - 1] == change["before"]
        game[change["seat"] - 1] = change["after"]
    turned = {1: 8, 8: 1}
    assert seats[1:] == [
        [[turned.get(p, p) for p in game] for game in tables] for tables in rounds(named)[1:]
    ]
    assert found["quality_before"]["criteria"][0]["criterion"] == "never_met"
    assert set(tmp_path.iterdir()) == files


def test_a_wish_of_two_who_have_met_is_kept_from_now_on(seating, named, tmp_path):
    done = seating("repair", named, "--after", 1, "--apart", "1,2", "-o", "new.json")
    assert done.status == 0, done
    assert "Anna and Boris have met 1 time in the rounds played" in done.out
    assert "It is proved that fewer cannot be." in done.out
    data = json.loads((tmp_path / "new.json").read_text(encoding="utf-8"))
    assert data["problem"]["at_most"] == [[[1, 2], 1]]
    assert not any({1, 2} <= set(game) for tables in data["rounds"][1:] for game in tables)


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (["--withdraw", "1"], 2, "Missing: --after ROUND"),
        (["--after", "3", "--withdraw", "1"], 2, "a number from 0 to 2 fits"),
        (["--after", "1"], 2, "Nothing is asked for"),
        (["--after", "1", "--withdraw", "Bors"], 2, "did you mean 'Boris'?"),
        (["--after", "1", "--late", "Boris"], 2, "write --late 17:6"),
        (["--after", "1", "--late", "Boris:2"], 2, "a round from 3 to 3 fits"),
        (["--after", "1", "--swap", "1,2,3"], 2, "names 3 players; write two"),
        (["--after", "1", "--close-table", "x"], 2, "'x' is not a number from 1"),
        (["--after", "1", "--at-most", "1,2"], 2, "says no number of meetings"),
        (["--after", "1", "--replace", "1=Boris"], 2, "slot 2 has a player of that name"),
        (["--after", "1", "--withdraw", "1", "-o", "named.json"], 2, "is read by this command"),
        (["--after", "1", "--withdraw", "1", "-o", "a.html"], 2, "seating export a.json"),
        (["--after", "1", "--withdraw", "1", "-o", "a.json", "--dry-run"], 2, "writes nothing"),
        (["--after", "1", "--withdraw", "1", "--time-limit", "0"], 2, "does not fit"),
        (["--after", "1", "--late", "Boris:2"], 2, "Boris (2) is said to come for round 2"),
        (["--after", "1", "--replace", "2=BORIS"], 2, "BORIS has slot 2 already"),
        (
            ["--after", "1", "--apart", "1,2,3"],
            1,
            "In round 2 it cannot be that Anna, Boris and Vera (1, 2, 3) are to be kept apart",
        ),
        (["--after", "1", "--close-table", "1,2"], 1, "Round 2 has no table left"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(seating, named, options, status, words):
    done = seating("repair", named, *options)
    assert done.status == status, done
    assert words in done.err
    assert done.out == ""


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_repair_of_a_real_stage_is_shown_in_both_languages(seating, tkemali, lang):
    done = seating(
        *("repair", tkemali, "--after", 4, "--withdraw", 17, "--lang", lang, "-o", "new.json"),
    )
    assert done.status == 0, done
    assert ("Rounds 1–4 stay" if lang == "en" else "Туры 1–4 остаются") in done.out
    assert ("5 seats change" if lang == "en" else "Меняется 5 мест") in done.out
    assert seating("check", "new.json", "--json").status == 0


def test_who_comes_back_gets_his_chair_again(seating, named, tmp_path):
    seating("repair", named, "--after", 1, "--withdraw", "Boris", "-o", "gone.json")
    for how in (["--late", "Boris:3"], ["--replace", "2=Boris"]):
        done = seating("repair", "gone.json", "--after", 2, *how, "-o", "back.json")
        assert done.status == 0, done
        back = rounds(tmp_path / "back.json")
        assert back[2] == rounds(named)[2]
        assert back[:2] == rounds(tmp_path / "gone.json")[:2]
        data = json.loads((tmp_path / "back.json").read_text(encoding="utf-8"))
        assert data["problem"]["absent"] == [[2, 2]]
        assert data["problem"]["other_games"] == [[2, 2]]
        assert seating("check", "back.json").status == 0
    said = seating("repair", "gone.json", "--after", 1, "--late", "2:3", "--lang", "ru").out
    assert "Boris возвращается к туру 3 и играет ещё 1 игру на пустовавшем месте." in said


def test_who_comes_back_to_full_tables_is_shown_another_way(seating, named):
    seating("repair", named, "--after", 1, "--withdraw", "Boris", "--full-tables", "-o", "g.json")
    done = seating("repair", "g.json", "--after", 2, "--late", "Boris:3")
    assert done.status == 1, done
    assert "Boris (2) does not play any more" in done.err
    assert '--replace "3=Anna"' in done.err


def test_of_those_who_left_none_is_forgotten(seating, named):
    seating("repair", named, "--after", 0, "--withdraw", "1", "-o", "one.json")
    done = seating("repair", "one.json", "--after", 0, "--withdraw", "8")
    assert done.status == 0, done
    assert "pairs that never meet, 13 are pairs with somebody who left." in done.out


def test_an_option_that_changes_nothing_is_said_to(seating, named):
    done = seating("repair", named, "--after", 1, "--close-table", 2, "--short-tables")
    assert done.status == 0, done
    assert "--short-tables changes nothing here" in done.out


def test_never_and_once_are_said_as_people_do(seating, named):
    done = seating("repair", named, "--after", 1, "--at-most", "1,8:0", "--at-most", "3,6:1")
    assert done.status == 0, done
    assert "0 times" not in done.out.split("seats change")[0]
    assert "once they have met once in all: Vera, Egor." in done.out
    done = seating("repair", named, "--after", 1, "--at-most", "1,2,3:0", "--forbid-table", "1:1")
    assert done.status == 1, done
    assert "are never to meet" in done.err
