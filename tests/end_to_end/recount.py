"""Standings of an archive by the two regulations of 2016, counted anew. Imports nothing of ours.

Run as ``python recount.py ARCHIVE.zip`` it prints the places as JSON.
"""

import hashlib
import json
import sys
import zipfile
from fractions import Fraction

WEIGHTS = {
    "preliminary": Fraction(1), "semifinal": Fraction(3, 2), "qualification": Fraction(1),
    "final": {"white-nights-2016": Fraction(2), "tkemali-2016": Fraction(6, 5)},
}  # fmt: skip
COSTS = {"missed_round": -2, "late": -2}
BLACK = ("mafia", "don")
OUT = ("disqualified", "withdrawn")


def number(value):
    """Return a point value of the file exactly: 0.5, or a text such as "1/3"."""
    return Fraction(str(value))


def recount(path):
    """Return the lines of the standings in order, and who stands apart."""
    with zipfile.ZipFile(path) as packed:
        event = json.loads(packed.read("event.json"))
    found = event["protocols"]
    order = [stage["name"] for stage in event["stages"]]

    def moment(stage, number_):
        return (order.index(stage), number_) if stage else (-1, 0)

    games = [game for game in found["games"] if game["result"] != "void"]
    rows = {str(one["number"]): _empty(one["name"]) for one in event["players"]}
    since = {}
    for one in found.get("occupants", []):
        since[one["slot"]] = moment(one.get("stage", ""), one.get("round", 0))
        rows[one["slot"]]["name"] = one["player"]
    red = sum(game["result"] == "red" for game in games)
    black = sum(game["result"] == "black" for game in games)
    heavy = None if red == black else "red" if red < black else "black"
    k = 2 - Fraction(2 * min(red, black), len(games))
    for game in games:
        weight = WEIGHTS[game["stage"]]
        if isinstance(weight, dict):
            weight = weight[event["rules"]]
        for seat in game["seats"]:
            if not seat.get("substitute"):
                _count(rows[seat.get("slot") or seat["player"]], game, seat, weight, heavy, k)
    apart = set()
    for one in found.get("adjustments", []):
        when = moment(one.get("stage", ""), one.get("round", 0))
        if when < since.get(one["slot"], (-1, 0)):
            continue  # his predecessor's
        row = rows[one["slot"]]
        if one["kind"] in OUT:
            apart.add(one["slot"])
        points = one.get("points")
        row["points"] += number(points) if points is not None else COSTS.get(one["kind"], 0)

    def lot(slot):
        return hashlib.sha256(f"{event['seed']} lot\n{slot}".encode()).hexdigest()

    playing = [slot for slot in rows if slot not in apart]
    ranked = sorted(playing, key=lambda slot: (key(rows[slot]), lot(slot)))
    return [(slot, rows[slot]) for slot in ranked], apart


def key(row):
    """Return what decides the places before the lot, the best first."""
    return (
        not row["final"], -row["points"], -row["additional"], -row["wins"], -row["don"],
        -row["sheriff"], -row["mafia"], -row["first_killed"],
    )  # fmt: skip


def _empty(name):
    row = dict.fromkeys(
        ("points", "additional", "wins", "don", "sheriff", "mafia", "civilian", "first_killed"),
        Fraction(0),
    )
    return {**row, "name": name, "final": False, "games": 0}


def _count(row, game, seat, weight, heavy, k):
    side = "black" if seat["role"] in BLACK else "red"
    row["games"] += 1
    row["final"] |= game["stage"] == "final"
    if side == game["result"]:
        row["points"] += weight * 2 * (k if heavy == side else 1)
        row["wins"] += 1
        row[seat["role"]] += 1
    more = sum((number(one) for one in seat.get("extras", [])), Fraction(0))
    if game.get("first_killed") == seat["seat"] and side == "red":
        row["first_killed"] += 1
        blacks = {one["seat"] for one in game["seats"] if one["role"] in BLACK}
        hits = len(blacks & set(game.get("best_move", [])))
        worth = {"civilian": {3: "0.5", 2: "0.25"}, "sheriff": {3: "0.25"}}[seat["role"]]
        more += Fraction(worth.get(hits, 0))
    row["points"] += weight * more
    row["additional"] += weight * more


if __name__ == "__main__":
    lines, apart = recount(sys.argv[1])
    print(json.dumps([[slot, row["name"], str(row["points"])] for slot, row in lines]))
