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
            "лучшая известная граница 5220, то есть до наилучшего не больше 3",
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
            "least and most must differ by 3, so at most 2 above the best possible",
            "наименьшее и наибольшее различаются хотя бы на 3, то есть до наилучшего не больше 2",
        ),
        (
            line("table_range", [1, 5], 0, argument="counting"),
            "all equal is not ruled out, so at most 4 above the best possible",
            "не исключено, что можно поровну, то есть до наилучшего не больше 4",
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


def test_who_sits_out_is_told():
    seating = np.array([[[(r + s + 1) % 5 for s in range(4)]] for r in range(5)])
    said = summary(Schedule(Problem(5, 1, 5, 4, 4), seating), None, "ru")
    assert "Каждая пара встречается ровно 3 раза." in said
    assert any("пропускает не больше чем 1 тур" in text for text in said)
    assert not any("стол" in text and "от" in text for text in said), "there is one table only"
