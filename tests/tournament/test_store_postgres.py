"""The same models on PostgreSQL, by URL: a server of its own for the test, from the package."""

import importlib.util
import os
import shutil
import socket
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from schedules.errors import SeatingError
from tournament.flow.drawing import draw
from tournament.flow.ranking import table_of
from tournament.flow.registration import new, register
from tournament.flow.simulate import simulate
from tournament.flow.trouble import withdraw
from tournament.formats_file import load_format
from tournament.store import notes, open_store

IN_CI = os.environ.get("CI", "").lower() not in ("", "0", "false")
"""Where everything has to be there: what is missing is a failure, not a reason to skip."""


def missing(what):
    """Fail in continuous integration, and skip elsewhere, because something is not installed."""
    if IN_CI:
        pytest.fail(f"{what}; in continuous integration it has to be there")
    pytest.skip(what)


def binaries():
    """Return the folder of PostgreSQL's programs; None without them."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    program = shutil.which("initdb")
    return None if program is None else Path(program).parent


@pytest.fixture(scope="module")
def folder():
    """A folder that another user may enter, which those of pytest are not."""
    with tempfile.TemporaryDirectory(prefix="postgres-", ignore_cleanup_errors=True) as name:
        yield Path(name)


@pytest.fixture(scope="module")
def server(folder):
    """A server on a free port, with a folder of its own, stopped in the end; returns its URL."""
    if importlib.util.find_spec("psycopg") is None:
        missing("psycopg is not installed; pip install seating[postgres]")
    programs = binaries()
    if programs is None:
        missing("PostgreSQL is not installed; apt-get install postgresql")
    as_other = []
    if os.geteuid() == 0:  # it refuses to run as root
        shutil.chown(folder, "postgres", "postgres")
        as_other = ["runuser", "-u", "postgres", "--"]
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    data = folder / "data"

    def run(program, *words):
        subprocess.run(
            [*as_other, str(programs / program), *map(str, words)],
            check=True, cwd=folder, stdout=subprocess.DEVNULL,
        )  # fmt: skip

    run("initdb", "-D", data, "-U", "seating", "-A", "trust", "-E", "UTF8", "--no-locale")
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"
    run("pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start")
    yield f"postgresql+psycopg://seating@127.0.0.1:{port}/postgres"
    run("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")


@pytest.mark.slow
def test_a_whole_event_is_the_same_as_in_a_file(server, tmp_path):
    with simulate(server, "one-table-club-night", seed=1) as there:
        far = there.read()
    with simulate(tmp_path / "here.seating", "one-table-club-night", seed=1) as here:
        near = here.read()
    assert far.games == near.games
    assert [row.total for row in table_of(far).rows] == [row.total for row in table_of(near).rows]
    assert [line.what for line in far.log] == [line.what for line in near.log]


@pytest.mark.slow
def test_many_events_and_an_append_only_log(server):
    from sqlalchemy import text
    from sqlalchemy.exc import DBAPIError

    with new(server, "tkemali-2016", name="One") as one:
        register(one, ["Anna"], who="a")
    with new(server, "tkemali-2016", name="Two") as two:
        register(two, ["Boris"], who="b")
    with open_store(f"{server}#One") as one:
        assert [entry.name for entry in one.read().entries] == ["Anna"]
        with pytest.raises(DBAPIError, match="append-only"), one.engine.begin() as connection:
            connection.execute(text("DELETE FROM log"))
    with pytest.raises(SeatingError, match="holds an event 'One' already"):
        new(server, "tkemali-2016", name="One")
    with pytest.raises(SeatingError, match=r"name one after #.*'One'"), open_store(server) as any_:
        any_.read()


@pytest.mark.slow
def test_who_is_banned_is_told_at_the_next_event(server, tmp_path):
    """White Nights bans who leaves for a year, to 2017-06-19; Tkemali of August 2016 hears it."""
    names = [f"P{n:02d}" for n in range(1, 41)]
    with new(server, "white-nights-2016", name="WN") as first:
        register(first, names, state="paid")
        draw(first, seed="s", without_check_in=True)
        withdraw(first, "P07", why="quarrel")
    with new(server, "tkemali-2016", name="Later") as then:
        done = register(then, ["p07", "P08"], state="paid")
        assert [(ban.name, ban.until, ban.event) for ban in done.banned] == [
            ("P07", "2017-06-19", "WN")
        ]
        assert done.added == ("p07", "P08")  # a warning: the organisers decide
    later = load_format("tkemali-2016").text.replace("2016-08-2", "2017-08-2")
    path = tmp_path / "later.toml"
    path.write_text(later, "utf-8")
    with new(server, str(path), name="A year later") as then:
        assert not register(then, ["P07"], state="paid").banned


@pytest.mark.slow
def test_many_write_at_once(server):
    new(server, "tkemali-2016", name="Busy").close()

    def write(n):
        with open_store(f"{server}#Busy") as store:
            register(store, [f"Player {n}"], who=str(n))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(20)))
    with open_store(f"{server}#Busy") as store:
        state = store.read()
    assert len(state.entries) == 20
    assert len(state.log) == 21


def test_in_ci_a_missing_server_is_a_failure(monkeypatch):
    """Else the store would seem proved on PostgreSQL where it never saw one."""
    for there, outcome in ((True, pytest.fail.Exception), (False, pytest.skip.Exception)):
        monkeypatch.setattr(f"{__name__}.IN_CI", there)
        with pytest.raises(outcome, match="apt-get"):
            missing("no server; apt-get install postgresql")


@pytest.mark.slow
def test_what_the_pages_keep_is_of_one_event_and_is_brought_up(server):
    """PINs and drafts of two events in one database; their tables are new in version 3."""
    from sqlalchemy import text

    place = ("qualification", 1, 1)
    for name in ("Pages A", "Pages B"):
        new(server, "tkemali-2016", name=name).close()
    with open_store(f"{server}#Pages A") as store, store.engine.begin() as connection:
        for table in ("visits", "drafts", "pins"):
            connection.execute(text(f"DROP TABLE {table}"))
        connection.execute(text("UPDATE schema_version SET version = 2"))
    with open_store(f"{server}#Pages A") as one, open_store(f"{server}#Pages B") as other:
        for store, word in ((one, "x"), (other, "y")):
            notes.keep_pin(store, notes.Pin("Anna", chief=False, hash=word))
            notes.keep_draft(store, place, "Anna", {"comment_1": word})
        until = "2999-01-01T00:00:00Z"
        notes.let_in(one, "Anna", token="t", form_token="f", until=until)
        assert [pin.hash for pin in notes.pins(one)] == ["x"]
        assert notes.drafts(other)[place].fields == {"comment_1": "y"}
        assert notes.visit(one, "t").name == "Anna"
        assert notes.visit(other, "t") is None
