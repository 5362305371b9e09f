"""Enumeration, CP-SAT and a plain count of all seatings agree; the result is unique."""

from itertools import combinations

import numpy as np
import pytest
from swiss_fields import field

from optimizer.cpsat.solve import INFEASIBLE, Params, run
from optimizer.cpsat.swiss import Limits, solve_bracket
from optimizer.cpsat.swiss_model import BracketModel
from optimizer.swiss import Mode, next_round
from optimizer.swiss.absolute import rules
from optimizer.swiss.brackets import prepare
from optimizer.swiss.draw import draw_order
from optimizer.swiss.engine import earlier_games
from optimizer.swiss.enumerate import enumerate_bracket
from optimizer.swiss.past import Past
from optimizer.swiss.quality import Kind, counts

MODES = ("blocks:2", "window:2", "strict", "random")
SIZES = ((3, 3), (4, 4), (4, 3), (5, 5), (2, 2))


def parts(seed, sizes, mode, **given):
    """Return what both engines take, for the first bracket of a made-up round."""
    setting = prepare(field(seed, sizes, **given), Mode.parse(mode))
    past = Past.of(setting.problem)
    bracket = max(setting.brackets, key=lambda b: len(b.players))
    order = [bracket.players.index(p) for p in draw_order(setting.problem, "s", bracket.players)]
    numbers = counts(setting, past, bracket.tables, bracket.players)
    games = earlier_games(past, bracket.players)
    return rules(setting, past, bracket), numbers, order, games


def all_seatings(rule):
    """Yield every seating of two tables that keeps the rules, by trying all of them."""
    count = len(rule.allowed)
    for first in combinations(range(count), rule.sizes[0]):
        table_of = np.ones(count, dtype=np.int64)
        table_of[list(first)] = 0
        if rule.keeps(table_of):
            yield table_of


@pytest.mark.parametrize("mode", MODES)
def test_enumeration_and_cpsat_agree_on_random_brackets(mode):
    # 50 brackets of each of the four modes: vectors and, as D1 makes them unique, seatings too
    for seed in range(50):
        given = {"most_meetings": 3} if seed % 7 == 0 else {}
        given |= {"club_limit": 2} if seed % 6 == 1 else {}
        apart = ((0, 1),) if seed % 5 == 0 and SIZES[seed % 5] != (2, 2) else ()
        rule, numbers, order, games = parts(seed, SIZES[seed % 5], mode, apart=apart, **given)
        if len(rule.sizes) == 1 and not rule.keeps(np.zeros(len(order), dtype=np.int64)):
            continue
        found = enumerate_bracket(rule, numbers, order)
        solved = solve_bracket(rule, numbers, order, games=games, limits=Limits(20.0, 60.0))
        if found.table_of is None:
            assert solved.infeasible
            continue
        assert solved.vector == found.vector == solved.bounds, (seed, mode)
        assert solved.unique
        assert solved.table_of.tolist() == found.table_of.tolist(), (seed, mode)


@pytest.mark.parametrize("mode", MODES)
def test_enumeration_finds_the_best_of_all_seatings(mode):
    for seed in range(100, 112):
        rule, numbers, order, _ = parts(seed, (4, 4), mode)
        if len(rule.sizes) < 2:
            continue
        best = min(
            (tuple(c.of(table_of) for c in numbers), table_of[order].tolist())
            for table_of in all_seatings(rule)
        )
        found = enumerate_bracket(rule, numbers, order)
        assert (found.vector, found.table_of[order].tolist()) == best


@pytest.mark.parametrize(("sizes", "mode"), [((4, 4), "blocks:2"), ((3, 3, 3), "blocks:3"),
                                             ((4, 4, 4), "window:3")])  # fmt: skip
def test_nothing_equal_is_drawn_before_it(sizes, mode):
    """Forbid the seating, ask for an equal vector and a draw not behind it: infeasible."""
    for seed in range(5):
        rule, numbers, order, games = parts(seed, sizes, mode)
        if len(rule.sizes) < 2:
            continue
        solved = solve_bracket(rule, numbers, order, games=games, limits=Limits(20.0, 60.0))
        assert solved.unique
        model = BracketModel(rule, games)
        before = None
        for count, value in zip(numbers, solved.vector, strict=True):
            if count.values.any() or count.kind is Kind.WORST_COUNT:
                model.model.add(model.expression(count, before) <= value)
            before = value
        here = [model.x[p, int(t)] for p, t in enumerate(solved.table_of)]
        assert run(model.model, Params(20.0, workers=1)).found
        model.model.add(sum(here) <= len(here) - 1)
        digits, own = 0, 0
        for player in order:
            digits = digits * len(sizes) + sum(
                t * x for (p, t), x in model.x.items() if p == player
            )
            own = own * len(sizes) + int(solved.table_of[player])
        model.model.add(digits <= own)
        assert run(model.model, Params(20.0, workers=1)).status == INFEASIBLE


def test_a_round_of_three_tables_is_best_of_all_seatings():
    problem = field(5, (2, 2, 2), rounds=2)
    round_ = next_round(problem, mode="blocks:3", seed="x")
    setting, past = round_.setting, Past.of(problem)
    (bracket,) = setting.brackets
    rule, numbers = rules(setting, past, bracket), counts(
        setting, past, bracket.tables, bracket.players
    )  # fmt: skip
    vectors = []
    for first in combinations(range(6), 2):
        for second in combinations(sorted(set(range(6)) - set(first)), 2):
            table_of = np.full(6, 2, dtype=np.int64)
            table_of[list(first)], table_of[list(second)] = 0, 1
            assert rule.keeps(table_of)
            vectors.append(tuple(count.of(table_of) for count in numbers))
    assert len(vectors) == 90
    assert round_.proved
    assert round_.brackets[0].vector == min(vectors)
