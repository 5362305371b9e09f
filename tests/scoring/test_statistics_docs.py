"""The two pages for organisers: their figures are made by their code, their numbers are ours."""

import os
import re
from pathlib import Path

import numpy as np
import pytest
from protocol_cases import case
from scipy.stats import binom, chi2

from notebooks import run
from scoring.files import read_protocols
from scoring.statistics import (
    coefficient_noise,
    expected_coefficient,
    runs_finding,
    seat_frame,
    wilson,
)

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
        r"\| ([\d.]+) % \(([\d.]+) to ([\d.]+)\) \| (?:some )?([\d,]+) \|", page("red-and-black")
    )
    assert len(rows) == 5
    for share, low, high, games in rows:
        assert interval(share, games) == (low, high)
    assert pytest.approx(11_600, abs=50) == 81_251 // 7
    assert pytest.approx(15_800, abs=50) == 110_332 // 7


def test_the_intervals_within_the_text():
    """First nights and best moves: a share, its ends, and of how many."""
    text = " ".join(page("red-and-black").split())
    nights = re.findall(r"([\d.]+) % \(([\d.]+) to ([\d.]+); ([\d,]+)", text)
    moves = re.findall(r"([\d.]+) % \(([\d.]+) to ([\d.]+)\) of ([\d,]+)", text)
    assert (len(nights), len(moves)) == (3, 2)
    for share, low, high, number in (*nights, *moves):
        assert interval(share, number) == (low, high)
    assert f"a blind guess would in {100 * (18 + 1) / 84:.1f} %" in text  # 18 and 1 of 84 triples


def interval(share, number):
    count = int(number.replace(",", ""))
    return tuple(
        f"{100 * end[0]:.1f}" for end in wilson([round(float(share) * count / 100)], [count])
    )


def test_the_streaks_of_the_club():
    """The club's order against orders without memory, and its blocks against the binomial."""
    frame = seat_frame(read_protocols(case("club_seasons_0_13.csv.gz")))
    games = frame.drop_duplicates("game")
    games = games[games["result"].isin(["red", "black"])]
    red, stage = (games["result"] == "red").to_numpy(), games["stage"].to_numpy()
    text = " ".join(page("red-and-black").split())
    assert f"{len(red):,} games of the club's first {len(set(stage))} seasons" in text
    found = runs_finding("", red)
    assert f"(runs test z = {found.value:.1f}, p = {found.p:.3f};" in text
    within = stage[1:] == stage[:-1]
    rng = np.random.default_rng(1)
    seasons = [np.flatnonzero(stage == one) for one in dict.fromkeys(stage)]
    again = np.array([alike(shuffled(red, seasons, rng), within) for _ in range(2000)])
    assert f"{100 * alike(red, within):.1f} % of cases" in text
    assert f"{100 * again.mean():.1f} %" in text
    far = abs(again - again.mean()) >= abs(alike(red, within) - again.mean())
    assert far.mean() < 0.007
    p = red.mean()
    ratios = []
    for size in (5, 10, 12, 20, 24, 31):
        won = red[: len(red) // size * size].reshape(-1, size).sum(1)
        ratios.append(won.var(ddof=1) / (size * p * (1 - p)))
    assert f"varies {min(ratios):.2f} to {max(ratios):.2f} times" in text


def shuffled(red, groups, rng):
    out = red.copy()
    for group in groups:
        out[group] = rng.permutation(red[group])
    return out


def alike(red, within):
    return ((red[1:] == red[:-1]) & within).sum() / within.sum()


def test_the_published_tests():
    """p of χ² 33.5 on 27, 41 on 20 and 21.8 on 9, of z = -2.4, and one in two of 13 questions."""
    assert f"{chi2.sf(33.5, 27):.2f}" == "0.18"
    assert f"{chi2.sf(41, 20):.3f}" == "0.004"
    assert f"{chi2.sf(21.8, 9):.2f}" == "0.01"
    assert f"{chi2.sf(2.4**2, 1):.2f}" == "0.02"
    assert pytest.approx(0.5, abs=0.02) == 1 - 0.95**13


def test_the_table_of_k():
    rows = re.findall(
        r"\| (\d+) \([^|]+\) \| ([\d.]+) \| ([\d.]+) \| (\d+) % \| ([\d.]+) \|",
        page("difficulty-coefficient"),
    )
    assert [int(row[0]) for row in rows] == [4, 12, 24, 31, 40]
    for games, mean, spread, noise, even in rows:
        assert f"{expected_coefficient(int(games), 0.44):.2f}" == mean
        assert f"{100 * coefficient_noise(int(games), 0.44).noise:.0f}" == noise
        assert f"{coefficient_noise(int(games), 0.44).spread:.2f}" == spread
        assert f"{expected_coefficient(int(games), 0.5):.2f}" == even
    text = " ".join(page("difficulty-coefficient").split())
    wrong, tied = coefficient_noise(40, 0.44).wrong_trend, binom.pmf(20, 40, 0.44)
    assert f"the wrong one in {100 * wrong:.0f} of 100" in text
    assert f"in another {100 * tied:.0f} both" in text
    assert f"only in {100 * (1 - wrong - tied):.0f} of 100" in text


def test_what_k_changes_is_what_the_notebook_shows():
    (path,) = run.notebooks(["3_"])
    shown = " ".join(text for cell in run.printed(run.read(path)) for text in cell.texts)
    text = page("difficulty-coefficient")
    shares = re.findall(r"another (?:cut|champion) in ([\d.]+)% ± ([\d.]+)%", shown)
    others = re.findall(r"([\d.]+ ± [\d.]+) other finalists|standings ([\d.]+ ± [\d.]+)", shown)
    gains = re.findall(r"true strength changes by -([\d.]+ ± \d[.]\d+)", shown)
    assert (len(shares), len(others), len(gains)) == (4, 4, 2)  # by the whole and by each stage
    told = [f"{value} ± {error} %" for value, error in shares]
    told += ["".join(found) for found in others] + [f"lower by {number}" for number in gains]
    assert [number for number in told if number not in text] == []
    for way in ("half", "double"):
        found = re.search(rf"\n{way} .*?\n +cut +600 +([\d.]+) +([\d.]+)", shown, re.DOTALL)
        value, error = (100 * float(number) for number in found.groups())
        assert f"{value:.1f} ± {error:.1f} %" in text
