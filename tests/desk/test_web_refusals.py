"""What a step of the event refuses, in the words of the pages: every sentence of the flow."""

import ast
import re
import tomllib
from pathlib import Path

import pytest
from web_cases import copied, make_event, pages_of

from desk.web.refusal_words import in_page_words, refusal
from optimizer.errors import InfeasibleError
from tournament.flow.simulate import play_round
from tournament.flow.trouble import disqualify
from tournament.store import open_store

ROOT = Path(__file__).resolve().parents[2]
SOURCES = (
    *(
        f"tournament/flow/{name}.py"
        for name in (
            "asking", "drawing", "judging", "ranking", "registration", "reseating", "substitutes",
            "swapping", "tables", "trouble", "undoing",
        )
    ),
    "tournament/store/saying.py",
    "desk/web/steps.py",
)  # fmt: skip
"""Where the steps of the chief judge's pages raise."""
ERRORS = ("FlowError", "PoolEmptyError", "StoreError", "SeatingError")
NEVER = ("register", "_check_not_player", "name_judges", "__init__")
"""Functions that no page calls, and the proposal that a page of its own asks to accept."""
COMMANDS = re.compile(r"--[a-z]|seating event|\bEVENT\b|the command")


def texts(node):
    """Return the sentences that an argument can be, values as 7."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.JoinedStr):
        return ["".join("7" if isinstance(v, ast.FormattedValue) else v.value for v in node.values)]
    return []


def raised():
    """Return every sentence that the flow raises in the steps of the pages, from its source."""
    found = set()
    for path in SOURCES:
        tree = ast.parse((ROOT / path).read_text("utf-8"))
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef) or function.name in NEVER:
                continue
            for node in ast.walk(function):
                call = node.exc if isinstance(node, ast.Raise) else None
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ERRORS:
                    assert texts(call.args[0]), f"{path}: {ast.unparse(call)} is made elsewhere"
                    found.update(texts(call.args[0]))
            if function.name == "_near":
                ends = [n.value for n in ast.walk(function) if isinstance(n, ast.Return)]
                found.update(
                    text for one in ends for end in (one.body, one.orelse) for text in texts(end)
                )
    return sorted(found)


RAISED = raised()


def test_the_sentences_are_found():
    assert len(RAISED) > 45
    assert "There is no cut to be made now. Next: 7." in RAISED
    assert " Did you mean 7?" in RAISED


@pytest.mark.parametrize("sentence", RAISED)
def test_every_refusal_is_in_the_words_of_the_pages(sentence):
    assert COMMANDS.search(in_page_words(sentence, "en")) is None
    russian = in_page_words(sentence, "ru")
    assert re.search(r"[а-яё]", russian, re.IGNORECASE), sentence
    assert not re.search(r"[a-z]{3,}", russian), russian


def test_no_words_of_the_pages_name_commands_and_none_is_idle():
    listed = tomllib.loads((ROOT / "desk/web/refusals.toml").read_text("utf-8"))["refusal"]
    places = ("tournament/flow", "tournament/store", "optimizer", "desk/web")
    source = " ".join(p.read_text("utf-8") for one in places for p in (ROOT / one).rglob("*.py"))
    whole = re.sub(r'["\']\s*\n\s*f?["\']', "", source)
    for one in listed:
        assert COMMANDS.search(one["en"] + one["ru"]) is None, one
        places = [set(re.findall(r"{\w+}", one[key])) for key in ("flow", "en", "ru")]
        assert places[1] | places[2] <= places[0], one
        longest = max(re.split(r"{\w+}", one["flow"]), key=len).split('"')[0]
        assert longest in whole, one["flow"]


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    made = make_event(tmp_path_factory.mktemp("refusals") / "cup.seating")
    with open_store(made) as store:
        play_round(store, seed="one")
    return made


def test_names_stages_and_what_is_next_are_in_words(path):
    with open_store(path) as store:
        state = store.read()
    said = "No round can be drawn now. Next: seating event record (qualification, round 2)."
    assert in_page_words(said, "ru", state) == "Сейчас разыграть тур нельзя. Тур идёт."
    assert in_page_words(said, "ru") == "Сейчас разыграть тур нельзя."
    title = state.format.stage("qualification").titles["ru"]
    there = "Draw Don does not sit in qualification, round 2; name one who does."
    due = f"Draw Don в этом туре не сидит ({title}, тур 2); назовите того, кто сидит."
    assert in_page_words(there, "ru", state) == due
    near = "Nobody called 'Draw Don' plays in this event. Did you mean \"O'Neil & Co\"?"
    assert in_page_words(near, "ru", state) == (
        "Никто с именем «Draw Don» в турнире не играет. Может быть, «O'Neil & Co»?"
    )


def test_what_cannot_be_seated_is_said_without_options():
    error = InfeasibleError("Players 1 and 2 meet. Drop a wish (--short-tables), or try --seed 2.")
    assert COMMANDS.search(refusal(error, "en")) is None
    assert refusal(error, "en").startswith("This cannot be: Players 1 and 2 meet. Drop a wish")
    assert refusal(error, "ru").startswith("Так нельзя")
    short = InfeasibleError("In round 3 there are 4 players: too few for a game.")
    assert refusal(short, "ru") == "В туре 3 игроков 4: слишком мало для игры."


@pytest.mark.parametrize(
    ("step", "fields"),
    [
        ("penalty", {"points": "0", "why": "x"}),
        ("penalty", {"points": "lots", "why": "x"}),
        ("penalty", {"points": "-1"}),
        ("penalty", {"points": "-1", "why": "x", "player": "Zeus"}),
        ("late", {"minutes": "40"}),
        ("late", {"minutes": "soon"}),
        ("late", {}),
        ("missed", {}),
        ("replace", {"substitute": "Zeus", "why": "x"}),
        ("replace", {}),
        ("disqualify", {"substitute": "Zeus", "why": "x"}),
        ("withdraw", {}),
        ("swap", {"other": "5", "why": "x"}),
        ("swap", {"why": "x"}),
        ("close-table", {"tables": "9", "why": "x"}),
        ("close-table", {"tables": "2"}),
        ("draw", {}),
        ("cut", {}),
        ("finish", {}),
        ("undo", {"line": "1", "why": "x"}),
        ("undo", {"line": "99", "why": "x"}),
        ("undo", {"line": "1"}),
        ("check-in", {"day": "9"}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_pages_refuse_in_their_own_words(path, tmp_path, step, fields, lang):
    sent = {"player": "5", "once": "n", "confirmed": "1", **fields}
    with pages_of(copied(path, tmp_path), lang=lang) as pages:
        head = pages.store.read().head
        chief = pages.browser("chief")
        done = chief.post(f"/chief/{step}", **sent)
        assert done.status_code == 409
        alert = re.search(r'class="refused" role="alert">(.*?)</p>', done.text, re.DOTALL)[1]
        assert COMMANDS.search(alert) is None, alert
        if lang == "ru":
            words = re.sub(r"Player \d+|Zeus|lots|soon", "", alert)
            assert not re.search(r"[A-Za-z]{3,}", words), alert
        assert pages.store.read().head == head


def test_a_stale_page_is_shown_how_the_event_stands(path, tmp_path):
    with pages_of(copied(path, tmp_path), lang="ru") as pages:
        chief = pages.browser("chief")
        for step in ("draw", "cut", "finish"):
            done = chief.post(f"/chief/{step}")
            assert done.status_code == 409
            assert "Это уже невозможно" in done.text
            assert "Тур идёт." in done.text
            assert f'action="/chief/{step}"' not in done.text, "it is not offered again"


def test_who_was_disqualified_is_found_and_it_is_said(tmp_path):
    made = make_event(tmp_path / "cup.seating")
    with pages_of(made, lang="ru") as pages:
        state = pages.store.read()
        slot = next(s for s in state.numbers if state.occupant(s).name == "Player 05")
        before = pages.browser().get("/player", params={"q": "Player 05"}).text
        assert "Дисквалификация" not in before
        disqualify(pages.store, "Player 05", who="c", why="a hint")
        found = pages.browser().get("/player", params={"q": "player 05"}).text
        assert "Дисквалификация; больше не играет." in found
        assert f"Под № {slot} теперь играет Spare One." in found
        heir = pages.browser().get("/player", params={"q": "Spare One"}).text
        assert "Дисквалификация" not in heir
        log = pages.browser("chief").get("/chief/log").text
        assert "дисквалификация" in log
        assert "{&#34;" not in log, "no raw JSON"


def test_yo_is_sorted_with_ye(tmp_path):
    names = ["Жук", "Ёлка", "Ель", "Яна", *(f"Игрок {n:02d}" for n in range(5, 31))]
    made = make_event(tmp_path / "cup.seating", names=names)
    with pages_of(made, lang="ru") as pages:
        page = pages.browser("chief").get("/chief").text
        listed = re.findall(r">(Жук|Ёлка|Ель|Яна) \(\d+\)<", page)[:4]
        assert listed == ["Ёлка", "Ель", "Жук", "Яна"]


def test_the_fold_out_names_a_penalty_only_where_there_is_one(tmp_path):
    from test_web_chief import SITTING_OUT

    (tmp_path / "day.toml").write_text(SITTING_OUT, "utf-8")  # of the FIIM, who know penalties
    cases = (
        ("tkemali-2016", 30, "выход, заметка"),
        (str(tmp_path / "day.toml"), 20, "выход, штраф, заметка"),
    )
    for number, (name, count, said) in enumerate(cases):
        names = [f"Player {n:02d}" for n in range(1, count + 1)]
        made = make_event(tmp_path / f"{number}.seating", name, names)
        with pages_of(made, lang="ru") as pages:
            judge = pages.browser("Anna")
            judge.post("/judge/1/1/1/take")
            page = judge.get("/judge/1/1/1").text
            assert f"<summary>{said}</summary>" in page
            assert ('name="penalties_1"' in page) == ("штраф" in said)
