"""Everybody plays though a few players are missing: games of one player fewer."""

import numpy as np
import pytest

from optimizer.problem import state_problem
from optimizer.short_tables import with_stand_ins, without_stand_ins
from optimizer.solve import Budget, solve
from schedules import Problem, ProblemError
from schedules.verify import verify


@pytest.mark.parametrize("players", [10, 11])
def test_everybody_plays_and_shares_in_the_smaller_games(players):
    problem = state_problem(
        num_players=players, num_tables=3, num_rounds=4, num_seats=4, fewest_seats=3
    )
    solution = solve(problem, budget=Budget(iterations=100_000), workers=1)
    schedule = solution.schedule
    assert verify(schedule) == []
    sizes = (schedule.seating >= 0).sum(axis=2)
    assert sizes.min() == 3
    assert (sizes.sum(axis=1) == players).all()
    short = np.zeros(players, dtype=int)
    for r, t in np.argwhere(sizes == 3):
        short[schedule.seating[r, t][schedule.seating[r, t] >= 0]] += 1
    assert short.max() - short.min() <= 3
    assert solution.certificate["spread"].bound <= solution.certificate["spread"].value


def test_missing_players_never_sit_at_one_table():
    problem = Problem(10, 3, 4, 4, 4, fewest_seats=3)
    full = with_stand_ins(problem)
    assert full.num_players == 12
    assert full.apart == ((10, 11),)
    assert full.full
    with pytest.raises(ValueError, match="4 players are missing at 3 tables"):
        with_stand_ins(Problem(8, 3, 4, 4, 4, fewest_seats=2))


def test_stand_ins_leave_empty_chairs():
    problem = Problem(11, 3, 4, 4, 4, fewest_seats=3)
    full = solve(with_stand_ins(problem), budget=Budget(iterations=20_000), workers=1).schedule
    short = without_stand_ins(full, problem)
    assert ((short.seating < 0) == (full.seating == 11)).all()
    assert short.problem == problem


def test_refusals_say_what_fits():
    def state(**changed):
        return state_problem(
            **{"num_players": 27, "num_tables": 3, "num_rounds": 9, "fewest_seats": 9, **changed}
        )

    assert state().num_players == 27
    with pytest.raises(ProblemError, match="3 tables take 27 to 29 players then, not 26"):
        state(num_players=26)
    with pytest.raises(ProblemError, match="leave out --games-per-player 8"):
        state(games_per_player=8)
