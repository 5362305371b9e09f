"""A small cup for the tests of ``seating swiss next``: 8 players at 2 tables of 4."""

import json

NAMES = ["Anna", "Boris", "Clara", "Dmitri", "Eva", "Fedor", "Galina", "Hugo"]
TOTALS = ["10", "9", "8", "5", "5.0", "3", "2", "1"]
ROUND = [[1, 2, 3, 4], [5, 6, 7, 8]]


def cup(path, rounds=(ROUND,), **more):
    """Write the rounds so far."""
    data = {"format": "seating-schedule/1", "rounds": list(rounds), "players": NAMES, **more}
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def table(path, rows, head="slot;name;total"):
    """Write standings, a text for each row."""
    path.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    return path


def rows(extra=""):
    """Return a row of standings for each of the eight, with the same cells at the end."""
    return [f"{n};{NAMES[n - 1]};{TOTALS[n - 1]}{extra}" for n in range(1, 9)]


def record(path):
    """Return what the last round of a schedule file keeps."""
    return json.loads(path.read_text("utf-8"))["made"]["swiss"][-1]


def last_round(path):
    """Return the tables of the last round, players from 1."""
    tables = json.loads(path.read_text("utf-8"))["rounds"][-1]
    return [[p for p in chairs if p] for chairs in tables]


def seated(path):
    """Return who has a seat in the last round, from 1."""
    return [player for chairs in last_round(path) for player in chairs]
