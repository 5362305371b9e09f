"""The example of docs/draw.md, followed by hand: its own blocks run, and compared with the draw."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = (ROOT / "docs" / "draw.md").read_text(encoding="utf-8")
SEED = "2016-05-14 lottery 7 12 33"
shell = pytest.mark.skipif(
    not all(map(shutil.which, ("sh", "sha256sum", "sort", "cut"))),
    reason="this system has no sha256sum",
)


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


NAMES, DRAWN, PLAYERS = blocks("text")


def run(folder, *words):
    done = subprocess.run(
        words,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "COLUMNS": "120"},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def cells(text):
    """Return the rows of an output, columns parted by any spaces."""
    return [line.split(maxsplit=2) for line in text.splitlines() if line.strip()]


@pytest.fixture
def folder(tmp_path):
    """A folder with the files of the example: names.txt, players.csv and final.json."""
    (tmp_path / "names.txt").write_text(NAMES, encoding="utf-8")
    shuffled = sorted(NAMES.splitlines(), key=lambda name: name[::-1])
    (tmp_path / "players.csv").write_text("\n".join(["name", *shuffled]), encoding="utf-8")
    rounds = [[list(range(1, 11))], [[*range(6, 11), *range(1, 6)]]]
    final = {"format": "seating-schedule/1", "rounds": rounds}
    (tmp_path / "final.json").write_text(json.dumps(final), encoding="utf-8")
    return tmp_path


def commands():
    """Return the commands of the document, each as words, the dots left out."""
    return re.findall(r"`seating (draw [^`]+)`", DOCUMENT)


def seating(folder, line):
    words = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', line)]
    return run(folder, sys.executable, "-m", "desk", *words)


def test_the_example_has_ten_names_and_its_seed():
    assert len(NAMES.splitlines()) == len(cells(DRAWN)) == 10
    assert f"The seed is `{SEED}`" in DOCUMENT
    scripts = [*blocks("sh"), *blocks("python")]
    assert sum(SEED in script for script in scripts) == 2


@shell
def test_the_shell_of_the_document(folder):
    draw, digest = blocks("sh")
    assert cells(run(folder, "sh", "-c", draw)) == cells(DRAWN)
    assert run(folder, "sh", "-c", digest).split()[0] == PLAYERS.strip()
    (folder / "names.txt").write_text(NAMES.rstrip("\n"), encoding="utf-8")
    assert cells(run(folder, "sh", "-c", draw)) == cells(DRAWN), "no line feed after the last"


def test_the_python_of_the_document(folder):
    draw, _ = blocks("python")
    assert len([line for line in draw.splitlines() if line.strip()]) <= 10
    assert cells(run(folder, sys.executable, "-I", "-X", "utf8", "-c", draw)) == cells(DRAWN)


def test_the_draw_is_the_one_of_the_document(folder):
    digests, draw, check = commands()
    published = seating(folder, digests)
    drawn = seating(folder, draw)
    names = [name for _, _, name in cells(DRAWN)]
    assert json.loads((folder / "cup.json").read_text("utf-8"))["players"] == names
    assert SEED in drawn
    rows = [[*row[:1], row[1][:16], row[2]] for row in cells(DRAWN)]
    shown = re.findall(r"^ *(\d+) +(.+?) +([0-9a-f]{16})\s*$", drawn, re.MULTILINE)
    assert [[slot, ticket, name] for slot, name, ticket in shown] == rows
    assert drawn.startswith("\n".join(published.splitlines()[:3]))
    assert "the names are those of this draw" in seating(folder, check)


def test_the_digests_of_the_document(folder):
    _, script = blocks("python")
    players, rounds = run(folder, sys.executable, "-I", "-X", "utf8", "-c", script).split()
    published = seating(folder, commands()[0])
    assert players == PLAYERS.strip()
    assert f"Players: {players}\nSeating: {rounds}\n" in published
