"""Measure Swiss rounds: seconds against what an organiser waits for, enumeration against CP-SAT.

``python -m benchmarks.swiss`` seats rounds of made-up events of several fields and modes. The
seconds are the processor's: one thread does all the work, and other programs do not count.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import numpy as np
import typer
from rich import box
from rich.console import Console
from rich.table import Table

from optimizer.cpsat.swiss import Limits, solve_bracket
from optimizer.swiss import Mode, SwissProblem, next_round, table_sizes
from optimizer.swiss.absolute import rules
from optimizer.swiss.brackets import prepare
from optimizer.swiss.draw import draw_order
from optimizer.swiss.engine import earlier_games
from optimizer.swiss.enumerate import enumerate_bracket
from optimizer.swiss.past import Past
from optimizer.swiss.quality import counts


@dataclass(frozen=True)
class Case:
    """A field and a mode, and what its organiser would wait for.

    Attributes
    ----------
    players, tables
        The field.
    mode
        Of its rounds.
    seconds
        Of a round, at most.
    share
        Of the rounds that have to be that quick.
    """

    players: int
    tables: int
    mode: str
    seconds: float
    share: float = 1.0


CASES = (
    Case(40, 4, "blocks:2", 1.0),
    Case(40, 4, "window:5", 5.0, 0.9),
    Case(40, 4, "strict", 1.0),
    Case(40, 4, "random", 5.0),
    Case(100, 10, "blocks:2", 5.0),
    Case(1000, 100, "blocks:2", 60.0),
    Case(1000, 100, "strict", 60.0),
)


def problems(case: Case, *, seed: int, rounds: int, skip: int = 3) -> Iterator[SwissProblem]:
    """Yield the rounds of a made-up event, the first of them drawn at random and left out.

    Sides are dealt by lot, red wins 44 of 100 games, a win is 2 points and a quarter or two more
    for one in five.
    """
    rng = np.random.default_rng([seed, case.players])
    sizes = table_sizes(case.players, case.players // case.tables)
    points = np.zeros(case.players, dtype=np.int64)  # in quarters
    history = np.zeros((0, case.tables, max(sizes)), dtype=np.int32)
    for number in range(rounds):
        problem = SwissProblem(
            points=tuple(Fraction(int(p), 4) for p in points),
            draw_numbers=tuple(range(1, case.players + 1)),
            table_sizes=sizes,
            history=history,
        )
        if number < skip:
            seating = rng.permutation(case.players).reshape(case.tables, -1).astype(np.int32)
        else:
            yield problem
            seating = next_round(problem, mode=case.mode, seed="benchmark", effort=0.02).seating
        history = np.concatenate([history, seating[None]])
        for game in seating:
            black = rng.permutation(len(game)) < round(0.3 * len(game))
            points[game[black != (rng.random() < 0.44)]] += 8
            points[game] += (rng.random(len(game)) < 0.2) * rng.integers(1, 3, len(game))


def round_row(case: Case, *, seed: int, events: int, rounds: int) -> list[str]:
    """Seat the rounds of some events and return a row of the table."""
    taken, proved = [], 0
    for event in range(events):
        for problem in problems(case, seed=seed + event, rounds=rounds):
            began = time.process_time()
            round_ = next_round(problem, mode=case.mode, seed="benchmark")
            taken.append(time.process_time() - began)
            proved += round_.proved
    quick = sum(seconds <= case.seconds for seconds in taken)
    middle = statistics.median(taken)
    return [
        f"{case.players}/{case.tables}", case.mode, f"{middle:.2f}", f"{max(taken):.2f}",
        f"{case.seconds:g}", f"{quick} of {len(taken)}",
        "yes" if quick >= case.share * len(taken) else "NO", f"{case.seconds / middle:.1f}",
        f"{proved} of {len(taken)}",
    ]  # fmt: skip


def engine_row(*, seed: int, rounds: int) -> tuple[int, float, float]:
    """Seat brackets of two tables by enumeration and by CP-SAT; they have to agree.

    Raises
    ------
    ValueError
        If they do not.
    """
    case, by_count, by_cpsat, brackets = Case(40, 4, "blocks:2", 1.0), 0.0, 0.0, 0
    for problem in problems(case, seed=seed, rounds=rounds):
        setting, past = prepare(problem, Mode.parse(case.mode)), Past.of(problem)
        for bracket in setting.brackets:
            rule = rules(setting, past, bracket)
            numbers = counts(setting, past, bracket.tables, bracket.players)
            index = {p: n for n, p in enumerate(bracket.players)}
            order = [index[p] for p in draw_order(problem, "benchmark", bracket.players)]
            games = earlier_games(past, bracket.players)
            began = time.process_time()
            found = enumerate_bracket(rule, numbers, order)
            by_count += time.process_time() - began
            began = time.process_time()
            solved = solve_bracket(rule, numbers, order, games=games, limits=Limits(60.0, 600.0))
            by_cpsat += time.process_time() - began
            if solved.bounds == solved.vector != found.vector:
                raise ValueError(f"enumeration and CP-SAT differ: {found.vector}, {solved.vector}")
            brackets += 1
    return brackets, by_count / brackets, by_cpsat / brackets


def main(
    events: Annotated[int, typer.Option(min=1, help="Made-up events of each small field.")] = 5,
    rounds: Annotated[int, typer.Option(min=4, help="Rounds of each, three of them drawn.")] = 9,
    seed: Annotated[int, typer.Option(help="Of the events.")] = 1,
) -> None:
    """Print seconds of a round by field and mode, and enumeration against CP-SAT."""
    list(problems(Case(40, 4, "blocks:2", 1.0), seed=0, rounds=5))  # compiled loops are loaded
    grid = Table(box=box.SIMPLE_HEAD, show_edge=False)
    for head in ("field", "mode", "median s", "slowest s", "allowed s", "within", "enough",
                 "allowed / median", "proved"):  # fmt: skip
        grid.add_column(head, justify="left" if head in ("field", "mode") else "right")
    for case in CASES:
        large = case.players > 100
        grid.add_row(
            *round_row(
                case, seed=seed, events=1 if large else events, rounds=5 if large else rounds
            )
        )
    Console(width=100).print(grid)
    brackets, by_count, by_cpsat = engine_row(seed=seed, rounds=rounds)
    print(f"{brackets} brackets of two tables of ten: enumeration {by_count:.3f} s, CP-SAT "
          f"{by_cpsat:.2f} s, ratio {by_cpsat / by_count:.0f}; equal vectors")  # fmt: skip


if __name__ == "__main__":
    typer.run(main)
