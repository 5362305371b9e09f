import json
import time

import pytest

from schedules.files import read_schedule
from schedules.library import find
from schedules.problem import Problem

FIELD = ("--players", 30, "--tables", 3, "--rounds", 9)
REAL = {"REAL_LIBRARY": "1"}
QUICK = ("--iterations", 20_000, "--workers", 1)

needs_30_3_9 = pytest.mark.skipif(
    find(Problem(30, 3, 9)) is None, reason="the library does not hold 30/3/9"
)


@needs_30_3_9
def test_a_stage_of_the_library_is_answered_at_once(seating, tmp_path):
    begun = time.monotonic()
    done = seating("matrix", *FIELD, "-o", "x.json", "--name", "Cup", FAKE_SEARCH="crash", **REAL)
    assert done.status == 0, done
    assert time.monotonic() - begun < 10
    assert "From the library of ready schedules" in done.out
    assert "--no-library" in done.out
    assert "3807: cannot be better (proved)" in done.out
    schedule = read_schedule(tmp_path / "x.json")
    assert schedule.name == "Cup"
    assert schedule.made["library"] == "30-3-9"
    assert schedule.made["engine"] == "library"
    assert schedule.certificate["order"] == "order"


@needs_30_3_9
def test_the_seed_changes_nothing_and_the_order_is_kept(seating, tmp_path):
    for seed in (1, 2):
        done = seating("matrix", *FIELD, "--seed", seed, "-o", f"{seed}.json", "-q", **REAL)
        assert done.status == 0, done
    assert (tmp_path / "1.json").read_bytes() == (tmp_path / "2.json").read_bytes()
    done = seating("matrix", *FIELD, "--prefer", "spread", "--json", "-q", **REAL)
    assert json.loads(done.out)["certificate"]["order"] == "spread"


@needs_30_3_9
def test_names_are_bound_to_what_the_library_holds(seating, tmp_path):
    names = "\n".join(f"Player {n}" for n in range(30))
    (tmp_path / "n.csv").write_text(f"name\n{names}\n", encoding="utf-8")
    words = ("matrix", "--tables", 3, "--rounds", 9, "--names", "n.csv", "--json", "-q")
    done = seating(*words, FAKE_SEARCH="crash", **REAL)
    assert done.status == 0, done
    assert json.loads(done.out)["players"][29] == "Player 29"


@pytest.mark.parametrize(
    "more",
    [("--no-library",), ("--prefer", "tables"), ("--engine", "cp-sat"), ("--apart", "1,2")],
)
def test_it_is_searched_where_the_library_cannot_answer(seating, more):
    done = seating("matrix", *FIELD, *more, "--json", "-q", **REAL)
    assert done.status == 0, done
    assert "library" not in json.loads(done.out)["made"]


@needs_30_3_9
def test_with_a_time_limit_the_search_begins_from_the_library(seating):
    done = seating("matrix", *FIELD, "--time-limit", 1, "--json", "-q", fake=False)
    assert done.status == 0, done
    found = json.loads(done.out)
    assert found["measures"]["spread"] == 3807
    assert found["made"]["library"] == "30-3-9"
    assert found["made"]["engine"] == "auto"


@pytest.mark.slow
def test_build_and_list(seating, tmp_path):
    only = "8/2/3-seats-4,9/2/9x4-seats-4"
    done = seating("library", "build", "--only", only, *QUICK, "--into", "lib", fake=False)
    assert done.status == 0, done
    assert "8/2/3-seats-4: never met" in done.out
    assert "Written: 8-2-3-seats-4.json" in done.out
    before = {path.name: path.read_bytes() for path in (tmp_path / "lib").iterdir()}
    again = seating(
        "library", "build", "--only", only, *QUICK, "--into", "lib", "--seed", 2, fake=False
    )
    assert again.status == 0, again
    if again.out.count("Nothing better found.") == 2:
        assert before == {path.name: path.read_bytes() for path in (tmp_path / "lib").iterdir()}
    listed = seating("library", "list", "--into", "lib")
    assert listed.status == 0, listed
    assert "8/2/3-seats-4" in listed.out
    assert "ready schedules. Meetings proved best in" in listed.out
    assert seating("library", "list", "--into", "lib", "--lang", "ru").status == 0


def test_an_empty_library_is_said(seating, tmp_path):
    (tmp_path / "lib").mkdir()
    assert seating("library", "list", "--into", "lib").out.strip() == "0 ready schedules."


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--only", "30"), "no stage"),
        (("--only", ","), "--only is"),
        (("--only", "25/2/10x7"), "full games"),
        (("--time-limit", -1), "--time-limit is -1"),
        (("--iterations", 0), "--iterations is 0"),
        (("--iterations", 5, "--time-limit", 5), "not both"),
        (("--workers", 0), "--workers is 0"),
        (("--matrices", "none.json"), "There is no file none.json"),
        (("--into", "/dev/null/x"), "cannot be made one"),
    ],
)
def test_odd_input_is_refused_in_a_sentence(seating, words, said):
    more = () if "--into" in words else ("--into", "lib")
    done = seating("library", "build", *words, *more, fake=False)
    assert done.status == 2, done
    assert said in done.err


def test_a_folder_that_is_not_there_is_named(seating):
    done = seating("library", "list", "--into", "nowhere")
    assert done.status == 2
    assert "There is no folder nowhere" in done.err
