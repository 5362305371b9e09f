"""Events and browsers for the tests of the judges' pages."""

import re
import shutil
from contextlib import contextmanager

from argon2 import PasswordHasher
from fastapi.testclient import TestClient

from desk.web import pins
from desk.web.app import make_app
from desk.web.pins import make_pins
from desk.web.site import Site
from tournament.flow.drawing import draw
from tournament.flow.registration import new, register
from tournament.store import open_store

SCRIPT = "<script>alert('pwned')</script>"
NAMES = [SCRIPT, 'O\'Neil & "Co"', *(f"Player {n:02d}" for n in range(3, 31))]
REAL_HASHER = pins._hasher
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Hashes that take no time: there are hundreds in these tests."""
ROLES = ["don", "mafia", "mafia", "sheriff", *["civilian"] * 6]


def make_event(path, format_name="tkemali-2016", names=NAMES, *, drawn=True):
    """Make an event of which the first stage is seated."""
    with new(path, format_name, who="organiser") as store:
        register(store, names, state="paid", who="organiser")
        register(store, ["Spare One", "Spare Two"], state="paid", pool=True, who="organiser")
        if drawn:
            draw(store, seed="lottery 7 12 33", without_check_in=True, who="organiser")
    return path


class Pages:
    """The pages of an event, and browsers that look at them."""

    def __init__(self, store, lang="en"):
        self.store = store
        pins._hasher = lambda: CHEAP
        self.pins = make_pins(store, ["Anna", "Boris"])
        self.site = Site(store, lang)
        self.app = make_app(self.site)

    def browser(self, name="", *, address="testclient"):
        return Browser(self, name, address)


class Browser:
    """A browser of somebody; it sends the token of the page that it saw last, as a form does."""

    def __init__(self, pages, name, address):
        self.pages = pages
        self.client = TestClient(pages.app, follow_redirects=False, client=(address, 50000))
        self.token = ""
        if name:
            self.get("/login")
            done = self.post("/login", name=name, pin=pages.pins[name])
            assert done.status_code == 303, done.text
            self.get("/judge")

    def _seen(self, answer):
        found = re.search(r'name="form_token" value="([^"]*)"', answer.text)
        self.token = found[1] if found else self.token
        return answer

    def get(self, path, **how):
        return self._seen(self.client.get(path, **how))

    def post(self, path, *, headers=None, token=None, **fields):
        data = {"form_token": self.token if token is None else token, **fields}
        return self._seen(self.client.post(path, data=data, headers=headers))

    def after(self, path, **fields):
        """Send a form that is taken, and return the page that follows."""
        done = self.post(path, **fields)
        assert done.status_code == 303, done.text
        return self.get(done.headers["location"])

    def typed(self, page, name):
        """Return what stands in a field of a page."""
        box = re.search(rf'<input[^>]*name="{name}"[^>]*>', page.text)
        if box and 'type="radio"' not in box[0]:
            found = re.search(r'value="([^"]*)"', box[0])
            return found[1] if found else ""
        for one in re.findall(rf'<input type="radio" name="{name}"[^>]*>', page.text):
            if "checked" in one:
                return re.search(r'value="([^"]*)"', one)[1]
        select = re.search(rf'<select name="{name}".*?</select>', page.text, re.DOTALL)
        found = select and re.search(r'<option value="([^"]*)" selected', select[0])
        return found[1] if found else ""


@contextmanager
def pages_of(path, **how):
    with open_store(path) as store:
        yield Pages(store, **how)


def copied(source, folder):
    return shutil.copy(source, folder / "cup.seating")


def form(*, result="red", roles=ROLES, **more):
    """Return the fields of a protocol: don 1, mafia 2 and 3, sheriff 4, the others civilians."""
    return {"result": result, **{f"role_{s}": role for s, role in enumerate(roles, 1)}, **more}
