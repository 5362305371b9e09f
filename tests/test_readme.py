"""The README's commands and its Python run as they stand; the environments agree."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from scoring.files import write_protocols
from scoring.protocol import Chair, Game, Protocols

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def seating(folder, *words):
    return subprocess.run(
        [sys.executable, "-m", "desk", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def serves(folder, words):
    """Whether the pages of an event, new under its name, come up; 127.0.0.1 will do here."""
    words = ["127.0.0.1" if word == "0.0.0.0" else word for word in words]
    made = seating(folder, "event", "new", words[2], "--format", "tkemali-2016")
    assert made.returncode == 0, made.stderr
    server = subprocess.Popen(
        [sys.executable, "-m", "desk", *words, "--port", "0"],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        return any("http://127.0.0.1:" in line for line in server.stdout)
    finally:
        server.kill()
        server.wait()


def marked(name):
    """Return a marked block of commands, as .ci/run takes it."""
    script = ROOT / ".ci" / "readme_command.py"
    done = subprocess.run(
        [sys.executable, str(script), name], capture_output=True, text=True, check=True
    )
    return done.stdout


def rows_of_the_table():
    """Return what the table of wishes says to type, in code marks."""
    return re.findall(r"^\| [^|]+ \| (.*) \|$", README, re.MULTILINE)


def test_the_commands_begin_with_the_environment():
    for name in ("main", "tests", "notebooks"):
        assert marked(name).startswith("python3 -m venv .venv && .venv/bin/pip install")
    assert "pytest" in marked("tests")
    assert marked("notebooks").rstrip().endswith(".venv/bin/jupyter lab")


@pytest.mark.slow
def test_the_main_command_with_fewer_moves(tmp_path):
    lines = marked("main").replace("\\\n", " ").replace("&&", "\n").splitlines()
    ours = [line.strip() for line in lines if line.strip().startswith(".venv/bin/seating")]
    assert [line.split()[1] for line in ours] == ["matrix", "check", "export", "export"]
    for line in ours:
        words = [re.sub('"', "", word) for word in re.findall(r'"[^"]*"|\S+', line)][1:]
        if "--time-limit" in words:
            at = words.index("--time-limit")
            words[at : at + 2] = ["--iterations", "200000"]
        done = seating(tmp_path, *words)
        assert done.returncode == 0, done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {
        "tkemali.json",
        "tkemali.html",
        "tkemali.xlsx",
    }


@pytest.mark.slow
def test_what_the_table_says_to_type(tmp_path):
    (tmp_path / "players.csv").write_text(
        "name;club\n" + "".join(f"Player {n};Club {n % 20}\n" for n in range(40)), encoding="utf-8"
    )
    (tmp_path / "judges.csv").write_text("name\nAnna\nBoris\nClara\nDmitri\nElena\n", "utf-8")
    roles = ["civilian"] * 6 + ["sheriff", "mafia", "mafia", "don"]
    chairs = tuple(Chair(seat, f"Player {seat}", role) for seat, role in enumerate(roles, start=1))
    write_protocols(Protocols((Game("final", 1, 1, "red", chairs),)), tmp_path / "games.csv")
    base = ["matrix", "--players", "40", "--tables", "4", "--rounds", "10"]
    said = [code for row in rows_of_the_table() for code in re.findall(r"`([^`]+)`", row)]
    extra = [code.split('"') for code in said if code.startswith("--")]
    assert len(extra) >= 5
    for parts in extra:
        words = " ".join(parts).split()
        if "--lang" in words or words == ["--help"]:
            continue
        start = base if "--players" not in words else ["matrix"]
        names = ["--names", "players.csv"] if "--club-column" in words else []
        if "--iterations" in words:
            at = words.index("--iterations")
            words = words[:at] + words[at + 2 :]
        done = seating(
            tmp_path, *start, *words, *names, "--iterations", "200000", "-o", "cup.json", "--quiet"
        )
        assert done.returncode == 0, (words, done.stderr)
    for command in (code for code in said if code.startswith("seating ")):
        words = command.split()[1:]
        if words[:2] == ["event", "serve"]:
            assert serves(tmp_path, words)
        elif words[0] != "matrix":
            done = seating(tmp_path, *words)
            assert done.returncode == 0, (words, done.stderr)


@pytest.mark.slow
def test_the_python_of_the_readme(tmp_path):
    block = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert block is not None
    done = subprocess.run(
        [sys.executable, "-c", block.group(1)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "spread" in done.stdout
    assert (tmp_path / "meetings.png").stat().st_size > 10_000


def test_conda_gives_python_and_pip_and_pyproject_the_rest():
    lines = [
        line.strip()
        for line in (ROOT / "environment.yml").read_text(encoding="utf-8").splitlines()
        if line.strip().startswith("- ")
    ]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert lines[:4] == [
        "- conda-forge",
        f"- python{project['requires-python']}",
        "- pip",
        "- pip:",
    ]
    extras = re.fullmatch(r"- -e \.\[([a-z,]+)\]", lines[4])
    assert extras is not None
    assert len(lines) == 5
    assert set(extras.group(1).split(",")) <= set(project["optional-dependencies"])
    assert f'-e ".[{extras.group(1)}]"' in marked("tests")


@pytest.mark.parametrize("path", re.findall(r"\]\(([^)#:]+)\)", README))
def test_what_the_readme_links_to_is_there(path):
    assert (ROOT / path).exists()
