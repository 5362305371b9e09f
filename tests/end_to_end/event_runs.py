"""How the whole events are played: every step through the command line, games made up here."""

import csv
import json
import random

from desk.cli import main

ROLES = ["civilian"] * 6 + ["sheriff", "mafia", "mafia", "don"]
FIELDS = [
    "stage", "round", "table", "result", "first_killed", "best_move", "seat", "player", "role",
    "exit", "extras",
]  # fmt: skip


class Desk:
    """The command ``seating event`` on one event; ``ok`` demands success, ``no`` a refusal."""

    def __init__(self, folder, capsys, *, seed=7):
        self.folder, self.capsys = folder, capsys
        self.event = str(folder / "cup.seating")
        self.dice = random.Random(seed)

    def run(self, command, *options):
        status = main(["event", command, self.event, *map(str, options)])
        said = self.capsys.readouterr()
        return status, said.out, said.err

    def ok(self, command, *options):
        status, out, err = self.run(command, *options)
        assert status == 0, (command, options, err)
        return out

    def no(self, command, *options):
        status, _, err = self.run(command, *options)
        assert status == 2, (command, options, err)
        assert "Internal error" not in err
        assert "Traceback" not in err
        return err

    def json(self, command, *options):
        return json.loads(self.ok(command, "--json", *options))

    def players(self, count):
        path = self.folder / "players.csv"
        rows = [f"Player {n:02d};Club {n % 7}" for n in range(1, count + 1)]
        path.write_text("name;club\n" + "\n".join(rows) + "\n", "utf-8")
        return path

    def games(self, round_=None, **instead):
        """Return rows of made-up protocols of a round; ``instead``: names by seated name."""
        one = self.json("print", *(["--round", round_] if round_ else []))
        rows = []
        for number, table in enumerate(one["tables"], 1):
            names = [instead.get(seat["name"].replace(" ", "_"), seat["name"]) for seat in table]
            rows += self.game(one["stage"], one["round"], number, names)
        return rows

    def game(self, stage, round_, table, names):
        """Return the rows of one made-up game; an empty chair is a stand-in's."""
        dice = self.dice
        roles = dice.sample(ROLES, 10)
        red = dice.random() < 0.44
        head = dict(stage=stage, round=round_, table=table, result="red" if red else "black")
        killed = dice.choice([s for s in range(1, 11) if roles[s - 1] in ("civilian", "sheriff")])
        named = dice.sample([s for s in range(1, 11) if s != killed], 3)
        head |= {"first_killed": killed, "best_move": " ".join(map(str, named))}
        best = dice.choice([s for s in range(1, 11) if (roles[s - 1] in ("mafia", "don")) != red])
        return [
            {
                **head, "seat": seat, "player": names[seat - 1] or f"Stand-in {table}",
                "role": roles[seat - 1], "exit": "night 1" if seat == killed else "",
                "extras": dice.choice(["1", "0.5"]) if seat == best else "",
            }
            for seat in range(1, 11)
        ]  # fmt: skip

    def file(self, rows, name="games.csv"):
        path = self.folder / name
        with path.open("w", encoding="utf-8", newline="") as held:
            writer = csv.DictWriter(held, FIELDS)
            writer.writeheader()
            writer.writerows(rows)
        return path

    def play(self, round_=None, **instead):
        self.ok("record", self.file(self.games(round_, **instead)))

    def table(self):
        return {row["name"]: row for row in self.json("standings")["rows"]}
