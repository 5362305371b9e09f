import shlex
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import pytest
from desk_runs import ROOT, command, environment

from desk import options
from desk.errors import guarded
from scoring.files import write_protocols
from scoring.protocol import Chair, Game, Protocols

LIGHT = ("numpy", "pydantic.main", "optimizer", "schedules.files", "numba", "networkx", "pandas")


def test_version_and_help(seating):
    assert seating("--version", fake=False).out == f"seating {version('seating')}\n"
    for args in (["--help"], [], ["-h"]):
        done = seating(*args, fake=False)
        assert done.status == 0
        assert all(
            name in done.out
            for name in ("matrix", "check", "compare", "import", "export", "Exit status")
        )
    done = seating("matrix", "--help", fake=False)
    assert done.status == 0
    assert "a ready schedule of the library" in " ".join(done.out.replace("│", " ").split())
    assert "pdf" not in seating("export", "--help").out


def test_the_help_loads_nothing_heavy():
    code = (
        "import sys, desk.cli; desk.cli.main(['matrix', '--help']);"
        f"print([m for m in {LIGHT!r} if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True
    )
    loaded = done.stderr.strip()
    assert "optimizer" not in loaded
    assert "numpy" not in loaded
    assert "schedules" not in loaded


def test_the_help_is_there_at_once():
    def once() -> float:
        start = time.perf_counter()
        subprocess.run(
            [*command(fake=False), "--help"], env=environment(), capture_output=True, check=True
        )
        return time.perf_counter() - start

    once()  # compiles what is new
    assert min(once() for _ in range(3)) < 0.6


def test_choices_are_those_of_the_optimizer_and_the_catalogue():
    criteria = pytest.importorskip("optimizer.criteria")
    from desk.export import TARGETS
    from schedules.phrases import LANGS

    assert tuple(options.Prefer) == criteria.PREFERENCES
    assert tuple(options.Lang) == LANGS
    assert tuple(options.Target) == TARGETS


def test_unknown_commands(seating):
    done = seating("frob")
    assert done.status == 2
    assert done.err == "Error: No such command 'frob'. seating --help shows what there is.\n"


def test_debug_shows_the_traceback(small, tmp_path):
    for args, extra in ((["--debug"], {}), ([], {"SEATING_DEBUG": "1"})):
        done = subprocess.run(
            [*command(), *args, "check", "none.json"],
            cwd=tmp_path,
            env=environment(**extra),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2
        assert "Traceback" in done.stderr
        assert "Error: There is no file none.json" in done.stderr


def test_a_reader_that_goes_away(small):
    code = f"{sys.executable} -m desk export {small} --to html -o - ; echo status $? >&2"
    done = subprocess.run(
        ["bash", "-c", f"(sleep 0.5; {code}) | true"],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == "status 141\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_behind_stdout(small):
    for args in (["export", str(small), "--to", "csv", "-o", "-"], ["check", "--json", str(small)]):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [*command(fake=False), *args],
                env=environment(),
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert done.returncode == 2
        assert done.stderr.startswith("Error: the output cannot be written (No space left")
        assert len(done.stderr.splitlines()) == 1


def test_a_terminal_that_knows_no_russian(small, tmp_path):
    done = subprocess.run(
        [*command(fake=False), "check", str(small), "--lang", "ru"],
        env={**environment(), "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""


def test_ctrl_c_before_anything_was_found(capsys):
    def job() -> int:
        raise KeyboardInterrupt

    assert guarded(job, debug=False) == 130
    assert capsys.readouterr().err == "Stopped before anything was found; nothing is written.\n"


def test_too_little_memory_and_odd_errors(capsys):
    for error, status, says in (
        (MemoryError(), 2, "not enough memory"),
        (OSError(5, "Input/output error"), 2, "the output cannot be written (Input/output error)"),
        (ZeroDivisionError("x\x1b[2J"), 70, "Internal error (ZeroDivisionError: x\ufffd[2J)"),
    ):

        def job(error: Exception = error) -> int:
            raise error

        assert guarded(job, debug=False) == status
        assert says in capsys.readouterr().err


def ten_rounds():
    """Nine rounds and a final of ten players at one table, Anna the first of them."""
    roles = ["civilian"] * 6 + ["sheriff", "mafia", "mafia", "don"]
    games = []
    for number in range(10):
        turned = roles[number:] + roles[:number]
        chairs = tuple(
            Chair(seat, "Anna" if seat == 1 else f"Player {seat}", role)
            for seat, role in enumerate(turned, start=1)
        )
        stage, round_ = ("final", 1) if number == 9 else ("qualification", number + 1)
        games.append(Game(stage, round_, 1, "black" if number % 3 else "red", chairs))
    return Protocols(tuple(games))


def test_the_commands_of_the_document_run(seating, tmp_path):
    text = (ROOT / "docs" / "command-line.md").read_text("utf-8")
    (tmp_path / "players.csv").write_text(
        "name,club\n" + "".join(f"Player {n},club {n % 11}\n" for n in range(30)), "utf-8"
    )
    (tmp_path / "judges.csv").write_text(text.split("```csv\n")[1].split("```")[0], "utf-8")
    (tmp_path / "cup.toml").write_text(text.split("```toml\n")[1].split("```")[0], "utf-8")
    write_protocols(ten_rounds(), tmp_path / "games.csv")
    blocks = text.split("```sh\n")[1:]
    lines = [line for block in blocks for line in block.split("```")[0].splitlines() if line]
    assert len(lines) >= 6
    for line in lines:
        words = shlex.split(line)
        assert words[0] == "seating"
        if words[1:3] == ["library", "build"] or words[1] == "study":
            continue  # minutes of real work; they have tests of their own
        done = seating(*words[1:])
        assert done.status == 0, (line, done)
