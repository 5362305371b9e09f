"""Run a job in a process of its own, so that its peak of memory is its own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Generic, ParamSpec, TypeVar

Result = TypeVar("Result")
Given = ParamSpec("Given")


@dataclass(frozen=True)
class Done(Generic[Result]):
    """What a job returned, and the peak of memory of the process it ran in, in megabytes."""

    result: Result
    peak_megabytes: float


def in_child(
    job: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs
) -> Done[Result]:
    """Run a job in a fresh process; what it raises is raised here.

    The process is started anew, not forked: it holds nothing but what the job imports. A new
    process starts with the peak of the one that started it, so that one had better stay small:
    the modules of the benchmarks import solvers inside the jobs only.
    """
    with ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_measured, partial(job, *args, **kwargs)).result()


def _measured(job: Callable[[], Result]) -> Done[Result]:
    return Done(job(), peak_megabytes())


def peak_megabytes() -> float:
    """Return the peak of memory of this process so far."""
    import resource  # not on Windows, where only this figure is missing

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)
