"""Matrices between even tables and even meetings at 30/3/9, for notebook 1.

``python -m notebooks.tables_against_spread`` writes ``data/tables_against_spread.json`` anew, in
about a minute. The notebook only reads it: what is found depends on exponentials, and those on
the machine in their last digit.
"""

from __future__ import annotations

import json
from pathlib import Path

from optimizer.annealing import Cooling, anneal, random_tables
from optimizer.pair_cost import Weights
from schedules.problem import Problem

OUT = Path(__file__).resolve().parent / "data" / "tables_against_spread.json"
PROBLEM = Problem(30, 3, 9, 10)
PRICES = ((1, 0), (4, 1), (4, 2), (4, 3), (4, 4), (4, 5), (4, 6), (4, 16))
"""What a unit of Σ λ² and a unit of Σ visits² cost in each search."""

COOLING = Cooling(start=8.0, end=0.4, moves=60_000_000)


def search(spread: int, visits: int, *, seed: int = 1) -> list[str]:
    """Return each round as a string of the players' tables, from 0."""
    tables = anneal(
        PROBLEM,
        random_tables(PROBLEM, seed),
        weights=Weights(spread=spread, visits=visits),
        cooling=COOLING,
        seed=(seed,),
        over=lambda: False,
    )
    return ["".join(map(str, row)) for row in tables.tolist()]


def main() -> None:
    """Search once for each price and write what was found."""
    found = [{"prices": list(prices), "rounds": search(*prices)} for prices in PRICES]
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
