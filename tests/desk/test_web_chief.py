"""The chief judge's pages: corrections, draws, the cut, decisions, and what is refused."""

import json
import re

import pytest
from web_cases import copied, form, make_event, pages_of

from tournament.flow.ranking import table_of
from tournament.flow.simulate import play_round
from tournament.store import open_store


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


def slot_of(pages, name):
    state = pages.store.read()
    return next(str(s) for s in state.numbers if state.occupant(s).name == name)


def once(page, step):
    """Return the number of a form that is sent once."""
    found = re.search(
        rf'action="/chief/{step}".*?name="once" value="([^"]+)"', page.text, re.DOTALL
    )
    return found[1]


def confirmed(chief, step, **fields):
    """Send a step, see it shown again, confirm it, and return the page that follows."""
    shown = chief.post(f"/chief/{step}", **fields)
    assert shown.status_code == 200
    assert 'name="confirmed" value="1"' in shown.text
    return chief.after(f"/chief/{step}", confirmed="1", once=once(shown, step), **fields)


def test_a_correction_needs_its_reason_and_keeps_the_old_one(pages):
    chief = pages.browser("chief")
    page = chief.get("/chief/correct/1/1/1")
    game = pages.store.read().game("qualification", 1, 1)
    assert chief.typed(page, "result") == game.result
    assert [chief.typed(page, f"role_{s}") for s in range(1, 11)] == [c.role for c in game.chairs]
    other = "black" if game.result == "red" else "red"
    fields = {
        name: chief.typed(page, name)
        for name in re.findall(r'name="(\w+)"', page.text)
        if name not in ("form_token", "why")
    }
    fields |= {"result": other} | {f"extras_{s}": "" for s in range(1, 11)}
    refused = chief.post("/chief/correct/1/1/1", **fields)
    assert refused.status_code == 422
    assert "A correction needs its reason" in refused.text
    assert chief.typed(refused, "result") == other
    assert pages.store.read().game("qualification", 1, 1) == game
    done = chief.after("/chief/correct/1/1/1", **fields, why="the judge misread the form")
    assert "1 protocol corrected; the old one stays in the log." in done.text
    assert re.search(r"place \d+ → \d+", done.text), "it is said whose place moved"
    line = pages.store.read().log[-1]
    assert (line.who, line.what, line.why) == ("chief", "correct", "the judge misread the form")
    assert json.loads(json.loads(line.before)["games"][0])["result"] == game.result
    versions = pages.store.read().versions["qualification", 1, 1]
    assert [one.game.result for one in versions] == [game.result, other]
    assert versions[1].game.judge == game.judge
    assert versions[1].game.first_killed == game.first_killed
    log = chief.get("/chief/log").text
    assert "the judge misread the form" in log
    told = re.search(r"<details><summary>what changed</summary>(.*?)</details>", log, re.DOTALL)[1]
    before, after = told.split("After:")
    assert f"<li>result: {game.result}</li>" in before
    assert f"<li>result: {other}</li>" in after
    rewarded = next(chair for chair in game.chairs if chair.extras)
    assert re.search(
        rf"<li>{rewarded.seat}. {re.escape(rewarded.player)}: extra points: \d", before
    )
    assert re.search(rf"<li>{rewarded.seat}. {re.escape(rewarded.player)}: extra points: –", after)


def test_a_wrong_correction_is_refused_beside_the_seat(pages):
    chief = pages.browser("chief")
    refused = chief.post("/chief/correct/1/1/1", **form(role_5="mafia", fouls_6="4", why="x"))
    assert refused.status_code == 422
    assert "4 fouls, and he did not leave" in refused.text
    assert chief.typed(refused, "why") == "x"
    nothing = chief.get("/chief/correct/1/2/1")
    assert nothing.headers["location"] == "/judge/1/2/1", "not recorded yet"


def test_what_a_form_does_not_show_stays_in_a_correction(pages):
    """Votes that an importer brought are no field of the page, and are not lost by it."""
    from dataclasses import replace

    from tournament.flow.games import correct

    game = pages.store.read().game("qualification", 1, 1)
    correct(pages.store, [replace(game, record={"votes": [[1, 2]]})], who="o", why="import")
    chief = pages.browser("chief")
    chief.after("/chief/correct/1/1/1", **form(), why="roles")
    kept = pages.store.read().game("qualification", 1, 1)
    assert kept.record == {"votes": [[1, 2]]}
    assert [chair.role for chair in kept.chairs][:2] == ["don", "mafia"]


def test_a_penalty_once_though_the_button_is_pressed_twice(pages):
    chief = pages.browser("chief")
    page = chief.get("/chief")
    fields = {"player": slot_of(pages, "Player 05"), "points": "-1,5", "why": "phone"}
    number = once(page, "penalty")
    done = chief.after("/chief/penalty", once=number, **fields)
    assert "Player 05" in done.text
    assert "-1.5 points" in done.text
    again = chief.after("/chief/penalty", once=number, **fields)
    assert "This was done already" in again.text
    outside = pages.store.read().outside
    assert [(str(one.adjustment.points), one.adjustment.reason) for one in outside] == [
        ("-3/2", "phone")
    ]


@pytest.mark.parametrize(
    ("step", "fields", "said"),
    [
        ("penalty", {"points": "0", "why": "x"}, "0 points change nothing"),
        ("penalty", {"points": "lots", "why": "x"}, "is no number; write -1 or 0.5"),
        ("penalty", {"points": "-1", "why": " "}, "Write the reason: it stays in the log."),
        ("late", {"minutes": "40"}, "not the first of a day"),
        ("late", {"minutes": "soon"}, "is no whole number"),
        ("missed", {}, "Who misses a game is disqualified"),
        ("replace", {"substitute": "Zeus", "why": "x"}, "not in the pool of substitutes"),
        ("swap", {"other": "Player 05", "why": "x"}, "cannot change chairs with himself"),
        ("draw", {}, "This is no longer possible here"),
        ("cut", {}, "The round is being played."),
        ("finish", {}, "The round is being played."),
        ("undo", {"line": "1", "why": "x"}, "cannot be taken back"),
        ("undo", {"line": "99", "why": "x"}, "The log has no line 99"),
    ],
)  # fmt: skip
def test_what_the_event_refuses_is_its_own_sentence(pages, step, fields, said):
    chief = pages.browser("chief")
    head = pages.store.read().head
    fields = {"player": slot_of(pages, "Player 05"), "once": "n", "confirmed": "1", **fields}
    done = chief.post(f"/chief/{step}", **fields)
    assert done.status_code == 409
    alert = re.search(r'<p class="refused" role="alert">(.*?)</p>', done.text, re.DOTALL)[1]
    assert said in alert
    assert pages.store.read().head == head
    if step == "penalty" and fields["why"].strip():
        assert chief.typed(done, "why") == "x", "what was typed is still there"
    again = chief.post(f"/chief/{step}", **fields)
    assert again.status_code == 409, "a refused form may be sent again"


def test_disqualified_and_taken_back(pages):
    chief = pages.browser("chief")
    fields = {"player": slot_of(pages, "Player 05"), "substitute": "", "why": "a hint"}
    done = confirmed(chief, "disqualify", **fields)
    assert "Player 05" in done.text
    assert "Spare One takes over the slot" in done.text
    state = pages.store.read()
    assert state.occupant(int(fields["player"])).name == "Spare One"
    number = state.log[-1].id
    assert f'name="line" value="{number}"' in chief.get("/chief/log").text
    shown = chief.post("/chief/undo", line=str(number))
    assert "disqualify Player 05 a hint" in shown.text
    confirmed(chief, "undo", line=str(number), why="mistaken")
    state = pages.store.read()
    assert state.occupant(int(fields["player"])).name == "Player 05"
    assert [(one.who, one.what, one.why) for one in state.log[-2:]] == [
        ("chief", "disqualify", "a hint"), ("chief", "undo", "mistaken"),
    ]  # fmt: skip
    assert f'name="line" value="{number}"' not in chief.get("/chief/log").text


def test_two_change_chairs_and_a_substitute_takes_over(pages):
    chief = pages.browser("chief")
    one, other = slot_of(pages, "Player 05"), slot_of(pages, "Player 06")
    before = pages.store.read().current
    places = before.place(int(one)), before.place(int(other))
    chief.after("/chief/swap", player=one, other=other, why="light", once="1")
    after = pages.store.read().current
    assert (after.place(int(other)), after.place(int(one))) == places
    confirmed(chief, "replace", player=one, substitute="Spare Two", why="ill")
    assert pages.store.read().occupant(int(one)).name == "Spare Two"


def test_the_first_draw_asks_for_its_seed(tmp_path):
    path = make_event(tmp_path / "cup.seating", drawn=False)
    with pages_of(path) as pages:
        chief = pages.browser("chief")
        page = chief.get("/chief")
        assert "To be drawn: 30 of 30 players." in page.text
        assert 'name="seed"' in page.text
        shown = chief.post("/chief/draw", seed="lottery 1 2 3")
        assert "lottery 1 2 3" in shown.text
        assert pages.store.read().phase == "registration", "not before it is confirmed"
        done = chief.after(
            "/chief/draw", seed="lottery 1 2 3", confirmed="1", once=once(shown, "draw")
        )
        assert "Slots drawn from the seed &#39;lottery 1 2 3&#39;" in done.text
        state = pages.store.read()
        assert (state.seed, len(state.rounds), state.log[-1].who) == ("lottery 1 2 3", 9, "chief")


@pytest.mark.slow
def test_a_whole_tournament_is_led_from_the_page(tmp_path):
    """Tkemali: 9 rounds, the cut, the final, the end; the page offers what is due, no more."""
    path = make_event(tmp_path / "cup.seating", drawn=False)
    offered = []
    with pages_of(path) as pages:
        chief = pages.browser("chief")
        for day in (1, 2):
            assert "30 players checked in" in come(chief, day).text
        for _ in range(40):
            page = chief.get("/chief")
            due = re.search(r'<section class="due">.*?</section>', page.text, re.DOTALL)[0]
            steps = re.findall(r'action="/chief/([\w-]+)"', due)
            assert len(steps) <= 1
            if steps:
                offered += steps
                seed = {"seed": "lottery"} if 'name="seed"' in due else {}
                done = confirmed(chief, steps[0], **seed)
            elif pages.store.read().phase == "finished":
                break
            else:
                play_round(pages.store, seed="x")
        assert offered == ["draw", "cut", "draw", "finish"]
        first = table_of(pages.store.read()).rows[0].occupant
        assert f"<p>1. {first}," in done.text
        assert pages.store.read().phase == "finished"
        assert "seating event archive" in chief.get("/chief").text
        again = chief.post("/chief/penalty", player="1", points="-1", why="x", once="z")
        assert "The tournament is finished" in again.text


def come(chief, day, *, without=()):
    """Check in who is due on a day, but for some."""
    page = chief.get(f"/chief/presence?day={day}")
    people = re.findall(r'name="(there_\d+)" value="1" checked> ([^<]+)<', page.text)
    there = {name: "1" for name, who in people if who not in without}
    return chief.after("/chief/check-in", day=str(day), once=once(page, "check-in"), **there)


def test_who_has_not_checked_in_is_named_before_the_draw(tmp_path):
    """White Nights draws its first round when all are there, or all the same, knowingly."""
    names = [f"Player {n:02d}" for n in range(1, 41)]
    path = make_event(tmp_path / "cup.seating", "white-nights-2016", names, drawn=False)
    with pages_of(path) as pages:
        chief = pages.browser("chief")
        assert "38 players checked in" in come(chief, 1, without=names[3:5]).text
        assert "Player 04" in chief.get("/chief/presence").text
        shown = chief.post("/chief/draw", seed="lottery")
        asked = chief.post("/chief/draw", seed="lottery", confirmed="1", once=once(shown, "draw"))
        assert "Player 04, Player 05" in asked.text
        assert pages.store.read().phase == "registration"
        fields = {"seed": "lottery", "confirmed": "1"}
        assert chief.typed(asked, "without_check_in") == "1"
        done = chief.after("/chief/draw", without_check_in="1", once=once(asked, "draw"), **fields)
        assert "Seated: " in done.text
        assert len(pages.store.read().rounds) == 1
        assert "not_checked_in" in pages.store.read().log[-1].after
        come(chief, 1)
        assert "Everybody who is due has checked in" in chief.get("/chief/presence?day=1").text


SITTING_OUT = """
title = "A day"
title_ru = "День"
source = "made for this test"
rules = "fiim-v7"
players = 20
seats = 10

[conduct]
empty_seat = "sit-out"
missed_round = "nothing"
leaving = "withdrawn"
substitutes = false
replays = "free"

[[days]]

[[stages]]
name = "main"
title = "Games"
title_ru = "Игры"
rounds = 3
tables = 2
seating = ["matrix"]
"""


def test_what_would_seat_others_is_shown_before_it_is_done(tmp_path, monkeypatch):
    """One of twenty leaves: nine sit out in turn, and everybody may have to sit elsewhere."""
    monkeypatch.setattr("tournament.flow.reseating.SECONDS", 1.5)
    format_ = tmp_path / "day.toml"
    format_.write_text(SITTING_OUT, "utf-8")
    names = [f"Player {n:02d}" for n in range(1, 21)]
    path = make_event(tmp_path / "cup.seating", str(format_), names)
    with pages_of(path) as pages:
        play_round(pages.store, seed="one")
        before = [one.tables for one in pages.store.read().rounds]
        chief = pages.browser("chief")
        fields = {"player": slot_of(pages, "Player 05"), "substitute": "", "why": "a train"}
        shown = chief.post("/chief/withdraw", **fields)
        proposed = chief.post(
            "/chief/withdraw", confirmed="1", once=once(shown, "withdraw"), **fields
        )
        assert "Others would sit elsewhere in the rounds left" in proposed.text
        report = re.search(r'<pre class="report">(.*?)</pre>', proposed.text, re.DOTALL)[1]
        assert "Player 0" in report
        assert [one.tables for one in pages.store.read().rounds] == before
        code = chief.typed(proposed, "accept")
        assert code
        done = chief.after(
            "/chief/withdraw", confirmed="1", once=once(proposed, "withdraw"), accept=code, **fields
        )
        assert "Player 05" in done.text
        after = pages.store.read()
        assert after.rounds[0].tables == before[0], "what is played stays"
        assert [one.tables for one in after.rounds][1:] != before[1:]
        assert len(after.current.in_play) == 1
        listed = chief.get("/judge").text
        number = after.current.in_play[0]
        assert f'href="/judge/1/2/{number}"' in listed
        assert f'href="/judge/1/2/{3 - number}"' not in listed, "nobody sits there"
        assert chief.get(f"/judge/1/2/{3 - number}").status_code == 404
        assert "Sit out" in chief.get("/").text
