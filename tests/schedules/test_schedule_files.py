import copy
import json
import math
from dataclasses import replace

import jsonschema
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schedules import (
    EMPTY,
    Problem,
    Schedule,
    ScheduleFileError,
    dump_schedule,
    parse_schedule,
    read_schedule,
    schema,
    write_schedule,
)
from schedules.verify import verify

BASE = {
    "format": "seating-schedule/1",
    "name": "Малый кубок",
    "problem": {"players": 8, "tables": 2, "seats": 4, "rounds": 3, "games_per_player": 3},
    "rounds": [
        [[1, 2, 3, 4], [5, 6, 7, 8]],
        [[2, 1, 5, 6], [4, 3, 8, 7]],
        [[8, 5, 1, 3], [7, 4, 6, 2]],
    ],
    "players": ["Аня", "Боря", "Вера", "Гена", "Дуся", "Ёлка", "Жора", "Зоя"],
}


def changed(*path, to):
    data = copy.deepcopy(BASE)
    at = data
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = to
    return data


def without(*keys):
    return {key: value for key, value in BASE.items() if key not in keys}


def refusal(data):
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
    with pytest.raises(ScheduleFileError) as caught:
        parse_schedule(text)
    return str(caught.value)


def test_reads_what_stands_there():
    schedule = parse_schedule(json.dumps(BASE))
    assert schedule.problem == Problem(8, 2, 3, 4, 3)
    assert schedule.seating[2].tolist() == [[7, 4, 0, 2], [6, 3, 5, 1]]
    assert schedule.players[5] == "Ёлка"
    assert schedule.name == "Малый кубок"


WRONG = [
    ("", "line 1, column 1 is not JSON (Expecting value); look for a missing comma, bracket"),
    ('{"format":\n 1,,}', "line 2, column 4 is not JSON"),
    ("[1]", 'the file holds [1]; an object with "format", "problem" and "rounds" belongs there.'),
    ("[" * 200_000, "nested too deeply"),
    ('{"a": NaN}', "NaN is not a number that JSON knows"),
    ('{"a": 1, "a": 2}', 'the key "a" stands twice in one object; keep one.'),
    ('{"name": "\\ud800"}', "half a character"),
    ('{"a": 1' + "0" * 5000 + "}", "too long"),
    (
        without("format"),
        '"format" is missing, so this is not a schedule of ours; one begins with "format"',
    ),
    (changed("format", to="mwt"), '"format" holds "mwt", so this is not'),
    (changed("format", to=1), '"format" holds 1, so this is not'),
    (changed("format", to="seating-schedule/2"), "is another version than this program reads"),
    (without("rounds"), '"rounds" is missing'),
    ({**BASE, "round": []}, '"round" is not a key of seating-schedule/1; did you mean "rounds"?'),
    ({**BASE, "zzz": 1}, '"zzz" is not a key of seating-schedule/1; the keys are format, name'),
    (changed("problem", "player", to=3), 'problem, "player" is not a key of seating-schedule/1; d'),
    (changed("rounds", to={}), '"rounds" holds {}; a list of rounds, each a list of tables'),
    (changed("rounds", to=[]), '"rounds" holds nobody'),
    (changed("rounds", to=[[], []]), '"rounds" holds nobody'),
    (changed("rounds", 2, to=7), "round 3 holds 7; a list of tables belongs there."),
    (changed("rounds", 2, 1, to="x"), 'round 3, table 2 holds "x"; a list of seats belongs there.'),
    (
        changed("rounds", 2, 1, 3, to="x"),
        'round 3, table 2, seat 4 holds "x"; a player number from 1 to 8, or null for an empty '
        "chair, belongs there.",
    ),
    (changed("rounds", 2, 1, 3, to="Анна"), 'belongs there. Names belong in "players".'),
    (changed("rounds", 2, 1, 3, to=7.0), "round 3, table 2, seat 4 holds 7.0; a player number"),
    (changed("rounds", 2, 1, 3, to=True), "round 3, table 2, seat 4 holds true; a player number"),
    (changed("rounds", 2, 1, 3, to=[1]), "round 3, table 2, seat 4 holds [1]; a player number"),
    (changed("rounds", 2, 1, 3, to=2**40), "seat 4 holds 1099511627776; no player has such"),
    (changed("rounds", 1, to=[[2, 1, 5, 6]]), "a row is missing: round 2 has 1 table and others"),
    (changed("rounds", 1, to=[[1], [2], [3]]), "there is a row too many: round 2 has 3 tables"),
    (changed("rounds", 1, 1, to=[4, 3, 8]), "a seat is missing: round 2, table 2 has 3 seats"),
    (changed("rounds", 0, 0, to=[1]), "round 1, table 1 has 1 seat and others have 4;"),
    (changed("problem", to=None), '"problem" holds null; an object with players, tables'),
    (changed("problem", "players", to="8"), 'problem, "players" holds "8"; a whole number belongs'),
    (changed("problem", "players", to=10**9), 'problem, "players" holds 1000000000; a number from'),
    (changed("problem", "games_per_player", to=4), "4 games each do not fit in 3 rounds"),
    (changed("problem", "games_per_player", to=0), '"games_per_player" holds 0; a number from 1'),
    (changed("problem", "apart", to=[[1, 2], 3]), 'problem, "apart", wish 2 holds 3; a list of'),
    (changed("problem", "apart", to=[[1, 9]]), "names player 9; the players are 1 to 8"),
    (changed("problem", "at_most", to=[[1, 2]]), 'problem, "at_most", wish 1 holds 1; a list of'),
    (changed("problem", "at_most", to=[[[1, 2], -1]]), "the limit must be 0 or more"),
    (changed("players", to=["a"]), '"players" holds 1 names for 8 players; write one for each'),
    (changed("players", 3, to=4), '"players", name 4 holds 4; a text belongs there.'),
    (changed("players", to="abc"), '"players" holds "abc"; a list of names belongs there.'),
    (changed("name", to=5), '"name" holds 5; a text belongs there.'),
    ({**BASE, "made": [1]}, '"made" holds [1]; an object belongs there.'),
    ({**BASE, "certificate": "x"}, '"certificate" holds "x"; an object belongs there.'),
    ({**BASE, "measures": 3}, '"measures" holds 3; an object belongs there.'),
]


@pytest.mark.parametrize(("data", "words"), WRONG, ids=range(len(WRONG)))
def test_a_wrong_file_is_refused_in_words(data, words):
    assert words in refusal(data)


def test_errors_begin_with_the_file(tmp_path):
    path = tmp_path / "s.json"
    path.write_text("{", encoding="utf-8")
    with pytest.raises(ScheduleFileError, match=r"s\.json: line 1, column 2 is not JSON"):
        read_schedule(path)
    path.write_bytes('{"name":\n "Кубок"}'.encode("cp1251"))
    with pytest.raises(ScheduleFileError, match=r"s\.json: line 2 is not UTF-8; save the file in"):
        read_schedule(path)
    with pytest.raises(ScheduleFileError, match=r"There is no file .*none\.json; check its name"):
        read_schedule(tmp_path / "none.json")
    with pytest.raises(ScheduleFileError, match="is a folder; name the schedule file in it"):
        read_schedule(tmp_path)


def test_byte_order_mark_and_own_keys_are_tolerated(tmp_path):
    path = tmp_path / "s.json"
    data = {**BASE, "x-note": [1, 2], "problem": {**BASE["problem"], "x-room": "hall"}}
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(data).encode())
    assert read_schedule(path) == parse_schedule(json.dumps(BASE))


def test_problem_is_derived(tkemali, peer_25, full, waiting, idle):
    for schedule in (tkemali, peer_25, full, waiting, idle):
        data = json.loads(dump_schedule(schedule))
        stated = data.pop("problem")
        assert parse_schedule(json.dumps(data)).problem == schedule.problem
        for key in stated:
            part = {k: v for k, v in stated.items() if k != key}
            assert parse_schedule(json.dumps({**data, "problem": part})).problem == schedule.problem


@pytest.mark.parametrize("number", [0, 31, 99, 5, None])
def test_one_wrong_chair_does_not_change_the_derived_problem(tkemali, number):
    data = json.loads(dump_schedule(tkemali))
    del data["problem"]
    data["rounds"][4][1][6] = number
    schedule = parse_schedule(json.dumps(data))
    assert schedule.problem == tkemali.problem
    assert any((4, 1, 6) in fault.cells for fault in verify(schedule))


def test_unequal_games_are_not_taken_for_strangers():
    left = {1: 6, 2: 6, 3: 6, 4: 6, 5: 4, 6: 4, 7: 4}
    rounds = []
    for _ in range(9):
        game = sorted(left, key=lambda player: -left[player])[:4]
        for player in game:
            left[player] -= 1
        rounds.append([game])
    assert not any(left.values())
    message = refusal({"format": BASE["format"], "rounds": rounds})
    assert "the players do not all play equally many games (player 7 plays 4, most" in message


def test_a_schedule_that_breaks_rules_is_read():
    for cell in (0, -3, 99, 1, None):
        schedule = parse_schedule(json.dumps(changed("rounds", 2, 1, 3, to=cell)))
        assert verify(schedule)
        text = dump_schedule(schedule)
        assert json.loads(text)["rounds"][2][1][3] == cell
        assert "measures" not in json.loads(text)
        assert parse_schedule(text) == schedule


def test_written_for_people(full):
    text = dump_schedule(replace(full, name="Кубок", players=tuple("абвгдежз"), made={"seed": 1}))
    lines = text.splitlines()
    assert lines[:8] == [
        "{",
        '  "format": "seating-schedule/1",',
        '  "name": "Кубок",',
        '  "problem": {"players": 8, "tables": 2, "seats": 4, "rounds": 3, "games_per_player": 3},',
        '  "rounds": [',
        "    [[1, 2, 3, 4],",
        "     [5, 6, 7, 8]],",
        "    [[2, 1, 5, 6],",
    ]
    assert list(json.loads(text)) == [
        "format",
        "name",
        "problem",
        "rounds",
        "players",
        "measures",
        "made",
    ]
    assert lines[-2:] == ['  "made": {"seed": 1}', "}"]


def test_numpy_values_in_the_certificate_are_written(full):
    certificate = {"spread": {"value": np.int64(3), "bound": np.float64(2.5), "by": np.arange(2)}}
    back = parse_schedule(dump_schedule(replace(full, certificate=certificate, made={})))
    assert back.certificate == {"spread": {"value": 3, "bound": 2.5, "by": [0, 1]}}
    assert back.made == {}


def test_measures_are_counted_anew(full):
    data = json.loads(dump_schedule(full))
    data["measures"]["spread"] = 1
    assert dump_schedule(parse_schedule(json.dumps(data))) == dump_schedule(full)


def test_written_files_satisfy_the_schema(tkemali, peer_25, full, waiting, idle, tmp_path):
    jsonschema.Draft202012Validator.check_schema(schema())
    validator = jsonschema.Draft202012Validator(schema())
    wishes = replace(full.problem, apart=((0, 7),), at_most=(((1, 2, 3), 2),))
    named = replace(full, problem=wishes, name="n", players=tuple("абвгдежз"), made={"seed": 1})
    for schedule in (tkemali, peer_25, full, waiting, idle, named):
        path = tmp_path / "s.json"
        write_schedule(schedule, path)
        validator.validate(json.loads(path.read_text("utf-8")))
        assert read_schedule(path) == schedule


@pytest.mark.parametrize(
    "data",
    [
        without("rounds"),
        {**BASE, "round": 1},
        changed("rounds", 2, 1, 3, to="x"),
        changed("rounds", 2, 1, 3, to=0),
        changed("rounds", 2, 1, to=3),
        changed("problem", "apart", to=[[1]]),
        changed("problem", "at_most", to=[[[1, 2]]]),
        changed("format", to="seating-schedule/2"),
    ],
)
def test_the_schema_refuses(data):
    assert not jsonschema.Draft202012Validator(schema()).is_valid(data)


def test_the_schema_cannot_be_spoilt():
    schema()["title"] = "spoilt"
    assert schema()["title"] == "seating-schedule/1"


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abx-", max_size=3), inner),
    max_leaves=5,
)
paths = st.one_of(
    st.sampled_from(["format", "name", "problem", "rounds", "players", "made"]).map(lambda k: (k,)),
    st.sampled_from([*BASE["problem"], "apart", "at_most"]).map(lambda k: ("problem", k)),
    st.tuples(st.just("rounds"), st.integers(0, 2)),
    st.tuples(st.just("rounds"), st.integers(0, 2), st.integers(0, 1)),
    st.tuples(st.just("rounds"), st.integers(0, 2), st.integers(0, 1), st.integers(0, 3)),
)


@settings(deadline=None, max_examples=300)
@given(paths, values)
def test_any_value_anywhere_is_read_or_refused_in_words(path, value):
    text = json.dumps(changed(*path, to=value))
    try:
        schedule = parse_schedule(text)
    except ScheduleFileError:
        assert refusal(text).endswith((".", "?"))
        return
    assert parse_schedule(dump_schedule(schedule)) == schedule


@st.composite
def schedules(draw):
    shape = draw(st.tuples(st.integers(1, 4), st.integers(1, 3), st.integers(2, 5)))
    seating = draw(
        st.lists(st.integers(EMPTY - 2, 20), min_size=math.prod(shape), max_size=math.prod(shape))
    )
    seating[0] = max(seating[0], 0)  # a file of nobody at all is not a schedule
    players = shape[1] * shape[2]
    text = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
    names = draw(st.just([]) | st.lists(text, min_size=players, max_size=players))
    return Schedule(
        problem=Problem(players, shape[1], shape[0], shape[2]),
        seating=np.reshape(seating, shape),
        name=draw(text | st.just("")),
        players=tuple(names),
        certificate=draw(st.none() | st.dictionaries(text, values, max_size=3)),
        made=draw(st.none() | st.dictionaries(text, values, max_size=3)),
    )


@settings(deadline=None, max_examples=200)
@given(schedules())
def test_written_and_read_back_is_equal(schedule):
    text = dump_schedule(schedule)
    back = parse_schedule(text)
    assert back == schedule
    assert back.certificate == schedule.certificate
    assert back.made == schedule.made
    assert dump_schedule(back) == text
