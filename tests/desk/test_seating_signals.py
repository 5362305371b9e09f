import os
import pty
import signal
import subprocess
import time

import pytest
from desk_runs import command, environment, leftovers

from schedules import read_schedule
from schedules.verify import verify

FIELD = ("matrix", "--players", "30", "--tables", "3", "--rounds", "9")


def start(tmp_path, *args, mode="wait", stderr=subprocess.PIPE, **extra):
    """Start a search that only ends when asked, and wait until it runs."""
    ready = tmp_path / "ready"
    process = subprocess.Popen(
        [*command(), *FIELD, *args],
        cwd=tmp_path,
        env=environment(FAKE_SEARCH=mode, FAKE_READY=str(ready), TERM="xterm", **extra),
        stdout=subprocess.PIPE,
        stderr=stderr,
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


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_the_second_signal_leaves_at_once(tmp_path, number, status):
    process = start(tmp_path, "-o", "x.json", mode="deaf")
    process.send_signal(number)
    time.sleep(0.5)
    assert process.poll() is None
    before = time.monotonic()
    process.send_signal(number)
    _, err = process.communicate(timeout=10)
    assert time.monotonic() - before < 2
    assert process.returncode == status
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
        " s · tables · never met 0 · outside the band 3 · spread 3811, bound 3807, gap 4 *"
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
