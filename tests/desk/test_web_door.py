"""Who is let in, and what the pages do not let through: PINs, forged forms, hosts, scripts."""

import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest
from web_cases import NAMES, REAL_HASHER, SCRIPT, copied, form, make_event, pages_of

from desk.web import pins
from desk.web.asking import local
from desk.web.guard import MOST_BYTES
from desk.web.pins import FOR_ONE_NAME, FROM_ONE_ADDRESS, WINDOW_SECONDS, Attempts, make_pins
from schedules.errors import SeatingError
from tournament.flow.simulate import play_round
from tournament.store import open_store

PUBLIC = ["/", "/standings", "/player?q=a", "/wall", "/wall/standings", "/round/1/2", "/login"]
JUDGE = ["/judge", "/judge/1/1/1", "/judge/1/2/1"]
CHIEF = ["/chief", "/chief/log", "/chief/correct/1/1/1"]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    path = make_event(tmp_path_factory.mktemp("played") / "cup.seating")
    with open_store(path) as store:
        play_round(store, seed="one")
    return path


@pytest.fixture
def pages(played, tmp_path):
    with pages_of(copied(played, tmp_path)) as made:
        yield made


def test_pins_are_made_once_and_only_their_hashes_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(pins, "_hasher", REAL_HASHER)
    path = make_event(tmp_path / "cup.seating", drawn=False)
    with open_store(path) as store:
        made = make_pins(store, ["Anna", "  Boris  "])
        assert sorted(made) == ["Anna", "Boris", "chief"]
        assert all(re.fullmatch(r"\d{6}", pin) for pin in made.values())
        assert make_pins(store, ["anna"]) == {}, "she has one"
        assert list(make_pins(store, ["Clara"])) == ["Clara"]
        other = make_pins(store, [], new=["ANNA"])
        assert list(other) == ["Anna"]
        with pytest.raises(SeatingError, match="there is one for: chief, Anna, Boris, Clara"):
            make_pins(store, [], new=["Dora"])
        with pytest.raises(SeatingError, match="name a judge"):
            make_pins(store, ["Chief"])
        kept = [one.hash for one in pins.pins(store)]
    assert all(one.startswith("$argon2id$") for one in kept)
    raw = sqlite3.connect(path)
    dump = "\n".join(raw.iterdump())
    assert not [pin for pin in made.values() if re.search(rf"\b{pin}\b", dump)]


def test_the_right_pin_lets_in_and_a_wrong_one_does_not(pages):
    browser = pages.browser()
    for path in (*JUDGE, *CHIEF):
        answer = browser.get(path)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/login?next={path}")
    browser.get("/login?next=/judge/1/2/1")
    wrong = browser.post("/login", name="Anna", pin="000000x")
    assert (wrong.status_code, "That is not the PIN" in wrong.text) == (403, True)
    nobody = browser.post("/login", name="Nobody", pin=pages.pins["Anna"])
    assert nobody.status_code == 403
    spaced = f"{pages.pins['Anna'][:3]} {pages.pins['Anna'][3:]}"
    right = browser.post("/login", name="Anna", pin=spaced, next="/judge/1/2/1")
    assert (right.status_code, right.headers["location"]) == (303, "/judge/1/2/1")
    cookie = next(c for c in right.headers.get_list("set-cookie") if "seating_visit" in c)
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.casefold()
    token = re.search(r"seating_visit=([^;]+)", cookie)[1]
    dump = "\n".join(sqlite3.connect(pages.store.path).iterdump())
    assert token not in dump, "the store has its hash only"
    assert browser.get("/judge").status_code == 200
    away = browser.post("/logout")
    assert away.headers["location"] == "/"
    assert browser.get("/judge").status_code == 303
    browser.client.cookies.set("seating_visit", token)
    assert browser.get("/judge").status_code == 303, "the cookie is void, wherever it is kept"


def test_a_new_pin_ends_visits_by_the_old_one(pages):
    anna, boris = pages.browser("Anna"), pages.browser("Boris")
    make_pins(pages.store, [], new=["Anna"])
    assert anna.get("/judge").status_code == 303
    assert boris.get("/judge").status_code == 200


def test_a_judge_is_no_chief(pages):
    anna = pages.browser("Anna")
    head = pages.store.read().head
    for path in CHIEF:
        assert anna.get(path).status_code == 403
    for path in ("/chief/penalty", "/chief/draw", "/chief/correct/1/1/1"):
        done = anna.post(path, player="1", points="-1", why="x", confirmed="1", once="1")
        assert done.status_code == 403
    assert pages.store.read().head == head


@pytest.mark.parametrize("token", ["", "wrong", "ключ"])
def test_a_forged_form_does_nothing(pages, token):
    chief, anna = pages.browser("chief"), pages.browser("Anna")
    head = pages.store.read().head
    for browser, path in (
        (chief, "/chief/penalty"), (chief, "/chief/correct/1/1/1"), (anna, "/judge/1/2/1/take"),
        (anna, "/judge/1/2/1/record"), (anna, "/judge/1/2/1/draft"), (anna, "/logout"),
    ):  # fmt: skip
        done = browser.post(path, token=token, player="1", points="-1", why="x", once="1")
        assert done.status_code == 403, path
        assert "from an earlier visit" in done.text
    assert chief.post("/chief/penalty", token=anna.token).status_code == 403, "of another"
    fresh = pages.browser()
    fresh.get("/login")
    fields = {"name": "Anna", "pin": pages.pins["Anna"]}
    assert fresh.post("/login", token=token, **fields).status_code == 403
    assert pages.store.read().head == head
    assert anna.get("/judge").status_code == 200


def test_every_form_that_is_sent_carries_the_token(pages):
    chief = pages.browser("chief")
    chief.after("/judge/1/2/1/take")
    pages_seen = [chief.get(path) for path in (*PUBLIC, *JUDGE, *CHIEF)]
    pages_seen.append(chief.post("/chief/cut"))
    forms = [
        one
        for page in pages_seen
        for one in re.findall(r"<form[^>]*method=\"post\".*?</form>", page.text, re.DOTALL)
    ]
    assert len(forms) > 20
    assert all(f'name="form_token" value="{chief.token}"' in one for one in forms)


def test_pins_cannot_be_tried_for_long(pages):
    now = [0.0]
    pages.site.door.attempts = Attempts(clock=lambda: now[0])
    thief = pages.browser(address="10.0.0.66")
    thief.get("/login")
    for _ in range(FROM_ONE_ADDRESS):
        assert thief.post("/login", name="Anna", pin="1").status_code == 403
    barred = thief.post("/login", name="Boris", pin=pages.pins["Boris"])
    assert (barred.status_code, "Wait 6 minutes" in barred.text) == (429, True)
    assert pages.browser("Boris", address="10.0.0.7").get("/judge").status_code == 200
    for n in range(FOR_ONE_NAME - FROM_ONE_ADDRESS):
        other = pages.browser(address=f"10.0.1.{n}")
        other.get("/login")
        assert other.post("/login", name="ANNA", pin="1").status_code == 403
    anna = pages.browser(address="10.0.0.8")
    anna.get("/login")
    right = {"name": "Anna", "pin": pages.pins["Anna"]}
    assert anna.post("/login", **right).status_code == 429, "this name, from wherever"
    now[0] = WINDOW_SECONDS + 1.0
    assert anna.post("/login", **right).status_code == 303


def test_many_attempts_at_once_are_no_way_around():
    attempts = Attempts(clock=lambda: 0.0)
    with ThreadPoolExecutor(16) as pool:
        waits = list(pool.map(lambda _: attempts.begin("10.0.0.1", "Anna"), range(200)))
    assert sum(wait == 0 for wait in waits) == FROM_ONE_ADDRESS


def test_names_are_text_and_never_html(pages):
    """A player, a judge and a reason are called <script>; every page has it escaped."""
    pages.pins |= make_pins(pages.store, [SCRIPT])
    chief, judge = pages.browser("chief"), pages.browser(SCRIPT)
    judge.after("/judge/1/2/1/take")
    slot = next(
        s for s in pages.store.read().numbers if pages.store.read().occupant(s).name == SCRIPT
    )
    chief.after("/chief/penalty", player=str(slot), points="-1", why=SCRIPT, once="1")
    seen = 0
    paths = (*PUBLIC, *JUDGE, *CHIEF, f"/player?q={SCRIPT}", f"/language/en?back={SCRIPT}")
    for path in paths:
        for answer in (chief.get(path), judge.get(path)):
            assert "<script>alert" not in answer.text, path
            seen += "&lt;script&gt;" in answer.text
    assert seen > 15
    refused = judge.post("/judge/1/2/1/record", **form(fouls_3=SCRIPT, comment_1=f'"{SCRIPT}'))
    assert refused.status_code == 422
    assert "<script>alert" not in refused.text
    assert "&#34;&lt;script&gt;" in refused.text


def test_the_host_that_a_browser_names_is_not_believed(pages):
    browser = pages.browser()
    for path in (*PUBLIC, "/judge", "/language/ru?back=/wall", "/nope", "/judge/"):
        answer = browser.get(path, headers={"Host": "evil.example", "X-Forwarded-Host": "evil.org"})
        assert "evil" not in answer.text
        assert "evil" not in str(answer.headers)


def test_nobody_is_sent_to_another_host():
    for path in (
        "//evil.org",
        "https://evil.org",
        "/\\evil.org",
        "javascript:alert(1)",
        "",
        "/\n/x",
    ):
        assert local(path) == "/"
    assert local("/round/1/2") == "/round/1/2"


def test_headers_that_keep_browsers_on_guard(pages):
    browser = pages.browser("chief")
    for path in (*PUBLIC, *CHIEF, "/static/pages.css", "/nope"):
        headers = browser.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    for path in (*PUBLIC, *JUDGE, *CHIEF):
        text = browser.get(path).text
        assert not re.search(r"<[^>]*\son\w+=|<style|style=\"|https?://", text), path
        assert set(re.findall(r"<script[^>]*>", text)) <= {'<script src="/static/pages.js" defer>'}


@pytest.mark.parametrize(
    "path",
    ["/nope", "/round/9/9", "/round/1/x", "/round/1/99999999999", "/round/٣/1", "/docs",
     "/openapi.json", "/static/../app.py", "/static/app.py", "/round/0/1"],
)  # fmt: skip
def test_a_page_that_there_is_not(pages, path):
    answer = pages.browser().get(path)
    assert answer.status_code == 404
    assert "This did not work" in answer.text
    assert "Traceback" not in answer.text


def test_a_fault_of_the_program_is_a_sentence(pages, monkeypatch, capsys):
    def broken():
        raise RuntimeError("secret detail")

    browser = pages.browser()
    monkeypatch.setattr(pages.site, "state", broken)
    answer = browser.get("/")
    assert answer.status_code == 500
    assert "A fault of the program" in answer.text
    assert "secret detail" not in answer.text
    said = capsys.readouterr().err
    assert "Internal error at / (RuntimeError: secret detail)" in said
    assert "Traceback" not in said


def test_what_is_too_long_is_refused(pages):
    anna = pages.browser("Anna")
    anna.after("/judge/1/2/1/take")
    long = anna.post("/judge/1/2/1/draft", comment_1="x" * (MOST_BYTES + 1))
    assert long.status_code == 413
    many = anna.post("/judge/1/2/1/draft", **{f"x{n}": "1" for n in range(1000)})
    assert many.status_code == 400
    file = anna.client.post("/judge/1/2/1/draft", files={"a": ("a.txt", b"hello")})
    assert file.status_code == 400
    assert anna.get("/judge/1/2/1").status_code == 200


def test_the_names_of_this_file_are_in_the_event(pages):
    state = pages.store.read()
    assert {state.occupant(slot).name for slot in state.numbers} == set(NAMES)
