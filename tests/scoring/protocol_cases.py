"""Protocols for the tests of files, checks, slots and statistics: made by hand, and drawn."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import strategies as st

from scoring.files.texts import tidy
from scoring.protocol import (
    ADJUSTMENTS,
    EXITS,
    RESULTS,
    Adjustment,
    Chair,
    Exit,
    Game,
    Occupant,
    Protocols,
)

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases" / "games"
TEN = ("civilian",) * 6 + ("sheriff", "mafia", "mafia", "don")


def case(name: str) -> Path:
    path = CASES / name
    if not path.exists():
        pytest.skip(f"the case {name} is not beside the project, in shared/cases/games")
    return path


def game(round=1, table=1, *, stage="main", first=0, **fields) -> Game:
    """Seats 1-6 civilians, 7 sheriff, 8 and 9 mafia, 10 don; players P<first+1> to P<first+10>."""
    chairs = tuple(Chair(seat, f"P{first + seat}", TEN[seat - 1]) for seat in range(1, 11))
    return replace(Game(stage, round, table, "red", chairs), **fields)


def seated(one: Game, at: int, /, **fields) -> Game:
    """The game with something changed on one seat."""
    chairs = (replace(chair, **fields) if chair.seat == at else chair for chair in one.chairs)
    return replace(one, chairs=tuple(chairs))


NAMES = (
    st.text(st.sampled_from("abXY09абЯЁё აბ;\"',.+-№"), min_size=1, max_size=8)
    .map(tidy)
    .filter(bool)
)
TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cf", "Zl", "Zp")) | st.just("\n"),
    max_size=12,
).map(str.strip)
POINTS = st.builds(Fraction, st.integers(-400, 400), st.sampled_from((1, 3, 7, 8, 20, 100)))
EXIT = st.builds(Exit, st.sampled_from(EXITS), st.none() | st.integers(1, 9))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=2),
    max_leaves=5,
)


@st.composite
def chairs(draw, seat: int, player: str, role: str) -> Chair:
    return Chair(
        seat,
        player,
        role,
        slot=draw(st.just("") | NAMES),
        substitute=draw(st.booleans()),
        fouls=draw(st.integers(0, 4)),
        tech_fouls=draw(st.integers(0, 2)),
        exit=draw(
            st.none() | st.builds(Exit, st.sampled_from(EXITS), st.none() | st.integers(1, 9))
        ),
        extras=tuple(draw(st.lists(POINTS, max_size=2))),
        penalties=tuple(
            draw(st.lists(st.tuples(st.sampled_from(("judge", "tech", "вид")), POINTS), max_size=2))
        ),
        autobonus=draw(st.booleans()),
        best_player=draw(st.booleans()),
        best_move_award=draw(st.booleans()),
        given=draw(st.none() | POINTS),
        comment=draw(TEXTS),
    )


@st.composite
def protocols(draw) -> Protocols:
    """Draw protocols with everything that can stand in them, right or wrong, but for seats."""
    stages = draw(st.lists(st.just("") | NAMES, min_size=1, max_size=2, unique=True))
    games = []
    for number in range(draw(st.integers(0, 3))):
        players = draw(st.lists(NAMES, min_size=10, max_size=10, unique=True))
        roles = draw(st.permutations(TEN))
        games.append(
            Game(
                stage=draw(st.sampled_from(stages)),
                round=number + 1,
                table=draw(st.integers(1, 3)),
                result=draw(st.sampled_from(RESULTS)),
                chairs=tuple(
                    draw(chairs(seat + 1, players[seat], roles[seat])) for seat in range(10)
                ),
                first_killed=draw(st.none() | st.integers(1, 10)),
                best_move=tuple(draw(st.lists(st.integers(1, 10), max_size=3))),
                judge=draw(st.just("") | NAMES),
                name=draw(st.just("") | NAMES),
                factor=draw(st.sampled_from((Fraction(1), Fraction(6, 5), Fraction(1, 3)))),
                record=draw(st.dictionaries(TEXTS, JSON, max_size=2)),
                hits_told=draw(st.none() | st.integers(0, 3)),
            )
        )
    owners = sorted({chair.owner for one in games for chair in one.chairs})
    slots = st.sampled_from(owners) if owners else NAMES
    adjustment = st.builds(
        Adjustment, slots, st.sampled_from(ADJUSTMENTS), st.none() | POINTS,
        st.sampled_from(stages), st.integers(0, 9), TEXTS,
    )  # fmt: skip
    occupant = st.builds(Occupant, slots, NAMES, st.sampled_from(stages), st.integers(0, 9))
    return Protocols(
        games=tuple(games),
        adjustments=tuple(draw(st.lists(adjustment, max_size=2))),
        occupants=tuple(draw(st.lists(occupant, max_size=2))),
        teams=draw(st.dictionaries(slots | NAMES, NAMES, max_size=3)),
        name=draw(TEXTS),
        left_out=tuple(draw(st.lists(TEXTS.filter(bool), max_size=2))),
    )
