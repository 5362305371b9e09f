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
    "peer s: seconds until the peer's answer was found; ours s: seconds until our search was as "
    "good (no greater Σλ², and not behind in the order of criteria); faster: peer s / ours s. "
    "The peer runs on one core, ours on "
)

CPSAT_LEGEND = (
    "CP-SAT alone (--engine cp-sat), rounds growing until it proves nothing of who meets whom; k: "
    "seats at a table. meetings: whether never met, the band and Σλ² are proved best, or Σλ² "
    "only, which stands at its bound while the two before it are open. proved: "
    "criteria proved best, from the first in the order on; first open: the first that is not. "
    "s: seconds, the whole time limit where any criterion stays open."
)


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
    def seconds_to_match(self) -> float | None:
        """When our search was as good as the peer's answer; None without either."""
        if isinstance(self.peer, str):
            return None
        return self.ours.result.seconds_to_match(Quality.of(self.peer.measures))

    @property
    def faster(self) -> float | None:
        """How many times sooner than the peer our search was as good."""
        matched = self.seconds_to_match
        if matched is None or isinstance(self.peer, str):
            return None
        return self.peer.seconds_to_best / max(matched, 0.001)  # a first report may come at 0


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
        "P/T/R", "ours Σλ²", "peer Σλ²", "peer gap", "peer never", "peer outside", "peer meets",
        "peer s", "ours s", "faster",
    )  # fmt: skip
    cells, missing, ratios = [], [], []
    for row in rows:
        run, peer = row.ours.result, row.peer
        if isinstance(peer, str):
            missing.append(f"\n{label(run.problem)}: no run of the peer: {peer}.\n")
            continue
        found, matched, faster = peer.measures, row.seconds_to_match, row.faster
        ratios += [faster] if faster else []
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
                "never" if matched is None else f"{matched:.2f}",
                "-" if faster is None else f"{faster:.3g} x",
            )
        )
    if not cells:
        return "".join(missing)
    legend = f"{PEER_LEGEND}{workers or os.cpu_count()}."
    if ratios:
        legend += (
            f" As good in {len(ratios)} of {len(cells)}, {statistics.geometric_mean(ratios):.3g} "
            "times faster by the geometric mean of the ratios."
        )
    return _with_legend(_grid(head, cells), legend) + "".join(missing)


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
    "peer_most", "peer_seconds_to_best", "peer_seconds", "peer_runs", "seconds_to_match", "faster",
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
            f"{run.seconds_to_best:.3f}", run.seconds, run.stopped,
            f"{row.ours.peak_megabytes:.1f}",
        ]  # fmt: skip
        line += [stored.never_met, stored.band_excess, stored.spread] if stored else [""] * 3
        if isinstance(peer, str):
            line += [""] * 11
        else:
            theirs, matched, faster = peer.measures, row.seconds_to_match, row.faster
            line += [
                theirs.spread, theirs.never_met, theirs.outside_band, theirs.band_excess,
                theirs.fewest, theirs.most, f"{peer.seconds_to_best:.3f}", f"{peer.seconds:.3f}",
                peer.runs, "" if matched is None else f"{matched:.3f}",
                "" if faster is None else f"{faster:.3f}",
            ]  # fmt: skip
        writer.writerow(line)
    return out.getvalue()
