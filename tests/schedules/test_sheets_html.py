import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

from schedules import Problem, Schedule, SeatingError
from schedules.measures import meetings
from schedules.phrases import LANGS, catalogue
from schedules.sheets.html import html_sheet

NAMES = (
    "<script>alert(1)</script>",
    'a" onload="x',
    "Жанна д'Арк & Ко",
    "Александра Константинопольская-Зайцева",
    "ნინო გოგოლაძე",
    "{{ 7*7 }}",
    "Ёж",
    "Lee",
)


class Page(HTMLParser):
    """Collects ids, links and tags with their attributes."""

    def __init__(self, html):
        super().__init__()
        self.ids, self.links, self.tags = [], [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.tags.append((tag, attrs))
        if "id" in attrs:
            self.ids.append(attrs["id"])
        if tag == "a":
            self.links.append(attrs["href"])


def text_only(html):
    """What a person reads: no tags, no styles, no script."""
    html = re.sub(r"<(style|script)>.*?</\1>", "", html, flags=re.S)
    return re.sub(r"<[^>]*>", "\n", html)


def seats_of(html, section):
    """Names on the seats of each list of a section, in order."""
    body = html.split(f'<section id="{section}"')[1].split("</section>")[0]
    lists = re.findall(r'<ol class="seats">(.*?)</ol>', body, flags=re.S)
    return [re.findall(r"<li[^>]*><span>(.*?)</span>", one) for one in lists]


def random_schedule(players, tables, rounds, seats=10, names=()):
    rng = np.random.default_rng(7)
    seating = [rng.permutation(players).reshape(tables, seats) for _ in range(rounds)]
    return Schedule(
        Problem(players, tables, rounds, seats), np.array(seating), name="Cup", players=names
    )


def test_forty_players_and_twelve_rounds_are_under_300_kb():
    long = tuple(f"Александра Константинопольская-Зайцева {n}" for n in range(40))
    html = html_sheet(random_schedule(40, 4, 12, names=long), lang="ru")
    assert len(html.encode()) < 300_000


def test_nothing_is_asked_of_the_network(tkemali):
    named = replace(tkemali, players=tuple(f"http://{n}.example" for n in range(30)))
    for html in (html_sheet(tkemali), html_sheet(named, lang="ru")):
        page = Page(html)
        for tag, attrs in page.tags:
            assert tag not in {"link", "img", "iframe", "object", "embed", "base", "form"}
            assert not {"src", "srcset", "action", "xlink:href"} & set(attrs)
            assert attrs.get("href", "#").startswith("#")
        style = re.search(r"<style>(.*?)</style>", html, flags=re.S).group(1)
        script = re.search(r"<script>(.*?)</script>", html, flags=re.S).group(1)
        assert not re.search(r"https?:|@import|url\(", style)
        assert not re.search(r"https?:|fetch|XMLHttp|import", script)
        assert "default-src 'none'" in html
    assert not re.search(r"https?://", html_sheet(tkemali))


def test_names_are_escaped_everywhere(full):
    html = html_sheet(replace(full, players=NAMES, name="<i>Cup</i> & co"))
    assert html.count("<script>") == 1
    assert "<i>Cup" not in html
    assert "alert(1)</script>" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "{{ 7*7 }}" in html
    assert not [attrs for _, attrs in Page(html).tags if "onload" in attrs]


@pytest.mark.parametrize("lang", LANGS)
def test_no_key_or_place_is_shown_raw(full, waiting, tkemali, lang):
    certificate = {
        "order": "spread",
        "criteria": [
            {"criterion": code.rsplit(".", 1)[1], "value": 1, "bound": 0, "proved": False}
            for code in catalogue()
            if code.startswith("certificate.criterion.")
        ],
    }
    for schedule in (full, waiting, tkemali, replace(full, certificate=certificate)):
        text = text_only(html_sheet(schedule, lang=lang))
        shown = set(re.findall(r"[a-z_]+\.[a-z_]+(?:\.[a-z_]+)?", text))
        assert not shown & set(catalogue())
        assert not re.search(r"[{}]|None|Markup|undefined", text)
    assert f'<html lang="{lang}">' in html_sheet(full, lang=lang)


def test_russian_has_no_english_left(waiting):
    text = text_only(html_sheet(replace(waiting, name="Кубок"), lang="ru"))
    assert set(re.findall(r"[A-Za-z]{3,}", text)) <= {
        "svg",
        *re.findall("[a-z]+", waiting.digest()),
    }


def test_every_round_table_and_seat_is_there(full):
    html = html_sheet(replace(full, players=tuple("ABCDEFGH")))
    games = [["ABCDEFGH"[p] for p in game] for game in full.seating.reshape(-1, 4)]
    assert seats_of(html, "rounds") == games
    by_table = full.seating.transpose(1, 0, 2).reshape(-1, 4)
    assert seats_of(html, "tables") == [["ABCDEFGH"[p] for p in game] for game in by_table]


def test_every_player_has_a_card_with_every_round(peer_25):
    html = html_sheet(peer_25)
    where = peer_25.table_of()
    for player in range(25):
        card = html.split(f'<article class="card" id="p{player + 1}">')[1].split("</article>")[0]
        assert f"Player {player + 1}" in card
        rows = re.findall(r'<li class="r(\d+)[^>]*>(.*)', card)
        assert [int(r) for r, _ in rows] == list(range(1, 11))
        for r, (_, text) in enumerate(rows):
            table = int(where[r, player])
            if table < 0:
                assert "sits out" in text
                continue
            seat = peer_25.seating[r, table].tolist().index(player) + 1
            assert f"<b>table {table + 1}</b><b>seat {seat}</b>" in text


def test_links_lead_somewhere_and_ids_are_unique(tkemali):
    page = Page(html_sheet(tkemali))
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert {f"p{n}" for n in range(1, 31)} <= {link.removeprefix("#") for link in page.links}


def test_who_sits_out_is_listed_and_an_idle_table_is_not(idle):
    html = html_sheet(replace(idle, players=tuple("ABCDEFGH")))
    second = html.split('id="r2"')[1].split('id="r3"')[0]
    assert "Table 1" in second
    assert "Table 2" not in second
    out = re.search(r'<p class="out">(.*?)</p>', second).group(1)
    assert re.findall(r"<span>(.)</span>", out) == list("CDFG")
    assert '<p class="out">' not in html.split('id="r1"')[1].split('id="r2"')[0]


def test_an_empty_chair_keeps_its_seat(full):
    seating = full.seating.copy()
    seating[0, 0, 1] = -1
    html = html_sheet(replace(full, seating=seating), lang="ru")
    first = re.search(r'<ol class="seats">(.*?)</ol>', html, flags=re.S).group(1)
    assert re.findall(r"<li[^>]*>(?:<span>)?([\w№]+)", first) == ["№1", "свободно", "№3", "№4"]


def test_every_page_and_card_carries_title_subject_and_digest(peer_25):
    schedule = replace(peer_25, name="Winter Cup")
    html = html_sheet(schedule)
    feet = re.findall(r'<p class="foot">(.*?)</p>', html)
    num_pages = len(re.findall(r'<div class="page ', html))
    assert len(feet) == num_pages + 25
    assert num_pages == 10 + 2 + 2
    assert all(schedule.digest() in foot and "Winter Cup" in foot for foot in feet)
    assert sum("Round 7" in foot for foot in feet) == 1


def test_the_pair_matrix_is_the_meetings(peer_25):
    html = html_sheet(peer_25)
    table = html.split('<table class="matrix">')[1].split("</table>")[0]
    rows = re.findall(r"<tr><th>\d+(.*)", table)
    found = [
        [int(value or 0) for value in re.findall(r'<td class="\w+">(\d*)', row)] for row in rows
    ]
    assert found == meetings(peer_25).tolist()
    never = int((meetings(peer_25) == 0).sum()) - 25
    assert table.count('class="hn"') == never


def test_a_large_matrix_is_cut_into_pages():
    html = html_sheet(random_schedule(64, 16, 3, seats=4))
    assert html.count('<table class="matrix">') == 4
    assert "rows 33–64, columns 1–32" in html


def test_a_round_with_many_tables_goes_over_pages():
    html = html_sheet(
        random_schedule(400, 40, 1, names=tuple(f"Игрок под {n}" for n in range(400)))
    )
    assert re.search(r"tables 1–\d+", html)
    assert sum(map(len, seats_of(html, "rounds"))) == 400
    assert html.count('id="r1"') == 1


def test_the_certificate_is_told_in_words(full):
    assert "holds no certificate" in html_sheet(full)
    lines = [
        {"criterion": "spread", "value": 3807, "bound": 3807, "proved": True, "gap": 0},
        {"criterion": "novelty<b>", "value": 1, "bound": None, "proved": False, "gap": None},
    ]
    html = html_sheet(replace(full, certificate={"order": "order", "criteria": lines}))
    assert '<td class="proved">cannot be better' in html
    assert "novelty&lt;b&gt;" in html
    assert '<td class="open">no bound known' in html


def test_without_a_name_the_title_is_a_plain_word(full):
    assert "<h1>Турнир</h1>" in html_sheet(full, lang="ru")


def test_same_schedule_same_page_and_unknown_language(full):
    assert html_sheet(full) == html_sheet(full)
    with pytest.raises(SeatingError, match="'de'"):
        html_sheet(full, lang="de")
