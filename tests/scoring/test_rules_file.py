"""Rules files: what a file says is what is scored, and a wrong one is refused by its line."""

import re
from fractions import Fraction
from pathlib import Path
from typing import get_args

import pytest

from scoring.errors import RulesError
from scoring.parts import PARTS
from scoring.rules import TieBreak
from scoring.rules_fields import known_keys
from scoring.rules_file import FOLDER, load_rules, names, read_rules, shipped
from scoring.toml_lines import TomlLines

ROOT = Path(__file__).resolve().parents[2]
DOC = ROOT / "docs" / "rules-file.md"
HEAD = 'title = "t"\nsource = "s"\nyear = 2026\n'
"""The least that a rules file holds: three lines."""


def read(text, head=HEAD):
    return read_rules(head + text, name="mine")


def refused(text, head=HEAD):
    with pytest.raises(RulesError) as caught:
        read(text, head)
    return str(caught.value)


def test_every_set_that_the_issue_names_is_shipped_and_in_order():
    assert set(names()) == {
        "white-nights-2016", "fiim-mwt-2016", "tkemali-2016", "fiim-2020", "fiim-2020-difficulty",
        "fiim-v5", "fiim-v7", "emotion-games-2024", "mafiauniverse-2025", "fsm-overlay",
        "classic-3-4-4-5", "maf-world-cup-8", "vawaca-2018", "wakeup-student", "polemica-import",
    }  # fmt: skip
    listed = shipped()
    assert [its.year for its in listed] == sorted(its.year for its in listed)
    assert {its.name for its in listed if its.reconstruction} >= {"fiim-mwt-2016", "tkemali-2016"}


@pytest.mark.parametrize("name", names())
def test_a_shipped_set_says_where_it_comes_from(name):
    rules = load_rules(name)
    assert rules.name == name
    assert rules.title
    assert rules.source
    text = (FOLDER / f"{name}.toml").read_text("utf-8")
    assert text.startswith("# "), "the head says what was read and how"
    if rules.reconstruction:
        assert "RECONSTRUCT" in text.split("\n\n")[0]
    assert rules == load_rules(FOLDER / f"{name}.toml")


def test_the_least_file_is_worth_nothing():
    rules = read("")
    assert (rules.title, rules.source, rules.year, rules.reconstruction) == ("t", "s", 2026, False)
    assert (rules.seats, rules.roles["civilian"], rules.tie_break) == (10, 6, ("points",))
    assert (rules.result_points, rules.extras, rules.difficulty) == ({}, None, None)
    assert rules.weighted == PARTS


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("0.4", Fraction(2, 5)), ('"0.4"', Fraction(2, 5)), ('"0,4"', Fraction(2, 5)),
        ('"1/3"', Fraction(1, 3)), ("2", Fraction(2)), ("-0.1", Fraction(-1, 10)),
        ("1e-2", Fraction(1, 100)), ('"−2"', Fraction(-2)),
    ],
)  # fmt: skip
def test_points_are_exactly_what_is_written(written, number):
    assert read(f"[points]\nwon = {written}").result_points["don", "won"] == number


def test_the_points_of_a_role_go_before_those_of_all():
    rules = read("[points]\nwon = 2\nlost = -1\n[points.don]\nwon = 3")
    assert rules.result_points["don", "won"] == 3
    assert rules.result_points["don", "lost"] == -1
    assert rules.result_points["mafia", "won"] == 2


def test_difficulty_is_switched_off_by_a_word():
    assert read("[difficulty]\non = false").difficulty is None
    assert read("[difficulty]").difficulty is not None
    assert load_rules("tkemali-2016").difficulty is not None


def test_a_stage_has_many_names_in_any_case():
    rules = read('[stages.final]\nnames = ["Финал"]\nweight = 1.2')
    assert {rules.stage(name).weight for name in ("final", "FINAL", "финал", "ФИНАЛ")} == {
        Fraction(6, 5)
    }
    assert rules.knows_stage("Финал")
    assert not rules.knows_stage("fnal")
    assert rules.knows_stage("")


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("sumed = 1", 4, '"sumed" is not a key of the file'),
        ("tiebreak = []", 4, 'did you mean "tie_break"?'),
        ("[points]\nwone = 1", 5, '"wone" is not a key of [points]; did you mean "won"?'),
        ("[points]\nwon = true", 5, '"won" of [points] holds true; write points'),
        ("[points]\n\n# a word\nwon = 'two'", 7, "holds 'two'; write points, such as 2"),
        ("[points]\nwon = nan", 5, "holds NaN"),
        ("[points]\nwon = 1e400", 5, "holds 1E+400"),
        ("[points]\nwon = 2000000", 5, "holds 2000000"),
        ("points = 2", 4, '"points" of the file holds 2; write a table of keys'),
        ("[points.sherif]\nwon = 1", 4, 'did you mean "sheriff"?'),
        (
            "[[best_move]]\nhits = 2\npoints = 1\n[[best_move]]\nhits = 3\npoints = 1\nrole = 1",
            10,
            '"roles"?',
        ),
        ("[[best_move]]\nhits = 3", 4, '"points" is missing from [best_move]; add it: points'),
        ('tie_break = [\n"points",\n"win",\n]', 4, "holds 'win'; write \"wins\"."),
        ("tie_break = ['wins']", 4, 'must begin with "points"'),
        ("tie_break = ['points', 'lot', 'wins']", 4, '"lot" always decides'),
        ("tie_break = ['points', 'wins', 'wins']", 4, 'holds "wins" twice'),
        ("places = 9", 4, "write decimals from 0 to 6"),
        ("seats = 12", 4, "the roles seat 10 players and seats = 12"),
        ("[roles]\nmafia = 3", 4, "the roles seat 11 players and seats = 10"),
        ("[[best_move]]\nhits = 4\npoints = 1", 5, "3 at most can be hit"),
        ("[[best_move]]\nhits = 3\npoints = 1\nroles = ['don']", 7, "for red roles only"),
        ("[extras]\nleast = 1\nmost = 0", 5, 'above "most"'),
        ("[extras]\nmost = 1\nawards = [{result = 'won', points = 1}]", 5, "beside awards"),
        ("[extras]\neach_once = true", 5, "needs awards"),
        ("[compensation]\nformula = 'share'\nunit = 0", 6, "must be above 0"),
        (
            "[compensation]\nformula = 'linear'\nunit = 1\nfloor = 2",
            7,
            'belongs to the formula "sh',
        ),
        ("[compensation]\nunit = 1\nformula = 'sqare'", 6, 'write "share"'),
        ("[exits]\nremoved = 0.5", 5, "is above 0; write points below 0"),
        ("[penalties.card]\npoints = 1", 5, '"points" of [penalties.card] is above 0'),
        ("[adjustments]\nlate = 2", 5, '"late" of [adjustments] is above 0'),
        ("[adjustments]\nbonus = -2", 5, '"bonus" of [adjustments] is below 0'),
        ("[stages.final]\nweight = 0", 5, "must be above 0"),
        ("[stages.a]\nnames = ['x']\n[stages.b]\nnames = ['X']", 6, 'are both called "x"'),
        ("[stages.'the \"last\"']\nwight = 1", 5, 'did you mean "weight"?'),
        ("[no_award]\nlate = 0", 5, "write a whole number from 1"),
        ("difficulty.series = 'whoel'", 4, 'write "whole"'),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(text, line, said):
    message = refused(text)
    assert message.startswith(f"mine, line {line}: "), message
    assert said in message


def test_every_fault_is_listed_in_order():
    message = refused('plces = 2\n[points]\nwon = "x"\n', head='title = "t"\nyear = 2026\n')
    lines = [int(number) for number in re.findall(r"line (\d+)", message)]
    assert "mine has 3 faults:" in message
    assert lines == [1, 3, 5]
    assert '"source" is missing from the file; add it: where they come from' in message


@pytest.mark.parametrize("text", ["points = [", "a = 1\na = 2", "[points]\nwon = 1,5", '"'])
def test_what_is_no_toml_is_refused_with_the_line_where_it_breaks(text):
    message = refused(text)
    assert "is not TOML" in message
    assert re.search(r"line \d|end of document", message)


@pytest.mark.parametrize("text", ["x = " + "[" * 5000, "x = 1" + "0" * 5000])
def test_what_is_far_too_long_is_refused(text):
    assert len(refused(text)) < 500, "and not repeated to the reader"


def test_a_name_that_there_is_not(tmp_path):
    with pytest.raises(RulesError, match='did you mean "white-nights-2016"'):
        load_rules("white-night-2016")
    with pytest.raises(RulesError, match=r"no rule set .*; the sets are classic-3-4-4-5"):
        load_rules(tmp_path / "zzz.toml")
    with pytest.raises(RulesError, match="cannot be read"):
        load_rules(tmp_path)
    bad = tmp_path / "bad.toml"
    bad.write_bytes(b"\xff\xfe")
    with pytest.raises(RulesError, match="is not UTF-8"):
        load_rules(bad)


def test_a_file_of_ones_own_is_called_by_its_name(tmp_path):
    mine = tmp_path / "our-cup.toml"
    mine.write_text("\ufeff" + HEAD, encoding="utf-8")
    assert load_rules(mine).name == "our-cup"
    assert load_rules(str(mine)) == load_rules(mine)


def test_lines_of_keys_in_every_form_of_writing():
    lines = TomlLines(
        'a = 1\nb.c = 2\n"d e" = 3\n[t]\nx = """\ny = 1\n"""\ny = 2\n[[l]]\nk = 1\n'
        "[[l]]\nk = 2\n[l.m]\nn = 1 # [q]\n[ u . 'v' ]\nw = [\n1,\n]\n"
    )
    assert {
        ("a",): 1, ("b",): 2, ("b", "c"): 2, ("d e",): 3, ("t",): 4, ("t", "x"): 5,
        ("t", "y"): 8, ("l", 0): 9, ("l", 0, "k"): 10, ("l", 1, "k"): 12, ("l", 1, "m", "n"): 14,
        ("u", "v"): 15, ("u", "v", "w", 0): 16, ("nowhere", 3): 1,
    }.items() <= {
        place: lines.line(place)
        for place in (
            ("a",), ("b",), ("b", "c"), ("d e",), ("t",), ("t", "x"), ("t", "y"), ("l", 0),
            ("l", 0, "k"), ("l", 1, "k"), ("l", 1, "m", "n"), ("u", "v"), ("u", "v", "w", 0),
            ("nowhere", 3),
        )
    }.items()  # fmt: skip


def test_lists_over_many_lines_do_not_hide_the_keys_behind_them():
    lines = TomlLines('x = [ # [\n["a]"],\n["b"]\n]\ny = \'[\'\nz = {a = [\n1]}\nw = 1\n[t]\nv = 1')
    assert [lines.line((key,)) for key in ("x", "y", "z", "w")] == [1, 5, 6, 8]
    assert lines.line(("t", "v")) == 10


def test_the_document_names_every_key_and_no_other():
    rows = re.findall(r"^\| `([^`]+)` \|", DOC.read_text("utf-8"), flags=re.MULTILINE)
    assert sorted(rows) == sorted((*known_keys(), "extras.awards"))
    assert len(rows) == len(set(rows))


def test_the_document_names_all_that_can_decide_and_all_parts():
    words = set(re.findall(r'`"(\w+)"`', DOC.read_text("utf-8")))
    assert set(get_args(TieBreak)) <= words
    assert set(PARTS) <= words


def test_the_example_of_the_document_is_read():
    example = re.search(r"```toml\n(.*?)```", DOC.read_text("utf-8"), flags=re.DOTALL)
    rules = read(example[1], head="")
    assert rules.stage("Финал").weight == Fraction(3, 2)
    assert rules.extras.most == Fraction(7, 10)
