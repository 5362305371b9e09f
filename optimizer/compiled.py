"""Have the compiled loops ready before the clock starts."""

from __future__ import annotations

from functools import cache

from optimizer.annealing import Cooling, anneal, random_tables
from optimizer.pair_cost import Weights
from optimizer.seat_search import improve_seats
from optimizer.seats import assign_seats
from optimizer.symmetric import anneal_symmetric
from optimizer.table_labels import relabel_tables
from schedules.problem import Problem

FULL = Problem(8, 2, 2, 4)
WITH_WAITS = Problem(5, 1, 5, 4, 4)
TEAMS = Problem(8, 2, 2, 4, teams=((0, 1), (2, 3)))


@cache
def get_ready() -> None:
    """Run every compiled loop once on tiny stages.

    The first run on a machine compiles them, which takes up to a minute; later ones load them
    from the disk in about a second. Neither belongs into a time limit, and a person who stops
    the search should not wait for a compiler.
    """
    cooling = Cooling(1.0, 0.5, 60)
    seed = ("ready",)
    for problem in (FULL, WITH_WAITS):
        tables = random_tables(problem, *seed)
        anneal(problem, tables, weights=Weights(), cooling=cooling, seed=seed, over=lambda: False)
        relabel_tables(tables, problem.num_tables, seed=1, iterations=10)
        seating = assign_seats(tables, problem.num_tables, problem.num_seats)
        improve_seats(seating, seed=1, iterations=100)
    tables = random_tables(TEAMS, *seed)
    weights = Weights(teams=1)
    anneal(TEAMS, tables, weights=weights, cooling=cooling, seed=seed, over=lambda: False)
    anneal_symmetric(FULL, 2, weights=Weights(), cooling=cooling, seed=seed, over=lambda: False)
