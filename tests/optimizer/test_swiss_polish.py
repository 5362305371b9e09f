"""Where CP-SAT ends with a gap the bound is said; no turn of two or three players betters it."""

from itertools import combinations, permutations

import numpy as np
import pytest
from swiss_fields import field

from optimizer.swiss import Mode, next_round
from optimizer.swiss.absolute import rules
from optimizer.swiss.brackets import prepare
from optimizer.swiss.past import Past
from optimizer.swiss.polish import polish
from optimizer.swiss.quality import counts


def bracket_of(problem, mode):
    setting = prepare(problem, Mode.parse(mode))
    past = Past.of(problem)
    (bracket,) = setting.brackets
    return (
        rules(setting, past, bracket),
        counts(setting, past, bracket.tables, bracket.players),
        np.array([bracket.tables.index(setting.home[p]) for p in bracket.players]),
    )


def turns(table_of):
    """Yield every seating after a turn of two or three players, by trying all of them."""
    for size in (2, 3):
        for players in combinations(range(len(table_of)), size):
            for order in permutations(players):
                turned = table_of.copy()
                turned[list(players)] = table_of[list(order)]
                yield turned


@pytest.mark.parametrize("given", [{}, {"club_limit": 2}, {"apart": ((0, 1), (2, 3))}])
@pytest.mark.parametrize("mode", ["blocks:4", "random"])
def test_no_turn_betters_what_is_polished(mode, given):
    for seed in range(4):
        rule, numbers, home = bracket_of(field(seed, (4, 4, 3, 3), **given), mode)
        if not rule.keeps(home):
            continue
        better = polish(rule, numbers, home)
        assert rule.keeps(better)

        def vector(table_of, numbers=numbers):
            return tuple(count.of(table_of) for count in numbers)

        assert vector(better) <= vector(home)
        assert not [t for t in turns(better) if rule.keeps(t) and vector(t) < vector(better)]


def test_a_gap_is_said_with_its_bound_and_the_rest_is_not_claimed():
    problem = field(2, (6, 6, 6, 6), rounds=5)
    round_ = next_round(problem, mode="blocks:4", seed=1, effort=0.001)
    assert not round_.proved
    (result,) = round_.brackets
    assert not result.certificate.unique
    patient = next_round(problem, mode="blocks:4", seed=1, effort=0.2).brackets[0]
    # the first number that differs cannot be better where less was spent, nor beat a bound
    assert patient.vector <= result.vector
    first = next(
        n for n, line in enumerate(result.certificate.lines) if not line.proved
    )  # fmt: skip
    assert patient.vector[:first] == result.vector[:first]
    assert result.certificate.lines[first].bound <= patient.vector[first]
    again = next_round(problem, mode="blocks:4", seed=1, effort=0.001)
    assert again.seating.tolist() == round_.seating.tolist()
