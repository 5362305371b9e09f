"""The store: whole changes or none, a log that stays, two writers, old files, full disk, kills."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from schedules.errors import SeatingError
from tournament.flow.registration import new, register
from tournament.store import StoreError, open_store
from tournament.store.models import EntryRow
from tournament.store.notes import (
    Pin,
    drafts,
    drop_draft,
    hold,
    keep_draft,
    keep_pin,
    let_in,
    let_out,
    pins,
    visit,
)

ROOT = Path(__file__).resolve().parents[2]
KILLS = int(os.environ.get("SEATING_KILLS", "40"))
"""How often programs are killed in all; the issue's 200 take some minutes: SEATING_KILLS=200."""
FIRST_VERSION = Path(__file__).with_name("event_v1.sql")
SECOND_VERSION = Path(__file__).with_name("event_v2.sql")


@pytest.fixture
def store(tmp_path):
    with new(tmp_path / "cup.seating", "tkemali-2016", who="chief") as made:
        yield made


def test_a_new_event_is_empty_and_logged(store):
    state = store.read()
    assert (state.name, state.phase, state.head) == ("Tkemali Tour 2016", "registration", 1)
    assert [(one.who, one.what) for one in state.log] == [("chief", "new")]
    assert state.rules.name == "tkemali-2016"
    assert state.unseated == ("qualification", 1)


def test_the_file_is_guarded(store):
    raw = sqlite3.connect(store.path)
    assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    for statement in ("DELETE FROM log", "UPDATE log SET who = 'nobody'"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            raw.execute(statement)
        raw.rollback()
    raw.close()
    with pytest.raises(StoreError, match="FOREIGN KEY"):
        change_badly(store)


def change_badly(store, *, then=None):
    """Add somebody to an event that there is not, or to this one and fail."""
    with store.change("x", who="a") as change:
        number = 99 if then is None else change.event_id
        change.session.add(EntryRow(event_id=number, name="Anna"))
        change.session.flush()
        if then is not None:
            raise then


def test_a_change_that_fails_leaves_nothing(store):
    before = store.read()
    with pytest.raises(RuntimeError, match="half way"):
        change_badly(store, then=RuntimeError("half way"))
    assert store.read() == before


def test_every_change_is_one_line_of_the_log(store):
    register(store, ["Anna", "Boris"], who="Vera", why="mail", state="paid")
    register(store, ["Anna"], who="Vera", state="withdrawn", why="ill")
    line = store.read().log[-1]
    assert (line.id, line.who, line.what, line.why) == (3, "Vera", "register", "ill")
    assert json.loads(line.before)["states"] == {"Anna": "paid"}
    assert json.loads(line.after)["changed"] == ["Anna"]


def test_what_was_computed_from_an_older_event_is_refused(store):
    head = store.read().head
    register(store, ["Anna"], who="a")
    with (
        pytest.raises(StoreError, match="repeat the command"),
        store.change("draw", who="b", head=head),
    ):
        pass


def test_what_is_no_event_is_said(tmp_path, store):
    with pytest.raises(SeatingError, match="There is no event"):
        open_store(tmp_path / "other.seating")
    with pytest.raises(SeatingError, match="is there already"):
        new(store.path, "tkemali-2016")
    (tmp_path / "text").write_text("hello, this is no database at all, but some text\n" * 50)
    with pytest.raises(SeatingError, match="no event of seating"):
        open_store(tmp_path / "text")
    sqlite3.connect(tmp_path / "empty.db").execute("CREATE TABLE t (x)")
    with pytest.raises(SeatingError, match="is no event"):
        open_store(tmp_path / "empty.db")
    with pytest.raises(SeatingError, match="is a folder"):
        open_store(tmp_path)
    raw = sqlite3.connect(store.path)
    raw.execute("UPDATE schema_version SET version = 99")
    raw.commit()
    with pytest.raises(SeatingError, match="update the program"):
        open_store(store.path)


def test_an_event_of_the_first_version_opens(tmp_path):
    """The file was written by the first version of the tables; its people and log are all there."""
    path = tmp_path / "old.seating"
    raw = sqlite3.connect(path)
    raw.executescript(FIRST_VERSION.read_text("utf-8"))
    assert raw.execute("SELECT version FROM schema_version").fetchone() == (1,)
    columns = [row[1] for row in raw.execute("PRAGMA table_info(entries)")]
    assert "banned_until" not in columns
    raw.close()
    with open_store(path) as store:
        state = store.read()
        assert [entry.name for entry in state.entries] == ["Anna", "Boris"]
        assert [line.what for line in state.log] == ["new", "register"]
        assert state.format.name == "one-table-club-night"
        register(store, ["Clara"], who="a")
    with open_store(path) as again:  # and is of the last version from then on
        assert len(again.read().entries) == 3


def columns(path):
    raw = sqlite3.connect(path)
    tables = [row[0] for row in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {
        table: [(row[1], row[2], row[3]) for row in raw.execute(f"PRAGMA table_info({table})")]
        for table in tables
    }
    indexes = raw.execute("SELECT name FROM sqlite_master WHERE type = 'index'")
    return found, {row[0] for row in indexes if not row[0].startswith("sqlite_")}


def test_an_event_of_the_second_version_opens(tmp_path, store):
    """Written by the second version, drawn and with a game recorded; the pages' tables are new."""
    path = tmp_path / "old.seating"
    raw = sqlite3.connect(path)
    raw.executescript(SECOND_VERSION.read_text("utf-8"))
    assert raw.execute("SELECT version FROM schema_version").fetchone() == (2,)
    assert not raw.execute("SELECT 1 FROM sqlite_master WHERE name = 'drafts'").fetchall()
    raw.close()
    with open_store(path) as opened:
        state = opened.read()
        assert [line.what for line in state.log] == ["new", "register", "draw", "record"]
        assert [(game.round, game.judge) for game in state.games] == [(1, "")]
        keep_pin(opened, Pin("Vera", chief=False, hash="x"))
        hold(opened, ("main", 2, 1), "Vera")
        assert keep_draft(opened, ("main", 2, 1), "Vera", {"role-1": "don"}).version == 1
    with open_store(path) as again:
        assert drafts(again)["main", 2, 1].fields == {"role-1": "don"}
        assert [pin.name for pin in pins(again)] == ["Vera"]
    assert columns(path) == columns(store.path), "brought up is not the same as made new"


def test_a_game_is_held_by_one(store):
    place = ("qualification", 1, 2)
    assert hold(store, place, "Anna").holder == "Anna"
    assert keep_draft(store, place, "Anna", {"a": "1"}).fields == {"a": "1"}
    assert hold(store, place, "Boris").holder == "Anna", "not knowingly"
    assert hold(store, place, "Boris", over="Clara").holder == "Anna", "from another"
    assert keep_draft(store, place, "Boris", {"a": "2"}).fields == {"a": "1"}
    taken = hold(store, place, "Boris", over="Anna")
    assert (taken.holder, taken.fields) == ("Boris", {"a": "1"}), "with what was entered"
    assert keep_draft(store, place, "Anna", {"a": "3"}).holder == "Boris"
    drop_draft(store, place)
    assert drafts(store) == {}
    assert keep_draft(store, place, "Anna", {"a": "3"}).holder == "Anna", "nobody held it"
    assert store.read().head == 1, "none of this is a change of the event"


def test_who_is_let_in(store):
    keep_pin(store, Pin("Vera", chief=False, hash="x"))
    let_in(store, "Vera", token="t", form_token="f", until="2999-01-01T00:00:00Z")
    let_in(store, "Vera", token="old", form_token="f", until="2001-01-01T00:00:00Z")
    assert (visit(store, "t").name, visit(store, "t").form_token) == ("Vera", "f")
    assert visit(store, "old") is None
    assert visit(store, "other") is None
    let_in(store, "Vera", token="two", form_token="f", until="2999-01-01T00:00:00Z")
    let_out(store, "two")
    assert visit(store, "two") is None
    keep_pin(store, Pin("Vera", chief=False, hash="y"))
    assert visit(store, "t") is None, "a new PIN lets out who came in by the old one"


def test_a_backup_while_it_runs(tmp_path, store):
    register(store, ["Anna"], who="a")
    store.backup(tmp_path / "copy.seating")
    register(store, ["Boris"], who="a")
    with open_store(tmp_path / "copy.seating") as copy:
        assert [entry.name for entry in copy.read().entries] == ["Anna"]
    with pytest.raises(StoreError, match="there already"):
        store.backup(tmp_path / "copy.seating")


WRITER = """
import sys
from tournament.flow.registration import register
from tournament.store import open_store
path, word, count = sys.argv[1:]
with open_store(path) as store:
    print("ready", flush=True)
    for n in range(int(count)):
        register(store, [f"{word} no{n}"], who=word)
        print(n, flush=True)
"""


def writer(store, word, count):
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(store.path), word, str(count)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip


@pytest.mark.slow
def test_two_write_at_once(store):
    """Nothing is lost, and nobody hears of a locked database."""
    both = [writer(store, word, 40) for word in ("one", "two")]
    for process in both:
        _, said = process.communicate(timeout=120)
        assert process.returncode == 0, said
    state = store.read()
    assert len(state.entries) == 80
    assert [line.id for line in state.log] == list(range(1, 82))


@pytest.mark.slow
def test_killed_at_any_moment(store):
    """SIGKILL: what was said to be kept is kept, and what was not is whole or not there."""
    dice = random.Random(1)
    for attempt in range(KILLS // 2):
        process = writer(store, f"try{attempt}:", 500)
        assert process.stdout.readline() == "ready\n"
        time.sleep(dice.uniform(0.0, 0.4))
        process.send_signal(signal.SIGKILL)
        out, _ = process.communicate()
        done = len([line for line in out.split() if line.isdecimal()])
        with open_store(store.path) as opened:
            state = opened.read()
        kept = [one for one in state.entries if one.name.startswith(f"try{attempt}: ")]
        assert done <= len(kept) <= done + 1
        assert len(state.entries) == state.head - 1 == len(state.log) - 1
        raw = sqlite3.connect(store.path)
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        raw.close()


SIMULATE = """
import sys
from tournament.flow.simulate import simulate
simulate(sys.argv[1], "one-table-club-night", seed=1)
"""


@pytest.mark.slow
def test_a_whole_event_killed_at_any_moment(tmp_path):
    """Draw, record, finish: whatever was being done, it is done or not; the log tells which."""
    dice = random.Random(2)
    seen = set()
    for attempt in range(KILLS // 2):
        path = tmp_path / f"{attempt}.seating"
        process = subprocess.Popen([sys.executable, "-c", SIMULATE, str(path)], cwd=ROOT)
        while not path.exists() and process.poll() is None:
            time.sleep(0.005)
        time.sleep(dice.uniform(0.02, 0.8))
        process.kill()
        process.wait()
        try:
            opened = open_store(path)
        except SeatingError as error:
            if "is no event" not in str(error):
                raise
            continue  # not made yet: not half of it is there
        with opened:
            state = opened.read()
        done = [line.what for line in state.log]
        seen.update(done[-1:])
        recorded = [json.loads(line.after)["games"] for line in state.log if line.what == "record"]
        assert sum(map(len, recorded)) == len(state.games)
        assert bool(state.slots) == ("draw" in done) == bool(state.rounds)
        assert (state.phase == "finished") == ("finish" in done)
    assert len(seen) > 1, "every kill came at the same step"


def test_a_full_disk_is_said_and_leaves_the_file_whole(store):
    """SQLite itself is told to find no more pages: the error is that of a full disk."""
    register(store, ["Anna"], who="a")
    pages = sqlite3.connect(store.path).execute("PRAGMA page_count").fetchone()[0]
    from sqlalchemy import event

    @event.listens_for(store.engine, "connect")
    def _small(raw, _):
        raw.execute(f"PRAGMA max_page_count={pages}")

    store.engine.dispose()
    with pytest.raises(StoreError, match="the disk is full"):
        register(store, [f"Player {n} {'x' * 500}" for n in range(200)], who="a")
    event.remove(store.engine, "connect", _small)
    store.engine.dispose()
    assert [entry.name for entry in store.read().entries] == ["Anna"]
    assert store.read().head == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_file_that_may_not_be_written(store):
    store.close()
    store.path.chmod(0o444)
    with pytest.raises(StoreError, match="permissions"), open_store(store.path) as opened:
        register(opened, ["Anna"], who="a")
