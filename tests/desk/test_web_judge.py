"""The protocol on the judge's page: entered, refused beside the seat, kept while half entered."""

import re

import pytest
from web_cases import ROLES, copied, form, make_event, pages_of

from tournament.flow.trouble import missed, withdraw
from tournament.formats_file import load_format
from tournament.store.notes import drafts

GAME = "/judge/1/1/2"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    return make_event(tmp_path_factory.mktemp("drawn") / "cup.seating")


@pytest.fixture
def pages(drawn, tmp_path):
    with pages_of(copied(drawn, tmp_path)) as made:
        yield made


def names_at(pages, table):
    state = pages.store.read()
    one = state.rounds[0]
    return [state.occupant(slot).name for slot in one.tables[table - 1]]


def test_a_protocol_from_the_empty_form_to_the_record(pages):
    anna = pages.browser("Anna")
    listed = anna.get("/judge").text
    assert [listed.count(f'href="/judge/1/1/{t}"') for t in (1, 2, 3)] == [1, 1, 1]
    looked = anna.get(GAME).text
    assert "Enter the protocol" in looked
    assert "protocolform" not in looked, "looking takes nothing"
    page = anna.after(f"{GAME}/take")
    for seat, name in enumerate(names_at(pages, 2), 1):
        shown = name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        shown = shown.replace("'", "&#39;").replace('"', "&#34;")
        assert f'<span class="n">{seat}</span>' in page.text
        assert f'<span class="name">{shown}</span>' in page.text
    done = anna.after(
        f"{GAME}/record",
        **form(
            first_killed="5", best_move_1="1", best_move_2="2", best_move_3="7", extras_6="1",
            fouls_8="4", exit_8="fouls", exit_2="vote", exit_number_2="3", comment_9="left early",
        ),
    )  # fmt: skip
    assert "Recorded: Qualifying rounds, round 1, table 2." in done.text
    game = pages.store.read().game("qualification", 1, 2)
    assert (game.result, game.first_killed, game.best_move, game.judge) == (
        "red", 5, (1, 2, 7), "Anna",
    )  # fmt: skip
    assert [chair.role for chair in game.chairs] == ROLES
    assert [chair.player for chair in game.chairs] == names_at(pages, 2)
    assert [str(p) for p in game.chair(6).extras] == ["1"]
    assert (game.chair(8).fouls, game.chair(8).exit.kind) == (4, "fouls")
    assert (game.chair(2).exit.kind, game.chair(2).exit.number) == ("vote", 3)
    assert game.chair(9).comment == "left early"
    line = pages.store.read().log[-1]
    assert (line.who, line.what) == ("Anna", "record")
    looked = anna.get(GAME).text
    assert "Only the chief judge can correct it" in looked
    assert "protocolform" not in looked


@pytest.mark.parametrize(
    ("wrong", "seat", "said"),
    [
        ({"role_5": "mafia"}, None, "should be 6 civilian, 1 sheriff, 2 mafia, 1 don"),
        ({"extras_4": "1", "extras_5": "0.5", "extras_1": "0.5"}, 4, "2 at most may"),
        ({"extras_1": "1"}, 1, "+1 to a loser is no award"),
        ({"extras_4": "1", "extras_5": "1"}, 5, "once a game is the most"),
        ({"best_move_1": "2"}, None, "nobody was killed first"),
        ({"first_killed": "5", "best_move_1": "5"}, 5, "names himself"),
        ({"first_killed": "5", "best_move_1": "2", "best_move_2": "2"}, 5, "names a seat twice"),
        ({"first_killed": "5", "exit_5": "vote", "exit_number_5": "2"}, 5, "left otherwise"),
        ({"fouls_7": "4"}, 7, "4 fouls, and he did not leave"),
        ({"fouls_7": "9"}, 7, "9 fouls cannot be"),
        ({"fouls_7": "many"}, 7, "write a whole number"),
        ({"extras_7": "a lot"}, 7, "write numbers"),
        ({"penalties_7": "-1"}, 7, "which tkemali-2016 does not know"),
        ({"exit_7": "sideways"}, 7, "choose one of the list"),
        ({"role_7": "jester"}, 7, "write civilian, sheriff, mafia or don"),
        ({"result": ""}, None, "say who won"),
    ],
)  # fmt: skip
def test_what_the_rules_forbid_is_said_beside_the_seat(pages, wrong, seat, said):
    anna = pages.browser("Anna")
    anna.after(f"{GAME}/take")
    fields = form(**{"comment_10": "a word that stays", **wrong})
    page = anna.post(f"{GAME}/record", **fields)
    assert page.status_code == 422
    cards = dict(re.findall(r'<li id="seat-(\d+)"(.*?)</li>', page.text, re.DOTALL))
    top = page.text[page.text.index('id="faults"') :].split("</div>")[0]
    assert said in top
    if seat is not None:
        assert said in cards[str(seat)], "beside its seat"
        assert 'class="seat wrong"' in f'<li id="seat-{seat}"{cards[str(seat)]}'
    assert anna.typed(page, "comment_10") == "a word that stays"
    for name, text in fields.items():
        if text not in ("sideways", "jester"):  # what no list offers cannot be chosen in it
            assert anna.typed(page, name) == text or name in ("fouls_7",), name
    assert pages.store.read().games == ()
    again = anna.get(GAME)
    assert anna.typed(again, "comment_10") == "a word that stays", "the draft has it too"


def test_the_words_of_a_refusal_in_russian(pages):
    anna = pages.browser("Anna")
    anna.get("/language/ru")
    anna.after(f"{GAME}/take")
    page = anna.post(f"{GAME}/record", **form(role_5="mafia", extras_1="0.5", extras_2="0.5"))
    assert "роли: 5 мирный, 1 шериф, 3 мафия, 1 дон" in page.text.casefold()
    assert "+0,5 проигравшему - дано раз: 2, а можно один раз за игру" in page.text


def test_a_draft_outlives_the_browser_and_has_no_log_line(pages):
    head = pages.store.read().head
    anna = pages.browser("Anna")
    anna.after(f"{GAME}/take")
    page = anna.after(f"{GAME}/draft", result="black", role_3="don", comment_1="half")
    assert "Draft saved at" in page.text
    again = pages.browser("Anna").get(GAME)
    assert [anna.typed(again, name) for name in ("result", "role_3", "comment_1")] == [
        "black", "don", "half",
    ]  # fmt: skip
    assert "yours, not yet recorded" in anna.get("/judge").text
    assert pages.store.read().head == head
    assert "protocolform" in again.text


def test_a_draft_of_the_script(pages):
    anna = pages.browser("Anna")
    anna.after(f"{GAME}/take")
    script = {"Accept": "application/json"}
    first = anna.post(f"{GAME}/draft", headers=script, role_3="don").json()
    second = anna.post(f"{GAME}/draft", headers=script, role_3="sheriff").json()
    assert (first["version"], second["version"]) == (1, 2)
    assert anna.typed(anna.get(GAME), "role_3") == "sheriff"
    anna.client.cookies.delete("seating_visit")
    lost = anna.post(f"{GAME}/draft", headers=script, role_3="don")
    assert lost.status_code == 403
    assert "no longer logged in" in lost.json()["refused"]


def test_the_second_judge_sees_who_holds_a_game_and_may_take_it_over(pages):
    anna, boris = pages.browser("Anna"), pages.browser("Boris")
    anna.after(f"{GAME}/take")
    anna.after(f"{GAME}/draft", result="black", comment_1="by Anna")
    assert re.search(r"Anna since \d\d:\d\d", boris.get("/judge").text)
    seen = boris.get(GAME)
    assert "Anna has been entering this protocol since" in seen.text
    assert "protocolform" not in seen.text
    refused = boris.post(f"{GAME}/record", **form())
    assert refused.status_code == 409
    assert pages.store.read().games == ()
    stays = boris.after(f"{GAME}/take")  # without knowing of Anna
    assert "protocolform" not in stays.text
    page = boris.after(f"{GAME}/take", over="Anna")
    assert boris.typed(page, "comment_1") == "by Anna", "what was entered goes with it"
    late = anna.post(f"{GAME}/draft", result="red", comment_1="more by Anna")
    assert late.status_code == 409
    assert "Boris took this game over at" in late.text
    assert anna.typed(late, "comment_1") == "more by Anna", "nothing typed is lost"
    assert boris.typed(boris.get(GAME), "comment_1") == "by Anna"
    mine = anna.after(f"{GAME}/take", over="Boris", result="red", comment_1="more by Anna")
    assert anna.typed(mine, "comment_1") == "more by Anna"
    script = {"Accept": "application/json"}
    told = boris.post(f"{GAME}/draft", headers=script, result="red")
    assert (told.status_code, "Anna" in told.json()["refused"]) == (409, True)


def test_a_game_given_back_is_free(pages):
    anna, boris = pages.browser("Anna"), pages.browser("Boris")
    anna.after(f"{GAME}/take")
    boris.after(f"{GAME}/let-go")  # not his to give back
    assert "Anna since" in boris.get("/judge").text
    anna.after(f"{GAME}/let-go")
    page = boris.after(f"{GAME}/take")
    assert "protocolform" in page.text


def test_recorded_by_another_in_the_meantime(pages):
    anna, boris = pages.browser("Anna"), pages.browser("Boris")
    anna.after(f"{GAME}/take")
    anna.after(f"{GAME}/record", **form())
    late = boris.post(f"{GAME}/record", **form(result="black", comment_1="mine"))
    assert late.status_code == 422
    assert "recorded already, and otherwise" in late.text
    assert boris.typed(late, "comment_1") == "mine"
    draft = boris.post(f"{GAME}/draft", **form(result="black", comment_1="mine"))
    assert (draft.status_code, boris.typed(draft, "comment_1")) == (409, "mine")
    same = anna.post(f"{GAME}/record", **form())
    assert same.status_code == 303, "the same again changes nothing"
    assert len(pages.store.read().versions["qualification", 1, 2]) == 1


def test_only_fields_of_a_protocol_are_kept(pages):
    anna = pages.browser("Anna")
    anna.after(f"{GAME}/take")
    anna.after(f"{GAME}/draft", evil="x" * 999, role_99="don", comment_1="y" * 999)
    kept = drafts(pages.store)["qualification", 1, 2].fields
    assert set(kept) == {"comment_1"}
    assert len(kept["comment_1"]) == 500


def test_a_stand_in_is_named_by_the_judge(tmp_path):
    """White Nights has no substitutes: who leaves is played for by anybody, for nobody's points."""
    names = [f"Player {n}" for n in range(1, 41)]
    path = make_event(tmp_path / "cup.seating", "white-nights-2016", names)
    with pages_of(path) as pages:
        withdraw(pages.store, "Player 7", who="chief", why="ill")
        state = pages.store.read()
        one = state.rounds[0]
        table, seat = one.place(next(s for s in state.numbers if s in state.out))
        anna = pages.browser("Anna")
        game = f"/judge/1/1/{table}"
        page = anna.after(f"{game}/take")
        assert re.findall(r'name="player_(\d+)"', page.text) == [str(seat)], "only his chair"
        nameless = anna.post(f"{game}/record", **form())
        assert "name the player" in nameless.text
        seated = form(**{f"player_{seat}": names_of_another_table(state, one, table)})
        elsewhere = anna.post(f"{game}/record", **seated)
        assert "A stand-in plays here, and" in elsewhere.text
        anna.after(f"{game}/record", **form(**{f"player_{seat}": "Guest Gleb"}))
        chair = pages.store.read().game(*one.moment, table).chair(seat)
        assert (chair.player, chair.substitute) == ("Guest Gleb", True)


def names_of_another_table(state, one, table):
    return state.occupant(one.tables[table % len(one.tables)][0]).name


def test_rules_with_a_range_of_extra_points_and_an_automatic_bonus(tmp_path):
    """FIIM: any number of extra points, penalties of the judge, a bonus that he may take away."""
    names = [f"Player {n}" for n in range(1, 11)]
    path = make_event(tmp_path / "cup.seating", "one-table-club-night", names)
    with pages_of(path) as pages:
        anna = pages.browser("Anna")
        game = "/judge/1/1/1"
        page = anna.after(f"{game}/take")
        assert page.text.count('name="autobonus_') == 10
        assert len(re.findall(r'name="autobonus_\d+" value="1" checked', page.text)) == 10
        bonus = {f"autobonus_{seat}": "1" for seat in range(1, 11) if seat != 7}
        anna.after(
            f"{game}/record", **form(extras_5="0,3", penalties_6="-0.5", penalties_7="judge:-0,7"),
            **bonus,
        )  # fmt: skip
        kept = pages.store.read().game("main", 1, 1)
        assert [str(p) for p in kept.chair(5).extras] == ["3/10"]
        assert [(kind, str(p)) for kind, p in kept.chair(6).penalties] == [("judge", "-1/2")]
        assert [(kind, str(p)) for kind, p in kept.chair(7).penalties] == [("judge", "-7/10")]
        assert [chair.seat for chair in kept.chairs if not chair.autobonus] == [7]
        chief = pages.browser("chief")
        corrected = chief.get("/chief/correct/1/1/1")
        assert chief.typed(corrected, "extras_5") == "0.3"
        assert chief.typed(corrected, "penalties_7") == "-0.7"
        assert 'name="autobonus_7" value="1">' in corrected.text, "not checked"


def test_a_chair_on_which_nobody_plays_is_no_seat_of_the_form(tmp_path):
    """A table of nine: its empty chair is left out, and one civilian less is asked for."""
    text = load_format("white-nights-2016").text
    assert 'empty_seat = "stand-in"' in text
    format_ = tmp_path / "nine.toml"
    nine = text.replace('empty_seat = "stand-in"', 'empty_seat = "table-of-9"')
    format_.write_text(nine, "utf-8")
    names = [f"Player {n}" for n in range(1, 41)]
    with pages_of(make_event(tmp_path / "cup.seating", str(format_), names)) as pages:
        missed(pages.store, "Player 7", who="chief")
        state = pages.store.read()
        one = state.rounds[0]
        slot = next(s for s in state.numbers if state.occupant(s).name == "Player 7")
        table, seat = one.place(slot)
        anna = pages.browser("Anna")
        page = anna.after(f"/judge/1/1/{table}/take")
        seats = [int(n) for n in re.findall(r'<li id="seat-(\d+)"', page.text)]
        assert seats == [s for s in range(1, 11) if s != seat]
        shown = anna.get("/").text
        assert "Player 7<" not in shown
        assert shown.count(f'<li value="{seat}">') == 3
        roles = dict(zip(seats, ROLES[:9], strict=True))
        fields = {f"role_{s}": role for s, role in roles.items()}
        anna.after(f"/judge/1/1/{table}/record", result="red", **fields)
        game = pages.store.read().game(*one.moment, table)
        assert [chair.seat for chair in game.chairs] == seats
