"""The command ``seating study``: the table, the file, the JSON, wrong input, a stop."""

import csv
import json
import shlex
import signal
import subprocess
import sys

import nbformat
import pytest
from desk_runs import ROOT, environment
from test_seating_signals import hear_interrupts

from desk.cli import main
from desk.errors import DONE, WRONG_INPUT

SMALL = ("study", "--format", "tkemali-2016", "--events", "30")


def test_a_table_for_each_format_and_mode_once(capsys):
    args = ["--format", "white-nights-2016", "--mode", "strict", "--mode", "random", "--reset"]
    assert main([*SMALL, *args, "--final-weight", "1", "--final-weight", "1,2"]) == DONE
    out = capsys.readouterr().out
    heads = [line.partition(":")[0] for line in out.splitlines() if "made-up events" in line]
    # the matrix has no rounds by points: it stands there once, whatever the modes
    assert heads == [
        "tkemali-2016, seated by matrix",
        "white-nights-2016, seated by strict",
        "white-nights-2016, seated by random",
    ]
    first = out.partition("white-nights")[0]
    assert [line.split()[:2] for line in first.splitlines() if "×" in line] == [
        ["×", "1"],
        ["×", "1.2"],
    ]
    assert "reset" in first


def test_the_tables_fit_a_terminal_in_both_languages(capsys):
    for lang in ("en", "ru"):
        weights = [arg for w in ("1", "1.2", "1.5", "2") for arg in ("--final-weight", w)]
        assert main([*SMALL, *weights, "--reset", "--lang", lang]) == DONE
        out = capsys.readouterr().out
        # sentences are wrapped by a terminal and whole in a pipe; tables are not
        lines = [line for line in out.splitlines() if not line.endswith(".")]
        tables = [line for line in lines if "±" in line or "─" in line]
        assert len(tables) >= 9  # two rules, two rows before the final, five endings
        assert max(map(len, tables)) <= 80
        assert "…" not in out


def test_russian_is_russian(capsys):
    assert main([*SMALL, "--reset", "--lang", "ru"]) == DONE
    out = capsys.readouterr().out
    assert "обнуление" in out
    assert "Сильнейший" in out
    assert "." not in out.partition("±")[0].partition("До финала")[2]


def test_the_file_holds_what_json_holds(tmp_path, capsys):
    path = tmp_path / "study.csv"
    assert main([*SMALL, "--final-weight", "1.5", "--json", "-o", str(path)]) == DONE
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    with path.open(encoding="utf-8", newline="") as file:
        (cells,) = csv.DictReader(file)
    assert (cells["format"], cells["mode"], cells["players"]) == ("tkemali-2016", "matrix", "30")
    assert float(cells["weight"]) == row["weight"] == 1.5
    assert float(cells["best_wins"]) == pytest.approx(row["best_wins"]["value"], abs=1e-6)
    assert float(cells["best_wins_error"]) == pytest.approx(row["best_wins"]["error"], abs=1e-6)


def test_the_same_seed_gives_the_same_file_and_another_another(tmp_path):
    texts = []
    for seed in ("1", "1", "2"):
        path = tmp_path / "study.csv"
        assert main([*SMALL, "--seed", seed, "-q", "-o", str(path)]) == DONE
        texts.append(path.read_text("utf-8").replace(f",{seed},", ","))
    assert texts[0] == texts[1] != texts[2]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--events", "0"], "--events 0 does not fit"),
        (["--seed", "-1"], "--seed -1 does not fit"),
        (["--workers", "0"], "--workers 0 does not fit"),
        (["--skill", "-1"], "--skill -1 does not fit"),
        (["--skill", "0"], "nobody is the best"),
        (["-o", "."], "is a folder"),
        (["--mode", "blocks:99", "--format", "white-nights-2016"], "has 4 tables"),
        (["--final-weight", "-2"], "--final-weight -2 does not fit"),
        (["--final-weight", "x"], "'x' is not a number"),
        (["--mode", "blocks"], "blocks"),
        (["--format", "fiim-main-final"], "cannot count by the rules"),
        (["--format", "tkemali"], "did you mean 'tkemali-2016'?"),
        (["--players", "35"], "full tables"),
        (["-o", "study.xlsx"], "write -o study.csv"),
        (["-o", "no/such/folder.csv"], "there is no folder"),
    ],
)
def test_wrong_input_is_a_sentence(args, said, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert main(["study", *args]) == WRONG_INPUT
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error


def test_quiet_prints_nothing_beside_the_file(tmp_path, capsys):
    path = tmp_path / "study.csv"
    assert main([*SMALL, "--mode", "strict", "-q", "-o", str(path)]) == DONE
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "")
    assert path.exists()


def test_a_mode_that_changes_nothing_is_told(capsys):
    assert main([*SMALL, "--mode", "strict"]) == DONE
    assert "--mode strict changes nothing" in capsys.readouterr().err


@pytest.mark.slow
def test_ctrl_c_keeps_the_events_so_far(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-m", "desk", *SMALL[:3], "--events", "1000000", "-o", "study.csv"],
        cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=hear_interrupts, text=True, encoding="utf-8",
    )  # fmt: skip
    assert "of 1000000 events" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert process.returncode == DONE, error
    with (tmp_path / "study.csv").open(encoding="utf-8", newline="") as file:
        (cells,) = csv.DictReader(file)
    events = int(cells["events"])
    assert 0 < events < 1_000_000
    assert f"{events} made-up events" in out
    assert f"Stopped at {events} of 1000000 events" in error
    assert "Traceback" not in error


def test_the_notebooks_name_the_commands_of_their_files():
    found = set()
    for number in (4, 5):
        (book,) = (ROOT / "notebooks").glob(f"{number}_*.ipynb")
        for cell in nbformat.read(book, as_version=4).cells:
            found |= {line for line in cell.source.splitlines() if line.startswith("seating study")}
    assert len(found) >= 5
    for line in found:
        words = shlex.split(line)
        with (ROOT / words[-1]).open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        said = {name: words[words.index(name) + 1] for name in ("--events", "--seed")}
        formats = [words[n + 1] for n, word in enumerate(words) if word == "--format"]
        assert {row["events"] for row in rows} == {said["--events"]}, line
        assert {row["seed"] for row in rows} == {said["--seed"]}, line
        assert list(dict.fromkeys(row["format"] for row in rows)) == formats, line
        assert ("--reset" in words) == ("1" in {row["reset"] for row in rows}), line


@pytest.mark.slow
def test_the_commands_of_the_document_run_with_fewer_events(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "command-line.md").read_text("utf-8")
    lines = [line for line in text.splitlines() if line.startswith("seating study")]
    assert len(lines) == 2
    for line in lines:
        words = shlex.split(line)[1:]
        words[words.index("--events") + 1] = "2"
        assert main(words) == DONE, line
        assert "2 made-up events" in capsys.readouterr().out
    assert (tmp_path / "modes.csv").exists()
