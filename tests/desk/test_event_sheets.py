"""Sheets of an event: the rules card in both languages, protocols to fill in, judges by name."""

import re
import shutil
import subprocess
import sys

import pytest

from desk.cli import main

CARD = {"en": "thumb up is red", "ru": "палец вверх - красный"}


@pytest.fixture(scope="module")
def cup(tmp_path_factory):
    """A Tkemali whose qualification is seated, with three judges."""
    folder = tmp_path_factory.mktemp("sheets")
    event = str(folder / "cup.seating")
    players = folder / "players.csv"
    players.write_text("\n".join(f"Игрок <{n}>" for n in range(1, 31)), "utf-8-sig")
    judges = folder / "judges.csv"
    judges.write_text("имя;не судит\nВера;Игрок <3>\nГлеб & Ко;\nДина;\nЕгор;\n", "utf-8-sig")
    for words in (
        ["new", event, "--format", "tkemali-2016"],
        ["register", event, str(players), "--state", "paid"],
        ["draw", event, "--seed", "x"],
        ["judges", event, "--judges", str(judges)],
    ):
        assert main(["event", *words]) == 0
    return event


@pytest.fixture
def written(cup, tmp_path, capsys):
    """Write a sheet and return its bytes."""

    def write(*options, name="out.html"):
        assert main(["event", "print", cup, *options, "-o", str(tmp_path / name)]) == 0
        assert name in capsys.readouterr().out
        return (tmp_path / name).read_bytes()

    return write


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_card_stands_on_the_sheets_in_their_language(written, lang):
    other = CARD["ru" if lang == "en" else "en"]
    for options in ([], ["--protocols"], ["--round", "qualification:2"]):
        page = written(*options, "--lang", lang).decode()
        assert CARD[lang] in page
        assert other not in page


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_page_for_each_game_names_on_their_seats(written, lang):
    page = written("--protocols", "--lang", lang).decode()
    games = page.split('<section class="game">')[1:]
    assert len(games) == 27
    assert "http" not in page.replace("http-equiv", "")
    for game in games:
        seats = re.findall(r'<td class="seat">(\d+)</td><td class="name">(.*?)</td>', game)
        assert [int(seat) for seat, _ in seats] == list(range(1, 11))
        assert all(name.startswith("Игрок &lt;") for _, name in seats)  # escaped
        assert re.search(r"<b>(Вера|Глеб &amp; Ко|Дина|Егор)</b>", game)
        if "<b>Вера</b>" in game:
            assert "Игрок &lt;3&gt;" not in [name for _, name in seats]
    only = written("--protocols", "--round", "qualification:9").decode()
    assert only.count('<section class="game">') == 3


def test_judges_stand_in_forms_and_lists(cup, written, capsys):
    form = written("--forms", "--lang", "ru", name="form.csv").decode("utf-8-sig")
    rows = [line.split(";") for line in form.splitlines()]
    assert rows[0][:5] == ["этап", "тур", "стол", "место", "игрок"]
    assert {row[-1] for row in rows[1:]} <= {"Вера", "Глеб & Ко", "Дина", "Егор"}
    assert main(["event", "print", cup, "--lang", "ru"]) == 0
    assert len(re.findall(r"\(судья .+\)", capsys.readouterr().out)) == 3
    assert main(["event", "judges", cup, "--lang", "ru"]) == 0
    assert capsys.readouterr().out.count("стол 1") == 9


@pytest.mark.slow
def test_a_pdf_has_a_page_for_each_game(written):
    pytest.importorskip("weasyprint", reason="WeasyPrint: pip install seating[pdf]")
    data = written("--protocols", "--round", "qualification:1", name="out.pdf")
    assert data.startswith(b"%PDF")
    if shutil.which("pdfinfo"):
        told = subprocess.run(["pdfinfo", "-"], input=data, capture_output=True, check=True)
        assert re.search(rb"Pages: +3\b", told.stdout)
    assert written(name="all.pdf").startswith(b"%PDF")


def test_what_cannot_be_written_is_said(cup, tmp_path, capsys, monkeypatch):
    for options, said in (
        (["--protocols"], "Name the file"),
        (["--protocols", "-o", str(tmp_path / "a.csv")], ".html, .pdf"),
        (["-o", str(tmp_path / "a.txt")], ".html, .pdf, .xlsx, .csv"),
        (["--forms", "-o", str(tmp_path / "a.html")], "round1.csv"),
        (["--protocols", "--round", "final:1", "-o", str(tmp_path / "a.html")], "not seated yet"),
    ):
        assert main(["event", "print", cup, *options]) == 2
        assert said in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    assert main(["event", "print", cup, "--protocols", "-o", str(tmp_path / "a.pdf")]) == 2
    assert "pip install seating[pdf]" in capsys.readouterr().err
