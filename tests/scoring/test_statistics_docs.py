"""The two pages for organisers: their figures are made by their code, their numbers are ours."""

import os
import re
from pathlib import Path

import pytest
from scipy.stats import chi2

from notebooks import run
from scoring.statistics import coefficient_noise, expected_coefficient, wilson

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("red-and-black", "difficulty-coefficient")


def page(name):
    return (ROOT / "docs" / f"{name}.md").read_text("utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_the_code_makes_the_figure(name, tmp_path, monkeypatch):
    text = page(name)
    (code,) = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    (tmp_path / "docs" / "images").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    exec(compile(code, name, "exec"), {})
    (made,) = (tmp_path / "docs" / "images").iterdir()
    assert made.name == f"{name}.png"
    shown = re.findall(r"!\[[^\]]+\]\((images/[^)]+)\)", text)
    assert shown == [f"images/{name}.png"]
    stored = ROOT / "docs" / shown[0]
    assert stored.stat().st_size < 120_000
    assert 0.8 < stored.stat().st_size / made.stat().st_size < 1.25


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name):
    for target in re.findall(r"\]\(([^)#]+)\)", page(name)):
        path = Path(os.path.normpath(ROOT / "docs" / target))
        assert path.is_file(), target


def test_the_intervals_of_red_shares():
    rows = re.findall(
        r"\| ([\d.]+) % \(([\d.]+) to ([\d.]+)\) \| ([\d,]+) \|", page("red-and-black")
    )
    assert len(rows) == 3
    for share, low, high, games in rows:
        count = int(games.replace(",", ""))
        ends = wilson([round(float(share) * count / 100)], [count])
        assert [f"{100 * end[0]:.1f}" for end in ends] == [low, high]
    assert pytest.approx(11_600, abs=50) == 81_251 // 7
    assert pytest.approx(15_800, abs=50) == 110_332 // 7


def test_the_published_tests():
    """p of χ² 33.5 on 27, 41 on 20 and 21.8 on 9 degrees, and one in two of thirteen questions."""
    assert f"{chi2.sf(33.5, 27):.2f}" == "0.18"
    assert f"{chi2.sf(41, 20):.3f}" == "0.004"
    assert f"{chi2.sf(21.8, 9):.2f}" == "0.01"
    assert pytest.approx(0.5, abs=0.02) == 1 - 0.95**13


def test_the_table_of_k():
    rows = re.findall(
        r"\| (\d+) \([^|]+\) \| ([\d.]+) \| (\d+) % \| ([\d.]+) \|", page("difficulty-coefficient")
    )
    assert [int(row[0]) for row in rows] == [4, 12, 24, 31, 40]
    for games, mean, noise, even in rows:
        assert f"{expected_coefficient(int(games), 0.44):.2f}" == mean
        assert f"{100 * coefficient_noise(int(games), 0.44).noise:.0f}" == noise
        assert f"{expected_coefficient(int(games), 0.5):.2f}" == even
    assert f"{100 * coefficient_noise(40, 0.44).wrong_trend:.0f}" == "18"


def test_what_k_changes_is_what_the_notebook_shows():
    (path,) = run.notebooks(["3_"])
    shown = " ".join(text for cell in run.printed(run.read(path)) for text in cell.texts)
    text = page("difficulty-coefficient")
    for number in ("44.7% ± 2.0%", "59.0% ± 2.0%", "5.3% ± 0.9%", "9.3% ± 1.2%"):
        assert number in shown
        assert re.sub(r"([\d.]+)% ± ([\d.]+)%", r"\1 ± \2 %", number) in text
    for number in ("0.55 ± 0.03", "0.75 ± 0.03", "0.956 ± 0.001", "0.938 ± 0.001"):
        assert number in shown
        assert number in text
    for way in ("half", "double"):
        found = re.search(rf"\n{way} .*?\n +cut +600 +([\d.]+) +([\d.]+)", shown, re.DOTALL)
        value, error = (100 * float(number) for number in found.groups())
        assert f"{value:.1f} ± {error:.1f} %" in text
    for number in ("0.0025 ± 0.0006", "0.0033 ± 0.0007"):
        assert f"-{number}" in shown
        assert f"lower by {number}" in text
