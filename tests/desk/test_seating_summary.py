import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desk.summary import summary, verdict
from schedules import Problem, Schedule
from schedules.phrases import LANGS


def line(criterion="spread", value=5223, bound=5220, proved=False, argument="overlaps"):
    gap = None
    if bound is not None:
        gap = (value[1] - value[0] if isinstance(value, list) else value) - bound
    return {
        "criterion": criterion, "value": value, "bound": bound, "proved": proved, "gap": gap,
        "argument": argument,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("criterion", "en", "ru"),
    [
        (
            line(),
            "best known bound 5220, so at most 3 above the best possible",
            "лучшая известная граница 5220, хуже наилучшего не больше чем на 3",
        ),
        (
            line(bound=5223, proved=True),
            "cannot be better (proved)",
            "лучше быть не может (доказано)",
        ),
        (
            line(bound=5223),
            "best known bound 5223; not proved best",
            "лучшая известная граница 5223; не доказано, что лучше нельзя",
        ),
        (
            line(bound=None, argument="none"),
            "no bound known, so nothing is claimed",
            "граница неизвестна, ничего не утверждается",
        ),
        (
            line("range", [0, 5], 3, argument="moments"),
            "the two cannot differ by less than 3, so at most 2 worse than the best possible",
            "разница между ними не бывает меньше 3, хуже наилучшего не больше чем на 2",
        ),
        (
            line("table_range", [1, 5], 0, argument="counting"),
            "all equal is not ruled out, so at most 4 worse than the best possible",
            "не исключено, что можно поровну, хуже наилучшего не больше чем на 4",
        ),
        (
            line("table_squares", 918, 918, True, "trace"),
            "with this spread of meetings, cannot be better (proved)",
            "при таком разбросе встреч лучше быть не может (доказано)",
        ),
    ],
)
def test_verdicts(criterion, en, ru):
    assert verdict(criterion, "en") == en
    assert verdict(criterion, "ru") == ru


@settings(deadline=None)
@given(
    st.integers(0, 50),
    st.one_of(st.none(), st.integers(0, 50)),
    st.booleans(),
    st.sampled_from(["spread", "neighbours", "outside_band", "table_squares", "beauty"]),
    st.sampled_from(["trace", "moments", "counting", "overlaps", "none"]),
    st.sampled_from(LANGS),
)
def test_best_is_said_where_it_is_proved_and_nowhere_else(value, bound, proved, code, why, lang):
    said = verdict(line(code, value, bound, proved, why), lang)
    claims = {"en": "cannot be better", "ru": "лучше быть не может"}[lang]
    assert (claims in said) == proved


def test_a_fact_without_its_criterion_is_not_judged():
    seating = np.array([[[0, 1, 2, 3], [4, 5, 6, 7]], [[0, 1, 4, 5], [2, 3, 6, 7]]])
    said = summary(Schedule(Problem(8, 2, 2, 4), seating), None, "en")
    assert "Spread of meetings (sum of squares) 32." in said
    assert not any("proved" in text or "bound" in text for text in said)
    assert "12 pairs never meet." not in said
    assert any(text.endswith("pairs never meet.") for text in said)


def test_wishes_and_far_meetings_are_told_in_plain_words():
    seating = np.array([[[0, 1, 2, 3], [4, 5, 6, 7]]] * 7)
    problem = Problem(8, 2, 7, 4, apart=((0, 4, 5), (0, 5)), at_most=(((1, 6), 0), ((1, 7), 2)))
    said = summary(Schedule(problem, seating), None, "en")
    assert "4 pairs are kept apart by your wishes." in said
    assert (
        "Meetings further than one from the ideal 3.5, rounded (a pair below 2 or above 5): "
        "48 too few or too many in all."
    ) in said
    said = summary(Schedule(problem, seating), None, "ru")
    assert "4 пары разведены по вашим пожеланиям." in said
    assert any("лишних и недостающих в сумме 48" in text for text in said)
    assert not any("норм" in text for text in said)
    few = summary(Schedule(Problem(8, 2, 3, 4), seating[:3]), None, "en")
    assert any("(a pair above 3)" in text or "ideal" not in text for text in few)
    assert not any("wishes" in text for text in few)


def test_once_and_tables_for_two():
    pairs = [[[0, 1], [2, 3]], [[2, 0], [3, 1]]]
    said = summary(Schedule(Problem(4, 2, 2, 2), np.array(pairs)), None, "en")
    assert "Everyone has each seat exactly once." not in said
    assert not any("halves" in text.lower() for text in said)
    pairs = [[[0, 1], [2, 3]], [[3, 0], [1, 2]]]
    said = summary(Schedule(Problem(4, 2, 2, 2), np.array(pairs)), None, "en")
    assert "Everyone has each seat exactly once." in said
    assert not any("1 time" in text for text in said)


def test_who_sits_out_is_told():
    seating = np.array([[[(r + s + 1) % 5 for s in range(4)]] for r in range(5)])
    said = summary(Schedule(Problem(5, 1, 5, 4, 4), seating), None, "ru")
    assert "Каждая пара встречается ровно 3 раза." in said
    assert any("не пропускает подряд больше чем 1 тур" in text for text in said)
    assert not any("стол" in text and "от" in text for text in said), "there is one table only"
