"""How a command ends: the exit statuses, and every error as a sentence instead of a traceback."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
import traceback
from collections.abc import Callable

from desk.screen import plain

DONE = 0
NO = 1
"""The answer is "no": an invalid schedule, an infeasible wish."""
WRONG_INPUT = 2
INTERNAL = 70
"""A fault of this program (EX_SOFTWARE of sysexits.h)."""
INTERRUPTED = 130
"""Left at a Ctrl-C before there was anything to keep (128 + SIGINT)."""
CLOSED_PIPE = 141
"""The program that read our output went away (128 + SIGPIPE), as ``head`` does."""

DEBUG_VARIABLE = "SEATING_DEBUG"
MOST_LINES = 40
"""Lines of one error that are said."""


class Leave(BaseException):
    """Somebody wants the program to end at once, whatever still runs in other threads.

    Not an ``Exception``: nothing on the way may take it for an error of its own.
    """

    def __init__(self, status: int, *, sentence: str = "") -> None:
        super().__init__(status)
        self.status = status
        self.sentence = sentence


def guarded(job: Callable[[], int], *, debug: bool) -> int:
    """Run a command and return its exit status; every error is said on stderr.

    Parameters
    ----------
    job
        The command; returns its exit status.
    debug
        Show tracebacks as well.
    """
    try:
        status = job()
        sys.stdout.flush()  # a full disk behind ">" shows here, while it can still be said
    except Leave as leave:
        if leave.sentence:
            say(leave.sentence)
        _abandon(leave.status)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the same Ctrl-C may come twice
        say("Stopped before anything was found; nothing is written.")
        return INTERRUPTED
    except BrokenPipeError:
        _silence(sys.stdout)
        return CLOSED_PIPE
    except Exception as error:
        return _report(error, debug=debug)
    return status


def say(sentence: str) -> None:
    """Print a sentence on stderr; names from files cannot play tricks on the terminal."""
    with contextlib.suppress(OSError):
        print(plain(sentence), file=sys.stderr, flush=True)


def _report(error: Exception, *, debug: bool) -> int:
    """Say what is wrong and return the exit status that goes with it."""
    from schedules.errors import SeatingError
    from scoring.errors import ScoringError

    if debug:
        traceback.print_exception(error)
    if isinstance(error, SeatingError):
        say(f"Error: {error}")
        return NO if _is_no(error) else WRONG_INPUT
    if isinstance(error, ScoringError):
        say(f"Error: {_shortened(str(error))}")
        return WRONG_INPUT
    if isinstance(error, MemoryError):
        say(
            "Error: there is not enough memory for a tournament of this size. "
            "Try fewer --workers, or seat a part of the field at a time."
        )
        return WRONG_INPUT
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO):
        _silence(sys.stdout)
        say(
            f"Error: the output cannot be written ({error.strerror}). "
            "Free some space, or send it elsewhere."
        )
        return WRONG_INPUT
    say(
        f"Internal error ({type(error).__name__}: {error}). This is a fault of seating, not yours: "
        "please run the same command as seating --debug ..., and report what it prints."
    )
    return INTERNAL


def _shortened(text: str) -> str:
    """Return a list of faults that a terminal can hold; who has more has another fault."""
    lines = text.splitlines()
    if len(lines) <= MOST_LINES:
        return text
    more = len(lines) - MOST_LINES + 1
    return "\n".join([*lines[: MOST_LINES - 1], f"... and {more} more like these."])


def _is_no(error: Exception) -> bool:
    """Whether an error is an answer, "it cannot be done", and not a mistake in the input."""
    from optimizer.errors import InfeasibleError, NothingFoundError
    from schedules.faults import InvalidScheduleError

    return isinstance(error, InfeasibleError | NothingFoundError | InvalidScheduleError)


def _silence(stream: object) -> None:
    """Let the interpreter flush what is left to nowhere when it ends, without a word."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())  # type: ignore[attr-defined]
        os.close(nowhere)


def _abandon(status: int) -> None:
    """End the process now: the interpreter would wait for the threads of the search."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)
