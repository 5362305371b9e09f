import os
import pty
import shutil
import signal
import subprocess
import time

import pytest
from desk_runs import command, environment, leftovers

from schedules import read_schedule
from schedules.verify import verify

FIELD = ("matrix", "--players", "30", "--tables", "3", "--rounds", "9")


def hear_interrupts() -> None:
    """Undo what a shell does to the jobs that it runs in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(tmp_path, *args, mode="wait", stderr=subprocess.PIPE, **extra):
    """Start a search that only ends when asked, and wait until it runs."""
    ready = tmp_path / "ready"
    process = subprocess.Popen(
        [*command(), *FIELD, *args],
        cwd=tmp_path,
        env=environment(FAKE_SEARCH=mode, FAKE_READY=str(ready), TERM="xterm", **extra),
        stdout=subprocess.PIPE,
        stderr=stderr,
        preexec_fn=hear_interrupts,
        text=True,
        encoding="utf-8",
    )
    for _ in range(300):
        if ready.exists():
            break
        time.sleep(0.05)
    else:
        process.kill()
        raise AssertionError(process.communicate())
    ready.unlink()
    time.sleep(0.3)
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_keeps_the_best(tmp_path, number):
    process = start(tmp_path, "-o", "x.json")
    process.send_signal(number)
    out, err = process.communicate(timeout=10)
    assert process.returncode == 0, err
    assert out.startswith("Stopped by you after ")
    assert ": the best found so far is written to x.json.\n" in out
    assert verify(read_schedule(tmp_path / "x.json")) == []


def test_two_signals_at_once_are_one(tmp_path):
    """As ``timeout`` and some shells send one to the process and one to its group."""
    process = start(tmp_path, "-o", "x.json")
    process.send_signal(signal.SIGINT)
    time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=10)
    assert process.returncode == 0, err
    assert out.startswith("Stopped by you after ")
    assert verify(read_schedule(tmp_path / "x.json")) == []


@pytest.mark.skipif(shutil.which("timeout") is None, reason="there is no program timeout")
def test_a_timeout_keeps_the_best(tmp_path):
    for _ in range(3):
        done = subprocess.run(
            ["timeout", "-s", "INT", "2", *command(), *FIELD, "-o", "x.json"],
            cwd=tmp_path,
            env=environment(FAKE_SEARCH="wait", FAKE_READY=str(tmp_path / "ready")),
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
        assert "the best found so far is written to x.json" in done.stdout, done
        assert verify(read_schedule(tmp_path / "x.json")) == []
        (tmp_path / "x.json").unlink()


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_the_second_signal_leaves_at_once(tmp_path, number, status):
    process = start(tmp_path, "-o", "x.json", mode="deaf")
    process.send_signal(number)
    time.sleep(1.3)
    assert process.poll() is None
    before = time.monotonic()
    process.send_signal(number)
    _, err = process.communicate(timeout=10)
    assert time.monotonic() - before < 2
    assert process.returncode == status
    assert err.endswith("Stopped at once: nothing is written.\n")
    assert "Traceback" not in err
    assert not (tmp_path / "x.json").exists()
    assert leftovers(tmp_path) == []


def test_plain_lines_where_nothing_can_be_rewritten(tmp_path):
    process = start(tmp_path, "-o", "x.json", FAKE_EVERY="0.4")
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=10)
    lines = err.splitlines()
    assert 2 <= len(lines) <= 6
    assert lines[0].endswith(
        " s · tables · never met 0 · far from the ideal 3 · spread 3811, bound 3807, gap 4 *"
    )
    assert "\x1b" not in err


def test_quiet_says_nothing(tmp_path):
    process = start(tmp_path, "-o", "x.json", "--quiet", FAKE_EVERY="0.1")
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=10) == ("", "")
    assert process.returncode == 0


def test_the_live_line_on_a_terminal(tmp_path):
    ours, theirs = pty.openpty()
    process = start(tmp_path, "-o", "x.json", "--lang", "ru", stderr=theirs, mode="wait")
    os.close(theirs)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=10)
    shown = b""
    while True:
        try:
            shown += os.read(ours, 65536)
        except OSError:
            break
    os.close(ours)
    text = shown.decode()
    assert "разброс 3811, граница 3807, зазор 4" in text
    assert "*" in text
    assert text.rindex("\x1b[?25h") > text.rindex("\x1b[?25l"), "the cursor is shown again"
