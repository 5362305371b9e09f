"""Any tournament: what can be seated is seated, and what is refused is truly impossible."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from optimizer.conflict import status
from optimizer.cpsat.solve import INFEASIBLE
from optimizer.errors import InfeasibleError
from optimizer.problem import check_wishes
from optimizer.solve import Budget, solve
from schedules import Problem, ProblemError
from schedules.verify import verify
from schedules.wishes import SoftWishes

GROUPS = st.integers(2, 3)
KINDS = ("apart", "at_most", "at_least", "fixed", "forbidden", "absent", "soft")


@st.composite
def problems(draw: st.DrawFn, most_players: int, most_rounds: int) -> Problem:
    """Draw a small stage: the field, the room, who plays less, and a few wishes of any kind."""
    seats, tables = draw(st.integers(2, 4)), draw(st.integers(1, 3))
    players = draw(st.integers(max(seats, 3), most_players))
    rounds = draw(st.integers(1, most_rounds))
    games = draw(st.integers(1, rounds))

    def group() -> tuple[int, ...]:
        size = min(draw(GROUPS), players)
        chosen = draw(st.lists(st.integers(0, players - 1), min_size=size, max_size=size,
                               unique=True))  # fmt: skip
        return tuple(chosen)

    def place(most: int) -> tuple[int, int]:
        return draw(st.integers(0, players - 1)), draw(st.integers(0, most - 1))

    kinds = draw(st.lists(st.sampled_from(KINDS), max_size=3))

    def some(kind: str, make: Callable[[], Any]) -> tuple[Any, ...]:
        return tuple(make() for _ in range(kinds.count(kind)))

    spare = players * games % seats  # so many play one game fewer, and every game is full
    fewer = draw(st.permutations(range(players)))[:spare]
    try:
        return Problem(
            players, tables, rounds, seats, games,
            apart=some("apart", group),
            at_most=some("at_most", lambda: (group(), draw(st.integers(0, 2)))),
            at_least=some("at_least", lambda: (group(), draw(st.integers(1, rounds)))),
            other_games=tuple((player, games - 1) for player in fewer),
            fixed_tables=some("fixed", lambda: place(tables)),
            forbidden_tables=some("forbidden", lambda: place(tables)),
            absent=some("absent", lambda: place(rounds)),
            soft=SoftWishes(some("soft", group), some("soft", group), draw(st.booleans())),
        )  # fmt: skip
    except ProblemError:
        assume(False)
        raise AssertionError from None


def answered(problem: Problem, iterations: int = 20_000) -> bool:
    """Solve a problem and verify the answer; False if it is refused as impossible."""
    try:
        solution = solve(problem, budget=Budget(iterations=iterations), workers=1)
    except InfeasibleError:
        event("refused")
        return False
    event("seated")
    assert verify(solution.schedule) == []
    return True


@given(problems(9, 5))
@settings(deadline=None, max_examples=60)
@pytest.mark.slow
def test_any_problem_is_seated_or_refused(problem):
    # where too many ways are left to try them all, CP-SAT is asked for any schedule
    assert answered(problem) == (status(problem) != INFEASIBLE)


def can_be_seated(problem: Problem) -> bool:
    """Say by trying everything whether any schedule keeps the hard rules.

    Round after round, every way to choose and split the players; what matters for the rounds to
    come is only who has met whom how often and who has played how often.
    """
    limits, least = problem.limits(), problem.least_meetings()
    barred, due = problem.barred(), problem.due_games()
    pairs = list(combinations(range(problem.num_players), 2))
    number = {pair: n for n, pair in enumerate(pairs)}

    @cache
    def rounds_of(r: int, count: int) -> list[tuple[tuple[int, ...], ...]]:
        found: list[tuple[tuple[int, ...], ...]] = []

        def fill(table: int, free: frozenset[int], games: tuple[tuple[int, ...], ...]) -> None:
            played = sum(map(bool, games))
            if table == problem.num_tables:
                if played == count:
                    found.append(games)
                return
            fill(table + 1, free, (*games, ()))
            allowed = [p for p in sorted(free) if not barred[r, p, table]]
            for game in combinations(allowed, problem.num_seats):
                if all(limits[i, j] > 0 for i, j in combinations(game, 2)):
                    fill(table + 1, free - set(game), (*games, game))

        fill(0, frozenset(range(problem.num_players)), ())
        return found

    @cache
    def possible(r: int, met: tuple[int, ...], played: tuple[int, ...], games_left: int) -> bool:
        if r == problem.num_rounds:
            enough = all(met[number[p]] >= least[p] for p in pairs)
            return games_left == 0 and enough and played == tuple(due.tolist())
        seen = set()
        for count in range(min(problem.num_tables, games_left) + 1):
            for games in rounds_of(r, count):
                now, done = list(met), list(played)
                for game in games:
                    for pair in combinations(game, 2):
                        now[number[pair]] += 1
                    for player in game:
                        done[player] += 1
                state = (tuple(now), tuple(done), games_left - count)
                if state in seen or any(a > b for a, b in zip(done, due, strict=True)):
                    continue
                seen.add(state)
                if any(now[number[p]] > limits[p] for p in pairs):
                    continue
                if possible(r + 1, *state):
                    return True
        return False

    return possible(0, (0,) * len(pairs), (0,) * problem.num_players, problem.num_games)


@given(problems(6, 3))
@settings(deadline=None, max_examples=80)
@pytest.mark.slow
def test_what_is_refused_is_impossible_and_the_rest_is_seated(problem):
    assert answered(problem, 5_000) == can_be_seated(problem)


@given(problems(6, 3))
@settings(deadline=None, max_examples=200)
@pytest.mark.slow
def test_the_short_arguments_refuse_only_what_is_impossible(problem):
    try:
        check_wishes(problem)
    except InfeasibleError:
        assert not can_be_seated(problem)


def test_the_conflict_is_as_small_as_it_says():
    problem = Problem(
        8, 2, 3, 4, 3, apart=((0, 1), (4, 5)), at_least=(((0, 2), 3), ((1, 2), 1)),
        forbidden_tables=((6, 0),),
    )  # fmt: skip
    with pytest.raises(InfeasibleError) as refused:
        solve(problem, budget=Budget(iterations=1000))
    said = str(refused.value)
    assert "1 and 2 are to be kept apart" in said
    assert "1 and 3 are to meet at least 3 times each" in said
    assert "2 and 3 are to meet at least once each" in said
    assert "5 and 6" not in said
    assert "player 7" not in said
    assert said.endswith("Drop any one of them.")
    assert refused.value.players == (0, 1, 2)


def test_brute_force_agrees_with_what_is_known():
    assert can_be_seated(Problem(4, 2, 3, 2))
    assert not can_be_seated(Problem(4, 2, 3, 2, at_most=(((0, 1, 2, 3), 0),)))
    assert not can_be_seated(Problem(4, 2, 2, 2, apart=((0, 1), (0, 2), (0, 3))))
    assert np.array_equal(Problem(4, 2, 3, 2).due_games(), [3, 3, 3, 3])
