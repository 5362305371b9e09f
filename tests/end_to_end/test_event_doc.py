"""The commands of docs/event.md in their order, and the refusals of steps out of order."""

import csv
import re
import shlex
from pathlib import Path

import pytest
from event_runs import ROLES, Desk

from desk.cli import main
from schedules.phrases import catalogue
from tournament.phrases import FILE

DOC = (Path(__file__).resolve().parents[2] / "docs" / "event.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_documents_commands_run_in_their_order(tmp_path, capsys, monkeypatch):
    """Between its lines the rounds are played, as the day would."""
    monkeypatch.chdir(tmp_path)
    desk = Desk(tmp_path, capsys)
    desk.players(30)
    block = re.search(r"```console\n(.*?)```", DOC, re.DOTALL)[1]
    lines = [shlex.split(line)[1:] for line in block.splitlines()]
    assert {words[0] for words in lines} == {"event"}
    for words in lines:
        if words[1] == "record":
            desk.file(desk.games(), "round1.csv")
        if words[1] == "draw" and words[-1] == "--digest":
            desk.ok("register", desk.players(29), "--state", "paid")
        if words[1] in ("cut", "finish"):
            while desk.json("status")["open"]:
                desk.play()
        assert main(words) == 0, (words, capsys.readouterr().err)
        capsys.readouterr()
    assert (tmp_path / "cup.zip").exists()
    assert (tmp_path / "seating.html").stat().st_size > 10_000


def test_steps_out_of_order_name_the_next_one(tmp_path, capsys):
    desk = Desk(tmp_path, capsys)
    assert "seating event new" in desk.no("status")
    desk.ok("new", "--format", "one-table-club-night")
    games = tmp_path / "games.csv"
    games.write_text("stage,round,table,result,seat,player,role\nmain,1,1,red,1,A,don\n", "utf-8")
    for command, options, said in (
        ("draw", ["--seed", "x"], "needs 10"),
        ("record", [games], "has not begun"),
        ("correct", [games, "--why", "x"], "has not begun"),
        ("cut", [], "has not begun"),
        ("finish", [], "has not begun"),
        ("standings", [], "No protocol"),
        ("print", [], "Nobody is seated"),
        ("archive", [], "backup"),
        ("backup", [], "-o"),
        ("late", ["Anna"], "Nobody has a slot"),
        ("swap", ["Anna", "Boris", "--why", "x"], "has not begun"),
        ("undo", ["1", "--why", "x"], "has not begun"),
        ("check-in", ["Anna"], "has registered"),
        ("check-in", [], "--all"),
        ("register", [], "--player"),
    ):
        refused = desk.no(command, *options)
        assert said in refused, (command, refused)
    desk.ok("register", desk.players(10), "--state", "confirmed")
    desk.ok("draw", "--seed", "x")
    for command, options, said in (
        ("cut", [], "no cut to be made now. Next: seating event record (main, round 1, table 1)"),
        ("finish", [], "not over. Next: seating event record"),
        ("print", ["--round", "main:99"], "main:1 to main:8"),
        ("record", [games], "seat"),
        ("penalty", ["1", "--points", "many", "--why", "x"], "no number"),
        ("penalty", ["Nobody", "--points", "1", "--why", "x"], "Nobody called"),
        ("record", [tmp_path / "none.csv"], "none.csv"),
        ("missed", ["1"], "--substitute NAME"),
    ):
        refused = desk.no(command, *options)
        assert said in refused, (command, refused)
    assert "main, round 1" in desk.ok("print")
    assert "Дальше" in desk.ok("status", "--lang", "ru")
    assert "new" in desk.ok("log")
    desk.ok("missed", "1", "--substitute", "Guest")
    assert "Guest" in desk.ok("print")


def test_forms_are_filled_in_and_recorded(tmp_path, capsys):
    desk = Desk(tmp_path, capsys)
    desk.ok("new", "--format", "one-table-club-night")
    desk.ok("register", desk.players(10), "--state", "confirmed")
    desk.ok("draw", "--seed", "x")
    assert "-o round1.csv" in desk.no("print", "--forms")
    path = tmp_path / "forms.csv"
    desk.ok("print", "--forms", "-o", path)
    with path.open(encoding="utf-8-sig", newline="") as held:
        rows = list(csv.DictReader(held))
    assert [row["seat"] for row in rows] == [str(n) for n in range(1, 11)]
    assert "nothing is filled in" in desk.no("record", path)
    for row, role in zip(rows, ROLES, strict=True):
        row["role"] = role
    rows[0]["result"] = "black"
    with path.open("w", encoding="utf-8", newline="") as held:
        writer = csv.DictWriter(held, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    desk.ok("record", path)
    assert desk.json("status")["recorded"] == 1
    assert "Rules card" in desk.ok("print", "--card")


def test_every_text_is_in_both_languages_with_the_same_places():
    def places(text):
        forms = text.values() if isinstance(text, dict) else [text]
        return {name for form in forms for name in re.findall(r"{(\w+)", form)}

    for key, texts in catalogue(FILE).items():
        assert set(texts) == {"en", "ru"}, key
        assert places(texts["en"]) == places(texts["ru"]), key
        assert isinstance(texts["en"], dict) == isinstance(texts["ru"], dict), key


def test_wishes_of_a_players_file_are_not_left_out_in_silence(tmp_path, capsys):
    desk = Desk(tmp_path, capsys)
    desk.ok("new", "--format", "one-table-club-night")
    path = tmp_path / "wishes.csv"
    path.write_text("name;not with;стол;absent\nAnna;Boris;2;\nBoris;;;\n", encoding="utf-8")
    said = " ".join(desk.ok("register", path).split())
    assert "Not used by an event: not with, стол." in said
    assert "Not used" not in desk.ok("register", desk.players(10))


def _forms(path):
    text = path.read_text(encoding="utf-8-sig")
    return list(csv.reader(text.splitlines(), delimiter=";"))


def test_russian_forms_come_back_with_some_tables_left_blank(tmp_path, capsys):
    """Parted by ; for Excel, the stage by its title; blank tables wait, half-filled ones do not."""
    desk = Desk(tmp_path, capsys)
    desk.ok("new", "--format", "fiim-main-final")
    desk.ok("register", desk.players(40), "--state", "confirmed")
    desk.ok("draw", "--seed", "x")
    path = tmp_path / "forms.csv"
    desk.ok("print", "--forms", "--lang", "ru", "-o", path)
    head, *rows = _forms(path)
    assert head[:5] == ["этап", "тур", "стол", "место", "игрок"]
    assert "main" not in rows[0]
    role, won = head.index("роль"), head.index("результат")
    for row, what in zip(rows, ROLES, strict=False):
        row[role] = {"civilian": "мирный", "sheriff": "шериф", "mafia": "мафия", "don": "дон"}[what]
    rows[0][won] = "красные"
    rows[10][role] = "дон"  # table 2 by half

    def save():
        text = "\n".join(";".join(row) for row in [head, *rows])
        path.write_text(text, encoding="utf-8-sig")

    save()
    assert "роль" in (refused := desk.no("record", path)) or "role" in refused
    assert desk.json("status")["recorded"] == 0
    rows[10][role] = ""
    save()
    said = " ".join(desk.ok("record", path, "--lang", "ru").split())
    title = rows[0][0]
    assert "Записан 1 протокол" in said
    for table in (2, 3, 4):
        assert f"{title}, тур 1, стол {table}" in said
    assert "main" not in said
    rows[3][4] = ""
    save()
    assert f"no name stands there; write {_forms_name(desk, 4)}" in desk.no("record", path)


def _forms_name(desk, seat):
    return desk.json("print", "--round", "main:1")["tables"][0][seat - 1]["name"]


def test_forms_as_a_workbook(tmp_path, capsys):
    from openpyxl import load_workbook

    desk = Desk(tmp_path, capsys)
    desk.ok("new", "--format", "one-table-club-night")
    desk.ok("register", desk.players(10), "--state", "confirmed")
    desk.ok("draw", "--seed", "x")
    path = tmp_path / "forms.xlsx"
    desk.ok("print", "--forms", "-o", path)
    book = load_workbook(path)
    head = [cell.value for cell in book.active[1]]
    for number, what in enumerate(ROLES, 2):
        book.active.cell(number, head.index("role") + 1, what)
    book.active.cell(5, head.index("result") + 1, "red")
    book.save(path)
    desk.ok("record", path)
    assert desk.json("status")["recorded"] == 1
    other = tmp_path / "other.csv"
    other.write_text("a,b\n1,2\n", encoding="utf-8")
    assert "--from" in desk.no("record", other)
    assert "no source" in desk.no("record", other, "--from", "nothing")


def test_russian_sentences_have_the_titles_of_stages(tmp_path, capsys):
    """And lateness is asked for; points are in their grammatical number; nobody's sex is told."""
    desk = Desk(tmp_path, capsys)
    desk.ok("new", "--format", "tkemali-2016")
    desk.ok("register", desk.players(30), "--state", "paid")
    for name in ("Sub A", "Sub B"):
        desk.ok("register", "--player", name, "--substitute")
    desk.ok("draw", "--seed", "x")
    assert "--minutes" in desk.no("late", "1")
    said = [
        desk.ok("late", "1", "--minutes", "40", "--lang", "ru"),
        desk.ok("disqualify", "2", "--why", "x", "--lang", "ru"),
        desk.ok("status", "--lang", "ru"),
        desk.ok("log", "--lang", "ru"),
    ]
    for one in said:
        assert "Отборочный тур" in one
        assert "qualification" not in one
    assert "дисквалифицирован(а)" in said[1]
    assert (
        desk.ok("penalty", "3", "--points", "-1", "--why", "x", "--lang", "ru")
        .strip()
        .endswith(": -1 балл.")
    )
    assert "-0,5 балла" in desk.ok("penalty", "3", "--points", "-0.5", "--why", "x", "--lang", "ru")
