import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schedules import SeatingError
from schedules.phrases import LANGS, catalogue, number, phrase, plural_form, text_of

FORMS = {"en": {"one", "other"}, "ru": {"one", "few", "many"}}
KEYS = sorted(catalogue())


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", KEYS)
def test_both_languages_have_the_key_with_the_same_places(key):
    entry = catalogue()[key]
    assert set(entry) == set(LANGS)
    kinds = {type(entry[lang]) for lang in LANGS}
    assert len(kinds) == 1, "one language counts, the other does not"
    found = []
    for lang in LANGS:
        text = entry[lang]
        if isinstance(text, str):
            found.append(places(text))
        else:
            assert set(text) == FORMS[lang]
            forms = [places(form) for form in text.values()]
            assert all(form == forms[0] for form in forms)
            assert "count" in forms[0]
            found.append(forms[0])
    assert found[0] == found[1]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("lang", LANGS)
def test_no_text_is_empty_or_has_stray_spaces(key, lang):
    text = text_of(key, lang)
    for form in [text] if isinstance(text, str) else text.values():
        assert form
        assert form == " ".join(form.split())


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (0, "0 игр"),
        (1, "1 игра"),
        (2, "2 игры"),
        (4, "4 игры"),
        (5, "5 игр"),
        (11, "11 игр"),
        (12, "12 игр"),
        (14, "14 игр"),
        (21, "21 игра"),
        (22, "22 игры"),
        (25, "25 игр"),
        (101, "101 игра"),
        (111, "111 игр"),
        (112, "112 игр"),
    ],
)
def test_russian_counts(count, words):
    assert phrase("count.games", "ru", count=count) == words


def test_english_counts():
    said = [phrase("count.games", "en", count=n) for n in (0, 1, 2, 21)]
    assert said == ["0 games", "1 game", "2 games", "21 games"]


@settings(deadline=None)
@given(st.integers(0, 10**9))
def test_russian_form_hangs_on_the_last_two_digits(count):
    assert plural_form(count, "ru") == plural_form(count % 100, "ru")


def test_values_are_filled_in_and_not_read_as_templates():
    assert phrase("place.at_table", "ru", table="{table}") == "стол {table}"


def test_unknown_key_missing_value_and_unknown_language_are_errors():
    with pytest.raises(KeyError, match=r"no phrase 'no\.such'"):
        phrase("no.such", "en")
    with pytest.raises(KeyError, match="no phrase 'place'"):
        phrase("place", "en")
    with pytest.raises(KeyError, match="round"):
        phrase("place.round", "en")
    with pytest.raises(SeatingError, match="'de' is not known; use en or ru"):
        phrase("place.round", "de", round=1)


@pytest.mark.parametrize("count", [2.5, "2", True])
def test_only_whole_numbers_are_counted(count):
    with pytest.raises(TypeError, match="whole number"):
        phrase("count.games", "en", count=count)


def test_numbers_are_written_as_their_readers_do():
    assert number(2.793, "ru") == "2,79"
    assert number(2.793, "en") == "2.79"
    assert number(3, "ru") == "3"
    assert number(10.0, "en") == "10"
    assert number(3807, "ru") == "3807"
    assert number(2.5, "en", digits=0) == "2"
