"""docs/protocol-files.md: its examples are read as they stand, its lists are complete."""

import re
from pathlib import Path

import pytest

from scoring.check import check_protocols
from scoring.files import SOURCES, read_protocols
from scoring.files.words import HEADERS

DOC = Path(__file__).resolve().parents[2] / "docs" / "protocol-files.md"


def example(kind: str) -> str:
    found = re.search(rf"```{kind}\n(.*?)```", DOC.read_text("utf-8"), flags=re.DOTALL)
    assert found
    return found[1]


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_the_example_is_read(tmp_path, kind):
    path = tmp_path / f"it.{kind}"
    path.write_text(example(kind), "utf-8")
    found = read_protocols(path)
    assert check_protocols(found) == []
    (one,) = found.games
    assert (one.judge, one.first_killed, one.best_move) == ("Anna", 3, (7, 8, 10))
    assert one.hits == 2


def test_every_kind_and_column_is_described():
    text = DOC.read_text("utf-8")
    for kind in SOURCES:
        assert f"| `{kind}` |" in text
    for column in HEADERS:
        assert f"`{column}`" in text


def test_every_code_is_described_and_no_other():
    root = DOC.parents[1] / "scoring" / "check"
    source = "".join(path.read_text("utf-8") for path in root.glob("*.py"))
    codes = set(re.findall(r"(?:Fault|fault)\(\s*\"(\w+)\"", source))
    codes |= {f"{kind}_in_two_games" for kind in ("player", "slot")}
    table = DOC.read_text("utf-8").split("## What is checked")[1].split("## The files")[0]
    described = {
        code
        for line in table.splitlines()
        if line.startswith("| `")
        for code in re.findall(r"`(\w+)`", line.split("|")[1])
    }
    assert described == codes
