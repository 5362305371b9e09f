"""Whatever stands in a file, it is read or refused in a sentence; nothing else comes out."""

import copy
import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from protocol_cases import case, game, seated

from scoring.check import check_protocols
from scoring.errors import ProtocolError
from scoring.files import read_protocols, to_csv
from scoring.files.json_form import to_json
from scoring.protocol import Adjustment, Exit, Protocols

RUBBISH = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 12), st.floats(), st.text(max_size=3),
    st.just([]), st.just({}), st.just([[1]]), st.just({"a": 1}), st.just([None] * 10),
)  # fmt: skip


def places(value, path=()):
    """Every place of a JSON value."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for step, below in inner:
        if isinstance(below, (dict, list)):
            yield from places(below, (*path, step))
        else:
            yield (*path, step)


def put(value, path, what):
    if not path:
        return what
    value = copy.deepcopy(value)
    here = value
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = what
    return value


def ours() -> Protocols:
    one = game(first_killed=3, best_move=(7, 8, 9), record={"votes": [1, 2]})
    one = seated(one, 3, exit=Exit("night", 1), extras=(Fraction(1, 2),))
    late = Adjustment("P1", "late", Fraction(-1, 2), "main", 1)
    return Protocols((one,), (late,), teams={"P1": "A"})


def read_or_refused(path):
    try:
        found = read_protocols(path)
    except ProtocolError:
        return
    check_protocols(found)
    to_csv(found)


@pytest.fixture(scope="module")
def samples():
    return {
        "mafiaratings": json.loads(case("mafiaratings_games.json").read_text("utf-8"))[:1],
        "polemica": json.loads(case("polemica_games.json").read_text("utf-8"))[:1],
        "ours": json.loads(to_json(ours())),
    }


@pytest.mark.parametrize("kind", ["mafiaratings", "polemica", "ours"])
def test_json_with_rubbish_in_it(samples, kind, tmp_path_factory):
    value = samples[kind]
    everywhere = list(places(value))
    path = tmp_path_factory.mktemp("broken") / "it.json"

    @settings(deadline=None, max_examples=150)
    @given(st.lists(st.tuples(st.sampled_from(everywhere), RUBBISH), min_size=1, max_size=2))
    def run(changes):
        broken = value
        for place, what in changes:
            try:
                broken = put(broken, place, what)
            except (KeyError, IndexError, TypeError):
                continue  # an earlier change took this place away
        path.write_text(json.dumps(broken), "utf-8")
        read_or_refused(path)

    run()


@pytest.mark.parametrize("kind", ["ours", "club_seasons_0_13.csv.gz", "team_marathon_2025.csv"])
def test_tables_with_rubbish_in_them(kind, tmp_path_factory):
    if kind == "ours":
        lines = to_csv(ours()).splitlines()
    else:
        import gzip

        data = case(kind).read_bytes()
        text = (gzip.decompress(data) if kind.endswith("gz") else data).decode("utf-8")
        lines = text.splitlines()[:21]
    path = tmp_path_factory.mktemp("broken") / "it.csv"
    cells = st.tuples(
        st.integers(0, len(lines) - 1),
        st.integers(0, lines[0].count(",")),
        st.sampled_from(
            ("", "0", "-1", "11", "x", "1;2", "1e999999999", "nan", "²", "9" * 30, "don")
        ),
    )

    @settings(deadline=None, max_examples=150)
    @given(st.lists(cells, min_size=1, max_size=3), st.booleans())
    def run(changes, cut):
        broken = [line.split(",") for line in lines]
        for row, column, what in changes:
            if column < len(broken[row]):
                broken[row][column] = what
        if cut:
            broken[-1] = broken[-1][:2]
        path.write_text("\n".join(map(",".join, broken)), "utf-8")
        read_or_refused(path)

    run()
