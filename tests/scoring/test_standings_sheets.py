import io
from dataclasses import replace

import pytest
from hand_made import chain
from openpyxl import load_workbook
from rule_games import play

from scoring.explain import explanations
from scoring.phrases import readings, reason
from scoring.points import score_games
from scoring.protocol import Adjustment, Protocols
from scoring.rules_file import load_rules, read_rules
from scoring.sheets import html
from scoring.sheets.csv_sheet import FIELDS, csv_text
from scoring.sheets.views import both_sides, terms, whole_sum, why_place
from scoring.sheets.workbook import workbook_bytes
from scoring.standings import standings, standings_of
from scoring.table import Reason

RULES = replace(load_rules("white-nights-2016"), reconstruction=True)
SAID = {
    "en": ("reconstruction", "K is provisional", "K = 1.25", "Equal places such as 8-9 need a lot"),
    "ru": ("реконструированы", "K предварительный", "K = 1,25", "например 8-9, решает жребий"),
}


@pytest.fixture(scope="module")
def scored():
    found = replace(
        chain(),
        adjustments=(Adjustment("p10", "disqualified", None, "semi", 6, "<argued>"),),
    )
    scores = score_games(found, RULES)
    table = standings_of(scores)
    return scores, table, explanations(scores, table)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_what_must_be_said_stands_on_every_sheet(scored, lang):
    _, table, explained = scored
    page = html.html_sheet(table, explained, title="<Cup>", lang=lang)
    book = load_workbook(io.BytesIO(workbook_bytes(table, explained, title="=Cup", lang=lang)))
    cells = [str(cell.value) for row in book.worksheets[0].iter_rows() for cell in row]
    for said in SAID[lang]:
        assert said in page
        assert any(said in cell for cell in cells)
    assert "&lt;Cup&gt;" in page
    assert "&lt;argued&gt;" in page
    assert "<Cup>" not in page
    assert book.worksheets[0]["A1"].data_type == "s"
    places = [row[0].value for row in book.worksheets[0].iter_rows()]
    assert "8-9" in places


def test_the_same_standings_give_the_same_bytes(scored):
    _, table, explained = scored
    assert workbook_bytes(table, explained) == workbook_bytes(table, explained)
    assert html.html_sheet(table, explained) == html.html_sheet(table, explained)


def test_a_season_has_the_table_alone(scored, monkeypatch):
    _, table, explained = scored
    whole = html.html_sheet(table, explained)
    assert whole.count("<section") == 10
    monkeypatch.setattr(html, "MOST_GAMES", 159)
    page = html.html_sheet(table, explained)
    assert page.count("<section") == 0
    assert "160 lines are too many for one page" in page
    assert "are left out here" not in whole
    assert 'href="#player-1"' in whole


def test_a_best_move_says_what_it_hit_and_what_that_is_worth():
    """By hand: the sheriff's two hits are worth nothing, a civilian's three 0.5, a black's 0."""

    def said(first, named, lang="en", **more):
        one = play("red", first=first, named=named, stage="semi", **more)
        scores = score_games(Protocols((one,)), RULES).games
        return terms(scores[first - 1], RULES, lang)

    assert said(7, (8, 9, 1)) == "Win 2 × 1.5 + Best move 2 of 3: 0"
    assert said(1, (8, 9, 10), "ru") == "Победа 2 × 1,5 + ЛХ 3 из 3: 0,5 × 1,5"
    assert said(1, (8, 9)) == "Win 2 × 1.5 + Best move 2 of 2: 0.25 × 1.5"
    assert said(8, (9, 1, 2)) == "Best move 1 of 3: 0"
    assert said(1, (), hits_told=1) == "Win 2 × 1.5 + Best move 1 of 3: 0"
    assert said(1, ()) == "Win 2 × 1.5"


@pytest.mark.parametrize("name", ["white-nights-2016", "tkemali-2016"])
def test_the_readings_of_the_rules_stand_at_the_foot(name):
    rules = load_rules(name)
    found = replace(chain(), games=tuple(
        replace(one, stage="preliminary") for one in chain().games[:10]
    ))  # fmt: skip
    for lang, words in {
        "en": ("line of its own", "places 1 to 10", "one extra award", "as one series"),
        "ru": ("по своей строке", "места с 1 по 10", "не больше одного", "одной серии"),
    }.items():
        page = html.html_sheet(standings(found, rules), lang=lang)
        for word in words:
            assert page.index(word) > page.index("</table>")
    assert readings(load_rules("fiim-v7"), "en") == []
    plain = 'title = "x"\nsource = "y"\nyear = 2026\n[[readings]]\nen = "Only so."\n'
    assert readings(read_rules(plain, name="mine"), "ru")[1:] == ["- Only so."]


def test_csv_has_all_columns_and_everybody(scored):
    lines = csv_text(scored[1]).splitlines()
    assert lines[0] == ",".join(FIELDS)
    assert len(lines) == 11
    assert lines[1].startswith("1,1,p1,p1,23.25,23.25,23.25,0,")
    assert lines[-1].startswith("0,0,p10,p10,19.25,")
    assert lines[-1].endswith(",0,disqualified")


def test_sums_in_writing(scored):
    _, _, explained = scored
    first = explained[0]
    assert terms(first.games[6], RULES, "en") == "Win 2 × K 1.25"
    assert terms(first.games[14], RULES, "ru") == "Победа 2 × K 1,25 × 1,5"
    second = explained[1]
    assert terms(second.games[0], RULES, "en") == "Win 2 + Extra 1"
    assert whole_sum(second, RULES, "en") == "22.5 = Win 20.5 + Extra 2"
    assert whole_sum(first, replace(RULES, normalisation="per_game"), "en") == (
        "23.25 = 23.25 over 16 games"
    )


def test_a_tie_names_everybody_who_is_equal():
    """One red win: the six civilians are equal in everything; the sheriff has a win as sheriff."""
    table = standings(Protocols((play("red", stage="preliminary"),)), RULES)
    civilians = [f"p{number}" for number in range(1, 7)]
    for row in table.rows:
        if row.slot in civilians:
            others = ", ".join(name for name in civilians if name != row.slot)
            assert f"level with {others}: a lot is needed" in why_place(row, RULES, "en")
            assert both_sides(row, RULES, "en").count("level with") == 1
    many = Reason("x", "x", "equal", group=tuple(f"n{number}" for number in range(12)))
    assert reason(many, RULES, "en") == (
        "level with n0, n1, n2, n3, n4, n5, n6, n7, n8, n9 and 2 more: a lot is needed"
    )


def test_places_of_a_workbook_are_numbers(scored):
    _, table, explained = scored
    book = load_workbook(io.BytesIO(workbook_bytes(table, explained)))
    places = [row[0].value for row in book.worksheets[0].iter_rows()]
    assert [place for place in places if isinstance(place, int)] == [1, 2, 3, 4, 5, 6, 7]


def test_no_word_of_a_page_is_broken(scored):
    _, table, explained = scored
    page = html.html_sheet(table, explained)
    assert "anywhere" not in page
    assert "overflow-wrap: normal" in page
    assert page.count('<div class="scroll">') == page.count('<table class="by-game">') == 10
