"""The hard rules of a seating, one function each; the docstring is the rule."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, pairwise

from optimizer.cpsat.variables import Linear, Literal, Variables, total


def one_table_in_a_round(v: Variables) -> None:
    """Have every player at one table in a round, or sitting out."""
    where: dict[tuple[int, ...], list[Literal]] = defaultdict(list)
    for (p, r, _), literal in v.family("table").items():
        where[p, r].append(literal)
    for key, literals in where.items():
        plays = v.family("plays")[key]
        if plays is v.one:
            v.model.add_exactly_one(literals)
        else:
            v.model.add_exactly_one([*literals, ~plays])


def every_game_is_full(v: Variables) -> None:
    """Fill every game: as many players as seats, and nobody at a table without a game.

    Where the rules allow a smaller table, at least as many as it needs.
    """
    there: dict[tuple[int, ...], list[Literal]] = defaultdict(list)
    for (_, r, t), literal in v.family("table").items():
        there[r, t].append(literal)
    fewest, seats = v.problem.fewest_seats, v.problem.num_seats
    for key, literals in there.items():
        used = v.family("used")[key]
        if fewest == seats:
            v.model.add(total(literals) == seats * used)
        else:
            v.model.add(total(literals) <= seats * used)
            v.model.add(total(literals) >= fewest * used)
    for key in v.family("used").keys() - there.keys():
        v.model.add(v.family("used")[key] == 0)


def the_last_tables_stay_empty(v: Variables) -> None:
    """Leave the last tables empty in a round that does not need them all; hold every game.

    Where a wish binds somebody to a table, any table may stand empty.
    """
    used = v.family("used")
    if v.problem.fewest_seats < v.problem.num_seats:
        v.model.add(total(used.values()) >= v.problem.num_games)
        return
    if v.problem.bound_to_tables:
        v.model.add(total(used.values()) == v.problem.num_games)
        return
    for (r, t), literal in used.items():
        if t and (r, t - 1) in used:
            v.model.add_implication(literal, used[r, t - 1])
        elif t:
            v.model.add(literal == 0)
    v.model.add(total(used.values()) == v.problem.num_games)


def everyone_plays_his_games(v: Variables) -> None:
    """Let each player play the agreed number of games."""
    games: dict[int, list[Literal]] = defaultdict(list)
    for (p, _), literal in v.family("plays").items():
        games[p].append(literal)
    for p, due in enumerate(v.problem.due_games().tolist()):
        v.model.add(total(games[p]) == due)


def players_at_one_table_meet(v: Variables) -> None:
    """Let two players meet in a round where they are at one table, and in no other.

    One clause per pair, round and table says that they meet; that nobody else does follows from
    the number: a player has one opponent fewer than the table has seats. (A model that states the
    limited meetings only can leave that out: a limit never gains from a meeting too many.) Where
    tables may be smaller, or a pair is to meet so and so often, clauses say that too.
    """
    table, meet = v.family("table"), v.family("meet")
    tables = range(v.problem.num_tables)
    counted = v.meetings and v.problem.fewest_seats == v.problem.num_seats
    asked = v.problem.least_meetings() > 0
    opponents: dict[tuple[int, ...], list[Literal]] = defaultdict(list)
    for (i, j, r), together in meet.items():
        opponents[i, r].append(together)
        opponents[j, r].append(together)
        if together is v.one:
            continue
        for t in tables:
            here, there = table.get((i, r, t)), table.get((j, r, t))
            if here is not None and there is not None:
                v.model.add_bool_or(~here, ~there, together)
            if counted or not (v.meetings or asked[i, j]):
                continue
            for one, other in ((here, there), (there, here)):
                if one is not None:
                    v.model.add_bool_or(~one, ~together, *([] if other is None else [other]))
        if not counted and (v.meetings or asked[i, j]):  # nor do they meet where one sits out
            v.model.add_implication(together, v.family("plays")[i, r])
            v.model.add_implication(together, v.family("plays")[j, r])
    for key, plays in v.family("plays").items() if counted else ():
        v.model.add(total(opponents[key]) == (v.problem.num_seats - 1) * plays)


def wishes_about_meetings(v: Variables) -> None:
    """Keep players apart who wish it, and meetings of others within their limit."""
    limits, meet = v.problem.limits(), v.family("meet")
    least = v.problem.least_meetings()
    for i, j in combinations(range(v.problem.num_players), 2):
        limit = int(limits[i, j])
        if limit >= v.problem.num_rounds and not least[i, j]:
            continue
        together = [meet[i, j, r] for r in range(v.problem.num_rounds) if (i, j, r) in meet]
        if limit == 0:
            for literal in together:
                v.model.add(literal == 0)
        else:
            v.model.add_linear_constraint(total(together), int(least[i, j]), limit)


def wishes_about_places(v: Variables) -> None:
    """Keep players from the tables and rounds that a wish bars to them."""
    if v.problem.alike:
        return
    barred = v.problem.barred()
    for (p, r, t), literal in v.family("table").items():
        if barred[r, p, t]:
            v.model.add(literal == 0)


def one_seat_at_the_table(v: Variables) -> None:
    """Give a player one seat of the table where he plays, and a seat one player."""
    taken: dict[tuple[int, ...], list[Literal]] = defaultdict(list)
    mine: dict[tuple[int, ...], list[Literal]] = defaultdict(list)
    seat_of: dict[tuple[int, ...], list[Literal]] = defaultdict(list)
    for (p, r, t, s), literal in v.family("chair").items():
        taken[r, t, s].append(literal)
        mine[p, r, t].append(literal)
        seat_of[p, r, s].append(literal)
    for key, literals in mine.items():
        v.model.add(total(literals) == v.family("table")[key])
    for (r, t, _), literals in taken.items():
        used = v.family("used")[r, t]
        if v.problem.fewest_seats < v.problem.num_seats:
            v.model.add(total(literals) <= used)
        elif used is v.one:
            v.model.add_exactly_one(literals)
        else:
            v.model.add(total(literals) == used)
    for key, literals in seat_of.items():
        seat = v.family("seat")[key]
        if literals[0] is not seat:  # else the table is settled, and both are one variable
            v.model.add(total(literals) == seat)


def players_on_adjacent_seats_are_neighbours(v: Variables) -> None:
    """Make two players neighbours where they sit side by side; seat 1 and the last are adjacent.

    That nobody else is a neighbour follows from the number: everyone who plays has two (at a
    table of two seats, one).
    """
    seat, table_seats = v.family("seat"), v.problem.num_seats
    steps = (1,) if table_seats == 2 else (1, table_seats - 1)
    sides: dict[tuple[int, ...], list[Literal]] = defaultdict(list)
    _ = v.beside  # makes the variables
    for (i, j, r), near in v.family("beside").items():
        sides[i, r].append(near)
        sides[j, r].append(near)
        if near is v.one:
            continue
        together = v.family("meet")[i, j, r]
        apart = [] if together is v.one else [~together]
        for s in range(table_seats):
            for step in steps:
                left, right = (i, r, s), (j, r, (s + step) % table_seats)
                if left in seat and right in seat:
                    v.model.add_bool_or(~seat[left], ~seat[right], near, *apart)
    neighbours = min(2, table_seats - 1)
    for key, plays in v.family("plays").items():
        if v.problem.fewest_seats < table_seats:  # beside an empty chair nobody sits
            v.model.add(total(sides[key]) <= neighbours * plays)
        else:
            v.model.add(total(sides[key]) == neighbours * plays)


def overlaps_of_games(v: Variables) -> Linear:
    """State how many players two games share, and return Σ λ² by way of these overlaps.

    How many players of one game are together again in a game of another round is the family
    "overlap", key ``(r, t, s, u)``, in levels. Where everybody plays every round the overlaps of
    two rounds are a contingency table with margins ``k``, and counting the pairs of games that
    two players share gives ``2 Σ λ² + P R² = R T k² + 2 Σ overlap²``. The levels bring the bound
    that follows into the relaxation; stated by λ it knows of no bound but the mean. No equation
    ties the two: it holds by itself, and stated it kept the solver from finding any schedule.
    """
    problem, table = v.problem, v.family("table")
    tables = range(problem.num_tables)
    squares: list[Linear] = []
    for r, s in combinations(range(problem.num_rounds), 2):
        rest = [(p, t) for p, q, t in table if q == r]
        for p, t in rest:
            stays = [v.boolean("both", p, r, t, s, u) for u in tables if (p, s, u) in table]
            v.model.add(total(stays) == table[p, r, t])
        both = v.family("both")
        for p, u in [(p, u) for p, q, u in table if q == s]:
            came = [both[p, r, t, s, u] for t in tables if (p, r, t) in table]
            v.model.add(total(came) == table[p, s, u])
        for t in tables:
            for u in tables:
                shared = [both[p, r, t, s, u] for p, q in rest if q == t and (p, s, u) in table]
                count = v.levels("overlap", (r, t, s, u), shared, cap=problem.num_seats)
                squares.append(count.square())
    same_game = problem.num_rounds * problem.num_tables * problem.num_seats**2
    return total(squares) + (same_game - problem.num_players * problem.num_rounds**2) // 2


def games_cross_evenly(v: Variables) -> None:
    """Have any two games of different rounds share ⌊k/T⌋ or ⌈k/T⌉ players.

    No rule of the tournament, but what makes Σ λ² meet the overlap bound: where a schedule keeps
    this, its spread is the least there is. As a question of yes or no it is answered far sooner
    than the minimum is found.
    """
    low = v.problem.num_seats // v.problem.num_tables
    high = -(-v.problem.num_seats // v.problem.num_tables)
    for count in v.counts["overlap"].values():
        v.model.add(count.at_least(low) == 1)
        v.model.add(count.at_least(high + 1) == 0)


def canonical_form(v: Variables, *, tables: bool, rounds: bool) -> None:
    """Give players, tables and rounds the numbers of canonical order.

    Nothing is lost: renaming makes any schedule canonical (:mod:`optimizer.cpsat.canonical`), and
    without wishes no criterion sees the names of the players; those about meetings do not see the
    numbers of tables and rounds either.

    - Round 1 seats the players in order of their numbers, table after table.
    - With ``tables``: in every round the tables are numbered by their first player.
    - With ``rounds``: the rounds after the first are in order of the tables of the first players
      behind table 1, read as one number.
    """
    problem, table = v.problem, v.family("table")
    for (p, r, t), literal in table.items():
        if r == 0 and t != p // problem.num_seats:
            v.model.add(literal == 0)
        if tables and r and t:
            before = [table[q, r, t - 1] for q in range(p) if (q, r, t - 1) in table]
            v.model.add_bool_or(~literal, *before)
    if rounds:
        codes = [_round_code(v, r) for r in range(1, problem.num_rounds)]
        for earlier, later in pairwise(codes):
            v.model.add(earlier <= later)


def code_weights(num_players: int, num_tables: int) -> list[int]:
    """Return the weights of the players whose tables order the rounds, the heaviest first.

    A dozen bits tell most rounds apart; more would only burden the arithmetic.
    """
    count = 1
    while count < num_players and (num_tables + 1) ** (count + 1) <= 2**12:
        count += 1
    return [(num_tables + 1) ** (count - 1 - n) for n in range(count)]


def _round_code(v: Variables, r: int) -> Linear:
    weights = code_weights(v.problem.num_players, v.problem.num_tables)
    return total(
        weights[p] * (t + 1) * literal
        for (p, s, t), literal in v.family("table").items()
        if s == r and p < len(weights)
    )
