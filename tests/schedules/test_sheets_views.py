import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schedules import Problem, Schedule
from schedules.measures import games_played
from schedules.phrases import LANGS
from schedules.sheets import layout
from schedules.sheets.html import TEMPLATES, html_sheet
from schedules.sheets.quality import criteria, histogram, order_sentence, sentences
from schedules.sheets.views import (
    by_name,
    last_rounds,
    person,
    player_views,
    round_views,
    shown,
    table_views,
    version,
)


def line(criterion, value, bound, proved, gap=None, argument="none"):
    return {
        "criterion": criterion,
        "value": value,
        "bound": bound,
        "proved": proved,
        "gap": gap,
        "argument": argument,
    }


def certified(schedule, *lines, order="order"):
    return replace(schedule, certificate={"order": order, "criteria": list(lines)})


def test_every_view_tells_the_same_seating(tkemali, peer_25, idle):
    for schedule in (tkemali, peer_25, idle):
        by_round = {
            (view.number, game.table, seat): chair.slot
            for view in round_views(schedule)
            for game in view.games
            for seat, chair in enumerate(game.seats, start=1)
        }
        by_table = {
            (game.round, view.number, seat): chair.slot
            for view in table_views(schedule)
            for game in view.games
            for seat, chair in enumerate(game.seats, start=1)
        }
        by_player = {
            (r, place.table, place.seat): view.person.slot
            for view in player_views(schedule)
            for r, place in enumerate(view.places, start=1)
            if place is not None
        }
        seats = {
            (r + 1, t + 1, s + 1): player + 1
            for r, tables in enumerate(schedule.seating.tolist())
            for t, chairs in enumerate(tables)
            for s, player in enumerate(chairs)
            if player >= 0
        }
        assert by_round == by_table == by_player == seats


def test_who_sits_out_and_idle_tables(idle, peer_25):
    rounds = round_views(idle)
    assert [len(view.games) for view in rounds] == [2, 1, 1]
    assert [p.slot for p in rounds[1].out] == [3, 4, 6, 7]
    assert [len(view.games) for view in table_views(idle)] == [3, 1]
    assert [len(view.out) for view in round_views(peer_25)] == [5] * 10
    games = {view.person.slot: view.num_games for view in player_views(peer_25)}
    assert [games[p + 1] for p in range(25)] == games_played(peer_25).tolist()


def test_names_stand_in_order_and_numbers_by_slot(full):
    assert [p.label for p in by_name(full)] == [str(n) for n in range(1, 9)]
    names = ("юля", "Ёж", "Енот", "Яна", "ежевика", "Ия", "Anna", "bob")
    assert [p.label for p in by_name(replace(full, players=names))] == [
        "Anna",
        "bob",
        "Ёж",
        "ежевика",
        "Енот",
        "Ия",
        "юля",
        "Яна",
    ]


def test_sentences_of_a_known_schedule(tkemali):
    said = "\n".join(sentences(tkemali, "en"))
    assert "30 players, 3 tables, 9 rounds. Everyone plays 9 games." in said
    assert "Two players meet 1 to 4 times; the mean over all pairs is 2.79." in said
    assert "Everyone meets everyone." in said
    assert "The sum of squared meetings is 3807" in said
    assert "No two players sit side by side twice." in said
    assert "sits out" not in said
    russian = "\n".join(sentences(tkemali, "ru"))
    assert "30 игроков, 3 стола, 9 туров. Каждый играет 9 игр." in russian
    assert "в среднем на пару 2,79" in russian


def test_sentences_speak_of_waiting_only_where_somebody_waits(waiting):
    said = "\n".join(sentences(waiting, "ru"))
    assert "Подряд игрок пропускает не больше чем 1 тур" in said
    assert "Любые два игрока встречаются ровно 3 раза." in said


def test_histogram_has_every_pair_and_no_gaps(tkemali):
    bars = histogram(tkemali)
    assert sum(bar.pairs for bar in bars) == 435
    assert [bar.met for bar in bars] == list(range(bars[0].met, bars[-1].met + 1))


@pytest.mark.parametrize(
    ("entry", "verdict"),
    [
        (line("spread", 3807, 3807, True, 0, "overlaps"), "cannot be better"),
        (line("spread", 3811, 3807, False, 4, "overlaps"), "at most 4 from the best"),
        (line("spread", 3811, 3807, False, 0.25), "at most 0.25 from the best"),
        (line("spread", 3807, 3807, False, 0, "overlaps"), "not proved best"),
        (line("range", [1, 5], [1, 4], False), "not proved best"),
        (line("seat_pairs", 3, None, False), "no bound known"),
        (line("seat_pairs", 3, None, True, None, "cp_sat"), "cannot be better"),
        ({"criterion": "spread", "value": 1, "bound": 1, "proved": "yes"}, "not proved best"),
    ],
)
def test_the_verdict_never_claims_more_than_proved(full, entry, verdict):
    (found,) = criteria(certified(full, entry), "en")
    assert found.verdict.replace("\xa0", " ") == verdict
    assert found.proved is (entry["proved"] is True)


def test_codes_and_values_in_words(full):
    schedule = certified(full, line("range", [1, 4], [1, 4], True, None, "moments"), order="tables")
    (found,) = criteria(schedule, "ru")
    assert (found.name, found.value, found.bound) == (
        "Наименьшее и наибольшее число встреч пары",
        "1–4",
        "1–4",
    )
    assert found.argument == "перебор возможных распределений встреч"
    assert "затем столы" in order_sentence(schedule, "ru")


def test_codes_of_another_version_stand_as_they_are(full):
    schedule = certified(full, line("beauty", "high", 2.5, False, 1, "taste"), order="moon")
    for lang in LANGS:
        (found,) = criteria(schedule, lang)
        assert (found.name, found.value, found.argument) == ("beauty", "high", "taste")
        assert order_sentence(schedule, lang) == "moon"


def test_without_a_certificate_nothing_is_said(full):
    assert criteria(full, "en") == ()
    assert order_sentence(full, "en") == ""
    assert criteria(replace(full, certificate={}), "en") == ()


def test_the_number_of_a_verdict_does_not_begin_a_line(full):
    (found,) = criteria(certified(full, line("spread", 20, 7, False, 13)), "ru")
    assert found.verdict == "до наилучшего не больше\xa013"


def test_figures_are_numbers_only_where_they_are_one(full):
    (spread, reach) = criteria(
        certified(full, line("spread", 20, None, False), line("range", [1, 4], 2, False)), "en"
    )
    assert (spread.value_number, spread.bound_number) == (20, None)
    assert (reach.value_number, reach.bound_number) == (None, 2)


def one_table(*rounds):
    seating = np.array([[game] for game in rounds])
    return Schedule(Problem(4, 1, len(rounds), 4), seating)


def test_once_is_not_called_one_time():
    every = one_table([0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0])
    assert "Everyone has each seat exactly once." in sentences(every, "en")
    assert "Каждый бывает на каждом месте ровно один раз." in sentences(every, "ru")
    two = one_table([0, 1, 2, 3], [1, 0, 3, 2])
    assert "Nobody has the same seat twice." in sentences(two, "en")
    assert "Никто не сидит дважды на одном месте." in sentences(two, "ru")
    assert "Every two players meet exactly once." in sentences(one_table([0, 1, 2, 3]), "en")


@pytest.mark.parametrize("lang", LANGS)
def test_no_sentence_counts_up_to_one(full, waiting, idle, tkemali, peer_25, lang):
    for schedule in (full, waiting, idle, tkemali, peer_25):
        for sentence in sentences(schedule, lang):
            assert not re.search(
                r"\b1 (time\b|раз)|\b0 (times|раз)|вместе не больше чем 0", sentence
            )


def test_a_number_stands_for_a_player_without_a_name(full):
    first = person(full, 0)
    assert shown(full, "ru", first) == "№1"
    assert shown(full, "en", first) == "No.\xa01"
    named = replace(full, players=tuple("ABCDEFGH"))
    assert shown(named, "ru", person(named, 0)) == "A"


def test_one_long_name_stays_whole_among_short_ones():
    name = "Фёдор-Очень-Длинный-Никнейм-Мафиози"
    names = [name, *(["Комета"] * 39)]
    found = layout.fit(10, 10, layout.usual_letters(names), layout.PORTRAIT, names=names)
    assert found.size("Комета") == 1
    assert found.size(name) * found.points >= layout.LEAST_NAME


@settings(deadline=None)
@given(
    st.text("абвгдЖШ -1", min_size=1, max_size=60),
    st.integers(5, 24),
    st.floats(3.0, 12.0),
)
def test_every_name_fits_its_line_whole(name, letters, em):
    points = em / layout.MM_PER_POINT
    found = layout.Fit(columns=2, line=em / 0.6, points=points, letters=letters)
    size = found.size(name)
    height = layout.num_lines(name, letters / size) * size * em * layout.LEADING
    assert height <= found.line


@settings(deadline=None)
@given(
    st.integers(1, 20),
    st.integers(2, 12),
    st.integers(5, 24),
    st.sampled_from([layout.LANDSCAPE, layout.PORTRAIT]),
)
def test_lists_stay_on_their_page(num_lists, num_lines, letters, sheet):
    found = layout.fit(num_lists, num_lines, letters, sheet)
    rows = -(-num_lists // found.columns)
    height = rows * found.line * (num_lines + layout.HEADING) + (rows - 1) * layout.GAP
    assert height <= sheet.height + 0.01 * rows * (num_lines + 2)
    assert found.points * layout.MM_PER_POINT <= 0.6 * found.line + 0.05
    assert found.letters >= letters - 1


def test_a_wall_list_is_read_from_two_metres():
    # capitals of 18 points are 4.5 mm high, over twice what a good eye needs at two metres
    assert layout.fit(3, 10, 12, layout.LANDSCAPE).points >= 18
    assert layout.fit(4, 10, 10, layout.LANDSCAPE).points >= 18


def test_text_too_small_goes_on_to_another_page_in_even_parts():
    assert layout.lists_per_page(12, 10, 16, layout.PORTRAIT) == 12
    on_page = layout.lists_per_page(40, 10, 16, layout.PORTRAIT)
    assert on_page < 40
    assert layout.fit(on_page, 10, 16, layout.PORTRAIT).points >= layout.LEAST_POINTS


def test_long_names_are_set_smaller():
    found = layout.Fit(columns=3, line=10, points=18, letters=12)
    assert found.size_class("Комета") == ""
    assert found.size_class("Капитан Очевидность") == "s66"
    assert found.size("Александра Константинопольская-Зайцева") < 0.5
    assert layout.card_class("Комета") == ""
    assert layout.card_class("Александра Константинопольская-Зайцева") not in ("", "s87")
    assert 27 <= layout.two_lines("Александра Константинопольская-Зайцева") < 30
    assert layout.usual_letters(["Ким"] * 12) == 5
    assert layout.usual_letters(["Ким"] * 10 + ["Капитан Очевидность"] * 2) == 9


def test_every_size_of_a_name_has_its_class():
    style = (TEMPLATES / "sheet.css").read_text(encoding="utf-8")
    for size in layout.SIZES[1:]:
        name, em = f"s{100 * size:.0f}", f"{size:.2f}".strip("0")
        assert f".{name} span {{ font-size: {em}em }}" in style


def test_who_has_left_neither_sits_out_nor_gets_lines_on_his_card(tkemali):
    seating = tkemali.seating.copy()
    seating[4:][seating[4:] == 16] = -1
    absent = tuple((16, r) for r in range(4, 9))
    problem = replace(
        tkemali.problem, absent=(*absent, (3, 8)), other_games=((3, 8), (16, 4)), fewest_seats=8
    )
    seating[8][seating[8] == 3] = -1
    late = replace(problem, absent=((3, 0), *absent), other_games=((3, 9), (16, 4)))
    left = replace(tkemali, problem=problem, seating=seating, made={"repairs": [{"after": 4}]})
    assert [[p.slot for p in view.out] for view in round_views(left)] == [[]] * 9
    assert [v.until for v in player_views(left) if v.until < 9] == [8, 4]
    assert last_rounds(replace(left, problem=late))[3] == 9
    page = html_sheet(left, lang="ru")
    card = page.split('id="p17"')[1].split("</article>")[0]
    assert card.count("<li") == 4
    assert "Версия после тура 4" in page.split("</header>")[0]
    assert "Не играют:" not in page
    assert "ерсия" not in html_sheet(tkemali, lang="ru")
    assert version(left, "en") == "Version after round 4"
    assert version(replace(left, made={"repairs": [{"after": 0}]}), "en").endswith("round 1")
    for strange in ({"repairs": 3}, {"repairs": []}, {"repairs": [{"after": "x"}]}, {}):
        assert version(replace(left, made=strange), "en") == ""
