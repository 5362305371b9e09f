import hashlib
import unicodedata
from collections import Counter
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from itertools import combinations, permutations
from statistics import pvariance

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

from optimizer.draw import (
    balances,
    check_draw,
    draw,
    players_digest,
    seating_digest,
    ticket,
    tidy_seed,
)
from optimizer.draw_wishes import GROUPS, LIMITED, PLACED, DrawWishes, wished_slots
from schedules import NamesError, Problem, Schedule, SeatingError
from schedules.judges import Rota
from schedules.names import name_key
from schedules.texts import tidy

NAMES = ("Anna", "Борис", "Вера", "Глеб", "Daria", "Егор", "მარიამ", "Zoë")


def schedule_of(rounds, **wishes) -> Schedule:
    seating = np.array(rounds)
    problem = Problem(
        num_players=int(seating.max()) + 1,
        num_tables=seating.shape[1],
        num_rounds=seating.shape[0],
        num_seats=seating.shape[2],
        **wishes,
    )
    return Schedule(problem, seating)


def random_schedule(seed: int, *, tables=2, seats=4, rounds=3, **wishes) -> Schedule:
    random = np.random.default_rng(seed)
    players = tables * seats
    shuffled = [random.permutation(players).reshape(tables, seats) for _ in range(rounds)]
    return schedule_of(shuffled, **wishes)


def redo(schedule, names, *, seed, keep=(), avoid=(), welcome=(), from_afar=()):
    """Draw as docs/draw.md says, from its text and with nothing of the program: slots from 1."""

    def lot(text):
        return hashlib.sha256(f"{seed}\n{text}".encode()).hexdigest()

    count = len(names)
    met, at, on = Counter(), Counter(), Counter()
    for tables in (schedule.seating + 1).tolist():
        for t, game in enumerate(tables):
            met.update(permutations(game, 2))
            for s, slot in enumerate(game):
                at[slot, t] += 1
                on[slot, s] += 1
    _, num_tables, num_seats = schedule.seating.shape
    has = {name: slot for slot, name in keep}
    left = set(range(1, count + 1)) - set(has.values())

    def balance(slot):
        columns = (
            [met[slot, other] for other in range(1, count + 1) if other != slot],
            [at[slot, t] for t in range(num_tables)],
            [on[slot, s] for s in range(num_seats)],
        )
        return [pvariance([Fraction(n) for n in column]) for column in columns]

    visitors = [name for name in from_afar if name not in has]
    theirs = set()
    while len(theirs) < len(visitors):
        theirs.add(min(left - theirs, key=lambda slot: (balance(slot), lot(f"#{slot}"))))

    def for_whom(name):
        if name in has:
            return {has[name]}
        return left & theirs if name in visitors else left - theirs

    for pairs, sign in ((avoid, 1), (welcome, -1)):
        for a, b in pairs:
            choices = [
                (sign * met[x, y], lot(f"#{x}"), lot(f"#{y}"), x, y)
                for x in for_whom(a)
                for y in for_whom(b)
                if x != y
            ]
            *_, has[a], has[b] = min(choices)
            left -= {has[a], has[b]}
    for name in sorted((n for n in names if n not in has), key=lot):
        has[name] = min(for_whom(name))
        left.remove(has[name])
    return tuple(sorted(names, key=has.__getitem__))


@st.composite
def draws(draw_from):
    """Return a schedule, its players, a seed and wishes that do not contradict each other."""
    seats, tables = draw_from(st.integers(2, 5)), draw_from(st.integers(1, 3))
    rounds = draw_from(st.integers(1, 5))
    schedule = random_schedule(
        draw_from(st.integers(0, 10**6)), tables=tables, seats=seats, rounds=rounds
    )
    count = tables * seats
    words = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=8)
    names = draw_from(
        st.lists(
            words.map(tidy).filter(name_key), min_size=count, max_size=count, unique_by=name_key
        )
    )
    pairs = draw_from(st.permutations(list(combinations(names, 2))))
    cut = draw_from(st.lists(st.integers(0, min(3, len(pairs) // 2)), min_size=2, max_size=2))
    kept = draw_from(st.integers(0, count))
    slots = draw_from(st.permutations(range(count)))
    people = draw_from(st.permutations(names))
    wishes = DrawWishes(
        keep=tuple(zip(slots[:kept], people[:kept], strict=True)),
        avoid=tuple(pairs[: cut[0]]),
        welcome=tuple(pairs[cut[0] : cut[0] + cut[1]]),
        from_afar=tuple(draw_from(st.permutations(names))[: draw_from(st.integers(0, count))]),
    )
    seed = draw_from(words.filter(tidy))
    return schedule, names, seed, wishes


@settings(deadline=None, max_examples=60)
@given(draws())
def test_the_draw_is_the_one_that_the_document_describes(case):
    schedule, names, seed, wishes = case
    done = draw(schedule, names, seed=seed, wishes=wishes)
    redone = redo(
        schedule,
        names,
        seed=tidy(seed),
        keep=[(slot + 1, name) for slot, name in wishes.keep],
        avoid=wishes.avoid,
        welcome=wishes.welcome,
        from_afar=wishes.from_afar,
    )
    assert done.names == redone
    assert sorted(done.names) == sorted(names)
    assert all(done.names[slot] == name for slot, name in wishes.keep)
    assert done.tickets == tuple(ticket(tidy(seed), name) for name in done.names)


@settings(deadline=None, max_examples=60)
@given(draws(), st.randoms(use_true_random=False))
def test_the_order_of_the_players_makes_no_difference(case, random):
    schedule, names, seed, wishes = case
    shuffled = random.sample(names, len(names))
    assert draw(schedule, names, seed=seed, wishes=wishes) == draw(
        schedule, shuffled, seed=seed, wishes=wishes
    )
    assert players_digest(names) == players_digest(shuffled)


def test_without_wishes_the_sorted_tickets_get_the_slots_in_order():
    done = draw(random_schedule(1), NAMES, seed="7")
    assert list(done.tickets) == sorted(
        hashlib.sha256(b"7\n" + name.encode()).hexdigest() for name in NAMES
    )
    assert done == draw(random_schedule(2), NAMES, seed="7"), "the seats make no difference"


def test_spaces_and_composition_make_no_difference_and_letters_do():
    schedule = random_schedule(1)
    odd = ["\ufeff Anna ", *map(str, NAMES[1:7]), unicodedata.normalize("NFD", "Zoë")]
    assert draw(schedule, odd, seed=" a\t b\n") == draw(schedule, NAMES, seed="a b")
    assert players_digest(odd) == players_digest(NAMES)
    changed = ("anna", *NAMES[1:])
    assert players_digest(changed) != players_digest(NAMES)
    assert draw(schedule, changed, seed="a b").tickets != draw(schedule, NAMES, seed="a b").tickets


def test_other_seeds_are_other_draws():
    drawn = {draw(random_schedule(1), NAMES, seed=f"seed {n}").names for n in range(200)}
    assert len(drawn) >= 195  # of 40320 orders; two of 200 are alike with 39 % probability


def test_every_player_gets_every_slot_equally_often():
    """Pearson's statistic of player by slot over 4000 seeds.

    Rows and columns of the table are both fixed, so (n - 1) / n of it has the chi-square
    distribution of (n - 1)² degrees of freedom. The seeds are fixed: this passes or fails for
    ever, and a fair method fails one such list of seeds in a thousand.
    """
    schedule, seeds, n = random_schedule(1), 4000, len(NAMES)
    counts = np.zeros((n, n))
    for seed in range(seeds):
        for slot, name in enumerate(draw(schedule, NAMES, seed=str(seed)).names):
            counts[NAMES.index(name), slot] += 1
    expected = seeds / n
    statistic = ((counts - expected) ** 2 / expected).sum() * (n - 1) / n
    assert chi2.ppf(0.001, (n - 1) ** 2) < statistic < chi2.ppf(0.999, (n - 1) ** 2)


def test_equally_good_pairs_of_slots_are_drawn_and_not_always_the_first():
    """One table: all slots meet alike, so a pair that is welcome may get any two of them."""
    schedule = random_schedule(3, tables=1, seats=8)
    wishes = DrawWishes(welcome=(("Anna", "Zoë"),))
    seats = Counter()
    for seed in range(2000):
        names = draw(schedule, NAMES, seed=str(seed), wishes=wishes).names
        seats[names.index("Anna"), names.index("Zoë")] += 1
    assert len(seats) == 56
    expected = 2000 / 56
    statistic = sum((n - expected) ** 2 / expected for n in seats.values())
    assert statistic < chi2.ppf(0.999, 55)


@pytest.mark.parametrize("seed", range(5))
def test_pairs_get_the_slots_that_meet_least_and_most(seed):
    schedule = random_schedule(seed, tables=3, seats=4, rounds=5)
    names = [f"P{n}" for n in range(12)]
    table_of = schedule.table_of()
    met = (table_of[:, :, None] == table_of[:, None, :]).sum(axis=0)
    off = met[~np.eye(12, dtype=bool)]
    wishes = DrawWishes(avoid=(("P1", "P2"),), welcome=(("P3", "P4"), ("P3", "P5")))
    slot = {n: s for s, n in enumerate(draw(schedule, names, seed="x", wishes=wishes).names)}
    assert met[slot["P1"], slot["P2"]] == off.min()
    left = [s for s in range(12) if s not in (slot["P1"], slot["P2"])]
    assert met[slot["P3"], slot["P4"]] == max(met[a, b] for a, b in combinations(left, 2))
    left.remove(slot["P4"])
    assert met[slot["P3"], slot["P5"]] == max(met[slot["P3"], b] for b in left if b != slot["P3"])


def test_visitors_get_the_best_balanced_slots():
    schedule = random_schedule(4, tables=3, seats=4, rounds=5)
    names = [f"P{n}" for n in range(12)]
    even = balances(schedule)
    assert len(set(even)) > 6, "a case with differences"
    done = draw(schedule, names, seed="x", wishes=DrawWishes(from_afar=("P7", "P8", "P9")))
    got = sorted(even[done.names.index(name)] for name in ("P7", "P8", "P9"))
    assert got == sorted(even)[:3]


def test_visitors_have_the_best_balanced_slots_whatever_pairs_wish():
    schedule = random_schedule(4, tables=3, seats=4, rounds=5)
    names = [f"P{n}" for n in range(12)]
    even = balances(schedule)
    pairs = (("P7", "P8"), ("P1", "P2"), ("P3", "P9"))
    wishes = DrawWishes(avoid=pairs[:1], welcome=pairs[1:], from_afar=("P7", "P8", "P9"))
    for seed in range(20):
        drawn = draw(schedule, names, seed=str(seed), wishes=wishes).names
        got = sorted(even[drawn.index(name)] for name in ("P7", "P8", "P9"))
        assert got == sorted(even)[:3]


def test_balance_by_hand():
    """Slots 1 and 2 meet twice and at one table; slots 3 and 5 change tables and opponents."""
    schedule = schedule_of([[[0, 1, 2], [3, 4, 5]], [[0, 1, 4], [5, 3, 2]]])
    even = balances(schedule)
    # slot 1 meets 2, 3, 5 as 2, 1, 1: 5·6 - 4² = 14; table 1 twice: 2·4 - 2²; seat 1 twice: 3·4 - 4
    assert even[0] == (14, 4, 8)
    # slot 3 meets 1, 2, 4, 6 once: 5·4 - 16; each table once; seat 3 twice
    assert even[2] == (4, 0, 8)
    assert min(even) == even[4] == (4, 0, 2)


def test_digests():
    schedule = random_schedule(1)
    digest = seating_digest(schedule)
    assert len(digest) == 64
    assert digest.startswith(schedule.digest())
    assert seating_digest(schedule.with_players(NAMES)) == digest
    assert seating_digest(random_schedule(2)) != digest
    assert players_digest(["b", "a"]) == hashlib.sha256(b"a\nb").hexdigest()
    assert (
        players_digest(["a\U0001f600", "a\uffee"])
        == hashlib.sha256("a\uffee\na\U0001f600".encode()).hexdigest()
    ), "sorted as sort does in the C locale"


def test_wished_slots():
    assert wished_slots(random_schedule(1)) == ()
    schedule = random_schedule(1, apart=((0, 5),), at_most=(((5, 6), 1),))
    assert wished_slots(schedule) == (0, 5, 6)


def test_every_wish_that_a_problem_can_hold_is_known():
    """Whoever gives problems a new kind of wish says here how it names slots."""
    problem = random_schedule(1).problem
    values = {field.name: getattr(problem, field.name) for field in fields(problem)}
    for value in list(values.values()):
        if is_dataclass(value):
            values |= {field.name: getattr(value, field.name) for field in fields(value)}
    wishes = {name for name, value in values.items() if isinstance(value, tuple)}
    assert wishes <= {*GROUPS, *LIMITED, *PLACED}


def test_slots_of_wishes_are_drawn_only_when_they_are_kept():
    schedule = random_schedule(1, apart=((0, 5),))
    with pytest.raises(SeatingError, match="name the slots 1 and 6, made for certain players"):
        draw(schedule, NAMES, seed="x")
    half = DrawWishes(keep=((0, "Zoë"),))
    with pytest.raises(SeatingError, match=r'name the slot 6, .* in --keep "6=Anna"'):
        draw(schedule, NAMES, seed="x", wishes=half)
    kept = DrawWishes(keep=((0, "Zoë"), (5, "Егор")))
    names = draw(schedule, NAMES, seed="x", wishes=kept).names
    assert (names[0], names[5]) == ("Zoë", "Егор")


def test_a_player_whom_a_judge_must_not_judge_is_bound_to_his_slot():
    rota = Rota(("Judge", "Other"), np.tile([0, 1], (3, 1)), forbidden=((0, 3),))
    assert wished_slots(replace(random_schedule(1), judges=rota)) == (3,)


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (NAMES[:7], "holds 7 names and the schedule has 8 players; add 1"),
        ((*NAMES, "Эмма"), "holds 9 names and the schedule has 8 players; take out 1"),
        ((*NAMES[:7], " Anna"), "'Anna' stands twice"),
        ((*NAMES[:7], "ANNA"), "'ANNA' is taken for 'Anna'"),
        ((*NAMES[:7], " "), "A name is empty"),
    ],
)
def test_names_that_cannot_be_drawn(names, says):
    with pytest.raises(NamesError, match=says):
        check_draw(random_schedule(1), names)


@pytest.mark.parametrize("seed", ["", "  \n", "\u200b\ufeff"])
def test_an_empty_seed(seed):
    with pytest.raises(SeatingError, match="The seed is empty"):
        tidy_seed(seed)


def test_half_a_character():
    with pytest.raises(SeatingError, match="holds half a character"):
        tidy_seed("a\udc80")
    with pytest.raises(SeatingError, match="holds half a character"):
        check_draw(random_schedule(1), (*NAMES[:7], "a\udc80"))


def test_a_schedule_with_names_is_not_drawn():
    with pytest.raises(SeatingError, match="have names already"):
        draw(random_schedule(1).with_players(NAMES), NAMES, seed="x")


@pytest.mark.parametrize(
    ("wishes", "says"),
    [
        (DrawWishes(keep=((8, "Anna"),)), "Anna is to keep slot 9; the slots are 1 to 8"),
        (DrawWishes(keep=((0, "Anna"), (0, "Zoë"))), "The slot 1 is kept twice"),
        (DrawWishes(keep=((0, "Anna"), (1, "Anna"))), "Anna keeps a slot twice"),
        (DrawWishes(avoid=(("Anna", "Anna"),)), "pairs Anna with himself"),
        (
            DrawWishes(avoid=(("Anna", "Zoë"),), welcome=(("Zoë", "Anna"),)),
            "Anna and Zoë stand in the wishes of the draw twice",
        ),
        (DrawWishes(from_afar=("Zoë", "Zoë")), "Zoë comes from afar twice"),
        (DrawWishes(welcome=(("Anna", "Nobody"),)), "'Nobody', who is not among the players"),
    ],
)
def test_wishes_that_cannot_be_meant(wishes, says):
    with pytest.raises(SeatingError, match=says):
        check_draw(random_schedule(1), NAMES, wishes=wishes)
