from dataclasses import replace
from html.parser import HTMLParser

import numpy as np

from schedules import EMPTY


class Reader(HTMLParser):
    """Rows of a table as lists of texts, and every tag that was met."""

    def __init__(self):
        super().__init__()
        self.rows, self.tags, self.open = [], set(), []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data


def read(schedule):
    reader = Reader()
    reader.feed(schedule._repr_html_())
    assert reader.open == []
    return reader


def test_a_row_for_each_game(full):
    assert read(full).rows == [
        ["round", "table", "1", "2", "3", "4"],
        ["1", "1", "1", "2", "3", "4"],
        ["2", "5", "6", "7", "8"],
        ["2", "1", "2", "1", "5", "6"],
        ["2", "4", "3", "8", "7"],
        ["3", "1", "8", "5", "1", "3"],
        ["2", "7", "4", "6", "2"],
    ]
    html = full._repr_html_()
    assert "8 players, 2 tables, 3 rounds" in html
    assert "Valid. A pair meets 0 to 2 times, 1.29 in the mean; never met: 4;" in html


def test_names_are_escaped(full):
    names = ["<script>alert(1)</script>", 'a"b', "c&d", "<b>", "Ёж", "f", "g", "h"]
    schedule = replace(full.with_players(names), name="<i>Cup</i>")
    reader = read(schedule)
    assert reader.tags == {"table", "caption", "thead", "tbody", "tr", "th", "td", "p"}
    assert reader.rows[1] == ["1", "1", *names[:4]]
    assert "&lt;i&gt;Cup&lt;/i&gt;" in schedule._repr_html_()


def test_a_schedule_with_faults_still_shows_itself(full):
    seating = full.seating.copy()
    seating[0, 0, :3] = 98, EMPTY, -2
    schedule = replace(full, seating=seating)
    assert read(schedule).rows[1] == ["1", "1", "99", "–", "0", "4"]
    assert "Not valid, faults: 6. The first: Round 1, table 1, seat 1 holds 99" in (
        schedule._repr_html_()
    )
    assert read(replace(schedule, players=("a", "b"))).rows[1][2] == "99"
    assert read(replace(full, seating=np.full((3, 2, 4), EMPTY))).rows[1][2] == "–"
