"""A round of Tkemali through the pages, and the same through the command line: equal standings."""

import json
import re

import pytest
from web_cases import Pages

from desk.cli import main
from tournament.store import open_store

ROLES = ["civilian"] * 6 + ["sheriff", "mafia", "mafia", "don"]
COLUMNS = (
    "stage", "round", "table", "result", "first_killed", "best_move", "seat", "player", "role",
    "fouls", "exit", "extras", "judge",
)  # fmt: skip


def protocol(names, table):
    """Return a game as rows of a file: other roles, winner and first killed at each table."""
    turn = (3 * table) % 10
    roles = ROLES[turn:] + ROLES[:turn]
    black = [s for s, role in enumerate(roles, 1) if role in ("mafia", "don")]
    red = [s for s in range(1, 11) if s not in black]
    winners, losers = (red, black) if table % 2 else (black, red)
    killed = red[table]
    named = [*black[: 3 - table % 2], *[s for s in red if s != killed][: table % 2]]
    head = {
        "stage": "qualification", "round": "1", "table": str(table),
        "result": "red" if table % 2 else "black", "judge": "Boris" if table == 2 else "Anna",
        "first_killed": str(killed), "best_move": " ".join(map(str, named)),
    }  # fmt: skip
    rows = []
    for seat, (name, role) in enumerate(zip(names, roles, strict=True), 1):
        row = {
            "seat": str(seat),
            "player": name,
            "role": role,
            "fouls": "",
            "exit": "",
            "extras": "",
        }
        if seat == winners[0]:
            row["extras"] = "1"
        if seat == losers[0]:
            row["extras"] = "0.5"
        if seat == losers[1]:
            row |= {"fouls": "4", "exit": "fouls"}
        if seat == killed and seat != losers[1]:
            row["exit"] = "night 1"
        rows.append(head | row)
    return rows


def as_form(rows):
    """Return what a judge types for the rows of a file."""
    head = rows[0]
    fields = {name: head[name] for name in ("result", "first_killed", "judge")}
    fields |= {f"best_move_{n}": seat for n, seat in enumerate(head["best_move"].split(), 1)}
    for row in rows:
        kind, _, number = row["exit"].partition(" ")
        values = {"role": row["role"], "fouls": row["fouls"], "extras": row["extras"],
                  "exit": kind, "exit_number": number}  # fmt: skip
        fields |= {f"{name}_{row['seat']}": text for name, text in values.items()}
    return fields


def as_file(path, rows):
    lines = [",".join(COLUMNS), *(",".join(row[name] for name in COLUMNS) for row in rows)]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return str(path)


@pytest.fixture
def run(capsys):
    def done(command, event, *options):
        status = main(["event", command, str(event), *map(str, options)])
        said = capsys.readouterr()
        assert status == 0, said.err
        return said.out

    return done


def begin(run, event):
    run("new", event, "--format", "tkemali-2016")
    players = event.with_suffix(".csv")
    players.write_text("name\n" + "\n".join(f"Player {n:02d}" for n in range(1, 31)), "utf-8")
    run("register", event, players, "--state", "paid")
    run("draw", event, "--seed", "lottery 7 12 33")
    return event


def test_a_round_through_the_pages_is_the_round_through_the_command_line(tmp_path, run):
    pages_event = begin(run, tmp_path / "pages.seating")
    desk_event = begin(run, tmp_path / "desk.seating")
    seated = json.loads(run("print", desk_event, "--json"))
    games = [
        protocol([seat["name"] for seat in table], number)
        for number, table in enumerate(seated["tables"], 1)
    ]
    wrong = [dict(row) for row in games[2]]
    wrong[0]["result"] = "red"
    for row in wrong:
        row["result"], row["extras"] = "black", ""

    with open_store(pages_event) as store:
        pages = Pages(store)
        judges = [pages.browser("Anna"), pages.browser("Boris"), pages.browser("Anna")]
        for table, (judge, rows) in enumerate(zip(judges, [*games[:2], wrong], strict=True), 1):
            path = f"/judge/1/1/{table}"
            judge.after(f"{path}/take")
            if table == 2:  # four blacks, then mended
                civilian = next(row["seat"] for row in rows if row["role"] == "civilian")
                refused = judge.post(
                    f"{path}/record", **as_form(rows) | {f"role_{civilian}": "mafia"}
                )
                assert refused.status_code == 422
                assert "3 mafia" in refused.text
                assert [judge.typed(refused, f"fouls_{row['seat']}") for row in rows] == [
                    row["fouls"] for row in rows
                ]
            judge.after(f"{path}/record", **as_form(rows))
        chief = pages.browser("chief")
        chief.after("/chief/correct/1/1/3", **as_form(games[2]), why="red won at table 3")
        page = chief.get("/standings").text

    run("record", desk_event, as_file(tmp_path / "round1.csv", [*games[0], *games[1], *wrong]))
    right = as_file(tmp_path / "table3.csv", games[2])
    run("correct", desk_event, right, "--why", "red won at table 3")
    assert games[2][0]["result"] == "red"
    by_pages = json.loads(run("standings", pages_event, "--json"))
    by_desk = json.loads(run("standings", desk_event, "--json"))
    assert by_pages == by_desk
    assert len({row["points"] for row in by_pages["rows"]}) > 5, "a round in which much happened"
    assert len(by_pages["rows"]) == 30
    order = [name for name in re.findall(r'<th scope="row">([^<]+)<', page)]
    assert order == [row["name"] for row in by_desk["rows"]]
    again = run("record", pages_event, as_file(tmp_path / "again.csv", [*games[0], *games[1]]))
    assert "2 were recorded already in the same words" in again, "the protocols are the same, too"
