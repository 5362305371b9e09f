"""A disk that is full during any command: a sentence, and the file is whole at the last step.

The operating system is told to let no file grow beyond a size (RLIMIT_FSIZE); what it answers to
a write beyond that is EFBIG instead of ENOSPC, and SQLite calls both an error of the disk.
"""

import resource
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from event_runs import Desk

from tournament.store import open_store

ROOT = Path(__file__).resolve().parents[2]


def little_room(size):
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


def run_full(event, command, *options, size):
    """Run a command of the event in a process that may write files of so many bytes only."""
    words = [sys.executable, "-m", "desk", "event", command, event, *map(str, options)]
    return subprocess.run(
        words, cwd=ROOT, capture_output=True, text=True, check=False, preexec_fn=little_room(size)
    )


@pytest.mark.slow
def test_a_full_disk_in_any_command(tmp_path, capsys):
    desk = Desk(tmp_path, capsys)
    desk.ok("new", "--format", "one-table-club-night")
    players = desk.players(10)

    def refused(command, *options):
        before = whole(desk.event)
        done = run_full(desk.event, command, *options, size=4096)
        assert done.returncode == 2, (command, done.stdout, done.stderr)
        assert "cannot be written" in done.stderr, (command, done.stderr)
        assert "Traceback" not in done.stderr
        assert whole(desk.event) == before
        desk.ok(command, *options)  # with room again the same command goes through

    refused("register", players, "--state", "confirmed")
    refused("draw", "--seed", "x")
    refused("record", desk.file(desk.games()))
    refused("penalty", "1", "--points", "-1", "--why", "x")
    refused("archive", "-o", tmp_path / "a.zip")
    refused("backup", "-o", tmp_path / "copy.seating")


def whole(event):
    """Return the lines of the log of an event that SQLite finds whole."""
    raw = sqlite3.connect(event)
    assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    raw.close()
    with open_store(event) as store:
        state = store.read()
    return state.log, len(state.games), len(state.slots), len(state.entries)
