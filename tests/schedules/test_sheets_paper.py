"""The sheets as a browser shows and prints them; skipped where there is no Chromium."""

import re
import shutil
import subprocess
from dataclasses import replace

import numpy as np
import pytest

from schedules import Problem, Schedule
from schedules.sheets.html import html_sheet

LONG = "Александра Константинопольская-Зайцева"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    program = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    if program is None:
        pytest.skip("no Chromium to print with")
    profile = tmp_path_factory.mktemp("profile")
    common = [
        program,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={profile}",
        "--allow-file-access-from-files",
    ]

    def run(*options):
        done = subprocess.run([*common, *options], capture_output=True, timeout=120, check=True)
        return done.stdout.decode()

    return run


def printed_pages(browser, tmp_path, schedule, lang):
    if shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext to read the printed pages")
    source, target = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    source.write_text(html_sheet(schedule, lang=lang), encoding="utf-8")
    browser("--no-pdf-header-footer", f"--print-to-pdf={target}", source.as_uri())
    text = subprocess.run(
        ["pdftotext", "-layout", str(target), "-"], capture_output=True, check=True
    ).stdout.decode()
    return text.split("\f")[:-1]


def hard_case():
    """30 players at 3 tables, long names among them, and a full certificate."""
    rng = np.random.default_rng(3)
    seating = np.array([rng.permutation(30).reshape(3, 10) for _ in range(9)])
    codes = ["never_met", "outside_band", "spread", "range", "table_range", "table_squares"]
    lines = [
        {"criterion": c, "value": 9, "bound": 8, "proved": False, "gap": 1, "argument": "moments"}
        for c in [*codes, "seats", "halves", "seat_pairs", "first_last", "neighbours"]
    ]
    names = tuple(f"Игрок {n}" if n % 5 else f"{LONG} {n}" for n in range(30))
    return Schedule(
        Problem(30, 3, 9),
        seating,
        name="Отборочный этап",
        players=names,
        certificate={"order": "order", "criteria": lines},
    )


def test_every_printed_page_carries_the_digest(browser, tmp_path):
    schedule = hard_case()
    pages = printed_pages(browser, tmp_path, schedule, "ru")
    assert all(schedule.digest() in page for page in pages)
    assert len(pages) == 9 + 3 + 3 + 2  # rounds, tables, twelve cards a page, quality
    for n in range(9):
        assert f"Тур {n + 1}" in pages[n]
        assert all(f"Стол {t}" in pages[n] for t in (1, 2, 3))
    for n in range(3):
        assert all(f"Тур {r}" in pages[9 + n] for r in range(1, 10))


def test_sitting_out_is_printed_on_the_page_of_the_round(browser, tmp_path, peer_25):
    schedule = replace(peer_25, name="Cup", players=tuple(f"Player{n:02}" for n in range(25)))
    pages = printed_pages(browser, tmp_path, schedule, "en")
    assert all(schedule.digest() in page for page in pages)
    where = schedule.table_of()
    for r in range(10):
        line = " ".join(pages[r].split("Sitting out:")[1].split())
        out = {f"Player{n:02}" for n in range(25) if where[r, n] < 0}
        assert out == set(re.findall(r"Player\d\d", line))


def test_the_quality_stays_on_one_page_where_people_wait(browser, tmp_path, peer_25):
    codes = ["never_met", "outside_band", "spread", "table_range", "table_squares", "range"]
    codes += ["seats", "halves", "seat_pairs", "first_last", "neighbour_most", "neighbours"]
    codes += ["longest_wait", "longest_play", "together_out"]
    lines = [
        {"criterion": c, "value": 2978, "bound": 2940, "gap": 38, "argument": "counting"}
        for c in codes
    ]
    schedule = replace(peer_25, certificate={"order": "order", "criteria": lines})
    pages = printed_pages(browser, tmp_path, schedule, "ru")
    assert all(schedule.digest() in page for page in pages)
    assert sum("Значение" in page or "Качество" in page for page in pages) == 1


def test_a_phone_needs_no_sideways_scrolling(browser, tmp_path):
    html = html_sheet(hard_case(), lang="ru")
    html = re.sub(r'<meta http-equiv="Content-Security-Policy".*?>', "", html)
    probe = "<script>parent.postMessage(document.documentElement.scrollWidth, '*')</script>"
    (tmp_path / "sheet.html").write_text(html.replace("</body>", probe + "</body>"), "utf-8")
    frame = tmp_path / "frame.html"
    frame.write_text(
        '<iframe src="sheet.html" style="border:0;width:375px;height:800px"></iframe>'
        "<script>onmessage = e => document.body.dataset.width = e.data</script>",
        "utf-8",
    )
    shown = browser("--virtual-time-budget=5000", "--dump-dom", frame.as_uri())
    assert int(re.search(r'data-width="(\d+)"', shown).group(1)) <= 375
