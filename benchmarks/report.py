"""The tables that are printed, and the same figures as CSV."""

from __future__ import annotations

import csv
import io
import os
import platform
import statistics
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks.child import Done
from benchmarks.configurations import label
from benchmarks.cpsat import Attempt
from benchmarks.ours import OurRun
from benchmarks.peer import DISTRIBUTION, PeerRun
from benchmarks.quality import Quality
from optimizer.criteria import Prefer

WIDTH = 120

OURS_LEGEND = (
    "Σλ²: sum over pairs of squared meetings; bound: no matrix has less; gap: how far above it. "
    "never: pairs that never meet. outside: pairs outside the band ⌊μ⌋-1 to ⌈μ⌉+1, and in brackets "
    "by how many meetings in all. meets: fewest-most meetings of a pair. best s: seconds until "
    "never, outside and Σλ² stood as shown, at the bound or at the best found; all s: of the whole "
    "run. MB: peak memory of the run's process. stored: against the best matrix known before, "
)

STORED_LEGEND = {
    "order": "never met/excess/Σλ² more or less than it.",
    "spread": "Σλ² more or less than it.",
}

PEER_LEGEND = (
    "gap, never, outside, meets: of the peer's answer. peer s: seconds until the peer had it. "
    "Σλ² s: seconds until our Σλ² was no greater. order s: seconds until ours was not behind it in "
    "the order of criteria. faster: peer s by our seconds. The peer runs on one core, ours on "
)

CPSAT_LEGEND = (
    "CP-SAT alone (--engine cp-sat), rounds growing until it proves nothing of who meets whom; k: "
    "seats at a table. meetings: whether never met, the band and Σλ² are proved best, or Σλ² "
    "only, which stands at its bound while the two before it are open. proved: "
    "criteria proved best, from the first in the order on; first open: the first that is not. "
    "s: seconds, the whole time limit where any criterion stays open."
)


@dataclass(frozen=True)
class Race:
    """How soon our search was as good as the peer's answer.

    Attributes
    ----------
    ours
        Seconds until it was; None if it never was.
    peer
        Seconds until the peer had that answer.
    """

    ours: float | None
    peer: float

    @property
    def faster(self) -> float | None:
        """How many times sooner we were there than the peer; None if we never were."""
        return None if self.ours is None else self.peer / max(self.ours, 0.001)

    def cells(self) -> tuple[str, str]:
        """Return our seconds and the ratio, for people."""
        if self.ours is None or self.faster is None:
            return "never", "-"
        return f"{self.ours:.2f}", f"{self.faster:.3g} x"


@dataclass(frozen=True)
class Row:
    """One configuration: our run, the peer's, and the stored matrix.

    Attributes
    ----------
    ours
        Our run and its peak of memory.
    peer
        The peer's run, or in words why there is none.
    stored
        Criteria 2-4 of the matrix known before, if there is one.
    """

    ours: Done[OurRun]
    peer: PeerRun | str
    stored: Quality | None

    @property
    def to_spread(self) -> Race | None:
        """How soon our Σ λ² was no greater than the peer's; None without the peer."""
        if isinstance(self.peer, str):
            return None
        theirs = Quality.of(self.peer.measures)
        return Race(self.ours.result.seconds_to_spread(theirs), self.peer.seconds_to_best)

    @property
    def to_order(self) -> Race | None:
        """How soon we were not behind the peer in the order of criteria; None without the peer."""
        if isinstance(self.peer, str):
            return None
        theirs = Quality.of(self.peer.measures)
        return Race(self.ours.result.seconds_to_order(theirs), self.peer.seconds_to_best)


def machine(*, time_limit: float, seed: int, workers: int | None, prefer: Prefer) -> str:
    """Describe what the figures were measured on, and how."""
    versions = ", ".join(
        f"{name} {_version(name)}"
        for name in ("seating", "numpy", "numba", "ortools", DISTRIBUTION)
    )
    return _wrapped(
        f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, {versions}. "
        f"{time_limit:g} s each, workers {workers or os.cpu_count()}, seed {seed}, "
        f"--prefer {prefer}."
    )


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def ours_table(rows: Sequence[Row], *, prefer: Prefer) -> str:
    """Return the table of our runs against the bound and the stored matrices."""
    head = (
        "P/T/R", "Σλ²", "bound", "gap", "never", "outside", "meets", "best s", "all s", "MB",
        "stored",
    )  # fmt: skip
    cells = []
    for row in rows:
        run, found = row.ours.result, row.ours.result.measures
        cells.append(
            (
                label(run.problem),
                str(found.spread),
                str(run.spread_bound),
                f"{run.gap:.2%}" if run.gap else "proved",
                str(found.never_met),
                f"{found.outside_band} ({found.band_excess})",
                f"{found.fewest}-{found.most}",
                f"{run.seconds_to_best:.1f}",
                f"{run.seconds:.1f}",
                f"{row.ours.peak_megabytes:.0f}",
                against_stored(run.quality, row.stored, prefer),
            )
        )
    return _with_legend(_grid(head, cells), OURS_LEGEND + STORED_LEGEND[prefer])


def against_stored(found: Quality, stored: Quality | None, prefer: Prefer) -> str:
    """Say how a matrix stands against the stored one, under an order of criteria."""
    if stored is None:
        return "-"
    if prefer == "spread":
        more = found.spread / stored.spread - 1
        return "same" if not more else f"{more:+.2%}"
    ours, theirs = found.key(prefer), stored.key(prefer)
    if ours == theirs:
        return "same"
    word = "better" if ours < theirs else "behind"
    return f"{word} " + "/".join(f"{more:+d}" if more else "0" for more in found.against(stored))


def peer_table(rows: Sequence[Row], *, workers: int | None) -> str:
    """Return the table of our runs against the peer's, and why rows are missing."""
    head = (
        "P/T/R", "ours Σλ²", "peer Σλ²", "gap", "never", "outside", "meets", "peer s",
        "Σλ² s", "faster", "order s", "faster",
    )  # fmt: skip
    cells, missing = [], []
    for row in rows:
        run, peer, spread, order = row.ours.result, row.peer, row.to_spread, row.to_order
        if isinstance(peer, str) or spread is None or order is None:
            missing.append(f"\n{label(run.problem)}: no run of the peer: {peer}.\n")
            continue
        found = peer.measures
        cells.append(
            (
                label(run.problem),
                str(run.measures.spread),
                str(found.spread),
                f"{found.spread / run.spread_bound - 1:.2%}",
                str(found.never_met),
                f"{found.outside_band} ({found.band_excess})",
                f"{found.fewest}-{found.most}",
                f"{peer.seconds_to_best:.1f}",
                *spread.cells(),
                *order.cells(),
            )
        )
    if not cells:
        return "".join(missing)
    legend = f"{PEER_LEGEND}{workers or os.cpu_count()}."
    legend += _average("Σλ²", [row.to_spread for row in rows])
    legend += _average("the order", [row.to_order for row in rows])
    return _with_legend(_grid(head, cells), legend) + "".join(missing)


def _average(what: str, races: Sequence[Race | None]) -> str:
    """Say in how many races we were as good, and how much faster by the geometric mean."""
    run = [race for race in races if race is not None]
    ratios = [race.faster for race in run if race.faster]
    text = f" As good in {what} in {len(ratios)} of {len(run)}"
    return f"{text}, {statistics.geometric_mean(ratios):.3g} x." if ratios else f"{text}."


def cpsat_table(attempts: Sequence[Done[Attempt]]) -> str:
    """Return the table of what CP-SAT proves alone."""
    head = (
        "P/T/R", "k", "status", "Σλ²", "bound", "meetings", "proved", "first open", "s", "MB",
    )  # fmt: skip
    cells = [
        (
            label(done.result.problem),
            str(done.result.problem.num_seats),
            done.result.status,
            _or_dash(done.result.spread),
            _or_dash(done.result.spread_bound),
            _meetings(done.result),
            f"{done.result.proved} of {done.result.criteria}",
            done.result.stuck or "-",
            f"{done.result.seconds:.1f}",
            f"{done.peak_megabytes:.0f}",
        )
        for done in attempts
    ]
    return _with_legend(_grid(head, cells, words=("status", "first open")), CPSAT_LEGEND)


def _meetings(tried: Attempt) -> str:
    if tried.meetings_proved:
        return "proved"
    return "Σλ² only" if tried.spread_proved else "open"


def _wrapped(text: str) -> str:
    return textwrap.fill(text, WIDTH, break_on_hyphens=False)


def _with_legend(table: str, legend: str) -> str:
    return f"{table}\n{_wrapped(legend)}\n"


def _or_dash(value: int | None) -> str:
    return "-" if value is None else str(value)


def _grid(
    head: Sequence[str], cells: Sequence[Sequence[str]], *, words: Sequence[str] = ("stored",)
) -> str:
    """Return an aligned table that is Markdown as well."""
    table = Table(box=box.MARKDOWN)
    for name in head:
        left = name == head[0] or name in words
        table.add_column(name, justify="left" if left else "right", no_wrap=True)
    for line in cells:
        table.add_row(*line)
    out = io.StringIO()
    Console(file=out, width=WIDTH, color_system=None).print(table)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines() if line.strip())


CSV_HEAD = (
    "configuration", "spread", "bound", "gap", "never_met", "outside_band", "band_excess",
    "fewest", "most", "seconds_to_best", "seconds", "stopped", "peak_megabytes",
    "stored_never_met", "stored_band_excess", "stored_spread",
    "peer_spread", "peer_never_met", "peer_outside_band", "peer_band_excess", "peer_fewest",
    "peer_most", "peer_seconds_to_best", "peer_seconds", "peer_runs",
    "seconds_to_spread", "faster_to_spread", "seconds_to_order", "faster_to_order",
)  # fmt: skip


def as_csv(rows: Sequence[Row]) -> str:
    """Return every figure of our runs, the stored matrices and the peer, a line for each run."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_HEAD)
    for row in rows:
        run, found, stored, peer = row.ours.result, row.ours.result.measures, row.stored, row.peer
        line: list[object] = [
            label(run.problem), found.spread, run.spread_bound, f"{run.gap:.6f}", found.never_met,
            found.outside_band, found.band_excess, found.fewest, found.most,
            f"{run.seconds_to_best:.3f}", f"{run.seconds:.3f}", run.stopped,
            f"{row.ours.peak_megabytes:.1f}",
        ]  # fmt: skip
        line += [stored.never_met, stored.band_excess, stored.spread] if stored else [""] * 3
        if not isinstance(peer, str):
            theirs = peer.measures
            line += [
                theirs.spread, theirs.never_met, theirs.outside_band, theirs.band_excess,
                theirs.fewest, theirs.most, f"{peer.seconds_to_best:.3f}", f"{peer.seconds:.3f}",
                peer.runs,
            ]  # fmt: skip
        for race in (row.to_spread, row.to_order):
            if race is not None:
                line += [_thousandths(race.ours), _thousandths(race.faster)]
        line += [""] * (len(CSV_HEAD) - len(line))
        writer.writerow(line)
    return out.getvalue()


def _thousandths(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
