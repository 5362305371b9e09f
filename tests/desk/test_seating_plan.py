import pytest


def test_37_players_in_eight_hours(seating):
    done = seating("plan", "--players", 37, "--tables", 3, "--hours", 8)
    assert done.status == 0, done
    assert "37 players, 3 tables, 8 h: 9 games of 50 min one after another fit." in done.out
    assert "7 players sit out in each round." in done.out
    assert "10 games each, 13 rounds, 10 h 50 min" in done.out
    assert "compare points per game" in done.out
    assert "≥" in done.out
    assert "seating matrix --players 37 --tables 3 --rounds 9 --games-per-player 8" in done.out


def test_in_russian(seating):
    done = seating("plan", "--players", 29, "--tables", 3, "--hours", "7:30", "--lang", "ru")
    assert done.status == 0, done
    assert "помещается 9 игр" in done.out
    assert "Найдите ещё 1 игрока: 3 стола заполнятся" in done.out
    assert "меньшим числом столов" in done.out
    assert "Советуем вариант 1" in done.out
    assert " h " not in done.out


def test_the_command_that_it_prints_is_understood(seating):
    done = seating("plan", "--players", 25, "--tables", 2, "--hours", 6, "--finals", 1)
    assert done.status == 0, done
    line = done.out.strip().splitlines()[-1].split()
    assert line[:2] == ["seating", "matrix"]
    words = [word.strip('"') for word in line[1:]]
    again = seating(*words, "--iterations", 1000, "--quiet")
    assert again.status == 0, again


def test_breaks_and_finals(seating):
    done = seating(
        "plan", "--players", 30, "--tables", 3, "--hours", "7,5", "--minutes", 60,
        "--break-minutes", 10, "--finals", 2,
    )  # fmt: skip
    assert done.status == 0, done
    assert "6 games of 60 min one after another fit with breaks of 10 min" in done.out
    assert "*1       4" in done.out
    assert "6:50" in done.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--players", 9, "--tables", 1, "--hours", 8), "find 1 more"),
        (("--players", 30, "--tables", 3, "--hours", 0), "--hours is 0"),
        (("--players", 30, "--tables", 3, "--hours", "nan"), "--hours is nan"),
        (("--players", 30, "--tables", 3, "--hours", "all day"), "such as 8, 7.5 or 7:30"),
        (("--players", 30, "--tables", 3, "--hours", 1000), "plan a day at a time"),
        (("--players", 30, "--tables", 3, "--hours", 8, "--minutes", 0), "--minutes is 0"),
        (("--players", 30, "--tables", 3, "--hours", 8, "--break-minutes", -5), "is -5"),
        (("--players", 3000, "--tables", 3, "--hours", 8), "more than 2000"),
        (("--players", 30, "--tables", 3), "--hours"),
    ],
)
def test_odd_input_is_refused_in_a_sentence(seating, words, said):
    done = seating("plan", *words)
    assert done.status == 2, done
    assert said in done.err
    assert not done.out
