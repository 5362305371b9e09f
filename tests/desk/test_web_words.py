"""The words of the pages: both languages whole, and every refusal of a protocol in Russian."""

import ast
import re
import string
from pathlib import Path

import pytest

from desk.web.fault_words import in_words, patterns
from desk.web.form import Fault, placed
from desk.web.phrases import FILE
from schedules.phrases import catalogue

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "desk" / "web"


def places(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", sorted(catalogue(FILE)))
def test_both_languages_say_the_same(key):
    texts = catalogue(FILE)[key]
    assert set(texts) == {"en", "ru"}
    forms = {lang: list(t.values()) if isinstance(t, dict) else [t] for lang, t in texts.items()}
    if isinstance(texts["en"], dict):
        assert set(texts["en"]) == {"one", "other"}
        assert set(texts["ru"]) == {"one", "few", "many"}
    everything = [places(text) - {"count"} for line in forms.values() for text in line]
    assert all(one == everything[0] for one in everything), key
    assert all(text.strip() for line in forms.values() for text in line)


def test_every_key_that_is_used_is_there_and_none_is_idle():
    files = (*WEB.glob("*.py"), *(WEB / "templates").iterdir(), ROOT / "desk" / "event_serve.py")
    source = "\n".join(path.read_text("utf-8") for path in files)
    used = set(re.findall(r'["\']([a-z]+\.[a-z_]+)["\']', source))
    groups = re.findall(r'(?:\bt|[^_]phrase)\("([a-z]+\.)" \+ ', source)
    idle = {key for key in catalogue(FILE) if key not in used and not key.startswith(tuple(groups))}
    assert idle - {"game.best_player", "game.best_move_award"} == set(), "made of a rule's title"
    called = set(
        re.findall(r'(?:\bt\(|[^_]phrase\(\s*|PageError\(\d+, )"([a-z_]+\.[a-z_-]+)"', source)
    )
    assert called - set(catalogue(FILE)) == set()


def sentences():
    """Return every sentence that the checks of a protocol can say, its values as {}.

    They are taken from the source of the checks: f-strings and texts that a fault is made of.
    """
    found = set()
    for path in ("scoring/check/games.py", "scoring/extras.py"):
        tree = ast.parse((ROOT / path).read_text("utf-8"))
        for node in ast.walk(tree):
            if path.endswith("games.py") and isinstance(node, ast.Call):
                name = getattr(node.func, "id", "")
                texts = node.args[1:3] if name in ("Fault", "fault") else []
                if len(texts) == 2:
                    heads, mend = _texts(texts[0]), _texts(texts[1])
                    found |= {f"{head}; {end}." for head in heads for end in mend}
            elif path.endswith("extras.py") and isinstance(node, ast.JoinedStr | ast.BinOp):
                found |= {one for one in _texts(node) if one.endswith((".", "{}."))}
    return sorted(re.sub(r"^(\{\}, seats? \{\}: )", "", one) for one in found)


def _texts(node):
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.JoinedStr):
        return [
            "".join("{}" if isinstance(v, ast.FormattedValue) else v.value for v in node.values)
        ]
    if isinstance(node, ast.IfExp):
        return [*_texts(node.body), *_texts(node.orelse)]
    return []


SENTENCES = sentences()
FROM_FILES_ONLY = (
    "round {}, table {} cannot be", "{} is no result", "its weight is {}", "is no exit",
    "is said to hit", "a best move that hit", "there is no such seat", "players sit there",
)  # fmt: skip
"""What a form cannot send: its place, its weight, hits without seats, seats that there are not."""


def test_the_sentences_are_found():
    assert len(SENTENCES) > 25


@pytest.mark.parametrize("sentence", SENTENCES)
def test_every_refusal_has_its_russian(sentence):
    if sentence == "{}: {}." or any(part in sentence for part in FROM_FILES_ONLY):
        pytest.skip("no form can be refused with it")
    said = sentence.replace("{}", "7")
    russian = in_words(said, "ru")
    assert re.search(r"[а-яё]", russian, re.IGNORECASE), said
    assert not re.search(r"[a-z]{4,}", russian), russian


def test_a_sentence_that_is_not_known_is_shown_as_it_is():
    assert in_words("something new; mend it.", "ru") == "something new; mend it."
    assert in_words("something new; mend it.", "en") == "Something new; mend it."
    assert len(patterns()) > 30


@pytest.mark.parametrize(
    ("sentence", "due"),
    [
        ("main, round 1, table 2, seat 3: he left.", Fault((3,), "he left.")),
        ("main, round 1, table 2, seats 3, 10: two.", Fault((3, 10), "two.")),
        ("main, round 1, table 2: the roles.", Fault((), "the roles.")),
        ("main, round 1, table 2 is recorded.", Fault((), "is recorded.")),
        ("another thing.", Fault((), "another thing.")),
    ],
)
def test_where_a_fault_belongs(sentence, due):
    assert placed(sentence, "main, round 1, table 2") == due
