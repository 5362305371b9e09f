"""``seating swiss next`` on the day: who left and who came late, changes by hand, notes, files."""

import json
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
from desk_runs import command, environment
from swiss_day_cases import NAMES, cup, last_round, record, rows, seated, table

from desk.cli import main
from desk.swiss_presence import presence
from schedules.errors import SeatingError
from schedules.files import read_schedule


@pytest.fixture
def seating(tmp_path, monkeypatch, capfd):
    """Run ``seating`` in this process: there are many runs here, and a start takes a second."""

    def run(*args, **extra):
        monkeypatch.chdir(tmp_path)
        for name, value in {"COLUMNS": "80", **extra}.items():
            monkeypatch.setenv(name, value)
        capfd.readouterr()
        status = main([*map(str, args)])
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return SimpleNamespace(status=status, out=out, err=err)

    return run


@pytest.fixture
def given(tmp_path):
    """The usual command line, without what it writes."""
    cup(tmp_path / "cup.json")
    table(tmp_path / "points.csv", rows())
    return ("swiss", "next", "points.csv", "--history", "cup.json", "--mode", "strict")


def by_hand(tmp_path, change):
    """Write the next round with some players exchanged; ``change`` is player by player, from 1."""
    data = json.loads((tmp_path / "next.json").read_text("utf-8"))
    data["rounds"][1] = [[change.get(p, p) for p in chairs] for chairs in data["rounds"][1]]
    (tmp_path / "hand.json").write_text(json.dumps(data), encoding="utf-8")
    return data["rounds"][1]


def test_a_round_changed_by_hand_is_shown_as_changed(seating, given, tmp_path):
    """Strict seats 1 2 3 5 at table 1; the hand puts 4 in the place of 5."""
    assert seating(*given, "-q", "-o", "next.json").status == 0
    first, _ = by_hand(tmp_path, {4: 5, 5: 4})
    done = seating(*given, "--edited", "hand.json", "-o", "signed.json", "--page", "hand.html",
                   "--by", "Judge", "--because", "a quarrel", "--why", "Anna:2")  # fmt: skip
    assert done.status == 0, done
    page = (tmp_path / "hand.html").read_text("utf-8")
    for text in (done.out, page):
        assert "changed by hand" in text
        head, proved = text.split("What is proved of the round as the program gives it", 1)
        assert "Proved best" not in head
        assert "Proved best" in proved
        assert "What is proved\n" not in text
        for words in ("Judge; 20", "a quarrel)", "Moved by hand: Dmitri, Eva.", "6 → 12 (+6)"):
            assert words in head
        assert "Why, in the round as the program gives it" in proved
    chairs = ", ".join(f"{seat} {NAMES[p - 1]}" for seat, p in enumerate(first, 1))
    assert f"Table 1: {chairs}\n" in done.out
    # the checklist: Dmitri, fourth, sits at table 1 by hand
    (line,) = [x for x in done.out.splitlines() if x.split()[1:2] == ["Dmitri"]]
    assert line.split()[:4] == ["4", "Dmitri", "5", "1"]
    assert last_round(tmp_path / "signed.json")[0] == first


def test_a_change_by_hand_may_seat_who_sits_out(seating, tmp_path):
    cup(tmp_path / "cup.json")
    table(tmp_path / "points.csv", [*rows(), "9;Zoe;0"])
    given = ("swiss", "next", "points.csv", "--history", "cup.json", "--mode", "strict")
    assert seating(*given, "-q", "-o", "next.json").status == 0
    assert record(tmp_path / "next.json")["sits_out"] == [9]
    by_hand(tmp_path, {8: 9})
    done = seating(*given, "--edited", "hand.json", "-o", "signed.json")
    assert done.status == 0, done
    assert "Sit out: Hugo" in done.out
    assert "Breaks A6: Zoe" in done.out
    assert record(tmp_path / "signed.json")["sits_out"] == [8]
    lines = [line.split() for line in done.out.splitlines() if " Zoe " in line]
    assert ["—", "Zoe", "0", "2", "—"] in [cells[:5] for cells in lines]


def test_who_sits_twice_by_hand_is_named_with_who_is_missing(seating, given, tmp_path):
    assert seating(*given, "-q", "-o", "next.json").status == 0
    first, second = by_hand(tmp_path, {8: 1})
    done = seating(*given, "--edited", "hand.json")
    assert done.status == 2, done
    chairs = f"table 1, seat {first.index(1) + 1} and table 2, seat {second.index(1) + 1}"
    assert f"Anna (1) sits twice: {chairs}; no seat has Hugo (8)" in done.err


def test_a_withdrawal_lasts_until_it_is_taken_back(seating, given, tmp_path):
    done = seating(*given, "--withdraw", "Hugo", "--uneven", "-q", "-o", "two.json")
    assert done.status == 0, done
    assert record(tmp_path / "two.json")["withdrawn"] == [8]
    later = ("swiss", "next", "points.csv", "--history", "two.json", "--mode", "strict",
             "--uneven", "-o", "three.json")  # fmt: skip
    done = seating(*later)
    assert "Not playing because of an earlier withdrawal: Hugo." in done.out
    assert sorted(seated(tmp_path / "three.json")) == [1, 2, 3, 4, 5, 6, 7]
    assert record(tmp_path / "three.json")["withdrawn"] == [8]
    russian = seating(*later, "--lang", "ru")
    assert "Не играют, выбыв раньше: Hugo." in russian.out
    for lock in ("Hugo:in", "Hugo:2"):
        done = seating(*later, "--lock", lock)
        assert "Back after an earlier withdrawal: Hugo." in done.out
        assert 8 in seated(tmp_path / "three.json")
    table(tmp_path / "points.csv", [*rows(";")[:-1], "8;Hugo;1;yes"], "slot;name;total;active")
    seating(*later)
    assert record(tmp_path / "three.json")["withdrawn"] == []
    # two rounds seated, one of them without him: he has not sat out
    seating("swiss", "next", "points.csv", "--history", "three.json", "--mode", "strict",
            "-o", "four.json")  # fmt: skip
    assert presence(read_schedule(tmp_path / "four.json"), 8).sat_out == (0,) * 8


def test_a_late_entry_sits_out_by_the_rule(seating, given, tmp_path):
    """Zoe comes in round 2 with 0 points: the first to sit out. After it she has sat out once."""
    table(tmp_path / "points.csv", [*rows(), ";Zoe;0"])
    done = seating(*given, "-o", "two.json")
    assert "Late entry: Zoe gets slot 9." in done.out
    assert "Sit out: Zoe\n" in done.out
    (row,) = [line for line in done.out.splitlines() if line.split()[:2] == ["—", "Zoe"]]
    assert row.split()[-1] == "0"
    kept = record(tmp_path / "two.json")
    assert (kept["entered"], kept["sits_out"]) == ([9], [9])
    done = seating("swiss", "next", "points.csv", "--history", "two.json", "--mode", "strict",
                   "-o", "three.json", "--lang", "ru")  # fmt: skip
    assert "Вне игры: Hugo\n" in done.out  # least points of those who have not sat out yet
    assert record(tmp_path / "three.json")["entered"] == []
    (row,) = [line for line in done.out.splitlines() if line.split()[1:2] == ["Zoe"]]
    assert row.split()[-1] == "1"


def test_sit_outs_are_counted_while_active(tmp_path):
    """Five rounds at one table of 4; by hand: 5 withdrawn in 2 and 3 and back in 4; 6 enters in 3.

    seats       1: 1 2 3 4   2: 1 2 3 4   3: 1 2 3 4   4: 1 2 3 5   5: 1 2 3 6
    4 sits out in 4 and 5, 5 in 1 and 5, 6 in 3 and 4; 7, who comes now, never.
    """
    rounds = [[[1, 2, 3, last]] for last in (4, 4, 4, 5, 6)]
    swiss = [
        {"round": 2, "withdrawn": [5]},
        {"round": 3, "withdrawn": [5], "entered": [6]},
    ]
    path = tmp_path / "cup.json"

    def after(count, players):
        games = [sum(n in chairs[0] for chairs in rounds[:count]) for n in range(1, 7)]
        problem = {
            "players": 6, "tables": 1, "seats": 4, "rounds": count, "games_per_player": count,
            "other_games": [[n, g] for n, g in enumerate(games, 1) if g != count],
        }  # fmt: skip
        data = {"format": "seating-schedule/1", "problem": problem, "rounds": rounds[:count],
                "made": {"swiss": swiss}}  # fmt: skip
        path.write_text(json.dumps(data), encoding="utf-8")
        return presence(read_schedule(path), players)

    assert after(5, 7).sat_out == (0, 0, 0, 2, 2, 2, 0)
    assert after(5, 7).withdrawn == frozenset()
    assert after(3, 6).sat_out == (0, 0, 0, 0, 1, 1)
    assert after(3, 6).withdrawn == {4}


@pytest.mark.parametrize("swiss", [{}, [{"round": "x"}], [{"round": 1, "withdrawn": [99]}]])
def test_a_record_that_is_not_ours_is_refused(tmp_path, swiss):
    path = cup(tmp_path / "cup.json", made={"swiss": swiss})
    with pytest.raises(SeatingError, match='take "swiss" out'):
        presence(read_schedule(path), 8)


def test_how_many_sit_out_and_how_they_need_not(seating, given):
    """Seven at tables of four: one table, three sit out; uneven, 4 and 3 all play."""
    done = seating(*given, "--withdraw", "Hugo", "--page", "round.html")
    assert "3 players sit out this round. 7 active players fill 1 × 4 seats." in done.out
    assert "--uneven seats everybody (4,3); --sizes takes any sizes." in done.out
    russian = seating(*given, "--withdraw", "Hugo", "--lang", "ru")
    assert "Вне игры в этом туре 3 игрока." in russian.out
    assert "--uneven играют все (4,3)" in russian.out
    for asked in (("--uneven",), ("--sizes", "4")):
        assert "sit out this round" not in seating(*given, "--withdraw", "Hugo", *asked).out


def test_files_are_written_before_the_screen(given, tmp_path, seating):
    if not (full := Path("/dev/full")).exists():
        pytest.skip("there is no /dev/full here")
    with full.open("w") as out:
        process = subprocess.run(
            [*command(), *given, "-o", "next.json", "--page", "next.html"],
            cwd=tmp_path, env=environment(), stdout=out, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert process.returncode == 2
    assert b"cannot be written" in process.stderr
    assert read_schedule(tmp_path / "next.json").num_rounds == 2
    assert "Round 2" in (tmp_path / "next.html").read_text("utf-8")


def test_a_forgotten_history_is_said(seating, tmp_path):
    table(tmp_path / "points.csv", rows())
    done = seating("swiss", "next", "points.csv", "--mode", "random", "--seats", "4")
    assert "No --history is given: this is seated as round 1" in done.out
    table(tmp_path / "players.csv", NAMES, "name")
    done = seating("swiss", "next", "players.csv", "--mode", "random", "--seats", "4")
    assert done.status == 0, done
    assert "everybody begins with 0" in done.out
    assert "--history" not in done.out
    russian = seating("swiss", "next", "points.csv", "--mode", "random", "--seats", "4",
                      "--lang", "ru")  # fmt: skip
    assert "Нет --history: рассаживается тур 1" in russian.out


def test_locks_are_printed_with_their_place(seating, given):
    done = seating(*given, "--lock", "Dmitri:2:3", "--by", "Judge", "--because", "stairs")
    assert "By lock: Dmitri: table 2, seat 3 (Judge; 20" in done.out
    assert "; stairs)" in done.out
    russian = seating(*given, "--lock", "Dmitri::3", "--lock", "Eva:in", "--lang", "ru")
    assert "Назначено судьёй: Dmitri: место 3 (20" in russian.out
    assert "Назначено судьёй: Eva: играет (20" in russian.out


def test_a_lock_to_sit_out_where_everybody_has_a_chair(seating, given):
    for asked in ((), ("--uneven",)):
        done = seating(*given, "--lock", "Anna:out", *asked)
        assert done.status == 1, done
        assert "Locked to sit out (A2): Anna; but 8 players have 8 chairs" in done.err
        assert "so that nobody sits out. Write --sizes 4,3" in done.err
    assert seating(*given, "--lock", "Anna:out", "--sizes", "4,3", "-q").status == 0


def test_refusals_name_players(seating, given, tmp_path):
    done = seating(*given, "--lock", "Anna:1", "--lock", "Anna:2")
    assert "Anna (1) has two locks" in done.err
    cup(tmp_path / "cup.json", problem={
        "players": 8, "tables": 2, "seats": 4, "rounds": 1, "games_per_player": 1,
        "apart": [[1, 3]],
    }, rounds=[[[1, 2, 5, 4], [3, 6, 7, 8]]])  # fmt: skip
    done = seating(*given, "--apart", "Clara,Anna", "--lock", "Clara:1", "--lock", "Anna:1")
    assert done.status == 1
    assert done.err.count("kept apart") == 1
    assert "Anna (1) and Clara (3) are to be kept apart (A3)" in done.err
    assert "layer 1" not in done.err


def test_a_history_with_a_player_beyond_the_field(seating, given, tmp_path):
    cup(tmp_path / "cup.json", rounds=[[[1, 2, 3, 4], [5, 6, 7, 99]]])
    done = seating(*given)
    assert done.status == 2
    assert "cup.json, round 1, table 2, seat 4: player 99 sits there" in done.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--club-limit", "3"), "--club-limit 3 needs clubs, and points.csv has none"),
        (("--page", "p.txt"), "p.html"),
        (("--time-limit", "0"), "more than 0 and at most 3600"),
        (("--edited", "cup.json", "--page", "cup.json"), "is read by this command"),
    ],
)
def test_what_does_not_fit_is_refused(seating, given, options, words):
    done = seating(*given, *options)
    assert done.status == 2, done
    assert words in done.err


def test_the_page_says_what_the_codes_mean(seating, given, tmp_path):
    for lang, words in (("en", "another still unseen</dd>"), ("ru", "ещё не бывшем</dd>")):
        assert seating(*given, "--page", "p.html", "--lang", lang).status == 0
        page = (tmp_path / "p.html").read_text("utf-8")
        codes = [part.split("</dt>")[0] for part in page.split("<dt>")[1:]]
        assert codes == [
            "Q1",
            "Q2",
            "Q3",
            "Q4",
            "Q5",
            "Q6",
            "Q7",
            "Q9",
            *(f"S{n}" for n in range(2, 7)),
        ]
        assert words in page


def test_names_are_whole_on_a_narrow_screen(seating, given, tmp_path):
    long = "Maximilian-Alexander Rudolf"
    table(tmp_path / "points.csv", [f"1;{long};10", *rows()[1:]])
    done = seating(*given, COLUMNS="80")
    assert any(line.split()[:3] == ["1", *long.split()] for line in done.out.splitlines())
    narrow = seating(*given, COLUMNS="62").out
    assert "…" not in narrow
    assert max(map(len, narrow.split("Rank ")[1].split("What is")[0].splitlines())) <= 62


def test_one_table_is_a_table(seating, given):
    done = seating(*given, "--withdraw", "Hugo")
    assert "\nTable 1: Q1" in done.out
    assert "Tables 1:" not in done.out


def test_a_round_taken_back_leaves_no_record(seating, given, tmp_path):
    """The round with the late entry is deleted from the file by hand and seated again without."""
    table(tmp_path / "points.csv", [*rows(), ";Zoe;0"])
    assert seating(*given, "-q", "-o", "two.json").status == 0
    data = json.loads((tmp_path / "two.json").read_text("utf-8"))
    cup(tmp_path / "cup.json", made=data["made"])
    table(tmp_path / "points.csv", rows())
    assert seating(*given, "-q", "-o", "again.json").status == 0
    kept = json.loads((tmp_path / "again.json").read_text("utf-8"))["made"]["swiss"]
    assert [(one["round"], one["entered"]) for one in kept] == [(2, [])]
