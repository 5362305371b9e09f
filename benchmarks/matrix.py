"""Measure ready matrices: against bounds, against the stored reference, against the peer.

``python -m benchmarks.matrix --help`` says how; README.md beside this file what the columns mean.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from benchmarks.child import Done, in_child
from benchmarks.configurations import DEFAULT, label, parse_list
from benchmarks.cpsat import Attempt, climb
from benchmarks.ours import compile_kernels, run_ours
from benchmarks.peer import PeerRun, absence, refusal, run_peer
from benchmarks.reference import reference
from benchmarks.report import Row, as_csv, cpsat_table, machine, ours_table, peer_table
from optimizer.criteria import Prefer
from schedules import Problem, ProblemError, SeatingError

ORDERS: tuple[Prefer, ...] = ("order", "spread")
"""The orders of criteria in which the stored matrices are the best of their kind."""

says = Console(stderr=True, highlight=False)


class Bench:
    """One benchmark: the rows so far, and how they are measured and shown."""

    def __init__(
        self, *, prefer: Prefer, time_limit: float, seed: int, workers: int | None, peer: bool
    ) -> None:
        self._prefer, self._time_limit = prefer, time_limit
        self._seed, self._workers, self._peer = seed, workers, peer
        self.rows: list[Row] = []
        self.attempts: list[Done[Attempt]] = []
        self.failures: list[str] = []

    def measure(self, problem: Problem) -> None:
        """Measure one configuration: our run, then the peer's, each in a process of its own."""
        try:
            ours = in_child(
                run_ours,
                problem,
                prefer=self._prefer,
                time_limit=self._time_limit,
                seed=self._seed,
                workers=self._workers,
            )
        except SeatingError as error:
            self.failures.append(f"{label(problem)}: {error}")
            says.print(self.failures[-1])
            return
        row = Row(ours, self._ask_peer(problem), reference(problem, prefer=self._prefer))
        self.rows.append(row)
        run = ours.result
        said = f"{label(problem)}: {run.measures.spread}, bound {run.spread_bound}"
        if not isinstance(row.peer, str):
            said += f", peer {row.peer.measures.spread}"
        says.print(said)

    def _ask_peer(self, problem: Problem) -> PeerRun | str:
        if not self._peer:
            return "not asked for"
        why = absence() or refusal(problem)
        if why is not None:
            return why
        return in_child(run_peer, problem, time_limit=self._time_limit, seed=self._seed).result

    def climb(self) -> None:
        """See how far CP-SAT comes alone."""

        def heard(done: Done[Attempt]) -> None:
            self.attempts.append(done)
            tried = done.result
            says.print(f"CP-SAT alone, {label(tried.problem)}: {tried.status}")

        climb(
            prefer=self._prefer,
            time_limit=self._time_limit,
            seed=self._seed,
            workers=self._workers,
            heard=heard,
        )

    def text(self) -> str:
        """Return the tables, with the machine above them and a legend below each."""
        parts = [
            machine(
                time_limit=self._time_limit,
                seed=self._seed,
                workers=self._workers,
                prefer=self._prefer,
            )
            + "\n"
        ]
        if self.rows:
            parts.append(ours_table(self.rows, prefer=self._prefer))
            if self._peer:
                parts.append(peer_table(self.rows, workers=self._workers))
        if self.attempts:
            parts.append(cpsat_table(self.attempts))
        if self.failures:
            parts.append("\n".join(self.failures) + "\n")
        return "\n".join(parts)


def _write(bench: Bench, out: Path | None) -> None:
    if out is not None:
        text = as_csv(bench.rows) if out.suffix == ".csv" else bench.text()
        out.write_text(text, "utf-8")


def main(
    configurations: Annotated[
        str,
        typer.Option(
            help="Players/tables/rounds with commas between, as 30/3/9,40/4/10; 25/2/10x8 where "
            "some sit out; empty for none."
        ),
    ] = ",".join(DEFAULT),
    time_limit: Annotated[float, typer.Option(min=0.1, help="Seconds of each run.")] = 60,
    prefer: Annotated[str, typer.Option(help="Order of criteria: order or spread.")] = "order",
    peer: Annotated[bool, typer.Option(help="Run mafia-schedule beside ours.")] = True,
    cp_sat: Annotated[
        bool, typer.Option("--cp-sat", help="Show also how far CP-SAT comes alone.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Of every random choice.")] = 1,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Our searches side by side; without it, the cores.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("-o", help="Write the figures to a .md or .csv file too.")
    ] = None,
) -> None:
    """Measure speed and quality of ready matrices, ours and a peer's, in one run."""
    order = next((known for known in ORDERS if known == prefer), None)
    if order is None:
        raise typer.BadParameter("Choose order or spread.", param_hint="--prefer")
    if out is not None and out.suffix not in (".md", ".csv"):
        raise typer.BadParameter("The file must end in .md or .csv.", param_hint="-o")
    try:
        problems = parse_list(configurations)
    except ProblemError as error:
        raise typer.BadParameter(str(error), param_hint="--configurations") from error
    bench = Bench(prefer=order, time_limit=time_limit, seed=seed, workers=workers, peer=peer)
    try:
        if problems:
            says.print("Compiling the kernels ...")
            in_child(compile_kernels)
        for problem in problems:
            bench.measure(problem)
            _write(bench, out)  # a long run that breaks off leaves what it has
        if cp_sat:
            bench.climb()
    except KeyboardInterrupt:
        says.print("Broken off; this is what there is so far.")
    _write(bench, out)
    typer.echo(bench.text())
    if bench.failures:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
