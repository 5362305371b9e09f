"""Annealing: the running cost is the true cost, frozen rounds stay, the result is no worse."""

from __future__ import annotations

import numpy as np
import pytest
from brute_force import Array
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from optimizer.annealing import (
    CHUNK,
    Cooling,
    anneal,
    board_of,
    random_tables,
    tables_in_round,
    thresholds,
)
from optimizer.kernels import anneal_rounds, anneal_waits
from optimizer.pair_cost import PairCost, Weights, together_out_of
from optimizer.team_kernel import anneal_teams, between_teams, teams_of
from optimizer.xorshift import new_state
from schedules.errors import ProblemError
from schedules.problem import Problem


def meetings_between(tables: Array) -> Array:
    """Count meetings pair by pair, from the definition."""
    playing = tables >= 0
    same = (tables[:, :, None] == tables[:, None, :]) & playing[:, :, None] & playing[:, None, :]
    met = same.sum(axis=0)
    np.fill_diagonal(met, 0)
    return met


def recount(problem: Problem, weights: Weights, tables: Array) -> int:
    """Cost of a matrix from the words of the design, with wishes dearer than any swap."""
    met, limits, asked = meetings_between(tables), problem.limits(), problem.least_meetings()
    low, high = problem.band
    total = 0
    for i in range(problem.num_players):
        for j in range(i):
            count, limit = int(met[i, j]), int(limits[i, j])
            dearest = 2 * problem.num_rounds * weights.spread + weights.never + weights.excess
            wish = 2 * (problem.num_seats - 1) * dearest
            total += weights.spread * count**2 + wish * max(count - limit, 0)
            total += wish * max(int(asked[i, j]) - count, 0)
            total += weights.excess * (max(count - high, 0) + max(min(low, limit) - count, 0))
            total += weights.never * (count == 0 and limit > 0)
    visits = np.stack([(tables == t).sum(axis=0) for t in range(problem.num_tables)])
    out = (tables < 0).astype(int)
    together = np.triu(out.T @ out, 1)
    total += weights.pause * int((together**2).sum())
    return total + weights.visits * int((visits**2).sum())


def check_shape(problem: Problem, tables: Array) -> None:
    """Every table that plays has k players, and everyone his number of games."""
    assert tables.shape == (problem.num_rounds, problem.num_players)
    assert tables.min() >= -1
    assert tables.max() < problem.num_tables
    for row in tables:
        sizes = np.bincount(row[row >= 0], minlength=problem.num_tables)
        assert set(sizes.tolist()) <= {0, problem.num_seats}
    assert ((tables >= 0).sum(axis=0) == problem.due_games()).all()
    playing = np.where(tables < 0, 0, tables)
    r, p = np.indices(tables.shape)
    assert not (problem.barred()[r, p, playing] & (tables >= 0)).any()


@st.composite
def full_problems(draw: st.DrawFn) -> Problem:
    tables, seats = draw(st.integers(2, 4)), draw(st.integers(2, 4))
    rounds, players = draw(st.integers(1, 6)), tables * seats
    pair = st.lists(st.integers(0, players - 1), min_size=2, max_size=3, unique=True).map(tuple)
    apart = draw(st.lists(pair, max_size=2).map(tuple))
    at_most = draw(st.lists(st.tuples(pair, st.integers(0, 2)), max_size=2).map(tuple))
    at_least = draw(st.lists(st.tuples(pair, st.integers(0, rounds)), max_size=1).map(tuple))
    forbidden = draw(st.sampled_from([(), ((0, 1),), ((0, 1), (3, 0))]))
    return Problem(
        players, tables, rounds, seats, apart=apart, at_most=at_most, at_least=at_least,
        forbidden_tables=forbidden,
    )  # fmt: skip


@st.composite
def waiting_problems(draw: st.DrawFn) -> Problem:
    seats, tables, players = (
        draw(st.integers(2, 4)),
        draw(st.integers(1, 3)),
        draw(st.integers(5, 13)),
    )
    games, rounds = draw(st.integers(1, 6)), draw(st.integers(2, 9))
    apart = draw(st.sampled_from([(), ((0, 1),), ((0, 1, 2), (3, 4))]))
    try:
        problem = Problem(players, tables, rounds, seats, games, apart=apart)
    except ProblemError:
        return Problem(5, 1, 7, 4, 4, apart=apart)
    # a table that the players can never fill has a test of its own
    assume(tables <= players // seats)
    return problem


weightings = st.builds(
    Weights,
    spread=st.integers(1, 8),
    never=st.integers(0, 12),
    excess=st.integers(0, 8),
    visits=st.integers(0, 8),
    pause=st.integers(0, 4),
)


class Kernel:
    """A kernel with the arrays it runs on, as :func:`optimizer.annealing.anneal` has them."""

    def __init__(self, problem: Problem, weights: Weights, tables: Array, seed: int) -> None:
        self.problem, self.weights = problem, weights
        self.cost_of = PairCost(problem, weights)
        self.board = board_of(problem, tables)
        self.met = self.cost_of.index(meetings_between(tables).astype(np.int32))
        self.visits = np.stack(
            [(tables == t).sum(axis=0) for t in range(problem.num_tables)], axis=1
        ).astype(np.int32)
        self.together = together_out_of(tables)
        self.cost = self.best = recount(problem, weights, tables)
        self.state = new_state(seed)

    def run(self, kernel, free: Array, moves: int, temperature: float) -> None:
        pauses = (self.together, self.weights.pause) if kernel is anneal_waits else ()
        self.cost, self.best = kernel(
            self.board, self.met, self.cost_of.up, self.cost_of.down,
            self.visits, self.weights.visits, *pauses, free, self.state, thresholds(temperature),
            moves, self.cost, self.best,
        )  # fmt: skip

    def check(self) -> None:
        """Everything that the kernel keeps agrees with the tables as they are now."""
        problem, where = self.problem, self.board.where
        assert self.cost == recount(problem, self.weights, where)
        assert self.best == recount(problem, self.weights, self.board.best_where)
        check_shape(problem, where)
        check_shape(problem, self.board.best_where)
        assert (self.met == self.cost_of.index(meetings_between(where).astype(np.int32))).all()
        for t in range(problem.num_tables):
            assert (self.visits[:, t] == (where == t).sum(axis=0)).all()
        for r in range(problem.num_rounds):
            for p in np.flatnonzero(where[r] >= 0):
                assert self.board.members[r, where[r, p], self.board.slot[r, p]] == p
            for p in np.flatnonzero(where[r] < 0):
                assert self.board.out[r, self.board.slot[r, p]] == p


@given(full_problems(), weightings, st.integers(0, 10**6), st.floats(0.3, 60), st.integers(0, 400))
@settings(deadline=None, max_examples=120)
def test_the_running_cost_is_a_full_recount(problem, weights, seed, temperature, moves):
    kernel = Kernel(problem, weights, random_tables(problem, seed), seed)
    kernel.check()
    for _ in range(3):
        kernel.run(anneal_rounds, np.arange(problem.num_rounds), moves, temperature)
        kernel.check()


@given(
    waiting_problems(), weightings, st.integers(0, 10**6), st.floats(0.3, 60), st.integers(0, 400)
)
@settings(deadline=None, max_examples=120)
def test_the_running_cost_is_a_full_recount_with_sitting_out(
    problem, weights, seed, temperature, moves
):
    kernel = Kernel(problem, weights, random_tables(problem, seed), seed)
    kernel.check()
    for step in (anneal_waits, anneal_rounds, anneal_waits):
        kernel.run(step, np.arange(problem.num_rounds), moves, temperature)
        kernel.check()


def test_exchanges_over_two_rounds_really_move_who_sits_out():
    problem = Problem(7, 1, 7, 3, 3)
    start = random_tables(problem, 1)
    kernel = Kernel(problem, Weights(), start, 1)
    kernel.run(anneal_waits, np.arange(7), 2000, 5.0)
    assert ((kernel.board.where < 0) != (start < 0)).any()


@given(full_problems(), weightings, st.integers(0, 10**6), st.data())
@settings(deadline=None, max_examples=40)
def test_frozen_rounds_do_not_change(problem, weights, seed, data):
    free = np.array(
        data.draw(st.lists(st.integers(0, problem.num_rounds - 1), min_size=1, unique=True))
    )
    frozen = np.setdiff1d(np.arange(problem.num_rounds), free)
    kernel = Kernel(problem, weights, random_tables(problem, seed), seed)
    before = kernel.board.where.copy()
    kernel.run(anneal_rounds, free, 500, 20.0)
    kernel.check()
    assert (kernel.board.where[frozen] == before[frozen]).all()
    after = anneal(
        problem, before, weights=weights, cooling=Cooling(3.0, 0.4, 600), seed=(seed,),
        over=lambda: False, free=free,
    )  # fmt: skip
    assert (after[frozen] == before[frozen]).all()


@given(
    st.one_of(full_problems(), waiting_problems()), weightings, st.integers(0, 10**6),
    st.sampled_from([0.01, 0.5, 6.0]), st.integers(1, 3000),
)  # fmt: skip
@settings(deadline=None, max_examples=60)
def test_annealing_is_never_worse_than_its_start(problem, weights, seed, heat, moves):
    start = random_tables(problem, seed)
    kept = start.copy()
    found = anneal(
        problem, start, weights=weights, cooling=Cooling(heat, heat / 10, moves), seed=(seed,),
        over=lambda: False,
    )  # fmt: skip
    check_shape(problem, found)
    assert found.dtype == np.int32
    assert recount(problem, weights, found) <= recount(problem, weights, start)
    assert (start == kept).all(), "the start is the caller's"


def test_the_same_seed_gives_the_same_matrix():
    problem = Problem(12, 3, 5, 4)
    start = random_tables(problem, 3)

    def run(seed: int) -> bytes:
        return anneal(
            problem, start, weights=Weights(), cooling=Cooling(3.0, 0.4, 5000), seed=(seed,),
            over=lambda: False,
        ).tobytes()  # fmt: skip

    assert run(1) == run(1)
    assert run(1) != run(2)


def test_annealing_reaches_the_best_at_a_tiny_size():
    problem = Problem(8, 2, 4, 4)  # 96 by brute force, test_bounds
    found = anneal(
        problem, random_tables(problem, 1), weights=Weights(), cooling=Cooling(3.0, 0.3, 20_000),
        seed=(1,), over=lambda: False,
    )  # fmt: skip
    assert recount(problem, Weights(), found) == 96


def test_it_stops_at_the_target_and_when_told():
    problem, said = Problem(8, 2, 4, 4), []
    start = random_tables(problem, 1)
    cooling = Cooling(3.0, 0.3, 600_000)
    found = anneal(
        problem, start, weights=Weights(), cooling=cooling, seed=(1,), over=lambda: False,
        target=96, spent=said.append,
    )  # fmt: skip
    assert recount(problem, Weights(), found) == 96
    assert sum(said) < 600_000
    said.clear()
    anneal(
        problem, start, weights=Weights(), cooling=cooling, seed=(1,), over=lambda: True,
        spent=said.append,
    )  # fmt: skip
    assert len(said) == 1


@given(st.integers(0, 3 * 10**8), st.floats(0.5, 6), st.floats(0.1, 0.4))
@settings(deadline=None)
def test_a_cooling_has_exactly_its_moves_and_only_cools(moves, start, end):
    chunks = list(Cooling(start, end, moves).chunks())
    assert sum(step for _, step in chunks) == moves
    assert all(0 < step <= CHUNK for _, step in chunks)
    heats = [heat for heat, _ in chunks]
    assert heats == sorted(heats, reverse=True)
    assert all(end * 0.999 <= heat <= start * 1.001 for heat in heats)


@pytest.mark.parametrize("temperature", [0.25, 0.4, 1.0, 3.0, 25.0])
def test_the_chance_to_accept_is_boltzmann(temperature):
    chance = thresholds(temperature)
    assert chance[0] == 2**32 - 1
    for cost in range(1, len(chance)):
        assert float(chance[cost]) == pytest.approx(2**32 * np.exp(-cost / temperature), abs=1)
    assert np.exp(-len(chance) / temperature) < 1e-9, "what is left out never happens"


@given(st.one_of(full_problems(), waiting_problems()), st.integers(0, 10**6))
@settings(deadline=None, max_examples=120)
def test_a_random_deal_gives_everyone_his_games(problem, seed):
    plan = tables_in_round(problem)
    assert sum(plan) == problem.num_games
    assert all(0 <= playing <= problem.num_tables for playing in plan)
    tables = random_tables(problem, seed)
    check_shape(problem, tables)
    playing = [len(set(row[row >= 0].tolist())) for row in tables]
    assert playing == plan


def test_a_table_that_the_players_can_never_fill_stands_idle():
    problem = Problem(25, 3, 10, 10, 8)
    assert max(tables_in_round(problem)) == 2
    check_shape(problem, random_tables(problem, 1))


@given(waiting_problems())
@settings(deadline=None, max_examples=120)
def test_tables_stand_idle_only_at_the_end(problem):
    plan = tables_in_round(problem)
    assert plan == sorted(plan, reverse=True)


@given(st.integers(0, 10**6), st.integers(1, 4), st.floats(0.3, 60), st.integers(0, 400))
@settings(deadline=None, max_examples=60)
def test_the_running_cost_is_a_full_recount_with_teams(seed, pull, temperature, moves):
    problem = Problem(12, 3, 5, 4, teams=((0, 1), (2, 3, 4), (5, 6)))
    weights = Weights(spread=2, never=3, excess=1, visits=1)
    kernel = Kernel(problem, weights, random_tables(problem, seed), seed)
    between = between_teams(problem, meetings_between(kernel.board.where).astype(np.int32))

    def of_teams(tables):
        squares = between_teams(problem, meetings_between(tables).astype(np.int32)) ** 2
        return pull * int(squares.sum()) // 2

    cost = best = kernel.cost + of_teams(kernel.board.where)
    for _ in range(3):
        cost, best = anneal_teams(
            kernel.board, kernel.met, kernel.cost_of.up, kernel.cost_of.down, kernel.visits,
            weights.visits, teams_of(problem), between, pull, np.arange(5), kernel.state,
            thresholds(temperature), moves, cost, best,
        )  # fmt: skip
        where, least = kernel.board.where, kernel.board.best_where
        assert cost == recount(problem, weights, where) + of_teams(where)
        assert best == recount(problem, weights, least) + of_teams(least)
        met = meetings_between(where).astype(np.int32)
        assert (between == between_teams(problem, met)).all()
