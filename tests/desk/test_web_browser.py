"""The script of the protocol in a real browser: saved while typed, kept without a server."""

import json
import re
import shutil
import subprocess
import sys
import time
import urllib.request

import pytest
from test_web_process import Server, entered, send
from web_cases import copied, make_event

from tournament.flow.drawing import draw
from tournament.flow.simulate import play_round
from tournament.flow.trouble import disqualify
from tournament.store import open_store

websocket = pytest.importorskip("websocket", reason="websocket-client is not installed")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine"),
    pytest.mark.skipif(sys.platform == "win32", reason="the browser is started as on Linux"),
]
PAGES = (
    "/", "/standings", "/player?q=player", "/wall", "/wall/standings", "/login", "/judge",
    "/judge/1/1/1", "/judge/1/2/1", "/chief", "/chief/log", "/chief/correct/1/1/1", "/nope",
)  # fmt: skip
PATIENCE = 20
PHONE = 390
STATUS = "document.querySelector('[data-status]').innerText"
SAVED = f"localStorage.length === 0 && {STATUS}.startsWith('Draft saved')"


class Chromium:
    """A headless browser, told what to do by its own protocol."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [
                CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu",
                "--remote-debugging-port=0", "--remote-allow-origins=*",
                f"--user-data-dir={folder}", "about:blank",
            ],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        for line in self.process.stderr:
            found = re.search(r"ws://([^/]+)/", line)
            if found:
                break
        with urllib.request.urlopen(f"http://{found[1]}/json/list") as answer:
            pages = json.load(answer)
        page = next(one for one in pages if one["type"] == "page")
        self.socket = websocket.create_connection(page["webSocketDebuggerUrl"], timeout=PATIENCE)
        self.count = 0
        self.ask(
            "Emulation.setDeviceMetricsOverride", width=PHONE, height=844, deviceScaleFactor=1,
            mobile=True,
        )  # fmt: skip

    def ask(self, method, **values):
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": values}))
        while True:
            told = json.loads(self.socket.recv())
            if told.get("id") == self.count:
                assert "error" not in told, told
                return told["result"]

    def run(self, script):
        told = self.ask("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    def open(self, address):
        self.ask("Page.navigate", url=address)
        self.until(f"location.href === {address!r} && document.readyState === 'complete'")

    def until(self, script):
        end = time.monotonic() + PATIENCE
        while not self.run(script):
            assert time.monotonic() < end, (script, self.run("document.body.innerText"))
            time.sleep(0.1)

    def type(self, name, text):
        """Put the caret into a field and type, as fingers do."""
        self.run(f"document.querySelector('[name={name}]').focus()")
        self.ask("Input.insertText", text=text)

    def close(self):
        self.socket.close()
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def chromium(tmp_path):
    browser = Chromium(tmp_path / "profile")
    yield browser
    browser.close()


def visit_of(client):
    return client.cookies["seating_visit"]


def test_typed_saved_lost_and_found_again(tmp_path, chromium):
    """Typed without a server, kept on the phone; sent by itself when the server is back."""
    event = copied(make_event(tmp_path / "made.seating"), tmp_path)
    first = Server(event, "--port", "0", "--judge", "Anna", "--judge", "Boris")
    port = first.address.rpartition(":")[2]
    game = f"{first.address}/judge/1/1/1"
    try:
        anna = entered(first, "Anna", first.pins["Anna"])
        send(anna, "/judge/1/1/1/take")
        chromium.open(first.address + "/login")
        chromium.ask(
            "Network.setCookie", name="seating_visit", value=visit_of(anna), url=first.address
        )
        chromium.open(game)
        chromium.run("document.querySelector('#seat-1 details').open = true")
        assert "saved as you type" in chromium.run(STATUS)
        chromium.type("comment_1", "saved")
        chromium.until(SAVED)
        assert 'value="saved"' in anna.get("/judge/1/1/1").text
    finally:
        first.kill()
    chromium.type("comment_1", " and lost")
    chromium.until(f"{STATUS}.includes('No connection')")
    assert "and lost" in chromium.run("JSON.stringify(localStorage)")

    second = Server(event, "--port", port)
    try:
        chromium.until(SAVED)
        anna.base_url = second.address
        assert 'value="saved and lost"' in anna.get("/judge/1/1/1").text
    finally:
        second.kill()

    chromium.type("comment_1", ", closed")
    chromium.until(f"{STATUS}.includes('No connection')")
    chromium.ask("Page.navigate", url="about:blank")  # the page is closed while nobody answers
    third = Server(event, "--port", port)
    try:
        anna.base_url = third.address
        assert 'value="saved and lost"' in anna.get("/judge/1/1/1").text
        chromium.open(game)
        chromium.until("document.querySelector('[name=comment_1]').value.endsWith(', closed')")
        chromium.until(SAVED)
        assert 'value="saved and lost, closed"' in anna.get("/judge/1/1/1").text

        boris = entered(third, "Boris", first.pins["Boris"])
        send(boris, "/judge/1/1/1/take", over="Anna")
        chromium.type("comment_1", "!")
        chromium.until(f"{STATUS}.includes('Boris took')")
        assert 'value="saved and lost, closed"' in boris.get("/judge/1/1/1").text
    finally:
        third.kill()


def test_the_form_can_be_filled_by_the_keyboard_alone(tmp_path, chromium):
    """Tab goes through the form in the order of the seats, with nothing that only a mouse opens."""
    event = copied(make_event(tmp_path / "made.seating"), tmp_path)
    server = Server(event, "--port", "0", "--judge", "Anna")
    try:
        anna = entered(server, "Anna", server.pins["Anna"])
        send(anna, "/judge/1/1/1/take")
        chromium.open(server.address + "/login")
        chromium.ask(
            "Network.setCookie", name="seating_visit", value=visit_of(anna), url=server.address
        )
        chromium.open(server.address + "/judge/1/1/1")
        seen = []
        for _ in range(90):
            for kind in ("keyDown", "keyUp"):
                chromium.ask("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab",
                             windowsVirtualKeyCode=9)  # fmt: skip
            seen.append(
                chromium.run("document.activeElement.name || document.activeElement.innerText")
            )
            if seen[-1] == "Save draft":
                break
        roles = [name for name in seen if re.fullmatch(r"role_\d+", name)]
        assert roles == [f"role_{seat}" for seat in range(1, 11)]
        assert seen.index("result") < seen.index("first_killed") < seen.index("role_1")
        assert seen.index("exit, comment") > seen.index("fouls_1")
        assert seen[-2:] == ["Record", "Save draft"]
    finally:
        server.kill()


def test_no_page_is_wider_than_a_phone(tmp_path, chromium):
    path = make_event(tmp_path / "cup.seating")
    with open_store(path) as store:
        play_round(store, seed="one")
        disqualify(store, "Player 11", who="chief", why="left")
    server = Server(path, "--port", "0", "--judge", "Anna")
    try:
        chief = entered(server, "chief", server.pins["chief"])
        send(chief, "/judge/1/2/1/take")
        chromium.open(server.address + "/login")
        chromium.ask(
            "Network.setCookie", name="seating_visit", value=visit_of(chief), url=server.address
        )
        wide = []
        for lang in ("en", "ru"):
            chromium.ask("Network.setCookie", name="seating_lang", value=lang, url=server.address)
            for page in PAGES:
                chromium.open(server.address + page)
                assert chromium.run("document.documentElement.lang") == lang
                chromium.run("document.querySelectorAll('details').forEach(d => d.open = true)")
                width = chromium.run("document.documentElement.scrollWidth")
                wide += [(page, lang, width)] if width > PHONE else []
                inner = "Math.max(0, ...[...document.querySelectorAll('.scroll')]"
                inner += ".map(e => e.scrollWidth - e.clientWidth))"
                if page == "/standings":
                    assert chromium.run(inner) == 0, "nor is the table"
        assert wide == []
    finally:
        server.kill()


@pytest.mark.parametrize(
    ("format_name", "count"), [("tkemali-2016", 30), ("white-nights-2016", 40)]
)
def test_the_wall_fits_on_its_screen(tmp_path, chromium, format_name, count):
    """Names of 20 letters and one of 40, three tables and four: all on 1920 by 1080, no less."""
    names = [f"Firstname Lastname {n:02d}" for n in range(2, count + 1)]
    path = make_event(tmp_path / "cup.seating", format_name, [*names, "Anna-Maria " + "Long" * 8])
    with open_store(path) as store:
        play_round(store, seed="one")
        if store.read().current is None:
            draw(store, without_check_in=True)
    server = Server(path, "--port", "0")
    try:
        chromium.ask(
            "Emulation.setDeviceMetricsOverride", width=1920, height=1080, deviceScaleFactor=1,
            mobile=False,
        )  # fmt: skip
        for page in ("/wall", "/wall/standings"):
            chromium.open(server.address + page)
            assert chromium.run("document.documentElement.scrollHeight") <= 1080, page
            assert chromium.run("document.documentElement.scrollWidth") <= 1920, page
            size = "parseFloat(getComputedStyle(document.querySelector('li')).fontSize)"
            assert chromium.run(size) >= 24, "big letters"
    finally:
        server.kill()
