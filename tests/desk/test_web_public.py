"""What everybody sees: seating, standings with reasons, where one sits, the screen on the wall."""

import re

import pytest
from web_cases import copied, make_event, pages_of

from desk.web.phrases import phrase
from scoring.sheets.views import why_place
from tournament.flow.bench import Bench, judges_at
from tournament.flow.judging import name_judges
from tournament.flow.ranking import table_of
from tournament.flow.simulate import play_round
from tournament.flow.trouble import disqualify
from tournament.store import open_store


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    path = make_event(tmp_path_factory.mktemp("played") / "cup.seating")
    with open_store(path) as store:
        play_round(store, seed="one")
        disqualify(store, "Player 11", who="chief", why="left")
    return path


@pytest.fixture
def pages(played, tmp_path):
    with pages_of(copied(played, tmp_path)) as made:
        yield made


def lists(text):
    """Return the names of each table of a page, as they are written in it."""
    tables = re.findall(r"<ol>.*?</ol>", text, re.DOTALL)
    return [re.findall(r"<li value[^>]*>(.*?)</li>", one) for one in tables]


def shown(name):
    for raw, safe in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("'", "&#39;"), ('"', "&#34;")):
        name = name.replace(raw, safe)
    return name


@pytest.mark.parametrize("path", ["/", "/wall", "/round/1/2"])
def test_the_seating_of_the_open_round(pages, path):
    state = pages.store.read()
    one = state.current
    assert one.round == 2
    due = [[shown(state.occupant(s, one.moment).name) for s in table] for table in one.tables]
    page = pages.browser().get(path).text
    assert lists(page) == due
    assert "Qualifying rounds, round 2" in page


def test_every_seated_round_has_its_page(pages):
    page = pages.browser().get("/").text
    assert re.findall(r'href="/round/(\d+/\d+)"', page) == [f"1/{n}" for n in range(1, 10)]


def test_the_wall_looks_anew_by_itself_and_in_turn(pages):
    browser = pages.browser()
    assert '<meta http-equiv="refresh" content="20">' in browser.get("/wall").text
    turned = browser.get("/wall?turn=1").text
    assert 'content="20;url=/wall/standings?turn=1"' in turned
    assert 'content="20;url=/wall?turn=1"' in browser.get("/wall/standings?turn=1").text


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_standings_with_the_reason_of_every_place(pages, lang):
    browser = pages.browser()
    browser.get(f"/language/{lang}")
    page = browser.get("/standings").text
    table = table_of(pages.store.read())
    assert table.provisional
    assert len(table.rows) == 30
    body = page[page.index("<tbody>") :]
    order = [body.index(f">{shown(row.occupant)}<span") for row in table.rows]
    assert order == sorted(order)
    for row in table.rows:
        why = why_place(row, table.rules, lang)
        assert why
        assert shown(why) in page
    mark = f'<span class="mark open">{phrase("standings.provisional", lang)}</span>'
    assert page.count(mark) == 2, "the table and K"
    assert re.search(rf"<b>K = [\d.,]+</b> {re.escape(mark)}", page)
    assert "Player 11" in page, "who was replaced is told below"


def test_k_is_that_of_the_games_so_far(pages):
    """K = 2 - 2n/N of three games: 3 to 0 makes 2, 2 to 1 makes 4/3."""
    games = pages.store.read().games
    red = sum(game.result == "red" for game in games)
    k = {0: "2", 1: "1.333", 2: "1.333", 3: "2"}[red]
    assert f"<b>K = {k}</b>" in pages.browser().get("/standings").text


def test_a_player_finds_his_seat(pages):
    state = pages.store.read()
    one = state.current
    slot = state.rounds[1].tables[0][3]
    name = state.occupant(slot).name
    page = pages.browser().get("/player", params={"q": name.upper()}).text
    assert page.count('<section class="person">') == 1
    found = re.search(r'<p class="next">.*?</p>', page, re.DOTALL)[0]
    assert "round 2<strong>table 1, seat 4</strong>" in found
    assert len(re.findall(r"<li[ >]", page)) == len([r for r in state.rounds if r.place(slot)])
    assert one.place(slot) == (1, 4)
    by_number = pages.browser().get("/player", params={"q": str(slot)}).text
    assert f"<h2>{shown(name)} " in by_number


def test_a_search_that_finds_many_or_nobody(pages):
    many = pages.browser().get("/player", params={"q": "player"}).text
    assert many.count('<section class="person">') == 10
    assert "And 18 more" in many  # Player 03 to 30 are 28, who was replaced among them
    assert "Nobody is called" in pages.browser().get("/player", params={"q": "Zeus"}).text
    assert 'class="person"' not in pages.browser().get("/player").text


def test_before_the_draw(tmp_path):
    path = make_event(tmp_path / "cup.seating", drawn=False)
    with pages_of(path) as pages:
        browser = pages.browser()
        for page in ("/", "/wall"):
            assert "Nobody is seated yet" in browser.get(page).text
        for page in ("/standings", "/wall/standings"):
            assert "No protocol is recorded yet" in browser.get(page).text
        assert "Nobody is called" in browser.get("/player?q=player").text
        assert "still to be drawn" in pages.browser("Anna").get("/judge").text


def test_the_language_is_chosen_by_a_link_and_kept(pages):
    browser = pages.browser()
    assert '<html lang="en">' in browser.get("/").text
    done = browser.get("/language/ru?back=/standings")
    assert done.headers["location"] == "/standings"
    page = browser.get("/standings").text
    assert '<html lang="ru">' in page
    assert "выше, чем" in page
    browser.get("/language/xx")
    assert '<html lang="ru">' in browser.get("/").text
    with pages_of(pages.store.path, lang="ru") as russian:
        assert '<html lang="ru">' in russian.browser().get("/").text


def test_the_judges_of_the_tables_are_named(tmp_path):
    """Judges that the event has (seating event judges) stand at their tables on every page."""
    with pages_of(make_event(tmp_path / "cup.seating")) as pages:
        name_judges(pages.store, Bench(("Anna", "Boris", "Clara")), who="chief")
        judges = judges_at(pages.store.read().current)
        assert sorted(judges) == ["Anna", "Boris", "Clara"]
        page = pages.browser().get("/").text
        assert re.findall(r'class="note judge">Judge: (\w+)<', page) == list(judges)
        mine = pages.browser("Anna").get("/judge").text
        open_round = mine[: mine.index("<details>")]
        assert re.findall(r'class="note own">Judge: (\w+)<', open_round) == ["Anna"]
        assert open_round.count('class="note">Judge: ') == 2
