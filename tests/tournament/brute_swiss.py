"""docs/swiss.md once more, as slowly and plainly as can be: every seating of a tiny field is tried.

A third reading of the page: no arrays, no brackets by cleverness, nothing taken from the checker
but the event's own data types.
"""

import hashlib
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from math import lcm

from tournament.swiss_events import CannotSeat

ORDERS = {
    "strict": ("Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q9"),
    "window": ("Q3", "Q4", "Q5", "Q1", "Q2", "Q6", "Q7", "Q9"),
    "blocks": ("Q3", "Q4", "Q5", "Q1", "Q2", "Q6", "Q7", "Q8", "Q9"),
    "random": ("Q3", "Q6"),
}


def no_tail(table):
    seats = list(table)
    while seats and seats[-1] is None:
        seats.pop()
    return seats


class Slow:
    """One round to be seated; tables from 1."""

    def __init__(self, event, round_, points):
        self.event, self.round, self.points = event, round_, points
        self.past = [one for one in event.rounds]
        self.r = len(self.past) + 1
        self.settings = event.stage(round_.stage).settings
        self.active = list(event.active(round_))
        seats = self.settings.seats
        n = len(self.active)
        if round_.sizes:
            self.sizes = list(round_.sizes)
        elif self.settings.uneven:
            tables = (n + seats - 1) // seats
            self.sizes = [n // tables + (t < n % tables) for t in range(tables)]
        else:
            self.sizes = [seats] * (n // seats)
        self.locks = {}
        for lock in round_.locks:
            self.locks.setdefault(lock.player, []).append(lock)
        self.fixed = dict(self.settings.fixed_tables)
        self.club = {p.number: (p.team if self.settings.by_team else p.club) for p in event.players}

    def met(self, p, q, rounds=None):
        rounds = self.past if rounds is None else rounds
        return sum(p in table and q in table for one in rounds for table in one.tables)

    def ticket(self, p):
        seed = self.round.seed or self.event.seed
        return hashlib.sha256(f"{seed}\n{self.r}\n{p}".encode()).hexdigest()

    def waiting(self):
        short = len(self.active) - sum(self.sizes)
        out = [p for p in self.active if any(x.sits is False for x in self.locks.get(p, []))]
        free = [p for p in self.active if p not in self.locks and p not in self.fixed]
        waited = {
            p: sum(
                p in self.event.active(one) and not any(p in table for table in one.tables)
                for one in self.past
            )
            for p in free
        }
        free.sort(key=lambda p: (waited[p], self.points[p], -p))
        if len(out) > short or short - len(out) > len(free):
            raise CannotSeat("locks of those who wait")
        return out + free[: short - len(out)]

    def prepare(self, playing):
        self.playing = sorted(playing, key=lambda p: (-self.points[p], p))
        self.rank = {p: i + 1 for i, p in enumerate(self.playing)}
        self.home, self.placed = {}, set()
        for p in self.playing:
            table = next((x.table for x in self.locks.get(p, []) if x.table), self.fixed.get(p))
            if table is not None:
                if table > len(self.sizes):
                    raise CannotSeat("a table that is not there")
                self.home[p] = table
                self.placed.add(p)
        queue = [p for p in self.playing if p not in self.placed]
        for t in range(1, len(self.sizes) + 1):
            left = self.sizes[t - 1] - sum(self.home.get(p) == t for p in self.placed)
            if left < 0:
                raise CannotSeat("a table is overfull")
            for _ in range(left):
                if queue:
                    self.home[queue.pop(0)] = t
        self.free = [p for p in self.playing if p not in self.placed]

    def allowed(self, p):
        if p in self.placed:
            return {self.home[p]}
        word, _, number = self.round.mode.partition(":")
        if word == "random":
            return set(range(1, len(self.sizes) + 1))
        if word == "blocks":
            b = int(number)
            block = (self.home[p] - 1) // b
            return {t for t in range(1, len(self.sizes) + 1) if (t - 1) // b == block}
        if word == "window":
            near = [q for q in self.free if abs(self.rank[q] - self.rank[p]) <= int(number)]
            return {self.home[q] for q in near}
        return {self.home[p]} | {
            self.home[q] for q in self.free if self.points[q] == self.points[p]
        }

    def brackets(self):
        tables = range(1, len(self.sizes) + 1)
        group = {t: {t} for t in tables}
        links = [self.allowed(p) for p in self.free]
        if self.round.mode.startswith("blocks"):
            b = int(self.round.mode.partition(":")[2])
            links += [{t for t in tables if (t - 1) // b == (u - 1) // b} for u in tables]
        for _ in tables:
            for link in links:
                joined = set().union(*(group[t] for t in link))
                for t in joined:
                    group[t] = joined
        return sorted({tuple(sorted(one)) for one in group.values()})

    def legal(self, tables):
        """``tables``: table -> set of players; A2 to A8 as far as they are about tables."""
        s = self.settings
        for t, players in tables.items():
            judge = self.round.judges[t - 1] if self.round.judges else None
            for p in players:
                if t not in self.allowed(p) or (p, t) in s.forbidden_tables:
                    return False
                if judge and (judge, p) in s.judge_conflicts:
                    return False
            for p, q in combinations(sorted(players), 2):
                if any(p in group and q in group for group in s.apart):
                    return False
                if s.most_meetings is not None and self.met(p, q) + 1 > s.most_meetings:
                    return False
                c = s.most_in_a_row
                if c is not None and len(self.past) >= c and self.met(p, q, self.past[-c:]) == c:
                    return False
            if s.most_of_club is not None:
                clubs = [self.club[p] for p in players if self.club[p]]
                if any(clubs.count(club) > s.most_of_club for club in clubs):
                    return False
        return True

    def float_of(self, p, t):
        """-1 if he floats higher at table t, 1 lower, 0 if he does not float."""
        if p in self.placed or t == self.home[p]:
            return 0
        if any(self.home[q] == t and self.points[q] == self.points[p] for q in self.free):
            return 0
        return 1 if t > self.home[p] else -1

    def far(self, p, t):
        there = [self.rank[q] for q in self.free if self.home[q] == t]
        way = self.float_of(p, t)
        if way == 0:
            return 0
        return min(there) - self.rank[p] if way > 0 else self.rank[p] - max(there)

    def floated(self, p):
        """How he floated in the round before."""
        if not self.past or self.past[-1].mode.partition(":")[0] in ("random", "matrix", "final"):
            return 0
        last = self.past[-1]
        before = Slow(replace(self.event, rounds=self.event.rounds[:-1]), last, last.basis.points)
        before.sizes = [len(no_tail(table)) for table in last.seated]
        where = {q: t for t, table in enumerate(last.seated, 1) for q in table if q is not None}
        before.prepare(list(where))
        return before.float_of(p, where[p]) if p in where else 0

    def vector(self, tables):
        if self.round.mode == "random" and not self.settings.least_repeats:
            return []
        where = {p: t for t, players in tables.items() for p in players}
        pairs = [two for players in tables.values() for two in combinations(sorted(players), 2)]
        word = self.round.mode.partition(":")[0]
        last = self.past[-1:] if self.past else []
        older = self.past[-2:-1]
        numbers = {
            "Q1": lambda: [sum(self.float_of(p, t) != 0 for p, t in where.items())],
            "Q2": lambda: [sum(self.far(p, t) for p, t in where.items())],
            "Q3": lambda: [
                sum(self.met(p, q) + 1 == c for p, q in pairs) for c in range(self.r, 1, -1)
            ],
            "Q4": lambda: [
                sum(self.met(p, q, last) for p, q in pairs),
                sum(self.met(p, q, older) for p, q in pairs),
            ],
            "Q5": lambda: self.worst(tables),
            "Q6": lambda: [sum(self.club[p] == self.club[q] != "" for p, q in pairs)],
            "Q7": lambda: [
                sum(self.float_of(p, t) != 0 and self.float_of(p, t) == self.floated(p)
                    for p, t in where.items())
            ],
            "Q8": lambda: self.balance(tables),
            "Q9": lambda: self.again(where, last),
        }  # fmt: skip
        return [number for code in ORDERS[word] for number in numbers[code]()]

    def worst(self, tables):
        sums = [
            sum(self.met(p, q) for q in players if q != p)
            for players in tables.values()
            for p in players
        ]
        return [max(sums), sums.count(max(sums))]

    def balance(self, tables):
        whole = lcm(*(self.sizes[t - 1] for t in tables))
        weights = [
            sum(self.rank[p] for p in players) * whole // self.sizes[t - 1]
            for t, players in tables.items()
        ]
        return [max(weights) - min(weights)]

    def again(self, where, last):
        same = sum(
            p in table for p, t in where.items() for one in last
            for number, table in enumerate(one.tables, 1) if number == t
        )  # fmt: skip
        judged = sum(
            p in table
            for p, t in where.items()
            for one in self.past
            for judge, table in zip(one.judges, one.tables, strict=False)
            if self.round.judges and judge == self.round.judges[t - 1]
        )
        return [same, judged]

    def best_tables(self, bracket):
        """Return table -> players, the best of all ways."""
        inside = [p for p in self.playing if self.home[p] in bracket]
        inside.sort(key=self.ticket)
        best = None
        for choice in product(bracket, repeat=len(inside)):
            if any(choice.count(t) != self.sizes[t - 1] for t in bracket):
                continue
            tables = {
                t: [p for p, at in zip(inside, choice, strict=True) if at == t] for t in bracket
            }
            if self.legal(tables):
                key = (self.vector(tables), choice)
                if best is None or key < best[0]:
                    best = (key, tables)
        if best is None:
            raise CannotSeat("no seating keeps A1 to A8")
        return best

    def seat_vector(self, order):
        z = len(order)
        widths = [len(no_tail(table)) for one in self.past for table in one.tables]
        k = max([*widths, *self.sizes])

        def had(p, seat):
            return sum(
                len(table) >= seat and table[seat - 1] == p
                for one in self.past for table in one.tables
            )  # fmt: skip

        s2 = sum(
            had(p, s) > 0 and any(had(p, x) == 0 for x in range(1, z + 1))
            for s, p in enumerate(order, 1)
        )
        s3 = sum(
            (had(p, x) + (x == s)) ** 4 for s, p in enumerate(order, 1) for x in range(1, k + 1)
        )
        s4 = sum(
            any(len(table) >= s and table[s - 1] == p for table in one.tables)
            for s, p in enumerate(order, 1) for one in self.past[-1:]
        )  # fmt: skip
        s5 = sum(
            frozenset(sides) in self.sides(no_tail(table))
            for sides in self.sides(order) for one in self.past for table in one.tables
        )  # fmt: skip
        halves = ends = 0
        for s, p in enumerate(order, 1):
            games = [
                (no_tail(t).index(p) + 1, len(no_tail(t)))
                for one in self.past for t in one.tables if p in t
            ] + [(s, z)]  # fmt: skip
            halves += sum((x <= k // 2) - (x > (k + 1) // 2) for x, _ in games) ** 2
            ends += sum((x == 1) - (x == size) for x, size in games) ** 2
        return [s2, s3, s4, s5, halves, ends]

    @staticmethod
    def sides(order):
        z = len(order)
        found = {frozenset((order[i], order[(i + 1) % z])) for i in range(z)}
        return {two for two in found if None not in two and len(two) == 2}

    def best_order(self, players):
        draw = sorted(players, key=self.ticket)
        best = None
        for order in permutations(range(len(draw))):
            named = [draw[i] for i in order]
            if all(self.seat_allowed(p, s) for s, p in enumerate(named, 1)):
                key = (self.seat_vector(named), order)
                if best is None or key < best[0]:
                    best = (key, named)
        if best is None:
            raise CannotSeat("no order keeps the locks of seats")
        return best

    def seat_allowed(self, p, seat):
        locked = [x.seat for x in self.locks.get(p, []) if x.seat]
        return all(x == seat for x in locked) and (p, seat) not in self.settings.forbidden_seats


def next_round(event, round_):
    """Seat a round by trying everything."""
    points = round_.basis.points if round_.basis else {p.number: Fraction(0) for p in event.players}
    slow = Slow(event, round_, points)
    waiting = slow.waiting()
    slow.prepare([p for p in slow.active if p not in waiting])
    tables, vectors = {}, []
    for bracket in slow.brackets():
        (vector, _), found = slow.best_tables(bracket)
        vectors.append(vector)
        tables |= found
    seated = tuple(tuple(slow.best_order(tables[t])[1]) for t in sorted(tables))
    return replace(
        round_, tables=seated, sit_out=tuple(sorted(waiting)), certificate={"vectors": vectors}
    )
