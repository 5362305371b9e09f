from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer.errors import InfeasibleError
from optimizer.judge_bounds import CODES
from optimizer.judge_moves import _carry_out, _key, _propose, set_up
from optimizer.judge_problem import state_judges
from optimizer.judge_start import first_rota
from optimizer.judges import assign_judges, find_rota
from optimizer.xorshift import new_state
from schedules import EMPTY, Problem, ProblemError, Schedule
from schedules.judges import verify_rota

NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Elena", "Fyodor", "Galina", "Henry")


def random_schedule(rng, tables, rounds, seats, *, idle=0):
    """Return a schedule whose players are dealt at random; ``idle`` tables rest in the last."""
    players = tables * seats
    seating = np.array([rng.permutation(players).reshape(tables, seats) for _ in range(rounds)])
    if not idle:
        return Schedule(Problem(players, tables, rounds, seats), seating)
    seating[-1, tables - idle :] = EMPTY  # the judges only look at who sits where
    return Schedule(Problem(players, tables, rounds, seats), seating)


@st.composite
def stages(draw, most_rounds=5):
    """Draw a small stage, its judges and their wishes; about half of them can be judged."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    tables, rounds = draw(st.integers(1, 3)), draw(st.integers(1, most_rounds))
    idle = draw(st.integers(0, tables - 1))
    schedule = random_schedule(rng, tables, rounds, draw(st.integers(2, 3)), idle=idle)
    judges = draw(st.integers(tables, tables + 2))
    players = schedule.problem.num_players
    pair = st.tuples(st.integers(0, judges - 1), st.integers(0, players - 1))
    away = st.tuples(st.integers(0, judges - 1), st.integers(0, rounds - 1))
    wishes = {
        "not_with": draw(st.lists(pair, max_size=2 * judges, unique=True)),
        "absent": draw(st.lists(away, max_size=rounds, unique=True)),
    }
    return schedule, NAMES[:judges], wishes


def ways(problem, r):
    """Return every way to judge a round, counted out."""
    _, tables, judges = problem.shape
    playing = [t for t in range(tables) if problem.playing[r, t]]
    return [
        [chosen[playing.index(t)] if t in playing else -1 for t in range(tables)]
        for chosen in permutations(range(judges), len(playing))
        if all(problem.allowed[r, t, j] for t, j in zip(playing, chosen, strict=True))
    ]


@settings(deadline=None, max_examples=60)
@given(stages())
def test_what_can_be_judged_is_and_what_is_refused_cannot(stage):
    schedule, names, wishes = stage
    problem = state_judges(schedule, names, **wishes)
    possible = all(ways(problem, r) for r in range(schedule.num_rounds))
    if not possible:
        with pytest.raises(InfeasibleError, match=r"^(In r|R)ound \d+"):
            assign_judges(schedule, names, **wishes, time_limit=0.2)
        return
    rota = assign_judges(schedule, names, **wishes, time_limit=0.2)
    assert verify_rota(schedule, rota) == []
    assert rota.names == names
    assert set(rota.forbidden) == set(wishes["not_with"])
    assert set(rota.absent) == set(wishes["absent"])


@settings(deadline=None, max_examples=25)
@given(stages(most_rounds=3))
def test_tiny_rotas_are_the_best_and_no_bound_is_above_it(stage):
    schedule, names, wishes = stage
    problem = state_judges(schedule, names, **wishes)
    rounds = [ways(problem, r) for r in range(schedule.num_rounds)]
    if not all(rounds) or np.prod([len(each) for each in rounds]) > 4000:
        return
    best = min(problem.key(np.array(tables)) for tables in product(*rounds))
    found = find_rota(schedule, names, **wishes, time_limit=20)
    assert problem.key(found.rota.tables) == best
    for line in found.criteria:
        assert line.proved, line
        assert line.gap == 0


@settings(deadline=None, max_examples=60)
@given(stages())
def test_games_are_as_even_as_can_be_before_any_search(stage):
    schedule, names, wishes = stage
    problem = state_judges(schedule, names, **wishes)
    rounds = [ways(problem, r) for r in range(schedule.num_rounds)]
    if not all(rounds):
        return
    reachable = {(0,) * len(names)}  # the vectors of games, round by round
    for each in rounds:
        sets = {frozenset(tables) - {-1} for tables in each}
        reachable = {
            tuple(n + (j in judges) for j, n in enumerate(games))
            for games in reachable
            for judges in sets
        }
    games = problem.measure(first_rota(problem, seed=1)).games
    assert (games**2).sum() == min(sum(n * n for n in vector) for vector in reachable)
    assert np.ptp(games) == min(max(vector) - min(vector) for vector in reachable)


@settings(deadline=None, max_examples=30)
@given(stages(), st.integers(0, 1000))
def test_the_board_equals_a_full_recount_after_random_moves(stage, seed):
    schedule, names, wishes = stage
    problem = state_judges(schedule, names, **wishes)
    if not all(ways(problem, r) for r in range(schedule.num_rounds)):
        return
    board = set_up(problem, first_rota(problem, seed=seed))
    state = new_state(seed)
    for n in range(100):
        num = _propose(board, state)
        change = _carry_out(board, num, False)
        if n % 3 == 0:
            assert change + _carry_out(board, num, True) == pytest.approx(0)
    fresh = set_up(problem, np.array(board.tables))
    assert verify_rota(schedule, problem.rota(board.tables)) == []
    for field in ("at", "games", "visits", "met", "often"):
        assert np.array_equal(getattr(board, field), getattr(fresh, field)), field
    key = np.zeros(5, dtype=np.int64)
    _key(board, key)
    assert tuple(key[:4]) == problem.key(board.tables)[1:5]


def test_as_many_judges_as_tables_all_judge_in_every_round():
    schedule = random_schedule(np.random.default_rng(1), 3, 6, 4)
    rota = assign_judges(schedule, NAMES[:3], time_limit=0.5)
    assert np.array_equal(np.sort(rota.tables, axis=1), np.tile([0, 1, 2], (6, 1)))


def test_games_and_tables_are_even_and_the_criteria_say_so():
    schedule = random_schedule(np.random.default_rng(2), 3, 9, 10)
    found = find_rota(schedule, NAMES[:4], time_limit=1)
    lines = {line.code: line for line in found.criteria}
    assert tuple(lines) == CODES
    assert lines["judge_games"].value == (6, 7)
    assert lines["judge_games"].proved
    assert lines["judge_table_range"].value == 1
    assert lines["judge_table_range"].proved
    assert lines["judge_table_squares"].proved
    for line in found.criteria:
        assert line.proved == (line.gap == 0)


def test_fewer_tables_in_the_last_round_need_fewer_judges():
    schedule = random_schedule(np.random.default_rng(3), 3, 4, 4, idle=2)
    rota = assign_judges(schedule, NAMES[:4], time_limit=0.3)
    assert (rota.tables[-1] >= 0).tolist() == [True, False, False]
    assert verify_rota(schedule, rota) == []


def test_absences_move_games_to_the_others_as_evenly_as_can_be():
    schedule = random_schedule(np.random.default_rng(4), 2, 6, 4)
    absent = [(0, r) for r in range(5)]
    rota = assign_judges(schedule, NAMES[:4], absent=absent, time_limit=0.3)
    games = np.bincount(rota.tables.ravel(), minlength=4)
    assert games.tolist()[0] == 1
    assert sorted(games.tolist()) == [1, 3, 4, 4]


def test_the_same_seed_gives_the_same_first_rota_and_names_do_not_matter():
    schedule = random_schedule(np.random.default_rng(5), 3, 6, 4)
    problem = state_judges(schedule, NAMES[:5])
    again = state_judges(schedule, NAMES[3:8])
    assert np.array_equal(first_rota(problem, seed=4), first_rota(again, seed=4))


@pytest.fixture
def two_tables():
    seating = [[[0, 1, 2, 3], [4, 5, 6, 7]], [[1, 0, 4, 5], [3, 2, 7, 6]]]
    return Schedule(Problem(8, 2, 2, 4), np.array(seating))


@pytest.mark.parametrize(
    ("judges", "wishes", "words"),
    [
        (1, {}, "Round 1 has 2 games and only 1 of the judges is there. Name 1 more judge."),
        (
            2,
            {"not_with": [(0, 0), (1, 3)]},
            "In round 1, table 1, nobody may judge: Anna must not judge 1; Boris must not judge 4. "
            "Drop one of these wishes, or name 1 more judge.",
        ),
        (
            3,
            {"not_with": [(0, 0), (0, 4), (1, 3), (1, 6)]},
            "In round 1 the tables 1 and 2 have only Clara between them: Anna must not judge "
            "1 (table 1) and 5 (table 2); Boris must not judge 4 (table 1) and 7 (table 2). "
            "Drop one of these wishes, or name 1 more judge.",
        ),
        (
            3,
            {"absent": [(0, 1), (2, 1)]},
            "Round 2 has 2 games and only 1 of the judges is there: Anna is absent; "
            "Clara is absent. Drop one of these wishes, or name 1 more judge.",
        ),
    ],
)
def test_a_refusal_names_a_smallest_conflict(two_tables, judges, wishes, words):
    with pytest.raises(InfeasibleError) as caught:
        assign_judges(two_tables, NAMES[:judges], **wishes)
    assert str(caught.value) == words


def test_a_refusal_calls_players_by_name(two_tables):
    named = two_tables.with_players([f"Player {letter}" for letter in "ABCDEFGH"])
    with pytest.raises(InfeasibleError, match="Anna must not judge Player A;"):
        assign_judges(named, NAMES[:2], not_with=[(0, 0), (1, 0)])


@settings(deadline=None, max_examples=60)
@given(stages())
def test_the_conflict_named_is_a_smallest_one(stage):
    schedule, names, wishes = stage
    problem = state_judges(schedule, names, **wishes)
    smallest = min(
        (
            len(chosen)
            for r in range(schedule.num_rounds)
            for n in range(1, problem.shape[1] + 1)
            for chosen in permutations(np.flatnonzero(problem.playing[r]).tolist(), n)
            if problem.allowed[r, list(chosen)].any(axis=0).sum() < n
        ),
        default=0,
    )
    if not smallest:
        return
    with pytest.raises(InfeasibleError) as caught:
        first_rota(problem, seed=1)
    words = str(caught.value).split(":")[0]
    if "nobody may judge" in words:
        assert smallest == 1
    elif " games and only" in words:
        assert f"has {smallest} games" in words
    else:
        named = words.split("the tables ")[1].split(" have")[0].replace(" and ", ", ")
        assert len(named.split(", ")) == smallest


@pytest.mark.parametrize(
    ("judges", "wishes", "words"),
    [
        ((), {}, "No judges are named"),
        (("Anna", " "), {}, "name of judge 2 is empty"),
        (("Anna", "anna"), {}, "Two judges are called 'anna'"),
        (("Anna", "Boris"), {"not_with": [(2, 0)]}, "names judge 3; the judges are 1 to 2"),
        (("Anna", "Boris"), {"not_with": [(0, 8)]}, "names player 9; the players are 1 to 8"),
        (("Anna", "Boris"), {"absent": [(0, 2)]}, "names round 3; the rounds are 1 to 2"),
    ],
)
def test_wrong_judges_and_wishes_are_named(two_tables, judges, wishes, words):
    with pytest.raises(ProblemError, match=words):
        assign_judges(two_tables, judges, **wishes)
