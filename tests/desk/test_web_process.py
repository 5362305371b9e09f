"""A real server: killed in the middle of a draft and after a save, and two judges at once."""

import re
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpx
import pytest
from desk_runs import ROOT, environment
from web_cases import form, make_event

from desk.event_serve import address_of
from desk.web.pins import Door, make_pins
from tournament.store import open_store
from tournament.store.notes import pins


class Server:
    """``seating event serve`` as a process."""

    def __init__(self, event, *options):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "desk", "event", "serve", str(event), *options],
            cwd=ROOT, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, encoding="utf-8",
        )  # fmt: skip
        self.said = ""
        while "Ctrl-C" not in self.said:
            line = self.process.stdout.readline()
            assert line, self.process.stderr.read()
            self.said += line
        self.address = re.search(r"http://[^\s/]+", self.said)[0]
        self.pins = {
            name.strip(): f"{one}{two}"
            for one, two, name in re.findall(r"^  (\d{3}) (\d{3})  (.+)$", self.said, re.MULTILINE)
        }

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate(timeout=20)

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.communicate(timeout=20)


@contextmanager
def serving(event, *options):
    server = Server(event, "--port", "0", *options)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


def token_of(answer):
    return re.search(r'name="form_token" value="([^"]+)"', answer.text)[1]


def entered(server, name, pin):
    client = httpx.Client(base_url=server.address, timeout=30)
    login = client.get("/login")
    fields = {"form_token": token_of(login), "name": name, "pin": pin}
    assert client.post("/login", data=fields).status_code == 303
    client.headers["x-token"] = token_of(client.get("/judge"))
    return client


def send(client, path, **fields):
    return client.post(path, data={"form_token": client.headers["x-token"], **fields})


@pytest.fixture(scope="module")
def event(tmp_path_factory):
    return make_event(tmp_path_factory.mktemp("served") / "cup.seating")


@pytest.mark.slow
def test_killed_in_the_middle_of_a_draft_and_after_a_save(event):
    """SIGKILL: what the page said is saved is there again, and the judge is still let in."""
    with serving(event, "--judge", "Anna", "--lang", "ru") as first:
        assert "█" in first.said, "the QR code"
        assert sorted(first.pins) == ["Anna", "chief"]
        anna = entered(first, "Anna", first.pins["Anna"])
        send(anna, "/judge/1/1/1/take")
        recorded = send(anna, "/judge/1/1/1/record", **form(extras_4="1"))
        assert recorded.headers["location"] == "/judge"
        send(anna, "/judge/1/1/2/take")
        kept = anna.post(
            "/judge/1/1/2/draft", headers={"Accept": "application/json"},
            data={"form_token": anna.headers["x-token"], "result": "black", "comment_4": "half"},
        )  # fmt: skip
        assert kept.json()["version"] == 1
        stopping = threading.Event()

        def type_on():
            while not stopping.is_set():
                try:
                    send(anna, "/judge/1/1/3/draft", comment_1="a" * 400)
                except httpx.HTTPError:
                    return

        typing = threading.Thread(target=type_on)
        typing.start()
        time.sleep(0.3)
        first.kill()
        stopping.set()
        typing.join()
    with serving(event) as second:
        assert second.pins == {}, "PINs are made once"
        assert "Anna" in second.said
        anna.base_url = second.address
        page = anna.get("/judge/1/1/2").text
        assert 'value="half"' in page
        assert re.search(r'value="black" checked', page)
        third = anna.get("/judge/1/1/3").text
        assert f'value="{"a" * 400}"' in third
        assert "recorded" in anna.get("/judge").text or "записан" in anna.get("/judge").text
        send(anna, "/judge/1/1/2/record", **form(result="black"))
        out, err = second.stop()
        assert "Everything entered is in" in out
        assert (second.process.returncode, err) == (0, "")
    with open_store(event) as store:
        state = store.read()
        assert [(g.round, g.table, g.judge) for g in state.games] == [
            (1, 1, "Anna"),
            (1, 2, "Anna"),
        ]
        assert str(state.games[0].chair(4).extras[0]) == "1"


@pytest.mark.slow
def test_two_judges_record_at_once(event):
    """Every game of rounds 2 to 7 by two judges at the same time: none is lost, none is twice."""
    with serving(event, "--judge", "Anna", "--judge", "Boris", "--new-pin", "Anna") as server:
        judges = [entered(server, name, server.pins[name]) for name in ("Anna", "Boris")]
        games = [(r, t) for r in range(2, 8) for t in (1, 2, 3)]

        def enter(number):
            judge, (round_, table) = judges[number % 2], games[number]
            path = f"/judge/1/{round_}/{table}"
            send(judge, f"{path}/take")
            done = send(judge, f"{path}/record", **form(comment_1=f"game {number}"))
            looked = judge.get("/standings").status_code
            return done.status_code, looked

        with ThreadPoolExecutor(4) as pool:
            assert set(pool.map(enter, range(len(games)))) == {(303, 200)}

        def same(judge):
            send(judge, "/judge/1/8/1/take", over="")
            return send(judge, "/judge/1/8/1/record", **form()).status_code

        with ThreadPoolExecutor(2) as pool:
            both = sorted(pool.map(same, judges))
        assert both[0] == 303
        assert both[1] in (303, 409, 422)
    with open_store(event) as store:
        state = store.read()
    recorded = {(g.round, g.table): g.chair(1).comment for g in state.games}
    for number, place in enumerate(games):
        assert recorded[place] == f"game {number}"
    assert all(len(line) == 1 for line in state.versions.values())
    lines = [line for line in state.log if line.what == "record"]
    assert len(lines) == len(state.games)


def test_a_port_that_is_taken_is_said(seating, tmp_path):
    path = make_event(tmp_path / "cup.seating", drawn=False)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = seating("event", "serve", path, "--port", port, fake=False)
    assert done.status == 2
    assert f"port {port}" in done.err
    assert f"--port {port + 1}" in done.err
    wrong = seating("event", "serve", path, "--port", "70000", fake=False)
    assert "a number from 1 to 65535" in wrong.err
    nobody = seating("event", "serve", path, "--new-pin", "Zeus", fake=False)
    assert "has no PIN that could be replaced" in nobody.err
    assert seating("event", "serve", tmp_path / "none.seating", fake=False).status == 2


def test_a_port_that_is_taken_changes_no_pin(seating, tmp_path):
    path = make_event(tmp_path / "cup.seating", drawn=False)
    with open_store(path) as store:
        made = make_pins(store, ["Anna"])
        kept = pins(store)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        options = ("--port", taken.getsockname()[1], "--new-pin", "Anna", "--judge", "Clara")
        done = seating("event", "serve", path, *options, fake=False)
    assert done.status == 2
    assert "No PIN was changed" in done.err
    with open_store(path) as store:
        assert pins(store) == kept
        assert Door(store).enter("Anna", made["Anna"], address="a")[0]


def test_a_pin_is_changed_while_the_pages_run(seating, tmp_path):
    path = make_event(tmp_path / "cup.seating")
    with serving(path, "--judge", "Anna") as server:
        old = entered(server, "Anna", server.pins["Anna"])
        done = seating("event", "serve", path, "--new-pin", "Anna", "--no-pages", fake=False)
        assert done.status == 0
        assert "hold at once" in done.out
        pin = "".join(re.search(r"^  (\d{3}) (\d{3})  Anna$", done.out, re.MULTILINE).groups())
        assert pin != server.pins["Anna"]
        assert old.get("/judge").status_code == 303, "whoever came in by the old one is out"
        entered(server, "Anna", pin)
    with open_store(path) as store:
        line = store.read().log[-1]
    assert (line.what, line.after) == ("new-pin", '{"names": ["Anna"]}')
    assert pin not in line.after


def test_the_address_that_is_printed():
    assert address_of("127.0.0.1", 8000) == "http://127.0.0.1:8000/"
    assert address_of("::1", 8000) == "http://[::1]:8000/"
    assert address_of("tournament.local", 80) == "http://tournament.local:80/"
    anywhere = address_of("0.0.0.0", 8000)
    assert "0.0.0.0" not in anywhere
    assert re.fullmatch(r"http://\d+\.\d+\.\d+\.\d+:8000/", anywhere)
