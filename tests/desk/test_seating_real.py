"""The command line with the real search: a small stage, and a search that is stopped."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from desk_runs import environment

from schedules import read_schedule
from schedules.verify import verify

pytest.importorskip("optimizer.solve")

ROOT = Path(__file__).resolve().parents[2]

SMALL = ("matrix", "--players", 12, "--tables", 3, "--seats", 4, "--rounds", 3)


def test_seat_check_and_export(seating, tmp_path):
    done = seating(*SMALL, "--apart", "1,2", "--time-limit", 3, "-o", "x.json", fake=False)
    assert done.status == 0, done
    assert "Every player sits on 3 different seats." in done.out
    schedule = read_schedule(tmp_path / "x.json")
    assert verify(schedule) == []
    assert schedule.problem.apart == ((0, 1),)
    done = seating("check", "x.json", "--json", fake=False)
    assert done.status == 0
    assert json.loads(done.out)["contradictions"] == []
    assert seating("export", "x.json", "--to", "html", fake=False).status == 0


def test_iterations_give_the_same_file_with_any_number_of_workers(seating):
    def once(workers: int) -> dict:
        args = ("--iterations", 30000, "--workers", workers, "--json")
        data = json.loads(seating(*SMALL, *args, fake=False).out)
        del data["made"]["seconds"]
        return data

    assert once(1) == once(2)


def test_a_clique_of_wishes_is_a_no(seating):
    done = seating(*SMALL, "--apart", "1,2,3,4", fake=False)
    assert done.status == 1
    assert "1, 2, 3 and 4 are to be kept apart" in done.err


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_keeps_the_best_of_the_real_search(tmp_path, number):
    """No library underneath may take the signals away from us, as CP-SAT does if it is let."""
    # where the tests run in the background, Ctrl-C is ignored, and we would leave it at that
    code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    code += "import sys, desk.live; desk.live.PLAIN_EVERY = 0.5; from desk.cli import main;"
    field = ("--players", "30", "--tables", "3", "--rounds", "9", "--no-library")
    process = subprocess.Popen(
        [sys.executable, "-c", f"{code} sys.exit(main())", "matrix", *field, "-o", "x.json"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    for line in process.stderr:
        if "spread" in line:  # something is found
            break
    process.send_signal(number)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "Stopped by you after" in out
    assert verify(read_schedule(tmp_path / "x.json")) == []


@pytest.mark.slow
def test_the_wishes_of_the_document_are_kept(seating, tmp_path):
    text = (ROOT / "docs" / "command-line.md").read_text("utf-8")
    (tmp_path / "wishes.toml").write_text(text.split("```toml\n")[2].split("```")[0], "utf-8")
    done = seating(
        "matrix", "--problem", "wishes.toml", "--iterations", 300000, "-o", "w.json", fake=False
    )
    assert done.status == 0, done
    assert seating("check", "w.json", fake=False).status == 0
    assert "Players who are better apart meet" in done.out
