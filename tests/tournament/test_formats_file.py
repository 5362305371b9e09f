"""Formats as data: those that are shipped, and what is refused with its line."""

from fractions import Fraction

import pytest

from tournament.formats_file import FormatError, format_names, load_format, read_format
from tournament.formats_words import describe, mode_words


def test_white_nights_is_as_its_regulations_have_it():
    """40 players; 3 random and 3 Swiss rounds, 3 at 1.5, 4 final games of 10 at 2: 40 games."""
    it = load_format("white-nights-2016")
    assert (it.players, it.games) == (40, 24 + 12 + 4)
    assert [one.weight for one in it.stages] == [1, Fraction(3, 2), 2]
    assert it.stages[0].modes[:3] == ("random",) * 3
    assert all(mode.startswith("blocks") for mode in it.stages[0].modes[3:])
    assert it.stages[1].enters is None  # all forty play the semi-final
    assert it.stages[2].enters == 10
    assert it.stage("final").starts == ("16:00", "17:00", "18:00", "19:00")
    assert it.conduct.missed_round == "penalty"
    assert (it.conduct.leaving, it.conduct.ban_months) == ("disqualified", 12)


def test_tkemali_is_as_its_regulations_have_it():
    """30 players; 9 rounds at 3 tables, 7 of them on day 1; 4 final games of 10 at 1.2."""
    it = load_format("tkemali-2016")
    assert (it.players, it.games) == (30, 31)
    assert it.stage("qualification").days == (1,) * 7 + (2,) * 2
    assert it.stage("final").weight == Fraction(6, 5)
    assert it.conduct.late_first_game
    assert it.conduct.late_minutes == 30
    assert it.conduct.late_other_day == "disqualified"
    assert it.conduct.replays == "by-panel"


@pytest.mark.parametrize("name", format_names())
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_format_is_told_in_words(name, lang):
    lines = describe(load_format(name), lang)
    assert load_format(name).titles[lang] in lines[0]
    assert not any("{" in line for line in lines)
    for one in load_format(name).stages:
        assert any(one.titles[lang] in line and f" {one.rounds}" in line for line in lines)


def test_modes_in_words():
    assert mode_words("blocks:2", "en") == "Swiss, by points in blocks of 2 tables"
    assert "матриц" in mode_words("matrix", "ru")


FAULTS = [
    ("players = 30", "playerz = 30", "playerz", "did you mean 'players'"),
    ("weight = 1.2", "weight = 1.3", "stages 2.weight", "1.2 times"),
    ('["matrix"]', '["swiss"]', "stages 1.seating", "blocks:2"),
    ("rounds = 9", "rounds = 8", "stages 1.days", "9 values for 8 rounds"),
    ("enters = 10", "enters = 40", "stages 2.enters", "30 played before"),
    ("tables = 3", "tables = 2", "stages 1.tables", "a matrix seats everybody"),
    ("tables = 3", "tables = 5", "stages 1.tables", "leave one empty"),
    ('name = "final"', 'name = "finale"', "stages 2.name", "knows no stage"),
    ("final = true", "final = false", "stages 2.final", "is a final"),
    ('rules = "tkemali-2016"', 'rules = "tkemaly-2016"', "rules", "tkemali-2016"),
    ("2016-08-27", "27.08.2016", "days 1.date", "2016-06-18"),
    ('"10:30"', '"25:30"', "days 1.check_in", "no time"),
    ("seats = 10", "seats = true", "seats", "does not belong"),
    ('"by-panel"', '"maybe"', "conduct.replays", "'never'"),
    ("days = [2]", "days = [3]", "stages 2.days", "the days are 1 to 2"),
]


@pytest.mark.parametrize(("old", "new", "key", "mend"), FAULTS)
def test_a_wrong_key_is_named_with_its_line(old, new, key, mend):
    text = load_format("tkemali-2016").text
    assert old in text
    broken = text.replace(old, new, 1) if old != "days = [2]" else text.replace(old, new)
    at = "days = [1, 1" if key == "stages 1.days" else new
    line = next(n for n, one in enumerate(broken.splitlines(), 1) if at in one)
    with pytest.raises(FormatError) as caught:
        read_format(broken, name="mine")
    found = [fault for fault in caught.value.faults if f"{key}:" in fault]
    assert found, caught.value.faults
    assert mend in found[0]
    assert found[0].startswith(f"line {line},")


@pytest.mark.parametrize(
    ("stage", "bar", "said"),
    [
        (1, "least_games = 2", "needs the key enters"),
        (2, "missed_bars = 10", "more than the 9 rounds"),
        (2, "least_games = 10", "more than the 9 rounds"),
    ],
)
def test_a_bar_that_bars_nobody_or_everybody(stage, bar, said):
    text = load_format("tkemali-2016").text
    at = "rounds = 9" if stage == 1 else "enters = 10"
    with pytest.raises(FormatError) as caught:
        read_format(text.replace(at, f"{at}\n{bar}", 1), name="mine")
    (fault,) = caught.value.faults
    assert f"stages {stage}.{bar.split()[0]}: " in fault
    assert said in fault
    for fine in ("least_games = 9", "missed_bars = 2"):
        read_format(text.replace("enters = 10", f"enters = 10\n{fine}"), name="mine")


def test_every_fault_is_named_at_once():
    text = load_format("tkemali-2016").text
    broken = text.replace("weight = 1.2", "weight = 1.3").replace('"10:30"', '"half past"')
    with pytest.raises(FormatError, match="2 faults"):
        read_format(broken, name="mine")


def test_no_such_format(tmp_path):
    with pytest.raises(FormatError, match="did you mean 'tkemali-2016'"):
        load_format("tkemali-2017")
    with pytest.raises(FormatError, match="the formats are"):
        load_format(tmp_path / "mine.toml")
    (tmp_path / "bad.toml").write_text("title = ", "utf-8")
    with pytest.raises(FormatError, match="is not TOML"):
        load_format(tmp_path / "bad.toml")
