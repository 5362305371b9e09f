"""Rule sets against tables that others published: every number that they give."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from marathon_case import marathon, rows_of
from rule_games import ROLES

from scoring.exact import rounded
from scoring.points import score_games
from scoring.protocol import Chair, Game, Protocols
from scoring.rules_file import load_rules

MILLI = Fraction(1, 1000)


@pytest.fixture(scope="module")
def scored():
    protocols, games = marathon()
    scores = score_games(protocols, load_rules("mafiauniverse-2025"))
    rows = [row for rows in games for row in rows]
    return protocols, rows, scores.games


def test_the_marathon_has_120_games_and_ten_teams_of_three(scored):
    protocols, rows, _ = scored
    assert (len(protocols.games), len(rows)) == (120, 1200)
    assert sorted(Counter(protocols.teams.values()).values()) == [3] * 10


def test_every_total_of_the_marathon(scored):
    _, rows, scores = scored
    wrong = [
        (row["game_id"], row["seat"], row["total"], float(score.total))
        for row, score in zip(rows, scores, strict=True)
        if abs(Fraction(row["total"]) - score.total) > MILLI / 2
    ]
    assert wrong == []


def test_every_compensation_of_the_marathon(scored):
    _, rows, scores = scored
    pairs = [
        (Fraction(row["ci"]), score.part("compensation"))
        for row, score in zip(rows, scores, strict=True)
        if row["first_killed"] == "1"
    ]
    assert len(pairs) == 117
    assert sum(ci != 0 for ci, _ in pairs) == 98
    assert [pair for pair in pairs if abs(pair[0] - pair[1]) > MILLI / 2] == []
    assert [rounded(ours, 3) == ci for ci, ours in pairs].count(False) == 0
    others = [
        score.part("compensation")
        for row, score in zip(rows, scores, strict=True)
        if row["first_killed"] != "1"
    ]
    assert set(others) == {0}


def test_the_marathon_with_counters_of_players_gives_another_ci(scored):
    """The edge: i and N are the team's. With the player's own the published numbers do not come."""
    protocols, rows, _ = scored
    rules = load_rules("mafiauniverse-2025")
    own = replace(rules, compensation=replace(rules.compensation, counter="player"))
    scores = score_games(protocols, own).games
    wrong = sum(
        abs(Fraction(row["ci"]) - score.part("compensation")) > MILLI / 2
        for row, score in zip(rows, scores, strict=True)
    )
    assert wrong > 50


def fifteen_games(row):
    """Games from which the line of a player comes: wins, first-night deaths, awards and fines.

    Seat 1 is his, always as a civilian; nobody else's points count. The first games are those in
    which he is killed first, those lost before those won. Two hits stand in one of them where he
    has points of a best move; the awards are spread over the games, at most 1 in each.
    """
    wins, killed, lost_killed = (int(row[key]) for key in ("wins", "killed_first", "lost_killed"))
    results = ["black"] * lost_killed + ["red"] * (killed - lost_killed)
    results += ["red"] * (wins - results.count("red"))
    results += ["black"] * (int(row["games"]) - len(results))
    plus, games = Fraction(row["plus"]), []
    for number, result in enumerate(results, start=1):
        award = min(plus, Fraction(1))
        plus -= award
        fines = (("judge", -Fraction(row["minus"])),) if number == 1 and row["minus"] != "0" else ()
        him = Chair(1, row["player"], "civilian", extras=(award,) if award else (), penalties=fines)
        others = [
            Chair(seat, f"filler {seat}", role, substitute=True)
            for seat, role in enumerate(ROLES[1:], start=2)
        ]
        first = 1 if number <= killed else None
        named = (8, 9, 2) if number == 1 and row["bm"] == "0.4" else ()
        games.append(Game("", number, 1, result, (him, *others), first, named))
    assert plus == 0
    return games


def test_every_total_of_the_all_stars():
    rows = rows_of("all_stars_2024_standings.csv")
    games = [game for row in rows for game in fifteen_games(row)]
    scores = score_games(Protocols(tuple(games)), load_rules("emotion-games-2024"))
    totals, compensation = Counter(), Counter()
    for score in scores.games:
        totals[score.slot] += score.total
        compensation[score.slot] += score.part("compensation")
    assert len(rows) == 14
    for row in rows:
        assert rounded(totals[row["player"]], 2) == Fraction(row["total"]), row
        assert rounded(compensation[row["player"]], 2) == Fraction(row["ci"]), row
